#include "dlx/proof/check/best.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/proof/check/state.h"
#include "dlx/proof/format.h"

namespace dlx {
namespace checker {
namespace {

// More digits behind the point are of no use.
constexpr uint64_t kMostShift = 40;

class BestChecker {
 public:
  BestChecker(const Problem& problem, const CertificateSource& source,
              const CheckLimits& limits)
      : problem_(problem), reader_(source), allowance_(limits) {}

  absl::StatusOr<BestFacts> Run() {
    absl::Status status = reader_
                              .Head({&internal::kBestVersion, 1}, "least costs",
                                    internal::DigestOfCosts(problem_))
                              .status();
    if (!status.ok()) return status;
    if (!ReadCovers() || !ReadWeights() || !Walk() || !ReadEnd()) {
      return allowance_.status().ok() ? reader_.refusal() : allowance_.status();
    }
    status = reader_.End();
    if (!status.ok()) return status;
    facts_.bytes = reader_.position() - 1;
    return facts_;
  }

 private:
  // A state whose children are being looked at.
  struct Node {
    size_t mark;
    int64_t spent;
    absl::int128 room;
    ItemId item;
    // Where the options that come first in a child are in choices_, and the one
    // that comes next.
    size_t first;
    size_t next;
    size_t end;
    bool can_be_none;  // There is one more child, for no option.
    bool excludes;     // Options that were tried go out.
  };

  // ------------------------------------------------------------- the covers

  bool ReadCovers() {
    State state(problem_);
    facts_.wanted = reader_.Record();
    const uint64_t count = reader_.Record();
    if (facts_.wanted == 0) return reader_.Refuse("no covers were asked for");
    if (count > facts_.wanted) {
      return reader_.Refuse("there are more covers than were asked for");
    }
    std::vector<std::vector<uint32_t>> covers;
    while (covers.size() < count) {
      const uint64_t size = reader_.Record();
      covers.push_back(reader_.Ascending(size, problem_.option_count()));
      if (!reader_.ok() || covers.back().size() < size) {
        return reader_.Refuse("there is no such option");
      }
      if (!IsCover(covers.back(), state)) return false;
      allowance_.Take(sizeof(covers[0]) + sizeof(facts_.costs[0]) +
                      size * sizeof(uint32_t));
    }
    if (count == facts_.wanted) limit_ = facts_.costs.back();
    absl::c_sort(covers);
    return absl::c_adjacent_find(covers) == covers.end() ||
           reader_.Refuse("a cover is there twice");
  }

  bool IsCover(const std::vector<uint32_t>& cover, State& state) {
    int64_t cost = 0;
    for (const uint32_t option : cover) {
      if (!state.Fits(option)) {
        return reader_.Refuse("option ", option,
                              " clashes with others of a cover");
      }
      state.Take(option);
      if (!allowance_.MayGoOnWith(state)) return false;
      cost += problem_.cost(OptionId(option));
    }
    if (!allowance_.MayGoOnWith(state)) return false;
    for (const ItemId item : state.OpenItems()) {
      if (state.Missing(item).low == 0) continue;
      return reader_.Refuse("a cover leaves an item uncovered");
    }
    if (!facts_.costs.empty() && facts_.costs.back() > cost) {
      return reader_.Refuse("covers are not in the order of their costs");
    }
    facts_.costs.push_back(cost);
    state.GoBackTo(0);
    return true;
  }

  // ------------------------------------------------------------ the weights

  bool ReadWeights() {
    const uint64_t shift = reader_.Record();
    if (shift > kMostShift) return reader_.Refuse("weights that are too fine");
    shift_ = static_cast<int>(shift);
    is_colored_.resize(problem_.item_count());
    for (uint32_t k = 0; k < problem_.option_count(); ++k) {
      for (const ItemUse& use : problem_.option(OptionId(k))) {
        if (use.color != kNoColor) is_colored_[use.item.value()] = true;
      }
    }
    absl::int128 bound = 0;
    for (uint32_t i = 0; i < problem_.item_count(); ++i) {
      const int64_t weight = internal::UnZigZag(reader_.Record());
      weights_.push_back(weight);
      bound += Least(weight, problem_.is_primary(ItemId(i))
                                 ? problem_.multiplicity(ItemId(i))
                                 : Multiplicity{0, 1});
      if (!MayWeigh(i, weight)) return false;
    }
    others_ = weights_;
    if (!reader_.ok()) return reader_.Refuse("");

    std::vector<int64_t> reduced;
    const absl::int128 most = internal::MostReducedCost(problem_);
    for (uint32_t k = 0; k < problem_.option_count(); ++k) {
      absl::int128 left = absl::int128(problem_.cost(OptionId(k))) << shift;
      for (const ItemUse& use : problem_.option(OptionId(k))) {
        left -= weights_[use.item.value()];
      }
      bound += std::min<absl::int128>(left, 0);
      reduced.push_back(
          static_cast<int64_t>(std::clamp<absl::int128>(left, 0, most)));
    }
    SortOptions(reduced);
    // All reduced costs together are less than that.
    room_ = limit_.has_value() ? ((absl::int128(*limit_) - 1) << shift) - bound
                               : absl::int128(1) << 120;
    return true;
  }

  bool MayWeigh(uint64_t item, int64_t weight) {
    return weight >= 0 || !is_colored_[item] ||
           reader_.Refuse(
               "a weight below 0 for the item \"",
               problem_.item_name(ItemId(static_cast<uint32_t>(item))),
               "\", which has colours");
  }

  // From now on, options are in the order of their reduced costs.
  void SortOptions(const std::vector<int64_t>& reduced) {
    std::vector<uint32_t> order(reduced.size());
    absl::c_iota(order, 0);
    absl::c_stable_sort(
        order, [&](uint32_t a, uint32_t b) { return reduced[a] < reduced[b]; });
    ProblemBuilder sorted = ProblemBuilder::WithItemsOf(problem_);
    for (const uint32_t option : order) {
      reduced_.push_back(reduced[option]);
      sorted.AddOption(problem_.option(OptionId(option)),
                       problem_.cost(OptionId(option)));
    }
    sorted_ = *std::move(sorted).Build();
    state_.emplace(sorted_);
  }

  // --------------------------------------------------------------- the walk

  // False if something is wrong.
  bool Walk() {
    if (!Enter(0, room_)) return false;
    while (!nodes_.empty()) {
      // On to the next child of the innermost node, or out of it.
      Node& node = nodes_.back();
      state_->GoBackTo(node.mark);
      if (node.next < node.end) {
        const uint32_t option = choices_[node.next++];
        const absl::int128 room = node.room - CostIn(option);
        if (node.excludes) {
          state_->Exclude(option);
          node.mark = state_->mark();
        }
        state_->Take(option);
        ++facts_.nodes;
        if (!Enter(node.spent + sorted_.cost(OptionId(option)), room)) {
          return false;
        }
      } else if (std::exchange(node.can_be_none, false)) {
        state_->Close(node.item);
        if (!Enter(node.spent, node.room)) return false;
      } else {
        Leave(node);
      }
    }
    return true;
  }

  // At a new state, behind options that cost so much, with that room for the
  // reduced costs of others.
  bool Enter(int64_t spent, absl::int128 room) {
    if (!allowance_.MayGoOnWith(*state_)) return false;
    if (state_->IsDone()) {
      cheaper_ += !limit_.has_value() || spent < *limit_;
      return true;
    }
    const uint64_t record = reader_.Record();
    if (record == internal::kBoundRecord) return IsTooDear(spent, room);
    const uint64_t number = record >> internal::kBranchBits;
    const ItemId item(static_cast<uint32_t>(number));
    if (!reader_.ok() ||
        !internal::IsMarked(record, internal::kBranchMark,
                            internal::kBranchBits) ||
        number >= problem_.item_count() || !state_->IsOpen(item)) {
      return reader_.Refuse("a branch on an item that is open is expected");
    }
    const bool is_once = state_->IsOnce(item);
    const auto [low, high] = state_->Missing(item);
    Node node = {.mark = state_->mark(),
                 .spent = spent,
                 .room = room,
                 .item = item,
                 .first = choices_.size(),
                 .next = choices_.size(),
                 .end = 0,
                 .can_be_none = low == 0,
                 .excludes = high > 1};
    FindChoices(item, room);
    // If several must be taken, the last ones cannot come first.
    const size_t last = std::max<size_t>(low, 1) - 1;
    choices_.resize(std::max(choices_.size(), node.first + last) - last);
    node.end = choices_.size();
    allowance_.Take(sizeof(Node) + (node.end - node.first) * sizeof(uint32_t));
    if (!is_once) {
      state_->Save();
      node.mark = state_->mark();
    }
    nodes_.push_back(node);
    return true;
  }

  // Whether by other weights all covers below the state cost too much.
  bool IsTooDear(int64_t spent, absl::int128 room) {
    if (!limit_.has_value()) {
      return reader_.Refuse("a bound, but all covers are looked for");
    }
    if (!ChangeWeights()) return false;
    absl::int128 bound = 0;
    for (uint32_t i = 0; i < problem_.item_count(); ++i) {
      bound += Least(others_[i], problem_.is_primary(ItemId(i))
                                     ? state_->Missing(ItemId(i))
                                     : Multiplicity{0, 1});
    }
    for (uint32_t option = 0; option < reduced_.size(); ++option) {
      if (reduced_[option] > room) break;
      if (!state_->Fits(option) || CostIn(option) > room) continue;
      absl::int128 left = absl::int128(sorted_.cost(OptionId(option)))
                          << shift_;
      for (const ItemUse& use : sorted_.option(OptionId(option))) {
        left -= others_[use.item.value()];
      }
      bound += std::min<absl::int128>(left, 0);
    }
    allowance_.Work(problem_.item_count() + problem_.use_count());
    return bound > (absl::int128(*limit_) - 1 - spent) << shift_ ||
           reader_.Refuse("other weights allow covers that are cheap enough");
  }

  bool ChangeWeights() {
    constexpr absl::int128 kMost = absl::int128(1) << 62;
    uint64_t item = 0;
    for (uint64_t left = reader_.Record(); left > 0; --left, ++item) {
      item += reader_.Record();
      if (!reader_.ok() || item >= others_.size()) {
        return reader_.Refuse("there is no such item");
      }
      const absl::int128 weight =
          absl::int128(others_[item]) + internal::UnZigZag(reader_.Record());
      if (weight > kMost || weight < -kMost) {
        return reader_.Refuse("a weight that is too large");
      }
      others_[item] = static_cast<int64_t>(weight);
      if (!MayWeigh(item, others_[item])) return false;
    }
    return reader_.ok() || reader_.Refuse("");
  }

  // What an item adds at least that must and may be covered so often.
  static absl::int128 Least(int64_t weight, Multiplicity missing) {
    return absl::int128(weight) * (weight > 0 ? missing.low : missing.high);
  }

  void Leave(const Node& node) {
    allowance_.GiveBack(sizeof(Node) +
                        (node.end - node.first) * sizeof(uint32_t));
    choices_.resize(node.first);
    nodes_.pop_back();
  }

  // Adds the options of the item that fit, and for which there is room, to
  // choices_.
  void FindChoices(ItemId item, absl::int128 room) {
    // Those that cost too much come last.
    const auto end = absl::c_partition_point(
        reduced_, [room](int64_t reduced) { return reduced <= room; });
    State::Choices choices = state_->ChoicesOf(item);
    for (;;) {
      const uint32_t option = state_->Next(choices);
      if (option >= end - reduced_.begin()) return;
      if (CostIn(option) <= room) choices_.push_back(option);
    }
  }

  // What an option takes from the room: its reduced cost, and the weights above
  // 0 of its items that need not be covered any more.
  absl::int128 CostIn(uint32_t option) const {
    absl::int128 cost = reduced_[option];
    if (!problem_.has_multiplicities()) return cost;
    for (const ItemUse& use : sorted_.option(OptionId(option))) {
      const int64_t weight = weights_[use.item.value()];
      if (weight > 0 && problem_.is_primary(use.item) &&
          state_->Missing(use.item).low == 0) {
        cost += weight;
      }
    }
    return cost;
  }

  bool ReadEnd() {
    if (reader_.Record() != internal::kEndRecord) {
      return reader_.Refuse("all is looked at, but this is not the end");
    }
    const auto listed =
        static_cast<uint64_t>(absl::c_count_if(facts_.costs, [&](int64_t cost) {
          return !limit_.has_value() || cost < *limit_;
        }));
    return cheaper_ == listed ||
           reader_.Refuse("there are ", cheaper_,
                          " covers that are cheap enough, but ", listed,
                          " of them are told");
  }

  const Problem& problem_;
  Reader reader_;
  Allowance allowance_;
  BestFacts facts_;
  std::optional<int64_t> limit_;  // Covers that cost less are looked for.

  int shift_ = 0;
  std::vector<int64_t> weights_;  // By item.
  std::vector<int64_t> others_;   // Those of the last bound.
  std::vector<bool> is_colored_;  // Whether options may have it together.
  // The options in the order of their reduced costs, and these.
  Problem sorted_ = problem_;
  std::vector<int64_t> reduced_;
  std::optional<State> state_;

  std::vector<Node> nodes_;        // The innermost one comes last.
  std::vector<uint32_t> choices_;  // Of all of them.
  absl::int128 room_ = 0;          // Of the first state.
  uint64_t cheaper_ = 0;           // The covers that were found.
};

}  // namespace
}  // namespace checker

absl::StatusOr<BestFacts> CheckBestCertificate(const Problem& problem,
                                               const CertificateSource& source,
                                               const CheckLimits& limits) {
  return checker::BestChecker(problem, source, limits).Run();
}

}  // namespace dlx
