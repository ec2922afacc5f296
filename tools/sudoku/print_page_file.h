#ifndef TOOLS_SUDOKU_PRINT_PAGE_FILE_H_
#define TOOLS_SUDOKU_PRINT_PAGE_FILE_H_

// The page to print of --html, with --title and --per-sheet.

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/render/print_page.h"
#include "tools/cli/output.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

// Fails if the file of --html is there already and no such page, or cannot be
// written for another reason. Without --html, does nothing.
[[nodiscard]] absl::Status CheckMayPrint(const Settings& settings);

// Writes the page, which is called `title` if there is no --title, and tells
// `output`. REQUIRES: there is --html.
[[nodiscard]] absl::Status WritePrintPage(
    absl::Span<const PrintedPuzzle> puzzles, absl::string_view title,
    const Settings& settings, cli::Output& output);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_PRINT_PAGE_FILE_H_
