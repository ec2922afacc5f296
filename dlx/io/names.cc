#include "dlx/io/names.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace dlx::io {
namespace {

// The length of the UTF-8 sequence at the beginning of `text`, which is not
// empty; 0 if it is malformed or a byte order mark.
size_t SequenceLength(absl::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  if (first < 0x80) return 1;
  size_t length;
  // What the second byte may be. The narrower ranges exclude sequences that
  // are longer than necessary, surrogates, and numbers beyond U+10FFFF.
  uint8_t low = 0x80, high = 0xbf;
  if (first >= 0xc2 && first <= 0xdf) {
    length = 2;
  } else if (first >= 0xe0 && first <= 0xef) {
    length = 3;
    if (first == 0xe0) low = 0xa0;
    if (first == 0xed) high = 0x9f;
  } else if (first >= 0xf0 && first <= 0xf4) {
    length = 4;
    if (first == 0xf0) low = 0x90;
    if (first == 0xf4) high = 0x8f;
  } else {
    return 0;
  }
  if (text.size() < length || byte(1) < low || byte(1) > high) return 0;
  for (size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return text.substr(0, length) == kByteOrderMark ? 0 : length;
}

// Of the obstacles that item names and colour names share.
absl::string_view CommonObstacle(absl::string_view name) {
  if (name.empty()) return "it is empty";
  if (name.size() > kLongestName) return "it is longer than 65536 bytes";
  for (const char c : name) {
    if (c == ' ' || c == '\t') return "it contains a blank";
    const uint8_t byte = static_cast<uint8_t>(c);
    if (byte < 0x20 || byte == 0x7f) return "it contains a control character";
  }
  const size_t valid = Utf8Prefix(name);
  if (absl::StartsWith(name.substr(valid), kByteOrderMark)) {
    return "it contains a byte order mark (U+FEFF)";
  }
  if (valid < name.size()) return "it is not UTF-8";
  return "";
}

absl::string_view SpecialCharacter(absl::string_view name) {
  if (name.find('|') != name.npos) return "it contains '|'";
  if (name.find(':') != name.npos) return "it contains ':'";
  return "";
}

}  // namespace

size_t Utf8Prefix(StringView text) {
  size_t i = 0;
  while (i < text.size()) {
    const size_t length = SequenceLength(text.substr(i));
    if (length == 0) break;
    i += length;
  }
  return i;
}

size_t CharacterCount(StringView text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string Quoted(StringView name) {
  constexpr size_t kShown = 60;
  const bool is_long = name.size() > kShown;
  size_t shown = std::min(name.size(), kShown);
  // Do not cut through a character.
  if (is_long) {
    while (shown > kShown - 4 && (name[shown] & 0xc0) == 0x80) --shown;
  }
  const absl::string_view head = name.substr(0, shown);
  return absl::StrCat("\"",
                      Utf8Prefix(head) == head.size()
                          ? absl::Utf8SafeCHexEscape(head)
                          : absl::CHexEscape(head),
                      is_long ? "..." : "", "\"");
}

StringView ObstacleInItemName(StringView name) {
  const absl::string_view obstacle = CommonObstacle(name);
  return obstacle.empty() ? SpecialCharacter(name) : obstacle;
}

StringView ObstacleInColorName(StringView name) {
  const absl::string_view obstacle = CommonObstacle(name);
  // A colour of a single character may be any, as it may in Knuth's programs.
  return obstacle.empty() && name.size() > 1 ? SpecialCharacter(name)
                                             : obstacle;
}

}  // namespace dlx::io
