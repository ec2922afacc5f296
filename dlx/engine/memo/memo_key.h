#ifndef DLX_ENGINE_MEMO_MEMO_KEY_H_
#define DLX_ENGINE_MEMO_MEMO_KEY_H_

// The key of a subproblem, as a row of words, for the node at which a search
// stands.
//
// There is one bit for each primary item, set if it is uncovered; and for each
// secondary item a number, in as many bits as all colours need: 0 if no option
// that is left uses it, 1 if it has no colour, c + 1 if it has colour c. With
// four primary items and two secondary ones in three colours:
//
//     word 0   ...0 1011     the third item is covered
//     word 1   ...0 011 001  the first has no colour, the second has colour 2
//
// There is only one key at any time. What a step down the tree changes in it is
// kept on a list, so that a search can go back to the keys of the nodes above;
// that list is no longer than there are changes from the root to a leaf: one
// for each primary item, two for each secondary one. (Full keys for each level
// would take memory by the square of the number of items.)
//
// Each uncovered primary item, and each word of the secondary ones, contributes
// to a hash by itself, so that the hash follows a change without a look at the
// rest (Zobrist, 1970).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/problem.h"

namespace dlx::internal::memo {

class MemoKey {
 public:
  explicit MemoKey(const Problem& problem);

  absl::Span<const uint64_t> words() const { return words_; }
  uint64_t hash() const { return hash_; }

  // Writes the key of the node at which the links stand.
  void Write(const dancing_links::Links& links);

  // Without secondary items, the key after a choice is the key before it less
  // the items of the option. So there is no need to write it anew.
  bool has_secondary() const { return has_secondary_; }
  // The option is that which has the node. REQUIRES: its items are uncovered.
  void RemoveOption(const dancing_links::Links& links, int32_t node) {
    // Items that follow each other in an option often share a word.
    size_t place = words_.size();
    int32_t q = node;
    do {
      const size_t i = static_cast<size_t>(links.node(q).item - 1);
      if (i / 64 != place) {
        place = i / 64;
        changes_.push_back({place, words_[place]});
      }
      words_[place] ^= uint64_t{1} << i % 64;
      hash_ ^= hashes_[i];
      q = links.Right(q);
    } while (q != node);
  }

  // A key as it was at some time.
  struct Mark {
    size_t changes;
    uint64_t hash;
  };
  Mark mark() const { return {changes_.size(), hash_}; }
  // Takes back all changes since the mark. REQUIRES: it has not gone back to an
  // earlier mark since then.
  void GoBackTo(Mark mark) {
    while (changes_.size() > mark.changes) {
      words_[changes_.back().place] = changes_.back().word;
      changes_.pop_back();
    }
    hash_ = mark.hash;
  }
  // Forgets how to go back.
  void ForgetChanges() { changes_.clear(); }

 private:
  struct Change {
    size_t place;
    uint64_t word;  // What was there before.
  };
  class Packer;

  void SetPrimary(size_t place, uint64_t word);
  void SetSecondary(size_t place, uint64_t word);

  uint64_t StateOfSecondary(const dancing_links::Links& links,
                            int32_t item) const;

  int state_bits_;  // Of a secondary item.
  bool has_secondary_;
  bool has_colors_;
  int32_t item_count_;
  size_t primary_words_;
  std::vector<uint64_t> words_;
  std::vector<uint64_t> hashes_;  // Of the primary items.
  uint64_t hash_ = 0;
  std::vector<Change> changes_;
};

}  // namespace dlx::internal::memo

#endif  // DLX_ENGINE_MEMO_MEMO_KEY_H_
