//! `omnisweep simulate --resume`: what was played of a share is kept in a file, and gone on with.

use std::path::Path;
use std::time::Duration;

use omnisweep_simulate::Shard;

use super::merge;
use crate::failure::Failure;

/// How often what was played is kept: whoever is killed loses no more than that.
pub const BETWEEN: Duration = Duration::from_secs(10);

/// Takes over what a file has of a share, if there is one, and sees that it can be written, before hours are spent.
pub fn load(path: &Path, shard: &mut Shard) -> Result<(), Failure> {
    if path.try_exists().map_err(|error| Failure::file(path, error))? {
        let (mut kept, mut places) = (Vec::new(), Vec::new());
        merge::read(path, &mut kept, &mut places)?;
        let wrong = |what: String| Failure::usage(format!("{}: {what}", path.display()));
        let [kept] = <[Shard; 1]>::try_from(kept)
            .map_err(|_| wrong("there is more than one share in it".to_owned()))?;
        if let Some((field, [there, here])) = kept.differs(shard) {
            return Err(wrong(format!("this is of another run: {field} is {there} there and {here} here")));
        }
        if kept.number != shard.number {
            let (there, here, of) = (kept.number, shard.number, shard.of);
            return Err(wrong(format!("this is another share: {there}/{of}, and not {here}/{of}")));
        }
        *shard = kept;
    }
    keep(path, shard)
}

/// Keeps what there is of a share.
pub fn keep(path: &Path, shard: &Shard) -> Result<(), Failure> {
    let line = shard.write() + "\n";
    omnisweep_files::write_atomically(path, |out| out.write_all(line.as_bytes()))
        .map_err(|error| Failure::file(path, error))
}
