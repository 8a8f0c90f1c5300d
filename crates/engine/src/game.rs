//! A game: mines, what is open, what is flagged, and how it stands.

use std::collections::BTreeMap;

use crate::action::Action;
use crate::counts::Counts;
use crate::flood::{Flood, Scratch, Tally};
use crate::layout::Layout;
use crate::plane::{Plane, TooLarge, bit, clear, index, plane, set_bit};
use crate::refusal::{NewGameError, Refusal};
use crate::rules::{Chord, FirstCell, Flagging, Rules};
use crate::shape::{Cell, Place, Shape, Zone};
use crate::sink::Sink;
use crate::view::View;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// It goes on.
    Playing,
    /// Every safe cell is open.
    Won,
    /// A mine went off.
    Lost,
}

/// A game. Actions change it, or are refused and leave it as it was.
///
/// The mines come from outside ([`Game::lay`]): some rules lay them at the
/// first open, and none says how.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) shape: Shape,
    rules: Rules,
    pub(crate) mines: u64,
    layout: Option<Layout>,
    /// Numbers, stored only where the board is not flat.
    pub(crate) counts: Option<Counts>,
    pub(crate) open: Plane,
    /// Empty where the rules have no flags.
    pub(crate) flag: Plane,
    /// Empty where the rules have no marks.
    pub(crate) mark: Plane,
    scratch: Scratch,
    /// Open zeros that a flood has to leave alone: see [`Flood::stale`].
    pub(crate) stale: BTreeMap<usize, u64>,
    /// Safe cells still closed. This and the next two could be counted from
    /// the planes, but not at 10^10 cells.
    pub(crate) safe_left: u64,
    /// Flags on closed cells.
    pub(crate) flags: u64,
    /// Marks on closed cells.
    pub(crate) marks: u64,
    outcome: Outcome,
}

impl Game {
    /// A game in which all is closed and the mines are yet to be laid.
    ///
    /// # Errors
    /// Where there are too many mines, or too little memory.
    pub fn new(shape: Shape, rules: Rules, mines: u64) -> Result<Game, NewGameError> {
        let most = rules.first.most_mines(&shape);
        if mines > most {
            return Err(NewGameError::TooManyMines { mines, most, shape, first: rules.first });
        }
        Ok(Game::empty(shape, rules, mines)?)
    }

    pub(crate) fn empty(shape: Shape, rules: Rules, mines: u64) -> Result<Game, TooLarge> {
        let covers = |wanted: bool| if wanted { plane(&shape) } else { Ok(Plane::default()) };
        Ok(Game {
            open: plane(&shape)?,
            flag: covers(rules.flagging != Flagging::None)?,
            mark: covers(rules.marks)?,
            counts: if shape.is_flat() { None } else { Some(Counts::new(&shape)?) },
            scratch: Scratch::new(&shape)?,
            stale: BTreeMap::new(),
            safe_left: shape.cells() - mines,
            flags: 0,
            marks: 0,
            outcome: Outcome::Playing,
            layout: None,
            shape,
            rules,
            mines,
        })
    }

    /// A game with its mines laid, whatever the first-open rule says.
    ///
    /// # Errors
    /// Where there is no safe cell, or too little memory.
    pub fn on(layout: Layout, rules: Rules) -> Result<Game, NewGameError> {
        let anything = Rules { first: FirstCell::Anything, ..rules };
        let mut game = Game::new(layout.shape().clone(), anything, layout.count())?;
        game.rules = rules;
        game.lay(layout);
        Ok(game)
    }

    /// Does one thing, and where that needs the mines before there are any, has
    /// them laid first: `lay` is told which cells are to stay free of them. What
    /// it cannot lay is not laid, and the action refused.
    ///
    /// # Errors
    /// As of [`Game::apply`]. [`Refusal::NotLaid`] where `lay` has laid nothing.
    pub fn apply_laying(
        &mut self,
        action: Action,
        sink: &mut impl Sink,
        lay: impl FnOnce(&Zone) -> Option<Layout>,
    ) -> Result<Outcome, Refusal> {
        match self.apply(action, sink) {
            Err(Refusal::NotLaid) => {
                let zone = self.rules.first.keeps_free(&self.shape, action.cell());
                self.lay(lay(&zone).ok_or(Refusal::NotLaid)?);
                self.apply(action, sink)
            }
            done => done,
        }
    }

    /// Lays the mines, once, before the first cell is opened.
    ///
    /// # Panics
    /// Where the layout has another shape or another number of mines, or mines
    /// were laid already: the caller made the layout for this game.
    pub fn lay(&mut self, layout: Layout) {
        assert!(self.layout.is_none(), "mines are laid once");
        assert_eq!(layout.shape(), &self.shape, "the layout has the game's shape");
        assert_eq!(layout.count(), self.mines, "the layout has the game's number of mines");
        if let Some(counts) = &mut self.counts {
            counts.fill(&layout);
        }
        self.layout = Some(layout);
    }

    /// Closes all cells, takes all flags and marks away, and hands the mines
    /// back, cleared as well. The memory stays.
    pub fn reset(&mut self) -> Option<Layout> {
        for plane in [&mut self.open, &mut self.flag, &mut self.mark] {
            clear(plane);
        }
        self.stale.clear();
        self.safe_left = self.shape.cells() - self.mines;
        (self.flags, self.marks, self.outcome) = (0, 0, Outcome::Playing);
        let mut layout = self.layout.take();
        if let Some(layout) = &mut layout {
            layout.clear();
        }
        layout
    }

    /// The board's shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The mines, once laid.
    #[must_use]
    pub fn layout(&self) -> Option<&Layout> {
        self.layout.as_ref()
    }

    /// How many mines the board has, laid or not.
    #[must_use]
    pub fn mines(&self) -> u64 {
        self.mines
    }

    /// Mines less flags on closed cells; below zero where there are more flags.
    #[must_use]
    pub fn mines_left(&self) -> i128 {
        i128::from(self.mines) - i128::from(self.flags)
    }

    /// How many closed cells carry a flag.
    #[must_use]
    pub fn flags(&self) -> u64 {
        self.flags
    }

    /// How many closed cells carry a question mark.
    #[must_use]
    pub fn marks(&self) -> u64 {
        self.marks
    }

    /// How many safe cells are still closed.
    #[must_use]
    pub fn safe_left(&self) -> u64 {
        self.safe_left
    }

    /// How the game stands.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// What the player sees of a cell of the board.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    #[must_use]
    pub fn view(&self, cell: Cell) -> View {
        assert!(cell.0 < self.shape.cells(), "the cell is on the board");
        let place = self.shape.place(cell);
        if self.is_open(place) {
            if self.is_mine(place) { View::Exploded } else { View::Number(self.number(place)) }
        } else if self.is_flagged(place) {
            View::Flag
        } else if self.is_marked(place) {
            View::Mark
        } else {
            View::Closed
        }
    }

    /// What a cell of the board looks like once nothing has to be hidden: as
    /// [`Game::view`], but mines show, and wrong flags are told from right ones.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    #[must_use]
    pub fn reveal(&self, cell: Cell) -> View {
        let view = self.view(cell);
        match (view, self.is_mine(self.shape.place(cell))) {
            (View::Closed | View::Mark, true) => View::Mine,
            (View::Flag, false) if self.layout.is_some() => View::WrongFlag,
            _ => view,
        }
    }

    /// The number of mines around a cell of the board, open or not; `None`
    /// before the mines are laid.
    ///
    /// # Panics
    /// Where the cell is not on the board.
    #[must_use]
    pub fn mines_around(&self, cell: Cell) -> Option<u32> {
        assert!(cell.0 < self.shape.cells(), "the cell is on the board");
        self.layout.as_ref().map(|_| self.number(self.shape.place(cell)))
    }

    /// Does one thing, tells `sink` what looks different now, and says how the
    /// game stands; or refuses, and nothing has changed.
    ///
    /// # Errors
    /// Why the action is refused.
    pub fn apply(&mut self, action: Action, sink: &mut impl Sink) -> Result<Outcome, Refusal> {
        let cell = action.cell();
        if cell.0 >= self.shape.cells() {
            return Err(Refusal::OffBoard);
        }
        if self.outcome != Outcome::Playing {
            return Err(Refusal::Over);
        }
        let place = self.shape.place(cell);
        match action {
            Action::Open(_) => self.open(place, sink)?,
            Action::Chord(_) => self.chord(cell, place, sink)?,
            Action::Flag(_) => self.flag(place, sink)?,
            Action::Mark(_) => self.mark(place, sink)?,
            Action::Unmark(_) => self.unmark(place, sink)?,
        }
        Ok(self.outcome)
    }

    fn open(&mut self, place: Place, sink: &mut impl Sink) -> Result<(), Refusal> {
        if self.is_open(place) {
            return Err(Refusal::Open);
        }
        if !self.rules.open_flagged {
            self.check_uncovered(place)?;
        }
        if self.layout.is_none() {
            return Err(Refusal::NotLaid);
        }
        if self.is_mine(place) {
            self.explode(place, sink);
        } else {
            self.flood(&[place], sink);
        }
        Ok(())
    }

    fn chord(&mut self, cell: Cell, place: Place, sink: &mut impl Sink) -> Result<(), Refusal> {
        let chord = self.rules.chord.ok_or(Refusal::NoSuchAction)?;
        if !self.is_open(place) {
            return Err(Refusal::Closed);
        }
        let mut flags = 0;
        let mut wrong = false;
        let (mut mines, mut safe) = (Vec::new(), Vec::new());
        for near in self.shape.neighbours(cell).map(|near| self.shape.place(near)) {
            if self.is_open(near) {
                continue;
            }
            if self.is_flagged(near) {
                flags += 1;
                wrong |= !self.is_mine(near);
            } else if !self.is_marked(near) {
                if self.is_mine(near) { mines.push(near) } else { safe.push(near) }
            }
        }
        if flags != self.number(place) {
            return Err(Refusal::FlagsDiffer);
        }
        if mines.is_empty() && safe.is_empty() {
            return Err(Refusal::NothingToOpen);
        }
        if !(wrong && chord == Chord::WrongFlagLoses) {
            self.flood(&safe, sink);
        }
        for mine in mines {
            self.explode(mine, sink);
        }
        Ok(())
    }

    fn flag(&mut self, place: Place, sink: &mut impl Sink) -> Result<(), Refusal> {
        if self.rules.flagging == Flagging::None {
            return Err(Refusal::NoSuchAction);
        }
        let open = self.is_open(place);
        if open && !self.rules.flag_open_cells {
            return Err(Refusal::Open);
        }
        let toggle = self.rules.flagging == Flagging::Toggle;
        if !toggle {
            self.check_uncovered(place)?;
        }
        let on = !self.is_flagged(place);
        if open {
            // Kept, but neither seen nor counted.
            set_bit(&mut self.flag, &self.shape, place, on);
            return Ok(());
        }
        if self.is_marked(place) {
            self.set_mark(place, false);
        }
        self.set_flag(place, on);
        if !on {
            self.note_stale(place);
        }
        sink.changed(place.row, place.word, place.mask());
        Ok(())
    }

    fn mark(&mut self, place: Place, sink: &mut impl Sink) -> Result<(), Refusal> {
        if !self.rules.marks {
            return Err(Refusal::NoSuchAction);
        }
        if self.is_open(place) {
            return Err(Refusal::Open);
        }
        if self.rules.flagging != Flagging::Toggle {
            self.check_uncovered(place)?;
        }
        if self.is_flagged(place) {
            self.set_flag(place, false);
        }
        let on = !self.is_marked(place);
        self.set_mark(place, on);
        if !on {
            self.note_stale(place);
        }
        sink.changed(place.row, place.word, place.mask());
        Ok(())
    }

    fn unmark(&mut self, place: Place, sink: &mut impl Sink) -> Result<(), Refusal> {
        if self.rules.flagging != Flagging::SetAndUnmark {
            return Err(Refusal::NoSuchAction);
        }
        if self.is_open(place) {
            return Err(Refusal::NotMarked);
        }
        if self.is_flagged(place) {
            self.set_flag(place, false);
        } else if self.is_marked(place) {
            self.set_mark(place, false);
        } else {
            return Err(Refusal::NotMarked);
        }
        self.note_stale(place);
        sink.changed(place.row, place.word, place.mask());
        Ok(())
    }

    /// Refuses a cell with a flag or a mark on it.
    fn check_uncovered(&self, place: Place) -> Result<(), Refusal> {
        if self.is_flagged(place) {
            Err(Refusal::Flagged)
        } else if self.is_marked(place) {
            Err(Refusal::Marked)
        } else {
            Ok(())
        }
    }

    /// Opens closed safe cells and all that they open.
    fn flood(&mut self, places: &[Place], sink: &mut impl Sink) {
        let Some(layout) = &self.layout else { return };
        let mut flood = Flood {
            shape: &self.shape,
            mines: layout.plane(),
            counts: self.counts.as_ref(),
            open: &mut self.open,
            flag: &mut self.flag,
            mark: &mut self.mark,
            covers_stop: !self.rules.flood_flagged,
            drop_covers: self.rules.opening_drops_flag,
            stale: &self.stale,
            scratch: &mut self.scratch,
            sink,
            tally: Tally::default(),
        };
        for &place in places {
            flood.open(place);
        }
        flood.run(self.flags + self.marks > 0);
        let tally = flood.tally;
        self.safe_left -= tally.opened;
        self.flags -= tally.flags;
        self.marks -= tally.marks;
        if self.safe_left == 0 {
            self.outcome = Outcome::Won;
        }
    }

    /// A mine goes off: it counts as open.
    fn explode(&mut self, place: Place, sink: &mut impl Sink) {
        self.flags -= u64::from(self.is_flagged(place));
        self.marks -= u64::from(self.is_marked(place));
        set_bit(&mut self.open, &self.shape, place, true);
        if self.rules.opening_drops_flag {
            for covers in [&mut self.flag, &mut self.mark] {
                if !covers.is_empty() {
                    set_bit(covers, &self.shape, place, false);
                }
            }
        }
        self.outcome = Outcome::Lost;
        sink.changed(place.row, place.word, place.mask());
    }

    /// Where a flag or mark that stopped floods is gone from a closed cell, the
    /// open zeros around it have a closed neighbour, and no later flood may
    /// take them for its own.
    fn note_stale(&mut self, place: Place) {
        if self.rules.flood_flagged || self.layout.is_none() {
            return;
        }
        for near in self.shape.neighbours(self.shape.cell_at(place)) {
            let near = self.shape.place(near);
            if self.is_open(near) && !self.is_mine(near) && self.number(near) == 0 {
                *self.stale.entry(index(&self.shape, near.row, near.word)).or_insert(0) |= near.mask();
            }
        }
    }

    fn set_flag(&mut self, place: Place, on: bool) {
        set_bit(&mut self.flag, &self.shape, place, on);
        if on { self.flags += 1 } else { self.flags -= 1 }
    }

    fn set_mark(&mut self, place: Place, on: bool) {
        set_bit(&mut self.mark, &self.shape, place, on);
        if on { self.marks += 1 } else { self.marks -= 1 }
    }

    fn is_open(&self, place: Place) -> bool {
        bit(&self.open, &self.shape, place)
    }

    fn is_flagged(&self, place: Place) -> bool {
        !self.flag.is_empty() && bit(&self.flag, &self.shape, place)
    }

    fn is_marked(&self, place: Place) -> bool {
        !self.mark.is_empty() && bit(&self.mark, &self.shape, place)
    }

    fn is_mine(&self, place: Place) -> bool {
        self.layout.as_ref().is_some_and(|layout| bit(layout.plane(), &self.shape, place))
    }

    fn number(&self, place: Place) -> u32 {
        match (&self.counts, &self.layout) {
            (Some(counts), Some(_)) => counts.at(place),
            (None, Some(layout)) => layout.number(place),
            (_, None) => 0,
        }
    }
}
