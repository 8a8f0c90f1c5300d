//! The random numbers of the GNU C library's `rand()`, and maps drawn from them,
//! bit for bit as the field-by-field algorithm of the ESP edition does, but many
//! fields at a time.
//!
//! A field's random number modulo the number of fields left does not depend on
//! the mines so far; only what it is compared with does, and that only a
//! little. So the work is cut like this:
//!
//! - `rand`: the stream, one number at a time.
//! - `lanes`: the stream in sixteen places at once.
//! - `residues`: the random numbers modulo the numbers of fields left.
//! - `decide`: from residues to mines.
//! - `output`: from mines to the words of the map.
//! - `draw`: a whole map.
//! - `pair`: the same by two threads.

mod decide;
mod draw;
mod lanes;
mod output;
mod pair;
mod rand;
mod residues;

pub use draw::draw;
pub use rand::Rand;

// For measurements.
#[doc(hidden)]
pub use draw::draw_by;
#[doc(hidden)]
pub use residues::Kernel;
