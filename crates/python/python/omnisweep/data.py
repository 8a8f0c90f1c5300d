"""Positions to learn from: what was seen, what is known of it, what was done and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._boards import First, LevelName, Shape, Skill, board, number
from ._native import OmnisweepError


class Positions(NamedTuple):
    """Positions; the first axis of each array is theirs."""

    #: What was seen: 0 and more for open cells, -1 for closed ones.
    view: NDArray[np.int8]
    #: How likely each closed cell is a mine, exact; not a number where it is open.
    probabilities: NDArray[np.float32]
    #: The cell that the player opened, its row-major number.
    best: NDArray[np.int64]
    #: Whether the game was won in the end.
    won: NDArray[np.bool_]
    #: Which game it was.
    game: NDArray[np.int64]


def positions(
    n: int,
    level: LevelName | None = None,
    player: Skill = "fast",
    seed: int = 0,
    *,
    shape: Shape | None = None,
    mines: int | None = None,
    first: First = "opening",
    batch: int = 4096,
    threads: int | None = None,
) -> Iterator[Positions]:
    """Has a player play games, and yields n of their positions in batches.

    They are those of every move but the first of a game, in order; the games are those of ``omnisweep simulate``
    with the same seed, and the same whatever the number of threads. Ctrl-C ends it at any time.

    Args:
        n: how many positions in all.
        level, shape, mines, first: the boards, as for ``omnisweep.Game``.
        player: "fast" or "best".
        batch: how many positions a batch has; the last one has the rest.
    """
    sizes, count = board(level, shape, mines)
    left, size = number(n, "the number of positions"), max(1, number(batch, "the size of a batch"))
    return _batches(sizes, count, player, number(seed, "a seed"), first, left, size, threads)


def _batches(
    sizes: list[int], mines: int, player: str, seed: int, first: str, left: int, size: int, threads: int | None
) -> Iterator[Positions]:
    waiting: list[Positions] = []
    held, game, games = 0, 0, 16
    while left > 0:
        while held < min(size, left):
            view, chances, best, won, numbers = _native.positions(
                sizes, mines, first=first, player=player, seed=seed, games=(game, game + games), threads=threads
            )
            game += games
            waiting.append(
                Positions(view.reshape(-1, *sizes), chances.reshape(-1, *sizes), best, won, numbers)
            )
            held += len(best)
            if held == 0 and game >= 1 << 14:
                raise OmnisweepError("games of this kind are over with their first move")
            # As many games as are about to be needed.
            games = max(16, min(4096, size * game // max(1, held) // 2))
        together, taken = _together(waiting), min(size, left)
        yield _part(together, slice(taken))
        waiting = [_part(together, slice(taken, None))]
        held, left = held - taken, left - taken


def _together(parts: list[Positions]) -> Positions:
    return Positions(
        np.concatenate([part.view for part in parts]),
        np.concatenate([part.probabilities for part in parts]),
        np.concatenate([part.best for part in parts]),
        np.concatenate([part.won for part in parts]),
        np.concatenate([part.game for part in parts]),
    )


def _part(all: Positions, which: slice) -> Positions:
    return Positions(
        all.view[which], all.probabilities[which], all.best[which], all.won[which], all.game[which]
    )
