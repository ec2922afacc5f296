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
using Tag = hn::CappedTag<uint64_t, kPlaneWords>;
using Vector = hn::Vec<Tag>;
constexpr size_t kVectorWords = hn::MaxLanes(Tag());
constexpr size_t kVectors = kPlaneWords / kVectorWords;

// The bits of `yes` where the mask has ones, those of `no` elsewhere.
HWY_INLINE Vector Select(Vector mask, Vector yes, Vector no) {
#if HWY_TARGET <= HWY_AVX3
  return hn::IfVecThenElse(mask, yes, no);  // Other targets look at bytes only.
#elif HWY_TARGET == HWY_WASM
  return Vector{wasm_v128_bitselect(yes.raw, no.raw, mask.raw)};
#else
  return hn::Or(hn::And(mask, yes), hn::AndNot(mask, no));
#endif
}

#if HWY_TARGET == HWY_WASM
// WebAssembly lacks instructions for the functions that need this, and
// Highway 1.0 does not make up for it.
template <typename Function>
HWY_INLINE Vector ForEachLane(Vector a, Vector b, Function function) {
  alignas(16) uint64_t words[kVectorWords], others[kVectorWords];
  hn::Store(a, Tag(), words);
  hn::Store(b, Tag(), others);
  for (size_t i = 0; i < kVectorWords; ++i) {
    words[i] = function(words[i], others[i]);
  }
  return hn::Load(Tag(), words);
}
#endif

// The lowest bit of each word.
HWY_INLINE Vector LowestBits(Vector words) {
  return hn::AndNot(hn::Sub(words, hn::Set(Tag(), 1)), words);
}

// The numbers of single bits, 0 for the lowest: a power of two has its number
// as exponent, plus 1023. With 1024 instead, the last six bits of the exponent
// are the number. Of an empty word, some number from 0 to 63.
HWY_INLINE Vector NumbersOf(Vector bits) {
#if HWY_TARGET == HWY_WASM
  return ForEachLane(bits, bits, [](uint64_t word, uint64_t) -> uint64_t {
    return std::countr_zero(word) & 63;
  });
#else
  const hn::RebindToSigned<Tag> i64;
  const hn::RebindToFloat<Tag> f64;
  const auto number = hn::ConvertTo(f64, hn::BitCast(i64, bits));
  return hn::ShiftRight<58>(hn::ShiftLeft<6>(
      hn::Add(hn::BitCast(Tag(), number), hn::Set(Tag(), uint64_t{1} << 52))));
#endif
}

// Each word, shifted by the number of bits that the other one says.
HWY_INLINE Vector ShiftedRight(Vector words, Vector numbers) {
#if HWY_TARGET == HWY_WASM
  return ForEachLane(words, numbers, [](uint64_t word, uint64_t number) {
    return word >> number;
  });
#else
  return words >> numbers;
#endif
}
HWY_INLINE Vector ShiftedLeft(Vector words, Vector numbers) {
#if HWY_TARGET == HWY_WASM
  return ForEachLane(words, numbers, [](uint64_t word, uint64_t number) {
    return word << number;
  });
#else
  return words << numbers;
#endif
}

// One bit for each lane. (The constructor is here so that g++ compiles it for
// this set of instructions: on AArch64 it would fail to inline its own.)
struct Bits {
  HWY_INLINE Bits() {}
  Vector v[kVectors];
};

HWY_INLINE Bits Load(const Plane& plane) {
  Bits bits;
  for (size_t i = 0; i < kVectors; ++i) {
    bits.v[i] = hn::Load(Tag(), plane.words + i * kVectorWords);
  }
  return bits;
}

HWY_INLINE void Store(const Bits& bits, uint64_t* words) {
  for (size_t i = 0; i < kVectors; ++i) {
    hn::Store(bits.v[i], Tag(), words + i * kVectorWords);
  }
}

HWY_INLINE void Store(const Bits& bits, Plane& plane) {
  Store(bits, plane.words);
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

HWY_INLINE Vector AnyOf(Vector a, Vector b, Vector c) {
  return hn::Or3(a, b, c);
}

HWY_INLINE Bits AnyOf(Bits a, const Bits& b, const Bits& c) {
  for (size_t i = 0; i < kVectors; ++i) a.v[i] = AnyOf(a.v[i], b.v[i], c.v[i]);
  return a;
}

// The lanes that are in at least two of the three: in c if just one of a and b
// has them, and otherwise in both or none of these.
HWY_INLINE Vector TwoOf(Vector a, Vector b, Vector c) {
  return Select(hn::Xor(a, b), c, a);
}

HWY_INLINE Bits TwoOf(Bits a, const Bits& b, const Bits& c) {
  for (size_t i = 0; i < kVectors; ++i) a.v[i] = TwoOf(a.v[i], b.v[i], c.v[i]);
  return a;
}

HWY_INLINE bool IsEmpty(const Bits& bits) {
  Vector all = bits.v[0];
  for (size_t i = 1; i < kVectors; ++i) all = hn::Or(all, bits.v[i]);
#if HWY_TARGET == HWY_WASM
  return !wasm_v128_any_true(all.raw);
#else
  return hn::AllTrue(Tag(), hn::Eq(all, hn::Zero(Tag())));
#endif
}

// Bit i of the result: word i is not zero.
HWY_INLINE uint32_t WordsInUse(const Bits& bits) {
  uint32_t words = 0;
  for (size_t i = 0; i < kVectors; ++i) {
#if HWY_TARGET == HWY_WASM
    const uint32_t mask =
        wasm_i64x2_bitmask(wasm_i64x2_ne(bits.v[i].raw, wasm_i64x2_splat(0)));
    words |= mask << i * kVectorWords;
#else
    uint8_t mask[8];  // One byte is used, but Highway may write eight.
    hn::StoreMaskBits(Tag(), hn::Ne(bits.v[i], hn::Zero(Tag())), mask);
    words |= uint32_t{mask[0]} << i * kVectorWords;
#endif
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

}  // namespace dlx::internal::bit_planes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // DLX_ENGINE_BIT_PLANES_BITS_INL_H_
