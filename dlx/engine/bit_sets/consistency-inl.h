// Options that cannot be chosen, as that would leave an open item without
// options, are taken out at each node, until there are none: what constraint
// programming calls arc consistency. Included once for each set of vector
// instructions, by way of walk.cc, and so without the usual guard.
//
// An option of an item *supports* another option if the two are not in
// conflict. One that no option of some open item supports can go. That may take
// away the only support of others, so the items of what went are looked at
// again, and no others: an item that has the options that it had supports what
// it supported. In the same way, from one node to the next only items that have
// lost options are looked at (Consistency::known).
//
// To look at an item is to take the others' options out of a set of doubtful
// ones, until it is empty:
//
//   1. The row of a doubtful option has one that supports it. All that this one
//      supports are no longer doubtful. A few steps of this kind are enough
//      where nothing is to be taken out.
//   2. If some option has none, the rows of all options of the item are looked
//      at instead: what none of them has can go.
//
// What is left in the end does not depend on the order of all that.

#if defined(DLX_ENGINE_BIT_SETS_CONSISTENCY_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef DLX_ENGINE_BIT_SETS_CONSISTENCY_INL_H_
#undef DLX_ENGINE_BIT_SETS_CONSISTENCY_INL_H_
#else
#define DLX_ENGINE_BIT_SETS_CONSISTENCY_INL_H_
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "dlx/engine/bit_sets/consistency.h"
#include "dlx/engine/bit_sets/stage.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::bit_sets::HWY_NAMESPACE {

// One run over the items of a node.
class ConsistencyRun {
 public:
  ConsistencyRun(Stage& stage, const uint64_t* open, Consistency& memory,
                 uint64_t* live)
      : stage_(stage),
        words_(stage.words()),
        item_words_(stage.item_words()),
        open_(open),
        memory_(memory),
        live_(live) {}

  // Takes out of `live` what leaves an open item without options. Stops when an
  // item has none left. Returns how many words of sets it has looked at.
  uint64_t Run() {
    MarkItemsThatLost();
    uint64_t* const dirty = memory_.dirty();
    for (size_t v = 0; v < item_words_;) {
      if (dirty[v] == 0) {
        ++v;
        continue;
      }
      const size_t item = 64 * v + std::countr_zero(dirty[v]);
      dirty[v] &= dirty[v] - 1;
      if (!LookAt(item)) return seen_;
      if (went_back_) v = 0;
      went_back_ = false;
    }
    memory_.Know(live_, words_);
    return seen_;
  }

 private:
  // An item with no more options than that is looked at all at once.
  static constexpr size_t kFew = 3;

  void MarkItemsThatLost() {
    uint64_t* const dirty = memory_.dirty();
    if (!memory_.knows()) {
      std::copy_n(open_, item_words_, dirty);
      return;
    }
    std::fill_n(dirty, item_words_, 0);
    for (size_t w = 0; w < words_; ++w) {
      MarkItemsOf(w, memory_.known()[w] & ~live_[w]);
    }
    went_back_ = false;
  }

  // Marks the open items of some options of a word.
  void MarkItemsOf(size_t word, uint64_t options) {
    uint64_t* const dirty = memory_.dirty();
    for (; options != 0; options &= options - 1) {
      const uint64_t* const cover =
          stage_.cover(64 * word + std::countr_zero(options));
      for (size_t v = 0; v < item_words_; ++v) dirty[v] |= cover[v] & open_[v];
    }
    went_back_ = true;
  }

  // The live options of an item.
  uint64_t OptionsOf(size_t item, size_t word) const {
    return live_[word] & stage_.mask(item, word);
  }

  // False if it has none.
  bool LookAt(size_t item) {
    size_t begin = words_;
    size_t end = 0;
    size_t count = 0;
    uint64_t* const doubtful = memory_.doubtful();
    for (size_t w = 0; w < words_; ++w) {
      const uint64_t options = OptionsOf(item, w);
      doubtful[w] = live_[w] & ~options;
      if (options == 0) continue;
      count += std::popcount(options);
      begin = std::min(begin, w);
      end = w + 1;
    }
    seen_ += words_;
    if (count == 0) return false;
    doubtful_begin_ = 0;
    doubtful_end_ = words_;
    if (count > kFew && SupportAll(item, begin, end)) return true;
    for (size_t w = begin; w < end; ++w) {
      for (uint64_t bits = OptionsOf(item, w); bits != 0; bits &= bits - 1) {
        if (!Support(64 * w + std::countr_zero(bits))) return true;
      }
    }
    for (size_t w = doubtful_begin_; w < doubtful_end_; ++w) {
      if (doubtful[w] == 0) continue;
      live_[w] &= ~doubtful[w];
      MarkItemsOf(w, doubtful[w]);
    }
    return true;
  }

  // Looks for an option of the item, in words from `begin` to `end`, for each
  // doubtful one. False if it has found one without; then it stops.
  bool SupportAll(size_t item, size_t begin, size_t end) {
    const uint64_t* const doubtful = memory_.doubtful();
    while (TrimDoubtful()) {
      const size_t w = doubtful_begin_;
      const uint64_t* const row = stage_.PartOfRow(
          static_cast<uint32_t>(64 * w + std::countr_zero(doubtful[w])), begin,
          end);
      size_t x = begin;
      while (x < end && (OptionsOf(item, x) & row[x]) == 0) ++x;
      seen_ += x - begin + 1;
      if (x == end) return false;
      Support(64 * x + std::countr_zero(OptionsOf(item, x) & row[x]));
    }
    return true;
  }

  // What the option supports is not doubtful. False if nothing is any longer.
  bool Support(size_t option) {
    uint64_t* const doubtful = memory_.doubtful();
    const uint64_t* const row = stage_.PartOfRow(
        static_cast<uint32_t>(option), doubtful_begin_, doubtful_end_);
    for (size_t w = doubtful_begin_; w < doubtful_end_; ++w) {
      doubtful[w] &= ~row[w];
    }
    seen_ += doubtful_end_ - doubtful_begin_;
    return TrimDoubtful();
  }

  // Leaves out words at both ends in which nothing is doubtful. False if
  // nothing is at all.
  bool TrimDoubtful() {
    const uint64_t* const doubtful = memory_.doubtful();
    while (doubtful_begin_ < doubtful_end_ && doubtful[doubtful_begin_] == 0) {
      ++doubtful_begin_;
    }
    while (doubtful_begin_ < doubtful_end_ &&
           doubtful[doubtful_end_ - 1] == 0) {
      --doubtful_end_;
    }
    return doubtful_begin_ < doubtful_end_;
  }

  Stage& stage_;
  const size_t words_;
  const size_t item_words_;
  const uint64_t* const open_;
  Consistency& memory_;
  uint64_t* const live_;
  bool went_back_ = false;  // Items were marked.
  // Options are doubtful in these words only.
  size_t doubtful_begin_ = 0;
  size_t doubtful_end_ = 0;
  uint64_t seen_ = 0;
};

// See ConsistencyRun::Run().
HWY_NOINLINE uint64_t KeepConsistent(Stage& stage, const uint64_t* open,
                                     Consistency& memory, uint64_t* live) {
  return ConsistencyRun(stage, open, memory, live).Run();
}

}  // namespace dlx::internal::bit_sets::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // DLX_ENGINE_BIT_SETS_CONSISTENCY_INL_H_
