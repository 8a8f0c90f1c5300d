//! Whole messages between threads and processes of one process tree.
//!
//! [`channel`] makes both ends at once, for messages of one size. They work in
//! the same thread, between threads, and between processes: whoever forks has
//! both ends twice, and each process drops the end that it does not use. Any
//! number may send, any number may receive, and each message reaches one of
//! them, whole.
//!
//! An end is closed once every process that had it has dropped it, ended or been
//! killed. Then sending fails, and receiving fails once everything sent has been
//! received. No signal is raised.
//!
//! A process may be killed at any moment. What it was sending is then sent
//! whole or not at all, what it was receiving is received or still there, and
//! nobody waits for it.
//!
//! Nothing has a name: the messages lie in anonymous shared memory, the ends are
//! known to each other by a pair of unnamed sockets, and a program started by
//! `exec` gets neither.
//!
//! Linux only: it needs a lock that outlives its holder, which not every system
//! has. As with a pipe, a fork while other threads own ends gives the child ends that
//! nobody there can drop: fork first, or lend ends to threads by reference. Not
//! to be called in signal handlers.
#![cfg(target_os = "linux")]

mod bell;
mod lock;
mod queue;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bell::Bell;
use queue::{Direction, Message, Queue};

/// The largest message, in bytes.
pub const LARGEST_MESSAGE: usize = 1 << 20;

/// How often whoever finds nothing lets others run before it goes to sleep: that
/// is much cheaper where messages come one after the other.
const YIELDS: u32 = 4;

/// How long a call waits for a message, or for room for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// As long as it takes.
    Forever,
    /// Not at all.
    Never,
    /// So long.
    AtMost(Duration),
}

/// Why a call did nothing.
#[derive(Debug)]
pub enum Error {
    /// Nobody is left at the other end.
    Closed,
    /// There is no message, or no room for one, and waiting has come to its limit.
    TimedOut,
    /// A message has to have the size that the channel was made with, and that
    /// is from 1 to [`LARGEST_MESSAGE`] bytes.
    WrongSize,
    /// The system refused: no memory, or too many open sockets.
    System(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Closed => f.write_str("the other end is closed"),
            Error::TimedOut => f.write_str("waiting has come to its limit"),
            Error::WrongSize => f.write_str("not the size of a message"),
            Error::System(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::System(error)
    }
}

/// The end that messages go into. Threads share it by reference.
#[derive(Debug)]
pub struct Sender(End);

/// The end that messages come out of. Threads share it by reference.
#[derive(Debug)]
pub struct Receiver(End);

/// Makes a channel for messages of `size` bytes. It holds a few messages that
/// have been sent and not received: four large ones, or 256 KiB of small ones.
pub fn channel(size: usize) -> Result<(Sender, Receiver), Error> {
    if !(1..=LARGEST_MESSAGE).contains(&size) {
        return Err(Error::WrongSize);
    }
    let queue = Arc::new(Queue::new(size)?);
    let (sender, receiver) = Bell::pair()?;
    Ok((Sender(End { queue: queue.clone(), bell: sender }), Receiver(End { queue, bell: receiver })))
}

impl Sender {
    /// How many bytes a message has.
    pub fn size(&self) -> usize {
        self.0.queue.size()
    }

    /// Sends a message, once there is room for it.
    pub fn send(&self, message: &[u8], wait: Wait) -> Result<(), Error> {
        self.0.transfer(Message::Send(message), wait)
    }
}

impl Receiver {
    /// How many bytes a message has.
    pub fn size(&self) -> usize {
        self.0.queue.size()
    }

    /// Receives the next message, once there is one.
    pub fn receive(&self, message: &mut [u8], wait: Wait) -> Result<(), Error> {
        self.0.transfer(Message::Receive(message), wait)
    }
}

/// Either end, as this process has it.
#[derive(Debug)]
struct End {
    queue: Arc<Queue>,
    bell: Bell,
}

impl End {
    /// Moves a message into the queue or out of it.
    ///
    /// Whoever finds no message (or no room) says so under the lock of the other
    /// side and then listens; whoever moves a message rings for it *before* it
    /// counts as moved, still under that lock. So nobody sleeps through a message,
    /// even if its sender is killed between any two steps.
    fn transfer(&self, mut message: Message, wait: Wait) -> Result<(), Error> {
        let direction = message.direction();
        let until = match wait {
            Wait::Forever => None,
            Wait::Never => Some(Instant::now()),
            Wait::AtMost(limit) => Instant::now().checked_add(limit),
        };
        let mut closed = direction == Direction::Send && !self.bell.is_peer_alive();
        let mut last = false;
        loop {
            // What was sent can still be received; what nobody will receive is not sent.
            if closed && direction == Direction::Send {
                return Err(Error::Closed);
            }
            if self.queue.transfer(&mut message, until, || self.bell.ring())? {
                return Ok(());
            }
            if closed {
                return Err(Error::Closed);
            }
            if last {
                return Err(Error::TimedOut);
            }
            last = until.is_some_and(|until| until <= Instant::now());
            if !last && (0..YIELDS).any(|_| self.queue.can_soon(direction)) {
                continue;
            }
            if last || self.queue.ask(direction, until, || self.bell.silence())? {
                closed = self.bell.listen(until)?;
            }
        }
    }
}
