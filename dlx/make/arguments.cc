#include "dlx/make/arguments.h"

#include <algorithm>
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
  return numbers_.find(name)->second;
}

bool Arguments::Flag(StringView name) const {
  const auto it = flags_.find(name);
  return it != flags_.end() && it->second;
}

const std::string& Arguments::Text(StringView name) const {
  return texts_.find(name)->second;
}

const InputFile& Arguments::File(StringView name) const {
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

absl::StatusOr<Arguments> ParseArguments(absl::Span<const Parameter> parameters,
                                         absl::Span<const StringView> words,
                                         FileReader read_file) {
  Arguments arguments;
  std::set<absl::string_view> given;
  const auto set = [&](const Parameter& parameter, absl::string_view value) {
    if (!given.insert(parameter.name).second) {
      return absl::InvalidArgumentError(
          absl::StrCat(DisplayName(parameter), " is given twice"));
    }
    return arguments.Set(parameter, value, read_file);
  };

  auto next_positional = parameters.begin();
  // The last positional word, if it was the first number of a size: "6" of
  // "6 10".
  const Parameter* open_size = nullptr;
  bool options_ended = false;
  for (size_t i = 0; i < words.size(); ++i) {
    absl::string_view word = words[i];
    if (!options_ended && word == "--") {
      options_ended = true;
      continue;
    }
    if (options_ended || !absl::ConsumePrefix(&word, "--")) {
      if (open_size != nullptr && IsNumber(word)) {
        absl::StrAppend(&arguments.texts_[std::string(open_size->name)], "x",
                        word);
        continue;
      }
      next_positional =
          std::find_if(next_positional, parameters.end(),
                       [](const Parameter& p) { return p.positional; });
      if (next_positional == parameters.end()) {
        return absl::InvalidArgumentError(
            absl::StrCat("'", word, "' is one argument too many"));
      }
      const Parameter& parameter = *next_positional++;
      if (absl::Status status = set(parameter, word); !status.ok()) {
        return status;
      }
      open_size = parameter.type == ParameterType::kSize && IsNumber(word)
                      ? &parameter
                      : nullptr;
      continue;
    }

    const size_t equals = word.find('=');
    const bool has_value = equals != absl::string_view::npos;
    const absl::string_view name = word.substr(0, equals);
    absl::string_view value = has_value ? word.substr(equals + 1) : "true";
    const Parameter* parameter = Find(parameters, name);
    if (parameter == nullptr) {
      absl::string_view positive = name;
      if (absl::ConsumePrefix(&positive, "no-") && !has_value) {
        parameter = Find(parameters, positive);
        value = "false";
      }
      if (parameter == nullptr || parameter->type != ParameterType::kFlag) {
        return UnknownOption(parameters, name);
      }
    } else if (parameter->type != ParameterType::kFlag && !has_value) {
      if (i + 1 == words.size()) {
        return absl::InvalidArgumentError(
            absl::StrCat("--", name, " needs a value"));
      }
      value = words[++i];
    }
    if (absl::Status status = set(*parameter, value); !status.ok()) {
      return status;
    }
  }

  for (const Parameter& parameter : parameters) {
    if (given.count(parameter.name) > 0) continue;
    if (parameter.default_value.has_value()) {
      if (absl::Status status =
              arguments.Set(parameter, *parameter.default_value, read_file);
          !status.ok()) {
        return status;
      }
    } else if (parameter.positional) {
      return absl::InvalidArgumentError(absl::StrCat(
          DisplayName(parameter), " (", parameter.help, ") is missing"));
    }
  }
  return arguments;
}

}  // namespace dlx::make
