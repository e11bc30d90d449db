"""Packages that are not installed with this one, but with its extras."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Names the extra that has a missing package, in the error of the import."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{error}: install tourne[{name}]", name=error.name, path=error.path) from error
