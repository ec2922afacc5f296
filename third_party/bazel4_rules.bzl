"""Rule repositories that Bazel 4 would otherwise download.

BUILD files load `cc_library` and its kin from @rules_cc, as newer versions of
Bazel demand. Bazel 4 still has these rules built in, so here @rules_cc and the
others only give the built-in rules their modern address.
"""

def _files_impl(ctx):
    for path, content in ctx.attr.files.items():
        ctx.file(path, content)

_files = repository_rule(
    implementation = _files_impl,
    attrs = {"files": attr.string_dict(mandatory = True)},
)

def _native(rules):
    return "".join(["{0} = native.{0}\n".format(rule) for rule in rules])

_RULES_CC = {
    "cc/BUILD.bazel": "",
    "cc/defs.bzl": _native([
        "cc_binary",
        "cc_import",
        "cc_library",
        "cc_proto_library",
        "cc_test",
        "cc_toolchain",
        "cc_toolchain_suite",
        "objc_library",
    ]),
}

# Bazel's own toolchain files mention this one.
_RULES_JAVA = {
    "java/BUILD.bazel": "",
    "java/defs.bzl": _native([
        "java_binary",
        "java_import",
        "java_library",
        "java_runtime",
        "java_toolchain",
    ]),
}

_RULES_SHELL = {
    "shell/BUILD.bazel": "",
    "shell/sh_binary.bzl": _native(["sh_binary"]),
    "shell/sh_library.bzl": _native(["sh_library"]),
    "shell/sh_test.bzl": _native(["sh_test"]),
}

# Every cc_test depends on it; it is used by `bazel coverage` only.
_COVERAGE_TOOLS = {
    "BUILD.bazel": """
package(default_visibility = ["//visibility:public"])

filegroup(name = "coverage_report_generator")

filegroup(name = "lcov_merger")
""",
}

def bazel4_rules():
    """Declares those of the repositories that are not declared yet."""
    repositories = {
        "rules_cc": _RULES_CC,
        "rules_java": _RULES_JAVA,
        "rules_shell": _RULES_SHELL,
        "remote_coverage_tools": _COVERAGE_TOOLS,
    }
    for name, files in repositories.items():
        if not native.existing_rule(name):
            _files(name = name, files = files)
