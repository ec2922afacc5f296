#include "tools/sudoku/print_page_file.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "tools/cli/own_file.h"

namespace sudoku::tool {

absl::Status CheckMayPrint(const Settings& settings) {
  return cli::CheckMayWrite(settings.html_file, kPrintPageMark);
}

absl::Status WritePrintPage(absl::Span<const PrintedPuzzle> puzzles,
                            absl::string_view title, const Settings& settings,
                            cli::Output& output) {
  const std::string page =
      PrintPage(puzzles, settings.title.empty() ? title : settings.title,
                settings.per_sheet);
  absl::Status status =
      cli::WriteOwnFile(settings.html_file, page, kPrintPageMark);
  if (status.ok()) {
    output.Write(
        absl::StrCat(settings.html_file, ": a page with ", puzzles.size(),
                     puzzles.size() == 1 ? " puzzle\n" : " puzzles\n"));
  }
  return status;
}

}  // namespace sudoku::tool
