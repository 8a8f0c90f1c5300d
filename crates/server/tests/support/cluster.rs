//! A cluster of PostgreSQL's for tests: in a folder of its own, reached by a socket in it, and gone with the test.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use omnisweep_testing::folder::Folder;
use omnisweep_testing::outside;

pub struct Cluster {
    folder: Folder,
    programs: PathBuf,
}

impl Cluster {
    /// A new one, if the machine has PostgreSQL.
    pub fn start() -> Option<Cluster> {
        let Some(programs) = programs() else {
            outside::skip("there is no PostgreSQL (Debian: apt-get install postgresql)");
            return None;
        };
        let cluster = Cluster { folder: Folder::new(), programs };
        std::fs::set_permissions(&cluster.folder, std::fs::Permissions::from_mode(0o777)).unwrap();
        let data = cluster.data();
        cluster.run("initdb", &["-D", &data, "-U", "omnisweep", "--auth=trust", "-E", "UTF8", "--no-sync"]);
        cluster.resume();
        Some(cluster)
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    /// Starts it again after [`Cluster::stop`].
    pub fn resume(&self) {
        let folder = self.folder.display();
        let options =
            format!("-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=200");
        let log = self.folder.join("log").display().to_string();
        self.run("pg_ctl", &["-D", &self.data(), "-w", "-l", &log, "-o", &options, "start"]);
    }

    /// Stops it as a crash would.
    pub fn stop(&self) {
        self.run("pg_ctl", &["-D", &self.data(), "-w", "-m", "immediate", "stop"]);
    }

    /// The address of a new, empty database.
    pub fn database(&self, name: &str) -> String {
        let host = self.folder.display().to_string();
        self.run("createdb", &["-h", &host, "-U", "omnisweep", name]);
        // A folder is a host, if its slashes are hidden.
        format!("postgres://omnisweep@{}/{name}", host.replace('/', "%2F"))
    }

    fn run(&self, program: &str, words: &[&str]) {
        let Output { status, stdout, stderr } = self.command(program).args(words).output().unwrap();
        let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        assert!(status.success(), "{program}: {stdout}{stderr}");
    }

    /// A program of PostgreSQL's, which does not run as root.
    fn command(&self, program: &str) -> Command {
        let path = self.programs.join(program);
        let root = std::fs::metadata("/proc/self").is_ok_and(|data| data.uid() == 0);
        let mut command = Command::new(if root { Path::new("setpriv") } else { &path });
        if root {
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(&path);
        }
        command.current_dir("/");
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        _ = self.command("pg_ctl").args(["-D", &data, "-w", "-m", "immediate", "stop"]).output();
    }
}

/// Where its programs are: those of the newest version.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    folders.filter(|folder| folder.join("initdb").is_file()).max()
}
