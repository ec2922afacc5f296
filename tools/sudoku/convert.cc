// convert: puzzles in the format of another program, page or language.

#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "sudoku/format/writer.h"
#include "tools/cli/output.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/propagated.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

namespace {

// --to
struct FormatsByName {
  static std::vector<cli::NamedValue<const WrittenFormat*>> Table() {
    std::vector<cli::NamedValue<const WrittenFormat*>> table;
    for (const WrittenFormat& format : WrittenFormats()) {
      table.push_back({format.name, &format});
    }
    return table;
  }
};

}  // namespace

std::vector<std::string> FormatsToWrite() {
  return cli::NamesOf<FormatsByName>();
}

}  // namespace sudoku::tool

ABSL_FLAG(cli::NamedFlag<sudoku::tool::FormatsByName>, to,
          {sudoku::FindWrittenFormat("line")},
          "Write in this `FORM`, which 'sudoku convert --help' explains.");

namespace sudoku::tool {

namespace {

// Says what of the job's puzzle is not in what is written, and returns true; or
// all of it is.
bool SaysWhatIsLeftOut(const WrittenFormat& format, Job& job) {
  const std::vector<std::string> names = LeftOut(format, job.puzzle);
  if (names.empty()) return false;
  absl::StrAppend(&job.warning, job.warning.empty() ? "" : "; ", "the format ",
                  format.name, " has no place for ",
                  absl::StrJoin(names, ", "));
  return true;
}

}  // namespace

cli::ExitCode Convert(const cli::Arguments& arguments,
                      const Settings& settings) {
  const WrittenFormat& format = *absl::GetFlag(FLAGS_to).value;
  BatchOptions options = {.solver = settings.solver};
  options.report.counts_verdicts = false;
  options.report.counts_nodes = false;  // Nothing is searched.
  options.report.header = std::string(format.header);
  int number = 0;
  bool is_said = false;  // Once, as most puzzles of a file have the same.
  // On one thread, and so in their order.
  const cli::ExitCode code =
      RunBatch(arguments, settings, options, [&](Job& job, Worker&) {
        if (settings.propagates && !PropagateIn(job)) return;
        const absl::Status status = CanWrite(format, job.puzzle);
        if (!status.ok()) return job.Fail(Fate::kRefused, status.message());
        job.output = format.write(job.puzzle, ++number);
        is_said = is_said || SaysWhatIsLeftOut(format, job);
      });
  if (format.footer.empty()) return code;
  cli::Output output;
  output.Write(format.footer);
  return output.Finish(code);
}

}  // namespace sudoku::tool
