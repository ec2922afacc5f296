#ifndef DLX_SCHEDULE_COVER_BATCH_H_
#define DLX_SCHEDULE_COVER_BATCH_H_

// Covers on their way from the thread that found them to the one that visits
// them, in two arrays however many they are.

#include <cstddef>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"

namespace dlx::internal {

class CoverBatch {
 public:
  void Add(absl::Span<const OptionId> cover) {
    options_.insert(options_.end(), cover.begin(), cover.end());
    ends_.push_back(options_.size());
  }

  size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  // How much memory it takes, in numbers.
  size_t volume() const { return options_.size() + ends_.size(); }

  absl::Span<const OptionId> operator[](size_t i) const {
    const size_t begin = i == 0 ? 0 : ends_[i - 1];
    return absl::MakeConstSpan(options_).subspan(begin, ends_[i] - begin);
  }

 private:
  std::vector<OptionId> options_;  // Of all covers, one after the other.
  std::vector<size_t> ends_;       // Where each cover ends.
};

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_COVER_BATCH_H_
