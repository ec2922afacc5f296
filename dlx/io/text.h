#ifndef DLX_IO_TEXT_H_
#define DLX_IO_TEXT_H_

// Makes any text fit for JSON or XML.
//
// Names of files, notes and names of items come from outside and can be
// anything: bytes that are not UTF-8, characters that end a string or a tag,
// control characters that a terminal would obey. Whatever they are, the result
// is well-formed.

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace dlx::io {

// The length of the UTF-8 sequence that `text` begins with, or 0 if it begins
// with none: overlong forms, surrogates and numbers past U+10FFFF are not UTF-8
// (Unicode 15, table 3-7).
size_t Utf8Length(absl::string_view text);

// Appends `text` as a JSON string, with its quotation marks. Bytes that are not
// UTF-8 become U+FFFD, the replacement character, because JSON cannot say them.
// Control characters are escaped, also those that need not be (U+007F to
// U+009F), so that a terminal cannot obey them.
void AppendJsonString(absl::string_view text, std::string* out);
std::string JsonString(absl::string_view text);

// Escapes the text for XML or HTML, between tags or in the quotation marks of
// an attribute. Characters that XML 1.0 cannot express, and other control
// characters, become U+FFFD.
std::string XmlText(absl::string_view text);

}  // namespace dlx::io

#endif  // DLX_IO_TEXT_H_
