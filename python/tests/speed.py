"""How long the package takes for a file of puzzles, and how long the program does:

    python speed.py PROGRAM FILE

Both read the same lines, solve and prove them on one thread and write the solutions,
in turns; processor time counts, and of that the least. The package's is without the
start of Python and its imports, which take their time but once. The array is of NumPy,
and neither read nor written.
"""

import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy

from dlx import sudoku

ROUNDS = 15


def program_seconds(program: str, file: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [program, "solve", file, "--threads=1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def lines_seconds(file: str, out: str) -> float:
    start = time.process_time()
    lines = pathlib.Path(file).read_text().split()
    solutions, verdicts = sudoku.solve_all(lines, threads=1)
    pathlib.Path(out).write_text("\n".join(solutions))
    end = time.process_time()
    assert set(verdicts) == {"unique"}
    return end - start


def array_seconds(array: "numpy.ndarray") -> float:
    start = time.process_time()
    _, verdicts = sudoku.solve_all(array, threads=1)
    end = time.process_time()
    assert (verdicts == sudoku.VERDICTS.index("unique")).all()
    return end - start


def main() -> None:
    program, file = sys.argv[1:]
    lines = pathlib.Path(file).read_text().split()
    text = "".join(lines).replace(".", "0").encode()
    array = numpy.frombuffer(text, dtype=numpy.uint8).reshape(len(lines), -1) - 48
    times: list[list[float]] = [[], [], []]
    with tempfile.NamedTemporaryFile() as out:
        for _ in range(ROUNDS):
            times[0].append(program_seconds(program, file))
            times[1].append(lines_seconds(file, out.name))
            times[2].append(array_seconds(array))
    least = [min(some) for some in times]
    print(
        f"{len(lines)} puzzles: the program takes {1e3 * least[0]:.0f} ms, the "
        f"package {1e3 * least[1]:.0f} ms for lines and {1e3 * least[2]:.0f} ms for "
        f"an array: {least[1] / least[0]:.2f} and {least[2] / least[0]:.2f} times."
    )


if __name__ == "__main__":
    main()
