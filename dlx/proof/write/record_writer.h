#ifndef DLX_PROOF_WRITE_RECORD_WRITER_H_
#define DLX_PROOF_WRITE_RECORD_WRITER_H_

// Writes records alone, for dlx::RecordChecker: for many questions about one
// problem, each with options of its own that are chosen in advance.

#include <cstdint>
#include <memory>
#include <string>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"

namespace dlx {

// One thread at a time may use it.
class RecordWriter {
 public:
  // Null if the problem is not one for the search that writes: that of
  // bit_sets.
  static std::unique_ptr<RecordWriter> Make(const Problem& problem);
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;
  ~RecordWriter();

  // Counts the covers that have all the givens. The records are complete if the
  // outcome is kExhausted. REQUIRES: the givens are options of the problem.
  struct Result {
    Natural count = 0;
    std::string records = {};
    Outcome outcome = Outcome::kRunning;
  };
  Result Write(absl::Span<const OptionId> givens, const Limits& limits);

 private:
  struct Work;
  explicit RecordWriter(std::unique_ptr<Work> work);

  std::unique_ptr<Work> work_;
};

}  // namespace dlx

#endif  // DLX_PROOF_WRITE_RECORD_WRITER_H_
