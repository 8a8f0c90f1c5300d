"""Random actions among closed cells in gym-minesweeper, one board: STEPS.

A line comes for each round that is wanted; its steps a second go back.
"""

import sys
import time

import numpy as np
from gym_minesweeper.envs.minesweeper import MinesweeperEnv

steps = int(sys.argv[1])
env = MinesweeperEnv(16, 16, 40)
random = np.random.default_rng(1)
seen = env.reset()


def play():
    global seen
    for _ in range(steps):
        allowed = np.argwhere(np.asarray(seen) == -1)
        seen, _, over, *_ = env.step(allowed[random.integers(len(allowed))])
        if over:
            seen = env.reset()


play()
print("ready", flush=True)
for _ in sys.stdin:
    start = time.perf_counter()
    play()
    print(steps / (time.perf_counter() - start), flush=True)
