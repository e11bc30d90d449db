"""Writes the table of LEADERBOARD.md and its plot from the learning curves that run.py wrote.

    python board.py
    python board.py part.csv --output FOLDER
"""

from __future__ import annotations

import argparse
import csv
import statistics
from pathlib import Path

FOLDER = Path(__file__).parent
CURVES = FOLDER / "curves.csv"
PAGE = FOLDER.parents[1] / "LEADERBOARD.md"
THRESHOLDS = [0.05, 0.01, 0.001]  # of exploitability, in win probability, or in points with double-win
MARKS = "<!-- table: written by board.py -->\n", "<!-- end of the table -->\n"

Curve = list[tuple[int, float]]
"""Learning curve: pairs of the number of games begun and the exploitability, in the order of the games."""


def read(path: Path = CURVES) -> dict[tuple[str, str], list[Curve]]:
    """Reads the curves of all seeds, by rule set and learner."""
    seeds: dict[tuple[str, str], dict[str, Curve]] = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            curves = seeds.setdefault((row["rules"], row["learner"]), {})
            curves.setdefault(row["seed"], []).append((int(row["games"]), float(row["exploitability"])))
    return {run: list(curves.values()) for run, curves in seeds.items()}


def games_to(curve: Curve, threshold: float) -> int | None:
    """Returns the number of games begun at the first grade that is at most the threshold; ``None`` if no grade is."""
    return next((games for games, found in curve if found <= threshold), None)


def cell(curves: list[Curve], threshold: float) -> str:
    """Returns the cell of the table for a threshold: median number of games that the seeds needed."""
    needed = [games_to(curve, threshold) for curve in curves]
    reached = [games for games in needed if games is not None]
    if not reached:
        return f"> {round(max(curve[-1][0] for curve in curves), -2):,}"
    median = f"{round(statistics.median(reached), -2):,.0f}"
    return median if len(reached) == len(curves) else f"{len(reached)} of {len(curves)} seeds: {median}"


def table(curves: dict[tuple[str, str], list[Curve]]) -> str:
    """Returns the table in Markdown."""
    head = ["rules", "learner", *(f"games to {100 * threshold:g} %" for threshold in THRESHOLDS), "% at the end"]
    rows = [f"| {' | '.join(head)} |\n", "|---|---|" + "---:|" * (len(THRESHOLDS) + 1) + "\n"]
    for (rules, name), runs in curves.items():
        last = statistics.median(curve[-1][1] for curve in runs)
        cells = [f"`{rules}`", name, *(cell(runs, threshold) for threshold in THRESHOLDS)]
        rows.append(f"| {' | '.join(cells)} | {100 * last:.3f} |\n")
    return "".join(rows)


def plot(curves: dict[tuple[str, str], list[Curve]], path: Path) -> None:
    """Draws the curves of all learners, in a picture for each rule set: a line for the median of the seeds, and an area
    from the smallest to the largest exploitability."""
    import matplotlib
    from matplotlib import pyplot

    matplotlib.rcParams.update({"svg.hashsalt": "tourne", "svg.fonttype": "none", "font.size": 8})
    rule_sets = list(dict.fromkeys(rules for rules, _ in curves))
    figure, axes = pyplot.subplots(2, 3, figsize=(9, 5.6), sharex=True, sharey=True, layout="constrained")
    for picture, rules in zip(axes.flat, rule_sets):
        for number, ((_, name), runs) in enumerate((run, runs) for run, runs in curves.items() if run[0] == rules):
            # Seeds are graded after almost the same numbers of games.
            games = [statistics.median(point[0] for point in points) for points in zip(*runs)]
            grades = [[100 * found for _, found in points] for points in zip(*runs)]
            colour = f"C{number}"
            picture.loglog(games, [statistics.median(found) for found in grades], color=colour, label=name)
            low, high = [min(found) for found in grades], [max(found) for found in grades]
            picture.fill_between(games, low, high, color=colour, alpha=0.25)
        for threshold in THRESHOLDS:
            picture.axhline(100 * threshold, color="gray", linewidth=0.6, linestyle=":")
        picture.set(title=rules + (" (% of a point)" if "double" in rules else ""), ylim=(0.01, 200))
    for picture in axes[1]:
        picture.set_xlabel("games of self-play")
    for picture in axes[:, 0]:
        picture.set_ylabel("exploitability, % of a game")
    axes.flat[-1].axis("off")
    axes.flat[-1].legend(*axes.flat[0].get_legend_handles_labels(), loc="center", frameon=False)
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("curves", type=Path, nargs="?", help="curves of your own (default: curves.csv beside this file)")
    parser.add_argument("--output", type=Path, help="folder for table.md and leaderboard.svg (default: those of the page)")
    given = parser.parse_args()
    if given.curves and not given.output:
        parser.error("the page has the table of its own curves only: give a folder for this one, --output FOLDER")
    try:
        curves = read(given.curves or CURVES)
        if given.output:
            given.output.mkdir(parents=True, exist_ok=True)
            (given.output / "table.md").write_text(table(curves), encoding="utf-8", newline="\n")
        else:
            text = PAGE.read_text(encoding="utf-8")
            before, after = text.split(MARKS[0])[0], text.split(MARKS[1])[1]
            PAGE.write_text(before + MARKS[0] + table(curves) + MARKS[1] + after, encoding="utf-8", newline="\n")
        plot(curves, (given.output or PAGE.parent) / "leaderboard.svg")
    except KeyError as error:
        parser.error(f"{given.curves} has no column {error}: give a file that run.py wrote")
    except (OSError, ValueError) as error:
        parser.error(str(error))
