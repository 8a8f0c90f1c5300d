"""The solver: what positions prove, boards that need no guess, players."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._boards import CellLike, First, LevelName, Shape, Skill, board, cell_number, coordinates, flat, number
from ._native import OmnisweepError
from .game import Game


class Step(NamedTuple):
    """A step of a proof: it follows from numbers and from earlier steps alone."""

    #: From easy to hard: number, pair, several, count, supposition, cases.
    kind: Literal["number", "pair", "several", "count", "supposition", "cases"]
    #: The step in words.
    text: str
    #: The cells that it proves safe, as far as they matter for the rest.
    safe: list[tuple[int, ...]]
    #: The cells that it proves to be mines, likewise.
    mines: list[tuple[int, ...]]


class Explanation(NamedTuple):
    """The easiest proof that a cell is a mine, or none."""

    cell: tuple[int, ...]
    mine: bool
    #: The open numbers that it argues with.
    numbers: list[tuple[int, ...]]
    #: Whether the number of all mines is needed as well.
    mine_count: bool
    #: The same in words, of 400 characters at most.
    text: str
    #: Its steps, each of which follows from those before it.
    steps: list[Step]


class Analysis:
    """What a position proves, and how likely each mine is; exact, but for positions with an `error`."""

    #: How likely each closed cell is a mine; not a number where it is open.
    probabilities: NDArray[np.float64]
    #: The closed cells that are certainly no mine.
    safe: NDArray[np.bool_]
    #: The closed cells that are certainly a mine.
    mines: NDArray[np.bool_]
    #: The safest cell, None where nothing is closed.
    best: tuple[int, ...] | None
    #: How likely that one is a mine.
    risk: float
    #: The common logarithm of the number of layouts that fit the position.
    log10_layouts: float
    #: Where so many numbers depend on each other that probabilities are estimates: how far they are off at
    #: most, in 95 of 100 cases. None where they are exact.
    error: float | None

    def __init__(self, view: NDArray[np.integer], mines: int | None, density: float) -> None:
        self._view, self._total, self._density = flat(view), mines, density
        self._shape = view.shape
        chances, certain, best, self.log10_layouts, self.error = _native.analyse(
            list(view.shape), self._view, mines, density
        )
        self.probabilities = chances.reshape(view.shape)
        self.safe = certain.reshape(view.shape) == -1
        self.mines = certain.reshape(view.shape) == 1
        self.best = None if best is None else coordinates(view.shape, best[0])
        self.risk = 1.0 if best is None else best[1]

    def explain(self, *cell: CellLike) -> Explanation | None:
        """Why a cell is certainly a mine, or certainly none; None where it is not certain."""
        at = cell_number(self._shape, cell)
        why = _native.explain(list(self._shape), self._view, self._total, self._density, at)
        if why is None:
            return None
        mine, numbers, count, text, steps = why

        def places(cells: list[int]) -> list[tuple[int, ...]]:
            return [coordinates(self._shape, cell) for cell in cells]

        chain = [Step(kind, line, places(safe), places(mines)) for kind, line, safe, mines in steps]
        return Explanation(coordinates(self._shape, at), mine, places(numbers), count, text, chain)

    @property
    def why(self) -> str:
        """Why the best cell is the best, in words."""
        if self.best is None:
            return "Nothing is closed."
        why = self.explain(self.best)
        return _native.least(list(self._shape), cell_number(self._shape, self.best), self.risk) if why is None else why.text

    def __repr__(self) -> str:
        return f"<omnisweep.Analysis best={self.best} risk={self.risk:.4g} safe={int(self.safe.sum())}>"


class Analyses(NamedTuple):
    """What many positions prove; the first axis is that of the positions."""

    #: How likely each closed cell is a mine; not a number where it is open or nothing is known.
    probabilities: NDArray[np.float64]
    safe: NDArray[np.bool_]
    mines: NDArray[np.bool_]
    #: Whether each position could be worked out: those that are too large could not.
    solved: NDArray[np.bool_]
    #: How far the probabilities of each are off at most, in 95 of 100 cases: 0 where they are exact.
    error: NDArray[np.float64]


def _position(position: Game | ArrayLike | str, shape: Shape | None) -> NDArray[np.integer]:
    if isinstance(position, Game):
        return position.view
    if isinstance(position, str):
        sizes, view = _native.parse_position(position, None if shape is None else list(shape))
        return view.reshape(sizes)
    return np.asarray(position)


def analyse(
    position: Game | ArrayLike | str,
    mines: int | None = None,
    *,
    density: float = 0.2,
    shape: Shape | None = None,
) -> Analysis:
    """Works out what a position proves, and how likely each mine is.

    Args:
        position: a game; an array (0 and more for open cells, below 0 for closed ones); or text (``.``
            or ``F`` for closed cells).
        mines: how many mines the board has, flagged ones included; a game's own, if it is one.
        density: how likely a cell is a mine, where the number of mines is not known.
        shape: the sizes of a position that is text, where it has more than three dimensions.

    Raises:
        OmnisweepError: the numbers contradict each other, or the number of mines.
        TooLarge: the board, or the position, is too large to be analysed.
    """
    if mines is None and isinstance(position, Game):
        mines = position.mines
    total = None if mines is None else number(mines, "the number of mines")
    return Analysis(_position(position, shape), total, density)


def analyse_many(
    positions: ArrayLike,
    mines: int | None = None,
    *,
    density: float = 0.2,
    threads: int | None = None,
) -> Analyses:
    """Works out many positions of one shape at once, with threads and without Python's lock.

    Args:
        positions: an array whose first axis is that of the positions.
        mines: how many mines each board has.
        density: how likely a cell is a mine, where the number of mines is not known.
        threads: how many threads; one for each processor, if not given.
    """
    views = np.asarray(positions)
    if views.ndim < 2:
        raise OmnisweepError("the first axis is that of the positions, and boards have one at least")
    total = None if mines is None else number(mines, "the number of mines")
    chances, certain, error = _native.analyse_many(
        list(views.shape[1:]), flat(views), total, density, threads
    )
    certain = certain.reshape(views.shape)
    return Analyses(chances.reshape(views.shape), certain == -1, certain == 1, ~np.isnan(error), error)


def generate(
    level: LevelName | None = None,
    *,
    shape: Shape | None = None,
    mines: int | None = None,
    no_guess: bool = False,
    start: CellLike | None = None,
    seed: int | None = None,
    limit: float = 60.0,
    threads: int | None = None,
) -> NDArray[np.bool_]:
    """Makes a board as ``omnisweep generate`` does: an array with True for mines.

    Args:
        no_guess: only a board that logic alone solves from the first cell.
        start: the first cell, whose neighbours are free too if there is room; the centre, if not given,
            or a corner where the centre touches all other cells.
        seed: a seed gives the same board whatever the number of threads.
        limit: after so many seconds it is given up, and ``GaveUp`` raised.
    """
    sizes, count = board(level, shape, mines)
    first = None if start is None else cell_number(sizes, start)
    chosen = secrets.randbits(63) if seed is None else number(seed, "a seed")
    mined, _ = _native.generate(
        sizes, count, start=first, no_guess=no_guess, seed=chosen, limit=limit, threads=threads
    )
    return mined.reshape(sizes)


class Verified(NamedTuple):
    """Where logic ends on a board."""

    #: "solved" where no guess is needed, else "guess" or "unknown".
    end: Literal["solved", "guess", "unknown"]
    #: What is seen where logic ends.
    view: NDArray[np.int32]
    #: The least risk there, where a guess is needed.
    risk: float | None

    @property
    def needs_guess(self) -> bool:
        """Whether logic alone does not solve the board, as far as can be said."""
        return self.end != "solved"


def verify(board: ArrayLike, start: CellLike | None = None) -> Verified:
    """Plays a board (True for mines) by logic alone from a first cell, or the centre."""
    mined = np.asarray(board)
    if mined.dtype != np.bool_:
        raise OmnisweepError(f"a board is an array of truth values, not of {mined.dtype}")
    first = None if start is None else cell_number(mined.shape, start)
    end, view, risk = _native.verify(list(mined.shape), np.ascontiguousarray(mined).reshape(-1), first)
    return Verified(end, view.reshape(mined.shape), risk)


class Choice(NamedTuple):
    """A cell to open."""

    cell: tuple[int, ...]
    #: How likely it is a mine.
    risk: float


class Player:
    """Plays: it is shown a position, and says what to open.

    Args:
        skill: "best" looks ahead where it has to guess, "fast" takes the least risk.
        level, shape, mines: the boards it plays; those of the first game it is shown, if not given.
        first: what the first opened cell is promised, by which it chooses that cell.
    """

    def __init__(
        self,
        skill: Skill = "best",
        level: LevelName | None = None,
        *,
        shape: Shape | None = None,
        mines: int | None = None,
        first: First = "opening",
    ) -> None:
        if skill not in ("fast", "best"):
            raise OmnisweepError(f"there is no player {skill!r}: there are fast, best")
        self._skill, self._first = skill, first
        self._board = None if level is None and shape is None else board(level, shape, mines)
        self._player: _native.Player | None = None

    def choose(self, position: Game | NDArray[np.integer]) -> Choice | None:
        """What to open in a position; None where no cell is left that is no mine."""
        sizes: Sequence[int]
        if isinstance(position, Game):
            sizes, mines = position.shape, position.mines
            position = position.view
        elif self._board is not None:
            sizes, mines = self._board
        else:
            raise OmnisweepError("a player has to know the board: give it a level, or a game")
        if tuple(position.shape) != tuple(sizes):
            raise OmnisweepError("the position has another shape than the board")
        if self._player is None or self._board != (list(sizes), mines):
            self._board = list(sizes), mines
            self._player = _native.Player(list(sizes), mines, self._skill, self._first)
        choice = self._player.choose(flat(position))
        return None if choice is None else Choice(coordinates(sizes, choice[0]), choice[1])

    def play(self, game: Game) -> Game:
        """Plays a game to its end, and returns it."""
        while not game.over:
            choice = self.choose(game)
            if choice is None:
                break
            game.open(choice.cell)
        return game
