#include "tools/dlx/problem_file.h"

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/io/any_reader.h"
#include "dlx/problem.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/input_file.h"

namespace dlx::tool {

cli::ExitCode WithProblem(
    absl::string_view path,
    absl::FunctionRef<cli::ExitCode(const Problem&)> use) {
  absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
  if (!file.ok()) {
    return cli::Fail(cli::ExitCode::kNoInput, file.status().message());
  }
  const absl::StatusOr<Problem> problem =
      io::ReadAnyProblem(file->text, file->name);
  if (!problem.ok()) {
    return cli::Fail(cli::ExitCode::kBadInput, problem.status().message());
  }
  file->text = {};  // It may be large, and the search long.
  return use(*problem);
}

}  // namespace dlx::tool
