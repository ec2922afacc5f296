"""Checks the files for registries that tools/release has made: can they be read, and do
they say what the archive and the build files say?

  packaging/check.py DIST VERSION
"""

import base64
import hashlib
import json
import pathlib
import re
import sys
import tarfile

# What find_package() looks for, and the port that brings it.
PORTS = {
    "absl": "abseil",
    "hwy": "highway",
    "Boost": "boost-multiprecision",
    "nlohmann_json": "nlohmann-json",
}
NO_PORTS = {"Threads", "GTest"}  # The system's; only for our own tests.


def require(condition: bool, sentence: str) -> None:
    if not condition:
        sys.exit(f"packaging/check.py: {sentence}")


class Archive:
    """The archive of the sources."""

    def __init__(self, path: pathlib.Path) -> None:
        self.name = path.name
        self.bytes = path.read_bytes()
        with tarfile.open(path) as archive:
            self.texts = {
                member.name.partition("/")[2]: archive.extractfile(member).read()
                for member in archive
                if member.isfile()
            }

    def text(self, name: str) -> str:
        return self.texts[name].decode()


def check_vcpkg(port: pathlib.Path, archive: Archive, version: str) -> None:
    manifest = json.loads((port / "vcpkg.json").read_text())
    require(manifest["version"] == version, "the port has another version")
    named = {
        name
        for needs in (manifest, *manifest["features"].values())
        for name in needs["dependencies"]
        if isinstance(name, str)
    }
    cmake = archive.text("CMakeLists.txt")
    found = set(re.findall(r"find_package\((\w+)", cmake)) - {"dlx"}
    require(bool(found), "CMakeLists.txt finds no packages")
    require(
        {PORTS.get(name, name) for name in found - NO_PORTS} == named,
        f"the port depends on {sorted(named)}, but CMake finds {sorted(found)}",
    )
    portfile = (port / "portfile.cmake").read_text()
    digest = hashlib.sha512(archive.bytes).hexdigest()
    require(digest in portfile, "the port has another check sum")
    for option in re.findall(r"DLX_BUILD_\w+", portfile):
        require(f"option({option} " in cmake, f"CMake knows no {option}")


def check_registry(
    module: pathlib.Path, archive: Archive, version: str
) -> None:
    metadata = json.loads((module / "metadata.json").read_text())
    require(metadata["versions"] == [version], "the registry has another version")
    source = json.loads((module / version / "source.json").read_text())
    digest = base64.b64encode(hashlib.sha256(archive.bytes).digest())
    require(
        source["integrity"] == f"sha256-{digest.decode()}",
        "the registry has another check sum",
    )
    require(source["url"].endswith(f"/{archive.name}"), "another archive")
    ours = archive.text("MODULE.bazel")
    require(
        (module / version / "MODULE.bazel").read_text() == ours,
        "the registry has another MODULE.bazel",
    )
    require(f'version = "{version}"' in ours, "MODULE.bazel has another version")
    consumer = "examples/consumer/"
    builds = [name for name in archive.texts if name.endswith("BUILD.bazel")]
    require(len(builds) > 10, "there are no BUILD files")
    for build in builds:
        folder = consumer if build.startswith(consumer) else ""
        check_repositories(build, f"{folder}MODULE.bazel", archive)


def check_repositories(build: str, module: str, archive: Archive) -> None:
    """Every repository that a BUILD file names must come from somewhere."""
    text = archive.text(module)
    known = {"dlx", "bazel_tools"}
    known |= set(re.findall(r'repo_name = "(\w+)"', text))
    known |= set(re.findall(r'bazel_dep\(\s*name = "([\w.-]+)"', text))
    for name in re.findall(r'"@(\w+)//', archive.text(build)):
        require(name in known, f"{module} does not bring @{name}, which {build} needs")


def check_no_blanks(dist: pathlib.Path) -> None:
    """Nothing has been forgotten when blanks were filled in."""
    for folder in ("vcpkg", "bazel_registry"):
        files = [path for path in (dist / folder).rglob("*") if path.is_file()]
        require(bool(files), f"there is nothing for {folder}")
        for path in files:
            blank = re.search(r"@[A-Z0-9]+@", path.read_text())
            require(blank is None, f"{path} still has a blank")


def main() -> None:
    dist, version = pathlib.Path(sys.argv[1]), sys.argv[2]
    archive = Archive(dist / f"dlx-{version}.tar.gz")
    check_vcpkg(dist / "vcpkg" / "ports" / "dlx", archive, version)
    check_registry(dist / "bazel_registry" / "modules" / "dlx", archive, version)
    check_no_blanks(dist)


main()
