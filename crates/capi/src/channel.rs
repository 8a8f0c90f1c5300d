//! The message channel for C, as `channel.h` has it.
//!
//! The caller's two objects each hold a pointer, which is null once an end has
//! been closed. A null pointer and an end that has been closed are answered and
//! change nothing.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use omnisweep_channel::{Error, Receiver, Sender, Wait, channel};

/// The end that messages go into. Threads may share it.
#[repr(C)]
pub struct OmnisweepChannelSender {
    /// Not to be touched.
    end: *mut c_void,
}

/// The end that messages come out of. Threads may share it.
#[repr(C)]
pub struct OmnisweepChannelReceiver {
    /// Not to be touched.
    end: *mut c_void,
}

/// How a call went.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OmnisweepChannelStatus {
    /// Done.
    Ok = 0,
    /// Nobody is left at the other end. No signal is raised.
    Closed = -1,
    /// There is no message, or no room for one, and waiting has come to its limit.
    NotYet = -2,
    /// A null pointer, an end that has been closed, or no size for a message.
    BadArgument = -3,
    /// The system refused: no memory, or too many open sockets.
    System = -4,
}

/// For `limit_ms`: wait as long as it takes. 0 is not at all.
pub const OMNISWEEP_CHANNEL_FOREVER: i64 = -1;

/// The largest message, in bytes; the smallest has one.
pub const OMNISWEEP_CHANNEL_LARGEST_MESSAGE: usize = 1 << 20;

/// Initialises both ends of a channel for messages of `message_size` bytes. It
/// holds at least four messages that have been sent and not received.
///
/// After a fork, both processes have both ends. Each closes the end that it does
/// not use, so that the other is told when nobody is left. Any number of threads
/// and processes may send, and receive; each message reaches one receiver, whole.
///
/// # Safety
/// Both objects can be written, or are null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_channel_init(
    receiver: *mut OmnisweepChannelReceiver,
    sender: *mut OmnisweepChannelSender,
    message_size: usize,
) -> OmnisweepChannelStatus {
    if receiver.is_null() || sender.is_null() {
        return OmnisweepChannelStatus::BadArgument;
    }
    guarded(|| {
        let ends = channel(message_size).map(|(sender, receiver)| (into_raw(sender), into_raw(receiver)));
        let (sending, receiving, status) = match ends {
            Ok((sending, receiving)) => (sending, receiving, OmnisweepChannelStatus::Ok),
            Err(error) => (std::ptr::null_mut(), std::ptr::null_mut(), status(Err(error))),
        };
        // SAFETY: the caller promises that both can be written, and neither is null.
        unsafe {
            sender.write(OmnisweepChannelSender { end: sending });
            receiver.write(OmnisweepChannelReceiver { end: receiving });
        }
        status
    })
}

/// Sends a message, once there is room for it: waits for that at most `limit_ms`
/// milliseconds, or `OMNISWEEP_CHANNEL_FOREVER`.
///
/// # Safety
/// `sender` was initialised, or is null; `message` has as many bytes as the
/// channel's messages, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_channel_send(
    sender: *const OmnisweepChannelSender,
    message: *const c_void,
    limit_ms: i64,
) -> OmnisweepChannelStatus {
    // SAFETY: the caller promises one that was initialised, or null; its end is null once it is closed.
    let end = unsafe { sender.as_ref().and_then(|sender| sender.end.cast::<Sender>().as_ref()) };
    let Some(end) = end.filter(|_| !message.is_null()) else { return OmnisweepChannelStatus::BadArgument };
    // SAFETY: the caller promises a message of the channel's size, and it is not null.
    let message = unsafe { std::slice::from_raw_parts(message.cast(), end.size()) };
    guarded(|| status(end.send(message, wait(limit_ms))))
}

/// Receives the next message, once there is one: waits for that at most
/// `limit_ms` milliseconds, or `OMNISWEEP_CHANNEL_FOREVER`. Without a message, nothing is
/// written.
///
/// # Safety
/// `receiver` was initialised, or is null; `message` has room for as many bytes as
/// the channel's messages have, or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_channel_receive(
    receiver: *const OmnisweepChannelReceiver,
    message: *mut c_void,
    limit_ms: i64,
) -> OmnisweepChannelStatus {
    // SAFETY: the caller promises one that was initialised, or null; its end is null once it is closed.
    let end = unsafe { receiver.as_ref().and_then(|receiver| receiver.end.cast::<Receiver>().as_ref()) };
    let Some(end) = end.filter(|_| !message.is_null()) else { return OmnisweepChannelStatus::BadArgument };
    // SAFETY: the caller promises room for a message of the channel's size; it is not null, and any bytes are a `u8` each.
    let message = unsafe { std::slice::from_raw_parts_mut(message.cast(), end.size()) };
    guarded(|| status(end.receive(message, wait(limit_ms))))
}

/// Closes this process's sending end; null, or a closed end, is nothing.
///
/// # Safety
/// `sender` was initialised, or is null, and no other thread uses it now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_channel_close_sender(sender: *mut OmnisweepChannelSender) {
    // SAFETY: as promised; what is closed is null from now on.
    unsafe { sender.as_mut().map(|sender| close::<Sender>(&mut sender.end)) };
}

/// Closes this process's receiving end; null, or a closed end, is nothing.
///
/// # Safety
/// `receiver` was initialised, or is null, and no other thread uses it now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omnisweep_channel_close_receiver(receiver: *mut OmnisweepChannelReceiver) {
    // SAFETY: as promised; what is closed is null from now on.
    unsafe { receiver.as_mut().map(|receiver| close::<Receiver>(&mut receiver.end)) };
}

fn into_raw<T>(end: T) -> *mut c_void {
    Box::into_raw(Box::new(end)).cast()
}

/// # Safety
/// `end` comes from `into_raw` of the same type, or is null.
unsafe fn close<T>(end: &mut *mut c_void) {
    let end = std::mem::replace(end, std::ptr::null_mut());
    if !end.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and this is the only time.
        drop(unsafe { Box::from_raw(end.cast::<T>()) });
    }
}

fn wait(limit_ms: i64) -> Wait {
    u64::try_from(limit_ms).map_or(Wait::Forever, |limit| Wait::AtMost(Duration::from_millis(limit)))
}

fn status(result: Result<(), Error>) -> OmnisweepChannelStatus {
    match result {
        Ok(()) => OmnisweepChannelStatus::Ok,
        Err(Error::Closed) => OmnisweepChannelStatus::Closed,
        Err(Error::TimedOut) => OmnisweepChannelStatus::NotYet,
        Err(Error::WrongSize) => OmnisweepChannelStatus::BadArgument,
        Err(Error::System(_)) => OmnisweepChannelStatus::System,
    }
}

/// No panic crosses the boundary.
fn guarded(act: impl FnOnce() -> OmnisweepChannelStatus) -> OmnisweepChannelStatus {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or(OmnisweepChannelStatus::BadArgument)
}
