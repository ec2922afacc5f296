"""Text files as constants of a program, so that it needs no files to run."""

load("@rules_cc//cc:defs.bzl", "cc_library")

def embed_text(name, src, namespace, constant):
    """A library whose header NAME.h holds the text of a file.

    Args:
      name: of the library.
      src: the file. It must not contain `)embedded"`.
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
        srcs = [src],
        outs = [header],
        cmd = "\n".join([
            "{",
            "echo '// The text of %s.'" % src,
            "echo '#ifndef %s'" % guard,
            "echo '#define %s'" % guard,
            "echo '#include \"absl/strings/string_view.h\"'",
            "echo 'namespace %s {'" % namespace,
            "echo 'inline constexpr absl::string_view %s ='" % constant,
            "printf '    R\"embedded('",
            "cat $<",
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
