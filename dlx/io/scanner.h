#ifndef DLX_IO_SCANNER_H_
#define DLX_IO_SCANNER_H_

// Cuts a text into lines, and lines into words between blanks, and tells the
// line and column of any piece of the text.
//
// Nothing is copied, and lines are counted only when an error is reported: the
// scanner looks at each byte once. Blank lines and lines that begin with '|'
// (comments) are passed over. Blanks are spaces and tabs, and also carriage
// returns at the end of a line. Any other control character outside of a
// comment is an error, and so is a word that is not UTF-8.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace dlx::io {

class Scanner {
 public:
  // The text must live as long as the scanner and its words.
  Scanner(absl::string_view text, absl::string_view file_name);

  // Moves to the next line that has words and is not a comment. Returns false
  // at the end of the text, or if the text is UTF-16; status() tells which.
  bool NextLine();

  // Moves to the next word of the line. Returns false if there is none, or if
  // there is something that cannot be part of any word; status() tells which.
  bool NextWord();

  // Makes NextWord() begin again with the first word of the line.
  void RewindLine() { next_ = line_; }

  // The word that NextWord() has found.
  absl::string_view word() const { return word_; }
  bool word_has_colon() const { return (word_classes_ & kColon) != 0; }
  bool word_has_bar() const { return (word_classes_ & kBar) != 0; }

  // The first word of the line up to the end of the text, and the end of the
  // text: places for errors.
  absl::string_view line() const { return text_.substr(line_); }
  absl::string_view end() const { return text_.substr(text_.size()); }

  // The error, if one has been found.
  const absl::Status& status() const { return status_; }

  // An error if the name, a part of the text, is longer than kLongestName.
  absl::Status CheckName(absl::string_view name) const;

  // An error whose message begins with the place where `where`, a part of the
  // text, begins: "queens.dlx:12:7: ". Columns count characters, and a tab is
  // one.
  absl::Status ErrorAt(
      absl::string_view where, absl::string_view message,
      absl::StatusCode code = absl::StatusCode::kInvalidArgument) const;

 private:
  // Classes of bytes. A byte of class 0 is an ordinary character.
  enum Class : uint8_t {
    kBlank = 1,
    kNewline = 2,
    kControl = 4,
    kNotAscii = 8,
    kColon = 16,
    kBar = 32,
  };
  static constexpr uint8_t kEndsWord = kBlank | kNewline | kControl;

  struct ClassTable;
  static const ClassTable kClasses;

  static uint8_t ClassOf(char byte);
  void SkipBlanks();
  // True if only blanks and carriage returns stand between next_ and the end
  // of the line.
  bool AtCarriageReturnsBeforeNewline() const;
  absl::Status ControlCharacterError() const;

  absl::string_view text_;
  std::string file_name_;
  bool is_at_beginning_ = true;
  size_t line_ = 0;  // Where the first word of the line begins.
  size_t next_ = 0;  // What has not been looked at begins here.
  absl::string_view word_;
  uint8_t word_classes_ = 0;  // The classes of the word's bytes together.
  absl::Status status_;
};

}  // namespace dlx::io

#endif  // DLX_IO_SCANNER_H_
