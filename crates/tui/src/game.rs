//! What a player does to the game: moves, hints, taking back, other boards.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use omnisweep_engine::{Action, Cell, First, Flagging, Layout, Outcome, Refusal, View};
use omnisweep_session::{Question, Seed, Session, Setup, code};

use crate::app::{App, Ending, Now, Tone, sentence};
use crate::config::Choices;
use crate::effect::Effect;
use crate::job::{Job, Progress};
use crate::window::Window;

/// The largest board that is kept after every move; larger ones are kept at the end.
const KEPT_ALWAYS: u64 = 1 << 20;

/// The largest board that has a code: longer ones are no use to anybody.
const CODED: u64 = 1 << 16;

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
            Err(error) => self.say(sentence(&error.to_string()), Tone::Bad),
        }
    }

    /// The board that was made is opened; or there is none.
    pub(crate) fn lay(&mut self, layout: Option<Layout>, now: Now) {
        let Some((cell, _)) = self.search.take() else { return };
        match layout.map(|layout| self.session.lay(layout)) {
            Some(Ok(())) => self.act(Action::Open(cell), now),
            _ => {
                let seconds = self.search_limit / 1000;
                let text = format!(
                    "Gave up: no board without guessing was found in {seconds} s. Fewer mines may help."
                );
                self.say(text, Tone::Bad);
            }
        }
    }

    /// The right button where flags have to be taken away with an action of their own.
    pub(crate) fn flag_or_unmark(&mut self, cell: Cell, now: Now) {
        let game = self.session.game();
        let unmarks = game.rules().flagging == Flagging::SetAndUnmark;
        match game.view(cell) {
            View::Flag if unmarks => self.act(Action::Unmark(cell), now),
            _ => self.act(Action::Flag(cell), now),
        }
    }

    pub(crate) fn open_or_chord(&mut self, cell: Cell, now: Now) {
        let game = self.session.game();
        let chords = game.rules().chord.is_some() && matches!(game.view(cell), View::Number(1..));
        self.act(if chords { Action::Chord(cell) } else { Action::Open(cell) }, now);
    }

    pub(crate) fn act(&mut self, action: Action, now: Now) {
        if let Action::Open(cell) = action
            && self.session.wants_board()
            && self.session.game().view(cell) == View::Closed
        {
            if let Some(first) = self.daily_start.filter(|&first| first != cell) {
                self.cursor = first;
                self.follow();
                return self.say("The board of the day is to be started here.", Tone::Plain);
            }
            return self.make_board(cell);
        }
        match self.session.act(action, now.ms, &mut ()) {
            Ok(outcome) => {
                (self.message, self.hint, self.ending) = (None, None, None);
                self.job += 1;
                self.waiting = false;
                self.refresh_heat();
                if outcome == Outcome::Playing { self.keep() } else { self.finish(now) }
            }
            Err(Refusal::Over) => self.say("The game is over.", Tone::Faint),
            Err(refusal) => self.say(sentence(&refusal.to_string()), Tone::Faint),
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
        let game = self.session.game();
        if game.outcome() != Outcome::Playing {
            return self.say("The game is over.", Tone::Faint);
        }
        if game.layout().is_none() && game.rules().first != First::Anything {
            return self.say("Open any cell: the first one is never a mine.", Tone::Plain);
        }
        match Question::new(game, self.cursor) {
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
        if self.session.game().outcome() != Outcome::Playing && !self.session.assisted() {
            let text = "In practice games you can take the last move back; choose one for the next game.";
            return self.say(text, Tone::Plain);
        }
        let mut undone = 0;
        while undone < times
            && let Some(last) = self.session.undo(now.ms)
        {
            undone += 1;
            self.cursor = last.action.cell();
        }
        if undone == 0 {
            return self.say("There is nothing to take back.", Tone::Faint);
        }
        (self.hint, self.ending) = (None, None);
        self.job += 1;
        self.waiting = false;
        let what = if undone == 1 { "Taken back.".to_owned() } else { format!("{undone} moves taken back.") };
        self.say(what, Tone::Faint);
        self.follow();
        self.refresh_heat();
        self.keep();
    }

    pub(crate) fn retry(&mut self) {
        match self.session.retry() {
            Ok(session) => {
                let known = !self.session.log().is_empty() || self.session.assisted();
                self.begin(session);
                // What is known of a board is help on this board.
                if known {
                    self.session.set_assisted();
                }
                self.say("The same board again; it does not count as a best time.", Tone::Faint);
            }
            Err(error) => self.say(sentence(&error.to_string()), Tone::Bad),
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
            Err(error) => self.say(sentence(&error.to_string()), Tone::Bad),
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
        if self.in_play() {
            self.effects.push(Effect::Forget);
        }
        self.give_up();
        self.session = session;
        (self.message, self.hint, self.ending) = (None, None, None);
        self.warmth.forget();
        self.daily_start = None;
        self.job += 1;
        self.waiting = false;
        self.mouse.forget();
        self.settle();
    }

    /// Notes what was chosen.
    pub(crate) fn remember(&mut self) {
        let choices = Choices::of(self.session.setup(), self.practice, self.look.theme);
        self.effects.push(Effect::Remember(choices));
    }

    pub(crate) fn keep(&mut self) {
        if self.in_play() && self.session.setup().shape.cells() <= KEPT_ALWAYS {
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
        let first = self.session.log().iter().find_map(|played| match played.action {
            Action::Open(cell) => Some(cell),
            _ => None,
        });
        match self.session.game().layout() {
            Some(layout) if layout.shape().cells() <= CODED => {
                let code = code::write(layout, first);
                self.effects.push(Effect::Copy(code.clone()));
                self.open(Window::Code(code), now);
            }
            Some(_) => self.say("This board is too large for a code; the seed shares it.", Tone::Plain),
            None => {
                self.say("The board is drawn when you open the first cell; the seed shares it.", Tone::Plain)
            }
        }
    }
}
