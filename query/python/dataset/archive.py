"""Makes the data set: an archive with a version, its checksum, and its description in Croissant.

    python dataset/archive.py --output FOLDER

Needs mlcroissant, which also checks the description. The same version of the package gives the same archive.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import tourne

FOLDER = Path(__file__).parent
TOP = FOLDER.parents[2]
NAME = f"tourne-case-{tourne.__version__}"
PUBLISHED = datetime.datetime(2026, 11, 26)  # of this version
DESCRIPTION = (
    "Tourne-case, a French tables game of the 17th century, solved: the value of every position and of every move under "
    "perfect play by both, for five rule sets, with the proven solution files."
)
COLUMNS = {
    "positions": {
        "index": ("INT32", "number of the position in canonical order"),
        "position": ("TEXT", "notation: the men of the side on roll, then those of its opponent"),
        "value": ("FLOAT64", "value to the side on roll under perfect play, a win probability, or points with double-win"),
        "reachable": ("BOOL", "true if the position can arise from the start"),
    },
    "moves": {
        "index": ("INT32", "number of the position"),
        "die": ("INT8", "die that is played, 1 to 6"),
        "move": ("TEXT", "notation of the move; decisions without a legal move are left out"),
        "next": ("INT32", "number of the position after the move; with n positions, n if it wins 1 point, n + 1 if it wins 2"),
        "value": ("FLOAT64", "value of the move to the side that makes it"),
        "best": ("BOOL", "true if the move is a proven best move"),
    },
}
"""Type and meaning of each column, by table."""


def rows(game: tourne.Solution, table: str) -> Iterator[list[object]]:
    """Yields the rows of a table of a rule set."""
    if table == "positions":
        for index, position in enumerate(game.positions):
            yield [index, position, float(game.values[index]), bool(game.is_reachable[index])]
        return
    whole = 0.0 if game.unit == "points" else 1.0
    then = whole - np.append(game.values, game.ends)
    next_, is_best = game.next, game.is_best
    for index, outcome in np.argwhere(game.is_legal.any(axis=2)).tolist():
        men = np.flatnonzero(next_[index, outcome] >= 0).tolist()
        for man, move in zip(men, game.legal(index, outcome + 1)):
            after = int(next_[index, outcome, man])
            yield [index, outcome + 1, move, after, float(then[after]), bool(is_best[index, outcome, man])]


def text(game: tourne.Solution, table: str) -> bytes:
    """Returns a table of a rule set as CSV."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS[table])
    writer.writerows([str(cell).lower() if isinstance(cell, bool) else cell for cell in row] for row in rows(game, table))
    return written.getvalue().encode()


def files() -> Iterator[tuple[str, bytes]]:
    """Yields the names and contents of the files in the archive."""
    for name in ("DATASHEET.md", "LICENSE-MIT", "LICENSE-APACHE", "CITATION.cff"):
        yield name, ((FOLDER if name == "DATASHEET.md" else TOP) / name).read_bytes()
    yield "solutions/README.md", (TOP / "data" / "README.md").read_bytes()
    for rules in tourne.RULES:
        yield f"solutions/{rules}.bin", (TOP / "data" / f"{rules}.bin").read_bytes()
        for table in COLUMNS:
            yield f"{rules}-{table}.csv", text(tourne.solution(rules), table)


def write(path: Path) -> None:
    """Writes the archive: the same bytes each time, but for versions of the library that compresses."""
    unfinished = path.with_suffix(".unfinished")
    with zipfile.ZipFile(unfinished, "w") as archive:
        for name, contents in files():
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, contents, zipfile.ZIP_DEFLATED, compresslevel=9)
    unfinished.replace(path)


def description(archive: Path, url: str | None = None) -> Any:
    """Returns the description of the archive in Croissant."""
    import mlcroissant

    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    whole = mlcroissant.FileObject(
        id="archive", name="archive", content_url=archive.name, encoding_formats=["application/zip"], sha256=digest
    )
    distribution, record_sets = [whole], []
    for rules in tourne.RULES:
        for table, columns in COLUMNS.items():
            name = f"{rules}-{table}"
            distribution.append(
                mlcroissant.FileObject(
                    id=f"{name}.csv", name=f"{name}.csv", contained_in=["archive"], content_url=f"{name}.csv", encoding_formats=["text/csv"]
                )
            )
            fields = [
                mlcroissant.Field(
                    id=f"{name}/{column}",
                    name=column,
                    description=meaning,
                    data_types=[getattr(mlcroissant.DataType, kind)],
                    source=mlcroissant.Source(file_object=f"{name}.csv", extract=mlcroissant.Extract(column=column)),
                )
                for column, (kind, meaning) in columns.items()
            ]
            record_sets.append(mlcroissant.RecordSet(id=name, name=name, description=f"The {table} of {rules}.", fields=fields))
    return mlcroissant.Metadata(
        name="tourne-case",
        description=DESCRIPTION,
        version=tourne.__version__,
        license=["https://spdx.org/licenses/MIT.html", "https://spdx.org/licenses/Apache-2.0.html"],
        url=url or f"urn:sha256:{digest}",
        date_published=PUBLISHED,
        creators=[mlcroissant.Organization(name="The Tourne-case developers")],
        cite_as=f"The Tourne-case developers: Tourne-case, solved. Version {tourne.__version__}.",
        keywords=["solved game", "stochastic game", "reinforcement learning", "exploitability"],
        distribution=distribution,
        record_sets=record_sets,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True, help="folder for the archive, croissant.json and SHA256SUMS")
    parser.add_argument("--url", help="address of the page of the data set (default: a name made of the checksum)")
    given = parser.parse_args()
    import mlcroissant  # if it is missing, say so before the minute that the archive takes

    folder = given.output
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / f"{NAME}.zip"
    write(archive)
    described = json.dumps(description(archive, given.url).to_json(), indent=2, ensure_ascii=False, default=str) + "\n"
    (folder / "croissant.json").write_text(described, encoding="utf-8", newline="\n")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in (archive, folder / "croissant.json")]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8", newline="\n")
    print(f"{archive}: {archive.stat().st_size:,} bytes")
