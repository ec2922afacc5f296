#ifndef TOOLS_SUDOKU_SOLVE_COMMAND_H_
#define TOOLS_SUDOKU_SOLVE_COMMAND_H_

// How `sudoku solve` is called, and what the calls of other commands have in
// common with it.

#include <vector>

#include "absl/strings/string_view.h"
#include "tools/cli/command.h"

namespace sudoku::tool {

// What stands behind the name of a command for any number of puzzles.
inline constexpr absl::string_view kPuzzles = "PUZZLE|FILE|-...";

// A command's flags, and those that say what kind of puzzle it is and how it is
// written.
std::vector<absl::string_view> WithInputFlags(
    std::vector<absl::string_view> flags);

// A command's flags, and those for puzzles with rules.
std::vector<absl::string_view> WithRuleFlags(
    std::vector<absl::string_view> flags);

// A command's flags, and those of all commands for any number of puzzles.
std::vector<absl::string_view> WithCommonFlags(
    std::vector<absl::string_view> flags);

// A program's choices, and those of these flags.
std::vector<cli::FlagChoices> WithCommonChoices(
    std::vector<cli::FlagChoices> choices);

cli::Command SolveCommand();

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_SOLVE_COMMAND_H_
