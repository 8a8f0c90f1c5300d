"""Our environments beside others, on the same machine, in turns; ratios of the medians.

    python compare.py JUMANJI GYM_MINESWEEPER

Each is the Python of a folder in which that package is installed, or ``-`` where it is not.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROUNDS = 7


class Worker:
    """A program that plays a round for each line."""

    def __init__(self, python: str, script: str, *words: object) -> None:
        command = [python, HERE / script, *map(str, words)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.rates: list[float] = []
        assert self.process.stdin and self.process.stdout
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        if self.stdout.readline() != "ready\n":
            raise SystemExit(f"{script} did not begin")

    def round(self) -> None:
        self.stdin.write("go\n")
        self.stdin.flush()
        self.rates.append(float(self.stdout.readline()))

    def end(self) -> float:
        self.stdin.close()
        self.process.wait()
        return statistics.median(self.rates)


def compare(what: str, ours: Worker, theirs: Worker, must: float) -> bool:
    for _ in range(ROUNDS):
        ours.round()
        theirs.round()
    we, they = ours.end(), theirs.end()
    held = we / they >= must
    print(f"{what:58} {we:>12,.0f} {they:>10,.0f} {we / they:>8.1f} times  {'' if held else 'BELOW '}(at least {must:g})")
    return held


def main() -> None:
    jumanji, gym_minesweeper = sys.argv[1:]
    us = sys.executable
    print(f"{'Steps a second, random masked actions':58} {'omnisweep':>12} {'peer':>10}")
    held = True
    if jumanji == "-":
        print("SKIPPED: jumanji is not here")
    else:
        for board, batch, steps in (((9, 9, 10), 8192, 10), ((16, 30, 99), 1024, 10)):
            name = "x".join(map(str, board[:2])) + f"/{board[2]}, batch {batch}, jumanji"
            for option, must in (("", 50), ("copy", 50), ("probabilities", 1)):
                ours = Worker(us, "omnisweep_worker.py", *board, batch, 10 if option == "probabilities" else 200, option)
                theirs = Worker(jumanji, "jumanji_worker.py", *board, batch, steps)
                held &= compare(f"{name}{', we with ' + option if option else ''}", ours, theirs, must)
        ours = Worker(us, "omnisweep_worker.py", 9, 9, 10, 1, 20000)
        theirs = Worker(jumanji, "jumanji_worker.py", 9, 9, 10, 1, 5000)
        compare("9x9/10, one board, jumanji in a compiled loop", ours, theirs, 0)
    if gym_minesweeper == "-":
        print("SKIPPED: gym-minesweeper is not here, or does not start")
    else:
        ours = Worker(us, "omnisweep_worker.py", 16, 16, 40, 1, 20000)
        theirs = Worker(gym_minesweeper, "gym_minesweeper_worker.py", 200)
        held &= compare("16x16/40, one board, gym-minesweeper", ours, theirs, 20)
    raise SystemExit(0 if held else 1)


main()
