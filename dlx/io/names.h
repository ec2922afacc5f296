#ifndef DLX_IO_NAMES_H_
#define DLX_IO_NAMES_H_

// Tells which names Knuth's format can express, and shows names in error
// messages.

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "dlx/base/string_view.h"

namespace dlx::io {

// U+FEFF, an invisible character that some programs put before a text.
inline constexpr absl::string_view kByteOrderMark = "\xef\xbb\xbf";

// A longer name, in bytes, is neither read nor written: it is hardly meant as
// one.
inline constexpr size_t kLongestName = 65'536;

// The number of bytes at the beginning of `text` that are well-formed UTF-8:
// text.size() if all of it is. A byte order mark does not count as well-formed:
// two names that differ in nothing else would look the same.
size_t Utf8Prefix(StringView text);

// How many characters the text has: bytes that do not continue a UTF-8
// sequence.
size_t CharacterCount(StringView text);

// The name between quotation marks. What could garble a terminal is written
// like \x1b, and of long names only the beginning is shown.
std::string Quoted(StringView name);

// Tells why the format cannot express an item or a colour of this name, such as
// "it contains a blank"; empty if it can.
StringView ObstacleInItemName(StringView name);
StringView ObstacleInColorName(StringView name);

}  // namespace dlx::io

#endif  // DLX_IO_NAMES_H_
