#include "sudoku/format/no_text.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace sudoku {

namespace {

struct FileType {
  absl::string_view beginning;
  absl::string_view name;
};

constexpr FileType kFileTypes[] = {
    {"\x89PNG", "a PNG picture"},
    {"\xFF\xD8\xFF", "a JPEG picture"},
    {"GIF8", "a GIF picture"},
    {"RIFF", "a picture or a sound"},
    {"%PDF-", "a PDF document"},
    {"{\\rtf", "a document in RTF"},
    {"PK\x03\x04", "a ZIP archive, as .xlsx, .ods and .docx files are"},
    {"\xD0\xCF\x11\xE0", "an old document of Office, as .xls files are"},
    {"SQLite format 3", "a database"},
    {"\x1F\x8B", "compressed by gzip"},
    {"BZh", "compressed by bzip2"},
    {"\xFD"
     "7zXZ",
     "compressed by xz"},
    {"\x28\xB5\x2F\xFD", "compressed by zstd"},
    {"7z\xBC\xAF", "a 7z archive"},
    {"\x7F"
     "ELF",
     "a program"},
};

bool IsControl(char c) {
  return c == '\0' || (absl::ascii_iscntrl(static_cast<unsigned char>(c)) &&
                       !absl::StrContains("\t\r\v\f\x1B", c));
}

}  // namespace

absl::string_view KnownNoText(absl::string_view line) {
  for (const FileType& type : kFileTypes) {
    if (absl::StartsWith(line, type.beginning)) return type.name;
  }
  return {};
}

bool IsNoText(absl::string_view line) {
  return std::count_if(line.begin(), line.end(), IsControl) >= 2;
}

bool IsUnmarkedUtf16(absl::string_view line) {
  const auto is_pair = [line](size_t at) {
    return (line[at] == '\0') != (line[at + 1] == '\0') &&
           (line[at] == '\0') == (line[0] == '\0');
  };
  return line.size() >= 4 && is_pair(0) && is_pair(2);
}

}  // namespace sudoku
