"""Games as text for language models, and positions to learn from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import omnisweep
from omnisweep import Game, Refused, data, text


def read(prompt: str) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """What a flat position says, by its text alone."""
    rows = [line.split(": ")[1].split() for line in prompt.splitlines() if ": " in line and line.strip()[0].isdigit()]
    return np.array([[int(sign) if sign.isdigit() else -1 for sign in row] for row in rows])


def solver(task: text.Task) -> text.Played:
    player = omnisweep.Player("best", shape=task.shape, mines=task.mines)

    def agent(prompt: str) -> str:
        choice = player.choose(read(prompt).reshape(task.shape))
        assert choice is not None
        return f"I would say: open {' '.join(map(str, choice.cell))}."

    return text.play(agent, task)


def test_a_position_as_text_says_all_that_is_seen() -> None:
    for task in text.BENCHMARK[::7]:
        game = task.game()
        game.open(*(size // 2 for size in task.shape))
        assert (read(text.describe(game)).reshape(task.shape) == game.view).all()
    assert "5 x 5 cells, 4 mines" in text.describe(text.BENCHMARK[0].game())


def test_moves_are_found_in_replies() -> None:
    assert text.parse("First open 1 2? No: Flag (3, 4).") == text.Move("flag", (3, 4))
    assert text.parse("OPEN 1 2 3") == text.Move("open", (1, 2, 3))
    assert text.parse("I resign") is None


def test_the_judge_knows_what_is_given_away() -> None:
    # A fifty-fifty, and a cell that is safe.
    game = Game(board="..*\n...\n")
    assert text.judge(game, 0, 0).exact
    game.open(0, 0)
    position = Game(board=".*.*.\n")
    position.open(0)
    position.open(2)
    assert text.judge(position, 4).given_away == 0.0
    assert text.judge(position, 3) == text.Judgement(1.0, 0.0, 1.0, False)
    with pytest.raises(Refused):
        text.judge(position, 0)
    # One mine in two cells, and neither tells anything: both are as good.
    guess = Game(board="..*\n...\n..*\n", first=None)
    guess.open(0, 1)
    judged = text.judge(guess, 0, 2)
    assert 0 < judged.risk <= 1 and judged.given_away >= 0


def test_the_benchmark_is_fixed_and_the_best_player_gives_hardly_anything_away() -> None:
    assert (len(text.BENCHMARK), text.NAME) == (40, "omnisweep-text-1")
    tasks = [task for task in text.BENCHMARK if len(task.shape) == 2][:20]
    scored = text.Score(text.NAME, [solver(task) for task in tasks])
    assert scored == text.Score(text.NAME, [solver(task) for task in tasks])
    assert scored.score > 0.99 and scored.wins > 12
    nobody = text.bench(lambda prompt: "I do not know.", tasks)
    assert (nobody.score, nobody.wins) == (0.0, 0)
    flagger = text.bench(lambda prompt: "flag 0 0", tasks[:2])
    assert flagger.wins == 0


def test_positions_are_those_of_games() -> None:
    batches = list(data.positions(1000, "beginner", "fast", seed=3, batch=300))
    assert [len(batch.best) for batch in batches] == [300, 300, 300, 100]
    for batch in batches:
        assert batch.view.shape[1:] == (9, 9) and batch.view.dtype == np.int8
        np.testing.assert_array_equal(np.isnan(batch.probabilities), batch.view >= 0)
        closed = batch.view.reshape(-1, 81)[np.arange(len(batch.best)), batch.best]
        assert (closed == -1).all()
        known = omnisweep.analyse_many(batch.view, 10)
        np.testing.assert_allclose(batch.probabilities, known.probabilities, atol=1e-6)
    assert 0.5 < np.mean(np.concatenate([batch.won for batch in batches])) <= 1


def test_positions_are_the_same_for_any_number_of_threads_and_batches() -> None:
    one = next(data.positions(500, "expert", seed=8, batch=500, threads=1))
    many = list(data.positions(500, "expert", seed=8, batch=77, threads=3))
    np.testing.assert_array_equal(one.view, np.concatenate([batch.view for batch in many]))
    np.testing.assert_array_equal(one.best, np.concatenate([batch.best for batch in many]))
    np.testing.assert_array_equal(one.game, np.concatenate([batch.game for batch in many]))


def test_the_example_runs() -> None:
    example = Path(__file__).resolve().parents[3] / "examples" / "learn.py"
    done = subprocess.run([sys.executable, example, "--positions", "2000"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "PyTorch" in done.stdout
