// The walk through the search tree. It goes on with two nodes at the same time,
// a round of one and a round of the other: a round waits for memory most of the
// time, and each step of it for the one before, so that the CPU has room for
// both. The two nodes are of two trees whose problem is the same; or, when it
// is only to count, of the same tree: one is the topmost on the stack, and
// would be next.
//
// Counting stops short of the leaves. When no lane has more than two slots
// left, one of an item's two options is chosen just if the other is not. That
// ties options to each other in groups: to decide about one is to decide about
// all of its group and none of the others. And what was decided can be turned
// round, for the ties are the same in both directions. So the walk chooses the
// first option of an item; if the rounds that follow do not end in a conflict,
// there is one more group that can be chosen in two ways, the covers are
// doubled, and the second option is never looked at.
//
// Compiled once for each vector instruction set that Highway knows for this
// kind of machine; the best one that the CPU has is chosen when the program
// runs. All of them do the same, step by step.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dlx/engine/bit_planes/plane_walk.cc"
#include "dlx/engine/bit_planes/plane_walk.h"

#include <algorithm>
#include <bit>
#include <utility>

// Vectors whose size is unknown to the compiler cannot be part of a struct.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#include "hwy/foreach_target.h"  // Must come before highway.h.
#include "hwy/highway.h"
// These need both.
#include "dlx/engine/bit_planes/plane_bits-inl.h"
#include "dlx/engine/bit_planes/plane_confined-inl.h"
#include "dlx/engine/bit_planes/plane_round-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::HWY_NAMESPACE {

// Adds 1 to the activity of the lanes. When one of them overflows, halves all.
HWY_INLINE void NoteConflict(Bits lanes, PlaneWalk& walk) {
  for (Plane& plane : walk.activity) {
    const Bits bit = Load(plane);
    Store(bit ^ lanes, plane);
    lanes = bit & lanes;
  }
  if (IsEmpty(lanes)) return;
  for (size_t b = 0; b + 1 < PlaneWalk::kActivityBits; ++b) {
    walk.activity[b] = walk.activity[b + 1];
  }
  Store(lanes, walk.activity[PlaneWalk::kActivityBits - 1]);
}

// The first of the lanes that have the highest activity among these.
HWY_INLINE size_t MostActive(Bits lanes, const PlaneWalk& walk) {
  for (size_t b = PlaneWalk::kActivityBits; b-- > 0;) {
    const Bits higher = lanes & Load(walk.activity[b]);
    if (!IsEmpty(higher)) lanes = higher;
  }
  return FirstLane(lanes);
}

// The lane to branch on.
HWY_INLINE size_t ChooseLane(const PlaneProblem& problem, const State& s,
                             const PlaneWalk& walk) {
  const Bits uncovered = ~s.covered;
  switch (problem.branching) {
    case Branching::kFewestOptions: {
      const Bits pairs = Without(uncovered, ThreeOrMore(s));
      if (!IsEmpty(pairs)) return MostActive(pairs, walk);
      break;
    }
    case Branching::kSharpPreference: {
      const Bits preferred = uncovered & Load(problem.preferred);
      if (IsEmpty(preferred)) break;
      return MostActive(Fewest(preferred, s), walk);
    }
    case Branching::kInputOrder: {
      Plane open;
      Store(uncovered, open);
      return *std::find_if(problem.primary_lanes.begin(),
                           problem.primary_lanes.end(),
                           [&](uint16_t lane) { return open.Get(lane); });
    }
  }
  return MostActive(Fewest(uncovered, s), walk);
}

// Someone who goes on with one node of a walk.
struct Runner {
  PlaneWalk* walk;
  uint64_t pause_at;
  State s;
  double part;
  uint32_t depth;
  uint32_t doublings;  // How many of the choices that led here stand for two.
  bool has_node;
};

HWY_INLINE void Resume(const PlaneWalk::Node& node, Runner& runner) {
  Load(node.state, runner.s);
  runner.part = node.part;
  runner.depth = node.depth;
  runner.has_node = true;
}

// REQUIRES: runner.doublings == 0, or there are too many covers to count.
HWY_INLINE void Suspend(const Runner& runner, PlaneWalk::Node& node) {
  Store(runner.s, node.state);
  node.part = runner.part;
  node.depth = runner.depth;
  node.by_choice = false;
}

// Counts the covers that a complete node stands for. False if there are too
// many.
HWY_INLINE bool CountCovers(uint32_t doublings, PlaneWalk& walk) {
  const absl::uint128 covers = absl::uint128(1) << doublings % 128;
  walk.count += covers;
  walk.too_many = doublings >= 128 || walk.count < covers;
  return !walk.too_many;
}

HWY_INLINE void CountVisit(PlaneWalk& walk, size_t depth) {
  ++walk.visited;
  ++walk.visited_by_depth[depth];
  walk.deepest = std::max(walk.deepest, depth);
}

// How to go on in an open node: with this option's row, and this part of the
// tree. Without a row, in the same node, but with less to choose from.
struct Expansion {
  const PlaneState* row;
  double part;
};

// Branches in the open node whose state lies above the top of the stack: the
// first option of an item is to be chosen, and what is to be done without it
// goes on the stack. Not inlined, for there are many places and sets of
// instructions to inline it into.
HWY_NOINLINE Expansion Expand(const PlaneProblem& problem, double whole_part,
                              uint32_t depth, PlaneWalk& walk) {
  PlaneWalk::Node& other = walk.nodes[walk.height];
  if (!walk.has_failed && problem.has_partners() &&
      UseConfinedLanes(problem, other.state, walk.confined)) {
    return {nullptr, whole_part};
  }
  ++walk.height;
  State s;
  Load(other.state, s);
  const size_t lane = ChooseLane(problem, s, walk);
  const uint32_t slots = other.state.SlotsOf(lane);
  const uint32_t option = problem.OptionAt(lane, std::countr_zero(slots));
  const uint32_t later_slots = slots & (slots - 1);
  double part;
  if ((later_slots & (later_slots - 1)) == 0) {
    // The second option of two.
    Choose(problem.rows[problem.OptionAt(lane, std::countr_zero(later_slots))],
           s);
    Store(s, other.state);
    part = whole_part / 2;
    other.depth = depth + 1;
    other.by_choice = true;
  } else {
    for (uint32_t i = problem.place_starts[option];
         i < problem.place_starts[option + 1]; ++i) {
      const PlaneProblem::Place place = problem.places[i];
      other.state.slots[place.slot].Clear(place.lane);
    }
    part = whole_part / std::popcount(slots);
    other.depth = depth;
    other.by_choice = false;
  }
  other.part = whole_part - part;
  return {&problem.rows[option], part};
}

// Does a round; in a new node if the last one is done. True if that brings
// news: the step.
HWY_INLINE bool Advance(const PlaneProblem& problem, bool counting,
                        ChosenPlaces& places, Runner& runner,
                        Engine::Step& step) {
  PlaneWalk& walk = *runner.walk;
  if (HWY_UNLIKELY(!runner.has_node)) {
    if (walk.height == 0) {
      step = Engine::Step::kExhausted;
      return walk.current_count == 0;  // Or wait for the other runner.
    }
    const PlaneWalk::Node& next = walk.nodes[walk.height - 1];
    if (next.by_choice) {
      step = Engine::Step::kPaused;
      if (walk.visited >= runner.pause_at) return true;
      CountVisit(walk, next.depth);
    }
    Resume(next, runner);
    --walk.height;
    ++walk.current_count;
  }

  Bits lanes;
  const Verdict verdict = DoRound(problem, places, runner.s, lanes);
  ++walk.rounds;
  if (HWY_LIKELY(verdict == Verdict::kForced)) return false;
  if (verdict == Verdict::kOpen) {
    if (counting && IsEmpty(ThreeOrMore(runner.s))) {
      ChooseFirst(problem, ~runner.s.covered, places, runner.s);
      ++runner.doublings;
      CountVisit(walk, ++runner.depth);
      return false;
    }
    if (walk.visited >= runner.pause_at) {
      --walk.rounds;  // The last one will be repeated.
      step = Engine::Step::kPaused;
      return true;
    }
    PlaneState& state = walk.nodes[walk.height].state;
    Store(runner.s, state);
    const Expansion expansion =
        Expand(problem, runner.part, runner.depth, walk);
    if (expansion.row == nullptr) {
      Load(state, runner.s);
      return false;
    }
    Choose(*expansion.row, runner.s);
    runner.part = expansion.part;
    CountVisit(walk, ++runner.depth);
    return false;
  }

  const uint32_t doublings = std::exchange(runner.doublings, 0);
  runner.has_node = false;
  --walk.current_count;
  walk.done += runner.part;
  if (verdict == Verdict::kConflict) {
    NoteConflict(lanes, walk);
    walk.has_failed = true;
    return false;
  }
  if (counting) {
    step = Engine::Step::kOverflow;
    return !CountCovers(doublings, walk);
  }
  Store(runner.s, walk.solution);
  step = Engine::Step::kSolution;
  return true;
}

// The walk's node number `index`, if it is in the middle of that many.
HWY_INLINE Runner MakeRunner(PlaneWalk& walk, size_t index, uint64_t pause_at) {
  Runner runner;
  runner.walk = &walk;
  runner.pause_at = pause_at;
  runner.doublings = 0;
  runner.has_node = false;
  if (index < walk.current_count) Resume(walk.current[index], runner);
  return runner;
}

// Goes on with both until one of them has news. Neither is left in the middle
// of a node in which choices stand for two, since whoever goes on there may
// look for covers one by one.
HWY_INLINE PlaneWalkNews Run(const PlaneProblem& problem, bool counting,
                             Runner& a, Runner& b) {
  ChosenPlaces places_of_a, places_of_b;
  Engine::Step step;
  const auto can_leave = [&](const Runner& runner) {
    return runner.doublings == 0 || step == Engine::Step::kOverflow;
  };
  for (;;) {
    if (Advance(problem, counting, places_of_a, a, step) && can_leave(b)) {
      return {0, step};
    }
    if (Advance(problem, counting, places_of_b, b, step) && can_leave(a)) {
      return {1, step};
    }
  }
}

// Puts the second of two nodes back on the stack.
HWY_INLINE void KeepOneNode(PlaneWalk& walk) {
  if (walk.current_count < 2) return;
  walk.nodes[walk.height++] = walk.current[1];
  walk.current_count = 1;
}

// One node at a time, so that solutions come in the same order as with a twin.
Engine::Step FindNext(const PlaneProblem& problem, uint64_t pause_at,
                      PlaneWalk& walk) {
  KeepOneNode(walk);
  Runner runner = MakeRunner(walk, 0, pause_at);
  ChosenPlaces places;
  Engine::Step step;
  while (!Advance(problem, /*counting=*/false, places, runner, step)) {
  }
  if (runner.has_node) Suspend(runner, walk.current[0]);
  return step;
}

Engine::Step Count(const PlaneProblem& problem, uint64_t pause_at,
                   PlaneWalk& walk) {
  if (walk.too_many) return Engine::Step::kOverflow;
  Runner a = MakeRunner(walk, 0, pause_at);
  Runner b = MakeRunner(walk, 1, pause_at);
  const PlaneWalkNews news = Run(problem, /*counting=*/true, a, b);
  PlaneWalk::Node* node = walk.current;
  if (a.has_node) Suspend(a, *node++);
  if (b.has_node) Suspend(b, *node);
  return news.step;
}

PlaneWalkNews FindNextOfTwo(const PlaneProblem& problem,
                            PlaneWalk* const walks[2],
                            const uint64_t pause_at[2]) {
  for (size_t i = 0; i < 2; ++i) KeepOneNode(*walks[i]);
  Runner a = MakeRunner(*walks[0], 0, pause_at[0]);
  Runner b = MakeRunner(*walks[1], 0, pause_at[1]);
  const PlaneWalkNews news = Run(problem, /*counting=*/false, a, b);
  if (a.has_node) Suspend(a, walks[0]->current[0]);
  if (b.has_node) Suspend(b, walks[1]->current[0]);
  return news;
}

void Start(const PlaneProblem& problem, absl::Span<const OptionId> givens,
           PlaneWalk& walk) {
  State s;
  Load(problem.root, s);
  Bits given = s.covered ^ s.covered;
  Bits twice = given;
  for (const OptionId option : givens) {
    const PlaneState& row = problem.rows[option.value()];
    const Bits items = Load(row.covered);
    twice = twice | (given & items);
    given = given | items;
    Choose(row, s);
  }
  Store(s, walk.current[0].state);
  Store(given, walk.given);
  walk.current_count = IsEmpty(twice) ? 1 : 0;
}

void ListSlots(const PlaneState& cover, size_t word, uint8_t slot_of[64]) {
  const hn::CappedTag<uint8_t, 64> tag;
  for (size_t lane = 0; lane < 64; lane += hn::Lanes(tag)) {
    auto slots = hn::Zero(tag);
    for (size_t slot = 1; slot < kSlots; ++slot) {
      const uint64_t lanes = cover.slots[slot].words[word] >> lane;
      const auto mask =
          hn::LoadMaskBits(tag, reinterpret_cast<const uint8_t*>(&lanes));
      const auto here = hn::Set(tag, static_cast<uint8_t>(slot));
      slots = hn::IfThenElse(mask, here, slots);
    }
    hn::StoreU(slots, tag, slot_of + lane);
  }
}

}  // namespace dlx::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dlx::internal {

HWY_EXPORT(Start);
HWY_EXPORT(FindNext);
HWY_EXPORT(Count);
HWY_EXPORT(FindNextOfTwo);
HWY_EXPORT(ListSlots);

PlaneWalk::PlaneWalk(const PlaneProblem& problem)
    : max_depth(problem.option_count()),
      // Two paths with their siblings.
      nodes(std::make_unique_for_overwrite<Node[]>(2 * (max_depth + 1))),
      visited_by_depth(std::make_unique<uint64_t[]>(max_depth + 1)) {}

void StartPlaneWalk(const PlaneProblem& problem,
                    absl::Span<const OptionId> givens, PlaneWalk& walk) {
  walk.height = 0;
  walk.current[0].part = 1;
  walk.current[0].depth = 0;
  for (Plane& plane : walk.activity) plane = {};
  walk.confined = {};
  walk.has_failed = false;
  walk.done = 0;
  std::fill_n(walk.visited_by_depth.get(), walk.deepest + 1, 0);
  walk.deepest = 0;
  walk.visited = walk.visited_by_depth[0] = 1;
  walk.rounds = 0;
  walk.count = 0;
  walk.too_many = false;
  HWY_DYNAMIC_DISPATCH(Start)(problem, givens, walk);
}

Engine::Step FindNextInPlanes(const PlaneProblem& problem, uint64_t pause_at,
                              PlaneWalk& walk) {
  return HWY_DYNAMIC_DISPATCH(FindNext)(problem, pause_at, walk);
}

Engine::Step CountInPlanes(const PlaneProblem& problem, uint64_t pause_at,
                           PlaneWalk& walk) {
  return HWY_DYNAMIC_DISPATCH(Count)(problem, pause_at, walk);
}

PlaneWalkNews FindNextInPlanesOfTwo(const PlaneProblem& problem,
                                    PlaneWalk* const walks[2],
                                    const uint64_t pause_at[2]) {
  return HWY_DYNAMIC_DISPATCH(FindNextOfTwo)(problem, walks, pause_at);
}

void ListSlots(const PlaneState& cover, size_t word, uint8_t slot_of[64]) {
  HWY_DYNAMIC_DISPATCH(ListSlots)(cover, word, slot_of);
}

}  // namespace dlx::internal
#endif  // HWY_ONCE
