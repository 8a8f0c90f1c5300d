//! How the ends hear of each other: a pair of sockets that carry no messages.
#![allow(unsafe_code)]

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::ptr::{from_mut, null};
use std::time::Instant;

use crate::lock::timespec;

/// One of two bells. Ringing one is heard at the other, until that is silenced.
///
/// The system copies it over a fork and closes it with the process, however that
/// ends, so it also tells whether anybody is left at the other end. Unlike a pipe,
/// a socket cannot be opened through `/proc`.
#[derive(Debug)]
pub struct Bell(OwnedFd);

impl Bell {
    pub fn pair() -> io::Result<(Bell, Bell)> {
        let (one, other) = UnixStream::pair()?;
        Ok((Bell(one.into()), Bell(other.into())))
    }

    /// Rings at the other end. If it has not been silenced for long, it rings as it is.
    pub fn ring(&self) {
        self.send(1);
    }

    /// Whether anybody is left at the other end.
    pub fn is_peer_alive(&self) -> bool {
        self.send(0)
    }

    /// Sends a byte or none, and says whether anybody is left at the other end.
    fn send(&self, bytes: usize) -> bool {
        let flags = libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
        let one = [1u8];
        // SAFETY: the socket is open as long as the bell, and of the one byte at the pointer at most one is read.
        let sent =
            unsafe { libc::send(self.0.as_raw_fd(), one.as_ptr().cast(), bytes.min(one.len()), flags) };
        sent >= 0 || io::Error::last_os_error().raw_os_error() != Some(libc::EPIPE)
    }

    /// Forgets that it rang.
    pub fn silence(&self) {
        let mut rings = [0u8; 64];
        // SAFETY: the socket is open as long as the bell, and `rings` has room for as many bytes as are asked for.
        while unsafe {
            libc::recv(self.0.as_raw_fd(), rings.as_mut_ptr().cast(), rings.len(), libc::MSG_DONTWAIT)
        } == rings.len() as isize
        {}
    }

    /// Waits until it rings, or nobody is left at the other end, or time is up,
    /// and says whether nobody is left.
    pub fn listen(&self, until: Option<Instant>) -> io::Result<bool> {
        loop {
            let mut bell = libc::pollfd { fd: self.0.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            let mut left = until.map(|until| timespec(until.saturating_duration_since(Instant::now())));
            let limit = left.as_mut().map_or(null(), |left| from_mut(left).cast_const());
            // SAFETY: there is one `pollfd`, as said; the time, where there is one, outlives the call, and no mask is set.
            if unsafe { libc::ppoll(&mut bell, 1, limit, null()) } < 0 {
                let error = io::Error::last_os_error();
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            } else if bell.revents & libc::POLLNVAL != 0 {
                // Somebody has closed what is not theirs.
                return Err(io::Error::from_raw_os_error(libc::EBADF));
            } else {
                return Ok(bell.revents & libc::POLLHUP != 0);
            }
        }
    }
}
