// Compiled once for each vector instruction set that Highway knows for this
// kind of machine; the best one that the CPU has is chosen when the program
// runs.
//
// Most often there are items with two options, so these are looked for first:
// to count the bits of masks is slow where there is no instruction for it. An
// item is the better one if its *merit* is higher: its activity, or else the
// number of bits that its mask has not, in the upper half of a word, and its
// activity in the lower half. (Floating point numbers that are not negative are
// in the order of their bits.)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dlx/engine/nogoods/item_choice.cc"
#include "dlx/engine/nogoods/item_choice.h"

#include "hwy/foreach_target.h"  // Must come before highway.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::nogoods::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<uint64_t, kItemChoicePadding>;
using Words = hn::Vec<Tag>;

// The first place of the highest merit, which is at least 1, or `end`.
// `merit(d, mask, activity)` says what the items of these masks and activities
// merit. It captures nothing: there are machines whose vectors have no size
// that the compiler knows, and cannot be kept in objects.
template <typename Merit>
HWY_INLINE size_t FindBest(const uint64_t* masks, const float* activities,
                           size_t begin, size_t end, Merit merit) {
  const Tag d;
  const hn::Rebind<float, Tag> floats;
  const hn::Rebind<uint32_t, Tag> halves;
  const size_t lanes = hn::Lanes(d);
  const Words ends = hn::Set(d, end);
  const Words step = hn::Set(d, lanes);
  Words places = hn::Iota(d, begin);
  Words best = hn::Zero(d);
  Words best_places = ends;
  for (size_t i = begin; i < end; i += lanes) {
    const Words activity = hn::PromoteTo(
        d, hn::BitCast(halves, hn::LoadU(floats, activities + i)));
    const Words merits = merit(d, hn::LoadU(d, masks + i), activity);
    const auto better = hn::And(hn::Lt(places, ends), hn::Gt(merits, best));
    best = hn::IfThenElse(better, merits, best);
    best_places = hn::IfThenElse(better, places, best_places);
    places = hn::Add(places, step);
  }
  HWY_ALIGN uint64_t merit_of[kItemChoicePadding];
  HWY_ALIGN uint64_t place_of[kItemChoicePadding];
  hn::Store(best, d, merit_of);
  hn::Store(best_places, d, place_of);
  size_t lane = 0;
  for (size_t i = 1; i < lanes; ++i) {
    if (merit_of[i] > merit_of[lane] ||
        (merit_of[i] == merit_of[lane] && place_of[i] < place_of[lane])) {
      lane = i;
    }
  }
  return place_of[lane];
}

// The merit of an item with two options left; otherwise 0.
struct PairMerit {
  HWY_INLINE Words operator()(Tag d, Words mask, Words activity) const {
    const Words zero = hn::Zero(d);
    const Words one = hn::Set(d, 1);
    const Words but_one = hn::And(mask, hn::Sub(mask, one));
    const Words but_two = hn::And(but_one, hn::Sub(but_one, one));
    return hn::IfThenElseZero(
        hn::And(hn::Ne(but_one, zero), hn::Eq(but_two, zero)),
        hn::Add(activity, one));
  }
};

// The merit of an item that is not covered; otherwise 0.
struct OpenMerit {
  HWY_INLINE Words operator()(Tag d, Words mask, Words activity) const {
    const Words zero = hn::Zero(d);
    const Words others = hn::Sub(hn::Set(d, 64), hn::PopulationCount(mask));
    const auto is_open = hn::And(
        hn::Eq(hn::And(mask, hn::Set(d, kCovered)), zero), hn::Ne(mask, zero));
    return hn::IfThenElseZero(is_open,
                              hn::Or(hn::ShiftLeft<32>(others), activity));
  }
};

// The activity for each option of an item that is not covered; otherwise 0.
struct ShareMerit {
  HWY_INLINE Words operator()(Tag d, Words mask, Words activity) const {
    const hn::Rebind<float, Tag> floats;
    const hn::Rebind<uint32_t, Tag> halves;
    const hn::Rebind<int32_t, Tag> counts;
    const auto share = hn::Div(
        hn::BitCast(floats, hn::TruncateTo(halves, activity)),
        hn::ConvertTo(
            floats,
            hn::BitCast(counts,
                        hn::TruncateTo(halves, hn::PopulationCount(mask)))));
    return hn::IfThenElseZero(
        hn::Eq(hn::And(mask, hn::Set(d, kCovered)), hn::Zero(d)),
        hn::Add(hn::PromoteTo(d, hn::BitCast(halves, share)), hn::Set(d, 1)));
  }
};

size_t ChooseMostActiveItem(const uint64_t* masks, const float* activities,
                            size_t begin, size_t end) {
  return FindBest(masks, activities, begin, end, ShareMerit());
}

size_t ChooseItem(const uint64_t* masks, const float* activities, size_t begin,
                  size_t end) {
  const size_t pair = FindBest(masks, activities, begin, end, PairMerit());
  if (pair != end) return pair;
  return FindBest(masks, activities, begin, end, OpenMerit());
}

}  // namespace dlx::internal::nogoods::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dlx::internal::nogoods {

HWY_EXPORT(ChooseItem);
HWY_EXPORT(ChooseMostActiveItem);

size_t ChooseItem(const uint64_t* masks, const float* activities, size_t begin,
                  size_t end) {
  return HWY_DYNAMIC_DISPATCH(ChooseItem)(masks, activities, begin, end);
}

size_t ChooseMostActiveItem(const uint64_t* masks, const float* activities,
                            size_t begin, size_t end) {
  return HWY_DYNAMIC_DISPATCH(ChooseMostActiveItem)(masks, activities, begin,
                                                    end);
}

}  // namespace dlx::internal::nogoods
#endif  // HWY_ONCE
