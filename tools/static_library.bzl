"""A library and everything that it needs in one archive, for those who link by hand.

A cc_library is an archive of its own sources only; those of its dependencies, and
Abseil, are others. This rule puts the members of all of them into one:

    static_library(name = "static_library", out = "libdlx.a", deps = ["//dlx"])
"""

def _archives(dep):
    """The archives that a program would be linked with, in order: Bazel's own, and
    those of the system, which are named by their paths (see third_party)."""
    inputs = dep[CcInfo].linking_context.linker_inputs.to_list()
    built = []
    installed = []
    for linker_input in inputs:
        for library in linker_input.libraries:
            archive = library.pic_static_library or library.static_library
            if archive:
                built.append(archive)
        for flag in linker_input.user_link_flags:
            if flag.startswith("/") and flag.endswith(".a"):
                installed.append(flag)
    return built, installed

def _static_library_impl(ctx):
    built = []
    installed = []
    for dep in ctx.attr.deps:
        more_built, more_installed = _archives(dep)
        built += more_built
        installed += more_installed

    # Each once, wherever it comes first: within one archive order does not matter.
    paths = {path: True for path in [file.path for file in built] + installed}
    script = ctx.actions.declare_file(ctx.label.name + ".mri")
    ctx.actions.write(
        script,
        "\n".join(
            ["create " + ctx.outputs.out.path] +
            ["addlib " + path for path in paths] +
            ["save", "end", ""],
        ),
    )
    ctx.actions.run_shell(
        outputs = [ctx.outputs.out],
        inputs = depset(built + [script]),
        command = "ar -M < %s && ranlib -D %s" % (script.path, ctx.outputs.out.path),
        mnemonic = "StaticLibrary",
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

static_library = rule(
    implementation = _static_library_impl,
    attrs = {
        "deps": attr.label_list(providers = [CcInfo], mandatory = True),
        "out": attr.output(mandatory = True),
    },
)
