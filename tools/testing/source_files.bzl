"""The source files of libraries, for tests that read them."""

_Sources = provider("The source files that a target is made of.", fields = ["files"])

def _sources_aspect_impl(target, ctx):
    files = []
    for attribute in ["srcs", "hdrs", "textual_hdrs"]:
        files += [
            file
            for file in getattr(ctx.rule.files, attribute, [])
            if file.is_source and not file.path.startswith("external/")
        ]
    deps = [dep for dep in getattr(ctx.rule.attr, "deps", []) if _Sources in dep]
    return [_Sources(files = depset(
        files,
        transitive = [dep[_Sources].files for dep in deps],
    ))]

_sources_aspect = aspect(
    implementation = _sources_aspect_impl,
    attr_aspects = ["deps"],
)

def _source_files_impl(ctx):
    files = depset(transitive = [dep[_Sources].files for dep in ctx.attr.deps])
    return [DefaultInfo(
        files = files,
        runfiles = ctx.runfiles(transitive_files = files),
    )]

source_files = rule(
    implementation = _source_files_impl,
    doc = "The source files of `deps` and of all that these depend on.",
    attrs = {"deps": attr.label_list(aspects = [_sources_aspect])},
)
