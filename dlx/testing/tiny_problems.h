#ifndef DLX_TESTING_TINY_PROBLEMS_H_
#define DLX_TESTING_TINY_PROBLEMS_H_

// All problems of a few items and options: what can go wrong at all mostly goes
// wrong in one of these already.

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "dlx/problem.h"

namespace dlx::testing {

// The problems that have certain items, and at most `max_options` of all the
// options that can be made of these.
struct TinyFamily {
  std::string name;  // Letters and digits only.
  std::vector<Multiplicity> primary;
  uint32_t secondary = 0;
  // Options may use a secondary item without a colour, or in one of so many.
  uint32_t colors = 0;
  // So many options with the very same items are possible.
  uint32_t copies = 1;
  size_t max_options = 99;
  // If set, the possible options cost something; 1, -2, 3, -1, 2, -3, 0, ...
  bool costs = false;

  friend std::ostream& operator<<(std::ostream& out, const TinyFamily& family) {
    return out << family.name;
  }
};

// Families that have every feature between them: some thousands of problems.
std::vector<TinyFamily> TinyFamilies();

// Calls `visit` with each problem of the family.
void ForEachProblem(const TinyFamily& family,
                    absl::FunctionRef<void(const Problem&)> visit);

}  // namespace dlx::testing

#endif  // DLX_TESTING_TINY_PROBLEMS_H_
