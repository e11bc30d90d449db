"""Simple pictures as SVG: a position, and the course of a game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

_STEP = 36  # width of a place
_OWN, _OPPONENT, _LINE = "#2a6fbb", "#c2512f", "#8a8a8a"


class Drawing:
    """A picture. Notebooks show it.

    >>> import tourne
    >>> drawing = tourne.solution().diagram("04h/007", 3)
    >>> drawing
    <tourne.Drawing: 04h/007 with a 3>
    >>> drawing.svg.startswith("<svg ")
    True
    """

    def __init__(self, title: str, size: tuple[int, int], shapes: Sequence[str]) -> None:
        width, height = size
        self._title = title
        self.svg: str = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" font-size="12" text-anchor="middle"><title>{escape(title)}</title>'
            f'<rect width="{width}" height="{height}" fill="white"/>{"".join(shapes)}</svg>'
        )
        """The picture as text in the format SVG."""

    def __repr__(self) -> str:
        return f"<tourne.Drawing: {self._title}>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")


def position_drawing(title: str, men: NDArray[np.int8], die: int | None) -> Drawing:
    """Draws a position. ``men`` are the places of the six men, those of the player on roll first; they are drawn below
    those of the opponent. Off is on the left and home on the right. A man that is obliged to enter is hollow."""
    off, home = 2 * _STEP, 15 * _STEP
    shapes = [f'<text x="{off}" y="18">off</text><text x="{home}" y="18">home</text>']
    for point in range(1, 12):
        x = (point + 2.5) * _STEP
        shapes.append(f'<rect x="{x - _STEP / 2}" y="28" width="{_STEP}" height="80" fill="none" stroke="{_LINE}"/>')
        shapes.append(f'<text x="{x}" y="18">{point}</text>')
    for side, (colour, y) in enumerate([(_OWN, 88), (_OPPONENT, 48)]):
        places = men.tolist()[3 * side : 3 * side + 3]
        for number, place in enumerate(places):
            same = places[:number].count(place)
            middle = off - _STEP if place <= 0 else home - _STEP if place == 12 else (place + 2.5) * _STEP
            x = middle + same * (_STEP * 0.8 if place <= 0 or place == 12 else 5)
            filled = colour if place >= 0 else "white"
            shapes.append(f'<circle cx="{x}" cy="{y}" r="13" fill="{filled}" stroke="{colour}" stroke-width="2"/>')
    below = f"{title}: blue is on roll" if die is None else f"{title}: blue plays a {die}"
    shapes.append(f'<text x="{8.5 * _STEP}" y="128">{escape(below)}</text>')
    return Drawing(title if die is None else f"{title} with a {die}", (17 * _STEP, 140), shapes)


def course_drawing(title: str, values: Sequence[float], least: float, marks: Sequence[tuple[int, str, str]]) -> Drawing:
    """Draws the values of a game turn by turn, from ``least`` to 1 or more. A mark is the number of a turn, its text, and
    the label that the pointer shows."""
    width, height, greatest = 640, 240, max(1.0, -least)
    left, right, top, bottom = 50, width - 20, 30, height - 30

    def at(turn: int) -> tuple[float, float]:
        x = left + (right - left) * turn / max(1, len(values) - 1)
        y = bottom - (bottom - top) * (values[turn] - least) / (greatest - least)
        return round(x, 1), round(y, 1)

    line = " ".join(f"{x},{y}" for x, y in map(at, range(len(values))))
    even = (top + bottom) / 2
    shapes = [
        f'<text x="{width / 2}" y="18">{escape(title)}</text>',
        f'<path d="M{left} {top}V{bottom}H{right}" fill="none" stroke="{_LINE}"/>',
        f'<path d="M{left} {even}H{right}" stroke="{_LINE}" stroke-dasharray="4"/>',
        *(f'<text x="{left - 20}" y="{y + 4}">{text:g}</text>' for y, text in ((top, greatest), (bottom, least))),
        f'<text x="{width / 2}" y="{height - 8}">{len(values) - 1} turns</text>',
        f'<polyline points="{line}" fill="none" stroke="{_OWN}" stroke-width="2"/>',
    ]
    for turn, text, label in marks:
        x, y = at(turn)
        shapes.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{_OPPONENT}"><title>{escape(label)}</title></circle>')
        shapes.append(f'<text x="{x}" y="{y - 8}">{escape(text)}</text>')
    return Drawing(title, (width, height), shapes)
