//! The user's folders, by the conventions of the system.

use std::io;
use std::path::PathBuf;

use etcetera::BaseStrategy as _;

/// Where what the program keeps is kept. It need not be there yet.
pub fn data() -> io::Result<PathBuf> {
    Ok(etcetera::choose_base_strategy().map_err(io::Error::other)?.data_dir().join("omnisweep"))
}

/// The file in which the user sets how the terminal app looks and what its keys mean.
pub fn config_file() -> io::Result<PathBuf> {
    let folder = etcetera::choose_base_strategy().map_err(io::Error::other)?.config_dir();
    Ok(folder.join("omnisweep").join("config.toml"))
}
