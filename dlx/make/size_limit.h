#ifndef DLX_MAKE_SIZE_LIMIT_H_
#define DLX_MAKE_SIZE_LIMIT_H_

// Refuses problems that would not fit in memory before they are begun.

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace dlx::make {

// A problem of this many uses (the sum of its options' sizes) takes about a
// gigabyte.
inline constexpr double kMaxUses = 1e8;

// A ResourceExhausted error if that is more than kMaxUses. A double, because
// the caller computes `uses` from a formula that may exceed any integer.
// `problem` is a noun phrase: "the problem of 100000 queens".
absl::Status CheckSize(absl::string_view problem, double uses);

}  // namespace dlx::make

#endif  // DLX_MAKE_SIZE_LIMIT_H_
