#include "tools/sudoku/record.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "sudoku/format/rule_line.h"
#include "sudoku/render/grid_picture.h"
#include "tools/cli/json.h"
#include "tools/cli/printable.h"

namespace sudoku::tool {

namespace {

// What a puzzle looks like in a field: its clues, all of its candidates, or its
// rules, other houses and clues. Readers take each of them.
std::string PuzzleField(const Puzzle& puzzle) {
  if (NeedsRuleLine(puzzle)) return RuleLineWithoutNote(puzzle);
  if (!puzzle.has_candidates()) return puzzle.clues.ToLine();
  std::string text;
  const Geometry& geometry = puzzle.geometry;
  for (const DigitSet set : puzzle.candidates) {
    for (int digit = 1; digit <= geometry.size(); ++digit) {
      text.push_back((set & DigitBit(digit)) != 0 ? geometry.DigitChar(digit)
                                                  : '.');
    }
  }
  return text;
}

// As RFC 4180 has it, in UTF-8.
std::string CsvField(absl::string_view bytes) {
  const std::string text = cli::Utf8Text(bytes);
  if (text.find_first_of(",\"\r\n") == absl::string_view::npos) {
    return text;
  }
  return absl::StrCat("\"", absl::StrReplaceAll(text, {{"\"", "\"\""}}), "\"");
}

}  // namespace

Record::Record(absl::string_view type, const Job& job) : type_(type) {
  Text("source", job.source);
  Number("line", static_cast<uint64_t>(job.line));
  Text("puzzle", PuzzleField(job.puzzle));
  Text("note", job.puzzle.note);
}

Record& Record::Text(absl::string_view name, absl::string_view text) {
  fields_.push_back({Field::Kind::kText, std::string(name), std::string(text)});
  return *this;
}

Record& Record::Number(absl::string_view name, std::optional<uint64_t> number) {
  fields_.push_back({Field::Kind::kNumber, std::string(name),
                     number ? absl::StrCat(*number) : ""});
  return *this;
}

Record& Record::Decimal(absl::string_view name, std::optional<double> number) {
  fields_.push_back({.kind = Field::Kind::kDecimal,
                     .name = std::string(name),
                     .text = number ? absl::StrFormat("%.3f", *number) : "",
                     .decimal = number});
  return *this;
}

Record& Record::Bool(absl::string_view name, bool value) {
  fields_.push_back(
      {Field::Kind::kBool, std::string(name), value ? "true" : "false"});
  return *this;
}

Record& Record::List(absl::string_view name, std::vector<std::string> texts) {
  std::string text = absl::StrJoin(texts, " ");
  fields_.push_back({Field::Kind::kList, std::string(name), std::move(text),
                     std::move(texts)});
  return *this;
}

Record& Record::Numbers(
    absl::string_view name,
    std::vector<std::pair<absl::string_view, uint64_t>> numbers) {
  std::string text = absl::StrJoin(numbers, " ", absl::PairFormatter("="));
  fields_.push_back({.kind = Field::Kind::kNumbers,
                     .name = std::string(name),
                     .text = std::move(text),
                     .numbers = std::move(numbers)});
  return *this;
}

std::string Record::ToLine(OutputFormat format) const {
  return format == OutputFormat::kJson ? ToJson() : ToCsv();
}

std::string Record::ToJson() const {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject();
  json.Key("type").String(type_);
  for (const Field& field : fields_) {
    switch (field.kind) {
      case Field::Kind::kText:
        if (!field.text.empty()) json.Key(field.name).String(field.text);
        break;
      case Field::Kind::kNumber: {
        uint64_t number = 0;
        if (absl::SimpleAtoi(field.text, &number)) {
          json.Key(field.name).Number(number);
        }
        break;
      }
      case Field::Kind::kDecimal:
        if (field.decimal) json.Key(field.name).Number(*field.decimal);
        break;
      case Field::Kind::kNumbers:
        if (field.numbers.empty()) break;
        json.Key(field.name).BeginObject();
        for (const auto& [name, value] : field.numbers) {
          json.Key(name).Number(value);
        }
        json.EndObject();
        break;
      case Field::Kind::kBool:
        json.Key(field.name).Bool(field.text == "true");
        break;
      case Field::Kind::kList:
        if (field.list.empty()) break;
        json.Key(field.name).BeginArray();
        for (const std::string& text : field.list) json.String(text);
        json.EndArray();
        break;
    }
  }
  json.EndObject();
  line.push_back('\n');
  return line;
}

std::string Record::ToCsv() const {
  return absl::StrCat(absl::StrJoin(fields_, ",",
                                    [](std::string* out, const Field& field) {
                                      absl::StrAppend(out,
                                                      CsvField(field.text));
                                    }),
                      "\n");
}

void AddDisguise(const Disguise& disguise, Record& record) {
  const auto from_one = [](const std::vector<int>& numbers) {
    std::vector<std::string> texts;
    for (const int number : numbers) texts.push_back(absl::StrCat(number + 1));
    return texts;
  };
  std::vector<std::string> digits;
  for (size_t digit = 1; digit < disguise.digits.size(); ++digit) {
    digits.push_back(absl::StrCat(disguise.digits[digit]));
  }
  record.Bool("transposed", disguise.is_transposed)
      .List("rows", from_one(disguise.rows))
      .List("columns", from_one(disguise.columns))
      .List("digits", std::move(digits));
}

std::string PuzzleText(const Job& job, const Grid& grid,
                       const PuzzleStyle& style) {
  if (style.format == OutputFormat::kGrid) {
    const Puzzle puzzle(job.puzzle.geometry, grid);
    return absl::StrCat(DrawGrid(GridPicture::OfClues(puzzle), style.colors),
                        style.ends_with_blank_line ? "\n" : "");
  }
  return absl::StrCat(grid.ToLine(), job.puzzle.note.empty() ? "" : " ",
                      job.puzzle.note, "\n");
}

std::string CsvHeader(std::initializer_list<absl::string_view> names) {
  return absl::StrCat("source,line,puzzle,note", names.size() == 0 ? "" : ",",
                      absl::StrJoin(names, ","), "\n");
}

}  // namespace sudoku::tool
