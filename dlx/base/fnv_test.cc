#include "dlx/base/fnv.h"

#include <cstdint>

#include "absl/numeric/int128.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

template <typename Number>
Number Hash(absl::string_view text) {
  Fnv1a<Number> hash;
  hash.Add(text);
  return hash.value();
}

// The values that the authors publish.
TEST(Fnv1aTest, IsThatOfTheLiterature) {
  EXPECT_EQ(Hash<uint64_t>(""), 0xcbf29ce484222325);
  EXPECT_EQ(Hash<uint64_t>("a"), 0xaf63dc4c8601ec8c);
  EXPECT_EQ(Hash<uint64_t>("foobar"), 0x85944171f73967e8);
  EXPECT_EQ(Hash<absl::uint128>(""),
            absl::MakeUint128(0x6c62272e07bb0142, 0x62b821756295c58d));
  EXPECT_EQ(Hash<absl::uint128>("a"),
            absl::MakeUint128(0xd228cb696f1a8caf, 0x78912b704e4a8964));
  EXPECT_EQ(Hash<absl::uint128>("foobar"),
            absl::MakeUint128(0x343e1662793c64bf, 0x6f0d3597ba446f18));
}

TEST(Fnv1aTest, PartsAreAsGoodAsTheWhole) {
  Fnv1a<uint64_t> hash;
  hash.Add("foo");
  hash.Add("");
  hash.Add("bar");
  EXPECT_EQ(hash.value(), Hash<uint64_t>("foobar"));
}

}  // namespace
}  // namespace dlx::internal
