#include "dlx/make/piece.h"

#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace dlx::make {
namespace {

// A number of at most 9 digits.
std::optional<uint32_t> ParseNumber(absl::string_view text) {
  uint32_t number;
  if (text.size() > 9 || !absl::SimpleAtoi(text, &number)) return std::nullopt;
  return number;
}

}  // namespace

absl::StatusOr<Copies> ParseCopies(StringView text) {
  if (text == "*") return Copies{0, Copies::kUnlimited};
  const size_t colon = text.find(':');
  const std::optional<uint32_t> low = ParseNumber(text.substr(0, colon));
  std::optional<uint32_t> high = low;
  if (colon != absl::string_view::npos) {
    const absl::string_view rest = text.substr(colon + 1);
    high = rest.empty() ? Copies::kUnlimited : ParseNumber(rest);
  }
  if (!low.has_value() || !high.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a number of copies is like 2, 0:3, 2: or *, not '", text, "'"));
  }
  if (*low > *high) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there cannot be at least ", *low, " and at most ", *high, " copies"));
  }
  return Copies{*low, *high};
}

absl::Status SetCopies(StringView text, std::vector<Piece>& pieces) {
  for (absl::string_view term : absl::StrSplit(text, ',')) {
    const size_t equals = term.rfind('=');
    const bool for_all = equals == absl::string_view::npos;
    const absl::string_view name = term.substr(0, equals);
    absl::StatusOr<Copies> copies =
        ParseCopies(for_all ? term : term.substr(equals + 1));
    if (!copies.ok()) return copies.status();
    bool found = false;
    for (Piece& piece : pieces) {
      if (!for_all && piece.name != name) continue;
      piece.copies = *copies;
      found = true;
    }
    if (!found) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no piece '", name, "' to have copies of"));
    }
  }
  return absl::OkStatus();
}

}  // namespace dlx::make
