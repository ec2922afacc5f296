// Base and cover: base items are chosen one after the other. For each of their
// options that meets no cover item, one of its items joins the cover, or the
// option becomes a fin.
//
// In Sudoku with the rows that have a 7 as base and the columns as cover, an
// option "7 in r1c2" has one way to be met, so the cover follows from the base,
// and few bases have as few columns as rows.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "dlx/ask/deduce.h"
#include "dlx/ask/deduce/overlapping.h"

namespace dlx {
namespace {

class BaseAndCoverWalk {
 public:
  BaseAndCoverWalk(const DeductionState& state, const BaseAndCover& which,
                   VisitDeduction visit)
      : state_(state),
        which_(which),
        visit_(visit),
        is_everywhere_(which.base.empty()),
        may_cover_(state.problem().item_count(), which.cover.empty()),
        effort_(which.effort) {
    for (const ItemId item : which.cover) may_cover_[item.value()] = true;
    if (is_everywhere_) {
      for (uint32_t i = 0; i < state.problem().item_count(); ++i) {
        AddCandidate(ItemId(i));
      }
    } else {
      for (const ItemId item : which.base) AddCandidate(item);
    }
  }

  // False if `visit` did not want to go on.
  bool Run() {
    const OptionSet none(state_.problem().option_count());
    return AddBase(0, {none, none, none, Coverable()});
  }

 private:
  struct Place {
    OptionSet of_base;  // The options of the base,
    OptionSet met;      // and those of the cover.
    OptionSet fins;
    OptionSet agreed;  // What a cover may rule out: it conflicts with each fin.
  };
  struct Candidate {
    ItemId item;
    OptionSet options;
  };

  void AddCandidate(ItemId item) {
    if (!state_.is_open(item)) return;
    candidates_.push_back({item, state_.options_of(item)});
  }

  OptionSet Coverable() const {
    if (which_.cover.empty()) return state_.left();
    OptionSet options(state_.problem().option_count());
    for (const ItemId item : which_.cover) {
      options |= state_.all_options_of(item);
    }
    return options & state_.left();
  }

  bool AddBase(size_t from, const Place& place) {
    if (base_.size() == which_.size) return Conclude(place);
    const size_t after = is_everywhere_ ? 0 : which_.size - base_.size() - 1;
    for (size_t i = from; i + after < candidates_.size(); ++i) {
      const Candidate& next = candidates_[i];
      if (effort_ == 0) return true;
      --effort_;
      if (next.options.Meets(place.of_base) || IsCover(next.item)) continue;
      if (is_everywhere_ && !base_.empty() && !next.options.Meets(place.met)) {
        continue;
      }
      if (place.agreed.IsIn(place.of_base | next.options)) continue;
      base_.push_back(next.item);
      Place with = place;
      with.of_base |= next.options;
      const bool goes_on =
          AddCover(next.options - place.met, is_everywhere_ ? 0 : i + 1, with);
      base_.pop_back();
      if (!goes_on) return false;
    }
    return true;
  }

  // Sees to it that all options of `open` are met, or fins.
  bool AddCover(const OptionSet& open, size_t from, const Place& place) {
    if (effort_ == 0) return true;
    --effort_;
    if (open.empty()) return AddBase(from, place);
    const OptionId option = open.first();
    if (cover_.size() < which_.size) {
      for (const ItemUse& use : state_.problem().option(option)) {
        if (!CanCover(use.item)) continue;
        const OptionSet& met = state_.all_options_of(use.item);
        if (fin_count_ > 0 && met.Meets(place.fins)) continue;
        if (IsLast() && !open.IsIn(met)) {
          // It would be the next step that finds this.
          if (effort_ > 0) --effort_;
          continue;
        }
        Place with = place;
        with.met |= met;
        cover_.push_back(use.item);
        const bool goes_on = AddCover(open - met, from, with);
        cover_.pop_back();
        if (!goes_on) return false;
      }
    }
    return AddFin(option, open, from, place);
  }

  bool AddFin(OptionId option, const OptionSet& open, size_t from,
              const Place& place) {
    if (fin_count_ == which_.max_fins) return true;
    Place with = place;
    with.agreed &= state_.conflicts(option);
    if (with.agreed.IsIn(with.of_base)) return true;
    with.fins.Add(option);
    OptionSet rest = open;
    rest.Remove(option);
    ++fin_count_;
    const bool goes_on = AddCover(rest, from, with);
    --fin_count_;
    return goes_on;
  }

  // Whether the next item of the cover has to meet all that is open.
  bool IsLast() const {
    return cover_.size() + 1 == which_.size && fin_count_ == which_.max_fins;
  }
  bool CanCover(ItemId item) const {
    return may_cover_[item.value()] && state_.is_plain(item) &&
           std::find(base_.begin(), base_.end(), item) == base_.end();
  }
  bool IsCover(ItemId item) const {
    return std::find(cover_.begin(), cover_.end(), item) != cover_.end();
  }

  bool Conclude(const Place& place) {
    if (cover_.size() != which_.size) return true;
    const OptionSet removed = (place.met & place.agreed) - place.of_base;
    if (removed.empty()) return true;
    return visit_({.kind = Deduction::Kind::kBaseAndCover,
                   .removed = removed.ToVector(),
                   .base = base_,
                   .cover = cover_,
                   .fins = place.fins.ToVector()});
  }

  const DeductionState& state_;
  const BaseAndCover& which_;
  VisitDeduction visit_;
  const bool is_everywhere_;
  std::vector<bool> may_cover_;
  uint64_t effort_;
  std::vector<Candidate> candidates_;
  std::vector<ItemId> base_;
  std::vector<ItemId> cover_;
  size_t fin_count_ = 0;
};

}  // namespace

bool VisitBaseAndCover(const DeductionState& state, const BaseAndCover& which,
                       VisitDeduction visit) {
  return which.may_overlap ? VisitOverlapping(state, which, visit)
                           : BaseAndCoverWalk(state, which, visit).Run();
}

}  // namespace dlx
