#include "web/face/face.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace web {
namespace {

absl::StatusOr<Json> Run(const Json& question, Emit emit) {
  if (!question.is_object()) {
    return absl::InvalidArgumentError("a question is an object in JSON");
  }
  const Request request(question);
  const std::string name = request.Text("do");
  for (const absl::Span<const Command> commands :
       {SudokuCommands(), CoverCommands()}) {
    for (const Command& command : commands) {
      if (command.name == name) return command.run(request, emit);
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("there is nothing to do that is called \"", name, "\""));
}

// Names may come from files in any encoding.
std::string ToText(const Json& json) {
  return json.dump(/*indent=*/-1, ' ', /*ensure_ascii=*/false,
                   Json::error_handler_t::replace);
}

}  // namespace

const Json* Request::Find(absl::string_view name) const {
  const auto field = fields_.find(std::string(name));
  return field == fields_.end() ? nullptr : &*field;
}

std::string Request::Text(absl::string_view name) const {
  const Json* field = Find(name);
  return field != nullptr && field->is_string() ? field->get<std::string>()
                                                : "";
}

bool Request::Flag(absl::string_view name) const {
  const Json* field = Find(name);
  return field != nullptr && field->is_boolean() && field->get<bool>();
}

int64_t Request::Number(absl::string_view name, int64_t otherwise) const {
  const Json* field = Find(name);
  return field != nullptr && field->is_number_integer() ? field->get<int64_t>()
                                                        : otherwise;
}

double Request::Seconds(absl::string_view name, double otherwise) const {
  const Json* field = Find(name);
  return field != nullptr && field->is_number() ? field->get<double>()
                                                : otherwise;
}

std::vector<std::string> Request::Texts(absl::string_view name) const {
  std::vector<std::string> texts;
  const Json* field = Find(name);
  if (field == nullptr || !field->is_array()) return texts;
  for (const Json& element : *field) {
    if (element.is_string()) texts.push_back(element.get<std::string>());
  }
  return texts;
}

std::vector<uint64_t> Request::Numbers(absl::string_view name) const {
  std::vector<uint64_t> numbers;
  const Json* field = Find(name);
  if (field == nullptr || !field->is_array()) return numbers;
  for (const Json& element : *field) {
    numbers.push_back(element.is_number_unsigned() ? element.get<uint64_t>()
                                                   : 0);
  }
  return numbers;
}

std::map<std::string, std::string> Request::TextsByName(
    absl::string_view name) const {
  std::map<std::string, std::string> texts;
  const Json* field = Find(name);
  if (field == nullptr || !field->is_object()) return texts;
  for (const auto& [key, value] : field->items()) {
    if (value.is_string()) texts[key] = value.get<std::string>();
  }
  return texts;
}

std::string Answer(absl::string_view question, Emit emit) {
  const Json parsed = Json::parse(question.begin(), question.end(),
                                  /*cb=*/nullptr, /*allow_exceptions=*/false);
  const absl::StatusOr<Json> answer = Run(parsed, emit);
  if (answer.ok()) return ToText(*answer);
  return ToText({{"error", std::string(answer.status().message())}});
}

}  // namespace web
