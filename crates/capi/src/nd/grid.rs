//! A grid of cells in the caller's array.

use std::ffi::c_int;

use super::CellLayout;

/// More dimensions than any board has whose cells can be numbered, but for
/// those of size 1.
pub(crate) const MOST_DIMENSIONS: usize = 64;

/// The array, and what has to be known of it. After it is made, its numbers fit
/// each other.
pub struct Grid<'a> {
    game: *mut u8,
    pub layout: &'a CellLayout,
    pub sizes: &'a [c_int],
    pub cells: usize,
}

impl<'a> Grid<'a> {
    /// The grid that the arguments describe, if they describe one: the sizes
    /// are positive, all bytes can be addressed, and the cells have room for
    /// their coordinates and neighbours.
    ///
    /// # Safety
    /// The pointers are null, or to what the header says.
    pub unsafe fn new(
        game: *mut u8,
        dim: c_int,
        dim_sizes: *const c_int,
        layout: *const CellLayout,
    ) -> Option<Grid<'a>> {
        let dim = usize::try_from(dim).ok().filter(|&dim| dim > 0)?;
        if game.is_null() || dim_sizes.is_null() {
            return None;
        }
        // SAFETY: the caller promises a pointer to a layout, or null.
        let layout = unsafe { layout.as_ref() }?;
        if dim > layout.max_dim.min(MOST_DIMENSIONS) {
            return None;
        }
        // SAFETY: the caller promises `dim` sizes, and it is not null.
        let sizes = unsafe { std::slice::from_raw_parts(dim_sizes, dim) };
        let (mut cells, mut near) = (1_usize, 1_usize);
        for &size in sizes {
            let size = usize::try_from(size).ok().filter(|&size| size > 0)?;
            cells = cells.checked_mul(size)?;
            near = near.checked_mul(size.min(3))?;
        }
        let bytes = cells.checked_mul(layout.size)?;
        // Zeros are linked by numbers that a hint can hold.
        let fits = isize::try_from(bytes).is_ok() && c_int::try_from(cells).is_ok();
        (fits && near - 1 <= layout.max_adjacent).then_some(Grid { game, layout, sizes, cells })
    }

    /// The number of the cell at these coordinates, if they are on the grid.
    ///
    /// # Safety
    /// There are as many coordinates as sizes.
    pub unsafe fn index(&self, coords: *const c_int) -> Option<usize> {
        let mut index = 0;
        for (axis, &size) in self.sizes.iter().enumerate() {
            // SAFETY: there is a coordinate for each size.
            let at = unsafe { *coords.add(axis) };
            if !(0..size).contains(&at) {
                return None;
            }
            index = index * size as usize + at as usize;
        }
        Some(index)
    }

    /// A cell of the grid.
    ///
    /// # Safety
    /// The index is on the grid.
    pub unsafe fn cell(&self, index: usize) -> Cell<'a> {
        // SAFETY: the caller's array has as many cells of that size as the grid, and the index is one of them.
        Cell { at: unsafe { self.game.add(index * self.layout.size) }, layout: self.layout }
    }

    /// The number of a cell of this grid.
    pub fn index_of(&self, cell: Cell) -> usize {
        (cell.at.addr() - self.game.addr()) / self.layout.size
    }

    /// Whether the corner's list has no place left for a number.
    fn all_touch(&self) -> bool {
        self.sizes.iter().all(|&size| size <= 2)
    }

    /// Keeps the number of safe cells.
    ///
    /// # Safety
    /// The corner cell has been written.
    pub unsafe fn set_safe(&self, safe: usize) {
        if !self.all_touch() {
            // SAFETY: another cell has more neighbours, and room for them.
            unsafe { self.safe_place().write(safe) }
        }
    }

    /// Takes cells that were opened off the number of safe cells, and tells
    /// what is left.
    ///
    /// # Safety
    /// The cells have been written.
    pub unsafe fn take_safe(&self, opened: usize) -> usize {
        // SAFETY: as for `set_safe`; the corner is a cell of the grid.
        unsafe {
            if self.all_touch() {
                let corner = self.cell(0);
                let safe = |cell: Cell| usize::from(cell.mined() == 0 && cell.selected() == 0);
                return safe(corner) + corner.neighbours().map(safe).sum::<usize>();
            }
            let place = self.safe_place();
            let left = place.read().saturating_sub(opened);
            place.write(left);
            left
        }
    }

    /// # Safety
    /// The corner cell has been written, and some size is 3 or more.
    unsafe fn safe_place(&self) -> *mut usize {
        // SAFETY: the first place after the corner's neighbours is in its list.
        unsafe {
            let corner = self.cell(0);
            corner.at.add(self.layout.adjacent).cast::<usize>().add(corner.num_adjacent())
        }
    }
}

/// A cell of a grid. All that is read of it asks for a cell that is on the grid
/// and has been written.
#[derive(Clone, Copy)]
pub struct Cell<'a> {
    pub at: *mut u8,
    layout: &'a CellLayout,
}

impl<'a> Cell<'a> {
    unsafe fn field(self, offset: usize) -> *mut c_int {
        // SAFETY: the cell is on the grid, and the layout's offsets are inside a cell.
        unsafe { self.at.add(offset).cast() }
    }

    pub unsafe fn mined(self) -> c_int {
        // SAFETY: a cell that is on the grid and has been written has this field, by its layout.
        unsafe { *self.field(self.layout.mined) }
    }

    pub unsafe fn set_mined(self, mined: c_int) {
        // SAFETY: a cell that is on the grid and has been written has this field, by its layout.
        unsafe { *self.field(self.layout.mined) = mined }
    }

    pub unsafe fn selected(self) -> c_int {
        // SAFETY: a cell that is on the grid and has been written has this field, by its layout.
        unsafe { *self.field(self.layout.selected) }
    }

    pub unsafe fn set_selected(self, selected: c_int) {
        // SAFETY: a cell that is on the grid and has been written has this field, by its layout.
        unsafe { *self.field(self.layout.selected) = selected }
    }

    pub unsafe fn hint(self) -> c_int {
        // SAFETY: a cell that is on the grid and has been written has this field, by its layout.
        unsafe { *self.field(self.layout.hint) }
    }

    pub unsafe fn set_hint(self, hint: c_int) {
        // SAFETY: a cell that is on the grid and has been written has this field, by its layout.
        unsafe { *self.field(self.layout.hint) = hint }
    }

    unsafe fn num_adjacent(self) -> usize {
        // SAFETY: a cell that is on the grid and has been written has this field, by its layout.
        unsafe { *self.field(self.layout.num_adjacent) as usize }
    }

    pub unsafe fn neighbours(self) -> impl Iterator<Item = Cell<'a>> {
        // SAFETY: the list has as many addresses as the field says, each of a
        // cell of the same grid. They were written as numbers, so what may be
        // reached by them is what may be reached by way of this cell: all of the array.
        unsafe {
            let list = self.at.add(self.layout.adjacent).cast::<usize>();
            let count = self.num_adjacent();
            (0..count).map(move |near| Cell { at: self.at.with_addr(*list.add(near)), layout: self.layout })
        }
    }
}
