#ifndef DLX_ENGINE_NOGOODS_ASSIGNMENT_H_
#define DLX_ENGINE_NOGOODS_ASSIGNMENT_H_

// What a search assumes of its options, what follows from that by the items
// alone, and why. For engine nogoods.
//
// A *statement* says of an option that it is chosen, or that it is ruled out.
// Statements are made one after the other and follow from earlier ones:
//
//   * If an option is chosen, the others of its items are ruled out.
//   * If all options of a primary item but one are ruled out, that one is
//     chosen.
//
// The *trail* has the statements in this order, and each has a *reason*: the
// statements before it from which it follows. In Sudoku, with a cell that can
// be 1 or 2 and one in the same row that can be 1, 2 or 3:
//
//     trail             level   reason
//     choose   r1c1=1   1       none: it is assumed
//     rule out r1c2=1   1       r1c1=1 is chosen
//     rule out r1c1=2   1       r1c1=1 is chosen
//       ...
//     rule out r1c2=3   2       none: it is assumed
//     choose   r1c2=2   2       the other options of item r1c2 are ruled out
//
// Each assumption begins a *level*. What is on level 0 follows from the problem
// and the givens.
//
// Invariants, between calls of the public functions:
//   1. The options in an item's mask are those that are not ruled out, and the
//      mask says that the item is covered if one of these is chosen.
//   2. After Start(), all statements that hold are on the trail but for what
//      the givens rule out at once. Levels do not decrease along the trail,
//      but for facts (see StateFact).
//   3. While there is no conflict, every primary item has an option left, and
//      if it has only one, this is chosen.
//   4. While there is no conflict, after Propagate() the options of an item of
//      a chosen option are ruled out, but for that one.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/nogoods/masks.h"
#include "dlx/id.h"

namespace dlx::internal {

// An option's number, twice, plus 1 if the option is ruled out.
class Statement {
 public:
  static Statement Chosen(uint32_t option) { return Statement(2 * option); }
  static Statement RuledOut(uint32_t option) {
    return Statement(2 * option + 1);
  }
  // The inverse of code().
  static Statement Decode(uint32_t code) { return Statement(code); }

  uint32_t option() const { return code_ / 2; }
  bool is_chosen() const { return code_ % 2 == 0; }
  uint32_t code() const { return code_; }
  Statement Negation() const { return Statement(code_ ^ 1); }

  friend bool operator==(Statement, Statement) = default;

 private:
  explicit Statement(uint32_t code) : code_(code) {}

  uint32_t code_;
};

// Why a statement holds, or why two statements cannot both hold.
class Reason {
 public:
  enum class Kind : uint32_t {
    kNone,    // It is assumed, given, or a fact.
    kOption,  // That option is chosen, and shares an item with it.
    kItem,    // All other options of that item are ruled out.
    kNogood,  // All other statements of that nogood hold.
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
  // Keeps a reference to the problem.
  explicit Assignment(const MaskProblem& problem);

  // Starts over on level 0, with the givens and all that follows from them.
  // False if they contradict each other or the problem.
  bool Start(absl::Span<const OptionId> givens);

  bool Holds(Statement statement) const {
    return values_[statement.option()] == HeldValue(statement);
  }
  bool IsOpen(uint32_t option) const { return values_[option] == kOpen; }
  // The options of each item that are not ruled out. There is padding behind
  // them, as ChooseItem() needs it.
  absl::Span<const uint64_t> masks() const {
    return {masks_.data(), problem_.item_count()};
  }

  // Begins a level.
  void AddLevel() { level_starts_.push_back(trail_size_); }
  uint32_t level() const { return static_cast<uint32_t>(level_starts_.size()); }
  // Takes back everything on higher levels.
  void UndoTo(uint32_t level);

  // Makes a statement. False if an item has no option left then: this is a
  // conflict.
  // REQUIRES: the option is open.
  bool State(Statement statement, Reason reason) {
    return Note(statement, {level(), reason});
  }
  // The same for a statement that follows from the problem and the givens; it
  // is taken back with the level on which it is stated, but counts as one of
  // level 0.
  bool StateFact(Statement statement) { return Note(statement, {}); }

  // Makes all statements that follow by the items from those on the trail.
  // False at a conflict.
  bool Propagate();

  // The conflict at which the last function ended that returned false: the
  // options on which it turns cannot all be as they are, for they contain
  // `option`, and what `reason` says of it contradicts what is stated.
  struct Conflict {
    uint32_t option;
    Reason reason;
  };
  const Conflict& conflict() const { return conflict_; }
  void SetConflict(const Conflict& conflict) { conflict_ = conflict; }

  size_t trail_size() const { return trail_size_; }
  Statement trail(size_t i) const { return trail_[i]; }
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

 private:
  enum Value : uint8_t { kOpen, kChosen, kRuledOut };
  struct Cause {
    uint32_t level = 0;
    Reason reason;
  };

  static Value HeldValue(Statement s) {
    return s.is_chosen() ? kChosen : kRuledOut;
  }

  bool Note(Statement statement, Cause cause) {
    if (statement.is_chosen()) {
      Choose(statement.option(), cause);
      return true;
    }
    return RuleOut(statement.option(), cause);
  }
  void Choose(uint32_t option, Cause cause);
  bool RuleOut(uint32_t option, Cause cause);
  // An item is not covered and has at most one option left, after that one was
  // ruled out.
  bool NoteNarrow(uint32_t item, uint32_t ruled_out);
  // Rules out what shares an item with the option, which is chosen.
  bool RuleOutOthers(uint32_t option);
  // The same at the start, when nothing else has been looked at.
  void RuleOutOthersAtStart(uint32_t option);

  const MaskProblem& problem_;
  std::vector<uint64_t> masks_;   // Of each item.
  std::vector<Value> values_;     // Of each option.
  std::vector<Cause> causes_;     // Of each option that is not open.
  std::vector<Statement> trail_;  // Up to trail_size_.
  size_t trail_size_ = 0;
  size_t propagated_ = 0;         // So many statements of the trail.
  std::vector<uint32_t> chosen_;  // Up to chosen_size_.
  size_t chosen_size_ = 0;
  std::vector<size_t> level_starts_;  // On the trail, of levels 1, 2, ...
  Conflict conflict_ = {};
};

}  // namespace dlx::internal

#endif  // DLX_ENGINE_NOGOODS_ASSIGNMENT_H_
