// A round of engine bit_planes: it looks at the state of a node, all items at
// once, and chooses up to four of the options that are forced. Included once
// for each set of vector instructions, by way of walk.cc, and so without
// the usual guard.
//
// How many slots a lane has left is found with adders, by threes: which lanes
// have any, and which have two, of slots 0 to 2, 3 to 5 and 6 to 8; and then,
// which have any or two among these. A lane with one slot that is not covered
// is forced.
//
// The options to choose are those of the first forced lane of each word, up to
// four words. (Items of one family are in two words, and cannot force the same
// option; those of different families often do, which does no harm.) All words
// find theirs at the same time, without a branch to be mispredicted:
//
//     forced                    ...0010 1000    lanes 3 and 5
//     lowest = forced & -forced ...0000 1000    lane 3
//     slot   four bits, each from the lowest lane of one of four planes, which
//            number the only slot of a lane in binary
//
// A round is bound by the rows that it loads, 640 bytes each: they are too many
// for the first level of the cache.

#if defined(DLX_ENGINE_BIT_PLANES_ROUND_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DLX_ENGINE_BIT_PLANES_ROUND_INL_H_
#undef DLX_ENGINE_BIT_PLANES_ROUND_INL_H_
#else
#define DLX_ENGINE_BIT_PLANES_ROUND_INL_H_
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "dlx/engine/bit_planes/bits-inl.h"
#include "dlx/engine/bit_planes/planes.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::bit_planes::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Planes in registers, if there are as many.
struct LoadedPlanes {
  HWY_INLINE LoadedPlanes() {}  // As Bits().
  Bits slots[kSlots];
  Bits covered;
};

// Written out rather than in a loop, so that every compiler sees that
// LoadedPlanes can be in registers.
template <typename Function>
HWY_INLINE void ForEachSlot(const Function& function) {
  static_assert(kSlots == 9);
  function(0), function(1), function(2);
  function(3), function(4), function(5);
  function(6), function(7), function(8);
}

HWY_INLINE void Load(const Planes& memory, LoadedPlanes& s) {
  ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
    s.slots[k] = Load(memory.slots[k]);
  });
  s.covered = Load(memory.covered);
}

HWY_INLINE void Store(const LoadedPlanes& s, Planes& memory) {
  ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
    Store(s.slots[k], memory.slots[k]);
  });
  Store(s.covered, memory.covered);
}

HWY_INLINE void Choose(const Planes& row, LoadedPlanes& s) {
  ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
    s.slots[k] = s.slots[k] & Load(row.slots[k]);
  });
  s.covered = s.covered | Load(row.covered);
}

HWY_INLINE void ChooseBoth(const Planes& a, const Planes& b, LoadedPlanes& s) {
  ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
    s.slots[k] = s.slots[k] & Load(a.slots[k]) & Load(b.slots[k]);
  });
  s.covered = AnyOf(s.covered, Load(a.covered), Load(b.covered));
}

// The places of the options that a round chooses, by the words of their lanes.
// The second half stands for words without a forced lane: no option.
struct alignas(64) ChosenPlaces {
  ChosenPlaces() {
    for (uint64_t& place : of_word) place = PlaneProblem::kNoPlace;
  }
  uint64_t of_word[2 * kPlaneWords];
};

// For each word, the place of its lowest forced lane's only slot. What it is
// for words that have no forced lane does not matter.
HWY_INLINE void FindPlaces(const Bits& forced, const LoadedPlanes& s,
                           ChosenPlaces& places) {
  const auto one = hn::Set(Tag(), 1);
  const Bits number[4] = {
      AnyOf(s.slots[1], s.slots[3], s.slots[5] | s.slots[7]),
      AnyOf(s.slots[2], s.slots[3], s.slots[6] | s.slots[7]),
      AnyOf(s.slots[4], s.slots[5], s.slots[6] | s.slots[7]), s.slots[8]};
  for (size_t i = 0; i < kVectors; ++i) {
    const Vector lane = NumbersOf(LowestBits(forced.v[i]));
    Vector slot = ShiftedRight(number[3].v[i], lane);
    for (size_t b = 3; b-- > 0;) {
      slot =
          Select(one, ShiftedRight(number[b].v[i], lane), hn::Add(slot, slot));
    }
    const Vector word = hn::Iota(Tag(), i * kVectorWords);
    const Vector first_place =
        hn::Add(hn::ShiftLeft<6 + PlaneProblem::kPlaceBits>(word),
                hn::ShiftLeft<PlaneProblem::kPlaceBits>(lane));
    const Vector slot_bits =
        hn::Set(Tag(), (1 << PlaneProblem::kPlaceBits) - 1);
    hn::Store(Select(slot_bits, slot, first_place), Tag(),
              places.of_word + i * kVectorWords);
  }
}

HWY_INLINE void ChooseForced(const PlaneProblem& problem, const Bits& forced,
                             ChosenPlaces& places, LoadedPlanes& s) {
  uint32_t words = WordsInUse(forced) | ~uint32_t{0} << kPlaneWords;
  FindPlaces(forced, s, places);
  const auto next = [&]() HWY_ATTR -> const Planes& {
    const size_t word = std::countr_zero(words);
    words &= words - 1;
    return problem.RowAt(places.of_word[word]);
  };
  for (size_t pair = 0; pair < 2; ++pair) {
    const Planes& a = next();
    const Planes& b = next();
    ChooseBoth(a, b, s);
  }
}

// Chooses the first option of the first of the lanes. REQUIRES: there is one.
HWY_INLINE void ChooseFirst(const PlaneProblem& problem, const Bits& lanes,
                            ChosenPlaces& places, LoadedPlanes& s) {
  LoadedPlanes first = s;
  Bits before = s.slots[0];
  for (size_t k = 1; k < kSlots; ++k) {
    first.slots[k] = Without(s.slots[k], before);
    before = before | s.slots[k];
  }
  FindPlaces(lanes, first, places);
  const size_t word = std::countr_zero(WordsInUse(lanes));
  Choose(problem.RowAt(places.of_word[word]), s);
}

enum class Verdict {
  kForced,    // There was something to choose.
  kConflict,  // A lane has no slot left.
  kComplete,  // All lanes have one slot: a solution.
  kOpen,      // There are lanes with two and more, and nothing is forced.
};

// Of three slots of each lane: is there any, are there two?
HWY_INLINE Bits AnyOfThree(const LoadedPlanes& s, size_t group) {
  return AnyOf(s.slots[3 * group], s.slots[3 * group + 1],
               s.slots[3 * group + 2]);
}

HWY_INLINE Bits TwoOfThree(const LoadedPlanes& s, size_t group) {
  return TwoOf(s.slots[3 * group], s.slots[3 * group + 1],
               s.slots[3 * group + 2]);
}

// After a conflict, `lanes` are those that have no slot left.
HWY_INLINE Verdict DoRound(const PlaneProblem& problem, ChosenPlaces& places,
                           LoadedPlanes& s, Bits& lanes) {
  const Bits any[3] = {AnyOfThree(s, 0), AnyOfThree(s, 1), AnyOfThree(s, 2)};
  const Bits none = ~AnyOf(any[0], any[1], any[2]);
  if (HWY_UNLIKELY(!IsEmpty(none))) {
    lanes = none;
    return Verdict::kConflict;
  }
  const Bits two = AnyOf(TwoOfThree(s, 0), TwoOfThree(s, 1), TwoOfThree(s, 2));
  const Bits two_or_more = AnyOf(two, TwoOf(any[0], any[1], any[2]), none);
  if (HWY_UNLIKELY(IsEmpty(two_or_more))) return Verdict::kComplete;
  const Bits forced = ~(two_or_more | s.covered);
  if (HWY_UNLIKELY(IsEmpty(forced))) return Verdict::kOpen;
  ChooseForced(problem, forced, places, s);
  return Verdict::kForced;
}

}  // namespace dlx::internal::bit_planes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // DLX_ENGINE_BIT_PLANES_ROUND_INL_H_
