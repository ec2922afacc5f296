#include "dlx/testing/engine_tester.h"

#include <iterator>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/engines.h"
#include "dlx/search.h"
#include "dlx/testing/engine_case.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/require.h"

namespace dlx::testing {
namespace {

// An engine that cannot do a task says why, in the words of CheckEngine().
absl::Status CheckRefusal(const absl::Status& expected,
                          const absl::Status& refusal) {
  DLX_REQUIRE(refusal == expected, "it was refused with ", refusal,
              " but CheckEngine() says ", expected);
  return absl::OkStatus();
}

absl::Status TestEngine(EngineCase& c) {
  const Problem& problem = c.problem;
  const EngineKind engine = c.options.engine;
  absl::Status check = CheckEngine(engine, problem, Task::kEnumerate);
  if (check.ok()) {
    DLX_RETURN_IF_ERROR(TestEnumeration(c));
    DLX_RETURN_IF_ERROR(TestGivens(c));
    DLX_RETURN_IF_ERROR(TestLimits(c));
  } else {
    DLX_RETURN_IF_ERROR(
        CheckRefusal(check, Search::Create(problem, c.options).status()));
  }

  check = CheckEngine(engine, problem, Task::kCount);
  if (check.ok()) {
    DLX_RETURN_IF_ERROR(TestCounts(c));
    DLX_RETURN_IF_ERROR(TestGivensOfCounts(c));
  } else {
    DLX_RETURN_IF_ERROR(
        CheckRefusal(check, CountSolutions(problem, c.options).status()));
  }

  check = CheckEngine(engine, problem, Task::kBest);
  if (check.ok()) {
    DLX_RETURN_IF_ERROR(TestBest(c));
    DLX_RETURN_IF_ERROR(TestGivensOfBest(c));
  } else {
    DLX_RETURN_IF_ERROR(
        CheckRefusal(check, FindBest(problem, 1, c.options).status()));
  }
  return absl::OkStatus();
}

absl::string_view BranchingName(Branching branching) {
  switch (branching) {
    case Branching::kFewestOptions:
      return "fewest options";
    case Branching::kSharpPreference:
      return "sharp preference";
    case Branching::kInputOrder:
      return "input order";
  }
  return "unknown";
}

// The options to try: with each engine, each way of branching; and a random
// order on top of one of these. What kAuto stands for is among them, so that
// it need not be tested in every way.
std::vector<SearchOptions> OptionsToTry(Ways ways, const Dice& dice) {
  constexpr Branching kBranchings[] = {Branching::kFewestOptions,
                                       Branching::kSharpPreference,
                                       Branching::kInputOrder};
  const auto any_branching = [&] {
    return kBranchings[dice(std::size(kBranchings))];
  };
  std::vector<SearchOptions> result;
  for (const EngineInfo& engine : AllEngines()) {
    std::optional<uint64_t> seed = dice(1000);
    if (ways == Ways::kOneOfEachEngine && dice(2) == 0) seed = std::nullopt;
    result.push_back(
        {.engine = engine.kind, .branching = any_branching(), .seed = seed});
    if (ways == Ways::kOneOfEachEngine) continue;
    for (Branching branching : kBranchings) {
      result.push_back({.engine = engine.kind, .branching = branching});
    }
  }
  if (ways == Ways::kAll) result.push_back({.branching = any_branching()});
  return result;
}

absl::Status TestWithOptions(const Problem& problem,
                             const std::vector<Cover>& covers,
                             const SearchOptions& options, uint64_t seed,
                             const Dice& dice) {
  EngineCase engine_case = {
      .problem = problem, .covers = covers, .options = options, .dice = dice};
  const absl::Status status = TestEngine(engine_case);
  if (status.ok()) return status;
  return absl::InternalError(
      Concat(status.message(), "\nengine ", EngineName(options.engine),
             ", branching by ", BranchingName(options.branching),
             ", search seed ", options.seed ? Concat(*options.seed) : "none",
             ", test seed ", seed, ", problem:\n", ToNotation(problem)));
}

}  // namespace

absl::Status TestEngines(const Problem& problem, uint64_t seed, Ways ways) {
  const std::vector<Cover> covers = AllCovers(problem);
  const Dice dice(seed);
  for (const SearchOptions& options : OptionsToTry(ways, dice)) {
    DLX_RETURN_IF_ERROR(TestWithOptions(problem, covers, options, seed, dice));
  }
  return absl::OkStatus();
}

absl::Status TestChoice(const Problem& problem,
                        const std::vector<Cover>& covers, uint64_t seed) {
  return TestWithOptions(problem, covers, {}, seed, Dice(seed));
}

}  // namespace dlx::testing
