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
// find theirs at the same time, without a branch to be mispredicted; with short
// vectors, each by itself:
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

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

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

// For short vectors: in one pass, since the state is in memory anyway.
HWY_INLINE void ChooseFour(const Planes* const (&rows)[4], LoadedPlanes& s) {
  for (size_t i = 0; i < kVectors; ++i) {
    const size_t start = i * kVectorWords;
    const auto part = [&](const Plane& plane) HWY_ATTR
        __attribute__((always_inline)) {
      return hn::Load(Tag(), plane.words + start);
    };
    ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
      s.slots[k].v[i] = hn::And(
          s.slots[k].v[i],
          hn::And(hn::And(part(rows[0]->slots[k]), part(rows[1]->slots[k])),
                  hn::And(part(rows[2]->slots[k]), part(rows[3]->slots[k]))));
    });
    s.covered.v[i] =
        hn::Or(s.covered.v[i],
               hn::Or(hn::Or(part(rows[0]->covered), part(rows[1]->covered)),
                      hn::Or(part(rows[2]->covered), part(rows[3]->covered))));
  }
}

// Digit b of the numbers of slots in binary. What it is for lanes with several
// slots does not matter.
HWY_INLINE Bits NumberDigit(const LoadedPlanes& s, size_t b) {
  switch (b) {
    case 0:
      return AnyOf(s.slots[1], s.slots[3], s.slots[5] | s.slots[7]);
    case 1:
      return AnyOf(s.slots[2], s.slots[3], s.slots[6] | s.slots[7]);
    case 2:
      return AnyOf(s.slots[4], s.slots[5], s.slots[6] | s.slots[7]);
    default:
      return s.slots[8];
  }
}

// The places of the options that a round chooses, by the words of their lanes:
// that of the lowest lane's only slot. For words without such a lane, it does
// not matter what; those beyond the last word stand for no option.

// All words find theirs at the same time.
class PlacesByVector {
 public:
  PlacesByVector() {
    for (uint64_t& place : of_word_) place = PlaneProblem::kNoPlace;
  }

  HWY_INLINE void Find(const Bits& lanes, const LoadedPlanes& s) {
    const auto one = hn::Set(Tag(), 1);
    const Bits digits[4] = {NumberDigit(s, 0), NumberDigit(s, 1),
                            NumberDigit(s, 2), NumberDigit(s, 3)};
    for (size_t i = 0; i < kVectors; ++i) {
      const Vector lane = NumbersOf(LowestBits(lanes.v[i]));
      Vector slot = ShiftedRight(digits[3].v[i], lane);
      for (size_t b = 3; b-- > 0;) {
        slot = Select(one, ShiftedRight(digits[b].v[i], lane),
                      hn::Add(slot, slot));
      }
      const Vector word = hn::Iota(Tag(), i * kVectorWords);
      const Vector first_place =
          hn::Add(hn::ShiftLeft<6 + PlaneProblem::kPlaceBits>(word),
                  hn::ShiftLeft<PlaneProblem::kPlaceBits>(lane));
      const Vector slot_bits =
          hn::Set(Tag(), (1 << PlaneProblem::kPlaceBits) - 1);
      hn::Store(Select(slot_bits, slot, first_place), Tag(),
                of_word_ + i * kVectorWords);
    }
  }

  HWY_INLINE size_t OfWord(size_t word) const { return of_word_[word]; }

 private:
  alignas(64) uint64_t of_word_[2 * kPlaneWords];
};

// Each word finds its own when it is asked for. With short vectors, whose lanes
// cannot be shifted by different numbers, or not fast, that is less work.
class PlacesByWord {
 public:
  PlacesByWord() {
    for (uint64_t& word : lanes_) word = 1;
  }

  HWY_INLINE void Find(const Bits& lanes, const LoadedPlanes& s) {
    Store(lanes, lanes_);
    for (size_t b = 0; b < 4; ++b) Store(NumberDigit(s, b), digits_[b]);
  }

  HWY_INLINE size_t OfWord(size_t word) const {
    const size_t lane = std::countr_zero(lanes_[word]) & 63;
    size_t place = 64 * word + lane;
    for (size_t b = 4; b-- > 0;) {
      place = 2 * place + (digits_[b][word] >> lane & 1);
    }
    return std::min(place, PlaneProblem::kNoPlace);
  }

 private:
  static_assert(PlaneProblem::kPlaceBits == 4);
  alignas(64) uint64_t lanes_[2 * kPlaneWords];
  alignas(64) uint64_t digits_[4][2 * kPlaneWords] = {};
};

// Four vectors and more for a plane are far too many for the registers.
constexpr bool kShortVectors = kVectors > 2;

using ChosenPlaces =
    std::conditional_t<kShortVectors, PlacesByWord, PlacesByVector>;

HWY_INLINE void ChooseForced(const PlaneProblem& problem, const Bits& forced,
                             ChosenPlaces& places, LoadedPlanes& s) {
  uint32_t words = WordsInUse(forced) | ~uint32_t{0} << kPlaneWords;
  places.Find(forced, s);
  const auto next = [&]() HWY_ATTR -> const Planes& {
    const size_t word = std::countr_zero(words);
    words &= words - 1;
    return problem.RowAt(places.OfWord(word));
  };
  if constexpr (kShortVectors) {
    const Planes* const rows[4] = {&next(), &next(), &next(), &next()};
    ChooseFour(rows, s);
    return;
  }
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
  places.Find(lanes, first);
  const size_t word = std::countr_zero(WordsInUse(lanes));
  Choose(problem.RowAt(places.OfWord(word)), s);
}

enum class Verdict {
  kForced,    // There was something to choose.
  kConflict,  // A lane has no slot left.
  kComplete,  // All lanes have one slot: a solution.
  kOpen,      // There are lanes with two and more, and nothing is forced.
};

// Of three slots of each lane: is there any, are there two? For all lanes, or
// those of one vector.
template <typename Lanes>
HWY_INLINE Lanes AnyOfThree(const Lanes (&slots)[kSlots], size_t group) {
  return AnyOf(slots[3 * group], slots[3 * group + 1], slots[3 * group + 2]);
}

template <typename Lanes>
HWY_INLINE Lanes TwoOfThree(const Lanes (&slots)[kSlots], size_t group) {
  return TwoOf(slots[3 * group], slots[3 * group + 1], slots[3 * group + 2]);
}

// After a conflict, `lanes` are those that have no slot left.
HWY_INLINE Verdict DoRound(const PlaneProblem& problem, ChosenPlaces& places,
                           LoadedPlanes& s, Bits& lanes) {
  // Vector by vector: there may be registers for the slots of one only.
  Bits none, two_or_more;
  for (size_t i = 0; i < kVectors; ++i) {
    Vector slots[kSlots];
    ForEachSlot([&](size_t k) HWY_ATTR
                __attribute__((always_inline)) { slots[k] = s.slots[k].v[i]; });
    const Vector any[3] = {AnyOfThree(slots, 0), AnyOfThree(slots, 1),
                           AnyOfThree(slots, 2)};
    none.v[i] = hn::Not(AnyOf(any[0], any[1], any[2]));
    const Vector two =
        AnyOf(TwoOfThree(slots, 0), TwoOfThree(slots, 1), TwoOfThree(slots, 2));
    two_or_more.v[i] = AnyOf(two, TwoOf(any[0], any[1], any[2]), none.v[i]);
  }
  if (HWY_UNLIKELY(!IsEmpty(none))) {
    lanes = none;
    return Verdict::kConflict;
  }
  if (HWY_UNLIKELY(IsEmpty(two_or_more))) return Verdict::kComplete;
  const Bits forced = ~(two_or_more | s.covered);
  if (HWY_UNLIKELY(IsEmpty(forced))) return Verdict::kOpen;
  ChooseForced(problem, forced, places, s);
  return Verdict::kForced;
}

}  // namespace dlx::internal::bit_planes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // DLX_ENGINE_BIT_PLANES_ROUND_INL_H_
