"""Writes the project's address where links need it, for a release: into the Python package.

The address is `repository` in Cargo.toml, the only place to fill in. Usage: address.py TAG, from the top of the
project; without TAG, only checks that there is an address. Exits with 1 if there is none.
"""

import re
import sys
import tomllib
from pathlib import Path

PACKAGE = Path("query/python")


def address() -> str:
    """The address of the project, without a slash at its end."""
    manifest = tomllib.loads(Path("Cargo.toml").read_text(encoding="utf-8"))
    base = manifest["workspace"]["package"]["repository"].rstrip("/")
    if not re.fullmatch(r"https://[^/\s]+/\S+", base):
        sys.exit(
            f'error: cannot publish: "{base}" in Cargo.toml is not the address of the project: '
            "write it into `repository` of [workspace.package], such as https://HOST/OWNER/NAME"
        )
    return base


def absolute(text: str, base: str, tag: str) -> str:
    """The text with absolute links instead of those to files of the project."""

    def link(found: re.Match[str]) -> str:
        path, _, part = found[2].partition("#")
        if not path or "://" in path:
            return found[0]
        target = (PACKAGE / path).resolve().relative_to(Path.cwd()).as_posix()
        kind = "raw" if found[1] else "blob"
        return f"{found[1]}{found[3]}({base}/{kind}/{tag}/{target}{'#' * bool(part)}{part})"

    return re.sub(r"(!?)(?=\[[^\]]*\]\(([^)\s]+)\))(\[[^\]]*\])\([^)\s]+\)", link, text)


def write(base: str, tag: str) -> None:
    """Writes the address, with links to the files as they are at this tag."""
    urls = (
        f'[project.urls]\nRepository = "{base}"\nDocumentation = "{base}/blob/{tag}/query/python/README.md"\n'
        f'Changelog = "{base}/blob/{tag}/CHANGELOG.md"\nIssues = "{base}/issues"\n\n'
    )
    for path, change in [
        (PACKAGE / "README.md", lambda text: absolute(text, base, tag)),
        (PACKAGE / "pyproject.toml", lambda text: text.replace("[tool.maturin]", urls + "[tool.maturin]", 1)),
    ]:
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    base = address()
    if sys.argv[1:]:
        write(base, sys.argv[1])
