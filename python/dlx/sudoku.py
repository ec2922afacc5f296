"""Sudoku puzzles: solve, check, count, make, and all of that for very many.

>>> from dlx import sudoku
>>> sudoku.solve("1..4..1..2..3..2")
'1324241342313142'
>>> sudoku.check("1....2....3....4")
'multiple solutions'
>>> sudoku.count("................")
288

A puzzle is a line of cells, row by row: 1 to 9 and A to Z, and `.` or `0` for an empty
cell. Its length tells its size. Other rules are those of a `Rules`:

>>> x = sudoku.Rules(diagonals=True, rows=4)
>>> x.count("." * 16)
48
"""

from __future__ import annotations

import concurrent.futures
import ctypes
import functools
import math
import os
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _library
from ._library import Interrupter, byref, call, library
from ._problem import _EXHAUSTED, SearchStopped, _outcome_name

VERDICTS = ("no solution", "unique", "multiple solutions", "undecided")
"""What can be said of a puzzle; `solve_all` gives their indices for an array."""

_CHARACTERS = b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TO_CHARACTERS = _CHARACTERS + bytes(256 - len(_CHARACTERS))
_BAD = 255
_TO_DIGITS = bytearray([_BAD]) * 256
for _digit, _character in enumerate(_CHARACTERS):
    _TO_DIGITS[_character] = _digit
    _TO_DIGITS[ord(chr(_character).lower())] = _digit
_TO_DIGITS[ord("0")] = 0


class Grid(str):
    """A line of cells, as it is everywhere here, that notebooks show as a grid."""

    rules: "Rules"

    def __new__(cls, line: str, rules: "Rules") -> "Grid":
        grid = super().__new__(cls, line)
        grid.rules = rules
        return grid

    def _repr_svg_(self) -> str:
        from . import pictures

        return pictures.grid(self, rules=self.rules).svg


class Answers(NamedTuple):
    """Of `solve_all`."""

    solutions: Any
    """As the puzzles were given: a list of lines (None if there is no solution),
    or an array (with zeros there)."""
    verdicts: Any
    """A list of VERDICTS, or an array of their indices."""


def _digits(lines: Sequence[str], cells: int) -> bytes:
    text = "".join(lines)
    try:
        digits = text.encode("ascii").translate(_TO_DIGITS)
    except UnicodeEncodeError as error:
        digits = bytes([_BAD])
        del error
    if len(text) != cells * len(lines) or _BAD in digits:
        for number, line in enumerate(lines):
            if len(line) != cells:
                raise ValueError(
                    f"puzzle {number} has {len(line)} cells, and not {cells}"
                )
        raise ValueError("a cell is a digit, a letter, or . if it is empty")
    return digits


class Rules:
    """The rules of a kind of puzzle, and a solver for it.

    Args:
      rows: of the grid: 4, 6, 8, 9, ..., 36.
      box: the rows and columns of a box, if not the customary ones.
      regions: in place of boxes, a character for each cell: cells of the same
        character are a region.
      diagonals: every digit stands once in both diagonals.
      windows: ... and in the four windows between the boxes.
      timeout, nodes: give up a puzzle after so many seconds, or nodes.
    """

    def __init__(
        self,
        rows: Optional[int] = None,
        *,
        box: Optional[Tuple[int, int]] = None,
        regions: Optional[str] = None,
        diagonals: bool = False,
        windows: bool = False,
        timeout: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> None:
        self._rules = _library.Rules()
        self._rules.size = ctypes.sizeof(self._rules)
        self._rules.rows = rows or 0
        if box is not None:
            self._rules.box_rows, self._rules.box_columns = box
        self._rules.regions = None if regions is None else regions.encode()
        self._rules.has_diagonals = diagonals
        self._rules.has_windows = windows
        self._rules.max_seconds = timeout or 0
        self._rules.max_nodes = nodes or 0
        self._solver = _Solver(self._rules)  # Says what is wrong with them.
        self.cells: int = self._solver.cells
        """How many cells a grid has."""

    @property
    def rows(self) -> int:
        """How many rows and columns, and digits."""
        return math.isqrt(self.cells)

    def region(self, cell: int) -> Any:
        """What the cells of a box, or of an irregular region, have in common."""
        if self._rules.regions is not None:
            return self._rules.regions.decode().split()[0][cell]
        height = self._rules.box_rows or _box_height(self.rows)
        width = self.rows // height
        row, column = divmod(cell, self.rows)
        return row // height, column // width

    def solve(self, puzzle: str) -> Optional[Grid]:
        """A solution, or None if there is none."""
        solutions: List[Optional[str]] = self.solve_all([puzzle], threads=1)[0]
        return None if solutions[0] is None else Grid(solutions[0], self)

    def check(self, puzzle: str) -> str:
        """How many solutions there are: one of VERDICTS."""
        return str(self.solve_all([puzzle], threads=1).verdicts[0])

    def two_solutions(self, puzzle: str) -> List[Grid]:
        """Two solutions that differ, or the only one, or none.

        >>> for grid in Rules(4).two_solutions("1....2....3....4"):
        ...     print(grid)
        1342421324313124
        1423324141322314
        """
        cells = self.cells
        grids = [ctypes.create_string_buffer(cells) for _ in range(2)]
        verdict = ctypes.create_string_buffer(1)
        self._solver.solve(
            _digits([puzzle], cells), 1, grids[0], grids[1], verdict
        )
        lines = [grid.raw.translate(_TO_CHARACTERS).decode() for grid in grids]
        return [Grid(line, self) for line in lines if "." not in line]

    def count(self, puzzle: str) -> int:
        """How many solutions there are."""
        outcome = ctypes.c_int()
        count = self._solver.call(
            library.sudoku_count, _digits([puzzle], self.cells), byref(outcome)
        )
        if outcome.value != _EXHAUSTED:
            raise SearchStopped(_outcome_name(outcome.value), int(count))
        return int(count)

    def canonical(self, puzzle: str) -> Grid:
        """The smallest puzzle that is the same in disguise: two puzzles are the
        same if theirs are equal."""
        grid = ctypes.create_string_buffer(self.cells)
        self._solver.call(
            library.sudoku_canonical, _digits([puzzle], self.cells), grid
        )
        return Grid(grid.raw.translate(_TO_CHARACTERS).decode(), self)

    def generate(
        self,
        count: int = 1,
        *,
        seed: int = 0,
        first: int = 0,
        symmetry: Optional[str] = None,
        clues: Union[int, Tuple[int, int], None] = None,
        minimal: bool = False,
    ) -> List[Grid]:
        """New puzzles with one solution each, drawn at random: numbers `first`,
        `first` + 1, ... of a seed, which are always the same.

        The places of their clues may have a symmetry ("half-turn", "left-right",
        "full", ...). `clues` says how many there are to be, or the least and the
        most. With neither, as few as random choices lead to.

        >>> [check(puzzle) for puzzle in Rules(4).generate(2, symmetry="half-turn")]
        ['unique', 'unique']
        """
        wishes = _library.Wishes()
        wishes.size = ctypes.sizeof(wishes)
        wishes.seed = seed & 0xFFFFFFFFFFFFFFFF
        wishes.symmetry = None if symmetry is None else symmetry.encode()
        if clues is not None:
            bounds = clues if isinstance(clues, tuple) else (clues, clues)
            wishes.least_clues, wishes.most_clues = bounds
        wishes.is_minimal = minimal
        cells = self.cells
        grids = ctypes.create_string_buffer(max(1, count * cells))
        self._solver.call(
            library.sudoku_generate, byref(wishes), first, count, grids, None
        )
        text = grids.raw.translate(_TO_CHARACTERS).decode()
        return [
            Grid(text[i : i + cells], self) for i in range(0, count * cells, cells)
        ]

    def solve_all(self, puzzles: Any, *, threads: int = 0) -> Answers:
        """Solves many puzzles: a list of lines, or an array of NumPy with a row of
        digits for each, and 0 for an empty cell.

        `threads` work together, or one for each processor.

        >>> Rules(4).solve_all(["1..4..1..2..3..2", "11.............."])
        Answers(solutions=['1324241342313142', None], verdicts=['unique', 'no solution'])
        """
        if hasattr(puzzles, "dtype"):
            return self._solve_array(puzzles, threads)
        lines = list(puzzles)
        count, cells = len(lines), self.cells
        digits = _digits(lines, cells)
        solutions = ctypes.create_string_buffer(max(1, count * cells))
        verdicts = ctypes.create_string_buffer(max(1, count))
        self._share_out(
            ctypes.cast(ctypes.c_char_p(digits), ctypes.c_void_p).value or 0,
            ctypes.addressof(solutions),
            ctypes.addressof(verdicts),
            count,
            threads,
        )
        text = solutions.raw.translate(_TO_CHARACTERS).decode()
        grids = [text[i : i + cells] for i in range(0, count * cells, cells)]
        return Answers(
            [None if grid[0] == "." else grid for grid in grids],
            [VERDICTS[verdict] for verdict in verdicts.raw[:count]],
        )

    def _solve_array(self, puzzles: Any, threads: int) -> Answers:
        import numpy

        digits = numpy.ascontiguousarray(puzzles, dtype=numpy.uint8)
        if not (digits == puzzles).all() or digits.size % self.cells:
            raise ValueError(f"rows of {self.cells} digits are expected")
        count = digits.size // self.cells
        solutions = numpy.zeros_like(digits)
        verdicts = numpy.zeros(count, dtype=numpy.uint8)
        self._share_out(
            digits.ctypes.data,
            solutions.ctypes.data,
            verdicts.ctypes.data,
            count,
            threads,
        )
        return Answers(solutions, verdicts)

    def _share_out(
        self, digits: int, solutions: int, verdicts: int, count: int, threads: int
    ) -> None:
        """Solves `count` puzzles that stand at these addresses."""
        threads = threads or os.cpu_count() or 1
        share = max(256, math.ceil(count / (4 * threads)))
        cells = self.cells

        def work(solver: _Solver, begin: int) -> None:
            solver.solve(
                digits + begin * cells,
                min(share, count - begin),
                solutions + begin * cells,
                None,
                verdicts + begin,
            )

        if threads == 1 or count <= share:
            for begin in range(0, count, share):
                work(self._solver, begin)
            return
        # ctypes gives up the interpreter's lock, so threads do work side by side.
        solvers = [_Solver(self._rules) for _ in range(threads)]
        begins = range(0, count, share)
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:

            def work_some(k: int) -> None:
                for begin in begins[k::threads]:
                    work(solvers[k], begin)

            futures = [pool.submit(work_some, k) for k in range(threads)]
            try:
                for future in futures:
                    future.result()
            except BaseException:
                for solver in solvers:
                    solver.interrupter.request()
                raise


class _Solver:
    """A sudoku_solver."""

    def __init__(self, rules: _library.Rules) -> None:
        self._handle = None
        self.interrupter = Interrupter()
        own = _library.Rules.from_buffer_copy(rules)
        own.interrupter = self.interrupter.handle
        self._kept = rules  # It owns the text of the regions.
        self._handle = call(library.sudoku_solver_create, byref(own))
        self.cells = int(library.sudoku_solver_cell_count(self._handle))

    def __del__(self) -> None:
        library.sudoku_solver_free(getattr(self, "_handle", None))

    def call(self, function: Any, *arguments: Any) -> Any:
        return call(
            function, self._handle, *arguments, interrupter=self.interrupter
        )

    def solve(
        self,
        digits: Union[int, bytes],
        count: int,
        solutions: Any,
        others: Any,
        verdicts: Any,
    ) -> None:
        self.call(library.sudoku_solve, digits, count, solutions, others, verdicts)


def _box_height(rows: int) -> int:
    """Of the customary box, which is nearly a square, and lies."""
    return max(k for k in range(1, math.isqrt(rows) + 1) if rows % k == 0)


@functools.lru_cache(maxsize=None)
def _rules_for(cells: int) -> Rules:
    rows = math.isqrt(cells)
    if rows * rows != cells:
        raise ValueError(f"a line of {cells} cells is no square grid")
    return Rules(rows)


def solve(puzzle: str) -> Optional[Grid]:
    """A solution, or None if there is none."""
    return _rules_for(len(puzzle)).solve(puzzle)


def check(puzzle: str) -> str:
    """How many solutions there are: one of VERDICTS."""
    return _rules_for(len(puzzle)).check(puzzle)


def count(puzzle: str) -> int:
    """How many solutions there are, exactly."""
    return _rules_for(len(puzzle)).count(puzzle)


def canonical(puzzle: str) -> Grid:
    """The smallest puzzle that is the same in disguise."""
    return _rules_for(len(puzzle)).canonical(puzzle)


def generate(count: int = 1, *, rows: int = 9, **wishes: Any) -> List[Grid]:
    """New puzzles with one solution each: see Rules.generate.

    >>> generate(seed=1) == generate(seed=1)
    True
    """
    return _rules_for(rows * rows).generate(count, **wishes)


def solve_all(puzzles: Any, *, threads: int = 0) -> Answers:
    """Solves many puzzles of one size: see Rules.solve_all."""
    if len(puzzles) == 0:
        return Answers(puzzles[:0], [])
    first = puzzles[0]
    return _rules_for(getattr(first, "size", None) or len(first)).solve_all(
        puzzles, threads=threads
    )
