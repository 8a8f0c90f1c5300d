//! `omnisweep replay`: a recorded game shown again, what it was worth, and the
//! game as one of ours.

mod comments;

use std::path::{Path, PathBuf};

use omnisweep_replay::{Report, play, read};
use omnisweep_session::{Record, Review, Session, save};
use omnisweep_tui::{Look, Theme};

use crate::failure::Failure;
use crate::input;
use crate::play::{Keys, app};
use crate::style::When;

const EXAMPLES: &str = "\
FILE is a recording of Minesweeper Arbiter (AVF), Minesweeper Clone 0.97 (MVF), Viennasweeper (RMV)
or Metasweeper (EVF), a game that omnisweep saved, or a line of `omnisweep stats export`.

On a terminal the game is shown, with a comment on each move; afterwards, and elsewhere, its figures
are printed.

Examples:
  omnisweep replay game.avf                  the game again; who played, how fast, how well
  omnisweep replay --plain game.avf          the figures alone
  omnisweep replay --comments game.avf       what the solver thinks of each move
  omnisweep replay --json game.rmv
  omnisweep replay game.evf --to game.txt    the same game for omnisweep";

/// The largest recording, in bytes: a hundred times the longest that were seen.
const LARGEST: u64 = 1 << 26;

/// The options of `omnisweep replay`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Print the figures as an object in a line
    #[arg(long)]
    json: bool,

    /// Write the game to this file, as one that omnisweep saved
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,

    /// Print the solver's comment on every move instead of the figures, with --json as an object
    #[arg(long)]
    comments: bool,

    /// Print the figures on a terminal, too
    #[arg(long)]
    plain: bool,

    /// The theme: dark, light, contrast, colour-blind or mono [default: the config file's]
    #[arg(long, value_name = "THEME", hide_possible_values = true,
        value_parser = Keys(Theme::ALL.map(|theme| (theme.key(), theme))))]
    theme: Option<Theme>,

    /// Use no signs beyond ASCII
    #[arg(long)]
    ascii: bool,

    /// The recording, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Shows the game on a terminal; writes nothing unless the recording is sound.
pub fn run(options: &Options, color: When) -> Result<(), Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::file(&options.file, error);
    let bytes = input::read_most(&options.file, LARGEST)?;
    let (session, report) = game(&bytes).map_err(|error| wrong(&error))?;
    let shows = !options.json
        && !options.plain
        && !options.comments
        && options.to.is_none()
        && options.file.as_os_str() != "-";
    if shows && app::is_possible() {
        show(options, session, color)?;
        // What was shown is gone; what it was worth stays on the terminal.
        return report.map_or(Ok(()), |report| crate::print(report.to_string().as_bytes()));
    }
    if options.comments {
        let review = Review::of(&session, |_, _| true);
        let review = review.ok_or_else(|| wrong(&"nothing was opened in this game"))?;
        if let Some(path) = &options.to {
            write(path, &session)?;
        }
        let text = match options.json {
            true => format!("{}\n", comments::object(&session, &review)),
            false => comments::lines(&session, &review),
        };
        return crate::print(text.as_bytes());
    }
    if let Some(path) = &options.to {
        write(path, &session)?;
        if report.is_none() {
            return Ok(());
        }
    }
    let report =
        report.ok_or_else(|| wrong(&"there are figures for flat boards on which something was opened"))?;
    let out = if options.json { report.json() + "\n" } else { report.to_string() };
    crate::print(out.as_bytes())
}

/// The game in a file, whoever wrote it, and its figures, if it has any.
fn game(bytes: &[u8]) -> Result<(Session, Option<Report>), String> {
    let text = || String::from_utf8_lossy(bytes);
    let session = if bytes.starts_with(b"omnisweep ") {
        save::read(&text()).map_err(|error| error.to_string())?
    } else if bytes.starts_with(b"{") && bytes.is_ascii() {
        of_record(&text())?
    } else {
        let recording = read(bytes).map_err(|error| error.to_string())?;
        let played = play(&recording).map_err(|error| error.to_string())?;
        let report = Report::new(&recording, &played);
        return Ok((played.session, Some(report)));
    };
    let report = Report::of_session(&session);
    Ok((session, report))
}

/// The game of a record: a line as `omnisweep stats export` writes them.
fn of_record(text: &str) -> Result<Session, String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (Some(line), None) = (lines.next(), lines.next()) else {
        return Err("there are several games in this file: give one line of it".to_owned());
    };
    let record = Record::read(line.trim()).map_err(|error| error.to_string())?;
    let replay = record.replay.ok_or("the moves of boards as large as this are not kept")?;
    save::read(&replay).map_err(|error| error.to_string())
}

fn show(options: &Options, session: Session, color: When) -> Result<(), Failure> {
    let (config, _) = app::config();
    let look = Look {
        theme: options.theme.or(config.theme).unwrap_or(Theme::Dark),
        depth: app::depth(color),
        ascii: options.ascii || config.ascii || !crate::style::is_unicode(),
    };
    let shown = omnisweep_tui::replay(session, &config, look);
    shown.map_err(|error| Failure::file(&options.file, error))?;
    Ok(())
}

fn write(path: &Path, session: &Session) -> Result<(), Failure> {
    let text = save::write(session, 0);
    omnisweep_files::write_atomically(path, |out| out.write_all(text.as_bytes()))
        .map_err(|error| Failure::file(path, error))
}
