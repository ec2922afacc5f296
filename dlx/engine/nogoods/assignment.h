#ifndef DLX_ENGINE_NOGOODS_ASSIGNMENT_H_
#define DLX_ENGINE_NOGOODS_ASSIGNMENT_H_

// What a search of engine nogoods assumes of its options, what follows from
// that by the items alone, and why.
//
// The words are those of SAT solvers. An option is a variable; a *literal* says
// of it that it is chosen, or that it is ruled out, and *holds* if that is so.
// Literals are *assigned* one after the other. Some are *decisions*: the search
// assumes them. Others follow from earlier ones, which is called *propagation*:
//
//   * If an option is chosen, the others of its items are ruled out.
//   * If all options of a primary item but one are ruled out, that one is
//     chosen.
//
// If an item has no option left, that is a *conflict*.
//
// The *trail* has the literals that hold, in the order in which they were
// assigned, and each has a *reason*: the literals before it from which it
// follows. In Sudoku, with a cell that can be 1 or 2 and one in the same row
// that can be 1, 2 or 3:
//
//     trail             level   reason
//     choose   r1c1=1   1       none: a decision
//     rule out r1c2=1   1       r1c1=1 is chosen
//     rule out r1c1=2   1       r1c1=1 is chosen
//       ...
//     rule out r1c2=3   2       none: a decision
//     choose   r1c2=2   2       the other options of item r1c2 are ruled out
//
// Each decision begins a *level*. What is on level 0 follows from the problem
// and the givens.
//
// Invariants, between calls of the public functions. CheckInvariants() verifies
// them:
//   1. The options in an item's mask are those that are not ruled out, and the
//      mask says that the item is covered if one of these is chosen.
//   2. After Start(), all literals that hold are on the trail but for what
//      the givens rule out at once. Levels do not decrease along the trail,
//      but for facts (see AssignFact).
//   3. While there is no conflict, every primary item has an option left, and
//      if it has only one, this is chosen.
//   4. While there is no conflict, after Propagate() the options of an item of
//      a chosen option are ruled out, but for that one.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/nogoods/masks.h"
#include "dlx/id.h"

namespace dlx::internal::nogoods {

// An option's number, twice, plus 1 if the option is ruled out.
class Literal {
 public:
  static Literal Chosen(uint32_t option) { return Literal(2 * option); }
  static Literal RuledOut(uint32_t option) { return Literal(2 * option + 1); }
  // The inverse of code().
  static Literal Decode(uint32_t code) { return Literal(code); }

  uint32_t option() const { return code_ / 2; }
  bool is_chosen() const { return code_ % 2 == 0; }
  uint32_t code() const { return code_; }
  Literal Negation() const { return Literal(code_ ^ 1); }

  friend bool operator==(Literal, Literal) = default;

 private:
  explicit Literal(uint32_t code) : code_(code) {}

  uint32_t code_;
};

// Why a literal holds, or why two literals cannot both hold.
class Reason {
 public:
  enum class Kind : uint32_t {
    kNone,    // It is a decision, given, or a fact.
    kOption,  // That option is chosen, and shares an item with it.
    kItem,    // All other options of that item are ruled out.
    kNogood,  // All other literals of that nogood hold.
  };
  static constexpr uint32_t kMaxIndex = (uint32_t{1} << 30) - 1;

  Reason() = default;
  Reason(Kind kind, uint32_t index)
      : code_(index << 2 | static_cast<uint32_t>(kind)) {}

  Kind kind() const { return static_cast<Kind>(code_ & 3); }
  // The option, item or nogood.
  uint32_t index() const { return code_ >> 2; }

 private:
  uint32_t code_ = 0;
};

class Assignment {
 public:
  // Keeps a reference to the problem. Takes snapshots of at most that many
  // bytes.
  explicit Assignment(const MaskProblem& problem,
                      size_t snapshot_memory = SIZE_MAX);

  // How many bytes snapshots can take at most.
  size_t snapshot_memory() const {
    return most_snapshots_ * masks_.size() * sizeof(uint64_t);
  }

  // Starts over on level 0, with the givens and all that follows from them.
  // Returns false if they contradict each other or the problem.
  bool Start(absl::Span<const OptionId> givens);

  bool Holds(Literal literal) const {
    return values_[literal.option()] == HeldValue(literal);
  }
  bool IsOpen(uint32_t option) const { return values_[option] == kOpen; }
  // The options of each item that are not ruled out. There is padding behind
  // them, as ChooseItem() needs it.
  absl::Span<const uint64_t> masks() const {
    return {masks_.data(), problem_.item_count()};
  }

  // The slot of the option that covered the item last, of those that were taken
  // back; 0 if there was none.
  size_t LastSlot(uint32_t item) const { return last_slots_[item]; }

  // Begins a level. A snapshot for each few literals takes little time beside
  // theirs.
  void AddLevel() {
    level_starts_.push_back(trail_size_);
    if (snapshots_used_ == 0 ||
        trail_size_ - snapshots_[snapshots_used_ - 1].trail_size >=
            SnapshotInterval()) {
      TakeSnapshot();
    }
  }
  uint32_t level() const { return static_cast<uint32_t>(level_starts_.size()); }
  // Takes back everything on higher levels.
  void UndoTo(uint32_t level);

  // Assigns a literal. Returns false if an item has no option left then: this
  // is a conflict. REQUIRES: the option is open.
  bool Assign(Literal literal, Reason reason) {
    return Enqueue(literal, {level(), reason});
  }
  // The same for a literal that follows from the problem and the givens; it
  // is taken back with the level on which it is assigned, but counts as one of
  // level 0.
  bool AssignFact(Literal literal) { return Enqueue(literal, {}); }

  // Assigns all literals that follow by the items from those on the trail.
  // Returns false at a conflict.
  bool Propagate();

  // The conflict at which the last function ended that returned false: the
  // options on which it turns cannot all be as they are, for they contain
  // `option`, and what `reason` says of it contradicts the literal that holds.
  struct Conflict {
    uint32_t option;
    Reason reason;
  };
  const Conflict& conflict() const { return conflict_; }
  void SetConflict(const Conflict& conflict) { conflict_ = conflict; }

  size_t trail_size() const { return trail_size_; }
  Literal trail(size_t i) const { return trail_[i]; }
  uint32_t level_of(uint32_t option) const { return causes_[option].level; }
  Reason reason_of(uint32_t option) const { return causes_[option].reason; }
  void ChangeReason(uint32_t option, Reason reason) {
    causes_[option].reason = reason;
  }

  // The options that are chosen, in the order in which they were: first the
  // givens.
  absl::Span<const uint32_t> chosen() const {
    return {chosen_.data(), chosen_size_};
  }

  // An empty string, or what is wrong. REQUIRES: Start() or Propagate()
  // returned true, or levels were taken back since it said false.
  std::string CheckInvariants() const;

 private:
  enum Value : uint8_t { kOpen, kChosen, kRuledOut };
  struct Cause {
    uint32_t level = 0;
    Reason reason;
  };

  static Value HeldValue(Literal s) {
    return s.is_chosen() ? kChosen : kRuledOut;
  }

  bool Enqueue(Literal literal, Cause cause) {
    if (literal.is_chosen()) {
      Choose(literal.option(), cause);
      return true;
    }
    return RuleOut(literal.option(), cause);
  }
  void Choose(uint32_t option, Cause cause);
  bool RuleOut(uint32_t option, Cause cause);
  // Deals with an item that is not covered and has at most one option left,
  // after that one was ruled out.
  bool AssignLast(uint32_t item, uint32_t ruled_out);
  // Rules out what shares an item with the option, which is chosen.
  bool RuleOutOthers(uint32_t option);
  // The same at the start, when nothing else has been looked at.
  void RuleOutOthersAtStart(uint32_t option);
  size_t SnapshotInterval() const { return masks_.size() / 4; }
  // Does nothing if there are as many as there may be.
  void TakeSnapshot();
  // Makes the masks those of the last snapshot and what the trail has behind
  // it.
  void RestoreMasks();

  const MaskProblem& problem_;
  std::vector<uint64_t> masks_;  // Of each item.
  std::vector<Value> values_;    // Of each option.
  std::vector<Cause> causes_;    // Of each option that is not open.
  std::vector<Literal> trail_;   // Up to trail_size_.
  size_t trail_size_ = 0;
  size_t propagated_ = 0;         // How many literals of the trail are.
  std::vector<uint32_t> chosen_;  // Up to chosen_size_.
  size_t chosen_size_ = 0;
  std::vector<size_t> level_starts_;  // On the trail, of levels 1, 2, ...
  std::vector<uint8_t> last_slots_;   // Of each item.
  // The masks at the beginning of some levels. To go back far, it is faster to
  // copy them than to change them for each literal.
  struct Snapshot {
    size_t trail_size = 0;
    std::vector<uint64_t> masks = {};
  };
  size_t most_snapshots_ = 0;
  std::vector<Snapshot> snapshots_;  // Up to snapshots_used_.
  size_t snapshots_used_ = 0;
  Conflict conflict_ = {};
};

}  // namespace dlx::internal::nogoods

#endif  // DLX_ENGINE_NOGOODS_ASSIGNMENT_H_
