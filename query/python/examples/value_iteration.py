"""Value iteration over the game as arrays, compared with the proven values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import tourne


def iterate(game: tourne.Solution) -> NDArray[np.float64]:
    """Returns the value of every position to the player on roll, computed only from the rules."""
    whole = 1.0 if game.unit == "win probability" else 0.0  # sum of both players' values
    values = np.append(np.full(len(game), whole / 2), game.ends)
    while True:
        after = np.where(game.is_legal, whole - values[game.next], -np.inf)
        better = after.max(axis=2) @ game.chances
        change = np.abs(better - values[: len(game)]).max()
        values[: len(game)] = better
        if change < 1e-14:
            return values[: len(game)]


if __name__ == "__main__":
    game = tourne.solution()
    error = np.abs(iterate(game) - game.values).max()
    print(f"largest difference from the proven values: {error:.1e}")
