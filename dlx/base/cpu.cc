#include "dlx/base/cpu.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "hwy/targets.h"

namespace dlx {
namespace {

struct Cpu {
  absl::string_view name;
  int64_t target;
};

constexpr Cpu kCpus[] = {
    {"scalar", HWY_BASELINE_SCALAR},
#if HWY_ARCH_X86
    {"sse4", HWY_SSE4},
    {"avx2", HWY_AVX2},
    {"avx512", HWY_AVX3},
    {"avx512_dl", HWY_AVX3_DL},
#elif HWY_ARCH_ARM
    {"neon", HWY_NEON},
#endif
};

}  // namespace

absl::Status RestrictCpu(absl::string_view name) {
  hwy::DisableTargets(0);
  if (name.empty()) return absl::OkStatus();
  std::string names;
  for (const Cpu& cpu : kCpus) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", cpu.name);
    if (cpu.name != name) continue;
    if ((hwy::SupportedTargets() & cpu.target) == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("this CPU has no instructions ", name,
                       ", which the variable DLX_CPU asks for"));
    }
    hwy::DisableTargets(cpu.target - 1);  // The better ones have lower bits.
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "the variable DLX_CPU is \"", name, "\", which is none of: ", names));
}

absl::Status ObeyCpuVariable() {
  static const absl::Status* const status = [] {
    const char* const name = std::getenv("DLX_CPU");
    return new absl::Status(RestrictCpu(name == nullptr ? "" : name));
  }();
  return *status;
}

}  // namespace dlx
