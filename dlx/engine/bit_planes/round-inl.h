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
template <size_t kWords>
struct LoadedPlanes {
  HWY_INLINE LoadedPlanes() {}  // As Bits().
  Bits<kWords> slots[kSlots];
  Bits<kWords> covered;
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

template <size_t kWords>
HWY_INLINE void Load(const Planes<kWords>& memory, LoadedPlanes<kWords>& s) {
  ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
    s.slots[k] = Load(memory.slots[k]);
  });
  s.covered = Load(memory.covered);
}

template <size_t kWords>
HWY_INLINE void Store(const LoadedPlanes<kWords>& s, Planes<kWords>& memory) {
  ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
    Store(s.slots[k], memory.slots[k]);
  });
  Store(s.covered, memory.covered);
}

template <size_t kWords>
HWY_INLINE void Choose(const Planes<kWords>& row, LoadedPlanes<kWords>& s) {
  ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
    s.slots[k] = s.slots[k] & Load(row.slots[k]);
  });
  s.covered = s.covered | Load(row.covered);
}

template <size_t kWords>
HWY_INLINE void ChooseBoth(const Planes<kWords>& a, const Planes<kWords>& b,
                           LoadedPlanes<kWords>& s) {
  ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
    s.slots[k] = s.slots[k] & Load(a.slots[k]) & Load(b.slots[k]);
  });
  s.covered = AnyOf(s.covered, Load(a.covered), Load(b.covered));
}

// For short vectors: in one pass, since the state is in memory anyway.
template <size_t kWords>
HWY_INLINE void ChooseFour(const Planes<kWords>* const (&rows)[4],
                           LoadedPlanes<kWords>& s) {
  for (size_t i = 0; i < kVectors<kWords>; ++i) {
    const size_t start = i * kVectorWords<kWords>;
    const auto part = [&](const Plane<kWords>& plane) HWY_ATTR
        __attribute__((always_inline)) {
      return hn::Load(Tag<kWords>(), plane.words + start);
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
template <size_t kWords>
HWY_INLINE Bits<kWords> NumberDigit(const LoadedPlanes<kWords>& s, size_t b) {
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
template <size_t kWords>
class PlacesByVector {
 public:
  PlacesByVector() {
    for (uint64_t& place : of_word_) place = PlaneProblem<kWords>::kNoPlace;
  }

  HWY_INLINE void Find(const Bits<kWords>& lanes,
                       const LoadedPlanes<kWords>& s) {
    const auto one = hn::Set(Tag<kWords>(), 1);
    const Bits<kWords> digits[4] = {NumberDigit(s, 0), NumberDigit(s, 1),
                                    NumberDigit(s, 2), NumberDigit(s, 3)};
    for (size_t i = 0; i < kVectors<kWords>; ++i) {
      const Vector<kWords> lane = NumbersOf(LowestBits(lanes.v[i]));
      Vector<kWords> slot = ShiftedRight(digits[3].v[i], lane);
      for (size_t b = 3; b-- > 0;) {
        slot = Select(one, ShiftedRight(digits[b].v[i], lane),
                      hn::Add(slot, slot));
      }
      const Vector<kWords> word =
          hn::Iota(Tag<kWords>(), i * kVectorWords<kWords>);
      const Vector<kWords> first_place =
          hn::Add(hn::ShiftLeft<6 + PlaneProblem<kWords>::kPlaceBits>(word),
                  hn::ShiftLeft<PlaneProblem<kWords>::kPlaceBits>(lane));
      const Vector<kWords> slot_bits =
          hn::Set(Tag<kWords>(), (1 << PlaneProblem<kWords>::kPlaceBits) - 1);
      hn::Store(Select(slot_bits, slot, first_place), Tag<kWords>(),
                of_word_ + i * kVectorWords<kWords>);
    }
  }

  HWY_INLINE size_t OfWord(size_t word) const { return of_word_[word]; }

 private:
  alignas(64) uint64_t of_word_[2 * kWords];
};

// Each word finds its own when it is asked for. With short vectors, whose lanes
// cannot be shifted by different numbers, or not fast, that is less work.
template <size_t kWords>
class PlacesByWord {
 public:
  PlacesByWord() {
    for (uint64_t& word : lanes_) word = 1;
  }

  HWY_INLINE void Find(const Bits<kWords>& lanes,
                       const LoadedPlanes<kWords>& s) {
    Store(lanes, lanes_);
    for (size_t b = 0; b < 4; ++b) Store(NumberDigit(s, b), digits_[b]);
  }

  HWY_INLINE size_t OfWord(size_t word) const {
    const size_t lane = std::countr_zero(lanes_[word]) & 63;
    size_t place = 64 * word + lane;
    for (size_t b = 4; b-- > 0;) {
      place = 2 * place + (digits_[b][word] >> lane & 1);
    }
    return std::min(place, PlaneProblem<kWords>::kNoPlace);
  }

 private:
  static_assert(PlaneProblem<kWords>::kPlaceBits == 4);
  alignas(64) uint64_t lanes_[2 * kWords];
  alignas(64) uint64_t digits_[4][2 * kWords] = {};
};

template <size_t kWords>
using ChosenPlaces = std::conditional_t<kShortVectors, PlacesByWord<kWords>,
                                        PlacesByVector<kWords>>;

// Chooses the options that are in planes `only`, of up to four of the lanes.
template <size_t kWords>
HWY_INLINE void ChooseForced(const PlaneProblem<kWords>& problem,
                             const Bits<kWords>& forced,
                             const LoadedPlanes<kWords>& only,
                             ChosenPlaces<kWords>& places,
                             LoadedPlanes<kWords>& s) {
  uint32_t words = WordsInUse(forced) | ~uint32_t{0} << kWords;
  places.Find(forced, only);
  const auto next = [&]() HWY_ATTR -> const Planes<kWords>& {
    const size_t word = std::countr_zero(words);
    words &= words - 1;
    return problem.RowAt(places.OfWord(word));
  };
  if constexpr (kShortVectors) {
    const Planes<kWords>* const rows[4] = {&next(), &next(), &next(), &next()};
    ChooseFour(rows, s);
    return;
  }
  for (size_t pair = 0; pair < 2; ++pair) {
    const Planes<kWords>& a = next();
    const Planes<kWords>& b = next();
    ChooseBoth(a, b, s);
  }
}

// Chooses the first option of the first of the lanes. REQUIRES: there is one.
template <size_t kWords>
HWY_INLINE void ChooseFirst(const PlaneProblem<kWords>& problem,
                            const Bits<kWords>& lanes,
                            ChosenPlaces<kWords>& places,
                            LoadedPlanes<kWords>& s) {
  LoadedPlanes<kWords> first = s;
  Bits<kWords> before = s.slots[0];
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

// What a round does where no lane is forced: looks at the items that are left
// out (see Layout), of which the planes say what they say in `verdict`. After a
// conflict, `lanes` are those in which one of them has no slot left, or two
// need the same one.
template <size_t kWords>
HWY_INLINE Verdict DoRoundOfFields(const PlaneProblem<kWords>& problem,
                                   Verdict verdict,
                                   ChosenPlaces<kWords>& places,
                                   LoadedPlanes<kWords>& s,
                                   Bits<kWords>& lanes) {
  LoadedPlanes<kWords> only;
  Bits<kWords> forced, wrong;
  for (size_t i = 0; i < kVectors<kWords>; ++i) {
    const Vector<kWords> fields = Load(problem.field_lanes).v[i];
    Vector<kWords> empty = hn::Zero(Tag<kWords>());
    Vector<kWords> any = empty, twice = empty;
    ForEachSlot([&](size_t k) HWY_ATTR __attribute__((always_inline)) {
      const Vector<kWords> left = hn::And(s.slots[k].v[i], fields);
      empty = hn::Or(empty, Empty16(left));
      const Vector<kWords> open = hn::AndNot(s.covered.v[i], left);
      const Vector<kWords> one =
          hn::And(open, Empty16(WithoutLowestOf16(open)));
      twice = hn::Or(twice, hn::And(any, one));
      any = hn::Or(any, one);
      only.slots[k].v[i] = one;
    });
    forced.v[i] = any;
    wrong.v[i] = hn::And(hn::Or(empty, twice), fields);
  }
  if (!IsEmpty(wrong)) {
    lanes = wrong;
    return Verdict::kConflict;
  }
  if (verdict == Verdict::kComplete || IsEmpty(forced)) return verdict;
  ChooseForced(problem, forced, only, places, s);
  return Verdict::kForced;
}

// The lanes that have no slot left, and those that have none, or two and more.
template <size_t kWords>
HWY_INLINE void LookAtLanes(const LoadedPlanes<kWords>& s, Bits<kWords>& none,
                            Bits<kWords>& not_one) {
  // Vector by vector: there may be registers for the slots of one only.
  for (size_t i = 0; i < kVectors<kWords>; ++i) {
    Vector<kWords> slots[kSlots];
    ForEachSlot([&](size_t k) HWY_ATTR
                __attribute__((always_inline)) { slots[k] = s.slots[k].v[i]; });
    const Vector<kWords> any[3] = {AnyOfThree(slots, 0), AnyOfThree(slots, 1),
                                   AnyOfThree(slots, 2)};
    none.v[i] = hn::Not(AnyOf(any[0], any[1], any[2]));
    const Vector<kWords> two =
        AnyOf(TwoOfThree(slots, 0), TwoOfThree(slots, 1), TwoOfThree(slots, 2));
    not_one.v[i] = AnyOf(two, TwoOf(any[0], any[1], any[2]), none.v[i]);
  }
}

// After a conflict, `lanes` are those that have no slot left.
template <size_t kWords>
HWY_INLINE Verdict DoRound(const PlaneProblem<kWords>& problem,
                           ChosenPlaces<kWords>& places,
                           LoadedPlanes<kWords>& s, Bits<kWords>& lanes) {
  Bits<kWords> none, two_or_more;
  LookAtLanes(s, none, two_or_more);
  if (HWY_UNLIKELY(!IsEmpty(none))) {
    lanes = none;
    return Verdict::kConflict;
  }
  const bool is_complete = IsEmpty(two_or_more);
  const Bits<kWords> forced = ~(two_or_more | s.covered);
  if (HWY_UNLIKELY(is_complete || IsEmpty(forced))) {
    const Verdict verdict = is_complete ? Verdict::kComplete : Verdict::kOpen;
    if (kWords == kWide || !problem.leaves_out_items) return verdict;
    return DoRoundOfFields(problem, verdict, places, s, lanes);
  }
  ChooseForced(problem, forced, s, places, s);
  return Verdict::kForced;
}

}  // namespace dlx::internal::bit_planes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // DLX_ENGINE_BIT_PLANES_ROUND_INL_H_
