#ifndef DLX_ENGINE_NOGOODS_NOGOOD_STORE_H_
#define DLX_ENGINE_NOGOODS_NOGOOD_STORE_H_

// Learned nogoods, and what follows from them.
//
// A *nogood* is a set of statements that cannot all hold in a cover. When all
// of them hold but one, the negation of that one follows.
//
// To notice that, it is enough to *watch* two statements of each nogood that do
// not hold: as long as there are two, nothing follows. When one of the two
// becomes true, another one takes its place; if there is none, the other of the
// two is the last, and is negated. Watches need not be changed when statements
// are taken back. (Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff, 2001.)
//
// All nogoods are in one array of words. The two statements that are watched
// come first; the nogoods that watch the same statement are in a linked list:
//
//     heads_[code of s0]                      heads_[code of s1]
//            |                                        |
//            v                                        v
//     ... | size | glue | next by s0 | next by s1 | s0 | s1 | s2 | ... | ...
//
// A link is twice the position of a nogood, plus 1 if it leads to the list of
// its second statement. Position 0 is no nogood.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/nogoods/assignment.h"

namespace dlx::internal {

class NogoodStore {
 public:
  // Stores at most so many bytes of nogoods.
  NogoodStore(size_t option_count, size_t memory_limit);

  // Forgets all nogoods.
  void Clear();

  // Adds a nogood of at least two statements, of which no two but the first two
  // may be watched: after the next UndoTo(), one of these will not hold. `glue`
  // is the number of levels among its statements; nogoods with a small number
  // are those that are worth keeping. Returns the nogood's number, or 0 if
  // there is no room for it.
  uint32_t Add(absl::Span<const Statement> statements, uint32_t glue);

  size_t size() const { return size_; }

  Statement statement(uint32_t nogood, size_t i) const {
    return Statement::Decode(words_[nogood + kHeader + i]);
  }
  size_t statement_count(uint32_t nogood) const { return words_[nogood]; }

  // Makes the statements that follow from the nogoods because the statement,
  // which is on the trail, holds. False at a conflict.
  bool Follow(Statement statement, Assignment& assignment);

  // Forgets at least half of the nogoods, those with the most levels, but none
  // that is a reason. The others get new numbers.
  void Reduce(Assignment& assignment);

 private:
  // Where things are, counted from a nogood's position.
  enum : uint32_t { kSize = 0, kGlue = 1, kNext = 2, kHeader = 4 };
  // A reason; while nogoods are being forgotten.
  static constexpr uint32_t kInUse = uint32_t{1} << 31;

  size_t end_of(uint32_t nogood) const {
    return nogood + kHeader + words_[nogood + kSize];
  }
  // Puts the nogood into the list of one of its first two statements.
  void Watch(uint32_t nogood, uint32_t which) {
    uint32_t& head = heads_[words_[nogood + kHeader + which]];
    words_[nogood + kNext + which] = head;
    head = 2 * nogood + which;
  }

  const size_t max_words_;
  std::vector<uint32_t> words_ = {0};
  size_t size_ = 0;
  std::vector<uint32_t> heads_;    // By the codes of statements.
  std::vector<uint32_t> scratch_;  // For Reduce().
};

}  // namespace dlx::internal

#endif  // DLX_ENGINE_NOGOODS_NOGOOD_STORE_H_
