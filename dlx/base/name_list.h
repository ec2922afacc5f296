#ifndef DLX_BASE_NAME_LIST_H_
#define DLX_BASE_NAME_LIST_H_

// Different names, numbered from 0 on, that are found by their number and by
// themselves.
//
// To read a large problem is mostly to look up names, so these are in a table
// of their own: a slot has the number of a name and its hash, and a name
// belongs into the first free slot from the one on that its hash tells. (Names
// are in memory once, and most of them are looked at only if they are the right
// ones.)

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dlx/base/string_view.h"

namespace dlx::internal {

// Names that have the same hash for one seed do not have it for others.
[[nodiscard]] uint32_t HashOfName(StringView name, uint64_t seed);

class NameList {
 public:
  size_t size() const { return names_.size(); }
  const std::string& operator[](size_t number) const { return names_[number]; }

  [[nodiscard]] std::optional<uint32_t> Find(StringView name) const;
  // The number of that name, which is size() before if it is new.
  // REQUIRES: size() < 2^31.
  uint32_t Add(StringView name);

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t number = kFree;
  };
  static constexpr uint32_t kFree = UINT32_MAX;

  // The slot of the name, or the free one where it belongs. REQUIRES: there are
  // free ones.
  size_t SlotOf(StringView name, uint32_t hash) const;
  size_t FirstSlot(uint32_t hash) const { return hash & (slots_.size() - 1); }
  size_t NextSlot(size_t slot) const {
    return (slot + 1) & (slots_.size() - 1);
  }
  void MakeRoom();

  std::vector<std::string> names_;
  // So many that half of them are free; a power of two.
  std::vector<Slot> slots_;
};

}  // namespace dlx::internal

#endif  // DLX_BASE_NAME_LIST_H_
