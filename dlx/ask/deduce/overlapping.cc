// Base and cover whose items may share options.
//
// Of the options that are taken, k items of the base are had, each by one, and
// of the cover k at most. So what is had more often by the base than by the
// cover (a fin) makes up for what is had more often by the cover: without a fin
// that is taken, none of the latter is.
//
// The options of the items are numbered anew, so that a set of them is four
// words. Cover items are chosen one after the other; options that no later one
// can meet are fins for good.

#include "dlx/ask/deduce/overlapping.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dlx {
namespace {

class SmallSet {
 public:
  static constexpr size_t kMostOptions = 256;

  void Add(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  bool empty() const {
    return (words_[0] | words_[1] | words_[2] | words_[3]) == 0;
  }
  size_t size() const {
    size_t size = 0;
    for (const uint64_t word : words_) size += std::popcount(word);
    return size;
  }
  bool Meets(const SmallSet& other) const { return !(*this & other).empty(); }
  friend SmallSet operator&(SmallSet a, const SmallSet& b) {
    for (size_t i = 0; i < 4; ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend SmallSet operator|(SmallSet a, const SmallSet& b) {
    for (size_t i = 0; i < 4; ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  friend SmallSet operator-(SmallSet a, const SmallSet& b) {
    for (size_t i = 0; i < 4; ++i) a.words_[i] &= ~b.words_[i];
    return a;
  }
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (size_t i = 0; i < 4; ++i) {
      for (uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(i * 64 + std::countr_zero(rest));
      }
    }
  }

 private:
  std::array<uint64_t, 4> words_ = {};
};

// How often options are had: at least once, twice, three and four times.
struct Often {
  SmallSet once;
  SmallSet twice;
  SmallSet thrice;
  SmallSet more;

  Often With(const SmallSet& item) const {
    return {once | item, twice | (once & item), thrice | (twice & item),
            more | (thrice & item)};
  }
};

// What is had more often in `a` than in `b`.
SmallSet Above(const Often& a, const Often& b) {
  return (a.once - b.once) | (a.twice - b.twice) | (a.thrice - b.thrice);
}

class OverlappingWalk {
 public:
  OverlappingWalk(const DeductionState& state, const BaseAndCover& which,
                  VisitDeduction visit)
      : state_(state), which_(which), visit_(visit), effort_(which.effort) {}

  bool Run() {
    if (!Number()) return true;
    for (const ItemId item : which_.base) {
      if (state_.is_open(item)) base_.push_back(ItemOf(item));
    }
    for (const ItemId item : which_.cover) {
      if (state_.is_plain(item)) cover_.push_back(ItemOf(item));
    }
    return AddBase(0, {});
  }

 private:
  struct Item {
    ItemId id;
    SmallSet options;
  };

  // Gives the options of all items their numbers. False if they are too many.
  bool Number() {
    OptionSet all(state_.problem().option_count());
    for (const ItemId item : which_.base) all |= state_.all_options_of(item);
    for (const ItemId item : which_.cover) all |= state_.all_options_of(item);
    options_ = (all & state_.left()).ToVector();
    if (options_.size() > SmallSet::kMostOptions) return false;
    for (const OptionId option : options_) {
      conflicts_.push_back(Small(state_.conflicts(option)));
      all_.Add(conflicts_.size() - 1);
    }
    return true;
  }

  SmallSet Small(const OptionSet& options) const {
    SmallSet small;
    for (size_t i = 0; i < options_.size(); ++i) {
      if (options.Has(options_[i])) small.Add(i);
    }
    return small;
  }

  Item ItemOf(ItemId id) const { return {id, Small(state_.options_of(id))}; }

  bool AddBase(size_t from, const Often& of_base) {
    if (chosen_base_.size() == which_.size) return ChooseCover(of_base);
    for (size_t i = from; i < base_.size(); ++i) {
      if (effort_ == 0) return true;
      chosen_base_.push_back(base_[i].id);
      const bool goes_on = AddBase(i + 1, of_base.With(base_[i].options));
      chosen_base_.pop_back();
      if (!goes_on) return false;
    }
    return true;
  }

  bool ChooseCover(const Often& of_base) {
    of_base_ = of_base;
    useful_.clear();
    for (const Item& item : cover_) {
      if (!item.options.Meets(of_base.once) || IsInBase(item.id)) continue;
      useful_.push_back(item);
    }
    // What the items from each one on can still meet.
    rest_.assign(useful_.size() + 1, {});
    for (size_t i = useful_.size(); i-- > 0;) {
      rest_[i] = rest_[i + 1] | useful_[i].options;
    }
    return AddCover(0, {});
  }

  bool IsInBase(ItemId id) const {
    for (const ItemId item : chosen_base_) {
      if (item == id) return true;
    }
    return false;
  }

  bool AddCover(size_t from, const Often& of_cover) {
    if (effort_ == 0) return true;
    --effort_;
    if (chosen_cover_.size() == which_.size) return Conclude(of_cover);
    for (size_t i = from; i < useful_.size(); ++i) {
      const SmallSet lost = of_base_.once - of_cover.once - rest_[i];
      if (lost.size() > which_.max_fins || !HaveCommonConflict(lost)) break;
      chosen_cover_.push_back(useful_[i].id);
      const bool goes_on = AddCover(i + 1, of_cover.With(useful_[i].options));
      chosen_cover_.pop_back();
      if (!goes_on) return false;
    }
    return true;
  }

  SmallSet CommonConflicts(const SmallSet& options, SmallSet common) const {
    options.ForEach([&](size_t i) { common = common & conflicts_[i]; });
    return common;
  }
  bool HaveCommonConflict(const SmallSet& options) const {
    return options.empty() || !CommonConflicts(options, all_).empty();
  }

  bool Conclude(const Often& of_cover) {
    // What is had four times or more is told no further.
    const SmallSet fins = Above(of_base_, of_cover) | of_base_.more;
    if (fins.size() > which_.max_fins) return true;
    const SmallSet removed = CommonConflicts(fins, Above(of_cover, of_base_));
    if (removed.empty()) return true;
    return visit_({.kind = Deduction::Kind::kBaseAndCover,
                   .removed = OptionsOf(removed),
                   .base = chosen_base_,
                   .cover = chosen_cover_,
                   .fins = OptionsOf(fins)});
  }

  std::vector<OptionId> OptionsOf(const SmallSet& small) const {
    std::vector<OptionId> options;
    small.ForEach([&](size_t i) { options.push_back(options_[i]); });
    return options;
  }

  const DeductionState& state_;
  const BaseAndCover& which_;
  VisitDeduction visit_;
  uint64_t effort_;
  std::vector<OptionId> options_;  // By number.
  std::vector<SmallSet> conflicts_;
  SmallSet all_;
  std::vector<Item> base_;
  std::vector<Item> cover_;
  std::vector<ItemId> chosen_base_;
  std::vector<ItemId> chosen_cover_;
  Often of_base_;
  std::vector<Item> useful_;
  std::vector<SmallSet> rest_;
};

}  // namespace

bool VisitOverlapping(const DeductionState& state, const BaseAndCover& which,
                      VisitDeduction visit) {
  return OverlappingWalk(state, which, visit).Run();
}

}  // namespace dlx
