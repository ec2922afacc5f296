"""How the programs are linked."""

# A program that loads no libraries starts in two thirds of the time. (Sanitizers
# need theirs.)
PROGRAM_LINKOPTS = select({
    "//:optimized": ["-static"],
    "//conditions:default": [],
})
