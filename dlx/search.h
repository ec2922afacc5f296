#ifndef DLX_SEARCH_H_
#define DLX_SEARCH_H_

// Finding the exact covers of a problem: one at a time, all of them, their
// number, the first, or the cheapest.
//
// Example:
//
//   absl::StatusOr<dlx::Search> search =
//       dlx::Search::Create(problem, {.limits = {.solutions = 10}});
//   if (!search.ok()) return search.status();
//   for (const dlx::Solution& solution : *search) {
//     for (dlx::OptionId option : solution.options) { ... }
//   }
//   if (search->outcome() == dlx::Outcome::kExhausted) {
//     // Those were all the covers that there are.
//   }
//
// All this happens in the calling thread; for several threads see parallel.h.
//
// Solutions are found lazily, as the loop asks for them, and always in the same
// order for the same problem, options and seed.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx {

namespace internal {
class Engine;
}  // namespace internal

// An exact cover. Valid until the search that found it goes on.
struct Solution {
  // The options of the cover: first the givens, then the others in the order
  // in which the search chose them.
  absl::Span<const OptionId> options;
  // The sum of their costs.
  int64_t cost = 0;
};

// How a search as a whole went.
struct SearchSummary {
  Outcome outcome = Outcome::kRunning;
  Statistics statistics = {};
  EngineChoice engine = {};
};

struct CountResult;
struct FirstResult;
struct BestResult;

// A search through the covers of a problem.
//
// One thread at a time may use a Search. Different searches, also of the same
// Problem, may run in different threads at the same time.
class Search {
 public:
  class Iterator;

  static absl::StatusOr<Search> Create(Problem problem,
                                       SearchOptions options = {});
  Search(Search&&) noexcept;
  Search& operator=(Search&&) noexcept;
  ~Search();

  // Finds the next solution. False if there is none to be had, and then
  // outcome() says why.
  bool Next();

  // Goes on with two running searches at the same time, until one of them has
  // come to its next solution (`found`) or its end: that one. The other one
  // stays in the middle of its work. With bit_planes, whose steps wait for
  // memory, two searches together take much less time than one after the other.
  // REQUIRES: one was made by Twin() of the other; both are kRunning.
  struct Turn {
    Search* search;
    bool found;
  };
  static Turn NextOfTwo(Search& a, Search& b);

  // Another search of the same problem with the same options, at its start. It
  // takes less memory than one that is made anew.
  Search Twin() const;

  // REQUIRES: the last call of Next(), or NextOfTwo(), said that there is one.
  const Solution& solution() const { return solution_; }

  // kRunning as long as Next() has not returned false.
  Outcome outcome() const { return outcome_; }

  // Starts over, with `givens` chosen in advance: exactly the covers that
  // contain all of them will be found. If the givens contradict each other, or
  // one appears twice, there are none. An error if an id is not of this
  // problem; then the search stays as it is. Limits, statistics and outcome
  // start afresh. Nothing is allocated after the first few calls.
  absl::Status Restart(absl::Span<const OptionId> givens = {});

  // Counts the solutions that Next() would still yield, within the limits, and
  // faster. outcome() tells whether that was all of them. An error if there
  // are more than 2^128 - 1.
  absl::StatusOr<absl::uint128> CountRemaining();

  Progress progress() const;
  // As of this call: they are not kept up to date while the search goes on.
  const Statistics& statistics() const;

  const Problem& problem() const { return problem_; }
  // The engine at work, and why it was chosen.
  const EngineChoice& engine() const { return engine_choice_; }

  // For `for (const Solution& s : search)`. A single pass: begin() goes on
  // where the search stands.
  Iterator begin();
  std::default_sentinel_t end() const { return {}; }

 private:
  friend absl::StatusOr<CountResult> CountSolutions(const Problem&,
                                                    SearchOptions);
  friend absl::StatusOr<SearchSummary> ForEachSolution(
      const Problem&, absl::FunctionRef<bool(const Solution&)>, SearchOptions);
  friend absl::StatusOr<FirstResult> FindFirst(const Problem&, SearchOptions);
  friend absl::StatusOr<BestResult> FindBest(const Problem&, size_t,
                                             SearchOptions);

  Search(Problem problem, SearchOptions options, EngineChoice choice,
         std::unique_ptr<internal::Engine> engine);

  static absl::StatusOr<Search> CreateFor(Task task, Problem problem,
                                          SearchOptions options);
  void StartClocks();
  // Looks at the limits: true if the search may go on until pause_at_,
  // otherwise outcome_ says why not.
  bool MayGoOn();
  // The same, but looks only if it is time to.
  bool IsFreeToGoOn();
  // Makes the engine's solution this one's.
  void TakeSolution();
  SearchSummary summary() const;

  Problem problem_;
  SearchOptions options_;
  EngineChoice engine_choice_;
  std::unique_ptr<internal::Engine> engine_;
  Solution solution_;
  Outcome outcome_ = Outcome::kRunning;
  uint64_t solutions_found_ = 0;         // By Next().
  absl::uint128 solutions_counted_ = 0;  // By CountRemaining().
  absl::uint128 counted_in_trial_ = 0;   // While the engine was chosen.

  // The node at which to look at the limits again, and how many nodes lie
  // between two looks.
  uint64_t pause_at_ = 0;
  uint64_t check_interval_ = 0;
  // Moments of a clock that only goes forward. Set only if there is a time
  // limit or progress to report.
  absl::Duration last_check_;
  absl::Duration deadline_;
  absl::Duration next_report_;
};

class Search::Iterator {
 public:
  using value_type = Solution;
  using difference_type = std::ptrdiff_t;
  using reference = const Solution&;
  using iterator_category = std::input_iterator_tag;

  Iterator() = default;
  reference operator*() const { return search_->solution(); }
  const Solution* operator->() const { return &search_->solution(); }
  Iterator& operator++() {
    if (!search_->Next()) search_ = nullptr;
    return *this;
  }
  void operator++(int) { ++*this; }
  friend bool operator==(const Iterator& it, std::default_sentinel_t) {
    return it.search_ == nullptr;
  }

 private:
  friend class Search;
  explicit Iterator(Search* search) : search_(search) { ++*this; }

  Search* search_ = nullptr;
};

inline Search::Iterator Search::begin() { return Iterator(this); }

struct CountResult {
  // All covers if summary.outcome is kExhausted, otherwise those found so far.
  absl::uint128 count = 0;
  SearchSummary summary = {};
};

// Counts the covers. kAuto may choose an engine that counts without visiting
// each of them.
absl::StatusOr<CountResult> CountSolutions(const Problem& problem,
                                           SearchOptions options = {});

// Calls `visit` with each cover until it returns false. The outcome is then
// kInterrupted.
absl::StatusOr<SearchSummary> ForEachSolution(
    const Problem& problem, absl::FunctionRef<bool(const Solution&)> visit,
    SearchOptions options = {});

struct FirstResult {
  // Empty if there is no cover (outcome kExhausted) or none was found in time.
  std::optional<std::vector<OptionId>> options = std::nullopt;
  int64_t cost = 0;
  SearchSummary summary = {};
};

absl::StatusOr<FirstResult> FindFirst(const Problem& problem,
                                      SearchOptions options = {});

struct CostedCover {
  std::vector<OptionId> options;
  int64_t cost = 0;
};

struct BestResult {
  // At most k covers, cheapest first; of equal cost, the one found first comes
  // first. They are the k best that exist if summary.outcome is kExhausted.
  std::vector<CostedCover> covers = {};
  SearchSummary summary = {};
};

// Finds k covers of least cost. Branches that cannot lead to a cover cheaper
// than the k-th best found so far are not searched. `options.limits.solutions`
// counts the improvements found on the way.
absl::StatusOr<BestResult> FindBest(const Problem& problem, size_t k,
                                    SearchOptions options = {});

}  // namespace dlx

#endif  // DLX_SEARCH_H_
