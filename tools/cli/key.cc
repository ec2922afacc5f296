#include "tools/cli/key.h"

#include <cstddef>

#include "absl/strings/match.h"

namespace cli {
namespace {

struct Sequence {
  absl::string_view bytes;  // After the escape character.
  int code;
};

// What terminals send: in their usual mode, and in "application" mode.
constexpr Sequence kSequences[] = {
    {"[A", Key::kUp},    {"[B", Key::kDown},    {"[C", Key::kRight},
    {"[D", Key::kLeft},  {"[H", Key::kHome},    {"[F", Key::kEnd},
    {"OA", Key::kUp},    {"OB", Key::kDown},    {"OC", Key::kRight},
    {"OD", Key::kLeft},  {"OH", Key::kHome},    {"OF", Key::kEnd},
    {"[1~", Key::kHome}, {"[4~", Key::kEnd},    {"[7~", Key::kHome},
    {"[8~", Key::kEnd},  {"[5~", Key::kPageUp}, {"[6~", Key::kPageDown},
};

// The length of the escape sequence at the beginning, 0 if its end is missing:
// "\x1b[", parameters, a letter or '~'; or "\x1bO" and a letter.
size_t SequenceLength(absl::string_view bytes) {
  if (bytes.size() < 2) return 0;
  if (bytes[1] == 'O') return bytes.size() < 3 ? 0 : 3;
  if (bytes[1] != '[') return 1;
  for (size_t i = 2; i < bytes.size(); ++i) {
    if (bytes[i] >= 0x40 && bytes[i] <= 0x7e) return i + 1;
  }
  return 0;
}

}  // namespace

Key KeyReader::Next(bool is_all) {
  if (bytes_.empty()) return {Key::kNone};
  size_t length = 1;
  int code = static_cast<unsigned char>(bytes_[0]);
  if (code == Key::kEscape) {
    length = SequenceLength(bytes_);
    if (length == 0 && !is_all) return {Key::kNone};
    if (length == 0) length = bytes_.size();
    if (length > 1) code = Key::kUnknown;
    for (const Sequence& sequence : kSequences) {
      if (bytes_.compare(1, length - 1, sequence.bytes.data(),
                         sequence.bytes.size()) == 0) {
        code = sequence.code;
      }
    }
  } else if (code == 127) {
    code = Key::kBackspace;
  } else if (code == '\r') {
    code = Key::kEnter;
  } else if (code > 127 || code == 0) {
    code = Key::kUnknown;
  }
  bytes_.erase(0, length);
  return {code};
}

}  // namespace cli
