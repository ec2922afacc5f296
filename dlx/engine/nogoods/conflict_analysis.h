#ifndef DLX_ENGINE_NOGOODS_CONFLICT_ANALYSIS_H_
#define DLX_ENGINE_NOGOODS_CONFLICT_ANALYSIS_H_

// Learns a nogood from a conflict.
//
// The literals of a conflict cannot all hold: they are a nogood. A literal
// in it that has a reason may be replaced by the literals of this reason.
// That is done, latest literal first, until only one literal of the highest
// level is left (the *first unique implication point*). If this nogood had been
// known, the negation of that one would have followed already on the level of
// the others: so the search can go back to there, which may be far, and go on
// with it. (Marques-Silva, Sakallah: GRASP, 1996; Zhang, Madigan, Moskewicz,
// Malik, 2001.)
//
// Items whose options are a reason on the way take part in the conflict: their
// activity is bumped. Bumping only the item that has no option left made the
// search six times as long on 25x25 Sudoku.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/nogoods/assignment.h"
#include "dlx/engine/nogoods/item_choice.h"
#include "dlx/engine/nogoods/masks.h"
#include "dlx/engine/nogoods/nogood_store.h"

namespace dlx::internal::nogoods {

class ConflictAnalysis {
 public:
  // Keeps a reference to the problem.
  explicit ConflictAnalysis(const MaskProblem& problem);

  // Learns a nogood from the assignment's conflict. REQUIRES: it is not on
  // level 0.
  void Learn(const Assignment& assignment, const NogoodStore& nogoods,
             ItemActivity& activity);

  // All of them hold. Only the first one is on the assignment's level, and no
  // other is on a higher level than the second.
  absl::Span<const Literal> nogood() const { return nogood_; }
  // The level of the second literal; 0 if there is none.
  uint32_t second_level() const { return second_level_; }
  // The nogood's LBD: how many levels there are among its literals.
  uint32_t lbd() const { return lbd_; }

 private:
  // The literal about the option takes part in the conflict.
  void Mark(const Assignment& assignment, uint32_t option);
  // So do those from which it follows.
  void MarkCauses(const Assignment& assignment, const NogoodStore& nogoods,
                  uint32_t option, Reason reason, ItemActivity& activity);
  void SortOut(const Assignment& assignment);

  const MaskProblem& problem_;
  std::vector<bool> is_marked_;   // By options.
  std::vector<uint32_t> marked_;  // The same as a list.
  size_t marked_on_level_ = 0;    // How many on the highest level are left.
  std::vector<Literal> nogood_;
  uint32_t second_level_ = 0;
  uint32_t lbd_ = 0;
  // seen_at_[level]: the number of the last call that saw the level.
  std::vector<uint64_t> seen_at_;
  uint64_t calls_ = 0;
};

}  // namespace dlx::internal::nogoods

#endif  // DLX_ENGINE_NOGOODS_CONFLICT_ANALYSIS_H_
