#ifndef TOOLS_CLI_KEY_H_
#define TOOLS_CLI_KEY_H_

// Keys of a terminal, as they arrive: characters, and escape sequences such as
// "\x1b[D" for the left arrow.

#include <string>

#include "absl/strings/string_view.h"

namespace cli {

// A character of ASCII, or one of the constants.
struct Key {
  enum : int {
    kNone = 0,
    kBackspace = 8,
    kEnter = 10,
    kEscape = 27,
    kLeft = 256,
    kRight,
    kUp,
    kDown,
    kHome,
    kEnd,
    kPageUp,
    kPageDown,
    kUnknown,    // Some other key.
    kResize,     // The window has another size.
    kInterrupt,  // Ctrl-C, or the program is to end.
    kGone,       // The terminal has gone away.
  };

  int code = kNone;

  friend bool operator==(const Key& key, int code) { return key.code == code; }
};

// Makes keys out of bytes.
class KeyReader {
 public:
  void Feed(absl::string_view bytes) {
    bytes_.append(bytes.data(), bytes.size());
  }
  // True if no byte has been left over.
  bool is_empty() const { return bytes_.empty(); }

  // The next key; kNone if there is none, or only the beginning of one. If
  // `is_all`, nothing is coming that would belong to what there is: an escape
  // character alone is then the key of that name.
  Key Next(bool is_all);

 private:
  std::string bytes_;
};

}  // namespace cli

#endif  // TOOLS_CLI_KEY_H_
