//! A game shown again, with the solver's comment on each move.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossterm::event::{KeyCode, KeyEvent};
use omnisweep_engine::Outcome;
use omnisweep_session::{Comment, Playback, Review, Session, Told, words};

use crate::app::{App, Now};
use crate::effect::Effect;
use crate::job::{Job, Progress};
use crate::keys::{Command, Key};
use crate::sight::Sight;
use crate::talk::{Talk, Tone};
use crate::window::Window;

/// What can be done with a game that is shown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Lets it run, or stops it.
    Play,
    /// A move back.
    Back,
    /// A move on.
    On,
    /// Back to a guess or a mistake.
    GuessBefore,
    /// On to a guess or a mistake.
    GuessAfter,
    /// To its beginning.
    Start,
    /// To its end.
    End,
    /// Slower.
    Slower,
    /// Faster.
    Faster,
    /// Shows how likely mines are, or no longer.
    Heat,
    /// Back to where one came from.
    Leave,
}

/// A game that is shown again.
#[derive(Debug)]
pub struct Viewer {
    /// The game.
    pub playback: Playback,
    /// The comments, once they are there.
    pub review: Option<Box<Review>>,
    /// How far they are; nothing once they are there, or cannot be had.
    pub progress: Option<Arc<Progress>>,
    /// The number of the question for them.
    number: u64,
    /// Whether the program was started for this game, and ends with it.
    alone: bool,
    /// What was on the screen before.
    before: Before,
}

/// What is put back on the screen afterwards.
#[derive(Debug)]
struct Before {
    window: Window,
    sight: Sight,
    talk: Talk,
}

impl Viewer {
    /// When there is something else to show, in milliseconds; the time is drawn
    /// in tenths of seconds.
    pub fn next_tick(&self) -> Option<u64> {
        self.playback.next_in().map(|next| next.clamp(1, 100))
    }

    /// The comment on the move that was made last.
    pub fn comment(&self) -> Option<&Comment> {
        self.review.as_ref()?.comments.get(self.playback.at().checked_sub(1)?)
    }
}

impl App {
    /// Shows the game that has ended again.
    pub(crate) fn watch_again(&mut self, now: Now) {
        if self.session.game().outcome() == Outcome::Playing {
            return self.say(words::not_over_yet(), Tone::Faint);
        }
        self.show_again(self.session.clone(), false, now);
    }

    /// Shows a game again; `alone`, the program ends with it.
    pub fn show_again(&mut self, session: Session, alone: bool, now: Now) {
        let Some(playback) = Playback::new(session) else {
            return self.say(words::nothing_opened(), Tone::Plain);
        };
        self.session.pause(now.ms);
        self.work.give_up();
        // A hint would come too late; how a game ended is still worth knowing.
        if self.work.is_waiting() && self.talk.ending().is_none() {
            self.work.drop_question();
            self.talk.hush();
        }
        self.warmth.forget();
        let before = Before {
            window: std::mem::take(&mut self.window),
            sight: self.sight.set_aside(),
            talk: self.talk.set_aside(),
        };
        self.views += 1;
        let (number, progress) = (self.views, Arc::new(Progress::default()));
        let session = Box::new(playback.session().clone());
        self.effect(Effect::Work(Job::Review { number, session, progress: progress.clone() }));
        self.hands.let_go();
        let progress = Some(progress);
        self.viewer = Some(Box::new(Viewer { playback, review: None, progress, number, alone, before }));
        self.look_at_last();
    }

    /// Whether a game is being shown again.
    #[must_use]
    pub fn is_showing(&self) -> bool {
        self.viewer.is_some()
    }

    /// Whether the comments on the game that is shown are being worked out.
    pub(crate) fn is_reviewing(&self) -> bool {
        self.viewer.as_ref().is_some_and(|viewer| viewer.progress.is_some())
    }

    /// The comments are there.
    pub(crate) fn reviewed(&mut self, number: u64, review: Option<Box<Review>>) {
        if let Some(viewer) = self.viewer.as_mut().filter(|viewer| viewer.number == number) {
            (viewer.review, viewer.progress) = (review, None);
            self.mark_better();
        }
    }

    /// A key while a game is shown again.
    pub(crate) fn view_key(&mut self, event: &KeyEvent, now: Now) {
        let key = Key::of(event);
        match self.hands.command(key) {
            Some(command @ (Command::Suspend | Command::Redraw | Command::Theme | Command::Help)) => {
                return self.obey(command, now);
            }
            Some(command @ (Command::PageUp | Command::PageDown)) => return self.obey(command, now),
            _ => {}
        }
        if event.code == KeyCode::Char('c') && !event.modifiers.is_empty() {
            return self.quit(now);
        }
        match event.code {
            KeyCode::Char(' ') | KeyCode::Enter => self.view(View::Play, now),
            KeyCode::Left | KeyCode::Char('h' | ',') => self.view(View::Back, now),
            KeyCode::Right | KeyCode::Char('l' | '.') => self.view(View::On, now),
            KeyCode::Char('p' | 'N') | KeyCode::BackTab => self.view(View::GuessBefore, now),
            KeyCode::Char('n') | KeyCode::Tab => self.view(View::GuessAfter, now),
            KeyCode::Home | KeyCode::Char('0' | '^') => self.view(View::Start, now),
            KeyCode::End | KeyCode::Char('$') => self.view(View::End, now),
            KeyCode::Up | KeyCode::Char('+' | '=' | 'k') => self.view(View::Faster, now),
            KeyCode::Down | KeyCode::Char('-' | 'j') => self.view(View::Slower, now),
            KeyCode::Char('e') => self.view(View::Heat, now),
            KeyCode::Esc | KeyCode::Char('q' | 'v') => self.view(View::Leave, now),
            _ => {}
        }
    }

    /// Does something with the game that is shown again.
    pub(crate) fn view(&mut self, view: View, now: Now) {
        let Some(viewer) = &mut self.viewer else { return };
        self.talk.hush();
        let playback = &mut viewer.playback;
        let notable = |review: &Option<Box<Review>>, number: usize| {
            let comment = review.as_ref().and_then(|review| review.comments.get(number));
            comment.is_some_and(Comment::is_notable)
        };
        match view {
            View::Play => playback.toggle(now.ms),
            View::Back => playback.step(false),
            View::On => playback.step(true),
            View::Start => playback.seek(0),
            View::End => playback.seek(usize::MAX),
            View::Slower => _ = playback.change_speed(false, now.ms),
            View::Faster => _ = playback.change_speed(true, now.ms),
            View::GuessBefore | View::GuessAfter => {
                let on = view == View::GuessAfter;
                let found = playback.jump(on, |number| notable(&viewer.review, number));
                if !found {
                    let text = match viewer.progress {
                        Some(_) => words::still_reviewing(),
                        None => words::nothing_notable(on),
                    };
                    return self.say(text, Tone::Faint);
                }
            }
            View::Heat => return self.toggle_heat(),
            View::Leave => return self.leave_view(now),
        }
        self.look_at_last();
    }

    /// Goes to the position after so many moves.
    pub(crate) fn seek(&mut self, moves: usize) {
        if let Some(viewer) = &mut self.viewer {
            self.talk.hush();
            viewer.playback.seek(moves);
            self.look_at_last();
        }
    }

    /// Whether the wheel goes through the moves, rather than over the board.
    pub(crate) fn wheel_steps(&self) -> bool {
        let still = self.viewer.is_some() && !self.window.is_open();
        still && self.plan().is_none_or(|plan| !plan.scrolls())
    }

    /// The cursor goes to the last move, and everything is about it.
    pub(crate) fn look_at_last(&mut self) {
        let Some(viewer) = &self.viewer else { return };
        let shape = viewer.playback.game().shape();
        let middle = omnisweep_solver::NoGuess::centre(shape);
        let last = viewer.playback.last().map_or(middle, |last| last.cell());
        self.sight.set_cursor(last);
        self.mark_better();
        self.follow();
        self.refresh_heat();
    }

    /// Marks the cell that would have been better than the last move, and the numbers that say so.
    fn mark_better(&mut self) {
        let comment = self.viewer.as_ref().and_then(|viewer| viewer.comment());
        let hint = comment.and_then(|comment| {
            let (cell, risk) = (comment.better?, comment.least);
            let numbers = comment.missed.iter().flat_map(|line| line.numbers.clone()).collect();
            Some(Told { numbers, ..Told::pointing(cell, risk) })
        });
        self.talk.point(hint);
    }

    /// Back to where one came from.
    fn leave_view(&mut self, now: Now) {
        let Some(viewer) = self.viewer.take() else { return };
        if let Some(progress) = &viewer.progress {
            progress.cancelled.store(true, Ordering::Relaxed);
        }
        if viewer.alone {
            return self.quit(now);
        }
        self.warmth.forget();
        self.hands.let_go();
        let Before { window, sight, talk } = viewer.before;
        self.window = window;
        self.sight.put_back(sight);
        self.talk.put_back(talk);
        if !self.window.covers() {
            self.session.resume(now.ms);
        }
    }
}
