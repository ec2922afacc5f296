"""What the docstrings do not show: see those first."""

import copy
import inspect
import multiprocessing
import pickle
import threading
import time

import pytest

import dlx

PAIRS = [["a"], ["a"], ["b"], ["b"]]


def endless():
    """Ninety items with three options each, and an engine that visits each cover."""
    return dlx.Problem([[i] for i in range(90) for _ in range(3)])


SLOW = {"engine": "dancing_links"}


def test_items_are_any_hashable_objects():
    options = [[(1, 2), None], [frozenset("x")], [(1, 2)], [None, frozenset("x")]]
    problem = dlx.Problem(options)
    assert problem.items == [(1, 2), None, frozenset("x")]
    assert sorted(sorted(cover) for cover in problem.covers()) == [[0, 1], [2, 3]]


def test_options_may_be_any_iterables_once():
    assert dlx.count(iter([iter("ab"), range(0), iter("c")][::2])) == 1


NAMED = {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7],
         "F": [2, 7], "G": [1, 4]}


def test_names_of_options():
    problem = dlx.Problem(NAMED, costs={"B": 3, "G": 2})
    found = sorted(sorted(cover) for cover in problem.covers())
    assert found == [["B", "D", "F"], ["D", "F", "G"]]
    assert sorted(problem.first(givens=["B"])) == ["B", "D", "F"]
    assert problem.count(givens=["B"]) == 1 and problem.count(givens="BG") == 0
    assert [(sorted(best.options), best.cost) for best in problem.best(2)] == [
        (["D", "F", "G"], 2), (["B", "D", "F"], 3)]
    assert {tuple(sorted(cover)) for cover in problem.sample(20, seed=1)} == {
        ("B", "D", "F"), ("D", "F", "G")}
    assert problem.option("D") == [3, 5, 6]
    assert problem.verify("BDF")
    with pytest.raises(dlx.NotACover, match="by option 'B' and option 'G'"):
        problem.verify("BDFG")
    with pytest.raises(dlx.NotACover, match="no option 'X'"):
        problem.verify("X")
    for wrong in {"givens": ["X"]}, {"costs": {"X": 1}}, {"colors": {"X": {}}}:
        with pytest.raises(KeyError, match="no option 'X'"):
            dlx.count(NAMED, **wrong)


def test_names_of_options_and_colors():
    options = {"p": {"a": None, "x": "red"}, "q": ["b", "x"]}
    colors = {"q": {"x": "red"}}
    assert dlx.first(options, secondary=["x"], colors=colors) in (["p", "q"], ["q", "p"])
    assert dlx.first(options, secondary=["x"]) is None


def test_an_option_without_a_primary_item_is_an_error():
    with pytest.raises(ValueError, match="option 1"):
        dlx.Problem([["a"], []])


def test_secondary_items_and_primary_ones():
    options = [["a", "x"], ["b", "x"], ["b"], ["a"]]
    assert dlx.count(options) == 2
    assert dlx.count(options, secondary=["x"]) == 3
    assert dlx.count(options, primary=["a", "b"]) == 3
    assert dlx.count(options, primary=["a", "b"], secondary=["x"]) == 3
    assert dlx.count([["a"]], primary=["a", "c"]) == 0


def test_items_that_are_wrong():
    with pytest.raises(ValueError, match="'x' is neither"):
        dlx.Problem([["a", "x"]], primary=["a"], secondary=[])
    with pytest.raises(ValueError, match="'a' is listed twice"):
        dlx.Problem([["a"]], primary=["a"], secondary=["a"])
    with pytest.raises(ValueError, match="item 'b'"):
        dlx.Problem([["a", "b", "b"]])
    with pytest.raises(ValueError, match="'x' is no primary item"):
        dlx.Problem([["a", "x"]], secondary=["x"], multiplicities={"x": 2})
    with pytest.raises(ValueError, match="3 costs for 4"):
        dlx.Problem(PAIRS, costs=[1, 2, 3])


def test_colors_both_ways():
    red, blue = {"x": "red"}, {"x": "blue"}
    options = [["a", "x"], ["b", "x"], ["b", "x"]]
    assert dlx.count(options, secondary=["x"], colors={0: red, 1: red, 2: blue}) == 1
    assert dlx.count(options, secondary=["x"], colors={0: red, 1: red}) == 1
    assert dlx.count(options, secondary=["x"]) == 0
    same = [{"a": None, **red}, {"b": None, **red}, {"b": None, **blue}]
    assert dlx.count(same, secondary=["x"]) == 1


def test_multiplicities():
    assert dlx.count([["a"]] * 4, multiplicities={"a": 2}) == 6
    assert dlx.count([["a"]] * 4, multiplicities={"a": (1, 4)}) == 15


def test_best():
    problem = dlx.Problem(PAIRS, costs={0: 3, 1: -1, 2: 7})
    best = problem.best(3)
    assert [cover.cost for cover in best] == [-1, 3, 6]
    assert sorted(best[0].options) == [1, 3]
    assert best.lower_bound == -1
    assert dlx.best(PAIRS, 10, threads=2, costs=[1, 2, 3, 4])[3].cost == 6
    with pytest.raises(ValueError):
        problem.best(0)


def test_givens_and_first():
    assert sorted(dlx.first(PAIRS, givens=[1])) in ([1, 2], [1, 3])
    assert dlx.first([["a", "b"], ["b"]], givens=[1]) is None
    with pytest.raises(ValueError):
        dlx.first(PAIRS, givens=[99])


def test_covers_tell_how_they_get_on():
    covers = dlx.covers(PAIRS)
    assert covers.outcome == "running"
    assert len(next(covers)) == 2
    assert len(list(covers)) == 3
    assert covers.outcome == "exhausted"
    assert covers.nodes > 4 and covers.engine
    assert list(covers) == []


def test_covers_come_by_the_thousand_and_none_is_lost():
    problem = dlx.Problem([[i] for i in range(17) for _ in range(2)])
    seen = {tuple(sorted(cover)) for cover in problem.covers()}
    assert len(seen) == 2**17
    assert all(problem.verify(cover) for cover in list(seen)[:100])


def test_covers_are_lazy():
    covers = endless().covers(**SLOW)
    assert len(next(covers)) == 90


def test_threads():
    problem = dlx.Problem([[i] for i in range(12) for _ in range(3)])
    assert problem.count(threads=0) == 3**12
    assert problem.count(threads=2, **SLOW) == 3**12
    assert problem.first(threads=2) is not None


def test_limits():
    problem = endless()
    assert problem.count(limit=7) == 7
    with pytest.raises(dlx.SearchStopped) as stopped:
        problem.count(nodes=5000, **SLOW)
    assert stopped.value.outcome == "node limit"
    assert stopped.value.so_far > 1000
    with pytest.raises(dlx.SearchStopped, match="time limit"):
        problem.count(timeout=0.05, **SLOW)
    covers = problem.covers(timeout=0.05, **SLOW)
    assert all(len(cover) == 90 for cover in covers)
    assert covers.outcome == "time limit"
    with pytest.raises(ValueError, match="timeout must be positive"):
        problem.count(timeout=0)
    with pytest.raises(ValueError, match='no engine "steam"'):
        problem.count(engine="steam")


def test_seeds():
    problem = dlx.Problem([[i] for i in range(9) for _ in range(2)])
    orders = [list(problem.covers(seed=seed)) for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]


def test_progress():
    reports = []

    def note(report):
        reports.append(report)
        if len(reports) == 3:
            raise StopIteration

    with pytest.raises(StopIteration):
        endless().count(progress=note, progress_interval=0.02, **SLOW)
    assert len(reports) == 3
    assert reports[-1].solutions > 0 and 0 <= reports[-1].fraction <= 1


def test_an_exception_of_progress_ends_the_search():
    def fail(_):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        endless().count(progress=fail, progress_interval=0.01, **SLOW)
    with pytest.raises(KeyError, match="enough"):
        for _ in endless().covers(progress=fail, progress_interval=0.01, **SLOW):
            pass


def test_verify():
    problem = dlx.Problem([["a", "b"], ["b"], ["a"]])
    assert problem.verify([0]) and problem.verify([2, 1])
    with pytest.raises(dlx.NotACover, match="item 'b' is covered 2 times"):
        problem.verify([0, 1])
    with pytest.raises(dlx.NotACover):
        problem.verify([7])


def test_explain_and_estimate():
    assert dlx.Problem(PAIRS).explain() is None
    why = dlx.Problem([["a", "b"], ["c"]], primary=["a", "b", "c", "d"]).explain()
    assert why == dlx.Explanation(["d"], True)
    estimate = endless().estimate(timeout=0.2)
    assert estimate.covers.low <= 3.0**90 * 1.0001
    assert estimate.nodes.value > 1e9


def test_the_interpreter_goes_on_while_c_works():
    enough = threading.Event()
    counted = []
    problem = endless()

    def end(_):
        if enough.is_set():
            raise StopIteration

    def search():
        with pytest.raises(StopIteration):
            problem.count(timeout=60, progress=end, progress_interval=0.01, **SLOW)
        counted.append(True)

    thread = threading.Thread(target=search)
    thread.start()
    for _ in range(20):
        time.sleep(0.001)
        assert thread.is_alive()  # If C kept the lock, a minute would be over.
    enough.set()
    thread.join()
    assert counted


def test_matrices():
    numpy = pytest.importorskip("numpy")
    matrix = numpy.array([[0, 1, 1], [1, 0, 0], [1, 1, 1], [1, 0, 0]])
    assert dlx.Problem(matrix).items == [0, 1, 2]
    assert sorted(sorted(cover) for cover in dlx.covers(matrix)) == [[0, 1], [0, 3], [2]]
    pairs = numpy.array([[1, 1], [0, 1], [1, 1]], dtype=bool)
    assert dlx.count(pairs, secondary=[0]) == dlx.count(pairs, primary=[1]) == 3
    assert dlx.Problem(pairs, secondary=[0]).items == [1, 0]
    assert dlx.best(matrix, costs=[1, 1, 5, 1])[0].cost == 2


def test_sparse_matrices():
    sparse = pytest.importorskip("scipy.sparse")
    matrix = [[0, 1, 1], [1, 0, 0], [1, 1, 1], [1, 0, 0]]
    pairs = [[1, 1], [0, 1], [1, 1]]
    assert dlx.count(sparse.coo_matrix(matrix)) == 3
    assert dlx.count(sparse.csr_matrix(pairs), secondary=[0]) == 3


def test_version():
    assert dlx.__version__.count(".") == 2


def test_samples_are_uniform_and_depend_on_the_seed():
    # Four covers, one of which is far from the others in any tree.
    problem = dlx.Problem([["a", "b"], ["a"], ["b"], ["b"], ["b"]])
    drawn = problem.sample(4000, seed=3)
    assert drawn == problem.sample(4000, seed=3) != problem.sample(4000, seed=4)
    counts = {}
    for cover in drawn:
        key = tuple(sorted(cover))
        counts[key] = counts.get(key, 0) + 1
    assert set(counts) == {(0,), (1, 2), (1, 3), (1, 4)}
    assert all(850 < count < 1150 for count in counts.values())


def test_samples_with_multiplicities():
    drawn = dlx.sample([["a"], ["a"], ["a"]], 3000, seed=1, multiplicities={"a": 2})
    counts = {pair: drawn.count(list(pair)) for pair in [(0, 1), (0, 2), (1, 2)]}
    assert sum(counts.values()) == 3000
    assert all(850 < count < 1150 for count in counts.values())


def test_samples_of_nothing_and_of_what_cannot_be():
    assert dlx.sample([["a"]], 3, primary=["a", "b"]) == []
    with pytest.raises(ValueError, match="positive"):
        dlx.sample([["a"]], 0)
    assert all(2 in cover for cover in dlx.Problem(PAIRS).sample(9, givens=[2]))


def test_problems_can_be_copied_and_pickled():
    problem = dlx.Problem(
        [{"a": None, "x": 1}, {"b": None, "x": 2}, ["a"], ["b", ("c", 1)]],
        secondary=["x", ("c", 1)],
        multiplicities={"a": (0, 1)},
        costs={1: 7},
    )
    assert copy.copy(problem) is copy.deepcopy(problem) is problem
    restored = pickle.loads(pickle.dumps(problem))
    assert restored.items == problem.items
    assert restored.count() == problem.count() == 5
    assert restored.best(5) == problem.best(5)
    assert repr(restored) == repr(problem)


def test_names_of_options_are_pickled():
    problem = dlx.Problem({"A": [1, 2], "B": [1], "C": [2]})
    restored = pickle.loads(pickle.dumps(problem))
    assert restored.first(givens=["A"]) == ["A"]
    assert restored.option("B") == [1]


def test_matrices_can_be_pickled():
    numpy = pytest.importorskip("numpy")
    problem = dlx.Problem(numpy.array([[0, 1, 1], [1, 0, 0], [1, 1, 1]]))
    assert pickle.loads(pickle.dumps(problem)).count() == 2


def test_other_processes_are_given_problems():
    problem = dlx.Problem([[i] for i in range(9) for _ in range(2)])
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(dlx.Problem.count, [problem]) == [2**9]


@pytest.mark.parametrize(
    "problem, words",
    [
        (dlx.Problem(PAIRS), "<Problem: 4 options, 2 primary items>"),
        (dlx.Problem([["a"]]), "<Problem: 1 option, 1 primary item>"),
    ],
)
def test_what_a_problem_is_shown_as(problem, words):
    assert repr(problem) == words


def test_signatures_name_what_can_be_asked():
    for function in (dlx.Problem.count, dlx.Problem.covers, dlx.best, dlx.sample):
        assert inspect.signature(function).parameters["threads"].default == 1
    assert "costs" in inspect.signature(dlx.count).parameters
    assert "costs" not in inspect.signature(dlx.Problem.count).parameters
    # They are those that searches take.
    taken = dlx._problem._How.__init__.__kwdefaults__
    assert set(dlx._problem.How.__annotations__) == set(taken)
