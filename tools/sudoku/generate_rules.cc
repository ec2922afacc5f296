#include "tools/sudoku/generate_rules.h"

#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/format/rule_line.h"
#include "sudoku/making/made_rules.h"
#include "sudoku/making/random.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/render/rules_text.h"
#include "sudoku/rules/rule_text.h"
#include "tools/cli/error.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/sudoku/print_page_file.h"
#include "tools/sudoku/record.h"

ABSL_FLAG(std::string, with_rules, "",
          "Rules of these `KINDS` are made, as few as will do, with clues only "
          "where they leave several solutions: Cage,WhiteDot or Skyscraper "
          "(see docs/rules.md).");

namespace sudoku::tool {

bool HasMadeRules() { return !absl::GetFlag(FLAGS_with_rules).empty(); }

namespace {

std::string MadeText(const Puzzle& puzzle, uint64_t number, uint64_t seed,
                     OutputFormat format, TextColors colors) {
  switch (format) {
    case OutputFormat::kGrid:
      return absl::StrCat(number > 1 ? "\n" : "",
                          DrawGrid(GridPicture::OfClues(puzzle), colors),
                          RulesText(puzzle.rules, puzzle.geometry));
    case OutputFormat::kLine:
      return absl::StrCat(RuleLine(puzzle), "\n");
    case OutputFormat::kCsv:
    case OutputFormat::kJson:
      break;
  }
  Record record("puzzle");
  record.Number("number", number)
      .Text("puzzle", RuleLine(puzzle))
      .Number("clues", static_cast<uint64_t>(puzzle.clues.filled_count()));
  if (format == OutputFormat::kJson) record.Number("seed", seed);
  return record.ToLine(format);
}

absl::Status AddKinds(RuleWishes& wishes) {
  for (const absl::string_view name : absl::StrSplit(
           absl::GetFlag(FLAGS_with_rules), ',', absl::SkipEmpty())) {
    const RuleKind* const kind = FindRuleKind(name);
    if (kind == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("--with-rules: ", UnknownRuleSentence(name)));
    }
    if (!CanBeMade(*kind)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--with-rules: ", name,
          " cannot be made: only rules of cells and at most one number can; "
          "--rule gives it to all puzzles"));
    }
    wishes.kinds.push_back(kind);
  }
  return absl::OkStatus();
}

// `made` of `count` puzzles were made before.
cli::ExitCode ExitCodeFor(const absl::Status& status, uint64_t made,
                          uint64_t count) {
  if (absl::IsCancelled(status)) return cli::InterruptExitCode();
  if (!absl::IsDeadlineExceeded(status)) {
    return cli::Fail(cli::ExitCode::kUsage, status.message());
  }
  cli::Note(absl::StrCat("the time is up after ", cli::WithThousands(made),
                         " of ", cli::WithThousands(count), " puzzles"));
  return cli::ExitCode::kLimit;
}

}  // namespace

cli::ExitCode GenerateForRules(const Geometry& geometry,
                               const Settings& settings, uint64_t seed,
                               uint64_t count) {
  RuleWishes wishes{Puzzle(geometry)};
  if (const auto error = AddWishes(settings.rules, &wishes)) {
    return cli::Fail(
        cli::ExitCode::kUsage,
        absl::StrCat("--rule:", error->offset + 1, ": ", error->sentence));
  }
  const absl::Status status = AddKinds(wishes);
  if (!status.ok()) return cli::Fail(cli::ExitCode::kUsage, status.message());
  const absl::Duration end = dlx::SteadyNow() + settings.solver.limits.time;
  dlx::Limits limits = settings.solver.limits;
  limits.interrupter = &cli::CatchInterrupts();
  const OutputFormat format = settings.format.value_or(
      count == 1 ? OutputFormat::kGrid : OutputFormat::kLine);
  const bool prints = !settings.html_file.empty();
  std::vector<PrintedPuzzle> printed;
  cli::Output output;
  if (format == OutputFormat::kCsv && !prints) {
    output.Write("number,puzzle,clues\n");
  }
  cli::ExitCode code = cli::ExitCode::kFinished;
  for (uint64_t number = 1; number <= count && output.ok(); ++number) {
    Random random(seed, number);
    limits.time = end - dlx::SteadyNow();
    const absl::StatusOr<Puzzle> puzzle = WithMadeRules(wishes, random, limits);
    if (!puzzle.ok()) {
      code = ExitCodeFor(puzzle.status(), number - 1, count);
      break;
    }
    if (prints) {
      printed.push_back({*puzzle, puzzle->stated_solution});
    } else {
      output.Write(MadeText(*puzzle, number, seed, format, settings.colors));
      // Making the next one may take seconds.
      output.Flush();
    }
  }
  if (!printed.empty()) {
    const absl::Status status =
        WritePrintPage(printed, absl::StrCat("Puzzles with rules, seed ", seed),
                       settings, output);
    if (!status.ok()) {
      return cli::Fail(cli::ExitCode::kOutputError, status.message());
    }
  }
  return output.Finish(code);
}

}  // namespace sudoku::tool
