//! `omnisweep bot`: our player, for any arena.

use omnisweep_solver::Skill;

use crate::failure::Failure;
use crate::play::Keys;

const EXAMPLES: &str = "\
It reads what an arena says from standard input and writes its moves to standard output, as
docs/bot-protocol.md has it.

Examples:
  omnisweep arena --level expert --bot 'omnisweep bot' --bot ./my-bot
  printf 'newgame size 9 9 mines 10 start opening\\ngo\\n' | omnisweep bot";

/// The options of `omnisweep bot`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Who plays: fast (the least risk) or best (the best chance to win that can be seen ahead)
    #[arg(long, value_name = "PLAYER", default_value = Skill::default().key(),
        value_parser = Keys(Skill::ALL.map(|skill| (skill.key(), skill))), hide_possible_values = true)]
    player: Skill,
}

/// Plays until told to quit.
pub fn run(options: &Options) -> Result<(), Failure> {
    Ok(omnisweep_arena::run_bot(options.player, std::io::stdin().lock(), std::io::stdout().lock())?)
}
