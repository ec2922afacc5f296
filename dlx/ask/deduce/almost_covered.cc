// Almost covered sets: base items are chosen one after the other, as long as
// their options need few enough cover items.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "dlx/ask/deduce.h"

namespace dlx {
namespace {

class AlmostCoveredWalk {
 public:
  AlmostCoveredWalk(const DeductionState& state, absl::Span<const ItemId> base,
                    absl::Span<const ItemId> cover, size_t size, VisitSet visit)
      : state_(state), cover_(cover), size_(size), visit_(visit) {
    for (const ItemId item : base) {
      if (!state.is_open(item)) continue;
      const OptionSet options = state.options_of(item);
      uint64_t met = 0;
      for (size_t i = 0; i < cover.size(); ++i) {
        if (state.all_options_of(cover[i]).Meets(options)) {
          met |= uint64_t{1} << i;
        }
      }
      candidates_.push_back({item, met});
    }
  }

  bool Run() { return AddBase(0, 0); }

 private:
  struct Candidate {
    ItemId item;
    uint64_t met;  // The cover items that its options have.
  };

  bool AddBase(size_t from, uint64_t met) {
    if (base_.size() == size_) return Conclude(met);
    for (size_t i = from; i < candidates_.size(); ++i) {
      const uint64_t with = met | candidates_[i].met;
      if (std::popcount(with) > static_cast<int>(size_) + 1) continue;
      base_.push_back(candidates_[i].item);
      const bool goes_on = AddBase(i + 1, with);
      base_.pop_back();
      if (!goes_on) return false;
    }
    return true;
  }

  bool Conclude(uint64_t met) {
    if (std::popcount(met) != static_cast<int>(size_) + 1) return true;
    OptionSet of_base(state_.problem().option_count());
    for (const ItemId item : base_) of_base |= state_.options_of(item);
    AlmostCovered set{base_, {}, {}};
    for (; met != 0; met &= met - 1) {
      set.cover.push_back(cover_[std::countr_zero(met)]);
      set.groups.push_back(of_base & state_.all_options_of(set.cover.back()));
    }
    return visit_(std::move(set));
  }

  const DeductionState& state_;
  const absl::Span<const ItemId> cover_;
  const size_t size_;
  VisitSet visit_;
  std::vector<Candidate> candidates_;
  std::vector<ItemId> base_;
};

}  // namespace

bool VisitAlmostCovered(const DeductionState& state,
                        absl::Span<const ItemId> base,
                        absl::Span<const ItemId> cover, size_t size,
                        VisitSet visit) {
  return AlmostCoveredWalk(state, base, cover, size, visit).Run();
}

}  // namespace dlx
