#include "dlx/engine/nogoods/nogoods.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/nogoods/assignment.h"
#include "dlx/engine/nogoods/conflict_analysis.h"
#include "dlx/engine/nogoods/item_choice.h"
#include "dlx/engine/nogoods/masks.h"
#include "dlx/engine/nogoods/nogood_store.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace nogoods {
namespace {

// Tells when the search is to restart: when the nogoods of late have more
// levels than those of the whole search. (Audemard, Simon: Refining restarts
// strategies for SAT and UNSAT, 2012.)
class Restarts {
 public:
  void NoteNogood(uint32_t lbd) {
    ++nogoods_;
    ++since_restart_;
    all_ += lbd;
    // A mean in which a nogood counts less the older it is.
    late_ += (int64_t{lbd} * kUnit - late_) / 32;
  }
  bool IsDue() const {
    return since_restart_ >= kFewestNogoods &&
           100 * late_ * nogoods_ > 115 * kUnit * all_;
  }
  void NoteRestart() {
    ++count_;
    since_restart_ = 0;
  }
  int64_t count() const { return count_; }

 private:
  static constexpr int64_t kUnit = 1024;  // Of late_.
  static constexpr int64_t kFewestNogoods = 20;

  int64_t count_ = 0;
  int64_t nogoods_ = 0;
  int64_t since_restart_ = 0;
  int64_t all_ = 0;  // Levels of all nogoods.
  int64_t late_ = 0;
};

class Nogoods final : public Engine {
 public:
  Nogoods(const Problem& problem, const SearchOptions& options,
          NogoodsListener* listener)
      : problem_(problem, options),
        listener_(listener),
        assignment_(problem_, options.memory_limit / 2),
        store_(problem_.option_count(),
               options.memory_limit - assignment_.snapshot_memory()),
        activity_(problem_.item_count()),
        analysis_(problem_),
        first_reduction_(std::max<size_t>(problem_.option_count() / 4, 50)) {
    solution_.reserve(problem_.primary_count);
    statistics_.nodes_by_depth.reserve(problem_.primary_count + 1);
    Nogoods::Restart({});
  }

  void Restart(absl::Span<const OptionId> givens) override {
    ResetStatistics();
    levels_.clear();
    fixed_levels_ = 0;
    depth_ = 0;
    part_ = 1;
    done_ = 0;
    facts_.clear();
    store_.Clear();
    activity_.Clear();
    reduce_at_ = first_reduction_;
    restarts_ = {};
    unlearnt_ = 0;
    at_solution_ = false;
    exhausted_ = !assignment_.Start(givens);
    nogoods_propagated_ = assignment_.trail_size();
    statistics_.updates = nogoods_propagated_;
  }

  Step FindNext(uint64_t pause_at) override {
    const Step step = Continue(pause_at);
    if (step == Step::kSolution) {
      solution_.clear();
      for (const uint32_t option : assignment_.chosen()) {
        solution_.emplace_back(option);
      }
    }
    return step;
  }

  Step Count(uint64_t pause_at, Natural* count) override {
    for (;;) {
      const Step step = Continue(pause_at);
      if (step != Step::kSolution) return step;
      ++*count;
    }
  }

  absl::Span<const OptionId> solution() const override { return solution_; }

  void SetCostCeiling(int64_t) override {}  // Not for Task::kBest.

  double FractionDone() const override {
    return exhausted_ ? 1 : std::min(done_, 1.0);
  }

  // The decisions, without what follows from them. A search that learns jumps
  // over what it need not look at: only options that were ruled out right
  // before a decision are known to be done with in its place.
  std::vector<PathStep> Path() const override {
    std::vector<PathStep> path;
    uint32_t ruled_out = 0;
    for (const Level& level : levels_) {
      if (level.is_ruled_out) {
        ++ruled_out;
        continue;
      }
      const auto left =
          static_cast<uint32_t>(std::lround(level.whole / level.part));
      path.push_back({.option = OptionId(level.option),
                      .done = ruled_out,
                      .branches = ruled_out + left});
      ruled_out = 0;
    }
    return path;
  }

 private:
  struct Level {
    uint32_t option;  // What was tried, or is ruled out.
    bool is_ruled_out;
    double whole;  // What part of the tree hangs on the node below,
    double part;   // and what of it on this level.
  };

  Step Continue(uint64_t pause_at);
  bool Propagate();
  // Deals with a conflict. False if there is nothing left to search.
  bool Resolve();
  // Goes on from a solution, or a conflict on a fixed level, without learning.
  bool Backtrack();
  bool AssignFacts();
  void UndoTo(uint32_t level);
  // An item with several options left.
  std::optional<uint32_t> ChooseItemToBranchOn() const;
  void Try(uint32_t item);
  // What was tried and not taken back.
  absl::Span<const uint32_t> Decisions();

  const MaskProblem problem_;
  NogoodsListener* const listener_;  // May be null.
  std::vector<uint32_t> decisions_;
  Assignment assignment_;
  NogoodStore store_;
  ItemActivity activity_;
  ConflictAnalysis analysis_;
  // How many literals of the trail the store has been asked about.
  size_t nogoods_propagated_ = 0;

  std::vector<Level> levels_;  // As many as the assignment has.
  uint32_t fixed_levels_ = 0;
  // How many levels' options are not ruled out.
  uint32_t depth_ = 0;
  double part_ = 1;  // What part of the tree hangs on the node.
  double done_ = 0;  // What part is done.
  // Literals that follow from the problem and the givens, learnt when there
  // were fixed levels.
  std::vector<Literal> facts_;

  // Some nogoods are forgotten when there are so many: one for each four
  // options at first, so that few of them watch the same literal, and then a
  // little more each time, for a search that takes long; and not before some
  // have come, however many were kept.
  const size_t first_reduction_;
  size_t reduce_at_ = 0;
  Restarts restarts_;
  // From so many of the next conflicts nothing is learnt: where covers are
  // many, that takes longer than it saves.
  static constexpr int kUnlearntForCover = 4;
  static constexpr int kMostUnlearnt = 100;
  int unlearnt_ = 0;
  bool at_solution_ = false;
  bool exhausted_ = false;
  std::vector<OptionId> solution_;
};

Engine::Step Nogoods::Continue(uint64_t pause_at) {
  if (at_solution_) {
    at_solution_ = false;
    exhausted_ = !Backtrack();
  }
  while (!exhausted_) {
    if (!Propagate()) {
      exhausted_ = !Resolve();
      continue;
    }
    if (restarts_.IsDue()) {
      restarts_.NoteRestart();
      UndoTo(fixed_levels_);
    }
    const std::optional<uint32_t> item = ChooseItemToBranchOn();
    if (!item) {
      if (listener_ != nullptr) listener_->OnCover(Decisions());
      at_solution_ = true;
      unlearnt_ = std::min(unlearnt_ + kUnlearntForCover, kMostUnlearnt);
      return Step::kSolution;
    }
    if (statistics_.nodes >= pause_at) return Step::kPaused;
    Try(*item);
  }
  return Step::kExhausted;
}

bool Nogoods::Propagate() {
  for (;;) {
    if (!assignment_.Propagate()) return false;
    if (nogoods_propagated_ == assignment_.trail_size()) return true;
    ++statistics_.updates;
    if (!store_.Propagate(assignment_.trail(nogoods_propagated_++),
                          assignment_)) {
      return false;
    }
  }
}

bool Nogoods::Resolve() {
  for (;;) {
    if (assignment_.level() <= fixed_levels_) return Backtrack();
    if (unlearnt_ > 0) {
      --unlearnt_;
      fixed_levels_ = assignment_.level();
      return Backtrack();
    }
    analysis_.Learn(assignment_, store_, activity_);
    activity_.NoteConflict();
    restarts_.NoteNogood(analysis_.lbd());
    const absl::Span<const Literal> nogood = analysis_.nogood();
    const Literal learnt = nogood[0].Negation();
    if (nogood.size() == 1) {
      if (listener_ != nullptr) listener_->OnLearnt(nogood);
      if (fixed_levels_ > 0) facts_.push_back(learnt);
      UndoTo(fixed_levels_);
      if (assignment_.AssignFact(learnt)) return true;
      continue;
    }
    const uint32_t number = store_.Add(nogood, analysis_.lbd());
    if (number == 0) {  // No memory is left, so go on without.
      fixed_levels_ = assignment_.level();
      return Backtrack();
    }
    if (listener_ != nullptr) listener_->OnLearnt(nogood);
    UndoTo(std::max(analysis_.second_level(), fixed_levels_));
    if (assignment_.Assign(learnt, {Reason::Kind::kNogood, number})) {
      if (store_.size() >= reduce_at_) {
        const absl::Span<const uint32_t> forgotten = store_.Reduce(assignment_);
        if (listener_ != nullptr && !forgotten.empty()) {
          listener_->OnForgotten(forgotten);
        }
        reduce_at_ = std::max(reduce_at_ + 1 + first_reduction_ / 50,
                              store_.size() + first_reduction_ / 2);
      }
      return true;
    }
  }
}

bool Nogoods::Backtrack() {
  done_ += part_;
  while (!levels_.empty()) {
    const Level last = levels_.back();
    if (listener_ != nullptr && !last.is_ruled_out) {
      listener_->OnExhausted(Decisions());
    }
    fixed_levels_ = static_cast<uint32_t>(levels_.size()) - 1;
    UndoTo(fixed_levels_);
    if (last.is_ruled_out) continue;
    assignment_.AddLevel();
    part_ = last.whole - last.part;
    levels_.push_back({last.option, true, last.whole, part_});
    ++fixed_levels_;
    if (assignment_.Assign(Literal::RuledOut(last.option), {}) &&
        AssignFacts()) {
      return true;
    }
    done_ += part_;
  }
  return false;
}

bool Nogoods::AssignFacts() {
  for (const Literal fact : facts_) {
    if (assignment_.Holds(fact)) continue;
    if (!assignment_.IsOpen(fact.option())) return false;
    if (!assignment_.AssignFact(fact)) return false;
  }
  return true;
}

void Nogoods::UndoTo(uint32_t level) {
  while (levels_.size() > level) {
    if (!levels_.back().is_ruled_out) --depth_;
    part_ = levels_.back().whole;
    levels_.pop_back();
  }
  assignment_.UndoTo(level);
  nogoods_propagated_ = std::min(nogoods_propagated_, assignment_.trail_size());
}

std::optional<uint32_t> Nogoods::ChooseItemToBranchOn() const {
  const uint64_t* const masks = assignment_.masks().data();
  const float* const activities = activity_.values();
  const size_t count = problem_.primary_count;
  size_t item = 0;
  if (problem_.branching == Branching::kInputOrder) {
    item = std::find_if(masks, masks + count,
                        [](uint64_t mask) { return (mask & kCovered) == 0; }) -
           masks;
  } else {
    const size_t preferred = problem_.preferred_count;
    const size_t decisive_end = problem_.decisive_end;
    item = ChooseItem(masks, activities, 0, preferred);
    if (item < preferred) return static_cast<uint32_t>(item);
    if (restarts_.count() % 2 == 0) {
      item = ChooseMostActiveItem(masks, activities, preferred, decisive_end);
      if (item < decisive_end) return static_cast<uint32_t>(item);
    }
    item = ChooseItem(masks, activities, preferred, count);
  }
  if (item == count) return std::nullopt;
  return static_cast<uint32_t>(item);
}

absl::Span<const uint32_t> Nogoods::Decisions() {
  decisions_.clear();
  for (const Level& level : levels_) {
    if (!level.is_ruled_out) decisions_.push_back(level.option);
  }
  return decisions_;
}

void Nogoods::Try(uint32_t item) {
  const uint64_t mask = assignment_.masks()[item];
  // The option that covered it last may be part of a cover of much else.
  const size_t last = assignment_.LastSlot(item);
  const size_t slot = (mask >> last & 1) != 0 ? last : std::countr_zero(mask);
  const uint32_t option = problem_.OptionAt(item, slot);
  const double whole = part_;
  part_ /= std::popcount(mask);
  levels_.push_back({option, /*is_ruled_out=*/false, whole, part_});
  assignment_.AddLevel();
  const bool possible = assignment_.Assign(Literal::Chosen(option), {});
  assert(possible);  // Only to rule something out can be a conflict.
  static_cast<void>(possible);
  CountNodes(++depth_, 1);
}

}  // namespace
}  // namespace nogoods

std::string TooLargeForNogoods(const Problem& problem) {
  if (problem.item_count() >= nogoods::kMaxMaskedItems) {
    return absl::StrCat("can do at most ", nogoods::kMaxMaskedItems - 1,
                        " items, but there are ", problem.item_count());
  }
  if (problem.option_count() > nogoods::Reason::kMaxIndex) {
    return absl::StrCat("can do at most ", nogoods::Reason::kMaxIndex,
                        " options, but there are ", problem.option_count());
  }
  std::vector<size_t> slots(problem.item_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      if (++slots[use.item.value()] <= nogoods::kMaskSlots) continue;
      return absl::StrCat("can do at most ", nogoods::kMaskSlots,
                          " options for an item, but there are more for item ",
                          "\"", problem.item_name(use.item), "\"");
    }
  }
  return "";
}

bool SuitsNogoods(const Problem& problem) {
  constexpr size_t kManyItems = 400;
  return problem.primary_count() >= kManyItems;
}

std::unique_ptr<Engine> MakeNogoods(const Problem& problem, Task,
                                    const SearchOptions& options) {
  return std::make_unique<nogoods::Nogoods>(problem, options, nullptr);
}

std::unique_ptr<Engine> MakeNogoods(const Problem& problem,
                                    const SearchOptions& options,
                                    NogoodsListener& listener) {
  return std::make_unique<nogoods::Nogoods>(problem, options, &listener);
}

}  // namespace dlx::internal
