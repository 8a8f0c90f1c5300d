//! Long work that Ctrl-C ends, and work for several threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Does something in another thread, while other threads of Python's may run.
/// This one looks for signals: where one says so, the work is told to stop, and
/// the signal's exception is raised once it has.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let (sender, done) = mpsc::channel();
    let done = Mutex::new(done);
    std::thread::scope(|scope| {
        // Nobody waits for it any more where the work was interrupted.
        scope.spawn(|| _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(&stop)))));
        let mut interrupted = None;
        loop {
            let next =
                py.detach(|| done.lock().ok().map(|done| done.recv_timeout(Duration::from_millis(50))));
            match next {
                Some(Ok(Ok(result))) => return interrupted.map_or(Ok(result), Err),
                Some(Err(mpsc::RecvTimeoutError::Timeout)) => {
                    if let Err(signal) = py.check_signals() {
                        stop.store(true, Ordering::Relaxed);
                        interrupted = Some(signal);
                    }
                }
                _ => return Err(broken()),
            }
        }
    })
}

/// What is raised where something of ours failed that never should.
pub fn broken() -> PyErr {
    PyRuntimeError::new_err("Omnisweep has made a mistake, and this is not done")
}

/// How many threads to use: as many as were asked for, or one for each processor;
/// never more than any machine has use for, since there may be none left.
pub fn thread_count(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).clamp(1, 256)
}

/// Has threads make what comes of the numbers up to a limit, in order. What is
/// kept from one number to the next is made by each thread for itself. Nothing is
/// made any more once `stop` is set.
pub fn each<T: Send, S>(
    numbers: std::ops::Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    begin: impl Fn() -> S + Sync,
    make: impl Fn(u64, &mut S) -> T + Sync,
) -> Vec<T> {
    let threads = (threads as u64).min(numbers.end - numbers.start).max(1);
    let share = |thread: u64| {
        let mut kept = begin();
        let mine = numbers.clone().skip(thread as usize).step_by(threads as usize);
        mine.take_while(|_| !stop.load(Ordering::Relaxed)).map(|number| make(number, &mut kept)).collect()
    };
    if threads == 1 {
        return share(0);
    }
    let mut shares: Vec<std::vec::IntoIter<T>> = std::thread::scope(|scope| {
        let share = &share;
        let running: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || -> Vec<T> { share(thread) })).collect();
        running.into_iter().filter_map(|thread| thread.join().ok()).map(Vec::into_iter).collect()
    });
    let mut all = Vec::new();
    for share in (0..shares.len()).cycle() {
        match shares[share].next() {
            Some(made) => all.push(made),
            None => break,
        }
    }
    all
}
