// The command check.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/verify.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/input_file.h"
#include "tools/cli/json.h"
#include "tools/cli/output.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/cover_list.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/option_names.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/run.h"

namespace dlx::tool {
namespace {

using Cover = std::vector<OptionId>;

// The verdict on one set of options, as a line of output.
std::string VerdictAsText(size_t number, const absl::Status& verdict) {
  return absl::StrCat(number, ": ", verdict.ok() ? "cover" : "not a cover: ",
                      verdict.message(), "\n");
}

std::string VerdictAsJson(size_t number, const absl::Status& verdict) {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject().Key("type").String("verdict");
  json.Key("number").Number(number).Key("cover").Bool(verdict.ok());
  if (!verdict.ok()) json.Key("reason").String(verdict.message());
  json.EndObject();
  line.push_back('\n');
  return line;
}

std::string SummaryAsJson(size_t count, size_t covers) {
  std::string line;
  cli::JsonWriter(&line)
      .BeginObject()
      .Key("type")
      .String("summary")
      .Key("count")
      .String(absl::StrCat(count))
      .Key("covers")
      .String(absl::StrCat(covers))
      .EndObject();
  line.push_back('\n');
  return line;
}

cli::ExitCode Judge(const Problem& problem, const std::vector<Cover>& sets) {
  cli::Output output;
  size_t covers = 0;
  for (size_t i = 0; i < sets.size() && output.ok(); ++i) {
    const absl::Status verdict = VerifyCover(problem, sets[i]);
    if (verdict.ok()) ++covers;
    output.Write(WantsJson() ? VerdictAsJson(i + 1, verdict)
                             : VerdictAsText(i + 1, verdict));
    output.EndRecord();
  }
  if (WantsJson()) output.Write(SummaryAsJson(sets.size(), covers));
  return output.Finish(covers == sets.size() ? cli::ExitCode::kFinished
                                             : cli::ExitCode::kNo);
}

// --options=0,3,4
cli::ExitCode CheckOptions(const Problem& problem) {
  const absl::StatusOr<Cover> set = OptionsNamed(problem, OptionsToCheck());
  if (!set.ok()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     absl::StrCat("--options: ", set.status().message()));
  }
  return Judge(problem, {*set});
}

cli::ExitCode CheckFile(const Problem& problem, const std::string& path) {
  const absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
  if (!file.ok()) {
    return cli::Fail(cli::ExitCode::kNoInput, file.status().message());
  }
  const absl::StatusOr<std::vector<Cover>> sets =
      ReadCovers(file->text, problem, file->name);
  if (!sets.ok()) {
    return cli::Fail(cli::ExitCode::kBadInput, sets.status().message());
  }
  if (sets->empty()) {
    return cli::Fail(cli::ExitCode::kBadInput,
                     absl::StrCat(file->name, ": there are no options in it"));
  }
  return Judge(problem, *sets);
}

}  // namespace

cli::ExitCode RunCheck(const cli::Arguments& arguments) {
  if (arguments.size() == 1 && std::filesystem::is_directory(arguments[0])) {
    return CheckRunFolder(arguments[0]);
  }
  const bool has_file = arguments.size() > 1;
  if (has_file == !OptionsToCheck().empty()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "which options are to be checked? Give either a file "
                     "after the problem or --options (more: dlx check --help)");
  }
  if (has_file && arguments[0] == "-" && arguments[1] == "-") {
    return cli::Fail(cli::ExitCode::kUsage,
                     "the problem and the options cannot both come from "
                     "standard input");
  }
  return WithProblem(arguments[0], [&](const Problem& problem) {
    return has_file ? CheckFile(problem, arguments[1]) : CheckOptions(problem);
  });
}

}  // namespace dlx::tool
