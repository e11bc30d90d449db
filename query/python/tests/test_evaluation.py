"""Evaluations of policies, compared with equations in NumPy, with difference quotients, and with games played."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tourne
from conftest import RULES, Ask

GAME = tourne.solution()


def transitions(game: tourne.Solution, policy: str) -> NDArray[Any]:
    """Returns the probability of each move, by position, die and man, including the probability of the throw."""
    return game.policy(policy).probabilities * game.chances[:, np.newaxis]


@pytest.mark.parametrize("rules", RULES)
def test_values_satisfy_the_equation_of_the_policies(rules: str) -> None:
    game = tourne.solution(rules)
    found = game.evaluate("builtin:front", "builtin:random")
    whole = 1.0 if game.unit == "win probability" else 0.0
    for own, other, policy in [
        (found.values, found.opponent_values, "builtin:front"),
        (found.opponent_values, found.values, "builtin:random"),
    ]:
        after = whole - np.append(other, game.ends)[game.next]
        assert np.abs((transitions(game, policy) * after).sum(axis=(1, 2)) - own).max() < 1e-12
    duel = game.duel("builtin:front", "builtin:random")
    assert (found.value, found.first, found.second) == pytest.approx((duel["value"], duel["first"], duel["second"]), abs=1e-12)
    assert found.first == pytest.approx(found.values[0]) and found.second == pytest.approx(whole - found.opponent_values[0])
    # Ends have the value.
    worth = np.array([1, 2, -1, -2]) if game.unit == "points" else np.array([1, 1, 0, 0])
    assert np.abs(found.ends_at @ worth - found.values).max() < 1e-11
    assert np.abs(found.ends_at.sum(axis=1) - 1).max() < 1e-12
    assert found.ends @ worth == pytest.approx(found.value, abs=1e-12)


@pytest.mark.parametrize("rules", ["standard", "course", "double-win"])
def test_perfect_play_has_the_values_of_the_solution(rules: str, ask: Ask) -> None:
    game = tourne.solution(rules)
    found = game.evaluate("builtin:perfect")
    assert np.abs(found.values - game.values).max() < 1e-12
    best = np.where(game.is_best, found.move_values, -1e9).max(axis=2)
    assert np.abs(best - found.move_values.max(axis=2)).max() < 1e-12
    assert (np.isinf(found.move_values) == ~game.is_legal).all()


@pytest.mark.parametrize("rules", RULES)
def test_visits_satisfy_the_equation_of_the_policies(rules: str) -> None:
    game = tourne.solution(rules)
    found = game.evaluate("builtin:hit", "builtin:random", start="04h/007")
    own = found.policy_visits.sum(axis=1)
    other = found.visits.sum(axis=1) - own
    begun = np.zeros(len(game) + 2)
    begun[game.index("04h/007")] = 0.5
    for here, come, policy in [(own, other, "builtin:random"), (other, own, "builtin:hit")]:
        arrived = begun.copy()
        flow = come[:, np.newaxis, np.newaxis] * transitions(game, policy)
        np.add.at(arrived, game.next[game.is_legal], flow[game.is_legal])
        assert np.abs(arrived[: len(game)] - here).max() < 1e-10
    assert found.visits.sum() == pytest.approx(found.mean_length, abs=1e-9)
    assert np.abs(found.visits / np.maximum(found.visits.sum(axis=1), 1e-300)[:, np.newaxis] - game.chances)[own > 0].max() < 1e-9


def test_lengths_and_ends_are_those_of_a_hundred_thousand_games() -> None:
    """Each share of the games lies within 4.5 standard deviations of its exact probability; the seed is fixed."""
    found = tourne.solution("double-win").evaluate("builtin:front", "builtin:random")
    games = tourne.batch(100_000, rules="double-win", seed=8, restart=False)
    first, lengths = games.player, np.zeros(len(games), int)
    front, random = games.game.policy("builtin:front"), games.game.policy("builtin:random")
    ends = np.zeros(4)
    while games.count.any():
        player, going = games.player, games.count > 0
        won = games.step(np.where(player == 0, games.draw(front), games.draw(random)))
        lengths += going
        for points in (1, 2):
            ends[points - 1] += ((won == points) & (player == 0)).sum()
            ends[points + 1] += ((won == points) & (player == 1)).sum()

    def is_near(share: Any, chance: Any, number: int) -> None:
        assert (np.abs(share - chance) <= 4.5 * np.sqrt(np.maximum(chance * (1 - chance), 1e-5) / number)).all()

    is_near(ends / len(games), found.ends, len(games))
    for exact, played in [
        (found.lengths, lengths),
        (found.lengths_first, lengths[first == 0]),
        (found.lengths_second, lengths[first == 1]),
    ]:
        shares = np.bincount(played, minlength=len(exact))[: len(exact)] / len(played)
        is_near(shares.cumsum(), exact.cumsum(), len(played))


@pytest.mark.parametrize("rules", ["standard", "double-win"])
def test_the_gradient_is_that_of_differences(rules: str) -> None:
    game = tourne.solution(rules)
    policy, opponent = game.policy("builtin:random"), game.policy("builtin:level-5")
    found = game.evaluate(policy, opponent)
    random = np.random.default_rng(3)
    step = 1e-3
    # All decisions at once, in a random direction along which the probabilities of each decision sum to 1.
    direction = np.where(game.is_legal, random.normal(size=game.is_legal.shape), 0)
    direction -= np.where(game.is_legal, direction.sum(axis=2, keepdims=True) / game.is_legal.sum(axis=2, keepdims=True), 0)
    direction /= np.abs(direction).max() * 4
    values = [game.duel(policy.probabilities + sign * step * direction, opponent)["value"] for sign in (1, -1)]
    assert (values[0] - values[1]) / (2 * step) == pytest.approx((found.gradient * direction).sum(), rel=1e-5)
    # The decisions in which most depends on the move, one by one.
    spread = np.where(game.is_legal, found.gradient, np.nan)
    widths = np.nan_to_num(np.nanmax(spread, axis=2) - np.nanmin(spread, axis=2))
    for place in np.argsort(widths, axis=None)[-5:]:
        row = np.unravel_index(place, widths.shape)
        first, last = np.flatnonzero(game.is_legal[row])[[0, -1]]
        changed = []
        for sign in (1, -1):
            probabilities = policy.probabilities.copy()
            probabilities[(*row, last)] += sign * step
            probabilities[(*row, first)] -= sign * step
            changed.append(game.duel(probabilities, opponent)["value"])
        expected = found.gradient[(*row, last)] - found.gradient[(*row, first)]
        assert (changed[0] - changed[1]) / (2 * step) == pytest.approx(expected, abs=1e-9, rel=1e-5)


@pytest.mark.parametrize("rules", ["standard", "double-win"])
def test_improving_comes_to_perfect_play(rules: str) -> None:
    game = tourne.solution(rules)
    policy = game.policy("builtin:random")
    for _ in range(12):
        policy = game.policy(game.evaluate(policy).move_values.argmax(axis=2))
    grade = game.grade(policy)
    assert grade.loss_per_game is not None and grade.loss_per_game < 1e-12
    assert grade.exploitability is not None and grade.exploitability < 1e-12


def test_policies_must_answer_everything() -> None:
    with pytest.raises(ValueError, match="it has none for 104374 of them, such as"):
        GAME.evaluate({("04h/007", 3): "0/3"})
    with pytest.raises(ValueError, match="plays the rules course"):
        GAME.evaluate(tourne.solution("course").policy("builtin:random"))
    with pytest.raises(ValueError, match="over|not the index"):
        GAME.evaluate("builtin:random", start="012/hhh")


def test_arrays_of_evaluations_are_read_only() -> None:
    found = GAME.evaluate("builtin:random")
    for name in ("values", "opponent_values", "visits", "policy_visits", "lengths", "ends", "ends_at", "move_values", "gradient"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(found, name)[0] = 0


def test_evaluations_are_pickled_and_copied() -> None:
    game = tourne.solution("forced-entry")
    found = game.evaluate("builtin:front", "builtin:rear", start="00a/00b")
    for other in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert (other.policy, other.opponent, other.start) == (found.policy, found.opponent, found.start)
        assert other.value == found.value
        assert np.array_equal(other.values, found.values)
        assert np.array_equal(other.lengths, found.lengths)
        assert not other.values.flags.writeable
