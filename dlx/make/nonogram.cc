#include "dlx/make/nonogram.h"

#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "dlx/make/generators.h"
#include "dlx/make/model_problem.h"

namespace dlx::make {
namespace {

constexpr int kLongestLine = 1000;

// The lengths of a line; nothing if it is not made of numbers.
std::optional<std::vector<int>> ParseBlocks(absl::string_view line) {
  std::vector<int> blocks;
  for (const absl::string_view word :
       absl::StrSplit(line, absl::ByAnyChar(", \t"), absl::SkipEmpty())) {
    int length = 0;
    if (!absl::SimpleAtoi(word, &length) || length < 0 ||
        length > kLongestLine) {
      return std::nullopt;
    }
    if (length > 0) blocks.push_back(length);
  }
  return blocks;
}

// What a line looks like: 'x' is black, '.' white, and '?' a white cell that
// may be missing or repeated. A state is a place in it.
std::string PatternOf(const std::vector<int>& blocks) {
  std::string pattern = "?";
  for (const int block : blocks) {
    if (pattern.size() > 1) pattern += ".?";
    pattern.append(static_cast<size_t>(block), 'x');
  }
  return blocks.empty() ? pattern : pattern + "?";
}

Automaton Blocks(const std::vector<int>& blocks) {
  const std::string pattern = PatternOf(blocks);
  const auto step = [pattern](size_t, int64_t state,
                              int black) -> std::optional<int64_t> {
    const size_t place = static_cast<size_t>(state);
    if (pattern[place] == '?' && black == 0) return state;
    const size_t next = place + (pattern[place] == '?' ? 1 : 0);
    if (next == pattern.size() || (pattern[next] == 'x') != (black == 1) ||
        pattern[next] == '?') {
      return std::nullopt;
    }
    return static_cast<int64_t>(next + 1);
  };
  return {.start = 0, .step = step, .accepts = [pattern](int64_t state) {
            return state + 1 == std::ssize(pattern);
          }};
}

absl::Status CheckLine(const std::vector<int>& blocks, size_t cells,
                       absl::string_view name) {
  const int64_t needed =
      std::accumulate(blocks.begin(), blocks.end(), int64_t{0}) +
      (blocks.empty() ? 0 : std::ssize(blocks) - 1);
  if (needed <= static_cast<int64_t>(cells)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(name, " needs ", needed, " cells and has ", cells));
}

absl::Status CheckClues(const NonogramClues& clues) {
  if (clues.rows.empty() || clues.columns.empty()) {
    return absl::InvalidArgumentError(
        "there must be lengths below \"rows\" and below \"columns\"");
  }
  for (size_t i = 0; i < clues.rows.size(); ++i) {
    absl::Status status = CheckLine(clues.rows[i], clues.columns.size(),
                                    absl::StrCat("row ", i + 1));
    if (!status.ok()) return status;
  }
  for (size_t i = 0; i < clues.columns.size(); ++i) {
    absl::Status status = CheckLine(clues.columns[i], clues.rows.size(),
                                    absl::StrCat("column ", i + 1));
    if (!status.ok()) return status;
  }
  const double cells = static_cast<double>(clues.rows.size()) *
                       static_cast<double>(clues.columns.size());
  return CheckSize("this nonogram", cells * 200);
}

}  // namespace

absl::StatusOr<NonogramClues> ParseNonogram(StringView text) {
  NonogramClues clues;
  std::vector<std::vector<int>>* lines = nullptr;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line[0] == '#' || line[0] == '|') continue;
    const std::string word = absl::AsciiStrToLower(line);
    if (word == "rows" || word == "rows:") {
      lines = &clues.rows;
    } else if (word == "columns" || word == "columns:") {
      lines = &clues.columns;
    } else if (absl::ascii_isalpha(static_cast<unsigned char>(line[0]))) {
      lines = nullptr;
    } else if (auto blocks = ParseBlocks(line);
               blocks.has_value() && lines != nullptr) {
      lines->push_back(*std::move(blocks));
    } else {
      return absl::InvalidArgumentError(absl::StrFormat(
          "line %d: lengths of blocks are expected, such as 2 1 3, below "
          "\"rows\" or \"columns\"",
          number));
    }
  }
  return clues;
}

absl::StatusOr<Problem> MakeNonogram(const NonogramClues& clues) {
  if (absl::Status status = CheckClues(clues); !status.ok()) return status;
  ModelBoard board(static_cast<int>(clues.rows.size()),
                   static_cast<int>(clues.columns.size()));
  for (int i = 0; i < board.rows() * board.columns(); ++i)
    board.AddCell({0, 1});
  for (int i = 0; i < board.rows(); ++i) {
    board.model().AddAutomaton(board.Row(i), Blocks(clues.rows[i]),
                               absl::StrCat("row-", i + 1));
  }
  for (int i = 0; i < board.columns(); ++i) {
    board.model().AddAutomaton(board.Column(i), Blocks(clues.columns[i]),
                               absl::StrCat("column-", i + 1));
  }
  return std::move(board).Build();
}

namespace {

absl::StatusOr<Problem> NonogramFrom(const Arguments& arguments) {
  const InputFile& file = arguments.File("clues");
  const absl::StatusOr<NonogramClues> clues = ParseNonogram(file.content);
  if (!clues.ok()) return InFile(file, clues.status());
  absl::StatusOr<Problem> problem = MakeNonogram(*clues);
  return problem.ok() ? *std::move(problem)
                      : absl::StatusOr<Problem>(InFile(file, problem.status()));
}

}  // namespace

std::vector<Generator> NonogramGenerators() {
  return {
      {.name = "nonogram",
       .summary = "Black cells whose blocks have given lengths",
       .parameters = {PositionalFile("clues", "the lengths of the blocks")},
       .example = "nonogram picture.non",
       .details =
           "The file has a line for each row below the word 'rows', and for\n"
           "each column below 'columns': the lengths of its blocks, such as\n"
           "2 1 3, or 0. An item r2c3=1 says that a cell is black.",
       .make = NonogramFrom},
  };
}

}  // namespace dlx::make
