#ifndef DLX_PROOF_WRITE_BEST_WALK_H_
#define DLX_PROOF_WRITE_BEST_WALK_H_

// A search for all covers that cost less than a limit, which writes down where
// it goes: for any problem, of any size, with or without multiplicities.
//
// It has the weights of items from the root, and sees in the room that is left
// (docs/certificate.md) which options cost too much. Of each option it is known
// for how many reasons it cannot be taken, and of each item how many options
// can be. It branches on an item with the fewest that can come first.
//
// Where the tree is not small, weights are improved at the nodes, by sweeps as
// in dlx/engine/dancing_links/prices.h, of items for which something changed
// since they had the best weight. If the weights say that all covers below cost
// too much, a bound is written. Otherwise they may say it of some options: such
// an option's child gets a bound by the weights that are there. Any weights do,
// and those of a subtree are good for the next one, too: none are restored.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/prices.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/proof/format.h"
#include "dlx/proof/write/best_search.h"
#include "dlx/proof/write/writer.h"

namespace dlx::internal::certificate {

class BestWalk final : public BestSearch {
 public:
  // What its frames keep stays within the limit.
  BestWalk(const Problem& problem, const dancing_links::RootPrices& prices,
           std::optional<int64_t> limit, size_t memory_limit,
           CertificateWriter& writer)
      : BestSearch(limit, writer),
        problem_(problem),
        memory_limit_(memory_limit),
        shift_(prices.shift),
        told_(prices.prices),
        weights_(prices.prices) {
    ReadItems();
    ReadOptions();
    Enter(0, limit.has_value() ? Allowed(0) - bound_ : kInfinite);
  }

  uint64_t nodes() const override { return nodes_; }

 private:
  static constexpr uint64_t kWorkPerLook = 1 << 20;  // Uses of items, about.
  static constexpr absl::int128 kInfinite = absl::int128(1) << 120;
  static constexpr int32_t kClosed = std::numeric_limits<int32_t>::max();
  // Items that need not be covered any more come after all others.
  static constexpr int32_t kSatisfied = 1 << 30;
  // A search is short if it has not seen one option for each so many uses.
  static constexpr uint64_t kUsesPerNode = 128;

  // For each of a row of things a list.
  struct Lists {
    std::vector<uint32_t> values;
    std::vector<uint32_t> starts = {0};

    absl::Span<const uint32_t> Of(uint32_t i) const {
      return absl::MakeConstSpan(values).subspan(starts[i],
                                                 starts[i + 1] - starts[i]);
    }
  };
  struct Item {
    ItemId id;
    // A secondary one may be covered once, and need not be.
    Multiplicity missing = {0, 1};
    bool has_colors = false;
    int64_t surplus = 0;   // What it costs to cover it more often than it must.
    uint32_t options = 0;  // That can be taken, of a primary item.
  };
  struct Use {
    uint32_t item;
    ColorId color;
  };
  struct Waiting {
    std::vector<uint32_t> items;
    std::vector<bool> has;  // By item.
  };
  // A state whose children are being looked at.
  struct Frame {
    uint32_t item;
    bool can_be_none;  // There is one more child, for no option.
    bool excludes;     // Options that were tried are out.
    bool is_closed = false;
    int64_t spent;
    absl::int128 room;
    size_t first;  // Of its options in choices_; the next one, and the end.
    size_t next;
    size_t end;
    // Before it: options that cost too much by themselves, and others.
    uint32_t dear;
    size_t blocked;
  };

  void Step() override {
    for (work_ = 0; work_ < kWorkPerLook && !frames_.empty() && !is_full();) {
      GoOn(frames_.back());
    }
    if (frames_.empty() && !is_full()) SetDone();
  }

  // ------------------------------------------------------------ the problem

  void ReadItems() {
    for (uint32_t i = 0; i < problem_.item_count(); ++i) {
      const ItemId id(i);
      Item item = {.id = id};
      if (problem_.is_primary(id)) {
        item.missing = problem_.multiplicity(id);
        if (item.missing.high > item.missing.low) {
          item.surplus = std::max<int64_t>(weights_[i], 0);
        }
        ++open_;
      }
      items_.push_back(item);
    }
    keys_.assign(items_.size(), kClosed);
    is_told_.assign(items_.size(), true);
    changed_.assign(items_.size(), false);
    dead_.has.resize(items_.size());
    forced_.has.resize(items_.size());
  }

  void ReadOptions() {
    for (uint32_t i = 0; i < items_.size(); ++i) bound_ += LeastOf(i);
    const uint32_t count = problem_.option_count();
    std::vector<int64_t> reduced;
    std::vector<int64_t> lefts;
    for (uint32_t k = 0; k < count; ++k) {
      int64_t left = problem_.cost(OptionId(k)) * (int64_t{1} << shift_);
      for (const ItemUse& use : problem_.option(OptionId(k))) {
        left -= weights_[use.item.value()];
        if (use.color != kNoColor) items_[use.item.value()].has_colors = true;
      }
      bound_ += std::min<int64_t>(left, 0);
      lefts.push_back(left);
      reduced.push_back(
          std::clamp<int64_t>(left, 0, MostReducedCost(problem_)));
    }
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return reduced[a] < reduced[b];
    });
    for (const uint32_t k : order) {
      costs_.push_back(problem_.cost(OptionId(k)));
      reduced_.push_back(reduced[k]);
      lefts_.push_back(lefts[k]);
      largest_option_ =
          std::max(largest_option_, problem_.option(OptionId(k)).size());
      for (const ItemUse& use : problem_.option(OptionId(k))) {
        uses_.push_back({use.item.value(), use.color});
      }
      use_starts_.push_back(static_cast<uint32_t>(uses_.size()));
    }
    charges_ = reduced_;
    reasons_.resize(count);
    dear_ = count;
    ListOptions();
    for (uint32_t i = 0; i < items_.size(); ++i) {
      items_[i].options = static_cast<uint32_t>(options_.Of(i).size());
      if (items_[i].missing.low == 0) Charge(i, items_[i].surplus);
      Touch(i);
    }
  }

  // Of each item, in the order of reduced costs.
  void ListOptions() {
    options_.starts.assign(items_.size() + 1, 0);
    for (const Use& use : uses_) ++options_.starts[use.item + 1];
    std::partial_sum(options_.starts.begin(), options_.starts.end(),
                     options_.starts.begin());
    std::vector<uint32_t> ends = options_.starts;
    options_.values.resize(uses_.size());
    colors_.resize(uses_.size());
    for (uint32_t option = 0; option < reduced_.size(); ++option) {
      for (const Use& use : UsesOf(option)) {
        colors_[ends[use.item]] = use.color;
        options_.values[ends[use.item]++] = option;
      }
    }
  }

  absl::Span<const Use> UsesOf(uint32_t option) const {
    return absl::MakeConstSpan(uses_).subspan(
        use_starts_[option], use_starts_[option + 1] - use_starts_[option]);
  }

  // -------------------------------------------------------------- the state

  bool IsPrimary(uint32_t item) const {
    return problem_.is_primary(ItemId(item));
  }

  // Something of the item has changed: how many options can come first.
  void Touch(uint32_t i) {
    changed_[i] = true;
    if (!IsPrimary(i)) return;
    const Item& item = items_[i];
    const auto options = static_cast<int64_t>(item.options);
    const int64_t key =
        item.missing.high == 0 ? kClosed
        : item.missing.low == 0
            ? kSatisfied + options
            : std::max<int64_t>(options + 1 - item.missing.low, 0);
    keys_[i] = static_cast<int32_t>(key);
    if (key > 1) return;
    Waiting& waiting = key == 0 ? dead_ : forced_;
    if (waiting.has[i]) return;
    waiting.has[i] = true;
    waiting.items.push_back(i);
  }

  // One more reason why an option cannot be taken, or one less.
  void Block(uint32_t option) {
    if (reasons_[option]++ == 0) CountOption(option, -1);
  }
  void Unblock(uint32_t option) {
    if (--reasons_[option] > 0) return;
    CountOption(option, 1);
    NoteCharge(option);
  }
  void CountOption(uint32_t option, int change) {
    bound_ += change * std::min<int64_t>(lefts_[option], 0);
    work_ += UsesOf(option).size();
    for (const Use& use : UsesOf(option)) {
      items_[use.item].options += static_cast<uint32_t>(change);
      Touch(use.item);
    }
  }

  template <bool kBack>
  void Turn(uint32_t option) {
    kBack ? Unblock(option) : Block(option);
  }
  // Those of an item that have not this colour.
  template <bool kBack>
  void TurnAll(uint32_t item, ColorId color) {
    const absl::Span<const uint32_t> options = options_.Of(item);
    const ColorId* const colors = colors_.data() + options_.starts[item];
    for (size_t i = 0; i < options.size(); ++i) {
      if (color == kNoColor || colors[i] != color) Turn<kBack>(options[i]);
    }
  }
  // The item must not be covered any more, or it may be again.
  template <bool kBack>
  void TurnItem(uint32_t item) {
    open_ += kBack ? 1 : -1;
    TurnAll<kBack>(item, kNoColor);
  }
  void SetMissing(uint32_t i, Multiplicity missing) {
    bound_ -= LeastOf(i);
    items_[i].missing = missing;
    bound_ += LeastOf(i);
    Touch(i);
  }
  // What it costs that the item need not be covered any more.
  void Charge(uint32_t item, int64_t surplus) {
    if (surplus == 0) return;
    for (const uint32_t option : options_.Of(item)) {
      charges_[option] += surplus;
      NoteCharge(option);
    }
  }
  // No option that can be taken, and takes more than its reduced cost, takes
  // more than most_charge_.
  void NoteCharge(uint32_t option) {
    const int64_t charge = charges_[option];
    if (charge > most_charge_ && charge > reduced_[option] &&
        reasons_[option] == 0) {
      most_charge_ = charge;
    }
  }

  void Take(uint32_t option) {
    ++nodes_;
    Block(option);
    for (const auto& [i, color] : UsesOf(option)) {
      if (!IsPrimary(i)) {
        TurnAll<false>(i, color);
        continue;
      }
      const auto [low, high] = items_[i].missing;
      if (low == 1) Charge(i, items_[i].surplus);
      SetMissing(i, {low - (low > 0 ? 1 : 0), high - 1});
      if (high == 1) TurnItem<false>(i);
    }
  }
  void TakeBack(uint32_t option) {
    const absl::Span<const Use> uses = UsesOf(option);
    for (size_t n = uses.size(); n-- > 0;) {
      const auto& [i, color] = uses[n];
      if (!IsPrimary(i)) {
        TurnAll<true>(i, color);
        continue;
      }
      const auto [low, high] = items_[i].missing;
      if (high == 0) TurnItem<true>(i);
      // It was covered as often before as it may be less now.
      const Multiplicity bounds = problem_.multiplicity(items_[i].id);
      const bool was_needed = bounds.high - high <= bounds.low;
      SetMissing(i, {low + (was_needed ? 1 : 0), high + 1});
      if (was_needed && low == 0) Charge(i, -items_[i].surplus);
    }
    Unblock(option);
  }

  void Close(uint32_t i) {
    closed_highs_.push_back(items_[i].missing.high);
    SetMissing(i, {0, 0});
    TurnItem<false>(i);
  }
  void Reopen(uint32_t i) {
    TurnItem<true>(i);
    SetMissing(i, {0, closed_highs_.back()});
    closed_highs_.pop_back();
  }

  // Options that take more than the room.
  void BlockDear(absl::int128 room) {
    while (dear_ > 0 && reduced_[dear_ - 1] > room) Block(--dear_);
    if (most_charge_ <= room) return;
    work_ += dear_;
    most_charge_ = 0;
    for (uint32_t option = 0; option < dear_; ++option) {
      if (reasons_[option] == 0 && charges_[option] > room) {
        Block(option);
        blocked_.push_back(option);
      }
      NoteCharge(option);
    }
  }
  void UnblockDear(uint32_t dear, size_t blocked) {
    for (; blocked_.size() > blocked; blocked_.pop_back()) {
      Unblock(blocked_.back());
    }
    while (dear_ < dear) Unblock(dear_++);
  }

  // ------------------------------------------------------------ the weights

  // What covers may cost behind options that cost so much, in units of weights.
  absl::int128 Allowed(int64_t spent) const {
    return (absl::int128(*limit()) - 1 - spent) << shift_;
  }

  // What the item adds to all covers, at least.
  absl::int128 LeastOf(uint32_t i) const {
    const auto [low, high] = items_[i].missing;
    return absl::int128(weights_[i]) * (weights_[i] > 0 ? low : high);
  }

  void SetWeight(uint32_t i, int64_t weight) {
    const int64_t rise = weight - weights_[i];
    if (rise == 0) return;
    absl::int128 bound = bound_ - LeastOf(i);
    weights_[i] = weight;
    bound += LeastOf(i);
    if (is_told_[i]) untold_.push_back(i);
    is_told_[i] = false;
    for (const uint32_t option : options_.Of(i)) {
      const int64_t left = lefts_[option] -= rise;
      if (reasons_[option] > 0) continue;
      bound += std::min<int64_t>(left, 0) - std::min<int64_t>(left + rise, 0);
      for (const Use& use : UsesOf(option)) changed_[use.item] = true;
    }
    bound_ = bound;
  }

  // The middle between so many of the least of what is left, and the next.
  int64_t MiddleAfter(size_t count) {
    if (count >= scratch_.size()) {
      return *std::max_element(scratch_.begin(), scratch_.end());
    }
    const auto next = scratch_.begin() + static_cast<ptrdiff_t>(count);
    std::nth_element(scratch_.begin(), next, scratch_.end());
    return std::midpoint(*std::max_element(scratch_.begin(), next), *next);
  }
  // The weight by which the bound is the highest, all others being as they are.
  int64_t BestWeight(uint32_t i) {
    const auto [low, high] = items_[i].missing;
    scratch_.clear();
    for (const uint32_t option : options_.Of(i)) {
      if (option >= dear_) break;
      if (reasons_[option] == 0) scratch_.push_back(lefts_[option]);
    }
    if (scratch_.empty()) return 0;
    int64_t weight = 0;
    if (low > 0) {
      weight = weights_[i] + MiddleAfter(low);
      if (weight > 0 || (low == high && high < scratch_.size())) return weight;
    }
    if (high >= scratch_.size()) return 0;
    return std::min<int64_t>(weights_[i] + MiddleAfter(high), 0);
  }
  void Sweep(bool backwards) {
    const int64_t most =
        (int64_t{1} << 59) / static_cast<int64_t>(largest_option_ + 1);
    const auto count = static_cast<uint32_t>(items_.size());
    for (uint32_t k = 0; k < count; ++k) {
      const uint32_t i = backwards ? count - 1 - k : k;
      if (!changed_[i]) continue;
      if (IsPrimary(i) ? items_[i].missing.high > 0 : !items_[i].has_colors) {
        SetWeight(i, std::clamp(BestWeight(i), -most, most));
      }
      changed_[i] = false;
    }
  }

  // What has changed, of what matters.
  void TellBound() {
    std::sort(untold_.begin(), untold_.end());
    std::vector<std::pair<uint32_t, int64_t>> changes;
    size_t left = 0;
    for (const uint32_t i : untold_) {
      if (IsPrimary(i) && items_[i].missing.high == 0) {
        untold_[left++] = i;
        continue;
      }
      is_told_[i] = true;
      if (weights_[i] == told_[i]) continue;
      changes.emplace_back(i, weights_[i] - told_[i]);
      told_[i] = weights_[i];
    }
    untold_.resize(left);
    writer().Bound(changes);
  }

  // A search that is as quick as it can be, without other weights, if it is
  // short, or if these were seldom of use.
  bool IsWorthSweeps() const {
    return limit().has_value() && nodes_ > uses_.size() / kUsesPerNode &&
           (sweeps_ < 64 || 16 * bounds_ > sweeps_ || nodes_ % 16 == 0);
  }
  // What grows with the depth, in bytes.
  size_t Kept() const {
    return frames_.size() * sizeof(Frame) +
           choices_.size() * sizeof(choices_[0]);
  }

  // --------------------------------------------------------------- the walk

  // REQUIRES: some item is open.
  uint32_t ChooseItem() {
    for (Waiting* const waiting : {&dead_, &forced_}) {
      for (; !waiting->items.empty(); waiting->items.pop_back()) {
        const uint32_t item = waiting->items.back();
        if (keys_[item] <= 1) return item;
        waiting->has[item] = false;
      }
    }
    int32_t least = kClosed;
    for (const int32_t key : keys_) least = std::min(least, key);
    return static_cast<uint32_t>(std::find(keys_.begin(), keys_.end(), least) -
                                 keys_.begin());
  }

  // The same, without options that cost more than so much by the weights.
  uint32_t ChooseItem(absl::int128 slack) const {
    int64_t least = std::numeric_limits<int64_t>::max();
    uint32_t best = 0;
    for (uint32_t i = 0; i < items_.size(); ++i) {
      if (keys_[i] == kClosed) continue;
      int64_t key = items_[i].missing.low == 0
                        ? kSatisfied
                        : 1 - int64_t{items_[i].missing.low};
      for (const uint32_t option : options_.Of(i)) {
        if (option >= dear_ || key >= least) break;
        key += reasons_[option] == 0 && lefts_[option] <= slack;
      }
      if (key < least) {
        least = key;
        best = i;
      }
    }
    return best;
  }

  // At a new state, behind options that cost so much, with that room.
  void Enter(int64_t spent, absl::int128 room) {
    const uint32_t dear = dear_;
    const size_t blocked = blocked_.size();
    work_ += items_.size();
    BlockDear(room);
    if (open_ == 0) {
      NoteCover(spent);
      UnblockDear(dear, blocked);
      return;
    }
    uint32_t i = ChooseItem();
    if (keys_[i] > 1 && IsWorthSweeps()) {
      work_ += uses_.size();
      Sweep(/*backwards=*/false);
      Sweep(/*backwards=*/true);
      ++sweeps_;
      const absl::int128 slack = Allowed(spent) - bound_;
      if (slack < 0) {
        ++bounds_;
        TellBound();
        UnblockDear(dear, blocked);
        return;
      }
      i = ChooseItem(slack);
    }
    if (Kept() + sizeof(Frame) + options_.Of(i).size() * sizeof(choices_[0]) >
        memory_limit_) {
      return SetFull();
    }
    const auto [low, high] = items_[i].missing;
    writer().Branch(ItemId(i));
    const size_t first = choices_.size();
    for (const uint32_t option : options_.Of(i)) {
      if (option >= dear_) break;
      if (reasons_[option] == 0) choices_.push_back(option);
    }
    // If several must be taken, the last ones cannot come first.
    const size_t last = std::max<size_t>(low, 1) - 1;
    choices_.resize(std::max(choices_.size(), first + last) - last);
    frames_.push_back({.item = i,
                       .can_be_none = low == 0,
                       .excludes = high > 1,
                       .spent = spent,
                       .room = room,
                       .first = first,
                       .next = first,
                       .end = choices_.size(),
                       .dear = dear,
                       .blocked = blocked});
  }

  // To the next child of the innermost state, or out of it.
  void GoOn(Frame& frame) {
    if (frame.is_closed) {
      Reopen(frame.item);
    } else if (frame.next > frame.first) {
      TakeBack(choices_[frame.next - 1]);
    }
    const absl::int128 slack =
        limit().has_value() ? Allowed(frame.spent) - bound_ : kInfinite;
    if (frame.next < frame.end) {
      const uint32_t option = choices_[frame.next++];
      const absl::int128 room = frame.room - charges_[option];
      if (frame.excludes) Block(option);
      Take(option);
      if (lefts_[option] > slack && open_ > 0) {
        // A secondary item adds what is below 0 even where it is used.
        for (const Use& use : UsesOf(option)) {
          if (!IsPrimary(use.item) && weights_[use.item] < 0) {
            SetWeight(use.item, 0);
          }
        }
        TellBound();
        return;
      }
      Enter(frame.spent + costs_[option], room);
    } else if (std::exchange(frame.can_be_none, false)) {
      frame.is_closed = true;
      Close(frame.item);
      Enter(frame.spent, frame.room);
    } else {
      const Frame left = frame;
      frames_.pop_back();
      for (size_t n = left.first; left.excludes && n < left.end; ++n) {
        Unblock(choices_[n]);
      }
      choices_.resize(left.first);
      UnblockDear(left.dear, left.blocked);
    }
  }

  const Problem& problem_;
  const size_t memory_limit_;
  uint64_t work_ = 0;  // Since the last look at the limits.

  const int shift_;
  std::vector<int64_t> told_;     // The weights that the certificate has;
  std::vector<bool> is_told_;     // where these must be those that
  std::vector<int64_t> weights_;  // are here and now,
  std::vector<uint32_t> untold_;  // and where they need not be;
  std::vector<int64_t> lefts_;    // by option, its cost without these;
  absl::int128 bound_ = 0;        // and what is still to be paid, at least.
  std::vector<char> changed_;     // By item: other weights may be better.
  std::vector<int64_t> scratch_;
  size_t largest_option_ = 0;
  uint64_t sweeps_ = 0;  // Nodes with better weights,
  uint64_t bounds_ = 0;  // and those where that was of use.

  // Options are in the order of their reduced costs.
  std::vector<int64_t> costs_;
  std::vector<int64_t> reduced_;
  std::vector<int64_t> charges_;   // What they take from the room now;
  int64_t most_charge_ = 0;        // see NoteCharge().
  std::vector<uint32_t> reasons_;  // Why they cannot be taken: how many.
  std::vector<Use> uses_;
  std::vector<uint32_t> use_starts_ = {0};
  std::vector<Item> items_;
  Lists options_;                // By item,
  std::vector<ColorId> colors_;  // and in which colour they have it.

  int64_t open_ = 0;                    // Primary items that are open.
  std::vector<int32_t> keys_;           // By item: the least one is taken.
  Waiting dead_;                        // Whose key may be 0,
  Waiting forced_;                      // and 1.
  uint32_t dear_ = 0;                   // From here on, options cost too much,
  std::vector<uint32_t> blocked_;       // and these do.
  std::vector<uint32_t> closed_highs_;  // Of items that were closed.
  std::deque<Frame> frames_;            // The innermost one comes last.
  std::deque<uint32_t> choices_;        // Of all of them.
  uint64_t nodes_ = 0;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_BEST_WALK_H_
