"""Certificates of counts up to symmetry (versions 5 and 7), as docs/certificate.md says."""

from math import factorial, gcd
from typing import Callable, Iterator

from problem import Problem, refuse

Permutation = tuple[int, ...]
MOST_POINTS = 100


def then(a: Permutation, b: Permutation) -> Permutation:
    """First a, then b."""
    return tuple(b[image] for image in a)


def inverse(a: Permutation) -> Permutation:
    return tuple(sorted(range(len(a)), key=lambda point: a[point]))


def conjugate(a: Permutation, by: Permutation) -> Permutation:
    return then(then(inverse(by), a), by)


def power(a: Permutation, times: int) -> Permutation:
    result = tuple(range(len(a)))
    for _ in range(times):
        result = then(result, a)
    return result


def is_identity(a: Permutation) -> bool:
    return all(image == point for point, image in enumerate(a))


def commute(a: Permutation, b: Permutation) -> bool:
    return then(a, b) == then(b, a)


class Graph:
    """Of a problem: kinds of options, colours of items, kinds of items."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        kinds: dict[tuple, list[int]] = {}
        for k, option in enumerate(problem.options):
            kinds.setdefault((tuple(sorted(option)), problem.costs[k]), []).append(k)
        self.options = list(kinds.values())
        for equal in self.options:
            if len(equal) > 1 and all(
                    problem.bounds[i][1] > 1 if i < len(problem.bounds) else color
                    for i, color in problem.options[equal[0]]):
                refuse("equal options can be in one cover together")
        self._find_items()
        self._join()

    def _find_items(self) -> None:
        problem = self.problem
        self.colors: list[list[int]] = [[] for _ in range(problem.item_count)]
        uses: list[list[tuple[int, int]]] = [[] for _ in range(problem.item_count)]
        for vertex, equal in enumerate(self.options):
            for item, color in problem.options[equal[0]]:
                if color and color not in self.colors[item]:
                    self.colors[item].append(color)
                number = self.colors[item].index(color) + 1 if color else 0
                uses[item].append((vertex, number))
        kinds: dict[tuple, list[int]] = {}
        for item in range(problem.item_count):
            if uses[item]:
                bounds = problem.bounds[item] if item < len(problem.bounds) else None
                kinds.setdefault((tuple(uses[item]), bounds), []).append(item)
        self.items = list(kinds.values())

    def _join(self) -> None:
        """Numbers the vertices, tells how each looks, and joins them."""
        problem = self.problem
        self.looks: list[tuple] = [
            ("option", problem.costs[equal[0]], len(equal)) for equal in self.options]
        vertex_of: dict[tuple[int, int], int] = {}
        for items in self.items:
            for color in self.colors[items[0]]:
                vertex_of[items[0], color] = len(self.looks)
                self.looks.append(("colour",))
        self.vertex_of_item: dict[int, int] = {}
        self.edges = set()
        for items in self.items:
            first, vertex = items[0], len(self.looks)
            bounds = problem.bounds[first] if first < len(problem.bounds) else None
            self.looks.append(("item", bounds, len(items)))
            for item in items:
                self.vertex_of_item[item] = vertex
            for color in self.colors[first]:
                self.edges.add(frozenset((vertex, vertex_of[first, color])))
            vertex_of[first, 0] = vertex
        for vertex, equal in enumerate(self.options):
            for use in problem.options[equal[0]]:
                if use in vertex_of:
                    self.edges.add(frozenset((vertex, vertex_of[use])))

    def is_symmetry(self, a: Permutation) -> bool:
        return (all(self.looks[v] == self.looks[a[v]] for v in range(len(a))) and
                all(frozenset(a[v] for v in edge) in self.edges for edge in self.edges))

    def quotient(self, symmetry: Permutation) -> Problem:
        """Its covers are those that the symmetry leaves as they are."""
        problem, orbits = self.problem, orbits_of(symmetry)
        first = {vertex: orbit[0] for orbit in orbits for vertex in orbit}
        kept = [i for i in range(problem.item_count)
                if i not in self.vertex_of_item or
                self.items[self.vertex_of_item[i] - self.first_item][0] == i and
                first[self.vertex_of_item[i]] == self.vertex_of_item[i]]
        number = {item: n for n, item in enumerate(kept)}
        colors: dict[int, int] = {}
        options = []
        for orbit in orbits:
            if orbit[0] < len(self.options):
                option = self._together(orbit, number, colors)
                if option is not None:
                    options.append(option)
        bounds = [problem.bounds[i] for i in kept if i < len(problem.bounds)]
        return Problem(bounds, len(kept), options, [0] * len(options))

    @property
    def first_item(self) -> int:
        return len(self.looks) - len(self.items)

    def _together(self, orbit: list[int], number: dict[int, int],
                  colors: dict[int, int]) -> list[tuple[int, int]] | None:
        """What options use together; None if they clash."""
        uses: dict[int, list[int]] = {}
        for vertex in orbit:
            for item, color in self.problem.options[self.options[vertex][0]]:
                if item in number:
                    uses.setdefault(item, []).append(color)
        option = []
        for item in sorted(uses):
            color = min(uses[item])
            if item < len(self.problem.bounds):
                if len(uses[item]) > self.problem.bounds[item][1]:
                    return None
                if len(uses[item]) > 1:
                    raise NotImplementedError("an orbit that uses an item several times")
            elif len(uses[item]) > 1 and (color == 0 or color != max(uses[item])):
                return None
            option.append((number[item],
                           colors.setdefault(color, len(colors) + 1) if color else 0))
        return option


def orbits_of(a: Permutation) -> list[list[int]]:
    """In the order of the first point of each, which begins it."""
    orbits, done = [], set()
    for point in range(len(a)):
        if point not in done:
            orbit = []
            while point not in done:
                done.add(point)
                orbit.append(point)
                point = a[point]
            orbits.append(orbit)
    return orbits


class Factor:
    """An image of S_n wr S_m."""

    def __init__(self, points: list[Permutation], copies: list[Permutation]) -> None:
        self.points, self.copies = [points], copies  # By copy; between copies.
        for exchange in copies:
            self.points.append([conjugate(a, exchange) for a in self.points[-1]])
        self.n, self.m = len(points) + 1, len(copies) + 1
        self.order = factorial(self.n) ** self.m * factorial(self.m)

    def meets_relations(self) -> bool:
        everywhere = [(c, a) for c, row in enumerate(self.points) for a in row]
        return (is_chain(self.points[0]) and is_chain(self.copies) and
                all(c in (d, d + 1) or commute(a, b)
                    for c, a in everywhere for d, b in enumerate(self.copies)) and
                all(c == d or commute(a, b) for c, a in everywhere for d, b in everywhere))

    def commutes_with(self, a: Permutation) -> bool:
        return all(commute(a, b) for b in self.points[0] + self.copies)

    def classes(self, degree: int) -> Iterator[tuple[Permutation, int]]:
        """One element of each class of conjugates, and how many it has."""
        self.types = list(partitions(self.n, 1))
        return self._classes(0, 0, 1, 0, tuple(range(degree)), 1)

    def _classes(self, copy: int, least_type: int, least_length: int, same: int,
                 element: Permutation, commuting: int) -> Iterator[tuple[Permutation, int]]:
        """The copies before this one have cycles, the last `same` of them alike."""
        if copy == self.m:
            yield element, self.order // commuting
            return
        for kind in range(least_type, len(self.types)):
            first = least_length if kind == least_type else 1
            for length in range(first, self.m - copy + 1):
                alike = same if (kind, length) == (least_type, least_length) else 0
                yield from self._classes(
                    copy + length, kind, length, alike + 1,
                    then(element, self._cycle(copy, length, self.types[kind])),
                    commuting * centralizer(self.types[kind]) * length * (alike + 1))

    def _cycle(self, copy: int, length: int, lengths: list[int]) -> Permutation:
        """Copies in a cycle; at the end of it the points of one are in these cycles."""
        cycle, point = tuple(range(len(self.points[0][0]))), 0
        for points in lengths:
            for i in range(points - 1):
                cycle = then(cycle, self.points[copy][point + i])
            point += points
        for c in range(copy, copy + length - 1):
            cycle = then(cycle, self.copies[c])
        return cycle


def is_chain(exchanges: list[Permutation]) -> bool:
    """Whether they are like exchanges of neighbours."""
    for i, a in enumerate(exchanges):
        for j, b in enumerate(exchanges[:i + 1]):
            times = {0: 1, 1: 3}.get(i - j, 2)
            if not is_identity(power(then(a, b), times)):
                return False
    return True


def partitions(left: int, least: int) -> Iterator[list[int]]:
    if left == 0:
        yield []
    for length in range(least, left + 1):
        for rest in partitions(left - length, length):
            yield [length, *rest]


def centralizer(lengths: list[int]) -> int:
    """How many permutations commute with one that has these cycles."""
    size = 1
    for length in set(lengths):
        size *= length ** lengths.count(length) * factorial(lengths.count(length))
    return size


class Classes:
    """Goes along with a certificate of versions 5 and 7."""

    def __init__(self, data, covers: Callable[[Problem, bytes], int]) -> None:
        self.data, self.covers = data, covers
        self.graph = Graph(data.problem)
        self.degree = len(self.graph.looks)

    def check(self) -> int:
        has_factors = self.data.bytes_(8) == b"dlxcert7"
        if self.data.word() != self.data.problem.digest_of_costs():
            refuse("this is the certificate of another problem")
        self.factors: list[Factor] = []
        for _ in range(self.data.number() if has_factors else 0):
            self.factors.append(self._factor())
        self._make_group()
        kinds = [(tuple(range(self.degree)), 1)]
        for factor in self.factors:
            kinds = [(then(a, b), x * y) for a, x in kinds
                     for b, y in factor.classes(self.degree)]
        total = 0
        while (record := self.data.number()) == 1:
            total += self._kind(kinds)
        if record != 0 or self.group:
            refuse("not all symmetries are looked at")
        order = self.size
        for factor in self.factors:
            order *= factor.order
        if total % order != 0:
            refuse("this is no whole number of classes")
        return self.data.end_with(total // order)

    def _permutation(self) -> Permutation:
        images = tuple(self.data.number() for _ in range(self.degree))
        if sorted(images) != list(range(self.degree)) or not self.graph.is_symmetry(images):
            refuse("this is no symmetry")
        return images

    def _factor(self) -> Factor:
        n, m = self.data.number(), self.data.number()
        if n < 2 or m < 1 or n * m > MOST_POINTS:
            refuse("a factor of no points, or of too many")
        points = [self._permutation() for _ in range(n - 1)]
        factor = Factor(points, [self._permutation() for _ in range(m - 1)])
        if not factor.meets_relations() or not all(
                other.commutes_with(a) for other in self.factors
                for a in factor.points[0] + factor.copies):
            refuse("this is no factor")
        return factor

    def _points(self, a: Permutation) -> Permutation:
        """What it does beside the options: that tells elements apart."""
        options = len(self.graph.options)
        return tuple(image - options for image in a[options:])

    def _make_group(self) -> None:
        """Of the rest: those of which no kind was there."""
        self.generators = []
        for _ in range(self.data.number()):
            generator = self._permutation()
            if not all(factor.commutes_with(generator) for factor in self.factors):
                refuse("this does not commute with a factor")
            self.generators.append(self._points(generator))
        self.group = set(self._closure(
            [tuple(range(self.degree - len(self.graph.options)))], then))
        self.size = len(self.group)

    def _closure(self, elements: list[Permutation],
                 change: Callable[[Permutation, Permutation], Permutation]) -> list[Permutation]:
        known = dict.fromkeys(elements)
        waiting = list(known)
        while waiting:
            element = waiting.pop()
            for generator in self.generators:
                new = change(element, generator)
                if new not in known:
                    known[new] = None
                    waiting.append(new)
        return list(known)

    def _kind(self, kinds: list[tuple[Permutation, int]]) -> int:
        """What a kind of the rest adds, with each kind of the factors."""
        symmetry = self._permutation()
        element = self._points(symmetry)
        if element not in self.group:
            refuse("this is no element, or of a kind that was there")
        order = next(k for k in range(1, self.size + 1) if is_identity(power(element, k)))
        alike = self._closure([power(element, k) for k in range(1, order + 1)
                               if gcd(k, order) == 1], conjugate)
        self.group.difference_update(alike)
        return sum(self._covers(then(symmetry, b)) * size for b, size in kinds) * len(alike)

    def _covers(self, symmetry: Permutation) -> int:
        pieces = b""
        while size := self.data.number():
            pieces += self.data.bytes_(size)
        return self.covers(self.graph.quotient(symmetry), pieces)
