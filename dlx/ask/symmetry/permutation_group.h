#ifndef DLX_ASK_SYMMETRY_PERMUTATION_GROUP_H_
#define DLX_ASK_SYMMETRY_PERMUTATION_GROUP_H_

// The elements of a group of permutations, numbered; and its conjugacy classes.
//
// A *level* of the group has a base point, and a permutation for each point
// where those go that leave the base points of earlier levels where they are.
// An element is a product of one permutation from each level, in just one way.
// So the places that were chosen number the elements, and which element a
// permutation is follows from where it takes the base points. (Sims,
// "Computational methods in the study of permutation groups", 1970.)
//
//   absl::StatusOr<PermutationGroup> group =
//       PermutationGroup::Generate(degree, generators, watch, memory);
//   group->order();

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/natural.h"
#include "dlx/reduce/symmetry/permutation.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx::internal {

// Elements that have equally many fixed covers, since their conjugates or they
// themselves generate the same group.
struct ElementClass {
  Permutation representative;
  Natural size = 0;
};

// The least number of times after which it is the identity. Wraps if that is
// 2^64 or more.
uint64_t OrderOf(const Permutation& permutation);
Permutation PowerOf(const Permutation& permutation, uint64_t times);

class PermutationGroup {
 public:
  // The group that permutations of so many points generate, whatever they are.
  // Fails if a limit of the watch comes first, or more memory would be needed.
  [[nodiscard]] static absl::StatusOr<PermutationGroup> Generate(
      size_t degree, absl::Span<const Permutation> generators,
      const LimitWatch& watch, size_t memory_limit);

  Natural order() const;
  // The order is the product of these.
  std::vector<uint64_t> OrbitLengths() const;

  // Element number `index`. REQUIRES: the order is less than 2^64, and the
  // index less than the order.
  Permutation Element(uint64_t index) const;
  // The number of an element. REQUIRES: it is one, and as above.
  uint64_t IndexOf(const Permutation& element) const;

  // An element that takes the points 0, 1, ... to these; nothing if none does.
  std::optional<Permutation> ElementLike(
      absl::Span<const uint32_t> images) const;

  // All elements in classes, the identity first. Each is looked at once.
  // REQUIRES: the order is less than 2^32. Fails as Generate() does.
  [[nodiscard]] absl::StatusOr<std::vector<ElementClass>> Classes(
      const LimitWatch& watch, size_t memory_limit) const;

 private:
  // Invariants: places[orbit[i]] is i, and -1 for points that are not in the
  // orbit; representatives[i] takes the base point to orbit[i], and inverses[i]
  // takes it back.
  struct Level {
    uint32_t base = 0;
    std::vector<uint32_t> orbit;
    std::vector<int32_t> places;
    std::vector<Permutation> representatives;
    std::vector<Permutation> inverses;
    std::vector<Permutation> generators;
    // With how many of them the image of each point of the orbit is known.
    std::vector<size_t> images_known;
  };

  explicit PermutationGroup(size_t degree) : degree_(degree) {}

  // Adds an element that the levels from `level` on do not have.
  absl::Status Add(size_t level, Permutation element, const LimitWatch& watch);
  absl::Status TakeImage(size_t level, size_t place, size_t generator,
                         const LimitWatch& watch);
  void AddToOrbit(Level& level, uint32_t point, Permutation representative);
  // Whether the levels from `level` on have this element.
  bool Has(size_t level, Permutation element) const;
  // The image of a point by the element of which these are the places.
  uint32_t Image(const std::vector<uint32_t>& places, uint32_t point) const;
  std::vector<uint32_t> PlacesOf(uint64_t index) const;
  // The number of the element that takes the base points to these.
  template <typename ImageOf>
  uint64_t IndexByImages(const ImageOf& image_of) const;

  // Puts the conjugates of an element into a class.
  absl::Status Spread(uint64_t index, uint32_t number, const LimitWatch& watch,
                      std::vector<uint32_t>* class_of, uint64_t* size) const;

  size_t degree_;
  std::vector<Level> levels_;
  size_t memory_left_ = 0;
  // The generators of the whole, and their inverses.
  std::vector<Permutation> generators_;
  std::vector<Permutation> inverses_;
};

// OK if a search for symmetries may go on to so many partitions, else why not.
[[nodiscard]] absl::Status CheckLimits(const LimitWatch& watch,
                                       uint64_t partitions);
// Why something about symmetries was not finished. REQUIRES: the watch says
// that it must stop, or a limit on nodes was reached.
[[nodiscard]] absl::Status StoppedError(const LimitWatch& watch);

}  // namespace dlx::internal

#endif  // DLX_ASK_SYMMETRY_PERMUTATION_GROUP_H_
