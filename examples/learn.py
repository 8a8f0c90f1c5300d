#!/usr/bin/env python3
"""Trains a small network to say how likely each closed cell is a mine, and says what it reached.

It learns from exact probabilities (omnisweep.data) and is measured on games that it has not seen: how far off it
is, and how often it wins when it opens the cell that it thinks is safest. It needs PyTorch:

    pip install ./crates/python torch
    python3 examples/learn.py --positions 200000
"""

from __future__ import annotations

import argparse
import importlib.util

import numpy as np

import omnisweep
from omnisweep import data


def planes(view):
    """Positions as channels: closed, and a number of mines each."""
    return np.stack([view == seen for seen in range(-1, 9)], axis=1).astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--level", default="beginner")
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=500)
    options = parser.parse_args()
    if importlib.util.find_spec("torch") is None:
        batch = next(data.positions(min(options.positions, 4096), options.level))
        print(f"There are {len(batch.best)} positions to learn from, but no PyTorch here: pip install torch")
        return

    import torch

    torch.manual_seed(0)
    layers = [torch.nn.Conv2d(10, 64, 3, padding=1), torch.nn.ReLU()]
    for _ in range(3):
        layers += [torch.nn.Conv2d(64, 64, 3, padding=1), torch.nn.ReLU()]
    network = torch.nn.Sequential(*layers, torch.nn.Conv2d(64, 1, 1))
    optimiser = torch.optim.Adam(network.parameters(), 1e-3)
    for batch in data.positions(options.positions, options.level, seed=1, batch=256):
        known = torch.from_numpy(batch.probabilities)
        closed = ~torch.isnan(known)
        guess = network(torch.from_numpy(planes(batch.view)))[:, 0]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(guess[closed], known[closed])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()

    def think(view):
        with torch.no_grad():
            return torch.sigmoid(network(torch.from_numpy(planes(view))))[:, 0].numpy()

    fresh = next(data.positions(4096, options.level, seed=2))
    off = np.nanmean(np.abs(think(fresh.view) - fresh.probabilities))
    won = 0
    for seed in range(options.games):
        game = omnisweep.Game(options.level, seed=seed)
        game.open(*(size // 2 for size in game.shape))
        while not game.over:
            risk = np.where(game.view < 0, think(game.view[None])[0], 2.0)
            game.open(int(risk.argmin()))
        won += game.outcome == "won"
    print(f"PyTorch: off by {off:.4f} on average after {options.positions} positions; won {won} of {options.games} games.")


if __name__ == "__main__":
    main()
