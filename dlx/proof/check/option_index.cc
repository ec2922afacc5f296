#include "dlx/proof/check/option_index.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace dlx::checker {
namespace {

// The first bit of the range, counted from its beginning, that is set in the
// state; range.count if there is none.
uint32_t FirstSet(BitRange range, absl::Span<const uint64_t> state) {
  const uint32_t end = range.first + range.count;
  for (uint32_t bit = range.first; bit < end; bit = (bit / 64 + 1) * 64) {
    const uint64_t rest = state[bit / 64] >> bit % 64;
    if (rest == 0) continue;
    bit += static_cast<uint32_t>(std::countr_zero(rest));
    return bit < end ? bit - range.first : range.count;
  }
  return range.count;
}

}  // namespace

void OptionIndex::Add(uint32_t item, BitRange range,
                      absl::Span<const uint32_t> use_of,
                      absl::Span<const ListedOption> listed) {
  first_divisions_.resize(std::max<size_t>(first_divisions_.size(), item + 1),
                          static_cast<uint32_t>(divisions_.size()));
  divisions_.push_back({range, starts_.size()});
  const size_t starts = starts_.size();
  starts_.resize(starts + range.count + 1, 0);
  for (const uint32_t use : use_of) ++starts_[starts + use + 1];
  starts_[starts] = static_cast<uint32_t>(lists_.size());
  for (uint32_t i = 0; i < range.count; ++i) {
    starts_[starts + i + 1] += starts_[starts + i];
  }
  std::vector<uint32_t> next(starts_.begin() + static_cast<ptrdiff_t>(starts),
                             starts_.end() - 1);
  lists_.resize(lists_.size() + listed.size());
  for (size_t k = 0; k < listed.size(); ++k) {
    lists_[next[use_of[k]]++] = listed[k];
  }
}

absl::Span<const ListedOption> OptionIndex::Narrowest(
    uint32_t item, absl::Span<const ListedOption> all,
    absl::Span<const uint64_t> state) const {
  if (item >= first_divisions_.size()) return all;
  const uint32_t end = item + 1 < first_divisions_.size()
                           ? first_divisions_[item + 1]
                           : static_cast<uint32_t>(divisions_.size());
  absl::Span<const ListedOption> narrowest = all;
  for (uint32_t i = first_divisions_[item]; i < end; ++i) {
    const auto& [range, starts] = divisions_[i];
    const uint32_t bit = FirstSet(range, state);
    if (bit == 0) continue;  // Not used yet.
    if (bit == range.count) return {};
    const uint32_t first = starts_[starts + bit];
    const uint32_t size = starts_[starts + bit + 1] - first;
    if (size < narrowest.size()) narrowest = {lists_.data() + first, size};
  }
  return narrowest;
}

}  // namespace dlx::checker
