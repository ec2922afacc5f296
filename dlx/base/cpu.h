#ifndef DLX_BASE_CPU_H_
#define DLX_BASE_CPU_H_

// Which vector instructions the engines use: the best ones that the CPU has, or
// those that the environment variable DLX_CPU names, so that tests and
// measurements can be repeated on one machine as if it were another:
//
//     DLX_CPU=avx2 dlx count problem.dlx
//
// The names are scalar, sse4, avx2, avx512 and avx512_dl (see
// engine/vector_targets.h), on AArch64 scalar and neon.

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace dlx {

// Obeys DLX_CPU; later calls repeat the answer of the first one. Called before
// an engine is made. Fails if the variable names no set of instructions, or one
// that this CPU does not have. Any thread may call it.
[[nodiscard]] absl::Status ObeyCpuVariable();

// For tests: restricts the instructions to the set of that name; an empty name
// lifts the restriction.
[[nodiscard]] absl::Status RestrictCpu(absl::string_view name);

}  // namespace dlx

#endif  // DLX_BASE_CPU_H_
