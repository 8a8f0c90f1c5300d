"""The native vector environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import omnisweep
from omnisweep import CLOSED, OmnisweepError
from omnisweep.envs import MinesweeperEnv
from omnisweep.vector import MinesweeperVectorEnv

KINDS: list[dict[str, Any]] = [
    {},
    {"flags": True, "observation": "one_hot"},
    {"reward": "progress", "max_episode_steps": 7},
    {"reward": "risk", "probabilities": True},
    {"no_guess": True},
]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_it_does_as_the_synchronous_one_does(mode: AutoresetMode, kind: dict[str, Any]) -> None:
    def make() -> MinesweeperEnv:
        return MinesweeperEnv(shape=(6, 5), mines=4, **kind)

    native: Any = gymnasium.make_vec(
        "omnisweep:Omnisweep/Custom-v0",
        num_envs=8,
        vectorization_mode="vector_entry_point",
        shape=(6, 5),
        mines=4,
        autoreset_mode=mode,
        **kind,
    )
    plain: Any = SyncVectorEnv([make] * 8, autoreset_mode=mode)
    assert native.single_observation_space == plain.single_observation_space
    assert native.action_space == plain.action_space
    assert native.metadata["autoreset_mode"] == mode
    ours, theirs = native.reset(seed=9), plain.reset(seed=9)
    over = np.zeros(8, bool)
    for turn in range(60):
        np.testing.assert_array_equal(ours[0], theirs[0])
        for key in ("action_mask", "seed", "probabilities"):
            if key in theirs[-1]:
                np.testing.assert_array_equal(ours[-1][key], theirs[-1][key])
        if len(ours) == 5:
            for mine, other in zip(ours[1:4], theirs[1:4]):
                np.testing.assert_array_equal(mine, other)
            over = ours[2] | ours[3]
            if mode == AutoresetMode.SAME_STEP and over.any():
                np.testing.assert_array_equal(ours[-1]["_final_obs"], theirs[-1]["_final_obs"])
                for board in np.flatnonzero(over):
                    np.testing.assert_array_equal(ours[-1]["final_obs"][board], theirs[-1]["final_obs"][board])
        if mode == AutoresetMode.DISABLED and over.any():
            native.reset(options={"reset_mask": over.copy()})
            plain.reset(options={"reset_mask": over.copy()})
        actions = native.sample(seed=turn)
        ours, theirs = native.step(actions), plain.step(actions)


def test_games_that_are_over_have_to_be_reset_where_they_are_not_by_themselves() -> None:
    env = MinesweeperVectorEnv(4, "beginner", autoreset_mode="Disabled")
    env.reset(seed=1)
    with pytest.raises(OmnisweepError, match="reset"):
        for _ in range(200):
            env.step(env.sample())
    with pytest.raises(ValueError):
        env.reset(options={"reset_mask": np.ones(3, bool)})


def test_threads_make_no_difference() -> None:
    def play(threads: int) -> list[np.ndarray[Any, Any]]:
        env = MinesweeperVectorEnv(3000, "beginner", threads=threads, reward="progress")
        env.reset(seed=4)
        seen = []
        for turn in range(10):
            observation, rewards, *_ = env.step(env.sample(seed=turn))
            seen += [observation, rewards]
        return seen

    for one, other in zip(play(1), play(3)):
        np.testing.assert_array_equal(one, other)


def test_memory_can_be_the_callers() -> None:
    observations = np.zeros((6, 9, 9), np.int8)
    mask = np.zeros((6, 81), np.int8)
    env = MinesweeperVectorEnv(6, "beginner", observations=observations, action_mask=mask, copy=False)
    seen, info = env.reset(seed=3)
    assert (observations == CLOSED).all() and mask.all()
    assert seen is observations and info["action_mask"] is mask
    env.step(np.full(6, 40))
    assert (observations[:, 4, 4] == 0).all() and not mask[:, 40].any()
    for wrong in (np.zeros((6, 81), np.int8), np.zeros((6, 9, 9), np.int16), np.zeros((6, 9, 18), np.int8)[:, :, ::2]):
        with pytest.raises(OmnisweepError, match="observations"):
            MinesweeperVectorEnv(6, "beginner", observations=wrong)


def test_a_copy_is_kept_and_what_is_no_copy_changes() -> None:
    for copy in (True, False):
        env = MinesweeperVectorEnv(4, "beginner", copy=copy)
        before, _ = env.reset(seed=1)
        env.step(np.full(4, 40))
        assert (before == CLOSED).all() == copy


def test_whatever_is_in_the_arrays_nothing_breaks() -> None:
    observations = np.zeros((5, 4, 4), np.int8)
    mask = np.zeros((5, 32), np.int8)
    env = MinesweeperVectorEnv(
        5, shape=(4, 4), mines=3, flags=True, reward="risk", observations=observations, action_mask=mask
    )
    env.reset(seed=1)
    random = np.random.default_rng(1)
    for _ in range(300):
        observations[:] = random.integers(-128, 128, observations.shape)
        mask[:] = random.integers(-1, 2, mask.shape)
        env.step(random.integers(-5, 40, 5))
        env.sample()
    with pytest.raises(OmnisweepError):
        env.step(np.zeros(4, np.int64))


def test_random_actions_are_allowed_and_wins_are_told() -> None:
    env = MinesweeperVectorEnv(64, shape=(4, 4), mines=1, autoreset_mode="SameStep")
    _, info = env.reset(seed=2)
    won = 0
    for _ in range(50):
        actions = env.sample()
        assert info["action_mask"][np.arange(64), actions].all()
        _, rewards, _, _, info = env.step(actions)
        assert (rewards == env.won).all()
        won += int(env.won.sum())
    assert won > 50


def test_the_module_is_the_one_that_is_documented() -> None:
    assert omnisweep.__doc__ is not None and "omnisweep.vector" in omnisweep.__doc__
