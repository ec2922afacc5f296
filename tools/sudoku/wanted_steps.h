#ifndef TOOLS_SUDOKU_WANTED_STEPS_H_
#define TOOLS_SUDOKU_WANTED_STEPS_H_

// generate --rating, --technique and --level: what the steps that people take
// have to be like.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"

namespace sudoku::tool {

// Whether any of these flags is given, and which.
std::string FlagOfWantedSteps();

using StepJudge = std::function<std::optional<std::string>(const Grid& clues)>;

// A judge for GenerateOptions by these flags; null if none is given. It wants
// nothing any more after the deadline. An error if no puzzle of the geometry
// can be as the flags ask.
absl::StatusOr<StepJudge> StepJudgeFromFlags(const Geometry& geometry,
                                             absl::Time deadline);

// What --technique and --level may say.
std::vector<std::string> TechniqueWords();
std::vector<std::string> LevelNames();

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_WANTED_STEPS_H_
