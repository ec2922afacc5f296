#ifndef DLX_REDUCE_SUBJECT_H_
#define DLX_REDUCE_SUBJECT_H_

// What an engine works on: a problem, or what is left of a large one when all
// options are taken that are no choice.
//
// Twenty pairs of items among a million that have one option each are a small
// problem, but an engine that is told of the million looks at all of them at
// each node, keeps them in all that it remembers, and is chosen for them. Here
// the engine gets the twenty pairs, and speaks of the whole all the same:
//
//     engine of the rest  <-- OfWhole (subject.cc) <--  driver, worker
//        options 0, 1, ...       the ids of the whole, what was taken, and what
//                                that costs

#include <memory>
#include <utility>

#include "absl/types/span.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/reducer.h"

namespace dlx::internal {

class Subject {
 public:
  // The problem as it is.
  Subject(Problem problem) : problem_(std::move(problem)) {}  // NOLINT
  // What is left of it, if that is not null.
  Subject(const Problem& whole, std::shared_ptr<const Reduction> remainder)
      : problem_(remainder == nullptr ? whole : remainder->problem()),
        remainder_(std::move(remainder)) {}

  // What engines get to see.
  const Problem& problem() const { return problem_; }
  const std::shared_ptr<const Reduction>& remainder() const {
    return remainder_;
  }

 private:
  Problem problem_;
  std::shared_ptr<const Reduction> remainder_;
};

// The problem that the reducer was made with; or, if half of its options are
// decided, what is left.
Subject WithoutDecided(const Reducer& reducer,
                       OptionalItems optional = OptionalItems::kSecondary);

// Speaks of the whole for an engine of what is left. It can only be restarted
// with the givens that this was made with.
std::unique_ptr<Engine> MakeEngineOfWhole(
    std::unique_ptr<Engine> engine, std::shared_ptr<const Reduction> rest);

}  // namespace dlx::internal

#endif  // DLX_REDUCE_SUBJECT_H_
