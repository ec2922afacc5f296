#include "dlx/proof/check/best.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
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
    if (problem_.has_multiplicities()) {
      return absl::FailedPreconditionError(
          "certificates of least costs are for problems without "
          "multiplicities");
    }
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
    State::Choices choices;
    uint32_t end;  // From here on, options cost too much.
  };

  bool ReadCovers();
  std::optional<std::vector<uint32_t>> ReadCover(State& state);
  bool ReadWeights();
  bool Walk();
  bool Enter();
  bool GoOn();
  bool ReadEnd();
  std::vector<bool> ColoredItems() const;

  const Problem& problem_;
  Reader reader_;
  Allowance allowance_;
  BestFacts facts_;

  std::optional<int64_t> limit_;  // Covers that cost less are looked for.
  // The options in the order of their reduced costs.
  std::vector<int64_t> reduced_;
  std::vector<int64_t> costs_;
  std::optional<State> state_;

  std::vector<Node> nodes_;
  int64_t spent_ = 0;  // By the options that were taken.
  absl::int128 room_ = 0;
  uint64_t cheaper_ = 0;  // The covers that were found.
};

std::optional<std::vector<uint32_t>> BestChecker::ReadCover(State& state) {
  const uint64_t size = reader_.Record();
  std::vector<uint32_t> cover =
      reader_.Ascending(size, problem_.option_count());
  if (!reader_.ok() || cover.size() < size) {
    reader_.Refuse("there is no such option");
    return std::nullopt;
  }
  int64_t cost = 0;
  for (const uint32_t option : cover) {
    if (!state.Fits(option)) {
      reader_.Refuse(
          absl::StrCat("option ", option, " clashes with others of a cover"));
      return std::nullopt;
    }
    state.Take(option);
    cost += problem_.cost(OptionId(option));
  }
  if (!state.IsDone()) {
    reader_.Refuse("a cover leaves an item uncovered");
    return std::nullopt;
  }
  if (!facts_.costs.empty() && facts_.costs.back() > cost) {
    reader_.Refuse("covers are not in the order of their costs");
    return std::nullopt;
  }
  facts_.costs.push_back(cost);
  state.GoBackTo(0);
  return cover;
}

bool BestChecker::ReadCovers() {
  State state(problem_);
  facts_.wanted = reader_.Record();
  const uint64_t count = reader_.Record();
  if (facts_.wanted == 0 || count > facts_.wanted) {
    return reader_.Refuse("there are more covers than were asked for");
  }
  std::vector<std::vector<uint32_t>> covers;
  while (covers.size() < count) {
    std::optional<std::vector<uint32_t>> cover = ReadCover(state);
    if (!cover.has_value()) return false;
    allowance_.Take(sizeof(*cover) + cover->size() * sizeof(uint32_t));
    if (!allowance_.MayGoOn(state.size() + state.TakeWork())) return false;
    covers.push_back(*std::move(cover));
  }
  if (count == facts_.wanted) limit_ = facts_.costs.back();
  std::sort(covers.begin(), covers.end());
  return std::adjacent_find(covers.begin(), covers.end()) == covers.end() ||
         reader_.Refuse("a cover is there twice");
}

// By item, whether options may have it together.
std::vector<bool> BestChecker::ColoredItems() const {
  std::vector<bool> is_colored(problem_.item_count());
  for (uint32_t k = 0; k < problem_.option_count(); ++k) {
    for (const ItemUse& use : problem_.option(OptionId(k))) {
      if (use.color != kNoColor) is_colored[use.item.value()] = true;
    }
  }
  return is_colored;
}

bool BestChecker::ReadWeights() {
  const uint64_t shift = reader_.Record();
  if (shift > kMostShift) return reader_.Refuse("weights that are too fine");
  const std::vector<bool> is_colored = ColoredItems();
  std::vector<int64_t> weights;
  absl::int128 bound = 0;
  for (uint32_t i = 0; i < problem_.item_count(); ++i) {
    const int64_t weight = internal::UnZigZag(reader_.Record());
    weights.push_back(weight);
    if (problem_.is_primary(ItemId(i))) {
      bound += weight;
    } else if (weight < 0) {
      if (is_colored[i]) {
        return reader_.Refuse(absl::StrCat("a weight below 0 for the item \"",
                                           problem_.item_name(ItemId(i)),
                                           "\", which has colours"));
      }
      bound += weight;
    }
  }
  if (!reader_.ok()) return reader_.Refuse("");

  std::vector<int64_t> reduced;
  const absl::int128 most = internal::MostReducedCost(problem_);
  for (uint32_t k = 0; k < problem_.option_count(); ++k) {
    absl::int128 left = absl::int128(problem_.cost(OptionId(k))) << shift;
    for (const ItemUse& use : problem_.option(OptionId(k))) {
      left -= weights[use.item.value()];
    }
    bound += std::min<absl::int128>(left, 0);
    reduced.push_back(
        static_cast<int64_t>(std::clamp<absl::int128>(left, 0, most)));
  }
  std::vector<uint32_t> order(problem_.option_count());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return reduced[a] < reduced[b];
  });
  ProblemBuilder sorted = ProblemBuilder::WithItemsOf(problem_);
  for (const uint32_t option : order) {
    reduced_.push_back(reduced[option]);
    costs_.push_back(problem_.cost(OptionId(option)));
    sorted.AddOption(problem_.option(OptionId(option)), costs_.back());
  }
  const Problem by_reduced_costs = *std::move(sorted).Build();
  state_.emplace(by_reduced_costs);
  // All reduced costs together are less than that.
  room_ = limit_.has_value() ? ((absl::int128(*limit_) - 1) << shift) - bound
                             : absl::int128(1) << 100;
  return true;
}

// At a new state. False if something is wrong.
bool BestChecker::Enter() {
  if (state_->IsDone()) {
    cheaper_ += !limit_.has_value() || spent_ < *limit_;
    return true;
  }
  const uint64_t record = reader_.Record();
  const uint64_t item = record >> internal::kBranchBits;
  if (!reader_.ok() || (record & 1) != internal::kBranchMark ||
      item >= problem_.item_count() ||
      !state_->IsOpen(ItemId(static_cast<uint32_t>(item)))) {
    return reader_.Refuse("a branch on an item that is open is expected");
  }
  // Those that cost too much come last.
  const auto end = std::partition_point(
      reduced_.begin(), reduced_.end(),
      [this](int64_t reduced) { return reduced <= room_; });
  nodes_.push_back(
      {.mark = state_->mark(),
       .spent = spent_,
       .room = room_,
       .choices = state_->ChoicesOf(ItemId(static_cast<uint32_t>(item))),
       .end = static_cast<uint32_t>(end - reduced_.begin())});
  return true;
}

// On to the next child of the innermost node, or out of it.
bool BestChecker::GoOn() {
  Node& node = nodes_.back();
  state_->GoBackTo(node.mark);
  spent_ = node.spent;
  room_ = node.room;
  const uint32_t option = state_->Next(node.choices);
  if (option >= node.end) {
    nodes_.pop_back();
    return true;
  }
  state_->Take(option);
  spent_ += costs_[option];
  room_ -= reduced_[option];
  ++facts_.nodes;
  return Enter();
}

bool BestChecker::Walk() {
  if (!Enter()) return false;
  while (!nodes_.empty()) {
    if (!allowance_.MayGoOn(state_->size() + state_->TakeWork()) || !GoOn()) {
      return false;
    }
  }
  return true;
}

bool BestChecker::ReadEnd() {
  if (reader_.Record() != internal::kEndRecord) {
    return reader_.Refuse("all is looked at, but this is not the end");
  }
  const auto listed = static_cast<uint64_t>(std::count_if(
      facts_.costs.begin(), facts_.costs.end(),
      [&](int64_t cost) { return !limit_.has_value() || cost < *limit_; }));
  return cheaper_ == listed ||
         reader_.Refuse(absl::StrCat("there are ", cheaper_,
                                     " covers that are cheap enough, but ",
                                     listed, " of them are told"));
}

}  // namespace
}  // namespace checker

absl::StatusOr<BestFacts> CheckBestCertificate(const Problem& problem,
                                               const CertificateSource& source,
                                               const CheckLimits& limits) {
  return checker::BestChecker(problem, source, limits).Run();
}

}  // namespace dlx
