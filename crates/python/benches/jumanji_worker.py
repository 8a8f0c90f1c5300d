"""Random masked actions in jumanji's Minesweeper, with auto-reset: ROWS COLUMNS MINES BATCH STEPS.

A line comes for each round that is wanted; its steps a second go back. All steps of a round are one compiled loop.
"""

import sys
import time

import jax
import jax.numpy as jnp
from jumanji.environments import Minesweeper
from jumanji.environments.logic.minesweeper.generator import UniformSamplingGenerator
from jumanji.wrappers import AutoResetWrapper, VmapAutoResetWrapper

rows, columns, mines, batch, steps = map(int, sys.argv[1:])
env = Minesweeper(generator=UniformSamplingGenerator(rows, columns, mines))
env = VmapAutoResetWrapper(env) if batch > 1 else AutoResetWrapper(env)
keys = jax.random.split(jax.random.PRNGKey(0), batch)
state, timestep = jax.jit(env.reset)(keys if batch > 1 else keys[0])


@jax.jit
def play(state, timestep, key):
    def step(carry, key):
        state, timestep = carry
        mask = timestep.observation.action_mask
        logits = jnp.where(mask.reshape(*mask.shape[:-2], -1), 0.0, -jnp.inf)
        action = jax.random.categorical(key, logits)
        cell = jnp.stack([action // columns, action % columns], axis=-1).astype(jnp.int32)
        state, timestep = env.step(state, cell)
        return (state, timestep), timestep.reward.sum()

    return jax.lax.scan(step, (state, timestep), jax.random.split(key, steps))


key = jax.random.PRNGKey(1)
(state, timestep), _ = jax.block_until_ready(play(state, timestep, key))
print("ready", flush=True)
for _ in sys.stdin:
    key, now = jax.random.split(key)
    start = time.perf_counter()
    (state, timestep), _ = jax.block_until_ready(play(state, timestep, now))
    print(batch * steps / (time.perf_counter() - start), flush=True)
