"""A problem, its states, and what happens to them, as docs/certificate.md says."""

from typing import Iterator, NamedTuple, NoReturn

CLOSED = (0, 0)


class Refused(Exception):
    """What is wrong with a certificate."""


def refuse(why: str) -> NoReturn:
    raise Refused(why)


class State(NamedTuple):
    """What is left: by primary item its bounds, and the options that fit."""

    bounds: tuple[tuple[int, int], ...]
    fits: int  # Bit k is option k.


def bits(number: int) -> list[int]:
    return [k for k in range(number.bit_length()) if number >> k & 1]


def fnv(data: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def _read_items(words: list[str]) -> tuple[list[tuple[int, int]], dict[str, int]]:
    bounds: list[tuple[int, int]] = []
    names: dict[str, int] = {}
    is_secondary = False
    for word in words:
        if word.startswith("|"):
            is_secondary, word = True, word[1:]
            if not word:
                continue
        if not is_secondary:
            numbers, bar, name = word.rpartition("|")
            low, _, high = numbers.rpartition(":")
            high = high if bar else "1"
            bounds.append((int(low or high), int(high)))
            word = name
        names[word] = len(names)
    return bounds, names


def _read_options(lines: list[list[str]], names: dict[str, int],
                  ) -> tuple[list[list[tuple[int, int]]], list[int]]:
    colors: dict[str, int] = {}
    options, costs = [], []
    for words in lines:
        option = []
        costs.append(sum(int(word[1:]) for word in words if word.startswith("|")))
        for word in words:
            if word.startswith("|"):
                continue
            name, colon, color = word.partition(":")
            number = colors.setdefault(color, len(colors) + 1) if colon else 0
            option.append((names[name], number))
        options.append(option)
    return options, costs


class Problem:
    """Items are numbers, primary ones first; options are lists of items and colours."""

    def __init__(self, bounds: list[tuple[int, int]], item_count: int,
                 options: list[list[tuple[int, int]]], costs: list[int]) -> None:
        self.bounds, self.item_count = bounds, item_count  # Bounds of primary items.
        self.options, self.costs = options, costs
        self.has_multiplicities = any(b != (1, 1) for b in bounds)
        # By option: its primary items, and the options that clash with it.
        self.primaries = [[i for i, _ in o if i < len(bounds)] for o in options]
        self.clashing = [sum(1 << l for l in range(len(options)) if self._clash(k, l))
                         for k in range(len(options))]
        # By primary item: its options.
        self.having = [sum(1 << k for k, items in enumerate(self.primaries) if i in items)
                       for i in range(len(bounds))]

    @staticmethod
    def read(text: bytes) -> "Problem":
        lines = []
        for line in text.decode("utf-8").removeprefix("\ufeff").split("\n"):
            words = line.rstrip(" \t\r").replace("\t", " ").split(" ")
            words = [word for word in words if word]
            if words and not words[0].startswith("|"):
                lines.append(words)
        bounds, names = _read_items(lines[0])
        return Problem(bounds, len(names), *_read_options(lines[1:], names))

    def _clash(self, k: int, l: int) -> bool:
        return any(i == j and (c != d or c == 0) for i, c in self.options[k]
                   for j, d in self.options[l] if i >= len(self.bounds))

    def digest(self) -> int:
        numbers = [self.item_count]
        for i in range(self.item_count):
            is_primary = i < len(self.bounds)
            numbers += [is_primary, *(self.bounds[i] if is_primary else (0, 1))]
        numbers.append(len(self.options))
        for option in self.options:
            numbers.append(len(option))
            for use in option:
                numbers += use
        return fnv(b"".join(n.to_bytes(8, "little") for n in numbers))

    def digest_of_costs(self) -> int:
        numbers = [self.digest(), *(cost % 2**64 for cost in self.costs)]
        return fnv(b"".join(n.to_bytes(8, "little") for n in numbers))

    def start(self) -> State:
        return State(tuple(self.bounds), (1 << len(self.options)) - 1)

    def open_items(self, state: State) -> list[int]:
        return [i for i, bounds in enumerate(state.bounds) if bounds != CLOSED]

    def set_bounds(self, state: State, item: int, low: int, high: int) -> State:
        bounds = state.bounds[:item] + ((low, high),) + state.bounds[item + 1:]
        return State(bounds, state.fits if high else state.fits & ~self.having[item])

    def leave_out(self, state: State, option: int) -> State:
        return State(state.bounds, state.fits & ~(1 << option))

    def take(self, state: State, option: int) -> State:
        state = State(state.bounds, state.fits & ~self.clashing[option] & ~(1 << option))
        for item in self.primaries[option]:
            low, high = state.bounds[item]
            state = self.set_bounds(state, item, max(low - 1, 0), high - 1)
        return state

    def part(self, state: State, items: list[int]) -> State:
        for item in self.open_items(state):
            if item not in items:
                state = self.set_bounds(state, item, *CLOSED)
        return state

    def agreements(self, state: State, name: dict[int, int]) -> set:
        """What items that matter say of the options that fit, by their names: which
        of those that have the item agree there. Nobody agrees about a primary item."""
        found = set()
        for item in range(self.item_count):
            is_primary = item < len(self.bounds)
            groups: dict[object, set[int]] = {}
            for k in bits(state.fits):
                for i, color in self.options[k]:
                    if i == item:
                        groups.setdefault(color or ("none", k), set()).add(name[k])
            if state.bounds[item] != CLOSED if is_primary else len(groups) > 1:
                found.add((is_primary, frozenset(map(frozenset, groups.values()))))
        return found

    def is_image(self, state: State, kept: State, images: dict[int, int]) -> bool:
        """Whether options stand for those of the state that was kept."""
        return (sorted(images.values()) == bits(state.fits)
                and self.agreements(kept, images)
                == self.agreements(state, {k: k for k in bits(state.fits)}))

    def are_apart(self, state: State, part_of: dict[int, int]) -> bool:
        """Whether no option connects two parts, nor two options clash."""
        options: dict[int, int] = {}
        for k in bits(state.fits):
            parts = {part_of[i] for i in self.primaries[k]}
            if len(parts) > 1:
                return False
            part = parts.pop()
            options[part] = options.get(part, 0) | 1 << k
        return not any(self.clashing[k] & other for part, mine in options.items()
                       for k in bits(mine) for p, other in options.items() if p != part)

    def children(self, state: State, item: int) -> Iterator[State]:
        """Those of a branch."""
        low, _ = state.bounds[item]
        options = bits(state.fits & self.having[item])
        for option in options[:max(len(options) + 1 - low, 0)] if low > 1 else options:
            yield self.take(state, option)
            state = self.leave_out(state, option)
        if low == 0:
            yield self.set_bounds(state, item, *CLOSED)

    def is_short(self, state: State, item: int) -> bool:
        largest = max((len(items) for items in self.primaries), default=0)
        return sum(low for low, _ in state.bounds) > largest * state.bounds[item][1]
