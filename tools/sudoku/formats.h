#ifndef TOOLS_SUDOKU_FORMATS_H_
#define TOOLS_SUDOKU_FORMATS_H_

// How a command is to write what it has found.

#include <unistd.h>

#include "sudoku/render/grid_text.h"
#include "tools/cli/command.h"
#include "tools/cli/terminal.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/flags.h"

namespace sudoku::tool {

struct Formats {
  explicit Formats(const cli::Arguments& arguments)
      : output(WantedFormat()),
        colors(cli::UsesColor(STDOUT_FILENO) ? TextColors::kAnsi
                                             : TextColors::kNone),
        are_all_puzzles(AreAllPuzzles(arguments)) {
    if (output == OutputFormat::kDefault) {
      output = are_all_puzzles ? OutputFormat::kGrid : OutputFormat::kLine;
    }
  }

  OutputFormat output;  // Not kDefault.
  TextColors colors;
  bool are_all_puzzles;  // Nothing comes from a file.
};

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_FORMATS_H_
