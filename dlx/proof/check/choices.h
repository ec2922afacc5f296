#ifndef DLX_PROOF_CHECK_CHOICES_H_
#define DLX_PROOF_CHECK_CHOICES_H_

// Which options are to be tried, node by node of a walk: those of an item that
// fit.
//
// If there are not too many options, those that fit a state are a row of bits.
// Below an option that is taken, it is the row above without what clashes with
// that option: so a look is one at 64 options. Otherwise all options of the
// item are looked at.
//
//     a c   b c   a   b       the options 0, 1, 2, 3
//      1     1    1   1       fit at first; those of the item a are 0 and 2
//      0     0    0   1       fit when option 0 is taken

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/proof/check/state.h"

namespace dlx::checker {

class Choices {
 public:
  // The state must outlive it.
  Choices(const Problem& problem, State& state);

  // Begins at the state that is there.
  void Start();
  // The state that is there, which is the innermost node's with the option
  // taken that it has told last; or, before it tells any, without some items
  // that have nothing to do with what is tried below.
  void Enter();
  // The innermost node tells the options of the item that fit and are below
  // `end`. Returns how many that are.
  size_t List(ItemId item, uint32_t end = std::numeric_limits<uint32_t>::max());
  // Leaves out the last ones.
  void Drop(size_t count) { end_ -= count; }
  bool has_next() const { return nodes_.back().next < end_; }
  uint32_t Next() { return options_[nodes_.back().next++]; }
  void Leave() {
    end_ = nodes_.back().first;
    nodes_.pop_back();
  }
  // What is kept for the innermost node.
  size_t bytes() const {
    return row_size_ * sizeof(uint64_t) +
           (end_ - nodes_.back().first) * sizeof(uint32_t);
  }

 private:
  // More options have no rows.
  static constexpr size_t kMostInRows = 8192;

  struct Node {
    size_t first;  // Of options_; those of the innermost node end at end_.
    size_t next;
  };

  // The row of what may be with the option: made when it is taken first.
  const uint64_t* CompatibleWith(uint32_t option);

  State& state_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> options_;  // Of all nodes, and room for more.
  size_t end_ = 0;

  size_t row_size_ = 0;         // In words; 0 if there are no rows.
  std::vector<uint64_t> rows_;  // By node.
  // By bit of a state: the options that need it.
  std::vector<std::vector<State::Bits>> users_;
  // By option: where its row is, and 1 more; 0 if there is none yet.
  std::vector<size_t> row_of_;
  std::vector<uint64_t> compatible_;
};

}  // namespace dlx::checker

#endif  // DLX_PROOF_CHECK_CHOICES_H_
