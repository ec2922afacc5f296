#include "dlx/search.h"

#include <cassert>
#include <utility>

#include "dlx/natural.h"
#include "dlx/schedule/best_covers.h"
#include "dlx/schedule/driver.h"

namespace dlx {
namespace {

using internal::BestCovers;
using internal::Driver;

// To stop at precisely so many covers is to look at each of them.
Task CountingTask(const SearchOptions& options) {
  return options.limits.solutions == kUnlimited ? Task::kCount
                                                : Task::kEnumerate;
}

Driver& Checked(const std::unique_ptr<Driver>& driver) {
  assert(driver != nullptr);  // Otherwise the search has been moved from.
  return *driver;
}

}  // namespace

Search::Search(std::unique_ptr<Driver> driver) : driver_(std::move(driver)) {}
Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;
Search::~Search() = default;

absl::StatusOr<Search> Search::Create(Problem problem, SearchOptions options) {
  absl::StatusOr<Driver> driver =
      Driver::Create(Task::kEnumerate, std::move(problem), std::move(options));
  if (!driver.ok()) return driver.status();
  return Search(std::make_unique<Driver>(*std::move(driver)));
}

absl::StatusOr<Search> Search::CreateForCounting(Problem problem,
                                                 SearchOptions options) {
  const Task task = CountingTask(options);
  absl::StatusOr<Driver> driver =
      Driver::Create(task, std::move(problem), std::move(options));
  if (!driver.ok()) return driver.status();
  return Search(std::make_unique<Driver>(*std::move(driver)));
}

bool Search::Next() { return Checked(driver_).Next(); }

const Solution& Search::solution() const { return Checked(driver_).solution(); }

Outcome Search::outcome() const { return Checked(driver_).outcome(); }

absl::Status Search::Restart(absl::Span<const OptionId> givens) {
  return Checked(driver_).Restart(givens);
}

Natural Search::CountRemaining() { return Checked(driver_).CountRemaining(); }

Progress Search::progress() const { return Checked(driver_).progress(); }

const Statistics& Search::statistics() const {
  return Checked(driver_).statistics();
}

const Problem& Search::problem() const { return Checked(driver_).problem(); }

const EngineChoice& Search::engine() const { return Checked(driver_).engine(); }

absl::StatusOr<CountResult> CountSolutions(const Problem& problem,
                                           SearchOptions options) {
  const Task task = CountingTask(options);
  absl::StatusOr<Driver> driver =
      Driver::Create(task, problem, std::move(options));
  if (!driver.ok()) return driver.status();
  Natural count = driver->CountRemaining();
  return CountResult{std::move(count), driver->summary()};
}

absl::StatusOr<SearchSummary> ForEachSolution(
    const Problem& problem, absl::FunctionRef<bool(const Solution&)> visit,
    SearchOptions options) {
  absl::StatusOr<Driver> driver =
      Driver::Create(Task::kEnumerate, problem, std::move(options));
  if (!driver.ok()) return driver.status();
  while (driver->Next()) {
    if (visit(driver->solution())) continue;
    SearchSummary summary = driver->summary();
    summary.outcome = Outcome::kInterrupted;
    return summary;
  }
  return driver->summary();
}

absl::StatusOr<FirstResult> FindFirst(const Problem& problem,
                                      SearchOptions options) {
  options.limits.solutions = 1;
  absl::StatusOr<Driver> driver =
      Driver::Create(Task::kEnumerate, problem, std::move(options));
  if (!driver.ok()) return driver.status();
  FirstResult result;
  if (driver->Next()) {
    const Solution& solution = driver->solution();
    result.options.emplace(solution.options.begin(), solution.options.end());
    result.cost = solution.cost;
  }
  result.summary = driver->summary();
  if (result.options) result.summary.outcome = Outcome::kSolutionLimit;
  return result;
}

absl::StatusOr<BestResult> FindBest(const Problem& problem, size_t k,
                                    SearchOptions options) {
  if (k == 0) return absl::InvalidArgumentError("k must be at least 1");
  absl::StatusOr<Driver> driver = Driver::Create(Task::kBest, problem, options);
  if (!driver.ok()) return driver.status();
  BestCovers best(k);
  KeepBest(*driver, best, options.on_improvement);
  return internal::MakeBestResult(best, driver->LowerBound(),
                                  driver->summary());
}

}  // namespace dlx
