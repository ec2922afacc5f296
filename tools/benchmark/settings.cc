// What the flags and arguments of benchmark mean.

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <thread>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "dlx/engines.h"
#include "dlx/io/problem_reader.h"
#include "dlx/parallel.h"
#include "tools/benchmark/commands.h"
#include "tools/cli/error.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/input_file.h"

ABSL_FLAG(
    std::string, engines, "",
    "The `ENGINES` to compare, such as auto,bit_sets, or none. All others "
    "are compared with the first one.");
ABSL_FLAG(std::string, rival, "",
          "Other programs: `NAME=COMMAND`, where {} stands for the file; "
          "several are separated by ';;'.");
ABSL_FLAG(std::string, answer_after, "",
          "A rival's answer is the number that comes after the last `TEXT` in "
          "what it writes. Without this it is not looked at.");
ABSL_FLAG(cli::LimitFlag, rounds, {3},
          "The best of `N` times counts; contestants take turns.");
ABSL_FLAG(cli::TimeoutFlag, timeout, {absl::Seconds(30)},
          "No program gets more than this `TIME` for a file.");
ABSL_FLAG(cli::TimeoutFlag, least, {absl::Milliseconds(10)},
          "For the means, leave out what takes both less than this `TIME`.");
ABSL_FLAG(bool, visit, false,
          "Visit all covers, one by one, rather than count them.");
ABSL_FLAG(std::string, threads, "",
          "How many threads to try: `NUMBERS` such as 1,2,4. All others are "
          "compared with the first one.");

namespace contest {

std::vector<std::string> Settings::Names() const {
  std::vector<std::string> names;
  for (const dlx::EngineKind engine : engines) {
    names.emplace_back(dlx::EngineName(engine));
  }
  for (const Rival& rival : rivals) names.push_back(rival.name);
  return names;
}

absl::StatusOr<Settings> SettingsFromFlags(
    std::vector<dlx::EngineKind> default_engines) {
  Settings settings = {.engines = std::move(default_engines),
                       .rivals = {},
                       .answer_after = absl::GetFlag(FLAGS_answer_after),
                       .rounds = static_cast<int>(std::min<uint64_t>(
                           *absl::GetFlag(FLAGS_rounds).value, 1000)),
                       .time_limit = absl::GetFlag(FLAGS_timeout).value,
                       .least = absl::GetFlag(FLAGS_least).value};
  const std::string engines = absl::GetFlag(FLAGS_engines);
  if (!engines.empty()) settings.engines.clear();
  for (const absl::string_view name :
       absl::StrSplit(engines, ',', absl::SkipEmpty())) {
    if (name == "none") continue;
    const std::optional<dlx::EngineKind> engine = dlx::FindEngine(name);
    if (!engine.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--engines: there is no engine \"", name, "\""));
    }
    settings.engines.push_back(*engine);
  }
  const std::string rivals = absl::GetFlag(FLAGS_rival);
  for (const absl::string_view text :
       absl::StrSplit(rivals, ";;", absl::SkipEmpty())) {
    absl::StatusOr<Rival> rival = ParseRival(text);
    if (!rival.ok()) return rival.status();
    settings.rivals.push_back(*std::move(rival));
  }
  if (settings.engines.empty() && settings.rivals.empty()) {
    return absl::InvalidArgumentError("there is nothing to compare");
  }
  return settings;
}

std::vector<dlx::EngineKind> EnginesToCompare() {
  std::vector<dlx::EngineKind> engines = {dlx::EngineKind::kAuto};
  for (const dlx::EngineInfo& engine : dlx::AllEngines()) {
    if (engine.may_be_chosen) engines.push_back(engine.kind);
  }
  return engines;
}

bool WantsVisits() { return absl::GetFlag(FLAGS_visit); }

std::vector<int> WantedThreadCounts() {
  std::vector<int> counts;
  const std::string text = absl::GetFlag(FLAGS_threads);
  for (const absl::string_view part :
       absl::StrSplit(text, ',', absl::SkipEmpty())) {
    int count;
    if (!absl::SimpleAtoi(part, &count) || count < 1 ||
        count > dlx::kMostThreads) {
      return {};
    }
    counts.push_back(count);
  }
  if (!text.empty()) return counts;
  for (int count = 1; count < dlx::ProcessorCount(); count *= 2) {
    counts.push_back(count);
  }
  counts.push_back(std::max(2, dlx::ProcessorCount()));
  return counts;
}

std::vector<std::string> ExpandFiles(const cli::Arguments& arguments,
                                     const std::vector<std::string>& by_default,
                                     absl::string_view ending) {
  std::vector<std::string> files;
  for (const std::string& path : arguments.empty() ? by_default : arguments) {
    std::error_code error;
    std::filesystem::directory_iterator folder(path, error);
    if (error) {
      files.push_back(path);  // A file, or it will turn out to be nothing.
      continue;
    }
    const size_t first = files.size();
    for (const std::filesystem::directory_entry& entry : folder) {
      std::string name = entry.path().string();
      if (absl::EndsWith(name, ending)) files.push_back(std::move(name));
    }
    std::sort(files.begin() + first, files.end());
  }
  return files;
}

absl::StatusOr<dlx::Problem> ReadProblemFile(const std::string& path) {
  absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
  if (!file.ok()) return file.status();
  return dlx::io::ReadProblem(file->text, file->name);
}

cli::ExitCode Fail(const absl::Status& status) {
  return cli::Fail(absl::IsInvalidArgument(status) ? cli::ExitCode::kBadInput
                                                   : cli::ExitCode::kNoInput,
                   status.message());
}

std::string ShortName(absl::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return std::string(path.substr(0, path.rfind('.')));
}

}  // namespace contest
