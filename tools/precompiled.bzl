"""Headers that g++ reads once for all tests.

Two thirds of a small test are the headers of GoogleTest, Abseil and the standard
library. `precompiled_headers` writes a header NAME.h that includes them, and beside it
NAME.h.gch, what g++ makes of that: a file that begins with `#include "PACKAGE/NAME.h"`
compiles in two thirds of the time. g++ takes it only if it was made with the same
options, and otherwise reads the headers. Other compilers, for which NAME.h is empty,
show that a file includes what it uses.
"""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "CPP_COMPILE_ACTION_NAME")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

def _precompile(ctx, toolchain, header, out):
    context = cc_common.merge_cc_infos(
        cc_infos = [dep[CcInfo] for dep in ctx.attr.deps],
    ).compilation_context
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = header.path,
        output_file = out.path,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts +
                             ctx.attr.copts + ["-x", "c++-header"],
        preprocessor_defines = context.defines,
        use_pic = True,
    )
    ctx.actions.run(
        executable = cc_common.get_tool_for_action(
            feature_configuration = features,
            action_name = CPP_COMPILE_ACTION_NAME,
        ),
        arguments = cc_common.get_memory_inefficient_command_line(
            feature_configuration = features,
            action_name = CPP_COMPILE_ACTION_NAME,
            variables = variables,
        ),
        env = cc_common.get_environment_variables(
            feature_configuration = features,
            action_name = CPP_COMPILE_ACTION_NAME,
            variables = variables,
        ),
        inputs = depset([header], transitive = [toolchain.all_files, context.headers]),
        outputs = [out],
        mnemonic = "PrecompileHeaders",
        progress_message = "Compiling " + header.short_path,
    )

def _precompiled_headers_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    header = ctx.actions.declare_file(ctx.label.name + ".h")
    headers = [header]
    lines = []
    if toolchain.compiler in ["gcc", "compiler"]:  # The latter is Bazel 4's name of it.
        lines = ["#include " + name for name in ctx.attr.headers]
        headers.append(ctx.actions.declare_file(header.basename + ".gch"))
        _precompile(ctx, toolchain, header, headers[-1])
    ctx.actions.write(header, "\n".join(lines + [""]))
    return [CcInfo(compilation_context = cc_common.create_compilation_context(
        headers = depset(headers),
    ))]

precompiled_headers = rule(
    implementation = _precompiled_headers_impl,
    attrs = {
        "headers": attr.string_list(
            mandatory = True,
            doc = "What NAME.h includes, as it stands there: <vector>.",
        ),
        "copts": attr.string_list(
            doc = "Options for the files that include NAME.h, besides those of " +
                  "this build.",
        ),
        "deps": attr.label_list(
            providers = [CcInfo],
            doc = "The libraries of the headers.",
        ),
        "_cc_toolchain": attr.label(
            default = Label("@bazel_tools//tools/cpp:current_cc_toolchain"),
        ),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)
