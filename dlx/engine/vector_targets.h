// Which sets of vector instructions engines are compiled for. Included before
// anything of Highway's by the files that are compiled once for each set, and
// by their tests, which go through the same sets.
//
//     x86-64    AVX3_DL   AVX-512 that counts bits: Ice Lake, Zen 4 and later
//               AVX3      AVX-512: Skylake servers
//               AVX2      Haswell, Zen and later
//               SSE4      with AES: since 2010, and small CPUs of today
//               SCALAR    any other: 64 bits at a time
//     AArch64   NEON
//
// SSSE3 is left out: what had that and no more was sold until 2009, and works
// with SCALAR. It took a fifth of the time to compile. Only files that count
// bits, and ask for AVX3_DL, are compiled for it. SVE is left out because
// vectors whose size is unknown to the compiler cannot be part of a struct.

#ifndef DLX_ENGINE_VECTOR_TARGETS_H_
#define DLX_ENGINE_VECTOR_TARGETS_H_

#ifdef HIGHWAY_HWY_DETECT_TARGETS_H_
#error "Include vector_targets.h before Highway's headers."
#endif

#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)

#endif  // DLX_ENGINE_VECTOR_TARGETS_H_
