"""The Gymnasium environment: one board."""

from __future__ import annotations

from typing import Any, SupportsIndex

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from . import _native
from ._boards import First, Shape, board
from ._kind import STEP, Observation, Reward, action_space, is_one_hot, observation_space
from ._window import Window
from .game import write_view
from .render import paint


class MinesweeperEnv(gym.Env[NDArray[Any], np.int64]):
    """Minesweeper by the modern rules, for one agent.

    An action opens the cell with its row-major number; with ``flags``, the actions after those toggle the
    flag of a cell. What cannot be done changes nothing and is worth nothing: ``info["action_mask"]`` says
    what can (as ``env.action_space.sample`` takes it). ``info["seed"]`` is the board's seed.

    ``reset(seed=s)`` gives the board that ``omnisweep --seed s`` gives, once a cell is opened; the games
    after it have seeds that follow from it.

    Args:
        level, shape, mines: the board, as for ``omnisweep.Game``.
        first: what the first opened cell is: "anything", "safe" or "opening".
        no_guess: boards that logic alone solves from the cell that is opened first.
        flags: whether cells can be flagged.
        observation: "compact" for a number for each cell, "one_hot" for channels of 0 and 1: the numbers,
            then closed cells, flags (if there are any) and the mine that went off.
        reward: "win" is 1 for a win; "progress" is the share of the free cells that a move opened; "risk" is
            the least risk there was less the one that was taken, exact, so 0 for the best and below 0 for
            others (and 0 in the rare position that is too large).
        max_episode_steps: after so many moves a game is truncated.
        probabilities: whether ``info["probabilities"]`` says how likely each mine is; exact. It is 0
            where a cell is open, and -1 for closed cells where the game is over or the position too large.
        render_mode: "ansi", "rgb_array" or "human": a window, or text on the terminal where there is no
            display, after every move.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 4}

    def __init__(
        self,
        level: str | None = None,
        *,
        shape: Shape | None = None,
        mines: int | None = None,
        first: First = "opening",
        no_guess: bool = False,
        flags: bool = False,
        observation: Observation = "compact",
        reward: Reward = "win",
        max_episode_steps: int | None = None,
        probabilities: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}")
        self.render_mode = render_mode
        sizes, count = board(level, shape, mines)
        one_hot = is_one_hot(observation)
        self._board = _native.Board(
            sizes,
            count,
            first=first,
            no_guess=no_guess,
            flags=flags,
            reward=reward,
            most_moves=max_episode_steps,
            probabilities=probabilities,
            one_hot=one_hot,
        )
        self.observation_space = observation_space(tuple(sizes), self._board.most(), flags, one_hot)
        self.action_space = action_space(tuple(sizes), flags)
        self._seeded = False
        self._key = 0
        self._window = Window(f"Omnisweep: {'x'.join(map(str, sizes))}, {count} mines")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins a new game."""
        if seed is not None:
            super().reset(seed=seed)
            self._key = seed
        elif not self._seeded:
            seed = int(self.np_random.integers(1 << 63))
        self._seeded = True
        told = self._board.reset(seed)
        if self.render_mode == "human":
            self.render()
        return told

    def step(self, action: SupportsIndex) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Opens or flags a cell."""
        told = self._board.step(action)
        if self.render_mode == "human":
            self.render()
        return told

    def sample(self) -> int:
        """One of the actions that are allowed, each as likely as any other: much faster than by the space."""
        self._key = (self._key + STEP) % (1 << 64)
        return self._board.sample(self._key)

    def render(self) -> Any:
        """The board as text ("ansi"), as a picture ("rgb_array"), or for a person to watch ("human")."""
        if self.render_mode is None:
            return None
        seen = self._board.view()
        if self.render_mode == "rgb_array":
            return paint(seen)
        if self.render_mode == "human":
            if not self._window.show(paint(seen)):
                print(write_view(seen))
            return None
        return write_view(seen)

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._window.close()
