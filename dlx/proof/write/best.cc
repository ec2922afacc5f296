#include "dlx/proof/write/best.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/engine/bit_sets/stage.h"
#include "dlx/engine/bit_sets/walk.h"
#include "dlx/engine/dancing_links/prices.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/proof/write/best_walk.h"
#include "dlx/proof/write/writer.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx {
namespace internal {
namespace certificate {
namespace {

// Between two looks at the clock.
constexpr uint64_t kNodesPerLook = 1 << 12;

// A search by bit_sets.
class BestOfSets {
 public:
  BestOfSets(const Problem& problem, const SearchOptions& options,
             std::optional<int64_t> limit, CertificateWriter& writer)
      : problem_(problem),
        root_(problem, options, Task::kBest),
        walk_(root_, options.memory_limit),
        limit_(limit),
        writer_(writer) {}

  const bit_sets::RootPrices& prices() const { return *root_.sets().prices(); }

  // Otherwise no cover is cheap enough, or there is none: then BestWalk sees
  // that at once.
  bool HasRoom() const { return prices().has_covers && Allowance() >= 0; }

  // All records. Sets *cheaper to the number of covers below the limit.
  // Cancelled if a limit comes first. REQUIRES: HasRoom().
  absl::Status Write(const LimitWatch& watch, uint64_t* cheaper) {
    walk_.Start({});
    walk_.SetAllowance(Allowance());
    walk_.TellItems(&branched_on_);
    for (;;) {
      const Engine::Step step =
          walk_.Continue(walk_.nodes() + kNodesPerLook, /*counting=*/false);
      WriteBranches();
      if (step == Engine::Step::kExhausted) return absl::OkStatus();
      if (step == Engine::Step::kSolution) *cheaper += IsCheaper();
      if (watch.Check(walk_.nodes()) != Outcome::kRunning) {
        return absl::CancelledError("a limit came before the end of the proof");
      }
    }
  }

 private:
  void WriteBranches() {
    for (const uint32_t item : branched_on_) {
      writer_.Branch(root_.sets().primary_id(item));
    }
    branched_on_.clear();
  }

  bool IsCheaper() const {
    int64_t cost = 0;
    for (const uint32_t option : walk_.path()) {
      cost += problem_.cost(root_.sets().option_id(option));
    }
    return !limit_.has_value() || cost < *limit_;
  }

  // What reduced costs may add up to.
  int64_t Allowance() const {
    constexpr absl::int128 kMost = std::numeric_limits<int64_t>::max();
    if (!limit_.has_value()) return static_cast<int64_t>(kMost);
    const absl::int128 room =
        ((absl::int128(*limit_) - 1) << prices().shift) - prices().bound;
    return static_cast<int64_t>(std::clamp<absl::int128>(room, -1, kMost));
  }

  const Problem& problem_;
  const bit_sets::RootProblem root_;
  bit_sets::Walk walk_;
  const std::optional<int64_t> limit_;
  CertificateWriter& writer_;
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

// All but the end.
absl::Status WriteBest(const Problem& problem, const SearchOptions& options,
                       std::optional<int64_t> limit, CertificateWriter& writer,
                       uint64_t* cheaper) {
  const LimitWatch watch(options.limits);
  const auto walk = [&](const dancing_links::RootPrices& prices) {
    return BestWalk(problem, prices, limit, options.memory_limit, writer)
        .Write(watch, cheaper);
  };
  if (options.engine == EngineKind::kDancingLinks ||
      !CheckRow(FindRow(EngineKind::kBitSets), problem, Task::kBest).ok()) {
    const dancing_links::RootPrices prices =
        Rounded(dancing_links::FindRootPrices(problem));
    writer.Weights(prices.shift, prices.prices);
    return walk(prices);
  }
  BestOfSets search(problem, options, limit, writer);
  writer.Weights(search.prices().shift, search.prices().prices);
  return search.HasRoom() ? search.Write(watch, cheaper)
                          : walk(search.prices());
}

}  // namespace
}  // namespace certificate
}  // namespace internal

absl::Status WriteBestCertificate(const Problem& problem, size_t k,
                                  const BestResult& best,
                                  const CertificateSink& sink,
                                  const SearchOptions& options) {
  std::optional<int64_t> limit;
  if (best.covers.size() == k) limit = best.covers.back().cost;
  internal::CertificateWriter writer(problem, sink, k, best.covers);
  uint64_t found = 0;
  absl::Status status =
      internal::certificate::WriteBest(problem, options, limit, writer, &found);
  if (!status.ok()) return status;
  const auto told = std::count_if(
      best.covers.begin(), best.covers.end(), [&](const CostedCover& cover) {
        return !limit.has_value() || cover.cost < *limit;
      });
  if (found != static_cast<uint64_t>(told)) {
    return absl::InternalError(absl::StrCat("this should never happen: ", told,
                                            " covers are cheaper than others, "
                                            "but the certificate has ",
                                            found));
  }
  writer.FinishBest();
  return writer.ok()
             ? absl::OkStatus()
             : absl::UnavailableError("the certificate cannot be written");
}

}  // namespace dlx
