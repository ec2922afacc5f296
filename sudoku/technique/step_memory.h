#ifndef SUDOKU_TECHNIQUE_STEP_MEMORY_H_
#define SUDOKU_TECHNIQUE_STEP_MEMORY_H_

// What was found before for the same puzzle. A step changes a few candidates
// only, so most searches would find again what they found for the last one.
// Private to this folder.

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "dlx/ask/deduce/forcing.h"
#include "dlx/ask/deduce/option_set.h"
#include "sudoku/technique/steps.h"

namespace sudoku {

namespace internal {
class LockedSets;  // See almost_locked.cc.
}  // namespace internal

class StepMemory {
 public:
  // What follows within nets.
  struct Entry {
    std::optional<dlx::NetInferences> easy;
    std::optional<dlx::NetInferences> single;
    std::optional<dlx::NetInferences> multiple;
    std::optional<dlx::NetInferences> dynamic;
  };

  // By the options that are left. Valid until the next call.
  Entry& EntryOf(const dlx::OptionSet& left) {
    if (entries_.size() >= kMostEntries) entries_.clear();
    return entries_[left];
  }

  // The almost locked sets of the state with these options; null until they are
  // found. Those of no other state are kept.
  std::shared_ptr<internal::LockedSets>& LockedSetsOf(
      const dlx::OptionSet& left) {
    if (left != sets_left_) {
      sets_left_ = left;
      sets_.reset();
    }
    return sets_;
  }

  // Whether the technique has no step with the digit, if these are its options.
  [[nodiscard]] bool HasNone(Technique technique, int digit,
                             const dlx::OptionSet& options) const {
    const auto known = without_steps_.find(std::pair(technique, digit));
    return known != without_steps_.end() && known->second == options;
  }
  void KeepNone(Technique technique, int digit, const dlx::OptionSet& options) {
    without_steps_.insert_or_assign(std::pair(technique, digit), options);
  }

 private:
  static constexpr size_t kMostEntries = 100'000;

  absl::flat_hash_map<dlx::OptionSet, Entry> entries_;
  dlx::OptionSet sets_left_;
  std::shared_ptr<internal::LockedSets> sets_;
  absl::flat_hash_map<std::pair<Technique, int>, dlx::OptionSet> without_steps_;
};

namespace internal {

// Calls `search`, which visits the steps of a technique with a digit, unless it
// is known that there are none: they rest on its options alone. `memory` may be
// null.
inline bool VisitUnlessNone(StepMemory* memory, Technique technique, int digit,
                            const dlx::OptionSet& options, VisitStep visit,
                            absl::FunctionRef<bool(VisitStep visit)> search) {
  if (memory == nullptr) return search(visit);
  if (memory->HasNone(technique, digit, options)) return true;
  bool has_none = true;
  const bool goes_on = search([&](Step step) {
    has_none = false;
    return visit(std::move(step));
  });
  if (has_none) memory->KeepNone(technique, digit, options);
  return goes_on;
}

}  // namespace internal

}  // namespace sudoku

#endif  // SUDOKU_TECHNIQUE_STEP_MEMORY_H_
