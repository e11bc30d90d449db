"""Calls as the documentation has them: mypy checks this file."""

from __future__ import annotations

import numpy as np

import tourne


def test_calls_of_the_documentation_have_types() -> None:
    game = tourne.solution()
    by_notation = {("04h/007", 3): "4/7"}
    by_index = {(10354, 3): "4/7"}
    by_throw: dict[tuple[str, str], tourne.Answer] = {("04h/007", "4-3"): "4/7"}
    by_number = {(np.int64(10354), np.int64(3)): "4/7"}
    policies = [game.policy(by_notation), game.policy(by_index), game.policy(by_throw), game.policy(by_number)]
    assert all(policy("04h/007", 3) == {"4/7*": 1.0} for policy in policies)
    assert game.grade(by_notation).answered == game.grade(by_index).answered == 1
    index, die = np.int64(10354), np.arange(1, 7)[2]
    value: float = game.value(index)
    best: str = game.best(index, die)
    assert value == game.value("04h/007") and best == "4/7*"
    assert game.legal(index, die) == [move.move for move in game.moves(index, die)][::-1] == ["0/3", "4/7*"]
    assert game.play(index, die, best) == "000/07h" and game.notation(index) == "04h/007" and game.index(index) == 10354
    assert game.die(die) == 3 and game.board(index) and game.policy("builtin:hit")(index, die) == {"4/7*": 1.0}
