#ifndef DLX_MAKE_GENERATORS_H_
#define DLX_MAKE_GENERATORS_H_

// Shared by the files of generators, and what each contributes: its rows of the
// table in registry.h.

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "dlx/make/arguments.h"
#include "dlx/make/registry.h"

namespace dlx::make {

// The rows. AllGenerators() puts them together.
std::vector<Generator> ChessGenerators();
std::vector<Generator> DeBruijnGenerators();
std::vector<Generator> DesignGenerators();
std::vector<Generator> GraphPartitionGenerators();
std::vector<Generator> KakuroGenerators();
std::vector<Generator> KirkmanGenerators();
std::vector<Generator> LangfordGenerators();
std::vector<Generator> LatinSquareGenerators();
std::vector<Generator> MacMahonGenerators();
std::vector<Generator> MagicSquareGenerators();
std::vector<Generator> NonogramGenerators();
std::vector<Generator> PackingGenerators();
std::vector<Generator> RandomProblemGenerators();
std::vector<Generator> WordSquareGenerators();

// Short ways to write down a parameter.
Parameter Positional(StringView name, StringView help,
                     std::optional<StringView> default_value = {});
// A size such as 6x10, or 6 10.
Parameter PositionalSize(StringView name, StringView help,
                         std::optional<StringView> default_value = {});
Parameter Number(StringView name, StringView help,
                 std::optional<StringView> default_value = {});
Parameter Text(StringView name, StringView help, StringView default_value = "");
Parameter File(StringView name, StringView help);
Parameter PositionalFile(StringView name, StringView help);
Parameter Flag(StringView name, StringView help);
// A flag that is on unless one says --no-name; `help` says what that means.
Parameter NoFlag(StringView name, StringView help);

// Says which file the error is in.
absl::Status InFile(const InputFile& file, const absl::Status& status);

// A short name for an item that has coordinates: "p" and {2, 11} give "p2b", if
// all such coordinates are less than `bound` and that is at most 36, so that
// one digit or letter each will do. Otherwise "p2.11".
std::string IndexedName(StringView prefix, absl::Span<const int> indices,
                        int bound);

// The kind of an item whose name begins with a letter for its kind: those of
// one letter are each a kind of their own. For the symmetries of a generator.
template <char kLetter>
std::string KindsButFor(StringView item_name) {
  return std::string(item_name.substr(
      0, item_name[0] == kLetter ? item_name.size() : size_t{1}));
}

// A problem of this many uses (the sum of its options' sizes) takes about a
// gigabyte.
inline constexpr double kMaxUses = 1e8;

// A ResourceExhausted error if that is more than kMaxUses: what would not fit
// in memory is refused before it is begun. A double, because the caller
// computes `uses` from a formula that may exceed any integer. `problem` is a
// noun phrase: "the problem of 100000 queens".
absl::Status CheckSize(StringView problem, double uses);

}  // namespace dlx::make

#endif  // DLX_MAKE_GENERATORS_H_
