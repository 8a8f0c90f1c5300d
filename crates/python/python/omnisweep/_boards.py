"""What boards are called and how they are given: levels, shapes, cells."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._native import OmnisweepError

LevelName = Literal["beginner", "intermediate", "expert", "cube", "tesseract"]
Rules = Literal["modern", "esp", "nd", "clicks", "styles", "cs121"]
First = Literal["anything", "safe", "opening"]
Skill = Literal["fast", "best"]
Outcome = Literal["playing", "won", "lost"]

Shape = Sequence[int]
#: A cell: its row-major number, or its coordinates.
CellLike = SupportsIndex | Sequence[SupportsIndex]


class Level(NamedTuple):
    """A board that has a name."""

    shape: tuple[int, ...]
    mines: int


#: The boards that have a name.
LEVELS: dict[str, Level] = {name: Level(tuple(sizes), mines) for name, sizes, mines in _native.levels()}


def board(level: str | None, shape: Shape | None, mines: int | None) -> tuple[list[int], int]:
    """The sizes and mines that are meant: a level's, unless other ones are given."""
    if level is not None and level not in LEVELS:
        raise OmnisweepError(f"there is no level {level!r}: there are {', '.join(LEVELS)}")
    named = LEVELS[level] if level is not None else None
    if shape is None and named is None:
        raise OmnisweepError("a board needs a level, or a shape")
    if shape is not None and named is not None:
        raise OmnisweepError("a level has its own shape: give one of the two")
    sizes = [number(size, "a size") for size in (named.shape if shape is None and named else shape or ())]
    if mines is not None:
        return sizes, number(mines, "the number of mines")
    if named is not None:
        return sizes, named.mines
    # As the command line has it.
    return sizes, int(np.prod(sizes, dtype=np.float64) * 0.15)


def number(value: SupportsIndex, what: str) -> int:
    """A whole number that is not below 0."""
    try:
        whole = operator.index(value)
    except TypeError:
        raise OmnisweepError(f"{what} is a whole number, not {value!r}") from None
    if not 0 <= whole < 1 << 64:
        raise OmnisweepError(f"{what} lies between 0 and 2^64, and {whole} does not")
    return whole


def cell_number(shape: Sequence[int], cell: Any) -> int:
    """The row-major number of a cell: of a ``CellLike``, or of the words of a call."""
    if isinstance(cell, tuple) and len(cell) == 1 and not (len(shape) == 1 and isinstance(cell[0], int)):
        return cell_number(shape, cell[0])
    if isinstance(cell, (Sequence, np.ndarray)):
        if len(cell) != len(shape):
            raise OmnisweepError(f"a cell of this board has {len(shape)} coordinates, not {len(cell)}")
        index = 0
        for at, size in zip(cell, shape):
            at = number(at, "a coordinate")
            if at >= size:
                raise OmnisweepError("the cell is not on the board")
            index = index * size + at
        return index
    return number(cell, "a cell")


def coordinates(shape: Sequence[int], cell: int) -> tuple[int, ...]:
    """The coordinates of a cell."""
    return tuple(int(at) for at in np.unravel_index(cell, tuple(shape)))


def flat(view: NDArray[np.integer], what: str = "a position") -> NDArray[np.int32]:
    """A position as the solver wants it: in one piece, of one kind of number."""
    if not np.issubdtype(view.dtype, np.integer):
        raise OmnisweepError(f"{what} is an array of whole numbers, not of {view.dtype}")
    return np.ascontiguousarray(view, dtype=np.int32).reshape(-1)
