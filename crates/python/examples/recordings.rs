//! Writes recordings of games that nobody played into a folder, for the tests in
//! Python.

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    for (name, bytes) in omnisweep_testing::recordings::files() {
        std::fs::write(std::path::Path::new(&folder).join(name), bytes)?;
    }
    Ok(())
}
