"""The solver, boards and players."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import omnisweep
from omnisweep import Game, OmnisweepError, Player, analyse, analyse_many, generate, verify


def test_a_position_is_analysed() -> None:
    analysis = analyse("1.1.\n....\n", mines=2)
    assert analysis.best == (0, 1) and analysis.risk == 0
    assert analysis.safe[0, 1] and analysis.mines[1, 0]
    assert np.isnan(analysis.probabilities[0, 0])
    assert analysis.probabilities[0, 3] == pytest.approx(1 / 3)
    assert analysis.why.startswith("Row 0, column 1 is safe. ")
    why = analysis.explain(0, 1)
    assert why is not None and not why.mine and set(why.numbers) == {(0, 0), (0, 2)} and why.mine_count
    assert [step.kind for step in why.steps] == ["count", "number"]
    assert why.steps[0].mines == [(1, 0)] and why.steps[1].safe == [(0, 1)]
    assert all(step.text in why.text for step in why.steps)
    assert analysis.explain(0, 3) is None


@given(st.integers(0, 2**32), st.sampled_from([("beginner", (2, 2)), ("expert", (8, 15)), ("cube", (3, 3, 3))]))
def test_many_positions_are_as_one_by_one(seed: int, board: tuple[str, tuple[int, ...]]) -> None:
    game = Game(board[0], seed=seed)  # type: ignore[arg-type]
    game.open(board[1])
    views = np.stack([game.view, game.view])
    many = analyse_many(views, game.mines, threads=2)
    one = analyse(game)
    assert many.solved.all() and (many.error == (one.error or 0.0)).all()
    for index in range(2):
        np.testing.assert_array_equal(many.probabilities[index], one.probabilities)
        np.testing.assert_array_equal(many.safe[index], one.safe)
        np.testing.assert_array_equal(many.mines[index], one.mines)
    closed = game.view < 0
    assert one.error is not None or one.probabilities[closed].sum() == pytest.approx(game.mines)
    assert game.board is not None and not (game.board & one.safe).any() and not (~game.board & one.mines).any()


def test_mistakes_are_exceptions() -> None:
    for wrong in [
        lambda: analyse("9.\n..\n", 1),
        lambda: analyse(np.array([[1, 0], [0, 0]]), 1),
        lambda: analyse(np.zeros((2, 2)), 1),
        lambda: analyse("1.\n..\n", 4),
        lambda: analyse(np.array([[-1, 30], [-1, -1]]), 1),
        lambda: analyse(np.zeros((0, 3), int), 1),
        lambda: analyse_many(np.zeros((2, 2, 2), int) + 3, 1),
        lambda: generate("beginner", mines=81),
        lambda: generate("beginner", start=(9, 9)),
        lambda: verify(np.zeros((3, 3))),
        lambda: Player("good"),  # type: ignore[arg-type]
        lambda: Player().choose(np.zeros((3, 3), int)),
    ]:
        with pytest.raises(OmnisweepError):
            wrong()


def test_boards_are_those_of_the_command_line(omnisweep_program: Path) -> None:
    for level, no_guess in (("beginner", True), ("expert", True), ("intermediate", False)):
        words = [omnisweep_program, "generate", "--level", level, "--seed", "5", "--json"]
        told = subprocess.run(words + ["--no-guess"] * no_guess, capture_output=True, check=True)
        rows = json.loads(told.stdout)["rows"]
        board = generate(level, no_guess=no_guess, seed=5)  # type: ignore[arg-type]
        assert (board == np.array([[sign == "*" for sign in row] for row in rows])).all()
        assert not no_guess or not verify(board).needs_guess


def test_a_board_that_needs_a_guess_says_so() -> None:
    board = np.zeros((1, 4), bool)
    board[0, 3] = True
    board[0, 0] = True
    verified = verify(board, start=(0, 1))
    assert verified.needs_guess and verified.end == "guess"
    assert verified.risk == pytest.approx(0.5)


def test_players_win_as_often_as_they_should() -> None:
    player = Player("fast")
    wins = sum(player.play(Game("beginner", seed=seed)).outcome == "won" for seed in range(200))
    assert wins > 150
    assert Player("best", "beginner").choose(np.full((9, 9), -1)) is not None


def test_a_player_can_be_asked_twice_and_shown_anything() -> None:
    player, other = Player("fast"), Player("fast")
    for seed in range(30):
        game = Game("beginner", seed=seed)
        while not game.over:
            choice = player.choose(game)
            assert choice == player.choose(game)
            assert choice is not None and choice.risk == 0 or not analyse(game).safe.any()
            # Not always what it said.
            safe = analyse(game).safe
            cells = np.argwhere(safe) if safe.any() else None
            last = choice.cell if cells is None else tuple(int(at) for at in cells[-1])
            game.open(last)
            if not game.over:
                fresh = other.choose(game)
                assert fresh is not None


def test_ctrl_c_ends_a_long_search() -> None:
    # Nobody has seen such a board without guessing.
    program = (
        "import signal\n"
        "import omnisweep\n"
        # Whoever runs tests in the background may have it ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "print('begun', flush=True)\n"
        "omnisweep.generate(shape=(16, 16), mines=200, no_guess=True, seed=1, limit=600)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None and child.stderr is not None
    assert child.stdout.readline() == b"begun\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    _, complaint = child.communicate()
    assert child.returncode not in (0, None) and b"KeyboardInterrupt" in complaint


def test_a_search_gives_up_after_its_time() -> None:
    with pytest.raises(omnisweep.GaveUp, match="seed 1"):
        generate(shape=(16, 16), mines=200, no_guess=True, seed=1, limit=0.05)


def test_other_threads_run_meanwhile() -> None:
    counted = []
    done = threading.Event()

    def count() -> None:
        while not done.is_set():
            counted.append(os.getpid())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        with pytest.raises(omnisweep.GaveUp):
            generate(shape=(16, 16), mines=200, no_guess=True, seed=1, limit=0.3)
    finally:
        done.set()
        thread.join()
    assert len(counted) > 3
