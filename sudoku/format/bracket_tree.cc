#include "sudoku/format/bracket_tree.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace sudoku {

namespace {

constexpr absl::string_view kBlanks = " \t\r";
constexpr absl::string_view kOpening = "[{(";
constexpr absl::string_view kClosing = "]})";
constexpr absl::string_view kSeparators = ",;|\\";
constexpr absl::string_view kQuotes = "'\"`";
// Brackets that are not closed cost no more than this many lines.
constexpr size_t kMostOpen = 8;

// Operators, and what comments begin with.
constexpr absl::string_view kOthers = "=#/";

bool IsOneOf(absl::string_view characters, char c) {
  return absl::StrContains(characters, c);
}

size_t WordLength(absl::string_view text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) {
    return IsOneOf(kBlanks, c) || IsOneOf(kOpening, c) ||
           IsOneOf(kClosing, c) || IsOneOf(kSeparators, c) ||
           IsOneOf(kQuotes, c) || IsOneOf(kOthers, c);
  });
  return end - text.begin();
}

// A type, or what is called: "int", "Array", "vec!", "&".
bool IsName(absl::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) {
    return absl::ascii_isalpha(static_cast<unsigned char>(c)) ||
           IsOneOf("<>&:!$@", c);
  });
}

// "53..7....", "000801000": neither a number nor a name.
bool IsRowOfCells(absl::string_view word) {
  return word.size() > 4 &&
         word.find_first_not_of("0123456789.*_-") == absl::string_view::npos &&
         (word.size() > 9 || std::count(word.begin(), word.end(), '.') != 1);
}

}  // namespace

void BracketTree::Open(absl::string_view rest) {
  Group group;
  group.text = rest;
  group.first_line = lines_;
  open_.push_back(groups_.size());
  groups_.push_back(group);
}

void BracketTree::Close() {
  if (open_.empty()) return;  // Of what began before the first line.
  const size_t index = open_.back();
  open_.pop_back();
  Group& group = groups_[index];
  group.is_closed = true;
  group.last_line = lines_;
  const bool is_empty = group.leaves.empty() && group.groups.empty();
  if (!open_.empty() && !is_empty)
    groups_[open_.back()].groups.push_back(index);
}

void BracketTree::AddLeaf(Leaf leaf) {
  if (!open_.empty()) groups_[open_.back()].leaves.push_back(leaf);
}

void BracketTree::AddOther() {
  if (!open_.empty()) groups_[open_.back()].has_other = true;
}

bool BracketTree::AddLine(absl::string_view line) {
  for (size_t at = 0; at < line.size();) {
    const absl::string_view rest = line.substr(at);
    const char c = rest[0];
    const bool is_behind_gap = at == 0 || IsOneOf(kBlanks, line[at - 1]) ||
                               IsOneOf(kSeparators, line[at - 1]) ||
                               IsOneOf(kOpening, line[at - 1]);
    if (is_in_comment_ || absl::StartsWith(rest, "/*")) {
      const size_t end = rest.find("*/");
      is_in_comment_ = end == absl::string_view::npos;
      at = is_in_comment_ ? line.size() : at + end + 2;
    } else if (absl::StartsWith(rest, "//") || (c == '#' && is_behind_gap)) {
      break;
    } else if (IsOneOf(kOpening, c)) {
      if (open_.size() == kMostOpen) return false;
      Open(rest);
      ++at;
    } else if (IsOneOf(kClosing, c)) {
      Close();
      ++at;
    } else if (IsOneOf(kBlanks, c) || IsOneOf(kSeparators, c)) {
      ++at;
    } else if (IsOneOf(kQuotes, c) && absl::StrContains(rest.substr(1), c)) {
      const size_t length = rest.find(c, 1) + 1;
      const size_t next = rest.find_first_not_of(kBlanks, length);
      if (next != absl::string_view::npos && rest[next] == ':') return false;
      AddLeaf({rest.substr(1, length - 2), /*is_quoted=*/true});
      at += length;
    } else if (IsOneOf(kQuotes, c) || IsOneOf(kOthers, c)) {
      AddOther();
      ++at;
    } else {
      const absl::string_view word = rest.substr(0, WordLength(rest));
      if (IsRowOfCells(word)) return false;
      at += word.size();
      const size_t next =
          std::min(line.find_first_not_of(kBlanks, at), line.size() - 1);
      const bool is_before_bracket =
          IsName(word) && at < line.size() &&
          (IsOneOf(kOpening, line[next]) || IsOneOf(kQuotes, line[at]));
      if (!is_before_bracket && word != "new" && word != "...") {
        AddLeaf({word});
      }
    }
  }
  ++lines_;
  return true;
}

}  // namespace sudoku
