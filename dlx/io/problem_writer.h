#ifndef DLX_IO_PROBLEM_WRITER_H_
#define DLX_IO_PROBLEM_WRITER_H_

#include <string>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::io {

// Writes the problem in Knuth's text format, which problem_reader.h describes.
// ReadProblem() gives back an equal problem, but for two things that the format
// cannot express: secondary items come after all primary items, and colours are
// numbered in the order of their first use.
//
// Fails if the format cannot express the name of an item or of a used colour,
// such as "A 1" with its blank.
absl::StatusOr<std::string> WriteProblem(const Problem& problem);

}  // namespace dlx::io

#endif  // DLX_IO_PROBLEM_WRITER_H_
