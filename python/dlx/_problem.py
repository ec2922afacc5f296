"""Problems, and what can be asked of them. `dlx.Problem` is the place to begin."""

from __future__ import annotations

import array
import ctypes
import inspect
import re
import sys
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generator,
    Hashable,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    TypedDict,
    TypeVar,
    Union,
)

from . import _arguments, _library
from ._library import Handle, Interrupter, byref, call, library

if TYPE_CHECKING:
    from typing_extensions import Unpack

Item = Hashable
Option = Union[Iterable[Item], Mapping[Item, Any]]
Cover = List[Any]
"""The numbers of some options, or their names if they have some."""
Multiplicity = Union[int, Tuple[int, int]]
"""How often, or the least and the greatest number."""

_EXHAUSTED, _SOLUTION_LIMIT, _INTERRUPTED = 1, 2, 5


class NotACover(ValueError):
    """Some options are not an exact cover; the text says why."""


class SearchStopped(Exception):
    """A limit ended a search before its end.

    `outcome` says which ("time limit", "node limit"), and `so_far` is what was
    found until then: a count, the best covers, or None.
    """

    def __init__(self, outcome: str, so_far: Any) -> None:
        super().__init__(f"the search was stopped: {outcome}")
        self.outcome = outcome
        self.so_far = so_far


class Progress(NamedTuple):
    """How far a search has come: what `progress` is called with."""

    fraction: float
    """0 to 1, an estimate that never decreases."""
    nodes: int
    solutions: int
    best_cost: Optional[int]
    lower_bound: Optional[int]


class BestCover(NamedTuple):
    """A cover and the sum of its options' costs."""

    options: Cover
    cost: int


class Best(List[BestCover]):
    """The covers of least cost, the cheapest one first."""

    lower_bound: Optional[int] = None
    """No cover costs less, if that is known."""


class Explanation(NamedTuple):
    """Why there is no cover."""

    items: List[Item]
    """These cannot be covered together, even if no other item need be."""
    irreducible: bool
    """Without any one of them, the others can be."""


class Symmetries(NamedTuple):
    """How many ways there are to take a problem to itself."""

    order: int
    generators: List[Dict[Item, Item]]
    """Some that make all others: where each takes the items that it moves."""


class Interval(NamedTuple):
    """A number, and where it lies with a probability of 95 %."""

    value: float
    low: float
    high: float


class Estimate(NamedTuple):
    """About how many covers there are, and nodes of a search tree."""

    covers: Interval
    nodes: Interval
    exact: bool


class _Asked(TypedDict, total=False):
    """What every method of a Problem takes by name."""

    nodes: Optional[int]
    memory: Optional[int]
    seed: Optional[int]
    givens: Iterable[int]


class _AskedInTime(_Asked, total=False):
    """What every method but `estimate` takes by name."""

    timeout: Optional[float]


class How(_AskedInTime, total=False):
    """What a search takes by name: see `Problem`."""

    engine: Optional[str]
    limit: Optional[int]
    threads: int
    progress: Optional[Callable[[Progress], Any]]
    progress_interval: float


class _Stated(How, total=False):
    """What the functions that ask once take by name: those of a problem, too."""

    primary: Optional[Iterable[Item]]
    secondary: Optional[Iterable[Item]]
    colors: Optional[Mapping[int, Mapping[Item, Any]]]
    multiplicities: Optional[Mapping[Item, Multiplicity]]
    costs: Union[Sequence[int], Mapping[int, int], None]


class _How:
    """What one asks of a search, as the C interface wants it."""

    def __init__(
        self,
        *,
        engine: Optional[str] = None,
        limit: Optional[int] = None,
        nodes: Optional[int] = None,
        timeout: Optional[float] = None,
        memory: Optional[int] = None,
        threads: int = 1,
        seed: Optional[int] = None,
        givens: Iterable[int] = (),
        progress: Optional[Callable[[Progress], Any]] = None,
        progress_interval: float = 0.2,
        **unknown: Any,
    ) -> None:
        for name in unknown:
            raise TypeError(f"there is no argument {name!r}")
        self.interrupter = Interrupter()
        self._progress = progress
        self._failure: Optional[BaseException] = None
        self._givens = _arguments.numbers("I", "givens", givens)
        options = _library.Options()
        options.size = ctypes.sizeof(options)
        options.engine = _arguments.text("engine", engine)
        options.max_solutions = _arguments.limit("limit", limit)
        options.max_nodes = _arguments.limit("nodes", nodes)
        if timeout is not None:
            options.max_seconds = _arguments.positive("timeout", timeout)
        options.memory = _arguments.limit("memory", memory)
        # For C, 0 would be one thread.
        options.threads = _arguments.whole("threads", threads, 0, 2**31 - 1) or -1
        if seed is not None:
            options.has_seed = True
            options.seed = _arguments.whole("seed", seed) & 0xFFFFFFFFFFFFFFFF
        options.givens = _address(self._givens)
        options.given_count = len(self._givens)
        options.interrupter = self.interrupter.address
        interval = _arguments.positive("progress_interval", progress_interval)
        if progress is not None:
            if not callable(progress):
                raise TypeError(f"progress must be callable, and not {progress!r}")
            options.on_progress = _library.PROGRESS_CALLBACK(self._report)
            options.progress_seconds = interval
        self.options = options

    def _report(self, _context: Any, report: Any) -> None:
        if self._failure is not None or self._progress is None:
            return
        at = report.contents
        try:
            self._progress(
                Progress(
                    fraction=at.fraction_done,
                    nodes=at.nodes,
                    solutions=int(at.solutions),
                    best_cost=at.best_cost if at.has_best_cost else None,
                    lower_bound=at.lower_bound if at.has_lower_bound else None,
                )
            )
        except BaseException as failure:  # C cannot hand it on.
            self._failure = failure
            self.interrupter.request()

    def call(
        self, function: Callable[..., Any], *arguments: Any, needed: Any = None
    ) -> Any:
        """The result of a function that may take long."""
        result = call(
            function, *arguments, interrupter=self.interrupter, needed=(self, needed)
        )
        self.check()
        return result

    def check(self) -> None:
        """Raises what `progress` has raised."""
        if self._failure is not None:
            raise self._failure


_Function = TypeVar("_Function", bound=Callable[..., Any])


def _takes(keywords: Any) -> Callable[[_Function], _Function]:
    """Names the keywords that a function takes as `**how` in its signature, for what
    completes a line, and for help(). (A type checker reads `Unpack`.)"""
    defaults = _How.__init__.__kwdefaults__ or {}

    def named(function: _Function) -> _Function:
        signature = inspect.signature(function)
        *others, _ = signature.parameters.values()
        others += [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=defaults.get(name)
            )
            for name in keywords.__annotations__
        ]
        setattr(function, "__signature__", signature.replace(parameters=others))
        return function

    return named


class _Answer:
    """A dlx_answer."""

    def __init__(self, made: Any) -> None:
        self.handle = Handle(made, library.dlx_answer_free)

    @property
    def outcome(self) -> int:
        return int(library.dlx_answer_outcome(self.handle))

    def covers(self) -> List[List[int]]:
        size = ctypes.c_size_t()
        covers = []
        for k in range(library.dlx_answer_cover_count(self.handle)):
            options = library.dlx_answer_cover(self.handle, k, byref(size))
            covers.append(options[: size.value])
        return covers

    def items(self) -> List[int]:
        size = ctypes.c_size_t()
        items = library.dlx_answer_items(self.handle, byref(size))
        return list(items[: size.value])

    def require_end(self, so_far: Any, *fine: int) -> None:
        """An exception if a limit came that is not one of the fine ones."""
        if self.outcome == _EXHAUSTED or self.outcome in fine:
            return
        raise SearchStopped(_outcome_name(self.outcome), so_far)


def _outcome_name(outcome: int) -> str:
    return str(library.dlx_outcome_name(outcome).decode())


def _address(numbers: Any) -> Optional[int]:
    """Where the numbers stand in memory: an array.array, or one of NumPy."""
    if len(numbers) == 0:
        return None
    if isinstance(numbers, array.array):
        return numbers.buffer_info()[0]
    return int(numbers.ctypes.data)


class Covers(Iterator[Cover]):
    """The covers of a problem, found as they are asked for.

    An iterator that also tells, at any time, how the search is getting on.
    """

    def __init__(self, problem: Problem, how: _How) -> None:
        self._how = how
        self._named = problem._named
        self._handle = Handle(
            call(library.dlx_search_create, problem._handle, byref(how.options)),
            library.dlx_search_free,
            problem._handle,
        )
        self._generator = self._generate()

    def _generate(self) -> Generator[Cover, None, None]:
        # Covers come by the thousand, for a call of C takes longer than to find one.
        room = max(library.dlx_search_largest_cover(self._handle), 1 << 16)
        options = array.array("I", bytes(4 * room))
        ends = array.array("Q", bytes(8 * 4096))
        seconds = 0.005
        while True:
            try:
                count = self._how.call(
                    library.dlx_search_next,
                    self._handle,
                    seconds,
                    _address(options),
                    len(options),
                    _address(ends),
                    len(ends),
                    needed=(options, ends),
                )
            except ValueError:
                self._how.check()
                if library.dlx_search_outcome(self._handle) == 0:
                    raise
                return
            last = ends[count - 1]
            numbers = memoryview(options)[:last].tolist()
            begin = 0
            for end in ends[:count]:
                yield self._named(numbers[begin:end])
                begin = end
            seconds = 0.05

    def __iter__(self) -> Iterator[Cover]:
        return self._generator

    def __next__(self) -> Cover:
        return next(self._generator)

    @property
    def outcome(self) -> str:
        """"running", "exhausted" (there are no others), "solution limit", ..."""
        return _outcome_name(library.dlx_search_outcome(self._handle))

    @property
    def nodes(self) -> int:
        """How many nodes of the search tree have been visited."""
        return int(library.dlx_search_nodes(self._handle))

    @property
    def engine(self) -> str:
        """The engine at work."""
        return str(library.dlx_search_engine(self._handle).decode())


class Problem:
    """An exact cover problem; immutable.

    >>> problem = Problem([{"a": None, "x": "red"}, {"b": None, "x": "red"},
    ...                    {"b": None, "x": "blue"}, ["a", "b"]],
    ...                   secondary=["x"], costs=[1, 1, 1, 5])
    >>> sorted(sorted(cover) for cover in problem.covers())
    [[0, 1], [3]]
    >>> problem.best()
    [BestCover(options=[0, 1], cost=2)]

    Args:
      options: each an iterable of items. If it is a mapping, its values are the
        colours of secondary items, or None. A matrix of NumPy or SciPy will also
        do: a row is an option, a column an item, and what is not 0 is in it. A
        mapping gives options names, {"A": [1, 4, 7], ...}: wherever there would be
        the number of an option, in arguments and in covers, there is its name.
      primary: the items that must be covered: once, if nothing else is said. If
        it is None, these are all that are not secondary.
      secondary: the items that may be covered once, or any number of times in the
        same colour. If it is None and `primary` is not, all others.
      colors: another way to give colours: for the number of an option, a mapping of
        its items to colours.
      multiplicities: how often a primary item must be covered: a number, or the
        least and the greatest one.
      costs: of each option, in their order or by their numbers.

    A problem can be copied and pickled, and so be given to other processes.

    All methods take these arguments, by name (`explain` and `estimate`, which have ways
    of their own, without heeding `engine`, `limit`, `threads` and `progress`):
      engine: as the program knows it: "auto", "dancing_links", "layers", ...
      limit: stop after so many covers.
      nodes, timeout: stop after so many nodes, or seconds. Then there is an
        exception, SearchStopped, unless covers are asked for one by one.
      memory: how many bytes may be used to remember things.
      threads: how many work together; 0 for one for each processor.
      seed: search in a random order that depends on nothing else.
      givens: numbers of options that are chosen in advance.
      progress: called with a Progress, every `progress_interval` seconds.
    """

    def __init__(
        self,
        options: Any,
        primary: Optional[Iterable[Item]] = None,
        secondary: Optional[Iterable[Item]] = None,
        *,
        colors: Optional[Mapping[int, Mapping[Item, Any]]] = None,
        multiplicities: Optional[Mapping[Item, Multiplicity]] = None,
        costs: Union[Sequence[int], Mapping[int, int], None] = None,
    ) -> None:
        primary = None if primary is None else list(primary)
        secondary = None if secondary is None else list(secondary)
        self._name_options(options if isinstance(options, Mapping) else None)
        if _is_matrix(options):
            if colors is not None:
                raise ValueError("a matrix has no colors")
            names, numbers = _from_matrix(options, primary, secondary)
        else:
            if isinstance(options, Mapping):
                options = options.values()
            colors = self._by_number(_arguments.mapping("colors", colors or {}))
            names, numbers = _from_options(options, primary, secondary, colors)
        numbers = _with_multiplicities(numbers, names, multiplicities or {})
        if isinstance(costs, Mapping):
            costs = self._by_number(costs)
        self._create(names, _with_costs(numbers, costs))

    def _name_options(self, names: Optional[Iterable[Hashable]]) -> None:
        self._option_names: Optional[List[Any]] = None if names is None else list(names)
        self._number_of = {name: k for k, name in enumerate(self._option_names or ())}

    def _create(self, names: List[Item], numbers: _Numbers) -> None:
        self._names = names
        self._numbers = numbers
        self.option_count: int = numbers.option_count
        """How many options there are."""
        try:
            made = call(library.dlx_problem_create, byref(numbers.statement()))
        except ValueError as error:
            raise ValueError(self._in_words(str(error))) from None
        self._handle = Handle(made, library.dlx_problem_free)

    def __reduce__(self) -> Any:
        """A problem goes to another process as numbers, and the names of its items.

        >>> import pickle
        >>> pickle.loads(pickle.dumps(Problem(["ab", "b", "a"]))).count()
        2
        """
        return _restored, (
            type(self), self._names, self._numbers, self._option_names
        )

    def __copy__(self) -> Problem:
        return self  # It is immutable.

    def __deepcopy__(self, _: Any) -> Problem:
        return self

    def __repr__(self) -> str:
        """How large it is.

        >>> Problem([["a", "x"], ["b"]], secondary=["x"])
        <Problem: 2 options, 2 primary items, 1 secondary item>
        """
        primary = self._numbers.primary_count
        parts = [
            _counted(self.option_count, "option"),
            _counted(primary, "primary item"),
            _counted(len(self._names) - primary, "secondary item"),
        ]
        if len(self._names) == primary:
            del parts[2]
        return f"<{type(self).__name__}: {', '.join(parts)}>"

    @property
    def items(self) -> List[Item]:
        """The items: first the primary, then the secondary ones."""
        return list(self._names)

    def option(self, number: Any) -> List[Item]:
        """The items of an option.

        >>> Problem(["ab", "c"]).option(0)
        ['a', 'b']
        >>> Problem({"first": "ab", "second": "c"}).option("second")
        ['c']
        """
        (number,) = self._numbered([number])
        number = _arguments.option("number", number, self.option_count)
        room = 16
        while True:
            items = (ctypes.c_uint32 * room)()
            size = library.dlx_problem_option(self._handle, number, items, room)
            if size <= room:
                return [self._names[item] for item in items[:size]]
            room = size

    def _numbered(self, options: Iterable[Any]) -> Iterable[Any]:
        """The numbers of options."""
        if self._option_names is None:
            return options
        try:
            return [self._number_of[name] for name in options]
        except KeyError as error:
            raise KeyError(f"there is no option {error.args[0]!r}") from None

    def _by_number(self, values: Mapping[Any, Any]) -> Mapping[int, Any]:
        """What is said of some options."""
        return dict(zip(self._numbered(values), values.values()))

    def _named(self, numbers: List[int]) -> Cover:
        """The options as the caller knows them."""
        names = self._option_names
        return numbers if names is None else [names[k] for k in numbers]

    def _how(self, givens: Iterable[Any] = (), **how: Any) -> _How:
        return _How(givens=self._numbered(givens), **how)

    @_takes(How)
    def covers(self, **how: Unpack[How]) -> Covers:
        """The covers, as they are found.

        >>> covers = Problem([["a"], ["a"], ["b"], ["b"]]).covers(limit=3)
        >>> len(list(covers)), covers.outcome
        (3, 'solution limit')
        """
        return Covers(self, self._how(**how))

    def _ask(self, function: Callable[..., Any], how: _How, *more: Any) -> _Answer:
        return _Answer(how.call(function, self._handle, *more, byref(how.options)))

    @_takes(How)
    def count(self, up_to_symmetry: bool = False, **how: Unpack[How]) -> int:
        """How many covers there are; with `limit`, it may stop at that.

        With `up_to_symmetry`, covers that a symmetry of the problem takes to each
        other are one; then there is no `limit`.

        >>> Problem([[i] for i in range(70) for _ in range(2)]).count() == 2**70
        True
        >>> square = Problem([["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"]])
        >>> square.count(), square.count(up_to_symmetry=True)
        (2, 1)
        """
        function = (
            library.dlx_count_up_to_symmetry if up_to_symmetry else library.dlx_count
        )
        answer = self._ask(function, self._how(**how))
        number = int(library.dlx_answer_count(answer.handle))
        answer.require_end(number, _SOLUTION_LIMIT)
        return number

    @_takes(_AskedInTime)
    def symmetries(self, **how: Unpack[_AskedInTime]) -> Symmetries:
        """What takes items to items and options to options.

        >>> Problem([["a", "b"], ["b", "c"], ["a", "c"]]).symmetries().order
        6
        """
        answer = self._ask(library.dlx_symmetries, self._how(**how))
        answer.require_end(None)
        generators = []
        size = ctypes.c_size_t()
        for k in range(library.dlx_answer_symmetry_count(answer.handle)):
            images = library.dlx_answer_symmetry(answer.handle, k, byref(size))
            generators.append(
                {
                    self._names[item]: self._names[image]
                    for item, image in enumerate(images[: size.value])
                    if item != image
                }
            )
        return Symmetries(int(library.dlx_answer_count(answer.handle)), generators)

    @_takes(How)
    def first(self, **how: Unpack[How]) -> Optional[Cover]:
        """A cover, or None if there is none."""
        answer = self._ask(library.dlx_first, self._how(**how))
        covers = answer.covers()
        if covers:
            return self._named(covers[0])
        answer.require_end(None)
        return None

    @_takes(How)
    def best(self, k: int = 1, **how: Unpack[How]) -> Best:
        """The k covers of least cost, the cheapest one first."""
        wanted = ctypes.c_size_t(_arguments.whole("k", k, 1, 2**63 - 1))
        answer = self._ask(library.dlx_best, self._how(**how), wanted)
        best = Best(
            BestCover(self._named(options), library.dlx_answer_cost(answer.handle, i))
            for i, options in enumerate(answer.covers())
        )
        bound = ctypes.c_int64()
        if library.dlx_answer_lower_bound(answer.handle, byref(bound)):
            best.lower_bound = bound.value
        answer.require_end(best, _SOLUTION_LIMIT)
        return best

    @_takes(How)
    def sample(self, k: int = 1, **how: Unpack[How]) -> List[Cover]:
        """k covers drawn at random, each as likely as any other, whatever was drawn
        before; an empty list if there is none.

        All covers are counted first, in a diagram; that needs a problem whose items
        can be ordered so that few of them are at stake at a time (a board, a
        timetable). The same `seed` draws the same covers.

        >>> problem = Problem([[i, j] for i in range(20) for j in (i + 1,)]
        ...                   + [[i] for i in range(21)])
        >>> problem.count()
        17711
        >>> [problem.verify(cover) for cover in problem.sample(3, seed=1)]
        [True, True, True]
        """
        wanted = ctypes.c_size_t(_arguments.whole("k", k, 1, 2**63 - 1))
        drawn = self._ask(library.dlx_sample, self._how(**how), wanted).covers()
        return [self._named(cover) for cover in drawn]

    def verify(self, options: Iterable[Any]) -> bool:
        """True if the options are a cover; otherwise an exception says why not.

        >>> Problem([["a"], ["a", "b"]]).verify([0, 1])
        Traceback (most recent call last):
        ...
        dlx._problem.NotACover: item 'a' is covered 2 times, by option 0 and option 1, ...
        """
        try:
            numbers = _arguments.numbers("I", "options", self._numbered(options))
        except (KeyError, ValueError) as error:
            raise NotACover(error.args[0]) from None
        if not library.dlx_verify(self._handle, _address(numbers), len(numbers)):
            raise NotACover(self._in_words(_library.error_text()))
        return True

    def _in_words(self, sentence: str) -> str:
        """C knows items by their numbers only."""
        sentence = re.sub(r"(option \d+) \([\d :]*\)", r"\1", sentence)
        if self._option_names is not None:
            names = self._option_names
            sentence = re.sub(
                r"option (\d+)\b",
                lambda match: f"option {names[int(match[1])]!r}",
                sentence,
            )
        return re.sub(
            r'item "(\d+)"',
            lambda match: f"item {self._names[int(match[1])]!r}",
            sentence,
        )

    def _repr_svg_(self) -> Optional[str]:
        """The matrix, in a notebook, if it is not too large to be looked at."""
        if self.option_count > 100 or len(self._names) > 100:
            return None
        from . import pictures

        return pictures.matrix(self).svg

    @_takes(_AskedInTime)
    def explain(self, **how: Unpack[_AskedInTime]) -> Optional[Explanation]:
        """Why there is no cover, or None if there is one.

        >>> Problem([["a", "b"], ["b", "c"], ["a", "c"], ["d"]]).explain()
        Explanation(items=['a', 'b', 'c'], irreducible=True)
        """
        answer = self._ask(library.dlx_explain, self._how(**how))
        if not library.dlx_answer_has_no_cover(answer.handle):
            if not library.dlx_answer_cover_count(answer.handle):
                answer.require_end(None)
            return None
        return Explanation(
            [self._names[item] for item in answer.items()],
            bool(library.dlx_answer_is_irreducible(answer.handle)),
        )

    @_takes(_Asked)
    def estimate(
        self,
        timeout: Optional[float] = 10,
        relative_error: float = 0.01,
        **how: Unpack[_Asked],
    ) -> Estimate:
        """About how many covers there are, to 1 % or as well as time allows.

        >>> Problem([["a"], ["a"], ["b"], ["b"]]).estimate().covers
        Interval(value=4.0, low=4.0, high=4.0)
        """
        arguments = self._how(timeout=timeout, **how)
        arguments.options.relative_error = _arguments.positive(
            "relative_error", relative_error
        )
        answer = self._ask(library.dlx_estimate, arguments)
        covers, nodes = _library.CInterval(), _library.CInterval()
        exact = library.dlx_answer_estimate(
            answer.handle, byref(covers), byref(nodes)
        )
        return Estimate(
            Interval(covers.value, covers.low, covers.high),
            Interval(nodes.value, nodes.low, nodes.high),
            bool(exact),
        )


# ------------------------------------------------------ stating a problem


def _is_matrix(options: Any) -> bool:
    return hasattr(options, "shape") and len(options.shape) == 2


class _Numbers(NamedTuple):
    """A problem as dlx_statement has it: arrays of numbers, of `array` or of NumPy."""

    primary_count: int
    secondary_count: int
    starts: Any
    items: Any
    colors: Any = None
    low: Any = None
    high: Any = None
    costs: Any = None

    @property
    def option_count(self) -> int:
        return len(self.starts) - 1

    def statement(self) -> _library.Statement:
        """It is good as long as these arrays are."""
        statement = _library.Statement()
        statement.size = ctypes.sizeof(statement)
        statement.primary_count = self.primary_count
        statement.secondary_count = self.secondary_count
        statement.option_count = self.option_count
        for name in ("starts", "items", "colors", "low", "high", "costs"):
            numbers = getattr(self, name)
            if numbers is not None:
                setattr(statement, name, _address(numbers))
        return statement


def _restored(
    kind: Any,
    names: List[Item],
    numbers: _Numbers,
    option_names: Optional[List[Hashable]],
) -> Any:
    """A problem that has been pickled."""
    problem = kind.__new__(kind)
    problem._name_options(option_names)
    problem._create(names, numbers)
    return problem


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _number(
    names: Iterable[Item], primary: Optional[List[Item]], secondary: Optional[List[Item]]
) -> Tuple[List[Item], int]:
    """All items, the primary ones first, and how many these are."""
    if primary is None:
        others = set(secondary or ())
        primary = [name for name in dict.fromkeys(names) if name not in others]
    elif secondary is None:
        others = set(primary)
        secondary = [name for name in dict.fromkeys(names) if name not in others]
    result = primary + (secondary or [])
    if len(set(result)) != len(result):
        seen: set[Item] = set()
        for name in result:
            if name in seen:
                raise ValueError(f"the item {name!r} is listed twice")
            seen.add(name)
    return result, len(primary)


def _from_options(
    options: Iterable[Option],
    primary: Optional[List[Item]],
    secondary: Optional[List[Item]],
    colors: Mapping[int, Mapping[Item, Any]],
) -> Tuple[List[Item], _Numbers]:
    rows = [
        option if isinstance(option, Mapping) else list(option) for option in options
    ]
    names, primary_count = _number(
        (item for row in rows for item in row), primary, secondary
    )
    number_of = {name: number for number, name in enumerate(names)}
    try:
        items = array.array("I", [number_of[item] for row in rows for item in row])
    except KeyError as error:
        raise ValueError(
            f"the item {error.args[0]!r} is neither primary nor secondary"
        ) from None
    starts = array.array("Q", [0])
    end = 0
    for row in rows:
        end += len(row)
        starts.append(end)
    used = _color_numbers(rows, colors)
    return names, _Numbers(
        primary_count, len(names) - primary_count, starts, items, used
    )


def _color_numbers(
    rows: Sequence[Any], colors: Mapping[int, Mapping[Item, Any]]
) -> Optional[Any]:
    """The colour of each item in each option; None if there are none."""
    for k, given in _arguments.mapping("colors", colors).items():
        row = rows[_arguments.option("colors", k, len(rows))]
        for item in _arguments.mapping(f"colors[{k}]", given):
            if item not in row:
                raise ValueError(f"colors: option {k} has no item {item!r}")
    if not colors and not any(isinstance(row, Mapping) for row in rows):
        return None
    number_of: dict[Any, int] = {}
    numbers = array.array("I")
    for k, row in enumerate(rows):
        given = colors.get(k, {})
        own = row if isinstance(row, Mapping) else {}
        for item in row:
            color = own.get(item)
            color = given.get(item) if color is None else color
            numbers.append(
                0 if color is None else number_of.setdefault(color, len(number_of) + 1)
            )
    return numbers


def _from_matrix(
    matrix: Any, primary: Optional[List[Item]], secondary: Optional[List[Item]]
) -> Tuple[List[Item], _Numbers]:
    numpy = sys.modules.get("numpy") or __import__("numpy")
    rows, columns = matrix.shape
    names, primary_count = _number(range(columns), primary, secondary)
    for name in names:
        if name not in range(columns):
            raise ValueError(f"there is no column {name!r}; the matrix has {columns}")
    if hasattr(matrix, "tocsr"):
        matrix = matrix.tocsr()
        _require_entries(matrix.data)
        if not matrix.has_canonical_format or not matrix.data.all():
            matrix = matrix.copy()  # It may be the caller's.
            matrix.sum_duplicates()
            matrix.eliminate_zeros()
        starts = matrix.indptr.astype(numpy.uint64)
        items = matrix.indices.astype(numpy.uint32)
    else:
        matrix = numpy.asarray(matrix)
        _require_entries(matrix)
        row_of_each, column_of_each = numpy.nonzero(matrix)
        starts = numpy.searchsorted(row_of_each, numpy.arange(rows + 1)).astype(
            numpy.uint64
        )
        items = column_of_each.astype(numpy.uint32)
    if names != list(range(columns)):
        number_of = numpy.full(columns, columns, dtype=numpy.uint32)
        number_of[numpy.asarray(names, dtype=int)] = numpy.arange(len(names))
        unnamed = items[number_of[items] == columns]
        if len(unnamed):
            raise ValueError(f"the item {unnamed[0]} is neither primary nor secondary")
        items = number_of[items]
    return names, _Numbers(primary_count, len(names) - primary_count, starts, items)


def _require_entries(entries: Any) -> None:
    """Is it clear which of them are 0?"""
    if entries.dtype.kind not in "biufO":
        raise ValueError(f"a matrix of {entries.dtype} does not tell what is in an option")
    if entries.dtype.kind in "fO" and (entries != entries).any():
        raise ValueError("the matrix has an entry that is not a number (NaN)")


def _with_multiplicities(
    numbers: _Numbers,
    names: Sequence[Item],
    multiplicities: Mapping[Item, Multiplicity],
) -> _Numbers:
    if not multiplicities:
        return numbers
    count = numbers.primary_count
    low = array.array("I", [1]) * count
    high = array.array("I", [1]) * count
    number_of = {name: number for number, name in enumerate(names[:count])}
    for name, wanted in _arguments.mapping("multiplicities", multiplicities).items():
        if name not in number_of:
            raise ValueError(f"{name!r} is no primary item")
        bounds = _arguments.bounds(f"multiplicities[{name!r}]", wanted, 0)
        k = number_of[name]
        low[k], high[k] = (min(bound, 2**32 - 1) for bound in bounds)
    return numbers._replace(low=low, high=high)


def _with_costs(
    numbers: _Numbers,
    costs: Union[Sequence[int], Mapping[int, int], None],
) -> _Numbers:
    if costs is None:
        return numbers
    count = numbers.option_count
    if isinstance(costs, Mapping):
        of_all = array.array("q", bytes(8 * count))
        values = _arguments.numbers("q", "costs", costs.values())
        for k, cost in zip(costs, values):
            of_all[_arguments.option("costs", k, count)] = cost
    else:
        of_all = _arguments.numbers("q", "costs", costs)
        if len(of_all) != count:
            raise ValueError(f"there are {len(of_all)} costs for {count} options")
    return numbers._replace(costs=of_all)


# ---------------------------------------------------------- asking once

_STATING = _Stated.__annotations__.keys() - How.__annotations__.keys()


def _problem_and_how(options: Any, arguments: Mapping[str, Any]) -> Tuple[Problem, Any]:
    stating = {name: arguments[name] for name in _STATING if name in arguments}
    how = {name: arguments[name] for name in arguments if name not in _STATING}
    return Problem(options, **stating), how


@_takes(_Stated)
def covers(options: Any, **arguments: Unpack[_Stated]) -> Covers:
    """Problem(options, ...).covers(...)

    >>> list(covers([[1, 2], [3], [1], [2, 3]], limit=1))
    [[0, 1]]
    >>> list(covers({"A": [1, 2], "B": [3], "C": [2, 3], "D": [1]}, limit=1))
    [['A', 'B']]
    """
    problem, how = _problem_and_how(options, arguments)
    return problem.covers(**how)


@_takes(_Stated)
def count(
    options: Any, up_to_symmetry: bool = False, **arguments: Unpack[_Stated]
) -> int:
    """Problem(options, ...).count(...)"""
    problem, how = _problem_and_how(options, arguments)
    return problem.count(up_to_symmetry, **how)


@_takes(_Stated)
def first(options: Any, **arguments: Unpack[_Stated]) -> Optional[Cover]:
    """Problem(options, ...).first(...)"""
    problem, how = _problem_and_how(options, arguments)
    return problem.first(**how)


@_takes(_Stated)
def sample(options: Any, k: int = 1, **arguments: Unpack[_Stated]) -> List[Cover]:
    """Problem(options, ...).sample(k, ...)"""
    problem, how = _problem_and_how(options, arguments)
    return problem.sample(k, **how)


@_takes(_Stated)
def best(options: Any, k: int = 1, **arguments: Unpack[_Stated]) -> Best:
    """Problem(options, ...).best(k, ...)"""
    problem, how = _problem_and_how(options, arguments)
    return problem.best(k, **how)
