"""Writes random problems of every kind, each with a random certificate of it.

The certificates follow docs/certificate.md, and nothing else: any item is
branched on, any state may be kept in any slot, and any record that is right may
come.

    random_certificates.py FOLDER SEED HOW_MANY

makes FOLDER/0.dlx, FOLDER/0.certificate, and so on.
"""

import random
import sys
from itertools import permutations

from problem import Problem, State, bits, fnv
from reference import Clauses, Sweep


def random_problem(dice: random.Random) -> str:
    kind = dice.randrange(4)
    often = dice.choice([0, 0.5]) if kind else 0
    names, items = "abcdef"[:dice.randint(1, 6)], []
    for name in names:
        low = dice.randint(0, 3)
        high = dice.randint(max(low, 1), 4)
        items.append(f"{low}:{high}|{name}" if dice.random() < often else name)
    secondary = "xyz"[:dice.randint(0, 3)] if kind > 1 else ""
    common = dice.random() < 0.3  # The first item is in all options.
    lines = [" ".join(items) + (" | " + " ".join(secondary) if secondary else "")]
    for _ in range(dice.randint(0, 10)):
        size = dice.randint(1, min(3, len(names)))
        words = dice.sample(names, size)
        if common and names[0] not in words:
            words[0] = names[0]
        for name in secondary:
            if dice.random() < 0.4:
                words.append(name + dice.choice(["", ":r", ":s"] if kind == 3 else [""]))
        dice.shuffle(words)
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def zigzag(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


class Writer:
    """Counts the covers, and writes down how."""

    def __init__(self, problem: Problem, dice: random.Random) -> None:
        self.problem, self.dice = problem, dice
        self.data = bytearray(b"dlxcert8")
        self.slots: list[tuple[State, int] | None] = []
        self.last = -1

    def write(self) -> bytes:
        self.data += self.problem.digest().to_bytes(8, "little")
        count = self.count(self.problem.start())
        words = (count.bit_length() + 63) // 64
        self.numbers(7, words)
        self.data += count.to_bytes(8 * words, "little")
        self.data += fnv(self.data).to_bytes(8, "little")
        return bytes(self.data)

    def numbers(self, *numbers: int) -> None:
        for number in numbers:
            while number > 127:
                self.data.append(number & 127 | 128)
                number >>= 7
            self.data.append(number)

    def count(self, state: State) -> int:
        if not self.problem.open_items(state):
            return 1
        same = [i for i, kept in enumerate(self.slots) if kept and kept[0] == state]
        if same and self.dice.random() < 0.9:
            slot = self.dice.choice(same)
            self.numbers(zigzag(self.last - slot) << 2 | 1)
            return self.slots[slot][1]
        if self.dice.random() < 0.7 and self.tells_shortage(state):
            return 0
        if self.dice.random() < 0.7 and (count := self.tells_image(state)) is not None:
            return count
        if self.dice.random() < 0.4:
            return self.expand(state, is_kept=False)
        slot = self.dice.randint(0, len(self.slots))
        self.slots += [None] * (slot == len(self.slots))
        self.numbers(zigzag(slot - self.last - 1) << 3 | 3)
        self.last = slot
        count = self.expand(state, is_kept=True)
        self.slots[slot] = state, count
        return count

    def tells_image(self, state: State) -> int | None:
        """The number of covers, if it is one of a small state; then it has written that."""
        here = bits(state.fits)
        if self.problem.has_multiplicities or len(here) > 4:
            return None
        for slot, kept in enumerate(self.slots):
            if kept is None or kept[0].fits.bit_count() != len(here):
                continue
            for images in permutations(here):
                if not self.problem.is_image(state, kept[0], dict(zip(bits(kept[0].fits), images))):
                    continue
                self.numbers(23, zigzag(self.last - slot))
                self.numbers(*(zigzag(image - last - 1) for last, image in zip((-1, *images), images)))
                return kept[1]
        return None

    def tells_shortage(self, state: State) -> bool:
        """Whether there is one; then it has written that."""
        if not self.problem.has_multiplicities:
            return False
        for item in range(len(state.bounds)):
            if (not state.fits & ~self.problem.having[item]
                    and self.problem.is_short(state, item)):
                self.numbers(7, item)
                return True
        return False

    def expand(self, state: State, is_kept: bool) -> int:
        chance = self.dice.random()
        if chance < 0.2:
            return self.sweep(state)
        items = self.problem.open_items(state)
        if chance > 0.8 and not is_kept and not self.problem.has_multiplicities:
            return self.clauses(state)
        parts = self.dice.randint(1, 3)
        part_of = {item: self.dice.randrange(parts) for item in items}
        # Version 1 knew products of one part; now there are sweeps.
        if 1 < parts <= len(items) and self.problem.are_apart(state, part_of):
            return self.product(state, parts, part_of)
        if self.problem.has_multiplicities and state.fits and self.dice.random() < 0.3:
            option = self.dice.choice(bits(state.fits))
            self.numbers(23, option)
            return (self.count(self.problem.take(state, option))
                    + self.count(self.problem.leave_out(state, option)))
        item = self.dice.choice(items)
        self.numbers(item << 1)
        return sum(self.count(child) for child in self.problem.children(state, item))

    def product(self, state: State, parts: int, part_of: dict[int, int]) -> int:
        self.numbers(parts + 1 << 3 | 7, len(part_of), *part_of.values())
        count = 1
        for part in range(parts):
            mine = [i for i in part_of if part_of[i] == part]
            count *= self.count(self.problem.part(state, mine))
        return count

    def clauses(self, state: State) -> int:
        self.numbers(7)
        known, self.decisions = Clauses(self.problem, state), []
        return self.exhaust(known, [])

    def exhaust(self, known: Clauses, decisions: list[int]) -> int:
        """All covers that have these decisions and are not yet counted."""
        covers = 0
        while True:
            holds = known.propagate([2 * k for k in decisions])
            is_cover = known.is_cover(holds)
            if holds is None and decisions and self.dice.random() < 0.5:
                self.learn(known, [2 * k + 1 for k in decisions])
                return covers
            if holds is None or is_cover:
                self.block(known, decisions, is_cover)
                covers += is_cover
                if not (is_cover and not decisions):
                    return covers
                continue
            while self.dice.random() < 0.3:
                self.learn(known, [2 * k + self.dice.randrange(2)
                                   for k in self.dice.sample(range(known.size), min(known.size, 2))])
            if known.learnt and self.dice.random() < 0.2:
                gone = self.dice.randrange(len(known.learnt))
                del known.learnt[gone]
                self.numbers(1 << 2 | 1, gone)
            covers += self.exhaust(known, decisions + [self.dice.choice(
                [k for k in range(known.size) if not {2 * k, 2 * k + 1} & holds])])

    def learn(self, known: Clauses, clause: list[int]) -> None:
        """Tells it if it follows."""
        if known.propagate([l ^ 1 for l in clause]) is not None:
            return
        clause = sorted(set(clause))
        known.learn(clause)
        self.numbers(len(clause) << 2)
        for last, literal in zip([-1, *clause], clause):
            self.numbers(literal - last - 1)

    def block(self, known: Clauses, decisions: list[int], has_cover: bool) -> None:
        shared = 0
        while (shared < min(len(decisions), len(self.decisions))
               and decisions[shared] == self.decisions[shared] and self.dice.random() < 0.9):
            shared += 1
        others = decisions[shared:]
        self.numbers(shared << 2 | (2 if has_cover else 3), len(others), *others)
        self.decisions = decisions
        known.block(decisions, has_cover)

    def sweep(self, state: State) -> int:
        order = (bits(state.fits) if self.problem.has_multiplicities
                 else self.problem.open_items(state))
        self.dice.shuffle(order)
        self.numbers(15, len(order), *order)
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
                    like = [i for i, (s, _) in enumerate(queues[at]) if s == child]
                    if not like or self.dice.random() < 0.1:
                        like = [len(queues[at])]
                        queues[at].append((child, 0))
                    stands = self.dice.choice(like)
                    queues[at][stands] = child, queues[at][stands][1] + ways
                    self.numbers(zigzag(stands - last[at] - 1))
                    last[at] = stands
        return covers


def main(folder: str, seed: str, how_many: str) -> None:
    dice = random.Random(int(seed))
    for i in range(int(how_many)):
        text = random_problem(dice)
        with open(f"{folder}/{i}.dlx", "w", encoding="utf-8") as problem:
            problem.write(text)
        with open(f"{folder}/{i}.certificate", "wb") as certificate:
            certificate.write(Writer(Problem.read(text.encode()), dice).write())


if __name__ == "__main__":
    main(*sys.argv[1:])
