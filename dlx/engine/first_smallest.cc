// Compiled once for each vector instruction set that Highway knows for this
// kind of machine; the best one that the CPU has is chosen when the program
// runs.
//
// Each lane keeps the smallest value that it has met, and where it met it
// first. At the end the lanes are compared.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dlx/engine/first_smallest.cc"
#include "dlx/engine/first_smallest.h"

#include "hwy/foreach_target.h"  // Must come before highway.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

int32_t FirstSmallest(const int32_t* values, int32_t begin, int32_t end) {
  const hn::CappedTag<int32_t, kFirstSmallestPadding> d;
  const int32_t lanes = static_cast<int32_t>(hn::Lanes(d));
  auto places = hn::Iota(d, begin);
  const auto step = hn::Set(d, lanes);
  const auto ends = hn::Set(d, end);

  auto smallest = hn::Set(d, hwy::HighestValue<int32_t>());
  auto smallest_places = places;
  for (int32_t i = begin; i < end; i += lanes) {
    const auto value = hn::LoadU(d, values + i);
    // Nothing at or behind the end counts.
    const auto less = hn::And(hn::Lt(value, smallest), hn::Lt(places, ends));
    smallest = hn::IfThenElse(less, value, smallest);
    smallest_places = hn::IfThenElse(less, places, smallest_places);
    places = hn::Add(places, step);
  }

  const auto least = hn::MinOfLanes(d, smallest);
  const auto first = hn::MinOfLanes(
      d, hn::IfThenElse(hn::Eq(smallest, least), smallest_places, ends));
  return hn::GetLane(first);
}

int32_t FirstSmallestProduct(const int32_t* values, const float* factors,
                             int32_t begin, int32_t end, int32_t limit) {
  const hn::CappedTag<int32_t, kFirstSmallestPadding> d;
  const hn::Rebind<float, decltype(d)> floats;
  const int32_t lanes = static_cast<int32_t>(hn::Lanes(d));
  auto places = hn::Iota(d, begin);
  const auto step = hn::Set(d, lanes);
  const auto ends = hn::Set(d, end);
  const auto limits = hn::Set(d, limit);

  auto smallest = hn::Set(floats, hwy::HighestValue<float>());
  auto smallest_places = ends;
  for (int32_t i = begin; i < end; i += lanes) {
    const auto value = hn::LoadU(d, values + i);
    const auto product =
        hn::Mul(hn::ConvertTo(floats, value), hn::LoadU(floats, factors + i));
    const auto counts = hn::And(hn::Lt(value, limits), hn::Lt(places, ends));
    const auto less =
        hn::And(hn::RebindMask(floats, counts), hn::Lt(product, smallest));
    smallest = hn::IfThenElse(less, product, smallest);
    smallest_places =
        hn::IfThenElse(hn::RebindMask(d, less), places, smallest_places);
    places = hn::Add(places, step);
  }

  const auto least = hn::MinOfLanes(floats, smallest);
  const auto first = hn::MinOfLanes(
      d, hn::IfThenElse(hn::RebindMask(d, hn::Eq(smallest, least)),
                        smallest_places, ends));
  return hn::GetLane(first);
}

}  // namespace dlx::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dlx::internal {

HWY_EXPORT(FirstSmallest);
HWY_EXPORT(FirstSmallestProduct);

int32_t FirstSmallest(const int32_t* values, int32_t begin, int32_t end) {
  return HWY_DYNAMIC_DISPATCH(FirstSmallest)(values, begin, end);
}

int32_t FirstSmallestProduct(const int32_t* values, const float* factors,
                             int32_t begin, int32_t end, int32_t limit) {
  return HWY_DYNAMIC_DISPATCH(FirstSmallestProduct)(values, factors, begin, end,
                                                    limit);
}

}  // namespace dlx::internal
#endif  // HWY_ONCE
