#ifndef TOOLS_SUDOKU_WATCH_FILES_H_
#define TOOLS_SUDOKU_WATCH_FILES_H_

// What `sudoku watch` writes instead of showing it: pictures, and a page.
//
// Files that are there already are overwritten only if it has written them
// itself, some other time. If one is not its own, nothing is written at all.

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "sudoku/lab/replay.h"
#include "sudoku/render/replay_page.h"

namespace sudoku::tool {

// A picture for each of the steps, in the directory `path`, which is made if it
// is not there: step-0000.svg, or with more digits if the last step needs them.
// Ascending steps have ascending names. Leaves the replay somewhere else.
absl::Status WriteStepPictures(const std::string& path, Replay& replay,
                               const std::vector<size_t>& steps,
                               bool with_candidates);

// The name of a step's picture, in a sequence that ends with step `last`.
std::string StepPictureName(size_t step, size_t last);

// Writes a page made by ReplayPage(), or one that has another mark in it.
absl::Status WritePage(const std::string& path, absl::string_view page,
                       absl::string_view mark = kReplayPageMark);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_WATCH_FILES_H_
