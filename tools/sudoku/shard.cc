#include "tools/sudoku/shard.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sudoku/format/utf16_decoder.h"
#include "sudoku/puzzle.h"

namespace sudoku::tool {
namespace {

// So much of a file is read to see what it is like.
constexpr size_t kSample = size_t{1} << 18;
constexpr size_t kPiece = size_t{1} << 16;
// So much of it tells it from others.
constexpr size_t kBeginning = size_t{1} << 14;

// The formats in which a line may say all.
constexpr InputFormat kLineFormats[] = {InputFormat::kLine, InputFormat::kJson,
                                        InputFormat::kCsv};

absl::StatusOr<std::string> ReadAt(int fd, int64_t offset, size_t size) {
  std::string text(size, '\0');
  ssize_t count;
  do {
    count = pread(fd, text.data(), size, offset);
  } while (count < 0 && errno == EINTR);
  if (count < 0) {
    return absl::UnknownError(
        absl::StrCat("cannot be read: ", std::strerror(errno)));
  }
  text.resize(static_cast<size_t>(count));
  return text;
}

// Where the first line begins that begins at `offset` or later; the size of the
// file if there is none.
absl::StatusOr<int64_t> NextLine(int fd, int64_t offset, int64_t file_size) {
  if (offset == 0) return 0;
  // A line begins behind a line feed.
  for (int64_t at = offset - 1; at < file_size;) {
    const absl::StatusOr<std::string> piece = ReadAt(fd, at, kPiece);
    if (!piece.ok()) return piece.status();
    if (piece->empty()) break;
    const size_t line_feed = piece->find('\n');
    if (line_feed != piece->npos) {
      return at + static_cast<int64_t>(line_feed) + 1;
    }
    at += static_cast<int64_t>(piece->size());
  }
  return file_size;
}

// A puzzle as it was read, or an error (without a puzzle), and its line.
using Reading = std::pair<int64_t, std::optional<Puzzle>>;

std::vector<Reading> ReadAll(absl::string_view text, ReaderOptions options,
                             InputFormat format) {
  options.format = format;
  PuzzleReader reader(std::move(options));
  reader.Feed(text);
  reader.Finish();
  std::vector<Reading> readings;
  Puzzle puzzle(Geometry::Standard());
  while (true) {
    switch (reader.Next(&puzzle)) {
      case PuzzleReader::Result::kPuzzle:
        readings.emplace_back(reader.line(), puzzle);
        break;
      case PuzzleReader::Result::kError:
        readings.emplace_back(reader.error().place.line, std::nullopt);
        break;
      default:
        return readings;
    }
  }
}

bool IsSame(const Reading& a, const Reading& b) {
  if (a.first != b.first || a.second.has_value() != b.second.has_value()) {
    return false;
  }
  if (!a.second.has_value()) return true;
  const auto parts = [](const Puzzle& of) {
    return std::tie(of.geometry, of.clues, of.candidates, of.note,
                    of.stated_solution);
  };
  return parts(*a.second) == parts(*b.second);
}

}  // namespace

absl::StatusOr<InputFormat> FormatLineByLine(absl::string_view text,
                                             const ReaderOptions& options) {
  const std::vector<Reading> wanted = ReadAll(text, options, options.format);
  for (const InputFormat format : kLineFormats) {
    const std::vector<Reading> found = ReadAll(text, options, format);
    if (std::equal(wanted.begin(), wanted.end(), found.begin(), found.end(),
                   IsSame)) {
      return format;
    }
  }
  return absl::InvalidArgumentError(
      "cannot be parted, because a line does not say all about its puzzle");
}

absl::StatusOr<FileShard> FindShard(int fd, const cli::ShardFlag& shard,
                                    const ReaderOptions& options) {
  struct stat facts;
  if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return absl::InvalidArgumentError(
        "cannot be parted, because it is not a regular file");
  }
  const int64_t size = facts.st_size;
  absl::StatusOr<std::string> sample = ReadAt(fd, 0, kSample);
  if (!sample.ok()) return sample.status();
  if (IsUtf16(*sample)) {
    return absl::InvalidArgumentError(
        "cannot be parted, because it is in UTF-16");
  }
  if (static_cast<int64_t>(sample->size()) < size) {
    // Whole lines only.
    sample->resize(sample->rfind('\n') + 1);
  }
  const absl::StatusOr<InputFormat> format = FormatLineByLine(*sample, options);
  if (!format.ok()) return format.status();
  const auto boundary = [&](size_t parts) {
    const absl::int128 offset = absl::int128(size) * parts / shard.count;
    return NextLine(fd, static_cast<int64_t>(offset), size);
  };
  const absl::StatusOr<int64_t> begin = boundary(shard.number - 1);
  if (!begin.ok()) return begin.status();
  const absl::StatusOr<int64_t> end =
      shard.number == shard.count ? size : boundary(shard.number);
  if (!end.ok()) return end.status();
  FileShard found = {*begin, *end, *format};
  found.beginning = sample->substr(0, kBeginning);
  if (*format == InputFormat::kCsv && *begin > 0) {
    found.header = sample->substr(0, sample->find('\n') + 1);
  }
  return found;
}

}  // namespace sudoku::tool
