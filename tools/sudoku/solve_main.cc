// `sudoku solve` as a program of its own, which takes half the time to compile:
// for a first answer. Its command line is what stands behind `sudoku solve`.

#include <vector>

#include "dlx/base/version.h"
#include "tools/cli/command.h"
#include "tools/sudoku/solve_command.h"

namespace sudoku::tool {
namespace {

cli::Program SolveProgram() {
  return {.name = "sudoku",
          .version = DLX_VERSION,
          .summary = "Solves Sudoku puzzles of any size.",
          .commands = {SolveCommand()},
          .flag_choices = WithCommonChoices({})};
}

// With the name of the command in front of its arguments.
int Run(std::vector<char*> arguments) {
  static char command[] = "solve";
  arguments.insert(arguments.begin() + 1, command);
  return cli::RunProgram(SolveProgram(), static_cast<int>(arguments.size()),
                         arguments.data());
}

}  // namespace
}  // namespace sudoku::tool

int main(int argc, char** argv) {
  return sudoku::tool::Run({argv, argv + argc});
}
