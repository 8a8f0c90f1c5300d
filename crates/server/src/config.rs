//! How the server is configured: by flags, by the environment, and by a file, in that order.
//!
//! There is one definition, that of the flags. `--max-connections 10` is `OMNISWEEP_SERVER_MAX_CONNECTIONS=10` in the
//! environment, and `max-connections = 10` in the file.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory as _, Parser, Subcommand};
use etcetera::BaseStrategy as _;

use crate::database::Place;

const EXAMPLES: &str = "\
Examples:
  omnisweep-server                                     play at http://127.0.0.1:8080/
  omnisweep-server --database postgres://me@db/games   any number of these on one database
  omnisweep-server --addr 0.0.0.0:8080 --public-url https://play.example.org --trust-proxy
  omnisweep-server admin verify                        replay every finished game

Every option can stand in the environment (OMNISWEEP_SERVER_ADDR) or in the file that
--config names (addr = \"127.0.0.1:8080\"); flags come first, then the environment.";

/// The server of Omnisweep, which holds the boards itself: scores cannot be forged.
#[derive(Debug, Parser)]
#[command(name = "omnisweep-server", version, after_help = EXAMPLES, args_override_self = true)]
pub struct Config {
    /// How it serves.
    #[command(flatten)]
    pub options: Options,
    /// What else it does.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// How the server serves.
#[derive(Clone, Debug, Args)]
pub struct Options {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub addr: SocketAddr,
    /// A file for SQLite, or postgres://…; a file in your data folder unless told
    #[arg(long, value_name = "PLACE")]
    pub database: Option<String>,
    /// How many connections to PostgreSQL
    #[arg(long, value_name = "NUMBER", default_value_t = 16)]
    pub database_connections: usize,
    /// Serve the page in this folder, as `cargo xtask web --out DIR` makes it
    #[arg(long, value_name = "DIR")]
    pub site: Option<PathBuf>,
    /// The address that players know, by https or http: cookies are for it alone
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// Take a player's address from X-Forwarded-For: only behind a proxy that sets it
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true")]
    pub trust_proxy: bool,
    /// Where Prometheus finds the metrics; nowhere unless told
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub metrics: Option<SocketAddr>,
    /// The most connections at once
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000)]
    pub max_connections: usize,
    /// The most connections of one address at once
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    pub connections_per_address: usize,
    /// The most new accounts and guests of one address in an hour
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    pub accounts_per_hour: u32,
    /// What to log: error, warn, info, debug, trace
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log: tracing::Level,
    /// A file with options in TOML
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// What else there is to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// For administrators
    #[command(subcommand)]
    Admin(Admin),
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// What administrators do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum Admin {
    /// Replay every finished game, and say which are not what their moves say
    Verify,
}

/// What all names in the environment begin with.
const PREFIX: &str = "OMNISWEEP_SERVER_";

impl Config {
    /// The configuration that the words of the command line, the environment and a file make.
    ///
    /// # Errors
    /// What is wrong with them, and where.
    pub fn read(
        words: impl IntoIterator<Item = OsString>,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Config, clap::Error> {
        let names: Vec<String> = Config::command()
            .get_arguments()
            .filter_map(|option| option.get_long())
            .filter(|name| !["help", "version"].contains(name))
            .map(str::to_owned)
            .collect();
        let from_environment: Vec<OsString> = names
            .iter()
            .filter_map(|name| {
                let value = environment(&format!("{PREFIX}{}", name.replace('-', "_").to_uppercase()))?;
                Some(format!("--{name}={value}").into())
            })
            .collect();
        let mut words = words.into_iter();
        let program = words.next().unwrap_or_else(|| "omnisweep-server".into());
        let given: Vec<OsString> = from_environment.into_iter().chain(words).collect();
        let with = |before: Vec<OsString>| {
            Config::try_parse_from([program.clone()].into_iter().chain(before).chain(given.clone()))
        };
        let config = with(Vec::new())?;
        match &config.options.config {
            Some(path) => with(from_file(path, &names)?),
            None => Ok(config),
        }
    }
}

/// The options in a file, as flags.
fn from_file(path: &Path, names: &[String]) -> Result<Vec<OsString>, clap::Error> {
    let wrong = |why: String| {
        Config::command().error(clap::error::ErrorKind::InvalidValue, format!("{}: {why}", path.display()))
    };
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| wrong(error.to_string()))?;
    let flag = |(name, value): (&String, &toml::Value)| {
        if !names.contains(name) || name == "config" {
            return Err(wrong(format!("there is no option {name:?}")));
        }
        match value {
            toml::Value::String(text) => Ok(format!("--{name}={text}").into()),
            toml::Value::Integer(number) => Ok(format!("--{name}={number}").into()),
            toml::Value::Boolean(yes) => Ok(format!("--{name}={yes}").into()),
            _ => Err(wrong(format!("{name} is a text, a number, true or false"))),
        }
    };
    table.iter().map(flag).collect()
}

impl Options {
    /// Which database.
    ///
    /// # Errors
    /// Where there is no folder for a file.
    pub fn place(&self) -> std::io::Result<Place> {
        Ok(match &self.database {
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Place::Postgres(url.clone())
            }
            Some(path) => Place::File(path.into()),
            None => {
                let data = etcetera::choose_base_strategy().map_err(std::io::Error::other)?.data_dir();
                Place::File(data.join("omnisweep").join("server.db"))
            }
        })
    }

    /// Whether players come by TLS.
    #[must_use]
    pub fn secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str], environment: &[(&str, &str)]) -> Result<Config, clap::Error> {
        let words = ["omnisweep-server"].iter().chain(words).map(OsString::from);
        let value = |name: &str| environment.iter().find(|(known, _)| *known == name);
        Config::read(words, |name| value(name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn flags_come_before_the_environment_and_that_before_the_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(
            &file,
            "max-connections = 1\naddr = \"127.0.0.1:1\"\nlog = \"warn\"\ntrust-proxy = true\n",
        )
        .unwrap();
        let path = file.path().to_str().unwrap();
        let environment = [
            ("OMNISWEEP_SERVER_CONFIG", path),
            ("OMNISWEEP_SERVER_ADDR", "127.0.0.1:2"),
            ("OMNISWEEP_SERVER_LOG", "debug"),
        ];
        let options = read(&["--log", "error"], &environment).unwrap().options;
        assert_eq!((options.max_connections, options.addr.port(), options.trust_proxy), (1, 2, true));
        assert_eq!(options.log, tracing::Level::ERROR);
        let admin = read(&["admin", "verify"], &environment).unwrap();
        assert!(matches!(admin.command, Some(Command::Admin(Admin::Verify))));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let file = tempfile::NamedTempFile::new().unwrap();
        for text in ["adr = 1\n", "addr = [1]\n", "addr = \"x\"\n", "= 1\n", "config = \"a\"\n"] {
            std::fs::write(&file, text).unwrap();
            assert!(read(&["--config", file.path().to_str().unwrap()], &[]).is_err(), "{text}");
        }
        assert!(read(&[], &[("OMNISWEEP_SERVER_ADDR", "here")]).is_err());
        assert!(read(&["--config", "/nowhere"], &[]).is_err());
    }

    #[test]
    fn a_database_is_a_file_or_an_address() {
        let place = |database: &str| read(&["--database", database], &[]).unwrap().options.place().unwrap();
        assert_eq!(place("a.db"), Place::File("a.db".into()));
        assert_eq!(place("postgres://me@db/x"), Place::Postgres("postgres://me@db/x".to_owned()));
        assert!(read(&["--public-url", "https://a.b"], &[]).unwrap().options.secure());
    }
}
