//! The sums of everything that is released, as `sha256sum --check` reads them.

use crate::image::hex;
use crate::{Result, archive, artifacts};

/// Their file.
pub const NAME: &str = "SHA256SUMS";

pub fn write() -> Result<()> {
    let mut text = String::new();
    for path in archive::files(&artifacts())? {
        let name = path.strip_prefix(artifacts())?.to_str().ok_or("a name is no text")?;
        if name != NAME {
            text += &format!("{}  {name}\n", hex(&std::fs::read(&path)?));
        }
    }
    print!("{text}");
    Ok(std::fs::write(artifacts().join(NAME), text)?)
}
