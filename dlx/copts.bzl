"""Options of the compiler that are the project's own."""

# For hot loops: let the compiler turn them into vector code.
HOT_COPTS = select({
    "//:optimized": ["-O3"],
    "//conditions:default": [],
})

# For what waits for a person or a disk: half the time to compile.
COLD_COPTS = select({
    "//:optimized": ["-Og"],
    "//conditions:default": [],
})

# HOT_COPTS for the largest of the search loops. With sanitizers the compiler would
# take minutes for the code for every kind of CPU, so without optimisation there is
# code for one only: on x86-64 for those since 2010, because what Highway emulates
# for older ones is slow, to compile and to run.
LARGE_HOT_COPTS = HOT_COPTS + select({
    "//:optimized": [],
    "//:debug_x86_64": [
        "-DHWY_COMPILE_ONLY_STATIC",
        "-mssse3",
        "-msse4.1",
        "-msse4.2",
        "-mpclmul",
        "-maes",
    ],
    "//conditions:default": ["-DHWY_COMPILE_ONLY_STATIC"],
})
