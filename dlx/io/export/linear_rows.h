#ifndef DLX_IO_EXPORT_LINEAR_ROWS_H_
#define DLX_IO_EXPORT_LINEAR_ROWS_H_

// The 0-1 form (zero_one_form.h) as linear inequalities, for integer
// programming and pseudo-Boolean solvers.
//
// An item is a row "low <= x1 + x2 + ... <= high". That a colour's variable y
// is 1 if and only if one of its options is chosen takes a row y - x >= 0 for
// each option x, and one more, x1 + x2 + ... - y >= 0. (The single row n y - x1
// - x2
// - ... >= 0 would say the same of 0-1 variables, but allow y = 1/n in the
// relaxation that integer programming begins with.)

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dlx/io/export/zero_one_form.h"
#include "dlx/problem.h"

namespace dlx::io {

struct LinearTerm {
  int coefficient = 1;  // 1 or -1.
  uint32_t variable = 0;
};

// At least one bound is there. If there are no terms, the sum is 0 and the row
// cannot be satisfied.
struct LinearRow {
  // Unique among rows: "i3" for item 3; "a0", "f0", ... for colours.
  std::string name;
  // The item whose row it is, if it is one.
  std::optional<ItemId> item = std::nullopt;
  std::vector<LinearTerm> terms = {};
  std::optional<uint32_t> low = std::nullopt;
  std::optional<uint32_t> high = std::nullopt;
};

// Every option is in a row, because every primary item has one.
std::vector<LinearRow> MakeLinearRows(const ZeroOneForm& form);

// The name of a variable: "o3" is option 3, and "c0" the first that stands for
// a colour. REQUIRES: variable < form.variable_count. (Checked by an assertion,
// where these are on.)
std::string LinearName(const ZeroOneForm& form, uint32_t variable);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_LINEAR_ROWS_H_
