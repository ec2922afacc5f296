"""Text files as constants of a program, so that it needs no files to run."""

load("@rules_cc//cc:defs.bzl", "cc_library")

def embed_text(name, srcs, namespace, constant):
    """A library whose header NAME.h holds the text of files.

    Args:
      name: of the library.
      srcs: the files, whose texts follow each other. None of them may contain
        `)embedded"`.
      namespace: of the constant.
      constant: an absl::string_view.
    """
    header = name + ".h"
    guard = (native.package_name() + "/" + header).upper()
    for separator in ["/", ".", "-"]:
        guard = guard.replace(separator, "_")
    guard += "_"
    native.genrule(
        name = name + "_header",
        srcs = srcs,
        outs = [header],
        cmd = "\n".join([
            "{",
            "echo '// The text of %s.'" % ", ".join(srcs),
            "echo '#ifndef %s'" % guard,
            "echo '#define %s'" % guard,
            "echo '#include \"absl/strings/string_view.h\"'",
            "echo 'namespace %s {'" % namespace,
            "echo 'inline constexpr absl::string_view %s ='" % constant,
            "printf '    R\"embedded('",
            "cat $(SRCS)",
            "echo ')embedded\";'",
            "echo '}  // namespace %s'" % namespace,
            "echo '#endif  // %s'" % guard,
            "} > $@",
        ]),
    )
    cc_library(
        name = name,
        hdrs = [header],
        deps = ["@com_google_absl//absl/strings"],
        visibility = ["//visibility:private"],
    )
