#ifndef DLX_IO_EXPORT_ASP_H_
#define DLX_IO_EXPORT_ASP_H_

#include <string>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::io {

// The problem as facts for answer set programming, in gringo's language, with
// the few rules that say what an exact cover is. The facts name items and
// colours as strings, and options by number; an answer is a set of atoms
// chosen(K).
//
// Fails if a cost does not fit into gringo's numbers of 32 bits, or a name has
// characters that its strings cannot have.
absl::StatusOr<std::string> WriteAsp(const Problem& problem);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_ASP_H_
