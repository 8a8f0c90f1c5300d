//! The editions: their lines, and their files.

use omnisweep_testing::folder::Folder;

/// A game in memory, for seeds.
fn esp_files() -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for (height, width, bits) in
        [(1_u64, 3_u64, [7, 1, 2, 5]), (2, 4, [255, 0x21, 0x4c, 0x21]), (1, 8, [255, 1, 0, 0])]
    {
        let file = [b"ESP\0", &height.to_le_bytes()[..], &width.to_le_bytes(), &bits].concat();
        files.push(file);
    }
    files
}

/// Any bytes: refused, or the one file of a game.
pub mod esp_file {
    use omnisweep_editions::esp;

    pub fn run(input: &[u8]) {
        if let Some(game) = esp::read_game(input) {
            let mut written = Vec::new();
            esp::write_game(&game, &mut written).expect("memory takes it");
            assert_eq!(written, input);
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        super::esp_files()
    }
}

/// Any options and any lines: a game that ends, with an exit code of its own.
/// Files are another target's business, and boards are small enough to print.
pub mod esp_session {
    use crate::{text, written};
    use omnisweep_editions::esp;

    pub fn run(input: &[u8]) {
        let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
        let (words, lines) = input.split_at(end);
        let Some(words) = text(words) else { return };
        let words: Vec<&str> = words.split(' ').filter(|word| !word.is_empty()).collect();
        let large = |word: &&str| word.bytes().filter(u8::is_ascii_digit).count() > 2;
        let file = |name: &[u8]| lines.windows(4).any(|window| window == name);
        if words.iter().any(large) || file(b"save") || file(b"load") {
            return;
        }
        let mut out = Vec::new();
        let code =
            esp::run(&words, &mut lines.get(1..).unwrap_or_default(), &mut out).expect("memory takes it");
        assert!(code <= 5);
        assert!(str::from_utf8(&out).is_ok());
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        written([
            "--size 9 9 --mines 10 --seed 3\nstart 4 4\nflag 0 0\nopen 1 1\ndump\nquit\n",
            "--mines 0\nstart 0 0\n",
            "--size 2 2 --mines 3\nstart 0 0\nopen 1 1\n",
            "--size 5\n",
            "--seed x\n",
            "\nopen 1 1\nstart 8 8\nopen  +1  -0\nopen x\nopen 1 2 3\n",
        ])
    }
}

/// Any file in the place of a saved game, and any lines: loaded, saved and loaded again it is the same.
pub mod esp_saves {
    use super::Folder;
    use crate::split;
    use omnisweep_editions::esp;

    /// The rest is lines that stand between a load and a save.
    pub fn run(input: &[u8]) {
        let Some(([length], rest)) = split::<1>(input) else { return };
        let (file, lines) = rest.split_at(usize::from(length).min(rest.len()));
        if lines.windows(4).any(|window| window == b"load" || window == b"save") {
            return;
        }
        let folder = Folder::new();
        let [from, to] = ["from", "to"].map(|name| folder.join(name));
        std::fs::write(&from, file).expect("a file can be written");
        let between = String::from_utf8_lossy(lines);
        let script =
            format!("load {}\n{between}\nsave {to}\nload {to}\nquit\n", from.display(), to = to.display());
        let mut out = Vec::new();
        let words = ["--size", "3", "3", "--mines", "2"];
        assert_eq!(esp::run(&words, &mut script.as_bytes(), &mut out).expect("memory takes it"), 0);
        if let Ok(saved) = std::fs::read(&to) {
            let game = esp::read_game(&saved).expect("what was saved can be read");
            let mut again = Vec::new();
            esp::write_game(&game, &mut again).expect("memory takes it");
            assert_eq!(again, saved);
            let shown = String::from_utf8(out).expect("it is text");
            let boards: Vec<&str> = shown.split(" > ").collect();
            assert!(
                boards.ends_with(&[boards[boards.len() - 1]; 3]),
                "saved, loaded and left it looks the same"
            );
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let lines = ["open 0 1\nflag 0 2\ndump\n", "start 0 0\nflag 1 1\n", ""];
        let seed =
            |(file, lines): (Vec<u8>, &str)| [&[file.len() as u8], &file[..], lines.as_bytes()].concat();
        super::esp_files().into_iter().zip(lines).map(seed).collect()
    }
}

/// Any bytes: refused, or a board of a playable size.
pub mod styles_board {
    use crate::written;
    use omnisweep_editions::styles;
    use omnisweep_engine::text;

    pub fn run(input: &[u8]) {
        if let Some(game) = styles::parse(input) {
            let layout = game.layout().expect("the mines are laid");
            assert_eq!(text::write_layout(layout).as_bytes(), input);
            assert!(game.shape().sizes().iter().all(|&size| size <= 20));
            assert!(game.safe_left() > 0);
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        written(["..*\n*..\n...\n", ".*\n", "....................\n", ".\n*\n"])
    }
}

/// Any board and any lines: a game that ends with the code of its end.
pub mod styles_moves {
    use super::Folder;
    use crate::{text, written};
    use omnisweep_editions::styles;

    pub fn run(input: &[u8]) {
        let end = input.windows(2).position(|pair| pair == b"\n\n").map_or(input.len(), |at| at + 1);
        let (board, lines) = input.split_at(end);
        let folder = Folder::new();
        let path = folder.join("board.cfg");
        std::fs::write(&path, board).expect("a file can be written");
        let mut out = Vec::new();
        let code = styles::run(&[path.as_os_str()], &mut lines.get(1..).unwrap_or_default(), &mut out);
        let code = code.expect("memory takes it");
        assert_eq!(code, if styles::parse(board).is_some() { 0 } else { 2 });
        let shown = text(&out).expect("it is text");
        let ends = ["You Won!", "You Lost!", "Not enough inputs!"]
            .iter()
            .filter(|end| shown.contains(**end))
            .count();
        assert_eq!(ends, usize::from(code == 0));
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        written([
            "..*\n*..\n...\n\n3 3 R\n1 3 F\n2 1 F\n1 1 R\n",
            ".*\n\n1 1 R\n",
            ".*.\n\n1 2 R\n",
            "...\n...\n..*\n\n9 9 R\n1 1 X\n1\n\n00001 +1 R\n1 1 R\r\n",
        ])
    }
}

/// Any bytes: refused, or the one file of a game.
pub mod cs121_saved {
    use omnisweep_editions::cs121::Saved;

    pub fn run(input: &[u8]) {
        if let Ok(saved) = Saved::read(input) {
            assert_eq!(saved.write(), input);
        }
    }

    /// Whatever a game of some lines leaves in its file.
    pub fn seeds() -> Vec<Vec<u8>> {
        let games = ["1\n5\n5\n0 0\nf\n3 3\ns\n\n4\n", "1\n2\n30\n1 9\nm\n0 0\ns\n\n4\n"];
        games.iter().filter_map(|lines| super::cs121_dialogue::play(lines.as_bytes(), None)).collect()
    }
}

/// Any bytes: refused, or the one file of these scores.
pub mod cs121_scores {
    use omnisweep_editions::cs121::{Entry, read_scores, write_scores};

    pub fn run(input: &[u8]) {
        if let Some(entries) = read_scores(input) {
            assert_eq!(write_scores(&entries), input);
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        let entry = |(name, score): (&str, i64)| Entry { name: name.into(), score };
        let lists: [&[(&str, i64)]; 3] =
            [&[], &[("Ann", 12)], &[("a", i64::MAX), ("b", -1), ("Ann Other", 7)]];
        lists.iter().map(|list| write_scores(&list.iter().copied().map(entry).collect::<Vec<_>>())).collect()
    }
}

/// Any lines at any times, with any saved game: the dialogue ends with the input,
/// and what it saves can be read.
pub mod cs121_dialogue {
    use std::io;

    use super::Folder;
    use crate::written;
    use omnisweep_editions::cs121::{self, Console, Line, Options, Saved};

    /// Lines, and a clock that every one of them moves.
    struct Script<'a> {
        lines: std::slice::Split<'a, u8, fn(&u8) -> bool>,
        clock: u64,
    }

    impl Console for Script<'_> {
        fn print(&mut self, _text: &[u8]) -> io::Result<()> {
            Ok(())
        }
        fn clear(&mut self) -> io::Result<()> {
            Ok(())
        }
        fn read(&mut self, idle: bool) -> io::Result<Line> {
            let Some(line) = self.lines.next() else { return Ok(Line::End) };
            self.clock += line.len() as u64;
            if idle && line == b"~" { Ok(Line::Idle) } else { Ok(Line::Typed(line.to_vec())) }
        }
        fn seconds(&mut self) -> u64 {
            self.clock
        }
        fn warn(&mut self, _text: &str) {}
    }

    /// What is in the file of the saved game afterwards.
    pub fn play(lines: &[u8], saved: Option<&[u8]>) -> Option<Vec<u8>> {
        let folder = Folder::new();
        let path = folder.join("savedgame.dat");
        if let Some(saved) = saved {
            std::fs::write(&path, saved).expect("a file can be written");
        }
        let options = Options { folder: folder.to_path_buf(), seed: Some(1000), grid: None };
        let is_end: fn(&u8) -> bool = |byte| *byte == b'\n';
        cs121::run(&options, &mut Script { lines: lines.split(is_end), clock: 0 })
            .expect("the console takes all");
        std::fs::read(path).ok()
    }

    pub fn run(input: &[u8]) {
        if let Some(saved) = play(input, None) {
            let game = Saved::read(&saved).expect("what was saved can be read");
            assert_eq!(game.write(), saved);
            // And it is a game that can be gone on with.
            play(&[b"2\n", input].concat(), Some(&saved));
        }
    }

    pub fn seeds() -> Vec<Vec<u8>> {
        written([
            "1\n5\n5\n0 0\nF\n3 3\nm\n4 1\no\n3 3\n\nO\n4 1\n\nu\n4 1\nu\n0 4\nx\n\nu\n0 0\n\ns\n\n4\n",
            "1\n2\n2\n0 0\no\n0 1\nAnn\n3\n\n4\n",
            "1\n30\n30\n15 15\n~\no\n0 0\nc\n14 14\ns\n\n2\n\n4\n",
            "7\n\n1\nx\n99\n1\n5\n5\n5 5\n1,1\n\n3\n\n2\n\n4\n",
        ])
    }
}
