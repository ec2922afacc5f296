"""Pictures: of grids, of packings, and of the matrix behind a problem.

A notebook shows them by itself (`_repr_svg_`); `save` writes a file.

>>> import dlx
>>> from dlx import pictures, sudoku
>>> grid = pictures.grid("1..4..1..2..3..2", "1324241342313142")
>>> grid.save("grid.svg")
>>> options = [["c", "e"], ["a", "d", "g"], ["b", "c", "f"],
...            ["a", "d", "f"], ["b", "g"], ["d", "e", "g"]]
>>> problem = dlx.Problem(options)
>>> pictures.matrix(problem, problem.first())
<picture of 192 x 162>
"""

from __future__ import annotations

import math
import pathlib
from typing import Any, Callable, Dict, Iterable, List, Optional, Protocol, Sequence, Tuple, Union
from xml.sax.saxutils import escape

Place = Tuple[int, int]
"""A row and a column."""

# Twelve colours that can be told apart, and read black letters upon.
_COLORS = (
    "#f4a6a0 #9fc9eb #a8d8a0 #f6d488 #c9b3e6 #8fd6cf "
    "#f3b98a #d8d8d8 #e6a4cf #c8dc7e #b0b8f0 #d6b99a"
).split()


# What pictures show. The modules of problems and of Sudoku draw themselves by this
# one, which therefore imports neither.


class Options(Protocol):
    """What a picture asks of a `dlx.Problem`."""

    @property
    def items(self) -> Sequence[Any]: ...
    @property
    def option_count(self) -> int: ...
    def option(self, __number: int) -> Iterable[Any]: ...


class Regions(Protocol):
    """What a picture asks of `dlx.sudoku.Rules`."""

    @property
    def cells(self) -> int: ...
    @property
    def rows(self) -> int: ...
    def region(self, __cell: int) -> Any: ...


class _Boxes:
    """The customary boxes, as nearly square as they can be, and lying."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.rows = math.isqrt(cells)
        heights = [d for d in range(2, math.isqrt(self.rows) + 1) if self.rows % d == 0]
        if self.rows**2 != cells or not heights:
            raise ValueError(f"a line of {cells} cells is no square grid with boxes")
        self._height = heights[-1]

    def region(self, cell: int) -> Any:
        row, column = divmod(cell, self.rows)
        return row // self._height, column // (self.rows // self._height)


class Picture:
    """An image, as the text of an SVG file."""

    def __init__(self, width: int, height: int, parts: Iterable[str]) -> None:
        self.width = width
        self.height = height
        self.svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
            f'height="{height}" viewBox="0 0 {width} {height}" '
            'font-family="sans-serif" text-anchor="middle">\n'
            f'<rect width="{width}" height="{height}" fill="white"/>\n'
            + "\n".join(parts)
            + "\n</svg>\n"
        )

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<picture of {self.width} x {self.height}>"

    def save(self, path: Union[str, "pathlib.Path"]) -> None:
        """Writes a file."""
        pathlib.Path(path).write_text(self.svg, encoding="utf-8")


def _text(x: float, y: float, size: float, text: Any, more: str = "") -> str:
    """A text whose middle is there."""
    return (
        f'<text x="{x:g}" y="{y + size * 0.35:g}" font-size="{size:g}"{more}>'
        f"{escape(str(text))}</text>"
    )


def _borders(region_of: Dict[Place, Any], cell: int, margin: int) -> str:
    """Strong lines between cells of different regions, and around them."""
    lines = []
    for row, column in region_of:
        here = region_of[row, column]
        x, y = margin + column * cell, margin + row * cell
        if region_of.get((row - 1, column)) != here:
            lines.append(f"M{x} {y}h{cell}")
        if region_of.get((row, column - 1)) != here:
            lines.append(f"M{x} {y}v{cell}")
        if (row + 1, column) not in region_of:
            lines.append(f"M{x} {y + cell}h{cell}")
        if (row, column + 1) not in region_of:
            lines.append(f"M{x + cell} {y}v{cell}")
    return (
        f'<path d="{"".join(lines)}" stroke="black" stroke-width="2" '
        'stroke-linecap="square" fill="none"/>'
    )


def grid(
    puzzle: str, solution: Optional[str] = None, *, rules: Optional[Regions] = None
) -> Picture:
    """A Sudoku: the clues in black, and what the solution adds in blue."""
    rules = rules or _Boxes(len(puzzle))
    for line in (puzzle, solution or puzzle):
        if len(line) != rules.cells:
            raise ValueError(f"a grid has {rules.cells} cells, and not {len(line)}")
    rows, cell, margin = rules.rows, 32, 4
    side = rows * cell + 2 * margin
    parts = []
    regions: Dict[Place, Any] = {}
    for k in range(rules.cells):
        row, column = divmod(k, rows)
        regions[row, column] = rules.region(k)
        x, y = margin + column * cell, margin + row * cell
        parts.append(
            f'<rect x="{x}" y="{y}" width="{cell}" height="{cell}" '
            'fill="none" stroke="#bbb"/>'
        )
        is_clue = puzzle[k] not in ".0"
        digit = puzzle[k] if is_clue else (solution or puzzle)[k]
        if digit not in ".0":
            style = ' font-weight="bold"' if is_clue else ' fill="#1a5fb4"'
            parts.append(_text(x + cell / 2, y + cell / 2, 18, digit, style))
    parts.append(_borders(regions, cell, margin))
    return Picture(side, side, parts)


def _own_place(item: Any) -> Optional[Place]:
    """An item that is a pair of numbers is a cell of a board."""
    if isinstance(item, tuple) and len(item) == 2:
        row, column = item
        if isinstance(row, int) and isinstance(column, int):
            return row, column
    return None


def packing(
    problem: Options,
    cover: Iterable[int],
    place: Callable[[Any], Optional[Place]] = _own_place,
) -> Picture:
    """A board and its pieces: the options of a cover, each in a colour.

    `place` tells for an item in which row and column it is, or None if it is no cell
    of the board (but the name of a piece, say).
    """
    cell, margin = 28, 4
    piece_of: Dict[Place, int] = {}
    for option in sorted(cover):
        for item in problem.option(option):
            where = place(item)
            if where is not None:
                piece_of[where] = option
    if not piece_of:
        raise ValueError("no item has a place on a board")
    top = min(row for row, _ in piece_of)
    left = min(column for _, column in piece_of)
    moved = {(row - top, column - left): piece_of[row, column] for row, column in piece_of}
    color_of = _color_pieces(moved)
    parts = [
        f'<rect x="{margin + column * cell}" y="{margin + row * cell}" '
        f'width="{cell}" height="{cell}" fill="{_COLORS[color_of[piece]]}"/>'
        for (row, column), piece in sorted(moved.items())
    ]
    parts.append(_borders(moved, cell, margin))
    height = max(row for row, _ in moved) + 1
    width = max(column for _, column in moved) + 1
    return Picture(width * cell + 2 * margin, height * cell + 2 * margin, parts)


def _color_pieces(piece_of: Dict[Place, int]) -> Dict[int, int]:
    """Colours that neighbours do not share, as far as there are enough."""
    neighbors: Dict[int, set[int]] = {piece: set() for piece in piece_of.values()}
    for (row, column), piece in piece_of.items():
        for beside in ((row + 1, column), (row, column + 1)):
            other = piece_of.get(beside, piece)
            if other != piece:
                neighbors[piece].add(other)
                neighbors[other].add(piece)
    color_of: Dict[int, int] = {}
    uses = [0] * len(_COLORS)
    for piece in sorted(neighbors):
        taken = {color_of[other] for other in neighbors[piece] if other in color_of}
        free = [color for color in range(len(_COLORS)) if color not in taken]
        color = min(free or range(len(_COLORS)), key=lambda color: uses[color])
        color_of[piece] = color
        uses[color] += 1
    return color_of


def matrix(problem: Options, cover: Optional[Iterable[int]] = None) -> Picture:
    """The matrix of the literature: a row for each option, a column for each item; the
    rows of a cover are coloured."""
    cell, left, top, margin = 20, 44, 34, 4
    items = problem.items
    column_of = {item: column for column, item in enumerate(items)}
    color_of: Dict[int, str] = {}
    for k, option in enumerate(sorted(cover or ())):
        problem.option(option)  # There must be one.
        color_of[option] = _COLORS[k % len(_COLORS)]
    parts: List[str] = []
    for item, column in column_of.items():
        name = str(item)
        parts.append(
            _text(left + (column + 0.5) * cell, top - 12, 12 if len(name) < 3 else 7, name)
        )
    for option in range(problem.option_count):
        y = top + option * cell
        if option in color_of:
            parts.append(
                f'<rect x="{margin}" y="{y}" width="{left - margin + len(items) * cell}" '
                f'height="{cell}" fill="{color_of[option]}"/>'
            )
        parts.append(_text(left / 2, y + cell / 2, 11, option, ' fill="#555"'))
        for item in problem.option(option):
            x = left + (column_of[item] + 0.5) * cell
            parts.append(f'<circle cx="{x:g}" cy="{y + cell / 2:g}" r="6"/>')
    width, height = len(items) * cell, problem.option_count * cell
    lines = [f"M{left + k * cell} {top}v{height}" for k in range(len(items) + 1)]
    lines += [f"M{left} {top + k * cell}h{width}" for k in range(problem.option_count + 1)]
    parts.append(f'<path d="{"".join(lines)}" stroke="#bbb" fill="none"/>')
    return Picture(left + width + 2 * margin, top + height + 2 * margin, parts)
