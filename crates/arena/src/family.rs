//! What bots start and leave behind.

/// As long as this is there, whoever a bot leaves behind becomes a child of this
/// process, even one that has left its group and session; and when it is dropped,
/// all children of this process are killed. So it is for a program that does
/// nothing else. Where the system has no such thing (it is Linux that has), a bot's
/// group is all that is killed.
#[derive(Debug)]
pub struct Family(());

impl Family {
    /// Becomes the parent of whoever loses his.
    #[must_use]
    pub fn adopt() -> Family {
        #[cfg(target_os = "linux")]
        {
            // Without the right to it, groups are all that is known of.
            _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        }
        Family(())
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        linux::kill_children();
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, waitid};

    /// Whoever starts others faster than they can be killed, this often in a row, is let go.
    const ROUNDS: usize = 1000;

    /// Kills all children, then those that they leave, and so on.
    pub fn kill_children() {
        for _ in 0..ROUNDS {
            let children = children();
            if children.is_empty() {
                return;
            }
            children.iter().for_each(|&child| _ = kill_process(child, Signal::KILL));
            // Until it is waited for, its number is its own.
            children.iter().for_each(|&child| _ = waitid(WaitId::Pid(child), WaitIdOptions::EXITED));
        }
    }

    fn children() -> Vec<Pid> {
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse().ok());
        let own = |&process: &i32| parent(process) == Some(getpid());
        numbers.filter(own).filter_map(Pid::from_raw).collect()
    }

    /// The second field behind the name, which may have anything in it.
    fn parent(process: i32) -> Option<Pid> {
        let stat = std::fs::read(format!("/proc/{process}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        let (_, fields) = stat.rsplit_once(')')?;
        Pid::from_raw(fields.split_whitespace().nth(1)?.parse().ok()?)
    }
}
