#include "dlx/engine/layers/static_order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace dlx::internal::layers {
namespace {

// The work that may go into an order, in visits of neighbours: some 5 ms.
constexpr double kMostSteps = 1.2e6;
// A state that is saved is worth so many of these.
constexpr double kStepsPerState = 0.25;

// What the changes have gained is looked at after so many steps, and whenever
// there have been twice as many as at the last look. If more than this part of
// the measure is left, the order is as good as it gets. (In 341 problems of
// many kinds that saved half of the steps; the sums of widths became 1.003
// times as large as a geometric mean, and none more than 1.14 times.)
constexpr uint64_t kFirstLook = 150'000;
constexpr double kGain = 0.99;

// The work of a change that is tried, besides visits of neighbours.
constexpr uint64_t kStepsPerChange = 10;
// How far an item moves, but for one move in so many, which may be of any
// length: these are seldom any good, but sometimes a lot.
constexpr size_t kShortMove = 24;
constexpr size_t kLongMovePeriod = 4;
constexpr size_t kLongestReversal = 10;

constexpr uint32_t kNever = std::numeric_limits<uint32_t>::max();

// Powers of two. (Half of the time for an order was ldexp.)
constexpr auto kWidths = [] {
  std::array<double, 901> widths = {1};
  for (size_t i = 1; i < widths.size(); ++i) widths[i] = 2 * widths[i - 1];
  return widths;
}();

// 2^size, or nearly infinite.
double Width(uint32_t size) {
  return kWidths[std::min<size_t>(size, kWidths.size() - 1)];
}

double SumOfWidths(absl::Span<const uint32_t> frontier) {
  double sum = 0;
  for (const uint32_t size : frontier) sum += Width(size);
  return sum;
}

// The frontiers of orders of some items that have no neighbours but each other.
// An object is used again for one order after the other, so that each costs no
// more than its own size, not the graph's.
class FrontierMeter {
 public:
  explicit FrontierMeter(const ItemGraph& graph)
      : graph_(graph), met_(graph.size()), placed_(graph.size()) {}

  // Places the items one after the other, and calls visit(size) with the size
  // of the frontier after each.
  template <typename Visit>
  void Measure(absl::Span<const uint32_t> items, Visit visit) {
    ++round_;
    uint32_t size = 0;
    for (const uint32_t item : items) {
      if (met_[item] == round_) --size;
      placed_[item] = round_;
      for (const uint32_t other : graph_.neighbors(item)) {
        if (met_[other] == round_ || placed_[other] == round_) continue;
        met_[other] = round_;
        ++size;
      }
      visit(size);
    }
  }

 private:
  const ItemGraph& graph_;
  uint32_t round_ = 0;
  std::vector<uint32_t> met_;     // The last round in which it was a neighbour
  std::vector<uint32_t> placed_;  // or was placed.
};

// Finds a good order for one component after the other.
class OrderFinder {
 public:
  explicit OrderFinder(const ItemGraph& graph)
      : graph_(graph),
        meter_(graph),
        level_(graph.size(), kNever),
        fresh_(graph.size()),
        met_at_(graph.size()) {}

  std::vector<uint32_t> Find(std::vector<uint32_t> component);

 private:
  // Which of the items that bring in the fewest new ones comes next.
  enum class Tie { kOldest, kNewest, kFewestNeighbors };

  // Is it worth while to look for something better?
  bool MayGoOn() const {
    return static_cast<double>(steps_) <
           std::min(most_steps_, kStepsPerState * best_width_);
  }
  // Takes the order if it is better than the best so far. If it is empty, it
  // was given up.
  void Consider(const std::vector<uint32_t>& order);

  // The items in the order of their distance from one of them, among those at
  // the same distance by the number of neighbours. Sets level_.
  std::vector<uint32_t> BreadthFirst(uint32_t start);
  // An item that is far away from some other one.
  uint32_t FarItem(uint32_t start);
  // Next comes always an item that adds the fewest to the frontier. It is given
  // up when that is so wide that the order is no better than any other.
  std::vector<uint32_t> LeastFrontier(uint32_t start, Tie tie);
  // Where to start from.
  std::vector<uint32_t> Starts();

  const ItemGraph& graph_;
  FrontierMeter meter_;
  std::vector<uint32_t> component_;
  std::vector<uint32_t> best_;
  double best_width_ = 0;
  uint64_t steps_ = 0;
  uint64_t visits_per_pass_ = 0;  // Of neighbours.
  double most_steps_ = 0;

  // Of no use between two calls of the functions that use them.
  std::vector<uint32_t> level_;   // kNever between two calls.
  std::vector<uint32_t> fresh_;   // Neighbours that are not in the frontier.
  std::vector<uint32_t> met_at_;  // When an item came to the frontier.
};

void OrderFinder::Consider(const std::vector<uint32_t>& order) {
  if (order.empty()) return;
  steps_ += visits_per_pass_;
  double width = 0;
  meter_.Measure(order, [&](uint32_t size) { width += Width(size); });
  if (!best_.empty() && width >= best_width_) return;
  best_ = order;
  best_width_ = width;
}

std::vector<uint32_t> OrderFinder::BreadthFirst(uint32_t start) {
  steps_ += visits_per_pass_;
  for (const uint32_t item : component_) level_[item] = kNever;
  std::vector<uint32_t> order = {start};
  order.reserve(component_.size());
  level_[start] = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t old_size = order.size();
    for (const uint32_t other : graph_.neighbors(order[i])) {
      if (level_[other] != kNever) continue;
      level_[other] = level_[order[i]] + 1;
      order.push_back(other);
    }
    std::stable_sort(order.begin() + old_size, order.end(),
                     [this](uint32_t a, uint32_t b) {
                       return graph_.degree(a) < graph_.degree(b);
                     });
  }
  return order;
}

uint32_t OrderFinder::FarItem(uint32_t start) {
  uint32_t distance = 0;
  for (;;) {
    const std::vector<uint32_t> order = BreadthFirst(start);
    const uint32_t farthest = level_[order.back()];
    if (farthest <= distance) return start;
    distance = farthest;
    start = order.back();
    for (const uint32_t item : order) {
      if (level_[item] == farthest &&
          graph_.degree(item) < graph_.degree(start)) {
        start = item;
      }
    }
  }
}

std::vector<uint32_t> OrderFinder::LeastFrontier(uint32_t start, Tie tie) {
  steps_ += 2 * visits_per_pass_;
  for (const uint32_t item : component_) {
    fresh_[item] = graph_.degree(item);
    met_at_[item] = kNever;
  }
  std::vector<uint32_t> order;
  order.reserve(component_.size());
  std::vector<uint32_t> frontier;
  const auto meet = [&](uint32_t item) {
    met_at_[item] = order.size();
    for (const uint32_t other : graph_.neighbors(item)) --fresh_[other];
  };
  const auto key = [&](uint32_t item) {
    switch (tie) {
      case Tie::kOldest:
        return std::pair(fresh_[item], met_at_[item]);
      case Tie::kNewest:
        return std::pair(fresh_[item], ~met_at_[item]);
      case Tie::kFewestNeighbors:
        break;
    }
    return std::pair(fresh_[item], static_cast<uint32_t>(graph_.degree(item)));
  };
  meet(start);
  frontier.push_back(start);
  while (!frontier.empty()) {
    steps_ += frontier.size();
    if (frontier.size() > kWidths.size()) return {};
    const auto next = std::min_element(
        frontier.begin(), frontier.end(),
        [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
    const uint32_t item = *next;
    frontier.erase(next);
    order.push_back(item);
    for (const uint32_t other : graph_.neighbors(item)) {
      if (met_at_[other] != kNever) continue;
      meet(other);
      frontier.push_back(other);
    }
  }
  return order;
}

std::vector<uint32_t> OrderFinder::Starts() {
  constexpr size_t kSpread = 8;
  constexpr size_t kSmallest = 4;
  const size_t n = component_.size();
  std::vector<uint32_t> starts;
  for (size_t i = 0; i < kSpread && i < n; ++i) {
    starts.push_back(component_[i * n / kSpread]);
  }
  std::vector<uint32_t> by_degree = component_;
  const size_t smallest = std::min(kSmallest, n);
  std::partial_sort(by_degree.begin(), by_degree.begin() + smallest,
                    by_degree.end(), [this](uint32_t a, uint32_t b) {
                      return std::pair(graph_.degree(a), a) <
                             std::pair(graph_.degree(b), b);
                    });
  starts.insert(starts.end(), by_degree.begin(), by_degree.begin() + smallest);
  return starts;
}

// Improves an order by small changes: an item moves, two change places, some
// are reversed. What a change does to the measure shows in the frontiers at the
// positions between its ends, for the others have the same items before them.
class OrderImprover {
 public:
  OrderImprover(const ItemGraph& graph, std::vector<uint32_t> order)
      : graph_(graph),
        order_(std::move(order)),
        position_(graph.size(), kNever),
        first_(graph.size(), kNever),
        met_(graph.size()),
        placed_(graph.size()) {
    for (uint32_t i = 0; i < order_.size(); ++i) position_[order_[i]] = i;
    for (const uint32_t item : order_) UpdateFirst(item);
    frontier_.resize(order_.size());
    window_ = order_;
    WidthOfWindow(0, std::numeric_limits<double>::infinity());
    frontier_ = sizes_;
  }

  // Tries changes for so many steps, or until they gain little.
  void Improve(uint64_t most_steps) {
    // As many changes are tried with the same result on every platform.
    std::mt19937_64 random(5);
    const size_t n = order_.size();
    if (n < 3) return;
    uint64_t next_look = kFirstLook;
    double width = SumOfWidths(frontier_);
    for (steps_ = 0; steps_ < most_steps;) {
      if (steps_ >= next_look) {
        const double before = std::exchange(width, SumOfWidths(frontier_));
        if (width > kGain * before) return;
        next_look *= 2;
      }
      const size_t i = random() % n;
      const uint64_t kind = random() % 3;
      const size_t reach = kind == 2                         ? kLongestReversal
                           : random() % kLongMovePeriod == 0 ? n
                                                             : kShortMove;
      const size_t j = std::min<size_t>(n - 1, i + 1 + random() % reach);
      if (i == j) continue;
      window_.assign(order_.begin() + i, order_.begin() + j + 1);
      if (kind == 2) {
        std::reverse(window_.begin(), window_.end());
      } else if (kind == 1) {
        std::swap(window_.front(), window_.back());
      } else if (random() % 2 == 0) {
        std::rotate(window_.begin(), window_.begin() + 1, window_.end());
      } else {
        std::rotate(window_.begin(), window_.end() - 1, window_.end());
      }
      const double before =
          SumOfWidths(absl::MakeConstSpan(frontier_).subspan(i, j + 1 - i));
      // Changes that make no difference are welcome: others may follow.
      if (WidthOfWindow(i, before) <= before) TakeWindow(i);
    }
  }

  std::vector<uint32_t> TakeOrder() { return std::move(order_); }

 private:
  void UpdateFirst(uint32_t item) {
    first_[item] = kNever;
    for (const uint32_t other : graph_.neighbors(item)) {
      first_[item] = std::min(first_[item], position_[other]);
    }
  }

  // The sum of 2^f at the positions from `begin` on, if the items in window_
  // stood there; the sizes go to sizes_. Gives up when it is too large.
  double WidthOfWindow(uint32_t begin, double limit) {
    ++round_;
    steps_ += kStepsPerChange;
    sizes_.clear();
    uint32_t size = begin > 0 ? frontier_[begin - 1] : 0;
    double sum = 0;
    for (const uint32_t item : window_) {
      if (first_[item] < begin || met_[item] == round_) --size;
      placed_[item] = round_;
      steps_ += graph_.degree(item);
      for (const uint32_t other : graph_.neighbors(item)) {
        if (position_[other] < begin || first_[other] < begin ||
            met_[other] == round_ || placed_[other] == round_) {
          continue;
        }
        met_[other] = round_;
        ++size;
      }
      sizes_.push_back(size);
      sum += Width(size);
      if (sum > limit) break;
    }
    return sum;
  }

  void TakeWindow(uint32_t begin) {
    for (uint32_t k = 0; k < window_.size(); ++k) {
      order_[begin + k] = window_[k];
      position_[window_[k]] = begin + k;
      frontier_[begin + k] = sizes_[k];
    }
    for (const uint32_t item : window_) {
      for (const uint32_t other : graph_.neighbors(item)) {
        if (first_[other] < begin) continue;
        steps_ += graph_.degree(other);
        UpdateFirst(other);
      }
    }
  }

  const ItemGraph& graph_;
  std::vector<uint32_t> order_;
  std::vector<uint32_t> position_;
  std::vector<uint32_t> first_;     // The least position of a neighbour.
  std::vector<uint32_t> frontier_;  // Its size after each position.
  uint64_t steps_ = 0;

  std::vector<uint32_t> window_;  // The items that would stand elsewhere,
  std::vector<uint32_t> sizes_;   // and what the frontiers would be.
  uint32_t round_ = 0;
  std::vector<uint32_t> met_;
  std::vector<uint32_t> placed_;
};

std::vector<uint32_t> OrderFinder::Find(std::vector<uint32_t> component) {
  component_ = std::move(component);
  best_.clear();
  steps_ = 0;
  visits_per_pass_ = 0;
  for (const uint32_t item : component_) {
    visits_per_pass_ += 1 + graph_.degree(item);
  }
  most_steps_ = kMostSteps * static_cast<double>(component_.size()) /
                static_cast<double>(graph_.size());

  Consider(component_);
  if (!MayGoOn()) return best_;
  Consider({component_.rbegin(), component_.rend()});
  if (!MayGoOn()) return best_;
  const uint32_t far = FarItem(component_[0]);
  std::vector<uint32_t> order = BreadthFirst(far);
  Consider(order);
  std::reverse(order.begin(), order.end());
  Consider(order);
  Consider(LeastFrontier(far, Tie::kOldest));
  constexpr Tie kTies[] = {Tie::kOldest, Tie::kNewest, Tie::kFewestNeighbors};
  for (const uint32_t start : Starts()) {
    for (const Tie tie : kTies) {
      if (!MayGoOn()) return best_;
      Consider(LeastFrontier(start, tie));
    }
  }
  if (!MayGoOn()) return best_;
  OrderImprover improver(graph_, best_);
  improver.Improve(static_cast<uint64_t>(
                       std::min(most_steps_, kStepsPerState * best_width_)) -
                   steps_);
  return improver.TakeOrder();
}

}  // namespace

double StaticOrder::Log2Width() const {
  return std::log2(std::max(SumOfWidths(frontier), 1.0));
}

size_t StaticOrder::WidestFrontier() const {
  return frontier.empty() ? 0
                          : *std::max_element(frontier.begin(), frontier.end());
}

bool IsTooLargeForOrder(const Problem& problem) {
  constexpr size_t kMostPairs = 40'000'000;
  return PairsOfItems(problem) > kMostPairs;
}

StaticOrder MeasureOrder(const ItemGraph& graph, std::vector<uint32_t> items) {
  StaticOrder order = {.items = std::move(items), .frontier = {}};
  FrontierMeter(graph).Measure(
      order.items, [&](uint32_t size) { order.frontier.push_back(size); });
  return order;
}

StaticOrder FindOrder(const ItemGraph& graph) {
  OrderFinder finder(graph);
  std::vector<uint32_t> items;
  for (std::vector<uint32_t>& component : graph.Components()) {
    const std::vector<uint32_t> order = finder.Find(std::move(component));
    items.insert(items.end(), order.begin(), order.end());
  }
  return MeasureOrder(graph, std::move(items));
}

}  // namespace dlx::internal::layers
