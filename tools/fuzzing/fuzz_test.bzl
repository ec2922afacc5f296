"""The macro `fuzz_test`: a libFuzzer target and a test of its seed corpus."""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library", "cc_test")
load("//tools:library.bzl", "ABSEIL")

def fuzz_test(name, srcs, corpus, deps = [], tags = ["fuzz"], size = "small"):
    """Declares a fuzz target, which is not part of `bazel test //...`, and

    NAME_corpus_test, which is: it runs the target once on every seed, with
    whatever compiler and sanitizers the build has.

    `tools/fuzz SECONDS` finds the targets by their tag and fuzzes them. To
    start one by hand:

        bazel run --config=fuzz //dlx/io:reader_fuzzer -- -max_total_time=60

    Args:
      name: of the fuzz target, by custom ending in _fuzzer.
      srcs: the file that defines LLVMFuzzerTestOneInput.
      corpus: seed inputs, at least one; each a file of this package.
      deps: libraries that the sources need, besides Abseil.
      tags: of the fuzz target; `fuzz` is what tools/fuzz looks for.
      size: of the corpus test.
    """
    if not corpus:
        fail("fuzz_test %s needs at least one seed in its corpus." % name)

    cc_library(
        name = name + "_target",
        testonly = True,
        srcs = srcs,
        deps = ABSEIL + deps,
        alwayslink = True,  # Its caller, libFuzzer, is linked after it.
    )

    native.filegroup(
        name = name + "_corpus",
        testonly = True,
        srcs = corpus,
    )

    cc_test(
        name = name + "_corpus_test",
        size = size,
        args = ["$(rootpaths :%s_corpus)" % name],
        data = [":%s_corpus" % name],
        deps = [
            ":%s_target" % name,
            "//tools/fuzzing:replay_main",
        ],
    )

    cc_binary(
        name = name,
        testonly = True,
        data = [":%s_corpus" % name],
        linkopts = select(
            {"//tools/fuzzing:fuzz_configuration": ["-fsanitize=fuzzer"]},
            no_match_error = "A fuzz target needs --config=fuzz.",
        ),
        tags = tags + ["manual"],
        deps = [":%s_target" % name],
    )
