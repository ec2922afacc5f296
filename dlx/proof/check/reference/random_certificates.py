"""Writes random problems of every kind, each with a random certificate of it.

The certificates follow docs/certificate.md, and nothing else: any item is
branched on, any state may be kept in any slot, and any record that is right may
come.

    random_certificates.py FOLDER SEED HOW_MANY

makes FOLDER/0.dlx, FOLDER/0.certificate, and so on.
"""

import random
import sys

import reference
from reference import Problem, State, Sweep


def random_problem(dice: random.Random) -> str:
    kind = dice.randrange(4)
    often = dice.choice([0, 0.5]) if kind else 0
    names, items = "abcdef"[:dice.randint(1, 6)], []
    for name in names:
        low = dice.randint(0, 2)
        high = dice.randint(max(low, 1), 3)
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
        self.data = bytearray(b"dlxcert3")
        self.slots: list[tuple[State, int] | None] = []
        self.last = -1

    def write(self) -> bytes:
        self.data += self.problem.digest().to_bytes(8, "little")
        count = self.count(self.problem.start())
        words = (count.bit_length() + 63) // 64
        self.numbers(7, words)
        self.data += count.to_bytes(8 * words, "little")
        self.data += reference.fnv(self.data).to_bytes(8, "little")
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
        if self.dice.random() < 0.4:
            return self.expand(state)
        slot = self.dice.randint(0, len(self.slots))
        self.slots += [None] * (slot == len(self.slots))
        self.numbers(zigzag(slot - self.last - 1) << 3 | 3)
        self.last = slot
        count = self.expand(state)
        self.slots[slot] = state, count
        return count

    def tells_shortage(self, state: State) -> bool:
        """Whether there is one; then it has written that."""
        if not self.problem.has_multiplicities:
            return False
        for item in range(len(state.bounds)):
            if (all(item in items for items in self.problem.primaries)
                    and self.problem.is_short(state, item)):
                self.numbers(7, item)
                return True
        return False

    def expand(self, state: State) -> int:
        chance = self.dice.random()
        if chance < 0.2:
            return self.sweep(state)
        items = self.problem.open_items(state)
        parts = self.dice.randint(1, 3)
        part_of = {item: self.dice.randrange(parts) for item in items}
        # Version 1 knew products of one part; now there are sweeps.
        if 1 < parts <= len(items) and self.problem.are_apart(state, part_of):
            return self.product(state, parts, part_of)
        item = self.dice.choice(items)
        self.numbers(item << 1)
        return sum(self.count(child) for child in self.problem.children(state, item))

    def product(self, state: State, parts: int, part_of: dict[int, int]) -> int:
        self.numbers(parts << 3 | 7, len(part_of), *part_of.values())
        count = 1
        for part in range(parts):
            mine = [i for i in part_of if part_of[i] == part]
            count *= self.count(self.problem.part(state, mine))
        return count

    def sweep(self, state: State) -> int:
        order = (reference.bits(state.fits) if self.problem.has_multiplicities
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
            certificate.write(Writer(Problem(text.encode()), dice).write())


if __name__ == "__main__":
    main(*sys.argv[1:])
