#ifndef DLX_ASK_SYMMETRY_DIVISION_H_
#define DLX_ASK_SYMMETRY_DIVISION_H_

// Numbers divided by the order of a group.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/natural.h"

namespace dlx::internal {

struct Division {
  Natural quotient;  // Rounded up.
  bool is_exact = true;
};

// By the product of the divisors, none of which is 0.
inline Division Divide(Natural number, absl::Span<const uint64_t> divisors) {
  Division division = {std::move(number)};
  for (const uint64_t divisor : divisors) {
    std::vector<uint64_t> words = division.quotient.ToWords();
    absl::uint128 rest = 0;
    for (size_t i = words.size(); i-- > 0;) {
      rest = rest << 64 | words[i];
      words[i] = static_cast<uint64_t>(rest / divisor);
      rest %= divisor;
    }
    division.quotient = Natural::FromWords(words);
    if (rest == 0) continue;
    division.is_exact = false;
    ++division.quotient;
  }
  return division;
}

}  // namespace dlx::internal

#endif  // DLX_ASK_SYMMETRY_DIVISION_H_
