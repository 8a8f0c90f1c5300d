"""Random masked actions in our environments, with auto-reset: ROWS COLUMNS MINES BATCH STEPS [OPTION].

A line comes for each round that is wanted; its steps a second go back. A batch of 1 is the environment of one
board, stepped from Python; ``probabilities`` has every position labelled exactly, ``copy`` has arrays returned that
are the caller's for good.
"""

import sys
import time

from omnisweep.envs import MinesweeperEnv
from omnisweep.vector import MinesweeperVectorEnv

rows, columns, mines, batch, steps = map(int, sys.argv[1:6])
option = sys.argv[6] if len(sys.argv) > 6 else ""


def many():
    env = MinesweeperVectorEnv(
        batch, shape=(rows, columns), mines=mines, probabilities=option == "probabilities", copy=option == "copy"
    )
    env.reset(seed=1)

    def play():
        for _ in range(steps):
            env.step(env.sample())

    return play


def one():
    env = MinesweeperEnv(shape=(rows, columns), mines=mines)
    env.reset(seed=1)

    def play():
        for _ in range(steps):
            if env.step(env.sample())[2]:
                env.reset()

    return play


play = many() if batch > 1 else one()
play()
print("ready", flush=True)
for _ in sys.stdin:
    start = time.perf_counter()
    play()
    print(batch * steps / (time.perf_counter() - start), flush=True)
