#ifndef DLX_MAKE_REGISTRY_H_
#define DLX_MAKE_REGISTRY_H_

// The table of well-known problems that can be made by name, as by
//
//   dlx make queens 8 --organ-pipe
//
// A program prints help from the table, finds a row by its name, and calls
// Make() with the words that follow the name. It may have rows of its own.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "dlx/make/arguments.h"
#include "dlx/problem.h"

namespace dlx::make {

// Symmetries that people mean, of all that a problem has: those that take each
// item to one of its kind. An item that is a kind of its own stays.
struct NamedSymmetries {
  StringView name;  // "rows"
  std::string (*kind_of)(StringView item_name);
};

struct Generator {
  StringView name;     // "queens"
  StringView summary;  // One line for a list of generators.
  std::vector<Parameter> parameters;
  StringView example;       // The words after `make`.
  StringView details = "";  // More lines for the help text, or none.
  absl::StatusOr<Problem> (*make)(const Arguments& arguments) = nullptr;
  std::vector<NamedSymmetries> symmetries = {};
};

// All generators, sorted by name.
absl::Span<const Generator> AllGenerators();

// The generator of that name, or null.
const Generator* FindGenerator(StringView name);

// Parses the words that follow the generator's name, and makes the problem.
absl::StatusOr<Problem> Make(const Generator& generator,
                             absl::Span<const StringView> words,
                             FileReader read_file);

// What to type after `make`: "queens N [OPTION]...".
std::string UsageLine(const Generator& generator);

// The summary, all parameters and their defaults, and the example.
// `program` is how the help text calls the program: "dlx make".
std::string HelpText(const Generator& generator, StringView program);

}  // namespace dlx::make

#endif  // DLX_MAKE_REGISTRY_H_
