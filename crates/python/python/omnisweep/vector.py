"""The native vector environment: many boards in one block of memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._boards import First, Shape, number
from ._kind import STEP, Boards, Observation, Reward, action_space, observation_space
from .envs import MinesweeperEnv
from .game import write_view
from .render import paint


class MinesweeperVectorEnv(VectorEnv[NDArray[Any], NDArray[np.int64], NDArray[Any]]):
    """Many games of ``MinesweeperEnv`` at once, stepped in Rust by several threads.

    A game behaves as one of ``MinesweeperEnv`` does; ``reset(seed=s)`` seeds the first with s, the next with
    s + 1 and so on (or give a list). ``sample`` chooses random actions that are allowed, fast.

    Args:
        num_envs: how many games.
        autoreset_mode: when a game that is over gives way to the next: ``AutoresetMode.NEXT_STEP``,
            ``SAME_STEP`` (``info["final_obs"]`` then has what was seen last, where ``info["_final_obs"]``)
            or ``DISABLED`` (``reset(options={"reset_mask": mask})`` begins games anew).
        copy: whether ``step`` returns arrays that are the caller's for good, or the environment's own,
            which the next step changes.
        observations, action_mask: arrays of int8, of the shapes of compact observations and of masks, that the
            environment is to keep its state in: memory of the caller's own, to share or to map.
        threads: how many threads; if not given, as many as are worth it, up to one for each processor.

    The other options are those of ``MinesweeperEnv``.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        observations: NDArray[np.int8] | None = None,
        action_mask: NDArray[np.int8] | None = None,
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.num_envs = number(num_envs, "the number of games")
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}")
        self.render_mode = render_mode
        self.copy = copy
        self._boards = Boards(
            self.num_envs,
            level=level,
            shape=shape,
            mines=mines,
            first=first,
            no_guess=no_guess,
            flags=flags,
            observation=observation,
            reward=reward,
            reset=self.autoreset_mode.value,
            max_episode_steps=max_episode_steps,
            probabilities=probabilities,
            threads=threads,
            observations=observations,
            action_mask=action_mask,
        )
        boards = self._boards
        self.single_observation_space = observation_space(boards.shape, boards.most, flags, boards.one_hot)
        self.single_action_space = action_space(boards.shape, flags)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._all = np.ones(self.num_envs, np.bool_)
        self._seeded = np.zeros(self.num_envs, np.bool_)
        self._key = 0
        self._samples = False

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins all games anew, or those of which ``options["reset_mask"]`` is true."""
        mask = None if options is None else options.get("reset_mask")
        if mask is not None and not (
            isinstance(mask, np.ndarray) and mask.dtype == np.bool_ and mask.shape == (self.num_envs,)
        ):
            raise ValueError(f"reset_mask has to be an array of {self.num_envs} truth values")
        if isinstance(seed, int):
            super().reset(seed=seed)
            self._key = seed
            seeds: list[int | None] = [(seed + board) % (1 << 64) for board in range(self.num_envs)]
        else:
            seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} games, and {len(seeds)} seeds")
        # Those that never had a seed get one that nobody chose.
        wanted = self._all if mask is None else mask
        for board in np.flatnonzero(wanted & ~self._seeded):
            if seeds[board] is None:
                seeds[board] = int(self.np_random.integers(1 << 63))
        self._seeded |= wanted
        self._boards.native.reset(seeds, mask)
        return self._boards.observed(self._boards.seen, self.copy), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Makes a move in each game."""
        boards = self._boards
        seeds = boards.seeds.copy() if boards.last_seen is not None else boards.seeds
        ahead = (self._key + STEP) % (1 << 64) if self._samples else None
        boards.native.step(np.ascontiguousarray(actions, np.int64), ahead)
        info = self._info()
        ended = boards.terminated | boards.truncated
        if boards.last_seen is not None and ended.any():
            info["final_obs"] = boards.observed(boards.last_seen, copy=True)
            info["final_info"] = {"seed": seeds, "won": boards.won.copy()}
            info["_final_obs"] = info["_final_info"] = ended
        rewards, terminated, truncated = boards.rewards, boards.terminated, boards.truncated
        if self.copy:
            rewards, terminated, truncated = rewards.copy(), terminated.copy(), truncated.copy()
        return boards.observed(boards.seen, self.copy), rewards, terminated, truncated, info

    def sample(self, seed: int | None = None) -> NDArray[np.int64]:
        """For each game one of the actions that are allowed, each as likely as any other.

        Args:
            seed: which ones; others with each call, if it is not given.
        """
        if seed is None:
            # From now on a step chooses the next ones while it is at it.
            self._key, self._samples = (self._key + STEP) % (1 << 64), True
        chosen = self._boards.native.sample(self._key if seed is None else number(seed, "a seed"))
        return chosen.copy() if self.copy else chosen

    @property
    def won(self) -> NDArray[np.bool_]:
        """Which games the last step won."""
        return self._boards.won.copy()

    def _info(self) -> dict[str, Any]:
        boards = self._boards
        info: dict[str, Any] = {"action_mask": boards.mask, "seed": boards.seeds}
        if boards.labels is not None:
            info["probabilities"] = boards.labels
        if self.copy:
            info = {name: boards.copied(array) for name, array in info.items()}
        return info | {f"_{name}": self._all for name in info}

    def render(self) -> tuple[Any, ...] | None:
        """The boards as text ("ansi") or as pictures ("rgb_array")."""
        if self.render_mode is None:
            return None
        draw = write_view if self.render_mode == "ansi" else paint
        return tuple(draw(seen) for seen in self._boards.seen)


__all__ = ["MinesweeperEnv", "MinesweeperVectorEnv"]
