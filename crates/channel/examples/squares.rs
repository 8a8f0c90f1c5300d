//! Four processes work out squares, and send them to the one that started them.
#![allow(unsafe_code)]

#[cfg(target_os = "linux")]
fn main() -> Result<(), omnisweep_channel::Error> {
    use omnisweep_channel::{Error, Wait, channel};

    let (sender, receiver) = channel(16)?;
    for worker in 0..4u64 {
        // SAFETY: this program has one thread.
        if unsafe { libc::fork() } == 0 {
            drop(receiver);
            for number in (worker..20).step_by(4) {
                let message = [number.to_ne_bytes(), (number * number).to_ne_bytes()].concat();
                sender.send(&message, Wait::Forever)?;
            }
            return Ok(());
        }
    }
    // Only the workers can send now, so that we hear when the last of them is done.
    drop(sender);
    let (mut message, mut squares) = ([0; 16], [0; 20]);
    loop {
        match receiver.receive(&mut message, Wait::Forever) {
            Ok(()) => {
                let word = |at: usize| {
                    message[at..at + 8].iter().rev().fold(0, |word, byte| word << 8 | *byte as u64)
                };
                squares[word(0) as usize] = word(8);
            }
            Err(Error::Closed) => break,
            Err(error) => return Err(error),
        }
    }
    println!("{squares:?}");
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn main() {}
