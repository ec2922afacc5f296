#ifndef DLX_IO_SYMMETRY_TEXT_H_
#define DLX_IO_SYMMETRY_TEXT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/ask/symmetry.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"

namespace dlx::io {

// Reads symmetries of a problem, one from each line, as cycles of its items:
//
//   | A quarter turn of a board of 2 x 2 cells, and a reflection.
//   (a b d c)
//   (a b) (c d)
//
// The first one takes a to b, b to d, d to c, and c to a. Items that are not
// named stay. Colours keep their names, but for those in cycles of their own:
// (x:red x:blue). Error messages are as those of ReadProblem(). Whether they
// are symmetries GenerateSymmetries() tells.
absl::StatusOr<std::vector<ItemMap>> ReadSymmetries(StringView text,
                                                    const Problem& problem,
                                                    StringView file_name = "");

// Writes what ReadSymmetries() reads, in one line without its end; "()" if all
// stays where it is. REQUIRES: it is a symmetry of the problem.
std::string WriteSymmetry(const Problem& problem, const Symmetry& symmetry);

}  // namespace dlx::io

#endif  // DLX_IO_SYMMETRY_TEXT_H_
