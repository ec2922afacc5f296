#include "tools/sudoku/report.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "tools/cli/json.h"
#include "tools/cli/number_format.h"

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

}  // namespace

std::string SummaryAsText(const Tally& tally, bool with_verdicts) {
  std::string text = Some(tally.puzzles, "puzzle", "puzzles");
  std::vector<std::string> parts;
  if (with_verdicts) {
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

std::string SummaryAsJson(const Tally& tally, bool with_verdicts) {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject();
  json.Key("type").String("summary");
  json.Key("puzzles").Number(tally.puzzles);
  if (with_verdicts) {
    json.Key("unique").Number(tally.unique);
    json.Key("no_solution").Number(tally.none);
    json.Key("multiple_solutions").Number(tally.multiple);
    json.Key("undecided").Number(tally.undecided);
  }
  json.Key("limited").Number(tally.limited);
  json.Key("wrong_inputs").Number(tally.bad);
  json.Key("interrupted").Bool(tally.was_interrupted);
  json.Key("nodes").Number(tally.nodes);
  json.Key("seconds").Number(absl::ToDoubleSeconds(tally.time));
  json.EndObject();
  line.push_back('\n');
  return line;
}

std::string StatisticsAsText(const Tally& tally) {
  std::string text = absl::StrFormat(
      "%s in %s (%s a second); %s", Some(tally.puzzles, "puzzle", "puzzles"),
      cli::ShortDuration(tally.time), PerSecond(tally.puzzles, tally.time),
      Some(tally.nodes, "node", "nodes"));
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

std::string ProgressText(const Tally& tally, double fraction_read,
                         absl::Duration time) {
  std::string text;
  if (fraction_read > 0) {
    absl::StrAppendFormat(&text, "%5.1f%%  ", 100 * fraction_read);
  }
  absl::StrAppend(&text, Some(tally.puzzles, "puzzle", "puzzles"), "  ",
                  PerSecond(tally.puzzles, time), "/s  ",
                  cli::ShortDuration(time));
  if (tally.bad > 0) {
    absl::StrAppend(&text, "  ", cli::WithThousands(tally.bad), " wrong");
  }
  return text;
}

}  // namespace sudoku::tool
