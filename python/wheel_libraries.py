"""Which shared libraries a wheel has to bring along, and on which Linux it works then.

The promise of a tag such as manylinux_2_35 (PEP 600): whatever Linux has glibc 2.35 or
newer can load the wheel. So nothing in it may need other libraries than those that every
Linux has, or versions of symbols that came later. What the system of the build has
beyond that (Abseil, Highway) goes into the wheel, beside the library that needs it.
`auditwheel show` checks the same.
"""

from __future__ import annotations

import pathlib
import re
import subprocess
from typing import Dict, Iterable, List, Optional, Set, Tuple

# Those of glibc and of the compiler that the tags of manylinux promise.
_EVERYWHERE = re.compile(
    r"(lib(c|m|dl|rt|pthread|util|gcc_s|stdc\+\+)|ld-linux[\w-]*)\.so(\.\d+)?"
)

# What the compilers have that belong to a version of glibc: the newest symbols of
# libstdc++ (GLIBCXX_3.4.N, CXXABI_1.3.N) that manylinux_2_M may use.
_COMPILERS = [
    # M, GLIBCXX, CXXABI
    (17, 19, 7),
    (24, 22, 10),
    (27, 24, 11),
    (31, 28, 12),
    (34, 29, 13),
    (35, 30, 13),
    (39, 33, 15),
]


def _output(*command: object) -> str:
    run = subprocess.run(
        [str(word) for word in command],
        check=True,
        stdout=subprocess.PIPE,
        env={"LC_ALL": "C", "PATH": "/usr/local/bin:/usr/bin:/bin"},
    )
    return run.stdout.decode()


def is_everywhere(name: str) -> bool:
    """Every Linux with glibc and a compiler's libraries has it."""
    return _EVERYWHERE.fullmatch(name) is not None


def to_bring_along(library: pathlib.Path) -> Dict[str, pathlib.Path]:
    """The other libraries that it needs, directly or not, by the names that loaders look
    for."""
    found: Dict[str, pathlib.Path] = {}
    for line in _output("ldd", library).splitlines():
        name, arrow, place = line.strip().partition(" => ")
        if not arrow or is_everywhere(name):
            continue
        if not place.startswith("/"):
            raise FileNotFoundError(f"{library} needs {name}, which is not there")
        found[name] = pathlib.Path(place.rpartition(" (")[0])
    return found


def _needs(library: pathlib.Path) -> Tuple[Set[str], Set[str]]:
    """The libraries that it names, and the versions of symbols that it takes from those
    that are everywhere."""
    libraries: Set[str] = set()
    versions: Set[str] = set()
    source = ""
    for line in _output("objdump", "-p", library).splitlines():
        words = line.split()
        if words[:1] == ["NEEDED"]:
            libraries.add(words[1])
        elif words[:2] == ["required", "from"]:
            source = words[2].rstrip(":")
        elif not words:
            source = ""
        elif source and is_everywhere(source):
            versions.add(words[-1])
    return libraries, versions


def least_glibc(version: str) -> Optional[int]:
    """The M of the oldest manylinux_2_M that has a version of symbols; None if that is
    not known."""
    family, _, number = version.partition("_")
    if not re.fullmatch(r"[\d.]+", number):
        return None
    numbers = [int(part) for part in number.split(".")]
    if family == "GLIBC" and numbers[0] == 2:
        return numbers[1]
    if family == "GCC":  # Of libgcc: those that are old are everywhere.
        return 17 if numbers < [4, 9] else 27 if numbers <= [7] else None
    bases = {"GLIBCXX": ([3, 4], 1), "CXXABI": ([1, 3], 2)}
    if family not in bases or numbers[:2] != bases[family][0]:
        return None
    last = (numbers + [0])[2]
    column = bases[family][1]
    return next((row[0] for row in _COMPILERS if last <= row[column]), None)


def manylinux(libraries: Iterable[pathlib.Path]) -> Optional[str]:
    """The tag of a wheel with these libraries, such as "manylinux_2_35"; None if they
    need what not every Linux has."""
    paths: List[pathlib.Path] = list(libraries)
    least = 17
    for path in paths:
        needed, versions = _needs(path)
        if not all(is_everywhere(n) or n in {p.name for p in paths} for n in needed):
            return None
        for version in versions:
            glibc = least_glibc(version)
            if glibc is None:
                return None
            least = max(least, glibc)
    return f"manylinux_2_{least}"
