#ifndef SUDOKU_GEOMETRY_CACHE_H_
#define SUDOKU_GEOMETRY_CACHE_H_

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "sudoku/geometry.h"

namespace sudoku {

// What was made for the geometries that were met lately. They are a few, since
// files of irregular puzzles have one for each.
template <typename T>
class GeometryCache {
 public:
  // Null if there is none for the geometry. Valid until the next call.
  T* Find(const Geometry& geometry) {
    const auto it = std::find_if(
        entries_.begin(), entries_.end(),
        [&](const Entry& entry) { return entry.first == geometry; });
    if (it == entries_.end()) return nullptr;
    std::rotate(entries_.begin(), it, it + 1);
    return &entries_.front().second;
  }
  // REQUIRES: there is none for the geometry. Valid until the next call.
  T* Add(const Geometry& geometry, T made) {
    if (entries_.size() == kMost) entries_.pop_back();
    entries_.emplace(entries_.begin(), geometry, std::move(made));
    return &entries_.front().second;
  }

 private:
  using Entry = std::pair<Geometry, T>;
  static constexpr size_t kMost = 4;

  std::vector<Entry> entries_;  // The one used last comes first.
};

}  // namespace sudoku

#endif  // SUDOKU_GEOMETRY_CACHE_H_
