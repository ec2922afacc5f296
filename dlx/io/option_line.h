#ifndef DLX_IO_OPTION_LINE_H_
#define DLX_IO_OPTION_LINE_H_

// Reads one option from its line: "a b x:red |5".

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/io/scanner.h"
#include "dlx/problem.h"

namespace dlx::io {

// The names of the problem that the options belong to.
class NameTable {
 public:
  virtual ~NameTable() = default;

  virtual std::optional<ItemId> FindItem(absl::string_view name) const = 0;
  virtual bool IsPrimary(ItemId item) const = 0;
  // The number of the colour of this name.
  virtual ColorId ColorNamed(absl::string_view name) = 0;
};

class OptionLineReader {
 public:
  // Both must outlive the reader.
  OptionLineReader(Scanner* scanner, NameTable* names)
      : scanner_(*scanner), names_(*names) {}

  // Reads the scanner's line from its first word on. An error names the place
  // in the text.
  absl::Status Read();

  // The option that Read() has found; valid until the next call.
  absl::Span<const ItemUse> uses() const { return uses_; }
  // The sum of the costs in the line; nothing if there are none.
  std::optional<int64_t> cost() const { return cost_; }
  // Where the last cost stands.
  absl::string_view cost_word() const { return cost_word_; }

 private:
  absl::Status ReadCost();
  absl::Status ReadUse();
  absl::Status UnknownItem(absl::string_view name) const;
  absl::Status NoteItem(ItemId item, absl::string_view name);
  absl::StatusOr<ColorId> ReadColor(ItemId item, absl::string_view name);

  Scanner& scanner_;
  NameTable& names_;
  std::vector<ItemUse> uses_;
  std::optional<int64_t> cost_;
  absl::string_view cost_word_;
  // For each item the number of the last line that used it.
  std::vector<uint64_t> last_seen_;
  uint64_t line_number_ = 0;
};

}  // namespace dlx::io

#endif  // DLX_IO_OPTION_LINE_H_
