#ifndef DLX_PROOF_WRITE_SLOTS_H_
#define DLX_PROOF_WRITE_SLOTS_H_

// The slots in which a certificate keeps states, as its writer sees them: which
// are free, and how many covers the states in the others have.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "dlx/natural.h"

namespace dlx::internal::certificate {

class Slots {
 public:
  // One that is free, or else a new one.
  int64_t Take() {
    if (free_.empty()) {
      counts_.emplace_back();
      return static_cast<int64_t>(counts_.size()) - 1;
    }
    const int64_t slot = free_.back();
    free_.pop_back();
    return slot;
  }
  // Its count stays until it is taken.
  void Free(int64_t slot) { free_.push_back(slot); }

  const Natural& count(int64_t slot) const {
    return counts_[static_cast<size_t>(slot)];
  }
  void SetCount(int64_t slot, Natural count) {
    counts_[static_cast<size_t>(slot)] = std::move(count);
  }

 private:
  std::vector<Natural> counts_;  // By slot.
  std::vector<int64_t> free_;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_SLOTS_H_
