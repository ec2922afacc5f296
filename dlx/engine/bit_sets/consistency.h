#ifndef DLX_ENGINE_BIT_SETS_CONSISTENCY_H_
#define DLX_ENGINE_BIT_SETS_CONSISTENCY_H_

// What engine consistent_sets remembers from node to node; see
// consistency-inl.h for what it does with that.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dlx::internal::bit_sets {

class Consistency {
 public:
  // For stages of no more than so many words.
  Consistency(size_t words, size_t item_words)
      : known_(words), doubtful_(words), dirty_(item_words) {}

  // From now on, nothing is known of the options.
  void Forget() { knows_ = false; }
  bool knows() const { return knows_; }

  // Notes that any of these options, of one stage, can be chosen without
  // leaving an open item without options. If some of them are gone later, only
  // items of those have to be looked at.
  void Know(const uint64_t* live, size_t words) {
    knows_ = true;
    std::copy_n(live, words, known_.data());
  }
  const uint64_t* known() const { return known_.data(); }

  // Scratch: options that may have no support, and items to be looked at.
  uint64_t* doubtful() { return doubtful_.data(); }
  uint64_t* dirty() { return dirty_.data(); }

 private:
  std::vector<uint64_t> known_;
  std::vector<uint64_t> doubtful_;
  std::vector<uint64_t> dirty_;
  bool knows_ = false;
};

}  // namespace dlx::internal::bit_sets

#endif  // DLX_ENGINE_BIT_SETS_CONSISTENCY_H_
