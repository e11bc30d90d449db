"""Hold the program that `tourne-solve export --to prism` writes against the table of `--to csv`.

    python3 tests/models/explore_prism.py PROGRAM TABLE

The program is translated into Python, command by command, and followed from its initial state. In every
state that it can reach it must throw the same dice with the same chances, and have the same moves, as
the table. Prints the number of states, choices and transitions, and the number of throws compared.
Needs Python 3.8 or later and nothing else.
"""

import re
import sys
from fractions import Fraction

from solve_csv import START, read

MEN = "0x123456789abh"  # the notation of a man, by its number in the program


def expression(text):
    """An expression of PRISM in Python."""
    text = re.sub(r"\(([^()?]*)\?([^():]*):([^():]*)\)", r"((\2) if (\1) else (\3))", text)
    text = re.sub(r"(?<![<>!])=", "==", text)
    text = re.sub(r"!(?!=)", " not ", text)
    return text.replace("&", " and ").replace("|", " or ").strip()


def translate(program):
    """The variables with ranges and initial values, a function from a state to its choices (action and
    [(chance, state)]), and one from a state to its labels and its reward."""
    program = re.sub(r"//.*", "", program)
    assert program.split()[0] == "smg"
    formulas = {}

    def expand(text):
        return re.sub(r"\b[a-z]\w*\b", lambda name: formulas.get(name[0], name[0]), expression(text))

    for name, text in re.findall(r"formula (\w+) = ([^;]*);", program):
        formulas[name] = f"({expand(text)})"
    variables = re.findall(r"(\w+) : \[(\d+)\.\.(\d+)\] init (\d+);", program)
    head = f"(state):\n {','.join(name for name, *_ in variables)} = state\n found = []\n"
    source = "def choices" + head
    for action, guard, updates in re.findall(r"\[(\w+)\] ([^;]*?) ->([^;]*);", program):
        branches = []
        for branch in re.split(r"\+(?=[^()]*:)", updates):
            chance, _, update = branch.rpartition(":(")
            if not chance:  # certain, written without a chance
                chance, update = "1", branch.strip()[1:]
            new = dict(part.split("'=") for part in re.split(r"\)\s*&\s*\(", update.strip()[:-1]))
            state = ",".join(expand(new.pop(name, name)) for name, *_ in variables)
            assert not new, f"{new} are no variables"
            branches.append(f"({chance.strip()!r},({state}))")
        source += f" if {expand(guard)}: found.append(({action!r},[{','.join(branches)}]))\n"
    source += " return found\ndef described" + head
    for label, holds in re.findall(r'label "(\w+)" = ([^;]*);', program):
        source += f" if {expand(holds)}: found.append({label!r})\n"
    for guard, reward in re.findall(r"\n  ([^:\[\]]*) : (\d+);", program.partition("rewards ")[2]):
        source += f" if {expand(guard)}: found.append({reward})\n"
    names = {}
    exec(source + " return found\n", names)
    return variables, names["choices"], names["described"]


def players(program):
    """Who plays each action."""
    owners = re.findall(r"player (\w+) ([^;]*?) endplayer", program)
    return {action: owner for owner, actions in owners for action in re.findall(r"\w+", actions)}


def explore(variables, choices, owner):
    """Every state that can be reached, with its choices."""
    start = tuple(int(first) for *_, first in variables)
    reached, waiting = {}, [start]
    reached[start] = None
    while waiting:
        state = waiting.pop()
        reached[state] = choices(state)
        assert len({owner[action] for action, _ in reached[state]}) == 1, f"{state} is not one player's"
        for _, branches in reached[state]:
            for _, after in branches:
                if after not in reached:
                    reached[after] = None
                    waiting.append(after)
    for (name, low, high, _), values in zip(variables, zip(*reached)):
        assert int(low) <= min(values) and max(values) <= int(high), f"{name} leaves its range"
    return reached


def position(state):
    """The position as the player sees it who is on roll or, when the game is over, would be."""
    turn, _, *men = state
    sides = ["".join(MEN[man] for man in side) for side in (men[:3], men[3:])]
    return "/".join(sides if turn == 1 else reversed(sides))


def compare(reached, described, table, has_rewards):
    """Holds every throw, every move and every end against the table; counts the throws."""
    throws = sum(chances for chances, _ in table[START].values())
    won = {after: points for dice in table.values() for _, moves in dice.values()
           for after, points in moves}
    seen = set()
    for state, found in reached.items():
        turn, die, *men = state
        here = position(state)
        assert men[:3] == sorted(men[:3]) and men[3:] == sorted(men[3:]), f"{state} is not sorted"
        winner = [name for name, side in (("one_wins", men[:3]), ("two_wins", men[3:]))
                  if side == [13, 13, 13]]
        if turn == 0:
            assert described(state) == winner + ["settled"] and winner, state
            assert found == [("rest", [("1", state)])], state
        elif 13 in (men[0], men[3]):  # the loser is on roll
            assert men[3 * (2 - turn)] == 13 and die == 0, f"{state} is over too late"
            assert found == [("settle", [("1", (0, die, *men))])], state
            points = won[here] if turn == 2 else -won[here]
            assert described(state) == winner + [2 + points] * (has_rewards and points > -2), state
        elif die == 0:
            assert described(state) == [], state
            (_, branches), = found
            chances = {after[1]: Fraction(chance) for chance, after in branches}
            assert all((turn, 0, *men) == (after[0], 0, *after[2:]) for _, after in branches), state
            assert chances == {die: Fraction(dice[0], throws) for die, dice in table[here].items()}, here
        else:
            moves = sorted(position(after) for _, ((_, after),) in found)
            assert moves == sorted(after for after, _ in table[here][die][1]), f"{here} with a {die}"
            assert all(after[:2] == (3 - turn, 0) for _, ((_, after),) in found), state
            seen.add((here, die))
    for here, dice in table.items():
        assert all((here, die) in seen for die in dice), f"the program never reaches {here}"
    return len(seen)


def main(program, table):
    with open(program) as file:
        program = file.read()
    variables, choices, described = translate(program)
    reached = explore(variables, choices, players(program))
    choices = [branches for found in reached.values() for _, branches in found]
    throws = compare(reached, described, read(table), "endrewards" in program)
    print(len(reached), len(choices), sum(map(len, choices)), throws)


if __name__ == "__main__":
    main(*sys.argv[1:])
