"""Programs for the packages exact_cover and xcover, with nothing but their imports
changed: the problems that these packages show as examples, or are tested with."""

import itertools

import numpy as np
import pytest

from dlx.exact_cover import (
    NoSolution,
    get_all_solutions,
    get_exact_cover,
    get_solution_count,
)
from dlx.exact_cover.error import NoSolution as NoSolutionOfError
from dlx.exact_cover.io import load_problem, save_problem
from dlx.xcover import covers, covers_bool

# The example of Wikipedia.
SETS = [{1, 4, 7}, {1, 4}, {4, 5, 7}, {3, 5, 6}, {2, 3, 6, 7}, {2, 7}]


def matrix_of(sets, columns, dtype=np.int32):
    return np.array([[c in s for c in columns] for s in sets], dtype=dtype)


def as_sets(solutions):
    return {frozenset(int(row) for row in solution) for solution in solutions}


def two_trominoes():
    """Two different L-trominoes on a board of 3 x 3 that lacks three corners."""
    cells = [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)]
    rows = []
    for name in "AB":
        for y, x in itertools.product(range(2), repeat=2):
            square = {(y + i, x + j) for i in range(2) for j in range(2)}
            for missing in sorted(square):
                piece = square - {missing}
                if piece <= set(cells):
                    rows.append({name} | piece)
    return matrix_of(rows, ["A", "B"] + cells)


class TestExactCover:
    @pytest.mark.parametrize("dtype", [np.int32, np.int8, np.bool_, np.float64])
    def test_the_smallest_example(self, dtype):
        data = np.array([[1, 0, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1]], dtype=dtype)
        assert get_solution_count(data) == 2
        assert as_sets(get_all_solutions(data)) == {
            frozenset({0, 1, 3}),
            frozenset({0, 2}),
        }
        assert len(get_all_solutions(data, 1)) == 1
        assert len(get_all_solutions(data, max_count=1)) == 1
        cover = get_exact_cover(data)
        assert cover.sum() in (2, 4) and (np.diff(cover) > 0).all()
        np.testing.assert_array_equal(data[cover].sum(axis=0), [1, 1, 1])

    def test_the_example_of_wikipedia(self):
        data = matrix_of(SETS, range(1, 8))
        np.testing.assert_array_equal(get_exact_cover(data), [1, 3, 5])
        assert get_solution_count(data) == 1

    def test_files(self, tmp_path):
        data = matrix_of(SETS, range(1, 8))
        for write in (save_problem, np.savetxt):  # What theirs writes.
            write(tmp_path / "matrix", data)
            read = load_problem(tmp_path / "matrix")
            np.testing.assert_array_equal(read, data)
            assert get_solution_count(read) == 1

    def test_errors_are_the_same(self):
        assert NoSolutionOfError is NoSolution

    def test_no_solution(self):
        data = np.array([[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 0]])
        with pytest.raises(NoSolution):
            get_exact_cover(data)
        assert get_solution_count(data) == 0
        assert get_all_solutions(data) == []

    def test_rows_of_zeros_are_in_no_solution(self):
        data = np.array(
            [[1, 0, 0], [0, 0, 0], [0, 1, 0], [0, 1, 1], [0, 0, 0], [0, 0, 1]]
        )
        assert as_sets(get_all_solutions(data)) == {
            frozenset({0, 3}),
            frozenset({0, 2, 5}),
        }

    def test_equal_rows_count_each(self):
        data = np.array(
            [[1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 1, 1], [0, 1, 1], [0, 0, 1]]
        )
        assert get_solution_count(data) == 6
        assert len(as_sets(get_all_solutions(data))) == 6

    def test_lists_are_matrices(self):
        np.testing.assert_array_equal(get_exact_cover([[1, 1, 1]]), [0])

    def test_trominoes(self):
        data = two_trominoes()
        solutions = get_all_solutions(data)
        assert get_solution_count(data) == len(as_sets(solutions)) > 0
        for solution in solutions:
            assert (data[solution].sum(axis=0) == 1).all()


class TestXcover:
    def test_the_example_of_knuth(self):
        options = [set("ce"), set("adg"), set("bcf"), set("adf"), set("bg"), set("deg")]
        assert as_sets(covers(options)) == {frozenset({0, 3, 4})}

    def test_the_example_of_wikipedia(self):
        assert as_sets(covers(SETS)) == {frozenset({1, 3, 5})}

    def test_a_matrix(self):
        matrix = matrix_of(SETS, range(1, 8), dtype=bool)
        assert sorted(next(covers_bool(matrix))) == [1, 3, 5]
        assert as_sets(covers_bool(two_trominoes())) == as_sets(
            get_all_solutions(two_trominoes())
        )

    def test_rows_of_zeros(self):
        matrix = np.array([[0, 0], [1, 0], [0, 0], [0, 1]])
        assert as_sets(covers_bool(matrix)) == {frozenset({1, 3})}

    def test_secondary_items(self):
        options = ["cek", "adgh", "bcf", "adfhi", "bgj", "degi", "aj"]
        found = covers(options, primary=list("abcdefg"), secondary=list("hijk"))
        assert as_sets(found) == {frozenset({0, 3, 4}), frozenset({2, 5, 6})}

    def test_colors(self):
        options = [
            ["p", "q", "x", "y:A"],
            ["p", "r", "x:A", "y"],
            ["p", "x:B"],
            ["q", "x:A"],
            ["r", "y:B"],
        ]
        found = covers(
            options, primary=["p", "q", "r"], secondary=["x", "y"], colored=True
        )
        assert as_sets(found) == {frozenset({1, 3})}

    def test_an_item_in_one_color_or_once_without(self):
        options = ["ab d", "c d", "c e", "ab d:B", "c d:B", "ab d:R", "c d:R"]
        split = [
            [item for word in option.split() for item in ([word] if ":" in word else word)]
            for option in options
        ]
        found = covers(split, primary="abc", secondary="def", colored=True)
        assert len(list(found)) == 5

    def test_colons_are_letters_without_colors(self):
        assert as_sets(covers([["a:1"], ["a:2"]])) == {frozenset({0, 1})}

    def test_queens(self):
        n = 8
        options = [
            [f"r{row}", f"c{column}", f"d{row + column}", f"a{row - column}"]
            for row in range(n)
            for column in range(n)
        ]
        secondary = {item for option in options for item in option[2:]}
        assert len(list(covers(options, secondary=secondary))) == 92

    def test_no_cover(self):
        assert list(covers([[0, 1], [1, 2], [0, 2]])) == []
