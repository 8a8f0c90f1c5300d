//! Both ends in one process, in threads and in processes that end in order.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, clippy::unwrap_used)]

mod tree;

use std::collections::VecDeque;
use std::fs;
use std::time::{Duration, Instant};

use omnisweep_channel::{Error, LARGEST_MESSAGE, Wait, channel};
use tree::{Child, End, Numbered, Random, alone, drop_in_child};

#[test]
fn messages_have_the_size_that_both_ends_agreed_on() {
    for size in [0, LARGEST_MESSAGE + 1, usize::MAX] {
        assert!(matches!(channel(size), Err(Error::WrongSize)), "{size}");
    }
    for size in [1, 2, 63, 4097, LARGEST_MESSAGE - 1, LARGEST_MESSAGE] {
        let _alone = alone();
        let (sender, receiver) = channel(size).unwrap();
        assert_eq!((sender.size(), receiver.size()), (size, size));
        let mut message = vec![3; size];
        for wrong in [0, size - 1, size + 1] {
            assert!(matches!(sender.send(&vec![0; wrong], Wait::Never), Err(Error::WrongSize)));
            assert!(matches!(receiver.receive(&mut vec![0; wrong], Wait::Never), Err(Error::WrongSize)));
        }
        sender.send(&message, Wait::Never).unwrap();
        message.fill(0);
        receiver.receive(&mut message, Wait::Never).unwrap();
        assert!(message.iter().all(|&byte| byte == 3));
    }
}

#[test]
fn in_one_thread_a_channel_is_a_queue() {
    let _alone = alone();
    let mut random = Random::new();
    for size in [1, 5, 4096, 1 << 17, LARGEST_MESSAGE] {
        let (sender, receiver) = channel(size).unwrap();
        let (mut model, mut room) = (VecDeque::new(), None);
        let mut message = vec![0; size];
        for step in 0..2000 {
            // In waves, so that it is often full and often empty.
            if random.below(100) < if step / 300 % 2 == 0 { 70 } else { 30 } {
                let byte = random.below(256) as u8;
                message.fill(byte);
                match sender.send(&message, Wait::Never) {
                    Ok(()) => {
                        model.push_back(byte);
                        assert!(room.is_none_or(|room| model.len() <= room));
                    }
                    Err(Error::TimedOut) => assert_eq!(*room.get_or_insert(model.len()), model.len()),
                    Err(error) => panic!("{error}"),
                }
            } else {
                match (receiver.receive(&mut message, Wait::Never), model.pop_front()) {
                    (Ok(()), Some(byte)) => assert!(message.iter().all(|&found| found == byte)),
                    (Err(Error::TimedOut), None) => {}
                    (result, expected) => panic!("{result:?} instead of {expected:?}"),
                }
            }
        }
    }
}

#[test]
fn waiting_comes_to_its_limit_and_not_before() {
    let _alone = alone();
    let (sender, receiver) = channel(1 << 20).unwrap();
    let mut message = vec![0; 1 << 20];
    let limit = Duration::from_millis(30);
    for limit in [Duration::ZERO, Duration::from_nanos(1), limit] {
        let start = Instant::now();
        assert!(matches!(receiver.receive(&mut message, Wait::AtMost(limit)), Err(Error::TimedOut)));
        assert!(start.elapsed() >= limit);
    }
    while sender.send(&message, Wait::Never).is_ok() {}
    let start = Instant::now();
    assert!(matches!(sender.send(&message, Wait::AtMost(limit)), Err(Error::TimedOut)));
    assert!(start.elapsed() >= limit);
    // The longest limit there is, and a message that comes before it.
    while receiver.receive(&mut message, Wait::Never).is_ok() {}
    std::thread::scope(|scope| {
        for limit in [Duration::MAX, Duration::from_secs(1 << 40), Duration::from_secs(100)] {
            let receiver = &receiver;
            let waits = scope.spawn(move || receiver.receive(&mut vec![0; 1 << 20], Wait::AtMost(limit)));
            std::thread::sleep(Duration::from_millis(5));
            sender.send(&message, Wait::Forever).unwrap();
            waits.join().unwrap().unwrap();
        }
    });
}

#[test]
fn signals_interrupt_nothing() {
    extern "C" fn nothing(_: libc::c_int) {}
    let _alone = alone();
    let (sender, receiver) = channel(8).unwrap();
    // Before there is a child, who has it from the start.
    // SAFETY: the handler does nothing.
    unsafe { libc::signal(libc::SIGUSR1, nothing as *const () as usize) };
    let waits = Child::new(|| {
        _ = sender.send(&[0; 8], Wait::Forever);
        receiver.receive(&mut [0; 8], Wait::Forever).unwrap();
        receiver.receive(&mut [0; 8], Wait::AtMost(Duration::from_secs(1000))).is_err().into()
    });
    std::thread::sleep(Duration::from_millis(10));
    for _ in 0..100 {
        waits.signal(libc::SIGUSR1);
        std::thread::sleep(Duration::from_micros(100));
    }
    sender.send(&[0; 8], Wait::Forever).unwrap();
    assert_eq!(waits.wait(), End::Exit(0));
}

#[test]
fn threads_send_and_receive_and_each_message_reaches_one() {
    let _alone = alone();
    for (size, each) in [(8, 20_000), (1 << 18, 200)] {
        let (sender, receiver) = channel(size).unwrap();
        let mut counts = vec![0; 3 * each as usize];
        std::thread::scope(|scope| {
            let receivers: Vec<_> = (0..3)
                .map(|_| {
                    scope.spawn(|| {
                        let mut numbered = Numbered::new(size);
                        let mut received = Vec::new();
                        while receiver.receive(&mut numbered.message, Wait::Forever).is_ok() {
                            received.push(numbered.read().expect("whole"));
                        }
                        received
                    })
                })
                .collect();
            let sender = sender;
            std::thread::scope(|scope| {
                for name in 0..3 {
                    let sender = &sender;
                    scope.spawn(move || {
                        let mut numbered = Numbered::new(size);
                        for number in 0..each {
                            numbered.write(name, number);
                            sender.send(&numbered.message, Wait::Forever).unwrap();
                        }
                    });
                }
            });
            drop(sender);
            for receiver in receivers {
                let received = receiver.join().unwrap();
                for name in 0..3 {
                    let numbers =
                        received.iter().filter(|(sender, _)| *sender == name).map(|(_, number)| number);
                    assert!(numbers.is_sorted(), "in order");
                }
                received.iter().for_each(|(sender, number)| counts[(sender * each + number) as usize] += 1);
            }
        });
        assert!(counts.iter().all(|&count| count == 1));
    }
}

#[test]
fn a_closed_end_is_reported_at_once() {
    let _alone = alone();
    let (sender, receiver) = channel(4).unwrap();
    drop(receiver);
    for wait in [Wait::Never, Wait::Forever, Wait::AtMost(Duration::MAX)] {
        assert!(matches!(sender.send(&[1; 4], wait), Err(Error::Closed)));
    }
    let (sender, receiver) = channel(4).unwrap();
    sender.send(&[1; 4], Wait::Never).unwrap();
    sender.send(&[2; 4], Wait::Never).unwrap();
    drop(sender);
    let mut message = [0; 4];
    receiver.receive(&mut message, Wait::Forever).unwrap();
    receiver.receive(&mut message, Wait::Never).unwrap();
    assert_eq!(message, [2; 4], "what was sent before can be received");
    for wait in [Wait::Never, Wait::Forever, Wait::AtMost(Duration::MAX)] {
        assert!(matches!(receiver.receive(&mut message, wait), Err(Error::Closed)));
    }
}

#[test]
fn an_end_is_open_as_long_as_any_process_has_it() {
    let _alone = alone();
    let (sender, receiver) = channel(1).unwrap();
    let (hold, held) = channel(1).unwrap();
    // A child that does nothing with its sender, and a grandchild that sends.
    let child = Child::new(|| {
        let grandchild = Child::new(|| sender.send(b"g", Wait::Forever).is_err().into());
        if grandchild.wait() != End::Exit(0) {
            return 1;
        }
        held.receive(&mut [0], Wait::Forever).is_err().into()
    });
    drop(sender);
    let mut message = [0];
    receiver.receive(&mut message, Wait::Forever).unwrap();
    assert_eq!(&message, b"g");
    assert!(matches!(receiver.receive(&mut message, Wait::Never), Err(Error::TimedOut)));
    let a_little = Wait::AtMost(Duration::from_millis(20));
    assert!(matches!(receiver.receive(&mut message, a_little), Err(Error::TimedOut)));
    hold.send(&[1], Wait::Forever).unwrap();
    assert_eq!(child.wait(), End::Exit(0));
    assert!(matches!(receiver.receive(&mut message, Wait::Forever), Err(Error::Closed)));
}

#[test]
fn two_processes_answer_each_other() {
    let _alone = alone();
    let (ask, asked) = channel(8).unwrap();
    let (answer, answered) = channel(8).unwrap();
    let squares = Child::new(|| {
        drop_in_child(&ask);
        drop_in_child(&answered);
        let mut number = [0; 8];
        while asked.receive(&mut number, Wait::Forever).is_ok() {
            let square = u64::from_ne_bytes(number).pow(2);
            if answer.send(&square.to_ne_bytes(), Wait::Forever).is_err() {
                return 1;
            }
        }
        0
    });
    drop((asked, answer));
    for number in 0..3000u64 {
        ask.send(&number.to_ne_bytes(), Wait::Forever).unwrap();
        let mut square = [0; 8];
        answered.receive(&mut square, Wait::Forever).unwrap();
        assert_eq!(u64::from_ne_bytes(square), number * number);
    }
    drop(ask);
    assert!(matches!(answered.receive(&mut [0; 8], Wait::Forever), Err(Error::Closed)));
    assert_eq!(squares.wait(), End::Exit(0));
}

#[test]
fn a_fork_while_threads_use_the_channel_harms_nobody() {
    let _alone = alone();
    let (sender, receiver) = channel(64).unwrap();
    std::thread::scope(|scope| {
        for name in 1..3 {
            let sender = &sender;
            scope.spawn(move || {
                let mut numbered = Numbered::new(64);
                for number in 0..20_000 {
                    numbered.write(name, number);
                    sender.send(&numbered.message, Wait::Forever).unwrap();
                }
            });
        }
        let receives = scope.spawn(|| {
            let mut numbered = Numbered::new(64);
            let mut next = [0; 53];
            for _ in 0..2 * 20_000 + 50 * 5 {
                receiver.receive(&mut numbered.message, Wait::Forever).unwrap();
                let (sender, number) = numbered.read().expect("whole");
                assert_eq!(number, next[sender as usize]);
                next[sender as usize] += 1;
            }
        });
        for child in 3..53 {
            let mut numbered = Numbered::new(64);
            let sends = Child::new(|| {
                (0..5)
                    .any(|number| {
                        numbered.write(child, number);
                        sender.send(&numbered.message, Wait::Forever).is_err()
                    })
                    .into()
            });
            assert_eq!(sends.wait(), End::Exit(0));
        }
        receives.join().unwrap();
    });
}

#[test]
fn nothing_outside_can_reach_it() {
    let _alone = alone();
    let open = || {
        let files = fs::read_dir("/proc/self/fd").unwrap().map(|file| file.unwrap().path());
        // Without the one that reads the folder.
        files.filter(|file| fs::read_link(file).is_ok_and(|target| !target.starts_with("/proc"))).collect()
    };
    let before: Vec<_> = open();
    let (sender, receiver) = channel(1 << 20).unwrap();
    let after: Vec<_> = open();
    let new: Vec<_> = after.into_iter().filter(|file| !before.contains(file)).collect();
    assert_eq!(new.len(), 2, "{new:?}");
    for file in &new {
        assert!(fs::read_link(file).unwrap().to_string_lossy().starts_with("socket:"), "no file");
        assert!(fs::File::open(file).is_err(), "not even through /proc");
    }
    // Another program gets neither the sockets nor the memory.
    let output = std::process::Command::new("ls").args(["-l", "/proc/self/fd"]).output().unwrap();
    let listed = String::from_utf8(output.stdout).unwrap();
    for file in &new {
        let socket = fs::read_link(file).unwrap();
        assert!(!listed.contains(&*socket.to_string_lossy()), "{listed}");
    }
    drop((sender, receiver));
    assert_eq!(open().len(), before.len(), "everything is given back");
}

#[test]
fn many_channels_leave_nothing_behind() {
    let _alone = alone();
    let mapped = || fs::read_to_string("/proc/self/maps").unwrap().matches("/dev/zero").count();
    let before = mapped();
    for _ in 0..500 {
        let (sender, receiver) = channel(1 << 20).unwrap();
        assert_eq!(mapped(), before + 1);
        drop(sender);
        drop(receiver);
    }
    assert_eq!(mapped(), before);
}

#[test]
fn the_example_prints_squares() {
    let _alone = alone();
    let output = std::process::Command::new(env!("CARGO"))
        .args(["run", "--quiet", "-p", "omnisweep-channel", "--example", "squares"])
        .output()
        .unwrap();
    let squares: Vec<u64> = (0..20).map(|number| number * number).collect();
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), format!("{squares:?}"));
}
