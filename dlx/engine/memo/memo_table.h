#ifndef DLX_ENGINE_MEMO_MEMO_TABLE_H_
#define DLX_ENGINE_MEMO_MEMO_TABLE_H_

// A hash table from keys of a fixed length to 128-bit numbers that keeps to a
// limit of memory.
//
// Entries stand one behind the other in chunks; those whose hashes agree in
// their low bits are in a linked list:
//
//     heads_   | 3 | 0 | 1 | 0 |      entry      1        2        3
//                                     hash, next ..10, 0  ..00, 0  ..00, 2
//                                     number     ...      ...      ...
//                                     key        ...      ...      ...
//
// When the memory is used up, a new entry takes the place of another one: of
// four that stand together, at a place that depends on the hash, the one that
// is worth least. An entry's *worth* is the work that it took to find it out,
// and much more each time that it is looked up: an entry that was looked up is
// likely to be looked up again. The others count for a little less from then
// on, so that in the end entries that are no longer looked up go. Compared with
// forgetting everything at once, that saves a search most of the work of doing
// things again (NOTES.md has the figures).

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"

namespace dlx::internal::memo {

class MemoTable {
 public:
  using Key = absl::Span<const uint64_t>;

  // All keys will be of `key_words` words.
  MemoTable(size_t key_words, size_t memory_limit)
      : entry_words_(kHeaderWords + key_words),
        max_entries_(EntriesFor(memory_limit)),
        chunk_bits_(std::bit_width(
                        std::max(kChunkBytes / (8 * entry_words_), size_t{1})) -
                    1) {}

  // The number stored for the key, or null. Good until the next call.
  const absl::uint128* Find(Key key, uint64_t hash) {
    if (heads_.empty()) return nullptr;
    for (uint32_t e = Head(Low(hash)); e != 0; e = Next(e)) {
      const uint64_t* const words = Words(e);
      if (Low(words[0]) != Low(hash) ||
          !std::equal(key.begin(), key.end(), words + kHeaderWords)) {
        continue;
      }
      found_ = absl::MakeUint128(words[2], words[1]);
      uint8_t& worth = worth_[e - 1];
      worth = static_cast<uint8_t>(std::min(worth + kWorthOfUse, 255));
      return &found_;
    }
    return nullptr;
  }

  // `work` is how much it took to find the number, by any measure. Returns the
  // number that went to make room: that of an entry that was forgotten, or, if
  // there is no memory at all, this one.
  // REQUIRES: nothing is stored for the key, and `hash` depends on it alone.
  std::optional<absl::uint128> Insert(Key key, uint64_t hash,
                                      absl::uint128 number, uint64_t work) {
    if (max_entries_ == 0) return number;
    std::optional<absl::uint128> forgotten;
    const bool has_room = size() < max_entries_;
    const uint32_t e = has_room ? AddEntry() : FreeEntry(hash);
    uint64_t* const words = Words(e);
    if (!has_room) forgotten = absl::MakeUint128(words[2], words[1]);
    words[0] = Low(hash) | uint64_t{Head(Low(hash))} << 32;
    words[1] = absl::Uint128Low64(number);
    words[2] = absl::Uint128High64(number);
    std::copy(key.begin(), key.end(), words + kHeaderWords);
    Head(Low(hash)) = e;
    worth_[e - 1] = WorthOf(work);
    return forgotten;
  }

  size_t size() const { return worth_.size(); }

  // Changes the limit, but forgets no entry.
  void SetMemoryLimit(size_t memory_limit) {
    max_entries_ = std::max(EntriesFor(memory_limit),
                            (size() + kGroup - 1) / kGroup * kGroup);
  }
  // The smallest limit that has room for all chunks.
  size_t LeastMemoryLimit() const {
    if (chunks_.empty()) return 0;
    return (LastChunkBegin() + last_chunk_entries_) * EntryBytes();
  }

 private:
  // An entry: its hash and the next one in the list, the number, the key.
  static constexpr size_t kHeaderWords = 3;
  // The other bytes of an entry, while the vectors grow: two heads, and three
  // bytes for its worth.
  static constexpr size_t kIndexBytes = 2 * sizeof(uint32_t) + 3;
  static constexpr size_t kGroup = 4;
  static constexpr size_t kChunkBytes = size_t{1} << 16;

  size_t EntryBytes() const { return 8 * entry_words_ + kIndexBytes; }
  size_t EntriesFor(size_t memory_limit) const {
    return std::min<size_t>(memory_limit / EntryBytes(),
                            std::numeric_limits<uint32_t>::max() - 1) /
           kGroup * kGroup;
  }
  size_t LastChunkBegin() const { return (chunks_.size() - 1) << chunk_bits_; }
  // How many entries a chunk has that begins behind `before` entries.
  size_t ChunkEntries(size_t before) const {
    return std::min(size_t{1} << chunk_bits_, max_entries_ - before);
  }

  static uint32_t Low(uint64_t word) { return static_cast<uint32_t>(word); }

  // Entries count from 1.
  uint64_t* Words(uint32_t e) const {
    const size_t place = e - 1;
    return &chunks_[place >> chunk_bits_]
                   [(place & ((size_t{1} << chunk_bits_) - 1)) * entry_words_];
  }
  uint32_t Next(uint32_t e) const { return Words(e)[0] >> 32; }
  void SetNext(uint32_t e, uint32_t next) {
    Words(e)[0] = Low(Words(e)[0]) | uint64_t{next} << 32;
  }
  // The head of the list for a hash.
  uint32_t& Head(uint32_t hash) { return heads_[hash & (heads_.size() - 1)]; }

  // Work by its order of magnitude, in steps of a quarter of a power of two;
  // and what a use is worth: 16 times the work.
  static constexpr int kWorthOfUse = 16;
  static uint8_t WorthOf(uint64_t work) {
    const uint64_t number = std::max(work + 1, work);  // No overflow.
    const int magnitude = std::bit_width(number) - 1;
    const uint64_t quarters =
        magnitude < 2 ? number << (2 - magnitude) : number >> (magnitude - 2);
    return static_cast<uint8_t>(4 * magnitude + (quarters & 3));
  }

  uint32_t AddEntry() {
    const size_t place = size();
    if (place == heads_.size()) GrowHeads();
    if (place >> chunk_bits_ == chunks_.size()) {
      last_chunk_entries_ = ChunkEntries(place);
      chunks_.push_back(std::unique_ptr<uint64_t[]>(
          new uint64_t[last_chunk_entries_ * entry_words_]));
    } else if (place - LastChunkBegin() == last_chunk_entries_) {
      // It was cut off where the memory ended, of which there is more now.
      const size_t entries = ChunkEntries(LastChunkBegin());
      std::unique_ptr<uint64_t[]> larger(new uint64_t[entries * entry_words_]);
      std::copy_n(chunks_.back().get(), last_chunk_entries_ * entry_words_,
                  larger.get());
      chunks_.back() = std::move(larger);
      last_chunk_entries_ = entries;
    }
    worth_.push_back(0);
    return static_cast<uint32_t>(place) + 1;
  }

  void GrowHeads() {
    const size_t count = std::max(2 * heads_.size(), size_t{16});
    std::vector<uint32_t>().swap(heads_);  // Before there are new ones.
    heads_.resize(count);
    for (uint32_t e = 1; e <= size(); ++e) {
      uint32_t& head = Head(Low(Words(e)[0]));
      SetNext(e, head);
      head = e;
    }
  }

  // Forgets one entry of a group.
  uint32_t FreeEntry(uint64_t hash) {
    uint8_t* const group =
        &worth_[(hash >> 32) % (max_entries_ / kGroup) * kGroup];
    uint8_t* const least = std::min_element(group, group + kGroup);
    for (uint8_t* worth = group; worth != group + kGroup; ++worth) {
      *worth -= *worth > 0;
    }
    const uint32_t e = static_cast<uint32_t>(least - worth_.data()) + 1;
    uint32_t& head = Head(Low(Words(e)[0]));
    if (head == e) {
      head = Next(e);
    } else {
      uint32_t before = head;
      while (Next(before) != e) before = Next(before);
      SetNext(before, Next(e));
    }
    return e;
  }

  size_t entry_words_;
  size_t max_entries_;
  int chunk_bits_;
  std::vector<std::unique_ptr<uint64_t[]>> chunks_;
  size_t last_chunk_entries_ = 0;
  std::vector<uint32_t> heads_;  // As many as a power of two, or none.
  std::vector<uint8_t> worth_;   // By entry.
  absl::uint128 found_;
};

}  // namespace dlx::internal::memo

#endif  // DLX_ENGINE_MEMO_MEMO_TABLE_H_
