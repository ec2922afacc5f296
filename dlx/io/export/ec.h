#ifndef DLX_IO_EXPORT_EC_H_
#define DLX_IO_EXPORT_EC_H_

// Writes the files *.ec of benchmarks, which dlx/io/ec_reader.h reads.

#include <string>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::io {

// The items become 1, 2, 3, ...; if that is not what they are called, comments
// tell. A secondary item that no two options have is left out: it changes
// nothing. An error if there is what the format cannot say: other secondary
// items, multiplicities, costs.
absl::StatusOr<std::string> WriteEc(const Problem& problem);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_EC_H_
