#ifndef TOOLS_DLX_COVERS_H_
#define TOOLS_DLX_COVERS_H_

// How dlx prints covers.
//
// As text, a cover is a comment with its number, and then its options, one per
// line, in Knuth's notation. An empty line stands between covers. `dlx check`
// reads this:
//
//   | cover 1
//   c e
//   a d f
//   b g
//
// As JSON, it is a line with the numbers of its options (which count from 0, in
// the order of the file) and their items:
//
//   {"type":"cover","number":1,"options":[0,3,4],
//    "items":[["c","e"],["a","d","f"],["b","g"]]}
//
// If the problem has costs, both tell the cost of the cover. Of a cover that
// stands for others up to symmetry, both tell how many these are, itself among
// them: "| cover 1, one of 8", and "class_size":8.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "tools/cli/output.h"

namespace dlx::tool {

class CoverFormatter {
 public:
  // Covers are to be written by output.WriteStyled(): on a terminal, comments
  // are dimmed, and no name can do harm. The problem must outlive the
  // formatter.
  CoverFormatter(const Problem& problem, bool json, const cli::Output& output);

  // The text of the next cover. Valid until the next call.
  const std::string& Format(absl::Span<const OptionId> options, int64_t cost,
                            std::optional<uint64_t> class_size = std::nullopt);

 private:
  void FormatText(absl::Span<const OptionId> options, int64_t cost,
                  std::optional<uint64_t> class_size);
  void FormatJson(absl::Span<const OptionId> options, int64_t cost,
                  std::optional<uint64_t> class_size);
  // The option as a line of text, or as a JSON array of its items. There may be
  // millions of covers, but each has the same few options.
  const std::string& OptionText(OptionId option);

  const Problem& problem_;
  const bool json_;
  const bool on_terminal_;
  const bool colored_;
  uint64_t number_ = 0;
  std::string text_;
  std::vector<std::string> option_texts_;  // Empty until it is needed.
};

}  // namespace dlx::tool

#endif  // TOOLS_DLX_COVERS_H_
