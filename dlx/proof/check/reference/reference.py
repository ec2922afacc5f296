"""Checks certificates as docs/certificate.md describes them.

Written from that page alone, to hold the page and the checker in C++ to each
other. It is not fast: `dlx verify` is what to use.

    reference.py PROBLEM CERTIFICATE [PROBLEM CERTIFICATE]...

says for each certificate how many covers it proves, or what the cheapest ones cost, or why
it does not.
"""

import sys
from typing import Iterator

from classes import Classes
from problem import CLOSED, Problem, Refused, State, bits, fnv, refuse

class Sweep:
    """How the states of a sweep follow each other."""

    def __init__(self, problem: Problem, order: list[int]) -> None:
        self.problem, self.order = problem, order

    def is_hopeless(self, state: State) -> bool:
        """Whether an item has too few options to begin with."""
        if not self.problem.has_multiplicities:
            return False
        return any(low > sum(item in self.problem.primaries[k] for k in self.order)
                   for item, (low, _) in enumerate(state.bounds))

    def _decide(self, place: int, state: State, is_taken: bool) -> State | None:
        problem, option = self.problem, self.order[place]
        state = (problem.take if is_taken else problem.leave_out)(state, option)
        for item in problem.primaries[option]:
            low, high = state.bounds[item]
            most = sum(item in problem.primaries[k] for k in self.order[place + 1:])
            if low > most:
                return None
            state = problem.set_bounds(state, item, low, min(high, most))
        return state

    def followers(self, place: int, state: State) -> Iterator[tuple[int, State]]:
        """The children of a state that waits at that place of the order, each
        with its own place; that is the end of the order for a cover."""
        problem = self.problem
        if not problem.has_multiplicities:
            for child in problem.children(state, self.order[place]):
                later = range(place + 1, len(self.order))
                yield next((p for p in later if child.bounds[self.order[p]] != CLOSED),
                           len(self.order)), child
            return
        for is_taken in (True, False):
            then, at = self._decide(place, state, is_taken), place + 1
            while then and at < len(self.order) and not then.fits >> self.order[at] & 1:
                then, at = self._decide(at, then, False), at + 1
            if then:
                yield at, then


class Clauses:
    """What is known of the covers of a state without multiplicities.

    A literal is twice the number of an option, among those that fit, and 1 more if it is
    ruled out."""

    def __init__(self, problem: Problem, state: State) -> None:
        options = bits(state.fits)
        self.size = len(options)
        self.items = [[n for n, k in enumerate(options) if item in problem.primaries[k]]
                      for item in problem.open_items(state)]
        self.clashing = [[n for n, l in enumerate(options) if l != k and (
            problem.clashing[k] >> l & 1
            or set(problem.primaries[k]) & set(problem.primaries[l]))] for k in options]
        self.learnt: list[list[int]] = []
        self.for_good: list[list[int]] = []
        self.blocks: list[list[int]] = []  # Decisions.

    def propagate(self, literals: list[int]) -> set[int] | None:
        """What follows from these; nothing if that is a contradiction."""
        clauses = [[2 * k for k in item] for item in self.items] + self.learnt + self.for_good
        clauses += [[2 * k + 1 for k in block] for block in self.blocks]
        holds, news = set(), set(literals)
        while not holds or not news <= holds:
            holds |= news
            if any(l ^ 1 in holds for l in holds):
                return None
            news = {2 * l + 1 for k in holds if k % 2 == 0 for l in self.clashing[k // 2]}
            for clause in clauses:
                left = [l for l in clause if l ^ 1 not in holds]
                if not left:
                    return None
                if len(left) == 1:
                    news.add(left[0])
            if not news:
                break
        return holds

    def is_cover(self, holds: set[int] | None) -> bool:
        return holds is not None and all(any(2 * k in holds for k in item)
                                         for item in self.items)

    def learn(self, clause: list[int]) -> None:
        if self.propagate([l ^ 1 for l in clause]) is not None:
            refuse("a clause does not follow")
        (self.learnt if len(clause) > 1 else self.for_good).append(clause)

    def block(self, decisions: list[int], has_cover: bool) -> None:
        holds = self.propagate([2 * k for k in decisions])
        if has_cover and not self.is_cover(holds):
            refuse("these decisions lead to no cover")
        if not has_cover and holds is not None:
            refuse("these decisions may have a cover")
        # A block of these decisions and others is of no more use.
        self.blocks = [b for b in self.blocks if b[:len(decisions)] != decisions]
        self.blocks.append(decisions)


def unzigzag(code: int) -> int:
    return code >> 1 ^ -(code & 1)


class Checker:
    """Goes along with a certificate."""

    def __init__(self, problem: Problem, certificate: bytes) -> None:
        self.problem, self.data, self.at = problem, certificate, 0
        self.slots: list[tuple[State, int] | None] = []
        self.last = -1

    def bytes_(self, size: int) -> bytes:
        if self.at + size > len(self.data):
            refuse("the certificate ends before its end")
        self.at += size
        return self.data[self.at - size:self.at]

    def word(self) -> int:
        return int.from_bytes(self.bytes_(8), "little")

    def number(self) -> int:
        value = 0
        for shift in range(0, 63, 7):
            byte = self.bytes_(1)[0]
            value |= (byte & 127) << shift
            if byte < 128:
                return value
        refuse("a number is too long")

    def check(self) -> int | str:
        """What it proves, of whatever kind it is."""
        if self.data[:8] == b"dlxcert4":
            return Best(self).check()
        if self.data[:8] in (b"dlxcert5", b"dlxcert7"):
            return Classes(self, lambda quotient, data: Checker(quotient, data).covers()).check()
        return self.covers()

    def covers(self) -> int:
        """How many covers there are."""
        magic = self.bytes_(8)
        if magic not in (b"dlxcert1", b"dlxcert2", b"dlxcert3", b"dlxcert6", b"dlxcert8"):
            refuse("this is not a certificate")
        self.version = magic[7] - ord("0")
        if self.word() != self.problem.digest():
            refuse("this is the certificate of another problem")
        count = self.count(self.problem.start())
        if self.number() != 7:
            refuse("this is not the end")
        return self.end_with(count)

    def end_with(self, count: int) -> int:
        if int.from_bytes(self.bytes_(8 * self.number()), "little") != count:
            refuse(f"there are {count}")
        self.end()
        return count

    def end(self) -> None:
        seal = fnv(self.data[:self.at])
        if self.word() != seal or self.at != len(self.data):
            refuse("this is not the seal, or not the end")

    def count(self, state: State) -> int:
        if not self.problem.open_items(state):
            return 1
        record = self.number()
        if record & 3 == 1:
            return self.refer(state, record >> 2)
        if record & 7 != 3:
            return self.expand(state, record, is_kept=False)
        slot = self.last + 1 + unzigzag(record >> 3)
        if not 0 <= slot <= len(self.slots):
            refuse("there is no such slot")
        self.slots += [None] * (slot == len(self.slots))
        self.last = slot
        count = self.expand(state, self.number(), is_kept=True)
        self.slots[slot] = state, count
        return count

    def kept(self, back: int) -> tuple[State, int]:
        slot = self.last - unzigzag(back)
        kept = self.slots[slot] if 0 <= slot < len(self.slots) else None
        if kept is None:
            refuse("nothing was kept in that slot")
        return kept

    def refer(self, state: State, back: int) -> int:
        kept, count = self.kept(back)
        if kept != state:
            refuse("this is not the state in that slot")
        return count

    def image(self, state: State) -> int:
        kept, count = self.kept(self.number())
        images, last = {}, -1
        for option in bits(kept.fits):
            images[option] = last = last + 1 + unzigzag(self.number())
            if not 0 <= last < len(self.problem.options):
                refuse("there is no such option")
        if not self.problem.is_image(state, kept, images):
            refuse("this is no image of the state in that slot")
        return count

    def expand(self, state: State, record: int, is_kept: bool) -> int:
        if record & 1 == 0:
            item = record >> 1
            if item >= len(state.bounds) or state.bounds[item] == CLOSED:
                refuse("a branch on an item that is not open")
            return sum(self.count(child) for child in self.problem.children(state, item))
        if record == 15 and self.version >= 2:
            return self.sweep(state)
        if (record == 7 and self.version >= 3 and not is_kept
                and self.problem.has_multiplicities):
            return self.shortage(state)
        if (record == 7 and self.version >= 6 and not is_kept
                and not self.problem.has_multiplicities):
            return self.clauses(Clauses(self.problem, state))
        if (record == 23 and self.version >= 8 and not is_kept
                and not self.problem.has_multiplicities):
            return self.image(state)
        if record == 23 and self.version >= 8 and self.problem.has_multiplicities:
            return self.option(state)
        parts = (record >> 3) - (self.version >= 8)
        if record & 7 == 7 and (parts > 1 or record == 15):
            return self.product(state, max(parts, 1))
        refuse("no such record here")

    def option(self, state: State) -> int:
        option = self.number()
        if not state.fits >> option & 1:
            refuse("this option does not fit")
        with_it, without = self.problem.take(state, option), self.problem.leave_out(state, option)
        return self.count(with_it) + self.count(without)

    def shortage(self, state: State) -> int:
        item = self.number()
        if item >= len(state.bounds) or state.fits & ~self.problem.having[item]:
            refuse("not all options that fit have the item")
        if not self.problem.is_short(state, item):
            refuse("no more is missing than may be covered")
        return 0

    def ascending(self, size: int, end: int) -> list[int]:
        numbers, last = [], -1
        for _ in range(size):
            last += 1 + self.number()
            if last >= end:
                refuse("there is no such literal or clause")
            numbers.append(last)
        return numbers

    def clauses(self, known: Clauses) -> int:
        covers, decisions = 0, []
        while True:
            step = self.number()
            size, kind = step >> 2, step & 3
            if kind == 0:
                known.learn(self.ascending(size, 2 * known.size))
            elif kind == 1:
                gone = self.ascending(size, len(known.learnt))
                if not gone:
                    refuse("nothing is forgotten")
                known.learnt = [c for n, c in enumerate(known.learnt) if n not in gone]
            else:
                others = self.number()
                if size > len(decisions) or others > known.size:
                    refuse("there are not so many decisions")
                decisions = decisions[:size]
                for _ in range(others):
                    decisions.append(self.number())
                    if decisions[-1] >= known.size:
                        refuse("there is no such option")
                known.block(decisions, kind == 2)
                covers += kind == 2
                if kind == 3 and not decisions:
                    return covers

    def product(self, state: State, parts: int) -> int:
        items = self.problem.open_items(state)
        if self.number() != len(items) or parts > len(items):
            refuse("these are not the open items")
        part_of = {item: self.number() for item in items}
        if max(part_of.values()) >= parts or not self.problem.are_apart(state, part_of):
            refuse("these are no parts")
        count = 1
        for part in range(parts):
            mine = [i for i in items if part_of[i] == part]
            count *= self.count(self.problem.part(state, mine))
        return count

    def sweep(self, state: State) -> int:
        there = (bits(state.fits) if self.problem.has_multiplicities
                 else self.problem.open_items(state))
        if self.number() != len(there):
            refuse("a sweep has another order")
        order = [self.number() for _ in there]
        if sorted(order) != there:
            refuse("a sweep has another order")
        sweep, covers = Sweep(self.problem, order), 0
        if sweep.is_hopeless(state):
            return 0
        if not order:
            return 1
        queues: list[list[tuple[State, int]]] = [[] for _ in order]
        queues[0].append((state, 1))
        last = [-1] * len(order)
        for place, queue in enumerate(queues):
            for waiting, ways in queue:
                for at, child in sweep.followers(place, waiting):
                    if at == len(order):
                        covers += ways
                        continue
                    stands = last[at] = last[at] + 1 + unzigzag(self.number())
                    if not 0 <= stands <= len(queues[at]):
                        refuse("there is no such place in the queue")
                    if stands == len(queues[at]):
                        queues[at].append((child, 0))
                    if queues[at][stands][0] != child:
                        refuse("another state stands there")
                    queues[at][stands] = child, queues[at][stands][1] + ways
        return covers


class Best:
    """Goes along with a certificate of least costs."""

    def __init__(self, data: Checker) -> None:
        self.data, self.problem = data, data.problem

    def check(self) -> str:
        self.data.bytes_(8)
        if self.data.word() != self.problem.digest_of_costs():
            refuse("this is the certificate of another problem")
        wanted, listed = self.data.number(), self.data.number()
        if wanted == 0 or listed > wanted:
            refuse("more covers than were wanted")
        covers = [self.cover() for _ in range(listed)]
        costs = [sum(self.problem.costs[k] for k in cover) for cover in covers]
        if len(set(covers)) < listed or costs != sorted(costs):
            refuse("the covers are not different ones in the order of their costs")
        self.limit = costs[-1] if listed == wanted else None
        room = self.read_weights()
        if self.count(self.problem.start(), 0, room) != sum(map(self.is_cheaper, costs)):
            refuse("there are other covers that are as cheap")
        if self.data.number() != 7:
            refuse("this is not the end")
        self.data.end()
        return " ".join(map(str, costs))

    def is_cheaper(self, cost: int) -> bool:
        return self.limit is None or cost < self.limit

    def cover(self) -> tuple[int, ...]:
        state, options, option = self.problem.start(), [], -1
        for _ in range(self.data.number()):
            option += 1 + self.data.number()
            if not state.fits >> option & 1:
                refuse("what is to be a cover is none")
            state = self.problem.take(state, option)
            options.append(option)
        if any(low for low, _ in state.bounds):
            refuse("what is to be a cover is none")
        return tuple(options)

    def read_weights(self) -> float:
        """What reduced costs may add up to."""
        problem, shift = self.problem, self.data.number()
        if shift > 40:
            refuse("the weights are too fine")
        self.weights = weights = [unzigzag(self.data.number()) for _ in range(problem.item_count)]
        primaries = len(problem.bounds)
        colored = {i for option in problem.options for i, color in option if color}
        self.colored, self.shift, self.others = colored, shift, list(weights)
        self.see_colors(weights)
        bounds = problem.bounds + [(0, 1)] * (problem.item_count - primaries)
        bound = sum(w * (low if w > 0 else high) for w, (low, high) in zip(weights, bounds))
        reduced = [(cost << shift) - sum(weights[i] for i, _ in option)
                   for cost, option in zip(problem.costs, problem.options)]
        bound += sum(min(r, 0) for r in reduced)
        self.reduced = [min(max(r, 0), 2**62 // (primaries + 1)) for r in reduced]
        return float("inf") if self.limit is None else (self.limit - 1 << shift) - bound

    def count(self, state: State, spent: int, room: float) -> int:
        if not self.problem.open_items(state):
            return self.is_cheaper(spent)
        record = self.data.number()
        if record == 1:
            self.bound(state, spent, room)
            return 0
        item = record >> 1
        if record & 1 or item >= len(state.bounds) or state.bounds[item] == CLOSED:
            refuse("a branch on an item that is open is expected")
        costs = {k: self.cost_in(state, k) for k in bits(state.fits & self.problem.having[item])}
        options = [k for k in sorted(costs, key=lambda k: self.reduced[k]) if costs[k] <= room]
        low, high = state.bounds[item]
        count = 0
        for k in options[:max(len(options) + 1 - low, 0)] if low > 1 else options:
            count += self.count(self.problem.take(state, k), spent + self.problem.costs[k],
                                room - costs[k])
            if high > 1:
                state = self.problem.leave_out(state, k)
        if low == 0:
            count += self.count(self.problem.set_bounds(state, item, *CLOSED), spent, room)
        return count

    def see_colors(self, weights: list[int]) -> None:
        if any(weights[i] < 0 for i in self.colored):
            refuse("a weight below 0 for an item with colours")

    def bound(self, state: State, spent: int, room: float) -> None:
        """No cover below the state is cheap enough, by other weights."""
        problem, item, weights = self.problem, -1, self.others
        if self.limit is None:
            refuse("all covers are looked for")
        for _ in range(self.data.number()):
            item += 1 + self.data.number()
            if item >= problem.item_count:
                refuse("there is no such item")
            weights[item] += unzigzag(self.data.number())
            if abs(weights[item]) > 2**62:
                refuse("a weight that is too large")
        self.see_colors(weights)
        bounds = list(state.bounds) + [(0, 1)] * (problem.item_count - len(state.bounds))
        bound = sum(w * (low if w > 0 else high) for w, (low, high) in zip(weights, bounds))
        for k in bits(state.fits):
            if self.cost_in(state, k) <= room:
                left = (problem.costs[k] << self.shift) - sum(weights[i] for i, _ in problem.options[k])
                bound += min(left, 0)
        if bound <= self.limit - 1 - spent << self.shift:
            refuse("covers may be cheap enough")

    def cost_in(self, state: State, option: int) -> int:
        """What the option takes from the room."""
        return self.reduced[option] + sum(max(self.weights[i], 0)
                                          for i in self.problem.primaries[option]
                                          if state.bounds[i][0] == 0)


def verdict(problem: str, certificate: str) -> str:
    try:
        with open(problem, "rb") as text, open(certificate, "rb") as data:
            return str(Checker(Problem.read(text.read()), data.read()).check())
    except Refused as why:
        return f"refused: {why}"


if __name__ == "__main__":
    sys.setrecursionlimit(100_000)
    files = sys.argv[1:]
    for pair in zip(files[::2], files[1::2]):
        print(verdict(*pair))
