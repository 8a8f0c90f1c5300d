#!/usr/bin/env python3
"""A bot for the arena that looks at one number at a time.

    omnisweep arena --level beginner --bot 'python3 examples/bot.py'

It plays on boards of any number of dimensions, and needs nothing but Python 3.
What it reads and writes is explained in docs/bot-protocol.md.
"""

import itertools
import sys


class Game:
    """What is known of a game."""

    def __init__(self, sizes, mines):
        self.sizes, self.mines = sizes, mines
        self.closed = set(itertools.product(*map(range, sizes)))
        self.numbers = {}

    def around(self, cell):
        """The neighbours of a cell."""
        ranges = [range(max(0, at - 1), min(size, at + 2)) for at, size in zip(cell, self.sizes)]
        return [near for near in itertools.product(*ranges) if near != cell]

    def proved(self):
        """The cells that are certainly safe, and those that are certainly mines."""
        mines, safe = set(), set()
        closed = {cell: [near for near in self.around(cell) if near in self.closed] for cell in self.numbers}
        for cell, number in self.numbers.items():
            if number == len(closed[cell]):
                mines.update(closed[cell])
        for cell, number in self.numbers.items():
            unknown = [near for near in closed[cell] if near not in mines]
            if number == len(closed[cell]) - len(unknown):
                safe.update(unknown)
        return safe, mines

    def move(self):
        """What to say: a cell to open, and whether it is certainly safe."""
        safe, mines = self.proved()
        if safe:
            return min(safe), True
        unknown = sorted(self.closed - mines)
        risk = dict.fromkeys(unknown, (self.mines - len(mines)) / max(1, len(unknown)))
        seen = set()
        for cell, number in self.numbers.items():
            closed = [near for near in self.around(cell) if near in self.closed]
            free = [near for near in closed if near not in mines]
            for near in free:
                share = (number - len(closed) + len(free)) / len(free)
                # The most that any number beside it says.
                risk[near] = max(risk[near], share) if near in seen else share
                seen.add(near)
        return min(unknown, key=risk.get), False


def say(*words):
    print(*words, flush=True)


def parameters(words):
    """`size 9 9 mines 10` as {"size": ["9", "9"], "mines": ["10"]}."""
    found, values = {}, []
    for word in words:
        if word in ("size", "mines", "start", "limit"):
            values = found.setdefault(word, [])
        else:
            values.append(word)
    return found


def main():
    game = None
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "omnisweep":
            say("name One Number At A Time 1.0")
            say("ready")
        elif word == "newgame":
            given = parameters(rest)
            game = Game([int(size) for size in given["size"]], int(given["mines"][0]))
            say("ready")
        elif word == "open":
            *cell, number = map(int, rest)
            game.closed.discard(tuple(cell))
            game.numbers[tuple(cell)] = number
        elif word == "go":
            cell, certain = game.move()
            if certain:
                say("safe", *cell)
            say("o", *cell)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
