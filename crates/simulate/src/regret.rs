//! What the guesses of a player give away.
//!
//! A player plays games of a run. Before it takes a guess, other cells are tried as well: each is opened, and the game
//! played on from there by a player that takes the least risk, on layouts drawn from all that fit the position, the same
//! ones for every cell. Of the first layouts a quarter says which cell looks best. Where that is another one than the
//! player's, and clearly so, the rest of the layouts says how much more often it wins. As they had no part in the choice,
//! that is no matter of luck, and on the average at most what was given away.
//!
//! Where few layouts are left, all play there is says it exactly.

use omnisweep_engine::random::DrawError;
use omnisweep_engine::{Cell, Layout};
use omnisweep_solver::{Mines, Player, Skill, Tuning};

use crate::shard::Run;
use crate::simulator::{GuessToTake, Simulator};

/// How many cells are tried beside the one that was chosen.
const OTHERS: usize = 6;

/// Another cell is clearly better where it is by so many standard errors. With 1, and 50 layouts to choose by, every
/// fourth guess of 117 expert games was doubted, and wrongly on the average.
const CLEARLY: f64 = 2.0;

/// A guess, and what it gives away.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessRegret {
    /// Of which game of the run.
    pub game: u64,
    /// What the cells showed: nothing where they were closed.
    pub seen: Vec<Option<u32>>,
    /// The common logarithm of the number of layouts.
    pub log10_layouts: f64,
    /// The cell that the player opened.
    pub chosen: Cell,
    /// The cell that is better, if one is.
    pub better: Option<Cell>,
    /// By how much it is, as a share of all games from here on; less than 0 where it only seemed so.
    pub given_away: f64,
    /// The standard error of that; 0 where it is exact.
    pub error: f64,
}

/// A mean of many, and how far the true one may be from it with 95 % confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// How far the true one may be from it.
    pub reach: f64,
}

impl Estimate {
    /// Of values that do not depend on each other.
    #[must_use]
    pub fn of(values: &[f64]) -> Estimate {
        let count = values.len() as f64;
        // Of none it is 0, and not less than that.
        let mean = values.iter().fold(0.0, |sum, value| sum + value) / count.max(1.0);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let reach = if count > 1.0 { 1.96 * (squares / (count - 1.0) / count).sqrt() } else { 0.0 };
        Estimate { mean, reach }
    }
}

/// Judges the guesses of a run's player.
#[derive(Clone, Debug)]
pub struct Judge {
    run: Run,
    layouts: u64,
    simulator: Simulator,
    rollouts: Simulator,
}

impl Judge {
    /// A judge that draws so many layouts for each guess.
    #[must_use]
    pub fn new(run: &Run, layouts: u64) -> Judge {
        let simulator = |skill| Simulator::new(&run.shape, run.mines, skill);
        let rollouts = simulator(Skill::Fast);
        Judge { run: run.clone(), layouts, simulator: simulator(run.skill), rollouts }
    }

    /// The guesses of a game of the run, and what they give away.
    ///
    /// # Errors
    /// Where there is no such board.
    pub fn game(&mut self, game: u64) -> Result<Vec<GuessRegret>, DrawError> {
        let board = self.run.board(game)?;
        let Judge { run, layouts, simulator, rollouts } = self;
        let mut guesses = Vec::new();
        simulator.play_telling(&board, run.first(), |guess| {
            guesses.extend(judged(run, game, *layouts, rollouts, guess));
        });
        Ok(guesses)
    }

    /// How much more often a player with other constants of the search wins than the run's, guess by guess of a game: 0 where
    /// both open the same, and how many digits the number of layouts has.
    ///
    /// It is the other who plays the game. What its choices earn beside those of the run's player then adds up to how much
    /// more often it wins; at the guesses of the run's player, a chance that it lets go by would count again and again.
    /// A quicker player that is nearly as strong plays on ([`Tuning::QUICK`]): `fast` is too weak to judge what it does not see.
    ///
    /// # Errors
    /// Where there is no such board.
    #[doc(hidden)]
    pub fn compare(&self, game: u64, other: &Tuning) -> Result<Vec<(f64, f64)>, DrawError> {
        let board = self.run.board(game)?;
        let run = &self.run;
        let player = || Player::new(&run.shape, run.mines, run.skill);
        let (mut own, mut rollouts) = (player(), Simulator::of(player().tuned(Tuning::QUICK)));
        let mut differences = Vec::new();
        Simulator::of(player().tuned(*other)).play_telling(&board, run.first(), |mut guess| {
            own.know_as(guess.player);
            let (Ok(Some(choice)), Some(digits)) = (own.choose(), digits(guess.player, run.mines)) else {
                return;
            };
            let chosen = guess.choice.cell;
            let difference = if choice.cell == chosen {
                Estimate::default()
            } else {
                let first = first_seed(game, &guess);
                let drawn = draw(guess.player, run.mines, first..first + self.layouts);
                compare(&mut rollouts, &mut guess, &drawn, choice.cell, chosen)
            };
            differences.push((digits, difference.mean));
        });
        Ok(differences)
    }
}

/// The common logarithm of the number of layouts; nothing where that is an estimate, as layouts drawn there would not
/// be fair either.
fn digits(player: &mut Player, mines: u64) -> Option<f64> {
    let analysis = player.solver().analyse(Mines::Total(mines)).ok()?;
    analysis.estimated().is_none().then(|| analysis.log10_layouts())
}

/// Where the seeds of a guess's layouts begin. Each guess has its own: positions that are much alike would otherwise have the
/// same layouts drawn, and what is luck would be the same luck every time.
#[doc(hidden)]
#[must_use]
pub fn first_seed(game: u64, guess: &GuessToTake<'_>) -> u64 {
    game << 32 | (guess.opened.len() as u64) << 20
}

/// Layouts that fit what a player knows.
fn draw(player: &mut Player, mines: u64, seeds: std::ops::Range<u64>) -> Vec<Layout> {
    let sampler = player.solver().sampler(Mines::Total(mines));
    sampler.map_or(Vec::new(), |sampler| seeds.map(|seed| sampler.draw(seed)).collect())
}

/// How often each layout is won that opens a cell.
fn wins(rollouts: &mut Simulator, guess: &GuessToTake<'_>, drawn: &[Layout], cell: Cell) -> Vec<f64> {
    let won = |layout: &Layout| rollouts.play_on(guess.player, guess.opened, layout, cell).won;
    drawn.iter().map(won).map(|won| f64::from(u8::from(won))).collect()
}

/// How much more often the other cell wins.
fn compare(
    rollouts: &mut Simulator,
    guess: &mut GuessToTake<'_>,
    drawn: &[Layout],
    one: Cell,
    other: Cell,
) -> Estimate {
    let (one, other) = (wins(rollouts, guess, drawn, one), wins(rollouts, guess, drawn, other));
    difference(&one, &other)
}

fn difference(one: &[f64], other: &[f64]) -> Estimate {
    Estimate::of(&other.iter().zip(one).map(|(other, one)| other - one).collect::<Vec<f64>>())
}

/// What a guess gives away; nothing where the position takes too long to be analysed.
fn judged(
    run: &Run,
    game: u64,
    layouts: u64,
    rollouts: &mut Simulator,
    mut guess: GuessToTake<'_>,
) -> Option<GuessRegret> {
    let chosen = guess.choice.cell;
    let mut regret = GuessRegret {
        game,
        seen: seen(run, &guess),
        log10_layouts: digits(guess.player, run.mines)?,
        chosen,
        better: None,
        given_away: 0.0,
        error: 0.0,
    };
    if let Ok(Some(chances)) = guess.player.solver().win_chances(run.mines) {
        let of = |wanted: Cell| {
            chances.iter().find(|(cell, _)| *cell == wanted).map_or(0.0, |(_, chance)| *chance)
        };
        let best = chances.iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
        // But for rounding.
        if best.1 > of(chosen) + 1e-9 {
            (regret.better, regret.given_away) = (Some(best.0), best.1 - of(chosen));
        }
        return Some(regret);
    }
    let seed = first_seed(game, &guess);
    let first = draw(guess.player, run.mines, seed..seed + layouts / 4);
    let by_chosen = wins(rollouts, &guess, &first, chosen);
    let mut best = 0.0;
    for cell in guess.player.candidates(OTHERS + 1).ok()?.into_iter().filter(|&cell| cell != chosen) {
        let Estimate { mean, reach } = difference(&by_chosen, &wins(rollouts, &guess, &first, cell));
        if mean > best && mean > CLEARLY * reach / 1.96 {
            (regret.better, best) = (Some(cell), mean);
        }
    }
    if let Some(better) = regret.better {
        let rest = draw(guess.player, run.mines, seed + layouts / 4..seed + layouts);
        let Estimate { mean, reach } = compare(rollouts, &mut guess, &rest, chosen, better);
        (regret.given_away, regret.error) = (mean, reach / 1.96);
    }
    Some(regret)
}

fn seen(run: &Run, guess: &GuessToTake<'_>) -> Vec<Option<u32>> {
    let mut seen = vec![None; run.shape.cells() as usize];
    for cell in guess.opened {
        seen[cell.0 as usize] = Some(u32::from(guess.around[cell.0 as usize]));
    }
    seen
}

/// Guesses of positions with about as many layouts: a phase of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct PhaseRegret {
    /// The most layouts, as a common logarithm; infinite for the last.
    pub most: f64,
    /// How many guesses.
    pub guesses: u64,
    /// For how many another cell was found to be better.
    pub doubted: u64,
    /// What each of them gives away.
    pub by_guess: Estimate,
    /// What they give away of each game.
    pub by_game: Estimate,
}

/// The ends of the phases: all play is looked at, all first guesses are, layouts are drawn, and the search looks ahead
/// near the end and before.
pub const PHASES: [f64; 5] = [3.0, 4.816_473_303_765_25, 10.0, 14.0, f64::INFINITY];

/// Sums up games, each with its guesses: the phases from the end to the beginning, and all of them.
#[must_use]
pub fn phases(games: &[Vec<GuessRegret>]) -> (Vec<PhaseRegret>, PhaseRegret) {
    let within = |from: f64, most: f64| {
        let is_in = |guess: &&GuessRegret| guess.log10_layouts > from && guess.log10_layouts <= most;
        let guesses: Vec<&GuessRegret> = games.iter().flatten().filter(is_in).collect();
        let each: Vec<f64> = guesses.iter().map(|guess| guess.given_away).collect();
        let of_game = |game: &Vec<GuessRegret>| {
            game.iter().filter(is_in).fold(0.0, |sum, guess| sum + guess.given_away)
        };
        PhaseRegret {
            most,
            guesses: guesses.len() as u64,
            doubted: guesses.iter().filter(|guess| guess.better.is_some()).count() as u64,
            by_guess: Estimate::of(&each),
            by_game: Estimate::of(&games.iter().map(of_game).collect::<Vec<f64>>()),
        }
    };
    let froms = [f64::NEG_INFINITY].into_iter().chain(PHASES);
    let phases = froms.zip(PHASES).map(|(from, most)| within(from, most)).collect();
    (phases, within(f64::NEG_INFINITY, f64::INFINITY))
}
