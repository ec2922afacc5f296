// Compiled once for each vector instruction set that Highway knows for this
// kind of machine; the best one that the CPU has is chosen when the program
// runs.
//
// The higher of two numbers tells the better of two items: how few bits its
// mask has, in the upper half, and its activity in the lower half. (Floating
// point numbers that are not negative are in the order of their bits.)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dlx/engine/item_choice.cc"
#include "dlx/engine/item_choice.h"

#include "hwy/foreach_target.h"  // Must come before highway.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

size_t ChooseItem(const uint64_t* masks, const float* activities, size_t begin,
                  size_t end) {
  const hn::CappedTag<uint64_t, kItemChoicePadding> d;
  const hn::Rebind<float, decltype(d)> floats;
  const hn::Rebind<uint32_t, decltype(d)> words;
  const size_t lanes = hn::Lanes(d);
  const auto one = hn::Set(d, 1);
  const auto bits = hn::Set(d, 64);
  const auto ends = hn::Set(d, end);
  const auto step = hn::Set(d, lanes);
  auto places = hn::Iota(d, begin);
  auto best = hn::Zero(d);
  auto best_places = ends;
  for (size_t i = begin; i < end; i += lanes) {
    const auto mask = hn::LoadU(d, masks + i);
    const auto fewness = hn::Sub(bits, hn::PopulationCount(mask));
    const auto activity =
        hn::PromoteTo(d, hn::BitCast(words, hn::LoadU(floats, activities + i)));
    const auto merit = hn::Or(hn::ShiftLeft<32>(fewness), activity);
    const auto has_two = hn::Ne(hn::And(mask, hn::Sub(mask, one)), hn::Zero(d));
    const auto better =
        hn::And(hn::And(has_two, hn::Lt(places, ends)), hn::Gt(merit, best));
    best = hn::IfThenElse(better, merit, best);
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

}  // namespace dlx::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dlx::internal {

HWY_EXPORT(ChooseItem);

size_t ChooseItem(const uint64_t* masks, const float* activities, size_t begin,
                  size_t end) {
  return HWY_DYNAMIC_DISPATCH(ChooseItem)(masks, activities, begin, end);
}

}  // namespace dlx::internal
#endif  // HWY_ONCE
