// Colours: options that items of two options each tie together.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "dlx/ask/deduce.h"

namespace dlx {
namespace {

class ColourWalk {
 public:
  ColourWalk(const DeductionState& state, const Colours& which,
             VisitDeduction visit)
      : state_(state),
        which_(which),
        visit_(visit),
        links_(state.problem().option_count()),
        is_coloured_(state.problem().option_count()) {
    if (which.items.empty()) {
      for (uint32_t i = 0; i < state.problem().item_count(); ++i) {
        AddItem(ItemId(i));
      }
    } else {
      for (const ItemId item : which.items) AddItem(item);
    }
  }

  bool Run() {
    for (const OptionId option : state_.left().ToVector()) {
      if (links_[option.value()].empty() || is_coloured_.Has(option)) continue;
      pairs_.push_back({{None(), None()}, {None(), None()}, {}});
      Colour(option, 0);
      Pair& pair = pairs_.back();
      std::sort(pair.items.begin(), pair.items.end());
      pair.items.erase(std::unique(pair.items.begin(), pair.items.end()),
                       pair.items.end());
      for (const int i : {0, 1}) pair.out[i] = OutOf(pair.colours[i]);
    }
    return which_.pairs ? VisitTwo() : VisitOne();
  }

 private:
  struct Link {
    ItemId item;
    OptionId other;
  };
  struct Pair {
    std::array<OptionSet, 2> colours;
    std::array<OptionSet, 2> out;  // What disagrees with some of a colour.
    std::vector<ItemId> items;
  };

  OptionSet None() const { return OptionSet(state_.problem().option_count()); }

  void AddItem(ItemId item) {
    if (!state_.is_open(item)) return;
    const OptionSet options = state_.options_of(item);
    if (options.size() != 2) return;
    const std::vector<OptionId> two = options.ToVector();
    links_[two[0].value()].push_back({item, two[1]});
    links_[two[1].value()].push_back({item, two[0]});
  }

  void Colour(OptionId option, int colour) {
    is_coloured_.Add(option);
    Pair& pair = pairs_.back();
    pair.colours[colour].Add(option);
    for (const Link& link : links_[option.value()]) {
      pair.items.push_back(link.item);
      if (!is_coloured_.Has(link.other)) Colour(link.other, 1 - colour);
    }
  }

  OptionSet OutOf(const OptionSet& colour) const {
    OptionSet out = None();
    colour.ForEach([&](OptionId option) { out |= state_.conflicts(option); });
    return out & state_.left();
  }

  bool Conclude(const OptionSet& removed, const OptionSet& fins,
                std::vector<ItemId> items) {
    if (removed.empty()) return true;
    return visit_({.kind = Deduction::Kind::kColours,
                   .removed = removed.ToVector(),
                   .base = std::move(items),
                   .fins = fins.ToVector()});
  }

  bool VisitOne() {
    for (const Pair& pair : pairs_) {
      for (const int i : {0, 1}) {
        const OptionSet disagreed = pair.colours[i] & pair.out[i];
        if (!disagreed.empty() &&
            !Conclude(pair.colours[i], disagreed, pair.items)) {
          return false;
        }
      }
      if (!Conclude(
              (pair.out[0] & pair.out[1]) - pair.colours[0] - pair.colours[1],
              None(), pair.items)) {
        return false;
      }
    }
    return true;
  }

  bool VisitTwo() {
    for (const Pair& a : pairs_) {
      for (const Pair& b : pairs_) {
        if (&a == &b) continue;
        std::vector<ItemId> items = a.items;
        items.insert(items.end(), b.items.begin(), b.items.end());
        if (!VisitTwo(a, b, items)) return false;
      }
    }
    return true;
  }

  // All that follows from the two at once, and each thing by itself.
  bool VisitTwo(const Pair& a, const Pair& b,
                const std::vector<ItemId>& items) {
    std::vector<std::array<OptionSet, 2>> found;  // Removed, and disagreeing.
    for (const int i : {0, 1}) {
      const bool meets[] = {a.out[i].Meets(b.colours[0]),
                            a.out[i].Meets(b.colours[1])};
      if (meets[0] && meets[1]) {
        found.push_back({a.colours[i], a.out[i] & b.colours[0]});
      }
      for (const int k : {0, 1}) {
        if (!meets[k]) continue;
        OptionSet removed = a.out[1 - i] & b.out[1 - k];
        removed -= a.colours[i];
        removed -= b.colours[k];
        if (!removed.empty()) found.push_back({std::move(removed), None()});
      }
    }
    if (found.size() > 1) {
      std::array<OptionSet, 2> all = found.front();
      for (const auto& [removed, disagreed] : found) {
        all[0] |= removed;
        all[1] |= disagreed;
      }
      found.insert(found.begin(), std::move(all));
    }
    for (const auto& [removed, disagreed] : found) {
      if (!Conclude(removed, disagreed, items)) return false;
    }
    return true;
  }

  const DeductionState& state_;
  const Colours& which_;
  VisitDeduction visit_;
  std::vector<std::vector<Link>> links_;  // By option.
  OptionSet is_coloured_;
  std::vector<Pair> pairs_;
};

}  // namespace

bool VisitColours(const DeductionState& state, const Colours& which,
                  VisitDeduction visit) {
  return ColourWalk(state, which, visit).Run();
}

}  // namespace dlx
