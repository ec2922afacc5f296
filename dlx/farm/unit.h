#ifndef DLX_FARM_UNIT_H_
#define DLX_FARM_UNIT_H_

// A unit of work: a part of a search that can be done anywhere, at any time,
// by any engine.
//
// A search tree is parted by decisions. A unit says which ones have been made,
// and stands for all the covers that agree with them. There are two ways to
// decide something, both of which part the covers into disjoint sets:
//
//   * "item 7 is covered by option 12", for an item that is covered exactly
//     once: one part for each option of the item;
//   * "option 5 is taken" or "option 5 is not taken".
//
// The second way would do for all, but the first one needs no decision for each
// option that is not the one. As text, a unit is the list of its decisions in
// the order in which they were made, with the numbers of items and options:
//
//     7:12 +5 -6
//
// The unit without decisions is the whole search; as text, it is empty. Nothing
// in a unit depends on an engine, its version, or the machine.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/partial_cover.h"
#include "dlx/reduce/reducer.h"

namespace dlx::units {

struct Decision {
  enum class Kind {
    kCover,    // `item` is covered by `option`.
    kTake,     // `option` is taken.
    kExclude,  // `option` is not taken.
  };
  Kind kind;
  OptionId option;
  ItemId item = ItemId(0);  // Of kCover only.

  static Decision Cover(ItemId item, OptionId option) {
    return {Kind::kCover, option, item};
  }
  static Decision Take(OptionId option) { return {Kind::kTake, option}; }
  static Decision Exclude(OptionId option) { return {Kind::kExclude, option}; }

  bool takes_option() const { return kind != Kind::kExclude; }
  friend bool operator==(const Decision&, const Decision&) = default;
};

// In the order in which they were made.
using Unit = std::vector<Decision>;

std::string UnitToString(absl::Span<const Decision> unit);

// The unit that the text is. An error is a sentence: the text is not a list of
// decisions, or they are not about this problem (there is no such option, the
// option does not contain the item, the item is not one to be covered exactly
// once).
absl::StatusOr<Unit> ParseUnit(absl::string_view text, const Problem& problem);

// Makes the decisions. Returns false if there can be no cover that agrees with
// them, because they contradict each other or leave some item without options;
// what else it says then is of no use. REQUIRES: the decisions are about the
// problem of `cover`; nothing is dead.
[[nodiscard]] bool Decide(absl::Span<const Decision> unit,
                          internal::PartialCover& cover);

// What is left of the problem: its covers, lifted, are exactly those of the
// unit.
[[nodiscard]] internal::Reduction RestrictToUnit(
    const Problem& problem, absl::Span<const Decision> unit,
    internal::OptionalItems optional = internal::OptionalItems::kSecondary);

}  // namespace dlx::units

#endif  // DLX_FARM_UNIT_H_
