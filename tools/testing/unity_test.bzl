"""The rule `unity_test`: a test of several files that are compiled as one.

A file of a test is mostly headers: ten of them together take the time of two.
What this asks for is that names in unnamed namespaces differ within a test; a
file whose helpers have names like its neighbours' has a namespace of its own,
such as dlx::make::board_test.
"""

load("@rules_cc//cc:defs.bzl", "cc_library", "cc_test")

def _source_that_includes_impl(ctx):
    out = ctx.actions.declare_file(ctx.attr.out)
    ctx.actions.write(out, "".join([
        "#include \"%s\"\n" % src.short_path
        for src in ctx.files.srcs
    ]))
    return [DefaultInfo(files = depset([out]))]

_source_that_includes = rule(
    implementation = _source_that_includes_impl,
    attrs = {
        "srcs": attr.label_list(allow_files = [".cc"]),
        "out": attr.string(mandatory = True),
    },
)

def unity_test(name, srcs, deps, **kwargs):
    """Declares a cc_test.

    `--define=unity=off` compiles its files one by one: that each stands alone,
    and for tools that want to know how.

    Args:
      name: of the test, ending in _test.
      srcs: files that end in _test.cc, which become one; and others, which stay
        what they are.
      deps: what the sources need.
      **kwargs: what else a cc_test takes.
    """
    tests = [src for src in srcs if src.endswith("_test.cc")]
    others = [src for src in srcs if not src.endswith("_test.cc")]

    # Named as the tests are: the same options go for it.
    source = "unity_of_" + name
    _source_that_includes(
        name = source,
        testonly = True,
        srcs = tests,
        out = source + ".cc",
    )
    cc_library(
        name = name + "_files",
        testonly = True,
        textual_hdrs = tests,
        deps = deps,
    )
    cc_test(
        name = name,
        srcs = others + select({
            "//tools/testing:unity_is_off": tests,
            "//conditions:default": [":" + source],
        }),
        deps = deps + select({
            "//tools/testing:unity_is_off": [],
            "//conditions:default": [":%s_files" % name],
        }),
        **kwargs
    )
