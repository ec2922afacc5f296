"""What is wrong with an argument is said in a sentence, before C would cut it to size."""

from __future__ import annotations

import array
import math
import operator
from typing import Any, Iterable, List, Optional, Sequence, Tuple

_LARGEST = {"I": 2**32 - 1, "q": 2**63 - 1}
_SMALLEST = {"I": 0, "q": -(2**63)}
_MISFITS = {"I": "there is no option {}", "q": "{} is too large or too small"}


def shown(value: Any) -> str:
    """As Python writes it, in a short line."""
    line = " ".join(repr(value).split())
    return line if len(line) <= 80 else f"{line[:77]}..."


def whole(
    name: str, value: Any, least: Optional[int] = None, most: Optional[int] = None
) -> int:
    """A whole number that is at least `least`. What is larger than `most` means the
    same as `most`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, and not {shown(value)}") from None
    if least is not None and number < least:
        bound = "positive" if least == 1 else f"at least {least}"
        raise ValueError(f"{name} must be {bound}, and not {number}")
    return number if most is None else min(number, most)


def limit(name: str, value: Any) -> int:
    """A limit in C, where 0 means that there is none."""
    return 0 if value is None else whole(name, value, 1, 2**64 - 1)


def positive(name: str, value: Any) -> float:
    """A number above 0, not necessarily a whole one, and perhaps infinite."""
    number = None
    try:
        number = float(value)
    except OverflowError:
        number = math.inf if value > 0 else -math.inf
    except (TypeError, ValueError):
        pass
    if isinstance(value, str) or number is None:
        raise TypeError(f"{name} must be a number, and not {shown(value)}")
    if not number > 0:
        raise ValueError(f"{name} must be positive, and not {shown(value)}")
    return number


def text(name: str, value: Optional[str]) -> Optional[bytes]:
    """A string for C, where None is none."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, and not {shown(value)}")
    if "\0" in value:
        raise ValueError(f"{name} is {shown(value)}, which has a character 0")
    return value.encode()


def pair(name: str, value: Any, least: Optional[int] = None) -> Tuple[int, int]:
    """Two whole numbers."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise TypeError(f"{name} must be a pair of numbers, and not {shown(value)}")
    return whole(name, value[0], least), whole(name, value[1], least)


def bounds(name: str, value: Any, least: Optional[int] = None) -> Tuple[int, int]:
    """A number, or the least and the greatest one."""
    if isinstance(value, (tuple, list)):
        return pair(name, value, least)
    number = whole(name, value, least)
    return number, number


def numbers(kind: str, name: str, values: Iterable[Any]) -> "array.array[int]":
    """Whole numbers for C: "I" for those of options, which have 32 bits, and "q" for
    costs, which have 64 bits and a sign."""
    if not isinstance(values, (list, tuple, array.array)):
        values = list(values)
    try:
        return array.array(kind, values)  # The quick way, if nothing is wrong.
    except (OverflowError, TypeError):
        return array.array(kind, _whole_numbers(kind, name, values))


def _whole_numbers(kind: str, name: str, values: Sequence[Any]) -> List[int]:
    result = []
    for value in values:
        # Tables of numbers often hold whole ones as floating-point numbers.
        is_float = hasattr(value, "is_integer") and not hasattr(value, "__index__")
        if is_float and value.is_integer():
            value = int(value)
        number = whole(f"each of {name}", value)
        if not _SMALLEST[kind] <= number <= _LARGEST[kind]:
            raise ValueError(f"{name}: {_MISFITS[kind].format(number)}")
        result.append(number)
    return result


def mapping(name: str, value: Any) -> Any:
    """Something with keys and values."""
    if not hasattr(value, "keys") or not hasattr(value, "__getitem__"):
        raise TypeError(f"{name} must be a mapping, and not {shown(value)}")
    return value


def option(name: str, number: Any, count: int) -> int:
    """The number of one of so many options."""
    index = whole(name, number)
    if not 0 <= index < count:
        raise IndexError(f"there is no option {index}; the problem has {count}")
    return index
