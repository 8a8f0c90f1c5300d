//! What bots start and leave behind.

/// As long as this is there, nobody whom a bot starts gets away, even by leaving its
/// group and session; and when it is dropped, all of them are killed. So it is for a
/// program that does nothing else.
///
/// Where the system permits it, this process and whatever it starts have a control
/// group of their own, which is killed at once. And whoever loses his parent becomes
/// a child of this process, all of whose children are killed one by one. Both are
/// Linux's; elsewhere a bot's group is all that is killed.
#[derive(Debug)]
pub struct Family {
    #[cfg(target_os = "linux")]
    group: Option<linux::ControlGroup>,
}

impl Family {
    /// Becomes the parent of whoever loses his.
    #[must_use]
    pub fn adopt() -> Family {
        Family {
            #[cfg(target_os = "linux")]
            group: {
                // Without the right to it, groups are all that is known of.
                _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
                linux::ControlGroup::enter()
            },
        }
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        #[cfg(target_os = "linux")]
        {
            drop(self.group.take());
            linux::kill_children();
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::io;
    use std::path::{Path, PathBuf};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, waitid};

    /// A control group that this process is in, with all that it starts from then on.
    /// Dropped, it is left by this process, the others in it are killed, and it is gone.
    #[derive(Debug)]
    pub struct ControlGroup {
        /// The one that this process was in before.
        outside: PathBuf,
        own: PathBuf,
    }

    impl ControlGroup {
        /// None where that is not permitted.
        pub fn enter() -> Option<ControlGroup> {
            let outside = of_this_process()?;
            let own = outside.join(format!("omnisweep-{}", getpid().as_raw_nonzero()));
            fs::create_dir(&own).ok()?;
            let group = ControlGroup { outside, own };
            // A system that cannot kill a group at once has no use for it.
            if !group.own.join("cgroup.kill").exists() || enter(&group.own).is_err() {
                _ = fs::remove_dir(&group.own);
                return None;
            }
            Some(group)
        }
    }

    impl Drop for ControlGroup {
        fn drop(&mut self) {
            // Who cannot leave it would be killed with it.
            if enter(&self.outside).is_ok() {
                _ = fs::write(self.own.join("cgroup.kill"), "1");
                // It cannot be removed before those in it have been waited for.
                kill_children();
                _ = fs::remove_dir(&self.own);
            }
        }
    }

    fn enter(group: &Path) -> io::Result<()> {
        fs::write(group.join("cgroup.procs"), "0")
    }

    /// The folder of the group that this process is in.
    fn of_this_process() -> Option<PathBuf> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let (root, mount) = mounts.lines().find_map(mount)?;
        let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
        let group = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
        Some(mount.join(Path::new(group).strip_prefix(root).ok()?))
    }

    /// What of the groups is seen, and where, if a line of `mountinfo` is about them.
    fn mount(line: &str) -> Option<(&Path, &Path)> {
        let (before, after) = line.split_once(" - ")?;
        let mut fields = before.split(' ').skip(3).map(Path::new);
        after.starts_with("cgroup2 ").then_some((fields.next()?, fields.next()?))
    }

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
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse().ok());
        let own = |&process: &i32| parent(process) == Some(getpid());
        numbers.filter(own).filter_map(Pid::from_raw).collect()
    }

    /// The second field behind the name, which may have anything in it.
    fn parent(process: i32) -> Option<Pid> {
        let stat = fs::read(format!("/proc/{process}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        let (_, fields) = stat.rsplit_once(')')?;
        Pid::from_raw(fields.split_whitespace().nth(1)?.parse().ok()?)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn control_groups_are_found_among_mounts() {
            let ours = "42 26 0:27 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw";
            assert_eq!(mount(ours), Some((Path::new("/"), Path::new("/sys/fs/cgroup/unified"))));
            assert_eq!(mount("33 26 0:28 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu"), None);
            assert_eq!(mount(""), None);
        }
    }
}
