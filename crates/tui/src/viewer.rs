//! A replay, with the solver's comment on each move.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossterm::event::{KeyCode, KeyEvent};
use omnisweep_engine::Outcome;
use omnisweep_session::{Comment, Playback, Review, Session, Told, words};

use crate::app::{App, Now};
use crate::effect::Effect;
use crate::job::{Job, Progress};
use crate::keys::{Command, Key};
use crate::messages::{Messages, Tone};
use crate::viewport::Viewport;
use crate::window::Window;

/// What can be done with a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayCommand {
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

/// A replay.
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
    viewport: Viewport,
    messages: Messages,
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
    /// Shows the replay of the game that has ended.
    pub(crate) fn replay_current(&mut self, now: Now) {
        if self.session.game().outcome() == Outcome::Playing {
            return self.say(words::not_over_yet(), Tone::Faint);
        }
        self.show_replay(self.session.clone(), false, now);
    }

    /// Shows the replay of a game; `alone`, the program ends with it.
    pub fn show_replay(&mut self, session: Session, alone: bool, now: Now) {
        let Some(playback) = Playback::new(session) else {
            return self.say(words::nothing_opened(), Tone::Plain);
        };
        self.session.pause(now.ms);
        self.work.give_up();
        // A hint would come too late; how a game ended is still worth knowing.
        if self.work.is_waiting() && self.messages.ending().is_none() {
            self.work.drop_question();
            self.messages.clear_message();
        }
        self.heat_map.forget();
        let before = Before {
            window: std::mem::take(&mut self.window),
            viewport: self.viewport.set_aside(),
            messages: self.messages.set_aside(),
        };
        self.views += 1;
        let (number, progress) = (self.views, Arc::new(Progress::default()));
        let session = Box::new(playback.session().clone());
        self.effect(Effect::Work(Job::Review { number, session, progress: progress.clone() }));
        self.input.let_go();
        let progress = Some(progress);
        self.viewer = Some(Box::new(Viewer { playback, review: None, progress, number, alone, before }));
        self.look_at_last();
    }

    /// Whether a replay is shown.
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

    /// A key while a replay is shown.
    pub(crate) fn view_key(&mut self, event: &KeyEvent, now: Now) {
        let key = Key::of(event);
        match self.input.command(key) {
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
            KeyCode::Char(' ') | KeyCode::Enter => self.replay_command(ReplayCommand::Play, now),
            KeyCode::Left | KeyCode::Char('h' | ',') => self.replay_command(ReplayCommand::Back, now),
            KeyCode::Right | KeyCode::Char('l' | '.') => self.replay_command(ReplayCommand::On, now),
            KeyCode::Char('p' | 'N') | KeyCode::BackTab => {
                self.replay_command(ReplayCommand::GuessBefore, now)
            }
            KeyCode::Char('n') | KeyCode::Tab => self.replay_command(ReplayCommand::GuessAfter, now),
            KeyCode::Home | KeyCode::Char('0' | '^') => self.replay_command(ReplayCommand::Start, now),
            KeyCode::End | KeyCode::Char('$') => self.replay_command(ReplayCommand::End, now),
            KeyCode::Up | KeyCode::Char('+' | '=' | 'k') => self.replay_command(ReplayCommand::Faster, now),
            KeyCode::Down | KeyCode::Char('-' | 'j') => self.replay_command(ReplayCommand::Slower, now),
            KeyCode::Char('e') => self.replay_command(ReplayCommand::Heat, now),
            KeyCode::Esc | KeyCode::Char('q' | 'v') => self.replay_command(ReplayCommand::Leave, now),
            _ => {}
        }
    }

    /// Does something with the replay.
    pub(crate) fn replay_command(&mut self, command: ReplayCommand, now: Now) {
        let Some(viewer) = &mut self.viewer else { return };
        self.messages.clear_message();
        let playback = &mut viewer.playback;
        let notable = |review: &Option<Box<Review>>, number: usize| {
            let comment = review.as_ref().and_then(|review| review.comments.get(number));
            comment.is_some_and(Comment::is_notable)
        };
        match command {
            ReplayCommand::Play => playback.toggle(now.ms),
            ReplayCommand::Back => playback.step(false),
            ReplayCommand::On => playback.step(true),
            ReplayCommand::Start => playback.seek(0),
            ReplayCommand::End => playback.seek(usize::MAX),
            ReplayCommand::Slower => _ = playback.change_speed(false, now.ms),
            ReplayCommand::Faster => _ = playback.change_speed(true, now.ms),
            ReplayCommand::GuessBefore | ReplayCommand::GuessAfter => {
                let on = command == ReplayCommand::GuessAfter;
                let found = playback.jump(on, |number| notable(&viewer.review, number));
                if !found {
                    let text = match viewer.progress {
                        Some(_) => words::still_reviewing(),
                        None => words::nothing_notable(on),
                    };
                    return self.say(text, Tone::Faint);
                }
            }
            ReplayCommand::Heat => return self.toggle_heat(),
            ReplayCommand::Leave => return self.leave_view(now),
        }
        self.look_at_last();
    }

    /// Goes to the position after so many moves.
    pub(crate) fn seek(&mut self, moves: usize) {
        if let Some(viewer) = &mut self.viewer {
            self.messages.clear_message();
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
        self.viewport.set_cursor(last);
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
        self.messages.set_hint(hint);
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
        self.heat_map.forget();
        self.input.let_go();
        let Before { window, viewport, messages } = viewer.before;
        self.window = window;
        self.viewport.put_back(viewport);
        self.messages.put_back(messages);
        if !self.window.covers() {
            self.session.resume(now.ms);
        }
    }
}
