#ifndef SUDOKU_LAB_METHOD_H_
#define SUDOKU_LAB_METHOD_H_

// Ways to solve a Sudoku that the literature tells of, behind one interface.
//
// Example:
//
//   const Method* method = FindMethod("norvig");
//   MethodResult result = method->solve(puzzle, {.max_steps = 1'000'000});
//   if (result.verdict == MethodVerdict::kUnique) Print(result.solution);
//
// sudoku/lab/table.h has the table of all methods.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/event.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct MethodOptions {
  // Look for a second solution too, so as to tell whether the first is the
  // only one.
  bool prove_unique = true;

  // The method gives up after so many steps (each method says what it counts;
  // an engine may take a few more), or so much real time.
  uint64_t max_steps = UINT64_MAX;
  absl::Duration max_time = absl::InfiniteDuration();

  // If not null, the method gives up soon after a request.
  const dlx::Interrupter* interrupter = nullptr;

  // For methods that throw dice.
  uint64_t seed = 1;

  // If set, hears of everything that happens, in order. The method stops and
  // gives up when it returns false.
  std::function<bool(const Event&)> on_event = nullptr;
};

enum class MethodVerdict {
  kUnique,    // Solved, and proved that there is no other solution.
  kMultiple,  // Two solutions were found.
  kNone,      // Proved that there is no solution.
  kSolved,    // Solved; whether there are others is not known.
  kGaveUp,    // Stopped before anything was known.
};

struct MethodResult {
  MethodVerdict verdict = MethodVerdict::kGaveUp;
  std::optional<Grid> solution = std::nullopt;
  std::optional<Grid> second_solution = std::nullopt;
  // What the method counts as its steps.
  uint64_t steps = 0;
  // What else it counts: {"singles", 12095}.
  std::vector<std::pair<absl::string_view, uint64_t>> counters = {};
  // Why it gave up, or what else there is to say: a sentence, or empty.
  std::string remark = "";
};

struct Method {
  absl::string_view name;    // "moler", as in --methods=moler.
  absl::string_view title;   // "Singletons and recursion (Moler, MATLAB)".
  absl::string_view step;    // What a step is: "a digit written".
  bool can_prove = true;     // kUnique, kMultiple and kNone are possible.
  bool tells_events = true;  // It calls MethodOptions::on_event.
  bool is_external = false;  // It is another program, which may be missing.

  // If not null, does beforehand what solve() would otherwise do for the first
  // puzzle of a geometry and keep for the others. REQUIRES: as for solve().
  void (*prepare)(const Puzzle& puzzle, const MethodOptions& options) = nullptr;

  // OK, or a sentence that says why the method cannot do this puzzle; kNotFound
  // if it could, but is not installed.
  absl::Status (*check)(const Puzzle& puzzle);
  // REQUIRES: check(puzzle).ok().
  MethodResult (*solve)(const Puzzle& puzzle, const MethodOptions& options);
};

}  // namespace sudoku

#endif  // SUDOKU_LAB_METHOD_H_
