// The command convert: to the formats of other solvers, and back from what they
// answer.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/export/cardinality.h"
#include "dlx/io/export/export.h"
#include "dlx/io/export/format.h"
#include "dlx/io/export/solution.h"
#include "dlx/problem.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/input_file.h"
#include "tools/cli/json.h"
#include "tools/cli/named_values.h"
#include "tools/cli/output.h"
#include "tools/cli/suggest.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/covers.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/symmetry.h"

namespace dlx::tool {
namespace {

using Verdict = io::SolverAnswer::Verdict;

// --to, --from
struct ExportFormats {
  static std::vector<cli::NamedValue<std::optional<io::ExportFormat>>> Table() {
    std::vector<cli::NamedValue<std::optional<io::ExportFormat>>> table;
    for (const io::ExportFormatInfo& info : io::AllExportFormats()) {
      table.push_back({info.name, info.format});
    }
    return table;
  }
};

// --at-most-one
struct AtMostOneWays {
  static std::vector<cli::NamedValue<io::AtMostOne>> Table() {
    return {{"pairwise", io::AtMostOne::kPairwise},
            {"sequential", io::AtMostOne::kSequential},
            {"shorter", io::AtMostOne::kShorter}};
  }
};

}  // namespace
}  // namespace dlx::tool

ABSL_FLAG(cli::NamedFlag<dlx::tool::ExportFormats>, to, {},
          "Write the problem in this `FORMAT`.");
ABSL_FLAG(cli::NamedFlag<dlx::tool::AtMostOneWays>, at_most_one,
          {dlx::io::AtMostOne::kShorter},
          "`HOW` cnf says that at most one literal is true: pairwise, by a "
          "sequential counter, or in whatever way is shorter.");
ABSL_FLAG(std::string, read_solution, "",
          "Read what a solver has answered from this `FILE`, or from standard "
          "input if it is -.");
ABSL_FLAG(cli::NamedFlag<dlx::tool::ExportFormats>, from, {},
          "The `FORMAT` in which the solver was given the problem.");
ABSL_FLAG(
    std::string, canonical, "",
    "Read covers from this `FILE`, or from standard input if it is -, and "
    "print those that stand for them up to symmetry.");

namespace dlx::tool {

std::vector<std::string> FormatsToExport() {
  return cli::NamesOf<ExportFormats>();
}

std::vector<std::string> WaysToSayAtMostOne() {
  return cli::NamesOf<AtMostOneWays>();
}

namespace {

cli::ExitCode Write(const Problem& problem, io::ExportFormat format) {
  const io::AtMostOne at_most_one = absl::GetFlag(FLAGS_at_most_one).value;
  if (format != io::ExportFormat::kCnf &&
      at_most_one != io::AtMostOne::kShorter) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "--at-most-one is for --to=cnf: the other formats can say "
                     "it directly");
  }
  const absl::StatusOr<std::string> text =
      io::Export(problem, format, {.cnf = {.at_most_one = at_most_one}});
  if (!text.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, text.status().message());
  }
  cli::Output output;
  output.Write(*text);
  return output.Finish(cli::ExitCode::kFinished);
}

absl::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kCover:
      return "cover";
    case Verdict::kBestCover:
      return "best cover";
    case Verdict::kNoCover:
      return "no cover";
    case Verdict::kUnknown:
      break;
  }
  return "unknown";
}

int64_t TotalCost(const Problem& problem, const std::vector<OptionId>& cover) {
  int64_t cost = 0;
  for (const OptionId option : cover) cost += problem.cost(option);
  return cost;
}

// For people; programs get it as JSON.
void ExplainVerdict(const Problem& problem, Verdict verdict) {
  if (verdict == Verdict::kNoCover) {
    cli::Note("the solver says that there is no cover");
  } else if (verdict == Verdict::kUnknown) {
    cli::Note("the solver gave up: it does not know whether there is a cover");
  } else if (verdict == Verdict::kCover && problem.has_costs()) {
    cli::Note("the solver does not say that this is the cheapest cover");
  }
}

cli::ExitCode Print(const Problem& problem, const io::SolverAnswer& answer) {
  cli::Output output;
  if (answer.has_cover()) {
    CoverFormatter formatter(problem, WantsJson(), output);
    output.WriteStyled(
        formatter.Format(answer.options, TotalCost(problem, answer.options)));
  }
  if (WantsJson()) {
    std::string summary;
    cli::JsonWriter(&summary)
        .BeginObject()
        .Key("type")
        .String("summary")
        .Key("verdict")
        .String(VerdictName(answer.verdict))
        .EndObject();
    output.Write(absl::StrCat(summary, "\n"));
  } else {
    output.Flush();
    ExplainVerdict(problem, answer.verdict);
  }
  const bool is_final = answer.verdict == Verdict::kNoCover ||
                        answer.verdict == Verdict::kBestCover ||
                        (answer.has_cover() && !problem.has_costs());
  return output.Finish(is_final ? cli::ExitCode::kFinished
                                : cli::ExitCode::kLimit);
}

cli::ExitCode ReadBack(const Problem& problem, io::ExportFormat format,
                       const std::string& path) {
  const absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
  if (!file.ok()) {
    return cli::Fail(cli::ExitCode::kNoInput, file.status().message());
  }
  const absl::StatusOr<io::SolverAnswer> answer =
      io::ReadSolution(format, file->text, problem);
  if (!answer.ok()) {
    const cli::ExitCode code = absl::IsFailedPrecondition(answer.status())
                                   ? cli::ExitCode::kNo
                                   : cli::ExitCode::kBadInput;
    return cli::Fail(code,
                     absl::StrCat(file->name, ": ", answer.status().message()));
  }
  return Print(problem, *answer);
}

}  // namespace

cli::ExitCode RunConvert(const cli::Arguments& arguments) {
  const std::optional<io::ExportFormat> to = absl::GetFlag(FLAGS_to).value;
  const std::optional<io::ExportFormat> from = absl::GetFlag(FLAGS_from).value;
  const std::string solution = absl::GetFlag(FLAGS_read_solution);
  const std::string covers = absl::GetFlag(FLAGS_canonical);
  const bool reads = !solution.empty() && from.has_value();
  const int ways =
      (to.has_value() ? 1 : 0) + (reads ? 1 : 0) + (covers.empty() ? 0 : 1);
  if (ways != 1 || solution.empty() == from.has_value()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "give either --to, or --read-solution and --from, or "
                     "--canonical (more: dlx convert --help)");
  }
  if (arguments[0] == "-" && (solution == "-" || covers == "-")) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "the problem and the solution cannot both come from "
                     "standard input");
  }
  if (covers.empty() && !SymmetryFile().empty()) {
    return cli::Fail(
        cli::ExitCode::kUsage,
        "--symmetry is for --canonical (more: dlx convert --help)");
  }
  return WithProblem(arguments[0], [&](const Problem& problem) {
    if (!covers.empty()) return PrintCanonical(problem, covers);
    return reads ? ReadBack(problem, *from, solution) : Write(problem, *to);
  });
}

}  // namespace dlx::tool
