"""What several tests need."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings

# No test depends on how busy the machine is.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

PROJECT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def omnisweep_program() -> Path:
    """The command line, as ``cargo xtask test --full`` builds it."""
    given = os.environ.get("OMNISWEEP_PROGRAM")
    built = [Path(given)] if given else [PROJECT / f"target/{profile}/omnisweep" for profile in ("debug", "release")]
    for program in built:
        if program.is_file():
            return program
    pytest.skip("the command line is not built: cargo build -p omnisweep")


@pytest.fixture(scope="session")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Recordings of games that nobody played, in every format."""
    folder = Path(os.environ.get("OMNISWEEP_RECORDINGS") or tmp_path_factory.mktemp("recordings"))
    if not any(folder.iterdir()):
        command = ["cargo", "run", "--quiet", "-p", "omnisweep-python", "--example", "recordings", str(folder)]
        subprocess.run(command, cwd=PROJECT, check=True)
    return sorted(folder.iterdir())
