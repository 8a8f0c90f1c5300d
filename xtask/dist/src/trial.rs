//! Each part tried for real: where it is meant to run, or where that is emulated.

mod clib;
mod crates;
mod image;
mod installed;
mod linux;
mod macos;
mod manifests;
mod python;
mod roots;
mod windows;

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

pub use clib::c;
pub use crates::crates;
pub use image::image;
pub use installed::{deb, rpm};
pub use linux::{linux_aarch64, linux_x86_64, server};
pub use macos::macos;
pub use manifests::manifests;
pub use python::python;
pub use windows::windows;

use crate::target::Target;
use crate::{Missing, Result, VERSION, sbom as bill};

/// A whole game of lines, and the words of somebody who has won it.
const GAME: &[&str] = &["play", "--plain", "--ascii", "--size", "4", "6", "--mines", "3", "--seed", "11"];
const MOVES: &str = "0 0\nf 2 2\nf 3 1\n2 1\nf 3 4\nc 2 3\n2 5\n";

/// Uses a program as people do: it says what it is, plays a game, solves a position, serves its page.
fn used(program: &dyn Fn() -> Command, port: u16) -> Result<()> {
    let version = said(program().args(["--version", "--verbose"]), "")?;
    print!("{version}");
    let wanted = [format!("omnisweep {VERSION}"), format!("commit: {}", crate::commit()?.0)];
    if !wanted.iter().all(|line| version.lines().any(|said| said == line))
        || version.contains("no page inside")
    {
        return Err(format!("it is not what was built: {version}").into());
    }
    let game = said(program().args(GAME), MOVES)?;
    if !game.contains("You won") {
        return Err(format!("a game was not won:\n{game}").into());
    }
    let solved = said(program().args(["solve", "--mines", "2", "-"]), "1.1.\n....\n")?;
    if !solved.contains("Open row 0, column 1") {
        return Err(format!("a position was not solved:\n{solved}").into());
    }
    let scores = said(program().arg("scores"), "")?;
    println!("{}", scores.lines().next().unwrap_or_default());
    serves(program, port)
}

/// That it serves its page until it is stopped.
fn serves(program: &dyn Fn() -> Command, port: u16) -> Result<()> {
    let url = format!("http://127.0.0.1:{port}/");
    let address = format!("127.0.0.1:{port}");
    let mut server = Server::start(program().args(["serve", "--addr", &address]))?;
    let line = server.says_where(&url)?;
    // As those that watch over it ask, and as a browser does.
    said(program().args(["serve", "--check", &url]), "")?;
    let page = fetched(port, "/")?;
    if !page.starts_with("HTTP/1.1 200") || !page.contains("<title>Omnisweep</title>") {
        return Err(format!("the page is not served:\n{}", page.lines().next().unwrap_or_default()).into());
    }
    println!("{} {} bytes", line.trim_end(), page.len());
    Ok(())
}

/// What a server of this machine answers.
fn fetched(port: u16, path: &str) -> Result<String> {
    use std::io::Read as _;
    let mut stream = std::net::TcpStream::connect(("127.0.0.1", port))?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// A port that nobody listens at, as far as the system knows.
fn free_port() -> Result<u16> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// A server that ends with its trial, and all that was started for it.
struct Server(Child);

impl Server {
    fn start(command: &mut Command) -> Result<Server> {
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).process_group(0);
        Ok(Server(command.spawn()?))
    }

    /// The line in which it says that it is there.
    fn says_where(&mut self, url: &str) -> Result<String> {
        let mut line = String::new();
        BufReader::new(self.0.stdout.take().ok_or("the server has no output")?).read_line(&mut line)?;
        if line.contains(url) {
            Ok(line)
        } else {
            Err(format!("it does not say where it is: {line:?}").into())
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", self.0.id())]).status();
        _ = self.0.wait();
    }
}

/// What a program says to some input; it has to succeed.
fn said(command: &mut Command, input: &str) -> Result<String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    // What the program says meanwhile fits into its pipe.
    let mut stdin = child.stdin.take().ok_or("there is no way to talk to it")?;
    stdin.write_all(input.as_bytes())?;
    drop(stdin);
    let output = child.wait_with_output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"));
    }
    let all = [output.stdout, output.stderr].concat();
    Err(format!("{} failed:\n{}", crate::shown(command), String::from_utf8_lossy(&all)).into())
}

/// Unpacks the archive of a system.
fn unpacked(target: Target, folder: &Path) -> Result<()> {
    let archive = crate::artifacts().join(target.archive());
    if target == Target::Windows {
        return Ok(zip::ZipArchive::new(std::fs::File::open(archive)?)?.extract(folder)?);
    }
    crate::run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder))
}

/// That the bill of materials is one, and names what is known to be in the program.
pub fn sbom() -> Result<()> {
    let bill: Value = serde_json::from_str(&std::fs::read_to_string(bill::file())?)?;
    let parts = bill["components"].as_array().ok_or("it has no components")?;
    let names = |wanted: &str| parts.iter().any(|part| part["name"] == wanted);
    if bill["bomFormat"] != "CycloneDX"
        || !["libsqlite3-sys", "clap", "omnisweep-engine"].into_iter().all(names)
    {
        return Err("something is missing in it".into());
    }
    println!("{} components", parts.len());
    Ok(())
}

/// That this is somebody who may make a system below a folder.
fn needs_root() -> Result<()> {
    if crate::printed(Command::new("id").arg("-u"))?.trim() == "0" {
        return Ok(());
    }
    Err(Missing("only root can go into another system's folder (chroot)".to_owned()).into())
}
