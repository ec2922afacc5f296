#ifndef DLX_RUN_REMAINDER_H_
#define DLX_RUN_REMAINDER_H_

// What is left of a large problem when all options are chosen that are no
// choice, as a problem of its own.
//
// Twenty pairs of items among a million that have one option each are a small
// problem, but an engine that is told of the million looks at all of them at
// each node, keeps them in all that it remembers, and is chosen for them. Here
// the engine gets the twenty pairs, and speaks of the whole all the same:
//
//     engine of the remainder  <-- OfWhole (remainder.cc) <--  driver, worker
//        options 0, 1, ...             the ids of the whole, what was chosen
//                                      with them, and what that costs

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/partial_cover.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// Immutable; any number of threads may use it at the same time.
class Remainder {
 public:
  // Of the problem of a partial cover: what can still be decided. The covers of
  // the remainder are those of the whole that contain what is chosen there,
  // without that; if something is dead, there are none.
  explicit Remainder(const PartialCover& cover);

  const Problem& problem() const { return *problem_; }
  absl::Span<const OptionId> chosen() const { return chosen_; }
  int64_t cost() const { return cost_; }  // Of what is chosen.

  // The option of the whole. Nothing for one that is only there because a
  // problem must have an item.
  std::optional<OptionId> Original(OptionId option) const {
    if (option.value() >= original_.size()) return std::nullopt;
    return original_[option.value()];
  }

  // What one asks of the whole, asked of the remainder.
  SearchOptions OptionsFrom(const SearchOptions& of_whole) const;

 private:
  std::vector<OptionId> chosen_;
  int64_t cost_ = 0;
  std::vector<OptionId> original_;
  std::vector<ItemId> items_;  // Of the whole, in the order of the remainder's.
  std::optional<Problem> problem_;
};

// Speaks of the whole for an engine of its remainder. It can only be restarted
// with the givens that the remainder was made with.
std::unique_ptr<Engine> MakeEngineOfWhole(
    std::unique_ptr<Engine> engine, std::shared_ptr<const Remainder> remainder);

// What engines are made for: a problem, or what is left of it.
class Subject {
 public:
  // The problem as it is.
  Subject(Problem problem) : problem_(std::move(problem)) {}  // NOLINT
  // The remainder, if it is not null.
  Subject(const Problem& whole, std::shared_ptr<const Remainder> remainder)
      : problem_(remainder == nullptr ? whole : remainder->problem()),
        remainder_(std::move(remainder)) {}

  // What engines get to see.
  const Problem& problem() const { return problem_; }
  const std::shared_ptr<const Remainder>& remainder() const {
    return remainder_;
  }

 private:
  Problem problem_;
  std::shared_ptr<const Remainder> remainder_;
};

// The problem; or, if half of its options are decided by the givens and by
// items that have no other, what is left. REQUIRES: CheckGivens().
Subject WithoutForcedOptions(const Problem& problem,
                             absl::Span<const OptionId> givens);

}  // namespace dlx::internal

#endif  // DLX_RUN_REMAINDER_H_
