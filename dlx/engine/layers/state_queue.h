#ifndef DLX_ENGINE_LAYERS_STATE_QUEUE_H_
#define DLX_ENGINE_LAYERS_STATE_QUEUE_H_

// The states of a layer in the order in which they were reached, each with the
// number of ways to reach it.
//
// A table of numbers leads from a key to its state. An entry is a part of the
// key's hash and where the state stands, so that it seldom takes a look at a
// state to see that it is another one:
//
//   table     . (h2, 1) . . (h0, 0) . (h1, 2) .
//   keys      k0  k2  k1
//   ways      3   1   8

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "dlx/engine/layers/number_row.h"

namespace dlx::internal::layers {

// A key is a BitSet.
template <typename Key>
class StateQueue {
 public:
  static constexpr size_t kMostStates =
      std::numeric_limits<uint32_t>::max() - 1;

  size_t size() const { return keys_.size(); }
  const Key& key(size_t i) const { return keys_[i]; }
  NumberRow::Number ways(size_t i) const { return ways_[i]; }

  // Its memory.
  size_t bytes() const {
    return table_.capacity() * sizeof(uint64_t) +
           keys_.capacity() * sizeof(Key) + ways_.bytes();
  }

  // The first step of an arrival, and the second one: a caller that does
  // something else in between need not wait for memory.
  void PrefetchEntry(uint64_t hash) const {
    if (!table_.empty()) __builtin_prefetch(&table_[Home(hash)], /*rw=*/1);
  }
  void PrefetchState(uint64_t hash) const {
    if (table_.empty()) return;
    const uint64_t entry = table_[Home(hash)];
    if (entry == kFree) return;
    __builtin_prefetch(&keys_[StateOf(entry)]);
    ways_.Prefetch(StateOf(entry));
  }

  // A state is reached in so many ways: tells where it stands, which is at the
  // end if it is new. REQUIRES: hash is the key's; there are less than
  // kMostStates; the ways are not of this queue.
  size_t Arrive(const Key& key, uint64_t hash, NumberRow::Number ways) {
    if (4 * (keys_.size() + 1) > 3 * table_.size()) Grow();
    for (size_t i = Home(hash);; i = (i + 1) & (table_.size() - 1)) {
      if (table_[i] == kFree) {
        table_[i] = Entry(hash, keys_.size());
        keys_.push_back(key);
        ways_.PushBack(ways);
        return keys_.size() - 1;
      }
      const size_t state = StateOf(table_[i]);
      if (table_[i] == Entry(hash, state) && keys_[state] == key) {
        ways_.Add(state, ways);
        return state;
      }
    }
  }

 private:
  static constexpr uint64_t kFree = 0;

  static uint64_t Entry(uint64_t hash, size_t state) {
    return hash >> 32 << 32 | (state + 1);
  }
  static size_t StateOf(uint64_t entry) {
    return static_cast<uint32_t>(entry) - size_t{1};
  }
  size_t Home(uint64_t hash) const { return hash & (table_.size() - 1); }

  void Grow() {
    table_.assign(table_.empty() ? 8 : 2 * table_.size(), kFree);
    for (size_t state = 0; state < keys_.size(); ++state) {
      const uint64_t hash = keys_[state].Hash();
      size_t i = Home(hash);
      while (table_[i] != kFree) i = (i + 1) & (table_.size() - 1);
      table_[i] = Entry(hash, state);
    }
  }

  std::vector<uint64_t> table_;  // A power of two, or empty.
  std::vector<Key> keys_;        // In the order of their arrival,
  NumberRow ways_;               // and so are these.
};

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_STATE_QUEUE_H_
