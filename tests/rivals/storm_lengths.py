#!/usr/bin/env python3
"""Storm on the length of games: `tourne outcomes` compared with the process of `tourne-solve export --to drn`.

  python storm_lengths.py PROCESS TOURNE [RULES]

Storm finds the chooser's best moves by itself; of moves that are equally good to within 1e-10 the first is taken. Both players
then keep to given moves, and what remains is a chain in which each step is a throw. Storm computes the mean
number of throws (sound mode) and the probability that the game is over after certain numbers of throws (bounded until). Both
are compared with `lengths` of
`tourne outcomes --format json` at some positions, whoever throws first. Prints the largest differences; the exit code is 1
if one is more than 1e-9.
"""
import fractions
import json
import subprocess
import sys
import tempfile

import stormpy

LIMIT = 1e-9
POSITIONS = 40  # compared, evenly spaced over the file
THROWS = range(1, 301, 13)  # after which the game may be over


def sound(precision):
    environment = stormpy.environments.sound()
    solver = environment.solver()
    for one in (solver.min_max(), solver.native()):
        one.precision = stormpy.Rational(precision)
        one.relative_termination_criterion = False
    return environment


def check(model, query, environment):
    result = stormpy.model_checking(model, stormpy.parse_properties(query)[0], environment=environment)
    return [float(result.get_value(state)) for state in range(model.nr_states)]


def read(path):
    """The actions of each state, each a list of (next state, probability); and for each position its two states before a throw.

    Comments name positions. The last two states before the next comment are those in which the chooser and the opponent throw.
    """
    actions, throws, position = [], {}, None
    for line in open(path, encoding="ascii"):
        if line.startswith("state "):
            actions.append([])
        elif line.startswith("\taction "):
            actions[-1].append([])
        elif line.startswith("\t\t"):
            target, chance = line.split(" : ")
            actions[-1][-1].append((int(target), chance.strip()))
        elif actions and line.startswith("// "):
            throws[position] = len(actions) - 2, len(actions) - 1
            position = line[3:].strip()
    throws[position] = len(actions) - 2, len(actions) - 1
    del throws[None]
    return actions, throws


def write_chain(path, actions, throwing, values):
    """Writes the chain in which each state with a choice of moves is replaced by the state after its best move. State 0 is the
    end of the game. Returns the number in the chain of each state before a throw."""
    number = {state: at for at, state in enumerate(throwing, 1)}

    def then(state):
        if state in number or len(actions[state]) == 1:
            return number.get(state, 0)
        after = [action[0][0] for action in actions[state]]
        most = max(values[target] for target in after)
        return then(next(target for target in after if values[target] >= most - 1e-10))

    with open(path, "w", encoding="ascii") as file:
        count = len(number) + 1
        file.write(f"@type: DTMC\n@parameters\n\n@reward_models\nthrows\n@nr_states\n{count}\n@nr_choices\n{count}\n@model\n"
                   "state 0 [0] init over\n\taction 0\n\t\t0 : 1\n")
        for state, at in number.items():
            row = {}
            for target, chance in actions[state][0]:
                after = then(target)
                row[after] = row.get(after, 0) + fractions.Fraction(chance)
            file.write(f"state {at} [1]\n\taction 0\n" + "".join(f"\t\t{after} : {row[after]}\n" for after in sorted(row)))
    return number


def main(process, tourne, rules="standard"):
    actions, throws = read(process)
    model = stormpy.build_model_from_drn(process)
    best = 'R{"points_and_2"}max=? [F "settled"]' if "points_and_2" in model.reward_models else 'Pmax=? [F "wins"]'
    values = check(model, best, sound("1e-12"))
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/chain.drn"
        number = write_chain(path, actions, [state for pair in throws.values() for state in pair], values)
        model = stormpy.build_model_from_drn(path)
    means = check(model, 'R{"throws"}=? [F "over"]', sound("1e-11"))
    over = {after: check(model, f'P=? [F<={after} "over"]', stormpy.Environment()) for after in THROWS}
    positions = list(throws)[-1 :: -(len(throws) // POSITIONS)]
    mean_difference = chance_difference = 0.0
    for position in positions:
        asked = [tourne, "outcomes", position, "--rules", rules, "--format", "json"]
        lengths = json.loads(subprocess.run(asked, check=True, stdout=subprocess.PIPE).stdout)["lengths"]
        for state in throws[position]:
            at = number[state]
            mean_difference = max(mean_difference, abs(means[at] - lengths["mean"]))
            known = lengths["over_after"]
            for after, found in over.items():
                chance_difference = max(chance_difference, abs(found[at] - (known[after] if after < len(known) else 1.0)))
    start = means[number[throws[positions[0]][0]]]
    print(f"lengths of games, {rules}: Storm finds a mean of {start:.10f} throws from {positions[0]}; at {len(positions)} of "
          f"{len(throws)} positions means differ from those of tourne by at most {mean_difference:.1e} throws, and "
          f"{len(THROWS)} chances that the game is over by at most {chance_difference:.1e}")
    return int(not max(mean_difference, chance_difference) <= LIMIT)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
