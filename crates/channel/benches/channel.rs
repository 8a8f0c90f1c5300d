//! Messages a second from other processes, beside a plain pipe.
#![allow(unsafe_code)]

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::io::{Read as _, Write as _, pipe};
    use std::time::Instant;

    use omnisweep_channel::{Wait, channel};

    const ROUNDS: usize = 5;

    pub fn main() {
        for (senders, size, messages) in
            [(1, 64, 200_000), (4, 64, 200_000), (1, 4096, 100_000), (4, 4096, 100_000), (1, 1 << 20, 1000)]
        {
            let mut rates: Vec<(f64, f64)> = (0..ROUNDS)
                .map(|_| (by_channel(senders, size, messages), by_pipe(senders, size, messages)))
                .collect();
            rates.sort_by(|one, other| (one.0 / one.1).total_cmp(&(other.0 / other.1)));
            let (channel, pipe) = rates[ROUNDS / 2];
            println!(
                "channel: {senders} sending, {size} bytes: {:.1} times the messages of a pipe \
                 ({channel:.0} and {pipe:.0} a second)",
                channel / pipe
            );
        }
    }

    fn by_channel(senders: usize, size: usize, messages: usize) -> f64 {
        let (sender, receiver) = channel(size).expect("a channel");
        let start = Instant::now();
        for _ in 0..senders {
            fork(|| {
                let message = vec![7; size];
                (0..messages / senders).all(|_| sender.send(&message, Wait::Forever).is_ok())
            });
        }
        drop(sender);
        let mut message = vec![0; size];
        let received = (0..).take_while(|_| receiver.receive(&mut message, Wait::Forever).is_ok()).count();
        rate(start, messages, received)
    }

    /// Messages of more than 4096 bytes would be mixed up with several senders.
    fn by_pipe(senders: usize, size: usize, messages: usize) -> f64 {
        let (mut receiver, mut sender) = pipe().expect("a pipe");
        let start = Instant::now();
        for _ in 0..senders {
            fork(|| {
                let message = vec![7; size];
                (0..messages / senders).all(|_| sender.write_all(&message).is_ok())
            });
        }
        drop(sender);
        let mut message = vec![0; size];
        let received = (0..).take_while(|_| receiver.read_exact(&mut message).is_ok()).count();
        rate(start, messages, received)
    }

    fn rate(start: Instant, messages: usize, received: usize) -> f64 {
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(received, messages);
        // SAFETY: the children are this process's own.
        while unsafe { libc::wait(std::ptr::null_mut()) } > 0 {}
        messages as f64 / seconds
    }

    fn fork(child: impl FnOnce() -> bool) {
        // SAFETY: this process has one thread.
        match unsafe { libc::fork() } {
            -1 => panic!("no process"),
            0 => {
                let good = child();
                // SAFETY: the child ends here.
                unsafe { libc::_exit(i32::from(!good)) }
            }
            _ => {}
        }
    }
}
