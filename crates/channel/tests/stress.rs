//! Four sending processes, one of which is killed.
#![cfg(target_os = "linux")]
#![allow(unsafe_code, clippy::unwrap_used)]

mod tree;

use std::time::Duration;

use omnisweep_channel::{Error, Wait, channel};
use tree::{Child, End, Numbered, Random, alone};

const SENDERS: u32 = 4;

/// Every sender sends `each` messages, but one is killed within `pause`.
fn four_senders_one_killed(size: usize, each: u32, pause: Duration) {
    let _alone = alone();
    let mut random = Random::new();
    let (sender, receiver) = channel(size).unwrap();
    let mut senders: Vec<Child> = (0..SENDERS)
        .map(|name| {
            Child::new(|| {
                let mut numbered = Numbered::new(size);
                for number in 0..each {
                    numbered.write(name, number);
                    if sender.send(&numbered.message, Wait::Forever).is_err() {
                        return 1;
                    }
                }
                0
            })
        })
        .collect();
    drop(sender);
    let victim = random.below(SENDERS.into()) as usize;
    let killer = {
        let victim = senders.remove(victim);
        std::thread::spawn(move || {
            random.pause(pause);
            victim.kill()
        })
    };
    let mut received = [0; SENDERS as usize];
    let mut numbered = Numbered::new(size);
    loop {
        match receiver.receive(&mut numbered.message, Wait::Forever) {
            Ok(()) => {
                let (sender, number) = numbered.read().expect("a whole message");
                assert_eq!(number, received[sender as usize], "sender {sender}: none lost, none twice");
                received[sender as usize] += 1;
            }
            Err(Error::Closed) => break,
            Err(error) => panic!("{error}"),
        }
    }
    let end = killer.join().unwrap();
    eprintln!("{received:?}, and {end:?} for sender {victim}");
    for (sender, &received) in received.iter().enumerate() {
        assert!(
            received == each || sender == victim && end == End::Signal(libc::SIGKILL),
            "all of {sender}'s"
        );
    }
    assert!(senders.into_iter().all(|sender| sender.wait() == End::Exit(0)));
}

#[test]
fn small_messages_arrive_whole_and_none_is_lost() {
    four_senders_one_killed(64, 100_000, Duration::from_millis(100));
}

#[test]
fn messages_of_a_mebibyte_arrive_whole_and_none_is_lost() {
    four_senders_one_killed(1 << 20, 1000, Duration::from_millis(400));
}

/// Who has just been woken for a lock, and is killed before it has it, takes the
/// wake-up along.
#[test]
fn many_senders_killed_while_they_wait_for_their_turn_block_nobody() {
    for _ in 0..1000 {
        four_senders_one_killed(1000, 200, Duration::from_millis(2));
    }
}

#[test]
fn odd_sizes_arrive_whole_too() {
    for size in [9, 63, 1000, 65_537] {
        four_senders_one_killed(size, 500, Duration::from_millis(4));
    }
}
