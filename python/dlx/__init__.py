"""Exact covers: sets of options that together have every item once.

>>> import dlx
>>> options = [["c", "e"], ["a", "d", "g"], ["b", "c", "f"],
...            ["a", "d", "f"], ["b", "g"], ["d", "e", "g"]]
>>> for cover in dlx.covers(options):
...     print(sorted(cover))
[0, 3, 4]
>>> dlx.count(options)
1

Items are any hashable objects, options are any iterables of them, and covers are
lists of the numbers of options, or of their names if the options are a mapping:

>>> sorted(dlx.first({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6],
...                   "E": [2, 3, 6, 7], "F": [2, 7]}))
['B', 'D', 'F']

A `Problem` can be asked again and again; `covers`,
`count`, `first`, `best` and `sample` ask once. `dlx.sudoku` is about Sudoku,
`dlx.pictures` draws, and `dlx.exact_cover` and `dlx.xcover` take the place of the
packages of these names.
"""

from ._problem import (
    Best,
    BestCover,
    Covers,
    Estimate,
    Explanation,
    Interval,
    NotACover,
    Problem,
    Progress,
    SearchStopped,
    Symmetries,
    best,
    count,
    covers,
    first,
    sample,
)
from . import _library

__version__: str = _library.library.dlx_version().decode()

__all__ = [
    "Best",
    "BestCover",
    "Covers",
    "Estimate",
    "Explanation",
    "Interval",
    "NotACover",
    "Problem",
    "Progress",
    "SearchStopped",
    "Symmetries",
    "best",
    "count",
    "covers",
    "first",
    "sample",
]
