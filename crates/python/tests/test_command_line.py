"""Python and the command line play the same games, under all rules."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from omnisweep import EXPLODED, FLAG, MARK, Game, Refused

def meant(game: Game, word: str, cell: list[int]) -> str:
    """The move behind a word of the command line, where keys are few: see `Gesture::meaning`."""
    seen = game.view[tuple(cell)]
    if word == "open" and (seen >= 0 or seen == EXPLODED) and game.rules in ("modern", "clicks", "cs121"):
        return "chord"
    if word in ("flag", "mark") and seen in (FLAG, MARK) and game.rules == "cs121":
        return "unmark"
    return word


RULES = ["modern", "esp", "nd", "clicks", "styles", "cs121"]
WORDS = {"open": "open", "flag": "flag", "mark": "mark", "unmark": "unmark", "chord": "chord"}

SIZES = st.one_of(
    st.tuples(st.integers(2, 9), st.integers(2, 9)),
    st.tuples(st.integers(2, 4), st.integers(2, 4), st.integers(2, 4)),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    sizes=SIZES,
    share=st.floats(0, 0.3),
    rules=st.sampled_from(RULES),
    fair=st.booleans(),
    seed=st.integers(0, 2**64 - 1),
    moves=st.lists(st.tuples(st.sampled_from(sorted(WORDS)), st.integers(0, 10**6)), max_size=25),
)
def test_random_games_are_the_same(
    omnisweep_program: Path,
    sizes: tuple[int, ...],
    share: float,
    rules: str,
    fair: bool,
    seed: int,
    moves: list[tuple[str, int]],
) -> None:
    cells = int(np.prod(sizes))
    fair = fair and rules in ("modern", "esp", "cs121")
    mines = min(int(cells * share), cells - min(cells, 3 ** len(sizes)))
    game = Game(shape=sizes, mines=mines, rules=rules, seed=seed, fair=fair)  # type: ignore[arg-type]
    lines = []
    for word, number in moves:
        cell = [int(at) for at in np.unravel_index(number % cells, sizes)]
        lines.append(f"{word} {' '.join(map(str, cell))}")
        try:
            getattr(game, meant(game, word, cell))(cell, at=0)
        except Refused:
            pass
    with tempfile.TemporaryDirectory() as folder:
        words = ["play", "--plain", "--rules", rules, "--seed", str(seed), "--mines", str(mines)]
        words += ["--fair"] * fair + ["--size", *map(str, sizes)]
        told = "\n".join([*lines, f"save {folder}/game", "quit", ""])
        home = {"HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
        subprocess.run([omnisweep_program, *words], input=told.encode(), env=home, check=True, capture_output=True)
        other = Game.load(Path(folder, "game").read_text())
    assert [move for move, _ in other.moves] == [move for move, _ in game.moves]
    assert other.outcome == game.outcome
    assert (other.reveal() == game.reveal()).all()
    assert (other.board is None) == (game.board is None)
