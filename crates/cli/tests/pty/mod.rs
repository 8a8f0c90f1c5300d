//! The program on a terminal, which is a model of one.

#[allow(dead_code)]
pub mod games;

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use omnisweep_engine::RuleSet;
use omnisweep_session::{Seed, Session, Setup, save};
use omnisweep_testing::boards::drawn;
use omnisweep_testing::patience::wait;
use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};

/// A folder of its own for a test, in which the program takes itself at home.
pub struct Home(tempfile::TempDir);

#[allow(dead_code)]
impl Home {
    pub fn new() -> Home {
        Home(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Where games and statistics are kept.
    pub fn data(&self) -> PathBuf {
        self.path().join("data/omnisweep")
    }

    fn variables(&self) -> Vec<(&'static str, PathBuf)> {
        let path = self.path();
        vec![
            ("HOME", path.into()),
            ("XDG_DATA_HOME", path.join("data")),
            ("XDG_CONFIG_HOME", path.join("config")),
        ]
    }

    /// The program without a terminal.
    pub fn command(&self, program: &str, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(words).current_dir(self.path()).envs(self.variables());
        command
    }

    /// Runs it: what it prints.
    pub fn run(&self, words: &[&str]) -> std::process::Output {
        self.command(env!("CARGO_BIN_EXE_omnisweep"), words).output().unwrap()
    }

    pub fn json(&self, words: &[&str]) -> serde_json::Value {
        serde_json::from_slice(&self.run(words).stdout).unwrap()
    }

    /// Starts the program on a terminal of 80 by 24.
    pub fn play(&self, words: &[&str]) -> Terminal {
        self.play_with(words, &[])
    }

    /// Plays on a board drawn as text, as if it had been drawn for this game: it waits, and goes on.
    pub fn play_fresh(&self, board: &str, words: &[&str]) -> Terminal {
        let layout = drawn(board);
        let seed = Some(Seed::new(1));
        let setup = Setup::new(RuleSet::Modern, layout.shape().clone(), layout.count(), seed);
        let mut session = Session::fresh(setup).unwrap();
        session.lay(layout).unwrap();
        std::fs::create_dir_all(self.data()).unwrap();
        let name =
            |number: u32| if number == 1 { "game.txt".to_owned() } else { format!("game-{number}.txt") };
        let number = (1..).find(|number| !self.data().join(name(*number)).exists()).unwrap();
        std::fs::write(self.data().join(name(number)), save::write(&session, 0)).unwrap();
        let mut terminal = self.play(words);
        terminal.wait_for("Welcome back").press("\r").wait_gone("Welcome back");
        terminal
    }

    pub fn play_with(&self, words: &[&str], variables: &[(&str, &str)]) -> Terminal {
        self.start(Path::new(env!("CARGO_BIN_EXE_omnisweep")), words, variables)
    }

    /// Starts any program.
    pub fn start(&self, program: &Path, words: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(words);
        command.cwd(self.path());
        self.variables().into_iter().for_each(|(name, value)| command.env(name, value));
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("NO_COLOR");
        command.env_remove("RUST_BACKTRACE");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let model = Arc::new(Mutex::new((vt100::Parser::new(24, 80, 0), Vec::new())));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let sink = model.clone();
        let silent = Arc::new(AtomicBool::new(false));
        let end = silent.clone();
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(length @ 1..) = reader.read(&mut chunk) {
                let (parser, printed): &mut (vt100::Parser, Vec<u8>) = &mut sink.lock().unwrap();
                parser.process(&chunk[..length]);
                printed.extend(&chunk[..length]);
            }
            // Nobody has the terminal open any more.
            end.store(true, Ordering::Release);
        });
        let keys = pair.master.take_writer().unwrap();
        Terminal { child, keys, model, silent, master: pair.master }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        _ = self.child.kill();
    }
}

/// The program on a terminal of 80 by 24.
pub struct Terminal {
    pub child: Box<dyn portable_pty::Child + Send + Sync>,
    keys: Box<dyn std::io::Write + Send>,
    model: Arc<Mutex<(vt100::Parser, Vec<u8>)>>,
    /// Set once everything that was printed is in the model, and the program is gone.
    silent: Arc<AtomicBool>,
    master: Box<dyn MasterPty + Send>,
}

#[allow(dead_code)]
impl Terminal {
    pub fn press(&mut self, keys: &str) -> &mut Terminal {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
        self
    }

    /// What a mouse tells the program: `0` left, `1` middle, `2` right, 32 more
    /// where it is moved; pressed or released.
    pub fn mouse(&mut self, button: u8, (x, y): (u16, u16), pressed: bool) -> &mut Terminal {
        let (x, y, end) = (x + 1, y + 1, if pressed { 'M' } else { 'm' });
        self.press(&format!("\x1b[<{button};{x};{y}{end}"))
    }

    pub fn click(&mut self, button: u8, at: (u16, u16)) -> &mut Terminal {
        self.mouse(button, at, true).mouse(button, at, false)
    }

    pub fn look<T>(&self, at: impl FnOnce(&vt100::Screen) -> T) -> T {
        at(self.model.lock().unwrap().0.screen())
    }

    pub fn screen(&self) -> String {
        self.look(|screen| screen.contents())
    }

    /// All that was printed.
    pub fn printed(&self) -> Vec<u8> {
        self.model.lock().unwrap().1.clone()
    }

    /// Waits until the screen is as wanted, or never will be.
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&vt100::Screen) -> bool) -> &mut Terminal {
        wait(
            || format!("{what}:\n{}", self.screen()),
            || {
                // Looked at first: all that an ended program has printed comes before its end does.
                let ended = self.silent.load(Ordering::Acquire);
                let there = self.look(&wanted);
                assert!(there || !ended, "the program has ended, without {what}:\n{}", self.screen());
                there.then_some(())
            },
        );
        self
    }

    pub fn wait_for(&mut self, text: &str) -> &mut Terminal {
        self.wait(text, |screen| screen.contents().contains(text))
    }

    pub fn wait_gone(&mut self, text: &str) -> &mut Terminal {
        self.wait(&format!("the end of {text:?}"), |screen| !screen.contents().contains(text))
    }

    /// Where a text begins on the screen.
    pub fn find(&self, text: &str) -> (u16, u16) {
        let place = |screen: &vt100::Screen| {
            screen.rows(0, screen.size().1).enumerate().find_map(|(y, line)| {
                let at = line.find(text)?;
                Some((line[..at].chars().count() as u16, y as u16))
            })
        };
        // Of a screen that is just being drawn, a part may be there already.
        wait(|| format!("{text:?}:\n{}", self.screen()), || self.look(place))
    }

    /// Tells the program of another size. The model keeps its own, as it cannot be
    /// made as small as that: what is wrong on it is drawn over once the size is
    /// as it was.
    pub fn resize(&mut self, cols: u16, rows: u16) -> &mut Terminal {
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        self
    }

    /// Whether the terminal is as it was before the program.
    pub fn is_clean(&self) -> bool {
        self.look(clean)
    }

    pub fn wait_clean(&mut self) -> &mut Terminal {
        self.wait("a clean terminal", clean)
    }

    pub fn signal(&mut self, name: &str) -> &mut Terminal {
        // The shell's own, as the program of that name is not everywhere.
        let kill = format!("kill -{name} {}", self.child.process_id().unwrap());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        self
    }

    /// Waits until the program ends: its exit code. All that it printed has come by then.
    pub fn end(&mut self) -> u32 {
        let end = || format!("the end of the program:\n{}", self.screen());
        wait(end, || self.silent.load(Ordering::Acquire).then_some(()));
        self.child.wait().unwrap().exit_code()
    }
}

/// Shows a recording on a terminal, from its beginning to its end.
#[allow(dead_code)]
pub fn show(name: &str, bytes: &[u8]) {
    let home = Home::new();
    std::fs::write(home.path().join(name), bytes).unwrap();
    let mut terminal = home.play(&["replay", name]);
    terminal.wait_for("move 0 of").wait_for("Luck:").wait_for("Skill:");
    terminal.press("\x1b[F").wait_gone("move 0 of").press("e\x1b[D").wait_for("heat").press("q");
    assert_eq!(terminal.end(), 0, "{name}");
    terminal.wait_for("3BV");
}

fn clean(screen: &vt100::Screen) -> bool {
    screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        && !screen.alternate_screen()
        && !screen.bracketed_paste()
        && !screen.hide_cursor()
}
