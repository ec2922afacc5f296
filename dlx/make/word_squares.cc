#include "dlx/make/word_squares.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "dlx/make/generators.h"

namespace dlx::make {
namespace {

struct Word {
  std::string text;
  std::vector<ColorId> letters;
  std::optional<ItemId> item = std::nullopt;  // If words must be distinct.
};

// The characters of a text in UTF-8: a byte 10xxxxxx belongs to the character
// before it.
std::vector<absl::string_view> Characters(absl::string_view text) {
  std::vector<absl::string_view> characters;
  size_t begin = 0;
  for (size_t i = 1; i <= text.size(); ++i) {
    if (i < text.size() && (text[i] & 0xC0) == 0x80) continue;
    characters.push_back(text.substr(begin, i - begin));
    begin = i;
  }
  return characters;
}

absl::Status CheckParams(const WordSquaresParams& params) {
  const int rows = params.rows;
  const int columns = params.columns;
  if (rows < 1 || columns < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("a word square has 1 or more rows and columns, not ", rows,
                     " x ", columns));
  }
  if (params.symmetric && rows != columns) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a symmetric word square is a square, not ", rows, " x ", columns));
  }
  return CheckSize(
      absl::StrCat("the problem of word squares from ", params.words.size(),
                   " words"),
      2.0 * rows * columns * std::max<size_t>(params.words.size(), 1));
}

// Row by row. In a symmetric square a cell and its mirror image are one item.
std::vector<ItemId> AddCells(const WordSquaresParams& params,
                             ProblemBuilder& builder) {
  const int bound = std::max(params.rows, params.columns);
  std::vector<ItemId> cells;
  for (int r = 0; r < params.rows; ++r) {
    for (int c = 0; c < params.columns; ++c) {
      cells.push_back(
          params.symmetric && c < r
              ? cells[c * params.columns + r]
              : builder.AddSecondary(IndexedName("", {r, c}, bound)));
    }
  }
  return cells;
}

// The words that are long enough for rows, and for columns.
struct Words {
  std::vector<Word> across;
  std::vector<Word> down;
};

Words AddWords(const WordSquaresParams& params, ProblemBuilder& builder) {
  Words words;
  absl::flat_hash_set<absl::string_view> seen;
  for (const std::string& text : params.words) {
    const std::vector<absl::string_view> characters = Characters(text);
    const int length = static_cast<int>(characters.size());
    const bool is_across = length == params.columns;
    const bool is_down = length == params.rows && !params.symmetric;
    if ((!is_across && !is_down) || !seen.insert(text).second) continue;
    Word word = {.text = text, .letters = {}};
    for (absl::string_view character : characters) {
      word.letters.push_back(builder.AddColor(character));
    }
    if (params.distinct) {
      word.item = builder.AddSecondary(absl::StrCat("'", text));
    }
    if (is_across) words.across.push_back(word);
    if (is_down) words.down.push_back(std::move(word));
  }
  return words;
}

}  // namespace

std::vector<std::string> ParseWordList(StringView text) {
  std::vector<std::string> words;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty()) words.emplace_back(line);
  }
  return words;
}

absl::StatusOr<Problem> MakeWordSquares(const WordSquaresParams& params) {
  if (absl::Status status = CheckParams(params); !status.ok()) return status;
  ProblemBuilder builder;
  std::vector<ItemId> across, down;
  for (int r = 0; r < params.rows; ++r) {
    across.push_back(builder.AddPrimary(absl::StrCat("A", r)));
  }
  for (int c = 0; c < params.columns && !params.symmetric; ++c) {
    down.push_back(builder.AddPrimary(absl::StrCat("D", c)));
  }
  const std::vector<ItemId> cells = AddCells(params, builder);
  const Words words = AddWords(params, builder);

  // Each word at the place whose letters are in the cells `first`,
  // `first + step` and so on.
  const auto add_options = [&](ItemId place, const std::vector<Word>& words,
                               size_t first, int step) {
    for (const Word& word : words) {
      std::vector<ItemUse> uses = {place};
      size_t cell = first;
      for (ColorId letter : word.letters) {
        uses.push_back({cells[cell], letter});
        cell += step;
      }
      if (word.item.has_value()) uses.push_back(*word.item);
      builder.AddOption(uses);
    }
  };
  for (size_t r = 0; r < across.size(); ++r) {
    add_options(across[r], words.across, r * params.columns, 1);
  }
  for (size_t c = 0; c < down.size(); ++c) {
    add_options(down[c], words.down, c, params.columns);
  }
  return std::move(builder).Build();
}

namespace {

absl::StatusOr<Problem> WordSquaresFrom(const Arguments& arguments) {
  const int rows = arguments.Number("rows");
  return MakeWordSquares(
      {.rows = rows,
       .columns = arguments.Has("columns") ? arguments.Number("columns") : rows,
       .words = ParseWordList(arguments.File("words").content),
       .symmetric = arguments.Flag("symmetric"),
       .distinct = arguments.Flag("distinct")});
}

}  // namespace

std::vector<Generator> WordSquareGenerators() {
  const Parameter words_file =
      PositionalFile("words", "a list of words, one to a line");
  return {
      {.name = "word-squares",
       .summary = "Squares of letters that are words in every row and column",
       .parameters = {words_file,
                      Positional("rows", "the number of words across", "5"),
                      Number("columns", "their length, if it is not the same"),
                      Flag("symmetric",
                           "the k-th word down is the k-th across"),
                      Flag("distinct", "no word twice")},
       .example = "word-squares words.txt 5 --distinct",
       .make = WordSquaresFrom},
  };
}

}  // namespace dlx::make
