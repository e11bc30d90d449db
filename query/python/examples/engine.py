"""An engine for `tourne check --engine 'python3 engine.py'`: hits if it can, otherwise moves its foremost man."""

import tourne


def play(position: str, die: int, moves: list[str]) -> str:
    hits = [move for move in moves if move.endswith("*")]
    return (hits or moves)[-1]


if __name__ == "__main__":
    tourne.serve(play, name="hit, else foremost")
