//! Processes for tests: children that are forked, killed and waited for.
#![allow(dead_code, reason = "no test uses all of it")]

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A child has whatever its parent has open, so tests that fork run one at a
/// time: the ends of one would otherwise stay open in the children of another.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a child ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Signal(i32),
}

/// A child of this process. Killed if it is not waited for.
pub struct Child(libc::pid_t);

impl Child {
    /// Forks a child that does this and exits with what it says.
    pub fn new(act: impl FnOnce() -> i32) -> Child {
        // SAFETY: the child does what a forked child of a program with threads may do, and ends.
        match unsafe { libc::fork() } {
            -1 => panic!("no child: {}", std::io::Error::last_os_error()),
            0 => {
                let code = act();
                // SAFETY: nothing is left to be done.
                unsafe { libc::_exit(code) }
            }
            child => Child(child),
        }
    }

    pub fn signal(&self, signal: i32) {
        // SAFETY: the child is this process's own, and has not been waited for.
        assert_eq!(unsafe { libc::kill(self.0, signal) }, 0);
    }

    /// Waits until a signal has stopped it.
    pub fn wait_until_stopped(&self) {
        let mut status = 0;
        // SAFETY: as above.
        assert_eq!(unsafe { libc::waitpid(self.0, &mut status, libc::WUNTRACED) }, self.0);
        assert!(libc::WIFSTOPPED(status));
    }

    /// Kills it, if it has not ended yet, and waits.
    pub fn kill(self) -> End {
        self.signal(libc::SIGKILL);
        self.wait()
    }

    pub fn wait(mut self) -> End {
        let child = std::mem::take(&mut self.0);
        let mut status = 0;
        // SAFETY: as above.
        assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
        if libc::WIFSIGNALED(status) {
            End::Signal(libc::WTERMSIG(status))
        } else {
            End::Exit(libc::WEXITSTATUS(status))
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        if self.0 > 0 {
            // SAFETY: as above.
            unsafe {
                libc::kill(self.0, libc::SIGKILL);
                libc::waitpid(self.0, std::ptr::null_mut(), 0);
            }
        }
    }
}

/// Drops an end that the parent goes on using, in a child.
pub fn drop_in_child<T>(end: &T) {
    // SAFETY: the child does not use it any more, and exits without dropping it again.
    drop(unsafe { std::ptr::read(end) });
}

/// Numbers that look random, different in every run and said if the test fails.
pub struct Random(pub u64);

impl Random {
    pub fn new() -> Random {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        eprintln!("seed {}", now.as_nanos() as u64);
        Random(now.as_nanos() as u64)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb) % limit
    }

    pub fn pause(&mut self, most: Duration) {
        std::thread::sleep(Duration::from_nanos(self.below(most.as_nanos() as u64)));
    }
}

/// Messages that can be told from each other and from any mixture of two: who
/// sent it, the how-manieth it is, and bytes that follow from both.
pub struct Numbered {
    table: Vec<u8>,
    pub message: Vec<u8>,
}

const STEPS: usize = 4096;

impl Numbered {
    pub fn new(size: usize) -> Numbered {
        let mut random = Random(1);
        Numbered {
            table: (0..size + STEPS).map(|_| random.below(256) as u8).collect(),
            message: vec![0; size],
        }
    }

    /// Makes a message.
    pub fn write(&mut self, sender: u32, number: u32) {
        let size = self.message.len();
        let start = Self::start(sender, number);
        self.message.copy_from_slice(&self.table[start..start + size]);
        self.message[..4].copy_from_slice(&sender.to_ne_bytes());
        self.message[4..8].copy_from_slice(&number.to_ne_bytes());
    }

    /// Reads it, or says none if it is not whole.
    pub fn read(&self) -> Option<(u32, u32)> {
        let word = |at: usize| u32::from_ne_bytes(self.message[at..at + 4].try_into().unwrap());
        let (sender, number) = (word(0), word(4));
        let start = Self::start(sender, number);
        let whole = self.message[8..] == self.table[start + 8..start + self.message.len()];
        whole.then_some((sender, number))
    }

    fn start(sender: u32, number: u32) -> usize {
        (sender.wrapping_mul(0x9e37_79b9) ^ number.wrapping_mul(0x85eb_ca6b)) as usize % STEPS
    }
}
