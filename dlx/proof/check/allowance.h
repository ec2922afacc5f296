#ifndef DLX_PROOF_CHECK_ALLOWANCE_H_
#define DLX_PROOF_CHECK_ALLOWANCE_H_

// What a check may use up: the format of certificates sets no bound, and a byte
// of one can ask for as much memory as a state takes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace dlx {

struct CheckLimits {
  // In bytes, for what a certificate asks to be kept.
  size_t memory = std::numeric_limits<size_t>::max();
  // If set, asked now and then whether to stop.
  std::function<bool()> must_stop = nullptr;
};

// Whether it says that one of these ended the check, and not what was checked.
inline bool IsOfLimits(const absl::Status& status) {
  return absl::IsCancelled(status) || absl::IsResourceExhausted(status);
}

namespace checker {

class Allowance {
 public:
  explicit Allowance(CheckLimits limits) : limits_(std::move(limits)) {}

  void Take(size_t bytes) { memory_ += bytes; }
  void GiveBack(size_t bytes) { memory_ -= bytes; }
  size_t memory() const { return memory_; }

  // Some more work, about as much as to look at so many words.
  void Work(uint64_t words) { words_ += words; }
  // After such work, while so many bytes are kept that were not taken: false if
  // there is no memory left, or it must stop. Then it is so for good.
  bool MayGoOn(uint64_t words = 0, size_t others = 0) {
    Work(words);
    return (words_ < kWordsPerLook && memory_ + others <= limits_.memory) ||
           Look(others);
  }
  // The same after all that was done with a state, of what it keeps.
  template <typename State>
  bool MayGoOnWith(State& state) {
    return MayGoOn(state.size() + state.TakeWork(), state.bytes_to_go_back());
  }
  // Why it may not go on, if that is so.
  const absl::Status& status() const { return status_; }

 private:
  static constexpr uint64_t kWordsPerLook = 1 << 18;

  ABSL_ATTRIBUTE_NOINLINE bool Look(size_t others) {
    if (memory_ + others > limits_.memory) {
      status_.Update(absl::ResourceExhaustedError(
          absl::StrCat("what the certificate asks to be kept takes more than ",
                       limits_.memory, " bytes")));
    }
    if (limits_.must_stop != nullptr && limits_.must_stop()) {
      status_.Update(absl::CancelledError("stopped before the end"));
    }
    words_ = status_.ok() ? 0 : kWordsPerLook;
    return status_.ok();
  }

  const CheckLimits limits_;
  size_t memory_ = 0;
  uint64_t words_ = kWordsPerLook;  // Since the last look.
  absl::Status status_;
};

}  // namespace checker
}  // namespace dlx

#endif  // DLX_PROOF_CHECK_ALLOWANCE_H_
