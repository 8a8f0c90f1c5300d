//! A game played again: at any speed, forwards and backwards.

use omnisweep_engine::{Action, Game};

use crate::gesture::Changed;
use crate::session::Session;

/// How much faster than it was played a game can be shown.
pub const SPEEDS: [f64; 8] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];

/// A game that is shown again. It stands after some of its moves, and goes on by
/// itself while it runs; whoever shows it says what time it is.
#[derive(Clone, Debug)]
pub struct Playback {
    session: Session,
    game: Game,
    /// How many moves are made.
    at: usize,
    /// The time of the game, in milliseconds.
    time: f64,
    speed: usize,
    /// Since when it runs, by the time outside.
    since: Option<u64>,
}

impl Playback {
    /// A game from its beginning. Nothing where no board was drawn, or where there
    /// is no memory for a second one.
    #[must_use]
    pub fn new(session: Session) -> Option<Playback> {
        let game = session.game_after(0)?;
        Some(Playback { session, game, at: 0, time: 0.0, speed: 2, since: None })
    }

    /// The game as it was played.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The game as it is shown.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many moves are made.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// How many moves there are.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.session.log().len()
    }

    /// The move that was made last.
    #[must_use]
    pub fn last(&self) -> Option<Action> {
        let last = self.at.checked_sub(1)?;
        Some(self.session.log()[last].action)
    }

    /// The time of the game, in milliseconds.
    #[must_use]
    pub fn time(&self) -> u64 {
        self.time as u64
    }

    /// How long the game was, in milliseconds.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.session.log().last().map_or(0, |last| last.at)
    }

    /// How much faster than it was played it is shown.
    #[must_use]
    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// Whether it goes on by itself.
    #[must_use]
    pub fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// In how many milliseconds there is something else to show, while it runs.
    #[must_use]
    pub fn next_in(&self) -> Option<u64> {
        self.since?;
        let next = self.session.log().get(self.at)?;
        Some(((next.at as f64 - self.time).max(0.0) / self.speed()).ceil() as u64)
    }

    /// Lets it run; from the beginning, where it is at its end.
    pub fn play(&mut self, now: u64) {
        if self.at == self.moves() {
            self.seek(0);
        }
        self.since = Some(now);
    }

    /// Stops it.
    pub fn pause(&mut self, now: u64) {
        self.tick(now);
        self.since = None;
    }

    /// Stops it or lets it run.
    pub fn toggle(&mut self, now: u64) {
        if self.runs() { self.pause(now) } else { self.play(now) }
    }

    /// Shows it faster, or slower; says whether that was possible.
    pub fn change_speed(&mut self, faster: bool, now: u64) -> bool {
        self.tick(now);
        let speed = if faster { self.speed + 1 } else { self.speed.wrapping_sub(1) };
        let possible = speed < SPEEDS.len();
        if possible {
            self.speed = speed;
        }
        possible
    }

    /// Makes the moves whose time has come; says whether there were any. At the
    /// end it stops by itself.
    pub fn tick(&mut self, now: u64) -> bool {
        let Some(since) = self.since else { return false };
        self.since = Some(now.max(since));
        self.time += now.saturating_sub(since) as f64 * self.speed();
        let before = self.at;
        while let Some(next) = self.session.log().get(self.at).filter(|next| next.at as f64 <= self.time) {
            // It was accepted on the same board in the same order before.
            _ = self.game.apply(next.action, &mut Changed::default());
            self.at += 1;
        }
        if self.at == self.moves() {
            self.since = None;
            self.time = self.length() as f64;
        }
        self.at != before
    }

    /// Goes to the position after so many moves, and stops there.
    pub fn seek(&mut self, moves: usize) {
        self.since = None;
        let wanted = moves.min(self.moves());
        if wanted < self.at {
            // There was room for this very board before.
            let Some(game) = self.session.game_after(0) else { return };
            (self.game, self.at) = (game, 0);
        }
        for played in &self.session.log()[self.at..wanted] {
            _ = self.game.apply(played.action, &mut Changed::default());
        }
        self.at = wanted;
        self.time = wanted.checked_sub(1).map_or(0.0, |last| self.session.log()[last].at as f64);
    }

    /// Goes a move on, or back.
    pub fn step(&mut self, forward: bool) {
        self.seek(if forward { self.at.saturating_add(1) } else { self.at.saturating_sub(1) });
    }

    /// Goes to the next move, or back to the one before, that is `wanted`, given
    /// its number from 0; says whether there is one.
    pub fn jump(&mut self, forward: bool, wanted: impl Fn(usize) -> bool) -> bool {
        let found = if forward {
            (self.at..self.moves()).find(|&number| wanted(number))
        } else {
            (0..self.at.saturating_sub(1)).rev().find(|&number| wanted(number))
        };
        if let Some(number) = found {
            self.seek(number + 1);
        }
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use omnisweep_engine::{Cell, Outcome, RuleSet, text};

    use super::*;
    use crate::setup::Setup;

    /// A game of four moves, a second apart.
    fn playback() -> Playback {
        let layout = text::parse_layout("..*.*\n", None).unwrap();
        let setup = Setup::new(RuleSet::Modern, layout.shape().clone(), 2, None);
        let mut session = Session::on(setup, layout).unwrap();
        let moves =
            [Action::Open(Cell(0)), Action::Flag(Cell(2)), Action::Flag(Cell(4)), Action::Open(Cell(3))];
        for (second, action) in moves.into_iter().enumerate() {
            session.act(action, second as u64 * 1000, &mut ()).unwrap();
        }
        Playback::new(session).unwrap()
    }

    fn assert_shows(playback: &Playback, moves: usize) {
        let game = playback.session().game_after(moves).unwrap();
        assert_eq!(playback.at(), moves);
        assert!((0..5).map(Cell).all(|cell| game.view(cell) == playback.game().view(cell)));
    }

    #[test]
    fn it_runs_at_its_speed_and_stops_at_the_end() {
        let mut shown = playback();
        assert_eq!((shown.moves(), shown.length(), shown.runs()), (4, 3000, false));
        shown.play(100);
        assert!(shown.tick(100), "the first move is made at once");
        assert_eq!(shown.next_in(), Some(1000));
        assert!(!shown.tick(1099) && shown.tick(1100));
        assert_shows(&shown, 2);
        assert!(shown.change_speed(true, 1100));
        assert_eq!((shown.speed(), shown.next_in()), (2.0, Some(500)));
        shown.pause(1350);
        assert!(!shown.tick(9000));
        assert_eq!((shown.time(), shown.next_in()), (1500, None));
        shown.toggle(9000);
        shown.tick(20_000);
        assert_shows(&shown, 4);
        assert_eq!((shown.runs(), shown.time()), (false, 3000));
        assert_eq!(shown.game().outcome(), Outcome::Won);
        // From the end it begins anew.
        shown.play(20_000);
        assert_shows(&shown, 0);
    }

    #[test]
    fn it_goes_both_ways() {
        let mut shown = playback();
        assert_eq!(shown.last(), None);
        for moves in [1, 2, 3, 4, 4] {
            shown.step(true);
            assert_shows(&shown, moves);
        }
        assert_eq!((shown.last(), shown.time()), (Some(Action::Open(Cell(3))), 3000));
        for moves in [3, 2, 1, 0, 0] {
            shown.step(false);
            assert_shows(&shown, moves);
        }
        shown.seek(usize::MAX);
        assert_shows(&shown, 4);
        shown.seek(2);
        assert_shows(&shown, 2);
    }

    #[test]
    fn it_jumps_to_what_is_wanted() {
        let mut shown = playback();
        let flags = |number| matches!(number, 1 | 2);
        assert!(shown.jump(true, flags));
        assert_shows(&shown, 2);
        assert!(shown.jump(true, flags));
        assert_shows(&shown, 3);
        assert!(!shown.jump(true, flags));
        assert_shows(&shown, 3);
        assert!(shown.jump(false, flags));
        assert_shows(&shown, 2);
        assert!(!shown.jump(false, flags));
    }

    #[test]
    fn speeds_have_ends() {
        let mut shown = playback();
        while shown.change_speed(true, 0) {}
        assert_eq!(shown.speed(), SPEEDS[SPEEDS.len() - 1]);
        while shown.change_speed(false, 0) {}
        assert_eq!(shown.speed(), SPEEDS[0]);
    }
}
