"""Sudoku puzzles: solve, check, count, make, and all of that for very many.

>>> from dlx import sudoku
>>> sudoku.solve("1..4..1..2..3..2")
'1324241342313142'
>>> sudoku.check("1....2....3....4")
'multiple solutions'
>>> sudoku.count("................")
288

A puzzle is a line of cells, row by row: 1 to 9 and A to Z, and `.` or `0` for an empty
cell. Its length tells its size. Rows of numbers will also do, in lists or in an array of
NumPy; a solution is then returned in the same form:

>>> sudoku.solve([[1, 0, 0, 4], [0, 0, 1, 0], [0, 2, 0, 0], [3, 0, 0, 2]])
[[1, 3, 2, 4], [2, 4, 1, 3], [4, 2, 3, 1], [3, 1, 4, 2]]

Other rules are those of a `Rules`:

>>> x = sudoku.Rules(diagonals=True, rows=4)
>>> x.count("." * 16)
48
"""

from __future__ import annotations

import concurrent.futures
import ctypes
import functools
import itertools
import math
import os
import threading
from typing import (
    Any,
    Callable,
    List,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

from . import _arguments, _library
from ._library import Handle, Interrupter, byref, call, library
from ._problem import _EXHAUSTED, SearchStopped, _outcome_name

VERDICTS = ("no solution", "unique", "multiple solutions", "undecided")
"""What can be said of a puzzle; `solve_all` gives their indices for an array."""

_WITH_SOLUTION = (VERDICTS.index("unique"), VERDICTS.index("multiple solutions"))
_CHARACTERS = b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TO_CHARACTERS = _CHARACTERS + bytes(256 - len(_CHARACTERS))
_BAD = 255
_LOT_BYTES = 120_000


@functools.lru_cache(maxsize=None)
def _to_digits(rows: int) -> bytes:
    """For bytes.translate: the digit of each character that a grid may have."""
    table = bytearray([_BAD]) * 256
    for digit, character in enumerate(_CHARACTERS[: rows + 1]):
        table[character] = digit
        table[ord(chr(character).lower())] = digit
    table[ord("0")] = 0
    return bytes(table)


Rows = Sequence[Any]
"""A puzzle as rows of cells, or as cells row by row, in lists or in an array of NumPy. A
cell is a number, or a character; 0, None, NaN, "" and " " are empty, too."""


class Grid(str):
    """A line of cells, as it is everywhere here, that notebooks show as a grid."""

    rules: "Rules"

    def __new__(cls, line: str, rules: "Rules") -> "Grid":
        grid = super().__new__(cls, line)
        grid.rules = rules
        return grid

    def __getnewargs__(self) -> Tuple[str, "Rules"]:  # type: ignore[override]
        return str(self), self.rules

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


class _Form:
    """How a puzzle was given: as a line of cells, or as rows."""

    def __init__(self, puzzle: Any) -> None:
        self._given = puzzle
        if isinstance(puzzle, (str, bytes)):
            self.line: Any = puzzle
            return
        try:
            rows = puzzle.tolist() if hasattr(puzzle, "tolist") else list(puzzle)
        except TypeError:
            raise TypeError(
                "a puzzle is a line of cells, or rows of them, and not "
                f"{_arguments.shown(puzzle)}"
            ) from None
        self._widths = [len(row) if _is_row(row) else 0 for row in rows]
        cells = [cell for row in rows for cell in (row if _is_row(row) else [row])]
        self.line = "".join(map(_character, cells))

    def of(self, line: str) -> Any:
        """A solution in the same form."""
        if not hasattr(self, "_widths"):
            return line
        digits = [_CHARACTERS.index(character) for character in line.encode()]
        if _is_array(self._given):
            import numpy

            return numpy.array(digits, self._given.dtype).reshape(self._given.shape)
        if not any(self._widths):
            return digits
        ends = itertools.accumulate(self._widths)
        return [digits[end - width : end] for width, end in zip(self._widths, ends)]


def _is_row(value: Any) -> bool:
    return isinstance(value, str) and len(value) > 1 or isinstance(value, (list, tuple))


def _character(cell: Any) -> str:
    """That of a cell in a line."""
    if isinstance(cell, str) and len(cell) == 1:
        return "." if cell == " " else cell
    if cell is None or cell == "" or cell != cell:
        return "."
    if isinstance(cell, str) and cell.isdecimal():
        cell = int(cell)
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    digit = _arguments.whole("a cell", cell, 0)
    if digit >= len(_CHARACTERS):
        raise ValueError(f"a cell holds {digit}, and a digit is at most 36")
    return chr(_CHARACTERS[digit])


def _digits(lines: Sequence[str], cells: int, first_number: int = 0) -> bytes:
    """The cells of puzzles; `first_number` is that of the first in the caller's list."""
    try:
        text = "".join(lines)
    except TypeError:
        for number, line in enumerate(lines, first_number):
            if not isinstance(line, str):
                raise TypeError(
                    f"puzzle {number} must be a string, and not {line!r}"
                ) from None
        raise
    table = _to_digits(math.isqrt(cells))
    # A bytearray is translated in half the time of bytes. What is not ASCII is "?".
    digits = bytes(bytearray(text, "ascii", "replace").translate(table))
    if len(text) != cells * len(lines) or _BAD in digits:
        for number, line in enumerate(lines, first_number):
            _check_line(line, cells, number)
    return digits


def _check_line(line: str, cells: int, number: int) -> None:
    if len(line) != cells:
        raise ValueError(f"puzzle {number} has {len(line)} cells, and not {cells}")
    rows = math.isqrt(cells)
    bad = line.encode("ascii", "replace").translate(_to_digits(rows)).find(_BAD)
    if bad >= 0:
        last = _CHARACTERS[rows : rows + 1].decode()
        raise ValueError(
            f"puzzle {number}: cell {bad} is {line[bad]!r}, but a cell is 1 to {last}, "
            "or . if it is empty"
        )


class Rules:
    """The rules of a kind of puzzle, and a solver for it.

    Args:
      rows: of the grid: 4, 6, 8, 9, ..., 36.
      box: the rows and columns of a box, if not the customary ones.
      regions: in place of boxes, a character for each cell: cells of the same
        character are a region.
      diagonals: every digit stands once in both diagonals.
      windows: ... and in the four windows between the boxes.
      more: what is asked besides, such as "AntiKnight.Thermo~R1C1~R2C1"
        (docs/rules.md).
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
        more: Optional[str] = None,
        timeout: Optional[float] = None,
        nodes: Optional[int] = None,
    ) -> None:
        self._arguments = {
            "rows": rows,
            "box": box,
            "regions": regions,
            "diagonals": diagonals,
            "windows": windows,
            "more": more,
            "timeout": timeout,
            "nodes": nodes,
        }
        self._rules = _library.Rules()
        self._rules.size = ctypes.sizeof(self._rules)
        if rows is not None:
            self._rules.rows = _arguments.whole("rows", rows, 1, 2**31 - 1)
        if box is not None:
            if regions is not None:
                raise ValueError("a grid has boxes or irregular regions, not both")
            height, width = _arguments.pair("each side of a box", box, 1)
            self._rules.box_rows = min(height, 2**31 - 1)
            self._rules.box_columns = min(width, 2**31 - 1)
        self._rules.regions = _arguments.text("regions", regions)
        self._rules.has_diagonals = bool(diagonals)
        self._rules.has_windows = bool(windows)
        self._rules.more = _arguments.text("more", more)
        if timeout is not None:
            self._rules.max_seconds = _arguments.positive("timeout", timeout)
        self._rules.max_nodes = _arguments.limit("nodes", nodes)
        self._solver = _Solver(self._rules)  # Says what is wrong with them.
        self.cells: int = self._solver.cells
        """How many cells a grid has."""

    def __reduce__(self) -> Any:
        return functools.partial(type(self), **self._arguments), ()

    def __repr__(self) -> str:
        """How they were made.

        >>> Rules(rows=4, diagonals=True)
        Rules(rows=4, diagonals=True)
        """
        said = (f"{name}={value!r}" for name, value in self._arguments.items() if value)
        return f"Rules({', '.join(said)})"

    @property
    def rows(self) -> int:
        """How many rows and columns, and digits."""
        return math.isqrt(self.cells)

    def region(self, cell: int) -> Any:
        """What the cells of a box, or of an irregular region, have in common."""
        if not 0 <= cell < self.cells:
            raise IndexError(f"there is no cell {cell}; the grid has {self.cells}")
        if self._rules.regions is not None:
            return self._rules.regions.decode().split()[0][cell]
        height = self._rules.box_rows or _box_height(self.rows)
        width = self.rows // height
        row, column = divmod(cell, self.rows)
        return row // height, column // width

    @overload
    def solve(self, puzzle: str) -> Optional[Grid]: ...

    @overload
    def solve(self, puzzle: Rows) -> Any: ...

    def solve(self, puzzle: Any) -> Any:
        """A solution, in the form of the puzzle, or None if there is none."""
        form = _Form(puzzle)
        solutions: List[Optional[str]] = self.solve_all([form.line], threads=1)[0]
        return None if solutions[0] is None else form.of(Grid(solutions[0], self))

    def check(self, puzzle: Rows) -> str:
        """How many solutions there are: one of VERDICTS."""
        return str(self.solve_all([_Form(puzzle).line], threads=1).verdicts[0])

    def two_solutions(self, puzzle: Rows) -> List[Any]:
        """Two solutions that differ, or the only one, or none.

        >>> for grid in Rules(4).two_solutions("1....2....3....4"):
        ...     print(grid)
        1342421324313124
        1423324141322314
        """
        cells, form = self.cells, _Form(puzzle)
        grids = [ctypes.create_string_buffer(cells) for _ in range(2)]
        verdict = ctypes.create_string_buffer(1)
        self._solver.solve(
            _digits([form.line], cells), 1, grids[0], grids[1], verdict
        )
        lines = [grid.raw.translate(_TO_CHARACTERS).decode() for grid in grids]
        return [form.of(Grid(line, self)) for line in lines if "." not in line]

    def count(self, puzzle: Rows) -> int:
        """How many solutions there are."""
        outcome = ctypes.c_int()
        digits = _digits([_Form(puzzle).line], self.cells)
        count = self._solver.call(library.sudoku_count, digits, byref(outcome))
        if outcome.value != _EXHAUSTED:
            raise SearchStopped(_outcome_name(outcome.value), int(count))
        return int(count)

    def canonical(self, puzzle: Rows) -> Grid:
        """The smallest puzzle that is the same in disguise, as a line: two puzzles are
        the same if theirs are equal."""
        grid = ctypes.create_string_buffer(self.cells)
        digits = _digits([_Form(puzzle).line], self.cells)
        self._solver.call(library.sudoku_canonical, digits, grid)
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
        count, first = _arguments.whole("count", count), _arguments.whole("first", first)
        if count < 0 or first < 0 or first + count > 2**64:
            raise ValueError(f"there are no {count} puzzles from number {first} on")
        wishes = _library.Wishes()
        wishes.size = ctypes.sizeof(wishes)
        wishes.seed = _arguments.whole("seed", seed) & 0xFFFFFFFFFFFFFFFF
        wishes.symmetry = _arguments.text("symmetry", symmetry)
        if clues is not None:
            least, most = _arguments.bounds("clues", clues, 0)
            _arguments.whole("the number of clues", most, 1)
            wishes.least_clues = min(least, 2**31 - 1)
            wishes.most_clues = min(most, 2**31 - 1)
        wishes.is_minimal = bool(minimal)
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
        threads = _arguments.whole("threads", threads, 0, 1024)
        if _is_array(puzzles):
            return self._solve_array(puzzles, threads)
        lines = _lines(puzzles)
        solutions: List[Optional[str]] = [None] * len(lines)
        verdicts = [""] * len(lines)

        def work(solver: _Solver, begin: int, end: int) -> None:
            solutions[begin:end], verdicts[begin:end] = self._solve_lines(
                solver, lines[begin:end], begin
            )

        # So few at a time that the memory for one lot is used again for the next: new
        # memory, a page after the other, would take as long as Python does.
        self._share_out(len(lines), max(1, _LOT_BYTES // self.cells), threads, work)
        return Answers(solutions, verdicts)

    def _solve_lines(
        self, solver: _Solver, lines: List[str], first_number: int
    ) -> Tuple[List[Optional[str]], List[str]]:
        count, cells = len(lines), self.cells
        digits = _digits(lines, cells, first_number)
        solutions = ctypes.create_string_buffer(count * cells)
        verdicts = ctypes.create_string_buffer(count)
        solver.solve(digits, count, solutions, None, verdicts)
        # A bytearray is translated in half the time of bytes.
        text = bytearray(solutions).translate(_TO_CHARACTERS).decode()
        grids: List[Optional[str]] = [
            text[i : i + cells] for i in range(0, count * cells, cells)
        ]
        if sum(map(verdicts.raw.count, _WITH_SOLUTION)) < count:
            for k in range(count):
                if text[k * cells] == ".":
                    grids[k] = None
        return grids, [VERDICTS[verdict] for verdict in verdicts.raw]

    def _solve_array(self, puzzles: Any, threads: int) -> Answers:
        import numpy

        with numpy.errstate(invalid="ignore"):  # NaN becomes something else.
            digits = numpy.ascontiguousarray(puzzles, dtype=numpy.uint8)
        is_exact = puzzles.dtype == numpy.uint8 or (digits == puzzles).all()
        if not is_exact or not self._holds_grids(digits.shape):
            raise ValueError(f"rows of {self.cells} digits are expected")
        count, cells = digits.size // self.cells, self.cells
        if count > 0 and digits.max() > self.rows:
            place = int(numpy.argmax(digits.reshape(-1) > self.rows))
            number, cell = divmod(place, cells)
            raise ValueError(
                f"puzzle {number}: cell {cell} holds {digits.reshape(-1)[place]}, "
                f"but the digits are 1 to {self.rows}"
            )
        solutions = numpy.zeros_like(digits)
        verdicts = numpy.zeros(count, dtype=numpy.uint8)
        arrays = digits, solutions, verdicts
        addresses = [array.ctypes.data for array in arrays]

        def work(solver: _Solver, begin: int, end: int) -> None:
            solver.solve(
                addresses[0] + begin * cells,
                end - begin,
                addresses[1] + begin * cells,
                None,
                addresses[2] + begin,
                needed=arrays,
            )

        self._share_out(count, max(256, count // 16), threads, work)
        return Answers(solutions, verdicts)

    def _holds_grids(self, shape: Tuple[int, ...]) -> bool:
        """Are the last numbers those of a grid, or of its cells in a row?"""
        return shape[-1:] == (self.cells,) or shape[-2:] == (self.rows, self.rows)

    def _share_out(
        self,
        count: int,
        share: int,
        threads: int,
        work: Callable[[_Solver, int, int], None],
    ) -> None:
        """Calls work(solver, begin, end) until all puzzles have had their turn."""
        begins = range(0, count, share)
        if len(begins) <= 1:
            if count > 0:
                work(self._solver, 0, count)
            return
        threads = min(threads or os.cpu_count() or 1, len(begins))
        # ctypes gives up the interpreter's lock, so threads do work side by side. The
        # only one works in a pool, too: the main thread would start a new one for each
        # call, to hear of Ctrl-C.
        solvers = [_Solver(self._rules) for _ in range(threads)]

        def work_some(k: int) -> None:
            for begin in begins[k::threads]:
                work(solvers[k], begin, min(begin + share, count))

        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            try:
                for future in [pool.submit(work_some, k) for k in range(threads)]:
                    future.result()
            except BaseException:
                for solver in solvers:
                    solver.stop()
                raise


class _Stopped(Exception):
    """stop() was called."""


class _Solver:
    """A sudoku_solver, which threads use one after the other."""

    def __init__(self, rules: _library.Rules) -> None:
        self._rules = rules  # It owns the text of the regions.
        self._lock = threading.Lock()
        self._is_stopped = False
        self._is_interrupted = False
        self._make()
        self.cells: int = int(library.sudoku_solver_cell_count(self._handle))

    def _make(self) -> None:
        interrupter = Interrupter()
        own = _library.Rules.from_buffer_copy(self._rules)
        own.interrupter = interrupter.address
        self._handle = Handle(
            call(library.sudoku_solver_create, byref(own)),
            library.sudoku_solver_free,
            interrupter,
        )
        self._interrupter = interrupter

    def stop(self) -> None:
        """Ends what it does, from another thread, and all that would come."""
        self._is_stopped = True
        self._interrupter.request()

    def call(self, function: Any, *arguments: Any, needed: Any = None) -> Any:
        with self._lock:
            if self._is_stopped:
                raise _Stopped
            if self._is_interrupted:
                self._make()  # What is interrupted once is so for ever.
            self._is_interrupted = True  # If nothing after this is reached.
            try:
                result = call(
                    function,
                    self._handle,
                    *arguments,
                    interrupter=self._interrupter,
                    needed=needed,
                )
            except ValueError:
                self._is_interrupted = False
                raise
            self._is_interrupted = False
            return result

    def solve(
        self,
        digits: Union[int, bytes],
        count: int,
        solutions: Any,
        others: Any,
        verdicts: Any,
        needed: Any = None,
    ) -> None:
        self.call(
            library.sudoku_solve,
            digits,
            count,
            solutions,
            others,
            verdicts,
            needed=needed,
        )


def _box_height(rows: int) -> int:
    """Of the customary box, which is nearly a square, and lies."""
    return max(k for k in range(1, math.isqrt(rows) + 1) if rows % k == 0)


@functools.lru_cache(maxsize=None)
def _rules_for(cells: int) -> Rules:
    rows = math.isqrt(cells)
    if rows * rows != cells or cells == 0:
        raise ValueError(f"a line of {cells} cells is no square grid")
    return Rules(rows)


@overload
def solve(puzzle: str) -> Optional[Grid]: ...


@overload
def solve(puzzle: Rows) -> Any: ...


def solve(puzzle: Any) -> Any:
    """A solution, in the form of the puzzle, or None if there is none."""
    form = _Form(puzzle)
    grid = _rules_for(len(form.line)).solve(form.line)
    return None if grid is None else form.of(grid)


def check(puzzle: Rows) -> str:
    """How many solutions there are: one of VERDICTS."""
    line = _Form(puzzle).line
    return _rules_for(len(line)).check(line)


def count(puzzle: Rows) -> int:
    """How many solutions there are, exactly."""
    line = _Form(puzzle).line
    return _rules_for(len(line)).count(line)


def canonical(puzzle: Rows) -> Grid:
    """The smallest puzzle that is the same in disguise, as a line."""
    line = _Form(puzzle).line
    return _rules_for(len(line)).canonical(line)


def generate(
    count: int = 1,
    *,
    rows: int = 9,
    seed: int = 0,
    first: int = 0,
    symmetry: Optional[str] = None,
    clues: Union[int, Tuple[int, int], None] = None,
    minimal: bool = False,
) -> List[Grid]:
    """New puzzles with one solution each: see Rules.generate.

    >>> generate(seed=1) == generate(seed=1)
    True
    """
    rows = _arguments.whole("rows", rows, 1)
    return _rules_for(rows * rows).generate(
        count, seed=seed, first=first, symmetry=symmetry, clues=clues, minimal=minimal
    )


def solve_all(puzzles: Any, *, threads: int = 0) -> Answers:
    """Solves many puzzles of one size: see Rules.solve_all."""
    if not _is_array(puzzles):
        puzzles = _lines(puzzles)
    elif puzzles.ndim < 2:
        raise ValueError("an array has a row of digits for each puzzle")
    if len(puzzles) == 0:
        verdicts = puzzles.ravel().astype("uint8") if _is_array(puzzles) else []
        return Answers(puzzles[:0], verdicts)
    cells = puzzles[0].size if _is_array(puzzles) else len(puzzles[0])
    return _rules_for(cells).solve_all(puzzles, threads=threads)


def _is_array(puzzles: Any) -> bool:
    """Is it one of numbers? An array of strings is as good as a list."""
    return hasattr(puzzles, "dtype") and puzzles.dtype.kind in "biuf"


def _lines(puzzles: Any) -> List[str]:
    if isinstance(puzzles, (str, bytes)):
        raise TypeError("many puzzles are a list of lines, and this is one line")
    return list(puzzles)
