// Covers of least cost: the best one is made of the best of each part. Of parts
// that are alike one is searched.
//
// First the parts take turns until the best cover of each is known. Whenever
// one of them finds a better one, and the others have any, that is a better
// cover of the whole. Then all covers that the best ones of the parts make up
// are gone through from the cheapest one on, for as long as more are wanted: a
// heap has those that may be next, each of which differs from one before in a
// single part, where it has the next best cover. If that is not known yet, the
// part is searched again, for four times as many.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/schedule/parts_engine.h"

namespace dlx::internal::parts {
namespace {

constexpr int64_t kNoCeiling = std::numeric_limits<int64_t>::max();
constexpr size_t kGrowth = 4;

int64_t Clamped(absl::int128 cost) {
  return static_cast<int64_t>(std::clamp<absl::int128>(
      cost, std::numeric_limits<int64_t>::min(), kNoCeiling));
}

// A part, for all that are like it.
struct Lane {
  PartRunner* runner;
  size_t copies = 0;
  size_t wanted = 1;
  std::vector<CostedCover> best = {};  // At most so many, the cheapest first.

  // True if the cover is cheaper than all before it.
  bool Add(absl::Span<const OptionId> options, int64_t cost);
  // No cover costs less; nothing if that says nothing.
  std::optional<int64_t> LowerBound() const;
  // All covers that may be of use are there.
  bool has_all() const { return best.size() < wanted; }
};

bool Lane::Add(absl::Span<const OptionId> options, int64_t cost) {
  const auto place = absl::c_upper_bound(
      best, cost,
      [](int64_t c, const CostedCover& cover) { return c < cover.cost; });
  // When it is searched once more, it finds what is there already.
  for (auto it = place; it != best.begin() && std::prev(it)->cost == cost;) {
    --it;
    if (absl::c_is_permutation(it->options, options)) return false;
  }
  const bool is_best = place == best.begin();
  best.insert(place, {{options.begin(), options.end()}, cost});
  if (best.size() > wanted) best.pop_back();
  return is_best;
}

std::optional<int64_t> Lane::LowerBound() const {
  if (runner->is_closed) return best[0].cost;
  const int64_t bound = runner->engine() == nullptr
                            ? Engine::kNoLowerBound
                            : runner->engine()->LowerBound();
  if (bound == Engine::kNoLowerBound) return std::nullopt;
  return best.empty() ? bound : std::min(bound, best[0].cost);
}

class Optimizer final : public PartsEngine {
 public:
  explicit Optimizer(std::shared_ptr<const Plan> plan)
      : PartsEngine(std::move(plan), /*only_models=*/true) {
    std::vector<size_t> lane_of(this->plan().split.parts.size());
    for (PartRunner& runner : runners()) {
      lane_of[runner.part().model] = lanes_.size();
      lanes_.push_back({&runner});
    }
    for (const Part& part : this->plan().split.parts) {
      places_.push_back({&part.rest, lane_of[part.model]});
      ++lanes_[lane_of[part.model]].copies;
    }
  }

  void Restart(absl::Span<const OptionId>) override {
    StartAfresh();
    for (Lane& lane : lanes_) {
      lane.wanted = 1;
      lane.best.clear();
    }
    is_over_ = false;
    said_ = 0;
    combinations_.clear();
    next_ = {};
  }

  std::unique_ptr<Engine> Twin() const override {
    return std::make_unique<Optimizer>(shared_plan());
  }

  Step FindNext(uint64_t pause_at) override {
    while (!is_over_) {
      Step step = Improve(pause_at);
      if (step == Step::kExhausted && !is_over_) step = Merge();
      if (step == Step::kSolution) return step;
      if (step == Step::kPaused && nodes() >= pause_at) return step;
    }
    return Step::kExhausted;
  }
  Step Count(uint64_t, Natural*) override { std::abort(); }  // It has a task.

  absl::Span<const OptionId> solution() const override { return solution_; }

  void SetCostCeiling(int64_t cost) override {
    ceiling_ = cost == kNoCeiling
                   ? cost
                   : Clamped(absl::int128(cost) - plan().split.cost);
  }

  int64_t LowerBound() const override {
    if (is_over_) return kNothingToFind;
    const std::optional<absl::int128> bound =
        next_.empty() ? SumOfBounds() : next_.top().first;
    if (!bound.has_value()) return kNoLowerBound;
    return Clamped(*bound + plan().split.cost);
  }

  double FractionDone() const override {
    if (is_over_) return 1;
    return said_ = std::max(said_, WeightedFraction());
  }

 private:
  // Where a part's options are, and its covers.
  struct Place {
    const Reduction* rest;
    size_t lane;
  };
  // A choice of a cover for each place: that of another choice, but in one
  // place the cover of that rank. The first one has the best everywhere.
  struct Combination {
    size_t before = 0;
    size_t place = 0;
    size_t rank = 0;
    // That cover is not known yet, so it may cost more.
    bool is_guess = false;
  };

  Lane& LaneOf(const PartRunner& runner) {
    return lanes_[static_cast<size_t>(&runner - runners().data())];
  }

  // Lets the parts find their best covers. kSolution if there is a better one
  // of the whole, kExhausted if all are known.
  Step Improve(uint64_t pause_at);
  // The next best combination. kPaused if a part has to find more covers first.
  Step Merge();
  // Those that come after it, and after no other one.
  void AddSuccessors(size_t number, int64_t cost);

  // What covers of the lane must be cheaper than to be of use.
  int64_t CeilingOf(const Lane& lane) const;
  std::optional<absl::int128> SumOfBounds() const;
  // What the best covers cost together. Nothing if a part has none.
  std::optional<int64_t> BestCost() const;
  // Makes a cover of the whole.
  void Put(size_t number);

  std::vector<Lane> lanes_;  // Of each runner.
  std::vector<Place> places_;
  int64_t ceiling_ = kNoCeiling;
  bool is_over_ = false;
  std::vector<OptionId> solution_;
  mutable double said_ = 0;

  std::vector<Combination> combinations_;  // The first one is the best of all.
  // What may be next: what it costs at least, and its number.
  std::priority_queue<std::pair<int64_t, size_t>,
                      std::vector<std::pair<int64_t, size_t>>, std::greater<>>
      next_;
};

std::optional<absl::int128> Optimizer::SumOfBounds() const {
  absl::int128 sum = 0;
  for (const Lane& lane : lanes_) {
    const std::optional<int64_t> bound = lane.LowerBound();
    if (!bound.has_value()) return std::nullopt;
    sum += absl::int128(*bound) * static_cast<int64_t>(lane.copies);
  }
  return sum;
}

std::optional<int64_t> Optimizer::BestCost() const {
  int64_t sum = 0;
  for (const Place& place : places_) {
    if (lanes_[place.lane].best.empty()) return std::nullopt;
    sum += lanes_[place.lane].best[0].cost;
  }
  return sum;
}

int64_t Optimizer::CeilingOf(const Lane& lane) const {
  const int64_t own = lane.has_all() ? kNoCeiling : lane.best.back().cost;
  if (ceiling_ == kNoCeiling) return own;
  const std::optional<absl::int128> bounds = SumOfBounds();
  if (!bounds.has_value()) return own;
  return std::min(own, Clamped(ceiling_ - (*bounds - *lane.LowerBound())));
}

void Optimizer::Put(size_t number) {
  std::vector<size_t> ranks(places_.size());
  for (; number != 0; number = combinations_[number].before) {
    ranks[combinations_[number].place] = combinations_[number].rank;
  }
  solution_ = plan().split.chosen;
  for (size_t i = 0; i < places_.size(); ++i) {
    const Lane& lane = lanes_[places_[i].lane];
    places_[i].rest->AppendOriginals(lane.best[ranks[i]].options, solution_);
  }
}

Engine::Step Optimizer::Improve(uint64_t pause_at) {
  while (nodes() < pause_at) {
    uint64_t turn_end = pause_at;
    PartRunner* const runner = NextTurn(turn_end);
    if (runner == nullptr) return Step::kExhausted;
    Lane& lane = LaneOf(*runner);
    const int64_t ceiling = CeilingOf(lane);
    const Step step =
        Run(*runner, turn_end, [&](Engine& engine, uint64_t pause) {
          engine.SetCostCeiling(ceiling);
          return engine.FindNext(pause);
        });
    if (step == Step::kSolution) {
      const absl::Span<const OptionId> cover = runner->engine()->solution();
      const int64_t cost = runner->rest().problem().TotalCost(cover);
      if (!lane.Add(cover, cost)) continue;
      const std::optional<int64_t> best = BestCost();
      if (!best.has_value() || *best >= ceiling_) continue;
      Put(0);
      return Step::kSolution;
    }
    if (step != Step::kExhausted) continue;
    is_over_ = lane.best.empty();
    if (is_over_) return Step::kExhausted;
    Close(*runner);
  }
  return Step::kPaused;
}

void Optimizer::AddSuccessors(size_t number, int64_t cost) {
  const Combination now = combinations_[number];
  const auto add = [&](size_t before, size_t place, size_t rank) {
    const Lane& lane = lanes_[places_[place].lane];
    const bool is_known = rank < lane.best.size();
    if (!is_known && lane.has_all()) return;
    next_.emplace(is_known
                      ? cost + lane.best[rank].cost - lane.best[rank - 1].cost
                      : cost,
                  combinations_.size());
    combinations_.push_back({before, place, rank, !is_known});
  };
  const bool is_first = number == 0;
  if (!is_first) add(now.before, now.place, now.rank + 1);
  for (size_t i = is_first ? 0 : now.place + 1; i < places_.size(); ++i) {
    add(number, i, 1);
  }
}

Engine::Step Optimizer::Merge() {
  if (combinations_.empty()) {
    // It was found before.
    combinations_.push_back({});
    AddSuccessors(0, *BestCost());
  }
  if (next_.empty() || next_.top().first >= ceiling_) {
    is_over_ = true;
    return Step::kExhausted;
  }
  const auto [cost, number] = next_.top();
  Combination& now = combinations_[number];
  Lane& lane = lanes_[places_[now.place].lane];
  if (!now.is_guess) {
    next_.pop();
    Put(number);
    AddSuccessors(number, cost);
    return Step::kSolution;
  }
  if (now.rank < lane.best.size()) {
    now.is_guess = false;
    next_.pop();
    next_.emplace(
        cost + lane.best[now.rank].cost - lane.best[now.rank - 1].cost, number);
  } else if (lane.has_all()) {
    next_.pop();
  } else {
    lane.wanted *= kGrowth;
    lane.runner->is_closed = false;
    BeginTurns();
  }
  return Step::kPaused;
}

}  // namespace

std::unique_ptr<Engine> MakeOptimizer(std::shared_ptr<const Plan> plan) {
  return std::make_unique<Optimizer>(std::move(plan));
}

}  // namespace dlx::internal::parts
