"""Policies and solutions can be pickled, copied, compared and sent to processes; what they share cannot change."""

from __future__ import annotations

import copy
import multiprocessing
import operator
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tourne
from conftest import TOP

GAME = tourne.solution()


def policies(folder: Path) -> list[tourne.Policy]:
    rows = folder / "policy.csv"
    rows.write_text("position,die,move\n04h/007,3,0/5\n04h/007,2,0/2\n", encoding="utf-8")
    (folder / "mine.card").write_text("hit\nbring home\nthe front man\n", encoding="utf-8")
    rounded = np.where(GAME.is_legal, np.random.default_rng(1).random(GAME.is_legal.shape), 0)
    rounded /= rounded.sum(axis=2, keepdims=True)
    return [
        GAME.policy("builtin:level-3"),
        GAME.policy("builtin:card-5"),
        GAME.policy(rounded),
        GAME.policy(lambda position, die, moves: "1/2/3" if die == 3 else None),
        GAME.policy(rows),
        GAME.policy({("04h/007", 3): {"0/3": 0.25, "4/7": 0.75}}, name="mixed"),
        GAME.policy(folder / "mine.card"),
        tourne.solution("course").policy("builtin:random"),
    ]


def test_pickled_policies_play_and_are_graded_alike(tmp_path: Path) -> None:
    for policy in policies(tmp_path):
        again = pickle.loads(pickle.dumps(policy))
        assert again is not policy and again == policy and hash(again) == hash(policy)
        assert (again.name, again.rules) == (policy.name, policy.rules)
        assert (again.probabilities == policy.probabilities).all()
        game = tourne.solution(policy.rules)
        assert game.grade(again) == game.grade(policy)
        assert copy.copy(policy) is policy is copy.deepcopy(policy)


def test_policies_are_equal_if_they_play_alike(tmp_path: Path) -> None:
    one, other = GAME.policy("builtin:front"), GAME.policy(lambda position, die, moves: moves[-1])
    assert (one == other) == bool((one.probabilities == other.probabilities).all())
    assert GAME.policy(one, name="mine") == one and len({one, GAME.policy(one, name="mine")}) == 1
    assert len(set(policies(tmp_path))) == len(policies(tmp_path))
    # An illegal answer is not a missing one.
    assert GAME.policy({("04h/007", 3): "0/5"}) != GAME.policy({("04h/007", 3): None}) == GAME.policy({})
    assert one != "builtin:front"


def test_policies_are_read_from_the_files_of_numpy(tmp_path: Path) -> None:
    policy = GAME.policy("builtin:hit")
    men = policy.probabilities.argmax(axis=2).astype(np.int8)
    np.save(tmp_path / "policy.npy", policy.probabilities)
    np.savez_compressed(tmp_path / "men.npz", men)
    (tmp_path / "CAPITALS.NPY").write_bytes((tmp_path / "policy.npy").read_bytes())
    for path in (tmp_path / "policy.npy", tmp_path / "men.npz", tmp_path / "CAPITALS.NPY"):
        read = GAME.policy(path)
        assert read == GAME.policy(str(path)) == policy and read.name == str(path)
    zipped = (tmp_path / "men.npz").read_bytes()
    (tmp_path / "changed.npz").write_bytes(zipped[:1000] + bytes(100) + zipped[1100:])
    (tmp_path / "empty.npy").write_bytes(b"")
    np.savez(tmp_path / "two.npz", men, men)
    np.save(tmp_path / "objects.npy", np.array([None]))
    np.save(tmp_path / "small.npy", men[:3])
    for name, sentence in [
        *((name, "is not an array of numbers that NumPy saved") for name in ("changed.npz", "empty.npy", "objects.npy")),
        ("two.npz", "has 2 arrays: save one, the policy"),
        ("small.npy", "is not a policy"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            GAME.policy(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        GAME.policy(tmp_path / "missing.npz")


def test_probabilities_in_single_precision_are_divided_by_their_sum() -> None:
    given = np.where(GAME.is_legal, np.random.default_rng(2).random(GAME.is_legal.shape), 0).astype(np.float32)
    given /= given.sum(axis=2, keepdims=True)
    # An average of float32 that exceeds 1 by a unit in the last place, and sums that miss 1 by a little.
    given[given == 1] = np.nextafter(np.float32(1), np.float32(2))
    given *= np.float32(1 - 9e-6)
    sums = given.sum(axis=2, dtype=np.float64)
    assert np.abs(sums - 1).max() > 2e-6 and given.max() < 1 + 1e-6
    found = GAME.policy(given).probabilities
    assert found.sum(axis=2) == pytest.approx(1, abs=1e-12)
    assert found == pytest.approx(given / sums[:, :, None], abs=1e-12)
    with pytest.raises(ValueError, match="sum to 1"):
        GAME.policy(given * 0.9999)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_policies_and_solutions_are_sent_to_processes(method: str) -> None:
    policy = GAME.policy("builtin:hit")
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.apply(operator.methodcaller("grade", policy), (GAME,)) == GAME.grade(policy)
        assert pool.apply(operator.attrgetter("probabilities"), (policy,)).shape == (len(GAME), 6, 3)


def test_solutions_are_equal_if_their_values_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(TOP / "data")
    loaded = tourne.load("standard.bin")
    assert loaded is not GAME and loaded == GAME and hash(loaded) == hash(GAME) and loaded != tourne.solution("course")
    pickled = pickle.dumps(loaded)
    monkeypatch.chdir(tmp_path)
    assert pickle.loads(pickled) == GAME and GAME != "standard"


@pytest.mark.parametrize("name", ["values", "men", "next", "is_legal", "is_best", "is_reachable", "chances", "ends", "positions", "rules"])
def test_solutions_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(GAME, name, None)
    assert getattr(GAME, name) is not None


def test_the_list_of_positions_cannot_be_changed() -> None:
    positions: Any = GAME.positions
    changes = ["__setitem__", "__delitem__", "__iadd__", "__imul__", "append", "extend", "insert", "remove"]
    for change in [*changes, "pop", "clear", "sort", "reverse"]:
        with pytest.raises(TypeError, match="change a copy"):
            getattr(positions, change)(0)
    for copied in (list(positions), copy.copy(positions), pickle.loads(pickle.dumps(positions)), positions[:]):
        copied[0] = "nothing"
    assert isinstance(positions, list) and len(positions) == len(GAME) and positions[0] == "000/000"


@pytest.mark.parametrize("name", ["name", "probabilities", "rules"])
def test_policies_cannot_be_changed(name: str) -> None:
    policy = GAME.policy("builtin:hit")
    with pytest.raises(AttributeError):
        setattr(policy, name, None)
    with pytest.raises(ValueError, match="read-only"):
        policy.probabilities[0] = 0


def test_built_in_policies_are_kept_by_their_names() -> None:
    assert GAME.policy("builtin:front") is GAME.policy("builtin:front")
    assert GAME.policy("builtin:front", name="mine").name == "mine"
    assert tourne.solution("course").policy("builtin:front") is not GAME.policy("builtin:front")
