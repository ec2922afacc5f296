#ifndef DLX_RUN_BEST_COVERS_H_
#define DLX_RUN_BEST_COVERS_H_

// The k covers of least cost that all threads together have found.
//
// Of covers of the same cost the one that one thread would find first counts as
// the better one. So whoever finds what in whatever order, the k best are in
// the end those that one thread finds: a unit that comes after the k-th best
// cover need not look for others of the same cost, but one that comes before it
// must.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/run/unit.h"
#include "dlx/search.h"

namespace dlx::internal {

// Any thread may call any of this at any time.
class BestCovers {
 public:
  explicit BestCovers(size_t k) : k_(k) {}

  void Add(const Position& position, absl::Span<const OptionId> options,
           int64_t cost) {
    const std::lock_guard<std::mutex> lock(mutex_);
    covers_.insert(
        {{{options.begin(), options.end()}, cost}, position, number_++});
    if (covers_.size() > k_) covers_.erase(std::prev(covers_.end()));
  }

  // Covers that cost as much as this, or more, need not be found in the unit at
  // this position.
  int64_t CeilingAt(const Position& position) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (covers_.size() < k_) return std::numeric_limits<int64_t>::max();
    const Kept& worst = *covers_.rbegin();
    return worst.cover.cost + (position < worst.position ? 1 : 0);
  }

  // The best first.
  std::vector<CostedCover> covers() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<CostedCover> result;
    for (const Kept& kept : covers_) result.push_back(kept.cover);
    return result;
  }

 private:
  struct Kept {
    CostedCover cover;
    Position position;
    uint64_t number;  // Covers of one unit are found in order.

    friend bool operator<(const Kept& a, const Kept& b) {
      return std::tie(a.cover.cost, a.position, a.number) <
             std::tie(b.cover.cost, b.position, b.number);
    }
  };

  const size_t k_;
  mutable std::mutex mutex_;
  std::set<Kept> covers_;
  uint64_t number_ = 0;
};

}  // namespace dlx::internal

#endif  // DLX_RUN_BEST_COVERS_H_
