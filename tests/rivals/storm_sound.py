"""Storm solves the process of `tourne-solve export --to drn`, where one player keeps to given moves (solver/MODELS.md).

If the other player throws first, the best result for that player is an upper bound of the value of the game; if the
other player throws second, it gives a lower bound.
"""
import sys

import stormpy

from game import report


def solve(model, environment):
    query = stormpy.parse_properties('Pmax=? [F "wins"]')[0]
    result = stormpy.model_checking(model, query, environment=environment)
    found = {label: float(result.get_value(state)) for state in model.initial_states
             for label in model.states[state].labels & {"first", "second"}}
    return 1 - found["second"], found["first"]


environment = stormpy.environments.sound()
solver = environment.solver().min_max()
solver.precision = stormpy.Rational("1e-12")
solver.relative_termination_criterion = False
report(solve, stormpy.build_model_from_drn(sys.argv[1]), environment)
