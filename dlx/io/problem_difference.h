#ifndef DLX_IO_PROBLEM_DIFFERENCE_H_
#define DLX_IO_PROBLEM_DIFFERENCE_H_

#include <string>

#include "dlx/problem.h"

namespace dlx::io {

// Describes the first thing in which two problems differ; empty if they are
// equal: the same items and options by the same numbers, colours by the same
// names. (How colours are numbered makes no difference.)
std::string DifferenceBetween(const Problem& a, const Problem& b);

}  // namespace dlx::io

#endif  // DLX_IO_PROBLEM_DIFFERENCE_H_
