"""The interface of the package xcover: instead of

    from xcover import covers, covers_bool

write

    from dlx.xcover import covers, covers_bool

and the rest of a program may stay as it is. (Covers come in another order, and the
options within a cover too.)

>>> options = [[1, 4, 7], [1, 4], [4, 5, 7], [3, 5, 6], [2, 3, 6, 7], [2, 7]]
>>> [sorted(cover) for cover in covers(options)]
[[1, 3, 5]]
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator, List, Optional

from ._problem import Problem


def covers(
    options: Iterable[Iterable[Any]],
    primary: Optional[Iterable[Any]] = None,
    secondary: Optional[Iterable[Any]] = None,
    colored: bool = False,
) -> Iterator[List[int]]:
    """The exact covers, as they are found. With `colored`, a secondary item `"x:A"` is
    item `"x"` in colour `"A"`."""
    rows: List[Any] = [list(option) for option in options]
    if colored:
        rows = [dict(map(_item_and_color, row)) for row in rows]
    return iter(
        Problem(
            rows,
            primary=None if primary is None else list(primary),
            secondary=None if secondary is None else list(secondary),
        ).covers()
    )


def _item_and_color(item: Any) -> Any:
    if not isinstance(item, str):
        return item, None
    name, _, color = item.partition(":")
    return name, color or None


def covers_bool(matrix: Any) -> Iterator[List[int]]:
    """The exact covers of a matrix: rows are options, columns are items.

    >>> import numpy
    >>> list(covers_bool(numpy.array([[1, 0], [1, 1]], dtype=bool)))
    [[1]]
    """
    import numpy

    matrix = numpy.asarray(matrix)
    numbers = numpy.flatnonzero(matrix.any(axis=1)).tolist()
    for cover in Problem(matrix[numbers]).covers():
        yield [numbers[option] for option in cover]


__all__ = ["covers", "covers_bool"]
