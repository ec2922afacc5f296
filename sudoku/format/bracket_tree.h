#ifndef SUDOKU_FORMAT_BRACKET_TREE_H_
#define SUDOKU_FORMAT_BRACKET_TREE_H_

// What stands in which brackets, in the source of any programming language.
//
//   let board: [[u8; 9]; 9] = [[5, 3, 0], // the first row
//                              [6, 0, 0]];
//
// Kinds of brackets are not told apart. Names before a bracket (of a type, or
// of what is called), separators and comments are passed over.

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"

namespace sudoku {

class BracketTree {
 public:
  // A word, or a text without its quotes.
  struct Leaf {
    absl::string_view text;
    bool is_quoted = false;
  };

  struct Group {
    absl::string_view text;  // From its opening bracket to the end of the line.
    std::vector<Leaf> leaves = {};
    // Those directly in it, by number, without empty ones.
    std::vector<size_t> groups = {};
    // There is something else between its leaves: operators, names of
    // arguments.
    bool has_other = false;
    bool is_closed = false;
    size_t first_line = 0;
    size_t last_line = 0;  // If it is closed.
  };

  // Adds a line, which has to stay where it is. Returns false if it is clear
  // that this is not the source of an array: it has keys, lines of cells, or
  // too many brackets one within the other.
  bool AddLine(absl::string_view line);

  // In the order of their opening brackets.
  const std::vector<Group>& groups() const { return groups_; }
  const Group& group(size_t index) const { return groups_[index]; }

  // True if there was a bracket, and all of them are closed.
  bool is_complete() const { return !groups_.empty() && open_.empty(); }

 private:
  void Open(absl::string_view rest);
  void Close();
  void AddLeaf(Leaf leaf);
  void AddOther();

  std::vector<Group> groups_;
  std::vector<size_t> open_;  // The innermost one last.
  size_t lines_ = 0;
  bool is_in_comment_ = false;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_BRACKET_TREE_H_
