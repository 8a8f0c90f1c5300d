//! `omnisweep`: words on the command line, handed to whoever understands them.

mod arena;
mod board_options;
mod bot;
mod console;
mod edition;
mod failure;
mod folder;
mod generate;
mod input;
mod manual;
mod play;
mod replay;
mod scores;
mod serve;
mod simulate;
mod solve;
mod stats;
mod style;
mod verify;
mod version;
mod watch;

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use failure::Failure;

/// The allocator of musl is slow, and slower with every thread.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
Examples:
  omnisweep                                  play, or go on with the saved game
  omnisweep play --level expert              16x30 with 99 mines
  omnisweep play --size 6 6 6 --mines 20     three dimensions
  omnisweep play --seed 42                   the same board for everyone
  omnisweep play --board 9x9.AAEC...         a board that somebody sent you
  omnisweep play --plain                     line by line instead of the full screen
  omnisweep scores                           best times; `omnisweep stats` for the rest
  omnisweep stats daily                      results of today's boards for friends, and your streak
  omnisweep stats export games.jsonl         every finished game, and `import` takes them in
  omnisweep solve --mines 99 position.txt    how likely each mine is, and what to open
  omnisweep generate --level expert --no-guess    a board that logic alone solves
  omnisweep simulate --level expert          how often the player wins
  omnisweep watch                            the player plays, and says why
  omnisweep play --daily --level expert      the board of the day, the same for everyone
  omnisweep replay game.avf                  a recording of any program, with comments
  omnisweep serve                            the web page, at http://127.0.0.1:8080
  omnisweep arena --level expert --bot 'python3 examples/bot.py'    how often a program wins
  omnisweep esp --size 16 30 --mines 99      the game of commands, to the byte
  omnisweep cs121                            menus and a hall of fame, to the byte
  omnisweep styles board.cfg                 a board from a file, to the byte
  omnisweep completions bash > /etc/bash_completion.d/omnisweep";

/// Every Minesweeper there is, on one engine.
#[derive(Parser)]
#[command(name = "omnisweep", after_help = EXAMPLES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    play: play::Options,

    /// Colours: auto (on a terminal, unless NO_COLOR is set), always or never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    color: style::When,

    /// Print the version
    #[arg(short = 'V', long)]
    version: bool,

    /// With --version: also the commit, the target, and the versions of what it reads and writes
    #[arg(long, requires = "version")]
    verbose: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Play, with keyboard and mouse (the default)
    Play(play::Options),
    /// Say what positions prove, and how likely each mine is
    Solve(solve::Options),
    /// Make boards, certified to need no guess if you like
    Generate(generate::Options),
    /// Say whether boards need a guess, and where
    Verify(verify::Options),
    /// Have a player play many games, and say how many it wins
    Simulate(simulate::Options),
    /// Watch a player play, with its reasons
    Watch(watch::Options),
    /// Show a recorded game again, whoever recorded it, and say what it was worth
    Replay(replay::Options),
    /// Serve the web page
    Serve(serve::Options),
    /// Print the best times of every level and rule set
    Scores(scores::Options),
    /// Print statistics; write finished games to a file, or take them in
    Stats(stats::Options),
    /// Have programs play, and say how often they win
    Arena(arena::Options),
    /// Play as a program that the arena, or another one, starts
    Bot(bot::Options),
    /// Play the ESP edition: a game of commands, exact to the byte
    #[command(disable_help_flag = true, override_usage = "omnisweep esp [--size H W] [--mines N] [--seed S]")]
    Esp {
        /// Its own options: --size HEIGHT WIDTH, --mines COUNT, --seed SEED
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Play the styles edition: boards from .cfg files, exact to the byte
    #[command(disable_help_flag = true, override_usage = "omnisweep styles FILE.cfg")]
    Styles {
        /// The file with the board
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Play the CS121 edition: menus, saved games and a hall of fame, exact to the byte
    Cs121(edition::Cs121),
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// A file that may not grow further is an error where it is written, not the end of the program.
fn outlive_limits() {
    #[cfg(unix)]
    {
        let noticed = std::sync::Arc::default();
        _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, noticed);
    }
}

fn main() -> ExitCode {
    outlive_limits();
    // An edition reads its own words, whatever they are.
    let mut words = std::env::args_os().skip(1);
    let edition = words.next().and_then(|word| edition::by_name(word.to_str()?));
    if let Some(edition) = edition {
        return edition(&words.collect::<Vec<_>>());
    }
    // For a console of Windows, whoever writes to it.
    _ = omnisweep_tui::has_escapes();
    let Cli { command, play, color, version, verbose } = Cli::parse();
    if version {
        return end(print(version::text(verbose).as_bytes()));
    }
    if let (Some(_), Some(option)) = (&command, play.first_given()) {
        let mistake = format!("the option --{option} has to follow the command that it is for");
        return ended(&Failure::usage(mistake));
    }
    let done = match command.unwrap_or(Command::Play(play)) {
        Command::Play(options) => play::run(&options, color),
        Command::Solve(options) => solve::run(&options, color),
        Command::Generate(options) => generate::run(&options),
        Command::Verify(options) => verify::run(&options, color),
        Command::Simulate(options) => simulate::run(&options),
        Command::Watch(options) => watch::run(&options, color),
        Command::Replay(options) => replay::run(&options, color),
        Command::Serve(options) => serve::run(&options),
        Command::Scores(options) => scores::run(&options),
        Command::Stats(options) => stats::run(&options),
        Command::Arena(options) => arena::run(&options),
        Command::Bot(options) => bot::run(&options),
        Command::Esp { words } => return edition::esp(&words),
        Command::Styles { words } => return edition::styles(&words),
        Command::Cs121(options) => return edition::cs121(options),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "omnisweep", &mut script);
            print(&script)
        }
        Command::Man => manual().map_err(Failure::from).and_then(|page| print(&page)),
    };
    end(done)
}

fn end(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ended(&failure),
    }
}

fn ended(failure: &Failure) -> ExitCode {
    if failure.is_closed_pipe() {
        return ExitCode::SUCCESS;
    }
    complain(failure);
    ExitCode::from(failure.code())
}

/// Says what went wrong, if anybody listens.
fn complain(what: &dyn std::fmt::Display) {
    _ = writeln!(std::io::stderr(), "omnisweep: {what}");
}

/// The manual page, with the options of every command.
fn manual() -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    let mut cli = Cli::command();
    cli.build();
    clap_mangen::Man::new(cli.clone()).section("6").render(&mut page)?;
    // It takes every command for a page of its own; there is this one.
    let text = String::from_utf8_lossy(&page).replace("omnisweep\\-", "omnisweep ").replace("(6)\n", "\n");
    page = text.into_bytes();
    for command in cli.get_subcommands().filter(|command| command.get_name() != "help") {
        let mut part = Vec::new();
        let man = clap_mangen::Man::new(command.clone());
        man.render_synopsis_section(&mut part)?;
        man.render_description_section(&mut part)?;
        man.render_options_section(&mut part)?;
        writeln!(page, ".SH OMNISWEEP {}", command.get_name().to_uppercase())?;
        page.extend(String::from_utf8_lossy(&part).replace(".SH ", ".SS ").bytes());
    }
    page.extend_from_slice(manual::rest().as_bytes());
    Ok(page)
}

fn print(text: &[u8]) -> Result<(), Failure> {
    Ok(std::io::stdout().write_all(text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
