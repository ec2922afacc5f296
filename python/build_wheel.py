"""Makes a wheel of the Python package: a backend of PEP 517 for pip.

The package is Python alone and talks to a shared library, which CMake builds; so the
wheel does for every version of Python 3 and needs no tool of packaging. What that library
needs and not every Linux has is in the wheel, too (see wheel_libraries.py). Two variables
are for those who build often, and one is for a release:

  DLX_CMAKE_BUILD      the folder where CMake works; what is there is used again
  DLX_CMAKE_ARGUMENTS  more arguments for CMake
  DLX_HOME_PAGE        the address where the project is at home
"""

from __future__ import annotations

import ast
import base64
import hashlib
import os
import pathlib
import re
import shlex
import subprocess
import sysconfig
import tarfile
import zipfile
from typing import Any, Iterable, Iterator, Optional

import wheel_libraries

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = "libdlx_python.so"
OTHERS = "libraries"  # Where LIBRARY looks for those that it needs: see CMakeLists.txt.


def version() -> str:
    """That of dlx/base/version.h."""
    header = (ROOT / "dlx" / "base" / "version.h").read_text()
    parts = re.findall(r"VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)
    return ".".join(parts)


def _project(key: str) -> Any:
    """A text, or a list of texts, of the table [project] in pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text()
    value = rf'^{re.escape(key)} = (".*?"|\[.*?\])$'
    match = re.search(value, text, re.MULTILINE | re.DOTALL)
    assert match is not None, key
    return ast.literal_eval(match[1])


def name_and_version() -> str:
    """What the names of files begin with."""
    name = str(_project("name")).replace("-", "_")
    return f"{name}-{version()}"


def metadata() -> str:
    """What a registry tells of the package."""
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {_project('name')}",
        f"Version: {version()}",
        f"Summary: {_project('description')}",
        "License: MIT",
        f"Keywords: {','.join(_project('keywords'))}",
        *(f"Classifier: {line}" for line in _project("classifiers")),
        f"Requires-Python: {_project('requires-python')}",
        "Description-Content-Type: text/markdown",
    ]
    home_page = os.environ.get("DLX_HOME_PAGE")
    if home_page:
        lines.append(f"Project-URL: Homepage, {home_page}")
    return "\n".join(lines) + "\n\n" + (ROOT / str(_project("readme"))).read_text()


def _build_library() -> pathlib.Path:
    build = pathlib.Path(
        os.environ.get("DLX_CMAKE_BUILD", ROOT / ".cache" / "python")
    )
    configure = [
        "cmake",
        f"-S{ROOT}",
        f"-B{build}",
        "-DDLX_BUILD_PYTHON=ON",
        *shlex.split(os.environ.get("DLX_CMAKE_ARGUMENTS", "")),
    ]
    jobs = str(os.cpu_count() or 1)
    subprocess.run(configure, check=True)
    subprocess.run(
        ["cmake", "--build", build, "--target", "dlx_python", "--parallel", jobs],
        check=True,
    )
    return build / LIBRARY


def _licenses(libraries: Iterable[pathlib.Path]) -> dict[str, bytes]:
    """The terms of what is brought along, as far as Debian's packages tell them."""
    texts = {}
    for library in libraries:
        real = library.resolve()
        try:
            owner = subprocess.run(
                ["dpkg", "-S", f"*{real}"], check=True, capture_output=True
            ).stdout.decode()
        except (OSError, subprocess.CalledProcessError):
            continue
        package = owner.partition(":")[0]
        terms = pathlib.Path("/usr/share/doc") / package / "copyright"
        if terms.exists():
            texts[f"LICENSE.{package}"] = _in_full(terms.read_text()).encode()
    return texts


def _in_full(terms: str) -> str:
    """With the licenses that Debian keeps elsewhere, because many packages have them."""
    parts = [terms]
    for name in sorted(set(re.findall(r"/usr/share/common-licenses/[\w.-]*\w", terms))):
        if pathlib.Path(name).exists():
            parts.append(f"{name}:\n\n{pathlib.Path(name).read_text()}")
    return "\n".join(parts)


def _platform(libraries: list[pathlib.Path]) -> str:
    """The last part of the wheel's tag."""
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    system, _, machine = platform.partition("_")
    if system != "linux":
        return platform
    return f"{wheel_libraries.manylinux(libraries) or system}_{machine}"


def _package() -> Iterator[tuple[str, bytes]]:
    folder = ROOT / "python"
    for path in sorted((folder / "dlx").rglob("*")):
        if path.suffix == ".py" or path.name == "py.typed":
            yield path.relative_to(folder).as_posix(), path.read_bytes()


class _Wheel:
    """An archive that knows what is in it."""

    def __init__(self, path: pathlib.Path) -> None:
        self._archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self._record = ""

    def add(self, name: str, content: bytes) -> None:
        # Always the same wheel for the same content.
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.external_attr = 0o644 << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self._archive.writestr(info, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
        checksum = digest.rstrip(b"=").decode()
        self._record += f"{name},sha256={checksum},{len(content)}\n"

    def close(self, record: str) -> None:
        self.add(record, f"{self._record}{record},,\n".encode())
        self._archive.close()


def build_wheel(
    wheel_directory: str,
    config_settings: Optional[dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    """The name of a new wheel in that folder."""
    library = _build_library()
    others = wheel_libraries.to_bring_along(library)
    tag = f"py3-none-{_platform([library, *others.values()])}"
    name = name_and_version()
    file = f"{name}-{tag}.whl"
    wheel = _Wheel(pathlib.Path(wheel_directory) / file)
    for member, content in _package():
        wheel.add(member, content)
    wheel.add(f"dlx/{LIBRARY}", library.read_bytes())
    for other, path in sorted(others.items()):
        wheel.add(f"dlx/{OTHERS}/{other}", path.read_bytes())
    info = f"{name}.dist-info"
    wheel.add(f"{info}/METADATA", metadata().encode())
    wheel.add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
    for title, text in _licenses(others.values()).items():
        wheel.add(f"{info}/{title}", text)
    wheel.add(
        f"{info}/WHEEL",
        "Wheel-Version: 1.0\nGenerator: dlx\nRoot-Is-Purelib: false\n"
        f"Tag: {tag}\n".encode(),
    )
    wheel.close(f"{info}/RECORD")
    return file


def build_sdist(
    sdist_directory: str, config_settings: Optional[dict[str, Any]] = None
) -> str:
    """The name of a new archive of the sources, as Git knows them."""
    name = name_and_version()
    files = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True
    ).stdout.decode()
    target = pathlib.Path(sdist_directory) / f"{name}.tar.gz"
    information = target.with_suffix(".PKG-INFO")
    information.write_text(metadata())
    with tarfile.open(target, "w:gz") as archive:
        for file in files.split("\0"):
            if file:
                archive.add(ROOT / file, f"{name}/{file}")
        archive.add(information, f"{name}/PKG-INFO")
    information.unlink()
    return target.name
