#ifndef DLX_PROOF_CHECK_STATE_H_
#define DLX_PROOF_CHECK_STATE_H_

// The remainder of a problem when some options have been taken, in bits: all
// that the checker of certificates knows about exact covers.
//
// A state is a row of words. A primary item has one bit, set while the item is
// *open*: it may still be covered. A secondary item has a bit for being used
// without a colour, and one for each colour that some option gives it, set
// while it may still be used in that way. So of the items a, b and the
// secondary x, which options use in red and blue,
//
//     word 0    a b            1 1        nothing taken yet
//     word 1    x x:red x:blue 1 1 1
//
// the option "a x:red" needs the bits a and x:red, and takes away a, x and
// x:blue. An option *fits* if all the bits that it needs are there.
//
// If items have multiplicities, there is also a field for each primary item,
// how often it must and may still be covered, and a bit for each option that is
// out of the question though it fits.
//
// A state changes in place; what changes is kept on a list, to go back.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/proof/check/option_index.h"

namespace dlx::checker {

inline uint32_t LowestBit(uint64_t word) {
  return static_cast<uint32_t>(std::countr_zero(word));
}

class State {
 public:
  explicit State(const Problem& problem);

  // The number of words in a state.
  size_t size() const { return words_.size(); }
  absl::Span<const uint64_t> words() const { return words_; }

  using ListedOption = checker::ListedOption;
  // The options that have an item, in ascending order, whether they fit or not.
  absl::Span<const ListedOption> OptionsOf(ItemId item) const {
    return Row(lists_, list_starts_, item.value());
  }

  // Those of a primary item that may fit, in ascending order.
  absl::Span<const ListedOption> CandidatesOf(ItemId item) const {
    return index_.Narrowest(item.value(), OptionsOf(item), words_);
  }

  bool IsOpen(ItemId item) const {
    const uint32_t bit = first_bits_[item.value()];
    return words_[bit / 64] >> bit % 64 & 1;
  }
  // True if no item is open.
  bool IsDone() const {
    for (size_t i = 0; i < primary_words_; ++i) {
      if (words_[i] != 0) return false;
    }
    return true;
  }
  // How often an open item must and may still be covered.
  Multiplicity Missing(ItemId item) const;

  bool Fits(uint32_t option) const { return Fits(option, words_); }
  bool Fits(const ListedOption& listed) const {
    return (listed.bits & ~words_[listed.place]) == 0 &&
           Fits(listed.option, words_);
  }
  // Lists those of the options that fit, in their order, and returns how many
  // these are. REQUIRES: there is room for all options.
  size_t ListFitting(absl::Span<const ListedOption> options, uint32_t* to);

  // Some bits of one word.
  struct Bits {
    uint32_t place;
    uint64_t bits;
  };
  // What an option needs, and what is not there any more when it is taken.
  // REQUIRES: there are no multiplicities.
  absl::Span<const Bits> NeedOf(uint32_t option) const {
    return Row(need_, need_starts_, option);
  }
  absl::Span<const Bits> LossOf(uint32_t option) const {
    return Row(loss_, loss_starts_, option);
  }
  // The bit of a primary item.
  size_t FirstBitOf(ItemId item) const { return first_bits_[item.value()]; }

  // Takes an option. REQUIRES: it fits.
  void Take(uint32_t option);
  // Excludes an option. REQUIRES: there are multiplicities.
  void Exclude(uint32_t option);
  // Decides that a primary item is covered no more.
  void Close(ItemId item);
  // Opens an item that was closed. `missing` is what Missing() was before.
  void Reopen(ItemId item, Multiplicity missing);
  // Decides that an item is covered at most `most` times more. Returns false if
  // it must be more. REQUIRES: there are multiplicities.
  bool Limit(ItemId item, uint32_t most);

  bool has_multiplicities() const { return excluded_ != 0; }

  // Whether the item is primary, and all options have it. Then no more options
  // can be taken than it may still be covered.
  bool IsInAllOptions(ItemId item) const;
  // True if these are too few to cover what must still be covered, even if each
  // had as many items as the largest option. REQUIRES: IsInAllOptions(item),
  // and there are multiplicities.
  bool IsOutOfReach(ItemId item) const;

  // Becomes another state. That undoes nothing: before it goes back, the caller
  // restores the words that were there.
  void GoTo(absl::Span<const uint64_t> words) {
    std::copy(words.begin(), words.end(), words_.begin());
  }
  // A point to go back to.
  size_t mark() const { return changes_.size(); }
  void GoBackTo(size_t mark) {
    for (; changes_.size() > mark; changes_.pop_back()) {
      words_[changes_.back().place] = changes_.back().word;
    }
  }

  // True if the other state, `words`, is like this one in all that matters from
  // here on: the same items are open, with the same bounds, and the same
  // options fit. So they may differ in secondary items, and in options that are
  // out, as long as nothing fits here that does not fit there.
  bool IsLike(absl::Span<const uint64_t> words);

  // Of the state that has these words: the options that fit, in ascending
  // order, and how many items are open.
  std::vector<uint32_t> FittingIn(absl::Span<const uint64_t> words);
  size_t CountOpenIn(absl::Span<const uint64_t> words) const;

  // The open items, in ascending order.
  std::vector<ItemId> OpenItems();
  // Empty if the open items fall into independent parts; part_of[i] is that of
  // open item i. Otherwise what connects two of them.
  std::string Connection(absl::Span<const uint32_t> part_of);

  // How much was to be done for all this, about in words looked at, since this
  // was last asked.
  uint64_t TakeWork() { return std::exchange(work_, 0); }
  // So much was done elsewhere.
  void NoteWork(uint64_t words) { work_ += words; }

 private:
  // Part of a word, from the bit `shift` on.
  struct Field {
    uint32_t place;
    uint32_t shift;
  };
  struct Change {
    size_t place;
    uint64_t word;  // What was there before.
  };

  void LayOut();
  void LayOutMissing();
  void AddOption(uint32_t option);
  uint32_t BitOf(const ItemUse& use) const;
  ListedOption Listed(uint32_t option, Bits without = {0, 0}) const;
  void ListOptions();
  void IndexOptions();
  void Divide(ItemId item, ItemId by);

  // Row i of a table that is rows[starts[i]] up to rows[starts[i + 1]].
  template <typename T>
  static absl::Span<const T> Row(const std::vector<T>& rows,
                                 const std::vector<uint32_t>& starts,
                                 size_t i) {
    return absl::MakeConstSpan(rows.data() + starts[i],
                               rows.data() + starts[i + 1]);
  }

  bool Fits(uint32_t option, absl::Span<const uint64_t> words) const {
    for (const Bits& need : Row(need_, need_starts_, option)) {
      if ((need.bits & ~words[need.place]) != 0) return false;
    }
    return !has_multiplicities() ||
           (words[excluded_ + option / 64] >> option % 64 & 1) == 0;
  }

  uint64_t PackMissing(Multiplicity missing) const {
    const uint64_t mask = (uint64_t{1} << missing_bits_) - 1;
    return (missing.low & mask) << missing_bits_ | (missing.high & mask);
  }
  void SetMissing(ItemId item, Multiplicity missing);

  void Set(size_t place, uint64_t word) {
    changes_.push_back({place, words_[place]});
    words_[place] = word;
  }

  Problem problem_;
  std::vector<uint64_t> words_;
  std::vector<Change> changes_;
  uint64_t work_ = 0;

  // By item: its first bit, and what its bits stand for: kNoColor comes first,
  // then the colours that options give it.
  std::vector<uint32_t> first_bits_;
  std::vector<std::vector<ColorId>> colors_;
  std::vector<ItemId> items_of_bits_;
  size_t primary_words_ = 0;  // They come first.
  size_t bit_words_ = 0;      // With the secondary items.
  // With multiplicities: where in the words the excluded options are, and, by
  // primary item, where how often it must and may be covered, in so many bits
  // each. Otherwise 0 and empty.
  size_t excluded_ = 0;
  uint32_t missing_bits_ = 0;
  std::vector<Field> missing_fields_;

  uint64_t most_primaries_ = 0;  // That any option has.

  // By option: the bits it needs, and those that it takes away.
  std::vector<Bits> need_, loss_;
  std::vector<uint32_t> need_starts_ = {0}, loss_starts_ = {0};
  // By item: its options.
  std::vector<ListedOption> lists_;
  std::vector<uint32_t> list_starts_;
  OptionIndex index_;
};

}  // namespace dlx::checker

#endif  // DLX_PROOF_CHECK_STATE_H_
