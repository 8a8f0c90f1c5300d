//! Random games on the engine and on a naive model of the rules, side by side.
//!
//! The model has one struct per cell and says every rule set in its own words;
//! it knows nothing of planes, words, sweeps or of [`Rules`].

#![allow(clippy::unwrap_used)]

mod boards;

use boards::{action, moves, sizes};
use omnisweep_engine::{
    Action, Cell, ChangedCells, Counts, FirstCell, Game, Layout, Outcome, Refusal, RuleSet, Rules, Shape,
    View, random,
};
use proptest::prelude::*;

#[derive(Clone, Copy, Default)]
struct Tile {
    mine: bool,
    open: bool,
    flag: bool,
    mark: bool,
}

struct Model {
    set: RuleSet,
    marks: bool,
    tiles: Vec<Tile>,
    near: Vec<Vec<usize>>,
    over: bool,
}

impl Model {
    fn new(set: RuleSet, marks: bool, layout: &Layout) -> Model {
        let shape = layout.shape();
        let at: Vec<Vec<u64>> = (0..shape.cells()).map(|i| shape.coordinates(Cell(i))).collect();
        let near = if at.len() < 700 {
            let touch =
                |a: usize, b: usize| a != b && at[a].iter().zip(&at[b]).all(|(x, y)| x.abs_diff(*y) < 2);
            (0..at.len()).map(|a| (0..at.len()).filter(|&b| touch(a, b)).collect()).collect()
        } else {
            (0..shape.cells())
                .map(|i| shape.neighbours(Cell(i)).map(|cell| cell.0 as usize).collect())
                .collect()
        };
        let tiles =
            (0..shape.cells()).map(|i| Tile { mine: layout.contains(Cell(i)), ..Tile::default() }).collect();
        Model { set, marks, tiles, near, over: false }
    }

    fn number(&self, i: usize) -> u32 {
        self.near[i].iter().filter(|&&n| self.tiles[n].mine).count() as u32
    }

    fn uncover(&mut self, i: usize) {
        self.tiles[i].open = true;
        if self.set != RuleSet::Esp {
            (self.tiles[i].flag, self.tiles[i].mark) = (false, false);
        }
    }

    /// Opens a safe cell and what follows.
    fn flood(&mut self, i: usize) {
        let mut stack = vec![i];
        self.uncover(i);
        while let Some(i) = stack.pop() {
            if self.number(i) > 0 {
                continue;
            }
            for n in self.near[i].clone() {
                let tile = self.tiles[n];
                let stops = matches!(self.set, RuleSet::Modern | RuleSet::Clicks) && (tile.flag || tile.mark);
                if !tile.open && !stops {
                    self.uncover(n);
                    stack.push(n);
                }
            }
        }
    }

    fn hit(&mut self, i: usize) {
        if self.tiles[i].mine {
            self.uncover(i);
            self.over = true;
        } else if !self.tiles[i].open {
            self.flood(i);
        }
    }

    /// Does it, or says that it is refused.
    fn act(&mut self, action: Action) -> bool {
        use RuleSet::*;
        let i = action.cell().0 as usize;
        let tile = self.tiles[i];
        let lid = tile.flag || tile.mark;
        if self.over {
            return false;
        }
        match (action, self.set) {
            (Action::Open(_), _) if tile.open => return false,
            (Action::Open(_), Modern | Cs121) if lid => return false,
            (Action::Open(_), _) => self.hit(i),

            (Action::Flag(_), Nd) => return false,
            (Action::Flag(_), Esp) => self.tiles[i].flag ^= true,
            (Action::Flag(_), _) if tile.open => return false,
            (Action::Flag(_), Clicks | Cs121) if lid => return false,
            (Action::Flag(_), _) => (self.tiles[i].flag, self.tiles[i].mark) = (!tile.flag, false),

            (Action::Mark(_), _) if !self.marks || tile.open => return false,
            (Action::Mark(_), Cs121) if lid => return false,
            (Action::Mark(_), _) => (self.tiles[i].flag, self.tiles[i].mark) = (false, !tile.mark),

            (Action::Unmark(_), Cs121) if lid && !tile.open => {
                (self.tiles[i].flag, self.tiles[i].mark) = (false, false);
            }
            (Action::Unmark(_), _) => return false,

            (Action::Chord(_), Modern | Clicks | Cs121) => {
                let near = self.near[i].clone();
                let closed = |t: &Tile| !t.open;
                let flags: Vec<_> =
                    near.iter().filter(|&&n| closed(&self.tiles[n]) && self.tiles[n].flag).collect();
                let rest: Vec<_> = near
                    .iter()
                    .copied()
                    .filter(|&n| closed(&self.tiles[n]) && !self.tiles[n].flag && !self.tiles[n].mark)
                    .collect();
                if !tile.open || flags.len() as u32 != self.number(i) || rest.is_empty() {
                    return false;
                }
                let wrong = flags.iter().any(|&&n| !self.tiles[n].mine);
                if self.set == Clicks && wrong {
                    for n in rest {
                        if self.tiles[n].mine {
                            self.uncover(n);
                        }
                    }
                    self.over = true;
                } else {
                    rest.into_iter().for_each(|n| self.hit(n));
                }
            }
            (Action::Chord(_), _) => return false,
        }
        if self.outcome() != Outcome::Playing {
            self.over = true;
        }
        true
    }

    fn outcome(&self) -> Outcome {
        if self.tiles.iter().any(|t| t.mine && t.open) {
            Outcome::Lost
        } else if self.tiles.iter().all(|t| t.mine || t.open) {
            Outcome::Won
        } else {
            Outcome::Playing
        }
    }

    fn view(&self, i: usize) -> View {
        match self.tiles[i] {
            Tile { open: true, mine: true, .. } => View::Exploded,
            Tile { open: true, .. } => View::Number(self.number(i)),
            Tile { flag: true, .. } => View::Flag,
            Tile { mark: true, .. } => View::Mark,
            _ => View::Closed,
        }
    }

    fn reveal(&self, i: usize) -> View {
        match self.tiles[i] {
            Tile { open: false, mine: true, flag: false, .. } => View::Mine,
            Tile { open: false, mine: false, flag: true, .. } => View::WrongFlag,
            _ => self.view(i),
        }
    }
}

/// Plays the same actions on both and compares everything that can be seen.
fn play(set: RuleSet, marks: bool, layout: &Layout, actions: impl Iterator<Item = Action>) {
    let rules = Rules { marks: marks || set.rules().marks, ..set.rules() };
    let mut model = Model::new(set, rules.marks, layout);
    let mut game = Game::on(layout.clone(), rules).unwrap();
    let shape = layout.shape();
    let views = |game: &Game| (0..shape.cells()).map(|i| game.view(Cell(i))).collect::<Vec<_>>();
    let mut before = views(&game);
    let mut reported = ChangedCells::new(shape);
    for action in actions {
        let accepted = game.apply(action, &mut reported);
        assert_eq!(accepted.is_ok(), model.act(action), "{action:?} {set:?}: {accepted:?}");
        let after = views(&game);

        let changed: Vec<Cell> =
            (0..shape.cells()).filter(|&i| before[i as usize] != after[i as usize]).map(Cell).collect();
        assert_eq!(reported.take(), changed, "{action:?}");
        before = after;

        for (i, &view) in before.iter().enumerate() {
            assert_eq!(view, model.view(i), "{action:?} {set:?}, cell {i} of {shape}");
            assert_eq!(game.reveal(Cell(i as u64)), model.reveal(i));
        }
        // A flag is kept or dropped on open cells too, where it is not seen.
        for (i, tile) in model.tiles.iter().enumerate() {
            let place = shape.place(Cell(i as u64));
            let flag = game.row(place.row, place.word).next().unwrap().flag;
            assert_eq!(
                flag & place.mask() != 0,
                tile.flag,
                "{action:?} {set:?}, the flag of cell {i} of {shape}"
            );
        }
        let closed = |of: fn(&Tile) -> bool| model.tiles.iter().filter(|t| !t.open && of(t)).count() as u64;
        assert_eq!(game.outcome(), model.outcome());
        assert_eq!(game.safe_left(), closed(|t| !t.mine));
        assert_eq!(game.flags(), closed(|t| t.flag));
        assert_eq!(game.marks(), closed(|t| t.mark));
        assert_eq!(game.mines_left(), layout.count() as i128 - closed(|t| t.flag) as i128);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_game_goes_as_the_naive_model_says(
        sizes in sizes(), density in 0..30_u64, seed: u64, moves in moves(), set in 0..6_usize, marks: bool
    ) {
        let shape = Shape::new(&sizes).unwrap();
        let cells = shape.cells();
        let layout = random::draw(&shape, cells * density / 100, &Default::default(), seed).unwrap();
        let set = RuleSet::ALL[set];
        let mut last = Cell(0);
        let actions = moves.into_iter().map(|(kind, number, again)| {
            // Every other move happens at or beside the cell of the last one.
            if again {
                let near: Vec<Cell> = shape.neighbours(last).chain([last]).collect();
                last = near[(number % near.len() as u64) as usize];
            } else {
                last = Cell(number % cells);
            }
            action(kind, last)
        });
        play(set, marks && set == RuleSet::Modern, &layout, actions.collect::<Vec<_>>().into_iter());
    }

    #[test]
    fn stored_counts_are_the_counts_of_the_neighbours(sizes in sizes(), density in 0..90_u64, seed: u64) {
        let shape = Shape::new(&sizes).unwrap();
        let layout =
            random::draw(&shape, shape.cells() * density / 100, &Default::default(), seed).unwrap();
        let counts = Counts::of(&layout).unwrap();
        let game = Game::on(layout.clone(), Rules::ND).unwrap();
        for cell in (0..shape.cells()).map(Cell) {
            let around = shape.neighbours(cell).filter(|&near| layout.contains(near)).count() as u32;
            prop_assert_eq!(counts.get(cell), around);
            prop_assert_eq!(game.mines_around(cell), Some(around));
        }
    }

    #[test]
    fn the_word_view_shows_what_the_cell_view_shows(
        sizes in sizes(), density in 0..60_u64, seed: u64, moves in moves()
    ) {
        let shape = Shape::new(&sizes).unwrap();
        let layout =
            random::draw(&shape, shape.cells() * density / 100, &Default::default(), seed).unwrap();
        let mut game = Game::on(layout.clone(), Rules { marks: true, ..Rules::STYLES }).unwrap();
        for (kind, number, _) in moves {
            _ = game.apply(action(kind, Cell(number % shape.cells())), &mut ());
        }
        for row in 0..shape.rows() {
            for (word, view) in game.row(row, 0).enumerate() {
                for cell in shape.cells_in(row, word, view.valid) {
                    let bit = shape.place(cell).bit;
                    let on = |bits: u64| bits >> bit & 1 != 0;
                    prop_assert_eq!(on(view.mine), layout.contains(cell));
                    if shape.is_flat() {
                        prop_assert_eq!(Some(view.number(bit)), game.mines_around(cell));
                    }
                    let seen = match (on(view.open), on(view.mine)) {
                        (true, true) => View::Exploded,
                        (true, false) => View::Number(game.mines_around(cell).unwrap()),
                        _ if on(view.flag) => View::Flag,
                        _ if on(view.mark) => View::Mark,
                        _ => View::Closed,
                    };
                    prop_assert_eq!(seen, game.view(cell));
                }
            }
        }
    }
}

/// Rows longer than a flood's window, with flags in the way.
#[test]
fn long_rows_are_flooded_as_the_naive_model_says() {
    for (sizes, mines) in
        [(vec![40_000], 3), (vec![3, 20_000], 40), (vec![20_000, 4], 9), (vec![2, 2, 17_000], 20)]
    {
        let shape = Shape::new(&sizes).unwrap();
        for (seed, set) in RuleSet::ALL.into_iter().enumerate() {
            let layout = random::draw(&shape, mines, &Default::default(), seed as u64).unwrap();
            let at = |part: u64| Cell(shape.cells() / 7 * part);
            let actions = [
                Action::Flag(at(1)),
                Action::Flag(at(4)),
                Action::Open(at(3)),
                Action::Flag(at(1)),
                Action::Open(at(6)),
                Action::Open(at(1)),
            ];
            play(set, false, &layout, actions.into_iter());
        }
    }
}

#[test]
fn a_flag_taken_away_beside_an_opening_leaves_its_cell_closed() {
    // The flag at 0 5 stops the flood; once gone, a flood elsewhere in the same
    // word must not run over the old opening and open 0 5 on the way.
    let layout = omnisweep_engine::text::parse_layout("......*.....\n......*.....\n", None).unwrap();
    let shape = layout.shape().clone();
    let at = |column| shape.cell(&[0, column]).unwrap();
    let mut game = Game::on(layout, Rules::MODERN).unwrap();
    for action in [Action::Flag(at(3)), Action::Open(at(0)), Action::Flag(at(3)), Action::Open(at(11))] {
        game.apply(action, &mut ()).unwrap();
    }
    assert_eq!(game.view(at(3)), View::Closed);
    assert_eq!(game.view(at(8)), View::Number(0));
    // A chord on the blank beside it opens it after all.
    game.apply(Action::Chord(at(2)), &mut ()).unwrap();
    assert_eq!(game.view(at(3)), View::Number(0));
    assert_eq!(game.outcome(), Outcome::Won);
}

#[test]
fn a_mark_taken_away_beside_an_opening_leaves_its_cell_closed() {
    let layout = omnisweep_engine::text::parse_layout("......*.....\n......*.....\n", None).unwrap();
    let shape = layout.shape().clone();
    let at = |column| shape.cell(&[0, column]).unwrap();
    let mut game = Game::on(layout, Rules { marks: true, ..Rules::MODERN }).unwrap();
    for action in [Action::Mark(at(3)), Action::Open(at(0)), Action::Mark(at(3)), Action::Open(at(11))] {
        game.apply(action, &mut ()).unwrap();
    }
    assert_eq!(game.view(at(3)), View::Closed);
}

/// The table of the rules, as it was agreed.
#[test]
fn every_set_of_rules_is_as_agreed() {
    use omnisweep_engine::{Chord::*, FirstCell::*, Flagging};
    let row = |set: RuleSet| {
        let Rules {
            first,
            open_flagged,
            flood_flagged,
            opening_drops_flag,
            chord,
            flagging,
            flag_open_cells,
            marks,
        } = set.rules();
        (first, open_flagged, flood_flagged, opening_drops_flag, chord, flagging, flag_open_cells, marks)
    };
    let (yes, no) = (true, false);
    assert_eq!(row(RuleSet::Modern), (Opening, no, no, yes, Some(OpensTheRest), Flagging::Toggle, no, no));
    assert_eq!(row(RuleSet::Esp), (Safe, yes, yes, no, None, Flagging::Toggle, yes, no));
    assert_eq!(row(RuleSet::Nd), (Anything, no, no, yes, None, Flagging::None, no, no));
    assert_eq!(row(RuleSet::Clicks), (Anything, yes, no, yes, Some(WrongFlagLoses), Flagging::Set, no, no));
    assert_eq!(row(RuleSet::Styles), (Anything, yes, yes, yes, None, Flagging::Toggle, no, no));
    assert_eq!(
        row(RuleSet::Cs121),
        (Safe, no, yes, yes, Some(OpensTheRest), Flagging::SetAndUnmark, no, yes)
    );
}

#[test]
fn before_the_mines_are_laid_nothing_is_known_and_nothing_opens() {
    let shape = Shape::new(&[2, 3]).unwrap();
    let mut game = Game::new(shape, Rules { first: FirstCell::Safe, ..Rules::MODERN }, 1).unwrap();
    game.apply(Action::Flag(Cell(0)), &mut ()).unwrap();
    assert_eq!(game.reveal(Cell(0)), View::Flag, "nobody knows yet whether it is wrong");
    assert_eq!(game.mines_around(Cell(1)), None);
    assert_eq!(game.apply(Action::Open(Cell(1)), &mut ()), Err(Refusal::NotLaid));
    assert_eq!(game.apply(Action::Open(Cell(6)), &mut ()), Err(Refusal::OffBoard));
    assert_eq!(game.apply(Action::Flag(Cell(u64::MAX)), &mut ()), Err(Refusal::OffBoard));
}

#[test]
fn counts_are_right_where_they_are_large() {
    for sizes in [vec![3; 6], vec![4, 3, 3, 3, 3, 3, 2]] {
        let shape = Shape::new(&sizes).unwrap();
        let layout = random::draw(&shape, shape.cells() * 9 / 10, &Default::default(), 1).unwrap();
        let counts = Counts::of(&layout).unwrap();
        let most = (0..shape.cells()).map(|i| counts.get(Cell(i))).max();
        assert!(most > Some(255), "{shape}: {most:?}");
        for cell in (0..shape.cells()).map(Cell) {
            let around = shape.neighbours(cell).filter(|&near| layout.contains(near)).count() as u32;
            assert_eq!(counts.get(cell), around);
        }
    }
}

#[test]
fn the_mine_count_is_checked_before_anything_is_laid() {
    let most = |sizes: &[u64], first: FirstCell| first.most_mines(&Shape::new(sizes).unwrap());
    assert_eq!(most(&[9, 9], FirstCell::Opening), 72);
    assert_eq!(most(&[9, 9], FirstCell::Safe), 80);
    assert_eq!(most(&[1, 1], FirstCell::Opening), 0);
    assert_eq!(most(&[1, 5], FirstCell::Opening), 2);
    let game = |sizes: &[u64], mines| Game::new(Shape::new(sizes).unwrap(), Rules::MODERN, mines);
    assert!(game(&[9, 9], 72).is_ok());
    let error = game(&[9, 9], 73).unwrap_err().to_string();
    assert_eq!(error, "too many mines (73): a 9x9 board that starts with an opening has room for at most 72");
}

#[test]
fn the_smallest_and_the_fullest_boards_can_be_played() {
    for (sizes, mines) in
        [(vec![1, 1], 0), (vec![1], 0), (vec![1, 7], 6), (vec![2, 2], 3), (vec![1, 1, 1, 1], 0)]
    {
        let shape = Shape::new(&sizes).unwrap();
        let rules = Rules { first: FirstCell::Safe, ..Rules::MODERN };
        for cell in (0..shape.cells()).map(Cell) {
            let mut game = Game::new(shape.clone(), rules, mines).unwrap();
            game.lay(
                random::draw(&shape, mines, &game.rules().first.keeps_free(game.shape(), cell), cell.0)
                    .unwrap(),
            );
            assert_eq!(game.apply(Action::Open(cell), &mut ()), Ok(Outcome::Won), "{shape} {mines}");
        }
    }
}

#[test]
fn a_board_too_large_is_an_error_at_once() {
    for sizes in [vec![1 << 40, 1 << 20], vec![u64::MAX], vec![1 << 20, 1 << 20, 1 << 20]] {
        let shape = Shape::new(&sizes).unwrap();
        assert!(Game::new(shape.clone(), Rules::MODERN, 10).is_err(), "{shape}");
        assert!(Layout::new(shape).is_err());
    }
}
