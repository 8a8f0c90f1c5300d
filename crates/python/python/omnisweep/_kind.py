"""What the environments have in common: their options, spaces and arrays."""

from __future__ import annotations

import sys
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from . import _native
from ._boards import First, Shape, board
from ._native import OmnisweepError

Observation = Literal["compact", "one_hot"]
Reward = Literal["win", "progress", "risk"]

# From one call of ``sample`` to the next: odd, so that all numbers come before the first comes again.
STEP = 0x9E3779B97F4A7C15


def is_one_hot(observation: str) -> bool:
    """Whether channels were asked for."""
    if observation not in ("compact", "one_hot"):
        raise OmnisweepError(f"there is no observation {observation!r}: there are compact, one_hot")
    return observation == "one_hot"


def observation_space(shape: tuple[int, ...], most: int, flags: bool, one_hot: bool) -> spaces.Box:
    """What a position is: numbers, or channels of 0 and 1."""
    if one_hot:
        return spaces.Box(0, 1, (most + 3 + flags, *shape), np.uint8)
    return spaces.Box(-3, most, shape, np.int8)


def action_space(shape: tuple[int, ...], flags: bool) -> spaces.Discrete[np.int64]:
    """Cells to open, and then cells to flag if there are flags."""
    return spaces.Discrete(int(np.prod(shape)) * (2 if flags else 1))


class Boards:
    """Boards of one kind side by side, as arrays that have their shape; the native ones are flat."""

    def __init__(
        self,
        boards: int,
        *,
        level: str | None,
        shape: Shape | None,
        mines: int | None,
        first: First,
        no_guess: bool,
        flags: bool,
        observation: Observation,
        reward: Reward,
        reset: str,
        max_episode_steps: int | None,
        probabilities: bool,
        threads: int | None,
        observations: NDArray[np.int8] | None = None,
        action_mask: NDArray[np.int8] | None = None,
    ) -> None:
        self.one_hot = is_one_hot(observation)
        sizes, count = board(level, shape, mines)
        self.shape, self.mines, self.cells, self.flags = tuple(sizes), count, int(np.prod(sizes)), flags
        self.native = _native.Boards(
            sizes,
            count,
            first=first,
            no_guess=no_guess,
            flags=flags,
            reward=reward,
            reset=reset,
            most_moves=max_episode_steps,
            probabilities=probabilities,
            boards=boards,
            threads=threads,
            seen=_given(observations, (boards, *sizes), "observations"),
            mask=_given(action_mask, (boards, self.cells * (2 if flags else 1)), "action_mask"),
        )
        seen, mask, labels, last, rewards, terminated, truncated, seeds, won = self.native.arrays
        self.seen = seen.reshape(boards, *sizes) if observations is None else observations
        self.mask = mask.reshape(boards, -1) if action_mask is None else action_mask
        self.labels = labels.reshape(boards, *sizes) if probabilities else None
        self.last_seen = last.reshape(boards, *sizes) if last.size else None
        self.rewards, self.terminated, self.truncated = rewards, terminated, truncated
        self.seeds, self.won = seeds, won
        self._kept: dict[int, list[NDArray[Any]]] = {}
        self.most = self.native.channels() - 3 - int(flags)

    def observed(self, seen: NDArray[np.int8], copy: bool) -> NDArray[Any]:
        """Positions as they were asked for."""
        if not self.one_hot:
            return self.copied(seen) if copy else seen
        out = np.empty((len(seen), self.native.channels(), *self.shape), np.uint8)
        _native.one_hot(
            np.ascontiguousarray(seen).reshape(-1), self.cells, self.most, self.flags, out.reshape(-1)
        )
        return out


    def copied(self, array: NDArray[Any]) -> NDArray[Any]:
        """A copy; in the memory of an earlier one of the same array, where nobody has that any more.

        Memory for large arrays comes from the system page by page, which takes longer than the copy.
        """
        kept = self._kept.setdefault(id(array), [])
        for copy in kept:
            # Held by the list, the loop and the call.
            if sys.getrefcount(copy) == 3:
                np.copyto(copy, array)
                return copy
        if len(kept) < 4:
            kept.append(array.copy())
            return kept[-1]
        return array.copy()


def _given(array: NDArray[np.int8] | None, shape: tuple[int, ...], name: str) -> NDArray[np.int8] | None:
    """An array that the caller owns, flat and in its own memory."""
    if array is None:
        return None
    fits = array.dtype == np.int8 and array.shape == shape
    if not (fits and array.flags.c_contiguous and array.flags.writeable):
        raise OmnisweepError(f"{name} has to be a writable array of int8 in one piece, of shape {shape}")
    return array.reshape(-1)
