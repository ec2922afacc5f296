#ifndef DLX_ENGINE_NOGOODS_NOGOOD_STORE_H_
#define DLX_ENGINE_NOGOODS_NOGOOD_STORE_H_

// Learnt nogoods, and what follows from them.
//
// A *nogood* is a set of literals that cannot all hold in a cover. When all of
// them hold but one, the negation of that one follows. (It says the same as
// what SAT solvers call a learnt clause: not all of these, so one of their
// negations.)
//
// To notice that, it is enough to *watch* two literals of each nogood that do
// not hold: as long as there are two, nothing follows. When one of the two
// becomes true, another one takes its place; if there is none, the other of the
// two is the last, and is negated. Watches need not be changed when literals
// are taken back. (Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff, 2001.)
//
// All nogoods are in one array of words. The two literals that are watched
// come first:
//
//     ... | size | lbd | new number | s0 | s1 | s2 | ... | ...
//
// The watches of a literal are a linked list, from heads_[its code] on, in an
// array of their own, as most of what is looked at is there: a watch has
// another literal of its nogood, the *blocker*, and if this one's negation
// holds, nothing follows. Position 0 is no nogood, and watch 0 no watch.
//
// The *LBD* of a nogood (literals blocks distance) is the number of levels
// among its literals at the time when it was learnt: the fewer, the sooner it
// will be of use again. (Audemard, Simon: Glucose, 2009.)
//
// Invariants, which CheckInvariants() verifies:
//   1. words_ is filled with size() nogoods of two literals or more, one behind
//      the other, from position 1 on.
//   2. The list of each literal has one watch for each nogood whose first or
//      second literal it is, and no other. Its blocker is a literal of it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/nogoods/assignment.h"

namespace dlx::internal::nogoods {

class NogoodStore {
 public:
  // Stores at most `memory_limit` bytes of nogoods.
  NogoodStore(size_t option_count, size_t memory_limit);

  // Forgets all nogoods.
  void Clear();

  // Adds a nogood of at least two literals, of which no two but the first two
  // may be watched: after the next UndoTo(), one of these will not hold.
  // Returns the nogood's number, or 0 if there is no room for it.
  uint32_t Add(absl::Span<const Literal> literals, uint32_t lbd);

  size_t size() const { return size_; }

  Literal literal(uint32_t nogood, size_t i) const {
    return Literal::Decode(words_[nogood + kHeader + i]);
  }
  size_t literal_count(uint32_t nogood) const { return words_[nogood]; }

  // Assigns the literals that follow from the nogoods because the literal,
  // which is on the trail, holds. Returns false at a conflict.
  bool Propagate(Literal literal, Assignment& assignment);

  // Forgets the half of the nogoods that has the most levels, and those with as
  // many as the median, but none that is a reason or has few levels. The others
  // get new numbers. Returns which ones, in the order in which they were added,
  // until the next call.
  absl::Span<const uint32_t> Reduce(Assignment& assignment);

  // An empty string, or what is wrong.
  std::string CheckInvariants() const;

 private:
  // Where things are, counted from a nogood's position.
  enum : uint32_t { kSize = 0, kLbd = 1, kNewNumber = 2, kHeader = 3 };
  // A reason; while nogoods are being forgotten.
  static constexpr uint32_t kInUse = uint32_t{1} << 31;
  // Nogoods with so many levels are never forgotten.
  static constexpr uint32_t kFewLevels = 4;

  size_t end_of(uint32_t nogood) const {
    return nogood + kHeader + words_[nogood + kSize];
  }
  struct Watch {
    uint32_t next;
    uint32_t nogood;
    uint32_t blocker;  // The code of a literal.
  };
  static constexpr size_t kWordsOfWatches =
      2 * sizeof(Watch) / sizeof(uint32_t);
  // Makes the first two literals of the nogood watched.
  void AddWatches(uint32_t nogood);

  // Calls visit(option, nogood) for each option on the trail whose reason is a
  // nogood.
  template <typename Visit>
  static void ForEachReason(const Assignment& assignment, Visit visit);
  uint32_t MedianLbd();

  const size_t max_words_;
  std::vector<uint32_t> words_ = {0};
  size_t size_ = 0;
  std::vector<Watch> watches_ = {{}};
  std::vector<uint32_t> heads_;    // By the codes of literals.
  std::vector<uint32_t> scratch_;  // For MedianLbd().
  std::vector<uint32_t> forgotten_;
};

}  // namespace dlx::internal::nogoods

#endif  // DLX_ENGINE_NOGOODS_NOGOOD_STORE_H_
