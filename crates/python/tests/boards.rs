//! Many small boards and the engine's game are the same game.
#![allow(clippy::unwrap_used)]

// The library is for Python alone, so what needs no Python is taken in by its file.
#[path = "../src/boards/mod.rs"]
#[allow(dead_code)]
mod boards;

use std::sync::atomic::AtomicBool;

use boards::{BoardSpec, CLOSED, FLAG, MINE, Memory, Reset, Reward, Scratch, State, Step};
use omnisweep_engine::random::splitmix64;
use omnisweep_engine::{Action, Cell, FirstCell, Outcome, RuleSet, Shape, View};
use omnisweep_session::{GuessMode, Seed, Session, Setup};
use omnisweep_solver::{Mines, Position, analyse};
use proptest::prelude::*;

/// Boards with their memory.
struct World {
    spec: BoardSpec,
    states: Vec<State>,
    hidden: Vec<u8>,
    seen: Vec<i8>,
    mask: Vec<i8>,
    probabilities: Vec<f32>,
    last_seen: Vec<i8>,
    scratch: Scratch,
}

/// What a step told.
struct Told {
    rewards: Vec<f64>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    won: Vec<bool>,
}

impl World {
    fn new(spec: BoardSpec, boards: usize, seed: u64) -> World {
        let cells = spec.cells();
        let mut world = World {
            states: vec![State::default(); boards],
            hidden: vec![0; boards * spec.places()],
            seen: vec![0; boards * cells],
            mask: vec![0; boards * spec.actions()],
            probabilities: vec![0.0; if spec.needs_probabilities() { boards * cells } else { 0 }],
            last_seen: vec![0; if spec.reset == Reset::SameStep { boards * cells } else { 0 }],
            scratch: Scratch::default(),
            spec,
        };
        let seeds: Vec<Option<u64>> = (seed..).take(boards).map(Some).collect();
        world.with(|memory, spec, _| memory.reset(spec, |_| true, &seeds));
        world
    }

    fn with<T>(&mut self, go: impl FnOnce(&mut Memory<'_>, &BoardSpec, &mut Scratch) -> T) -> T {
        let mut memory = Memory {
            states: &mut self.states,
            hidden: &mut self.hidden,
            seen: &mut self.seen,
            mask: &mut self.mask,
            probabilities: &mut self.probabilities,
            last_seen: &mut self.last_seen,
        };
        go(&mut memory, &self.spec, &mut self.scratch)
    }

    fn step(&mut self, actions: &[i64]) -> Told {
        let boards = actions.len();
        let (mut rewards, mut seeds) = (vec![0.0; boards], vec![0; boards]);
        let (mut terminated, mut truncated, mut won) =
            (vec![false; boards], vec![false; boards], vec![false; boards]);
        let step = Step {
            actions,
            rewards: &mut rewards,
            terminated: &mut terminated,
            truncated: &mut truncated,
            seeds: &mut seeds,
            won: &mut won,
            chosen: &mut [],
            key: 0,
        };
        self.with(|memory, spec, scratch| memory.step(spec, step, scratch, &AtomicBool::new(false)));
        Told { rewards, terminated, truncated, won }
    }
}

fn session(spec: &BoardSpec, seed: u64) -> Session {
    let mut setup = Setup::new(RuleSet::Modern, spec.shape.clone(), spec.mines, Some(Seed::new(seed)));
    setup.first = spec.first;
    let guess = if spec.no_guess { GuessMode::Never } else { GuessMode::Ordinary };
    Session::new(setup.with_guess(guess)).unwrap()
}

/// Makes the same move in a session.
fn play(session: &mut Session, action: i64, cells: usize) {
    let cell = Cell(action as u64 % cells as u64);
    let opens = (action as usize) < cells;
    if opens && session.wants_board() && session.game().view(cell) == View::Closed {
        let mut search = session.search(cell).unwrap();
        let layout = std::iter::repeat_with(|| search.step(|| true)).flatten().next().unwrap();
        session.lay(layout).unwrap();
    }
    _ = session.act(if opens { Action::Open(cell) } else { Action::Flag(cell) }, 0, &mut ());
}

fn looks(session: &Session) -> Vec<i8> {
    let see = |cell| match session.game().view(Cell(cell)) {
        View::Number(number) => number as i8,
        View::Flag => FLAG,
        View::Exploded => MINE,
        _ => CLOSED,
    };
    (0..session.game().shape().cells()).map(see).collect()
}

fn sizes() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![
        Just(vec![9, 9]),
        prop::collection::vec(2_u64..8, 2),
        prop::collection::vec(1_u64..5, 3),
        prop::collection::vec(1_u64..4, 4),
        Just(vec![12, 3]),
        Just(vec![15]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn they_play_as_the_engine_does(
        sizes in sizes(),
        share in 0.0..0.4_f64,
        first in prop::sample::select(FirstCell::ALL.to_vec()),
        (flags, no_guess) in (any::<bool>(), any::<bool>()),
        seed in any::<u64>(),
    ) {
        let shape = Shape::new(&sizes).unwrap();
        // Of small and of dense boards there may be none without guessing.
        let no_guess = no_guess && first != FirstCell::Anything && sizes == [9, 9];
        let share = if no_guess { share / 3.0 } else { share };
        let mines = ((shape.cells() as f64 * share) as u64).min(first.most_mines(&shape));
        let mut spec = BoardSpec::new(shape, mines, first).unwrap();
        (spec.flags, spec.no_guess) = (flags, no_guess);
        let mut world = World::new(spec, 1, seed);
        let mut game = session(&world.spec, seed);
        let cells = world.spec.cells();
        for turn in 0..40 {
            // Anything at all, also what cannot be done.
            let action = (splitmix64(seed ^ turn) % world.spec.actions() as u64) as i64;
            let before = game.game().safe_left();
            let told = world.step(&[action]);
            play(&mut game, action, cells);
            prop_assert_eq!(&world.seen, &looks(&game));
            let outcome = game.game().outcome();
            prop_assert_eq!(told.terminated[0], outcome != Outcome::Playing);
            prop_assert_eq!(told.won[0], outcome == Outcome::Won);
            prop_assert_eq!(told.rewards[0], f64::from(u8::from(outcome == Outcome::Won)));
            prop_assert!(before >= game.game().safe_left());
            for cell in 0..cells {
                let closed = world.seen[cell] < 0 && world.seen[cell] != MINE;
                prop_assert_eq!(world.mask[cell] != 0, closed && world.seen[cell] != FLAG);
                prop_assert!(!flags || (world.mask[cells + cell] != 0) == closed);
            }
            if told.terminated[0] {
                break;
            }
        }
    }

    #[test]
    fn rewards_are_what_was_opened_and_what_was_risked(seed in any::<u64>()) {
        let shape = Shape::new(&[6, 7]).unwrap();
        let spec = |reward| {
            let mut spec = BoardSpec::new(shape.clone(), 8, FirstCell::Safe).unwrap();
            spec.reward = reward;
            spec
        };
        let mut progress = World::new(spec(Reward::Progress), 1, seed);
        let mut risk = World::new(spec(Reward::Risk), 1, seed);
        let mut game = session(&progress.spec, seed);
        for turn in 0.. {
            let action = [boards::sample(&progress.mask, seed ^ turn)];
            let before = (game.game().safe_left(), Position::of(game.game()));
            let (opened, risked) = (progress.step(&action), risk.step(&action));
            play(&mut game, action[0], 42);
            let share = (before.0 - game.game().safe_left()) as f64 / 34.0;
            prop_assert!((opened.rewards[0] - share).abs() < 1e-12);
            let analysis = analyse(&before.1, Mines::Total(8)).unwrap();
            let least = analysis.safest().unwrap().1;
            let taken = analysis.probability(Cell(action[0] as u64)).unwrap();
            let known = if turn == 0 { 0.0 } else { least - taken };
            prop_assert!((risked.rewards[0] - known).abs() < 1e-6);
            if opened.terminated[0] {
                break;
            }
        }
    }
}

#[test]
fn games_give_way_as_they_are_told() {
    let shape = Shape::new(&[4, 4]).unwrap();
    for reset in Reset::ALL {
        let mut spec = BoardSpec::new(shape.clone(), 4, FirstCell::Safe).unwrap();
        (spec.reset, spec.most_moves) = (reset, 9);
        let mut world = World::new(spec, 64, 5);
        let (mut over, mut ended) = (vec![false; 64], 0);
        for turn in 0..30 {
            let masks = world.mask.chunks_exact(16).zip(turn * 64..);
            let actions: Vec<i64> = masks.map(|(mask, key)| boards::sample(mask, key)).collect();
            if reset == Reset::Disabled {
                let finished = over.clone();
                world.with(|memory, spec, _| memory.reset(spec, |number| finished[number], &[]));
            }
            let seeds: Vec<u64> = world.states.iter().map(|state| state.seed).collect();
            let told = world.step(&actions);
            for board in 0..64 {
                let ends = told.terminated[board] || told.truncated[board];
                let seen = &world.seen[board * 16..][..16];
                let fresh = seen.iter().all(|&seen| seen == CLOSED);
                ended += usize::from(ends);
                match reset {
                    Reset::NextStep => assert_eq!(fresh, over[board]),
                    Reset::SameStep => {
                        assert_eq!(fresh, ends);
                        let last = &world.last_seen[board * 16..][..16];
                        assert!(!ends || last.iter().any(|&seen| seen != CLOSED));
                    }
                    Reset::Disabled => assert!(!fresh),
                }
                let next = if fresh { splitmix64(seeds[board]) >> 1 } else { seeds[board] };
                assert_eq!(world.states[board].seed, next);
                over[board] = ends;
            }
        }
        assert!(ended > 64, "{reset}");
    }
}

#[test]
fn every_action_that_is_allowed_is_as_likely_as_any_other() {
    let mask: Vec<i8> = (0..100).map(|action| i8::from(action % 25 == 3)).collect();
    let mut seen = [0_u32; 100];
    for key in 0..4000 {
        seen[boards::sample(&mask, key) as usize] += 1;
    }
    // Five standard deviations around 1000.
    assert!(seen.iter().zip(&mask).all(|(&seen, &mask)| if mask == 0 {
        seen == 0
    } else {
        (863..1137).contains(&seen)
    }));
}

#[test]
fn channels_say_what_cells_look_like() {
    let seen = [0, 2, CLOSED, FLAG, MINE, 8];
    let mut out = [9; 12 * 6];
    boards::one_hot(&seen, 6, 8, true, &mut out);
    let channel: Vec<usize> = (0..6).map(|cell| (0..12).find(|c| out[c * 6 + cell] == 1).unwrap()).collect();
    assert_eq!(channel, [0, 2, 9, 10, 11, 8]);
    assert_eq!(out.iter().map(|&bit| u32::from(bit)).sum::<u32>(), 6);
}
