#ifndef WEB_FACE_FACE_H_
#define WEB_FACE_FACE_H_

// What a program in JavaScript can ask of the library: questions and answers
// are texts in JSON.
//
//   {"do": "solve", "size": 4, "cells": "1..4..1..2..3..2"}
//
//   {"verdict": "unique", "solution": "1324241342313142", ...}
//
// What is long goes behind the JSON as it is, from the next line on, instead of
// being escaped and unescaped: it is the field "body" of the question, or of
// the answer.
//
//   {"do": "solve-all", "size": 4}
//   1..4..1..2..3..2
//   1....2....3....4
//
// A question names what is to be done; the tables in sudoku_face.cc,
// rule_face.cc, step_face.cc and cover_face.cc say what there is, and what else
// each wants to know. If it cannot be done, the answer is {"error": "a
// sentence"}.
//
// What takes long tells how it is getting on: parts of the answer are handed to
// `emit` meanwhile. Nothing here stops before its end or its limits; to stop
// it, end the worker that it runs in.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"

namespace web {

using Json = nlohmann::json;
using Emit = absl::FunctionRef<void(const Json&)>;

// A question. What is missing, or is of another type, has a default value.
class Request {
 public:
  explicit Request(Json fields) : fields_(std::move(fields)) {}

  std::string Text(absl::string_view name) const;
  bool Flag(absl::string_view name) const;
  int64_t Number(absl::string_view name, int64_t otherwise) const;
  double Seconds(absl::string_view name, double otherwise) const;
  // The elements of an array that are texts.
  std::vector<std::string> Texts(absl::string_view name) const;
  // The elements of an array that are whole numbers, from 0.
  std::vector<uint64_t> Numbers(absl::string_view name) const;
  // The texts of an object.
  std::map<std::string, std::string> TextsByName(absl::string_view name) const;

 private:
  const Json* Find(absl::string_view name) const;

  Json fields_;
};

struct Command {
  absl::string_view name;
  absl::StatusOr<Json> (*run)(const Request& request, Emit emit);
};

absl::Span<const Command> SudokuCommands();
absl::Span<const Command> RuleCommands();
absl::Span<const Command> StepCommands();
absl::Span<const Command> CoverCommands();

// One thread at a time may ask.
std::string Answer(absl::string_view question, Emit emit);

}  // namespace web

#endif  // WEB_FACE_FACE_H_
