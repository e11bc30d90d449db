"""Optional packages, which are installed with the extras of this package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """If an import fails, adds to the error the name of the extra that has the missing package."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{error}: install it, or this package with its extra [{name}]", name=error.name, path=error.path) from error
