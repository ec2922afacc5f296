"""The interface of the package exact_cover: instead of

    from exact_cover import get_exact_cover, get_all_solutions, get_solution_count
    from exact_cover.error import NoSolution
    from exact_cover.io import load_problem, save_problem

write

    from dlx.exact_cover import get_exact_cover, get_all_solutions, get_solution_count
    from dlx.exact_cover.error import NoSolution
    from dlx.exact_cover.io import load_problem, save_problem

and the rest of a program may stay as it is.

>>> import numpy
>>> matrix = numpy.array([[1, 0, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1]])
>>> get_solution_count(matrix)
2
"""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

from .._problem import Problem
from . import error, io
from .error import NoSolution


def _problem(matrix: Any) -> Tuple[Problem, Any]:
    """Without the rows that are empty, and the numbers of the others."""
    import numpy

    matrix = numpy.asarray(matrix)
    numbers = numpy.flatnonzero(matrix.any(axis=1))
    return Problem(matrix[numbers]), numbers


def get_exact_cover(matrix: Any) -> Any:
    """The numbers of the rows of a cover, ascending, in an array.

    Raises:
      NoSolution: if there is none.
    """
    import numpy

    problem, numbers = _problem(matrix)
    cover = problem.first()
    if cover is None:
        raise NoSolution("there is no exact cover")
    return numpy.sort(numbers[cover])


def get_solution_count(matrix: Any) -> int:
    """How many covers there are."""
    return _problem(matrix)[0].count()


def get_all_solutions(matrix: Any, max_count: Optional[int] = None) -> List[Any]:
    """All covers, or the first few, each an array as that of get_exact_cover."""
    import numpy

    problem, numbers = _problem(matrix)
    return [numpy.sort(numbers[cover]) for cover in problem.covers(limit=max_count)]


__all__ = [
    "NoSolution",
    "error",
    "get_all_solutions",
    "get_exact_cover",
    "get_solution_count",
    "io",
]
