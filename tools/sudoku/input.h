#ifndef TOOLS_SUDOKU_INPUT_H_
#define TOOLS_SUDOKU_INPUT_H_

// The puzzles that a command is given: on the command line, in files, or on
// standard input, one after the other.
//
// Whatever the input has becomes a job, in its place: a puzzle, with the cells
// of --set filled in; a piece of text that is none; a file that cannot be read.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "dlx/base/fnv.h"
#include "dlx/limits.h"
#include "sudoku/format/reader.h"
#include "tools/cli/command.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

// Reads files piece by piece, and standard input as it comes. No call takes
// longer than it takes to read a piece and look at it.
class PuzzleInput {
 public:
  enum class Event {
    kJob,
    kNothing,  // Nothing yet; ask again.
    kEnd,
  };

  // Each argument is '-' for standard input, the path of a file, or a puzzle.
  // The settings must outlive this.
  PuzzleInput(const cli::Arguments& arguments, const Settings& settings);
  PuzzleInput(const PuzzleInput&) = delete;
  PuzzleInput& operator=(const PuzzleInput&) = delete;
  ~PuzzleInput();

  // True if all arguments are puzzles.
  bool is_command_line_only() const { return is_command_line_only_; }

  // Makes *job the next one, and forgets what it was. If `may_wait`, waits for
  // text, but not longer than a tenth of a second. With --puzzle, there is one
  // only, and files that cannot be read.
  Event Next(bool may_wait, Job* job);

  // The part of the files' bytes that jobs have been made of; 0 if it is not
  // known.
  double fraction_read() const;
  // The bytes of all files, also of those that are not in the shard; -1 if that
  // is not known.
  int64_t bytes() const { return bytes_total_; }
  // A fingerprint of the files of which a shard was read, that is, of how they
  // begin.
  std::string digest() const;

 private:
  enum class Reading { kText, kNone, kEnd, kFailure };

  // The next one, whether or not it is the wanted one.
  Event NextOfAll(bool may_wait, Job* job);
  // Opens the next argument. False if there is none; failure_ may be set.
  bool OpenNext();
  // Of the file that is open, makes its shard what is read. The same.
  bool OpenShard();
  void Close();
  Reading ReadPiece(bool may_wait);
  // The reader has a puzzle: the rest of the job.
  void Describe(Job* job) const;

  const cli::Arguments arguments_;
  const Settings& settings_;
  bool is_command_line_only_ = true;

  uint64_t puzzle_count_ = 0;       // So far.
  bool has_wanted_puzzle_ = false;  // No other is wanted.
  size_t next_argument_ = 0;
  std::unique_ptr<PuzzleReader> reader_;
  std::string source_;        // "standard input", "argument", or a file's name.
  bool is_argument_ = false;  // The current source is the command line.
  int fd_ = -1;
  int64_t bytes_left_ = -1;  // Of the shard that is read; -1 for all.
  std::string failure_;
  std::vector<char> piece_;

  dlx::internal::Fnv1a<uint64_t> beginnings_;  // Of files.
  int64_t bytes_total_ = 0;  // Of all files; -1 if there is a pipe.
  int64_t bytes_read_ = 0;
};

// True if all arguments are puzzles rather than files.
bool AreAllPuzzles(const cli::Arguments& arguments);

// Calls `visit` with each job of the input, in order, until it returns false,
// or the interrupter is requested (if there is one). Returns false in the
// second case.
bool ForEachJob(PuzzleInput& input, const dlx::Interrupter* interrupter,
                absl::FunctionRef<bool(Job&)> visit);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_INPUT_H_
