#ifndef TOOLS_SUDOKU_GENERATE_RULES_H_
#define TOOLS_SUDOKU_GENERATE_RULES_H_

#include <cstdint>

#include "sudoku/geometry.h"
#include "tools/cli/command.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

// Whether --with-rules wants rules that are made.
bool HasMadeRules();

// generate --rule and --with-rules: `count` puzzles with the rules of the
// settings, and made rules and clues that leave each of them one solution.
cli::ExitCode GenerateForRules(const Geometry& geometry,
                               const Settings& settings, uint64_t seed,
                               uint64_t count);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_GENERATE_RULES_H_
