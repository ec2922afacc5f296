#include "dlx/make/arguments.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace dlx::make {
namespace {

// How messages call a parameter: N if it is positional, --n otherwise.
std::string DisplayName(const Parameter& parameter) {
  return parameter.positional ? absl::AsciiStrToUpper(parameter.name)
                              : absl::StrCat("--", parameter.name);
}

bool IsNumber(absl::string_view word) {
  int number;
  return absl::SimpleAtoi(word, &number);
}

const Parameter* Find(absl::Span<const Parameter> parameters,
                      absl::string_view name) {
  const auto it = std::find_if(
      parameters.begin(), parameters.end(),
      [name](const Parameter& p) { return !p.positional && p.name == name; });
  return it == parameters.end() ? nullptr : &*it;
}

absl::Status UnknownOption(absl::Span<const Parameter> parameters,
                           absl::string_view name) {
  std::vector<std::string> known;
  for (const Parameter& p : parameters) {
    if (!p.positional) known.push_back(DisplayName(p));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "there is no option --", name, "; ",
      known.empty() ? "there are none here"
                    : absl::StrCat("known are ", absl::StrJoin(known, ", "))));
}

}  // namespace

bool Arguments::Has(StringView name) const {
  return numbers_.find(name) != numbers_.end() ||
         flags_.find(name) != flags_.end() ||
         texts_.find(name) != texts_.end() || files_.find(name) != files_.end();
}

int Arguments::Number(StringView name) const {
  assert(numbers_.find(name) != numbers_.end());
  return numbers_.find(name)->second;
}

bool Arguments::Flag(StringView name) const {
  const auto it = flags_.find(name);
  return it != flags_.end() && it->second;
}

const std::string& Arguments::Text(StringView name) const {
  assert(texts_.find(name) != texts_.end());
  return texts_.find(name)->second;
}

const InputFile& Arguments::File(StringView name) const {
  assert(files_.find(name) != files_.end());
  return files_.find(name)->second;
}

absl::Status Arguments::Set(const Parameter& parameter, StringView value,
                            FileReader read_file) {
  const std::string name(parameter.name);
  switch (parameter.type) {
    case ParameterType::kNumber:
      if (int number; absl::SimpleAtoi(value, &number)) {
        numbers_[name] = number;
        return absl::OkStatus();
      }
      return absl::InvalidArgumentError(
          absl::StrCat(DisplayName(parameter), " must be a whole number of at ",
                       "most 9 digits, not '", value, "'"));
    case ParameterType::kFlag:
      if (bool flag; absl::SimpleAtob(value, &flag)) {
        flags_[name] = flag;
        return absl::OkStatus();
      }
      return absl::InvalidArgumentError(
          absl::StrCat(DisplayName(parameter),
                       " is either true or false, not '", value, "'"));
    case ParameterType::kText:
    case ParameterType::kSize:
      texts_[name] = std::string(value);
      return absl::OkStatus();
    case ParameterType::kFile: {
      absl::StatusOr<std::string> content = read_file(value);
      if (!content.ok()) return content.status();
      files_[name] = {std::string(value), *std::move(content)};
      return absl::OkStatus();
    }
  }
  return absl::InternalError("unknown type of parameter");
}

// Fits one word after the other to the parameters.
class Arguments::Parser {
 public:
  Parser(absl::Span<const Parameter> parameters,
         absl::Span<const StringView> words, FileReader read_file)
      : parameters_(parameters),
        words_(words),
        read_file_(read_file),
        next_positional_(parameters.begin()) {}

  absl::StatusOr<Arguments> Parse() {
    bool options_ended = false;
    while (!words_.empty()) {
      absl::string_view word = words_.front();
      words_.remove_prefix(1);
      if (!options_ended && word == "--") {
        options_ended = true;
        continue;
      }
      if (absl::Status status =
              !options_ended && absl::ConsumePrefix(&word, "--")
                  ? TakeOption(word)
                  : TakePositional(word);
          !status.ok()) {
        return status;
      }
    }
    if (absl::Status status = SetDefaults(); !status.ok()) return status;
    return std::move(arguments_);
  }

 private:
  absl::Status TakePositional(absl::string_view word) {
    if (open_size_ != nullptr && IsNumber(word)) {
      absl::StrAppend(&arguments_.texts_[std::string(open_size_->name)], "x",
                      word);
      return absl::OkStatus();
    }
    next_positional_ =
        std::find_if(next_positional_, parameters_.end(),
                     [](const Parameter& p) { return p.positional; });
    if (next_positional_ == parameters_.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", word, "' is one argument too many"));
    }
    const Parameter& parameter = *next_positional_++;
    open_size_ = parameter.type == ParameterType::kSize && IsNumber(word)
                     ? &parameter
                     : nullptr;
    return SetOnce(parameter, word);
  }

  // `word` is without its "--".
  absl::Status TakeOption(absl::string_view word) {
    const size_t equals = word.find('=');
    const bool has_value = equals != absl::string_view::npos;
    const absl::string_view name = word.substr(0, equals);
    const Parameter* parameter = Find(parameters_, name);
    if (parameter == nullptr) return TakeNegatedFlag(name, has_value);
    if (has_value) return SetOnce(*parameter, word.substr(equals + 1));
    if (parameter->type == ParameterType::kFlag) {
      return SetOnce(*parameter, "true");
    }
    if (words_.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--", name, " needs a value"));
    }
    const absl::string_view value = words_.front();
    words_.remove_prefix(1);
    return SetOnce(*parameter, value);
  }

  // No parameter has that name; but a flag may have what is behind a "no-".
  absl::Status TakeNegatedFlag(absl::string_view name, bool has_value) {
    absl::string_view positive = name;
    const Parameter* parameter =
        absl::ConsumePrefix(&positive, "no-") && !has_value
            ? Find(parameters_, positive)
            : nullptr;
    if (parameter == nullptr || parameter->type != ParameterType::kFlag) {
      return UnknownOption(parameters_, name);
    }
    return SetOnce(*parameter, "false");
  }

  absl::Status SetOnce(const Parameter& parameter, absl::string_view value) {
    if (!given_.insert(parameter.name).second) {
      return absl::InvalidArgumentError(
          absl::StrCat(DisplayName(parameter), " is given twice"));
    }
    return arguments_.Set(parameter, value, read_file_);
  }

  absl::Status SetDefaults() {
    for (const Parameter& parameter : parameters_) {
      if (given_.count(parameter.name) > 0) continue;
      if (parameter.default_value.has_value()) {
        if (absl::Status status =
                arguments_.Set(parameter, *parameter.default_value, read_file_);
            !status.ok()) {
          return status;
        }
      } else if (parameter.positional) {
        return absl::InvalidArgumentError(absl::StrCat(
            DisplayName(parameter), " (", parameter.help, ") is missing"));
      }
    }
    return absl::OkStatus();
  }

  const absl::Span<const Parameter> parameters_;
  absl::Span<const StringView> words_;  // That are still to be read.
  const FileReader read_file_;
  Arguments arguments_;
  std::set<absl::string_view> given_;
  absl::Span<const Parameter>::iterator next_positional_;
  // The parameter of the last positional word, if that was the first number of
  // a size: the "6" of "6 10".
  const Parameter* open_size_ = nullptr;
};

absl::StatusOr<Arguments> ParseArguments(absl::Span<const Parameter> parameters,
                                         absl::Span<const StringView> words,
                                         FileReader read_file) {
  return Arguments::Parser(parameters, words, read_file).Parse();
}

}  // namespace dlx::make
