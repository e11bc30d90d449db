"""Writes the project's address into the Python package, for a release: URLs, and absolute links in its README.

The project has no address in its sources. Usage: address.py https://github.com/OWNER/NAME TAG
"""

import re
import sys
from pathlib import Path

PACKAGE = Path("query/python")


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


def main(base: str, tag: str) -> None:
    readme, manifest = PACKAGE / "README.md", PACKAGE / "pyproject.toml"
    readme.write_text(absolute(readme.read_text(encoding="utf-8"), base, tag), encoding="utf-8")
    urls = (
        f'[project.urls]\nRepository = "{base}"\nDocumentation = "{base}/blob/{tag}/query/python/README.md"\n'
        f'Changelog = "{base}/blob/{tag}/CHANGELOG.md"\nIssues = "{base}/issues"\n\n'
    )
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace("[tool.maturin]", urls + "[tool.maturin]", 1), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
