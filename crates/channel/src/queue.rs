//! Messages in shared memory, in the order in which they were sent.
#![allow(unsafe_code)]

use std::io;
use std::mem::size_of;
use std::ptr::{NonNull, copy_nonoverlapping, null_mut};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use crate::Error;
use crate::lock::Lock;

/// How many bytes of small messages there is room for.
const SMALL_MESSAGES: usize = 1 << 18;

/// Which way a message goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Send,
    Receive,
}

/// A message to send, or where to put one that is received.
pub enum Message<'a> {
    Send(&'a [u8]),
    Receive(&'a mut [u8]),
}

impl Message<'_> {
    pub fn direction(&self) -> Direction {
        match self {
            Message::Send(_) => Direction::Send,
            Message::Receive(_) => Direction::Receive,
        }
    }

    fn len(&self) -> usize {
        match self {
            Message::Send(message) => message.len(),
            Message::Receive(message) => message.len(),
        }
    }
}

/// What those share who move messages in one direction. On lines of their own,
/// so that the two sides do not take the memory from each other.
#[repr(C, align(128))]
struct Side {
    /// Held while a message is copied.
    lock: Lock,
    /// How many messages have been moved. A message counts from the moment that
    /// this grows, which is the last thing that happens to it.
    moved: AtomicU64,
    /// Whether the other side waits for this one. Only changed under the lock.
    awaited: AtomicBool,
}

/// At the start of the memory; the messages follow.
#[repr(C)]
struct Sides {
    send: Side,
    receive: Side,
}

/// A queue of messages, as this process sees it.
#[derive(Debug)]
pub struct Queue {
    sides: NonNull<Sides>,
    size: usize,
    /// For how many messages there is room: a power of two, so that positions
    /// may wrap around.
    room: u64,
}

// SAFETY: the pointer is to memory that stays mapped as long as the queue lives. In it, the numbers are
// atomic, the locks may be used by any thread, and a message's place is touched by one side only, under its
// lock: `moved` hands it over to the other side (release and acquire).
unsafe impl Send for Queue {}
// SAFETY: as above.
unsafe impl Sync for Queue {}

impl Queue {
    pub fn new(size: usize) -> io::Result<Queue> {
        let room = (SMALL_MESSAGES / size).max(4).next_power_of_two();
        let bytes = size_of::<Sides>() + room * size;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: new memory, at no particular place; it is zeroed.
        let memory =
            unsafe { libc::mmap(null_mut(), bytes, access, libc::MAP_SHARED | libc::MAP_ANONYMOUS, -1, 0) };
        let Some(sides) = NonNull::new(memory.cast()).filter(|_| memory != libc::MAP_FAILED) else {
            return Err(io::Error::last_os_error());
        };
        let queue = Queue { sides, size, room: room as u64 };
        let sides: *mut Sides = sides.as_ptr();
        // SAFETY: the memory is large enough, aligned to a page, and nobody else knows it.
        unsafe {
            Lock::make(&raw mut (*sides).send.lock)?;
            Lock::make(&raw mut (*sides).receive.lock)?;
        }
        Ok(queue)
    }

    pub fn size(&self) -> usize {
        self.size
    }

    /// Copies a message into its place or from there, and rings if it is waited
    /// for. Says no if there is no message, or no room for one.
    pub fn transfer(
        &self,
        message: &mut Message,
        until: Option<Instant>,
        ring: impl FnOnce(),
    ) -> Result<bool, Error> {
        if message.len() != self.size {
            return Err(Error::WrongSize);
        }
        let direction = message.direction();
        let side = self.side(direction);
        let _held = side.lock.hold(until)?.ok_or(Error::TimedOut)?;
        if !self.can(direction) {
            return Ok(false);
        }
        let moved = side.moved.load(Relaxed);
        let place = size_of::<Sides>() + (moved & (self.room - 1)) as usize * self.size;
        // SAFETY: the place is in the memory, as large as the message, and this side's alone until `moved` grows.
        unsafe {
            let place = self.sides.cast::<u8>().as_ptr().add(place);
            match message {
                Message::Send(message) => copy_nonoverlapping(message.as_ptr(), place, self.size),
                Message::Receive(message) => copy_nonoverlapping(place, message.as_mut_ptr(), self.size),
            }
        }
        // In this order: whoever is killed after any of these has made nobody miss anything.
        if side.awaited.load(Relaxed) {
            ring();
            side.awaited.store(false, Relaxed);
        }
        side.moved.store(moved.wrapping_add(1), Release);
        Ok(true)
    }

    /// Asks the other side to ring when it has moved a message, and forgets what
    /// rang before. Says no if that is not needed any more.
    pub fn ask(
        &self,
        direction: Direction,
        until: Option<Instant>,
        silence: impl FnOnce(),
    ) -> Result<bool, Error> {
        let other = match direction {
            Direction::Send => self.side(Direction::Receive),
            Direction::Receive => self.side(Direction::Send),
        };
        let _held = other.lock.hold(until)?.ok_or(Error::TimedOut)?;
        if self.can(direction) {
            return Ok(false);
        }
        // In this order, too: others may be listening to the same bell.
        other.awaited.store(true, Relaxed);
        silence();
        Ok(true)
    }

    /// Whether there is a message to receive, or room for one to send.
    fn can(&self, direction: Direction) -> bool {
        let sent = self.side(Direction::Send).moved.load(Acquire);
        let received = self.side(Direction::Receive).moved.load(Acquire);
        let waiting = sent.wrapping_sub(received);
        match direction {
            Direction::Send => waiting < self.room,
            Direction::Receive => waiting > 0,
        }
    }

    /// The same, after others had a chance to run.
    pub fn can_soon(&self, direction: Direction) -> bool {
        std::thread::yield_now();
        self.can(direction)
    }

    fn side(&self, direction: Direction) -> &Side {
        // SAFETY: it was made, and is unmapped by nothing but the drop of this.
        let sides = unsafe { self.sides.as_ref() };
        match direction {
            Direction::Send => &sides.send,
            Direction::Receive => &sides.receive,
        }
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        let bytes = size_of::<Sides>() + self.room as usize * self.size;
        // SAFETY: what was mapped is unmapped, in this process alone.
        unsafe { libc::munmap(self.sides.as_ptr().cast(), bytes) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_wrap_around() {
        for start in [u64::from(u32::MAX) - 3, u64::MAX - 3] {
            let queue = Queue::new(1 << 20).unwrap();
            queue.side(Direction::Send).moved.store(start, Relaxed);
            queue.side(Direction::Receive).moved.store(start, Relaxed);
            let mut message = vec![0; 1 << 20];
            for round in 0..6 {
                for slot in 0..4 {
                    assert!(queue.can(Direction::Send));
                    message.fill(round * 4 + slot);
                    assert!(queue.transfer(&mut Message::Send(&message), None, || ()).unwrap());
                }
                assert!(!queue.can(Direction::Send));
                assert!(!queue.transfer(&mut Message::Send(&message), None, || ()).unwrap());
                for slot in 0..4 {
                    assert!(queue.transfer(&mut Message::Receive(&mut message), None, || ()).unwrap());
                    assert!(message.iter().all(|&byte| byte == round * 4 + slot));
                }
                assert!(!queue.transfer(&mut Message::Receive(&mut message), None, || ()).unwrap());
            }
        }
    }

    #[test]
    fn who_is_waited_for_rings_once() {
        let queue = Queue::new(8).unwrap();
        let rings = std::cell::Cell::new(0);
        let ring = || rings.set(rings.get() + 1);
        let mut message = [0; 8];
        assert!(queue.transfer(&mut Message::Send(&[1; 8]), None, ring).unwrap());
        assert!(!queue.ask(Direction::Receive, None, || unreachable!("there is a message")).unwrap());
        assert!(queue.transfer(&mut Message::Receive(&mut message), None, ring).unwrap());
        assert_eq!(rings.get(), 0);
        let mut silenced = false;
        assert!(queue.ask(Direction::Receive, None, || silenced = true).unwrap());
        assert!(silenced);
        assert!(queue.transfer(&mut Message::Send(&[2; 8]), None, ring).unwrap());
        assert!(queue.transfer(&mut Message::Send(&[3; 8]), None, ring).unwrap());
        assert_eq!(rings.get(), 1);
    }
}
