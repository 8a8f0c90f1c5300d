"""For language models: positions and moves as text, a judge, and a fixed benchmark.

An agent is anything that takes a text and gives a text: it is told the position (``describe``) and replies
with a move somewhere in its answer (``open 3 4``). ``judge`` says what a move gave away of the chance to
win; ``bench`` plays the fixed set ``BENCHMARK`` and adds it up. The same agent gets the same score
everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from . import _native
from ._boards import CellLike, cell_number, flat
from ._native import OmnisweepError, Refused, TooLarge
from .game import FLAG, Game
from .solver import analyse

_MOVE = re.compile(r"\b(open|flag)\b[\s(\[]*(\d+(?:[\s,]+\d+)*)", re.IGNORECASE)


def describe(game: Game) -> str:
    """The position of a game as text, with what has to be known to go on."""
    shape: tuple[int, ...] = game.shape
    sizes = " x ".join(map(str, shape))
    axes = "row and column" if len(game.shape) == 2 else f"{len(game.shape)} coordinates"
    lines = [
        f"Minesweeper, {sizes} cells, {game.mines} mines, {game.mines_left} of them without a flag.",
        "A cell is . (closed), F (closed, with a flag) or the number of mines that touch it, diagonally too.",
        f"Reply with one move: open or flag, and the cell's {axes}, counted from 0.",
        "",
    ]
    rows, columns = [1, *shape][-2:]
    width = max(len(str(size - 1)) for size in (*shape, 11 if len(shape) > 2 else 1))
    head = " " * (width + 2) + " ".join(str(column).rjust(width) for column in range(columns))
    for number, line in enumerate(game.view.reshape(-1, columns)):
        row = number % rows
        if row == 0:
            if len(game.shape) > 2:
                outer = np.unravel_index(number // rows, game.shape[:-2])
                lines.append(f"Cells {', '.join(map(str, outer))}, _, _:")
            lines.append(head)
        signs = (str(seen) if seen >= 0 else "F" if seen == FLAG else "." for seen in line)
        lines.append(str(row).rjust(width) + ": " + " ".join(sign.rjust(width) for sign in signs))
    return "\n".join(lines) + "\n"


class Move(NamedTuple):
    """A move that a reply asked for."""

    kind: str
    cell: tuple[int, ...]


def parse(reply: str) -> Move | None:
    """The last move that is named in a reply, None where none is."""
    found = _MOVE.findall(reply)
    if not found:
        return None
    kind, cell = found[-1]
    return Move(kind.lower(), tuple(int(at) for at in re.split(r"[\s,]+", cell)))


class Judgement(NamedTuple):
    """What a move was worth."""

    #: How likely the opened cell was a mine; 0 for a flag.
    risk: float
    #: The least risk that there was.
    least: float
    #: The chance of winning that it gave away, from 0 (nothing) to 1.
    given_away: float
    #: Whether that is exact; else it is the risk beyond the least.
    exact: bool


def judge(game: Game, *cell: CellLike) -> Judgement:
    """Judges opening a cell, by what could be known before it.

    A certainly safe cell gives nothing away. Where none is safe and few layouts are left, the best play there
    is, is known: what a cell gives away is exact. Else it is the risk that was taken beyond the least.
    """
    at = cell_number(game.shape, cell)
    if game.first != "anything" and not (game.view >= 0).any():
        return Judgement(0.0, 0.0, 0.0, True)
    try:
        analysis = analyse(game)
    except TooLarge:
        return Judgement(float("nan"), float("nan"), 0.0, False)
    risk = float(analysis.probabilities.reshape(-1)[at])
    if np.isnan(risk):
        raise Refused("the cell is already open")
    least = 0.0 if analysis.safe.any() else analysis.risk
    if analysis.safe.reshape(-1)[at]:
        return Judgement(0.0, 0.0, 0.0, True)
    chances = None if analysis.safe.any() else _native.chances(list(game.shape), flat(game.view), game.mines)
    if chances is not None:
        # A certain mine wins nothing.
        chance = 0.0 if np.isnan(chances[at]) else float(chances[at])
        return Judgement(risk, least, float(np.nanmax(chances)) - chance, True)
    return Judgement(risk, least, max(0.0, risk - least), False)


class Task(NamedTuple):
    """A game of the benchmark."""

    shape: tuple[int, ...]
    mines: int
    seed: int

    def game(self) -> Game:
        """The game, with nothing done."""
        return Game(shape=self.shape, mines=self.mines, seed=self.seed)


#: The name of the fixed set of games: another set will get another name.
NAME = "omnisweep-text-1"
#: Four sizes with ten boards each.
BENCHMARK: tuple[Task, ...] = tuple(
    Task(shape, mines, seed)
    for shape, mines in (((5, 5), 4), ((9, 9), 10), ((16, 16), 40), ((4, 4, 4), 6))
    for seed in range(1, 11)
)

#: After so many replies in a row without a move that can be made, a game is lost.
MOST_INVALID_IN_A_ROW = 3


class Played(NamedTuple):
    """How a game of the benchmark went."""

    task: Task
    won: bool
    #: How many cells were opened by moves, and how many replies were no move that could be made.
    moves: int
    invalid: int
    #: What all moves gave away together.
    given_away: float


class Score(NamedTuple):
    """How an agent did."""

    name: str
    games: list[Played]

    @property
    def wins(self) -> int:
        """How many games were won."""
        return sum(game.won for game in self.games)

    @property
    def score(self) -> float:
        """The share of the chances to win that was kept, move by move: 1 is perfect, whatever the luck.

        A reply that is no move counts as one that gave everything away.
        """
        moves = sum(game.moves + game.invalid for game in self.games)
        lost = sum(game.given_away + game.invalid for game in self.games)
        return 1.0 - lost / moves if moves else 0.0

    def __str__(self) -> str:
        invalid = sum(game.invalid for game in self.games)
        return f"{self.name}: score {self.score:.4f}, won {self.wins} of {len(self.games)}, {invalid} replies without a move"


def play(agent: Callable[[str], str], task: Task) -> Played:
    """Has an agent play a game of the benchmark."""
    game, moves, invalid, given_away, in_a_row = task.game(), 0, 0, 0.0, 0
    # Flags cost nothing, but an agent that does nothing else does not go on for ever.
    for _ in range(4 * int(np.prod(task.shape))):
        if game.over or in_a_row == MOST_INVALID_IN_A_ROW:
            break
        move = parse(agent(describe(game)))
        try:
            if move is None:
                raise OmnisweepError("there is no move in the reply")
            if move.kind == "flag":
                game.flag(move.cell, at=0)
            else:
                judged = judge(game, move.cell)
                game.open(move.cell, at=0)
                moves, given_away = moves + 1, given_away + judged.given_away
            in_a_row = 0
        except OmnisweepError:
            invalid, in_a_row = invalid + 1, in_a_row + 1
    return Played(task, game.outcome == "won", moves, invalid, given_away)


def bench(agent: Callable[[str], str], tasks: Iterable[Task] = BENCHMARK) -> Score:
    """Has an agent play the benchmark, or other games, and scores it."""
    return Score(NAME, [play(agent, task) for task in tasks])
