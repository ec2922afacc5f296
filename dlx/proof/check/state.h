#ifndef DLX_PROOF_CHECK_STATE_H_
#define DLX_PROOF_CHECK_STATE_H_

// The remainder of a problem when some options have been taken, and some have
// been put out of the question: all that the checker of certificates knows
// about exact covers.
//
// A state is a row of words. A primary item has a bit, set while the item is
// *open*: it may still be covered. An option has a bit, set while it *fits*: it
// was not taken and is not out, clashes with none that was taken, and its
// primary items are open.
//
//      a b | x              1 1    1 1 1 1    nothing taken yet
//      0: a x:red           0 1    0 1 0 0    option 0 is taken
//      1: b x:red           0 0    0 0 0 0    and so is option 1
//      2: b x:blue
//      3: a b
//
// A primary item that need not be covered just once has a field, too: how often
// it must and may still be. That is all that matters to the covers of a state.
// So two states have the same covers if they have the same words.
//
// To go back, a state stays where it is when an option is taken, and the next
// one is written behind it, in a *stack*. A state that is *large* would take
// long to copy, and little is to change in it. So it changes in place, what was
// there before is kept on a list, and the bit of an option says nothing of the
// option's primary items: the option fits if it has its bit, and these are
// open.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::checker {

inline uint32_t LowestBit(uint64_t word) {
  return static_cast<uint32_t>(std::countr_zero(word));
}

// Some bits of one word of a row.
struct Bits {
  uint32_t place;
  uint64_t bits;
};

using BitList = absl::InlinedVector<Bits, 2>;
// Adds bits to a list, the last of which may be in the same word.
inline void Append(Bits bits, BitList& list) {
  if (list.empty() || list.back().place != bits.place) list.push_back(bits);
  list.back().bits |= bits.bits;
}

class State {
 public:
  explicit State(const Problem& problem);
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const Problem& problem() const { return problem_; }
  // The number of words in a state.
  size_t size() const { return size_; }
  absl::Span<const uint64_t> words() const { return {words_, size_}; }
  // Those that tell a state from others: if there are neither secondary items
  // nor multiplicities, the open items say which options fit.
  absl::Span<const uint64_t> key() const { return {words_, key_size_}; }
  bool has_short_keys() const { return key_size_ < size_; }
  bool has_multiplicities() const { return has_multiplicities_; }

  // The bit of a primary item, set while it is open; none of a secondary one.
  Bits OpenBit(ItemId item) const { return items_[item.value()].open; }
  bool IsOpen(ItemId item) const { return Has(words_, OpenBit(item)); }
  // Whether there is an item of that number, and it is open.
  bool HasOpen(uint64_t number) const {
    return number < problem_.item_count() && Has(words_, items_[number].open);
  }
  // The same in the state that has this key.
  bool IsOpenIn(absl::Span<const uint64_t> key, ItemId item) const {
    return Has(key.data(), OpenBit(item));
  }
  // True if no item is open.
  bool IsDone() {
    // There is one most often where there was one before.
    if (words_[open_word_] != 0) return false;
    for (uint32_t i = 0; i < open_words_; ++i) {
      if (words_[i] == 0) continue;
      open_word_ = i;
      return false;
    }
    return true;
  }
  // Whether no other item is open; if it is large, that is not looked for.
  // REQUIRES: this one is.
  bool IsLast(ItemId item) const {
    if (is_large_) return false;
    const auto [place, bit] = OpenBit(item);
    for (uint32_t i = 0; i < open_words_; ++i) {
      if (words_[i] != (i == place ? bit : 0)) return false;
    }
    return true;
  }
  // The open items, in ascending order.
  std::vector<ItemId> OpenItems();
  // How often a primary item must and may still be covered.
  Multiplicity Missing(ItemId item) const {
    const uint32_t place = items_[item.value()].field;
    if (place == 0) {
      const uint32_t once = IsOpen(item);
      return {once, once};
    }
    return {.low = static_cast<uint32_t>(words_[place] >> 32),
            .high = static_cast<uint32_t>(words_[place])};
  }
  // Whether that is just once. REQUIRES: it is open.
  bool IsOnce(ItemId item) const {
    return items_[item.value()].field == 0 ||
           Missing(item) == Multiplicity{1, 1};
  }

  // The bit of an option, and the option of the lowest bit of a word of these.
  Bits BitOf(uint32_t option) const {
    return {open_words_ + option / 64, uint64_t{1} << option % 64};
  }
  uint32_t OptionAt(uint32_t place) const { return 64 * (place - open_words_); }
  bool Fits(uint32_t option) const {
    return Has(words_, BitOf(option)) &&
           (!is_large_ || HasItems(option, words_));
  }
  // The options that fit, in ascending order, here or in the state that has
  // this key.
  std::vector<uint32_t> Fitting() { return FittingIn(key()); }
  std::vector<uint32_t> FittingIn(absl::Span<const uint64_t> key);
  // The options that have an item, whether they fit or not.
  absl::Span<const Bits> OptionsOf(ItemId item) const {
    return items_[item.value()].options;
  }

  // The options of an item that fit, one after the other.
  struct Choices {
    const Bits* next;
    const Bits* end;
    uint64_t bits = 0;   // Those of one word that are still to be told,
    uint32_t first = 0;  // and the option of its lowest bit.
  };
  static constexpr uint32_t kNoOption = ~uint32_t{0};
  Choices ChoicesOf(ItemId item) {
    const absl::Span<const Bits> options = OptionsOf(item);
    work_ += options.size();
    return {.next = options.begin(), .end = options.end()};
  }
  // Whether there is one more, and that one, in ascending order; kNoOption if
  // there is none. REQUIRES: the state is as it was before, but for options
  // that have been told.
  bool HasNext(Choices& choices) {
    while (choices.bits == 0) {
      if (choices.next == choices.end) return false;
      const auto [place, bits] = *choices.next++;
      choices.bits = words_[place] & bits;
      choices.first = OptionAt(place);
      if (is_large_) choices.bits = OnlyFitting(choices.first, choices.bits);
    }
    return true;
  }
  uint32_t Next(Choices& choices) {
    if (!HasNext(choices)) return kNoOption;
    const uint32_t option = choices.first + LowestBit(choices.bits);
    choices.bits &= choices.bits - 1;
    return option;
  }
  // The option of the item that fits, if there is one, or kSeveral.
  static constexpr uint32_t kSeveral = kNoOption - 1;
  uint32_t OnlyChoice(ItemId item) {
    Choices choices = ChoicesOf(item);
    const uint32_t option = Next(choices);
    return HasNext(choices) ? kSeveral : option;
  }

  // Takes an option. REQUIRES: it fits, or did before it was excluded.
  ABSL_ATTRIBUTE_ALWAYS_INLINE void Take(uint32_t option) {
    TakeTo(is_large_ ? nullptr : NextInStack(), option);
  }
  // The same if what is here now is not gone back to.
  ABSL_ATTRIBUTE_ALWAYS_INLINE void TakeForGood(uint32_t option) {
    TakeTo(words_, option);
  }

  // A point to go back to, and to what was there.
  size_t mark() const {
    return is_large_ ? changed_.size()
                     : static_cast<size_t>(words_ - stack_.data());
  }
  // What it keeps for that.
  size_t bytes_to_go_back() const {
    return mark() * (is_large_ ? sizeof(Bits) : sizeof(uint64_t));
  }
  void GoBackTo(size_t mark) {
    if (!is_large_) {
      words_ = stack_.data() + mark;
      return;
    }
    for (; changed_.size() > mark; changed_.pop_back()) {
      words_[changed_.back().place] = changed_.back().bits;
    }
  }
  // To be called before the next functions, if what is here now is to be gone
  // back to: these change it.
  void Save() {
    if (is_large_) return;
    uint64_t* const next = NextInStack();
    std::copy_n(words_, stride_, next);
    words_ = next;
  }
  // Puts an option out of the question. REQUIRES: there are multiplicities.
  void Exclude(uint32_t option) { Remove(BitOf(option)); }
  // Decides that a primary item is covered no more; or nothing, of the item
  // that is none.
  void Close(ItemId item) { Reopen(item, nothing_); }
  ItemId NoItem() const {
    return ItemId(static_cast<uint32_t>(problem_.item_count()));
  }
  // Opens an item that was closed, as it was in the state with the words
  // `before`.
  void Reopen(ItemId item, absl::Span<const uint64_t> before);
  // Decides that an item is covered at most `most` times more. Returns false if
  // it must be more. REQUIRES: there are multiplicities.
  bool Limit(ItemId item, uint32_t most) {
    return Missing(item).high <= most || Lower(item, most);
  }

  // Becomes another state. To go back, restore the words that were there.
  void GoTo(absl::Span<const uint64_t> words) {
    std::copy(words.begin(), words.end(), words_);
  }
  // Whether the state with this key is like this one: the same items are open,
  // with the same bounds, and the same options fit.
  bool IsLike(absl::Span<const uint64_t> key) {
    return this->key() == key || (is_large_ && HasSameChoices(key));
  }

  // Whether the item is primary, and all options that fit have it. Then no more
  // options can be taken than it may still be covered.
  bool IsInAllThatFit(ItemId item);
  // True if these are too few to cover what must still be covered, even if each
  // had as many items as the largest option. REQUIRES: IsInAllThatFit(item).
  bool IsOutOfReach(ItemId item) const;

  // How much was to be done for all this, about in words looked at, since this
  // was last asked.
  uint64_t TakeWork() { return std::exchange(work_, 0); }

 private:
  // A state of more words is large, if it is longer than the lists of two items
  // or this other bound. When masks have so many, they begin anew.
  static constexpr size_t kSmall = 160;
  static constexpr size_t kMostInStack = 1024;
  static constexpr size_t kMostInMasks = size_t{1} << 22;

  // A state in the stack has room for so many words, or a multiple of these, as
  // compilers see more in a loop whose length is known.
  static constexpr size_t kBlock = 4;

  bool Lower(ItemId item, uint32_t most);
  // Calls remove(bits) for all that is not there any more when the option is
  // taken, but what CountDown() does for the fields of its items.
  template <typename Function>
  void ForEachLoss(uint32_t option, Function remove);
  void CountDown(uint32_t option);
  // Takes an option, so that the state is there then, or where it is if it is
  // large.
  ABSL_ATTRIBUTE_ALWAYS_INLINE void TakeTo(uint64_t* to, uint32_t option) {
    if (is_large_) {
      TakeInPlace(option);
    } else {
      if (masks_[option].empty()) MakeMask(option);
      const uint64_t* mask = masks_[option].data();
      const uint64_t* from = std::exchange(words_, to);
      for (uint64_t* const end = to + stride_; to != end; to += kBlock) {
        uint64_t block[kBlock];
        for (size_t i = 0; i < kBlock; ++i) block[i] = from[i] & mask[i];
        for (size_t i = 0; i < kBlock; ++i) to[i] = block[i];
        from += kBlock;
        mask += kBlock;
      }
    }
    if (has_multiplicities_) CountDown(option);
  }
  ABSL_ATTRIBUTE_NOINLINE void MakeMask(uint32_t option);
  ABSL_ATTRIBUTE_NOINLINE void TakeInPlace(uint32_t option);
  ABSL_ATTRIBUTE_NOINLINE void GrowStack();

  static bool Has(const uint64_t* words, Bits bits) {
    return (words[bits.place] & bits.bits) != 0;
  }
  // Those of the bits, the lowest of which is that option's, whose options have
  // open items.
  ABSL_ATTRIBUTE_NOINLINE uint64_t OnlyFitting(uint32_t first, uint64_t bits);
  bool HasItems(uint32_t option, const uint64_t* words) const;
  bool HasSameChoices(absl::Span<const uint64_t> key);

  void SetMissing(ItemId item, Multiplicity missing) {
    Set(items_[item.value()].field, uint64_t{missing.low} << 32 | missing.high);
  }

  uint64_t* NextInStack() {
    if (words_ + 2 * stride_ > stack_.data() + stack_.size()) GrowStack();
    return words_ + stride_;
  }
  void Set(uint32_t place, uint64_t word) {
    if (is_large_) changed_.push_back({place, words_[place]});
    words_[place] = word;
  }
  void Remove(Bits bits) { Set(bits.place, words_[bits.place] & ~bits.bits); }

  Problem problem_;
  bool has_multiplicities_;
  // The state's words are those of open items; then of options that fit; then
  // what is missing of items. It is in stack_, of which it is all, or the last
  // state of a stack.
  std::vector<uint64_t> stack_;
  uint64_t* words_ = nullptr;
  size_t size_ = 0;
  size_t stride_ = 0;  // From one state to the next one.
  size_t key_size_ = 0;
  uint32_t open_words_ = 0;
  uint32_t open_word_ = 0;  // One where an item was open.
  uint32_t fits_end_ = 0;   // Behind the options.
  bool is_large_ = false;
  std::vector<uint64_t> nothing_;  // A state in which all items are closed.
  std::vector<Bits> changed_;      // If it is large: words as they were.
  uint64_t work_ = 0;

  std::vector<ItemId> primaries_;
  // An item: its bit, its options, and where it is how often it must and may be
  // covered, in 32 bits each; place 0 if that needs no field.
  struct Item {
    Bits open = {0, 0};
    BitList options;
    uint32_t field = 0;
  };
  std::vector<Item> items_;      // The last one is none.
  uint64_t most_primaries_ = 0;  // That any option has.
  // The options that give an item some colour.
  absl::flat_hash_map<std::pair<ItemId, ColorId>, BitList> by_color_;
  // If it is not large, by option: what stays when it is taken, found when it
  // is taken first.
  std::vector<std::vector<uint64_t>> masks_;
  size_t words_in_masks_ = 0;
};

}  // namespace dlx::checker

#endif  // DLX_PROOF_CHECK_STATE_H_
