"""What a type checker says of calls: mypy reads this file, nothing runs it.

A comment `type: ignore` that ignores nothing is an error, too.
"""

import dlx
from dlx import sudoku


def uses() -> None:
    problem = dlx.Problem([["a"], ["b"]], secondary=["b"])
    problem.count(engine="layers", timeout=1, threads=0)
    problem.best(2, seed=1, givens=[0])
    problem.estimate(5, nodes=1000)
    dlx.count([["a"]], primary=["a"], limit=3)
    dlx.covers([["a"]], costs=[1], progress=lambda at: print(at.fraction))

    problem.count(engin="layers")  # type: ignore[call-arg]
    problem.first(timeout="3")  # type: ignore[arg-type]
    problem.explain(engine="layers")  # type: ignore[call-arg]
    dlx.count([["a"]], primry=["a"])  # type: ignore[call-arg]

    line = sudoku.solve("." * 81)
    assert line is not None
    print(line.rules, sudoku.solve([[0] * 9] * 9)[0])
    sudoku.generate(clue=30)  # type: ignore[call-arg]
