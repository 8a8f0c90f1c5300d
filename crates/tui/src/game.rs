//! What a player does to the game: moves, hints, taking back, other boards.

use omnisweep_engine::{Action, Cell, Layout, Outcome};
use omnisweep_session::words::{self, sentence};
use omnisweep_session::{Gesture, GestureResult, Record, Seed, Session, Setup, ShareError, Told};

use crate::app::{App, Now};
use crate::config::Choices;
use crate::effect::Effect;
use crate::job::Job;
use crate::messages::{Ending, Tone};
use crate::window::Window;

impl App {
    /// Has a board made that needs no guess from this cell on.
    fn make_board(&mut self, cell: Cell) {
        match self.session.search(cell) {
            Ok(search) => {
                self.messages.clear();
                self.work.search(cell, search);
            }
            Err(error) => self.say(sentence(error), Tone::Bad),
        }
    }

    /// The board that was made is opened; or there is none.
    pub(crate) fn lay(&mut self, number: u64, layout: Option<Layout>, now: Now) {
        let Some(cell) = self.work.searched(number) else { return };
        match layout.map(|layout| self.session.lay(layout)) {
            Some(Ok(())) => self.play(Gesture::Named(Action::Open(cell)), now),
            _ => self.say(words::given_up(self.work.patience()), Tone::Bad),
        }
    }

    /// Does what the player means.
    pub(crate) fn play(&mut self, gesture: Gesture, now: Now) {
        let answer = self.session.play(gesture, self.input.habits(), now.ms);
        match answer {
            GestureResult::WantsBoard(cell) => self.make_board(cell),
            GestureResult::StartsElsewhere(cell) => {
                self.viewport.set_cursor(cell);
                self.follow();
            }
            GestureResult::Made { outcome, .. } => {
                self.messages.clear();
                self.loss.goes_on();
                self.work.drop_question();
                self.refresh_heat();
                if let Some((day, board)) = self.session.daily_attempt() {
                    self.effect(Effect::Attempt(day, board));
                }
                if outcome == Outcome::Playing {
                    self.keep()
                } else {
                    self.finish(now)
                }
                // What there is to say of an end is said with all that is worked out of it.
                return;
            }
            GestureResult::Nothing
            | GestureResult::Asked
            | GestureResult::Refused(_)
            | GestureResult::ToldMine(_) => {}
        }
        if let Some(remark) = self.session.remark(gesture, &answer, now.ms) {
            self.say(remark, Tone::Faint);
        }
    }

    pub(crate) fn finish(&mut self, now: Now) {
        self.messages.end(Ending::default());
        let (session, finished) = (Box::new(self.session.clone()), now.wall);
        // First of all, so that nothing of it is lost; of large boards, once it was worked out.
        let record = session.saved_every_move_alone().then(|| Record::of(&session, finished)).flatten();
        self.effect(Effect::Finish(record.map(Box::new)));
        self.work.ask(|number| Job::Ending { number, session, finished });
    }

    /// Shows the end of a game that was over when it was loaded; it is kept already.
    pub(crate) fn finish_again(&mut self) {
        self.messages.end(Ending::default());
    }

    /// Asks for a hint, or for more of it.
    pub(crate) fn ask(&mut self) {
        if let Some(told) = self.session.more_help().cloned() {
            return self.tell(Some(told));
        }
        match self.session.question(self.viewport.cursor()) {
            Ok(question) => {
                self.say(words::thinking(), Tone::Faint);
                self.work.ask(|number| Job::Hint { number, question: Box::new(question) });
            }
            Err(error) => self.say(error.to_string(), Tone::Plain),
        }
    }

    /// Says and shows a part of a hint.
    pub(crate) fn tell(&mut self, told: Option<Told>) {
        if let Some(cell) = told.as_ref().and_then(|told| told.cell) {
            self.viewport.set_cursor(cell);
        }
        self.messages.clear_message();
        self.messages.set_hint(told);
        self.follow();
        self.keep();
    }

    pub(crate) fn undo(&mut self, times: u64, now: Now) {
        let mut undone = 0;
        while undone < times
            && let Some(last) = self.session.undo(now.ms)
        {
            undone += 1;
            self.viewport.set_cursor(last.action.cell());
        }
        if undone > 0 {
            self.messages.clear();
        }
        self.say(words::undone(undone), Tone::Faint);
        if undone == 0 {
            return;
        }
        self.work.drop_question();
        self.follow();
        self.refresh_heat();
        self.keep();
    }

    pub(crate) fn retry(&mut self) {
        match self.session.retry() {
            Ok(session) => {
                let said = words::retried(&session);
                self.begin(session);
                self.say(said, Tone::Faint);
            }
            Err(error) => self.say(sentence(error), Tone::Bad),
        }
    }

    /// Another board of the same kind.
    pub(crate) fn another(&mut self) {
        let old = self.session.setup();
        let setup = Setup { seed: Some(Seed::new(self.seed())), ..old.clone() };
        match self.session.another(setup) {
            Ok(session) => self.begin(session),
            Err(error) => self.say(sentence(error), Tone::Bad),
        }
    }

    /// Plays another game, which is the kind that is played from now on.
    pub(crate) fn begin(&mut self, session: Session) {
        self.put(session);
        self.remember();
    }

    /// Puts another game on the screen; one that goes on is put aside.
    pub(crate) fn put(&mut self, session: Session) {
        let aside = self.session.in_play().then(|| Box::new(self.session.clone()));
        self.replace(session);
        if let Some(aside) = aside {
            self.effect(Effect::Aside(aside));
        }
    }

    /// Has another game on the screen.
    pub(crate) fn replace(&mut self, session: Session) {
        self.work.give_up();
        self.loss.is_over();
        self.session = session;
        self.work.make_day_again(&self.session);
        self.messages.clear();
        self.heat_map.forget();
        self.work.drop_question();
        self.input.let_go();
        self.place_cursor();
    }

    /// Notes what was chosen.
    pub(crate) fn remember(&mut self) {
        let choices =
            Choices::of(self.session.setup(), self.session.wants_practice(), self.viewport.look().theme);
        self.effect(Effect::Remember(choices));
    }

    pub(crate) fn keep(&mut self) {
        if self.session.in_play() && self.session.saved_every_move() {
            self.effect(Effect::Keep);
        }
    }

    /// Shows a result, and copies it.
    pub(crate) fn share(&mut self, text: String, now: Now) {
        self.effect(Effect::Copy(text.clone()));
        self.open(Window::Result(text), now);
    }

    pub(crate) fn code(&mut self, now: Now) {
        if let Some(text) = self.messages.ending().and_then(|ending| ending.shared.clone()) {
            return self.share(text, now);
        }
        match self.session.share_shortly() {
            Ok(code) => {
                self.keep();
                self.effect(Effect::Copy(code.clone()));
                self.open(Window::Code(code), now);
            }
            Err(ShareError::NotDrawn) if self.session.setup().seed.is_some() => {
                let seed = self.session.show_seed().unwrap_or_default();
                self.keep();
                self.say(words::seed_told(seed), Tone::Plain);
            }
            Err(why) => self.say(sentence(why), Tone::Plain),
        }
    }
}
