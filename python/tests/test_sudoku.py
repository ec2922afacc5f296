"""What the docstrings of dlx.sudoku do not show."""

import concurrent.futures
import copy
import pickle
import signal
import threading
import time

import pytest

import dlx
from dlx import sudoku

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SOLUTION = (
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
)
EMPTY = "." * 81


def test_one_puzzle():
    assert sudoku.solve(HARD) == SOLUTION
    assert sudoku.solve(HARD.replace(".", "0")) == SOLUTION
    assert sudoku.check(HARD) == "unique"
    assert sudoku.check("55" + EMPTY[2:]) == "no solution"
    assert sudoku.solve("55" + EMPTY[2:]) is None
    assert sudoku.check(EMPTY) == "multiple solutions"
    assert sudoku.count(HARD) == 1
    assert len(set(sudoku.Rules().two_solutions(EMPTY))) == 2
    assert sudoku.Rules().two_solutions(HARD) == [SOLUTION]


def test_what_is_wrong():
    for bad in ("", "123"):
        with pytest.raises(ValueError, match="no square"):
            sudoku.solve(bad)
    for wishes in ({"count": -1}, {"first": -1}):
        with pytest.raises(ValueError, match="no .* puzzles from number"):
            sudoku.generate(**wishes)
    for bad in ("!", "é", "A", "?"):
        with pytest.raises(ValueError, match=r"puzzle 0: cell 2 is .*1 to 9"):
            sudoku.solve(".." + bad + EMPTY[3:])
    with pytest.raises(ValueError, match="puzzle 1 has 80 cells"):
        sudoku.solve_all([EMPTY, EMPTY[1:]])
    # However many there are before it, the number is that of the list.
    for threads in (1, 2):
        with pytest.raises(ValueError, match="puzzle 4000: cell 80 is 'x'"):
            sudoku.solve_all([HARD] * 4000 + [HARD[:80] + "x"], threads=threads)
    with pytest.raises(ValueError):
        sudoku.Rules(7, box=(2, 3))


def test_other_rules():
    regions = "1122113233424444"
    assert sudoku.Rules(regions="1122112233443344").count("." * 16) == 288
    with pytest.raises(ValueError):
        sudoku.Rules(regions=regions)
    assert sudoku.Rules(6, box=(3, 2)).solve("." * 36) is not None
    assert sudoku.solve("." * 256)[:1].isalnum()
    windoku = sudoku.Rules(windows=True).solve(EMPTY)
    assert len({windoku[9 * row + column] for row in (1, 2, 3) for column in (1, 2, 3)}) == 9


def test_canonical():
    turned = "".join(SOLUTION[9 * c + r] for r in range(9) for c in range(9))
    assert sudoku.canonical(turned) == sudoku.canonical(SOLUTION)


def test_generate():
    puzzles = sudoku.generate(5, seed=3, clues=(26, 30))
    assert puzzles == sudoku.generate(3, seed=3, clues=(26, 30)) + sudoku.generate(
        2, seed=3, first=3, clues=(26, 30)
    )
    for puzzle in puzzles:
        assert sudoku.check(puzzle) == "unique"
        assert 26 <= 81 - puzzle.count(".") <= 30
    assert sudoku.generate(0) == []
    with pytest.raises(ValueError, match="no symmetry"):
        sudoku.generate(symmetry="some")


def test_limits():
    with pytest.raises(dlx.SearchStopped):
        sudoku.Rules(9, timeout=0.1).count(EMPTY)
    assert sudoku.Rules(9, nodes=1).check(HARD) == "undecided"


def test_many_puzzles():
    puzzles = [HARD, EMPTY, "55" + EMPTY[2:]] * 400
    answers = sudoku.solve_all(puzzles)
    assert answers == sudoku.solve_all(puzzles, threads=1)
    assert answers.solutions[::3] == [SOLUTION] * 400
    assert answers.solutions[2::3] == [None] * 400
    assert answers.verdicts[:3] == ["unique", "multiple solutions", "no solution"]
    assert sudoku.solve_all([]).verdicts == []


@pytest.fixture
def ctrl_c():
    """SIGINT interrupts Python, also where the process that started it ignores the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("threads", [1, 2])
def test_after_an_interruption(threads):
    """The main thread hears of Ctrl-C at once, and nothing is wrong afterwards."""
    rules = sudoku.Rules(9)

    main = threading.main_thread()

    def interrupt():
        time.sleep(0.2)
        signal.pthread_kill(main.ident, signal.SIGINT)

    def interrupted(work):
        thread = threading.Thread(target=interrupt)
        with pytest.raises(KeyboardInterrupt):
            thread.start()
            work()
            thread.join()  # Should the work be done sooner than that.
        thread.join()

    interrupted(lambda: rules.count(EMPTY))
    assert rules.solve(HARD) == SOLUTION
    interrupted(lambda: rules.solve_all([HARD] * 2_000_000, threads=threads))
    assert rules.solve_all([HARD] * 3000, threads=threads).verdicts == ["unique"] * 3000


def test_several_threads_of_python():
    """They may use the same rules, as the functions of the module do."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert set(pool.map(sudoku.solve, [HARD] * 400)) == {SOLUTION}


def test_arrays():
    numpy = pytest.importorskip("numpy")
    lines = [HARD, EMPTY, "55" + EMPTY[2:]] * 300
    puzzles = numpy.array([[int(c) if c != "." else 0 for c in line] for line in lines])
    answers = sudoku.solve_all(puzzles)
    assert answers.solutions.shape == puzzles.shape
    assert "".join(map(str, answers.solutions[0])) == SOLUTION
    assert not answers.solutions[2].any()
    assert [sudoku.VERDICTS[v] for v in answers.verdicts[:3]] == [
        "unique",
        "multiple solutions",
        "no solution",
    ]
    grids = sudoku.solve_all(puzzles.reshape(-1, 9, 9).astype(numpy.uint8))
    assert (grids.solutions.reshape(-1, 81) == answers.solutions).all()
    wrong = numpy.zeros((3000, 81))
    wrong[2500, 7] = 11
    with pytest.raises(ValueError, match="puzzle 2500: cell 7 holds 11.*1 to 9"):
        sudoku.solve_all(wrong)
    with pytest.raises(ValueError, match="81 digits"):
        sudoku.solve_all(numpy.full((1, 81), -1))


def rows_of(line):
    return [[int(c.replace(".", "0")) for c in line[k : k + 9]] for k in range(0, 81, 9)]


def strings(cell):
    return "" if cell == 0 else str(cell)


@pytest.mark.parametrize(
    "puzzle",
    [
        rows_of(HARD),
        tuple(tuple(row) for row in rows_of(HARD)),
        [[cell or None for cell in row] for row in rows_of(HARD)],
        [[strings(cell) for cell in row] for row in rows_of(HARD)],
        [HARD[k : k + 9] for k in range(0, 81, 9)],
        [[float(cell or "nan") for cell in row] for row in rows_of(HARD)],
    ],
)
def test_rows_in_and_rows_out(puzzle):
    assert sudoku.solve(puzzle) == rows_of(SOLUTION)
    assert sudoku.Rules().solve(puzzle) == rows_of(SOLUTION)
    assert sudoku.Rules().two_solutions(puzzle) == [rows_of(SOLUTION)]
    assert sudoku.check(puzzle) == "unique"
    assert sudoku.count(puzzle) == 1
    assert sudoku.canonical(puzzle) == sudoku.canonical(HARD)


def test_cells_in_a_list():
    assert sudoku.solve(sum(rows_of(HARD), [])) == sum(rows_of(SOLUTION), [])
    sixteen = sudoku.solve([[0] * 16 for _ in range(16)])
    assert [sorted(row) for row in sixteen] == [list(range(1, 17))] * 16
    assert sudoku.solve([[5, 5] + [0] * 7] + [[0] * 9] * 8) is None


@pytest.mark.parametrize("kind", ["uint8", "int64", "float64", "object"])
def test_an_array_in_and_an_array_out(kind):
    numpy = pytest.importorskip("numpy")
    solution = sudoku.solve(numpy.array(rows_of(HARD), dtype=kind))
    assert numpy.array_equal(solution, rows_of(SOLUTION))
    if kind != "object":
        assert (solution.dtype, solution.shape) == (kind, (9, 9))
    assert sudoku.check(numpy.zeros(81)) == "multiple solutions"


@pytest.mark.parametrize(
    "puzzle, kind, sentence",
    [
        (5, TypeError, "rows of them, and not 5"),
        ([[0] * 9] * 8, ValueError, "72 cells is no square"),
        ([[10] + [0] * 8] + [[0] * 9] * 8, ValueError, "cell 0 is 'A'.*1 to 9"),
        ([[37] + [0] * 8] + [[0] * 9] * 8, ValueError, "37, and a digit is at most 36"),
        ([[-1] + [0] * 8] + [[0] * 9] * 8, ValueError, "at least 0"),
        ([[0.5] + [0] * 8] + [[0] * 9] * 8, TypeError, "whole number, and not 0.5"),
    ],
)
def test_rows_that_are_wrong(puzzle, kind, sentence):
    with pytest.raises(kind, match=sentence):
        sudoku.solve(puzzle)


def test_rules_and_grids_can_be_copied_and_pickled():
    rules = sudoku.Rules(4, diagonals=True)
    assert copy.deepcopy(rules).count("." * 16) == 48
    [grid] = pickle.loads(pickle.dumps(rules.generate()))
    assert grid.rules.check(grid) == "unique"
    assert repr(grid.rules) == "Rules(rows=4, diagonals=True)"


# Further rules, see docs/rules.md.
def test_puzzles_with_more_rules():
    cage = sudoku.Rules(4, more="Cage~3~R1C1~R1C2.Thermo~R1C1~R2C1~R3C1")
    empty = "." * 16
    assert cage.count(empty) == 12
    assert cage.check(empty) == "multiple solutions"
    grids = cage.two_solutions(empty)
    assert len(set(map(str, grids))) == 2
    assert all({str(grid)[0], str(grid)[1]} == {"1", "2"} for grid in grids)
    solution = cage.solve("1" + "." * 14 + "3")
    assert str(solution)[:2] == "12"
    assert copy.deepcopy(cage).count(empty) == 12
    with pytest.raises(ValueError, match="canonical is for rows, columns"):
        cage.canonical(empty)
    with pytest.raises(ValueError, match='rules, character 12: "R5C2" is not a cell'):
        sudoku.Rules(4, more="Cage~3~R1C1~R5C2")
