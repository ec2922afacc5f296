#include "tools/sudoku/show_counts.h"

#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sudoku/making/solution_diagram.h"
#include "sudoku/names.h"
#include "sudoku/render/rules_text.h"
#include "sudoku/render/solution_counts.h"
#include "tools/cli/error.h"
#include "tools/cli/output.h"
#include "tools/cli/own_file.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/job_diagram.h"
#include "tools/sudoku/record.h"

namespace sudoku::tool {

namespace {

// What does not go together with --counts, or nothing.
std::string Contradiction(const Settings& settings) {
  if (settings.shows_matrix) return "--matrix";
  if (settings.shows_solution) return "--solution";
  if (settings.propagates) return "--propagate";
  if (!settings.peers_of.empty()) return "--peers";
  if (!settings.cell.empty()) return "--cell";
  if (!settings.shows_candidates) return "--nocandidates";
  if (settings.format == OutputFormat::kLine) return "--format=line";
  return "";
}

// Otherwise the job has failed.
std::optional<SolutionCounts> CountsOf(Job& job, const Settings& settings) {
  const std::optional<SolutionDiagram> diagram = DiagramOfJob(job, settings);
  if (!diagram.has_value()) return std::nullopt;
  if (diagram->count() == 0) {
    job.Fail(Fate::kWrong, "there is no solution to be counted");
    return std::nullopt;
  }
  return SolutionCounts{.puzzle = job.puzzle,
                        .total = diagram->count(),
                        .by_placement = diagram->CountByPlacement()};
}

std::string CountsAsText(const SolutionCounts& counts, TextColors colors) {
  const Puzzle& puzzle = counts.puzzle;
  return absl::StrCat(puzzle.note, puzzle.note.empty() ? "" : "\n",
                      DrawCounts(counts, colors), puzzle.geometry.Description(),
                      ", ", counts.total.ToString(),
                      counts.total == 1 ? " solution\n" : " solutions\n",
                      RulesText(puzzle.rules, puzzle.geometry));
}

// For each cell "1:2 3:4": 2 solutions with a 1 there, 4 with a 3.
std::string CountsAsRecord(const Job& job, const SolutionCounts& counts,
                           OutputFormat format) {
  const Geometry& geometry = job.puzzle.geometry;
  std::vector<std::string> cells;
  for (const std::vector<dlx::Natural>& numbers : counts.by_placement) {
    std::string text;
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] == 0) continue;
      const int digit = static_cast<int>(i) + 1;
      absl::StrAppend(&text, text.empty() ? "" : " ",
                      std::string(1, geometry.DigitChar(digit)), ":",
                      numbers[i].ToString());
    }
    cells.push_back(std::move(text));
  }
  if (format == OutputFormat::kCsv) {
    for (std::string& cell : cells) {
      for (char& c : cell) c = c == ' ' ? ';' : c;
    }
  }
  return Record("counts", job)
      .Text("solutions", counts.total.ToString())
      .List("counts", std::move(cells))
      .ToLine(format);
}

void ShowJob(Job& job, const Settings& settings, bool ends_with_blank_line) {
  const std::optional<SolutionCounts> counts = CountsOf(job, settings);
  if (!counts.has_value()) return;
  const OutputFormat format = settings.format.value_or(OutputFormat::kGrid);
  if (settings.draws_svg) {
    job.output = CountsSvg(*counts, job.puzzle.note);
  } else if (IsForPrograms(format)) {
    job.output = CountsAsRecord(job, *counts, format);
  } else {
    job.output = CountsAsText(*counts, settings.colors);
    if (ends_with_blank_line) job.output.push_back('\n');
  }
}

// A page with the heat maps of all puzzles.
cli::ExitCode WritePageOfCounts(const cli::Arguments& arguments,
                                const Settings& settings) {
  BatchOptions options = {.solver = settings.solver};
  options.report.counts_verdicts = false;
  std::vector<SolutionCounts> all;
  // On one thread, and so in their order.
  const cli::ExitCode code =
      RunBatch(arguments, settings, options, [&](Job& job, Worker&) {
        std::optional<SolutionCounts> counts = CountsOf(job, settings);
        if (counts.has_value()) all.push_back(*std::move(counts));
      });
  if (all.empty()) return code;
  const absl::Status status = cli::WriteOwnFile(
      settings.html_file,
      CountsPage(all, settings.title.empty() ? "Solutions by candidate"
                                             : settings.title),
      kCountsPageMark);
  if (!status.ok()) {
    return cli::Fail(cli::ExitCode::kOutputError, status.message());
  }
  cli::Output output;
  output.Write(absl::StrCat(settings.html_file, ": a page with ", all.size(),
                            all.size() == 1 ? " puzzle\n" : " puzzles\n"));
  return output.Finish(code);
}

}  // namespace

cli::ExitCode ShowCounts(const cli::Arguments& arguments,
                         const Settings& settings) {
  if (arguments.empty()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "sudoku show --counts needs a puzzle or a file");
  }
  if (const std::string other = Contradiction(settings); !other.empty()) {
    return cli::Fail(
        cli::ExitCode::kUsage,
        absl::StrCat("--counts and ", other, " do not go together"));
  }
  if (!settings.html_file.empty()) {
    return WritePageOfCounts(arguments, settings);
  }
  const bool are_all_puzzles = AreAllPuzzles(arguments);
  BatchOptions options = {.solver = settings.solver};
  options.report.counts_verdicts = false;
  // Nothing may follow the end of a picture.
  options.report.has_json_summary = !settings.draws_svg;
  if (settings.format == OutputFormat::kCsv) {
    options.report.header = CsvHeader({"solutions", "counts"});
  }
  // A file holds one picture.
  std::atomic<int> shown = 0;
  return RunBatch(arguments, settings, options, [&](Job& job, Worker&) {
    if (settings.draws_svg && shown++ > 0) {
      return job.Fail(Fate::kWrong,
                      "only one puzzle can be shown with --svg; --html takes "
                      "any number");
    }
    ShowJob(job, settings, !are_all_puzzles);
  });
}

}  // namespace sudoku::tool
