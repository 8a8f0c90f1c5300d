//! The manual page and the completions, from the one definition of the options.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::config::Config;

/// What the manual page says besides commands and options.
const REST: &str = r#".SH CONFIGURATION
Every option is a flag, a variable or a line of the file that \-\-config names; flags come first, then the environment, then the file:
.nf
omnisweep\-server \-\-max\-connections 500
OMNISWEEP_SERVER_MAX_CONNECTIONS=500 omnisweep\-server
max\-connections = 500
.fi
The file is TOML, with the names of the flags; a name that is none is an error.
.SH FILES
.TP
\fB$XDG_DATA_HOME/omnisweep/server.db\fR
Accounts, games and leaderboards (SQLite), unless \-\-database says otherwise.
"#;

/// The manual page.
///
/// # Errors
/// Never: it is written to memory.
pub fn page() -> std::io::Result<Vec<u8>> {
    let (mut page, mut command) = (Vec::new(), Config::command());
    command.build();
    clap_mangen::Man::new(command).section("8").render(&mut page)?;
    page.extend_from_slice(REST.as_bytes());
    Ok(page)
}

/// The completions for a shell.
#[must_use]
pub fn completions(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Config::command(), "omnisweep-server", &mut script);
    script
}
