"""Whatever is given, there is an answer or an exception: nothing panics, and nothing ends the program."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import omnisweep
from omnisweep import data, text
from omnisweep.envs import MinesweeperEnv
from omnisweep.vector import MinesweeperVectorEnv

NUMBERS = st.one_of(st.integers(-3, 12), st.sampled_from([1000, 2**40, 2**63, 2**64, 2**70, 1.5, None, "x"]))
SIZES = st.one_of(
    st.none(), st.lists(st.integers(-1, 5), max_size=5), st.lists(NUMBERS, max_size=3), st.just([1] * 40), st.just([2] * 12)
)
WORDS = st.sampled_from(["modern", "nd", "opening", "safe", "anything", "win", "risk", "one_hot", "fast", "best", "", "ä"])
ARRAYS = st.one_of(
    st.integers(0, 4).map(lambda size: np.full((size, size), -1)),
    st.lists(st.integers(-300, 300), max_size=9).map(np.array),
    st.sampled_from([np.zeros((2, 2), bool), np.zeros((2, 0, 2), int), np.zeros(()), np.ones((3, 3, 3), np.int8), None, "1.\n", b"x"]),
)


def tried(call: Any) -> Any:
    """What comes of it; a panic is no `Exception`, and goes on."""
    try:
        return call()
    except Exception:
        return None


@settings(max_examples=300)
@given(SIZES, NUMBERS, WORDS, WORDS, NUMBERS, st.booleans(), ARRAYS, NUMBERS)
def test_anything(
    shape: Any, mines: Any, word: Any, other: Any, seed: Any, flag: bool, array: Any, cell: Any
) -> None:
    game = tried(lambda: omnisweep.Game(shape=shape, mines=mines, rules=word, first=other, seed=seed, fair=flag))
    for game in (game, tried(lambda: omnisweep.Game(board=array))):
        if game is not None and np.prod(game.shape, dtype=float) < 10**7:
            for call in (game.open, game.flag, game.chord, game.describe, lambda c: text.judge(game, c)):
                tried(lambda: call(cell))  # noqa: B023
            tried(lambda: (game.view.sum(), str(game), game.code, game.record(), text.describe(game)))  # noqa: B023
            tried(lambda: omnisweep.analyse(game))  # noqa: B023
    tried(lambda: omnisweep.analyse(array, mines))
    tried(lambda: omnisweep.analyse_many(array, mines, threads=cell))
    tried(lambda: omnisweep.verify(array, cell))
    tried(lambda: omnisweep.generate(shape=shape, mines=mines, start=cell, no_guess=flag, seed=seed, limit=0.01))
    tried(lambda: omnisweep.Player(word, shape=shape, mines=mines, first=other).choose(array))
    tried(lambda: next(data.positions(20, shape=shape, mines=mines, player=word, first=other, seed=seed)))
    tried(lambda: omnisweep.Game.load(str(array)))
    tried(lambda: omnisweep.read_recording(repr(array).encode()))
    options = {"shape": shape, "mines": mines, "first": other, "reward": word, "flags": flag, "max_episode_steps": seed}
    env: Any = tried(lambda: MinesweeperEnv(**options))
    for env in (env, tried(lambda: MinesweeperVectorEnv(cell, threads=mines, **options))):
        if env is not None:
            tried(lambda: (env.reset(seed=seed), env.step(env.sample()), env.step(array)))  # noqa: B023


def test_too_much_is_an_exception() -> None:
    for call in (
        lambda: omnisweep.Game(shape=(2**40, 2**40), seed=1),
        lambda: omnisweep.Game(shape=(2**31, 2**31), seed=1).view,
        lambda: MinesweeperVectorEnv(2**50, "beginner"),
        lambda: MinesweeperVectorEnv(2**36, "beginner"),
        lambda: MinesweeperEnv(shape=(2**20, 2**20)),
        lambda: next(data.positions(5, shape=(3, 3), mines=8, first="safe")),
    ):
        with pytest.raises((omnisweep.OmnisweepError, MemoryError, OverflowError)):
            call()
