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
// Compiled once for each set of vector instructions that is worth it
// (dlx/engine/vector_targets.h); the best one that the CPU has is chosen when
// the program runs. All of them do the same, step by step.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dlx/engine/bit_planes/walk.cc"
#include "dlx/engine/bit_planes/walk.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/engine/vector_targets.h"
#include "hwy/foreach_target.h"  // Must come before highway.h.
#include "hwy/highway.h"
// These need both.
#include "dlx/engine/bit_planes/bits-inl.h"
#include "dlx/engine/bit_planes/branching-inl.h"
#include "dlx/engine/bit_planes/round-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::bit_planes::HWY_NAMESPACE {

// What is small here is inlined by force: a node is in registers (LoadedPlanes)
// only as long as no function is called with it.

// A node with which a walk goes on.
template <size_t kWords>
struct ActiveNode {
  HWY_INLINE ActiveNode(WalkState<kWords>& walk, uint64_t pause_at)
      : walk(&walk), pause_at(pause_at) {}

  WalkState<kWords>* walk;
  uint64_t pause_at;
  bool is_held = false;  // If not, there is no node at the moment.
  LoadedPlanes<kWords> planes;
  double part = 0;
  uint32_t depth = 0;
  uint32_t doublings = 0;  // How many of its choices stand for two.
};

// The step that a walk has come to, or that it goes on. (The same as an
// std::optional<Engine::Step> makes g++ keep two nodes in memory: 1.15 times
// the time.)
enum class Event { kGoOn, kSolution, kExhausted, kPaused };

HWY_INLINE Engine::Step StepOf(Event event) {
  switch (event) {
    case Event::kSolution:
      return Engine::Step::kSolution;
    case Event::kExhausted:
      return Engine::Step::kExhausted;
    case Event::kGoOn:
    case Event::kPaused:
      break;
  }
  return Engine::Step::kPaused;
}

template <size_t kWords>
HWY_INLINE void Resume(const Node<kWords>& from, ActiveNode<kWords>& node) {
  Load(from.planes, node.planes);
  node.part = from.part;
  node.depth = from.depth;
  node.is_held = true;
}

// REQUIRES: node.doublings == 0, or there are too many covers to count.
template <size_t kWords>
HWY_INLINE void Suspend(const ActiveNode<kWords>& node, Node<kWords>& to) {
  Store(node.planes, to.planes);
  to.part = node.part;
  to.depth = node.depth;
  to.by_choice = false;
}

// Takes the topmost node from the stack, if there is one and it may be visited.
template <size_t kWords>
HWY_INLINE Event TakeNode(ActiveNode<kWords>& node) {
  Frontier<kWords>& frontier = node.walk->frontier;
  if (frontier.height == 0) {
    if (frontier.current_count == 0) return Event::kExhausted;
    return Event::kGoOn;  // The other active node may leave something.
  }
  const Node<kWords>& next = frontier.nodes[frontier.height - 1];
  if (next.by_choice) {
    if (node.walk->tally.nodes >= node.pause_at) return Event::kPaused;
    node.walk->tally.CountNode(next.depth);
  }
  Resume(next, node);
  --frontier.height;
  ++frontier.current_count;
  return Event::kGoOn;
}

// How to go on in an open node: with this option's row, and this part of the
// tree. Without a row, in the same node, but with less to choose from.
template <size_t kWords>
struct Expansion {
  const Planes<kWords>* row;
  double part;
};

// Branches in the open node whose planes lie above the top of the stack: the
// first option of an item is to be chosen, and what is to be done without it
// goes on the stack. Not inlined, for there are many places and sets of
// instructions to inline it into.
template <size_t kWords>
HWY_NOINLINE Expansion<kWords> Expand(const PlaneProblem<kWords>& problem,
                                      double whole_part, uint32_t depth,
                                      WalkState<kWords>& walk) {
  Node<kWords>& other = walk.frontier.nodes[walk.frontier.height];
  Experience<kWords>& experience = walk.experience;
  if (experience.looks_for_confined && problem.has_partners()) {
    if (UseConfinedLanes(problem, other.planes, experience.confined)) {
      experience.confined_paid = true;
      return {nullptr, whole_part};
    }
    experience.looks_for_confined =
        std::exchange(experience.confined_paid, false);
  }
  ++walk.frontier.height;
  LoadedPlanes<kWords> s;
  Load(other.planes, s);
  const size_t lane = ChooseLane(problem, s, experience.activity);
  const uint32_t slots = other.planes.SlotsOf(lane);
  const uint32_t option = problem.OptionAt(lane, std::countr_zero(slots));
  const uint32_t later_slots = slots & (slots - 1);
  other.by_choice = std::has_single_bit(later_slots);
  double part;
  if (other.by_choice) {
    // The second option of two.
    Choose(problem.rows[problem.OptionAt(lane, std::countr_zero(later_slots))],
           s);
    Store(s, other.planes);
    part = whole_part / 2;
    other.depth = depth + 1;
  } else {
    for (const Place& place : problem.PlacesOf(option)) {
      other.planes.slots[place.slot].Clear(place.lane);
    }
    part = whole_part / std::popcount(slots);
    other.depth = depth;
  }
  other.part = whole_part - part;
  return {&problem.rows[option], part};
}

// Goes on from an open node to one in which an option more is chosen.
template <size_t kWords>
HWY_INLINE Event BranchInNode(const PlaneProblem<kWords>& problem,
                              bool counting, ChosenPlaces<kWords>& places,
                              ActiveNode<kWords>& node) {
  WalkState<kWords>& walk = *node.walk;
  if (counting && HasPairsOnly(problem, node.planes)) {
    ChooseFirst(problem, ~node.planes.covered, places, node.planes);
    ++node.doublings;
    walk.tally.CountNode(++node.depth);
    return Event::kGoOn;
  }
  if (walk.tally.nodes >= node.pause_at) {
    --walk.tally.rounds;  // The last one will be repeated.
    return Event::kPaused;
  }
  Planes<kWords>& planes = walk.frontier.nodes[walk.frontier.height].planes;
  Store(node.planes, planes);
  const Expansion<kWords> expansion =
      Expand(problem, node.part, node.depth, walk);
  if (expansion.row == nullptr) {
    Load(planes, node.planes);
    return Event::kGoOn;
  }
  Choose(*expansion.row, node.planes);
  node.part = expansion.part;
  walk.tally.CountNode(++node.depth);
  return Event::kGoOn;
}

// Counts the covers that a complete node stands for.
HWY_INLINE void CountCovers(uint32_t doublings, Tally& tally) {
  if (HWY_LIKELY(doublings < 64)) {
    tally.covers += uint64_t{1} << doublings;
  } else {
    tally.more_covers += Natural::PowerOfTwo(doublings);
  }
}

// Leaves a node that is complete, or in which the lanes have no slot.
template <size_t kWords>
HWY_INLINE Event LeaveNode(bool counting, Verdict verdict,
                           const Bits<kWords>& lanes,
                           ActiveNode<kWords>& node) {
  WalkState<kWords>& walk = *node.walk;
  const uint32_t doublings = std::exchange(node.doublings, 0);
  node.is_held = false;
  --walk.frontier.current_count;
  walk.tally.part_done += node.part;
  if (verdict == Verdict::kConflict) {
    NoteConflict(lanes, walk.experience.activity);
    walk.experience.looks_for_confined = false;
    return Event::kGoOn;
  }
  if (counting) {
    CountCovers(doublings, walk.tally);
    return Event::kGoOn;
  }
  Store(node.planes, walk.solution);
  return Event::kSolution;
}

// Does a round; in a new node if the last one is done.
template <size_t kWords>
HWY_INLINE Event Advance(const PlaneProblem<kWords>& problem, bool counting,
                         ChosenPlaces<kWords>& places,
                         ActiveNode<kWords>& node) {
  if (HWY_UNLIKELY(!node.is_held)) {
    const Event event = TakeNode(node);
    if (!node.is_held) return event;
  }
  Bits<kWords> lanes;
  const Verdict verdict = DoRound(problem, places, node.planes, lanes);
  ++node.walk->tally.rounds;
  if (HWY_LIKELY(verdict == Verdict::kForced)) return Event::kGoOn;
  if (verdict == Verdict::kOpen) {
    return BranchInNode(problem, counting, places, node);
  }
  return LeaveNode(counting, verdict, lanes, node);
}

// Two nodes at a time pay off where each fits into registers. Wide planes are
// two vectors each with AVX2, so that twenty would have to fit into sixteen
// registers: two searches in turn take up to 1.07 of the time of one after the
// other.
template <size_t kWords>
constexpr bool kTwoPayOff = kVectors<kWords> == 1;

template <size_t kWords>
constexpr bool kHasVectors = kVectorWords<kWords> > 1;

// One node at a time, so that solutions come in the same order as with a twin.
template <size_t kWords>
HWY_INLINE void KeepOneNode(Frontier<kWords>& frontier) {
  if (frontier.current_count < 2) return;
  frontier.nodes[frontier.height++] = frontier.current[1];
  frontier.current_count = 1;
}

template <size_t kWords>
Engine::Step FindNext(const PlaneProblem<kWords>& problem, uint64_t pause_at,
                      WalkState<kWords>& walk) {
  Frontier<kWords>& frontier = walk.frontier;
  KeepOneNode(frontier);
  ActiveNode<kWords> node(walk, pause_at);
  if (frontier.current_count > 0) Resume(frontier.current[0], node);
  ChosenPlaces<kWords> places;
  Event event;
  do {
    event = Advance(problem, /*counting=*/false, places, node);
  } while (event == Event::kGoOn);
  if (node.is_held) Suspend(node, frontier.current[0]);
  return StepOf(event);
}

// Goes on with two nodes until one of them has come to a step: of two walks, or
// of one that only counts. Neither is left where choices stand for two, since
// the next call may look for covers one by one.
//
// Not inlined: it has the round twice, and with AVX-512 keeps both nodes in
// registers. That takes one function for each purpose: with the code for both
// in one, behind a flag, g++ moves planes to memory and back, 1.1 times the
// time. (Where there are no vectors, it has the round once, with the node in
// memory. With AVX2 that takes 1.12 of the time.)
template <bool counting, size_t kWords>
HWY_NOINLINE StepOfTwo AdvanceBoth(const PlaneProblem<kWords>& problem,
                                   WalkState<kWords>& walk_of_a,
                                   WalkState<kWords>& walk_of_b,
                                   uint64_t pause_a, uint64_t pause_b) {
  Frontier<kWords>& of_a = walk_of_a.frontier;
  Frontier<kWords>& of_b = walk_of_b.frontier;
  const bool is_one_walk = &of_a == &of_b;
  ActiveNode<kWords> a(walk_of_a, pause_a), b(walk_of_b, pause_b);
  if (of_a.current_count > 0) Resume(of_a.current[0], a);
  const size_t place_of_b = is_one_walk ? 1 : 0;
  if (of_b.current_count > place_of_b) Resume(of_b.current[place_of_b], b);

  ChosenPlaces<kWords> places_of_a, places_of_b;
  const auto is_over = [](Event event, const ActiveNode<kWords>& other) {
    return event != Event::kGoOn && other.doublings == 0;
  };
  StepOfTwo end;
  if constexpr (kHasVectors<kWords>) {
    for (;;) {
      const Event event_of_a = Advance(problem, counting, places_of_a, a);
      if (is_over(event_of_a, b)) {
        end = {0, StepOf(event_of_a)};
        break;
      }
      const Event event_of_b = Advance(problem, counting, places_of_b, b);
      if (is_over(event_of_b, a)) {
        end = {1, StepOf(event_of_b)};
        break;
      }
    }
  } else {
    ActiveNode<kWords>* const nodes[2] = {&a, &b};
    for (size_t which = 0;; which ^= 1) {
      const Event event =
          Advance(problem, counting, places_of_a, *nodes[which]);
      if (!is_over(event, *nodes[which ^ 1])) continue;
      end = {which, StepOf(event)};
      break;
    }
  }

  if (a.is_held) Suspend(a, of_a.current[0]);
  if (b.is_held) Suspend(b, of_b.current[is_one_walk && a.is_held ? 1 : 0]);
  return end;
}

template <size_t kWords>
Engine::Step Count(const PlaneProblem<kWords>& problem, uint64_t pause_at,
                   WalkState<kWords>& walk) {
  return AdvanceBoth</*counting=*/true>(problem, walk, walk, pause_at, pause_at)
      .step;
}

template <size_t kWords>
StepOfTwo FindNextOfTwo(const PlaneProblem<kWords>& problem,
                        WalkState<kWords>& a, WalkState<kWords>& b,
                        uint64_t pause_a, uint64_t pause_b) {
  KeepOneNode(a.frontier);
  KeepOneNode(b.frontier);
  if constexpr (kTwoPayOff<kWords>) {
    return AdvanceBoth</*counting=*/false>(problem, a, b, pause_a, pause_b);
  } else {
    return {0, FindNext(problem, pause_a, a)};
  }
}

// ---- For certificates.

// Chooses forced options as ChooseForced() does, and tells them as if that were
// done one after the other: without those of items that another one has
// covered. False if one has lost its option to another one; it is told last.
// Lists the rows of what it tells, too, and has room for one more.
template <size_t kWords>
HWY_INLINE bool TellForced(const PlaneProblem<kWords>& problem,
                           const Bits<kWords>& forced,
                           ChosenPlaces<kWords>& places,
                           LoadedPlanes<kWords>& s, uint16_t*& told,
                           const Planes<kWords>**& told_rows) {
  using P = PlaneProblem<kWords>;
  constexpr size_t kMost = 4;
  const Planes<kWords>* rows[kMost];
  uint32_t words = WordsInUse(forced) | ~uint32_t{0} << kWords;
  places.Find(forced, s);
  bool is_possible = true;
  for (size_t k = 0; k < kMost; ++k) {
    const size_t place = places.OfWord(std::countr_zero(words));
    words &= words - 1;
    rows[k] = &problem.RowAt(place);
    // (Without branches, which would be mispredicted.)
    const bool is_there = place < P::kNoPlace;
    const size_t lane = is_there ? place >> P::kPlaceBits : 0;
    const size_t slot = place & ((size_t{1} << P::kPlaceBits) - 1);
    bool is_covered = false;
    bool is_left = true;
    for (size_t i = 0; i < k; ++i) {
      is_covered |= rows[i]->covered.Get(lane);
      is_left &= rows[i]->slots[slot].Get(lane);
    }
    const bool is_told = is_there & !is_covered & is_possible;
    *told = static_cast<uint16_t>(lane);
    told += is_told;
    *told_rows = rows[k];
    told_rows += is_told;
    is_possible &= !is_told | is_left;
  }
  if constexpr (kShortVectors) {
    ChooseFour(rows, s);
  } else {
    ChooseBoth(*rows[0], *rows[1], s);
    ChooseBoth(*rows[2], *rows[3], s);
  }
  return is_possible;
}

// Tells the options that complete a cover, where all lanes have one slot: each
// of them is forced.
template <size_t kWords>
HWY_INLINE void TellRest(const PlaneProblem<kWords>& problem,
                         const LoadedPlanes<kWords>& s, uint16_t*& told) {
  Bits<kWords> lanes = Load(problem.first_primary[0]) & s.slots[0];
  for (size_t k = 1; k < kSlots; ++k) {
    lanes = lanes | (Load(problem.first_primary[k]) & s.slots[k]);
  }
  Plane<kWords> rest;
  Store(Without(lanes, s.covered), rest);
  for (size_t word = 0; word < kWords; ++word) {
    for (uint64_t bits = rest.words[word]; bits != 0; bits &= bits - 1) {
      *told++ = static_cast<uint16_t>(64 * word + std::countr_zero(bits));
    }
  }
}

// Leaves the node for its child with the first option of a lane; the others go
// on the stack.
template <size_t kWords>
HWY_INLINE void TellBranch(const PlaneProblem<kWords>& problem,
                           WalkState<kWords>& walk, LoadedPlanes<kWords>& s,
                           double& part, uint32_t& depth, uint16_t*& told) {
  Frontier<kWords>& frontier = walk.frontier;
  const size_t lane = ChooseLane(problem, s, walk.experience.activity);
  *told++ = static_cast<uint16_t>(lane);
  Store(s, frontier.nodes[frontier.height].planes);
  uint32_t slots = frontier.nodes[frontier.height].planes.SlotsOf(lane);
  part /= std::popcount(slots);
  ++depth;
  while (!std::has_single_bit(slots)) {
    const size_t last = std::bit_width(slots) - 1;
    slots ^= uint32_t{1} << last;
    LoadedPlanes<kWords> child = s;
    Choose(problem.rows[problem.OptionAt(lane, last)], child);
    Node<kWords>& node = frontier.nodes[frontier.height++];
    Store(child, node.planes);
    node.part = part;
    node.depth = depth;
    node.by_choice = true;
  }
  Choose(problem.rows[problem.OptionAt(lane, std::countr_zero(slots))], s);
  walk.tally.CountNode(depth);
}

// Leaves out, of the forced lanes told on the way to a dead end, those that
// have nothing to do with it: their options, the rows, are not the first to
// rule one out that the lane in conflict, told last, or another one that is
// needed had at the start. Returns the new end of what is told.
template <size_t kWords>
HWY_INLINE uint16_t* WithoutNeedless(const Planes<kWords>& start,
                                     const Planes<kWords>* const* rows,
                                     uint16_t* first, uint16_t* end) {
  const size_t count = end - 1 - first;
  Plane<kWords> losers[kLanes<kWords>];  // By row: lanes that lose an option.
  LoadedPlanes<kWords> s;
  Load(start, s);
  for (size_t i = 0; i < count; ++i) {
    Bits<kWords> lost = Without(s.slots[0], Load(rows[i]->slots[0]));
    for (size_t k = 1; k < kSlots; ++k) {
      lost = lost | Without(s.slots[k], Load(rows[i]->slots[k]));
    }
    Store(lost, losers[i]);
    Choose(*rows[i], s);
  }
  Plane<kWords> needed = {};
  uint16_t* kept = end - 1;
  needed.Set(*kept);
  for (size_t i = count; i-- > 0;) {
    if (IsEmpty(Load(losers[i]) & Load(needed))) continue;
    needed.Set(first[i]);
    *--kept = first[i];
  }
  return std::copy(kept, end, first);
}

// Goes down from a node, which need not be there any more when it is gone on
// with, to a cover or a conflict. Returns the end of what is told.
template <size_t kWords>
HWY_INLINE uint16_t* TellPath(const PlaneProblem<kWords>& problem,
                              const Node<kWords>& from,
                              ChosenPlaces<kWords>& places,
                              WalkState<kWords>& walk, uint16_t* told) {
  LoadedPlanes<kWords> s;
  Load(from.planes, s);
  double part = from.part;
  uint32_t depth = from.depth;
  bool is_told = false;  // What is in conflict.
  // Since the last branch: where it began, and what is told.
  const Planes<kWords>* start = &from.planes;
  uint16_t* first = told;
  const Planes<kWords>* rows[kLanes<kWords> + 1];
  const Planes<kWords>** rows_end = rows;
  for (;;) {
    ++walk.tally.rounds;
    Bits<kWords> none, not_one;
    LookAtLanes(s, none, not_one);
    if (!IsEmpty(none)) {
      NoteConflict(none, walk.experience.activity);
      if (!is_told) {
        *told++ = static_cast<uint16_t>(FirstLane(Without(none, s.covered)));
      }
      told = WithoutNeedless(*start, rows, first, told);
      break;
    }
    if (IsEmpty(not_one)) {
      TellRest(problem, s, told);
      walk.tally.covers += 1;
      break;
    }
    const Bits<kWords> forced = ~(not_one | s.covered);
    if (IsEmpty(forced)) {
      TellBranch(problem, walk, s, part, depth, told);
      Planes<kWords>& top = walk.frontier.nodes[walk.frontier.height].planes;
      Store(s, top);
      start = &top;
      first = told;
      rows_end = rows;
    } else {
      is_told = !TellForced(problem, forced, places, s, told, rows_end);
    }
  }
  walk.tally.part_done += part;
  return told;
}

template <size_t kWords>
Told Tell(const PlaneProblem<kWords>& problem, uint64_t pause_at,
          absl::Span<uint16_t> room, WalkState<kWords>& walk) {
  Frontier<kWords>& frontier = walk.frontier;
  ChosenPlaces<kWords> places;
  uint16_t* told = room.data();
  // No path is longer.
  const uint16_t* const full = told + room.size() - Walk<kWords>::kLongestPath;
  const auto come_to = [&](Engine::Step step) {
    return Told{step, static_cast<size_t>(told - room.data())};
  };
  while (frontier.current_count > 0 || frontier.height > 0) {
    const bool is_root = frontier.current_count > 0;
    if (told > full || (!is_root && walk.tally.nodes >= pause_at)) {
      return come_to(Engine::Step::kPaused);
    }
    const Node<kWords>& node =
        is_root ? frontier.current[0] : frontier.nodes[--frontier.height];
    frontier.current_count = 0;
    if (!is_root) walk.tally.CountNode(node.depth);
    told = TellPath(problem, node, places, walk, told);
  }
  return come_to(Engine::Step::kExhausted);
}

// A vector of each plane at a time, so that these stay in registers while all
// the rows go by.
template <size_t kWords>
void ChooseGivens(const PlaneProblem<kWords>& problem,
                  absl::Span<const OptionId> givens, WalkState<kWords>& walk) {
  Planes<kWords>& planes = walk.frontier.current[0].planes;
  bool is_contradiction = false;
  for (size_t word = 0; word < kWords; word += kVectorWords<kWords>) {
    const auto load = [word](const Plane<kWords>& plane) HWY_ATTR {
      return hn::Load(Tag<kWords>(), plane.words + word);
    };
    const auto store =
        [word](Vector<kWords> bits, Plane<kWords>& plane)
            HWY_ATTR { hn::Store(bits, Tag<kWords>(), plane.words + word); };
    Vector<kWords> slots[kSlots];
    ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
      slots[k] = load(problem.root.slots[k]);
    });
    Vector<kWords> given = hn::Zero(Tag<kWords>());
    Vector<kWords> twice = given;
    for (const OptionId option : givens) {
      const Planes<kWords>& row = problem.rows[option.value()];
      ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
        slots[k] = hn::And(slots[k], load(row.slots[k]));
      });
      const Vector<kWords> items = load(row.covered);
      twice = hn::Or(twice, hn::And(given, items));
      given = hn::Or(given, items);
    }
    ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
      store(slots[k], planes.slots[k]);
    });
    store(hn::Or(load(problem.root.covered), given), planes.covered);
    store(given, walk.given);
    is_contradiction |=
        !hn::AllTrue(Tag<kWords>(), hn::Eq(twice, hn::Zero(Tag<kWords>())));
  }
  walk.frontier.current_count = is_contradiction ? 0 : 1;
}

// An option has the slot that is left of its first item's lane: an item that is
// covered has no other option than the one chosen. Slot by slot or bit by bit
// it would be less code to list them. But then the CPU could not predict where
// the bits of a word end, and would wait at each end.

// Of the places in a word of the solution, those of options that are no givens.
template <size_t kWords>
HWY_INLINE uint64_t
ChosenLanes(const typename PlaneProblem<kWords>::FirstPlaces& first,
            size_t slot, const WalkState<kWords>& walk) {
  return first.slots[slot] & walk.solution.slots[slot].words[first.word] &
         ~walk.given.words[first.word];
}
template <size_t kWords>
HWY_INLINE uint64_t
ChosenLanes(const typename PlaneProblem<kWords>::FirstPlaces& first,
            const WalkState<kWords>& walk) {
  uint64_t lanes = 0;
  for (size_t slot = 0; slot < kSlots; ++slot) {
    lanes |= ChosenLanes(first, slot, walk);
  }
  return lanes;
}

// Bits as a mask, the lowest for the first lane of a vector.
template <class D>
HWY_INLINE hn::Mask<D> MaskFrom(D d, uint64_t bits) {
  return hn::LoadMaskBits(d, reinterpret_cast<const uint8_t*>(&bits));
}

// Of each lane in a word of a cover, the only slot: digit by digit in binary.
template <size_t kWords>
HWY_INLINE void ListSlots(const Planes<kWords>& cover, size_t word,
                          uint8_t slot_of[64]) {
  const auto slot = [&](size_t k) { return cover.slots[k].words[word]; };
  const uint64_t digits[4] = {slot(1) | slot(3) | slot(5) | slot(7),
                              slot(2) | slot(3) | slot(6) | slot(7),
                              slot(4) | slot(5) | slot(6) | slot(7), slot(8)};
  static_assert(kSlots == 9);
  const hn::CappedTag<uint8_t, 64> tag;
  for (size_t lane = 0; lane < 64; lane += hn::Lanes(tag)) {
    auto slots = hn::Zero(tag);
    for (size_t b = 0; b < 4; ++b) {
      const auto digit = hn::Set(tag, static_cast<uint8_t>(1 << b));
      slots = hn::Or(
          slots, hn::IfThenElseZero(MaskFrom(tag, digits[b] >> lane), digit));
    }
    hn::StoreU(slots, tag, slot_of + lane);
  }
}

// Where to write so many more options.
HWY_INLINE OptionId* ExtendBy(size_t count, std::vector<OptionId>& options) {
  const size_t before = options.size();
  options.resize(before + count);
  return options.data() + before;
}

// Option by option: what takes least with short vectors.
template <size_t kWords>
HWY_INLINE void AppendOneByOne(const PlaneProblem<kWords>& problem,
                               const WalkState<kWords>& walk,
                               std::vector<OptionId>& options) {
  size_t count = 0;
  for (const typename PlaneProblem<kWords>::FirstPlaces& first :
       problem.first_places) {
    count += std::popcount(ChosenLanes(first, walk));
  }
  OptionId* out = ExtendBy(count, options);
  for (const typename PlaneProblem<kWords>::FirstPlaces& first :
       problem.first_places) {
    uint8_t slot_of[64];
    ListSlots(walk.solution, first.word, slot_of);
    for (uint64_t lanes = ChosenLanes(first, walk); lanes != 0;
         lanes &= lanes - 1) {
      const size_t lane = std::countr_zero(lanes);
      *out++ = OptionId(first.options[slot_of[lane]][lane]);
    }
  }
}

// With AVX-512, where masks cost nothing: all of a vector's lanes from each
// slot, and then those that are chosen moved together. 0.96 of the time that
// Sudoku takes; with AVX2 it would be 1.12.
template <size_t kWords>
HWY_INLINE void AppendByVectors(const PlaneProblem<kWords>& problem,
                                const WalkState<kWords>& walk,
                                std::vector<OptionId>& options) {
  const hn::CappedTag<uint16_t, 32> words;
  const hn::CappedTag<uint32_t, 16> numbers;
  const hn::Rebind<uint16_t, decltype(numbers)> half;
  // No cover has more options than there are lanes, but the last vector is
  // written as a whole.
  alignas(64) uint32_t listed[kLanes<kWords> + 64];
  size_t count = 0;
  for (const typename PlaneProblem<kWords>::FirstPlaces& first :
       problem.first_places) {
    alignas(64) uint16_t option_at[64];
    for (size_t lane = 0; lane < 64; lane += hn::Lanes(words)) {
      auto chosen = hn::Zero(words);
      for (size_t slot = 0; slot < kSlots; ++slot) {
        const uint64_t lanes = ChosenLanes(first, slot, walk) >> lane;
        chosen =
            hn::IfThenElse(MaskFrom(words, lanes),
                           hn::Load(words, first.options[slot] + lane), chosen);
      }
      hn::Store(chosen, words, option_at + lane);
    }
    const uint64_t lanes = ChosenLanes(first, walk);
    for (size_t lane = 0; lane < 64; lane += hn::Lanes(numbers)) {
      // (Stored as a whole: a masked store is slow on AMD's Zen 4.)
      const auto chosen = MaskFrom(numbers, lanes >> lane);
      hn::StoreU(
          hn::Compress(hn::PromoteTo(numbers, hn::Load(half, option_at + lane)),
                       chosen),
          numbers, listed + count);
      count += hn::CountTrue(numbers, chosen);
    }
  }
  static_assert(sizeof(OptionId) == sizeof(*listed) &&
                std::is_trivially_copyable_v<OptionId>);
  std::memcpy(ExtendBy(count, options), listed, count * sizeof(*listed));
}

template <size_t kWords>
void AppendSolution(const PlaneProblem<kWords>& problem,
                    const WalkState<kWords>& walk,
                    std::vector<OptionId>& options) {
  if constexpr (HWY_TARGET <= HWY_AVX3) {
    AppendByVectors(problem, walk, options);
  } else {
    AppendOneByOne(problem, walk, options);
  }
}

template <size_t kWords>
constexpr WalkFunctions<kWords> kFunctions = {
    ChooseGivens<kWords>, FindNext<kWords>,      Count<kWords>,
    Tell<kWords>,         FindNextOfTwo<kWords>, AppendSolution<kWords>};

AllWalkFunctions Functions() {
  return {kFunctions<kNarrow>, kFunctions<kWide>};
}

}  // namespace dlx::internal::bit_planes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dlx::internal::bit_planes {

HWY_EXPORT(Functions);

template <size_t kWords>
Walk<kWords>::Walk(const PlaneProblem<kWords>& problem)
    : problem_(problem),
      functions_(
          std::get<WalkFunctions<kWords>>(HWY_DYNAMIC_DISPATCH(Functions)())) {
  Frontier<kWords>& frontier = state_.frontier;
  frontier.capacity = 2 * (max_depth() + 1);  // Two paths with their siblings.
  frontier.nodes =
      std::unique_ptr<Node<kWords>[]>(new Node<kWords>[frontier.capacity]);
  state_.tally.nodes_by_depth = std::make_unique<uint64_t[]>(max_depth() + 1);
}

template <size_t kWords>
void Walk<kWords>::Start(absl::Span<const OptionId> givens) {
  state_.frontier.height = 0;
  Node<kWords>& root = state_.frontier.current[0];
  root.part = 1;
  root.depth = 0;
  root.by_choice = false;

  for (Plane<kWords>& plane : state_.experience.activity) plane = {};
  state_.experience.confined = {};
  state_.experience.looks_for_confined = true;
  state_.experience.confined_paid = false;

  Tally& tally = state_.tally;
  std::fill_n(tally.nodes_by_depth.get(), tally.deepest + 1, 0);
  tally.deepest = 0;
  tally.nodes = tally.nodes_by_depth[0] = 1;
  tally.rounds = 0;
  tally.part_done = 0;
  tally.part_given_away = 0;
  tally.covers = 0;
  tally.more_covers = 0;

  functions_.choose_givens(problem_, givens, state_);
  // Givens that contradict each other leave nothing to do.
  if (is_at_end()) tally.part_done = 1;
}

template <size_t kWords>
void Walk<kWords>::StartAt(absl::Span<const OptionId> givens,
                           const Branch& branch) {
  Start(givens);
  state_.tally.nodes = state_.tally.nodes_by_depth[0] = 0;
  state_.tally.part_done = 0;
  state_.frontier.current_count = 0;
  state_.frontier.nodes[state_.frontier.height++] = branch.node;
  std::copy_n(branch.activity, kActivityBits, state_.experience.activity);
}

template <size_t kWords>
std::unique_ptr<typename Walk<kWords>::Branch> Walk<kWords>::GiveAway() {
  Frontier<kWords>& frontier = state_.frontier;
  if (frontier.height == 0 || frontier.height + frontier.current_count < 2) {
    return nullptr;
  }
  Node<kWords>* const nodes = frontier.nodes.get();
  auto branch = std::make_unique<Branch>();
  branch->part = nodes[0].part;
  branch->node = nodes[0];
  branch->node.part = 1;
  std::copy_n(state_.experience.activity, kActivityBits, branch->activity);
  state_.tally.part_given_away += branch->part;
  std::copy(nodes + 1, nodes + frontier.height, nodes);
  --frontier.height;
  return branch;
}

template <size_t kWords>
Engine::Step Walk<kWords>::FindNext(uint64_t pause_at) {
  if (is_at_end()) return Engine::Step::kExhausted;
  return functions_.find_next(problem_, pause_at, state_);
}

template <size_t kWords>
Engine::Step Walk<kWords>::Count(uint64_t pause_at) {
  return functions_.count(problem_, pause_at, state_);
}

template <size_t kWords>
Told Walk<kWords>::Tell(uint64_t pause_at, absl::Span<uint16_t> room) {
  return functions_.tell(problem_, pause_at, room, state_);
}

template <size_t kWords>
StepOfTwo Walk<kWords>::FindNextOfTwo(Walk& a, Walk& b, uint64_t pause_a,
                                      uint64_t pause_b) {
  return a.functions_.find_next_of_two(a.problem_, a.state_, b.state_, pause_a,
                                       pause_b);
}

template <size_t kWords>
void Walk<kWords>::AppendSolution(std::vector<OptionId>& options) const {
  functions_.append_solution(problem_, state_, options);
}

// The nodes on the stack tell in which order options were chosen. Each waits
// beside the path: it has all that was chosen before, but not the option that
// was tried in its place, nor what followed from that.
template <size_t kWords>
std::vector<PathStep> Walk<kWords>::PathFromRoot() const {
  const Frontier<kWords>& frontier = state_.frontier;
  if (is_at_end()) return {};
  const size_t waiting = frontier.height - (frontier.current_count == 0);
  const Planes<kWords>& here = frontier.current_count == 0
                                   ? frontier.nodes[waiting].planes
                                   : frontier.current[0].planes;
  struct Step {
    size_t rank;     // How many of the waiting nodes do not have the option.
    bool is_forced;  // The last of these might still choose it.
    uint32_t option;
  };
  std::vector<Step> steps;
  for (uint32_t option = 0; option < problem_.option_count(); ++option) {
    const Place& place = problem_.PlacesOf(option).front();
    const uint32_t slot = uint32_t{1} << place.slot;
    const auto has_chosen = [&](const Planes<kWords>& planes) {
      return planes.covered.Get(place.lane) &&
             planes.SlotsOf(place.lane) == slot;
    };
    if (state_.given.Get(place.lane) || !has_chosen(here)) continue;
    const Node<kWords>* const nodes = frontier.nodes.get();
    const size_t rank = std::partition_point(nodes, nodes + waiting,
                                             [&](const Node<kWords>& node) {
                                               return !has_chosen(node.planes);
                                             }) -
                        nodes;
    const bool is_forced =
        rank == 0 || (nodes[rank - 1].planes.SlotsOf(place.lane) & slot) != 0;
    steps.push_back({rank, is_forced, option});
  }
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    return std::tie(a.rank, a.is_forced) < std::tie(b.rank, b.is_forced);
  });
  std::vector<PathStep> path;
  size_t last_rank = 0;
  for (const auto& [rank, is_forced, option] : steps) {
    // In the place of the first one of a rank, another one waits to be tried.
    const uint32_t branches = rank > std::exchange(last_rank, rank) ? 2 : 1;
    path.push_back({OptionId(option), 0, branches});
  }
  return path;
}

template <size_t kWords>
std::string Walk<kWords>::CheckInvariants() const {
  const Frontier<kWords>& frontier = state_.frontier;
  const Tally& tally = state_.tally;
  double parts = tally.part_done + tally.part_given_away;
  for (size_t i = 0; i < frontier.height + frontier.current_count; ++i) {
    const Node<kWords>& node = i < frontier.height
                                   ? frontier.nodes[i]
                                   : frontier.current[i - frontier.height];
    parts += node.part;
    const std::string error = CheckNode(node);
    if (!error.empty()) return absl::StrCat("node ", i, ": ", error);
  }
  if (std::abs(parts - 1) > 1e-6) {
    return absl::StrCat("the parts of the tree add up to ", parts);
  }
  if (frontier.height > frontier.capacity || frontier.current_count > 2) {
    return absl::StrCat(frontier.height, " nodes on the stack and ",
                        frontier.current_count, " at hand are too many");
  }
  const absl::Span<const uint64_t> by_depth = nodes_by_depth();
  if (std::accumulate(by_depth.begin(), by_depth.end(), uint64_t{0}) !=
      tally.nodes) {
    return absl::StrCat("the nodes by depth do not add up to ", tally.nodes);
  }
  for (size_t d = tally.deepest + 1; d <= max_depth(); ++d) {
    if (tally.nodes_by_depth[d] != 0) {
      return absl::StrCat("there are nodes at depth ", d);
    }
  }
  return "";
}

template <size_t kWords>
std::string Walk<kWords>::CheckNode(const Node<kWords>& node) const {
  if (node.depth > max_depth()) return absl::StrCat("depth ", node.depth);
  std::vector<bool> has_item(kLanes<kWords>);
  for (const Place& place : problem_.places) {
    has_item[place.lane] = true;
  }
  for (const uint16_t lane : problem_.primary_lanes) has_item[lane] = true;
  for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
    const uint32_t slots = node.planes.SlotsOf(lane);
    const bool is_covered = node.planes.covered.Get(lane);
    if ((slots & ~problem_.root.SlotsOf(lane)) != 0) {
      return absl::StrCat("lane ", lane, " has a slot that the root lacks");
    }
    if (state_.given.Get(lane) && !is_covered) {
      return absl::StrCat("lane ", lane, " is given, but not covered");
    }
    if (!has_item[lane] && (slots != 1 || !is_covered)) {
      return absl::StrCat("lane ", lane, " has no item, but can be covered");
    }
  }
  return "";
}

template class Walk<kNarrow>;
template class Walk<kWide>;

}  // namespace dlx::internal::bit_planes
#endif  // HWY_ONCE
