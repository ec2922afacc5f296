#ifndef TOOLS_DLX_DANCE_H_
#define TOOLS_DLX_DANCE_H_

// The dance of the links, step by step: every node that a search by dancing
// links takes out of its list, and puts back.
//
// What is chosen is what the engine dancing_links says that it chooses
// (dlx/ask/watch.h). What that does to the lists is told here as the articles
// tell it, and as the engine does it, but for one thing: articles also keep the
// headers of the items that are still to be covered in a list, where the engine
// has an array of numbers.
//
//   kBranch a            the item with the fewest options
//   kUnlinkHeader a      from here on, a is being covered:
//   kUnlinkNode c, 0       for each of its options, the nodes of the other
//   ...                    items leave their lists
//   kTry 0               an option of a is tried,
//   kUnlinkHeader c      and its other items are covered, too
//   ...
//
// Then everything happens again backwards. If asked for, it begins with the net
// being built: node by node, each goes to the end of the list of its item, and
// to the right of the one before it in its option.
//
// Without a search, there is what follows with reasons (dlx/ask/deduce.h): the
// nodes of an option that is out leave their lists, and an option that is taken
// is like one that is tried.
//
// Example:
//
//   absl::StatusOr<Dance> dance = Dance::Of(problem);
//   dance->Seek(12);
//   dance->Description();  // "unlink the node of c in option 0"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "tools/dlx/option_names.h"

namespace dlx::tool {

struct DanceStep {
  enum class Kind : uint8_t {
    kBranch,        // On `item`, which has `count` options left.
    kUnlinkHeader,  // Of `item`.
    kUnlinkNode,    // Of `item` in `option`.
    kTry,           // `option`.
    kDeadEnd,       // `item` has no option left.
    kCover,         // The options that are tried are a cover.
    kRelinkNode,
    kRelinkHeader,
    kTakeBack,   // `option`.
    kClose,      // `item`: all its options have been tried.
    kHookDown,   // The node of `item` in `option`, below those of the item.
    kHookRight,  // The same, to the right of those of the option.
  };

  Kind kind;
  ItemId item = ItemId(0);
  OptionId option = OptionId(0);
  uint32_t count = 0;
  std::string reason = {};  // Of what follows without trying.
};

// One thread at a time may use a Dance.
class Dance {
 public:
  // What is larger than that does not fit on any screen.
  static constexpr size_t kMostItems = 60;
  static constexpr size_t kMostOptions = 100;

  // The whole search, or its first `most_steps` steps; before it, if
  // `shows_building`, how the net is built. Items that merely name options stay
  // out of it. An error if the problem has too many items or
  // options, colours or multiplicities.
  static absl::StatusOr<Dance> Of(const Problem& problem, size_t most_steps,
                                  bool shows_building = false);

  // The same of what follows without trying, as far as it is found.
  static absl::StatusOr<Dance> OfReasons(const Problem& problem,
                                         size_t most_steps);

  const Problem& problem() const { return problem_; }
  const OptionNames& names() const { return names_; }
  absl::Span<const DanceStep> steps() const { return steps_; }
  bool shows_building() const { return shows_building_; }
  // The search would have gone on.
  bool is_cut() const { return is_cut_; }

  // Step N is how things stand after N steps. At first it is 0.
  size_t step() const { return step_; }
  // REQUIRES: step <= steps().size().
  void Seek(size_t step);

  // How things stand. A node that is linked is in the list of its item.
  bool is_linked(OptionId option, ItemId item) const {
    return node_is_linked_[IndexOf(option, item)];
  }
  // There is the node, in its list or out of it.
  bool is_built(OptionId option, ItemId item) const {
    return node_is_built_[IndexOf(option, item)];
  }
  bool is_linked(ItemId item) const { return header_is_linked_[item.value()]; }
  // How many nodes are in the item's list.
  uint32_t length(ItemId item) const { return lengths_[item.value()]; }
  absl::Span<const OptionId> tried() const { return tried_; }

  // What the last step was: "branch on 1: no other item has fewer options, 2".
  std::string Description() const { return DescriptionOf(step_); }
  std::string DescriptionOf(size_t step) const;

 private:
  Dance(const Problem& problem, OptionNames names, bool shows_building);
  // Has no steps yet, but those of building.
  static absl::StatusOr<Dance> Blank(const Problem& problem,
                                     bool shows_building = false);

  size_t IndexOf(OptionId option, ItemId item) const {
    return option.value() * problem_.item_count() + item.value();
  }
  void Apply(const DanceStep& step);
  void TakeBack(const DanceStep& step);
  // One or the other.
  void SetNode(const DanceStep& step, bool linked);

  Problem problem_;
  OptionNames names_;
  std::vector<DanceStep> steps_;
  bool is_cut_ = false;
  bool shows_building_ = false;

  size_t step_ = 0;
  std::vector<bool> node_is_built_;  // By option and item.
  std::vector<bool> node_is_linked_;
  std::vector<bool> header_is_linked_;
  std::vector<uint32_t> lengths_;
  std::vector<OptionId> tried_;
};

}  // namespace dlx::tool

#endif  // TOOLS_DLX_DANCE_H_
