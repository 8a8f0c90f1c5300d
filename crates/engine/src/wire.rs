//! Shapes and layouts as `serde` writes them; what is read is checked.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::layout::Layout;
use crate::plane::TooLarge;
use crate::shape::{Cell, Shape, ShapeError};

impl From<Shape> for Vec<u64> {
    fn from(shape: Shape) -> Vec<u64> {
        shape.sizes().to_vec()
    }
}

impl TryFrom<Vec<u64>> for Shape {
    type Error = ShapeError;

    fn try_from(sizes: Vec<u64>) -> Result<Shape, ShapeError> {
        Shape::new(&sizes)
    }
}

/// A layout by its mines.
#[derive(Serialize, Deserialize)]
pub struct Mined {
    shape: Shape,
    mines: Vec<Cell>,
}

/// Why there is no such layout.
#[derive(Debug, Error)]
pub enum MinedError {
    #[error("the mine {mine} is not on the {shape} board")]
    OffBoard { mine: u64, shape: Shape },
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl From<Layout> for Mined {
    fn from(layout: Layout) -> Mined {
        let mut mines: Vec<Cell> = layout.mines().collect();
        mines.sort_unstable();
        Mined { shape: layout.shape().clone(), mines }
    }
}

impl TryFrom<Mined> for Layout {
    type Error = MinedError;

    fn try_from(Mined { shape, mines }: Mined) -> Result<Layout, MinedError> {
        match mines.iter().find(|mine| mine.0 >= shape.cells()) {
            Some(&Cell(mine)) => Err(MinedError::OffBoard { mine, shape }),
            None => Ok(Layout::with_mines(shape, mines)?),
        }
    }
}
