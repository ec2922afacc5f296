"""How a library, a test and a benchmark of this project are declared.

The files of a target are compiled as one. A file is mostly headers: ten files
together take the time of two. This asks that names in unnamed namespaces differ
within a target; a file whose helpers have the names of its neighbours' puts them
into a namespace of its own, such as dlx::make::board_test.

The file of a test begins with headers that most tests include, which g++ reads once
for all of them (see precompiled.bzl).

`--define=unity=off` compiles the files one by one: for work on a file, for tools
that want to know how it is compiled, and to see that each one stands alone.

Every target may use Abseil and need not say which part of it (but its flags).
"""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")

ABSEIL = ["@com_google_absl//absl/" + part for part in [
    "algorithm:container",
    "base:config",
    "cleanup",
    "container:flat_hash_map",
    "container:flat_hash_set",
    "container:inlined_vector",
    "functional:function_ref",
    "hash",
    "numeric:bits",
    "numeric:int128",
    "status",
    "status:statusor",
    "strings",
    "strings:str_format",
    "time",
    "types:optional",
    "types:span",
]]

_GOOGLETEST = "@com_google_googletest//:gtest"
_BENCHMARK = "@com_github_google_benchmark//:benchmark"

def _source_that_includes_impl(ctx):
    out = ctx.actions.declare_file(ctx.attr.out)
    names = ctx.attr.first + [
        "%s/%s" % (src.owner.package, src.owner.name)
        for src in ctx.files.srcs
    ]
    ctx.actions.write(out, "".join(["#include \"%s\"\n" % name for name in names]))
    return [DefaultInfo(files = depset([out]))]

_source_that_includes = rule(
    implementation = _source_that_includes_impl,
    attrs = {
        "srcs": attr.label_list(allow_files = [".cc"]),
        "out": attr.string(mandatory = True),
        "first": attr.string_list(doc = "Headers that are included before the sources."),
    },
)

def _as_one(name, srcs, testonly, first = []):
    """Sources as one file that includes them, unless unity is off."""
    if len(srcs) < 2 and not first:
        return srcs

    # Named as a test is, if it is one: the same options go for it.
    source = "unity_of_" + name
    _source_that_includes(
        name = source,
        testonly = testonly,
        srcs = srcs,
        out = source + ".cc",
        first = first,
    )
    return select({
        "//tools/testing:unity_is_off": srcs,
        "//conditions:default": [":" + source],
    })

def _is_of_library(file):
    for ending in ["_test.cc", "_benchmark.cc", "_fuzzer.cc", "main.cc"]:
        if file.endswith(ending):
            return False
    return True

def library(
        name,
        srcs = None,
        hdrs = None,
        alone = [],
        textual_hdrs = [],
        deps = [],
        testonly = False,
        **kwargs):
    """Declares a cc_library.

    Args:
      name: of the library.
      srcs: its sources, private headers included; by default all *.cc of the folder
        that are no test, benchmark, fuzz target or main.cc, if hdrs are all, too.
      hdrs: its headers; by default all of the folder.
      alone: sources that are not compiled together with the others.
      textual_hdrs: files that it includes and that do not stand alone.
      deps: libraries that it needs, besides Abseil.
      testonly: as usual.
      **kwargs: what else a cc_library takes.
    """
    if srcs == None:
        srcs = [] if hdrs != None else [
            file
            for file in native.glob(["*.cc"], exclude = alone)
            if _is_of_library(file)
        ]
    if hdrs == None:
        hdrs = native.glob(["*.h"], exclude = textual_hdrs)
    together = [file for file in srcs if file.endswith(".cc")]
    others = [file for file in srcs if not file.endswith(".cc")]
    cc_library(
        name = name,
        testonly = testonly,
        srcs = others + alone + _as_one(name, together, testonly),
        hdrs = hdrs,
        textual_hdrs = textual_hdrs + (together if len(together) > 1 else []),
        deps = ABSEIL + deps,
        **kwargs
    )

def unity_test(name, srcs = None, deps = [], main = True, **kwargs):
    """Declares a cc_test.

    Args:
      name: of the test, ending in _test.
      srcs: files that end in _test.cc, and others, which stay what they are; by
        default all *_test.cc of the folder.
      deps: libraries that it needs, besides Abseil and GoogleTest.
      main: whether GoogleTest brings main().
      **kwargs: what else a cc_test takes.
    """
    if srcs == None:
        srcs = native.glob(["*_test.cc"])
    tests = [src for src in srcs if src.endswith("_test.cc")]
    others = [src for src in srcs if not src.endswith("_test.cc")]
    deps = ABSEIL + [_GOOGLETEST + ("_main" if main else "")] + deps
    cc_library(
        name = name + "_files",
        testonly = True,
        textual_hdrs = tests,
        deps = deps,
    )
    cc_test(
        name = name,
        srcs = others + _as_one(
            name,
            tests,
            testonly = True,
            first = ["tools/testing/first.h"],
        ),
        deps = deps + [":%s_files" % name, "//tools/testing:first"],
        **kwargs
    )

def benchmark(name, deps = [], main = True, **kwargs):
    """Declares a program that is built on Google Benchmark, of the file NAME.cc.

    Args:
      name: of the program, ending in _benchmark.
      deps: libraries that it needs, besides Abseil and Google Benchmark.
      main: whether Google Benchmark brings main().
      **kwargs: what else a cc_binary takes.
    """
    cc_binary(
        name = name,
        testonly = True,
        srcs = [name + ".cc"],
        deps = ABSEIL + [_BENCHMARK + ("_main" if main else "")] + deps,
        **kwargs
    )
