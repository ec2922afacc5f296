#include "dlx/make/word_squares.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "dlx/make/names.h"
#include "dlx/make/size_limit.h"

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
  if (absl::Status status = CheckSize(
          absl::StrCat("the problem of word squares from ", params.words.size(),
                       " words"),
          2.0 * rows * columns * std::max<size_t>(params.words.size(), 1));
      !status.ok()) {
    return status;
  }

  ProblemBuilder builder;
  std::vector<ItemId> across, down, cells;
  for (int r = 0; r < rows; ++r) {
    across.push_back(builder.AddPrimary(absl::StrCat("A", r)));
  }
  for (int c = 0; c < columns && !params.symmetric; ++c) {
    down.push_back(builder.AddPrimary(absl::StrCat("D", c)));
  }
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      cells.push_back(params.symmetric && c < r
                          ? cells[c * columns + r]
                          : builder.AddSecondary(IndexedName(
                                "", {r, c}, std::max(rows, columns))));
    }
  }

  std::vector<Word> across_words, down_words;
  absl::flat_hash_set<absl::string_view> seen;
  for (const std::string& text : params.words) {
    const std::vector<absl::string_view> characters = Characters(text);
    const int length = static_cast<int>(characters.size());
    const bool is_down = length == rows && !params.symmetric;
    if ((length != columns && !is_down) || !seen.insert(text).second) continue;
    Word word = {.text = text, .letters = {}};
    for (absl::string_view character : characters) {
      word.letters.push_back(builder.AddColor(character));
    }
    if (params.distinct) {
      word.item = builder.AddSecondary(absl::StrCat("'", text));
    }
    if (length == columns) across_words.push_back(word);
    if (is_down) down_words.push_back(std::move(word));
  }

  // The words of the list in the `length` cells from `first` on.
  const auto add_options = [&](ItemId place, const std::vector<Word>& words,
                               int first, int step) {
    for (const Word& word : words) {
      std::vector<ItemUse> uses = {place};
      int cell = first;
      for (ColorId letter : word.letters) {
        uses.push_back({cells[cell], letter});
        cell += step;
      }
      if (word.item.has_value()) uses.push_back(*word.item);
      builder.AddOption(uses);
    }
  };
  for (int r = 0; r < rows; ++r) {
    add_options(across[r], across_words, r * columns, 1);
  }
  for (size_t c = 0; c < down.size(); ++c) {
    add_options(down[c], down_words, static_cast<int>(c), columns);
  }
  return std::move(builder).Build();
}

}  // namespace dlx::make
