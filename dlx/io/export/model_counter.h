#ifndef DLX_IO_EXPORT_MODEL_COUNTER_H_
#define DLX_IO_EXPORT_MODEL_COUNTER_H_

// Counts the models of a small formula, for tests that do not want to rely on
// another program.

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace dlx::io {

// A formula as it stands in a DIMACS file.
struct Formula {
  int variables = 0;
  std::vector<std::vector<int>> clauses = {};
};

// Ends the program if the text is not such a file, or if its first line does
// not say how many variables and clauses there are.
Formula ParseDimacs(absl::string_view text);

// How many assignments to all variables satisfy the formula. By branching on
// one variable after the other and propagating units: for formulas with few
// models.
uint64_t CountModels(const Formula& formula);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_MODEL_COUNTER_H_
