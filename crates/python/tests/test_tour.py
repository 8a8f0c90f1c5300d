"""The tour of docs/python.md, and the package's own example, run as they stand."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import omnisweep

PAGE = Path(__file__).resolve().parents[3] / "docs" / "python.md"


def test_the_tour_says_what_happens() -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) >= 10
    # One after the other, each with what those before it have named.
    tour = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/python.md", str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(tour).failed == 0


def test_the_example_of_the_package_holds() -> None:
    assert doctest.testmod(omnisweep).failed == 0
