//! A game on the screen.
//!
//! Squares are counted from the picture's top left corner; a negative one is
//! none. Times are milliseconds of a clock that only runs forward.

use omnisweep_engine::{Action, Cell, Flagging, Game, Outcome, Sink, View};
use omnisweep_session::clicks::{self, Buttons, Click, Finger, Mouse, Tap};
use omnisweep_session::{Metrics, Record, Session, code, save};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::address::{Wish, sentence};
use crate::paint::{self, HINT, LIT, PRESSED, REASON, Special};
use crate::picture::{Picture, Way};
use crate::words;

/// A game on the screen: the session, where its cells lie, and what the player
/// is pointing at.
#[wasm_bindgen]
pub struct Table {
    session: Session,
    picture: Picture,
    mouse: Mouse,
    finger: Finger,
    /// Whether a tap flags.
    flag_mode: bool,
    /// Whether one left click on a number is a chord.
    left_chords: bool,
    /// The cell under the mouse.
    hover: Option<Cell>,
    /// The cell that keys act on.
    focus: Cell,
    /// What a hint points at.
    hint: Vec<Special>,
    /// The first open, while the board for it is made elsewhere, and whether a key asked for it.
    wanted: Option<(Action, bool)>,
    /// What there is to say, until it is taken.
    remark: String,
}

#[wasm_bindgen]
impl Table {
    /// The game that an address asks for, with `any` as its seed if it names none.
    pub fn start(address: &str, any: f64) -> Result<Table, String> {
        let (session, start) = Wish::read(address)?.session(any.max(0.0) as u64)?;
        let mut table = Table::of(session);
        if let Some(start) = start {
            table.focus = start;
            table.hint = vec![(start, HINT)];
            let at = omnisweep_solver::place(table.session.game().shape(), start);
            table.remark = format!("This board is meant to start at {at}.");
        }
        Ok(table)
    }

    /// A saved game.
    pub fn load(text: &str) -> Result<Table, String> {
        let session = save::read(text).map_err(sentence)?;
        Ok(Table::of(session))
    }

    /// The game as text.
    pub fn save(&self, now: f64) -> String {
        save::write(&self.session, now as u64)
    }

    /// The same board from the start.
    pub fn retry(&self) -> Result<Table, String> {
        let mut table = Table::of(self.session.retry().map_err(sentence)?);
        (table.picture, table.flag_mode) = (self.picture.clone(), self.flag_mode);
        (table.left_chords, table.focus) = (self.left_chords, self.focus);
        // Whoever has seen a board knows it: it is practice now.
        if table.session.game().layout().is_some() {
            table.session.set_assisted();
        }
        Ok(table)
    }

    /// The address of this game.
    pub fn address(&self) -> String {
        Wish::of(&self.session).address()
    }

    /// The address of a new game like this one.
    pub fn again(&self) -> String {
        Wish::of(&self.session).without_seed().address()
    }

    /// The address that shares this very board: its code once it is drawn.
    pub fn link(&self) -> String {
        match self.code() {
            Some(code) => Wish::of(&self.session).with_code(code).address(),
            None => self.address(),
        }
    }

    /// Whether this is the very game that an address asks for.
    pub fn is_what(&self, address: &str) -> bool {
        Wish::read(address).is_ok_and(|wish| wish.is(&self.session))
    }

    /// The board's code, once it is drawn.
    pub fn code(&self) -> Option<String> {
        let opened = self.session.log().iter().find_map(|played| match played.action {
            Action::Open(cell) => Some(cell),
            _ => None,
        });
        self.session.game().layout().map(|layout| code::write(layout, opened))
    }

    /// What is being played, in a few words.
    pub fn title(&self) -> String {
        words::title(&self.session)
    }

    /// The seed, as a few words, if there is one.
    pub fn seed(&self) -> Option<String> {
        self.session.setup().seed.as_ref().map(|seed| format!("Seed {}", seed.number))
    }

    /// `playing`, `won` or `lost`.
    pub fn outcome(&self) -> String {
        match self.session.game().outcome() {
            Outcome::Playing => "playing",
            Outcome::Won => "won",
            Outcome::Lost => "lost",
        }
        .to_owned()
    }

    /// Whether a move was made.
    pub fn begun(&self) -> bool {
        !self.session.log().is_empty()
    }

    /// A number that grows with every move made and every one taken back.
    pub fn moves(&self) -> f64 {
        self.session.log().len() as f64 + 2.0 * self.session.undos() as f64
    }

    /// Mines less flags.
    pub fn mines_left(&self) -> String {
        self.session.game().mines_left().to_string()
    }

    /// The time played, for the clock above the board.
    pub fn clock(&self, now: f64) -> String {
        words::clock(self.session.elapsed(now as u64))
    }

    /// Stops the clock.
    pub fn pause(&mut self, now: f64) {
        self.session.pause(now as u64);
    }

    /// Lets the clock run on.
    pub fn resume(&mut self, now: f64) {
        self.session.resume(now as u64);
    }

    /// Whether the rules have this: `flag`, `mark` or `chord`.
    pub fn can(&self, what: &str) -> bool {
        let rules = self.session.game().rules();
        match what {
            "flag" => rules.flagging != Flagging::None,
            "mark" => rules.marks,
            "chord" => rules.chord.is_some(),
            _ => false,
        }
    }

    /// What there is to say, once.
    pub fn remark(&mut self) -> String {
        std::mem::take(&mut self.remark)
    }

    // Where things are.

    /// How many squares wide the picture is.
    pub fn width(&self) -> u32 {
        self.picture.size().0 as u32
    }

    /// How many squares high the picture is.
    pub fn height(&self) -> u32 {
        self.picture.size().1 as u32
    }

    /// Lays slices out for an area of this ratio of width to height, and says
    /// whether anything lies elsewhere now.
    pub fn arrange(&mut self, ratio: f64) -> bool {
        let shape = self.picture.shape().clone();
        let abreast = Picture::best_abreast(&shape, ratio);
        let picture = Picture::new(shape, abreast);
        let moved = picture != self.picture;
        self.picture = picture;
        moved
    }

    /// The number of the cell on a square, or -1.
    pub fn cell(&self, x: i32, y: i32) -> i32 {
        self.at(x, y).map_or(-1, |cell| cell.0 as i32)
    }

    /// The square of a cell, counted from the left.
    pub fn x(&self, cell: u32) -> u32 {
        self.picture.square(self.known(cell)).0 as u32
    }

    /// The square of a cell, counted from the top.
    pub fn y(&self, cell: u32) -> u32 {
        self.picture.square(self.known(cell)).1 as u32
    }

    /// A number for each square of a part of the picture: see [`paint`].
    pub fn paint(&self, x: u32, y: u32, width: u32, height: u32) -> Vec<u32> {
        let (x, y) = (u64::from(x), u64::from(y));
        let (right, bottom) = (x + u64::from(width), y + u64::from(height));
        paint::paint(self.session.game(), &self.picture, x..right, y..bottom, &self.special())
    }

    /// The labels of slices in a part of the picture: `x`, `y` and text, parted
    /// by tabs, each in a line.
    pub fn labels(&self, x: u32, y: u32, width: u32, height: u32) -> String {
        let (x, y) = (u64::from(x), u64::from(y));
        let labels = self.picture.labels(x..x + u64::from(width), y..y + u64::from(height));
        labels.map(|(x, y, label)| format!("{x}\t{y}\t{label}\n")).collect()
    }

    /// A cell in words.
    pub fn describe(&self, cell: u32) -> String {
        words::cell(self.session.game(), self.known(cell))
    }

    // What the player does. All say whether the board looks different now.

    /// The mouse is on this square with these buttons held.
    pub fn mouse(&mut self, x: i32, y: i32, buttons: u8, now: f64) -> bool {
        let at = self.at(x, y);
        let before = (self.mouse.pressed(), self.hover);
        self.hover = at;
        let game = self.session.game();
        let click = self.mouse.moved(at, Buttons(buttons), now as u64, |cell| is_open(game, cell));
        if let Some((click, cell)) = click {
            self.focus = cell;
            self.click(click, cell, now, false);
            return true;
        }
        let sliced = self.picture.is_sliced();
        before.0 != self.mouse.pressed() || (sliced && before.1 != self.hover)
    }

    /// A finger touches a square.
    pub fn touch(&mut self, x: i32, y: i32, now: f64) -> bool {
        self.finger.touch(self.at(x, y), now as u64);
        self.hover = self.finger.pressed();
        true
    }

    /// The finger moves the board, or another one came.
    pub fn untouch(&mut self) -> bool {
        self.finger.cancel();
        true
    }

    /// The finger rests: a long press once it has for `delay`.
    pub fn rest(&mut self, now: f64, delay: f64) -> bool {
        let Some(cell) = self.finger.held(now as u64, delay as u64) else { return false };
        self.tap(cell, true, now);
        true
    }

    /// The finger is lifted from a square.
    pub fn lift(&mut self, x: i32, y: i32, now: f64) -> bool {
        let Some(cell) = self.finger.lift(self.at(x, y)) else { return true };
        self.tap(cell, false, now);
        true
    }

    /// A key acts on the focused cell: `open`, `flag`, `mark` or `chord`.
    pub fn press(&mut self, what: &str, now: f64) -> bool {
        let cell = self.focus;
        let game = self.session.game();
        match what {
            "open" => self.click(Click::Left, cell, now, true),
            "flag" => self.click(Click::Right, cell, now, true),
            "chord" => self.click(Click::Multi, cell, now, true),
            "mark" => {
                // Where marks have to be taken away first, the same key does both.
                let unmark = game.rules().flagging == Flagging::SetAndUnmark
                    && matches!(game.view(cell), View::Flag | View::Mark);
                let action = if unmark { Action::Unmark(cell) } else { Action::Mark(cell) };
                self.act(action, now, true);
            }
            _ => return false,
        }
        true
    }

    /// A move in its text form, as `o 3 4`: the outcome, then each cell that
    /// looks different with its number in [`paint`], or why it was refused.
    pub fn play(&mut self, action: &str, now: f64) -> Result<String, String> {
        let action = Action::parse(action, &self.session.setup().shape).map_err(|e| e.to_string())?;
        let mut changes: Vec<(u64, usize, u64)> = Vec::new();
        self.session.act(action, now as u64, &mut changes).map_err(|refusal| refusal.to_string())?;
        Ok(changed(self.session.game(), &changes))
    }

    /// The cell that was opened first and waits for a board that needs no guess,
    /// or -1: the worker makes one, and [`Table::lay`] takes it.
    pub fn wanted(&self) -> i32 {
        self.wanted.map_or(-1, |(action, _)| action.cell().0 as i32)
    }

    /// Takes the board that was made for the first cell, and opens that.
    pub fn lay(&mut self, board: &str, now: f64) -> Result<(), String> {
        let (layout, _) = code::read(board).map_err(sentence)?;
        let Some((action, by_key)) = self.wanted.take() else { return Ok(()) };
        self.session.lay(layout).map_err(sentence)?;
        self.act(action, now, by_key);
        Ok(())
    }

    /// No board is wanted any more.
    pub fn forgo(&mut self) {
        self.wanted = None;
    }

    /// Takes the last move back.
    pub fn undo(&mut self, now: f64) -> bool {
        self.hint.clear();
        match self.session.undo(now as u64) {
            Some(undone) => {
                self.focus = undone.action.cell();
                self.remark = "Taken back. This is a practice game now.".to_owned();
                true
            }
            None => {
                self.remark = "There is nothing to take back.".to_owned();
                false
            }
        }
    }

    /// Whether taps flag, and whether one click on a number is a chord.
    pub fn habits(&mut self, flag_mode: bool, left_chords: bool) {
        (self.flag_mode, self.left_chords) = (flag_mode, left_chords);
    }

    // The focus.

    /// The cell that keys act on.
    pub fn focus(&self) -> u32 {
        self.focus.0 as u32
    }

    /// Puts the focus on a cell.
    pub fn set_focus(&mut self, cell: u32) {
        self.focus = self.known(cell);
        self.hover = None;
    }

    /// Moves the focus: `left`, `right`, `up`, `down`, `home`, `end`, `top`,
    /// `bottom`, or `axis3+` and `axis3-` along the third axis from the end, and
    /// so on; `steps` times.
    pub fn go(&mut self, way: &str, steps: u32) -> bool {
        let before = self.focus;
        self.hover = None;
        for _ in 0..steps.min(100_000) {
            let next = match way {
                "left" => self.picture.step(self.focus, Way::Left),
                "right" => self.picture.step(self.focus, Way::Right),
                "up" => self.picture.step(self.focus, Way::Up),
                "down" => self.picture.step(self.focus, Way::Down),
                "home" => self.farthest(Way::Left),
                "end" => self.farthest(Way::Right),
                "top" => Some(Cell(0)),
                "bottom" => Some(Cell(self.session.game().shape().cells() - 1)),
                _ => self.axis(way),
            };
            match next {
                Some(next) if next != self.focus => self.focus = next,
                _ => break,
            }
        }
        before != self.focus
    }

    // Help, and the end.

    /// Points at what a hint is about; the game is an assisted one from now on.
    pub fn show_hint(&mut self, cell: u32, numbers: &[u32], remark: &str) {
        self.session.set_assisted();
        let numbers = numbers.iter().map(|&number| (self.known(number), REASON));
        self.hint = numbers.collect();
        self.hint.push((self.known(cell), HINT));
        self.focus = self.known(cell);
        self.hover = None;
        self.remark = remark.to_owned();
    }

    /// Facts about a game that is over, a line each: a name, a tab, a value.
    pub fn facts(&self, now: f64) -> String {
        let Some(metrics) = Metrics::of(&self.session, now as u64) else { return String::new() };
        let mut facts = vec![words::fact("Time", words::duration(metrics.time))];
        let done = match self.session.game().outcome() {
            Outcome::Won => metrics.worth.bbbv.to_string(),
            _ => format!("{} of {}", metrics.solved, metrics.worth.bbbv),
        };
        facts.push(words::fact("3BV", done));
        if let Some(speed) = metrics.speed() {
            facts.push(words::fact("3BV/s", format!("{speed:.2}")));
        }
        facts.push(words::fact("Clicks", metrics.clicks.total()));
        if let Some(efficiency) = metrics.efficiency() {
            facts.push(words::fact("Efficiency", format!("{:.0} %", efficiency * 100.0)));
        }
        facts.join("\n")
    }

    /// The record of a game that is over, ended at this moment since 1970: a line of JSON.
    pub fn record(&self, finished: f64) -> Option<String> {
        Record::of(&self.session, finished as u64).map(|record| record.write())
    }

    /// Whether a win of this game counts as a best time.
    pub fn counts(&self) -> bool {
        self.session.counts_for_records()
    }
}

impl Table {
    fn of(session: Session) -> Table {
        let shape = session.game().shape();
        let middle: Vec<u64> = shape.sizes().iter().map(|size| size / 2).collect();
        let last = session.log().last().map(|last| last.action.cell());
        let focus = last.or(shape.cell(&middle)).unwrap_or(Cell(0));
        Table {
            picture: Picture::new(shape.clone(), 1),
            session,
            mouse: Mouse::default(),
            finger: Finger::default(),
            flag_mode: false,
            left_chords: false,
            hover: None,
            focus,
            hint: Vec::new(),
            wanted: None,
            remark: String::new(),
        }
    }

    fn at(&self, x: i32, y: i32) -> Option<Cell> {
        self.picture.cell(u64::try_from(x).ok()?, u64::try_from(y).ok()?)
    }

    /// A cell of the board, whatever number the script gave.
    fn known(&self, cell: u32) -> Cell {
        Cell(u64::from(cell).min(self.session.game().shape().cells() - 1))
    }

    fn tap(&mut self, cell: Cell, long: bool, now: f64) {
        let tap = if self.flag_mode { Tap::Flags } else { Tap::Opens };
        self.focus = cell;
        self.click(tap.click(long, is_open(self.session.game(), cell)), cell, now, false);
    }

    fn click(&mut self, click: Click, cell: Cell, now: f64, by_key: bool) {
        // A key on an open number means the chord: keys have no second button.
        let left_chords = self.left_chords || by_key;
        match clicks::action(self.session.game(), click, cell, left_chords) {
            Some(action) => self.act(action, now, by_key),
            None if by_key => self.remark = "These rules have no such action.".to_owned(),
            None => {}
        }
    }

    fn act(&mut self, action: Action, now: f64, by_key: bool) {
        let free = self.session.game().view(action.cell()) == View::Closed;
        let lidless = free || self.session.game().rules().open_flagged;
        if matches!(action, Action::Open(_)) && lidless && self.session.wants_board() {
            self.wanted = Some((action, by_key));
            return;
        }
        let mut opened = Opened(0);
        match self.session.act(action, now as u64, &mut opened) {
            Ok(Outcome::Playing) => {
                self.hint.clear();
                if by_key {
                    self.remark = words::happened(self.session.game(), action, opened.0);
                }
            }
            Ok(_) => {
                self.hint.clear();
                self.remark = words::ended(&self.session, now as u64);
            }
            Err(refusal) if by_key => self.remark = sentence(refusal),
            Err(_) => {}
        }
    }

    fn farthest(&self, way: Way) -> Option<Cell> {
        let (_, y) = self.picture.square(self.focus);
        let width = self.picture.size().0;
        let mut squares = 0..width;
        let on = |x| self.picture.cell(x, y);
        match way {
            Way::Left => squares.find_map(on),
            _ => squares.rev().find_map(on),
        }
    }

    fn axis(&self, way: &str) -> Option<Cell> {
        let (axis, forward) = match way.strip_prefix("axis")?.split_at_checked(1)? {
            (axis, "+") => (axis, true),
            (axis, "-") => (axis, false),
            _ => return None,
        };
        self.picture.along(self.focus, axis.parse::<usize>().ok()?.checked_sub(1)?, forward)
    }

    fn special(&self) -> Vec<Special> {
        let game = self.session.game();
        let shape = game.shape();
        let mut special = self.hint.clone();
        if self.picture.is_sliced() {
            let centre = self.hover.unwrap_or(self.focus);
            special.extend(shape.neighbours(centre).chain([centre]).map(|cell| (cell, LIT)));
        }
        if game.outcome() != Outcome::Playing {
            return special;
        }
        let closed = |cell: &Cell| matches!(game.view(*cell), View::Closed | View::Mark);
        let finger = self.finger.pressed().map(|cell| {
            let tap = if self.flag_mode { Tap::Flags } else { Tap::Opens };
            (cell, tap.click(false, is_open(game, cell)))
        });
        match self.mouse.pressed().or(finger) {
            Some((cell, Click::Multi)) => {
                let around = shape.neighbours(cell).chain([cell]);
                special.extend(around.filter(closed).map(|cell| (cell, PRESSED)));
            }
            Some((cell, _)) => {
                special.extend([cell].into_iter().filter(|&c| !is_open(game, c)).map(|c| (c, PRESSED)))
            }
            None => {}
        }
        special
    }
}

/// Counts the cells that look different.
struct Opened(u64);

impl Sink for Opened {
    fn changed(&mut self, _row: u64, _word: usize, bits: u64) {
        self.0 += u64::from(bits.count_ones());
    }
}

fn is_open(game: &Game, cell: Cell) -> bool {
    matches!(game.view(cell), View::Number(_) | View::Exploded)
}

/// How a game stands and what a move has changed, as text: so that two programs
/// can be seen to do the same.
#[must_use]
pub fn changed(game: &Game, changes: &[(u64, usize, u64)]) -> String {
    let shape = game.shape();
    let mut cells: Vec<Cell> =
        changes.iter().flat_map(|&(row, word, bits)| shape.cells_in(row, word, bits)).collect();
    cells.sort_unstable();
    cells.dedup();
    let mut text = format!("{:?}", game.outcome()).to_lowercase();
    for cell in cells {
        text.push_str(&format!(" {}:{:?}", cell.0, game.view(cell)));
    }
    text
}

/// Plays any bytes as events, for tests that look for trouble: whatever happens,
/// nothing panics, and the game can be saved and read back.
///
/// # Panics
/// Where the game is not read back as it was.
pub fn rehearse(bytes: &[u8]) {
    const GAMES: [&str; 8] = [
        "level=beginner&seed=1",
        "level=tesseract&seed=2&marks=on",
        "size=5x70&seed=3&rules=clicks",
        "size=3x4x5&mines=9&seed=4&rules=cs121",
        "size=7&mines=2&seed=5&rules=nd",
        "level=beginner&seed=6&rules=esp&guess=fair",
        "level=beginner&seed=7&guess=never",
        "size=1x1&mines=0&rules=styles",
    ];
    let mut bytes = bytes.iter().copied();
    let mut next = || bytes.next();
    let Some(game) = next() else { return };
    let Ok(mut table) = Table::start(GAMES[usize::from(game) % GAMES.len()], 1.0) else { return };
    let mut now = 0.0;
    while let (Some(kind), Some(x), Some(y)) = (next(), next(), next()) {
        now += f64::from(kind >> 4);
        let (at_x, at_y) = (i32::from(x) - 2, i32::from(y) - 2);
        match kind & 15 {
            0..=3 => _ = table.mouse(at_x % 12, at_y % 12, kind & 7, now),
            4 => _ = table.mouse(at_x % 12, at_y % 12, 0, now),
            5 => _ = table.touch(at_x % 12, at_y % 12, now),
            6 => _ = table.lift(at_x % 12, at_y % 12, now),
            7 => {
                now += 500.0;
                table.rest(now, 300.0);
            }
            8 => _ = table.press(["open", "flag", "mark", "chord", "sing"][usize::from(x) % 5], now),
            9 => {
                _ = table.go(
                    ["left", "down", "end", "axis3+", "axis9-", "axis", "?"][usize::from(x) % 7],
                    u32::from(y),
                )
            }
            10 => _ = table.undo(now),
            11 => table.set_focus(u32::from(x) * 300),
            12 => _ = table.arrange(f64::from(x) / f64::from(y)),
            13 => table.show_hint(u32::from(x), &[u32::from(y), u32::MAX], "Here."),
            14 => table.habits(x & 1 == 0, y & 1 == 0),
            _ => _ = table.lay("9x9.AAJhAAIAEBkAAAFKxCQ.4x4", now),
        }
        _ = (table.remark(), table.paint(0, 0, 12, 12), table.labels(0, 0, 12, 12), table.facts(now));
        _ = (table.describe(table.focus()), table.cell(at_x, at_y), table.link(), table.record(now));
    }
    let saved = table.save(now);
    let again = Table::load(&saved).map(|again| again.save(now));
    assert_eq!(again, Ok(saved), "a game is read back as it was");
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn any_events_leave_a_game_that_can_go_on(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            rehearse(&bytes);
        }
    }

    #[test]
    fn a_tap_is_what_the_mode_says() {
        let mut table = Table::start("level=beginner&seed=5", 1.0).unwrap();
        table.habits(true, false);
        table.touch(0, 0, 0.0);
        table.lift(0, 0, 50.0);
        assert_eq!((table.mines_left(), table.focus()), ("9".to_owned(), 0));
        table.touch(4, 4, 100.0);
        assert!(!table.rest(200.0, 300.0) && table.rest(400.0, 300.0));
        assert!(table.paint(4, 4, 1, 1)[0] >= paint::OPEN);
    }

    #[test]
    fn numbers_from_elsewhere_are_never_off_the_board() {
        let mut table = Table::start("level=beginner&seed=5", 1.0).unwrap();
        table.set_focus(u32::MAX);
        assert_eq!(table.focus(), 80);
        assert!(table.describe(u32::MAX).ends_with("row 8, column 8"));
        assert_eq!((table.cell(-1, 0), table.cell(9, 0), table.cell(8, 8)), (-1, -1, 80));
    }
}
