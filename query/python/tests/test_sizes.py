"""Games with other numbers of men and points, compared with rules written a second time, and with the standard game."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import itertools
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tourne
from tourne import _rust

Men = tuple[int, ...]

STANDARD = tourne.solution()


def standard_as_a_size() -> tourne.Solution:
    """Returns the standard game solved as a game of any size. ``tourne.solution("3x12")`` is the built-in solution."""
    return tourne.Solution(_rust.Race.of(3, 12), (tourne.solution, "3x12"))


def literal_sides(men: int, points: int) -> list[Men]:
    """Returns all places of the men of a side that has not won, sorted."""
    found = itertools.combinations_with_replacement(range(points + 1), men)
    single = [side for side in found if all(side.count(point) <= 1 for point in range(1, points))]
    return [side for side in single if any(man < points for man in side)]


def literal_moves(own: Men, other: Men, points: int, die: int) -> dict[int, tuple[str, Men, Men]]:
    """Returns for each man that can move the move, and the men of both sides after it."""
    found = {}
    for man, place in enumerate(own):
        to = place + die
        is_first_there = own.index(place) == man
        is_in_the_way = any(point in own for point in range(place + 1, to + 1) if point != points)
        if place == points or not is_first_there or to > points or is_in_the_way:
            continue
        moved = tuple(sorted([*own[:man], to, *own[man + 1 :]]))
        is_hit = to != points and to in other
        hit = tuple(sorted(0 if is_hit and enemy == to else enemy for enemy in other))
        found[man] = (f"{place}/{to}{'*' if is_hit else ''}", moved, hit)
    return found


def written(own: Men, other: Men, points: int) -> str:
    return "/".join(",".join("h" if man == points else str(man) for man in side) for side in (own, other))


@pytest.mark.parametrize(("men", "points", "positions"), [(2, 6, 314), (3, 8, 4_895), (1, 2, 3), (4, 3, None), (5, 5, None)])
def test_positions_and_moves_are_those_of_the_literal_rules(men: int, points: int, positions: int | None) -> None:
    game = tourne.solution(men=men, points=points)
    sides = literal_sides(men, points)
    pairs = [(own, other) for own in sides for other in sides if not set(own) & set(other) & set(range(1, points))]
    assert positions in (None, len(pairs)) and len(game) == len(pairs)
    numbers = {pair: number for number, pair in enumerate(pairs)}
    assert [tuple(row) for row in game.men.tolist()] == [(*own, *other) for own, other in pairs]
    assert game.positions == [written(*pair, points) for pair in pairs]
    expected = np.full((len(pairs), 6, men), -1)
    for (own, other), die in itertools.product(pairs, range(1, 7)):
        moves = literal_moves(own, other, points, die)
        row = expected[numbers[own, other], die - 1]
        if not moves:
            row[0] = numbers[other, own]
        for man, (_, moved, hit) in moves.items():
            row[man] = numbers.get((hit, moved), len(pairs))
    assert (game.next == expected).all()
    # One by one, on a part of the positions.
    for own, other in pairs[:: len(pairs) // 100 + 1]:
        for die in range(1, 7):
            place = written(own, other, points)
            found = list(literal_moves(own, other, points, die).values()) or [("pass", own, other)]
            after = {text: written(hit, moved, points) for text, moved, hit in found}
            assert game.legal(place, die) == list(after)
            assert {text: game.play(place, die, text) for text in after} == after
            listed = game.moves(place, die)
            assert {move.move: move.position for move in listed} == after
            assert {move.move for move in listed if move.wins} == {text for text, moved, _ in found if set(moved) == {points}}


@pytest.mark.parametrize("size", ["2x6", "3x8", "1x2", "4x3", "6x4"])
def test_values_and_best_moves_satisfy_the_equation(size: str) -> None:
    game = tourne.solution(size)
    assert (game.rules, game.unit) == (size, "win probability") and game.error_bound < 1e-13
    after = np.where(game.is_legal, 1 - np.append(game.values, game.ends)[game.next], -np.inf)
    assert np.abs(after.max(axis=2) @ game.chances - game.values).max() < 1e-14
    loss = after.max(axis=2, keepdims=True) - after
    assert (loss[game.is_best] < 1e-12).all() and (loss[game.is_legal & ~game.is_best] > 0).all()
    assert game.is_best.any(axis=2).all() and not game.is_best[~game.is_legal].any()
    assert np.array_equal(game.chances * 36, [11, 9, 7, 5, 3, 1])
    reached = np.zeros(len(game) + 1, bool)
    reached[[0, -1]] = True
    while (found := np.unique(game.next[:][reached[:-1]])).size and not reached[found[found >= 0]].all():
        reached[found[found >= 0]] = True
    assert (game.is_reachable == reached[:-1]).all()


def test_three_men_on_twelve_points_are_the_standard_game() -> None:
    game = standard_as_a_size()
    assert np.abs(game.values - STANDARD.values).max() < 1e-12
    for name in ("men", "next", "is_best", "is_legal", "is_reachable", "chances", "ends"):
        assert np.array_equal(getattr(game, name), getattr(STANDARD, name)), name
    for place in range(0, len(game), 997):
        assert STANDARD.index(game.notation(place)) == place
        for die in range(1, 7):
            assert game.legal(place, die) == STANDARD.legal(place, die) and game.best(place, die) == STANDARD.best(place, die)
            both = [[(move.move, move.man, move.wins) for move in one.moves(place, die)] for one in (game, STANDARD)]
            assert both[0] == both[1]


def test_grades_and_evaluations_are_those_of_the_standard_game() -> None:
    game = standard_as_a_size()
    random = np.random.default_rng(5)
    weights = np.where(game.is_legal, random.random(game.is_legal.shape) ** 4, 0)
    mixed = weights / weights.sum(axis=2, keepdims=True)
    for policy in (mixed, np.where(game.is_legal, weights, -1).argmax(axis=2), "builtin:hit", "builtin:perfect"):
        one, other = game.grade(policy, mistakes=3), STANDARD.grade(policy, mistakes=3)
        for field in dataclasses.fields(one):
            own, expected = getattr(one, field.name), getattr(other, field.name)
            if isinstance(expected, (int, float)):
                assert own == pytest.approx(expected, abs=1e-12), field.name
        assert one.exploitability == pytest.approx(other.exploitability, abs=1e-12)
        assert sum(kind.mistakes for kind in one.kinds) == one.mistakes_in_all
        for mine, expected in zip(one.mistakes, other.mistakes, strict=True):
            assert (STANDARD.index(mine.position), mine.die, mine.played) == (STANDARD.index(expected.position), expected.die, expected.played)
            assert (mine.loss, mine.cost) == pytest.approx((expected.loss, expected.cost), abs=1e-12)
    for opponent in ("builtin:random", None):
        start = int(random.integers(len(game)))
        a, b = (one.evaluate(mixed, opponent, start=start) for one in (game, STANDARD))
        for name in ("value", "first", "second", "values", "opponent_values", "ends", "ends_at", "gradient"):
            assert np.abs(getattr(a, name) - getattr(b, name)).max() < 1e-12, name
        for name in ("visits", "policy_visits", "lengths", "lengths_first", "lengths_second"):
            assert np.abs(getattr(a, name) - getattr(b, name)).max() < 1e-11, name
        assert np.abs(a.move_values[game.is_legal] - b.move_values[game.is_legal]).max() < 1e-12
    assert game.duel(mixed, "builtin:rear").value == pytest.approx(STANDARD.duel(mixed, "builtin:rear").value, abs=1e-12)
    for made in ("exploit", "improve"):
        assert np.array_equal(getattr(game, made)(mixed).probabilities, getattr(STANDARD, made)(mixed).probabilities)
    for name in ("random", "front", "rear", "hit", "perfect"):
        policies = [one.policy(f"builtin:{name}").probabilities for one in (game, STANDARD)]
        assert np.array_equal(policies[0], policies[1])


def test_look_ups_take_positions_in_every_form() -> None:
    game = tourne.solution(men=2, points=6)
    index = game.index("3,0/h,1")
    assert game.index(men=[[3, 0, 6, 1]]) == [index] and game.index(["0,3/1,h"]) == [index]
    assert game.notation(index) == "0,3/1,h" and game.value("0,3/1,h") == game.values[index]
    assert game.men[index].tolist() == [0, 3, 1, 6]
    assert game.best("0,3/1,h", "2-1") == game.moves(index, 1)[0].move
    assert (game.best(np.arange(len(game)), 4) == game.is_best[:, 3].argmax(axis=1)).all()
    assert game.play("0,5/0,0", 1, "5/home") == "0,0/0,h" and game.play("5,h/0,0", 1, "5/6") == "0,0/h,h"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("0,0", "write the men of the side on roll, a slash"),
        ("0,07/0,0", "write the men of the side on roll, a slash"),
        ("0,1/1,0", "men of both sides stand on point 1"),
        ("2,2/0,0", "two men of one side stand on point 2"),
        ("0,9/0,0", "there is no point 9: places are 0 \\(off\\), 1 to 5 and 6 \\(home\\)"),
        ("0/0,0", "each side has 2 men, not 1"),
        ("h,h/0,0", "the game is over"),
        ("0,0/6,6", "the game is over"),
    ],
)
def test_wrong_positions_are_refused_by_name(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        tourne.solution("2x6").value(text)


def test_policies_are_given_in_every_form(tmp_path: Path) -> None:
    game = tourne.solution("2x6")
    front = game.policy("builtin:front")
    np.savez(tmp_path / "front.npz", front.probabilities)
    answers = {(place, die): game.legal(place, die)[-1] for place in game.positions for die in range(1, 7)}
    given: list[Any] = [
        lambda position, die, moves: moves[-1],
        lambda position, die, moves: {moves[-1]: 1.0},
        lambda position, die, moves: [0.0] * (len(moves) - 1) + [1.0],
        front.probabilities.astype(np.float32),
        answers,
        front,
    ]
    for policy in [*given, tmp_path / "front.npz", pickle.loads(pickle.dumps(front))]:
        assert game.grade(policy) == game.grade(front)
    assert game.policy(answers) == front and front("0,3/0,0", 1) == {"3/4": 1.0}
    assert game.grade("builtin:perfect").exploitability == 0


@pytest.mark.parametrize(
    ("policy", "fault"),
    [
        ({}, "it has none for 160 of them, such as 0,2/0,1 with a 1"),
        (lambda position, die, moves: "0/9", "0/9 is not legal in 0,2/0,1 with a 1: the legal moves are 0/1\\*, 2/3"),
        (lambda position, die, moves: [1.0], "has 1 probabilities, but there must be 2"),
        (lambda position, die, moves: [0.5, 0.7], "sum to 1"),
        (np.full((314, 6, 2), 0.5), "0 for men without a legal move"),
        (np.full((314, 6, 3), 0.5), "is not a policy"),
        (np.full((314, 6), 2), "a number that is not 0 to 1"),
        ("builtin:level-3", "use builtin:perfect, "),
        (tourne.solution().policy("builtin:random"), "plays the rules standard"),
    ],
)
def test_wrong_policies_are_refused_by_name(policy: Any, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        tourne.solution("2x6").grade(policy)


def test_answers_of_a_wrong_type_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match='the answer for 0,2/0,1 with a 1 is 3: give a move such as "0/1\\*"'):
        tourne.solution("2x6").grade(lambda position, die, moves: 3)  # type: ignore[arg-type, return-value]


def test_the_best_counter_strategy_is_that_of_value_iteration() -> None:
    game = tourne.solution("2x6")
    policy = game.policy("builtin:random").probabilities
    own = np.append(np.full(len(game), 0.5), game.ends)  # values to the counter-strategy on roll, and to the policy on roll
    other = own.copy()
    for _ in range(2000):
        other[:-1] = (policy * (1 - own[game.next])).sum(axis=2) @ game.chances
        own[:-1] = np.where(game.is_legal, 1 - other[game.next], 0).max(axis=2) @ game.chances
    assert game.grade("builtin:random").exploiter == pytest.approx((own[0] + 1 - other[0]) / 2, abs=1e-12)
    assert np.abs(game.evaluate(game.exploit("builtin:random"), "builtin:random").values - own[:-1]).max() < 1e-12


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"men": 7}, "7 men on 12 points cannot be solved: give 1 to 6 men and 2 to 40 points"),
        ({"men": -1}, "-1 men on 12 points cannot be solved"),
        ({"points": 1}, "give 1 to 6 men and 2 to 40 points"),
        ({"men": 10**30}, "give 1 to 6 men and 2 to 40 points"),
        ({"men": 6, "points": 20}, "have 835,581,048 positions, more than the"),
        ({"rules": "course", "men": 4}, "4 men on 12 points play by the standard rules only, not by course"),
    ],
)
def test_wrong_sizes_are_refused_before_work_begins(arguments: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        tourne.solution(**arguments)


def test_what_only_the_standard_size_has_is_refused_by_name() -> None:
    game = tourne.solution("2x6")
    for call in (game.info, game.outcomes, lambda: game.board(0), lambda: game.match(3), lambda: game.card("hit")):
        with pytest.raises(ValueError, match="is for the game of 3 men on 12 points only, not for 2x6: use tourne.solution()"):
            call()
    with pytest.raises(ValueError, match="is for the game of 3 men"):
        game.grade("builtin:random", sample=3)
    with pytest.raises(ValueError, match="not saved as CSV: save its array"):
        game.policy("builtin:random").save("policy.csv")


@pytest.mark.parametrize("size", ["2x6", "3x8", "6x5"])
def test_games_of_a_batch_are_games_of_the_size(size: str) -> None:
    game = tourne.solution(size)
    games = tourne.batch(300, game, seed=1)
    at, dice, finished = np.arange(300), np.zeros(7), 0
    for turn in range(200):
        position, die, player = games.position, games.die, games.player
        legal = game.is_legal[position, die - 1]
        assert (games.count == legal.sum(axis=1)).all() and (games.legal == legal).all()
        assert (games.observation == np.column_stack([game.men[position], die])).all()
        dice += np.bincount(die, minlength=7)
        choice = games.draw()
        men = games.men(choice)
        assert legal[at, men].all() and (legal.cumsum(axis=1)[at, men] == choice + 1).all()
        then = game.next[position, die - 1, men]
        won = games.step(choice) if turn % 2 else games.step(men=men)
        assert (won == (then == len(game))).all() and (games.position == np.where(won, 0, then)).all()
        assert (games.player == 1 - player)[won == 0].all()
        finished += int(won.sum())
    assert finished > 300 and np.abs(dice[1:] / dice.sum() - game.chances).max() < 5 * 0.5 / dice.sum() ** 0.5
    with pytest.raises(ValueError, match="man 6 of game 0 cannot move: in .* with a ., give one of [0-5]"):
        games.step(men=np.full(300, 6))
    again = pickle.loads(pickle.dumps(games))
    assert (again.step(again.draw()) == games.step(games.draw())).all() and (again.die == games.die).all()


def test_choices_of_a_policy_have_its_probabilities() -> None:
    game = tourne.solution("4x9")
    random = np.random.default_rng(2)
    weights = np.where(game.is_legal, random.random(game.is_legal.shape), 0)
    policy = game.policy(weights / weights.sum(axis=2, keepdims=True))
    moves = game.is_legal.sum(axis=2)
    index, outcome = np.unravel_index(moves.argmax(), moves.shape)
    assert moves.max() > 3
    games = tourne.batch(40_000, game, seed=4)
    games.set(position=int(index), die=int(outcome) + 1)
    shares = np.bincount(games.men(games.draw(policy)), minlength=4) / len(games)
    assert np.abs(shares - policy.probabilities[index, outcome]).max() < 5 * 0.5 / 200
    assert (games.men(games.draw("builtin:perfect")) == game.best(games.position, games.die)).all()
    with pytest.raises(ValueError, match="the policy has no legal move for"):
        games.draw({})


def test_environments_of_other_sizes_are_refused_by_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    name = "tourne/TourneCase-v0"
    for make in (gymnasium.make, lambda name, rules: gymnasium.make_vec(name, num_envs=2, rules=rules), lambda _, rules: tourne.env(rules)):
        with pytest.raises(ValueError, match="an environment is for the game of 3 men on 12 points only, not for 3x8"):
            make(name, rules="3x8")


def test_sizes_are_opened_by_name_once_and_copied() -> None:
    game = tourne.solution(men=2, points=6)
    assert tourne.solution("2x6") is game and tourne.solution("3x12") is tourne.solution(men=3, points=12) is STANDARD
    assert pickle.loads(pickle.dumps(game)) is game and copy.deepcopy(game) is game
    found = pickle.loads(pickle.dumps(game.evaluate("builtin:front", "builtin:rear", start="0,3/0,0")))
    assert (found.start, found.policy, found.opponent) == ("0,3/0,0", "builtin:front", "builtin:rear")


@pytest.mark.parametrize("size", ["1x2", "2x6", "4x3"])
def test_observations_have_the_men_and_the_die(size: str) -> None:
    game = tourne.solution(size)
    men = game.men.shape[1]
    assert game.observations.shape == (len(game), 6, men + 1)
    assert (game.observations[..., :men] == game.men[:, np.newaxis]).all() and game.observations[-1, :, men].tolist() == [1, 2, 3, 4, 5, 6]


def test_a_size_that_is_given_twice_must_be_the_same() -> None:
    assert tourne.solution("2x6", men=2, points=6) is tourne.solution("2x6")
    with pytest.raises(ValueError, match="2x6 is another size than 4 men on 14 points: give one of them"):
        tourne.solution("2x6", men=4, points=14)
    for name in ("02x06", "2x06", "\u0663x\u0663"):
        with pytest.raises(ValueError, match="is not a rule set"):
            tourne.solution(name)
