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

#include <cassert>
#include <cstddef>
#include <iterator>
#include <memory>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx {

namespace internal {
class Driver;
}  // namespace internal

// A search through the covers of a problem.
//
// One thread at a time may use a Search. Different searches, also of the same
// Problem, may run in different threads at the same time.
//
// REQUIRES, of all functions: it has not been moved from, and none of them is
// called by on_progress of the same search. (The former is checked by an
// assertion, where these are on.)
class Search {
 public:
  class Iterator;

  [[nodiscard]] static absl::StatusOr<Search> Create(
      Problem problem, SearchOptions options = {});

  // Makes a search that can only count: CountRemaining(), Restart(), and again.
  // Its engine may be one that does not visit covers; with kAuto engines race.
  // With a limit on solutions it visits covers like other searches.
  [[nodiscard]] static absl::StatusOr<Search> CreateForCounting(
      Problem problem, SearchOptions options = {});
  Search(Search&&) noexcept;
  Search& operator=(Search&&) noexcept;
  ~Search();

  // Finds the next solution. Returns false if there is none, or a limit is
  // reached; outcome() says which. REQUIRES: it was not made by
  // CreateForCounting().
  bool Next();

  // The solution found last. REQUIRES: the last call of Next() returned true.
  const Solution& solution() const;

  // kRunning as long as Next() has not returned false.
  Outcome outcome() const;

  // Starts over, with `givens` chosen in advance instead of those of the
  // options: the search finds exactly the covers that contain all of them. If
  // they contradict each other, or one appears twice, there are none. Fails if
  // an id is not of this problem; then the search stays as it is. Limits,
  // statistics and outcome start afresh. Allocates nothing after the first few
  // calls.
  [[nodiscard]] absl::Status Restart(absl::Span<const OptionId> givens = {});

  // Counts the solutions that Next() would still find, within the limits, and
  // faster. outcome() tells whether these were all.
  [[nodiscard]] Natural CountRemaining();

  Progress progress() const;
  // The statistics as of this call. The next call brings them up to date.
  const Statistics& statistics() const;

  const Problem& problem() const;
  // The engine at work, and why it was chosen.
  const EngineChoice& engine() const;

  // For `for (const Solution& s : search)`. A single pass: begin() goes on
  // where the search stands.
  Iterator begin();
  std::default_sentinel_t end() const { return {}; }

 private:
  explicit Search(std::unique_ptr<internal::Driver> driver);

  std::unique_ptr<internal::Driver> driver_;
};

// REQUIRES, of all operations but comparing: it is not at the end.
class Search::Iterator {
 public:
  using value_type = Solution;
  using difference_type = std::ptrdiff_t;
  using reference = const Solution&;
  using iterator_category = std::input_iterator_tag;

  Iterator() = default;
  reference operator*() const { return search().solution(); }
  const Solution* operator->() const { return &search().solution(); }
  Iterator& operator++() {
    if (!search().Next()) search_ = nullptr;
    return *this;
  }
  void operator++(int) { ++*this; }
  friend bool operator==(const Iterator& it, std::default_sentinel_t) {
    return it.search_ == nullptr;
  }

 private:
  friend class Search;
  explicit Iterator(Search* search) : search_(search) { ++*this; }

  Search& search() const {
    assert(search_ != nullptr);  // Otherwise it is at the end.
    return *search_;
  }

  Search* search_ = nullptr;
};

inline Search::Iterator Search::begin() { return Iterator(this); }

// Counts the covers. kAuto may choose an engine that counts without visiting
// each of them.
[[nodiscard]] absl::StatusOr<CountResult> CountSolutions(
    const Problem& problem, SearchOptions options = {});

// Calls `visit` with each cover until it returns false. The outcome is then
// kInterrupted.
[[nodiscard]] absl::StatusOr<SearchSummary> ForEachSolution(
    const Problem& problem, absl::FunctionRef<bool(const Solution&)> visit,
    SearchOptions options = {});

// Finds one cover.
[[nodiscard]] absl::StatusOr<FirstResult> FindFirst(const Problem& problem,
                                                    SearchOptions options = {});

// Finds k covers of least cost. Branches that cannot lead to a cover cheaper
// than the k-th best found so far are not searched. `options.limits.solutions`
// counts the improvements found on the way.
[[nodiscard]] absl::StatusOr<BestResult> FindBest(const Problem& problem,
                                                  size_t k,
                                                  SearchOptions options = {});

}  // namespace dlx

#endif  // DLX_SEARCH_H_
