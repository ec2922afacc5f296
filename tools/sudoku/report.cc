#include "tools/sudoku/report.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "dlx/base/version.h"
#include "tools/cli/error.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/number_format.h"
#include "tools/cli/running_command.h"

namespace sudoku::tool {

namespace {

std::string Some(uint64_t count, absl::string_view one,
                 absl::string_view many) {
  return absl::StrCat(cli::WithThousands(count), " ", count == 1 ? one : many);
}

std::string PerSecond(uint64_t count, absl::Duration time) {
  const double seconds = absl::ToDoubleSeconds(time);
  if (seconds <= 0) return "?";
  return cli::WithThousands(
      static_cast<uint64_t>(static_cast<double>(count) / seconds + 0.5));
}

// For the terminal, while the work goes on.
std::string ProgressText(const Tally& tally, double fraction_done,
                         absl::Duration time) {
  std::string text;
  if (fraction_done > 0) {
    constexpr int kBarWidth = 20;
    absl::StrAppendFormat(&text, "%s %5.1f%%  ",
                          cli::ProgressBar(fraction_done, kBarWidth),
                          100 * fraction_done);
  }
  absl::StrAppend(&text, Some(tally.puzzles, "puzzle", "puzzles"), "  ",
                  PerSecond(tally.puzzles, time), "/s  ",
                  cli::ShortDuration(time));
  if (const std::string left = cli::AboutTimeLeft(fraction_done, time);
      !left.empty()) {
    absl::StrAppend(&text, "  ", left);
  }
  if (tally.bad > 0) {
    absl::StrAppend(&text, "  ", cli::WithThousands(tally.bad), " wrong");
  }
  return text;
}

// Progress appears so soon, and then so often.
constexpr absl::Duration kFirstProgress = absl::Milliseconds(300);
constexpr absl::Duration kProgressInterval = absl::Milliseconds(200);

}  // namespace

void Tally::Add(const Job& job) {
  switch (job.fate) {
    case Fate::kDone:
      break;
    case Fate::kNo:
      ++no;
      break;
    case Fate::kNoMemory:
      is_memory_short = true;
      ++limited;
      break;
    case Fate::kLimited:
      ++limited;
      break;
    case Fate::kUnreadable:
      is_file_missing = true;
      ++bad;
      break;
    case Fate::kWrong:
      ++bad;
      break;
    case Fate::kRefused:
      ++refused;
      break;
    case Fate::kInterrupted:
      was_interrupted = true;
      return;
  }
  // What could not be read, or not be done, is not counted as a puzzle.
  if ((job.is_bad() || job.fate == Fate::kRefused) && job.output.empty()) {
    return;
  }
  ++puzzles;
  unique += job.verdict == Verdict::kUnique;
  none += job.verdict == Verdict::kNone;
  multiple += job.verdict == Verdict::kMultiple;
  undecided += job.verdict == Verdict::kUndecided;
  nodes += job.nodes;
  if (job.nodes > most_nodes) {
    most_nodes = job.nodes;
    hardest = job.puzzle.clues.ToLine();
    hardest_place = job.Place();
  }
}

cli::ExitCode Tally::exit_code() const {
  if (was_interrupted) return cli::InterruptExitCode();
  if (refused > 0) return cli::ExitCode::kUsage;
  if (is_file_missing) return cli::ExitCode::kNoInput;
  if (bad > 0) return cli::ExitCode::kBadInput;
  if (is_memory_short) return cli::ExitCode::kNoMemory;
  if (limited > 0) return cli::ExitCode::kLimit;
  if (no > 0) return cli::ExitCode::kNo;
  return cli::ExitCode::kFinished;
}

Report::Report(const Settings& settings, ReportOptions options, bool is_batch)
    : settings_(settings),
      options_(std::move(options)),
      is_batch_(is_batch),
      progress_line_(settings.progress),
      start_(absl::Now()),
      next_progress_(start_ + kFirstProgress) {
  output_.set_before_writing([this] { progress_line_.Erase(); });
  output_.Write(options_.header);
}

void Report::Say(absl::string_view sentence) {
  // In the order in which things stand in the input, as far as two streams
  // allow that.
  output_.Flush();
  progress_line_.Erase();
  cli::Note(sentence);
}

void Report::Note(Fate fate, absl::string_view sentence) {
  Job job;
  job.Fail(fate, sentence);
  Write(job);
}

void Report::Write(const Job& job) {
  if (!job.warning.empty() && job.fate != Fate::kInterrupted) {
    // What the reader says has its place, but what the work says has not.
    Say(job.line > 0 ? absl::StrCat(job.Place(), job.warning) : job.warning);
  }
  output_.WriteStyled(job.output);
  tally_.Add(job);
}

void Report::Tick(double fraction_done) {
  Tick(fraction_done,
       options_.search == nullptr ? std::nullopt : options_.search->Get());
}

void Report::TickInSearch(const dlx::Progress& search) { Tick(0, search); }

void Report::Tick(double fraction_done,
                  const std::optional<dlx::Progress>& search) {
  output_.Tick();
  if (!progress_line_.enabled()) return;
  const absl::Time now = absl::Now();
  if (now < next_progress_) return;
  next_progress_ = now + kProgressInterval;
  const absl::Duration time = now - start_;
  std::string text;
  // A search with nothing before it is all there is to tell.
  if (!search.has_value() || tally_.puzzles > 0) {
    text = ProgressText(tally_, fraction_done, time);
  }
  if (search.has_value()) {
    absl::StrAppend(
        &text, text.empty() ? "" : "  ",
        cli::SearchProgressText(*search, "solution", "solutions", time));
    const std::string remark =
        options_.search == nullptr ? "" : options_.search->remark();
    if (!remark.empty()) text = absl::StrCat(remark, "  ", text);
  }
  progress_line_.Show(text);
}

bool Report::WantsTextSummary() const {
  switch (options_.summary) {
    case ReportOptions::Summary::kAlways:
      return true;
    case ReportOptions::Summary::kIfIncomplete:
      return tally_.bad > 0 || tally_.limited > 0 || tally_.was_interrupted;
    case ReportOptions::Summary::kIfWrong:
      return tally_.bad > 0;
    case ReportOptions::Summary::kNever:
      break;
  }
  return false;
}

cli::ExitCode Report::Finish() {
  progress_line_.Erase();
  tally_.time = absl::Now() - start_;
  // A shard may well be empty.
  if (tally_.shard.count == 1 && tally_.puzzles == 0 && tally_.bad == 0 &&
      tally_.refused == 0 && !tally_.was_interrupted) {
    Note(Fate::kWrong, "there is no puzzle in the input");
  }
  const bool is_json = settings_.format == OutputFormat::kJson;
  if (options_.ending != nullptr) output_.WriteStyled(options_.ending());
  if (is_json && options_.has_json_summary) {
    output_.Write(SummaryAsJson(tally_, options_));
  }
  const cli::ExitCode code = output_.Finish(tally_.exit_code());
  if (code == cli::ExitCode::kClosedPipe) return code;
  if (is_batch_ && !is_json && WantsTextSummary()) {
    cli::Note(SummaryAsText(tally_, options_));
    if (options_.remarks != nullptr) {
      for (const std::string& remark : options_.remarks()) cli::Note(remark);
    }
  }
  if (settings_.statistics) cli::Note(StatisticsAsText(tally_, options_));
  return code;
}

std::string SummaryAsText(const Tally& tally, const ReportOptions& options) {
  std::string text = Some(tally.puzzles, "puzzle", "puzzles");
  std::vector<std::string> parts;
  if (options.counts_verdicts) {
    for (const auto& [count, verdict] :
         {std::pair(tally.unique, Verdict::kUnique),
          std::pair(tally.none, Verdict::kNone),
          std::pair(tally.multiple, Verdict::kMultiple),
          std::pair(tally.undecided, Verdict::kUndecided)}) {
      if (count == 0) continue;
      parts.push_back(
          absl::StrCat(cli::WithThousands(count), " ", VerdictName(verdict)));
    }
  } else if (tally.limited > 0) {
    parts.push_back(
        absl::StrCat(cli::WithThousands(tally.limited), " stopped by a limit"));
  }
  if (!parts.empty()) absl::StrAppend(&text, ": ", absl::StrJoin(parts, ", "));
  if (tally.bad > 0) {
    absl::StrAppend(&text, "; ",
                    Some(tally.bad, "wrong input", "wrong inputs"));
  }
  if (tally.was_interrupted) absl::StrAppend(&text, "; interrupted");
  return text;
}

// Flags that shards of the same work may have each in its own way.
constexpr absl::string_view kNotTheWork[] = {"shard", "threads", "format",
                                             "json",  "stats",   "progress"};

std::string SummaryAsJson(const Tally& tally, const ReportOptions& options) {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject();
  json.Key("type").String("summary");
  json.Key("puzzles").Number(tally.puzzles);
  if (options.counts_verdicts) {
    json.Key("unique").Number(tally.unique);
    json.Key("no_solution").Number(tally.none);
    json.Key("multiple_solutions").Number(tally.multiple);
    json.Key("undecided").Number(tally.undecided);
  }
  json.Key("limited").Number(tally.limited);
  json.Key("wrong_inputs").Number(tally.bad);
  json.Key("interrupted").Bool(tally.was_interrupted);
  if (options.counts_nodes) json.Key("nodes").Number(tally.nodes);
  json.Key("seconds").Number(absl::ToDoubleSeconds(tally.time));
  if (tally.shard.count > 1) {
    json.Key("shard").String(AbslUnparseFlag(tally.shard));
    json.Key("input_bytes").Number(static_cast<uint64_t>(tally.input_bytes));
    json.Key("input_digest").String(tally.input_digest);
    json.Key("command").String(cli::RunningCommand(kNotTheWork));
    json.Key("version").String(DLX_VERSION);
  }
  json.EndObject();
  line.push_back('\n');
  return line;
}

std::string StatisticsAsText(const Tally& tally, const ReportOptions& options) {
  if (options.counts_solutions) {
    return absl::StrCat(Some(tally.solutions, "solution", "solutions"), " in ",
                        cli::ShortDuration(tally.time));
  }
  std::string text = absl::StrFormat(
      "%s in %s (%s a second)", Some(tally.puzzles, "puzzle", "puzzles"),
      cli::ShortDuration(tally.time), PerSecond(tally.puzzles, tally.time));
  if (!options.counts_nodes) return text;
  absl::StrAppend(&text, "; ", Some(tally.nodes, "node", "nodes"));
  if (tally.puzzles > 1) {
    absl::StrAppendFormat(
        &text, " (%.1f a puzzle)",
        static_cast<double>(tally.nodes) / static_cast<double>(tally.puzzles));
  }
  if (!tally.hardest.empty()) {
    absl::StrAppendFormat(&text, "; the most for one puzzle: %s, %s%s",
                          cli::WithThousands(tally.most_nodes),
                          tally.hardest_place, tally.hardest);
  }
  return text;
}

}  // namespace sudoku::tool
