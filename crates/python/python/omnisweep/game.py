"""Games: played, saved, shared, and read from what other programs recorded."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._boards import CellLike, First, LevelName, Outcome, Rules, Shape, board, cell_number, coordinates, number
from ._native import OmnisweepError

#: A closed cell.
CLOSED = -1
#: A closed cell with a flag.
FLAG = -2
#: A mine that went off.
EXPLODED = -3
#: A closed cell with a question mark.
MARK = -4
#: Once all is revealed: another mine.
MINE = -5
#: Once all is revealed: a flag where there is no mine.
WRONG_FLAG = -6

_SIGNS = {CLOSED: ".", FLAG: "F", EXPLODED: "X", MARK: "?", MINE: "*", WRONG_FLAG: "x"}


def _now(at: int | None) -> int:
    return time.monotonic_ns() // 1_000_000 if at is None else number(at, "a time")


class Game:
    """A game of Minesweeper, under any rules, on any board.

    Args:
        level: a board that has a name (``LEVELS``); or give a ``shape``.
        shape: the sizes, rows and columns last, in any number of dimensions.
        mines: how many mines; the level's, or 15 % of the cells.
        rules: "modern", "esp", "nd", "clicks", "styles" or "cs121".
        first: what the first opened cell is: "anything", "safe" or "opening" (modern rules only).
        marks: whether there are question marks (modern rules only).
        no_guess: a board that logic alone solves from the cell that is opened first.
        fair: guesses where no cell is certainly safe are forgiven.
        seed: what the mines are drawn from, as ``omnisweep --seed``; any, if it is not given.
        board: the mines themselves: an array of truth values, text of ``.`` and ``*``, or a code.

    A move that the rules do not allow raises ``Refused`` and changes nothing.
    """

    _session: _native.Session

    def __init__(
        self,
        level: LevelName | None = None,
        *,
        shape: Shape | None = None,
        mines: int | None = None,
        rules: Rules = "modern",
        first: First | None = None,
        marks: bool = False,
        no_guess: bool = False,
        fair: bool = False,
        seed: int | None = None,
        board: ArrayLike | str | None = None,
    ) -> None:
        if no_guess and fair:
            raise OmnisweepError("a board without guessing has no guesses to forgive")
        guess = "never" if no_guess else "fair" if fair else "ordinary"
        mined: NDArray[np.bool_] | None = None
        if board is None:
            sizes, count = _board(level, shape, mines)
            chosen = 100_000_000 + secrets.randbelow(900_000_000) if seed is None else number(seed, "a seed")
        else:
            if level is not None or mines is not None or seed is not None or no_guess or fair:
                raise OmnisweepError("a board that is given has its own size and mines, and no seed")
            mined = _mined(board, shape)
            sizes, count, chosen = list(mined.shape), int(mined.sum()), None
            mined = np.ascontiguousarray(mined).reshape(-1)
        self._start(
            _native.Session(
                sizes, count, rules=rules, first=first, marks=marks, guess=guess, seed=chosen, board=mined
            )
        )

    def _start(self, session: _native.Session) -> None:
        self._session = session
        sizes, self._mines, rules, first, self._marks, self._guess, self._seed = session.setup()
        self._shape: tuple[int, ...] = tuple(sizes)
        self._rules: Rules = rules
        self._first: First = first
        self._view: NDArray[np.int32] | None = None

    @classmethod
    def _of(cls, session: _native.Session) -> Game:
        game = cls.__new__(cls)
        game._start(session)
        return game

    @classmethod
    def load(cls, text: str) -> Game:
        """The game that ``save`` wrote."""
        return cls._of(_native.Session.read(text))

    def save(self, *, at: int | None = None) -> str:
        """The game as text, with its board, its moves and its time: the program's own format."""
        return self._session.write(_now(at))

    # Moves.

    def open(self, *cell: CellLike, at: int | None = None) -> Outcome:
        """Opens a closed cell, and all that follows from it; returns how the game stands."""
        return self._session.act("o", cell_number(self._shape, cell), _now(at))

    def flag(self, *cell: CellLike, at: int | None = None) -> Outcome:
        """Flags a closed cell, or takes the flag away, as the rules have it."""
        return self._session.act("f", cell_number(self._shape, cell), _now(at))

    def mark(self, *cell: CellLike, at: int | None = None) -> Outcome:
        """Puts a question mark on a closed cell, or takes it away, as the rules have it."""
        return self._session.act("m", cell_number(self._shape, cell), _now(at))

    def unmark(self, *cell: CellLike, at: int | None = None) -> Outcome:
        """Takes a flag or a question mark away, where the rules have that as a move."""
        return self._session.act("u", cell_number(self._shape, cell), _now(at))

    def chord(self, *cell: CellLike, at: int | None = None) -> Outcome:
        """Opens what is left around a number that has its flags."""
        return self._session.act("c", cell_number(self._shape, cell), _now(at))

    def act(self, move: str, *, at: int | None = None) -> Outcome:
        """Makes a move that is given as text: ``o 3 4`` (or f, m, u, c, and a coordinate for each axis)."""
        letter, cell = _native.parse_action(move, list(self._shape))
        return self._session.act(letter, cell, _now(at))

    def undo(self, *, at: int | None = None) -> str | None:
        """Takes the last move back, a fatal one too, and returns it; None where there is none."""
        return self._session.undo(_now(at))

    # How it stands.

    @property
    def view(self) -> NDArray[np.int32]:
        """What the player sees: an array of the board's shape that is never copied.

        It cannot be written to, and it changes when the game does; ``.copy()`` keeps a position.
        """
        if self._view is None:
            self._view = self._session.view().reshape(self._shape)
            self._view.flags.writeable = False
        return self._view

    def reveal(self) -> NDArray[np.int32]:
        """What the board looks like once nothing has to be hidden."""
        return self._session.reveal().reshape(self._shape)

    @property
    def board(self) -> NDArray[np.bool_] | None:
        """Where the mines are; None until the first cell is opened, if they are drawn then."""
        mined = self._session.board()
        return None if mined is None else mined.reshape(self._shape)

    @property
    def outcome(self) -> Outcome:
        """How the game stands: "playing", "won" or "lost"."""
        return self._session.standing()[0]

    @property
    def over(self) -> bool:
        """Whether the game was won or lost."""
        return self.outcome != "playing"

    @property
    def safe_left(self) -> int:
        """How many cells without a mine are closed."""
        return self._session.standing()[1]

    @property
    def mines_left(self) -> int:
        """Mines less flags."""
        return self._mines - self._session.standing()[2]

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the board."""
        return self._shape

    @property
    def mines(self) -> int:
        """How many mines the board has."""
        return self._mines

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._rules

    @property
    def first(self) -> First:
        """What the first opened cell is promised."""
        return self._first

    @property
    def seed(self) -> int | None:
        """The seed, if the board is drawn from one."""
        return self._seed

    @property
    def moves(self) -> list[tuple[str, int]]:
        """The moves made, as text, with the time played until each, in milliseconds."""
        return self._session.moves()

    @property
    def code(self) -> str:
        """The code that shares the board, as the program prints and takes it."""
        return self._session.code()

    def record(self, finished: int | None = None) -> str:
        """The record of a game that is over, a line of JSON as ``omnisweep stats export`` writes it.

        Args:
            finished: when it ended, in milliseconds since the beginning of 1970; now, if not given.
        """
        at = time.time_ns() // 1_000_000 if finished is None else number(finished, "a time")
        line = self._session.record(at)
        if line is None:
            raise OmnisweepError("a game that is not over has no record")
        return line

    def describe(self, *cell: CellLike) -> str:
        """A cell in words: "row 3, column 4"."""
        return self._session.place(cell_number(self._shape, cell))

    def cell(self, *cell: CellLike) -> tuple[int, ...]:
        """The coordinates of a cell."""
        return coordinates(self._shape, cell_number(self._shape, cell))

    def copy(self) -> Game:
        """Another game that stands the same."""
        return type(self)._of(self._session.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        if self._session.board() is None and not self._session.moves():
            setup = (self._shape, self._mines, self._rules, self._first, self._marks, self._guess, self._seed)
            return _begin, (type(self), *setup)
        return _load, (type(self), self.save())

    def __eq__(self, other: object) -> bool:
        """Whether it is the same board with the same moves at the same times."""
        if not isinstance(other, Game):
            return NotImplemented
        ours, theirs = self._session, other._session
        same = ours.setup() == theirs.setup() and ours.moves() == theirs.moves()
        return same and np.array_equal(ours.board(), theirs.board())  # type: ignore[arg-type]

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        seen = self.reveal() if self.over else self.view
        return write_view(seen)

    def __repr__(self) -> str:
        sizes = "x".join(map(str, self._shape))
        return f"<omnisweep.Game {sizes} with {self._mines} mines, {self._rules} rules, {self.outcome}>"


def _begin(
    cls: type[Game], shape: Shape, mines: int, rules: Rules, first: First, marks: bool, guess: str, seed: int
) -> Game:
    session = _native.Session(
        list(shape), mines, rules=rules, first=first, marks=marks, guess=guess, seed=seed, board=None
    )
    return cls._of(session)


def _load(cls: type[Game], text: str) -> Game:
    return cls.load(text)


_board = board


def _mined(board: ArrayLike | str, shape: Shape | None) -> NDArray[np.bool_]:
    """The mines of a board that was given in one of three ways."""
    if isinstance(board, str):
        if "\n" in board or set(board) <= set(".*"):
            sizes, mined = _native.parse_layout(board, None if shape is None else list(shape))
        else:
            sizes, mined, _ = _native.read_code(board)
        return mined.reshape(sizes)
    array = np.asarray(board)
    if array.dtype != np.bool_:
        raise OmnisweepError(f"a board is an array of truth values, not of {array.dtype}")
    if shape is not None and array.shape != tuple(shape):
        raise OmnisweepError("the board has another shape")
    return array


def write_view(view: NDArray[np.integer]) -> str:
    """A position as text, a row a line; a line of ``-`` between slices.

    Where a number can have two digits, cells are parted by spaces.
    """
    columns = view.shape[-1] if view.ndim else 1
    rows = view.shape[-2] if view.ndim > 1 else 1
    gap = " " if view.ndim > 2 else ""
    width = 2 if view.ndim > 2 else 1
    lines: list[str] = []
    for number, row in enumerate(np.asarray(view).reshape(-1, columns)):
        if number and number % rows == 0:
            lines.append("-")
        lines.append(gap.join((_SIGNS.get(int(seen)) or str(seen)).rjust(width) for seen in row))
    return "\n".join(lines) + "\n"


class Record(NamedTuple):
    """A record of a finished game."""

    #: What the line says.
    figures: Mapping[str, Any]
    #: The game, move by move, where the record has it.
    game: Game | None


def read_record(line: str) -> Record:
    """Reads a line of ``omnisweep stats export``; one that contradicts itself is refused."""
    replay = _native.check_record(line)
    return Record(json.loads(line), None if replay is None else Game.load(replay))


class Recording(NamedTuple):
    """A recording of another program."""

    #: The game, move by move.
    game: Game
    #: Who played.
    player: str
    #: What ``omnisweep replay --json`` says of it: 3BV, clicks, times and so on.
    figures: Mapping[str, Any]


def read_recording(source: str | PathLike[str] | bytes) -> Recording:
    """Reads a recording: a file's name or its bytes, in AVF, MVF, RMV or EVF."""
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    session, player, figures = _native.read_recording(data)
    return Recording(Game._of(session), player, json.loads(figures))


def read_code(code: str) -> tuple[NDArray[np.bool_], tuple[int, ...] | None]:
    """The board that a code stands for, and the cell to open first, if it says so."""
    sizes, mined, start = _native.read_code(code)
    return mined.reshape(sizes), None if start is None else coordinates(sizes, start)
