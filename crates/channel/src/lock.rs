//! A lock between processes that outlives whoever holds it.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::io;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Whoever holds a lock is done in less time than this, or has been stopped.
/// Those who do not want to wait wait so long for a lock, and those who do look
/// at it again.
const TIMEOUT: Duration = Duration::from_millis(20);

/// A lock in memory that processes share. If its holder is killed, the next one
/// gets it: what it guards has to be sound at every moment.
#[derive(Debug)]
pub struct Lock(UnsafeCell<libc::pthread_mutex_t>);

/// A lock that is held, by this thread: it cannot be sent to another one.
pub struct Held<'a>(&'a Lock, PhantomData<*const ()>);

// SAFETY: threads reach the mutex only through `pthread_mutex_*`, which POSIX lets any number of threads
// call at once on one mutex. No reference into the cell is ever made, and the mutex is neither moved nor
// destroyed while a `Lock` can be seen: it stays where `make` put it.
unsafe impl Sync for Lock {}

impl Lock {
    /// Makes a lock where it will stay.
    ///
    /// # Safety
    /// `place` is shared memory that nobody else uses yet.
    pub unsafe fn make(place: *mut Lock) -> io::Result<()> {
        let mut kind = MaybeUninit::uninit();
        // SAFETY: `kind` is made by the first call, before the others use it, and is not used once it is
        // destroyed (where a call fails before that, it is forgotten, which is allowed). `place` is memory
        // for a `Lock` that nobody else uses, so the mutex in it may be made; `raw_get` makes no reference
        // to what is not there yet.
        unsafe {
            check(libc::pthread_mutexattr_init(kind.as_mut_ptr()))?;
            check(libc::pthread_mutexattr_setpshared(kind.as_mut_ptr(), libc::PTHREAD_PROCESS_SHARED))?;
            check(libc::pthread_mutexattr_setrobust(kind.as_mut_ptr(), libc::PTHREAD_MUTEX_ROBUST))?;
            check(libc::pthread_mutex_init(UnsafeCell::raw_get(&raw const (*place).0), kind.as_ptr()))?;
            check(libc::pthread_mutexattr_destroy(kind.as_mut_ptr()))
        }
    }

    /// Takes the lock, or says `None` if it is held for too long.
    ///
    /// Nobody sleeps for good: where one who was just woken is killed before it
    /// has the lock, and a third takes it meanwhile, the system forgets the others.
    pub fn hold(&self, until: Option<Instant>) -> io::Result<Option<Held<'_>>> {
        // SAFETY: a `Lock` is only ever seen once `make` has made the mutex in it, and it stays there.
        let mut result = unsafe { libc::pthread_mutex_trylock(self.0.get()) };
        let mut patient = true;
        while (result == libc::EBUSY || result == libc::ETIMEDOUT) && patient {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            // SAFETY: as above; the time lives as long as the call.
            result = unsafe { libc::pthread_mutex_timedlock(self.0.get(), &timespec(now + TIMEOUT)) };
            patient = until.is_none_or(|until| Instant::now() < until);
        }
        match result {
            libc::ETIMEDOUT => return Ok(None),
            // SAFETY: EOWNERDEAD says that this thread holds the mutex now, as the call needs. What it guards is
            // sound at every moment, so there is nothing to repair before.
            libc::EOWNERDEAD => check(unsafe { libc::pthread_mutex_consistent(self.0.get()) })?,
            result => check(result)?,
        }
        Ok(Some(Held(self, PhantomData)))
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // SAFETY: `hold` made this value in the thread that holds the mutex, and it has not left it.
        unsafe { libc::pthread_mutex_unlock(self.0.0.get()) };
    }
}

fn check(result: libc::c_int) -> io::Result<()> {
    if result == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(result)) }
}

pub fn timespec(time: Duration) -> libc::timespec {
    libc::timespec {
        tv_sec: libc::time_t::try_from(time.as_secs()).unwrap_or(libc::time_t::MAX),
        tv_nsec: time.subsec_nanos().into(),
    }
}
