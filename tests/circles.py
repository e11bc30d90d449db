"""Lists the source files of Rust and Python that import each other, directly or in a longer circle: there should be none.

A name that a module only hands on (`pub use`) counts as imported from the file that defines it. Usage: circles.py ROOT
"""

import re
import sys
from pathlib import Path

HAND_ON = re.compile(r"pub(?:\([^)]*\))? use\s")
NAME = re.compile(r"\s*(\w+|\*)(?:\s+as\s+\w+)?")


def paths(text, at):
    """The paths in the `use` tree that begins at index `at` of the text, and the index after the tree."""
    found = []
    name = NAME.match(text, at)
    if name:
        at = name.end()
        if not text.startswith("::", at):
            return [[name[1]]], at
        below, at = paths(text, at + 2)
        return [[name[1], *path] for path in below], at
    at = text.index("{", at) + 1
    while not (end := re.compile(r"\s*,?\s*\}").match(text, at)):
        at = re.compile(r"\s*,?").match(text, at).end()
        below, at = paths(text, at)
        found += below
    return found, end.end()


class Crate:
    """The files of one library or program, each with the paths that it imports; keys are module paths."""

    def __init__(self, folder):
        self.files = {}
        for file in sorted(folder.rglob("*.rs")):
            parts = file.relative_to(folder).with_suffix("").parts
            if "bin" not in parts:
                self.files[tuple(parts[: -1 if parts[-1] in ("mod", "lib", "main") else None])] = file
        self.imports = {module: self.read(module, False) for module in self.files}
        self.handed_on = {module: self.read(module, True) for module in self.files}

    def read(self, module, handed_on):
        """The paths that a module imports or, if `handed_on`, exports again (`pub use`), from the root of the crate."""
        text = re.sub(r"//.*", "", self.files[module].read_text(encoding="utf-8"))
        text = text.split("#[cfg(test)]\nmod")[0]
        children = [path[-1] for path in self.files if path[:-1] == module and path]
        begins = "|".join(["crate", "super", "self", *children])
        found = []
        for begin in re.finditer(rf"(?<![\w:])(?:{begins})::(?=[\w{{*])", text):
            if bool(HAND_ON.search(text[: begin.start()].rsplit(";", 1)[-1][-40:])) != handed_on:
                continue
            for path in paths(text, begin.start())[0]:
                if path[0] == "crate":
                    found.append(tuple(path[1:]))
                    continue
                above = list(module)
                while path and path[0] in ("super", "self"):
                    if path.pop(0) == "super":
                        above.pop()
                found.append((*above, *path))
        return found

    def file(self, path, steps=4):
        """The file that defines the item with this path; `pub use` is followed for at most `steps` files."""
        module = next(path[:end] for end in range(len(path), -1, -1) if path[:end] in self.files)
        rest = path[len(module) :]
        for other in self.handed_on[module] if rest and steps else []:
            if other[-1] == rest[0]:
                return self.file((*other, *rest[1:]), steps - 1)
        return self.files[module]

    def arrows(self):
        return {file: {self.file(path) for path in self.imports[module]} for module, file in self.files.items()}


def arrows_of_python(folder):
    found = {}
    for file in folder.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        names = re.findall(r"^\s*from \.(\w+) import", text, re.MULTILINE)
        names += [name for line in re.findall(r"^\s*from \. import (.*)", text, re.MULTILINE) for name in line.split(", ")]
        found[file] = {folder / f"{name}.py" for name in names if (folder / f"{name}.py").exists()}
    return found


def main():
    root = Path(sys.argv[1])
    sources = [folder for top in ("solver", "query", "data") for folder in (root / top).rglob("src")]
    sources += [folder for source in sources for folder in source.glob("bin/*")]
    arrows = {}
    for folder in sources:
        arrows |= Crate(folder).arrows()
    arrows |= arrows_of_python(root / "query/python/python/tourne")

    reached = {file: set(others) - {file} for file, others in arrows.items()}
    changed = True
    while changed:
        changed = False
        for file, others in reached.items():
            further = others.union(*(reached[other] for other in others))
            changed |= further != others
            reached[file] = further
    circle = sorted(str(file.relative_to(root)) for file in reached if file in reached[file])
    print(f"{sum(map(len, arrows.values()))} imports of {len(arrows)} files", *circle, sep="\n")
    sys.exit(bool(circle))


if __name__ == "__main__":
    main()
