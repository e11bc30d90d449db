"""Every value and best move, compared with those of the command."""

from __future__ import annotations

import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tourne
from conftest import FEW, RULES, TOP, Ask


def test_a_rule_set_is_opened_once_by_all_threads_and_under_all_its_names() -> None:
    names = ["double-win+course", "course+double-win"] * 4
    with ThreadPoolExecutor(len(names)) as threads:
        opened = list(threads.map(tourne.solution, names))
    assert all(one is opened[0] for one in opened)
    assert pickle.loads(pickle.dumps(opened[0])) is opened[0]


@pytest.mark.parametrize("rules", FEW)
def test_every_value_and_every_best_move_is_that_of_the_command(rules: str, ask: Ask) -> None:
    game = tourne.solution(rules)
    lines = "".join(f"{position}\n" for position in game.positions)
    answers = ask("best", "-", "--rules", rules, lines=lines).splitlines()
    assert len(answers) == len(game)
    dice = np.tile(np.arange(1, 7), (len(game), 1))
    best = game.best(np.arange(len(game))[:, np.newaxis], dice)
    values = game.value(np.arange(len(game)))
    for index, line in enumerate(answers):
        answer = json.loads(line)
        assert answer["position"] == game.positions[index]
        assert answer["value"] == game.values[index] == values[index]
        assert answer["unit"] == game.unit
        assert answer["reachable"] == game.is_reachable[index]
        for roll in answer["rolls"]:
            die = roll["die"]
            # Every move is in its column, best ones are marked, and the first of them is chosen.
            order = sorted(roll["moves"], key=lambda move: origin(move["move"]))
            for move, column in zip(order, np.flatnonzero(game.is_legal[index, die - 1]), strict=True):
                next_index = game.next[index, die - 1, column]
                if move["position"].endswith("hhh"):
                    assert move["value"] == -game.ends[next_index - len(game)] + (game.unit == "win probability")
                else:
                    assert move["position"] == game.positions[next_index]
                assert (move["loss"] == 0) == game.is_best[index, die - 1, column]
            assert best[6 * index + die - 1] == roll["best"]


def origin(move: str) -> int:
    return 0 if move == "pass" else int(move.split("/")[0])


@pytest.mark.parametrize("rules", RULES)
def test_a_sample_of_full_answers_is_that_of_the_command(rules: str, ask: Ask) -> None:
    game = tourne.solution(rules)
    picked = np.random.default_rng(1).integers(0, len(game), 300)
    lines = "".join(f"{game.positions[index]}\n" for index in picked)
    for index, line in zip(picked, ask("best", "-", "--rules", rules, lines=lines).splitlines(), strict=True):
        position, answer = game.positions[index], json.loads(line)
        assert game.index(position) == index and game.notation(int(index)) == position
        assert game.value(position) == game.value(int(index)) == answer["value"]
        for roll in answer["rolls"]:
            moves, legal = game.moves(int(index), roll["die"]), game.is_legal[index, roll["die"] - 1]
            assert game.best(position, roll["die"]) == roll["best"]
            for move, expected in zip(moves, roll["moves"], strict=True):
                assert {name: getattr(move, name) for name in expected} == expected
                assert game.play(position, roll["die"], move.move) == move.position
                assert (move.wins > 0) == move.position.endswith("/hhh")
                column = game.next[index, roll["die"] - 1, move.man]
                assert column == (len(game) + move.wins - 1 if move.wins else game.index(move.position))
            assert sorted(game.legal(position, roll["die"])) == sorted(move.move for move in moves)
            order = sorted(moves, key=lambda move: origin(move.move))
            assert [move.man for move in order] == np.flatnonzero(legal).tolist()


@pytest.mark.parametrize("rules", RULES)
def test_the_values_satisfy_the_equation_of_the_game_on_the_arrays(rules: str) -> None:
    game = tourne.solution(rules)
    values = np.append(game.values, game.ends)
    whole = 1.0 if game.unit == "win probability" else 0.0
    after = np.where(game.is_legal, whole - values[game.next], -np.inf)
    assert np.abs(after.max(axis=2) @ game.chances - game.values).max() < 1e-12
    assert game.chances.sum() == pytest.approx(1, abs=1e-15)
    # Best moves have the greatest value, within the error bound.
    loss = after.max(axis=2, keepdims=True) - after
    assert (loss[game.is_best] <= 2 * game.error_bound).all()
    assert not (game.is_best & ~game.is_legal).any() and game.is_best.any(axis=2).all()


@pytest.mark.parametrize("rules", RULES)
def test_men_are_those_of_the_notation(rules: str) -> None:
    game = tourne.solution(rules)
    characters = "0123456789abhx"
    men = [[characters.index(man) for man in position.replace("/", "")] for position in game.positions]
    numbers = np.array(men)
    numbers[numbers == 13] = -1
    assert (game.men == numbers).all()
    assert (game.index(men=game.men) == np.arange(len(game))).all()


def test_files_are_solutions() -> None:
    for path in sorted((TOP / "data").glob("*.bin")):
        loaded, solved = tourne.load(path), tourne.solution(path.stem)
        assert loaded.rules == solved.rules == path.stem
        assert loaded.error_bound == solved.error_bound < 1e-12
        assert (loaded.values == solved.values).all()
        assert (loaded.is_best == solved.is_best).all()


def test_arrays_are_read_only_and_computed_once() -> None:
    game = tourne.solution()
    expected = {
        "values": ("float64", (52347,)),
        "men": ("int8", (52347, 6)),
        "next": ("int32", (52347, 6, 3)),
        "is_legal": ("bool", (52347, 6, 3)),
        "is_best": ("bool", (52347, 6, 3)),
        "is_reachable": ("bool", (52347,)),
        "chances": ("float64", (6,)),
        "ends": ("float64", (1,)),
    }
    for name, (dtype, shape) in expected.items():
        array = getattr(game, name)
        assert (array.dtype, array.shape) == (dtype, shape), name
        assert np.shares_memory(getattr(game, name), array)
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            array.flags.writeable = True
        # A caller that changes the shape of its array changes no other caller's.
        array.shape = (1, -1)
        assert getattr(game, name).shape == shape
    policy = game.policy("builtin:front")
    found = game.evaluate(policy)
    for owner, name in [(policy, "probabilities"), (found, "values"), (found, "visits"), (found, "gradient"), (found, "lengths")]:
        array = getattr(owner, name)
        shape = array.shape
        array.shape = (1, -1)
        assert getattr(owner, name).shape == shape
    games = tourne.batch(6)
    position: Any = games.position
    position.shape = (2, 3)
    assert games.position.shape == (6,)


def unaligned(array: NDArray[Any]) -> NDArray[Any]:
    moved = np.frombuffer(b"-" + array.tobytes(), array.dtype, offset=1).reshape(array.shape)
    assert not moved.flags.aligned
    return moved


def test_arrays_may_lie_anywhere_in_memory() -> None:
    game = tourne.solution()
    indices, dice = np.array([[0, 1], [10354, 3]]), np.array([[1, 2], [3, 4]])
    assert (game.value(unaligned(indices)) == game.value(indices)).all()
    assert game.best(unaligned(indices), unaligned(dice)) == game.best(indices, dice)
    men = game.men[:5].astype(np.int64)
    assert (game.index(men=unaligned(men)) == np.arange(5)).all()
    chances = game.policy("builtin:random").probabilities
    assert (game.policy(unaligned(chances)).probabilities == chances).all()
    columns = game.is_legal.argmax(axis=2)
    assert (game.policy(unaligned(columns)).probabilities == np.eye(3)[columns]).all()


def test_lists_tuples_series_and_arrays_mean_the_same() -> None:
    pandas = pytest.importorskip("pandas")
    game = tourne.solution()
    names, indices, dice = ["04h/007", "000/000"], [10354, 0], [3, 4]
    for given in (names, tuple(names), np.array(names), pandas.Series(names), np.array(names, object)):
        assert game.index(given).tolist() == indices
        assert game.value(given).tolist() == game.values[indices].tolist()
        assert game.notation(given) == names
        for rolls in (dice, tuple(dice), np.array(dice), pandas.Series(dice), ["4-3", "46"]):
            assert game.best(given, rolls) == game.best(np.array(indices), np.array(dice)) == ["4/7*", "0/4"]
    for numbers in (indices, tuple(indices), np.array(indices), np.array(indices, np.uint16), pandas.Series(indices)):
        assert game.value(numbers).tolist() == game.values[indices].tolist() and game.notation(numbers) == names
        assert game.index(numbers).tolist() == indices
    men = [0, 4, 12, 0, 0, 7]
    for row in (men, tuple(men), np.array(men), pandas.Series(men)):
        # Six integers are six indices, to all methods.
        assert game.index(row).tolist() == men and game.value(row).tolist() == game.values[men].tolist()
        assert game.index(men=row) == 10354
    rows: Any
    for rows in ([men, [0] * 6], (tuple(men), (0,) * 6), np.array([men, [0] * 6])):
        assert game.index(men=rows).tolist() == indices
        with pytest.raises(ValueError, match=r"shape \(2, 6\) has 6 numbers .*: give the places of men by name, index\(men=men\)"):
            game.index(rows)
    assert game.best("04h/007", [1, 2]) == ["4/5", "4/6"] and game.best(["04h/007"], 3) == ["4/7*"] and game.best([], 3) == []
    assert game.value([]).shape == game.index([]).shape == (0,)
    mixed: Any
    for mixed in (["04h/007", 0], ("04h/007", np.int64(0))):
        assert game.index(mixed).tolist() == indices
