"""Arguments that are wrong: each gets a sentence that says so."""

import math

import pytest

import dlx
from dlx import pictures, sudoku

PAIRS = dlx.Problem([["a"], ["a"], ["b"], ["b"]])
TRIPLE = [["a"]] * 3
WITH_X = [["a", "x"], ["b"]]
EMPTY = "." * 81
REGIONS = "1122112233443344"


def problem(*arguments, **more):
    return lambda: dlx.Problem(*arguments, **more)


def count(**how):
    return lambda: PAIRS.count(**how)


def rules(*arguments, **more):
    return lambda: sudoku.Rules(*arguments, **more)


def generate(**wishes):
    return lambda: sudoku.generate(**wishes)


WRONG = [
    (lambda: PAIRS.verify([-1]), dlx.NotACover, "there is no option -1"),
    (lambda: PAIRS.verify([2**40]), dlx.NotACover, "there is no option 1099511627776"),
    (lambda: PAIRS.verify(["a"]), TypeError, "whole number, and not 'a'"),
    (lambda: PAIRS.option(-1), IndexError, "no option -1; the problem has 4"),
    (lambda: PAIRS.option(0.5), TypeError, "whole number, and not 0.5"),
    (lambda: PAIRS.best(1.5), TypeError, "k must be a whole number"),
    (lambda: PAIRS.best(0), ValueError, "k must be positive"),
    (lambda: PAIRS.sample(-1), ValueError, "k must be positive"),
    (lambda: PAIRS.sample(2**62), ValueError, "do not fit .* fewer at a time"),
    (lambda: PAIRS.sample(10**7, timeout=0.01), ValueError, "time was over"),
    (lambda: PAIRS.estimate(relative_error=-1), ValueError, "relative_error must be pos"),
    # Searches.
    (count(limit=1.5), TypeError, "limit must be a whole number"),
    (count(nodes=-1), ValueError, "nodes must be positive"),
    (count(timeout=math.nan), ValueError, "timeout must be positive"),
    (count(timeout="3"), TypeError, "timeout must be a number"),
    (count(timeout=-(10**400)), ValueError, "timeout must be positive"),
    (count(nodes=[0] * 999), TypeError, r"not \[0, 0, (0, )*0\.\.\.$"),
    (count(memory=-1), ValueError, "memory must be positive"),
    (count(threads=-1), ValueError, "threads must be at least 0"),
    (count(threads=None), TypeError, "threads must be a whole number"),
    (count(seed=1.5), TypeError, "seed must be a whole number"),
    (count(givens=[-1]), ValueError, "givens: there is no option -1"),
    (count(givens=[4]), ValueError, "no option number 4"),
    (count(progress=3), TypeError, "progress must be callable"),
    (count(progress_interval=0), ValueError, "progress_interval must be positive"),
    (count(engine=5), TypeError, "engine must be a string"),
    (count(engine="auto\0"), ValueError, "character 0"),
    (count(treads=2), TypeError, "no argument 'treads'"),
    # Problems.
    (problem(WITH_X, secondary="x", colors={9: {}}), IndexError, "no option 9"),
    (problem(WITH_X, secondary="x", colors={0: {"y": 1}}), ValueError, "no item 'y'"),
    (problem(WITH_X, secondary="x", colors=[{"x": 1}]), TypeError, "a mapping"),
    (problem(TRIPLE, multiplicities={"a": -1}), ValueError, "at least 0"),
    (problem(TRIPLE, multiplicities={"a": (1, 2, 3)}), TypeError, "pair of numbers"),
    (problem(TRIPLE, multiplicities={"a": (2, 1)}), ValueError, "impossible"),
    (problem(TRIPLE, multiplicities=[2]), TypeError, "a mapping"),
    (problem(TRIPLE, costs=[1.5, 2, 3]), TypeError, "whole number, and not 1.5"),
    (problem(TRIPLE, costs=[2**70, 2, 3]), ValueError, "too large"),
    (problem(TRIPLE, costs={-1: 1}), IndexError, "no option -1"),
    # Sudoku.
    (rules(0), ValueError, "rows must be positive"),
    (rules(2**32 + 9), ValueError, "4 to 36 rows"),
    (rules(9.0), TypeError, "rows must be a whole number"),
    (rules(9, box=(0, 3)), ValueError, "side of a box must be positive"),
    (rules(9, box=(3,)), TypeError, "pair of numbers"),
    (rules(4, regions=REGIONS, box=(2, 2)), ValueError, "not both"),
    (rules(regions=5), TypeError, "regions must be a string"),
    (rules(regions=REGIONS + "\0"), ValueError, "character 0"),
    (rules(timeout=-1), ValueError, "timeout must be positive"),
    (rules(nodes=-1), ValueError, "nodes must be positive"),
    (lambda: sudoku.Rules().region(81), IndexError, "no cell 81"),
    (lambda: sudoku.solve(EMPTY.encode()), TypeError, "must be a string"),
    (generate(count=1.5), TypeError, "count must be a whole number"),
    (generate(first=2**64), ValueError, "from number 18446744073709551616"),
    (generate(clues=0), ValueError, "clues must be positive"),
    (generate(clues=(30, 26)), ValueError, "from 30 to 26"),
    (generate(symmetry=5), TypeError, "symmetry must be a string"),
    (generate(rows=-9), ValueError, "rows must be positive"),
    (lambda: sudoku.solve_all(EMPTY), TypeError, "this is one line"),
    (lambda: sudoku.solve_all([EMPTY, None]), TypeError, "puzzle 1 must be a string"),
    (lambda: sudoku.solve_all([EMPTY], threads=-1), ValueError, "threads must be"),
    # Pictures.
    (lambda: pictures.grid(EMPTY, "12"), ValueError, "81 cells, and not 2"),
    (lambda: pictures.grid(EMPTY, rules=sudoku.Rules(4)), ValueError, "has 16 cells"),
    (lambda: pictures.matrix(PAIRS, [99]), IndexError, "no option 99"),
]


@pytest.mark.parametrize("ask, kind, sentence", WRONG)
def test_what_is_wrong_is_said(ask, kind, sentence):
    with pytest.raises(kind, match=sentence):
        ask()


def test_limits_beyond_those_of_c_are_none():
    for limit in (2**64, 2**64 + 1):
        assert PAIRS.count(limit=limit, nodes=limit, memory=limit) == 4
    assert len(PAIRS.best(2**70)) == 4
    assert PAIRS.count(timeout=math.inf) == 4
    assert PAIRS.count(timeout=10**400) == 4


def test_whole_numbers_of_any_type():
    numpy = pytest.importorskip("numpy")
    assert dlx.best(TRIPLE, costs=numpy.array([3.0, 2.0, 5.0]))[0].cost == 2
    assert dlx.best(TRIPLE, costs=numpy.array([3, 2, 5]))[0].cost == 2
    assert PAIRS.count(givens=numpy.array([0]), limit=numpy.int64(5)) == 2
    assert sudoku.generate(numpy.int32(1), clues=[26, 30]) == sudoku.generate(
        clues=(26, 30)
    )
    assert 81 - sudoku.generate(clues=(0, 30))[0].count(".") <= 30


def test_generators_and_arrays_of_lines():
    numpy = pytest.importorskip("numpy")
    verdicts = ["multiple solutions"] * 2
    assert sudoku.solve_all(line for line in [EMPTY] * 2).verdicts == verdicts
    assert sudoku.solve_all(numpy.array([EMPTY] * 2)).verdicts == verdicts
    assert sudoku.solve_all(numpy.zeros((0, 81), dtype="uint8")).verdicts.shape == (0,)


@pytest.mark.parametrize("shape", [(81,), (81, 9), (1, 80)])
def test_arrays_of_another_shape(shape):
    numpy = pytest.importorskip("numpy")
    with pytest.raises(ValueError, match="row of digits|no square|rows|81 digits"):
        sudoku.solve_all(numpy.zeros(shape, dtype="uint8"))


def test_matrices_that_are_wrong():
    numpy = pytest.importorskip("numpy")
    for matrix, sentence in (
        ([[1, math.nan], [1, 1]], "not a number"),
        ([["a", ""], ["b", "c"]], "does not tell"),
        ([[1j, 0], [0, 1]], "does not tell"),
    ):
        with pytest.raises(ValueError, match=sentence):
            dlx.Problem(numpy.array(matrix))
    for columns in ([7], [-1], ["a"]):
        with pytest.raises(ValueError, match="no column"):
            dlx.Problem(numpy.eye(3), primary=columns)
    with pytest.raises(ValueError, match="item 2 is neither"):
        dlx.Problem(numpy.ones((3, 3)), primary=[0], secondary=[1])


def test_sparse_matrices_are_left_as_they_are():
    sparse = pytest.importorskip("scipy.sparse")
    # Entries that are there twice, or are 0.
    matrix = sparse.csr_matrix(([1, 1, 0, 1], [0, 0, 1, 1], [0, 3, 4]), shape=(2, 2))
    assert dlx.count(matrix) == 1
    assert matrix.data.tolist() == [1, 1, 0, 1]
    with pytest.raises(ValueError, match="not a number"):
        dlx.Problem(sparse.csr_matrix([[math.nan, 1.0]]))
