#include "dlx/make/picture.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"

namespace dlx::make {
namespace {

struct Line {
  int number;  // From 1.
  absl::string_view text;
};

// The lines of a text, but for comments, and without blanks at their ends.
std::vector<Line> SplitLines(absl::string_view text) {
  std::vector<Line> lines;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    if (absl::StartsWith(line, "|")) continue;
    lines.push_back({number, absl::StripTrailingAsciiWhitespace(line)});
  }
  return lines;
}

absl::Status ErrorAt(const Line& line, size_t index, absl::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrFormat("line %d, column %d: %s", line.number, index + 1, what));
}

bool IsLayerBorder(absl::string_view line) {
  return !line.empty() &&
         line.find_first_not_of('-') == absl::string_view::npos;
}

absl::StatusOr<Board> ParsePicture(absl::Span<const Line> lines) {
  while (!lines.empty() && lines.front().text.empty()) lines.remove_prefix(1);
  while (!lines.empty() && lines.back().text.empty()) lines.remove_suffix(1);
  Board board;
  int layer = 0;
  int row = 0;
  for (const Line& line : lines) {
    if (IsLayerBorder(line.text)) {
      ++layer;
      row = 0;
      continue;
    }
    for (size_t i = 0; i < line.text.size(); ++i) {
      const Cell cell = {
          .layer = layer, .row = row, .column = static_cast<int>(i)};
      switch (line.text[i]) {
        case '#':
          board.cells.push_back(cell);
          break;
        case '?':
          board.optional_cells.push_back(cell);
          break;
        case '.':
        case ' ':
          break;
        default:
          return ErrorAt(line, i,
                         "a picture consists of '#', '?', '.' and ' '");
      }
    }
    ++row;
  }
  return board;
}

// A word of a line, and where it begins.
struct Token {
  size_t index;
  absl::string_view text;
};

std::vector<Token> SplitWords(absl::string_view line) {
  std::vector<Token> words;
  for (size_t end, begin = 0; begin < line.size(); begin = end + 1) {
    end = std::min(line.find_first_of(" \t", begin), line.size());
    if (end > begin) words.push_back({begin, line.substr(begin, end - begin)});
  }
  return words;
}

// The name and copies of "piece NAME COPIES".
absl::StatusOr<Piece> ParseHeader(const Line& line) {
  const std::vector<Token> words = SplitWords(line.text);
  if (words.empty() || words[0].text != "piece") {
    return ErrorAt(line, 0, "the first line must be like 'piece NAME'");
  }
  if (words.size() < 2) {
    return ErrorAt(line, line.text.size(), "the name of the piece is missing");
  }
  Piece piece = {.name = std::string(words[1].text), .shape = {}};
  const size_t forbidden = words[1].text.find_first_of(":|");
  if (forbidden != absl::string_view::npos) {
    return ErrorAt(line, words[1].index + forbidden,
                   "the name of a piece has no ':' and no '|'");
  }
  if (words.size() > 2) {
    absl::StatusOr<Copies> copies = ParseCopies(words[2].text);
    if (!copies.ok()) {
      return ErrorAt(line, words[2].index, copies.status().message());
    }
    piece.copies = *copies;
  }
  if (words.size() > 3) {
    return ErrorAt(line, words[3].index, "this word is one too many");
  }
  return piece;
}

bool IsHeader(absl::string_view line) {
  return absl::StartsWith(line, "piece");
}

}  // namespace

absl::StatusOr<Board> ParseBoard(StringView text) {
  const std::vector<Line> lines = SplitLines(text);
  absl::StatusOr<Board> board = ParsePicture(lines);
  if (board.ok() && board->cells.empty() && board->optional_cells.empty()) {
    return absl::InvalidArgumentError("the board has no cells");
  }
  return board;
}

absl::StatusOr<std::vector<Piece>> ParsePieces(StringView text) {
  const std::vector<Line> lines = SplitLines(text);
  std::vector<Piece> pieces;
  size_t begin = 0;
  while (begin < lines.size() && lines[begin].text.empty()) ++begin;
  while (begin < lines.size()) {
    absl::StatusOr<Piece> piece = ParseHeader(lines[begin]);
    if (!piece.ok()) return piece.status();
    size_t end = begin + 1;
    while (end < lines.size() && !IsHeader(lines[end].text)) ++end;
    absl::StatusOr<Board> picture = ParsePicture(
        absl::MakeConstSpan(lines).subspan(begin + 1, end - begin - 1));
    if (!picture.ok()) return picture.status();
    if (!picture->optional_cells.empty() || picture->cells.empty()) {
      return ErrorAt(lines[begin], 0,
                     picture->optional_cells.empty()
                         ? "the piece has no cells"
                         : "a piece has no optional cells '?'");
    }
    piece->shape = Moved(picture->cells, Motion());
    pieces.push_back(*std::move(piece));
    begin = end;
  }
  if (pieces.empty()) {
    return absl::InvalidArgumentError("there are no pieces");
  }
  return pieces;
}

}  // namespace dlx::make
