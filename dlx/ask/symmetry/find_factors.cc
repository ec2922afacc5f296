#include "dlx/ask/symmetry/find_factors.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "dlx/ask/symmetry/permutation_group.h"

namespace dlx::internal {
namespace {

// Of exchanges of two points: those of 45 points.
constexpr size_t kMostTranspositions = 1000;
// So many products of generators are looked at.
constexpr int kRandomElements = 100;

size_t MovedPoints(const Permutation& a) {
  size_t moved = 0;
  for (uint32_t p = 0; p < a.size(); ++p) moved += a[p] != p ? 1 : 0;
  return moved;
}

// The conjugates of an element that is like an exchange of two points: any two
// commute, or make a product of order three. (Such sets are known as those of
// 3-transpositions.) The copies of S_n that they make up, if that is what they
// do.
class Transpositions {
 public:
  // Nothing if it is not like that, or the watch says that it must stop.
  static std::optional<Transpositions> Find(
      const Permutation& involution, absl::Span<const Permutation> generators,
      const LimitWatch& watch, size_t memory_limit) {
    Transpositions found;
    // Each is there three times, and hashed.
    const size_t bytes = 3 * sizeof(uint32_t) * involution.size() + 200;
    const size_t most = std::min(kMostTranspositions, memory_limit / bytes);
    if (!found.AddConjugates(involution, generators, watch, most)) {
      return std::nullopt;
    }
    while (found.place_of_.size() < found.all_.size()) {
      if (!found.AddCopy()) return std::nullopt;
    }
    return found;
  }

  size_t point_count() const { return chains_[0].size() + 1; }
  size_t copy_count() const { return chains_.size(); }
  // What exchanges neighbouring points of a copy.
  const std::vector<Permutation>& ChainOf(size_t copy) const {
    return chains_[copy];
  }

  // What an element does to the points of all copies, which are numbered from
  // copy to copy.
  Permutation ActionOf(const Permutation& element) const {
    const auto n = static_cast<uint32_t>(point_count());
    Permutation action;
    for (uint32_t copy = 0; copy < copy_count(); ++copy) {
      for (uint32_t i = 0; i < n; ++i) {
        // The image of a point is what the images of two pairs share.
        const Pair first = ImageOf(copy, i, (i + 1) % n, element);
        const Pair second = ImageOf(copy, i, (i + 2) % n, element);
        const bool is_low = first.low == second.low || first.low == second.high;
        action.push_back(first.copy * n + (is_low ? first.low : first.high));
      }
    }
    return action;
  }

 private:
  struct Pair {
    uint32_t copy, low, high;
  };

  bool AddConjugates(const Permutation& involution,
                     absl::Span<const Permutation> generators,
                     const LimitWatch& watch, size_t most) {
    all_.push_back(involution);
    absl::flat_hash_set<Permutation> seen = {involution};
    for (size_t next = 0; next < all_.size(); ++next) {
      if (watch.MustStop()) return false;
      for (const Permutation& generator : generators) {
        Permutation conjugate = Conjugate(all_[next], generator);
        if (!seen.insert(conjugate).second) continue;
        const Permutation both = Then(involution, conjugate);
        if (!IsIdentity(Then(both, both)) &&
            !IsIdentity(Then(Then(both, both), both))) {
          return false;
        }
        all_.push_back(std::move(conjugate));
        if (all_.size() > most) return false;
      }
    }
    return true;
  }

  // A chain (0 1), (1 2), ... from one that is in no copy yet, as long as it
  // can be; then all pairs of its points.
  bool AddCopy() {
    const auto start = absl::c_find_if(all_, [this](const Permutation& some) {
      return !place_of_.contains(some);
    });
    std::vector<Permutation> chain = {*start};
    while (const Permutation* next = FindNext(chain)) chain.push_back(*next);
    const auto n = static_cast<uint32_t>(chain.size() + 1);
    if (n < 3 || (!chains_.empty() && n != point_count())) return false;
    const auto copy = static_cast<uint32_t>(copy_count());
    std::vector<Permutation>& pairs = pairs_.emplace_back();
    for (uint32_t i = 0; i + 1 < n; ++i) {
      Permutation pair = chain[i];
      for (uint32_t j = i + 1;; ++j) {
        if (!place_of_.try_emplace(pair, Pair{copy, i, j}).second) return false;
        pairs.push_back(pair);
        if (j + 1 == n) break;
        pair = Conjugate(pair, chain[j]);
      }
    }
    chains_.push_back(std::move(chain));
    // Each of this copy is a pair of its points: those that are none do not
    // commute with all of the chain.
    return absl::c_all_of(all_, [&](const Permutation& some) {
      return place_of_.contains(some) ||
             absl::c_all_of(chains_.back(), [&some](const Permutation& link) {
               return Commute(some, link);
             });
    });
  }

  const Permutation* FindNext(const std::vector<Permutation>& chain) const {
    for (const Permutation& some : all_) {
      if (Commute(some, chain.back())) continue;
      if (absl::c_linear_search(chain, some)) continue;
      const auto before = absl::MakeConstSpan(chain).first(chain.size() - 1);
      if (absl::c_all_of(before, [&some](const Permutation& link) {
            return Commute(some, link);
          })) {
        return &some;
      }
    }
    return nullptr;
  }

  Pair ImageOf(uint32_t copy, uint32_t i, uint32_t j,
               const Permutation& element) const {
    if (i > j) std::swap(i, j);
    // Of n points, the pairs of those before i come first.
    const auto n = static_cast<uint32_t>(point_count());
    const uint32_t place = i * (2 * n - i - 1) / 2 + (j - i - 1);
    return place_of_.at(Conjugate(pairs_[copy][place], element));
  }

  std::vector<Permutation> all_;
  std::vector<std::vector<Permutation>> chains_;
  // For each copy, what exchanges its points 0 and 1, 0 and 2, ..., 1 and 2,
  // ...
  std::vector<std::vector<Permutation>> pairs_;
  absl::flat_hash_map<Permutation, Pair> place_of_;
};

// What exchanges of neighbours make of the points: the action, as a product.
Permutation ProductOf(Permutation action,
                      const std::vector<Permutation>& chain) {
  Permutation product = Identity(chain[0].size());
  for (size_t sorted = 0; sorted < action.size();) {
    sorted = 1;
    for (size_t i = 0; i + 1 < action.size(); ++i) {
      if (action[i] < action[i + 1]) {
        ++sorted;
        continue;
      }
      std::swap(action[i], action[i + 1]);
      product = Then(chain[i], product);
    }
  }
  return Inverse(product);
}

class FactorFinder {
 public:
  FactorFinder(size_t degree, const LimitWatch& watch, size_t memory_limit)
      : degree_(degree), watch_(watch), memory_limit_(memory_limit) {}

  absl::StatusOr<Factors> Find(absl::Span<const Permutation> generators) {
    for (std::vector<Permutation>& part : SplitByPoints(degree_, generators)) {
      absl::StatusOr<bool> found = true;
      while (!part.empty() && found.ok() && *found) found = TakeFactor(&part);
      if (!found.ok()) return found.status();
      absl::c_move(part, std::back_inserter(factors_.rest));
    }
    return std::move(factors_);
  }

 private:
  // Whether there was one; then the generators are those of the rest.
  absl::StatusOr<bool> TakeFactor(std::vector<Permutation>* generators) {
    for (const Permutation& involution : Involutions(*generators)) {
      const std::optional<Transpositions> found =
          Transpositions::Find(involution, *generators, watch_, memory_limit_);
      if (watch_.MustStop()) return StoppedError(watch_);
      if (!found.has_value()) continue;
      if (found->copy_count() == 1) {
        TakeSymmetricGroup(*found, generators);
        return true;
      }
      absl::StatusOr<bool> taken = TakeWreathProduct(*found, generators);
      if (!taken.ok() || *taken) return taken;
    }
    return false;
  }

  // Powers of generators and of products of them, those that move few points
  // first.
  std::vector<Permutation> Involutions(
      const std::vector<Permutation>& generators) {
    std::vector<std::pair<size_t, Permutation>> found;
    absl::flat_hash_set<Permutation> seen;
    const auto add = [&](const Permutation& element) {
      const uint64_t order = OrderOf(element);
      if (order % 2 != 0) return;
      Permutation power = PowerOf(element, order / 2);
      if (!seen.insert(power).second) return;
      const size_t moved = MovedPoints(power);
      found.emplace_back(moved, std::move(power));
    };
    Permutation walk = Identity(degree_);
    for (const Permutation& generator : generators) add(generator);
    for (int i = 0; i < kRandomElements && !watch_.MustStop(); ++i) {
      walk = Then(walk, generators[random_() % generators.size()]);
      if (random_() % 2 == 0) add(walk);
    }
    absl::c_stable_sort(
        found, [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Permutation> involutions;
    for (auto& [moved, element] : found) {
      involutions.push_back(std::move(element));
    }
    return involutions;
  }

  // Each element acts on the points as one of S_n does; what is left of it
  // commutes with S_n.
  void TakeSymmetricGroup(const Transpositions& found,
                          std::vector<Permutation>* generators) {
    const std::vector<Permutation>& chain = found.ChainOf(0);
    std::vector<Permutation> rest;
    for (const Permutation& generator : *generators) {
      Permutation left =
          Then(generator, Inverse(ProductOf(found.ActionOf(generator), chain)));
      if (!IsIdentity(left) && !absl::c_linear_search(rest, left)) {
        rest.push_back(std::move(left));
      }
    }
    *generators = std::move(rest);
    factors_.symmetric.push_back(MakeFactor(chain, {}));
  }

  // If the group is S_n wr S_m: it has all that exchange copies point by point,
  // and no more elements than that.
  absl::StatusOr<bool> TakeWreathProduct(const Transpositions& found,
                                         std::vector<Permutation>* generators) {
    const auto n = static_cast<uint32_t>(found.point_count());
    const auto points = static_cast<uint32_t>(n * found.copy_count());
    // What an element does to the points stands before what it is.
    std::vector<Permutation> both;
    for (const Permutation& generator : *generators) {
      both.push_back(found.ActionOf(generator));
      for (const uint32_t image : generator) {
        both.back().push_back(points + image);
      }
    }
    const absl::StatusOr<PermutationGroup> group = PermutationGroup::Generate(
        points + degree_, both, watch_, memory_limit_);
    if (!group.ok()) return group.status();
    std::vector<Permutation> copies;
    for (uint32_t first = 0; first + n < points; first += n) {
      Permutation action = Identity(points);
      for (uint32_t i = first; i < first + n; ++i) {
        std::swap(action[i], action[i + n]);
      }
      const std::optional<Permutation> element = group->ElementLike(action);
      if (!element.has_value()) return false;
      copies.emplace_back();
      for (size_t p = 0; p < degree_; ++p) {
        copies.back().push_back((*element)[points + p] - points);
      }
    }
    SymmetricFactor factor = MakeFactor(found.ChainOf(0), std::move(copies));
    if (group->order() != factor.Order()) return false;
    factors_.symmetric.push_back(std::move(factor));
    generators->clear();
    return true;
  }

  const size_t degree_;
  const LimitWatch& watch_;
  const size_t memory_limit_;
  Factors factors_;
  std::mt19937_64 random_{35};
};

}  // namespace

std::vector<std::vector<Permutation>> SplitByPoints(
    size_t degree, absl::Span<const Permutation> generators) {
  Orbits orbits(degree);
  for (const Permutation& generator : generators) {
    const uint32_t first = FirstMoved(generator);
    for (uint32_t p = 0; p < degree; ++p) {
      if (generator[p] != p) orbits.Join(first, p);
    }
  }
  absl::flat_hash_map<uint32_t, size_t> places;
  std::vector<std::vector<Permutation>> parts;
  for (const Permutation& generator : generators) {
    const uint32_t first = FirstMoved(generator);
    if (first == degree) continue;
    const size_t place =
        places.try_emplace(orbits.Find(first), parts.size()).first->second;
    if (place == parts.size()) parts.emplace_back();
    parts[place].push_back(generator);
  }
  return parts;
}

absl::StatusOr<Factors> FindFactors(size_t degree,
                                    absl::Span<const Permutation> generators,
                                    const LimitWatch& watch,
                                    size_t memory_limit) {
  return FactorFinder(degree, watch, memory_limit).Find(generators);
}

}  // namespace dlx::internal
