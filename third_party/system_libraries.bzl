"""A repository whose targets are libraries installed on this machine.

`system_libraries(libraries = {"absl/status:statusor": ["absl_statusor"]})`
makes a cc_library //absl/status:statusor with the defines and linker options
that `pkg-config absl_statusor` names. Headers need no mention: the compiler
looks in /usr/include anyway, and Bazel counts that as part of the compiler.

A target links the whole closure that pkg-config prints, in its order, because
static archives depend on one another in that order. Archives are preferred to
shared libraries: programs then start in less than half the time.
"""

# Asks for the compiler's flags, the folder and the linker's flags of each $modules, all
# at the same time: for what parses flags alone pkg-config takes a second.
_ASK_ALL = """
for modules; do
  {
    pkg-config --cflags $modules &&
      pkg-config --variable=libdir ${modules%% *} &&
      pkg-config --libs $modules &&
      echo known
  } >"answers/$modules" 2>&1 &
done
wait
"""

def _question(modules):
    """Those of the modules that pkg-config knows, in one string."""
    return " ".join([name for name in modules if not name.startswith("-l")])

def _ask_all(ctx):
    """What pkg-config says of each list of modules: three lines and "known"."""
    if not ctx.which("pkg-config"):
        fail("There is no pkg-config on this machine: run tools/setup first.")
    questions = {_question(modules): None for modules in ctx.attr.libraries.values()}
    questions.pop("", None)
    ctx.file("answers/README", "What pkg-config says.\n")
    ctx.execute(["sh", "-c", _ASK_ALL, "sh"] + list(questions))
    return {
        question: ctx.read("answers/" + question)
        for question in questions
    }

def _is_known(answer):
    return answer.endswith("\nknown\n")

def _words(line):
    return [word for word in line.split(" ") if word]

def _static_if_possible(ctx, folder, word):
    """`-lfoo` as the path of its archive if this package brings one."""
    if folder and word.startswith("-l"):
        archive = ctx.path("{}/lib{}.a".format(folder, word[2:]))
        if archive.exists:
            return str(archive)
    return word

# Part of the C library: these stay shared.
_C_LIBRARIES = ["-lpthread", "-lrt", "-lm", "-ldl", "-latomic"]

def _link_sources(ctx, label):
    """Links the sources that belong to a target; returns their names here."""
    names = []
    for source, target in ctx.attr.sources.items():
        if target == label:
            ctx.symlink(source, source.name)
            names.append(source.name)
    return names

def _flags(ctx, modules, answer):
    """The defines and linker options of some libraries."""
    if not answer:
        return [], []
    compiling, folder, linking = answer.split("\n")[:3]
    extra = [module for module in modules if module.startswith("-l")]
    defines = [
        word[len("-D"):]
        for word in _words(compiling)
        if word.startswith("-D")
    ]
    linkopts = [
        word if word in _C_LIBRARIES else _static_if_possible(ctx, folder, word)
        for word in extra + _words(linking)
    ]
    return defines, linkopts

def _link_headers(ctx, answer):
    """Links folders with headers that are not in /usr/include; their names."""
    if not answer or not ctx.attr.has_own_headers:
        return []
    names = []
    for word in _words(answer.split("\n")[0]):
        if word.startswith("-I"):
            names.append("include_{}".format(len(names)))
            ctx.symlink(word[len("-I"):], names[-1])
    return names

def _build_rule(ctx, label, name, modules, answer):
    if answer and not _is_known(answer):
        if not ctx.attr.is_optional:
            fail("A system library is missing: run tools/setup first. " +
                 "pkg-config says: " + answer)

        # A constraint that no platform has: `bazel build //...` skips targets
        # that depend on it.
        return """
constraint_setting(name = {setting})

constraint_value(
    name = {value},
    constraint_setting = {setting},
)

cc_library(
    name = {name},
    target_compatible_with = [{value}],
)
""".format(
            name = repr(name),
            setting = repr(name + "_presence"),
            value = repr(name + "_is_installed"),
        )
    defines, linkopts = _flags(ctx, modules, answer)
    includes = _link_headers(ctx, answer)
    return """
cc_library(
    name = {name},
    srcs = {srcs},
    hdrs = glob({headers}),
    defines = {defines},
    includes = {includes},
    linkopts = {linkopts},
)
""".format(
        name = repr(name),
        srcs = repr(_link_sources(ctx, label)),
        headers = repr([folder + "/**/*.h" for folder in includes]),
        defines = repr(defines),
        includes = repr(includes),
        linkopts = repr(linkopts),
    )

_HEADER = """load("@rules_cc//cc:defs.bzl", "cc_library")

package(default_visibility = ["//visibility:public"])
"""

def _split(label):
    """The package and the name of `absl/types:span` or of `absl/status`."""
    if ":" in label:
        package, name = label.split(":")
        return package, name
    return label, label.split("/")[-1]

def _system_libraries_impl(ctx):
    answers = _ask_all(ctx)
    packages = {}
    for label, modules in ctx.attr.libraries.items():
        package, name = _split(label)
        rules = packages.setdefault(package, [_HEADER])
        rules.append(_build_rule(
            ctx,
            label,
            name,
            modules,
            answers.get(_question(modules)),
        ))
    for package, rules in packages.items():
        folder = package + "/" if package else ""
        ctx.file(folder + "BUILD.bazel", "".join(rules))

system_libraries = repository_rule(
    implementation = _system_libraries_impl,
    attrs = {
        "libraries": attr.string_list_dict(
            mandatory = True,
            doc = "Label inside the repository -> pkg-config names; a name " +
                  "that begins with -l is passed to the linker as it is.",
        ),
        "sources": attr.label_keyed_string_dict(
            allow_files = True,
            doc = "Source file -> the label inside the repository to whose " +
                  "target it belongs.",
        ),
        "is_optional": attr.bool(
            doc = "Without the libraries, there are targets all the same, " +
                  "but those that depend on them cannot be built.",
        ),
        "has_own_headers": attr.bool(
            doc = "The headers are in folders of their own.",
        ),
    },
    environ = ["PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR"],
    local = True,
)
