"""The environments' names, for Gymnasium."""

from __future__ import annotations

from gymnasium.envs.registration import register as _register
from gymnasium.envs.registration import registry

from ._boards import LEVELS


def register() -> None:
    """Registers all environments; those that are registered stay as they are."""
    names = {name.capitalize(): {"level": name} for name in LEVELS} | {"Custom": {}}
    for name, kwargs in names.items():
        if f"Omnisweep/{name}-v0" not in registry:
            _register(
                f"Omnisweep/{name}-v0",
                entry_point="omnisweep.envs:MinesweeperEnv",
                vector_entry_point="omnisweep.vector:MinesweeperVectorEnv",
                kwargs=kwargs,
            )
