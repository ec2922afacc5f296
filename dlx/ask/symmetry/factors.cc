#include "dlx/ask/symmetry/factors.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"

namespace dlx::internal {
namespace {

// Each is its own inverse; neighbours make a product of order three, and others
// commute.
bool MeetCoxeterRelations(absl::Span<const Permutation> exchanges) {
  for (size_t i = 0; i < exchanges.size(); ++i) {
    if (!IsIdentity(Then(exchanges[i], exchanges[i]))) return false;
    for (size_t j = i + 1; j < exchanges.size(); ++j) {
      const Permutation both = Then(exchanges[i], exchanges[j]);
      const bool is_neighbor = j == i + 1;
      if (is_neighbor ? !IsIdentity(Then(Then(both, both), both))
                      : !Commute(exchanges[i], exchanges[j])) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

std::vector<uint64_t> SymmetricFactor::OrderAsFactors() const {
  std::vector<uint64_t> numbers;
  for (size_t c = 0; c < copy_count(); ++c) {
    for (uint64_t n = 2; n <= point_count(); ++n) numbers.push_back(n);
  }
  for (uint64_t m = 2; m <= copy_count(); ++m) numbers.push_back(m);
  return numbers;
}

Natural SymmetricFactor::Order() const {
  Natural order = 1;
  for (const uint64_t number : OrderAsFactors()) order *= number;
  return order;
}

SymmetricFactor MakeFactor(std::vector<Permutation> points_of_first,
                           std::vector<Permutation> copies) {
  SymmetricFactor factor;
  factor.points.push_back(std::move(points_of_first));
  for (const Permutation& exchange : copies) {
    std::vector<Permutation> next;
    for (const Permutation& point : factor.points.back()) {
      next.push_back(Conjugate(point, exchange));
    }
    factor.points.push_back(std::move(next));
  }
  factor.copies = std::move(copies);
  return factor;
}

bool MeetsRelations(const SymmetricFactor& factor) {
  if (!MeetCoxeterRelations(factor.points[0]) ||
      !MeetCoxeterRelations(factor.copies)) {
    return false;
  }
  for (size_t c = 0; c < factor.copy_count(); ++c) {
    for (const Permutation& point : factor.points[c]) {
      for (size_t d = 0; d < factor.copies.size(); ++d) {
        if (c != d && c != d + 1 && !Commute(point, factor.copies[d])) {
          return false;
        }
      }
      for (size_t d = 0; d < c; ++d) {
        for (const Permutation& other : factor.points[d]) {
          if (!Commute(point, other)) return false;
        }
      }
    }
  }
  return true;
}

// What exchanges points of the first copy, and copies, makes all of the factor.
bool Commute(const SymmetricFactor& a, const Permutation& b) {
  const auto commutes = [&b](const Permutation& element) {
    return Commute(element, b);
  };
  return absl::c_all_of(a.points[0], commutes) &&
         absl::c_all_of(a.copies, commutes);
}

bool Commute(const SymmetricFactor& a, const SymmetricFactor& b) {
  const auto commutes = [&a](const Permutation& element) {
    return Commute(a, element);
  };
  return absl::c_all_of(b.points[0], commutes) &&
         absl::c_all_of(b.copies, commutes);
}

}  // namespace dlx::internal
