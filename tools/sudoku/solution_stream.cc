#include "tools/sudoku/solution_stream.h"

#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output.h"
#include "tools/sudoku/record.h"

namespace sudoku::tool {

namespace {

// The first solutions are shown at once: the next may take long.
constexpr uint64_t kShownAtOnce = 1000;

ReportOptions ReportOptionsFor(OutputFormat format) {
  ReportOptions options = {.counts_verdicts = false,
                           .counts_solutions = true,
                           .summary = ReportOptions::Summary::kIfWrong};
  if (format == OutputFormat::kCsv) {
    options.header = CsvHeader({"number", "solution"});
  }
  return options;
}

}  // namespace

SolutionStream::SolutionStream(const cli::Arguments& arguments,
                               const Settings& settings, SolverOptions options)
    : settings_(settings),
      format_(settings.format.value_or(OutputFormat::kLine)),
      input_(arguments, settings),
      options_(options),
      report_(settings, ReportOptionsFor(format_),
              !input_.is_command_line_only()) {
  options_.limits.interrupter = &cli::CatchInterrupts();
  options_.on_progress = [this](const dlx::Progress& progress) {
    report_.TickInSearch(progress);
  };
}

cli::ExitCode SolutionStream::Run(FindSolutions find) {
  Worker worker(options_);
  const bool is_complete =
      ForEachJob(input_, options_.limits.interrupter, [&](Job& job) {
        if (!job.is_bad()) {
          uint64_t number = 0;
          find(job, worker, [&](const Grid& solution) {
            Write(job, solution, ++number);
            return report_.ok();
          });
          // Whatever else the reader of the output has brought about by going
          // away, it is not Ctrl-C.
          if (job.fate == Fate::kInterrupted && !report_.ok()) {
            job.fate = Fate::kDone;
          }
          CheckStatedSolution(job);
        }
        report_.Write(job);
        return report_.ok();
      });
  if (!is_complete) report_.SetInterrupted();
  report_.SetShard(settings_.shard, input_.bytes(), input_.digest());
  return report_.Finish();
}

void SolutionStream::Write(const Job& job, const Grid& solution,
                           uint64_t number) {
  cli::Output& output = report_.output();
  switch (format_) {
    case OutputFormat::kJson:
    case OutputFormat::kCsv:
      output.Write(Record("solution", job)
                       .Number("number", number)
                       .Text("solution", solution.ToLine())
                       .ToLine(format_));
      break;
    case OutputFormat::kGrid:
      if (report_.tally().solutions > 0) output.Write("\n");
      output.WriteStyled(DrawGrid(GridPicture::OfSolution(job.puzzle, solution),
                                  settings_.colors));
      break;
    case OutputFormat::kLine:
      output.Write(solution.ToLine());
      output.Write("\n");
      break;
  }
  report_.AddSolution();
  if (report_.tally().solutions <= kShownAtOnce) {
    output.Flush();
  } else {
    output.EndRecord();
  }
}

}  // namespace sudoku::tool
