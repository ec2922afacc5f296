#include "dlx/c/dlx.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/ask/diagram.h"
#include "dlx/ask/estimate.h"
#include "dlx/ask/explain.h"
#include "dlx/ask/symmetry.h"
#include "dlx/base/seed.h"
#include "dlx/base/version.h"
#include "dlx/c/handles.h"
#include "dlx/engines.h"
#include "dlx/io/problem_reader.h"
#include "dlx/limits.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"
#include "dlx/verify.h"

struct dlx_problem {
  dlx::Problem problem;
};

struct dlx_search {
  dlx::Search search;
  std::string engine;
  // The search stands at a cover that did not fit where the last ones went.
  bool has_pending_cover = false;
};

struct dlx_answer {
  dlx::SearchSummary summary = {};
  std::string engine = "";
  std::string count = "0";
  std::vector<std::vector<uint32_t>> covers = {};
  std::vector<int64_t> costs = {};
  // Of the images of items, and of options.
  std::vector<std::vector<uint32_t>> item_symmetries = {};
  std::vector<std::vector<uint32_t>> option_symmetries = {};
  std::optional<int64_t> lower_bound = std::nullopt;
  bool has_no_cover = false;
  std::vector<uint32_t> items = {};
  bool is_irreducible = false;
  dlx::Estimate estimate = {};
};

namespace {

using ::dlx::ItemId;
using ::dlx::OptionId;
using ::dlx::c::Checked;
using ::dlx::c::Copied;
using ::dlx::c::Guarded;
using ::dlx::c::OutcomeInC;
using ::dlx::c::Succeeds;

template <typename Id>
std::vector<uint32_t> Values(absl::Span<const Id> ids) {
  std::vector<uint32_t> values;
  values.reserve(ids.size());
  for (const Id id : ids) values.push_back(id.value());
  return values;
}

std::vector<OptionId> OptionIds(const uint32_t* values, size_t count) {
  std::vector<OptionId> ids;
  for (size_t i = 0; i < count; ++i) ids.emplace_back(values[i]);
  return ids;
}

template <typename Number>
std::string Decimal(const Number& number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

// --------------------------------------------------------------- problems

absl::StatusOr<dlx_problem> BuildProblem(const dlx_statement& statement) {
  const uint32_t item_count =
      statement.primary_count + statement.secondary_count;
  if (item_count < statement.primary_count) {
    return absl::InvalidArgumentError("there are more than 2^32 - 1 items");
  }
  if (statement.option_count > 0 && statement.starts == nullptr) {
    return absl::InvalidArgumentError("options have no starts");
  }
  dlx::ProblemBuilder builder;
  for (uint32_t item = 0; item < item_count; ++item) {
    if (item >= statement.primary_count) {
      builder.AddSecondary(absl::StrCat(item));
      continue;
    }
    dlx::Multiplicity multiplicity;
    if (statement.low != nullptr) multiplicity.low = statement.low[item];
    if (statement.high != nullptr) multiplicity.high = statement.high[item];
    builder.AddPrimary(absl::StrCat(item), multiplicity);
  }
  std::vector<dlx::ItemUse> uses;
  for (size_t k = 0; k < statement.option_count && builder.status().ok(); ++k) {
    const uint64_t begin = statement.starts[k], end = statement.starts[k + 1];
    if (begin > end) {
      return absl::InvalidArgumentError(
          absl::StrCat("option ", k, " ends before it starts"));
    }
    if (begin < end && statement.items == nullptr) {
      return absl::InvalidArgumentError("options have no items");
    }
    uses.clear();
    for (uint64_t i = begin; i < end; ++i) {
      if (statement.items[i] >= item_count) {
        return absl::InvalidArgumentError(
            absl::StrCat("option ", k, " has an item ", statement.items[i],
                         ", but there are ", item_count, " items, from 0"));
      }
      const uint32_t color =
          statement.colors == nullptr ? 0 : statement.colors[i];
      uses.emplace_back(
          ItemId(statement.items[i]),
          color == 0 ? dlx::kNoColor : builder.AddColor(absl::StrCat(color)));
    }
    builder.AddOption(uses,
                      statement.costs == nullptr ? 0 : statement.costs[k]);
  }
  absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
  if (!problem.ok()) return problem.status();
  return dlx_problem{*std::move(problem)};
}

// --------------------------------------------------------------- searches

dlx::Limits MakeLimits(const dlx_options& options) {
  dlx::Limits limits;
  if (options.max_solutions != 0) limits.solutions = options.max_solutions;
  if (options.max_nodes != 0) limits.nodes = options.max_nodes;
  if (options.max_seconds > 0) limits.time = absl::Seconds(options.max_seconds);
  if (options.interrupter != nullptr) {
    limits.interrupter = &options.interrupter->interrupter;
  }
  return limits;
}

void Report(const dlx_options& options, const dlx::Progress& progress) {
  const std::string solutions = Decimal(progress.solutions);
  const dlx_progress report = {
      .fraction_done = progress.fraction_done,
      .nodes = progress.nodes,
      .solutions = solutions.c_str(),
      .has_best_cost = progress.best_cost.has_value(),
      .best_cost = progress.best_cost.value_or(0),
      .has_lower_bound = progress.lower_bound.has_value(),
      .lower_bound = progress.lower_bound.value_or(0)};
  options.on_progress(options.context, &report);
}

absl::StatusOr<dlx::SearchOptions> MakeSearchOptions(
    const dlx_options& options) {
  dlx::SearchOptions search;
  search.givens = OptionIds(options.givens, options.given_count);
  search.limits = MakeLimits(options);
  if (options.engine != nullptr &&
      absl::string_view(options.engine) != "auto") {
    const std::optional<dlx::EngineKind> engine =
        dlx::FindEngine(options.engine);
    if (!engine.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no engine \"", options.engine, "\""));
    }
    search.engine = *engine;
  }
  if (options.has_seed != 0) search.seed = options.seed;
  if (options.memory != 0) search.memory_limit = options.memory;
  if (options.on_progress != nullptr) {
    search.on_progress = [options](const dlx::Progress& progress) {
      Report(options, progress);
    };
  }
  if (options.progress_seconds > 0) {
    search.progress_interval = absl::Seconds(options.progress_seconds);
  }
  return search;
}

bool WantsThreads(const dlx_options& options) {
  return options.threads < 0 || options.threads > 1;
}

dlx::Parallelism MakeParallelism(const dlx_options& options) {
  return {.threads = std::clamp(options.threads, 0, dlx::kMostThreads),
          .keep_order = true};
}

dlx_answer MakeAnswer(const dlx::SearchSummary& summary) {
  dlx_answer answer;
  answer.summary = summary;
  answer.engine = std::string(dlx::EngineName(summary.engine.kind));
  return answer;
}

absl::StatusOr<dlx_answer> Count(const dlx::Problem& problem,
                                 const dlx_options& options) {
  absl::StatusOr<dlx::SearchOptions> search = MakeSearchOptions(options);
  if (!search.ok()) return search.status();
  const absl::StatusOr<dlx::CountResult> result =
      WantsThreads(options)
          ? CountInParallel(problem, *search, MakeParallelism(options))
          : CountSolutions(problem, *search);
  if (!result.ok()) return result.status();
  dlx_answer answer = MakeAnswer(result->summary);
  answer.count = Decimal(result->count);
  return answer;
}

absl::StatusOr<dlx::SymmetryGroup> GroupOf(const dlx::Problem& problem,
                                           const dlx::SearchOptions& search) {
  return FindSymmetries(problem, {.givens = search.givens,
                                  .limits = search.limits,
                                  .memory_limit = search.memory_limit});
}

// Symmetries that a limit stopped are an answer, too: nothing is known yet.
absl::StatusOr<dlx_answer> Unfinished(const absl::Status& status,
                                      const dlx::Limits& limits) {
  dlx_answer answer;
  if (absl::IsCancelled(status)) {
    answer.summary.outcome = dlx::Outcome::kInterrupted;
  } else if (absl::IsDeadlineExceeded(status)) {
    answer.summary.outcome = limits.time == absl::InfiniteDuration()
                                 ? dlx::Outcome::kNodeLimit
                                 : dlx::Outcome::kTimeLimit;
  } else {
    return status;
  }
  return answer;
}

absl::StatusOr<dlx_answer> CountClasses(const dlx::Problem& problem,
                                        const dlx_options& options) {
  absl::StatusOr<dlx::SearchOptions> search = MakeSearchOptions(options);
  if (!search.ok()) return search.status();
  const dlx::Parallelism parallelism = WantsThreads(options)
                                           ? MakeParallelism(options)
                                           : dlx::Parallelism{.threads = 1};
  const absl::StatusOr<dlx::ClassCount> result =
      CountUpToSymmetry(problem, *search, parallelism);
  if (!result.ok()) return Unfinished(result.status(), search->limits);
  dlx_answer answer = MakeAnswer(result->summary);
  answer.count = Decimal(result->classes);
  return answer;
}

absl::StatusOr<dlx_answer> FindAllSymmetries(const dlx::Problem& problem,
                                             const dlx_options& options) {
  absl::StatusOr<dlx::SearchOptions> search = MakeSearchOptions(options);
  if (!search.ok()) return search.status();
  const absl::StatusOr<dlx::SymmetryGroup> group = GroupOf(problem, *search);
  if (!group.ok()) return Unfinished(group.status(), search->limits);
  dlx_answer answer;
  answer.summary.outcome = dlx::Outcome::kExhausted;
  answer.count = Decimal(group->order());
  for (const dlx::Symmetry& symmetry : group->generators()) {
    answer.item_symmetries.push_back(Values<ItemId>(symmetry.items));
    answer.option_symmetries.push_back(Values<OptionId>(symmetry.options));
  }
  return answer;
}

absl::StatusOr<dlx_answer> First(const dlx::Problem& problem,
                                 const dlx_options& options) {
  absl::StatusOr<dlx::SearchOptions> search = MakeSearchOptions(options);
  if (!search.ok()) return search.status();
  const absl::StatusOr<dlx::FirstResult> result =
      WantsThreads(options)
          ? FindFirstInParallel(problem, *search, MakeParallelism(options))
          : FindFirst(problem, *search);
  if (!result.ok()) return result.status();
  dlx_answer answer = MakeAnswer(result->summary);
  if (result->options.has_value()) {
    answer.covers.push_back(Values<OptionId>(*result->options));
    answer.costs.push_back(result->cost);
  }
  return answer;
}

absl::StatusOr<dlx_answer> Best(const dlx::Problem& problem, size_t k,
                                const dlx_options& options) {
  absl::StatusOr<dlx::SearchOptions> search = MakeSearchOptions(options);
  if (!search.ok()) return search.status();
  const absl::StatusOr<dlx::BestResult> result =
      WantsThreads(options)
          ? FindBestInParallel(problem, k, *search, MakeParallelism(options))
          : FindBest(problem, k, *search);
  if (!result.ok()) return result.status();
  dlx_answer answer = MakeAnswer(result->summary);
  for (const dlx::CostedCover& cover : result->covers) {
    answer.covers.push_back(Values<OptionId>(cover.options));
    answer.costs.push_back(cover.cost);
  }
  answer.lower_bound = result->lower_bound;
  return answer;
}

// Draws `count` covers, within the limits of memory and time and until an
// interruption. REQUIRES: there is a cover.
absl::Status DrawCovers(const dlx::Diagram& diagram, size_t count,
                        const dlx::SearchOptions& search, absl::Time deadline,
                        dlx_answer& answer) {
  std::mt19937_64 random = dlx::GeneratorFor(search.seed);
  // What a cover takes beside its options: itself and its cost.
  constexpr size_t kBytes = sizeof(answer.covers[0]) + sizeof(answer.costs[0]);
  size_t room = search.memory_limit;
  for (size_t i = 0; i < count; ++i) {
    const std::vector<OptionId> cover = diagram.Sample(random);
    const size_t bytes = kBytes + sizeof(uint32_t) * cover.size();
    if (bytes > room || (i == 0 && count > room / kBytes)) {
      return absl::ResourceExhaustedError(absl::StrCat(
          count, " covers do not fit into ", search.memory_limit,
          " bytes: ask for fewer at a time, each time with another seed, or "
          "for more memory"));
    }
    room -= bytes;
    answer.covers.push_back(Values<OptionId>(cover));
    answer.costs.push_back(diagram.problem().TotalCost(cover));
    if (dlx::IsInterrupted(search.limits.interrupter)) {
      return absl::CancelledError("interrupted while drawing covers");
    }
    if (absl::Now() > deadline) {
      return absl::DeadlineExceededError(
          "the time was over before all covers were drawn");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<dlx_answer> Sample(const dlx::Problem& problem, size_t count,
                                  const dlx_options& options) {
  absl::StatusOr<dlx::SearchOptions> search = MakeSearchOptions(options);
  if (!search.ok()) return search.status();
  const absl::Time deadline = absl::Now() + search->limits.time;
  const absl::StatusOr<dlx::Diagram> diagram =
      dlx::Diagram::Build(problem, *search);
  if (!diagram.ok()) return diagram.status();
  dlx_answer answer;
  answer.summary.outcome = dlx::Outcome::kExhausted;
  answer.count = Decimal(diagram->count());
  if (diagram->count() == 0) return answer;
  const absl::Status drawn =
      DrawCovers(*diagram, count, *search, deadline, answer);
  if (!drawn.ok()) return drawn;
  return answer;
}

absl::StatusOr<dlx_answer> Explain(const dlx::Problem& problem,
                                   const dlx_options& options) {
  dlx::ExplainOptions how;
  how.givens = OptionIds(options.givens, options.given_count);
  how.limits = MakeLimits(options);
  if (options.memory != 0) how.memory_limit = options.memory;
  const absl::StatusOr<dlx::Explanation> result = ExplainNoCover(problem, how);
  if (!result.ok()) return result.status();
  dlx_answer answer;
  answer.summary.outcome = result->outcome;
  answer.summary.statistics.nodes = result->nodes;
  answer.has_no_cover = result->no_cover;
  answer.items = Values<ItemId>(result->items);
  if (result->clash.has_value()) answer.items = {result->clash->value()};
  answer.is_irreducible = result->irreducible;
  if (result->cover.has_value()) {
    answer.covers.push_back(Values<OptionId>(*result->cover));
    answer.costs.push_back(0);
  }
  return answer;
}

absl::StatusOr<dlx_answer> EstimateCovers(const dlx::Problem& problem,
                                          const dlx_options& options) {
  dlx::EstimateOptions how;
  how.givens = OptionIds(options.givens, options.given_count);
  how.limits = MakeLimits(options);
  if (options.has_seed != 0) how.seed = options.seed;
  if (options.relative_error > 0) how.relative_error = options.relative_error;
  const absl::StatusOr<dlx::Estimate> result = EstimateSearch(problem, how);
  if (!result.ok()) return result.status();
  dlx_answer answer;
  answer.summary.outcome = result->outcome;
  answer.estimate = *result;
  return answer;
}

dlx_interval Interval(const dlx::Estimate::Number& number) {
  return {.value = static_cast<double>(number.value),
          .low = static_cast<double>(number.low),
          .high = static_cast<double>(number.high)};
}

}  // namespace

namespace dlx::c {
namespace {

// What dlx_error() says in this thread.
thread_local std::string last_error;

void SetError(absl::string_view sentence) noexcept {
  try {
    last_error.assign(sentence.data(), sentence.size());
  } catch (const std::bad_alloc&) {
    last_error.clear();
  }
}

}  // namespace

int Succeeds(absl::FunctionRef<absl::Status()> function) noexcept {
  try {
    const absl::Status status = function();
    if (status.ok()) return 1;
    SetError(status.message());
  } catch (const std::bad_alloc&) {
    SetError("there is not enough memory");
  } catch (const std::exception& error) {
    SetError(error.what());
  }
  return 0;
}

dlx_outcome OutcomeInC(Outcome outcome) {
  switch (outcome) {
    case Outcome::kRunning:
      return DLX_RUNNING;
    case Outcome::kExhausted:
      return DLX_EXHAUSTED;
    case Outcome::kSolutionLimit:
      return DLX_SOLUTION_LIMIT;
    case Outcome::kNodeLimit:
      return DLX_NODE_LIMIT;
    case Outcome::kTimeLimit:
      return DLX_TIME_LIMIT;
    case Outcome::kInterrupted:
      return DLX_INTERRUPTED;
  }
  return DLX_RUNNING;
}

}  // namespace dlx::c

extern "C" {

int dlx_c_version(void) { return DLX_C_VERSION; }
const char* dlx_version(void) { return DLX_VERSION; }
const char* dlx_error(void) { return dlx::c::last_error.c_str(); }

dlx_problem* dlx_problem_create(const dlx_statement* statement) {
  return Guarded<dlx_problem>([&] { return BuildProblem(Copied(statement)); });
}

dlx_problem* dlx_problem_read(const char* text, size_t length) {
  return Guarded<dlx_problem>([&]() -> absl::StatusOr<dlx_problem> {
    absl::StatusOr<dlx::Problem> problem =
        dlx::io::ReadProblem(absl::string_view(text, length));
    if (!problem.ok()) return problem.status();
    return dlx_problem{*std::move(problem)};
  });
}

void dlx_problem_free(dlx_problem* problem) { delete problem; }

size_t dlx_problem_primary_count(const dlx_problem* problem) {
  return Checked(problem).problem.primary_count();
}
size_t dlx_problem_item_count(const dlx_problem* problem) {
  return Checked(problem).problem.item_count();
}
size_t dlx_problem_option_count(const dlx_problem* problem) {
  return Checked(problem).problem.option_count();
}

size_t dlx_problem_option(const dlx_problem* problem, uint32_t option,
                          uint32_t* items, size_t capacity) {
  const absl::Span<const dlx::ItemUse> uses =
      Checked(problem).problem.option(OptionId(option));
  for (size_t i = 0; i < std::min(uses.size(), capacity); ++i) {
    items[i] = uses[i].item.value();
  }
  return uses.size();
}

int dlx_verify(const dlx_problem* problem, const uint32_t* options,
               size_t count) {
  return Succeeds([&] {
    return VerifyCover(Checked(problem).problem, OptionIds(options, count));
  });
}

dlx_interrupter* dlx_interrupter_create(void) {
  return new (std::nothrow) dlx_interrupter;
}
void dlx_interrupter_request(dlx_interrupter* interrupter) {
  Checked(interrupter).interrupter.Request();
}
void dlx_interrupter_free(dlx_interrupter* interrupter) { delete interrupter; }

const char* dlx_outcome_name(dlx_outcome outcome) {
  for (const dlx::Outcome candidate :
       {dlx::Outcome::kRunning, dlx::Outcome::kExhausted,
        dlx::Outcome::kSolutionLimit, dlx::Outcome::kNodeLimit,
        dlx::Outcome::kTimeLimit, dlx::Outcome::kInterrupted}) {
    // The names are literals.
    if (OutcomeInC(candidate) == outcome) {
      return dlx::OutcomeName(candidate).data();
    }
  }
  return "unknown";
}

dlx_search* dlx_search_create(const dlx_problem* problem,
                              const dlx_options* options) {
  return Guarded<dlx_search>([&]() -> absl::StatusOr<dlx_search> {
    absl::StatusOr<dlx::SearchOptions> how = MakeSearchOptions(Copied(options));
    if (!how.ok()) return how.status();
    absl::StatusOr<dlx::Search> search =
        dlx::Search::Create(Checked(problem).problem, *std::move(how));
    if (!search.ok()) return search.status();
    std::string engine(dlx::EngineName(search->engine().kind));
    return dlx_search{*std::move(search), std::move(engine)};
  });
}

void dlx_search_free(dlx_search* search) { delete search; }

size_t dlx_search_next(dlx_search* search, double seconds, uint32_t* options,
                       size_t option_capacity, uint64_t* ends,
                       size_t end_capacity) {
  dlx_search& handle = Checked(search);
  const absl::Time stop = absl::Now() + absl::Seconds(seconds);
  size_t covers = 0;
  size_t used = 0;
  Succeeds([&] {
    while (covers < end_capacity) {
      if (!handle.has_pending_cover && !handle.search.Next()) break;
      const absl::Span<const OptionId> cover = handle.search.solution().options;
      handle.has_pending_cover = used + cover.size() > option_capacity;
      if (handle.has_pending_cover) break;
      for (const OptionId option : cover) options[used++] = option.value();
      ends[covers++] = used;
      // Many covers take less time than to look at the clock.
      if ((covers < 16 || covers % 16 == 0) && absl::Now() >= stop) break;
    }
    return absl::OkStatus();
  });
  return covers;
}

size_t dlx_search_largest_cover(const dlx_search* search) {
  // Each option has a primary item.
  const dlx::Problem& problem = Checked(search).search.problem();
  uint64_t most = 0;
  for (uint32_t item = 0; item < problem.primary_count(); ++item) {
    most += problem.multiplicity(ItemId(item)).high;
  }
  return std::min<uint64_t>(most, problem.option_count());
}
dlx_outcome dlx_search_outcome(const dlx_search* search) {
  return OutcomeInC(Checked(search).search.outcome());
}
uint64_t dlx_search_nodes(const dlx_search* search) {
  return Checked(search).search.statistics().nodes;
}
const char* dlx_search_engine(const dlx_search* search) {
  return Checked(search).engine.c_str();
}

dlx_answer* dlx_count(const dlx_problem* problem, const dlx_options* options) {
  return Guarded<dlx_answer>(
      [&] { return Count(Checked(problem).problem, Copied(options)); });
}
dlx_answer* dlx_count_up_to_symmetry(const dlx_problem* problem,
                                     const dlx_options* options) {
  return Guarded<dlx_answer>(
      [&] { return CountClasses(Checked(problem).problem, Copied(options)); });
}
dlx_answer* dlx_symmetries(const dlx_problem* problem,
                           const dlx_options* options) {
  return Guarded<dlx_answer>([&] {
    return FindAllSymmetries(Checked(problem).problem, Copied(options));
  });
}
dlx_answer* dlx_first(const dlx_problem* problem, const dlx_options* options) {
  return Guarded<dlx_answer>(
      [&] { return First(Checked(problem).problem, Copied(options)); });
}
dlx_answer* dlx_best(const dlx_problem* problem, size_t k,
                     const dlx_options* options) {
  return Guarded<dlx_answer>(
      [&] { return Best(Checked(problem).problem, k, Copied(options)); });
}
dlx_answer* dlx_sample(const dlx_problem* problem, size_t count,
                       const dlx_options* options) {
  return Guarded<dlx_answer>(
      [&] { return Sample(Checked(problem).problem, count, Copied(options)); });
}
dlx_answer* dlx_explain(const dlx_problem* problem,
                        const dlx_options* options) {
  return Guarded<dlx_answer>(
      [&] { return Explain(Checked(problem).problem, Copied(options)); });
}
dlx_answer* dlx_estimate(const dlx_problem* problem,
                         const dlx_options* options) {
  return Guarded<dlx_answer>([&] {
    return EstimateCovers(Checked(problem).problem, Copied(options));
  });
}
void dlx_answer_free(dlx_answer* answer) { delete answer; }

dlx_outcome dlx_answer_outcome(const dlx_answer* answer) {
  return OutcomeInC(Checked(answer).summary.outcome);
}
uint64_t dlx_answer_nodes(const dlx_answer* answer) {
  return Checked(answer).summary.statistics.nodes;
}
uint64_t dlx_answer_updates(const dlx_answer* answer) {
  return Checked(answer).summary.statistics.updates;
}
const char* dlx_answer_engine(const dlx_answer* answer) {
  return Checked(answer).engine.c_str();
}
const char* dlx_answer_reason(const dlx_answer* answer) {
  return Checked(answer).summary.engine.reason.c_str();
}
const char* dlx_answer_count(const dlx_answer* answer) {
  return Checked(answer).count.c_str();
}
size_t dlx_answer_cover_count(const dlx_answer* answer) {
  return Checked(answer).covers.size();
}
const uint32_t* dlx_answer_cover(const dlx_answer* answer, size_t k,
                                 size_t* size) {
  const dlx_answer& known = Checked(answer);
  assert(k < known.covers.size());
  *size = known.covers[k].size();
  return known.covers[k].data();
}
size_t dlx_answer_symmetry_count(const dlx_answer* answer) {
  return Checked(answer).item_symmetries.size();
}
const uint32_t* dlx_answer_symmetry(const dlx_answer* answer, size_t k,
                                    size_t* item_count) {
  const dlx_answer& known = Checked(answer);
  assert(k < known.item_symmetries.size());
  const std::vector<uint32_t>& images = known.item_symmetries[k];
  *item_count = images.size();
  return images.data();
}
const uint32_t* dlx_answer_symmetry_of_options(const dlx_answer* answer,
                                               size_t k, size_t* option_count) {
  const dlx_answer& known = Checked(answer);
  assert(k < known.option_symmetries.size());
  const std::vector<uint32_t>& images = known.option_symmetries[k];
  *option_count = images.size();
  return images.data();
}
int64_t dlx_answer_cost(const dlx_answer* answer, size_t k) {
  const dlx_answer& known = Checked(answer);
  assert(k < known.costs.size());
  return known.costs[k];
}
int dlx_answer_lower_bound(const dlx_answer* answer, int64_t* bound) {
  const dlx_answer& known = Checked(answer);
  *bound = known.lower_bound.value_or(0);
  return known.lower_bound.has_value();
}
int dlx_answer_has_no_cover(const dlx_answer* answer) {
  return Checked(answer).has_no_cover;
}
const uint32_t* dlx_answer_items(const dlx_answer* answer, size_t* size) {
  const dlx_answer& known = Checked(answer);
  *size = known.items.size();
  return known.items.data();
}
int dlx_answer_is_irreducible(const dlx_answer* answer) {
  return Checked(answer).is_irreducible;
}
int dlx_answer_estimate(const dlx_answer* answer, dlx_interval* covers,
                        dlx_interval* nodes) {
  const dlx::Estimate& estimate = Checked(answer).estimate;
  *covers = Interval(estimate.covers);
  *nodes = Interval(estimate.nodes);
  return estimate.exact;
}

}  // extern "C"
