#include "dlx/base/cpu.h"

#include <stdlib.h>

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace dlx {
namespace {

using ::testing::HasSubstr;

TEST(CpuTest, RestrictsTheInstructionsToThoseOfAName) {
  const int64_t all = hwy::SupportedTargets();
  ASSERT_TRUE(RestrictCpu("scalar").ok());
  EXPECT_EQ(hwy::SupportedTargets(), HWY_BASELINE_SCALAR);
#if HWY_ARCH_X86
  if ((all & HWY_AVX2) != 0) {
    ASSERT_TRUE(RestrictCpu("avx2").ok());
    EXPECT_NE(hwy::SupportedTargets() & HWY_AVX2, 0);
    EXPECT_NE(hwy::SupportedTargets() & HWY_SSE4, 0);
    EXPECT_EQ(hwy::SupportedTargets() & (HWY_AVX3 | HWY_AVX3_DL), 0);
  }
  if ((all & HWY_AVX3_DL) == 0) {
    EXPECT_FALSE(RestrictCpu("avx512_dl").ok());
  }
#endif
  ASSERT_TRUE(RestrictCpu("").ok());
  EXPECT_EQ(hwy::SupportedTargets(), all);
}

TEST(CpuTest, RefusesOtherNames) {
  for (const char* name : {"AVX2", "avx", "sse4 ", "0"}) {
    const absl::Status status = RestrictCpu(name);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << name;
    EXPECT_THAT(std::string(status.message()), HasSubstr("none of: scalar"));
  }
}

TEST(CpuTest, ObeysTheVariableThatTheProcessHasAtFirst) {
  ASSERT_EQ(setenv("DLX_CPU", "i486", /*overwrite=*/1), 0);
  const absl::Status status = ObeyCpuVariable();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_THAT(std::string(status.message()), HasSubstr("\"i486\""));
  ASSERT_EQ(unsetenv("DLX_CPU"), 0);
  EXPECT_EQ(ObeyCpuVariable(), status);
}

}  // namespace
}  // namespace dlx
