//! What people write.

#[path = "../../../crates/cli/src/play/command.rs"]
#[allow(dead_code, clippy::unwrap_used)]
mod command;

/// Any text: refused, or the one code of its board.
pub mod board_code {
    use crate::{text, written};
    use omnisweep_session::code;

    pub fn run(input: &[u8]) {
        let Some(input) = text(input) else { return };
        if let Ok((layout, start)) = code::read(input) {
            assert_eq!(code::write(&layout, start), input);
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        use omnisweep_engine::{Cell, Shape, random};
        let code = |(sizes, mines, start): (&[u64], u64, Option<u64>)| {
            let layout = random::draw(&Shape::new(sizes).ok()?, mines, &Default::default(), 7).ok()?;
            Some(code::write(&layout, start.map(Cell)))
        };
        let boards: [(&[u64], u64, Option<u64>); 5] = [
            (&[9, 9], 10, Some(40)),
            (&[16, 30], 99, None),
            (&[4, 4, 4], 8, Some(0)),
            (&[1], 0, None),
            (&[3, 3, 2, 2], 5, Some(11)),
        ];
        written(boards.into_iter().filter_map(code))
    }
}

/// Any text: refused, or a board that is written and read back the same.
pub mod board_text {
    use crate::{text, written};
    use omnisweep_engine::text::{parse_layout, write_layout};

    pub fn run(input: &[u8]) {
        let Some(input) = text(input) else { return };
        if let Ok(layout) = parse_layout(input, None) {
            let written = write_layout(&layout);
            assert_eq!(parse_layout(&written, Some(layout.shape())), Ok(layout));
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        written(["..*\n*..\n...\n", ".*\r\n*.\r\n", "*", "..\n.*\n--\n*.\n..\n", "  .*.  \n", ". * .\n"])
    }
}

/// Any text as a config file or as remembered choices: read or refused.
pub mod config_file {
    use crate::{text, written};
    use omnisweep_tui::{Choices, Config};

    pub fn run(input: &[u8]) {
        let Some(text) = text(input) else { return };
        _ = Config::read(text);
        if let Some(choices) = Choices::read(text) {
            assert_eq!(Choices::read(&choices.write()), Some(choices));
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        written([
            "theme = \"dark\"\nascii = true\n",
            "theme = \"light\"\n[keys]\nopen = \"o\"\n",
            "level = \"expert\"\nguess = \"never\"\nmarks = true\n",
            "size = [9, 9]\nmines = 10\nrules = \"clicks\"\n",
            "# nothing\n",
        ])
    }
}

/// Any text as a date: refused, or a day that is written the same way.
pub mod date {
    use crate::{text, written};
    use omnisweep_session::daily::Day;

    pub fn run(input: &[u8]) {
        let Some(input) = text(input) else { return };
        if let Ok(day) = input.parse::<Day>() {
            assert_eq!(day.to_string(), input);
            assert_eq!(Day::of_number(day.number()), Some(day));
            assert_eq!(Day::at(day.begins()), day);
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        written(["2026-11-15", "1970-01-01", "2024-02-29", "9999-12-31", "2023-02-29"])
    }
}

/// Any address: refused, or the same game from the address that it is written as.
pub mod page_address {
    use crate::{text, written};
    use omnisweep_web::address::GameRequest;

    pub fn run(input: &[u8]) {
        let Some(input) = text(input) else { return };
        if let Ok(request) = GameRequest::read(input) {
            let address = request.address();
            assert_eq!(GameRequest::read(&address).map(|again| again.address()), Ok(address));
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        written([
            "level=expert&seed=7",
            "size=6x6x6&mines=20&rules=clicks&first=safe&marks=on",
            "board=9x9.AAJhAAIAEBkAAAFKxCQ.4x4",
            "board=%2525",
            "board=a%2526level=x",
            "daily=2026-11-15&level=beginner",
            "guess=never&level=intermediate",
            "daily",
        ])
    }
}

/// Any line that is typed at `omnisweep play --plain`, on any small board: a command on that board, or refused.
pub mod play_commands {
    use super::command::{Command, parse};
    use crate::{split, text};
    use omnisweep_engine::{Action, Shape};

    pub fn run(input: &[u8]) {
        let Some(([dimensions, sizes @ ..], lines)) = split::<5>(input) else { return };
        let sizes = sizes.map(|size| u64::from(size % 40));
        let Ok(shape) = Shape::new(&sizes[..usize::from(dimensions % 5)]) else { return };
        for line in text(lines).into_iter().flat_map(str::lines) {
            match parse(line, &shape) {
                Ok(Some(Command::Act(action))) => {
                    let (Action::Open(cell) | Action::Flag(cell) | Action::Chord(cell)) = action else {
                        continue;
                    };
                    assert!(cell.0 < shape.cells(), "{line:?} is on the board");
                }
                Ok(None) => assert!(line.trim().is_empty(), "{line:?} asks for something"),
                Ok(Some(_)) => {}
                Err(mistake) => assert!(!mistake.to_string().is_empty()),
            }
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let lines = [
            "4 4\nf 1 2\nc 3 3\n? 0 0\nundo\nnew 9 9 10\nnew expert\nnew\nretry\n",
            "open 0 0 0\nflag 1 1 1\nsave\nsave game\nload game\ndelete game\ngames\n",
            "code\nseed\nshow\nhint\nhelp\nquit\n\n  \nopen 99999999999999999999 -1\nnew 3 x\n",
        ];
        let boards: [[u8; 5]; 3] = [[2, 9, 9, 1, 1], [3, 4, 5, 6, 1], [1, 30, 0, 0, 0]];
        boards.iter().zip(lines).map(|(board, lines)| [&board[..], lines.as_bytes()].concat()).collect()
    }
}

/// Any text: refused, or positions of which each is analysed or refused, with
/// probabilities between 0 and 1 that agree with what is certain.
pub mod position {
    use crate::{split, text};
    use omnisweep_solver::{Mines, Position, analyse};

    pub fn run(input: &[u8]) {
        let Some(([mines], text)) = split::<1>(input).and_then(|(mines, rest)| Some((mines, text(rest)?)))
        else {
            return;
        };
        let Ok(positions) = Position::parse_all(text, None) else { return };
        for position in positions {
            for mines in [Mines::Total(mines.into()), Mines::Density(f64::from(mines) / 255.0)] {
                let Ok(analysis) = analyse(&position, mines) else { continue };
                for probability in analysis.probabilities().iter().flatten() {
                    assert!((0.0..=1.0).contains(probability));
                }
                assert!(analysis.safe().iter().all(|cell| analysis.probability(*cell) == Some(0.0)));
                assert!(analysis.mines().iter().all(|cell| analysis.probability(*cell) == Some(1.0)));
            }
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let positions = [
            (2, "1.1.\n....\n"),
            (10, "1..1....\n........\n..2.....\n......1.\n"),
            (3, "1 . F\n. 2 .\n"),
            (4, ".2.\n...\n--\n...\n.1.\n"),
            (5, "..1\n\n1..\n..1\n"),
            (99, "000111\n0012..\n012...\n13....\n"),
        ];
        positions.iter().map(|(mines, text)| [&[*mines], text.as_bytes()].concat()).collect()
    }
}

/// A share of a run is read back as it is written, or refused; with itself it
/// adds up to a run only where it is one.
pub mod share {
    use crate::{text, written};
    use omnisweep_simulate::{Shard, merge};

    pub fn run(input: &[u8]) {
        let Some(text) = text(input) else { return };
        if let Ok(share) = Shard::read(text) {
            let again = Shard::read(&share.write());
            assert_eq!(again.as_ref(), Ok(&share));
            assert_eq!(merge(std::slice::from_ref(&share)).is_ok(), share.of == 1 && share.is_finished());
            assert!(merge(&[share.clone(), share]).is_err());
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        use omnisweep_engine::{FirstCell, Shape};
        use omnisweep_simulate::{Run, Simulator};
        use omnisweep_solver::Skill;
        let share = |(sizes, mines, of): (&[u64], u64, u64)| {
            let shape = Shape::new(sizes).ok()?;
            let run = Run { shape, mines, start: FirstCell::Safe, skill: Skill::Fast, games: 6, seed: 1 };
            let mut simulator = Simulator::new(&run.shape, run.mines, run.skill);
            let mut share = Shard { seconds: 0.5, ..Shard::new("a build", run.clone(), 0, of) };
            (0..run.games)
                .step_by(of as usize)
                .for_each(|game| _ = run.play(game, &mut simulator, &mut share.tally));
            Some(share.write())
        };
        let runs: [(&[u64], u64, u64); 3] = [(&[9, 9], 10, 1), (&[4, 4, 4], 6, 2), (&[5], 1, 3)];
        written(runs.into_iter().filter_map(share))
    }
}
