// What engine bit_planes does about confined items before it branches. Included
// once for each set of vector instructions, by way of plane_walk.cc, and so
// without the usual guard.
//
// If all options that are left of item A have an item B in common as well, then
// one of them will cover B, and the other options of B can go. (To Sudoku
// players: locked candidates.) To look at all pairs of items would take longer
// than the branches that it saves. But if the options that A and B share are a
// group of three slots of A, and of B (PlaneProblem::PartnerOf), then the
// adders of a round tell at once which lanes are confined to a group, and which
// are not: a confined lane whose partner is not is worth the work.
//
// This is done up to the first conflict of a search. Behind it, the activity of
// items steers the search well enough; easy problems are solved earlier.

#if defined(DLX_ENGINE_BIT_PLANES_PLANE_CONFINED_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef DLX_ENGINE_BIT_PLANES_PLANE_CONFINED_INL_H_
#undef DLX_ENGINE_BIT_PLANES_PLANE_CONFINED_INL_H_
#else
#define DLX_ENGINE_BIT_PLANES_PLANE_CONFINED_INL_H_
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "dlx/engine/bit_planes/plane_bits-inl.h"
#include "dlx/engine/bit_planes/plane_round-inl.h"
#include "dlx/engine/bit_planes/planes.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::HWY_NAMESPACE {

// Those of the lanes, which are confined to a group, whose partners are not.
// Goes through the lanes of all words at the same time. `any` tells which lanes
// have options in a group; `spread`, by bits as in PlaneProblem::partners,
// which have some in two groups. (So a lane that is a partner to itself is not
// spread.)
HWY_INLINE Bits FindUneven(const PlaneProblem& problem,
                           const Bits (&any)[PlaneProblem::kGroups],
                           const uint64_t* spread, const Bits& confined) {
  using P = PlaneProblem;
  static_assert(P::kPartnerBits == 16 && P::kGroups == 3);
  const hn::RebindToSigned<Tag> i64;
  const auto one = hn::Set(Tag(), 1);
  Bits uneven;
  for (size_t i = 0; i < kVectors; ++i) {
    const Vector first_lane =
        hn::ShiftLeft<6>(hn::Iota(Tag(), i * kVectorWords));
    Vector lanes = confined.v[i];
    uneven.v[i] = hn::Zero(Tag());
    while (!hn::AllTrue(Tag(), hn::Eq(lanes, hn::Zero(Tag())))) {
      // Words that have no lanes left look at one of the others, for nothing.
      const Vector lowest = LowestBits(lanes);
      const Vector lane = NumbersOf(lowest);
      const Vector group_bits =  // The group, times 16.
          hn::Or(hn::ShiftLeft<4>(hn::And(any[1].v[i] >> lane, one)),
                 hn::ShiftLeft<5>(hn::And(any[2].v[i] >> lane, one)));
      const Vector partners =
          hn::GatherIndex(Tag(), problem.partners.data(),
                          hn::BitCast(i64, hn::Add(first_lane, lane)));
      const Vector partner = hn::And(
          partners >> group_bits, hn::Set(Tag(), P::kGroupings * kLanes - 1));
      const Vector word = hn::GatherIndex(
          Tag(), spread, hn::BitCast(i64, hn::ShiftRight<6>(partner)));
      const Vector is_spread = word >> hn::And(partner, hn::Set(Tag(), 63));
      uneven.v[i] = hn::Or(uneven.v[i], hn::And(is_spread << lane, lowest));
      lanes = hn::Xor(lanes, lowest);
    }
  }
  return uneven;
}

// Uses what is confined and not yet in `known`, and adds it to that. True if
// there was anything to rule out. REQUIRES: the node is open.
HWY_INLINE bool UseConfinedLanes(const PlaneProblem& problem, PlaneState& state,
                                 Plane& known) {
  using P = PlaneProblem;
  State s;
  Load(state, s);
  alignas(64) uint64_t spread[P::kGroupings * kPlaneWords];
  Bits any[P::kGroups];  // In the end, of grouping 0.
  Bits two;
  for (size_t grouping = P::kGroupings; grouping-- > 0;) {
    for (size_t group = 0; group < P::kGroups; ++group) {
      any[group] = AnyOf(s.slots[P::SlotOf(grouping, group, 0)],
                         s.slots[P::SlotOf(grouping, group, 1)],
                         s.slots[P::SlotOf(grouping, group, 2)]);
    }
    two = TwoOf(any[0], any[1], any[2]);
    Store(two, spread + grouping * kPlaneWords);
  }
  const Bits confined = ~AnyOf(two, s.covered, Load(known));
  Store(Load(known) | confined, known);

  const Bits uneven = FindUneven(problem, any, spread, confined);
  if (IsEmpty(uneven)) return false;
  Plane lanes, in1, in2;
  Store(uneven, lanes);
  Store(any[1], in1);
  Store(any[2], in2);
  for (uint32_t words = WordsInUse(uneven); words != 0; words &= words - 1) {
    const size_t word = std::countr_zero(words);
    for (uint64_t rest = lanes.words[word]; rest != 0; rest &= rest - 1) {
      const size_t lane = 64 * word + std::countr_zero(rest);
      const size_t group = in1.Get(lane) + 2 * in2.Get(lane);
      const PlaneState& row = problem.GroupRow(lane, group);
      for (size_t k = 0; k < kSlots; ++k) {
        s.slots[k] = s.slots[k] & Load(row.slots[k]);
      }
    }
  }
  Store(s, state);
  return true;
}

}  // namespace dlx::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // DLX_ENGINE_BIT_PLANES_PLANE_CONFINED_INL_H_
