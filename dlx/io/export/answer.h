#ifndef DLX_IO_EXPORT_ANSWER_H_
#define DLX_IO_EXPORT_ANSWER_H_

// Shared by the readers of different solvers' answers. Each of them goes
// through the lines of a text, and fills an AnswerBuilder.

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/export/solution.h"

namespace dlx::io {

class AnswerBuilder {
 public:
  // For a problem with options 0..option_count-1.
  explicit AnswerBuilder(uint32_t option_count) : chosen_(option_count) {}

  void set_verdict(SolverAnswer::Verdict verdict) {
    verdict_ = verdict;
    has_verdict_ = true;
  }
  bool has_verdict() const { return has_verdict_; }

  // Begins an answer, perhaps a better one: forgets the options so far.
  void BeginOptions();
  bool has_options() const { return has_options_; }

  // Sets the variable of option `number`. Fails if there is no such option, or
  // if it already has a value.
  absl::Status SetOption(uint64_t number, bool is_chosen);

  // The same for values such as 0.99999999, which counts as 1. Fails if the
  // value is not close to 0 or 1.
  absl::Status SetOption(uint64_t number, absl::string_view value);

  // True if some option has no value.
  bool is_partial() const;

  // Fails if there is no verdict, or if the verdict speaks of a solution that
  // is not there.
  absl::StatusOr<SolverAnswer> Build() const;

 private:
  enum class Value : uint8_t { kNotSaid, kChosen, kLeftOut };

  SolverAnswer::Verdict verdict_ = SolverAnswer::Verdict::kUnknown;
  bool has_verdict_ = false;
  bool has_options_ = false;
  std::vector<Value> chosen_;
};

// The text's lines, without carriage returns and blanks around them.
std::vector<absl::string_view> LinesOf(absl::string_view text);

absl::Status NotAnAnswer(absl::string_view sentence);
// The error for a text that is cut short: another answer, or the rest of a
// number, may be missing.
absl::Status CutOff();

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_ANSWER_H_
