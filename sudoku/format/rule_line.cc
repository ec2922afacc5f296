#include "sudoku/format/rule_line.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "sudoku/format/line.h"
#include "sudoku/names.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/rule_text.h"

namespace sudoku {
namespace {

// The length of the rules: they end at a blank that no other rule follows.
size_t RulesLength(absl::string_view line) {
  for (size_t blank = line.find(' '); blank != line.npos;
       blank = line.find(' ', blank + 1)) {
    const absl::string_view rest =
        absl::StripLeadingAsciiWhitespace(line.substr(blank));
    if (rest.empty() || rest[0] != '.') return blank;
    blank = line.size() - rest.size();
  }
  return line.size();
}

// Each row as a region: nothing is asked besides rows and columns.
std::string RowsAsRegions(int size) {
  std::string map;
  for (int row = 1; row <= size; ++row) {
    map.append(size, DigitToChar(static_cast<uint8_t>(row)));
  }
  return map;
}

void SetCandidates(std::vector<DigitSet> candidates, Puzzle* puzzle) {
  bool are_clues = true;
  for (size_t cell = 0; cell < candidates.size(); ++cell) {
    const DigitSet digits = candidates[cell];
    if (std::has_single_bit(digits)) {
      puzzle->clues[static_cast<int>(cell)] =
          static_cast<uint8_t>(std::countr_zero(digits) + 1);
    } else if (digits != AllDigits(puzzle->geometry.size())) {
      are_clues = false;
    }
  }
  if (!are_clues) puzzle->candidates = std::move(candidates);
}

}  // namespace

std::optional<ReadError> ReadRuleLine(absl::string_view line, TextPlace place,
                                      GeometrySource* geometries,
                                      Puzzle* puzzle) {
  const size_t length = RulesLength(line);
  RuleText text;
  if (auto error = ReadRuleText(line.substr(0, length), &text)) {
    place.column += static_cast<int>(error->offset);
    return ReadError{place, std::move(error->sentence)};
  }
  const auto geometry = text.has_boxes
                            ? geometries->ForSize(text.size)
                            : geometries->ForRegions(RowsAsRegions(text.size));
  if (!geometry.ok()) {
    return ReadError{place, std::string(geometry.status().message())};
  }
  if (!(*geometry)->has_boxes() &&
      absl::c_any_of(text.rules,
                     [](const Rule& rule) { return rule.kind->needs_boxes; })) {
    return ReadError{place, "a rule is about boxes, and there are none"};
  }
  ResetPuzzle(**geometry, puzzle);
  SetCandidates(std::move(text.candidates), puzzle);
  puzzle->rules = std::move(text.rules);
  puzzle->note = std::string(absl::StripAsciiWhitespace(line.substr(length)));
  return std::nullopt;
}

}  // namespace sudoku
