#ifndef TOOLS_SUDOKU_FLAGS_H_
#define TOOLS_SUDOKU_FLAGS_H_

// The flags of sudoku, as the values that its commands need.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "sudoku/format/reader.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku::tool {

enum class OutputFormat {
  kDefault,  // A grid for a puzzle on the command line, lines for others.
  kGrid,
  kLine,
  kJson,
  kCsv,
};

struct OutputFormatFlag {
  OutputFormat value = OutputFormat::kDefault;
};
bool AbslParseFlag(absl::string_view text, OutputFormatFlag* flag,
                   std::string* error);
std::string AbslUnparseFlag(const OutputFormatFlag& flag);

struct InputFormatFlag {
  InputFormat value = InputFormat::kAuto;
};
bool AbslParseFlag(absl::string_view text, InputFormatFlag* flag,
                   std::string* error);
std::string AbslUnparseFlag(const InputFormatFlag& flag);

// --format, or JSON for --json.
OutputFormat WantedFormat();

// --input, --size, --box, --regions, --diagonal, --windoku, --extra.
absl::StatusOr<ReaderOptions> ReaderOptionsFromFlags();

// --timeout, --nodes, --engine, --limit; and from now on Ctrl-C is a request to
// the options' interrupter. To be called once.
SolverOptions SolverOptionsFromFlags();
// The same for counting solutions, where --engine is the engine that counts;
// with so many threads for each puzzle.
SolverOptions CountingOptionsFromFlags(int threads);
// The same for enumerating them. The order does not depend on the number of
// threads, but it may be another one than that of one thread, which is the
// default.
SolverOptions EnumerationOptionsFromFlags();

// --threads; without it, one for each processor.
int WantedThreads();
bool WantsStatistics();
bool WantsProgress();

// --set: what is written into the puzzles before anything else, as in
// "r1c1=9,B3=4", if there is anything. An error, if a puzzle has no such cell
// or digit, or something else in it.
bool WantsToFillIn();
absl::Status FillInFromFlags(Puzzle& puzzle);

// Of single commands.
bool WantsLexicographicOrder();
bool WantsReduction();
std::optional<uint64_t> WantedSeed();
bool WantsSvg();
bool WantsMatrix();
bool WantsSolution();
bool WantsCandidates();

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_FLAGS_H_
