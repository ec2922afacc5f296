"""Pictures are well-formed, show what they should, and those of docs/ are current."""

import doctest
import os
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

import pytest

import dlx
from dlx import pictures, sudoku

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLE = [["c", "e"], ["a", "d", "g"], ["b", "c", "f"], ["a", "d", "f"], ["b", "g"], ["d", "e", "g"]]


def parts(picture, tag):
    return xml.fromstring(picture._repr_svg_()).findall(SVG + tag)


def test_a_matrix_has_a_dot_for_each_item_of_an_option():
    problem = dlx.Problem(EXAMPLE)
    picture = pictures.matrix(problem, problem.first())
    assert len(parts(picture, "circle")) == sum(map(len, EXAMPLE))
    # The ground, and three rows that are chosen.
    assert len(parts(picture, "rect")) == 1 + 3
    assert problem._repr_svg_() == pictures.matrix(problem).svg


def test_a_problem_that_is_too_large_to_be_looked_at_has_no_picture():
    assert dlx.Problem([[k] for k in range(101)])._repr_svg_() is None


def test_names_are_escaped():
    assert "&lt;&amp;" in pictures.matrix(dlx.Problem([["<&"]])).svg


def test_a_grid():
    rules = sudoku.Rules(4)
    puzzle = "1..4..1..2..3..2"
    solution = rules.solve(puzzle)
    assert isinstance(solution, str) and solution == "1324241342313142"
    shown = parts(pictures.grid(puzzle, solution), "text")
    assert "".join(text.text for text in shown) == solution
    assert sum("font-weight" in text.attrib for text in shown) == 6
    assert len(parts(solution, "text")) == 16


@pytest.mark.parametrize(
    "rules, cell, same, other",
    [
        (sudoku.Rules(9), 0, 20, 3),
        (sudoku.Rules(6), 0, 8, 3),  # 2 x 3
        (sudoku.Rules(6, box=(3, 2)), 0, 13, 2),
        (sudoku.Rules(regions="1122113243324443"), 0, 5, 2),
    ],
)
def test_regions_are_those_of_the_rules(rules, cell, same, other):
    assert rules.region(cell) == rules.region(same) != rules.region(other)


def test_neighbors_in_a_packing_differ_in_color():
    dominoes = [
        [(r, c), (r + dr, c + 1 - dr)]
        for r in range(4)
        for c in range(5)
        for dr in (0, 1)
        if r + dr < 4 and c + 1 - dr < 5
    ]
    problem = dlx.Problem(dominoes)
    cover = problem.first()
    cells = parts(pictures.packing(problem, cover), "rect")[1:]
    assert len(cells) == 20
    color = {(int(c.get("x")), int(c.get("y"))): c.get("fill") for c in cells}
    assert all(
        sum(color.get((x + dx, y + dy)) == here for dx, dy in ((28, 0), (0, 28), (-28, 0), (0, -28))) == 1
        for (x, y), here in color.items()
    )
    with pytest.raises(ValueError, match="no item"):
        pictures.packing(dlx.Problem(EXAMPLE), [0])


def test_save(tmp_path):
    picture = pictures.grid("." * 81)
    picture.save(tmp_path / "grid.svg")
    assert (tmp_path / "grid.svg").read_text() == picture.svg


def test_options_can_be_asked_for():
    problem = dlx.Problem([range(40), [40]])
    assert problem.option(0) == list(range(40)) and problem.option(1) == [40]
    for wrong in (2, -1):
        with pytest.raises(IndexError):
            problem.option(wrong)


def test_the_page_tells_the_truth_and_its_pictures_are_those_that_its_examples_make(
    monkeypatch,
):
    docs = pathlib.Path(__file__).parents[2] / "docs"
    page = (docs / "python.md").read_text()
    made = []

    def show(value, as_ever=sys.__displayhook__):
        if hasattr(value, "svg"):
            made.append(value.svg)
        as_ever(value)

    # Which doctest puts in place of sys.displayhook.
    monkeypatch.setattr(sys, "__displayhook__", show)
    examples = doctest.DocTestParser().get_doctest(page, {}, "docs/python.md", None, 0)
    results = doctest.DocTestRunner().run(examples)
    assert results.failed == 0 and results.attempted > 20, results
    files = re.findall(r"!\[[^]]*\]\((pictures/[^)]*)\)", page)
    assert len(made) == len(files) == 4
    for svg, file in zip(made, files):
        # For those who change how pictures look, or the page.
        if os.environ.get("DLX_WRITE_PICTURES"):
            (docs / file).write_text(svg)
        assert (docs / file).read_text() == svg, file
