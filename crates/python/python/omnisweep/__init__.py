"""Every Minesweeper there is: games, an exact solver, environments for agents.

>>> import omnisweep
>>> game = omnisweep.Game("beginner", seed=7)
>>> game.open(4, 4)
'playing'
>>> omnisweep.analyse(game).best
(3, 1)

Cells are row-major numbers or coordinates that count from 0, rows before columns. What a cell looks
like is a number: 0 and more for an open cell, and below 0 the constants ``CLOSED``, ``FLAG``,
``EXPLODED``, ``MARK``, ``MINE`` and ``WRONG_FLAG``.

With Gymnasium installed, the environments ``Omnisweep/Beginner-v0``, ``Intermediate``, ``Expert``,
``Cube``, ``Tesseract`` and ``Custom`` are registered; see ``omnisweep.envs`` and ``omnisweep.vector``.
``omnisweep.text`` is for language models, ``omnisweep.data`` for learning from positions.
"""

from importlib.util import find_spec as _find_spec

from ._boards import LEVELS, Level
from ._native import GaveUp, OmnisweepError, Refused, TooLarge, __version__
from .game import (
    CLOSED,
    EXPLODED,
    FLAG,
    MARK,
    MINE,
    WRONG_FLAG,
    Game,
    Record,
    Recording,
    read_code,
    read_record,
    read_recording,
)
from .solver import (
    Analyses,
    Analysis,
    Choice,
    Explanation,
    Player,
    Step,
    Verified,
    analyse,
    analyse_many,
    generate,
    verify,
)

__all__ = [
    "CLOSED",
    "EXPLODED",
    "FLAG",
    "LEVELS",
    "MARK",
    "MINE",
    "WRONG_FLAG",
    "Analyses",
    "Analysis",
    "Choice",
    "Explanation",
    "Game",
    "GaveUp",
    "Level",
    "OmnisweepError",
    "Player",
    "Record",
    "Recording",
    "Refused",
    "Step",
    "TooLarge",
    "Verified",
    "__version__",
    "analyse",
    "analyse_many",
    "generate",
    "read_code",
    "read_record",
    "read_recording",
    "verify",
]

# Gymnasium is an extra: without it there are no environments, and nothing else is missing.
if _find_spec("gymnasium") is not None:
    from . import register as _register

    _register.register()
