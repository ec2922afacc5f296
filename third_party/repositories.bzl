"""The external repositories that this project and its users need.

A workspace that depends on this one calls `dlx_dependencies()` after declaring
the repository `dlx`; examples/consumer shows how. Repositories that the calling
workspace has declared already are left as they are.
"""

load(":bazel4_rules.bzl", "bazel4_rules")
load(":system_libraries.bzl", "system_libraries")

# Label inside the repository -> the names that pkg-config knows it by. A name
# beginning with -l is a library without a pkg-config file.

ABSEIL = {
    "absl/algorithm:container": ["absl_algorithm_container"],
    "absl/base": ["absl_base"],
    "absl/base:config": ["absl_config"],
    "absl/base:core_headers": ["absl_core_headers"],
    "absl/base:log_severity": ["absl_log_severity"],
    "absl/cleanup": ["absl_cleanup"],
    "absl/container:btree": ["absl_btree"],
    "absl/container:fixed_array": ["absl_fixed_array"],
    "absl/container:flat_hash_map": ["absl_flat_hash_map"],
    "absl/container:flat_hash_set": ["absl_flat_hash_set"],
    "absl/container:inlined_vector": ["absl_inlined_vector"],
    "absl/container:node_hash_map": ["absl_node_hash_map"],
    "absl/container:node_hash_set": ["absl_node_hash_set"],
    "absl/debugging:failure_signal_handler": ["absl_failure_signal_handler"],
    "absl/debugging:symbolize": ["absl_symbolize"],
    "absl/flags:config": ["absl_flags_config"],
    "absl/flags:flag": ["absl_flags"],
    "absl/flags:marshalling": ["absl_flags_marshalling"],
    "absl/flags:parse": ["absl_flags_parse"],
    "absl/flags:reflection": ["absl_flags_reflection"],
    "absl/flags:usage": ["absl_flags_usage"],
    "absl/functional:any_invocable": ["absl_any_invocable"],
    "absl/functional:bind_front": ["absl_bind_front"],
    "absl/functional:function_ref": ["absl_function_ref"],
    "absl/hash": ["absl_hash"],
    "absl/hash:hash_testing": ["absl_hash"],
    "absl/memory": ["absl_memory"],
    "absl/meta:type_traits": ["absl_type_traits"],
    "absl/numeric:bits": ["absl_bits"],
    "absl/numeric:int128": ["absl_int128"],
    "absl/random": ["absl_random_random"],
    "absl/random:bit_gen_ref": ["absl_random_bit_gen_ref"],
    "absl/random:distributions": ["absl_random_distributions"],
    "absl/random:seed_sequences": ["absl_random_seed_sequences"],
    "absl/status": ["absl_status"],
    "absl/status:statusor": ["absl_statusor"],
    "absl/strings": ["absl_strings"],
    "absl/strings:cord": ["absl_cord"],
    "absl/strings:str_format": ["absl_str_format"],
    "absl/synchronization": ["absl_synchronization"],
    "absl/time": ["absl_time"],
    "absl/types:any": ["absl_any"],
    "absl/types:compare": ["absl_compare"],
    "absl/types:optional": ["absl_optional"],
    "absl/types:span": ["absl_span"],
    "absl/types:variant": ["absl_variant"],
    "absl/utility": ["absl_utility"],
}

_GOOGLETEST = {
    ":gtest": ["gmock", "gtest"],
    ":gtest_main": ["gmock", "gtest_main"],
}

_BENCHMARK = {
    ":benchmark": ["benchmark"],
    ":benchmark_main": ["-lbenchmark_main", "benchmark"],
}

# Headers only; see highway_targets.cc for the rest.
_HIGHWAY = {
    ":hwy": [],
}

# Headers only.
_BOOST_MULTIPRECISION = {
    ":boost.multiprecision": [],
}

_JSON = {
    ":json": ["nlohmann_json"],
}

_ZSTD = {
    ":zstd": ["libzstd"],
}

# Only tools/cluster:dlx_mpi needs it; see tools/setup --mpi.
_MPI = {
    ":mpi": ["ompi-c"],
}

def dlx_dependencies():
    """Declares every repository that is not declared yet."""
    bazel4_rules()
    repositories = {
        "com_google_absl": ABSEIL,
        "com_google_googletest": _GOOGLETEST,
        "com_github_google_benchmark": _BENCHMARK,
        "com_github_nlohmann_json": _JSON,
        "boost_multiprecision": _BOOST_MULTIPRECISION,
        "zstd": _ZSTD,
    }
    for name, libraries in repositories.items():
        if not native.existing_rule(name):
            system_libraries(name = name, libraries = libraries)
    if not native.existing_rule("mpi"):
        system_libraries(
            name = "mpi",
            libraries = _MPI,
            is_optional = True,
            has_own_headers = True,
        )
    if not native.existing_rule("com_google_highway"):
        system_libraries(
            name = "com_google_highway",
            libraries = _HIGHWAY,
            sources = {Label("//third_party:highway_targets.cc"): ":hwy"},
        )
