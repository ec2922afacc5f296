#include "dlx/proof/write/best.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/engine/bit_sets/stage.h"
#include "dlx/engine/bit_sets/walk.h"
#include "dlx/engine/dancing_links/prices.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/proof/write/best_search.h"
#include "dlx/proof/write/best_walk.h"
#include "dlx/proof/write/draft.h"
#include "dlx/proof/write/writer.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx {
namespace internal {
namespace certificate {
namespace {

// Between two looks at the clock.
constexpr uint64_t kNodesPerLook = 1 << 12;

// A search by bit_sets.
class BestOfSets final : public BestSearch {
 public:
  BestOfSets(const Problem& problem, const SearchOptions& options,
             size_t memory_limit, std::optional<int64_t> limit,
             CertificateWriter& writer)
      : BestSearch(limit, writer),
        problem_(problem),
        root_(problem, options, Task::kBest),
        walk_(root_, memory_limit) {
    walk_.Start({});
    walk_.SetAllowance(Allowance());
    walk_.TellItems(&branched_on_);
  }

  const bit_sets::RootPrices& prices() const { return *root_.sets().prices(); }

  // Otherwise no cover is cheap enough, or there is none: then BestWalk sees
  // that at once.
  bool HasRoom() const { return prices().has_covers && Allowance() >= 0; }

 private:
  uint64_t nodes() const override { return walk_.nodes(); }

  // REQUIRES: HasRoom().
  void Step() override {
    const Engine::Step step =
        walk_.Continue(walk_.nodes() + kNodesPerLook, /*counting=*/false);
    for (const uint32_t item : branched_on_) {
      writer().Branch(root_.sets().primary_id(item));
    }
    branched_on_.clear();
    if (step == Engine::Step::kExhausted) SetDone();
    if (step == Engine::Step::kSolution) NoteCover(CostOfPath());
  }

  int64_t CostOfPath() const {
    int64_t cost = 0;
    for (const uint32_t option : walk_.path()) {
      cost += problem_.cost(root_.sets().option_id(option));
    }
    return cost;
  }

  // What reduced costs may add up to.
  int64_t Allowance() const {
    constexpr absl::int128 kMost = std::numeric_limits<int64_t>::max();
    if (!limit().has_value()) return static_cast<int64_t>(kMost);
    const absl::int128 room =
        ((absl::int128(*limit()) - 1) << prices().shift) - prices().bound;
    return static_cast<int64_t>(std::clamp<absl::int128>(room, -1, kMost));
  }

  const Problem& problem_;
  const bit_sets::RootProblem root_;
  bit_sets::Walk walk_;
  std::vector<uint32_t> branched_on_;
};

// No finer than is of use: what is rounded away is less than a cost of 1/4 in
// all.
dancing_links::RootPrices Rounded(dancing_links::RootPrices prices) {
  const int shift =
      std::min<int>(prices.shift, 2 + std::bit_width(prices.prices.size()));
  for (int64_t& price : prices.prices) price >>= prices.shift - shift;
  prices.shift = shift;
  return prices;
}

// bit_sets takes much less time for a node, BestWalk often needs much fewer: so
// they take turns, and the first one that is done has written the certificate.
// Where drafts become too long, bit_sets goes on alone.
class BestRace {
 public:
  BestRace(const Problem& problem, uint64_t k, const BestResult& best,
           const SearchOptions& options, CertificateSink sink)
      : problem_(problem),
        k_(std::min(k, kMostWanted)),
        best_(best),
        options_(options),
        watch_(options.limits),
        sink_(std::move(sink)) {
    if (best.covers.size() == k) limit_ = best.covers.back().cost;
  }

  absl::Status Run() {
    Begin();
    for (absl::Duration time = kFirstTurn;; time *= 2) {
      for (Entrant* const entrant : {&sets_, &walk_}) {
        if (entrant->search == nullptr) continue;
        absl::Status status = entrant->search->GoOn(watch_, time);
        if (absl::IsResourceExhausted(status) && sets_.search != nullptr) {
          LeaveTo(sets_, walk_);
          continue;
        }
        if (!status.ok()) return status;
        if (entrant->search->is_done()) return Finish(*entrant);
        if (DraftSize() > options_.memory_limit / 8) LeaveTo(sets_, walk_);
      }
      if (!is_alone_ && walk_.search == nullptr) {
        AddWalk(Rounded(prices_), options_.memory_limit / 8);
      }
    }
  }

 private:
  // As long as most proofs take no longer, there is no race.
  static constexpr absl::Duration kFirstTurn = absl::Milliseconds(5);
  // No number of a certificate is larger, nor are covers that were found.
  static constexpr uint64_t kMostWanted = ~uint64_t{0} >> 1;

  struct Entrant {
    std::unique_ptr<Draft> draft;
    std::unique_ptr<BestSearch> search;
  };

  void Begin() {
    if (options_.engine != EngineKind::kDancingLinks &&
        CheckRow(FindRow(EngineKind::kBitSets), problem_, Task::kBest).ok()) {
      sets_.draft = std::make_unique<Draft>(problem_, k_, best_.covers);
      auto search = std::make_unique<BestOfSets>(problem_, options_,
                                                 options_.memory_limit / 8 * 6,
                                                 limit_, sets_.draft->writer());
      prices_ = search->prices();
      sets_.draft->writer().Weights(prices_.shift, prices_.prices);
      if (search->HasRoom()) {
        sets_.search = std::move(search);
        return;
      }
    } else {
      prices_ = Rounded(dancing_links::FindRootPrices(problem_));
    }
    AddWalk(prices_, options_.memory_limit);
    LeaveTo(walk_, sets_);
  }

  void AddWalk(const dancing_links::RootPrices& prices, size_t memory_limit) {
    walk_.draft = std::make_unique<Draft>(problem_, k_, best_.covers);
    CertificateWriter& writer = walk_.draft->writer();
    writer.Weights(prices.shift, prices.prices);
    walk_.search = std::make_unique<BestWalk>(problem_, prices, limit_,
                                              memory_limit, writer);
  }

  size_t DraftSize() const {
    size_t size = 0;
    for (const Entrant* const entrant : {&sets_, &walk_}) {
      if (entrant->draft != nullptr) size += entrant->draft->size();
    }
    return size;
  }

  void LeaveTo(Entrant& entrant, Entrant& other) {
    other = {};
    entrant.draft->Publish(sink_);
    is_alone_ = true;
  }

  // With what is the certificate.
  absl::Status Finish(Entrant& entrant) {
    const auto told =
        absl::c_count_if(best_.covers, [&](const CostedCover& cover) {
          return !limit_.has_value() || cover.cost < *limit_;
        });
    if (entrant.search->cheaper() != static_cast<uint64_t>(told)) {
      return absl::InternalError(absl::StrCat(
          "this should never happen: ", told,
          " covers are cheaper than others, but the certificate has ",
          entrant.search->cheaper()));
    }
    if (!is_alone_) entrant.draft->Publish(sink_);
    CertificateWriter& writer = entrant.draft->writer();
    writer.FinishBest();
    return writer.ok()
               ? absl::OkStatus()
               : absl::UnavailableError("the certificate cannot be written");
  }

  const Problem& problem_;
  const uint64_t k_;
  const BestResult& best_;
  const SearchOptions& options_;
  const LimitWatch watch_;
  const CertificateSink sink_;
  std::optional<int64_t> limit_;

  dancing_links::RootPrices prices_;
  Entrant sets_;
  Entrant walk_;
  bool is_alone_ = false;  // The draft of one of them is published.
};

}  // namespace
}  // namespace certificate
}  // namespace internal

absl::Status WriteBestCertificate(const Problem& problem, size_t k,
                                  const BestResult& best,
                                  const CertificateSink& sink,
                                  const SearchOptions& options) {
  bool ok = true;
  return internal::certificate::BestRace(
             problem, k, best, options,
             [&](StringView bytes) { return ok = ok && sink(bytes); })
      .Run();
}

}  // namespace dlx
