#ifndef TOOLS_DLX_SYMMETRY_H_
#define TOOLS_DLX_SYMMETRY_H_

// --up-to-symmetry and --symmetry=FILE: covers that symmetries take to each
// other are one.

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/ask/symmetry.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

// The file of --symmetry; empty without it.
std::string SymmetryFile();
// --up-to-symmetry or --symmetry was given.
bool WantsUpToSymmetry();

// The name of a flag that was given and does not go together with these; or
// null. A count goes without a limit on covers.
const char* FlagAgainstSymmetry(bool is_count);

// What tells the covers that stand for their classes, up to the symmetries that
// are wanted. The options are asked for again when time has passed.
absl::StatusOr<ClassRepresentatives> WantedRepresentatives(
    const Problem& problem, absl::FunctionRef<SearchOptions()> options_now);
// Says why there are none.
cli::ExitCode NoSymmetries(const absl::Status& status);

// The command count, with one of these.
cli::ExitCode CountClasses(const Problem& problem);

// The command solve, with one of these.
cli::ExitCode SolveClasses(const Problem& problem);

// convert --canonical=PATH: the covers that stand for the classes of those in a
// file.
cli::ExitCode PrintCanonical(const Problem& problem, const std::string& path);

// The command first, with one of these: the cover that stands for the class of
// the one that is found.
cli::ExitCode FirstOfClass(const Problem& problem);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_SYMMETRY_H_
