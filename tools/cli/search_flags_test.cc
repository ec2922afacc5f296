#include "tools/cli/search_flags.h"

#include <string>

#include "absl/flags/reflection.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/engines.h"
#include "dlx/limits.h"
#include "dlx/search_options.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/cli/arguments.h"

namespace cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

TEST(SearchFlagsTest, WithoutFlagsNothingIsLimited) {
  const dlx::SearchOptions options = SearchOptionsFromFlags();
  const dlx::SearchOptions defaults;
  EXPECT_EQ(options.limits.solutions, dlx::kUnlimited);
  EXPECT_EQ(options.limits.nodes, dlx::kUnlimited);
  EXPECT_EQ(options.limits.time, absl::InfiniteDuration());
  EXPECT_EQ(options.engine, dlx::EngineKind::kAuto);
  EXPECT_EQ(options.branching, defaults.branching);
  EXPECT_FALSE(options.seed.has_value());
  EXPECT_EQ(options.memory_limit, defaults.memory_limit);
}

TEST(SearchFlagsTest, EveryFlagArrives) {
  absl::FlagSaver saver;
  const auto parsed = ParseArguments(
      {"limit", "nodes", "timeout", "engine", "memory", "branching", "seed"},
      {"--limit=7", "--nodes=8", "--timeout=9s", "--engine=dancing_links",
       "--memory=10K", "--branching=sharp", "--seed=0"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  const dlx::SearchOptions options = SearchOptionsFromFlags();
  EXPECT_EQ(options.limits.solutions, 7);
  EXPECT_EQ(options.limits.nodes, 8);
  EXPECT_EQ(options.limits.time, absl::Seconds(9));
  EXPECT_EQ(options.engine, dlx::EngineKind::kDancingLinks);
  EXPECT_EQ(options.memory_limit, 10240);
  EXPECT_EQ(options.branching, dlx::Branching::kSharpPreference);
  EXPECT_THAT(options.seed, Optional(0));
}

// The flag, parsed and printed again, or "error: ...".
template <typename Flag>
std::string RoundTrip(absl::string_view text) {
  Flag flag;
  std::string error;
  if (!AbslParseFlag(text, &flag, &error)) return "error: " + error;
  return AbslUnparseFlag(flag);
}

TEST(SearchFlagsTest, KnowEveryEngineByName) {
  EXPECT_EQ(RoundTrip<EngineFlag>("auto"), "auto");
  for (const dlx::EngineInfo& engine : dlx::AllEngines()) {
    EXPECT_EQ(RoundTrip<EngineFlag>(engine.name), engine.name);
    EXPECT_THAT(RoundTrip<EngineFlag>("none"), HasSubstr(engine.name));
  }
  EXPECT_THAT(RoundTrip<EngineFlag>("dancing_lynx"),
              HasSubstr("did you mean \"dancing_links\"?"));
}

TEST(SearchFlagsTest, KnowEveryBranchingRuleByName) {
  for (const char* name : {"fewest", "sharp", "input"}) {
    EXPECT_EQ(RoundTrip<BranchingFlag>(name), name);
  }
  EXPECT_EQ(RoundTrip<BranchingFlag>("inputs"),
            "error: fewest, sharp or input is expected; did you mean "
            "\"input\"?");
}

}  // namespace
}  // namespace cli
