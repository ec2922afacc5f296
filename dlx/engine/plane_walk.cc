// Compiled once for each vector instruction set that Highway knows for this
// kind of machine; the best one that the CPU has is chosen when the program
// runs. All of them do the same, step by step.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dlx/engine/plane_walk.cc"
#include "dlx/engine/plane_walk.h"

#include <algorithm>
#include <bit>

// Vectors whose size is unknown to the compiler cannot be part of a struct.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#include "hwy/foreach_target.h"  // Must come before highway.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A Plane in as many vectors as it takes: one with AVX-512, two with AVX2.
using Tag = hn::CappedTag<uint64_t, kPlaneWords>;
using Vector = hn::Vec<Tag>;
constexpr size_t kVectorWords = hn::MaxLanes(Tag());
constexpr size_t kVectors = kPlaneWords / kVectorWords;

struct Bits {
  Vector v[kVectors];
};

HWY_INLINE Bits Load(const Plane& plane) {
  Bits bits;
  for (size_t i = 0; i < kVectors; ++i) {
    bits.v[i] = hn::Load(Tag(), plane.words + i * kVectorWords);
  }
  return bits;
}

HWY_INLINE void Store(const Bits& bits, Plane& plane) {
  for (size_t i = 0; i < kVectors; ++i) {
    hn::Store(bits.v[i], Tag(), plane.words + i * kVectorWords);
  }
}

HWY_INLINE Bits operator&(Bits a, const Bits& b) {
  for (size_t i = 0; i < kVectors; ++i) a.v[i] = hn::And(a.v[i], b.v[i]);
  return a;
}

HWY_INLINE Bits operator|(Bits a, const Bits& b) {
  for (size_t i = 0; i < kVectors; ++i) a.v[i] = hn::Or(a.v[i], b.v[i]);
  return a;
}

HWY_INLINE Bits operator^(Bits a, const Bits& b) {
  for (size_t i = 0; i < kVectors; ++i) a.v[i] = hn::Xor(a.v[i], b.v[i]);
  return a;
}

HWY_INLINE Bits operator~(Bits a) {
  for (size_t i = 0; i < kVectors; ++i) a.v[i] = hn::Not(a.v[i]);
  return a;
}

// a & ~b.
HWY_INLINE Bits Without(Bits a, const Bits& b) {
  for (size_t i = 0; i < kVectors; ++i) a.v[i] = hn::AndNot(b.v[i], a.v[i]);
  return a;
}

HWY_INLINE Bits AnyOf(Bits a, const Bits& b, const Bits& c) {
  for (size_t i = 0; i < kVectors; ++i) {
    a.v[i] = hn::Or3(a.v[i], b.v[i], c.v[i]);
  }
  return a;
}

// The lanes that are in at least two of the three.
HWY_INLINE Bits TwoOf(Bits a, const Bits& b, const Bits& c) {
  for (size_t i = 0; i < kVectors; ++i) {
    a.v[i] = hn::OrAnd(hn::And(a.v[i], b.v[i]), c.v[i], hn::Or(a.v[i], b.v[i]));
  }
  return a;
}

HWY_INLINE bool IsEmpty(const Bits& bits) {
  Vector all = bits.v[0];
  for (size_t i = 1; i < kVectors; ++i) all = hn::Or(all, bits.v[i]);
  return hn::AllTrue(Tag(), hn::Eq(all, hn::Zero(Tag())));
}

// Bit i of the result: word i is not zero.
HWY_INLINE uint32_t WordsInUse(const Bits& bits) {
  uint32_t words = 0;
  for (size_t i = 0; i < kVectors; ++i) {
    uint8_t mask = 0;
    hn::StoreMaskBits(Tag(), hn::Ne(bits.v[i], hn::Zero(Tag())), &mask);
    words |= uint32_t{mask} << i * kVectorWords;
  }
  return words;
}

// REQUIRES: bits is not empty.
HWY_INLINE size_t FirstLane(const Bits& bits) {
  Plane plane;
  Store(bits, plane);
  const size_t word = std::countr_zero(WordsInUse(bits));
  return 64 * word + std::countr_zero(plane.words[word]);
}

// A PlaneState in registers, if there are as many.
struct State {
  Bits slots[kSlots];
  Bits covered;
};

HWY_INLINE void Load(const PlaneState& memory, State& s) {
  for (size_t k = 0; k < kSlots; ++k) s.slots[k] = Load(memory.slots[k]);
  s.covered = Load(memory.covered);
}

HWY_INLINE void Store(const State& s, PlaneState& memory) {
  for (size_t k = 0; k < kSlots; ++k) Store(s.slots[k], memory.slots[k]);
  Store(s.covered, memory.covered);
}

HWY_INLINE void Choose(const PlaneState& row, State& s) {
  for (size_t k = 0; k < kSlots; ++k) {
    s.slots[k] = s.slots[k] & Load(row.slots[k]);
  }
  s.covered = s.covered | Load(row.covered);
}

HWY_INLINE void ChooseBoth(const PlaneState& a, const PlaneState& b, State& s) {
  for (size_t k = 0; k < kSlots; ++k) {
    s.slots[k] = s.slots[k] & Load(a.slots[k]) & Load(b.slots[k]);
  }
  s.covered = AnyOf(s.covered, Load(a.covered), Load(b.covered));
}

// Chooses up to four options that are forced: of the first word that has forced
// lanes, the first and the last; the last of the last word; and the first of a
// word between the two. They may be the same, which does no harm, and others
// may be left for the next round; but there is no branch to be mispredicted,
// and items of different families often force different options.
HWY_INLINE void ChooseForced(const PlaneProblem& problem, const Bits& forced,
                             State& s) {
  // The number of the only slot of a lane, in binary.
  Plane number[4];
  Store(AnyOf(s.slots[1], s.slots[3], s.slots[5] | s.slots[7]), number[0]);
  Store(AnyOf(s.slots[2], s.slots[3], s.slots[6] | s.slots[7]), number[1]);
  Store(AnyOf(s.slots[4], s.slots[5], s.slots[6] | s.slots[7]), number[2]);
  Store(s.slots[8], number[3]);
  const auto row = [&](size_t word, size_t bit) HWY_ATTR -> const PlaneState& {
    size_t slot = 0;
    for (size_t i = 0; i < 4; ++i) {
      slot |= (number[i].words[word] >> bit & 1) << i;
    }
    return problem.rows[problem.OptionAt(64 * word + bit, slot)];
  };

  Plane lanes;
  Store(forced, lanes);
  const uint32_t words = WordsInUse(forced);
  const size_t first_word = std::countr_zero(words);
  const size_t last_word = 31 - std::countl_zero(words);
  const uint32_t later_words = words & (words - 1);
  const size_t inner_word =
      std::countr_zero(later_words | uint32_t{1} << last_word);
  const auto first = [&](size_t word) HWY_ATTR -> const PlaneState& {
    return row(word, std::countr_zero(lanes.words[word]));
  };
  const auto last = [&](size_t word) HWY_ATTR -> const PlaneState& {
    return row(word, 63 - std::countl_zero(lanes.words[word]));
  };
  ChooseBoth(first(first_word), last(last_word), s);
  ChooseBoth(last(first_word), first(inner_word), s);
}

enum class Verdict { kConflict, kComplete, kOpen };

// Chooses what is forced until nothing is. After a conflict, `lanes` are those
// that have no option left; in an open state, those that have at least three.
HWY_INLINE Verdict Propagate(const PlaneProblem& problem, State& s,
                             uint64_t& rounds, Bits& lanes) {
  for (;;) {
    ++rounds;
    // How many slots a lane has among each three, and then altogether.
    const Bits any0 = AnyOf(s.slots[0], s.slots[1], s.slots[2]);
    const Bits any1 = AnyOf(s.slots[3], s.slots[4], s.slots[5]);
    const Bits any2 = AnyOf(s.slots[6], s.slots[7], s.slots[8]);
    const Bits none = ~AnyOf(any0, any1, any2);
    const Bits two0 = TwoOf(s.slots[0], s.slots[1], s.slots[2]);
    const Bits two1 = TwoOf(s.slots[3], s.slots[4], s.slots[5]);
    const Bits two2 = TwoOf(s.slots[6], s.slots[7], s.slots[8]);
    const Bits two_in_three = AnyOf(two0, two1, two2);
    const Bits two_threes = TwoOf(any0, any1, any2);
    if (!IsEmpty(none)) {
      lanes = none;
      return Verdict::kConflict;
    }
    const Bits forced = ~AnyOf(two_in_three, two_threes, s.covered);
    if (!IsEmpty(forced)) {
      ChooseForced(problem, forced, s);
      continue;
    }
    if (IsEmpty(~s.covered)) return Verdict::kComplete;
    const Bits all0 = s.slots[0] & s.slots[1] & s.slots[2];
    const Bits all1 = s.slots[3] & s.slots[4] & s.slots[5];
    const Bits all2 = s.slots[6] & s.slots[7] & s.slots[8];
    lanes = (two_in_three & two_threes) | (any0 & any1 & any2) |
            AnyOf(all0, all1, all2);
    return Verdict::kOpen;
  }
}

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

// Those of the lanes that have the fewest slots.
HWY_INLINE Bits Fewest(Bits lanes, const State& s) {
  // The numbers of slots in binary, by full adders: first among each three.
  Bits ones[3], twos[3];
  for (size_t i = 0; i < 3; ++i) {
    const Bits* const three = s.slots + 3 * i;
    ones[i] = three[0] ^ three[1] ^ three[2];
    twos[i] = TwoOf(three[0], three[1], three[2]);
  }
  const Bits ones_carry = TwoOf(ones[0], ones[1], ones[2]);
  const Bits twos_sum = twos[0] ^ twos[1] ^ twos[2];
  const Bits twos_carry = TwoOf(twos[0], twos[1], twos[2]);
  const Bits fours_carry = twos_sum & ones_carry;
  const Bits count[4] = {ones[0] ^ ones[1] ^ ones[2], twos_sum ^ ones_carry,
                         twos_carry ^ fours_carry, twos_carry & fours_carry};
  for (size_t b = 4; b-- > 0;) {
    const Bits fewer = Without(lanes, count[b]);
    if (!IsEmpty(fewer)) lanes = fewer;
  }
  return lanes;
}

// The lane to branch on.
HWY_INLINE size_t ChooseLane(const PlaneProblem& problem, const State& s,
                             const Bits& three_or_more, const PlaneWalk& walk) {
  const Bits uncovered = ~s.covered;
  switch (problem.branching) {
    case Branching::kFewestOptions: {
      const Bits pairs = Without(uncovered, three_or_more);
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

HWY_INLINE void CountVisit(PlaneWalk& walk, size_t depth) {
  ++walk.visited;
  ++walk.visited_by_depth[depth];
  walk.deepest = std::max(walk.deepest, depth);
}

// Chooses the lane's first option and puts on the stack what is to be done
// without it.
HWY_INLINE void Branch(const PlaneProblem& problem, size_t lane, State& s,
                       PlaneWalk& walk) {
  PlaneWalk::Node& other = walk.nodes[walk.height++];
  Store(s, other.state);
  uint32_t slots = 0;
  for (size_t k = 0; k < kSlots; ++k) {
    slots |= uint32_t{other.state.slots[k].Get(lane)} << k;
  }
  const uint32_t option = problem.OptionAt(lane, std::countr_zero(slots));
  const uint32_t later_slots = slots & (slots - 1);
  double part;
  if ((later_slots & (later_slots - 1)) == 0) {
    // The second option of two.
    State second = s;
    Choose(problem.rows[problem.OptionAt(lane, std::countr_zero(later_slots))],
           second);
    Store(second, other.state);
    part = walk.current.part / 2;
    other.depth = walk.current.depth + 1;
    other.by_choice = true;
  } else {
    for (uint32_t i = problem.place_starts[option];
         i < problem.place_starts[option + 1]; ++i) {
      const PlaneProblem::Place place = problem.places[i];
      other.state.slots[place.slot].Clear(place.lane);
    }
    part = walk.current.part / std::popcount(slots);
    other.depth = walk.current.depth;
    other.by_choice = false;
  }
  other.part = walk.current.part - part;

  Choose(problem.rows[option], s);
  walk.current.part = part;
  CountVisit(walk, ++walk.current.depth);
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
  Store(s, walk.current.state);
  Store(given, walk.given);
  walk.has_current = IsEmpty(twice);
}

Engine::Step Continue(const PlaneProblem& problem, uint64_t pause_at,
                      bool counting, PlaneWalk& walk) {
  State s;
  if (walk.has_current) Load(walk.current.state, s);
  for (;;) {
    if (!walk.has_current) {
      if (walk.height == 0) return Engine::Step::kExhausted;
      const PlaneWalk::Node& next = walk.nodes[walk.height - 1];
      if (next.by_choice) {
        if (walk.visited >= pause_at) return Engine::Step::kPaused;
        CountVisit(walk, next.depth);
      }
      Load(next.state, s);
      walk.current.part = next.part;
      walk.current.depth = next.depth;
      walk.has_current = true;
      --walk.height;
    }

    Bits lanes;
    const Verdict verdict = Propagate(problem, s, walk.rounds, lanes);
    if (verdict == Verdict::kOpen) {
      if (walk.visited >= pause_at) {
        --walk.rounds;  // The last one will be repeated.
        Store(s, walk.current.state);
        return Engine::Step::kPaused;
      }
      Branch(problem, ChooseLane(problem, s, lanes, walk), s, walk);
      continue;
    }

    walk.has_current = false;
    walk.done += walk.current.part;
    if (verdict == Verdict::kConflict) {
      NoteConflict(lanes, walk);
    } else if (counting) {
      ++walk.solutions;
    } else {
      Store(s, walk.current.state);
      return Engine::Step::kSolution;
    }
  }
}

}  // namespace dlx::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dlx::internal {

HWY_EXPORT(Start);
HWY_EXPORT(Continue);

PlaneWalk::PlaneWalk(const PlaneProblem& problem)
    : max_depth(problem.option_count()),
      nodes(std::make_unique_for_overwrite<Node[]>(max_depth + 1)),
      visited_by_depth(std::make_unique<uint64_t[]>(max_depth + 1)) {}

void StartPlaneWalk(const PlaneProblem& problem,
                    absl::Span<const OptionId> givens, PlaneWalk& walk) {
  walk.height = 0;
  walk.current.part = 1;
  walk.current.depth = 0;
  for (Plane& plane : walk.activity) plane = {};
  walk.done = 0;
  std::fill_n(walk.visited_by_depth.get(), walk.deepest + 1, 0);
  walk.deepest = 0;
  walk.visited = walk.visited_by_depth[0] = 1;
  walk.rounds = 0;
  walk.solutions = 0;
  HWY_DYNAMIC_DISPATCH(Start)(problem, givens, walk);
}

Engine::Step ContinuePlaneWalk(const PlaneProblem& problem, uint64_t pause_at,
                               bool counting, PlaneWalk& walk) {
  return HWY_DYNAMIC_DISPATCH(Continue)(problem, pause_at, counting, walk);
}

}  // namespace dlx::internal
#endif  // HWY_ONCE
