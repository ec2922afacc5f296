#ifndef TOOLS_CLI_SUGGEST_H_
#define TOOLS_CLI_SUGGEST_H_

// Guesses what a mistyped name should have been.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cli {

// The least number of letters to insert, delete, replace, or swap with their
// neighbour, to make `b` out of `a`. (No letter is touched twice.)
int EditDistance(absl::string_view a, absl::string_view b);

// "; did you mean \"count\"?" if one of the candidates is close to the word or
// begins with it, otherwise nothing: to be put after an error message.
std::string DidYouMean(absl::string_view word,
                       absl::Span<const absl::string_view> candidates);

}  // namespace cli

#endif  // TOOLS_CLI_SUGGEST_H_
