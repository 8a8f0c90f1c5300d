//! What a player does to the game: moves, hints, taking back, other boards.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use omnisweep_engine::{Action, Cell, Layout, Outcome};
use omnisweep_session::clicks::Mouse;
use omnisweep_session::words::{self, sentence};
use omnisweep_session::{Answer, Gesture, Seed, Session, Setup};

use crate::app::{App, Ending, Now, Tone};
use crate::config::Choices;
use crate::effect::Effect;
use crate::job::{Job, Progress};
use crate::window::Window;

impl App {
    /// The search for a board is not wanted any more.
    pub(crate) fn give_up(&mut self) {
        if let Some((_, progress)) = self.search.take() {
            progress.cancelled.store(true, Ordering::Relaxed);
            self.job += 1;
        }
    }

    /// Has a board made that needs no guess from this cell on.
    pub(crate) fn make_board(&mut self, cell: Cell) {
        match self.session.search(cell) {
            Ok(search) => {
                self.give_up();
                self.job += 1;
                let progress = Arc::new(Progress::default());
                self.search = Some((cell, progress.clone()));
                (self.message, self.hint) = (None, None);
                let (number, search, limit) = (self.job, Box::new(search), self.search_limit);
                self.effects.push(Effect::Work(Job::Board { number, search, progress, limit }));
            }
            Err(error) => self.say(sentence(error), Tone::Bad),
        }
    }

    /// The board that was made is opened; or there is none.
    pub(crate) fn lay(&mut self, layout: Option<Layout>, now: Now) {
        let Some((cell, _)) = self.search.take() else { return };
        match layout.map(|layout| self.session.lay(layout)) {
            Some(Ok(())) => self.play(Gesture::Named(Action::Open(cell)), now),
            _ => self.say(words::given_up(self.search_limit), Tone::Bad),
        }
    }

    /// Does what the player means.
    pub(crate) fn play(&mut self, gesture: Gesture, now: Now) {
        let answer = self.session.play(gesture, self.habits, now.ms);
        match answer {
            Answer::WantsBoard(cell) => self.make_board(cell),
            Answer::StartsElsewhere(cell) => {
                self.cursor = cell;
                self.follow();
            }
            Answer::Made { outcome, .. } => {
                (self.message, self.hint, self.ending) = (None, None, None);
                self.job += 1;
                self.waiting = false;
                self.refresh_heat();
                if outcome == Outcome::Playing {
                    self.keep()
                } else {
                    self.finish(now)
                }
                // What there is to say of an end is said with all that is worked out of it.
                return;
            }
            Answer::Nothing | Answer::Refused(_) => {}
        }
        if let Some(remark) = self.session.remark(gesture, &answer, now.ms) {
            self.say(remark, Tone::Faint);
        }
    }

    pub(crate) fn finish(&mut self, now: Now) {
        self.ending = Some(Ending::default());
        self.effects.push(Effect::Forget);
        let job =
            Job::Ending { number: self.job, session: Box::new(self.session.clone()), finished: now.wall };
        self.waiting = true;
        self.effects.push(Effect::Work(job));
    }

    /// Asks for a hint.
    pub(crate) fn ask(&mut self) {
        match self.session.question(self.cursor) {
            Ok(question) => {
                self.job += 1;
                self.waiting = true;
                self.say("Thinking …", Tone::Faint);
                let question = Box::new(question);
                self.effects.push(Effect::Work(Job::Hint { number: self.job, question }));
            }
            Err(error) => self.say(error.to_string(), Tone::Plain),
        }
    }

    pub(crate) fn undo(&mut self, times: u64, now: Now) {
        let mut undone = 0;
        while undone < times
            && let Some(last) = self.session.undo(now.ms)
        {
            undone += 1;
            self.cursor = last.action.cell();
        }
        self.say(words::undone(undone), Tone::Faint);
        if undone == 0 {
            return;
        }
        (self.hint, self.ending) = (None, None);
        self.job += 1;
        self.waiting = false;
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
        let setup = Setup { seed: Some(Seed::new((self.any_seed)())), ..old.clone() };
        match Session::new(setup.with_guess(old.guess)) {
            Ok(mut session) => {
                if self.practice {
                    session.set_assisted();
                }
                self.begin(session);
            }
            Err(error) => self.say(sentence(error), Tone::Bad),
        }
    }

    /// A seed that nobody chose.
    pub(crate) fn seed(&self) -> u64 {
        (self.any_seed)()
    }

    /// Plays another game, which is the kind that is played from now on.
    pub(crate) fn begin(&mut self, session: Session) {
        self.put(session);
        self.remember();
    }

    /// Puts another game on the screen.
    pub(crate) fn put(&mut self, session: Session) {
        if self.session.in_play() {
            self.effects.push(Effect::Forget);
        }
        self.give_up();
        self.session = session;
        (self.message, self.hint, self.ending) = (None, None, None);
        self.warmth.forget();
        self.job += 1;
        self.waiting = false;
        self.mouse = Mouse::default();
        self.settle();
    }

    /// Notes what was chosen.
    pub(crate) fn remember(&mut self) {
        let choices = Choices::of(self.session.setup(), self.practice, self.look.theme);
        self.effects.push(Effect::Remember(choices));
    }

    pub(crate) fn keep(&mut self) {
        if self.session.in_play() && self.session.kept_at_once() {
            self.effects.push(Effect::Keep);
        }
    }

    /// Shows a result, and copies it.
    pub(crate) fn share(&mut self, text: String, now: Now) {
        self.effects.push(Effect::Copy(text.clone()));
        self.open(Window::Result(text), now);
    }

    pub(crate) fn code(&mut self, now: Now) {
        if let Some(text) = self.ending.as_ref().and_then(|ending| ending.shared.clone()) {
            return self.share(text, now);
        }
        match self.session.code() {
            Ok(code) => {
                self.effects.push(Effect::Copy(code.clone()));
                self.open(Window::Code(code), now);
            }
            Err(why) => self.say(sentence(why), Tone::Plain),
        }
    }
}
