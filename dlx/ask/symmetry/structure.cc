#include "dlx/ask/symmetry/structure.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dlx/ask/symmetry/factors.h"
#include "dlx/ask/symmetry/find_factors.h"
#include "dlx/ask/symmetry/permutation_group.h"
#include "dlx/natural.h"

namespace dlx::internal {
namespace {

// Of this many elements, all are looked at.
constexpr uint64_t kMostElements = 2000;

bool Commutes(const Permutation& element,
              const std::vector<Permutation>& generators) {
  return absl::c_all_of(generators, [&](const Permutation& generator) {
    return Commute(element, generator);
  });
}

// The elements of a group of few.
struct FewElements {
  FewElements(const PermutationGroup& group,
              const std::vector<Permutation>& made_by)
      : generators(made_by) {
    const auto order = static_cast<uint64_t>(group.order().ToUint128());
    for (uint64_t i = 0; i < order; ++i) {
      elements.push_back(group.Element(i));
      orders.push_back(OrderOf(elements.back()));
      ++number_of_order[orders.back()];
    }
  }

  size_t size() const { return elements.size(); }
  size_t OfOrder(uint64_t order) const {
    const auto found = number_of_order.find(order);
    return found == number_of_order.end() ? 0 : found->second;
  }
  bool IsAbelian() const {
    return absl::c_all_of(generators, [this](const Permutation& generator) {
      return Commutes(generator, generators);
    });
  }

  const std::vector<Permutation> generators;
  std::vector<Permutation> elements;
  std::vector<uint64_t> orders;
  std::map<uint64_t, size_t> number_of_order;
};

// The cyclic groups of which an abelian one is the product, the largest first,
// each a multiple of the next: the number of elements whose order divides a
// power of a prime says how many have at least that power.
std::vector<std::string> CyclicFactors(const FewElements& group) {
  std::vector<uint64_t> sizes;
  size_t rest = group.size();
  for (size_t prime = 2; rest > 1; ++prime) {
    if (rest % prime != 0) continue;
    while (rest % prime == 0) rest /= prime;
    size_t before = 1;
    for (uint64_t power = prime;; power *= prime) {
      size_t now = 0;
      for (const uint64_t order : group.orders) now += power % order == 0;
      if (now == before) break;
      size_t place = 0;
      for (size_t ratio = now / before; ratio > 1; ratio /= prime, ++place) {
        if (place == sizes.size()) sizes.push_back(1);
        sizes[place] *= prime;
      }
      before = now;
    }
  }
  std::vector<std::string> names;
  for (const uint64_t size : sizes) names.push_back(absl::StrCat("C", size));
  return names;
}

// Whether it has a rotation, of which half of the elements are powers, and the
// others are reflections.
bool IsDihedral(const FewElements& group) {
  const size_t half = group.size() / 2;
  if (group.size() % 2 != 0 || half < 3 || group.OfOrder(half) == 0) {
    return false;
  }
  const auto rotation = absl::c_find(group.orders, half);
  const Permutation& step = group.elements[rotation - group.orders.begin()];
  size_t reflections = group.OfOrder(2);
  if (half % 2 == 0) --reflections;  // The half turn.
  return reflections == half && !Commutes(step, group.generators);
}

// "D4", "A4", "A5"; empty if it is none of these.
std::string NameAsWhole(const FewElements& group) {
  if (IsDihedral(group)) {
    return group.size() == 6 ? "S3" : absl::StrCat("D", group.size() / 2);
  }
  if (group.size() == 12 && group.OfOrder(3) == 8) return "A4";
  // The only group with such orders that has no element of order 4 or 6.
  if (group.size() == 60 && group.OfOrder(5) == 24 && group.OfOrder(3) == 20) {
    return "A5";
  }
  return "";
}

class GroupNamer {
 public:
  GroupNamer(size_t degree, const LimitWatch& watch, size_t memory_limit)
      : degree_(degree), watch_(watch), memory_limit_(memory_limit) {}

  absl::StatusOr<std::string> Name(absl::Span<const Permutation> generators) {
    for (const std::vector<Permutation>& part :
         SplitByPoints(degree_, generators)) {
      const absl::StatusOr<bool> named = NamePart(part);
      if (!named.ok()) return named.status();
      if (!*named) return "";
    }
    return names_.empty() ? "C1" : Joined();
  }

 private:
  // False if it has no plain name.
  absl::StatusOr<bool> NamePart(const std::vector<Permutation>& generators) {
    const absl::StatusOr<PermutationGroup> group = Generate(generators);
    if (!group.ok()) return group.status();
    if (group->order() <= kMostElements) {
      const FewElements few(*group, generators);
      const std::string whole = NameAsWhole(few);
      if (!whole.empty()) {
        names_.push_back(whole);
        return true;
      }
    }
    const absl::StatusOr<Factors> factors =
        FindFactors(degree_, generators, watch_, memory_limit_);
    if (!factors.ok()) return factors.status();
    for (const SymmetricFactor& factor : factors->symmetric) {
      names_.push_back(absl::StrCat("S", factor.point_count()));
      if (factor.copy_count() > 1) {
        absl::StrAppend(&names_.back(), " wr S", factor.copy_count());
      }
    }
    return factors->rest.empty() ? true : NameRest(factors->rest);
  }

  absl::StatusOr<bool> NameRest(std::vector<Permutation> generators) {
    for (;;) {
      const absl::StatusOr<PermutationGroup> group = Generate(generators);
      if (!group.ok()) return group.status();
      if (group->order() > kMostElements) return false;
      const FewElements few(*group, generators);
      if (few.IsAbelian()) {
        absl::c_move(CyclicFactors(few), std::back_inserter(names_));
        return true;
      }
      if (const std::string whole = NameAsWhole(few); !whole.empty()) {
        names_.push_back(whole);
        return true;
      }
      absl::StatusOr<std::vector<Permutation>> smaller = SplitInvolution(few);
      if (!smaller.ok()) return smaller.status();
      if (smaller->empty()) return false;
      names_.push_back("C2");
      generators = *std::move(smaller);
    }
  }

  // An involution that commutes with all is a factor if some generators make
  // half of the group, once they are multiplied by it. Nothing if none is.
  absl::StatusOr<std::vector<Permutation>> SplitInvolution(
      const FewElements& group) {
    const size_t count = group.generators.size();
    if (count > 10) return std::vector<Permutation>();
    for (size_t i = 0; i < group.size(); ++i) {
      if (group.orders[i] != 2) continue;
      if (!Commutes(group.elements[i], group.generators)) continue;
      for (uint32_t chosen = 0; chosen < uint32_t{1} << count; ++chosen) {
        std::vector<Permutation> half = group.generators;
        for (size_t g = 0; g < count; ++g) {
          if ((chosen >> g & 1) != 0)
            half[g] = Then(half[g], group.elements[i]);
        }
        const absl::StatusOr<PermutationGroup> made = Generate(half);
        if (!made.ok()) return made.status();
        if (made->order() * 2 == group.size()) return half;
      }
    }
    return std::vector<Permutation>();
  }

  absl::StatusOr<PermutationGroup> Generate(
      const std::vector<Permutation>& generators) const {
    return PermutationGroup::Generate(degree_, generators, watch_,
                                      memory_limit_);
  }

  // Equal ones as a power.
  std::string Joined() {
    absl::c_sort(names_, [](const std::string& a, const std::string& b) {
      return std::pair(a.size(), a) < std::pair(b.size(), b);
    });
    std::vector<std::string> powers;
    for (size_t i = 0, end = 0; i < names_.size(); i = end) {
      while (end < names_.size() && names_[end] == names_[i]) ++end;
      const bool is_long = names_.size() > end - i || end - i > 1;
      std::string name = names_[i];
      if (is_long && name.find(' ') != std::string::npos) {
        name = absl::StrCat("(", name, ")");
      }
      powers.push_back(end - i == 1 ? name : absl::StrCat(name, "^", end - i));
    }
    return absl::StrJoin(powers, " x ");
  }

  const size_t degree_;
  const LimitWatch& watch_;
  const size_t memory_limit_;
  std::vector<std::string> names_;
};

}  // namespace

absl::StatusOr<std::string> NameOfGroup(
    size_t degree, absl::Span<const Permutation> generators,
    const LimitWatch& watch, size_t memory_limit) {
  return GroupNamer(degree, watch, memory_limit).Name(generators);
}

}  // namespace dlx::internal
