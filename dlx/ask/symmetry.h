#ifndef DLX_ASK_SYMMETRY_H_
#define DLX_ASK_SYMMETRY_H_

// The symmetries of a problem, and how many covers there are up to symmetry.
//
// Example:
//
//   absl::StatusOr<dlx::SymmetryGroup> group = dlx::FindSymmetries(problem);
//   if (!group.ok()) return group.status();
//   std::cout << group->order();  // 8: rotations and reflections of a board
//   absl::StatusOr<dlx::ClassCount> count = dlx::CountUpToSymmetry(*group);
//   if (!count.ok()) return count.status();
//   std::cout << count->classes;  // 12 for eight queens
//
// A *symmetry* takes items to items and options to options, so that an option
// that uses an item goes to one that uses the item's image. It takes primary
// items to primary ones of the same multiplicity, options to options of the
// same cost, givens to givens, and the colours of an item to those of its
// image: each item may exchange its own. So it takes covers to covers.
//
// Equal options (of one cost) may be exchanged, too. Such exchanges are told
// apart from the symmetries: these take the first option of several equal ones
// to the first, and so on. Items that are in the same options are no symmetry.
//
// Covers are *the same up to symmetry* if a symmetry and exchanges of equal
// options take one to the other. Burnside's lemma counts the classes of covers
// without any list of covers: their number is the mean, over all symmetries, of
// how many covers a symmetry leaves as they are. These in turn are the covers
// of a smaller problem, which has orbits of items and orbits of options
// (dlx/ask/symmetry/quotient.h), and are counted by any engine.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx {

// Where everything goes.
struct Symmetry {
  std::vector<ItemId> items;      // The image of each item.
  std::vector<OptionId> options;  // The image of each option.
  // Items with a colour whose image has a colour of another name, with it.
  std::vector<std::pair<ItemUse, ItemUse>> colors;
};

// A symmetry by where items go, and what happens to colours: those that are
// not listed keep their names.
struct ItemMap {
  std::vector<ItemId> items;
  std::vector<std::pair<ItemUse, ItemUse>> colors = {};
};

struct SymmetryOptions {
  // Symmetries take the set of these options to itself.
  std::vector<OptionId> givens = {};
  // If there is a number for each item, symmetries take items to those of the
  // same number: an item with a number of its own stays where it is.
  std::vector<uint32_t> item_numbers = {};
  // `time` and `interrupter` count; `nodes` bounds the partitions of items and
  // options that are looked at.
  Limits limits = {};
  // In bytes.
  size_t memory_limit = size_t{1} << 30;
};

// A group of symmetries. Immutable; a copy costs next to nothing, and any
// number of threads may use it.
class SymmetryGroup {
 public:
  struct Data;  // Known to the library alone, as what has to do with it is.
  explicit SymmetryGroup(std::shared_ptr<const Data> data);
  const Data& data() const { return *data_; }

  const Problem& problem() const;

  // How many symmetries there are, without exchanges of equal options.
  const Natural& order() const;
  // They make the whole group. None for the group that has but one element.
  const std::vector<Symmetry>& generators() const;
  // In how many ways equal options can be exchanged.
  const Natural& exchanges() const;

  // The sets of what symmetries (and exchanges of equal options) take to each
  // other, each in order, by their first elements.
  std::vector<std::vector<ItemId>> ItemOrbits() const;
  std::vector<std::vector<OptionId>> OptionOrbits() const;

 private:
  std::shared_ptr<const Data> data_;
};

// Finds all symmetries. Each generator is checked. Fails with kDeadlineExceeded
// if a limit comes first, kCancelled if interrupted, kResourceExhausted if it
// would take more memory, kInvalidArgument if a given is no option, or if there
// are numbers for some items only.
[[nodiscard]] absl::StatusOr<SymmetryGroup> FindSymmetries(
    const Problem& problem, const SymmetryOptions& options = {});

// The group that some symmetries generate. Fails as FindSymmetries() does, and
// with kInvalidArgument if one of them is no symmetry: the sentence tells its
// place in the list, counted from 1, and an option that has no image.
[[nodiscard]] absl::StatusOr<SymmetryGroup> GenerateSymmetries(
    const Problem& problem, absl::Span<const ItemMap> generators,
    const SymmetryOptions& options = {});

// The structure of the group where it is plain: "D4" for the rotations and
// reflections of a square, "S3 x S7", "S7 wr S3", "C2^2"; "C1" if there is but
// one symmetry; otherwise empty. Fails as FindSymmetries() does.
[[nodiscard]] absl::StatusOr<std::string> StructureOf(
    const SymmetryGroup& group, const Limits& limits = {},
    size_t memory_limit = size_t{1} << 30);

// How many covers there are up to symmetry.
struct ClassCount {
  // If summary.outcome is not kExhausted, there are at least so many.
  Natural classes = 0;
  // All covers, or those counted so far; covers that differ in nothing but
  // equal options are one.
  Natural covers = 0;
  // For how many symmetries covers were counted: one of each kind.
  size_t kinds = 0;
  // Of all searches together, and the engine of the last one.
  SearchSummary summary = {};
};

// The elements of a group up to this size can be looked at one by one, besides
// symmetric groups that are factors of it (dlx/ask/symmetry/factors.h). With a
// larger one covers are counted only if FindSymmetries() made it, and if its
// kinds of symmetries are few and found.
inline constexpr uint64_t kMostSymmetries = uint64_t{1} << 25;

// Counts the covers that have the givens with which the group was found;
// `options.givens` must be the same. Limits are for all searches together.
// Fails if the group is too large, if equal options can be in one cover
// together, if `options` limit the number of solutions or have an item order,
// and as CountSolutions() does.
[[nodiscard]] absl::StatusOr<ClassCount> CountUpToSymmetry(
    const SymmetryGroup& group, SearchOptions options = {},
    Parallelism parallelism = {.threads = 1});
// The same for all symmetries of the problem with these givens, which are found
// within the same limits. Fails as FindSymmetries() does, too.
[[nodiscard]] absl::StatusOr<ClassCount> CountUpToSymmetry(
    const Problem& problem, SearchOptions options = {},
    Parallelism parallelism = {.threads = 1});

// Tells of a cover whether it stands for its class: whether it is the smallest
// one in it, as an ascending list of options. Of equal options it has the
// first. No other cover need be known. Immutable, for any number of threads.
class ClassRepresentatives {
 public:
  // Has all symmetries in memory: their number times that of the options, in
  // words of four bytes. Fails as FindSymmetries() does, and if equal options
  // can be in one cover together.
  [[nodiscard]] static absl::StatusOr<ClassRepresentatives> Create(
      const SymmetryGroup& group, const Limits& limits = {},
      size_t memory_limit = size_t{1} << 30);

  // How many covers the class has if the cover stands for it, 0 if not; those
  // that differ in nothing but equal options are one. REQUIRES: it is a cover
  // with the givens with which the group was found.
  uint64_t LengthIfFirst(absl::Span<const OptionId> cover) const;
  // The cover that stands for the class of this one. REQUIRES: as above.
  std::vector<OptionId> FirstLike(absl::Span<const OptionId> cover) const;

 private:
  struct Data;
  explicit ClassRepresentatives(std::shared_ptr<const Data> data);

  std::shared_ptr<const Data> data_;
};

}  // namespace dlx

#endif  // DLX_ASK_SYMMETRY_H_
