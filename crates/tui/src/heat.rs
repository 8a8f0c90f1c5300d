//! How likely mines are, shown on the board.

use omnisweep_engine::{Cell, Outcome, View};
use omnisweep_session::words;
use omnisweep_session::{HeatMap, Practice, Question};

use crate::app::App;
use crate::effect::Effect;
use crate::job::Job;
use crate::messages::Tone;

/// What is shown of how likely mines are.
#[derive(Debug, Default)]
pub struct HeatMapState {
    /// Whether it is wanted.
    on: bool,
    /// The last answer, shown until the next one is there.
    heat: Option<Box<HeatMap>>,
    /// The number of the last question, and of the last that was answered.
    asked: u64,
    answered: u64,
}

impl HeatMapState {
    /// Another game: whoever wants help with that one has to ask for it.
    pub fn forget(&mut self) {
        (self.on, self.heat) = (false, None);
        self.asked += 1;
    }

    /// Whether it is wanted.
    pub fn is_on(&self) -> bool {
        self.on
    }
}

impl App {
    /// Shows how likely mines are, or no longer. In a game that is help.
    pub(crate) fn toggle_heat(&mut self) {
        if self.heat_map.on {
            self.heat_map.forget();
            self.messages.clear_message();
            return;
        }
        if self.viewer.is_none() {
            if self.session.game().outcome() != Outcome::Playing {
                return self.say(words::over(), Tone::Faint);
            }
            // Before the first cell there is nothing to see, and no help in it.
            if let Err(why) = self.session.question(self.viewport.cursor()) {
                return self.say(why.to_string(), Tone::Plain);
            }
            self.session.practise(Practice::Help);
            self.keep();
            self.say(words::heat(true), Tone::Faint);
        }
        self.heat_map.on = true;
        self.refresh_heat();
    }

    /// The position is another one: asks anew, if it is wanted.
    pub(crate) fn refresh_heat(&mut self) {
        if !self.heat_map.on {
            return;
        }
        self.heat_map.asked += 1;
        let game = self.game();
        if game.outcome() != Outcome::Playing {
            self.heat_map.heat = None;
            return;
        }
        match Question::new(game, self.viewport.cursor()) {
            Ok(question) => {
                let (number, question) = (self.heat_map.asked, Box::new(question));
                self.effect(Effect::Work(Job::Heat { number, question }));
            }
            Err(error) => {
                self.heat_map.forget();
                self.say(error.to_string(), Tone::Plain);
            }
        }
    }

    /// The cursor has moved: on a large board, only the part around it is known.
    pub(crate) fn look_around(&mut self) {
        let HeatMapState { on, asked, answered, .. } = self.heat_map;
        let closed =
            matches!(self.game().view(self.viewport.cursor()), View::Closed | View::Flag | View::Mark);
        if on && asked == answered && closed && self.risk(self.viewport.cursor()).is_none() {
            self.refresh_heat();
        }
    }

    /// Takes the heat map that was asked for under this number.
    pub(crate) fn heat_answered(&mut self, number: u64, heat: Result<Box<HeatMap>, String>) {
        if number != self.heat_map.asked || !self.heat_map.on {
            return;
        }
        self.heat_map.answered = number;
        match heat {
            Ok(heat) => {
                if let Some(note) = heat.note() {
                    self.say(note, Tone::Faint);
                }
                self.heat_map.heat = Some(heat);
            }
            Err(why) => {
                self.heat_map.heat = None;
                self.say(why, Tone::Plain);
            }
        }
    }

    /// How likely a closed cell is a mine.
    fn risk(&self, cell: Cell) -> Option<f64> {
        let heat = self.heat_map.heat.as_ref().filter(|_| self.heat_map.on)?;
        let closed = matches!(self.game().view(cell), View::Closed | View::Flag | View::Mark);
        heat.risk(cell).filter(|_| closed && self.game().outcome() == Outcome::Playing)
    }

    /// The same in percent, as it is drawn: 0 and 100 only where it is certain.
    pub(crate) fn heat_of(&self, cell: Cell) -> Option<u8> {
        let risk = self.risk(cell)?;
        Some(if risk == 0.0 || risk == 1.0 {
            risk as u8 * 100
        } else {
            (risk * 100.0).round().clamp(1.0, 99.0) as u8
        })
    }

    /// What is known of the cell under the cursor, in words.
    pub(crate) fn heat_text(&self) -> Option<String> {
        let risk = self.risk(self.viewport.cursor())?;
        Some(words::risk(self.game().shape(), self.viewport.cursor(), risk))
    }
}
