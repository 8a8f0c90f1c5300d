//! The one road from whatever a player does to a move: a click, a tap, a key and
//! a typed word all become a [`Gesture`], the session says what it came to
//! ([`GestureResult`]), and the answer says it in words.

use omnisweep_engine::{Action, Cell, Flagging, Outcome, Refusal, RuleSet, Sink, View};

use crate::clicks::Click;
use crate::session::Session;
use crate::setup::Setup;
use crate::table::Visible;
use crate::words;

/// What a player does with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// A click of a mouse, or what a finger does instead.
    Click(Click, Cell),
    /// A move that is named, by a key or a word.
    Named(Action),
}

/// What a player is used to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputPreferences {
    /// Whether one left click on a number opens around it.
    pub left_chords: bool,
    /// Whether a left click on a closed cell does what a right one does: for
    /// pointers with one button.
    pub flag_mode: bool,
}

/// What a gesture came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GestureResult {
    /// Nothing: the rules have no move for such a click.
    Nothing,
    /// Nothing: the rules refuse the move.
    Refused(Refusal),
    /// Nothing yet: the board that this cell starts is to be found
    /// ([`Session::search`]) and laid ([`Session::lay`]), then the gesture made again.
    WantsBoard(Cell),
    /// Nothing: this board has to be started with this cell.
    StartsElsewhere(Cell),
    /// Nothing: a hint has just told that this cell is a mine. It was there that the hint led, so who follows hints
    /// without reading would open it.
    ToldMine(Cell),
    /// Nothing yet: whoever has the board was asked for the move, and will answer.
    Asked,
    /// A move.
    Made {
        /// Which.
        action: Action,
        /// How the game stands.
        outcome: Outcome,
        /// How many cells look different.
        changed: u64,
    },
}

impl Gesture {
    /// The cell that it is about.
    #[must_use]
    pub fn cell(self) -> Cell {
        match self {
            Gesture::Click(_, cell) => cell,
            Gesture::Named(action) => action.cell(),
        }
    }

    /// The move that it stands for, if there is such a move; it may be one that
    /// the rules refuse.
    ///
    /// A right click goes round: flag, then question mark where there are some,
    /// then nothing; where a flag stays, it stays; naming the flag does the same. What
    /// else is named is done, with two exceptions, since keys are few: opening a number
    /// opens around it, and where flags and marks have to be taken away first, naming
    /// one does that.
    #[must_use]
    pub fn meaning(self, setup: &Setup, game: &dyn Visible, habits: InputPreferences) -> Option<Action> {
        let rules = game.rules();
        let view = game.view(self.cell());
        let open = is_open(game, self.cell());
        let set = matches!(view, View::Flag | View::Mark);
        let unmarks = rules.flagging == Flagging::SetAndUnmark && set;
        let chords = rules.chord.is_some();
        // Round it goes, where there are question marks.
        let goes_round = set && rules.marks && !unmarks;
        let click = match self {
            Gesture::Click(Click::Left, cell) if habits.flag_mode && !open => {
                Gesture::Click(Click::Right, cell)
            }
            gesture => gesture,
        };
        match click {
            Gesture::Named(Action::Flag(cell)) if goes_round => Some(Action::Mark(cell)),
            Gesture::Named(Action::Open(cell)) if open && chords => Some(Action::Chord(cell)),
            Gesture::Named(Action::Flag(cell) | Action::Mark(cell)) if unmarks => Some(Action::Unmark(cell)),
            Gesture::Named(action) => Some(action),
            // As the document of these rules says, whatever the player is used to.
            Gesture::Click(Click::Left | Click::Double, _) if open && setup.set == RuleSet::Clicks => None,
            Gesture::Click(Click::Left, cell) if !(open && habits.left_chords) => Some(Action::Open(cell)),
            Gesture::Click(Click::Left | Click::Double | Click::Both, cell) => {
                chords.then_some(Action::Chord(cell))
            }
            // A flag that nobody sees is not set by a careless click.
            Gesture::Click(Click::Right, _) if open && rules.flag_open_cells => None,
            Gesture::Click(Click::Right, _) if rules.flagging == Flagging::None => None,
            Gesture::Click(Click::Right, cell) if unmarks => Some(Action::Unmark(cell)),
            Gesture::Click(Click::Right, cell) if goes_round => Some(Action::Mark(cell)),
            Gesture::Click(Click::Right, cell) => Some(Action::Flag(cell)),
        }
    }
}

impl Session {
    /// Does what a player means, at the outside time `now`.
    pub fn play(&mut self, gesture: Gesture, habits: InputPreferences, now: u64) -> GestureResult {
        let Some(action) = gesture.meaning(self.setup(), self.game(), habits) else {
            return GestureResult::Nothing;
        };
        let opens = matches!(action, Action::Open(cell) if self.game().view(cell) == View::Closed);
        if let Some(first) = self.required_start().filter(|&first| opens && first != action.cell()) {
            return GestureResult::StartsElsewhere(first);
        }
        if opens && self.told_mine() == Some(action.cell()) {
            return GestureResult::ToldMine(action.cell());
        }
        let mut changed = Changed::default();
        match self.act(action, now, &mut changed) {
            Ok(outcome) => GestureResult::Made { action, outcome, changed: changed.count },
            Err(Refusal::NotLaid) => GestureResult::WantsBoard(action.cell()),
            Err(refusal) => GestureResult::Refused(refusal),
        }
    }

    /// What there is to say about what a gesture came to: nothing where the board
    /// shows it. A click in vain is nothing to talk about.
    #[must_use]
    pub fn remark(&self, gesture: Gesture, answer: &GestureResult, now: u64) -> Option<String> {
        match answer {
            GestureResult::Refused(refusal) if matches!(gesture, Gesture::Named(_)) => {
                Some(words::sentence(refusal))
            }
            GestureResult::StartsElsewhere(first) => {
                Some(words::starts_at(self.game().shape(), *first, true))
            }
            GestureResult::ToldMine(cell) => Some(words::worth_flagging(self.game().shape(), *cell)),
            GestureResult::Made { outcome: Outcome::Won | Outcome::Lost, .. } => {
                Some(words::ended(self, now))
            }
            _ => None,
        }
    }
}

/// Whether a cell is open.
#[must_use]
pub fn is_open(game: &dyn Visible, cell: Cell) -> bool {
    matches!(game.view(cell), View::Number(_) | View::Exploded)
}

/// Hears of cells that look different: how many there are, and in which words where that is wanted. There is one for all
/// purposes, since the code of floods is compiled for each, and that is what weighs most in the page.
#[derive(Clone, Debug, Default)]
pub struct Changed {
    /// How many.
    pub count: u64,
    /// Their rows, words and bits, if there is a list for them.
    pub words: Option<Vec<(u64, usize, u64)>>,
}

impl Sink for Changed {
    fn changed(&mut self, row: u64, word: usize, bits: u64) {
        self.count += u64::from(bits.count_ones());
        if let Some(words) = &mut self.words {
            words.push((row, word, bits));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::daily::{self, Day};
    use crate::level::Level;
    use omnisweep_engine::text;

    fn session(set: RuleSet, marks: bool) -> Session {
        let layout = text::parse_layout("*..\n", None).unwrap();
        let mut setup = Setup::new(set, layout.shape().clone(), 1, None);
        setup.marks |= marks;
        let mut session = Session::on(setup, layout).unwrap();
        session.act(Action::Open(Cell(1)), 0, &mut ()).unwrap();
        session
    }

    fn click(session: &mut Session, click: Click, cell: u64) -> GestureResult {
        session.play(Gesture::Click(click, Cell(cell)), InputPreferences::default(), 0)
    }

    fn named(session: &mut Session, action: Action) -> GestureResult {
        session.play(Gesture::Named(action), InputPreferences::default(), 0)
    }

    fn made(answer: &GestureResult) -> Option<Action> {
        match answer {
            GestureResult::Made { action, .. } => Some(*action),
            _ => None,
        }
    }

    #[test]
    fn a_click_means_what_the_rules_have() {
        for set in RuleSet::ALL {
            let meaning = |click, cell, left_chords| {
                let session = session(set, false);
                let gesture = Gesture::Click(click, Cell(cell));
                gesture.meaning(
                    session.setup(),
                    session.game(),
                    InputPreferences { left_chords, ..InputPreferences::default() },
                )
            };
            assert_eq!(made(&click(&mut session(set, false), Click::Left, 1)), None, "{set:?}");
            assert_eq!(made(&click(&mut session(set, false), Click::Right, 1)), None, "{set:?}");
            assert_eq!(made(&click(&mut session(set, false), Click::Both, 0)), None, "{set:?}");
            assert_eq!(meaning(Click::Left, 0, false), Some(Action::Open(Cell(0))));
            let chord = set.rules().chord.map(|_| Action::Chord(Cell(1)));
            assert_eq!(meaning(Click::Both, 1, false), chord);
            // The document says: a left click on an open cell does nothing.
            let left = chord.filter(|_| set != RuleSet::Clicks);
            assert_eq!((meaning(Click::Left, 1, true), meaning(Click::Double, 1, false)), (left, left));
            let mut session = session(set, false);
            let flag = made(&click(&mut session, Click::Right, 0));
            assert_eq!(flag, (set != RuleSet::Nd).then_some(Action::Flag(Cell(0))));
            let again = made(&click(&mut session, Click::Right, 0)).is_some();
            assert_eq!(again, !matches!(set, RuleSet::Nd | RuleSet::Clicks), "{set:?}");
        }
    }

    #[test]
    fn a_right_click_goes_round_and_so_does_the_key_for_flags() {
        let mut marks = session(RuleSet::Modern, true);
        let mut round = |gesture| {
            _ = marks.play(gesture, InputPreferences::default(), 0);
            marks.game().view(Cell(0))
        };
        let right = Gesture::Click(Click::Right, Cell(0));
        assert_eq!([(); 4].map(|()| round(right)), [View::Flag, View::Mark, View::Closed, View::Flag]);
        let key = Gesture::Named(Action::Flag(Cell(0)));
        assert_eq!([(); 3].map(|()| round(key)), [View::Mark, View::Closed, View::Flag]);
        // Without question marks there are two of them.
        let mut plain = session(RuleSet::Modern, false);
        let mut round = |gesture, habits| {
            _ = plain.play(gesture, habits, 0);
            plain.game().view(Cell(0))
        };
        assert_eq!([(); 2].map(|()| round(key, InputPreferences::default())), [View::Flag, View::Closed]);
        // With one button, a click does it.
        let flags = InputPreferences { flag_mode: true, ..InputPreferences::default() };
        let click = Gesture::Click(Click::Left, Cell(0));
        assert_eq!([(); 2].map(|()| round(click, flags)), [View::Flag, View::Closed]);
        // Where marks have to be taken away first, the same key does that.
        let mut course = session(RuleSet::Cs121, false);
        let (flag, mark, unmark) = (Action::Flag(Cell(0)), Action::Mark(Cell(0)), Action::Unmark(Cell(0)));
        assert_eq!([flag, mark, mark, flag].map(|action| made(&named(&mut course, action))), {
            [Some(flag), Some(unmark), Some(mark), Some(unmark)]
        });
    }

    #[test]
    fn what_is_named_and_refused_is_said_and_a_click_in_vain_is_not() {
        let mut session = session(RuleSet::Esp, false);
        let said = |session: &mut Session, gesture| {
            let answer = session.play(gesture, InputPreferences::default(), 0);
            session.remark(gesture, &answer, 0)
        };
        let chord = Gesture::Named(Action::Chord(Cell(1)));
        assert_eq!(said(&mut session, chord).as_deref(), Some("These rules have no such action."));
        assert_eq!(said(&mut session, Gesture::Click(Click::Both, Cell(1))), None);
        let boom = said(&mut session, Gesture::Click(Click::Left, Cell(0)));
        assert_eq!(boom.as_deref(), Some("Boom after 0:00.00: row 0, column 0 was a mine."));
    }

    #[test]
    fn a_board_is_searched_for_and_that_of_a_day_is_started_where_it_says() {
        let day = Day::of_number(20_261_115).unwrap();
        let mut session = Session::new(daily::setup(day, Level::Beginner)).unwrap();
        let first = daily::first(Level::Beginner);
        assert_eq!(named(&mut session, Action::Open(Cell(0))), GestureResult::StartsElsewhere(first));
        assert!(made(&named(&mut session, Action::Flag(Cell(0)))).is_some());
        assert!(matches!(named(&mut session, Action::Open(Cell(0))), GestureResult::Refused(_)));
        assert_eq!(named(&mut session, Action::Open(first)), GestureResult::WantsBoard(first));
        assert_eq!(session.wasted().total(), 1, "only the flagged cell was refused");
        session.lay(daily::board(day, Level::Beginner).0).unwrap();
        assert!(made(&named(&mut session, Action::Open(first))).is_some());
        assert_eq!(session.required_start(), None);
    }
}
