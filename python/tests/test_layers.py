"""Imports within the package run down, and in no circle."""

import ast
import pathlib

import dlx

# Each module may import those before it.
LAYERS = [
    "dlx._library",
    "dlx._arguments",
    "dlx.pictures",
    "dlx._problem",
    "dlx",
    "dlx.sudoku",
    "dlx.exact_cover.error",
    "dlx.exact_cover.io",
    "dlx.exact_cover",
    "dlx.xcover",
]
PACKAGES = ["dlx", "dlx.exact_cover"]


def imports(module, source):
    """The modules of the package that one imports, inside of functions, too."""
    package = module if module in PACKAGES else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ImportFrom):
            continue
        base = node.module or ""
        if node.level > 0:
            parts = package.split(".")
            parts = parts[: len(parts) - node.level + 1]
            base = ".".join(parts + [node.module] * (node.module is not None))
        if base.split(".")[0] != "dlx":
            continue
        for alias in node.names:
            name = f"{base}.{alias.name}"
            yield name if name in LAYERS else base


def wrong_arrows(source_of):
    """What imports something that is not below it, as "module -> imported"."""
    return [
        f"{module} -> {imported}"
        for module, source in sorted(source_of.items())
        for imported in imports(module, source)
        if LAYERS.index(imported) >= LAYERS.index(module)
    ]


def sources():
    folder = pathlib.Path(dlx.__file__).parent
    return {
        ".".join(path.relative_to(folder.parent).with_suffix("").parts).replace(
            ".__init__", ""
        ): path.read_text()
        for path in folder.rglob("*.py")
    }


def test_every_module_has_its_layer():
    assert sorted(sources()) == sorted(LAYERS)


def test_no_import_runs_up():
    assert wrong_arrows(sources()) == []


def test_an_import_that_runs_up_is_seen():
    planted = sources()
    planted["dlx.pictures"] += "\ndef f():\n    from . import sudoku\n"
    planted["dlx.exact_cover.error"] += "\nfrom . import NoSolution\n"
    planted["dlx._library"] += "\nfrom dlx._problem import Problem\n"
    assert wrong_arrows(planted) == [
        "dlx._library -> dlx._problem",
        "dlx.exact_cover.error -> dlx.exact_cover",
        "dlx.pictures -> dlx.sudoku",
    ]
