#include "tools/sudoku/watch_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "sudoku/render/dark_colors.h"
#include "sudoku/render/replay_picture.h"
#include "sudoku/render/svg.h"

namespace sudoku::tool {

namespace {

// Tells our own pictures from others.
constexpr absl::string_view kPictureMark = "<!-- sudoku watch -->\n";

struct Closer {
  void operator()(FILE* file) const { fclose(file); }
};
using File = std::unique_ptr<FILE, Closer>;

absl::Status CannotWrite(const std::string& path, absl::string_view why) {
  return absl::UnavailableError(
      absl::StrCat("cannot write \"", path, "\": ", why));
}

// OK if there is no such file, or one that begins like ours.
absl::Status CheckMayWrite(const std::string& path, absl::string_view mark) {
  const File file(fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    return errno == ENOENT ? absl::OkStatus()
                           : CannotWrite(path, std::strerror(errno));
  }
  char begin[256];
  const size_t size = fread(begin, 1, sizeof(begin), file.get());
  // Nobody misses an empty file.
  if (size == 0 && ferror(file.get()) == 0) return absl::OkStatus();
  if (absl::StrContains(absl::string_view(begin, size), mark)) {
    return absl::OkStatus();
  }
  return CannotWrite(path,
                     "it is there already, and not from this command; "
                     "remove it, or choose another name");
}

absl::Status WriteFile(const std::string& path, absl::string_view text) {
  File file(fopen(path.c_str(), "wb"));
  if (file == nullptr) return CannotWrite(path, std::strerror(errno));
  const bool is_written =
      fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  const int write_error = errno;
  // Some errors show only now.
  const bool is_closed = fclose(file.release()) == 0;
  if (is_written && is_closed) return absl::OkStatus();
  return CannotWrite(path, std::strerror(is_written ? errno : write_error));
}

absl::Status MakeDirectory(const std::string& path) {
  if (mkdir(path.c_str(), 0777) == 0) return absl::OkStatus();
  const int error = errno;
  struct stat status;
  if (error == EEXIST && stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return absl::OkStatus();
    return CannotWrite(path, "it is a file, not a directory");
  }
  return CannotWrite(path, std::strerror(error));
}

}  // namespace

std::string StepPictureName(size_t step, size_t last) {
  const int digits = std::max(4, static_cast<int>(absl::StrCat(last).size()));
  return absl::StrFormat("step-%0*d.svg", digits, step);
}

absl::Status WriteStepPictures(const std::string& path, Replay& replay,
                               const std::vector<size_t>& steps,
                               bool with_candidates) {
  absl::Status status = MakeDirectory(path);
  if (!status.ok()) return status;
  const auto file_of = [&](size_t step) {
    return absl::StrCat(path, "/", StepPictureName(step, steps.back()));
  };
  for (const size_t step : steps) {
    status = CheckMayWrite(file_of(step), kPictureMark);
    if (!status.ok()) return status;
  }
  for (const size_t step : steps) {
    replay.Seek(step);
    const GridPicture picture = PictureOfStep(replay, with_candidates);
    status = WriteFile(
        file_of(step),
        absl::StrCat(kPictureMark,
                     ForLightAndDark(GridSvg(picture, picture.caption))));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status WritePage(const std::string& path, absl::string_view page,
                       absl::string_view mark) {
  const absl::Status status = CheckMayWrite(path, mark);
  return status.ok() ? WriteFile(path, page) : status;
}

}  // namespace sudoku::tool
