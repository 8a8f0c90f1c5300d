"""Boards as pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .game import CLOSED, EXPLODED, FLAG

#: The side of a cell, in pixels, its line included.
SIDE = 16

# Digits of three by five dots, a row of dots after the other.
_DIGITS = [
    "111101101101111", "010110010010111", "111001111100111", "111001111001111", "101101111001001",
    "111100111001111", "111100111101111", "111001010010010", "111101111101111", "111101111001111",
]  # fmt: skip
_DOTS = np.array([[int(dot) for dot in digit] for digit in _DIGITS], np.bool_).reshape(-1, 5, 3)

# What players know: 1 blue, 2 green, 3 red and so on.
_COLOURS = [
    (0, 0, 0), (0, 0, 255), (0, 128, 0), (255, 0, 0), (0, 0, 128),
    (128, 0, 0), (0, 128, 128), (0, 0, 0), (96, 96, 96),
]  # fmt: skip


def paint(seen: NDArray[np.integer]) -> NDArray[np.uint8]:
    """A position as a picture; the slices of more than two dimensions stand one below the other."""
    columns = seen.shape[-1] if seen.ndim else 1
    rows = seen.shape[-2] if seen.ndim > 1 else 1
    cells = np.asarray(seen).reshape(-1, columns)
    slices = len(cells) // rows
    picture = np.full((len(cells) * SIDE + (slices - 1) * SIDE // 2, columns * SIDE, 3), 255, np.uint8)
    for row, line in enumerate(cells):
        top = row * SIDE + row // rows * SIDE // 2
        for column, number in enumerate(line):
            left = column * SIDE
            picture[top : top + SIDE, left : left + SIDE] = 128
            _paint_cell(picture[top : top + SIDE - 1, left : left + SIDE - 1], int(number))
    return picture


def _paint_cell(square: NDArray[np.uint8], seen: int) -> None:
    square[:] = 224 if seen >= 0 else (255, 64, 64) if seen == EXPLODED else 176
    if seen == EXPLODED:
        square[4:11, 4:11] = 0
    elif seen == FLAG:
        square[3:8, 5:10] = (255, 0, 0)
        square[8:12, 5] = 0
    elif seen != CLOSED and seen > 0:
        digits = [int(digit) for digit in str(seen)]
        scale = 2 if len(digits) == 1 else 1
        left = (square.shape[1] - len(digits) * 4 * scale + scale) // 2
        top = (square.shape[0] - 5 * scale) // 2
        colour = _COLOURS[seen] if seen < len(_COLOURS) else (0, 0, 0)
        for digit in digits:
            dots = _DOTS[digit].repeat(scale, 0).repeat(scale, 1)
            square[top : top + 5 * scale, left : left + 3 * scale][dots] = colour
            left += 4 * scale
