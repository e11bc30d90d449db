"""Writes the tables of LEADERBOARD.md and its plot from the learning curves that run.py wrote.

    python board.py
    python board.py part.csv --output FOLDER
"""

from __future__ import annotations

import argparse
import csv
import importlib
import math
import statistics
from pathlib import Path

import given
import run

import tourne

CURVES = run.FOLDER / "curves.csv"
PAGE = run.FOLDER.parents[1] / "LEADERBOARD.md"
THRESHOLDS = [0.05, 0.01, 0.001]  # of exploitability, in win probability, or in points with double-win
LADDER = 0.1  # threshold for sizes
KINDS: dict[str, type[given.Rules]] = {"model": given.Model, "afterstates": given.Afterstates, "games only": given.Rules}

Curve = list[run.Point]
Curves = dict[tuple[str, str], list[Curve]]
"""Learning curves of all seeds, by rule set or size, and learner."""


def read(path: Path = CURVES) -> tuple[Curves, dict[str, str]]:
    """Reads the curves, and the checksums of the learners' code."""
    seeds: dict[tuple[str, str], dict[str, Curve]] = {}
    with open(path, encoding="utf-8", newline="") as file:
        text = file.readlines()
    digests = dict(line[2:].strip().split(": ") for line in text if line.startswith("# "))
    for row in csv.DictReader(line for line in text if not line.startswith("# ")):
        games, throws, updates = (int(row[name]) for name in ("games", "throws", "updates"))
        point = run.Point(games, throws, updates, float(row["seconds"]), float(row["exploitability"]))
        seeds.setdefault((row["rules"], row["learner"]), {}).setdefault(row["seed"], []).append(point)
    return {key: list(curves.values()) for key, curves in seeds.items()}, digests


def needed(curve: Curve, measure: str, threshold: float) -> float:
    """Returns the number of games or updates at which the exploitability first fell to the threshold, interpolated
    between two grades on logarithmic scales: infinity if it did not, and 0 if it had fallen before the first grade."""
    before: run.Point | None = None
    for point in curve:
        if point.exploitability <= threshold:
            if before is None:
                return 0.0
            count = float(getattr(point, measure))
            if point.exploitability <= 0:
                return count
            part = math.log(before.exploitability / threshold) / math.log(before.exploitability / point.exploitability)
            start = float(getattr(before, measure))
            return float(start * (count / start) ** part)
        before = point
    return math.inf


def interval(found: list[float]) -> tuple[float, float, float]:
    """Returns the median, and the second smallest and second largest of ten numbers; of fewer, the extremes."""
    found = sorted(found)
    cut = 1 if len(found) >= 10 else 0
    return statistics.median(found), found[cut], found[-1 - cut]


def count(number: float) -> str:
    """Returns a number of games, updates or seconds with three digits at most."""
    if number < 10:
        return f"{number:.2g}"
    digits = max(0, math.floor(math.log10(number)) - 2)
    return f"{round(number, -digits):,.0f}"


def to(curves: list[Curve], measure: str, threshold: float) -> str:
    """Returns the cell for a threshold: median and interval of the number of games or updates that the seeds needed."""
    first = [getattr(curve[0], measure) for curve in curves]
    ends = f"< {count(max(first))}", f"> {last(curves, measure)}"
    found = interval([needed(curve, measure, threshold) for curve in curves])
    # 0 is that of a seed that was better before its first grade; a median may lie between 0 and the number of another seed.
    median, low, high = (ends[0] if of <= max(first) else ends[1] if math.isinf(of) else count(of) for of in found)
    return median if low == high else f"{median} ({low} – {high})"


def last(curves: list[Curve], measure: str) -> str:
    """Returns the number of games, updates or seconds before the last grade."""
    return count(statistics.median(getattr(curve[-1], measure) for curve in curves))


def end(curves: list[Curve]) -> str:
    """Returns the cell of the exploitability at the end, in percent."""
    found = interval([100 * curve[-1].exploitability for curve in curves])
    median, low, high = ("< 0.001" if of < 0.001 else f"{of:.3g}" for of in found)
    return median if low == high else f"{median} ({low} – {high})"


def table(curves: Curves, kind: str) -> str:
    """Returns the table of the learners that are given this, in Markdown."""
    heads = [f"to {100 * threshold:g} %" for threshold in THRESHOLDS]
    found = f"| rules | learner | {' | '.join(heads)} | % at the end | games | updates | seconds |\n|---|---|" + "---:|" * 7 + "\n"
    for (rules, name), runs in curves.items():
        row = run.LEARNERS[name]
        if rules in tourne.RULES and row.kind is KINDS[kind]:
            cells = [to(runs, row.measure, threshold) for threshold in THRESHOLDS]
            spent = [last(runs, measure) for measure in ("games", "updates", "seconds")]
            found += f"| `{rules}` | {name} | {' | '.join(cells)} | {end(runs)} | {' | '.join(spent)} |\n"
    return found


def sizes_in(curves: Curves) -> list[tuple[int, str]]:
    """Returns the numbers of positions and the names of the sizes, the standard game among them."""
    names = {rules for rules, _ in curves if rules in run.SIZES or rules == "standard"}
    return sorted((len(tourne.solution(name)), name) for name in names)


def ladder(curves: Curves) -> str:
    """Returns the table of the sizes, in Markdown."""
    sizes = sizes_in(curves)
    found = f"| learner | counted | {' | '.join(f'`{name}`' for _, name in sizes)} |\n|---|---|" + "---:|" * len(sizes) + "\n"
    found += f"| positions | | {' | '.join(f'{positions:,}' for positions, _ in sizes)} |\n"
    for name, row in run.LEARNERS.items():
        # Three seeds at each size: of the standard game the first three.
        runs = [curves.get((size, name), [])[:3] for _, size in sizes]
        if any(runs):
            found += f"| {name} | {row.measure} | {' | '.join(to(of, row.measure, LADDER) if of else '' for of in runs)} |\n"
    return found


def programs(digests: dict[str, str]) -> str:
    """Returns the table of the learners' programs, in Markdown."""
    found = "| learner | program | settings | SHA-256, the beginning |\n|---|---|---|---|\n"
    for name, digest in digests.items():
        module = run.LEARNERS[name].module
        settings = ", ".join(f"{key} {value:g}" for key, value in importlib.import_module(module).SETTINGS.items())
        found += f"| {name} | [{module}.py](examples/leaderboard/{module}.py) | {settings} | `{digest[:16]}` |\n"
    return found


def tables(curves: Curves, digests: dict[str, str]) -> dict[str, str]:
    """Returns all tables of the page by name."""
    return {**{kind: table(curves, kind) for kind in KINDS}, "ladder": ladder(curves), "programs": programs(digests)}


def marks(name: str) -> tuple[str, str]:
    """Returns the lines around a table of the page."""
    return f"<!-- {name}: written by board.py -->\n", f"<!-- end of {name} -->\n"


def plot(curves: Curves, path: Path) -> None:
    """Draws the curves of the standard game over each measure, and what learners need at each size."""
    import matplotlib
    from matplotlib import pyplot

    matplotlib.rcParams.update({"svg.hashsalt": "tourne", "svg.fonttype": "none", "font.size": 8})
    figure, axes = pyplot.subplots(2, 3, figsize=(9, 5.6), layout="constrained")
    for picture, measure in zip(axes.flat, ["games", "throws", "updates", "seconds"]):
        for number, name in enumerate(run.LEARNERS):
            # Seeds are graded after almost the same numbers of games or updates.
            points = list(zip(*curves.get(("standard", name), [])))
            across = [statistics.median(getattr(point, measure) for point in of) for of in points]
            if across and across[0] > 0:
                grades = [interval([100 * point.exploitability for point in of]) for of in points]
                median, low, high = zip(*grades)
                picture.loglog(across, median, color=f"C{number}", label=name)
                picture.fill_between(across, low, high, color=f"C{number}", alpha=0.25)
        picture.set(xlabel=measure if measure != "seconds" else "seconds of processor time", ylim=(0.01, 60))
    for picture in axes[:, 0]:
        picture.set_ylabel("exploitability, % of a game")
    sizes = sizes_in(curves)
    for number, (name, row) in enumerate(run.LEARNERS.items()):
        if row.measure == "games":
            runs = [(positions, curves.get((size, name), [])[:3]) for positions, size in sizes]
            reached = [(positions, [needed(curve, "games", LADDER) for curve in of]) for positions, of in runs if of]
            points = [(positions, statistics.median(of)) for positions, of in reached if 0 < min(of) and max(of) < math.inf]
            if points:
                axes[1, 1].loglog(*zip(*points), "o-", color=f"C{number}", label=name)
    axes[1, 1].set(xlabel="positions of the size", ylabel=f"games to {100 * LADDER:g} %")
    axes[1, 2].axis("off")
    handles, labels = axes[0, 2].get_legend_handles_labels()
    axes[1, 2].legend(handles, labels, loc="center", frameon=False)
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("curves", type=Path, nargs="?", help="curves of your own (default: curves.csv beside this file)")
    parser.add_argument("--output", type=Path, help="folder for tables.md and leaderboard.svg (default: those of the page)")
    asked = parser.parse_args()
    if asked.curves and not asked.output:
        parser.error("the page has the tables of its own curves only: give a folder for these, --output FOLDER")
    try:
        curves, digests = read(asked.curves or CURVES)
        found = tables(curves, digests)
        if asked.output:
            asked.output.mkdir(parents=True, exist_ok=True)
            (asked.output / "tables.md").write_text("\n".join(found.values()), encoding="utf-8", newline="\n")
        else:
            text = PAGE.read_text(encoding="utf-8")
            for name, lines in found.items():
                opening, closing = marks(name)
                before, after = text.split(opening)[0], text.split(closing)[1]
                text = before + opening + lines + closing + after
            PAGE.write_text(text, encoding="utf-8", newline="\n")
        plot(curves, (asked.output or PAGE.parent) / "leaderboard.svg")
    except KeyError as error:
        parser.error(f"{asked.curves} has no column or learner {error}: give a file that run.py wrote")
    except (OSError, ValueError) as error:
        parser.error(str(error))
