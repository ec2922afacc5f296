#ifndef TOOLS_SUDOKU_INPUT_H_
#define TOOLS_SUDOKU_INPUT_H_

// The puzzles that a command is given: on the command line, in files, or on
// standard input, one after the other.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "sudoku/format/read_error.h"
#include "sudoku/format/reader.h"
#include "sudoku/puzzle.h"

namespace sudoku::tool {

// Reads files piece by piece, and standard input as it comes.
class PuzzleInput {
 public:
  enum class Event {
    kPuzzle,
    kError,   // A piece of text that is no puzzle.
    kNoFile,  // A file that cannot be read; see failure(). Others may follow.
    kWait,    // Nothing is there yet (if the caller does not want to wait).
    kEnd,
  };

  // Each argument is '-' for standard input, the path of a file, or a puzzle.
  PuzzleInput(std::vector<std::string> arguments, ReaderOptions options);
  PuzzleInput(const PuzzleInput&) = delete;
  PuzzleInput& operator=(const PuzzleInput&) = delete;
  ~PuzzleInput();

  // True if all arguments are puzzles.
  bool is_command_line_only() const { return is_command_line_only_; }

  // The next puzzle, of which all is replaced. If `may_wait`, waits for text,
  // but not longer than a tenth of a second.
  Event Next(bool may_wait, Puzzle* puzzle);

  // After kPuzzle, where it stands: the file's name, "standard input", or
  // "argument".
  absl::string_view source() const { return source_; }
  int64_t line() const { return reader_->line(); }
  bool is_argument() const { return is_argument_; }
  // After kError: "puzzles.txt:3:12: a sentence".
  std::string error() const;
  // After kNoFile, a sentence.
  const std::string& failure() const { return failure_; }

  // The part of the files' bytes that have been read; 0 if it is not known.
  double fraction_read() const;

 private:
  enum class Reading { kText, kNone, kEnd, kFailure };

  // Opens the next argument. False if there is none; failure_ may be set.
  bool OpenNext();
  void Close();
  Reading ReadPiece(bool may_wait);

  const std::vector<std::string> arguments_;
  const ReaderOptions options_;
  bool is_command_line_only_ = true;

  size_t next_argument_ = 0;
  std::unique_ptr<PuzzleReader> reader_;
  std::string source_;
  bool is_argument_ = false;  // The current source is the command line.
  int fd_ = -1;
  std::string failure_;
  std::vector<char> piece_;

  int64_t bytes_total_ = 0;  // Of all files; -1 if there is a pipe.
  int64_t bytes_read_ = 0;
};

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_INPUT_H_
