//! Omnisweep for Python: what `omnisweep._native` is made of.
//!
//! Everything here is a translation: numbers, arrays and words of Python's into
//! values of the engine, the session and the solver, and back. What people see is
//! written in Python, in `python/omnisweep`.

#![allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    reason = "Python gives what it gives by name, and takes tuples apart"
)]

mod boards;
mod given;
mod interrupt;
mod positions;
mod session;
mod single;
mod solver;
mod vector;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("OmnisweepError", py.get_type::<given::OmnisweepError>())?;
    module.add("Refused", py.get_type::<given::Refused>())?;
    module.add("TooLarge", py.get_type::<given::TooLarge>())?;
    module.add("GaveUp", py.get_type::<given::GaveUp>())?;
    module.add_class::<session::Session>()?;
    module.add_class::<single::Board>()?;
    module.add_class::<solver::Player>()?;
    module.add_class::<vector::Boards>()?;
    for function in [
        wrap_pyfunction!(given::levels, module)?,
        wrap_pyfunction!(given::parse_action, module)?,
        wrap_pyfunction!(given::parse_layout, module)?,
        wrap_pyfunction!(given::parse_position, module)?,
        wrap_pyfunction!(given::read_code, module)?,
        wrap_pyfunction!(given::write_code, module)?,
        wrap_pyfunction!(given::write_layout, module)?,
        wrap_pyfunction!(positions::positions, module)?,
        wrap_pyfunction!(session::check_record, module)?,
        wrap_pyfunction!(session::read_recording, module)?,
        wrap_pyfunction!(solver::analyse, module)?,
        wrap_pyfunction!(solver::analyse_many, module)?,
        wrap_pyfunction!(solver::chances, module)?,
        wrap_pyfunction!(solver::explain, module)?,
        wrap_pyfunction!(solver::generate, module)?,
        wrap_pyfunction!(solver::least, module)?,
        wrap_pyfunction!(solver::verify, module)?,
        wrap_pyfunction!(vector::one_hot, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}
