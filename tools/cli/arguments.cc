#include "tools/cli/arguments.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/commandlineflag.h"
#include "absl/flags/reflection.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/suggest.h"

namespace cli {
namespace {

// A flag as it stands on the command line.
struct FlagWord {
  absl::string_view name;
  absl::optional<absl::string_view> value;
};

// REQUIRES: `word` begins with '-'.
FlagWord SplitFlagWord(absl::string_view word) {
  absl::ConsumePrefix(&word, "-");
  absl::ConsumePrefix(&word, "-");
  const size_t equals = word.find('=');
  if (equals == absl::string_view::npos) return {word, absl::nullopt};
  return {word.substr(0, equals), word.substr(equals + 1)};
}

absl::CommandLineFlag* FindFlag(absl::Span<const absl::string_view> flags,
                                absl::string_view name) {
  for (const absl::string_view entry : flags) {
    const FlagName flag(entry);
    if (flag.shown == name) return absl::FindCommandLineFlag(flag.abseil);
  }
  return nullptr;
}

// The Boolean flag `x` for the names nox and no-x.
absl::CommandLineFlag* FindNegatedFlag(
    absl::Span<const absl::string_view> flags, absl::string_view name) {
  if (!absl::ConsumePrefix(&name, "no")) return nullptr;
  absl::ConsumePrefix(&name, "-");
  absl::CommandLineFlag* flag = FindFlag(flags, name);
  return flag != nullptr && flag->IsOfType<bool>() ? flag : nullptr;
}

absl::Status UnknownFlag(absl::Span<const absl::string_view> flags,
                         absl::string_view word, absl::string_view name) {
  std::vector<std::string> dashed = {"--help"};
  for (absl::string_view flag : flags) {
    dashed.push_back(DashedName(FlagName(flag).shown));
  }
  const std::vector<absl::string_view> candidates(dashed.begin(), dashed.end());
  return absl::InvalidArgumentError(
      absl::StrCat("there is no flag \"", word, "\"",
                   DidYouMean(DashedName(name), candidates)));
}

// `shown_name` is as it was written, with its dashes.
absl::Status SetFlag(absl::CommandLineFlag& flag, absl::string_view shown_name,
                     absl::string_view value) {
  std::string error;
  if (flag.ParseFrom(value, &error)) return absl::OkStatus();
  // Keep the part that the flag's type wrote, which Abseil puts after its own
  // words.
  absl::string_view detail = error;
  absl::ConsumePrefix(
      &detail, absl::StrCat("Illegal value '", value, "' specified for flag '",
                            flag.Name(), "'"));
  absl::ConsumePrefix(&detail, "; ");
  return absl::InvalidArgumentError(
      absl::StrCat("\"", value, "\" is not a value for ", shown_name,
                   detail.empty() ? "" : ": ", detail));
}

// A count flag's value and one.
std::string OneMore(const absl::CommandLineFlag& flag) {
  CountFlag count;
  std::string error;
  AbslParseFlag(flag.CurrentValue(), &count, &error);
  return absl::StrCat(count.times + 1);
}

// (A value that looks like a flag can follow a '='.)
bool IsFlag(absl::Span<const absl::string_view> flags, absl::string_view word) {
  return absl::StartsWith(word, "--") &&
         FindFlag(flags, SplitFlagWord(word).name) != nullptr;
}

}  // namespace

absl::StatusOr<ParsedArguments> ParseArguments(
    absl::Span<const absl::string_view> flags,
    absl::Span<const std::string> words) {
  ParsedArguments parsed;
  for (size_t i = 0; i < words.size(); ++i) {
    const absl::string_view word = words[i];
    if (word == "--") {
      parsed.arguments.insert(parsed.arguments.end(), words.begin() + i + 1,
                              words.end());
      break;
    }
    if (word == "-" || !absl::StartsWith(word, "-")) {
      parsed.arguments.push_back(words[i]);
      continue;
    }
    const FlagWord split = SplitFlagWord(word);
    if (split.name == "help" || word == "-h") {
      parsed.help_wanted = true;
      break;
    }
    absl::string_view value = split.value.value_or("true");
    absl::CommandLineFlag* flag = FindFlag(flags, split.name);
    if (flag == nullptr && !split.value.has_value()) {
      flag = FindNegatedFlag(flags, split.name);
      value = "false";
    }
    if (flag == nullptr) return UnknownFlag(flags, word, split.name);
    std::string count;
    if (!split.value.has_value() && flag->IsOfType<CountFlag>()) {
      count = OneMore(*flag);
      value = count;
    } else if (!split.value.has_value() && !flag->IsOfType<bool>()) {
      if (i + 1 == words.size()) {
        return absl::InvalidArgumentError(
            absl::StrCat("the flag ", word, " needs a value"));
      }
      if (IsFlag(flags, words[i + 1])) {
        return absl::InvalidArgumentError(
            absl::StrCat("the flag ", word, " needs a value, and ",
                         words[i + 1], " is a flag"));
      }
      value = words[++i];
    }
    if (value.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("the flag ", word.substr(0, word.find('=')),
                       " needs a value, and here it is empty"));
    }
    absl::Status status = SetFlag(*flag, word.substr(0, word.find('=')), value);
    if (!status.ok()) return status;
  }
  return parsed;
}

}  // namespace cli
