// The command show: a problem as the matrix that it is.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output.h"
#include "tools/dlx/dance_commands.h"
#include "tools/dlx/matrix_picture.h"
#include "tools/dlx/option_names.h"
#include "tools/dlx/problem_file.h"

ABSL_FLAG(bool, svg, false, "Write a picture in SVG.");
ABSL_FLAG(std::string, chosen, "",
          "Choose the options with these `NAMES` or numbers, such as B,D,F.");
ABSL_FLAG(bool, first_cover, false, "Choose the options of the first cover.");
ABSL_FLAG(bool, chosen_only, false, "Leave out options that are not chosen.");

namespace dlx::tool {
namespace {

// Larger pictures show nothing.
constexpr size_t kMostItems = 400;
constexpr size_t kMostOptions = 1000;

absl::Status CheckFitsPicture(const Problem& problem) {
  if (problem.item_count() <= kMostItems &&
      problem.option_count() <= kMostOptions) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("a problem to show has at most ", kMostItems, " items and ",
                   kMostOptions, " options, and this one has ",
                   problem.item_count(), " and ", problem.option_count()));
}

absl::StatusOr<std::vector<OptionId>> FirstCover(const Problem& problem) {
  absl::StatusOr<Search> search = Search::Create(
      problem, {.limits = {.interrupter = &cli::CatchInterrupts()}});
  if (!search.ok()) return search.status();
  if (search->Next()) {
    const absl::Span<const OptionId> options = search->solution().options;
    return std::vector<OptionId>(options.begin(), options.end());
  }
  return absl::NotFoundError("there is no cover to be shown");
}

MatrixPicture PictureOfChosen(const Problem& problem, const OptionNames& names,
                              const std::vector<OptionId>& chosen) {
  const MatrixPicture all = PictureOfOptions(problem, names, chosen);
  MatrixPicture picture;
  picture.items = all.items;
  picture.covered = all.covered;
  for (size_t k = 0; k < all.options.size(); ++k) {
    if (!all.chosen[k]) continue;
    picture.options.push_back(all.options[k]);
    picture.marks.push_back(all.marks[k]);
    picture.chosen.push_back(true);
  }
  return picture;
}

cli::ExitCode ShowProblem(const Problem& problem) {
  absl::Status status = CheckFitsPicture(problem);
  if (!status.ok()) return cli::Fail(cli::ExitCode::kUsage, status.message());
  const OptionNames names = NamesOfOptions(problem);
  const absl::StatusOr<std::vector<OptionId>> chosen =
      absl::GetFlag(FLAGS_first_cover)
          ? FirstCover(problem)
          : OptionsNamed(problem, absl::GetFlag(FLAGS_chosen));
  if (!chosen.ok()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     absl::StrCat("--options: ", chosen.status().message()));
  }
  const absl::StatusOr<Problem> unnamed = WithoutNames(problem, names);
  if (!unnamed.ok()) {
    return cli::Fail(cli::ExitCode::kInternal, unnamed.status().message());
  }
  const MatrixPicture picture =
      absl::GetFlag(FLAGS_chosen_only)
          ? PictureOfChosen(*unnamed, names, *chosen)
          : PictureOfOptions(*unnamed, names, *chosen);
  cli::Output output;
  const std::string chosen_names =
      chosen->empty() ? "" : CoverAsNames(names, *chosen);
  if (absl::GetFlag(FLAGS_svg)) {
    output.Write(MatrixSvg(
        picture, chosen->empty() ? "The options of a problem" : chosen_names));
  } else {
    output.Write(absl::StrCat(chosen_names, chosen->empty() ? "" : "\n",
                              DrawMatrix(picture)));
  }
  return output.Finish(cli::ExitCode::kFinished);
}

}  // namespace

cli::ExitCode RunShow(const cli::Arguments& arguments) {
  return WithProblem(arguments[0], ShowProblem);
}

}  // namespace dlx::tool
