#ifndef DLX_MAKE_ARGUMENTS_H_
#define DLX_MAKE_ARGUMENTS_H_

// The words after `dlx make NAME`, turned into typed values.
//
// A generator lists its parameters; ParseArguments() fits the words to them:
//
//   Parameter parameters[] = {
//       {.name = "n", .type = ParameterType::kNumber, .positional = true,
//        .help = "how many queens"},
//       {.name = "organ-pipe", .type = ParameterType::kFlag,
//        .help = "order the items from the middle outwards"}};
//   ParseArguments(parameters, {"8", "--organ-pipe"}, read_file)
//
// Words that do not begin with "--" are the positional parameters, in order;
// the others are --name=value, --name value, --flag or --no-flag. After a word
// "--" everything is positional.

#include <map>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"

namespace dlx::make {

enum class ParameterType {
  kNumber,  // A whole number.
  kFlag,    // Yes or no; no unless the default says "true".
  kText,    // Anything.
  kSize,    // Like kText; but 6 10, if positional, is understood as 6x10.
  kFile,    // The name of a file; its content is read.
};

struct Parameter {
  StringView name;
  ParameterType type = ParameterType::kText;
  bool positional = false;
  // The value if none is given. Without a default, a positional parameter must
  // be given, and any other may be missing.
  std::optional<StringView> default_value = std::nullopt;
  // A phrase for the help text.
  StringView help = "";
};

struct InputFile {
  std::string path;
  std::string content;
};

// How kFile parameters are read, so that this library need not know which
// directory relative names are relative to.
using FileReader =
    absl::FunctionRef<absl::StatusOr<std::string>(StringView path)>;

// REQUIRES below is checked by assertions, where these are on.
class Arguments {
 public:
  // Whether a value was given, or there is a default.
  bool Has(StringView name) const;

  // REQUIRES: the parameter is of that type, and, but for flags, Has(name).
  int Number(StringView name) const;
  bool Flag(StringView name) const;
  const std::string& Text(StringView name) const;  // Or a size.
  const InputFile& File(StringView name) const;

 private:
  class Parser;
  friend absl::StatusOr<Arguments> ParseArguments(
      absl::Span<const Parameter> parameters,
      absl::Span<const StringView> words, FileReader read_file);

  // OK if the parameter takes the value, which is then stored.
  absl::Status Set(const Parameter& parameter, StringView value,
                   FileReader read_file);

  std::map<std::string, int, std::less<>> numbers_;
  std::map<std::string, bool, std::less<>> flags_;
  std::map<std::string, std::string, std::less<>> texts_;
  std::map<std::string, InputFile, std::less<>> files_;
};

// Every error is a sentence that names the parameter.
absl::StatusOr<Arguments> ParseArguments(absl::Span<const Parameter> parameters,
                                         absl::Span<const StringView> words,
                                         FileReader read_file);

}  // namespace dlx::make

#endif  // DLX_MAKE_ARGUMENTS_H_
