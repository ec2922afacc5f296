#ifndef TOOLS_CLI_COMMAND_H_
#define TOOLS_CLI_COMMAND_H_

// A program made of commands: `dlx count --timeout=5s queens.dlx`.
//
// The commands stand in a table, which serves to run them and to explain them
// (`dlx help count`, `dlx count --help`). Flags are Abseil flags; each command
// names those that it knows, and any other is an error with a suggestion.
//
// Example:
//
//   ABSL_FLAG(int, times, 1, "Say it `N` times.");
//
//   cli::ExitCode Greet(const cli::Arguments& arguments) { ... }
//
//   int main(int argc, char** argv) {
//     return cli::RunProgram(
//         {.name = "greet",
//          .version = "1.0.0",
//          .summary = "Greets people.",
//          .commands = {{.name = "hello",
//                        .arguments = "NAME",
//                        .summary = "Say hello.",
//                        .example = "greet hello --times=2 Ada",
//                        .flags = {"times"},
//                        .min_arguments = 1,
//                        .max_arguments = 1,
//                        .run = Greet}}},
//         argc, argv);
//   }

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/cli/exit_code.h"

namespace cli {

// What stands on the command line after the command's name, without the flags.
using Arguments = std::vector<std::string>;

inline constexpr size_t kAnyNumber = std::numeric_limits<size_t>::max();

// The words that there are to choose from, for a shell that completes them.
using Choices = std::vector<std::string>();

struct Command {
  absl::string_view name;
  // What must follow the name, as shown in a usage line: "FILE|-".
  absl::string_view arguments = "";
  // One line for the list of commands.
  absl::string_view summary = "";
  // Paragraphs of at most 80 columns, for the command's own help.
  absl::string_view help = "";
  // Command lines that can be tried at once.
  absl::string_view example = "";
  // The flags that the command knows, in the order in which its help shows
  // them: names, or entries as those of FlagName in tools/cli/arguments.h.
  std::vector<absl::string_view> flags = {};
  size_t min_arguments = 0;
  size_t max_arguments = 0;
  // If true, everything after the name is an argument, flags and --help
  // included, because the command understands them in its own way.
  bool takes_raw_arguments = false;
  // What the first argument may be, or the one of that number, if it is no file
  // but one of a few words.
  Choices* argument_choices = nullptr;
  size_t argument_with_choices = 1;
  ExitCode (*run)(const Arguments& arguments) = nullptr;
};

// What the values of an Abseil flag may be.
struct FlagChoices {
  absl::string_view abseil_name;
  Choices* choices = nullptr;
};

struct Program {
  absl::string_view name;
  // "1.2.3", for --version.
  absl::string_view version = "";
  // A sentence.
  absl::string_view summary = "";
  std::vector<Command> commands = {};
  std::vector<FlagChoices> flag_choices = {};
  // Ends the program's help, for example with its exit codes.
  absl::string_view epilogue = "";
};

// Does what the command line says and returns what main() is to return. Changes
// to the caller's directory first, if `bazel run` has started the program, so
// that relative paths mean what they say; and lets writing into a closed pipe
// be an error rather than a signal. Without being in the table, there are
//
//   help [COMMAND]     the help texts; `help --man` is a manual page of them
//   completion SHELL   a script that completes command lines (completion.h)
//   --version
int RunProgram(const Program& program, int argc, char** argv);

}  // namespace cli

#endif  // TOOLS_CLI_COMMAND_H_
