"""Options of the compiler that are the project's own."""

# For hot loops: let the compiler turn them into vector code.
HOT_COPTS = select({
    "//:optimized": ["-O3"],
    "//conditions:default": [],
})
