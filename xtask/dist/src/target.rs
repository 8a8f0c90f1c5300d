//! The systems that there are programs for.

/// A system, and what its programs are built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    LinuxX86,
    LinuxArm,
    Windows,
    MacArm,
    MacX86,
}

impl Target {
    /// Its name for rustc.
    pub fn triple(self) -> &'static str {
        match self {
            Target::LinuxX86 => "x86_64-unknown-linux-musl",
            Target::LinuxArm => "aarch64-unknown-linux-musl",
            Target::Windows => "x86_64-pc-windows-gnu",
            Target::MacArm => "aarch64-apple-darwin",
            Target::MacX86 => "x86_64-apple-darwin",
        }
    }

    /// The name of the program there.
    pub fn program(self) -> &'static str {
        if self == Target::Windows { "omnisweep.exe" } else { "omnisweep" }
    }

    /// The name of its archive without the ending, and of the folder in it.
    pub fn folder(self) -> String {
        format!("omnisweep-{}-{}", crate::VERSION, self.triple())
    }

    /// The file that is released.
    pub fn archive(self) -> String {
        format!("{}.{}", self.folder(), if self == Target::Windows { "zip" } else { "tar.gz" })
    }
}
