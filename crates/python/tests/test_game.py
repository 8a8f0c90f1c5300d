"""Games: moves, saves, codes, records and recordings."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import omnisweep
from omnisweep import CLOSED, EXPLODED, FLAG, MINE, Game, OmnisweepError, Refused

BOARD = "..*\n...\n...\n"


def test_a_game_is_played() -> None:
    game = Game(board=BOARD)
    assert (game.shape, game.mines, game.seed) == ((3, 3), 1, None)
    assert (game.view == CLOSED).all()
    game.flag(0, 2)
    assert game.view[0, 2] == FLAG and game.mines_left == 0
    assert game.open(2, 0) == "won"
    assert str(game) == "01F\n011\n000\n"
    assert [move for move, _ in game.moves] == ["f 0 2", "o 2 0"]


def test_a_mine_loses_and_can_be_taken_back() -> None:
    game = Game(board=BOARD)
    assert game.open(2) == "lost"
    assert game.view[0, 2] == EXPLODED and game.over
    assert game.undo() == "o 0 2"
    assert game.outcome == "playing" and (game.view == CLOSED).all()
    game.open(0, 1)
    game.open(1, 1)
    assert game.reveal()[0, 2] == MINE


def test_the_view_is_one_array_that_follows_the_game() -> None:
    game = Game("beginner", seed=7)
    view = game.view
    game.open(4, 4)
    assert view is game.view and view[4, 4] == 0
    with pytest.raises(ValueError):
        view[0, 0] = 3


def test_mistakes_are_exceptions_with_a_message() -> None:
    game = Game("beginner", seed=7)
    game.open(4, 4)
    for wrong, message in [
        (lambda: game.open(4, 4), "already open"),
        (lambda: game.open(9, 0), "not on the board"),
        (lambda: game.open(81), "not on the board"),
        (lambda: game.open(-1), "between 0"),
        (lambda: game.open(1, 2, 3), "2 coordinates"),
        (lambda: game.open("x"), "coordinates"),
        (lambda: game.act("z 1 1"), "unknown action"),
        (lambda: game.unmark(0, 0), "no such action"),
        (lambda: Game(), "level, or a shape"),
        (lambda: Game("huge"), "no level"),  # type: ignore[arg-type]
        (lambda: Game("beginner", mines=80), "too many mines"),
        (lambda: Game(shape=(0, 3)), "size"),
        (lambda: Game("beginner", rules="other"), "no rule set"),  # type: ignore[arg-type]
        (lambda: Game("beginner", rules="esp", first="opening"), "modern"),
        (lambda: Game("beginner", seed=-1), "seed"),
        (lambda: Game("beginner", seed=1 << 64), "seed"),
        (lambda: Game(board=".x\n"), "unexpected character"),
        (lambda: Game(board=np.zeros((3, 3))), "truth values"),
        (lambda: Game(board="9x9.no"), "."),
        (lambda: Game.load("rubbish"), "."),
        (lambda: omnisweep.read_record("{}"), "."),
        (lambda: omnisweep.read_recording(b"rubbish"), "."),
        (lambda: game.record(), "not over"),
    ]:
        with pytest.raises(OmnisweepError, match=message):
            wrong()
    assert issubclass(Refused, OmnisweepError) and issubclass(OmnisweepError, ValueError)


def test_what_was_refused_changed_nothing() -> None:
    game = Game("beginner", seed=7)
    game.open(4, 4, at=0)
    before = game.view.copy()
    with pytest.raises(Refused):
        game.chord(4, 4)
    assert (game.view == before).all() and len(game.moves) == 1


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 80), max_size=12))
def test_games_are_pickled_copied_saved_and_loaded(seed: int, cells: list[int]) -> None:
    game = Game("beginner", seed=seed)
    for number, cell in enumerate(cells):
        try:
            (game.flag if number % 3 == 2 else game.open)(cell, at=number)
        except Refused:
            pass
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game), game.copy()):
        assert other == game and (other.view == game.view).all() and other.moves == game.moves
    if game.board is not None:
        assert Game.load(game.save(at=99)).moves == game.moves
        assert (omnisweep.read_code(game.code)[0] == game.board).all()
        assert (Game(board=game.code).board == game.board).all()


def test_boards_without_guessing_are_laid_at_the_first_cell() -> None:
    game = Game("expert", no_guess=True, seed=3)
    game.open(0, 0)
    assert game.board is not None
    assert omnisweep.verify(game.board, start=(0, 0)).end == "solved"


def test_records_are_read_back() -> None:
    game = Game(board=BOARD)
    game.open(2, 0, at=0)
    record = omnisweep.read_record(game.record(finished=1_700_000_000_000))
    assert record.figures["result"] == "won" and record.figures["mines"] == 1
    assert record.game is not None and record.game.moves == game.moves
    line = json.loads(game.record(finished=0)) | {"mines": 2}
    with pytest.raises(OmnisweepError):
        omnisweep.read_record(json.dumps(line))


def test_recordings_have_the_figures_of_the_command_line(recordings: list[Path], omnisweep_program: Path) -> None:
    assert {path.suffix for path in recordings} == {".avf", ".mvf", ".rmv", ".evf"}
    for path in recordings[:: max(1, len(recordings) // 12)]:
        recording = omnisweep.read_recording(path)
        told = subprocess.run([omnisweep_program, "replay", "--json", path], capture_output=True, check=True)
        assert recording.figures == json.loads(told.stdout)
        assert recording.game.board is not None
        assert (recording.game.outcome == "won") == recording.figures["is_completed"]


def test_help_reads_well() -> None:
    for thing in (omnisweep, *(getattr(omnisweep, name) for name in omnisweep.__all__ if name != "__version__")):
        assert thing.__doc__, thing
    public = [name for name in dir(Game) if not name.startswith("_")]
    assert all(getattr(Game, name).__doc__ for name in public)
