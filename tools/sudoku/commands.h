#ifndef TOOLS_SUDOKU_COMMANDS_H_
#define TOOLS_SUDOKU_COMMANDS_H_

// What each command of sudoku does, in a file of its own. The table in main.cc
// tells how they are called.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/cli/command.h"
#include "tools/cli/exit_code.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

CommandFunction Solve;
CommandFunction Check;
CommandFunction Verify;
CommandFunction Count;
CommandFunction Enumerate;
CommandFunction Sample;
CommandFunction Show;
CommandFunction Minimal;
CommandFunction Canonical;
CommandFunction Shuffle;
CommandFunction Convert;
CommandFunction Compare;
CommandFunction Watch;
CommandFunction Generate;
CommandFunction StudyPuzzles;
CommandFunction Merge;
CommandFunction ExplainPuzzles;
CommandFunction Hint;
CommandFunction RatePuzzles;

// The flags of compare, as entries of cli::Command::flags.
std::vector<absl::string_view> CompareFlagNames();
// What its flags --format and --plot-of may say.
std::vector<std::string> TableFormats();
std::vector<std::string> ThingsToPlot();
// What study's flag --only may say.
std::vector<std::string> StudyParts();
// The same of generate, and what its flag --symmetry may say.
std::vector<absl::string_view> GenerateFlagNames();
std::vector<std::string> SymmetriesOfClues();
// What the flag --to of convert may say.
std::vector<std::string> FormatsToWrite();

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_COMMANDS_H_
