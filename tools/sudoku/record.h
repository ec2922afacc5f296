#ifndef TOOLS_SUDOKU_RECORD_H_
#define TOOLS_SUDOKU_RECORD_H_

// What a command says about a puzzle, as named fields: a line of JSON or CSV.
//
// All records of a command have the same fields in the same order, because CSV
// wants that; JSON leaves out those that are empty.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/grid.h"
#include "sudoku/making/disguise.h"
#include "sudoku/render/grid_text.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

class Record {
 public:
  // The fields of every record about a puzzle: which one it is.
  Record(absl::string_view type, const Job& job);
  // For a record that is not about a single puzzle.
  explicit Record(absl::string_view type) : type_(type) {}

  Record& Text(absl::string_view name, absl::string_view text);
  // Without a value, the field is empty.
  Record& Number(absl::string_view name, std::optional<uint64_t> number);
  // In CSV, with three decimal places.
  Record& Decimal(absl::string_view name, std::optional<double> number);
  Record& Bool(absl::string_view name, bool value);
  // In CSV, the texts are separated by blanks.
  Record& List(absl::string_view name, std::vector<std::string> texts);
  // In CSV: "name=1 other=2".
  Record& Numbers(absl::string_view name,
                  std::vector<std::pair<absl::string_view, uint64_t>> numbers);

  // The record as a line with its end. REQUIRES: `format` is kJson or kCsv.
  std::string ToLine(OutputFormat format) const;

 private:
  struct Field {
    enum class Kind { kText, kNumber, kDecimal, kBool, kList, kNumbers } kind;
    std::string name;
    std::string text;
    std::vector<std::string> list = {};
    std::optional<double> decimal = std::nullopt;
    std::vector<std::pair<absl::string_view, uint64_t>> numbers = {};
  };
  std::string ToJson() const;
  std::string ToCsv() const;

  std::string type_;
  std::vector<Field> fields_;
};

// Fields that say how a puzzle was disguised: "transposed"; "rows" and
// "columns", which say of each what it was before, from 1; and "digits", what
// each of 1, 2, 3, ... is called.
void AddDisguise(const Disguise& disguise, Record& record);

// How a command writes a puzzle that it has made of another.
struct PuzzleStyle {
  OutputFormat format;
  TextColors colors = TextColors::kNone;
  bool ends_with_blank_line = false;  // After a grid.
};
// A grid, or a line with the note of the job's puzzle.
std::string PuzzleText(const Job& job, const Grid& grid,
                       const PuzzleStyle& style);

// The first line of a CSV file, for records about puzzles with these fields
// besides those that all have.
std::string CsvHeader(std::initializer_list<absl::string_view> names);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_RECORD_H_
