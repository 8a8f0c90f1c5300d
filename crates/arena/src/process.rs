//! A bot as a process: started, talked to without ever waiting for it too
//! long, and ended with all that it started.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::ending::{Loss, shown};
use crate::lines::Lines;
use crate::referee::BotConnection;

/// How long a bot has to leave after it was told to, or after it closed its output.
const GRACE: Duration = Duration::from_millis(500);

/// The longest single wait for a bot; after it `stop` is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How much is kept of what a bot complains about.
const LAST_WORDS: usize = 4096;

/// A bot that runs. Whatever is left of it when this is dropped is killed.
#[derive(Debug)]
pub struct Process<'a> {
    child: Child,
    /// Whether it was waited for, so that its number may be somebody else's by now.
    reaped: bool,
    /// None once it listens no more.
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: Option<ChildStderr>,
    /// What was said and has not been taken yet: no more than what follows a
    /// move, since nobody answers a question that has not arrived.
    unsent: VecDeque<u8>,
    lines: Lines,
    last_words: Vec<u8>,
    limit: Duration,
    since: Instant,
    stop: &'a AtomicBool,
}

impl Process<'_> {
    /// Starts a bot by a command for the shell. Where `stop` becomes true, waiting for it ends.
    pub fn start<'a>(command: &str, stop: &'a AtomicBool) -> Result<Process<'a>, Loss> {
        let failed = |error: &dyn std::fmt::Display| Loss::StartFailed(error.to_string());
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // What it starts belongs to it, and is ended with it.
            .process_group(0)
            .spawn()
            .map_err(|error| failed(&error))?;
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed(&"it has no pipes"));
        };
        for pipe in [input.as_fd(), output.as_fd(), errors.as_fd()] {
            rustix::io::ioctl_fionbio(pipe, true).map_err(|error| failed(&error))?;
        }
        Ok(Process {
            child,
            reaped: false,
            input: Some(input),
            output,
            errors: Some(errors),
            unsent: VecDeque::new(),
            lines: Lines::default(),
            last_words: Vec::new(),
            limit: Duration::ZERO,
            since: Instant::now(),
            stop,
        })
    }

    /// Tells the bot to leave, and gives it a moment to.
    pub fn dismiss(mut self) {
        self.send("quit");
        let until = Instant::now() + GRACE;
        self.write_pending();
        while !self.unsent.is_empty() && Instant::now() < until && !self.has_ended() {
            std::thread::sleep(Duration::from_millis(1));
            self.write_pending();
        }
        self.input = None;
        self.await_end(until);
    }

    /// Writes what the pipe takes.
    fn write_pending(&mut self) {
        while let (Some(input), false) = (&mut self.input, self.unsent.is_empty()) {
            match input.write(self.unsent.as_slices().0) {
                Ok(sent @ 1..) => drop(self.unsent.drain(..sent)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // It listens no more. What it says without listening still counts.
                Ok(0) | Err(_) => {
                    self.input = None;
                    self.unsent.clear();
                }
            }
        }
    }

    /// Takes in a piece of what it says; false where there will be no more.
    fn receive(&mut self) -> bool {
        match read_available(&mut self.output) {
            Some(bytes) if bytes.is_empty() => false,
            Some(bytes) => {
                self.lines.push(&bytes);
                true
            }
            None => true,
        }
    }

    /// Takes in a piece of what it complains about, and keeps the end of it;
    /// false where nothing is there.
    fn receive_errors(&mut self) -> bool {
        let Some(errors) = &mut self.errors else { return false };
        let Some(bytes) = read_available(errors) else { return false };
        if bytes.is_empty() {
            self.errors = None;
            return false;
        }
        self.last_words.extend(bytes);
        let above = self.last_words.len().saturating_sub(LAST_WORDS);
        self.last_words.drain(..above);
        true
    }

    /// Waits until something can be sent, or else received, but not for long;
    /// says whether there are answers, and whether there are complaints.
    fn rest(&self, until: Instant) -> (bool, bool) {
        let wait = until.saturating_duration_since(Instant::now()).min(POLL_INTERVAL);
        let wait = Timespec { tv_sec: 0, tv_nsec: wait.as_nanos() as _ };
        let answers = match &self.input {
            Some(input) if !self.unsent.is_empty() => PollFd::new(input, PollFlags::OUT),
            _ => PollFd::new(&self.output, PollFlags::IN),
        };
        let complaints = self.errors.as_ref().map(|errors| PollFd::new(errors, PollFlags::IN));
        let mut pipes: Vec<PollFd<'_>> = [Some(answers), complaints].into_iter().flatten().collect();
        // A signal may interrupt it: then nothing is there, and it is asked again.
        _ = poll(&mut pipes, Some(&wait));
        let ready = |pipe: &PollFd<'_>| !pipe.revents().is_empty();
        (self.unsent.is_empty() && ready(&pipes[0]), pipes.get(1).is_some_and(ready))
    }

    /// Why there is nothing more to hear.
    fn gone(&mut self) -> Loss {
        if !self.await_end(Instant::now() + GRACE) {
            return Loss::Closed;
        }
        self.kill();
        // Somebody who left the group may still complain, without end.
        let _ = (0..LAST_WORDS).all(|_| self.receive_errors());
        let how = match self.child.wait() {
            Ok(status) => match (status.code(), status.signal()) {
                (Some(code), _) => format!("exit status {code}"),
                (None, Some(signal)) => format!("signal {signal}"),
                (None, None) => status.to_string(),
            },
            Err(error) => error.to_string(),
        };
        self.reaped = true;
        let words = String::from_utf8_lossy(&self.last_words);
        match words.lines().rev().find(|line| !line.trim().is_empty()) {
            Some(words) => Loss::Crashed(format!("ended with {how}: {}", shown(words.trim()))),
            None => Loss::Crashed(format!("ended with {how}")),
        }
    }

    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(self.child.id().cast_signed())
    }

    /// Whether the process is over. Its number stays taken until it is waited
    /// for, so that killing its group kills nobody else's.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.pid().is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    fn await_end(&self, until: Instant) -> bool {
        while !self.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Kills it and all that it started.
    fn kill(&self) {
        if let (Some(pid), false) = (self.pid(), self.reaped) {
            _ = kill_process_group(pid, Signal::KILL);
        }
    }
}

impl BotConnection for Process<'_> {
    fn send(&mut self, line: &str) {
        if self.input.is_some() {
            self.unsent.extend(line.bytes().chain([b'\n']));
        }
    }

    fn start_timer(&mut self, limit: Duration) {
        self.lines.begin();
        (self.limit, self.since) = (limit, Instant::now());
    }

    fn receive_line(&mut self) -> Result<String, Loss> {
        loop {
            self.write_pending();
            if self.unsent.is_empty()
                && let Some(line) = self.lines.next_line()?
            {
                return Ok(line);
            }
            let until = self.since + self.limit;
            if Instant::now() >= until || self.stop.load(Ordering::Relaxed) {
                // Where it ended, somebody else holds its output open.
                return Err(if self.has_ended() {
                    self.gone()
                } else {
                    Loss::Timeout(self.limit.as_millis())
                });
            }
            let (says, complains) = self.rest(until);
            if complains {
                self.receive_errors();
            }
            if says && !self.receive() {
                return Err(self.gone());
            }
        }
    }
}

impl Drop for Process<'_> {
    fn drop(&mut self) {
        self.kill();
        _ = self.child.wait();
    }
}

/// A piece of what is there to be read: empty at the end, none where nothing is there yet.
fn read_available(pipe: &mut impl Read) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 4096];
    match pipe.read(&mut bytes) {
        Ok(length) => {
            bytes.truncate(length);
            Some(bytes)
        }
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => None,
        Err(_) => Some(Vec::new()),
    }
}
