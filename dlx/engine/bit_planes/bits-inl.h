// A Plane in vectors, and what one does with it. Included once for each set of
// vector instructions, by way of walk.cc, and so without the usual guard.

#if defined(DLX_ENGINE_BIT_PLANES_BITS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef DLX_ENGINE_BIT_PLANES_BITS_INL_H_
#undef DLX_ENGINE_BIT_PLANES_BITS_INL_H_
#else
#define DLX_ENGINE_BIT_PLANES_BITS_INL_H_
#endif

#include <bit>
#include <cstddef>
#include <cstdint>

#include "dlx/engine/bit_planes/planes.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::bit_planes::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// As many vectors as it takes: one with AVX-512, two with AVX2.
template <size_t kWords>
using Tag = hn::CappedTag<uint64_t, kWords>;
template <size_t kWords>
using Vector = hn::Vec<Tag<kWords>>;
template <size_t kWords>
constexpr size_t kVectorWords = hn::MaxLanes(Tag<kWords>());
template <size_t kWords>
constexpr size_t kVectors = kWords / kVectorWords<kWords>;

// Vectors of 128 bits and less: four and more for a wide plane.
constexpr bool kShortVectors = kVectorWords<kWide> <= 2;

// The bits of `yes` where the mask has ones, those of `no` elsewhere.
template <class V>
HWY_INLINE V Select(V mask, V yes, V no) {
#if HWY_TARGET <= HWY_AVX3
  return hn::IfVecThenElse(mask, yes, no);  // Other targets look at bytes only.
#elif HWY_TARGET == HWY_WASM
  return V{wasm_v128_bitselect(yes.raw, no.raw, mask.raw)};
#else
  return hn::Or(hn::And(mask, yes), hn::AndNot(mask, no));
#endif
}

#if HWY_TARGET == HWY_WASM
// WebAssembly lacks instructions for the functions that need this, and
// Highway 1.0 does not make up for it.
template <class V, typename Function>
HWY_INLINE V ForEachLane(V a, V b, Function function) {
  alignas(16) uint64_t words[2], others[2];
  hn::Store(a, hn::DFromV<V>(), words);
  hn::Store(b, hn::DFromV<V>(), others);
  for (size_t i = 0; i < 2; ++i) {
    words[i] = function(words[i], others[i]);
  }
  return hn::Load(hn::DFromV<V>(), words);
}
#endif

// The lowest bit of each word.
template <class V>
HWY_INLINE V LowestBits(V words) {
  return hn::AndNot(hn::Sub(words, hn::Set(hn::DFromV<V>(), 1)), words);
}

// The numbers of single bits, 0 for the lowest: a power of two has its number
// as exponent, plus 1023. With 1024 instead, the last six bits of the exponent
// are the number. Of an empty word, some number from 0 to 63.
template <class V>
HWY_INLINE V NumbersOf(V bits) {
#if HWY_TARGET == HWY_WASM
  return ForEachLane(bits, bits, [](uint64_t word, uint64_t) -> uint64_t {
    return std::countr_zero(word) & 63;
  });
#else
  const hn::RebindToSigned<hn::DFromV<V>> i64;
  const hn::RebindToFloat<hn::DFromV<V>> f64;
  const auto number = hn::ConvertTo(f64, hn::BitCast(i64, bits));
  return hn::ShiftRight<58>(
      hn::ShiftLeft<6>(hn::Add(hn::BitCast(hn::DFromV<V>(), number),
                               hn::Set(hn::DFromV<V>(), uint64_t{1} << 52))));
#endif
}

// Each word, shifted by the number of bits that the other one says.
template <class V>
HWY_INLINE V ShiftedRight(V words, V numbers) {
#if HWY_TARGET == HWY_WASM
  return ForEachLane(words, numbers, [](uint64_t word, uint64_t number) {
    return word >> number;
  });
#else
  return words >> numbers;
#endif
}
template <class V>
HWY_INLINE V ShiftedLeft(V words, V numbers) {
#if HWY_TARGET == HWY_WASM
  return ForEachLane(words, numbers, [](uint64_t word, uint64_t number) {
    return word << number;
  });
#else
  return words << numbers;
#endif
}

// Of each 16 bits, the lowest that is set is taken away. REQUIRES: the highest
// is not set.
template <class V>
HWY_INLINE V WithoutLowestOf16(V fields) {
#if HWY_TARGET == HWY_SCALAR
  const V high = hn::Set(hn::DFromV<V>(), 0x8000800080008000);
  const V ones = hn::Set(hn::DFromV<V>(), 0x0001000100010001);
  return hn::And(fields, hn::Sub(hn::Or(fields, high), ones));
#else
  const hn::Repartition<uint16_t, hn::DFromV<V>> d;
  const auto less_one = hn::Sub(hn::BitCast(d, fields), hn::Set(d, 1));
  return hn::And(fields, hn::BitCast(hn::DFromV<V>(), less_one));
#endif
}

// Of each 16 bits, all but the highest are set where none is; of the highest,
// nothing is said. REQUIRES: as above.
template <class V>
HWY_INLINE V Empty16(V fields) {
#if HWY_TARGET == HWY_SCALAR
  const V high = hn::Set(hn::DFromV<V>(), 0x8000800080008000);
  const V rest = hn::Set(hn::DFromV<V>(), 0x7FFF7FFF7FFF7FFF);
  const V is_used = hn::And(hn::Add(fields, rest), high);
  return hn::AndNot(hn::Sub(is_used, hn::ShiftRight<15>(is_used)), rest);
#else
  const hn::Repartition<uint16_t, hn::DFromV<V>> d;
  return hn::BitCast(
      hn::DFromV<V>(),
      hn::VecFromMask(d, hn::Eq(hn::BitCast(d, fields), hn::Zero(d))));
#endif
}

// One bit for each lane. (The constructor is here so that g++ compiles it for
// this set of instructions: on AArch64 it would fail to inline its own.)
template <size_t kWords>
struct Bits {
  HWY_INLINE Bits() {}
  Vector<kWords> v[kVectors<kWords>];
};

template <size_t kWords>
HWY_INLINE Bits<kWords> Load(const Plane<kWords>& plane) {
  Bits<kWords> bits;
  for (size_t i = 0; i < kVectors<kWords>; ++i) {
    bits.v[i] = hn::Load(Tag<kWords>(), plane.words + i * kVectorWords<kWords>);
  }
  return bits;
}

template <size_t kWords>
HWY_INLINE void Store(const Bits<kWords>& bits, uint64_t* words) {
  for (size_t i = 0; i < kVectors<kWords>; ++i) {
    hn::Store(bits.v[i], Tag<kWords>(), words + i * kVectorWords<kWords>);
  }
}

template <size_t kWords>
HWY_INLINE void Store(const Bits<kWords>& bits, Plane<kWords>& plane) {
  Store(bits, plane.words);
}

template <size_t kWords>
HWY_INLINE Bits<kWords> operator&(Bits<kWords> a, const Bits<kWords>& b) {
  for (size_t i = 0; i < kVectors<kWords>; ++i)
    a.v[i] = hn::And(a.v[i], b.v[i]);
  return a;
}

template <size_t kWords>
HWY_INLINE Bits<kWords> operator|(Bits<kWords> a, const Bits<kWords>& b) {
  for (size_t i = 0; i < kVectors<kWords>; ++i) a.v[i] = hn::Or(a.v[i], b.v[i]);
  return a;
}

template <size_t kWords>
HWY_INLINE Bits<kWords> operator^(Bits<kWords> a, const Bits<kWords>& b) {
  for (size_t i = 0; i < kVectors<kWords>; ++i)
    a.v[i] = hn::Xor(a.v[i], b.v[i]);
  return a;
}

template <size_t kWords>
HWY_INLINE Bits<kWords> operator~(Bits<kWords> a) {
  for (size_t i = 0; i < kVectors<kWords>; ++i) a.v[i] = hn::Not(a.v[i]);
  return a;
}

// a & ~b.
template <size_t kWords>
HWY_INLINE Bits<kWords> Without(Bits<kWords> a, const Bits<kWords>& b) {
  for (size_t i = 0; i < kVectors<kWords>; ++i)
    a.v[i] = hn::AndNot(b.v[i], a.v[i]);
  return a;
}

template <class V>
HWY_INLINE V AnyOf(V a, V b, V c) {
  return hn::Or3(a, b, c);
}

template <size_t kWords>
HWY_INLINE Bits<kWords> AnyOf(Bits<kWords> a, const Bits<kWords>& b,
                              const Bits<kWords>& c) {
  for (size_t i = 0; i < kVectors<kWords>; ++i)
    a.v[i] = AnyOf(a.v[i], b.v[i], c.v[i]);
  return a;
}

// The lanes that are in at least two of the three: in c if just one of a and b
// has them, and otherwise in both or none of these.
template <class V>
HWY_INLINE V TwoOf(V a, V b, V c) {
  return Select(hn::Xor(a, b), c, a);
}

template <size_t kWords>
HWY_INLINE Bits<kWords> TwoOf(Bits<kWords> a, const Bits<kWords>& b,
                              const Bits<kWords>& c) {
  for (size_t i = 0; i < kVectors<kWords>; ++i)
    a.v[i] = TwoOf(a.v[i], b.v[i], c.v[i]);
  return a;
}

template <size_t kWords>
HWY_INLINE bool IsEmpty(const Bits<kWords>& bits) {
  Vector<kWords> all = bits.v[0];
  for (size_t i = 1; i < kVectors<kWords>; ++i) all = hn::Or(all, bits.v[i]);
#if HWY_TARGET == HWY_WASM
  return !wasm_v128_any_true(all.raw);
#else
  return hn::AllTrue(Tag<kWords>(), hn::Eq(all, hn::Zero(Tag<kWords>())));
#endif
}

// Bit i of the result: word i is not zero.
template <size_t kWords>
HWY_INLINE uint32_t WordsInUse(const Bits<kWords>& bits) {
  uint32_t words = 0;
  for (size_t i = 0; i < kVectors<kWords>; ++i) {
#if HWY_TARGET == HWY_WASM
    const uint32_t mask =
        wasm_i64x2_bitmask(wasm_i64x2_ne(bits.v[i].raw, wasm_i64x2_splat(0)));
    words |= mask << i * kVectorWords<kWords>;
#else
    uint8_t mask[8];  // One byte is used, but Highway may write eight.
    hn::StoreMaskBits(Tag<kWords>(), hn::Ne(bits.v[i], hn::Zero(Tag<kWords>())),
                      mask);
    words |= uint32_t{mask[0]} << i * kVectorWords<kWords>;
#endif
  }
  return words;
}

// REQUIRES: bits is not empty.
template <size_t kWords>
HWY_INLINE size_t FirstLane(const Bits<kWords>& bits) {
  Plane<kWords> plane;
  Store(bits, plane);
  const size_t word = std::countr_zero(WordsInUse(bits));
  return 64 * word + std::countr_zero(plane.words[word]);
}

}  // namespace dlx::internal::bit_planes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // DLX_ENGINE_BIT_PLANES_BITS_INL_H_
