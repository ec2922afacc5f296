// The part of Highway that is not in its headers: which instruction sets the
// CPU has, for programs that choose among them when they run, and how an
// assertion ends one.
//
// Debian has this in libhwy.so only, which measures the resolution of a clock
// whenever it is loaded: four milliseconds at the start of every program, of
// which the program itself needs one. So the repository @com_google_highway is
// Debian's headers and this file.

#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "hwy/base.h"
#include "hwy/targets.h"

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace hwy {
namespace {

#if HWY_ARCH_X86

// Three things that not every compiler's __builtin_cpu_supports() knows.
bool HasF16c() {
  unsigned eax, ebx, ecx, edx;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & bit_F16C) != 0;
}
bool HasLzcnt() {
  unsigned eax, ebx, ecx, edx;
  return __get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) &&
         (ecx & bit_LZCNT) != 0;
}
bool HasVaes() {
  unsigned eax, ebx, ecx, edx;
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) &&
         (ecx & bit_VAES) != 0;
}

// Each set includes the one before it. The features are those for which the
// headers compile a set.
int64_t DetectTargets() {
  __builtin_cpu_init();
  int64_t targets = HWY_BASELINE_TARGETS | HWY_EMU128;
  if (!__builtin_cpu_supports("ssse3")) return targets;
  targets |= HWY_SSSE3;
  if (!__builtin_cpu_supports("sse4.1") || !__builtin_cpu_supports("sse4.2") ||
      !__builtin_cpu_supports("aes") || !__builtin_cpu_supports("pclmul")) {
    return targets;
  }
  targets |= HWY_SSE4;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
      !HasF16c() || !HasLzcnt()) {
    return targets;
  }
  targets |= HWY_AVX2;
  if (!__builtin_cpu_supports("avx512f") ||
      !__builtin_cpu_supports("avx512vl") ||
      !__builtin_cpu_supports("avx512dq") ||
      !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512cd")) {
    return targets;
  }
  targets |= HWY_AVX3;
  if (!__builtin_cpu_supports("avx512vnni") ||
      !__builtin_cpu_supports("avx512vbmi") ||
      !__builtin_cpu_supports("avx512vbmi2") ||
      !__builtin_cpu_supports("avx512vpopcntdq") ||
      !__builtin_cpu_supports("avx512bitalg") ||
      !__builtin_cpu_supports("vpclmulqdq") || !HasVaes() ||
      !__builtin_cpu_supports("gfni")) {
    return targets;
  }
  return targets | HWY_AVX3_DL;
}

#else

int64_t DetectTargets() { return HWY_BASELINE_TARGETS | HWY_EMU128; }

#endif  // HWY_ARCH_X86

std::atomic<int64_t> targets_for_test{0};  // 0: those of the CPU.
std::atomic<int64_t> disabled_targets{0};

}  // namespace

HWY_DLLEXPORT int64_t SupportedTargets() {
  static const int64_t detected = DetectTargets();
  const int64_t for_test = targets_for_test.load();
  const int64_t targets =
      (for_test != 0 ? for_test : detected) & ~disabled_targets.load();
  return targets != 0 ? targets : HWY_STATIC_TARGET;
}

HWY_DLLEXPORT void DisableTargets(int64_t targets) {
  disabled_targets = targets;
  GetChosenTarget().DeInit();
}

HWY_DLLEXPORT void SetSupportedTargetsForTest(int64_t targets) {
  targets_for_test = targets;
  GetChosenTarget().DeInit();
}

// The headers' own assertions need it, where these are compiled without
// optimisation.
HWY_DLLEXPORT HWY_NORETURN void HWY_FORMAT(3, 4)
    Abort(const char* file, int line, const char* format, ...) {
  std::fprintf(stderr, "%s:%d: ", file, line);
  va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::fputc('\n', stderr);
  std::abort();
}

HWY_DLLEXPORT ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy
