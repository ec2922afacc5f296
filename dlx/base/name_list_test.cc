#include "dlx/base/name_list.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

TEST(NameListTest, FindsNothingInAnEmptyList) {
  const NameList list;
  EXPECT_EQ(list.size(), 0);
  EXPECT_EQ(list.Find(""), std::nullopt);
  EXPECT_EQ(list.Find("a"), std::nullopt);
}

// Names of all lengths around a multiple of eight, that differ in one byte.
std::vector<std::string> AlikeNames() {
  std::vector<std::string> names = {""};
  for (size_t length = 1; length < 30; ++length) {
    for (size_t i = 0; i < length; ++i) {
      for (const char byte : {'\0', 'b', '\xff'}) {
        std::string name(length, 'a');
        name[i] = byte;
        names.push_back(name);
      }
    }
    names.push_back(std::string(length, 'a'));
  }
  return names;
}

TEST(NameListTest, TellsNamesApart) {
  const std::vector<std::string> names = AlikeNames();
  NameList list;
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(list.Find(names[i]), std::nullopt);
    EXPECT_EQ(list.Add(names[i]), i);
  }
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(list.Find(names[i]), i);
    EXPECT_EQ(list.Add(names[i]), i) << "it is there";
    EXPECT_EQ(list[i], names[i]);
  }
  EXPECT_EQ(list.size(), names.size());
}

// What a bit does to the hash depends on the seed. (Otherwise others could undo
// it, and a file could have names that all have the same hash.)
TEST(NameListTest, HashesAreUpToTheSeed) {
  const std::string name = "12345678";
  for (size_t bit = 0; bit < 64; ++bit) {
    std::string other = name;
    other[bit / 8] = static_cast<char>(other[bit / 8] ^ 1 << bit % 8);
    std::set<uint32_t> differences;
    for (uint64_t seed = 0; seed < 100; ++seed) {
      differences.insert(HashOfName(name, seed) ^ HashOfName(other, seed));
    }
    EXPECT_GT(differences.size(), 50) << bit;
  }
}

TEST(NameListTest, CopiesAreApart) {
  NameList list;
  for (int i = 0; i < 1000; ++i) list.Add(absl::StrCat("item", i));
  NameList copy = list;
  EXPECT_EQ(copy.Add("more"), 1000);
  EXPECT_EQ(copy.Find("item999"), 999);
  EXPECT_EQ(list.Find("more"), std::nullopt);
  EXPECT_EQ(list.size(), 1000);
}

}  // namespace
}  // namespace dlx::internal
