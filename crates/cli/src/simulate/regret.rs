//! `omnisweep simulate --regret`: what the guesses of a player give away.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use omnisweep_engine::random::DrawError;
use omnisweep_simulate::{Estimate, GuessRegret, Judge, PhaseRegret, Run, phases};
use serde_json::{Value, json};

use super::grouped;
use super::optimal::{coordinates, position};
use crate::failure::Failure;

/// How many layouts are drawn for each guess.
const LAYOUTS: u64 = 400;

/// How many positions are named unless it is said how many.
const NAMED: usize = 3;

/// Judges games of a run until the time is up, and tells.
pub fn run(
    run: &Run,
    seconds: u64,
    threads: usize,
    errors: Option<usize>,
    json: bool,
) -> Result<(), Failure> {
    let games = judge(run, Duration::from_secs(seconds), threads)?;
    let mut worst: Vec<&GuessRegret> =
        games.iter().flatten().filter(|guess| guess.given_away > 0.0).collect();
    // Those of which it is sure, rather than those that are large by luck.
    let at_least = |guess: &GuessRegret| guess.given_away - 1.96 * guess.error;
    worst.sort_by(|one, other| at_least(other).total_cmp(&at_least(one)));
    worst.truncate(errors.unwrap_or(NAMED));
    let text = if json {
        format!("{}\n", document(run, &games, &worst))
    } else {
        summary(run, &games) + &worst.into_iter().map(|guess| told(run, guess)).collect::<String>()
    };
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// The games that were judged, the first of the run, and what each guess gives away.
fn judge(run: &Run, time: Duration, threads: usize) -> Result<Vec<Vec<GuessRegret>>, Failure> {
    let (next, begun) = (AtomicU64::new(0), Instant::now());
    let judge = Judge::new(run, LAYOUTS);
    let work = || -> Result<Vec<(u64, Vec<GuessRegret>)>, DrawError> {
        let (mut judge, mut games) = (judge.clone(), Vec::new());
        while begun.elapsed() < time {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= run.games {
                break;
            }
            games.push((game, judge.game(game)?));
        }
        Ok(games)
    };
    let mut games = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            let judged = worker.join().map_err(|_| Failure::GaveUp("a thread ended early".to_owned()))?;
            games.extend(judged.map_err(Failure::usage)?);
            Ok::<(), Failure>(())
        })
    })?;
    games.sort_by_key(|(game, _)| *game);
    Ok(games.into_iter().map(|(_, guesses)| guesses).collect())
}

fn summary(run: &Run, games: &[Vec<GuessRegret>]) -> String {
    let (phases, all) = phases(games);
    let mut text = format!(
        "Board    {}, {} mines; first cell: {}\n\
         Player   {}, {} games, seed {}\n\n\
         Points given away (95 %), judged on {LAYOUTS} layouts for each guess:\n\n\
         {:<16}{:>9}{:>10}{:>18}{:>18}\n",
        run.shape,
        run.mines,
        run.start.key(),
        run.skill.key(),
        grouped(games.len() as u64),
        run.seed,
        "layouts",
        "guesses",
        "doubted",
        "by each guess",
        "of each game",
    );
    let points = |Estimate { mean, reach }: Estimate| format!("{:.2} ± {:.2}", mean * 100.0, reach * 100.0);
    let mut line = |name: &str, phase: &PhaseRegret| {
        let PhaseRegret { guesses, doubted, by_guess, by_game, .. } = phase;
        let (by_guess, by_game) = (points(*by_guess), points(*by_game));
        let (guesses, doubted) = (grouped(*guesses), grouped(*doubted));
        _ = writeln!(text, "{name:<16}{guesses:>9}{doubted:>10}{by_guess:>18}{by_game:>18}");
    };
    phases.iter().for_each(|phase| line(&name(phase.most), phase));
    line("all", &all);
    text
}

/// A phase by the most layouts of its positions.
fn name(most: f64) -> String {
    match most {
        f64::INFINITY => "more".to_owned(),
        most if most < 6.0 => format!("up to {}", grouped(10_f64.powf(most).round() as u64)),
        most => format!("up to 10^{most:.0}"),
    }
}

/// A guess, and the position as `solve` reads it.
fn told(run: &Run, guess: &GuessRegret) -> String {
    let better = guess.better.unwrap_or(guess.chosen);
    format!(
        "\nGame {}, 10^{:.1} layouts: it opens {}, and {} wins {:.1} ± {:.1} points more often.\n{}",
        guess.game,
        guess.log10_layouts,
        coordinates(&run.shape, guess.chosen),
        coordinates(&run.shape, better),
        guess.given_away * 100.0,
        guess.error * 196.0,
        position(&run.shape, &guess.seen),
    )
}

fn document(run: &Run, games: &[Vec<GuessRegret>], worst: &[&GuessRegret]) -> Value {
    let (phases, all) = phases(games);
    let estimate =
        |Estimate { mean, reach }: Estimate| json!({ "mean": mean, "ci95": [mean - reach, mean + reach] });
    let phase = |phase: &PhaseRegret| {
        json!({ "most_log10_layouts": phase.most.is_finite().then_some(phase.most), "guesses": phase.guesses,
            "doubted": phase.doubted, "by_guess": estimate(phase.by_guess), "by_game": estimate(phase.by_game) })
    };
    let guess = |guess: &&GuessRegret| {
        json!({ "game": guess.game, "position": position(&run.shape, &guess.seen),
            "log10_layouts": guess.log10_layouts, "chosen": run.shape.coordinates(guess.chosen),
            "better": guess.better.map(|cell| run.shape.coordinates(cell)), "given_away": guess.given_away,
            "standard_error": guess.error })
    };
    json!({
        "version": 1,
        "size": run.shape.sizes(),
        "mines": run.mines,
        "first": run.start.key(),
        "player": run.skill.key(),
        "seed": run.seed,
        "games": games.len(),
        "layouts": LAYOUTS,
        "phases": phases.iter().map(phase).collect::<Vec<_>>(),
        "all": phase(&all),
        "worst": worst.iter().map(guess).collect::<Vec<_>>(),
    })
}
