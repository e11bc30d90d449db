"""Solve the process that `tourne-solve export --to drn` writes, by a few lines of its own.

    python3 tests/models/solve_drn.py FILE

prints the number of states and of choices, and the most that the chooser can get when it throws first
and when it throws second: the probability of winning, or the reward where there is one. Needs
Python 3.8 or later and nothing else.
"""

import sys
from fractions import Fraction

from solve_csv import blocks


def read(path):
    """The header, and for each state its labels, its reward, and for each choice its chances."""
    header, states, name = {}, [], None
    chances = {}  # few different texts, each divided out once
    with open(path) as file:
        lines = (line.rstrip("\n") for line in file if not line.startswith("//"))
        for line in lines:
            if line == "@model":
                break
            if line.startswith("@"):
                name, _, value = line.partition(": ")
                header[name] = value
            else:
                header[name] += line
        for line in lines:
            word, *rest = line.split()
            if word == "state":
                assert int(rest[0]) == len(states), f"{line!r} is not in order"
                reward = float(rest.pop(1)[1:-1]) if rest[1:] and rest[1][0] == "[" else 0.0
                states.append((rest[1:], reward, []))
            elif word == "action":
                states[-1][2].append([])
                assert int(rest[0]) == len(states[-1][2]) - 1, f"{line!r} is not in order"
            else:
                chance = chances.setdefault(rest[1], Fraction(rest[1]))
                states[-1][2][-1].append((chance, int(word)))
    return header, states


def check(header, states):
    """Everything that the header says, and that chances are chances."""
    assert header["@type"] == "MDP" and header["@value_type"] == "rational", header
    assert int(header["@nr_states"]) == len(states), header
    assert int(header["@nr_choices"]) == sum(len(choices) for _, _, choices in states), header
    for at, (_, _, choices) in enumerate(states):
        assert choices, f"state {at} has no choice"
        for choice in choices:
            assert sum(chance for chance, _ in choice) == 1, f"state {at}: {choice}"
            assert all(0 <= to < len(states) for _, to in choice), f"state {at}: {choice}"


def solve(states, is_rewarded):
    """The most that can be got from every state, by iteration from below."""
    settled = [at for at, (labels, _, _) in enumerate(states) if "settled" in labels]
    values = [1.0 if "wins" in labels and not is_rewarded else 0.0 for labels, _, _ in states]
    # Ends are worth their label or their reward, and lead nowhere but to `settled`.
    fixed = set(settled) | {at for at, value in enumerate(values) if value}
    rows = [[[(float(chance), to) for chance, to in choice] for choice in choices]
            for _, _, choices in states]
    for block in blocks([max(to for row in choices for _, to in row) for choices in rows]):
        change = 1.0
        while change > 1e-13:
            change = 0.0
            for at in block:
                if at in fixed:
                    continue
                value = states[at][1] + max([sum([chance * values[to] for chance, to in row])
                                             for row in rows[at]])
                change = max(change, abs(value - values[at]))
                values[at] = value
    return values


def main(path):
    header, states = read(path)
    check(header, states)
    values = solve(states, header["@reward_models"] != "")
    start = {label: values[at] for at, (labels, _, _) in enumerate(states) for label in labels
             if "init" in labels}
    print(len(states), header["@nr_choices"], repr(start["first"]), repr(start["second"]))


if __name__ == "__main__":
    main(*sys.argv[1:])
