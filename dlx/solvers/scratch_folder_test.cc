#include "dlx/solvers/scratch_folder.h"

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::solvers {
namespace {

using ::dlx::testing::IsOk;

TEST(ScratchFolderTest, DisappearsWithWhatIsInIt) {
  std::string path;
  {
    absl::StatusOr<ScratchFolder> created = ScratchFolder::Create();
    ASSERT_THAT(created, IsOk());
    const ScratchFolder folder = *std::move(created);
    path = folder.PathOf("file");
    EXPECT_THAT(ScratchFolder::Write(path, "text"), IsOk());
    EXPECT_EQ(ScratchFolder::Read(path), "text");
  }
  EXPECT_EQ(ScratchFolder::Read(path), "");
  EXPECT_FALSE(ScratchFolder::Write(path, "text").ok());
}

TEST(ScratchFolderTest, EachHasItsOwnFiles) {
  const absl::StatusOr<ScratchFolder> a = ScratchFolder::Create();
  const absl::StatusOr<ScratchFolder> b = ScratchFolder::Create();
  ASSERT_THAT(a, IsOk());
  ASSERT_THAT(b, IsOk());
  EXPECT_NE(a->PathOf("file"), b->PathOf("file"));
}

}  // namespace
}  // namespace dlx::solvers
