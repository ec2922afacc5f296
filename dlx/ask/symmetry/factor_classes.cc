#include "dlx/ask/symmetry/factor_classes.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "dlx/ask/symmetry/division.h"

namespace dlx::internal {
namespace {

// Cycles of some lengths, as a class of S_n.
struct CycleType {
  std::vector<uint32_t> lengths;
  // How many elements commute with one is the product of these.
  std::vector<uint64_t> commuting;
};

// The classes of one factor.
class ClassLister {
 public:
  ClassLister(size_t degree, const SymmetricFactor& factor,
              absl::FunctionRef<absl::Status()> may_go_on, size_t memory_limit)
      : factor_(factor),
        order_(factor.Order()),
        may_go_on_(may_go_on),
        most_(memory_limit / (degree * sizeof(uint32_t) +
                              factor.point_count() * kBytesOfCycle + 100)) {
    element_ = Identity(degree);
  }

  absl::StatusOr<std::vector<ElementClass>> List() {
    CycleType type;
    absl::Status status = AddCycleTypes(
        static_cast<uint32_t>(factor_.point_count()), 1, 0, &type);
    if (status.ok()) status = AddFrom(0, 0, 1, 0);
    if (!status.ok()) return status;
    return std::move(classes_);
  }

 private:
  static constexpr size_t kBytesOfCycle = sizeof(uint32_t) + sizeof(uint64_t);

  // What n things of equal kinds, `same` of the last kind so far, add to the
  // number of those that commute.
  absl::Status AddCycleTypes(uint32_t left, uint32_t least, uint32_t same,
                             CycleType* type) {
    if (left == 0) {
      absl::Status status = MayAdd(types_.size());
      if (status.ok()) types_.push_back(*type);
      return status;
    }
    for (uint32_t length = least; length <= left; ++length) {
      const uint32_t number = length == least ? same + 1 : 1;
      type->lengths.push_back(length);
      type->commuting.push_back(uint64_t{length} * number);
      absl::Status status = AddCycleTypes(left - length, length, number, type);
      if (!status.ok()) return status;
      type->lengths.pop_back();
      type->commuting.pop_back();
    }
    return absl::OkStatus();
  }

  // The copies from `copy` on are to be exchanged in cycles, each with a type
  // of what it does to one of its copies after all; types and lengths ascend.
  absl::Status AddFrom(size_t copy, size_t type, size_t length, uint64_t same) {
    if (copy == factor_.copy_count()) return Add();
    for (; type < types_.size(); ++type, length = 1, same = 0) {
      for (; copy + length <= factor_.copy_count(); ++length, same = 0) {
        const Permutation before = element_;
        const size_t commuting = commuting_.size();
        element_ = Then(element_, CycleOfCopies(copy, length, types_[type]));
        absl::c_copy(types_[type].commuting, std::back_inserter(commuting_));
        commuting_.push_back(length * (same + 1));
        absl::Status status = AddFrom(copy + length, type, length, same + 1);
        if (!status.ok()) return status;
        commuting_.resize(commuting);
        element_ = before;
      }
    }
    return absl::OkStatus();
  }

  absl::Status Add() {
    absl::Status status = MayAdd(classes_.size());
    if (status.ok()) {
      classes_.push_back({element_, Divide(order_, commuting_).quotient});
    }
    return status;
  }

  // Before one more, of types or of classes.
  absl::Status MayAdd(size_t so_far) const {
    if (so_far >= most_) {
      return absl::ResourceExhaustedError(
          "the classes of the group need more memory than they are given");
    }
    return may_go_on_();
  }

  Permutation CycleOfCopies(size_t copy, size_t length,
                            const CycleType& type) const {
    Permutation cycle = Identity(element_.size());
    size_t point = 0;
    for (const uint32_t points : type.lengths) {
      for (size_t i = 0; i + 1 < points; ++i) {
        cycle = Then(cycle, factor_.points[copy][point + i]);
      }
      point += points;
    }
    for (size_t c = copy; c + 1 < copy + length; ++c) {
      cycle = Then(cycle, factor_.copies[c]);
    }
    return cycle;
  }

  const SymmetricFactor& factor_;
  const Natural order_;
  const absl::FunctionRef<absl::Status()> may_go_on_;
  const size_t most_;
  std::vector<CycleType> types_;
  Permutation element_;
  std::vector<uint64_t> commuting_;
  std::vector<ElementClass> classes_;
};

}  // namespace

absl::StatusOr<std::vector<ElementClass>> ClassesOf(
    size_t degree, absl::Span<const SymmetricFactor> factors,
    absl::FunctionRef<absl::Status()> may_go_on, size_t memory_limit) {
  std::vector<ElementClass> product = {{Identity(degree), 1}};
  const size_t most =
      memory_limit / (degree * sizeof(uint32_t) + sizeof(ElementClass) + 32);
  for (const SymmetricFactor& factor : factors) {
    const absl::StatusOr<std::vector<ElementClass>> classes =
        ClassLister(degree, factor, may_go_on, memory_limit).List();
    if (!classes.ok()) return classes.status();
    if (product.size() > most / classes->size()) {
      return absl::ResourceExhaustedError(
          "the classes of the group need more memory than they are given");
    }
    std::vector<ElementClass> next;
    next.reserve(product.size() * classes->size());
    for (const ElementClass& a : product) {
      if (absl::Status status = may_go_on(); !status.ok()) return status;
      for (const ElementClass& b : *classes) {
        next.push_back(
            {Then(a.representative, b.representative), a.size * b.size});
      }
    }
    product = std::move(next);
  }
  return product;
}

}  // namespace dlx::internal
