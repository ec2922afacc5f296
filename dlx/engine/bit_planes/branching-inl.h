// The work of engine bit_planes in an open node, where nothing is forced: it
// rules out the options for which confined items leave no room, and then
// chooses an item to branch on. Included once for each set of vector
// instructions, by way of walk.cc, and so without the usual guard.
//
// Confined items. If all options that are left of item A have an item B in
// common as well, then one of them will cover B, and the other options of B can
// go. (To Sudoku players: locked candidates.) To look at all pairs of items
// would take longer than the branches that it saves. But if the options that A
// and B share are a group of three slots of A, and of B
// (PlaneProblem::partners), then the adders of a round tell at once which lanes
// are confined to a group, and which are not: a confined lane whose partner is
// not is worth the work. This is done in the first open node, and in the next
// one as long as it ruled out something in the last; and up to the first
// conflict of a search only. Behind it, the activity of items steers the search
// well enough; easy problems are solved earlier.
//
// The item. Of those with two options, or else with the fewest, it is the one
// with the highest activity: the number of conflicts that it took part in,
// which is kept for all lanes in five planes, one for each binary digit. When
// the number of a lane gets too large for that, all are halved.

#if defined(DLX_ENGINE_BIT_PLANES_BRANCHING_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef DLX_ENGINE_BIT_PLANES_BRANCHING_INL_H_
#undef DLX_ENGINE_BIT_PLANES_BRANCHING_INL_H_
#else
#define DLX_ENGINE_BIT_PLANES_BRANCHING_INL_H_
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "dlx/engine/bit_planes/bits-inl.h"
#include "dlx/engine/bit_planes/planes.h"
#include "dlx/engine/bit_planes/round-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::bit_planes::HWY_NAMESPACE {

// Of the lanes, which are confined to a group, returns those whose partners are
// not. Goes through the lanes of all words at the same time. `any` tells which
// lanes have options in a group; `spread`, by bits as in
// PlaneProblem::partners, which have some in two groups. (So a lane that is a
// partner to itself is not spread.)
template <size_t kWords>
HWY_INLINE Bits<kWords> FindUneven(const PlaneProblem<kWords>& problem,
                                   const Bits<kWords> (&any)[kGroups],
                                   const uint64_t* spread,
                                   const Bits<kWords>& confined) {
  using P = PlaneProblem<kWords>;
  static_assert(P::kPartnerBits == 16 && kGroups == 3);
  const hn::RebindToSigned<Tag<kWords>> i64;
  const auto one = hn::Set(Tag<kWords>(), 1);
  Bits<kWords> uneven;
  for (size_t i = 0; i < kVectors<kWords>; ++i) {
    const Vector<kWords> first_lane =
        hn::ShiftLeft<6>(hn::Iota(Tag<kWords>(), i * kVectorWords<kWords>));
    Vector<kWords> lanes = confined.v[i];
    uneven.v[i] = hn::Zero(Tag<kWords>());
    while (
        !hn::AllTrue(Tag<kWords>(), hn::Eq(lanes, hn::Zero(Tag<kWords>())))) {
      // Words that have no lanes left look at one of the others, for nothing.
      const Vector<kWords> lowest = LowestBits(lanes);
      const Vector<kWords> lane = NumbersOf(lowest);
      const Vector<kWords> group_bits =  // The group, times 16.
          hn::Or(
              hn::ShiftLeft<4>(hn::And(ShiftedRight(any[1].v[i], lane), one)),
              hn::ShiftLeft<5>(hn::And(ShiftedRight(any[2].v[i], lane), one)));
      const Vector<kWords> partners =
          hn::GatherIndex(Tag<kWords>(), problem.partners.data(),
                          hn::BitCast(i64, hn::Add(first_lane, lane)));
      const Vector<kWords> partner =
          hn::And(ShiftedRight(partners, group_bits),
                  hn::Set(Tag<kWords>(), kGroupings * kLanes<kWords> - 1));
      const Vector<kWords> word = hn::GatherIndex(
          Tag<kWords>(), spread, hn::BitCast(i64, hn::ShiftRight<6>(partner)));
      const Vector<kWords> is_spread =
          ShiftedRight(word, hn::And(partner, hn::Set(Tag<kWords>(), 63)));
      uneven.v[i] =
          hn::Or(uneven.v[i], hn::And(ShiftedLeft(is_spread, lane), lowest));
      lanes = hn::Xor(lanes, lowest);
    }
  }
  return uneven;
}

// Rules out what the group's row of each of the lanes does not leave. `in1` and
// `in2` are the lanes that are confined to group 1 and to group 2.
template <size_t kWords>
HWY_INLINE void ChooseGroups(const PlaneProblem<kWords>& problem,
                             const Bits<kWords>& lanes, const Bits<kWords>& in1,
                             const Bits<kWords>& in2, LoadedPlanes<kWords>& s) {
  Plane<kWords> all, group1, group2;
  Store(lanes, all);
  Store(in1, group1);
  Store(in2, group2);
  for (uint32_t words = WordsInUse(lanes); words != 0; words &= words - 1) {
    const size_t word = std::countr_zero(words);
    for (uint64_t rest = all.words[word]; rest != 0; rest &= rest - 1) {
      const size_t lane = 64 * word + std::countr_zero(rest);
      const size_t group = group1.Get(lane) + 2 * group2.Get(lane);
      const Planes<kWords>& row = problem.GroupRow(lane, group);
      for (size_t k = 0; k < kSlots; ++k) {
        s.slots[k] = s.slots[k] & Load(row.slots[k]);
      }
    }
  }
}

// Uses what is confined and not yet in `known`, and adds it to that. True if
// there was anything to rule out. REQUIRES: the node is open.
template <size_t kWords>
HWY_INLINE bool UseConfinedLanes(const PlaneProblem<kWords>& problem,
                                 Planes<kWords>& planes, Plane<kWords>& known) {
  LoadedPlanes<kWords> s;
  Load(planes, s);
  alignas(64) uint64_t spread[kGroupings * kWords];
  Bits<kWords> any[kGroups];  // In the end, of grouping 0.
  Bits<kWords> two;
  for (size_t grouping = kGroupings; grouping-- > 0;) {
    for (size_t group = 0; group < kGroups; ++group) {
      any[group] = AnyOf(s.slots[SlotOf(grouping, group, 0)],
                         s.slots[SlotOf(grouping, group, 1)],
                         s.slots[SlotOf(grouping, group, 2)]);
    }
    two = TwoOf(any[0], any[1], any[2]);
    Store(two, spread + grouping * kWords);
  }
  const Bits<kWords> confined = ~AnyOf(two, s.covered, Load(known));
  Store(Load(known) | confined, known);

  const Bits<kWords> uneven = FindUneven(problem, any, spread, confined);
  if (IsEmpty(uneven)) return false;
  ChooseGroups(problem, uneven, any[1], any[2], s);
  Store(s, planes);
  return true;
}

// The lanes that have three slots or more.
template <size_t kWords>
HWY_INLINE Bits<kWords> ThreeOrMore(const LoadedPlanes<kWords>& s) {
  const Bits<kWords> any[3] = {AnyOfThree(s.slots, 0), AnyOfThree(s.slots, 1),
                               AnyOfThree(s.slots, 2)};
  const Bits<kWords> two = AnyOf(TwoOfThree(s.slots, 0), TwoOfThree(s.slots, 1),
                                 TwoOfThree(s.slots, 2));
  const Bits<kWords> all = AnyOf(s.slots[0] & s.slots[1] & s.slots[2],
                                 s.slots[3] & s.slots[4] & s.slots[5],
                                 s.slots[6] & s.slots[7] & s.slots[8]);
  return AnyOf(two & TwoOf(any[0], any[1], any[2]), any[0] & any[1] & any[2],
               all);
}

// True if one of the items that are left out has three slots or more.
template <size_t kWords>
HWY_INLINE bool IsThreeOrMoreInFields(const PlaneProblem<kWords>& problem,
                                      const LoadedPlanes<kWords>& s) {
  const Bits<kWords> fields = Without(Load(problem.field_lanes), s.covered);
  Bits<kWords> three;
  for (size_t i = 0; i < kVectors<kWords>; ++i) {
    three.v[i] = hn::Zero(Tag<kWords>());
    for (size_t k = 0; k < kSlots; ++k) {
      const Vector<kWords> open = hn::And(s.slots[k].v[i], fields.v[i]);
      three.v[i] =
          hn::Or(three.v[i], WithoutLowestOf16(WithoutLowestOf16(open)));
    }
  }
  return !IsEmpty(three);
}

// True if no item has three slots or more.
template <size_t kWords>
HWY_INLINE bool HasPairsOnly(const PlaneProblem<kWords>& problem,
                             const LoadedPlanes<kWords>& s) {
  return IsEmpty(ThreeOrMore(s)) &&
         (kWords == kWide || !IsThreeOrMoreInFields(problem, s));
}

// Returns those of the lanes that have the fewest slots.
template <size_t kWords>
HWY_INLINE Bits<kWords> Fewest(Bits<kWords> lanes,
                               const LoadedPlanes<kWords>& s) {
  // The numbers of slots in binary, by full adders: first among each three.
  Bits<kWords> ones[3], twos[3];
  for (size_t i = 0; i < 3; ++i) {
    const Bits<kWords>* const three = s.slots + 3 * i;
    ones[i] = three[0] ^ three[1] ^ three[2];
    twos[i] = TwoOf(three[0], three[1], three[2]);
  }
  const Bits<kWords> ones_carry = TwoOf(ones[0], ones[1], ones[2]);
  const Bits<kWords> twos_sum = twos[0] ^ twos[1] ^ twos[2];
  const Bits<kWords> twos_carry = TwoOf(twos[0], twos[1], twos[2]);
  const Bits<kWords> fours_carry = twos_sum & ones_carry;
  const Bits<kWords> count[4] = {
      ones[0] ^ ones[1] ^ ones[2], twos_sum ^ ones_carry,
      twos_carry ^ fours_carry, twos_carry & fours_carry};
  for (size_t b = 4; b-- > 0;) {
    const Bits<kWords> fewer = Without(lanes, count[b]);
    if (!IsEmpty(fewer)) lanes = fewer;
  }
  return lanes;
}

// Adds 1 to the activity of the lanes. When one of them overflows, halves all.
template <size_t kWords>
HWY_INLINE void NoteConflict(Bits<kWords> lanes,
                             Plane<kWords> (&activity)[kActivityBits]) {
  for (Plane<kWords>& plane : activity) {
    const Bits<kWords> bit = Load(plane);
    Store(bit ^ lanes, plane);
    lanes = bit & lanes;
  }
  if (IsEmpty(lanes)) return;
  for (size_t b = 0; b + 1 < kActivityBits; ++b) activity[b] = activity[b + 1];
  Store(lanes, activity[kActivityBits - 1]);
}

// The first of the lanes that have the highest activity among these.
template <size_t kWords>
HWY_INLINE size_t MostActive(Bits<kWords> lanes,
                             const Plane<kWords> (&activity)[kActivityBits]) {
  for (size_t b = kActivityBits; b-- > 0;) {
    const Bits<kWords> higher = lanes & Load(activity[b]);
    if (!IsEmpty(higher)) lanes = higher;
  }
  return FirstLane(lanes);
}

// The lane to branch on. REQUIRES: there is one that is not covered.
template <size_t kWords>
HWY_INLINE size_t ChooseLane(const PlaneProblem<kWords>& problem,
                             const LoadedPlanes<kWords>& s,
                             const Plane<kWords> (&activity)[kActivityBits]) {
  const Bits<kWords> uncovered = ~s.covered;
  switch (problem.branching) {
    case Branching::kFewestOptions: {
      const Bits<kWords> pairs = Without(uncovered, ThreeOrMore(s));
      if (!IsEmpty(pairs)) return MostActive(pairs, activity);
      break;
    }
    case Branching::kSharpPreference: {
      const Bits<kWords> preferred = uncovered & Load(problem.preferred);
      if (IsEmpty(preferred)) break;
      return MostActive(Fewest(preferred, s), activity);
    }
    case Branching::kInputOrder: {
      Plane<kWords> open;
      Store(uncovered, open);
      return *std::find_if(problem.primary_lanes.begin(),
                           problem.primary_lanes.end(),
                           [&](uint16_t lane) { return open.Get(lane); });
    }
  }
  return MostActive(Fewest(uncovered, s), activity);
}

}  // namespace dlx::internal::bit_planes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // DLX_ENGINE_BIT_PLANES_BRANCHING_INL_H_
