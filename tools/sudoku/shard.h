#ifndef TOOLS_SUDOKU_SHARD_H_
#define TOOLS_SUDOKU_SHARD_H_

// A part of a file of puzzles, for files that are too large for one machine.
//
// Shard I of N has the lines that begin in the I-th of N parts of the bytes,
// which are of equal size. So each line is in exactly one shard, wherever the
// boundaries of the parts are, and no process has to read more than a shard.
// That makes sense only if each line says all about its puzzle.

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "sudoku/format/reader.h"
#include "tools/cli/flag_values.h"

namespace sudoku::tool {

struct FileShard {
  int64_t begin = 0;  // Where a line begins.
  int64_t end = 0;    // The same, or the end of the file.
  InputFormat format = InputFormat::kLine;
  // What the reader is to see first: the header of a CSV file.
  std::string header = "";
  // How the file begins: to tell it from others.
  std::string beginning = "";
};

// The shard of an open file, which is then at any place. The error is the rest
// of a sentence that begins with its name: it is no regular file, or its first
// puzzles span lines.
absl::StatusOr<FileShard> FindShard(int fd, const cli::ShardFlag& shard,
                                    const ReaderOptions& options);

// The format in which each line of this text, the beginning of a file, says all
// about its puzzle. An error if there is none.
absl::StatusOr<InputFormat> FormatLineByLine(absl::string_view text,
                                             const ReaderOptions& options);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_SHARD_H_
