"""Tourne-case, solved: proven values, best moves, and exact grades of policies.

>>> import tourne
>>> game = tourne.solution()
>>> round(game.value("000/000"), 6)
0.515095
>>> game.best("04h/007", 3)
'4/7*'
>>> grade = game.grade(lambda position, die, moves: moves[-1])  # always the foremost man
>>> round(grade.loss_per_game, 6), round(grade.exploiter, 6)
(0.054232, 0.559053)
"""

from importlib.metadata import version as _version

from ._batch import Batch, batch
from ._engine import serve
from ._environment import env, raw_env
from ._environment import register as _register
from ._evaluation import Evaluation
from ._policy import Policy, PolicyLike
from ._results import Grade, Move
from ._rust import rules as _rules
from ._solution import Solution, load, solution

_register()

__version__ = _version("tourne")

RULES: tuple[str, ...] = tuple(_rules())
"""Names of rule sets. Several can be joined with ``+``, such as ``course+double-win``."""

__all__ = [
    "RULES",
    "Batch",
    "Evaluation",
    "Grade",
    "Move",
    "Policy",
    "PolicyLike",
    "Solution",
    "batch",
    "env",
    "load",
    "raw_env",
    "serve",
    "solution",
]
