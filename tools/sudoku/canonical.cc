// canonical: puzzles without needless differences.

#include "sudoku/making/canonical.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"

ABSL_FLAG(bool, classes, false,
          "Tell which puzzles of the input are the same in disguise, instead "
          "of their canonical forms.");

namespace sudoku::tool {

namespace {

// The canonical form of the job's puzzle; otherwise the job says why there is
// none.
absl::StatusOr<CanonicalClass> FormOfJob(Job& job) {
  if (job.puzzle.has_candidates()) {
    job.Fail(Fate::kWrong,
             "a puzzle given by candidates has no canonical form");
    return absl::InvalidArgumentError(job.warning);
  }
  absl::StatusOr<CanonicalClass> form =
      FindCanonicalClass(job.puzzle.geometry, job.puzzle.clues);
  // There is nothing wrong with a puzzle that is too large, or not of boxes.
  if (!form.ok()) job.Fail(Fate::kRefused, form.status().message());
  return form;
}

// The puzzles of the input by their canonical forms. Any thread may add one.
class Classes {
 public:
  void Add(const Job& job, const Grid& form) {
    Place place = {job.is_argument ? job.puzzle.clues.ToLine() : job.source,
                   job.line};
    const std::lock_guard<std::mutex> lock(mutex_);
    places_of_form_[form.ToLine()].push_back(std::move(place));
    ++puzzle_count_;
  }

  // A line for each class that has more than one puzzle, and one that says how
  // many there are; or a record for each class.
  std::string ToText(OutputFormat format) {
    std::vector<std::pair<std::vector<Place>, absl::string_view>> classes;
    for (auto& [form, places] : places_of_form_) {
      std::sort(places.begin(), places.end());
      classes.push_back({places, form});
    }
    std::sort(classes.begin(), classes.end());  // By their first puzzles.
    std::string text;
    if (format == OutputFormat::kCsv) text = "puzzles,canonical\n";
    for (const auto& [places, form] : classes) {
      std::vector<std::string> names;
      for (const auto& [source, line] : places) {
        names.push_back(line > 0 ? absl::StrCat(source, ":", line) : source);
      }
      if (IsForPrograms(format)) {
        absl::StrAppend(&text, Record("class")
                                   .List("puzzles", std::move(names))
                                   .Text("canonical", form)
                                   .ToLine(format));
      } else if (names.size() > 1) {
        absl::StrAppend(&text, absl::StrJoin(names, " = "), "\n");
      }
    }
    if (!IsForPrograms(format)) {
      absl::StrAppend(&text, cli::WithThousands(puzzle_count_),
                      puzzle_count_ == 1 ? " puzzle, " : " puzzles, ",
                      cli::WithThousands(uint64_t{classes.size()}),
                      " essentially different\n");
    }
    return text;
  }

 private:
  using Place = std::tuple<std::string, int64_t>;  // The source, the line.

  std::mutex mutex_;
  std::map<std::string, std::vector<Place>> places_of_form_;
  uint64_t puzzle_count_ = 0;
};

// As for all puzzles alike, but nothing is written of a single one.
cli::ExitCode CompareForms(const cli::Arguments& arguments,
                           const Settings& settings,
                           const BatchOptions& options) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kLine);
  Classes classes;
  const cli::ExitCode code =
      RunBatch(arguments, settings, options, [&](Job& job, Worker&) {
        if (const auto form = FormOfJob(job); form.ok()) {
          classes.Add(job, form->form);
        }
      });
  cli::Output output;
  output.Write(classes.ToText(format));
  return output.Finish(code);
}

}  // namespace

cli::ExitCode Canonical(const cli::Arguments& arguments,
                        const Settings& settings) {
  const bool are_all_puzzles = AreAllPuzzles(arguments);
  // Canonical forms are there to be compared: as lines, by default.
  const PuzzleStyle style = {
      .format = settings.format.value_or(OutputFormat::kLine),
      .colors = settings.colors,
      .ends_with_blank_line = !are_all_puzzles};
  BatchOptions options = {.solver = settings.solver};
  options.threads = are_all_puzzles ? 1 : settings.ThreadCount();
  options.report.counts_verdicts = false;
  options.report.counts_nodes = false;  // Nothing is searched.
  if (absl::GetFlag(FLAGS_classes)) {
    options.report.has_json_summary = false;
    return CompareForms(arguments, settings, options);
  }
  if (style.format == OutputFormat::kCsv) {
    options.report.header =
        CsvHeader({"canonical", "transposed", "rows", "columns", "digits"});
  }
  return RunBatch(arguments, settings, options, [&](Job& job, Worker&) {
    const absl::StatusOr<CanonicalClass> form = FormOfJob(job);
    if (!form.ok()) return;
    if (!IsForPrograms(style.format)) {
      job.output = PuzzleText(job, form->form, style);
      return;
    }
    Record record("puzzle", job);
    record.Text("canonical", form->form.ToLine());
    AddDisguise(form->disguise, record);
    job.output = record.ToLine(style.format);
  });
}

}  // namespace sudoku::tool
