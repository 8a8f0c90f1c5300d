"""The Gymnasium environment of one board."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st

import omnisweep
from omnisweep import CLOSED, EXPLODED, FLAG, Game, OmnisweepError, Refused

gymnasium.register_envs(omnisweep)

NAMES = ["Beginner", "Intermediate", "Expert", "Cube", "Tesseract"]
KINDS: list[dict[str, Any]] = [
    {},
    {"flags": True},
    {"observation": "one_hot"},
    {"observation": "one_hot", "flags": True},
    {"reward": "progress", "first": "safe"},
    {"reward": "risk", "probabilities": True},
    {"no_guess": True},
    {"max_episode_steps": 5},
]


@pytest.mark.parametrize("name", NAMES)
def test_levels_pass_the_checker_without_a_warning(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"omnisweep:Omnisweep/{name}-v0")
        check_env(env.unwrapped)
        level = omnisweep.LEVELS[name.lower()]
        assert env.observation_space.shape == level.shape


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array", "human"])
def test_kinds_pass_the_checker_without_a_warning(kind: dict[str, Any], mode: str | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("Omnisweep/Custom-v0", shape=(7, 6), mines=6, render_mode=mode, **kind)
        check_env(env.unwrapped, skip_render_check=True)
        env.reset(seed=3)
        drawn = env.render()
    if mode == "ansi":
        assert drawn == "......\n" * 7  # type: ignore[comparison-overlap]
    elif mode == "rgb_array":
        assert isinstance(drawn, np.ndarray) and drawn.shape == (7 * 16, 6 * 16, 3) and drawn.dtype == np.uint8


@pytest.mark.skipif(sys.platform != "linux", reason="only there can a display be taken away")
def test_without_a_display_a_person_gets_text(monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    env = gymnasium.make("Omnisweep/Custom-v0", shape=(2, 3), mines=1, first="safe", render_mode="human")
    env.reset(seed=3)
    assert capsys.readouterr().out == "...\n...\n\n"
    env.close()


@pytest.mark.skipif(not os.environ.get("DISPLAY"), reason="there is no display")
def test_with_a_display_a_person_gets_a_window(capsys: Any) -> None:
    env = gymnasium.make("Omnisweep/Custom-v0", shape=(2, 3), mines=1, first="safe", render_mode="human")
    env.reset(seed=3)
    env.step(0)
    assert capsys.readouterr().out == ""
    env.close()
    env.close()


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**63), st.booleans(), st.sampled_from(["anything", "safe", "opening"]), st.randoms())
def test_an_environment_plays_as_a_game_does(seed: int, flags: bool, first: Any, random: Any) -> None:
    env = gymnasium.make("Omnisweep/Custom-v0", shape=(6, 8), mines=9, first=first, flags=flags).unwrapped
    observation, info = env.reset(seed=seed)
    game = Game(shape=(6, 8), mines=9, first=first, seed=seed)
    assert info["seed"] == seed
    over = False
    while not over:
        # Anything at all, also what cannot be done.
        action = random.randrange(int(env.action_space.n))  # type: ignore[attr-defined]
        observation, reward, over, _, info = env.step(action)
        try:
            (game.open if action < 48 else game.flag)(action % 48)
        except Refused:
            assert not over
        assert (observation == game.view).all()
        closed = (observation == CLOSED) | (observation == FLAG)
        may_open = (observation == CLOSED).reshape(-1)
        allowed = np.concatenate([may_open, closed.reshape(-1)]) if flags else may_open
        assert (info["action_mask"] == allowed).all()
        assert over == game.over and reward == (game.outcome == "won")


def test_a_seed_gives_the_board_of_the_command_line(omnisweep_program: Path) -> None:
    for seed in (7, 2**63):
        env = gymnasium.make("Omnisweep/Expert-v0").unwrapped
        env.reset(seed=seed)
        observation, *_ = env.step(250)
        with tempfile.TemporaryDirectory() as folder:
            words = ["play", "--plain", "--level", "expert", "--seed", str(seed)]
            told = f"open {250 // 30} {250 % 30}\nsave {folder}/game\nquit\n".encode()
            home = {"HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
            subprocess.run([omnisweep_program, *words], input=told, env=home, check=True, capture_output=True)
            game = Game.load(Path(folder, "game").read_text())
        assert (observation == game.view).all()


def test_the_next_games_follow_from_the_seed() -> None:
    def seeds(env: Any) -> list[int]:
        env.reset(seed=5)
        return [env.reset()[1]["seed"] for _ in range(5)]

    first, second = seeds(gymnasium.make("Omnisweep/Beginner-v0")), seeds(gymnasium.make("Omnisweep/Cube-v0"))
    assert first == second and len(set(first)) == 5
    a, b = (gymnasium.make("Omnisweep/Beginner-v0").reset()[1]["seed"] for _ in range(2))
    assert a != b


def test_rewards_of_risk_are_exact() -> None:
    env = gymnasium.make("Omnisweep/Beginner-v0", reward="risk", probabilities=True).unwrapped
    _, info = env.reset(seed=2)
    for turn in range(20):
        info_before = info
        action = env.action_space.sample(info_before["action_mask"])
        observation, reward, over, _, info = env.step(action)
        before = info_before["probabilities"].reshape(-1)
        closed = info_before["action_mask"].astype(bool)
        expected = 0.0 if turn == 0 else before[closed].min() - before[action]
        assert reward == pytest.approx(expected, abs=1e-6)
        if over:
            assert (info["probabilities"] == np.where(observation < 0, -1, 0)).all()
            break
        known = np.nan_to_num(omnisweep.analyse(observation, 10).probabilities)
        np.testing.assert_allclose(info["probabilities"], known, atol=1e-6)


def test_progress_adds_up_to_one() -> None:
    env = gymnasium.make("Omnisweep/Beginner-v0", reward="progress").unwrapped
    player, total = omnisweep.Player("fast", "beginner"), 0.0
    for seed in range(20):
        observation, _ = env.reset(seed=seed)
        over, total = False, 0.0
        while not over:
            choice = player.choose(observation)
            assert choice is not None
            observation, reward, over, _, _ = env.step(int(np.ravel_multi_index(choice.cell, (9, 9))))
            total += float(reward)
        assert (total == pytest.approx(1)) == (not (observation == EXPLODED).any())


def test_mistakes_are_exceptions() -> None:
    for wrong in (
        {"mines": 80, "shape": (9, 9)},
        {},
        {"shape": (9, 9), "observation": "other"},
        {"shape": (9, 9), "reward": "other"},
        {"shape": (9, 9), "first": "anything", "no_guess": True},
        {"shape": (2,) * 6},
        {"shape": (9, 9), "render_mode": "other"},
    ):
        with pytest.raises((OmnisweepError, ValueError)):
            omnisweep.envs.MinesweeperEnv(**wrong)  # type: ignore[attr-defined]
    env = gymnasium.make("Omnisweep/Beginner-v0").unwrapped
    env.reset(seed=1)
    for action in (-1, 81, 2**62):
        assert env.step(action)[1:4] == (0.0, False, False)
    with pytest.raises(OmnisweepError, match="over"):
        for _ in range(100):
            env.step(env.sample())  # type: ignore[attr-defined]
