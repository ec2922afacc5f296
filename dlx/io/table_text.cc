#include "dlx/io/table_text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "dlx/io/named_sets.h"
#include "dlx/io/names.h"
#include "dlx/io/scanner.h"

namespace dlx::io {
namespace {

bool IsBit(absl::string_view word) { return word == "0" || word == "1"; }

bool AreBits(absl::string_view word) {
  return word.size() > 1 && word.find_first_not_of("01") == word.npos;
}

// The words of the line, without quotation marks.
std::vector<absl::string_view> WordsOf(const Scanner& scanner) {
  absl::string_view line = scanner.line();
  line = line.substr(0, line.find('\n'));
  std::vector<absl::string_view> words =
      absl::StrSplit(absl::StripAsciiWhitespace(line), absl::ByAnyChar(" \t,;"),
                     absl::SkipEmpty());
  for (absl::string_view& word : words) {
    if (word.size() > 1 && (word[0] == '"' || word[0] == '\'') &&
        word.back() == word[0]) {
      word = word.substr(1, word.size() - 2);
    }
  }
  return words;
}

// A line of the table: its words, and where it is.
struct TableLine {
  std::vector<absl::string_view> words;
  absl::string_view place;
};

// The zeros and ones among the words, without the name before them, if they
// have one. Nothing if there is anything else.
std::vector<absl::string_view> BitsOf(
    const std::vector<absl::string_view>& words, bool has_name) {
  std::vector<absl::string_view> bits;
  if (words.size() <= size_t{has_name}) return bits;
  const auto begin = words.begin() + has_name;
  if (words.end() - begin == 1 && AreBits(*begin)) {
    for (size_t i = 0; i < begin->size(); ++i) {
      bits.push_back(begin->substr(i, 1));
    }
  } else if (std::all_of(begin, words.end(), IsBit)) {
    bits.assign(begin, words.end());
  }
  return bits;
}

bool IsRow(const std::vector<absl::string_view>& words) {
  return BitsOf(words, false).size() > 1 || BitsOf(words, true).size() > 1;
}

class TableReader {
 public:
  TableReader(absl::string_view text, absl::string_view file_name)
      : scanner_(text, file_name) {}

  absl::StatusOr<Problem> Read() &&;

 private:
  // Whether the rows have names: one is no number of a bit, or there is a word
  // more than columns have names.
  bool HasNames() const;
  absl::Status ReadRow(const TableLine& line, bool has_name);
  // Names the columns, of which there are `count`.
  absl::Status NameColumns(const TableLine& line, size_t count);

  Scanner scanner_;
  std::vector<absl::string_view> heading_;
  std::vector<TableLine> rows_;
  std::string numbers_;  // Of columns that have no names.
  NamedSets list_;
};

bool TableReader::HasNames() const {
  return std::any_of(rows_.begin(), rows_.end(), [&](const TableLine& row) {
    return BitsOf(row.words, false).empty() ||
           (!heading_.empty() && row.words.size() == heading_.size() + 1);
  });
}

absl::Status TableReader::NameColumns(const TableLine& line, size_t count) {
  // There may be a word in the corner.
  if (heading_.size() == count + 1) heading_.erase(heading_.begin());
  if (!heading_.empty() && heading_.size() != count) {
    return scanner_.ErrorAt(line.place,
                            absl::StrCat("this row has ", count,
                                         " entries, but there are names of ",
                                         heading_.size(), " columns"));
  }
  list_.items = heading_;
  if (heading_.empty()) list_.items = NumbersTo(count, numbers_);
  return absl::OkStatus();
}

absl::Status TableReader::ReadRow(const TableLine& line, bool has_name) {
  const std::vector<absl::string_view> bits = BitsOf(line.words, has_name);
  if (bits.empty()) {
    return scanner_.ErrorAt(line.place,
                            absl::StrCat("this is no row of zeros and ones",
                                         has_name ? " after a name" : ""));
  }
  if (list_.items.empty()) {
    absl::Status status = NameColumns(line, bits.size());
    if (!status.ok()) return status;
  }
  if (bits.size() != list_.items.size()) {
    return scanner_.ErrorAt(line.place,
                            WrongRow(bits.size(), list_.items.size()));
  }
  NamedSet set = {.name = has_name ? line.words[0] : "", .place = line.place};
  for (size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] == "1") set.items.push_back(list_.items[i]);
  }
  list_.sets.push_back(std::move(set));
  return absl::OkStatus();
}

absl::StatusOr<Problem> TableReader::Read() && {
  while (scanner_.NextLine()) {
    TableLine line = {.words = WordsOf(scanner_), .place = scanner_.line()};
    if (rows_.empty() && heading_.empty() && !IsRow(line.words)) {
      heading_ = std::move(line.words);
    } else {
      rows_.push_back(std::move(line));
    }
  }
  if (!scanner_.status().ok()) return scanner_.status();
  const bool has_names = HasNames();
  for (const TableLine& row : rows_) {
    absl::Status status = ReadRow(row, has_names);
    if (!status.ok()) return status;
  }
  return ProblemOfSets(list_, scanner_);
}

}  // namespace

bool LooksLikeTable(absl::string_view text) {
  Scanner scanner(text, "");
  int rows = 0;
  for (int line = 0; line < 3 && scanner.NextLine(); ++line) {
    rows += IsRow(WordsOf(scanner)) ? 1 : 0;
  }
  return rows >= 2;
}

absl::StatusOr<Problem> ReadTable(absl::string_view text,
                                  absl::string_view file_name) {
  return TableReader(text, file_name).Read();
}

}  // namespace dlx::io
