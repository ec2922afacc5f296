#ifndef DLX_SCHEDULE_ORBIT_CHOICE_H_
#define DLX_SCHEDULE_ORBIT_CHOICE_H_

// A look at the symmetries of a problem: for which item do they leave few
// options to try, since others are images of these?
//
// Finding symmetries takes time, and may find none. So a search looks for them
// when it has taken several times as long as a look would; the look in turn
// takes no longer than the search did.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/symmetry/automorphisms.h"
#include "dlx/reduce/symmetry/problem_graph.h"
#include "dlx/statistics.h"

namespace dlx::internal {

// A primary item that is covered once. All its options are the choice.
struct OrbitChoice {
  // Options that symmetries take to each other, in ascending order.
  struct Orbit {
    std::vector<OptionId> options;
  };

  ItemId item;
  std::vector<Orbit> orbits;
};

class OrbitLook {
 public:
  // The first look comes when a search has taken so many times as long.
  static constexpr double kPatience = 4;
  // If looks come to no end, there are no more than these.
  static constexpr uint32_t kMostLooks = 3;
  // It is too late if that much of a search is done.
  static constexpr double kTooLate = 0.25;

  // When the next one is due: nanoseconds of a search, after so many looks.
  static double DueAt(const Problem& problem, uint32_t looks,
                      double patience = kPatience);
  // Nothing if it comes to no end within a time and memory.
  static std::optional<OrbitLook> At(const Problem& problem, double time,
                                     size_t memory_limit);

  // Nothing if no choice seems to be worth its while. `own` is what the search
  // itself begins with, if that is known.
  std::optional<OrbitChoice> Best(std::optional<ItemId> own) const;
  // What a search of the whole that went that way began with, as an item of
  // this problem. Nothing if that is not known. `original`: an item's of the
  // whole.
  std::optional<ItemId> FirstItem(
      const std::vector<PathStep>& path, const Problem& whole,
      absl::FunctionRef<ItemId(ItemId)> original) const;

  // Where each option goes by a symmetry that takes one of them to another one,
  // or to one that is equal to that. REQUIRES: they are of one orbit.
  std::vector<OptionId> Symmetry(OptionId from, OptionId to) const;

 private:
  OrbitLook(ProblemGraph graph, Automorphisms automorphisms);

  double Root(ItemId item) const;
  OrbitChoice ChoiceOf(ItemId item) const;

  ProblemGraph graph_;
  Automorphisms automorphisms_;
  // The options of each item that is covered once, by their orbits.
  std::vector<std::vector<std::pair<uint32_t, OptionId>>> options_;
};

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_ORBIT_CHOICE_H_
