"""Ctrl-C, at any time: each test is a process of its own."""

import os
import signal
import subprocess
import sys
import time

import pytest

ENDLESS = [
    "problem.count(engine='dancing_links', timeout=timeout)",
    "problem.count(engine='dancing_links', threads=2, timeout=timeout)",
    "sum(1 for _ in problem.covers(engine='dancing_links', timeout=timeout))",
    "rules.count('.' * 81)",
    "rules.solve_all(puzzles, threads=1)",
    "rules.solve_all(puzzles, threads=2)",
]

SET_UP = """
import dlx.sudoku
timeout = {timeout}
problem = dlx.Problem([[i] for i in range(90) for _ in range(3)])
rules = dlx.sudoku.Rules(timeout=timeout)
puzzles = ["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."]
puzzles *= 1_000_000
"""

ONCE = """
try:
    print("ready", flush=True)
    {endless}
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("endless", ENDLESS)
def test_ctrl_c(endless):
    program = SET_UP.format(timeout=60) + ONCE.format(endless=endless)
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        # Who starts the tests in the background has told them to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as python:
        assert python.stdout.readline() == "ready\n"
        time.sleep(0.3)
        os.kill(python.pid, signal.SIGINT)
        assert python.stdout.readline() == "interrupted\n"
    assert python.returncode == 0


# Once or twice at moments drawn at random, mostly while the work is being set up. Python
# drops an exception that comes while it destroys something: then time runs out, and
# another try is as good.
OFTEN = """
import random, signal, time

left = 0

def strike(*_):
    global left
    left -= 1
    if left == 0:
        signal.setitimer(signal.ITIMER_REAL, 0)
    raise KeyboardInterrupt

def is_struck():
    global left
    try:
        left = random.choice((1, 2))
        signal.setitimer(signal.ITIMER_REAL, random.uniform(1e-5, 2e-3), 1e-3)
        {endless}
    except KeyboardInterrupt:
        while left > 0:
            time.sleep(1e-4)
        return True
    except dlx.SearchStopped:
        return False

signal.signal(signal.SIGALRM, strike)
struck = 0
while struck < 100:
    try:
        struck += is_struck()
    except KeyboardInterrupt:  # The second one.
        struck += 1
print("struck")
"""


@pytest.mark.parametrize("endless", ENDLESS)
def test_ctrl_c_at_any_moment(endless):
    program = SET_UP.format(timeout=1) + OFTEN.format(endless=endless)
    python = subprocess.run(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (python.stdout, python.returncode) == ("struck\n", 0)
