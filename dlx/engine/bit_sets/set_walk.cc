// Compiled once for each vector instruction set that Highway knows for this
// kind of machine; the best one that the CPU has is chosen when the program
// runs. All of them do the same, step by step.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dlx/engine/bit_sets/set_walk.cc"
#include "dlx/engine/bit_sets/set_walk.h"

#include <algorithm>
#include <bit>

// The instruction that counts bits comes with this set, which Highway leaves
// out if it is not asked for.
#define HWY_WANT_AVX3_DL
#include "hwy/foreach_target.h"  // Must come before highway.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<uint64_t, kGroupItems>;
using Vector = hn::Vec<Tag>;

enum class Event { kSolution, kPaused, kStageDone, kNewStage };

// What a look at a node shows.
struct Sight {
  bool conflict;      // An item has no option left.
  bool forced;        // An item has one option left.
  uint32_t smallest;  // Else the first item with the fewest options.
};

// A node: the options that can still be chosen, and the primary items that are
// still to be covered. In registers, or in the stage's memory if it is large.
template <size_t kWords, size_t kItemWords>
struct NodeSets {
  explicit NodeSets(SetStage&) {}
  uint64_t live[kWords];
  uint64_t open[kItemWords];
};
template <>
struct NodeSets<0, 0> {
  explicit NodeSets(SetStage& stage)
      : live(stage.live.data()), open(stage.open.data()) {}
  uint64_t* live;
  uint64_t* open;
};

template <size_t kWords, size_t kItemWords>
class StageWalk {
 public:
  StageWalk(SetStage& stage, SetWalk& walk)
      : stage_(stage), walk_(walk), node_(stage) {}

  // Goes on from the stage's first node, or else from the choice on top, until
  // there is something to tell. In between, a node is not in the stage's memory
  // but here; so it is only at a choice that the walk can stop.
  Event Run(uint64_t pause_at, bool counting);

 private:
  HWY_INLINE size_t words() const {
    return kWords != 0 ? kWords : stage_.words;
  }
  HWY_INLINE size_t item_words() const {
    return kItemWords != 0 ? kItemWords : stage_.item_words;
  }

  // Counts the options of each open item. forced_items becomes the set of those
  // that have one option, unless there is a conflict.
  HWY_INLINE Sight Look(uint64_t* forced_items) const {
    const Tag d;
    const size_t lanes = hn::Lanes(d);
    const Vector zero = hn::Zero(d);
    const Vector one = hn::Set(d, 1);
    const Vector most = hn::Set(d, ~uint64_t{0});
    Vector smallest = most;
    Vector places = hn::Iota(d, 0);
    const Vector step = hn::Set(d, lanes);
    auto none = hn::Eq(zero, one);
    uint64_t any_forced = 0;
    const SetStage::Group* group = stage_.masks.data();
    for (size_t v = 0; v < item_words(); ++v) {
      uint64_t open = node_.open[v];
      uint64_t forced = 0;
      const size_t end = std::min<size_t>(8, stage_.groups - 8 * v);
      for (size_t g = 0; g < end; ++g) {
        for (size_t lane = 0; lane < kGroupItems; lane += lanes) {
          Vector count = zero;
          for (size_t w = 0; w < words(); ++w) {
            count = hn::Add(count, hn::PopulationCount(hn::And(
                                       hn::Load(d, group[w].lanes + lane),
                                       hn::Set(d, node_.live[w]))));
          }
          const uint8_t open_bits = static_cast<uint8_t>(open);
          const auto is_open = hn::LoadMaskBits(d, &open_bits);
          none = hn::Or(none, hn::And(is_open, hn::Eq(count, zero)));
          uint8_t forced_bits = 0;
          hn::StoreMaskBits(d, hn::And(is_open, hn::Eq(count, one)),
                            &forced_bits);
          forced |= uint64_t{forced_bits} << (g * kGroupItems + lane);
          // The smallest count; of these, the first place.
          smallest = hn::Min(
              smallest,
              hn::IfThenElse(is_open, hn::Or(hn::ShiftLeft<32>(count), places),
                             most));
          places = hn::Add(places, step);
          open >>= lanes;
        }
        group += words();
        if constexpr (kWords == 0) {
          // In a large stage, it is worth a branch to be done early.
          if (!hn::AllFalse(d, none)) {
            walk_.words_seen += group - stage_.masks.data();
            return {.conflict = true, .forced = false, .smallest = 0};
          }
        }
      }
      forced_items[v] = forced;
      any_forced |= forced;
    }
    walk_.words_seen += group - stage_.masks.data();
    Sight sight;
    sight.conflict = !hn::AllFalse(d, none);
    sight.forced = any_forced != 0;
    sight.smallest = 0;
    if (!sight.conflict && !sight.forced) {
      sight.smallest =
          static_cast<uint32_t>(hn::GetLane(hn::MinOfLanes(d, smallest)));
    }
    return sight;
  }

  HWY_INLINE bool AllCovered() const {
    uint64_t any = 0;
    for (size_t v = 0; v < item_words(); ++v) any |= node_.open[v];
    return any == 0;
  }

  HWY_INLINE size_t CountLive() const {
    size_t count = 0;
    for (size_t w = 0; w < words(); ++w) count += std::popcount(node_.live[w]);
    return count;
  }

  // How many options are live after each of these, altogether.
  HWY_INLINE size_t CountPairs(const uint64_t* first_options) const {
    size_t count = 0;
    for (size_t w = 0; w < words(); ++w) {
      for (uint64_t bits = first_options[w]; bits != 0; bits &= bits - 1) {
        const uint64_t* const row =
            stage_.Row(walk_.problem,
                       static_cast<uint32_t>(64 * w + std::countr_zero(bits)));
        for (size_t x = 0; x < words(); ++x) {
          count += std::popcount(node_.live[x] & row[x]);
        }
      }
    }
    return count;
  }

  // Notes that the option is tried.
  HWY_INLINE void Visit(uint32_t option, uint32_t& depth) {
    walk_.path[depth] = stage_.options[option];
    ++depth;
    ++walk_.visited;
    ++walk_.visited_by_depth[depth];
  }

  // Goes from a node of these sets to the one that the option leads to.
  HWY_INLINE void Choose(uint32_t option, const uint64_t* live,
                         const uint64_t* open) {
    const uint64_t* const row = stage_.Row(walk_.problem, option);
    for (size_t w = 0; w < words(); ++w) node_.live[w] = live[w] & row[w];
    const uint64_t* const cover = &stage_.covers[option * item_words()];
    for (size_t v = 0; v < item_words(); ++v) {
      node_.open[v] = open[v] & ~cover[v];
    }
  }

  // Chooses the only options of items. False if two of them are in conflict:
  // then an item has lost its option.
  HWY_INLINE bool ChooseForced(const uint64_t* forced_items, uint32_t& depth) {
    for (size_t v = 0; v < item_words(); ++v) {
      for (uint64_t items = forced_items[v] & node_.open[v]; items != 0;
           items &= node_.open[v]) {
        const size_t item = 64 * v + std::countr_zero(items);
        size_t word = 0;
        uint64_t bits = 0;
        for (size_t w = 0; w < words(); ++w) {
          const uint64_t here = node_.live[w] & stage_.mask(item, w);
          bits |= here;
          if (here != 0) word = w;
        }
        if (bits == 0) return false;
        const uint32_t option =
            static_cast<uint32_t>(64 * word + std::countr_zero(bits));
        Visit(option, depth);
        Choose(option, node_.live, node_.open);
      }
    }
    return true;
  }

  SetStage& stage_;
  SetWalk& walk_;
  NodeSets<kWords, kItemWords> node_;
};

template <size_t kWords, size_t kItemWords>
Event StageWalk<kWords, kItemWords>::Run(uint64_t pause_at, bool counting) {
  SetStage& stage = stage_;
  SetWalk& walk = walk_;
  const SetProblem& problem = walk.problem;
  uint64_t forced_items_array[kItemWords != 0 ? kItemWords : 1];
  uint64_t* const forced_items =
      kItemWords != 0 ? forced_items_array : stage.forced_items.data();
  uint32_t depth = stage.depth;

  if (stage.entering) {
    stage.entering = false;
    if constexpr (kWords != 0) {
      std::copy_n(stage.live.data(), words(), node_.live);
      std::copy_n(stage.open.data(), item_words(), node_.open);
    }
    if (AllCovered()) goto solution;
    goto enter;
  }

try_next:
  for (;;) {
    if (stage.height == 0) return Event::kStageDone;
    if (walk.visited >= pause_at) return Event::kPaused;
    const size_t level = stage.height - 1;
    SetStage::Choice& choice = stage.choices[level];
    uint64_t* const untried = stage.choice_untried(level);
    size_t w = 0;
    while (w < words() && untried[w] == 0) ++w;
    if (w == words()) {
      if constexpr (kWords != 1) {
        walk.cost.Report(
            words(), choice.size_class,
            walk.visited - stage.nodes_elsewhere - choice.own_nodes);
      }
      --stage.height;
      continue;
    }
    const uint32_t option =
        static_cast<uint32_t>(64 * w + std::countr_zero(untried[w]));
    untried[w] &= untried[w] - 1;
    depth = choice.depth;
    Visit(option, depth);
    Choose(option, stage.choice_live(level), stage.choice_open(level));
    if (AllCovered()) goto solution;
    break;
  }

enter:
  for (;;) {
    if (counting && depth + 1 == walk.cover_size) {
      // Each live option has all open items.
      const size_t count = CountLive();
      walk.solutions += count;
      walk.visited += count;
      walk.visited_by_depth[depth + 1] += count;
      goto try_next;
    }
    const Sight sight = Look(forced_items);
    if (sight.conflict) goto try_next;
    if (sight.forced) {
      if (!ChooseForced(forced_items, depth)) goto try_next;
      if (AllCovered()) goto solution;
      continue;
    }

    size_t item = sight.smallest;
    if (problem.branching() != Branching::kFewestOptions) {
      item = stage.ChooseItem(problem, node_.live, node_.open, item);
    }
    size_t live_count = 0;
    if constexpr (kWords != 1) {
      live_count = CountLive();
      const size_t new_words = SetStage::WordsFor(live_count);
      if (new_words < words()) {
        size_t open_count = 0;
        for (size_t v = 0; v < item_words(); ++v) {
          open_count += std::popcount(node_.open[v]);
        }
        if (walk.cost.IsWorthwhile(words(), stage.groups, live_count, new_words,
                                   (open_count + 7) / 8)) {
          if (walk.stage_count == walk.stages.size()) {
            walk.stages.push_back(std::make_unique<SetStage>());
          }
          SetStage& next = *walk.stages[walk.stage_count++];
          next.Build(problem, stage, node_.live, node_.open, walk.item_numbers);
          next.depth = depth;
          next.size_class = StageCost::SizeClass(live_count);
          next.own_nodes = walk.visited;
          next.nodes_elsewhere = 0;
          return Event::kNewStage;
        }
      }
    }

    const size_t level = stage.height;
    uint64_t* const untried = stage.choice_untried(level);
    uint32_t branches = 0;
    for (size_t w = 0; w < words(); ++w) {
      untried[w] = node_.live[w] & stage.mask(item, w);
      branches += std::popcount(untried[w]);
    }
    // Likewise for the last two options, unless there may be many more nodes
    // than the caller asked for.
    if (counting && depth + 2 == walk.cover_size &&
        walk.visited + branches * (stage.option_count() + 1) <= pause_at) {
      const size_t count = CountPairs(untried);
      walk.solutions += count;
      walk.visited += branches + count;
      walk.visited_by_depth[depth + 1] += branches;
      walk.visited_by_depth[depth + 2] += count;
      goto try_next;
    }
    std::copy_n(node_.live, words(), stage.choice_live(level));
    std::copy_n(node_.open, item_words(), stage.choice_open(level));
    SetStage::Choice& choice = stage.choices[level];
    choice.depth = depth;
    choice.branches = branches;
    if constexpr (kWords != 1) {
      choice.size_class = StageCost::SizeClass(live_count);
      choice.own_nodes = walk.visited - stage.nodes_elsewhere;
    }
    ++stage.height;
    goto try_next;
  }

solution:
  if (counting) {
    ++walk.solutions;
    goto try_next;
  }
  walk.path_length = depth;
  return Event::kSolution;
}

Event RunStage(SetStage& stage, SetWalk& walk, uint64_t pause_at,
               bool counting) {
  if (stage.item_words == 1) {
    switch (stage.words) {
      case 1:
        return StageWalk<1, 1>(stage, walk).Run(pause_at, counting);
      case 2:
        return StageWalk<2, 1>(stage, walk).Run(pause_at, counting);
      case 4:
        return StageWalk<4, 1>(stage, walk).Run(pause_at, counting);
    }
  } else if (stage.item_words == 2) {
    switch (stage.words) {
      case 1:
        return StageWalk<1, 2>(stage, walk).Run(pause_at, counting);
      case 2:
        return StageWalk<2, 2>(stage, walk).Run(pause_at, counting);
      case 4:
        return StageWalk<4, 2>(stage, walk).Run(pause_at, counting);
    }
  }
  return StageWalk<0, 0>(stage, walk).Run(pause_at, counting);
}

Engine::Step Continue(uint64_t pause_at, bool counting, SetWalk& walk) {
  while (walk.stage_count > 0) {
    SetStage& stage = *walk.stages[walk.stage_count - 1];
    switch (RunStage(stage, walk, pause_at, counting)) {
      case Event::kSolution:
        return Engine::Step::kSolution;
      case Event::kPaused:
        return Engine::Step::kPaused;
      case Event::kNewStage:
        break;
      case Event::kStageDone: {
        if (--walk.stage_count == 0) break;
        SetStage& parent = *walk.stages[walk.stage_count - 1];
        const uint64_t nodes = walk.visited - stage.own_nodes;
        walk.cost.Report(parent.words, stage.size_class,
                         nodes - stage.nodes_elsewhere);
        parent.nodes_elsewhere += nodes;
        break;
      }
    }
  }
  return Engine::Step::kExhausted;
}

}  // namespace dlx::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dlx::internal {

HWY_EXPORT(Continue);

SetWalk::SetWalk(const SetProblem& problem)
    : problem(problem),
      item_numbers(problem.primary_count()),
      path(std::make_unique<uint32_t[]>(problem.primary_count() + 1)),
      visited_by_depth(
          std::make_unique<uint64_t[]>(problem.primary_count() + 2)) {
  stages.push_back(std::make_unique<SetStage>());
  stages.front()->BuildRoot(problem);
}

namespace {

void GoToRoot(absl::Span<const OptionId> givens, SetWalk& walk) {
  const SetProblem& problem = walk.problem;
  std::fill_n(walk.visited_by_depth.get(), problem.primary_count() + 2, 0);
  walk.visited = walk.visited_by_depth[0] = 1;
  walk.words_seen = 0;
  walk.solutions = 0;
  walk.path_length = 0;
  SetStage& root = *walk.stages.front();
  walk.stage_count = root.Start(problem, givens) ? 1 : 0;
  uint32_t open = 0;
  for (const uint64_t word : root.open) open += std::popcount(word);
  const uint32_t primaries = problem.primaries_per_option();
  walk.cover_size =
      primaries != 0 && open % primaries == 0 ? open / primaries : 0;
}

}  // namespace

void StartSetWalk(absl::Span<const OptionId> givens, SetWalk& walk) {
  walk.cost.Reset(walk.problem.uses_per_option());
  GoToRoot(givens, walk);
}

void StartSetWalkAt(absl::Span<const OptionId> givens,
                    absl::Span<const uint32_t> path,
                    absl::Span<const uint32_t> options, SetWalk& walk) {
  std::vector<OptionId> choices(givens.begin(), givens.end());
  for (const uint32_t option : path) {
    choices.push_back(walk.problem.option_id(option));
  }
  GoToRoot(choices, walk);  // What was learnt about costs stays true.
  walk.visited = walk.visited_by_depth[0] = 0;
  if (walk.cover_size != 0) walk.cover_size += path.size();
  std::copy(path.begin(), path.end(), walk.path.get());

  // The root is at its first choice, as if the options that are not there had
  // been tried.
  SetStage& root = *walk.stages.front();
  root.entering = false;
  root.height = 1;
  std::copy(root.live.begin(), root.live.end(), root.choice_live(0));
  std::copy(root.open.begin(), root.open.end(), root.choice_open(0));
  std::fill_n(root.choice_untried(0), root.words, 0);
  for (const uint32_t option : options) {
    root.choice_untried(0)[option / 64] |= uint64_t{1} << option % 64;
  }
  uint32_t live = 0;
  for (const uint64_t word : root.live) live += std::popcount(word);
  root.choices[0] = {.depth = static_cast<uint32_t>(path.size()),
                     .branches = static_cast<uint32_t>(options.size()),
                     .size_class = StageCost::SizeClass(live),
                     .own_nodes = 0};
}

Engine::Step ContinueSetWalk(uint64_t pause_at, bool counting, SetWalk& walk) {
  return HWY_DYNAMIC_DISPATCH(Continue)(pause_at, counting, walk);
}

}  // namespace dlx::internal
#endif  // HWY_ONCE
