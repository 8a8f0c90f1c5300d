//! The page that a report is: figures and plots, with nothing from elsewhere.

use std::fmt::Write as _;

use omnisweep_engine::FirstCell;
use omnisweep_session::Level;
use omnisweep_session::words::{self, place};
use omnisweep_simulate::{RiskBin, Run, Shard, Tally, wilson};
use omnisweep_solver::Skill;

use super::chart::{Plot, ticks};
use super::{grouped, heat};

const STYLE: &str = include_str!("page.css");

/// The page.
pub fn write(shard: &Shard) -> String {
    let Shard { run, tally, .. } = shard;
    let name = name(run);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n\
         <meta name='viewport' content='width=device-width, initial-scale=1'>\n\
         <meta name='color-scheme' content='light dark'>\n\
         <title>{name}: {} won</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
        percent(tally.win_rate(), 2)
    );
    page += &header(shard, &name);
    if tally.games > 0 {
        page += "<div class='cards'>\n";
        page += &card("wide", "How far games get", &progress(tally), PROGRESS);
        if tally.guesses > 0 {
            page += &card("", "The guesses it took", &risks(tally), RISKS);
            page += &card("", "Whether it knew the risk", &calibration(tally), CALIBRATION);
        }
        if tally.games > tally.won {
            page += &card("wide", "Where games are lost", &heat::map(shard), &lost_most(run, tally));
        }
        page += "</div>\n";
    }
    page += &footer(run);
    page + "</main>\n</body>\n</html>\n"
}

const PROGRESS: &str = "Of the games that had this share of their safe cells open, how many were won, with the \
    95 % interval. Below, at which share games were lost.";
const RISKS: &str = "Every cell that was opened though it could have been a mine, the first cell not counted, by \
    the risk that the player saw.";
const CALIBRATION: &str = "Guesses in groups of five percent, if there are 20 of them: the risk that the player saw, \
    and how many lost, with the 95 % interval. On the line, both are the same.";

/// Fewer guesses than this are not drawn as a group.
const FEW: u64 = 20;

fn name(run: &Run) -> String {
    match Level::of(run.shape.sizes(), run.mines).map(Level::key) {
        Some(key) => key[..1].to_uppercase() + &key[1..],
        None => format!("{}, {}", words::size(&run.shape), words::count(run.mines, "mine", "mines")),
    }
}

/// A share in percent.
fn percent(share: f64, digits: usize) -> String {
    format!("{:.digits$}\u{a0}%", share * 100.0)
}

fn header(shard: &Shard, name: &str) -> String {
    let Shard { run, tally, .. } = shard;
    let [low, high] = tally.ci95();
    let player = match run.skill {
        Skill::Fast => "the fast player",
        Skill::Best => "the best player",
    };
    let first = match run.start {
        FirstCell::Anything => "the first cell may be a mine",
        FirstCell::Safe => "the first cell is safe",
        FirstCell::Opening => "the first cell is an opening",
    };
    let part = match shard.of {
        1 => String::new(),
        of => format!(" This is share {}/{of} of {} games.", shard.number, grouped(run.games)),
    };
    let (won, games) = (grouped(tally.won), grouped(tally.games));
    let (from, width) = (low * 100.0, ((high - low) * 100.0).max(0.4));
    let mut text = format!(
        "<header>\n<p class='kicker'>Omnisweep · simulation</p>\n<h1>{name}</h1>\n\
         <p class='lead'>{} with {}, played by {player}; {first}.{part}</p>\n\
         <div class='hero'>\n<div class='rate'><span class='number'>{:.2}</span><span class='unit'>% won</span></div>\n\
         <div class='interval'><div class='scale'><i style='left:{from:.2}%;width:{width:.2}%'></i></div>\
         <p>{won} of {games} games. With 95 % confidence the true share lies between {} and {}.</p></div>\n</div>\n<dl>\n",
        run.shape.to_string().replace('x', "×"),
        words::count(run.mines, "mine", "mines"),
        tally.win_rate() * 100.0,
        percent(low, 2),
        percent(high, 2),
    );
    let games = tally.games.max(1) as f64;
    let lost_guesses: u64 = tally.risks.iter().map(|bin| bin.lost).sum();
    let tiles = [
        (format!("{:.2}", tally.guesses as f64 / games), "guesses a game"),
        (percent(tally.no_guess_wins as f64 / games, 1), "won without a guess"),
        (percent(1.0 - lost_guesses as f64 / tally.guesses.max(1) as f64, 1), "of the guesses went well"),
        (format!("{:.0}", shard.games_per_second()), "games a second"),
    ];
    for (figure, what) in &tiles {
        _ = writeln!(text, "<div><dt>{what}</dt><dd>{figure}</dd></div>");
    }
    text + "</dl>\n</header>\n"
}

fn card(class: &str, title: &str, plot: &str, note: &str) -> String {
    format!("<section class='card {class}'>\n<h2>{title}</h2>\n<p>{note}</p>\n{plot}\n</section>\n")
}

/// The win rate against the share of safe cells that are open, and where games were lost.
fn progress(tally: &Tally) -> String {
    let mut reached = tally.games;
    let mut points = Vec::new();
    for (at, lost) in tally.lost_after.iter().enumerate() {
        if reached == 0 {
            break;
        }
        points.push((at as f64, reached));
        reached -= lost;
    }
    let rate = |reached: u64| tally.won as f64 / reached as f64;
    let mut plot = Plot::new((900.0, 300.0), (0.0, 100.0), (0.0, 1.0));
    let tens: Vec<f64> = (0..=10).map(|at| f64::from(at) * 10.0).collect();
    let fifths = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
    let in_percent = |value: f64| format!("{value:.0} %");
    plot.axes(&tens, &fifths, (in_percent, |share| percent(share, 0)), ("safe cells open", "won in the end"));
    let band: Vec<_> = points
        .iter()
        .map(|&(at, reached)| {
            let [low, high] = wilson(tally.won, reached);
            (at, low, high)
        })
        .collect();
    plot.band("band", &band);
    plot.line("curve", &points.iter().map(|&(at, reached)| (at, rate(reached))).collect::<Vec<_>>());
    for &(at, reached) in &points {
        let title = format!(
            "{at:.0} % open: {} of the {} games that got here were won",
            percent(rate(reached), 1),
            grouped(reached)
        );
        plot.hover((at - 0.5).max(0.0), (at + 0.5).min(100.0), title);
    }
    let above = plot.finish("The win rate against the share of safe cells that are open");

    let most = tally.lost_after.iter().copied().max().unwrap_or(0).max(1) as f64;
    let scale = ticks(most / tally.games as f64);
    let top = scale.last().copied().unwrap_or(1.0);
    let mut plot = Plot::new((900.0, 170.0), (0.0, 100.0), (0.0, top));
    let few: Vec<f64> = scale.iter().copied().step_by(2).collect();
    let digits = usize::from(top < 0.05) + usize::from(top < 0.005);
    let heights = |share: f64| percent(share, digits);
    plot.axes(&tens, &few, (in_percent, heights), ("safe cells open", "games lost here"));
    for (at, &lost) in tally.lost_after.iter().enumerate().filter(|(_, lost)| **lost > 0) {
        let share = lost as f64 / tally.games as f64;
        let at = (at as f64).min(99.0);
        let title = format!("{at:.0} % open: {} games lost, {}", grouped(lost), percent(share, 2));
        plot.bar("lost", at, at + 1.0, 0.0, share, title);
    }
    above + &plot.finish("How many games were lost at each share of safe cells open")
}

/// How many guesses were taken at which risk.
fn risks(tally: &Tally) -> String {
    // Two percent a bar, so that one can be told from the next.
    let bins = grouped_bins(&tally.risks, 2);
    let share = |count: u64| count as f64 / tally.guesses as f64;
    let most = bins.iter().map(|bin| share(bin.taken)).fold(0.0, f64::max);
    let scale = ticks(most);
    let end = axis_end(&bins, 2);
    let mut plot = Plot::new((440.0, 300.0), (0.0, end), (0.0, scale.last().copied().unwrap_or(1.0)));
    let in_percent = |value: f64| format!("{value:.0} %");
    plot.axes(&tenths(end), &scale, (in_percent, |share| percent(share, 0)), ("risk", "of all guesses"));
    for (at, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.taken > 0) {
        // A bin has what is rounded to its percent.
        let (from, to) = ((at as f64 * 2.0 - 0.5).max(0.0), at as f64 * 2.0 + 1.5);
        let title = format!(
            "risk {from} to {to} %: {} guesses, {} of them lost",
            grouped(bin.taken),
            grouped(bin.lost)
        );
        plot.bar("lost", from, to, 0.0, share(bin.lost), &title);
        plot.bar("kept", from, to, share(bin.lost), share(bin.taken), &title);
    }
    let legend = "<p class='legend'><span><i class='kept'></i>went well</span><span><i class='lost'></i>lost the \
                  game</span></p>";
    plot.finish("How many guesses were taken at which risk") + legend
}

/// The risk that was seen against what came of it.
fn calibration(tally: &Tally) -> String {
    // A handful of guesses says nothing.
    let bins: Vec<RiskBin> =
        grouped_bins(&tally.risks, 5).into_iter().filter(|bin| bin.taken >= FEW).collect();
    let reach = bins.iter().map(|bin| wilson(bin.lost, bin.taken)[1]).fold(0.55, f64::max);
    let end = (reach * 10.0).ceil() / 10.0;
    let shares: Vec<f64> = tenths(end * 100.0).iter().map(|value| value / 100.0).collect();
    let mut plot = Plot::new((440.0, 300.0), (0.0, end), (0.0, end));
    let whole = |share: f64| percent(share, 0);
    plot.axes(&shares, &shares, (whole, whole), ("risk that was seen", "lost"));
    plot.line("even", &[(0.0, 0.0), (end, end)]);
    for bin in &bins {
        let seen = bin.millionths as f64 / 1e6 / bin.taken as f64;
        let lost = bin.lost as f64 / bin.taken as f64;
        let title = format!(
            "risk {}: {} of {} guesses lost, {}",
            percent(seen, 1),
            grouped(bin.lost),
            grouped(bin.taken),
            percent(lost, 1)
        );
        plot.point("point", (seen, lost), wilson(bin.lost, bin.taken), title);
    }
    plot.finish("The risk that was seen against the share of guesses that lost")
}

/// Bins of one percent, added up in groups; whole percents count to the group that they begin.
fn grouped_bins(risks: &[RiskBin], percent: usize) -> Vec<RiskBin> {
    let add = |sum: RiskBin, bin: &RiskBin| RiskBin {
        taken: sum.taken + bin.taken,
        lost: sum.lost + bin.lost,
        millionths: sum.millionths + bin.millionths,
    };
    risks.chunks(percent).map(|bins| bins.iter().fold(RiskBin::default(), add)).collect()
}

/// Where an axis of risks ends: all that were taken, and at least up to a half.
fn axis_end(bins: &[RiskBin], percent: usize) -> f64 {
    let last = bins.iter().rposition(|bin| bin.taken > 0).map_or(0, |at| (at + 1) * percent);
    (last.max(60).div_ceil(10) * 10).min(110) as f64
}

fn tenths(end: f64) -> Vec<f64> {
    let step = if end > 60.0 { 20.0 } else { 10.0 };
    (0..).map(|at| f64::from(at) * step).take_while(|&value| value <= end).collect()
}

/// The cells that lose most games, in words.
fn lost_most(run: &Run, tally: &Tally) -> String {
    let lost = tally.games - tally.won;
    let most = (0..).zip(&tally.lost_at).max_by_key(|&(at, count)| (count, std::cmp::Reverse(at)));
    let most = most.map_or(String::new(), |(at, &count): (u64, _)| {
        let at = place(&run.shape, omnisweep_engine::Cell(at));
        format!(
            " Most often it was {at}: {} games, {} of those lost.",
            grouped(count),
            percent(count as f64 / lost as f64, 1)
        )
    });
    format!("The cell that was a mine, for each of the {} games that were lost.{most}", grouped(lost))
}

fn footer(run: &Run) -> String {
    let sizes: Vec<String> = run.shape.sizes().iter().map(u64::to_string).collect();
    format!(
        "<footer><p>The same games again:</p><pre><code>omnisweep simulate --size {} --mines {} --first {} --player {} \
         --games {} --seed {}</code></pre></footer>\n",
        sizes.join(" "),
        run.mines,
        run.start.key(),
        run.skill.key(),
        run.games,
        run.seed
    )
}
