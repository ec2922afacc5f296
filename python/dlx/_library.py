"""The C interface (dlx/c/dlx.h, sudoku/c/sudoku.h) by ctypes.

Everything that can take long goes through `call`: ctypes gives up the interpreter's
lock meanwhile, and Ctrl-C is obeyed at once.
"""

from __future__ import annotations

import _thread
import ctypes
import os
import pathlib
import threading
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_double,
    c_int,
    c_int64,
    c_size_t,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, Callable, List, Optional, Tuple


class Statement(Structure):
    """dlx_statement"""

    _fields_ = [
        ("size", c_size_t),
        ("primary_count", c_uint32),
        ("secondary_count", c_uint32),
        ("low", c_void_p),
        ("high", c_void_p),
        ("option_count", c_size_t),
        ("starts", c_void_p),
        ("items", c_void_p),
        ("colors", c_void_p),
        ("costs", c_void_p),
    ]


class CProgress(Structure):
    """dlx_progress"""

    _fields_ = [
        ("fraction_done", c_double),
        ("nodes", c_uint64),
        ("solutions", c_char_p),
        ("has_best_cost", c_int),
        ("best_cost", c_int64),
        ("has_lower_bound", c_int),
        ("lower_bound", c_int64),
    ]


PROGRESS_CALLBACK = CFUNCTYPE(None, c_void_p, POINTER(CProgress))


class Options(Structure):
    """dlx_options"""

    _fields_ = [
        ("size", c_size_t),
        ("engine", c_char_p),
        ("max_solutions", c_uint64),
        ("max_nodes", c_uint64),
        ("max_seconds", c_double),
        ("memory", c_uint64),
        ("threads", c_int),
        ("has_seed", c_int),
        ("seed", c_uint64),
        ("givens", c_void_p),
        ("given_count", c_size_t),
        ("interrupter", c_void_p),
        ("on_progress", PROGRESS_CALLBACK),
        ("context", c_void_p),
        ("progress_seconds", c_double),
        ("relative_error", c_double),
    ]


class CInterval(Structure):
    """dlx_interval"""

    _fields_ = [("value", c_double), ("low", c_double), ("high", c_double)]


class Rules(Structure):
    """sudoku_rules"""

    _fields_ = [
        ("size", c_size_t),
        ("rows", c_int),
        ("box_rows", c_int),
        ("box_columns", c_int),
        ("regions", c_char_p),
        ("has_diagonals", c_int),
        ("has_windows", c_int),
        ("max_seconds", c_double),
        ("max_nodes", c_uint64),
        ("interrupter", c_void_p),
        ("more", c_char_p),
    ]


class Wishes(Structure):
    """sudoku_wishes"""

    _fields_ = [
        ("size", c_size_t),
        ("seed", c_uint64),
        ("symmetry", c_char_p),
        ("least_clues", c_int),
        ("most_clues", c_int),
        ("is_minimal", c_int),
    ]


# Name: result, arguments.
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "dlx_c_version": (c_int, []),
    "dlx_version": (c_char_p, []),
    "dlx_error": (c_char_p, []),
    "dlx_problem_create": (c_void_p, [POINTER(Statement)]),
    "dlx_problem_free": (None, [c_void_p]),
    "dlx_problem_option": (
        c_size_t,
        [c_void_p, c_uint32, POINTER(c_uint32), c_size_t],
    ),
    "dlx_verify": (c_int, [c_void_p, c_void_p, c_size_t]),
    "dlx_interrupter_create": (c_void_p, []),
    "dlx_interrupter_request": (None, [c_void_p]),
    "dlx_interrupter_free": (None, [c_void_p]),
    "dlx_outcome_name": (c_char_p, [c_int]),
    "dlx_search_create": (c_void_p, [c_void_p, POINTER(Options)]),
    "dlx_search_free": (None, [c_void_p]),
    "dlx_search_next": (
        c_size_t,
        [c_void_p, c_double, c_void_p, c_size_t, c_void_p, c_size_t],
    ),
    "dlx_search_largest_cover": (c_size_t, [c_void_p]),
    "dlx_search_outcome": (c_int, [c_void_p]),
    "dlx_search_nodes": (c_uint64, [c_void_p]),
    "dlx_search_engine": (c_char_p, [c_void_p]),
    "dlx_count": (c_void_p, [c_void_p, POINTER(Options)]),
    "dlx_count_up_to_symmetry": (c_void_p, [c_void_p, POINTER(Options)]),
    "dlx_symmetries": (c_void_p, [c_void_p, POINTER(Options)]),
    "dlx_first": (c_void_p, [c_void_p, POINTER(Options)]),
    "dlx_best": (c_void_p, [c_void_p, c_size_t, POINTER(Options)]),
    "dlx_sample": (c_void_p, [c_void_p, c_size_t, POINTER(Options)]),
    "dlx_explain": (c_void_p, [c_void_p, POINTER(Options)]),
    "dlx_estimate": (c_void_p, [c_void_p, POINTER(Options)]),
    "dlx_answer_free": (None, [c_void_p]),
    "dlx_answer_outcome": (c_int, [c_void_p]),
    "dlx_answer_count": (c_char_p, [c_void_p]),
    "dlx_answer_cover_count": (c_size_t, [c_void_p]),
    "dlx_answer_cover": (
        POINTER(c_uint32),
        [c_void_p, c_size_t, POINTER(c_size_t)],
    ),
    "dlx_answer_symmetry_count": (c_size_t, [c_void_p]),
    "dlx_answer_symmetry": (
        POINTER(c_uint32),
        [c_void_p, c_size_t, POINTER(c_size_t)],
    ),
    "dlx_answer_cost": (c_int64, [c_void_p, c_size_t]),
    "dlx_answer_lower_bound": (c_int, [c_void_p, POINTER(c_int64)]),
    "dlx_answer_has_no_cover": (c_int, [c_void_p]),
    "dlx_answer_items": (POINTER(c_uint32), [c_void_p, POINTER(c_size_t)]),
    "dlx_answer_is_irreducible": (c_int, [c_void_p]),
    "dlx_answer_estimate": (
        c_int,
        [c_void_p, POINTER(CInterval), POINTER(CInterval)],
    ),
    "sudoku_solver_create": (c_void_p, [POINTER(Rules)]),
    "sudoku_solver_free": (None, [c_void_p]),
    "sudoku_solver_cell_count": (c_size_t, [c_void_p]),
    "sudoku_solve": (
        c_int,
        [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p, c_void_p],
    ),
    "sudoku_count": (c_char_p, [c_void_p, c_void_p, POINTER(c_int)]),
    "sudoku_generate": (
        c_int,
        [c_void_p, POINTER(Wishes), c_uint64, c_size_t, c_void_p, c_void_p],
    ),
    "sudoku_canonical": (c_int, [c_void_p, c_void_p, c_void_p]),
}

C_VERSION = 3


def _load() -> ctypes.CDLL:
    # The variable is for those who work on the library itself.
    path = os.environ.get("DLX_LIBRARY") or str(
        pathlib.Path(__file__).with_name("libdlx_python.so")
    )
    library = ctypes.CDLL(path)
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    if library.dlx_c_version() < C_VERSION:
        raise ImportError(f"{path} is older than this package")
    return library


library = _load()


class Handle:
    """What C has made, freed as soon as it can no longer be used.

    It is given to C functions as it is. So a thread that is still in one of them keeps
    what it works on, whatever happens to those who have called it.
    """

    def __init__(self, made: int, free: Callable[[int], None], *needed: Any) -> None:
        self._free = free
        self._needed = needed  # What C still looks at.
        self._as_parameter_ = made

    def __del__(self) -> None:
        if hasattr(self, "_as_parameter_"):  # Ctrl-C may have come before.
            self._free(self._as_parameter_)


class Interrupter:
    """Stops a search from another thread."""

    def __init__(self) -> None:
        made = library.dlx_interrupter_create()
        if not made:
            raise MemoryError
        self.handle = Handle(made, library.dlx_interrupter_free)

    @property
    def address(self) -> int:
        """For a struct of C, which keeps nothing alive."""
        return self.handle._as_parameter_

    def request(self) -> None:
        library.dlx_interrupter_request(self.handle)


def error_text() -> str:
    return str(library.dlx_error().decode())


def call(
    function: Callable[..., Any],
    *arguments: Any,
    interrupter: Optional[Interrupter] = None,
    needed: Any = None,
) -> Any:
    """function(*arguments), and a ValueError if that is None or 0.

    Only the main thread hears of Ctrl-C, and not before a C function returns. So
    another thread does the work, and the main thread waits; when it is interrupted
    it stops the search, and waits until that has ended. Who is impatient and
    interrupts that, too, leaves a thread behind that will soon end: it keeps its
    arguments, and whatever else is `needed`.
    """

    def run() -> Any:
        result = function(*arguments)
        # The sentence belongs to the thread.
        return result, None if result else error_text()

    if (
        interrupter is None
        or threading.current_thread() is not threading.main_thread()
    ):
        result, error = run()
    else:
        result, error = _run_elsewhere(run, interrupter, needed)
    if error is not None:
        raise ValueError(error)
    return result


def _run_elsewhere(
    run: Callable[[], Any], interrupter: Interrupter, needed: Any
) -> Any:
    # Ctrl-C may come between any two steps of this function: also while the thread is
    # being made, and when a lock has been taken but acquire() has not returned yet.
    results: List[Tuple[Any, Optional[BaseException]]] = []
    first = threading.Lock()  # Who takes it decides whether the work begins at all.
    is_done = threading.Lock()
    is_done.acquire()

    def work(needed: Any) -> None:
        if not first.acquire(blocking=False):
            return
        try:
            results.append((run(), None))
        except BaseException as failure:
            results.append((None, failure))
        is_done.release()

    try:
        # threading.Thread.start() is many steps, and breaks if it is interrupted.
        _thread.start_new_thread(work, (needed,))
        is_done.acquire()
    except BaseException:
        interrupter.request()
        if not first.acquire(blocking=False) and not results:
            is_done.acquire()
        raise
    result, failure = results[0]
    if failure is not None:
        raise failure
    return result


__all__ = [
    "CInterval",
    "CProgress",
    "Handle",
    "Interrupter",
    "Options",
    "PROGRESS_CALLBACK",
    "Rules",
    "Statement",
    "Wishes",
    "byref",
    "call",
    "error_text",
    "library",
]
