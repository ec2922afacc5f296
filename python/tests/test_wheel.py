"""What is installed is a wheel that keeps the promise of its tag."""

import email
import importlib.metadata
import importlib.util
import pathlib

import pytest

import dlx

_spec = importlib.util.spec_from_file_location(
    "wheel_libraries", pathlib.Path(__file__).parents[1] / "wheel_libraries.py"
)
wheel_libraries = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(wheel_libraries)

PACKAGE = pathlib.Path(dlx.__file__).parent
LIBRARY = PACKAGE / "libdlx_python.so"
BROUGHT = sorted((PACKAGE / "libraries").glob("*"))


def test_a_library_is_everywhere_or_comes_along():
    needed = wheel_libraries.to_bring_along(LIBRARY)
    assert sorted(needed) == [path.name for path in BROUGHT]
    assert {path.resolve() for path in needed.values()} == {p.resolve() for p in BROUGHT}


def test_the_tag_is_that_of_the_libraries():
    tag = wheel_libraries.manylinux([LIBRARY, *BROUGHT])
    wheel = importlib.metadata.distribution("dlx-exact-cover").read_text("WHEEL")
    assert f"Tag: py3-none-{tag or 'linux'}_" in wheel


def test_what_a_registry_is_told(monkeypatch):
    monkeypatch.syspath_prepend(str(pathlib.Path(__file__).parents[1]))
    build_wheel = importlib.import_module("build_wheel")
    monkeypatch.setenv("DLX_HOME_PAGE", "https://example.org/dlx")
    told = email.message_from_string(build_wheel.metadata())
    assert told["Name"] == "dlx-exact-cover"
    assert told["Version"] == dlx.__version__
    assert "exact cover" in told["Keywords"].split(",")
    assert "Typing :: Typed" in told.get_all("Classifier")
    assert told["Project-URL"] == "Homepage, https://example.org/dlx"
    assert build_wheel.name_and_version() == f"dlx_exact_cover-{dlx.__version__}"


@pytest.mark.skipif(not BROUGHT, reason="all libraries are linked statically")
def test_without_what_comes_along_there_is_no_such_tag():
    assert wheel_libraries.manylinux([LIBRARY]) is None


@pytest.mark.parametrize(
    "version, least",
    [
        ("GLIBC_2.2.5", 2),
        ("GLIBC_2.34", 34),
        ("GLIBCXX_3.4", 17),
        ("GLIBCXX_3.4.29", 34),
        ("GLIBCXX_3.4.30", 35),
        ("CXXABI_1.3.13", 34),
        ("GCC_3.0", 17),
        # Not known to any tag.
        ("GLIBCXX_3.4.99", None),
        ("GLIBC_ABI_DT_RELR", None),
        ("GLIBC_PRIVATE", None),
        ("ZLIB_1.2", None),
    ],
)
def test_which_glibc_comes_with_a_version(version, least):
    assert wheel_libraries.least_glibc(version) == least


def test_libraries_that_are_everywhere():
    assert wheel_libraries.is_everywhere("libstdc++.so.6")
    assert wheel_libraries.is_everywhere("ld-linux-x86-64.so.2")
    assert not wheel_libraries.is_everywhere("libhwy.so.1")
    assert not wheel_libraries.is_everywhere("libcrypt.so.1")
