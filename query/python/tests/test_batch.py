"""Many games at once, compared with the arrays of the game."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

import tourne
from conftest import RULES

GAME = tourne.solution()


@pytest.mark.parametrize("rules", RULES)
def test_games_are_games_of_the_rules(rules: str) -> None:
    game = tourne.solution(rules)
    games = tourne.batch(500, rules=rules, seed=1)
    random = np.random.default_rng(1)
    dice = np.zeros(7)
    rewards_seen: set[int] = set()
    at = np.arange(500)
    for turn in range(300):
        position, die, count, player = games.position, games.die, games.count, games.player
        legal = game.is_legal[position, die - 1]
        assert (count == legal.sum(axis=1)).all() and (games.legal == legal).all()
        assert (games.observation(one_hot=False) == np.column_stack([game.men[position], die])).all()
        dice += np.bincount(die, minlength=7)
        assert (games.observation() == game.observations()[position, die - 1]).all()
        choice = random.integers(0, count)
        men = games.men(choice)
        assert legal[at, men].all() and (legal.cumsum(axis=1)[at, men] == choice + 1).all()
        then = game.next[position, die - 1, men]
        won = np.maximum(then - len(game) + 1, 0)
        reward = games.step(men=men) if turn % 2 else games.step(choice)
        rewards_seen |= set(reward.tolist())
        assert reward.dtype == np.int64 and (reward == won).all()
        assert (games.position == np.where(won > 0, 0, then)).all()
        assert (games.player == 1 - player)[won == 0].all()
    assert rewards_seen == ({0, 1, 2} if game.unit == "points" else {0, 1})
    share = dice[1:] / dice.sum()
    assert np.abs(share - game.chances).max() < 5 * 0.5 / dice.sum() ** 0.5


def test_the_same_seed_gives_the_same_games() -> None:
    def played(seed: int | None) -> list[Any]:
        games = tourne.batch(100, seed=seed)
        return [(games.step(games.draw()).tolist(), games.position.tolist(), games.die.tolist()) for _ in range(50)]

    assert played(5) == played(5) != played(6)
    assert played(None) != played(None)


def test_games_begin_where_they_are_told_and_again() -> None:
    starts = ["04h/007", "99h/01h", "course"]
    with pytest.raises(ValueError, match="not a position"):
        tourne.batch(3, start=starts)
    for start in (["04h/007", "9hh/01h"], ("04h/007", "9hh/01h"), GAME.index(["04h/007", "9hh/01h"])):
        games = tourne.batch(2, start=start, seed=1)
        assert GAME.notation(games.position) == ["04h/007", "9hh/01h"]
        for _ in range(300):
            won = games.step(games.draw()) > 0
            assert (games.position == GAME.index(["04h/007", "9hh/01h"]))[won].all()
    assert (tourne.batch(3, start="04h/007").position == GAME.index("04h/007")).all()
    for wrong in (["04h/007"], [-1, 0, 0], [0, 0, len(GAME)], np.zeros((3, 2), int)):
        with pytest.raises(ValueError):
            tourne.batch(3, start=wrong)
    with pytest.raises(ValueError, match="give 0 to 2147483647"):
        tourne.batch(-1)


def test_without_restart_games_stay_over() -> None:
    games = tourne.batch(200, rules="double-win", seed=4, restart=False)
    points, game = np.zeros(200, int), games.game
    for _ in range(600):
        points += games.step(games.draw())
    over = games.count == 0
    assert over.all() and set(points.tolist()) == {1, 2}
    assert (games.position == len(game) + points - 1).all() and not games.die.any() and not games.legal.any()
    before = games.position
    assert not games.step(np.full(200, 7)).any() and (games.position == before).all()


def test_games_outside_the_mask_wait() -> None:
    games = tourne.batch(1000, seed=4)
    for _ in range(30):
        position, die, player = games.position, games.die, games.player
        mask = player == 0
        choice = np.where(mask, games.draw(), 99)
        reward = games.step(choice, where=mask)
        assert (games.position == position)[~mask].all() and (games.die == die)[~mask].all() and not reward[~mask].any()
        if mask.all():
            break
        games.step(games.draw(), where=~mask)


@pytest.mark.parametrize(
    "choice", [np.full(10, 5), np.full(10, -1), np.full(10, -1, np.int8), np.zeros(9, int), np.zeros((10, 1), int), np.zeros(10)]
)
def test_wrong_choices_are_refused_and_change_nothing(choice: Any) -> None:
    games = tourne.batch(10, seed=1)
    before = games.position, games.die
    with pytest.raises(ValueError):
        games.step(choice)
    assert (games.position == before[0]).all() and (games.die == before[1]).all()
    with pytest.raises(ValueError):
        games.step(np.zeros(10, int), where=np.ones(9, bool))
    with pytest.raises(ValueError, match=r"man 2 of game 0 cannot move: in 000/000 with a \d, give one of 0"):
        games.step(men=np.full(10, 2))
    for both in ({}, {"choice": [0] * 10, "men": [0] * 10}):
        with pytest.raises(TypeError, match="either choices or men"):
            games.step(**both)


def test_choices_of_a_policy_have_its_probabilities() -> None:
    games = tourne.batch(20_000, start="04h/007", seed=3)
    with pytest.raises(ValueError, match="the policy has no legal move for 04h/007 with a"):
        games.draw({})
    mixed = GAME.policy({("04h/007", die): [0.25, 0.75] for die in (1, 2, 3)})
    assert 0.74 < games.draw(mixed)[games.count == 2].mean() < 0.76
    greedy = games.draw("builtin:perfect")
    assert (games.men(greedy) == GAME.is_best.argmax(axis=2)[games.position, games.die - 1]).all()
    with pytest.raises(ValueError, match="the policy plays the rules course"):
        games.draw(tourne.solution("course").policy("builtin:random"))


def test_arrays_of_a_batch_are_not_changed_by_steps() -> None:
    games = tourne.batch(10, seed=1)
    position = games.position
    kept = position.copy()
    games.step(games.draw())
    assert (position == kept).all() and games.position is not position
    with pytest.raises(ValueError, match="read-only"):
        games.position[0] = 3
    with pytest.raises(AttributeError):
        games.position = position  # type: ignore[misc]


def test_random_play_makes_fifteen_million_steps_a_second() -> None:
    games, steps = tourne.batch(10_000, seed=1), 100
    rates = []
    for _ in range(10):
        start = time.process_time()
        for _ in range(steps):
            games.step(games.draw())
        rates.append(steps * len(games) / (time.process_time() - start))
    assert max(rates) > 15e6, rates


def played_on(games: tourne.Batch, turns: int = 40) -> list[Any]:
    return [(games.step(games.draw()).tolist(), games.position.tolist(), games.die.tolist()) for _ in range(turns)]


@pytest.mark.parametrize("restart", [True, False])
def test_copies_and_pickles_of_a_batch_play_on_with_the_same_dice(restart: bool) -> None:
    games = tourne.batch(200, rules="double-win", seed=7, start="9hh/01h", restart=restart)
    played_on(games)
    others = [copy.copy(games), copy.deepcopy(games), pickle.loads(pickle.dumps(games))]
    before = games.position
    expected = played_on(others[0])
    # The games that were copied have not changed.
    assert (games.position == before).all()
    for other in [*others[1:], games]:
        assert other.game is games.game and played_on(other) == expected


def test_positions_dice_and_players_can_be_set() -> None:
    games = tourne.batch(1000, seed=3)
    before = games.position, games.die, games.player
    games.set(position="04h/007", where=[0, 999])
    assert np.flatnonzero(games.position == GAME.index("04h/007")).tolist() == [0, 999]
    assert (games.die == before[1])[1:999].all() and (games.player == before[2]).all()
    games.set(position="04h/007")
    shares = np.bincount(games.die, minlength=7)[1:] / 1000  # thrown anew
    assert np.abs(shares - GAME.chances).max() < 0.08
    games.set(die="4-3", player=1)
    assert (games.die == 3).all() and (games.player == 1).all() and (games.count == 2).all()
    games.step(np.ones(1000, int))
    assert (games.position == GAME.index("000/07h")).all() and not games.player.any()
    for wrong, error, sentence in [
        ({}, TypeError, "give a position, a die or a player"),
        ({"die": 7}, ValueError, "7 is not a die"),
        ({"player": 2}, ValueError, "2 is not a player: give 0 or 1"),
        ({"position": "44h/007"}, ValueError, "more than one man on point 4"),
        ({"position": [0, 1]}, ValueError, "there are 1000 games, but positions of the shape"),
        ({"position": len(GAME)}, ValueError, "is not the index of a position"),
    ]:
        state = games.position, games.die
        with pytest.raises(error, match=sentence):
            games.set(**wrong)  # type: ignore[arg-type]
        assert (games.position == state[0]).all() and (games.die == state[1]).all()
    over = tourne.batch(3, seed=1, restart=False)
    while over.count.any():
        over.step(over.draw())
    with pytest.raises(ValueError, match="game 0 is over, and has no die: set its position too"):
        over.set(die=3)
    over.set(position=0, die=3, where=[1])
    assert over.count.tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("where", "error", "sentence"),
    [
        (["no", ""], TypeError, "by an array of booleans or of their indices"),
        ([0.0, 1.0, 1.0], TypeError, "not by one of type float64"),
        (None, TypeError, "by an array of booleans or of their indices"),
        (np.ones(2, bool), ValueError, r"there are 3 games: give a boolean for each, not a mask of the shape \(2,\)"),
        (np.ones((3, 1), bool), ValueError, "give a boolean for each"),
        ([0, 1, 1], ValueError, "select a game twice: give each index once, or a mask"),
        ([True, 1, 0], TypeError, "indices of games are integers, but one is True"),
        ([-1], ValueError, "-1 is not the index of a game: indices are 0 to 2"),
        (1, ValueError, "an array with one dimension"),
    ],
)
def test_games_are_selected_by_booleans_or_indices_only(where: Any, error: type[Exception], sentence: str) -> None:
    games = tourne.batch(3, seed=1)
    with pytest.raises(error, match=sentence):
        games.restart(where)
    if where is not None:
        with pytest.raises(error, match=sentence):
            games.step(np.zeros(3, int), where=where)


def test_choices_that_another_thread_writes_are_played_as_checked() -> None:
    """A thread writes legal and illegal choices in turn into the array that is played."""
    games = tourne.batch(200_000, seed=1, start="04h/007")
    choices, done = np.zeros(len(games), np.int64), threading.Event()

    def write() -> None:
        while not done.is_set():
            choices[:] = 7
            choices[:] = 0

    writer = threading.Thread(target=write)
    writer.start()
    played = refused = 0
    try:
        while min(played, refused) < 5:
            before = copy.copy(games)
            try:
                games.step(choices)
                played += 1
            except ValueError as error:
                assert "the choice 7 of game" in str(error)
                refused += 1
            expected = GAME.next[before.position, before.die - 1, before.men(np.zeros(len(games), int))]
            moved = games.player != before.player
            assert (games.position[moved] == expected[moved]).all()
            games.set(position="04h/007")
    finally:
        done.set()
        writer.join()


def test_a_search_begins_in_games_of_which_some_are_over() -> None:
    games = tourne.batch(200, seed=1, restart=False)
    while not (games.count == 0).any():
        games.step(games.draw())
    goes_on = games.count > 0
    tried = tourne.batch(200, seed=2)
    tried.set(position=games.position, where=goes_on)
    assert (tried.position[goes_on] == games.position[goes_on]).all() and 0 < goes_on.sum() < 200
    with pytest.raises(ValueError, match="is not the index of a position"):
        tried.set(position=games.position)


def test_threads_that_share_a_batch_call_it_one_after_another_or_are_told_so() -> None:
    """Between the slices of a large batch other threads run, and then PyO3 refuses the second use."""
    small, large = tourne.batch(1_000, seed=1), tourne.batch(600_000, seed=1)
    told: list[str] = []

    def play(games: tourne.Batch, steps: int) -> None:
        for _ in range(steps):
            try:
                games.step(men=np.zeros(len(games), np.int8), where=games.legal[:, 0])
            except (RuntimeError, ValueError) as error:  # or another thread has moved since the masks were made
                told.append(str(error))

    threads = [threading.Thread(target=play, args=args) for args in [(small, 300), (large, 8)] for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("lready" in text and "borrowed" in text or "cannot move" in text for text in told), told
    for games in (small, large):
        games.step(games.draw())


INTERRUPTED = """
import os, signal, threading, time, tourne
signal.signal(signal.SIGINT, signal.default_int_handler)
games = tourne.batch(8_000_000, seed=1)
choice = games.draw()
sent = 0.0
def interrupt():
    global sent
    time.sleep(0.2)
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    while True:
        WORK
except KeyboardInterrupt:
    print(time.monotonic() - sent)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
@pytest.mark.parametrize("work", ["games.step(choice, where=choice < 0)", "tourne.batch(60_000_000)"])
def test_ctrl_c_interrupts_large_batches_soon(work: str) -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED.replace("WORK", work)], capture_output=True, text=True, timeout=60)
    assert float(done.stdout) < 0.5, done.stderr


def test_places_of_men_are_not_read_as_indices() -> None:
    game = tourne.solution()
    for read in (game.value, game.notation, game.index, lambda men: game.best(men, 3)):
        # In all types, and as a list; a flat row of the type of `men` is not six indices either.
        given: list[Any] = [game.men[:2], game.men[:2].astype(np.int64), game.men[:2].tolist(), game.men[0]]
        for places in given:
            with pytest.raises(ValueError, match=r"index\(men=men\)"):
                read(places)
        assert np.shape(read(np.array([["000/000"] * 6] * 2))) in [(2, 6), (12,)]  # notations are no numbers
