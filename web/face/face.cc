#include "web/face/face.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace web {
namespace {

constexpr char kBody[] = "body";

absl::StatusOr<Json> ParseQuestion(absl::string_view text) {
  const size_t end = text.find('\n');
  const absl::string_view line = text.substr(0, end);
  Json question = Json::parse(line.begin(), line.end(), /*cb=*/nullptr,
                              /*allow_exceptions=*/false);
  if (!question.is_object()) {
    return absl::InvalidArgumentError("a question is an object in JSON");
  }
  if (end != absl::string_view::npos) {
    question[kBody] = std::string(text.substr(end + 1));
  }
  return question;
}

absl::StatusOr<Json> Run(absl::string_view text, Emit emit) {
  absl::StatusOr<Json> question = ParseQuestion(text);
  if (!question.ok()) return question.status();
  const Request request(*std::move(question));
  const std::string name = request.Text("do");
  for (const absl::Span<const Command> commands :
       {SudokuCommands(), RuleCommands(), StepCommands(), CoverCommands()}) {
    for (const Command& command : commands) {
      if (command.name == name) return command.run(request, emit);
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("there is nothing to do that is called \"", name, "\""));
}

// Names may come from files in any encoding.
std::string ToText(Json json) {
  std::string body;
  if (const auto field = json.find(kBody); field != json.end()) {
    body = "\n" + field->get_ref<const std::string&>();
    json.erase(field);
  }
  return json.dump(/*indent=*/-1, ' ', /*ensure_ascii=*/false,
                   Json::error_handler_t::replace) +
         body;
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
  absl::StatusOr<Json> answer = Run(question, emit);
  if (answer.ok()) return ToText(*std::move(answer));
  return ToText({{"error", std::string(answer.status().message())}});
}

}  // namespace web
