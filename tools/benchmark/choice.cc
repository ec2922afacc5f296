// benchmark choice: the automatic choice of an engine against each engine and
// setting, on problems of many families.
//
// Files of problems are a family, too. The automatic choice goes first. A
// single setting is stopped when it has taken longer: then it is not the best
// one anyway.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "dlx/base/cpu_time.h"
#include "dlx/engines.h"
#include "dlx/io/problem_writer.h"
#include "dlx/natural.h"
#include "dlx/search.h"
#include "tools/benchmark/choice_report.h"
#include "tools/benchmark/commands.h"
#include "tools/benchmark/contest.h"
#include "tools/benchmark/families.h"
#include "tools/benchmark/peak_memory.h"
#include "tools/cli/error.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/number_format.h"

ABSL_FLAG(std::string, tasks, "count,all,first,best",
          "Which `TASKS`: count, all (visit each cover), first, best.");
ABSL_FLAG(uint64_t, problem_seed, 1, "Other problems of the same families.");
ABSL_FLAG(std::string, plot, "", "Write a plot of the ratios (SVG) to `FILE`.");
ABSL_FLAG(std::string, save, "",
          "Write the problems to `FOLDER`, for other programs, and be done.");
ABSL_FLAG(bool, each, false, "A row for each problem, too.");
ABSL_FLAG(cli::BytesFlag, memory, {dlx::SearchOptions().memory_limit},
          "What may be remembered: `SIZE` such as 1G or 1M.");

namespace contest {
namespace {

using dlx::Branching;
using dlx::EngineKind;

struct Setting {
  EngineKind engine = EngineKind::kAuto;
  Branching branching = Branching::kFewestOptions;

  std::string name() const {
    return absl::StrCat(
        dlx::EngineName(engine),
        branching == Branching::kInputOrder ? ", input order" : "");
  }
};

std::vector<Setting> SingleSettings() {
  std::vector<Setting> settings;
  for (const Branching branching :
       {Branching::kFewestOptions, Branching::kInputOrder}) {
    for (const dlx::EngineInfo& engine : dlx::AllEngines()) {
      if (!engine.may_be_chosen) continue;
      settings.push_back({engine.kind, branching});
    }
  }
  return settings;
}

constexpr std::pair<absl::string_view, dlx::Task> kTasks[] = {
    {"count", dlx::Task::kCount},
    {"all", dlx::Task::kEnumerate},
    {"first", dlx::Task::kEnumerate},
    {"best", dlx::Task::kBest}};

// What is the same for every engine: the number of covers, whether there is
// one, or what the cheapest one costs. Nothing if it was not done.
std::optional<std::string> Answer(absl::string_view task,
                                  const dlx::Problem& problem,
                                  const dlx::SearchOptions& options) {
  if (task == "count") {
    const auto result = dlx::CountSolutions(problem, options);
    if (!result.ok() || result->summary.outcome != dlx::Outcome::kExhausted) {
      return std::nullopt;
    }
    return cli::Decimal(result->count);
  }
  if (task == "all") {
    dlx::Natural count = 0;
    const auto summary = dlx::ForEachSolution(
        problem, [&](const dlx::Solution&) { return ++count != 0; }, options);
    if (!summary.ok() || summary->outcome != dlx::Outcome::kExhausted) {
      return std::nullopt;
    }
    return cli::Decimal(count);
  }
  if (task == "first") {
    const auto result = dlx::FindFirst(problem, options);
    if (!result.ok()) return std::nullopt;
    if (result->options.has_value()) return "a cover";
    if (result->summary.outcome == dlx::Outcome::kExhausted) return "none";
    return std::nullopt;
  }
  const auto result = dlx::FindBest(problem, 1, options);
  if (!result.ok() || result->summary.outcome != dlx::Outcome::kExhausted) {
    return std::nullopt;
  }
  return result->covers.empty() ? "none" : absl::StrCat(result->covers[0].cost);
}

// A problem that is asked for.
struct Entry {
  std::string family;
  std::string name;
  std::function<absl::StatusOr<dlx::Problem>()> make;
  bool has_too_many = false;
  bool is_kept_aside = false;
};

class Trial {
 public:
  Trial(const Entry& entry, absl::string_view task, const Settings& settings,
        const dlx::Problem& problem)
      : task_(task), settings_(settings), problem_(problem) {
    result_.family = entry.family;
    result_.problem = entry.name;
    result_.task = std::string(task);
    result_.is_kept_aside = entry.is_kept_aside;
  }

  ChoiceResult Run() {
    const Attempt automatic = RunWith({}, settings_.time_limit);
    result_.is_done = automatic.time.has_value();
    result_.automatic = automatic.time.value_or(settings_.time_limit);
    result_.automatic_memory = automatic.memory;
    Note(automatic, "auto");
    const Setting best = TryAll();
    // What looks bad is tried again: noise only adds time.
    for (int round = 1; round < settings_.rounds && result_.is_done &&
                        result_.best.has_value() && result_.ratio() > 1.2;
         ++round) {
      const Attempt again = RunWith({}, settings_.time_limit);
      if (again.time.has_value()) {
        result_.automatic = std::min(result_.automatic, *again.time);
      }
      const Attempt rival = RunWith(best, settings_.time_limit);
      if (rival.time.has_value()) {
        result_.best = std::min(*result_.best, *rival.time);
      }
    }
    return result_;
  }

  bool has_contradiction() const { return has_contradiction_; }

 private:
  Attempt RunWith(const Setting& setting, absl::Duration limit) const {
    // The limit is one of CPU time, whatever else the computer does.
    const PeakMemory memory;
    const absl::Duration start = dlx::ThreadCpuTime();
    dlx::Interrupter interrupter;
    std::optional<std::string> answer =
        Answer(task_, problem_,
               {.limits = {.interrupter = &interrupter},
                .engine = setting.engine,
                .branching = setting.branching,
                .memory_limit = absl::GetFlag(FLAGS_memory).value,
                .on_progress =
                    [&](const dlx::Progress&) {
                      if (dlx::ThreadCpuTime() - start > limit)
                        interrupter.Request();
                    },
                .progress_interval = absl::Milliseconds(2)});
    const absl::Duration time = dlx::ThreadCpuTime() - start;
    if (!answer.has_value()) return {.memory = memory.Growth()};
    return {
        .time = time, .answer = std::move(answer), .memory = memory.Growth()};
  }

  // The best single setting.
  Setting TryAll() {
    Setting best;
    const dlx::Task task = absl::c_find_if(kTasks, [this](const auto& known) {
                             return known.first == task_;
                           })->second;
    for (const Setting& setting : SingleSettings()) {
      if (!dlx::CheckEngine(setting.engine, problem_, task).ok()) continue;
      const absl::Duration limit = std::min(
          settings_.time_limit, result_.automatic + absl::Milliseconds(20));
      const Attempt run = RunWith(setting, limit);
      Note(run, setting.name());
      if (!run.time.has_value()) continue;
      if (result_.best.has_value() && *result_.best <= *run.time) continue;
      best = setting;
      result_.best = run.time;
      result_.best_memory = run.memory;
      result_.best_setting = setting.name();
    }
    return best;
  }

  void Note(const Attempt& run, absl::string_view name) {
    if (!run.answer.has_value()) return;
    if (!answer_.has_value()) answer_ = run.answer;
    if (*answer_ == *run.answer) return;
    has_contradiction_ = true;
    cli::Note(absl::StrCat(result_.problem, " (", task_, "): ", name, " finds ",
                           *run.answer, ", but another one ", *answer_));
  }

  const absl::string_view task_;
  const Settings& settings_;
  const dlx::Problem& problem_;
  ChoiceResult result_;
  std::optional<std::string> answer_;
  bool has_contradiction_ = false;
};

bool Wants(absl::string_view list, absl::string_view word) {
  for (const absl::string_view part : absl::StrSplit(list, ',')) {
    if (part == word) return true;
  }
  return false;
}

// What the file is a problem of: its name up to a number at the end.
std::string FamilyOfFile(const std::string& path) {
  std::string name = ShortName(path);
  const size_t end = name.find_last_not_of("0123456789") + 1;
  if (end > 1 && name[end - 1] == '-') name.resize(end - 1);
  return name;
}

// The problems of the families and files that the arguments name, or of all
// families.
absl::StatusOr<std::vector<Entry>> WantedEntries(
    const cli::Arguments& arguments) {
  const std::vector<Family> all = AllFamilies();
  std::vector<Entry> entries;
  const auto add_family = [&](const Family& family) {
    for (int level = 0; level < family.levels; ++level) {
      entries.push_back({.family = std::string(family.name),
                         .name = absl::StrCat(family.name, "-", level),
                         .make =
                             [family, level] {
                               return MakeProblem(
                                   family, level,
                                   absl::GetFlag(FLAGS_problem_seed));
                             },
                         .has_too_many = family.has_too_many,
                         .is_kept_aside = family.is_kept_aside});
    }
  };
  if (arguments.empty()) absl::c_for_each(all, add_family);
  for (const std::string& name : arguments) {
    const auto found = absl::c_find_if(
        all, [&](const Family& family) { return family.name == name; });
    if (found != all.end()) {
      add_family(*found);
      continue;
    }
    if (!std::filesystem::exists(name)) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no family and no file \"", name, "\""));
    }
    for (const std::string& path : ExpandFiles({name}, {}, ".dlx")) {
      entries.push_back({.family = FamilyOfFile(path),
                         .name = ShortName(path),
                         .make = [path] { return ReadProblemFile(path); }});
    }
  }
  return entries;
}

bool Write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (file.fail()) cli::Note(absl::StrCat("cannot write \"", path, "\""));
  return !file.fail();
}

cli::ExitCode Save(const std::vector<Entry>& entries,
                   const std::string& folder) {
  for (const Entry& entry : entries) {
    const absl::StatusOr<dlx::Problem> problem = entry.make();
    if (!problem.ok()) return Fail(problem.status());
    const auto text = dlx::io::WriteProblem(*problem);
    if (!text.ok()) return Fail(text.status());
    if (!Write(absl::StrCat(folder, "/", entry.name, ".dlx"), *text)) {
      return cli::ExitCode::kNoInput;
    }
  }
  return cli::ExitCode::kFinished;
}

}  // namespace

cli::ExitCode RunChoice(const cli::Arguments& arguments) {
  const absl::StatusOr<Settings> settings =
      SettingsFromFlags({EngineKind::kAuto});
  if (!settings.ok()) return Fail(settings.status());
  const absl::StatusOr<std::vector<Entry>> entries = WantedEntries(arguments);
  if (!entries.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, entries.status().message());
  }
  const std::string folder = absl::GetFlag(FLAGS_save);
  if (!folder.empty()) return Save(*entries, folder);

  const std::string tasks = absl::GetFlag(FLAGS_tasks);
  std::vector<ChoiceResult> results;
  cli::ExitCode code = cli::ExitCode::kFinished;
  for (const Entry& entry : *entries) {
    const absl::StatusOr<dlx::Problem> problem = entry.make();
    if (!problem.ok()) return Fail(problem.status());
    for (const auto& [task, kind] : kTasks) {
      // With costs, covers of least cost are what is wanted.
      if ((kind == dlx::Task::kBest) != problem->has_costs()) continue;
      if (entry.has_too_many && task != "first") continue;
      if (!Wants(tasks, task)) continue;
      Trial trial(entry, task, *settings, *problem);
      results.push_back(trial.Run());
      if (trial.has_contradiction()) code = cli::ExitCode::kNo;
    }
  }
  std::fputs(ChoiceTable(results).c_str(), stdout);
  const bool each = absl::GetFlag(FLAGS_each);
  const std::string details = ChoiceDetails(results, /*only_broken=*/!each);
  if (!details.empty()) std::printf("\n%s", details.c_str());
  const std::string plot = absl::GetFlag(FLAGS_plot);
  if (!plot.empty() && !Write(plot, ChoicePlot(results))) {
    return cli::ExitCode::kNoInput;
  }
  return code;
}

}  // namespace contest
