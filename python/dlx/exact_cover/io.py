"""In place of exact_cover.io: matrices in text files, a row on each line."""

from __future__ import annotations

from typing import Any


def load_problem(filename: Any) -> Any:
    """The matrix in a file: whole numbers between blanks."""
    import numpy

    return numpy.loadtxt(filename, ndmin=2).astype(numpy.int32)


def save_problem(filename: Any, array: Any) -> None:
    """Writes a matrix into a file."""
    import numpy

    numpy.savetxt(filename, array, fmt="%d")


__all__ = ["load_problem", "save_problem"]
