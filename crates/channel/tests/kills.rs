//! Processes that are killed at the worst moments, and at random ones.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, clippy::unwrap_used)]

mod tree;

use std::ptr::null_mut;
use std::time::Duration;

use omnisweep_channel::{Error, Receiver, Sender, Wait, channel};
use tree::{Child, End, Numbered, Random, alone, drop_in_child};

const SIZE: usize = 1 << 20;

/// Memory for a message, of which the second half cannot be touched: whoever
/// copies it dies in the middle.
fn half_a_message() -> &'static mut [u8] {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: new memory of that size, which is never given back.
    unsafe {
        let memory = libc::mmap(null_mut(), SIZE, access, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0);
        assert_ne!(memory, libc::MAP_FAILED);
        assert_eq!(libc::mprotect(memory.add(SIZE / 2), SIZE / 2, libc::PROT_NONE), 0);
        // No core file for a death that is wanted.
        libc::setrlimit(libc::RLIMIT_CORE, &libc::rlimit { rlim_cur: 0, rlim_max: 0 });
        std::slice::from_raw_parts_mut(memory.cast(), SIZE)
    }
}

fn dies_while_sending(sender: &Sender) -> Child {
    Child::new(|| {
        let message = half_a_message();
        message[..SIZE / 2].fill(0xee);
        _ = sender.send(message, Wait::Forever);
        1
    })
}

fn dies_while_receiving(receiver: &Receiver) -> Child {
    Child::new(|| {
        _ = receiver.receive(half_a_message(), Wait::Forever);
        1
    })
}

#[test]
fn a_sender_that_dies_in_the_middle_of_a_message_tears_nothing_and_blocks_nobody() {
    let _alone = alone();
    let (sender, receiver) = channel(SIZE).unwrap();
    let mut numbered = Numbered::new(SIZE);
    for number in 0..20 {
        if number % 3 > 0 {
            assert_eq!(dies_while_sending(&sender).wait(), End::Signal(libc::SIGSEGV));
        }
        if number % 2 > 0 {
            assert!(matches!(receiver.receive(&mut numbered.message, Wait::Never), Err(Error::TimedOut)));
        }
        numbered.write(7, number);
        sender.send(&numbered.message, Wait::Forever).unwrap();
        numbered.message.fill(0);
        assert_eq!(dies_while_sending(&sender).wait(), End::Signal(libc::SIGSEGV));
        receiver.receive(&mut numbered.message, Wait::Forever).unwrap();
        assert_eq!(numbered.read(), Some((7, number)));
    }
}

#[test]
fn what_a_receiver_was_receiving_when_it_died_is_still_there() {
    let _alone = alone();
    let (sender, receiver) = channel(SIZE).unwrap();
    let mut numbered = Numbered::new(SIZE);
    for number in 0..20 {
        numbered.write(7, number);
        sender.send(&numbered.message, Wait::Forever).unwrap();
        assert_eq!(dies_while_receiving(&receiver).wait(), End::Signal(libc::SIGSEGV));
        numbered.message.fill(0);
        receiver.receive(&mut numbered.message, Wait::Forever).unwrap();
        assert_eq!(numbered.read(), Some((7, number)));
    }
}

#[test]
fn those_who_wait_outlive_a_sender_that_dies_in_the_middle() {
    let _alone = alone();
    for _ in 0..20 {
        let (sender, receiver) = channel(SIZE).unwrap();
        let waits = Child::new(|| {
            let mut numbered = Numbered::new(SIZE);
            receiver.receive(&mut numbered.message, Wait::Forever).is_err().into()
        });
        drop(receiver);
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(dies_while_sending(&sender).wait(), End::Signal(libc::SIGSEGV));
        sender.send(&vec![1; SIZE], Wait::Forever).unwrap();
        assert_eq!(waits.wait(), End::Exit(0));
    }
}

#[test]
fn one_that_was_stopped_in_the_middle_blocks_nobody_who_does_not_want_to_wait() {
    extern "C" fn stop(_: libc::c_int) {
        // SAFETY: a signal to itself.
        unsafe { libc::raise(libc::SIGSTOP) };
    }
    let _alone = alone();
    let (sender, receiver) = channel(SIZE).unwrap();
    let stopped = Child::new(|| {
        let message = half_a_message();
        // SAFETY: the handler does nothing but stop.
        unsafe { libc::signal(libc::SIGSEGV, stop as *const () as usize) };
        _ = sender.send(message, Wait::Forever);
        1
    });
    stopped.wait_until_stopped();
    let mut message = vec![0; SIZE];
    let a_little = Wait::AtMost(Duration::from_millis(30));
    assert!(matches!(receiver.receive(&mut message, Wait::Never), Err(Error::TimedOut)));
    assert!(matches!(receiver.receive(&mut message, a_little), Err(Error::TimedOut)));
    assert!(matches!(sender.send(&message, Wait::Never), Err(Error::TimedOut)));
    assert!(matches!(sender.send(&message, a_little), Err(Error::TimedOut)));
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| sender.send(&vec![5; SIZE], Wait::Forever));
        std::thread::sleep(Duration::from_millis(10));
        assert_eq!(stopped.kill(), End::Signal(libc::SIGKILL));
        waits.join().unwrap().unwrap();
    });
    receiver.receive(&mut message, Wait::Forever).unwrap();
    assert!(message.iter().all(|&byte| byte == 5));
}

#[test]
fn senders_killed_at_random_leave_whole_messages() {
    let _alone = alone();
    let mut random = Random::new();
    for size in [8, 64, 5000, SIZE] {
        let (sender, receiver) = channel(size).unwrap();
        let mut numbered = Numbered::new(size);
        let mut expected = [0; 100];
        for round in 0..100 {
            let one = Child::new(|| {
                let mut numbered = Numbered::new(size);
                for number in 0.. {
                    numbered.write(round, number);
                    if sender.send(&numbered.message, Wait::Forever).is_err() {
                        return 1;
                    }
                }
                2
            });
            // Received while it sends, or left to fill the queue.
            let mut left = random.below(60);
            while left > 0 && receiver.receive(&mut numbered.message, Wait::Forever).is_ok() {
                let (who, number) = numbered.read().expect("whole");
                assert_eq!(number, expected[who as usize]);
                expected[who as usize] += 1;
                left -= 1;
            }
            random.pause(Duration::from_micros(300));
            assert_eq!(one.kill(), End::Signal(libc::SIGKILL));
            while let Ok(()) = receiver.receive(&mut numbered.message, Wait::Never) {
                let (who, number) = numbered.read().expect("whole");
                assert_eq!(number, expected[who as usize]);
                expected[who as usize] += 1;
            }
            // Whatever it held, this process goes on.
            numbered.write(round, expected[round as usize]);
            sender.send(&numbered.message, Wait::Forever).unwrap();
            expected[round as usize] += 1;
            receiver.receive(&mut numbered.message, Wait::Forever).unwrap();
            assert_eq!(numbered.read(), Some((round, expected[round as usize] - 1)));
        }
    }
}

#[test]
fn receivers_killed_at_random_block_neither_the_sender_nor_the_others() {
    let _alone = alone();
    let mut random = Random::new();
    for (size, messages, rounds) in [(8, 20_000, 60), (SIZE, 60, 20)] {
        for _ in 0..rounds {
            let (sender, receiver) = channel(size).unwrap();
            // They see the numbers grow, whole, until the sender is gone.
            let receivers: Vec<Child> = (0..4)
                .map(|_| {
                    Child::new(|| {
                        drop_in_child(&sender);
                        let mut numbered = Numbered::new(size);
                        let mut last = None;
                        loop {
                            match receiver.receive(&mut numbered.message, Wait::Forever) {
                                Ok(()) => match numbered.read() {
                                    Some((0, number)) if last < Some(number) => last = Some(number),
                                    _ => return 1,
                                },
                                Err(Error::Closed) => return 0,
                                Err(_) => return 2,
                            }
                        }
                    })
                })
                .collect();
            drop(receiver);
            let sender = Child::new(move || {
                let mut numbered = Numbered::new(size);
                for number in 0..messages {
                    numbered.write(0, number);
                    if sender.send(&numbered.message, Wait::Forever).is_err() {
                        return 1;
                    }
                }
                0
            });
            let mut receivers = receivers.into_iter();
            let victims: Vec<Child> = receivers.by_ref().take(2).collect();
            for victim in victims {
                random.pause(Duration::from_micros(3000));
                assert!(matches!(victim.kill(), End::Signal(libc::SIGKILL) | End::Exit(0)));
            }
            assert_eq!(sender.wait(), End::Exit(0));
            assert!(receivers.all(|receiver| receiver.wait() == End::Exit(0)));
        }
    }
}

#[test]
fn of_many_who_wait_for_room_some_are_killed_and_the_rest_get_it() {
    let _alone = alone();
    let mut random = Random::new();
    for _ in 0..50 {
        let (sender, receiver) = channel(SIZE).unwrap();
        let message = vec![0; SIZE];
        while sender.send(&message, Wait::Never).is_ok() {}
        let mut senders: Vec<Child> =
            (0..6).map(|_| Child::new(|| sender.send(&message, Wait::Forever).is_err().into())).collect();
        drop(sender);
        random.pause(Duration::from_millis(2));
        for victim in senders.drain(..3) {
            victim.kill();
        }
        let mut message = vec![0; SIZE];
        let received = (0..).take_while(|_| receiver.receive(&mut message, Wait::Forever).is_ok()).count();
        assert!((4 + 3..=4 + 6).contains(&received), "{received}");
        assert!(senders.into_iter().all(|sender| sender.wait() == End::Exit(0)));
    }
}

#[test]
fn of_many_who_wait_for_a_message_some_are_killed_and_the_rest_get_it() {
    let _alone = alone();
    let mut random = Random::new();
    for _ in 0..50 {
        let (sender, receiver) = channel(8).unwrap();
        let mut receivers: Vec<Child> = (0..6)
            .map(|_| Child::new(|| receiver.receive(&mut [0; 8], Wait::Forever).is_err().into()))
            .collect();
        random.pause(Duration::from_millis(2));
        for victim in receivers.drain(..3) {
            victim.kill();
        }
        for _ in 0..3 {
            sender.send(&[1; 8], Wait::Forever).unwrap();
        }
        assert!(receivers.into_iter().all(|receiver| receiver.wait() == End::Exit(0)));
        assert!(matches!(receiver.receive(&mut [0; 8], Wait::Never), Err(Error::TimedOut)));
    }
}

#[test]
fn a_receiver_that_was_killed_is_reported_without_a_signal() {
    let _alone = alone();
    let (sender, receiver) = channel(SIZE).unwrap();
    let receives = Child::new(|| {
        let mut message = vec![0; SIZE];
        _ = receiver.receive(&mut message, Wait::Forever);
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    });
    drop(receiver);
    let sends = Child::new(|| {
        // SAFETY: a broken pipe would end this process, as it does any program in C.
        unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
        let message = vec![0; SIZE];
        // Until the queue is full, and then on, waiting.
        while sender.send(&message, Wait::Forever).is_ok() {}
        match (sender.send(&message, Wait::Never), sender.send(&message, Wait::Forever)) {
            (Err(Error::Closed), Err(Error::Closed)) => 0,
            _ => 1,
        }
    });
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(receives.kill(), End::Signal(libc::SIGKILL));
    assert_eq!(sends.wait(), End::Exit(0));
    assert!(matches!(sender.send(&vec![0; SIZE], Wait::Never), Err(Error::Closed)));
}

#[test]
fn senders_that_were_killed_are_reported_after_what_they_sent() {
    let _alone = alone();
    let (sender, receiver) = channel(8).unwrap();
    let (says, hears) = channel(1).unwrap();
    let senders: Vec<Child> = (0..3)
        .map(|_| {
            Child::new(|| {
                _ = sender.send(&[1; 8], Wait::Forever);
                _ = says.send(&[1], Wait::Forever);
                loop {
                    std::thread::sleep(Duration::from_secs(1));
                }
            })
        })
        .collect();
    drop(sender);
    for _ in 0..2 {
        receiver.receive(&mut [0; 8], Wait::Forever).unwrap();
    }
    std::thread::scope(|scope| {
        scope.spawn(|| {
            (0..3).for_each(|_| hears.receive(&mut [0], Wait::Forever).unwrap());
            std::thread::sleep(Duration::from_millis(20));
            senders.into_iter().for_each(|sender| _ = sender.kill());
        });
        receiver.receive(&mut [0; 8], Wait::Forever).unwrap();
        assert!(matches!(receiver.receive(&mut [0; 8], Wait::Forever), Err(Error::Closed)));
    });
    assert!(matches!(receiver.receive(&mut [0; 8], Wait::Never), Err(Error::Closed)));
    let long = Wait::AtMost(Duration::from_secs(1000));
    assert!(matches!(receiver.receive(&mut [0; 8], long), Err(Error::Closed)));
}
