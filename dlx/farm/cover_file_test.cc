// Covers on disk: what is written is read, whole or piece by piece, compressed
// or not; what is damaged is noticed.

#include "dlx/farm/cover_file.h"

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/farm/compression.h"
#include "dlx/farm/files.h"
#include "dlx/id.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::units {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Lt;
using ::testing::SizeIs;

using Covers = std::vector<std::vector<OptionId>>;

std::string PathOf(const std::string& name) {
  return absl::StrCat(::testing::TempDir(), "/", name);
}

// Some, in no order, of more than one frame.
Covers RandomCovers(size_t count) {
  std::mt19937 random(1);
  Covers covers(count);
  for (uint32_t i = 0; i < count; ++i) {
    for (int k = 0; k < 12; ++k) covers[i].emplace_back(random() % 500);
    covers[i].emplace_back(1000 + i);
  }
  return covers;
}

Covers ReadPieceByPiece(const std::string& path, size_t chunk) {
  CoverFile file(path, chunk);
  Covers covers;
  while (true) {
    const absl::StatusOr<bool> has_cover = file.Next();
    EXPECT_THAT(has_cover, IsOk());
    if (!has_cover.ok() || !*has_cover) return covers;
    covers.push_back(file.cover());
  }
}

TEST(CompressionTest, ATextComesBack) {
  std::string text;
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(*Decompress(Compress(text)), text);
    text += absl::StrCat(text, i, "\n");
    if (text.size() > 1'000'000) break;
  }
  EXPECT_THAT(Compress(text), SizeIs(Lt(text.size() / 10)));
  EXPECT_THAT(Compress(""), IsEmpty());
  EXPECT_THAT(*Decompress(""), IsEmpty());
}

TEST(CompressionTest, ACutIsNoticedUnlessItIsBetweenFrames) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) absl::StrAppend(&text, i, "\n");
  const std::string data = Compress(text);
  size_t frames = 0;
  for (size_t size = 1; size < data.size(); ++size) {
    const absl::StatusOr<std::string> read = Decompress(data.substr(0, size));
    if (read.ok()) {
      ++frames;
      EXPECT_EQ(*read, text.substr(0, read->size()));
    } else {
      EXPECT_THAT(
          read, StatusIs(absl::StatusCode::kDataLoss, HasSubstr("is damaged")));
    }
  }
  EXPECT_GT(frames, 0);
  EXPECT_LT(frames, 10);
}

TEST(CompressionTest, WhatIsNoFrameIsNotRead) {
  EXPECT_THAT(Decompress(std::string(100'000, 'x')),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("is damaged")));
  // A frame that says that it has 256 million characters.
  const std::string large("\x28\xb5\x2f\xfd\xa0\0\0\0\x10\x01\0\0", 12);
  EXPECT_THAT(Decompress(large),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("zstd -d")));
}

TEST(CoverFileTest, WhatIsWrittenIsRead) {
  const std::string text = CoversAsText(RandomCovers(5000));
  const std::string plain = PathOf("plain.covers");
  const std::string packed = PathOf("packed.covers.zst");
  ASSERT_THAT(WriteFileAtomically(plain, text), IsOk());
  ASSERT_THAT(WriteFileAtomically(packed, Compress(text)), IsOk());
  EXPECT_EQ(*ReadCovers(plain), text);
  EXPECT_EQ(*ReadCovers(packed), text);
  for (const std::string& path : {plain, packed}) {
    for (const size_t chunk : {100, 4096, 10'000'000}) {
      const Covers covers = ReadPieceByPiece(path, chunk);
      EXPECT_THAT(covers, SizeIs(5000));
      EXPECT_EQ(CoversAsText(covers), text);
    }
  }
}

TEST(CoverFileTest, CoversAreInOrder) {
  const auto cover = [](std::vector<uint32_t> numbers) {
    std::vector<OptionId> options;
    for (const uint32_t number : numbers) options.emplace_back(number);
    return options;
  };
  EXPECT_EQ(CoversAsText({cover({10, 2}), cover({9}), cover({}), cover({1})}),
            "\n1\n2 10\n9\n");
  ASSERT_THAT(WriteFileAtomically(PathOf("none.covers"), ""), IsOk());
  EXPECT_THAT(ReadPieceByPiece(PathOf("none.covers"), 10), IsEmpty());
}

TEST(CoverFileTest, ThePackedOneGoesFirst) {
  const std::string folder = PathOf("packed_or_not");
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  const std::string packed = folder + "/1.covers.zst";
  const std::string plain = folder + "/1.covers";
  EXPECT_EQ(PackedOrNot(packed), packed);
  ASSERT_THAT(WriteFileAtomically(plain, ""), IsOk());
  EXPECT_EQ(PackedOrNot(packed), plain);
  ASSERT_THAT(WriteFileAtomically(packed, ""), IsOk());
  EXPECT_EQ(PackedOrNot(packed), packed);
}

TEST(CoverFileTest, WhatIsDamagedIsNamed) {
  const std::string data = Compress("1 2\n3 4\n");
  const struct {
    const char* name;
    std::string text;
    const char* complaint;
  } cases[] = {
      {"word.covers", "1 x\n", "what is \"x\"?"},
      {"end.covers", "1 2\n3", "its last line has no end"},
      {"cut.covers.zst", data.substr(0, data.size() - 1), "it is cut off"},
      {"no.covers.zst", std::string(100'000, '1'), "zstd cannot read it"},
  };
  for (const auto& [name, text, complaint] : cases) {
    const std::string path = PathOf(name);
    ASSERT_THAT(WriteFileAtomically(path, text), IsOk());
    CoverFile file(path, 1000);
    absl::StatusOr<bool> has_cover = true;
    while (has_cover.ok() && *has_cover) has_cover = file.Next();
    EXPECT_THAT(has_cover,
                StatusIs(absl::StatusCode::kDataLoss,
                         AllOf(HasSubstr(path), HasSubstr(complaint))));
  }
  EXPECT_THAT(CoverFile(PathOf("is_not_there"), 10).Next(),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("is_not_there")));
}

}  // namespace
}  // namespace dlx::units
