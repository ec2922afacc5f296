#include "sudoku/format/rule_line.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/types/span.h"
#include "sudoku/format/line.h"
#include "sudoku/names.h"
#include "sudoku/rules/houses.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/rule_places.h"
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

// True if they say no more than houses do: both diagonals, windows, regions.
bool AreHouses(absl::Span<const Rule> rules, const Geometry& grid) {
  int diagonals = 0;
  for (const Rule& rule : rules) {
    if (rule.kind->name == "Diagonal") {
      diagonals |= rule.numbers[0] == 1 ? 1 : 2;
    } else if (rule.kind->name == "AllDifferent") {
      const int count = static_cast<int>(rule.cells().size());
      if (count < 2 || count > grid.size()) return false;
    } else if (rule.kind->name != "Windoku" || !grid.WithWindows().ok()) {
      return false;
    }
  }
  return diagonals == 0 || diagonals == 3;
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

std::string ShapeText(const Geometry& geometry) {
  const int size = geometry.size();
  const bool has_zero = geometry.least_digit() == 0;
  std::string text;
  if (size != 9 || has_zero) {
    absl::StrAppend(&text, ".Shape~", size, "x", size);
  }
  if (has_zero) absl::StrAppend(&text, "~0-", geometry.greatest_digit());
  if (geometry.has_customary_boxes()) return text;
  absl::StrAppend(&text, ".NoBoxes");
  if (geometry.RegionLine() != RowsAsRegions(size)) {
    absl::StrAppend(&text, ".Jigsaw~", geometry.RegionLine());
  }
  return text;
}

// A note that began with a dot would be taken for another rule.
std::string NoteText(absl::string_view note) {
  std::string text = absl::StrReplaceAll(note, {{"\n", " "}, {"\r", " "}});
  const size_t begin = std::min(text.find_first_not_of(" \t."), text.size());
  return begin == text.size() ? "" : absl::StrCat(" ", text.substr(begin));
}

}  // namespace

std::optional<ReadError> ReadRuleLine(absl::string_view line, TextPlace place,
                                      GeometrySource* geometries,
                                      Puzzle* puzzle) {
  const size_t length = RulesLength(line);
  RuleText text;
  std::vector<UnknownRule> unknown;
  if (auto error = ReadRuleText(line.substr(0, length), &text, &unknown)) {
    place.column += static_cast<int>(error->offset);
    // What is not known may be what is spoken of here.
    for (const UnknownRule& rule : unknown) {
      absl::StrAppend(&error->sentence, "; ", UnknownRuleSentence(rule.name));
    }
    return ReadError{place, std::move(error->sentence)};
  }
  const auto geometry = text.has_boxes ? geometries->ForSize(text.size)
                        : text.regions.empty()
                            ? geometries->ForRegions(RowsAsRegions(text.size))
                            : geometries->ForRegions(text.regions);
  if (!geometry.ok()) {
    return ReadError{place, std::string(geometry.status().message())};
  }
  absl::StatusOr<Geometry> grid = **geometry;
  if (text.has_boxes && !text.regions.empty()) {
    grid = grid->WithExtraRegions(text.regions);
  }
  // Of these, all commands know, whether they take rules or not.
  if (grid.ok() && AreHouses(text.rules, *grid)) {
    grid = *WithHouses(*grid, std::exchange(text.rules, {}));
  }
  if (!grid.ok()) {
    return ReadError{place, std::string(grid.status().message())};
  }
  if (std::string missing = MissingBoxes(text.rules, *grid); !missing.empty()) {
    return ReadError{place, std::move(missing)};
  }
  ResetPuzzle(grid->WithLeastDigit(text.least_digit), puzzle);
  SetCandidates(std::move(text.candidates), puzzle);
  puzzle->rules = std::move(text.rules);
  for (UnknownRule& rule : unknown) {
    puzzle->unknown_rules.push_back(
        {.name = rule.name,
         .sentence = UnknownRuleSentence(rule.name),
         .line = place.line,
         .column = place.column + static_cast<int>(rule.offset)});
  }
  puzzle->note = std::string(absl::StripAsciiWhitespace(line.substr(length)));
  return std::nullopt;
}

std::string GivensText(const Puzzle& puzzle) {
  const int size = puzzle.geometry.size();
  std::string text;
  for (int cell = 0; cell < puzzle.geometry.cell_count(); ++cell) {
    const DigitSet digits = puzzle.clues[cell] != 0 && !puzzle.has_candidates()
                                ? DigitBit(puzzle.clues[cell])
                                : puzzle.AllowedDigits(cell);
    if (digits == AllDigits(size)) continue;
    absl::StrAppend(&text, "~", rules::WordOf(cell, size));
    for (int digit = 1; digit <= size; ++digit) {
      if ((digits & DigitBit(digit)) == 0) continue;
      absl::StrAppend(&text, "_", digit - 1 + puzzle.geometry.least_digit());
    }
  }
  return text;
}

std::string ExtraRegionsText(const Geometry& geometry) {
  std::string text;
  for (const House& house : geometry.houses()) {
    if (house.kind != House::Kind::kExtra) continue;
    absl::StrAppend(&text, ".AllDifferent");
    for (const int cell : house.cells) {
      absl::StrAppend(&text, "~", rules::WordOf(cell, geometry.size()));
    }
  }
  return text;
}

bool NeedsRuleLine(const Puzzle& puzzle) {
  return puzzle.needs_rule_line() || puzzle.geometry.has_diagonals() ||
         puzzle.geometry.has_extra_regions();
}

std::string RuleLineWithoutNote(const Puzzle& puzzle) {
  std::string text = ShapeText(puzzle.geometry);
  const std::string givens = GivensText(puzzle);
  if (!givens.empty()) absl::StrAppend(&text, ".", givens);
  if (puzzle.geometry.has_diagonals()) text += ".Diagonal~1.Diagonal~-1";
  text += ExtraRegionsText(puzzle.geometry);
  for (const Rule& rule : puzzle.rules) absl::StrAppend(&text, ".", rule.text);
  return text.empty() ? ".Shape~9x9" : text;
}

std::string RuleLine(const Puzzle& puzzle) {
  return absl::StrCat(RuleLineWithoutNote(puzzle), NoteText(puzzle.note));
}

}  // namespace sudoku
