// The walk, stage by stage. In a stage it goes from node to node:
//
//            next option of the choice on top
//        +-------------------------------------+
//        v                                     |
//     a node ---> dead end, or cover --------->|
//        |  ^                                  |
//        |  +--- forced options chosen         |
//        +-----> choice on the stack --------->+---> no choice left: stage done
//        +-----> smaller stage
//
// Compiled once for each set of vector instructions that is worth it
// (dlx/engine/vector_targets.h); the best one that the CPU has is chosen when
// the program runs. All of them do the same, step by step.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dlx/engine/bit_sets/walk.cc"
#include "dlx/engine/bit_sets/walk.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"

// The instruction that counts bits comes with this set, which Highway leaves
// out if it is not asked for.
#define HWY_WANT_AVX3_DL
#include "dlx/engine/vector_targets.h"
#include "hwy/foreach_target.h"  // Must come before highway.h.
#include "hwy/highway.h"
// This needs both.
#include "dlx/engine/bit_sets/consistency-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::bit_sets::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<uint64_t, kGroupItems>;
using Vector = hn::Vec<Tag>;

enum class Event { kGoOn, kSolution, kPaused, kStageDone, kNewStage };

// What the numbers of options of all open items say about a node.
struct Outlook {
  bool is_dead_end;   // An item has no option left.
  bool has_forced;    // An item has one option left.
  uint32_t smallest;  // Else the first item with the fewest options; at a dead
                      // end, one that has none, if branched_on_ is set.
};

// A node: the options that can still be chosen, and the primary items that are
// still to be covered. In registers, or in the cursor's memory if it is large.
template <size_t kWords, size_t kItemWords>
struct NodeSets {
  explicit NodeSets(Cursor&) {}
  uint64_t live[kWords];
  uint64_t open[kItemWords];
  uint64_t forced[kItemWords];
};
template <>
struct NodeSets<0, 0> {
  explicit NodeSets(Cursor& cursor)
      : live(cursor.live()),
        open(cursor.open()),
        forced(cursor.scratch_items()) {}
  uint64_t* live;
  uint64_t* open;
  uint64_t* forced;  // The items that have one option left.
};

// The walk in a stage of so many words of options and of items; of any size, if
// both are 0. What is done at each node is inlined by force, so that the node
// of a small stage is in registers.
template <size_t kWords, size_t kItemWords>
class StageWalk {
 public:
  StageWalk(StageWork& work, WalkState& walk, uint64_t pause_at, bool counting)
      : stage_(work.stage),
        cursor_(work.cursor),
        meter_(work.meter),
        walk_(walk),
        pause_at_(pause_at),
        counting_(counting),
        has_prices_(walk.problem.prices() != nullptr),
        branched_on_(walk.branched_on),
        consistency_(walk.consistency.get()),
        depth_(work.cursor.depth()),
        node_(work.cursor) {}

  // Goes on until there is something to tell.
  Event Run() {
    bool is_at_node = cursor_.is_at_node();
    if (is_at_node) TakeNodeAtHand();
    for (;;) {
      if (!is_at_node) {
        const Event event = TryNextOption();
        if (event != Event::kGoOn) return event;
      }
      const Event event = VisitNode();
      if (event != Event::kGoOn) return event;
      is_at_node = false;
    }
  }

 private:
  HWY_INLINE size_t words() const {
    return kWords != 0 ? kWords : stage_.words();
  }
  HWY_INLINE size_t item_words() const {
    return kItemWords != 0 ? kItemWords : stage_.item_words();
  }

  HWY_INLINE void TakeNodeAtHand() {
    cursor_.LeaveNode();
    if constexpr (kWords != 0) {
      std::copy_n(cursor_.live(), words(), node_.live);
      std::copy_n(cursor_.open(), item_words(), node_.open);
    }
  }

  // Goes to the node of the next option that is untried at the choice on top,
  // or at the one below if there is none.
  HWY_INLINE Event TryNextOption() {
    for (;;) {
      if (cursor_.height() == 0) return Event::kStageDone;
      if (walk_.visited >= pause_at_) return Event::kPaused;
      const size_t level = cursor_.height() - 1;
      const Cursor::Choice& choice = cursor_.choice(level);
      uint64_t* const untried = cursor_.untried(level);
      size_t w = 0;
      while (w < words() && untried[w] == 0) ++w;
      if (w == words()) {
        if constexpr (kWords != 1) {
          walk_.cost.Report(words(), choice.subtree.size_class,
                            meter_.NodesOf(choice.subtree, walk_.visited));
        }
        cursor_.Pop();
        continue;
      }
      const uint32_t option =
          static_cast<uint32_t>(64 * w + std::countr_zero(untried[w]));
      untried[w] &= untried[w] - 1;
      depth_ = choice.depth;
      Visit(option);
      Choose(option, cursor_.live(level), cursor_.open(level));
      if (consistency_ != nullptr) KnowLevel(level);
      return Event::kGoOn;
    }
  }

  // Goes on at a node as long as options are forced.
  HWY_INLINE Event VisitNode() {
    for (;;) {
      if (has_prices_ && !StayWithinAllowance()) return Event::kGoOn;
      if (AllCovered()) return FindCover();
      if (counting_ && depth_ + 1 == walk_.cover_size) {
        // Each live option has all open items.
        Tell(FirstItem(node_.open));
        CountNodes(depth_ + 1, CountLive());
        return Event::kGoOn;
      }
      if (consistency_ != nullptr) KeepNodeConsistent();
      const Outlook outlook = CountOptions();
      if (outlook.is_dead_end) {
        Tell(outlook.smallest);
        return Event::kGoOn;
      }
      if (!outlook.has_forced) return BranchAtNode(outlook.smallest);
      if (!ChooseForced()) return Event::kGoOn;
      if constexpr (kWords == 0) {
        // A look at a large stage takes milliseconds, and there can be
        // thousands before the next choice.
        if (walk_.visited >= pause_at_ && !AllCovered()) {
          cursor_.StayAtNode(depth_);
          return Event::kPaused;
        }
      }
    }
  }

  HWY_INLINE Event FindCover() {
    if (counting_) {
      ++walk_.covers;
      return Event::kGoOn;
    }
    walk_.path_length = depth_;
    return Event::kSolution;
  }

  // All of a new stage was made consistent before it.
  void KnowStage() {
    StageWork& work = walk_.stages.top();
    consistency_->Know(work.cursor.live(), work.stage.words());
  }

  // What is live at a choice was made consistent before it.
  void KnowLevel(size_t level) {
    if (walk_.starts_inconsistent && level == 0 && walk_.stages.height() == 1) {
      consistency_->Forget();
    } else {
      consistency_->Know(cursor_.live(level), words());
    }
  }

  // Takes out options that leave an item without options. It would be of no use
  // for the last two of a cover.
  HWY_INLINE void KeepNodeConsistent() {
    if (walk_.cover_size != 0 && depth_ + 2 >= walk_.cover_size) return;
    uint64_t seen;
    if constexpr (kWords == 0) {
      seen = KeepConsistent(stage_, node_.open, *consistency_, node_.live);
    } else {
      // The node itself is to stay in registers.
      uint64_t live[kWords];
      uint64_t open[kItemWords];
      std::copy_n(node_.live, kWords, live);
      std::copy_n(node_.open, kItemWords, open);
      seen = KeepConsistent(stage_, open, *consistency_, live);
      std::copy_n(live, kWords, node_.live);
    }
    walk_.words_seen += seen / kGroupItems;
  }

  // Chooses an item to branch on. Its options go on the stack, unless the walk
  // goes on in a smaller stage.
  HWY_INLINE Event BranchAtNode(size_t item) {
    if (walk_.problem.branching() != Branching::kFewestOptions) {
      item = stage_.ChooseItem(node_.live, node_.open, item);
    }
    Subtree subtree = {};
    if constexpr (kWords != 1) {
      const size_t live_count = CountLive();
      subtree = meter_.Begin(CostModel::SizeClass(live_count), walk_.visited);
      if (StageIsWorthwhile(live_count) &&
          walk_.stages.Push(node_.live, node_.open, depth_)) {
        walk_.stages.top().meter.Start(subtree.size_class, walk_.visited);
        if (consistency_ != nullptr) KnowStage();
        return Event::kNewStage;
      }
    }

    Tell(item);
    const size_t level = cursor_.height();
    uint64_t* const untried = cursor_.untried(level);
    uint32_t branches = 0;
    for (size_t w = 0; w < words(); ++w) {
      untried[w] = node_.live[w] & stage_.mask(item, w);
      branches += std::popcount(untried[w]);
    }
    // The last two options need not be visited when counting, unless there may
    // be many more nodes than the caller asked for.
    if (counting_ && depth_ + 2 == walk_.cover_size &&
        walk_.visited + branches * (stage_.options().size() + 1) <= pause_at_) {
      const size_t covers = CountPairs(untried);
      walk_.visited += branches;
      walk_.visited_by_depth[depth_ + 1] += branches;
      CountNodes(depth_ + 2, covers);
      return Event::kGoOn;
    }
    std::copy_n(node_.live, words(), cursor_.live(level));
    std::copy_n(node_.open, item_words(), cursor_.open(level));
    cursor_.Push({depth_, branches, subtree});
    return Event::kGoOn;
  }

  HWY_INLINE bool StageIsWorthwhile(size_t live_count) const {
    const size_t new_words = Stage::WordsFor(live_count);
    if (new_words >= words()) return false;
    size_t open_count = 0;
    for (size_t v = 0; v < item_words(); ++v) {
      open_count += std::popcount(node_.open[v]);
    }
    return walk_.cost.IsWorthwhile(words(), stage_.groups(), live_count,
                                   new_words, (open_count + 7) / 8);
  }

  // How many of the live options each of a vector of items has.
  HWY_INLINE Vector CountLanes(const MaskGroup* group, size_t lane) const {
    const Tag d;
    Vector count = hn::Zero(d);
    for (size_t w = 0; w < words(); ++w) {
      count = hn::Add(
          count, hn::PopulationCount(hn::And(hn::Load(d, group[w].lanes + lane),
                                             hn::Set(d, node_.live[w]))));
    }
    return count;
  }

  // Counts the options of each open item. node_.forced becomes the set of those
  // that have one option, unless it is a dead end. (Longer than a screen,
  // because all that it gathers lies in registers until the last item.)
  HWY_INLINE Outlook CountOptions() {
    const Tag d;
    const size_t lanes = hn::Lanes(d);
    const Vector zero = hn::Zero(d);
    const Vector one = hn::Set(d, 1);
    const Vector most = hn::Set(d, ~uint64_t{0});
    Vector smallest = most;
    Vector places = hn::Iota(d, 0);
    auto none = hn::Eq(zero, one);
    uint64_t any_forced = 0;
    const MaskGroup* group = stage_.masks();
    for (size_t v = 0; v < item_words(); ++v) {
      uint64_t open = node_.open[v];
      uint64_t forced = 0;
      const size_t end = std::min<size_t>(8, stage_.groups() - 8 * v);
      for (size_t g = 0; g < end; ++g) {
        for (size_t lane = 0; lane < kGroupItems; lane += lanes) {
          const Vector count = CountLanes(group, lane);
          // Highway may read or write eight bytes, of which one is used.
          uint8_t mask_bits[8] = {static_cast<uint8_t>(open)};
          const auto is_open = hn::LoadMaskBits(d, mask_bits);
          none = hn::Or(none, hn::And(is_open, hn::Eq(count, zero)));
          hn::StoreMaskBits(d, hn::And(is_open, hn::Eq(count, one)), mask_bits);
          forced |= uint64_t{mask_bits[0]} << (g * kGroupItems + lane);
          // The smallest count; of these, the first place.
          smallest = hn::Min(
              smallest,
              hn::IfThenElse(is_open, hn::Or(hn::ShiftLeft<32>(count), places),
                             most));
          places = hn::Add(places, hn::Set(d, lanes));
          open >>= lanes;
        }
        group += words();
        if constexpr (kWords == 0) {
          // In a large stage, it is worth a branch to be done early.
          if (!hn::AllFalse(d, none)) {
            walk_.words_seen += group - stage_.masks();
            return {.is_dead_end = true,
                    .has_forced = false,
                    .smallest = SmallestOf(smallest)};
          }
        }
      }
      node_.forced[v] = forced;
      any_forced |= forced;
    }
    walk_.words_seen += group - stage_.masks();
    Outlook outlook = {.is_dead_end = !hn::AllFalse(d, none),
                       .has_forced = any_forced != 0,
                       .smallest = 0};
    if (outlook.is_dead_end ? branched_on_ != nullptr : !outlook.has_forced) {
      outlook.smallest = SmallestOf(smallest);
    }
    return outlook;
  }

  // The place of the smallest count; see CountOptions().
  HWY_INLINE static uint32_t SmallestOf(Vector smallest) {
    return static_cast<uint32_t>(hn::GetLane(hn::MinOfLanes(Tag(), smallest)));
  }

  // What is left of the allowance.
  HWY_INLINE int64_t Room() const {
    int64_t room = walk_.allowance;
    for (uint32_t i = 0; i < depth_; ++i) {
      room -= walk_.problem.reduced_cost(walk_.path[i]);
    }
    return room;
  }

  // Takes out the options that would cost too much, which are the last ones.
  // False if those that are chosen do.
  HWY_INLINE bool StayWithinAllowance() {
    const SetProblem& problem = walk_.problem;
    const int64_t room = Room();
    if (room < 0) return false;
    const absl::Span<const uint32_t> options = stage_.options();
    const size_t end =
        std::partition_point(options.begin(), options.end(),
                             [&](uint32_t option) {
                               return problem.reduced_cost(option) <= room;
                             }) -
        options.begin();
    if (end == options.size()) return true;
    node_.live[end / 64] &= (uint64_t{1} << end % 64) - 1;
    for (size_t w = end / 64 + 1; w < words(); ++w) node_.live[w] = 0;
    return true;
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
        const auto option =
            static_cast<uint32_t>(64 * w + std::countr_zero(bits));
        if (branched_on_ != nullptr) TellLast(option);
        const uint64_t* const row = stage_.Row(option);
        for (size_t x = 0; x < words(); ++x) {
          count += std::popcount(node_.live[x] & row[x]);
        }
      }
    }
    return count;
  }

  // Counts nodes that are covers.
  HWY_INLINE void CountNodes(size_t depth, uint64_t count) {
    walk_.covers += count;
    walk_.visited += count;
    walk_.visited_by_depth[depth] += count;
  }

  // Notes that the walk branches on an item, if branched_on_ is set.
  HWY_INLINE void Tell(size_t item) const {
    if (branched_on_ != nullptr) {
      branched_on_->push_back(stage_.items()[item]);
    }
  }
  // The same at the node behind an option, where each live option has all open
  // items.
  void TellLast(uint32_t option) const {
    const uint64_t* const cover = stage_.cover(option);
    size_t v = 0;
    while ((node_.open[v] & ~cover[v]) == 0) ++v;
    Tell(64 * v + std::countr_zero(node_.open[v] & ~cover[v]));
  }
  HWY_INLINE size_t FirstItem(const uint64_t* items) const {
    size_t v = 0;
    while (items[v] == 0) ++v;
    return 64 * v + std::countr_zero(items[v]);
  }

  // Notes that the option is tried.
  HWY_INLINE void Visit(uint32_t option) {
    walk_.Visit(stage_.options()[option], depth_);
    ++depth_;
  }

  // Goes from a node of these sets to the one that the option leads to.
  HWY_INLINE void Choose(uint32_t option, const uint64_t* live,
                         const uint64_t* open) {
    const uint64_t* const row = stage_.Row(option);
    for (size_t w = 0; w < words(); ++w) node_.live[w] = live[w] & row[w];
    const uint64_t* const cover = stage_.cover(option);
    for (size_t v = 0; v < item_words(); ++v) {
      node_.open[v] = open[v] & ~cover[v];
    }
  }

  // Chooses the only options of items. False if two of them are in conflict:
  // then an item has lost its option; or if it is seen that they cost too much.
  HWY_INLINE bool ChooseForced() {
    for (size_t v = 0; v < item_words(); ++v) {
      for (uint64_t items = node_.forced[v] & node_.open[v]; items != 0;
           items &= node_.open[v]) {
        const size_t item = 64 * v + std::countr_zero(items);
        size_t word = 0;
        uint64_t bits = 0;
        for (size_t w = 0; w < words(); ++w) {
          const uint64_t here = node_.live[w] & stage_.mask(item, w);
          bits |= here;
          if (here != 0) word = w;
        }
        Tell(item);
        if (bits == 0) return false;
        const uint32_t option =
            static_cast<uint32_t>(64 * word + std::countr_zero(bits));
        // A certificate tells no item behind one whose option costs too much.
        if (has_prices_ && branched_on_ != nullptr &&
            walk_.problem.reduced_cost(stage_.options()[option]) > Room()) {
          return false;
        }
        Visit(option);
        Choose(option, node_.live, node_.open);
      }
    }
    return true;
  }

  Stage& stage_;
  Cursor& cursor_;
  const SubtreeMeter& meter_;
  WalkState& walk_;
  const uint64_t pause_at_;
  const bool counting_;
  const bool has_prices_;
  std::vector<uint32_t>* const branched_on_;
  Consistency* const consistency_;
  uint32_t depth_;
  NodeSets<kWords, kItemWords> node_;
};

template <size_t kWords, size_t kItemWords>
Event RunStageOf(StageWork& work, WalkState& walk, uint64_t pause_at,
                 bool counting) {
  return StageWalk<kWords, kItemWords>(work, walk, pause_at, counting).Run();
}

Event RunStage(WalkState& walk, uint64_t pause_at, bool counting) {
  StageWork& work = walk.stages.top();
  const size_t words = work.stage.words();
  const size_t item_words = work.stage.item_words();
  auto run = RunStageOf<0, 0>;
  if (item_words == 1) {
    if (words == 1) run = RunStageOf<1, 1>;
    if (words == 2) run = RunStageOf<2, 1>;
    if (words == 4) run = RunStageOf<4, 1>;
  } else if (item_words == 2) {
    if (words == 1) run = RunStageOf<1, 2>;
    if (words == 2) run = RunStageOf<2, 2>;
    if (words == 4) run = RunStageOf<4, 2>;
  }
  return run(work, walk, pause_at, counting);
}

// Leaves a stage that is done.
void LeaveStage(WalkState& walk) {
  const SubtreeMeter& meter = walk.stages.top().meter;
  walk.stages.Pop();
  if (walk.stages.empty()) return;
  StageWork& parent = walk.stages.top();
  walk.cost.Report(parent.stage.words(), meter.whole().size_class,
                   meter.NodesOf(meter.whole(), walk.visited));
  parent.meter.AddElsewhere(meter.AllNodes(walk.visited));
}

Engine::Step Continue(uint64_t pause_at, bool counting, WalkState& walk) {
  while (!walk.stages.empty()) {
    switch (RunStage(walk, pause_at, counting)) {
      case Event::kSolution:
        return Engine::Step::kSolution;
      case Event::kPaused:
        return Engine::Step::kPaused;
      case Event::kStageDone:
        LeaveStage(walk);
        break;
      case Event::kGoOn:
      case Event::kNewStage:
        break;
    }
  }
  return Engine::Step::kExhausted;
}

}  // namespace dlx::internal::bit_sets::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dlx::internal::bit_sets {

HWY_EXPORT(Continue);

namespace {

// All rows together take up to so many bytes, of which the root's have half at
// most: a stage leaves as much to those within it as it takes.
constexpr size_t kMaxRowBytes = size_t{32} << 20;

size_t RowBytes(size_t memory_limit) {
  return std::min(memory_limit / 2, kMaxRowBytes);
}

size_t CountBits(const uint64_t* set, size_t words) {
  size_t count = 0;
  for (size_t w = 0; w < words; ++w) count += std::popcount(set[w]);
  return count;
}

}  // namespace

StageStack::StageStack(const RootProblem& problem, size_t memory_limit)
    : problem_(problem.sets()),
      sets_(memory_limit - RowBytes(memory_limit)),
      rows_(RowBytes(memory_limit)),
      item_numbers_(problem_.primary_count()) {
  works_.push_back(std::make_unique<StageWork>(problem_, nullptr, &rows_));
  works_.front()->stage.ShareRoot(problem.root());
}

StageWork& StageStack::StartRoot() {
  height_ = 1;
  StageWork& root = top();
  root.cursor.Start(root.stage, LevelsFor(root.stage), 0);
  root.meter.Start(0, 0);
  return root;
}

bool StageStack::Push(const uint64_t* live, const uint64_t* open,
                      uint32_t depth) {
  if (height_ == works_.size()) {
    works_.push_back(std::make_unique<StageWork>(problem_, &sets_, &rows_));
  }
  StageWork& work = *works_[height_];
  const auto start = [&] {
    return work.stage.Build(top().stage, live, open, item_numbers_) &&
           work.cursor.Start(work.stage, LevelsFor(work.stage), depth);
  };
  if (!start()) {
    // What former stages within this one have left behind may be in the way.
    works_.resize(height_ + 1);
    if (!start()) return false;
  }
  if (!work.stage.keeps_rows()) {
    for (size_t i = height_ + 1; i < works_.size(); ++i) {
      works_[i]->stage.FreeRows();
    }
    work.stage.KeepRows();
  }
  ++height_;
  return true;
}

size_t StageStack::LevelsFor(const Stage& stage) const {
  return Cursor::MostLevels(stage.items().size(), stage.options().size(),
                            problem_.min_primaries_per_option());
}

WalkState::WalkState(const RootProblem& root, size_t memory_limit,
                     bool is_consistent)
    : problem(root.sets()),
      stages(root, memory_limit),
      cost(problem.uses_per_option(), root.root().words()),
      path(std::make_unique<uint32_t[]>(problem.primary_count() + 1)),
      visited_by_depth(
          std::make_unique<uint64_t[]>(problem.primary_count() + 2)) {
  if (!is_consistent) return;
  consistency = std::make_unique<Consistency>(root.root().words(),
                                              root.root().item_words());
}

void Walk::Start(absl::Span<const OptionId> givens) {
  state_.cost.Reset();
  GoToRoot(givens);
}

void Walk::GoToRoot(absl::Span<const OptionId> givens) {
  const SetProblem& problem = state_.problem;
  std::fill_n(state_.visited_by_depth.get(), problem.primary_count() + 2, 0);
  state_.visited = state_.visited_by_depth[0] = 1;
  state_.words_seen = 0;
  state_.covers = 0;
  state_.path_length = 0;
  part_given_away_ = 0;
  state_.starts_inconsistent = false;
  if (state_.consistency != nullptr) state_.consistency->Forget();

  StageWork& root = state_.stages.StartRoot();
  const size_t words = root.stage.words();
  const size_t item_words = root.stage.item_words();
  uint64_t* const live = root.cursor.live();
  uint64_t* const open = root.cursor.open();
  bool is_possible = true;
  for (const OptionId given : givens) {
    const uint32_t option = problem.NumberOf(given);
    is_possible = (live[option / 64] >> option % 64 & 1) != 0;
    if (!is_possible) break;  // It contradicts another one.
    const uint64_t* const row = root.stage.Row(option);
    for (size_t w = 0; w < words; ++w) live[w] &= row[w];
    const uint64_t* const cover = root.stage.cover(option);
    for (size_t v = 0; v < item_words; ++v) open[v] &= ~cover[v];
  }
  if (!is_possible) state_.stages.Clear();

  const size_t open_count = CountBits(open, item_words);
  const size_t primaries = problem.primaries_per_option();
  state_.cover_size = primaries != 0 && open_count % primaries == 0
                          ? static_cast<uint32_t>(open_count / primaries)
                          : 0;
}

void Walk::StartAt(absl::Span<const OptionId> givens, const Branch& branch) {
  std::vector<OptionId> choices(givens.begin(), givens.end());
  for (const uint32_t option : branch.path) {
    choices.push_back(state_.problem.option_id(option));
  }
  GoToRoot(choices);  // What was learnt about costs stays true.
  state_.visited = state_.visited_by_depth[0] = 0;
  const auto depth = static_cast<uint32_t>(branch.path.size());
  if (state_.cover_size != 0) state_.cover_size += depth;
  std::copy(branch.path.begin(), branch.path.end(), state_.path.get());

  // The root is at its first choice, as if the options that are not there had
  // been tried.
  StageWork& root = state_.stages.top();
  Cursor& cursor = root.cursor;
  const size_t words = root.stage.words();
  cursor.LeaveNode();
  state_.starts_inconsistent = true;
  std::copy_n(cursor.live(), words, cursor.live(0));
  std::copy_n(cursor.open(), root.stage.item_words(), cursor.open(0));
  std::fill_n(cursor.untried(0), words, 0);
  for (const uint32_t option : branch.options) {
    cursor.untried(0)[option / 64] |= uint64_t{1} << option % 64;
  }
  const size_t live_count = CountBits(cursor.live(), words);
  cursor.Push(
      {depth, static_cast<uint32_t>(branch.options.size()),
       root.meter.Begin(CostModel::SizeClass(live_count), state_.visited)});
}

std::unique_ptr<Walk::Branch> Walk::GiveAway() {
  if (state_.problem.prices() != nullptr) return nullptr;
  double part = 1;
  for (size_t i = 0; i < state_.stages.height(); ++i) {
    const Stage& stage = state_.stages[i].stage;
    Cursor& cursor = state_.stages[i].cursor;
    for (size_t level = 0; level < cursor.height(); ++level) {
      // The top level of all keeps what it has: no option of it may be being
      // tried.
      const bool is_top =
          i + 1 == state_.stages.height() && level + 1 == cursor.height();
      part /= cursor.choice(level).branches;
      if (is_top || cursor.CountUntried(level) == 0) continue;
      auto branch = std::make_unique<Branch>();
      uint64_t* const untried = cursor.untried(level);
      for (size_t w = 0; w < stage.words(); ++w) {
        for (uint64_t bits = std::exchange(untried[w], 0); bits != 0;
             bits &= bits - 1) {
          branch->options.push_back(
              stage.options()[64 * w + std::countr_zero(bits)]);
        }
      }
      branch->part = part * static_cast<double>(branch->options.size());
      part_given_away_ += branch->part;  // It seems to be done.
      branch->path.assign(state_.path.get(),
                          state_.path.get() + cursor.choice(level).depth);
      return branch;
    }
  }
  return nullptr;
}

Engine::Step Walk::Continue(uint64_t pause_at, bool counting) {
  return HWY_DYNAMIC_DISPATCH(Continue)(pause_at, counting, state_);
}

double Walk::part_done() const {
  if (state_.stages.empty()) return 1;
  double done = 0;
  double part = 1;
  for (size_t i = 0; i < state_.stages.height(); ++i) {
    const Cursor& cursor = state_.stages[i].cursor;
    for (size_t level = 0; level < cursor.height(); ++level) {
      const uint32_t branches = cursor.choice(level).branches;
      const uint32_t untried = cursor.CountUntried(level);
      part /= branches;
      // The option that is being tried is not done yet.
      if (untried < branches) done += part * (branches - untried - 1);
    }
  }
  return done - part_given_away_;
}

std::vector<PathStep> Walk::PathFromRoot() const {
  std::vector<PathStep> path;
  const auto add = [&](uint32_t done, uint32_t branches) {
    const uint32_t option = state_.path[path.size()];
    path.push_back({state_.problem.option_id(option), done, branches});
  };
  const auto add_forced_up_to = [&](uint32_t depth) {
    while (path.size() < depth) add(0, 1);
  };
  for (size_t i = 0; i < state_.stages.height(); ++i) {
    const Cursor& cursor = state_.stages[i].cursor;
    const bool is_last = i + 1 == state_.stages.height();
    for (size_t level = 0; level < cursor.height(); ++level) {
      const auto& [depth, branches, subtree] = cursor.choice(level);
      add_forced_up_to(depth);
      const uint32_t untried = cursor.CountUntried(level);
      // On top, the walk may stand between two options.
      const bool is_top = is_last && level + 1 == cursor.height();
      if (untried == branches || (is_top && !cursor.is_at_node())) return path;
      add(branches - untried - 1, branches);
    }
    if (is_last && cursor.is_at_node()) add_forced_up_to(cursor.depth());
  }
  return path;
}

absl::Span<const uint64_t> Walk::nodes_by_depth() const {
  const uint64_t* const begin = state_.visited_by_depth.get();
  const uint64_t* end = begin + state_.problem.primary_count() + 1;
  while (end != begin && end[-1] == 0) --end;
  return {begin, static_cast<size_t>(end - begin)};
}

std::string Walk::CheckInvariants() const {
  for (size_t i = 0; i < state_.stages.height(); ++i) {
    const std::string error = CheckStage(i);
    if (!error.empty()) return absl::StrCat("stage ", i, ": ", error);
  }
  const absl::Span<const uint64_t> by_depth = nodes_by_depth();
  if (std::accumulate(by_depth.begin(), by_depth.end(), uint64_t{0}) !=
      state_.visited) {
    return absl::StrCat("the nodes by depth do not add up to ", state_.visited);
  }
  return "";
}

std::string Walk::CheckStage(size_t i) const {
  const StageWork& work = state_.stages[i];
  std::string error = work.stage.CheckInvariants();
  if (error.empty()) error = work.cursor.CheckInvariants();
  if (!error.empty() || i == 0) return error;
  const Stage& parent = state_.stages[i - 1].stage;
  if (work.stage.words() >= parent.words()) return "is no smaller";
  const auto has = [](absl::Span<const uint32_t> all,
                      absl::Span<const uint32_t> some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  };
  if (!has(parent.options(), work.stage.options())) return "has other options";
  if (!has(parent.items(), work.stage.items())) return "has other items";
  return "";
}

}  // namespace dlx::internal::bit_sets
#endif  // HWY_ONCE
