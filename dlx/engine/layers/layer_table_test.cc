#include "dlx/engine/layers/layer_table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>

#include "gtest/gtest.h"

namespace dlx::internal::layers::layer_table_test {
namespace {

constexpr size_t kPlenty = size_t{1} << 30;

template <size_t kWords>
Count<kWords> Number(uint64_t low) {
  Count<kWords> number;
  number.words[0] = low;
  return number;
}

BitSet<1> Key(uint64_t word) { return {.words = {word}}; }

// What the table has, by the first word of the key: the first of the number.
template <typename Table>
std::map<uint64_t, uint64_t> Contents(const Table& table) {
  std::map<uint64_t, uint64_t> contents;
  for (size_t i = 0; i < table.slot_count(); ++i) {
    const auto& [key, number] = table.slot(i);
    if (!number.is_zero()) contents[key.words[0]] = number.words[0];
  }
  return contents;
}

TEST(CountTest, AddsAcrossWords) {
  Count<2> count = Number<2>(~uint64_t{0});
  EXPECT_TRUE(count.Add(Number<2>(1)));
  EXPECT_EQ(count.words[0], 0);
  EXPECT_EQ(count.words[1], 1);
  count.words = {~uint64_t{0}, ~uint64_t{0}};
  const Count<2> before = count;
  EXPECT_FALSE(count.Add(before));
  EXPECT_EQ(count.words, before.words);
  EXPECT_FALSE(count.Add(Number<2>(1)));
  EXPECT_TRUE(count.Add(Number<2>(0)));
}

TEST(CountTest, OneKindHasNoLimit) {
  Count<kAnyWords> count = Count<kAnyWords>::One();
  EXPECT_EQ(count.heap_bytes(), 0);
  for (int i = 0; i < 500; ++i) EXPECT_TRUE(count.Add(count));
  EXPECT_EQ(count.ToNatural(), Natural::PowerOfTwo(500));
  EXPECT_GE(count.heap_bytes(), 63);
}

TEST(BitSetTest, EveryBitMatters) {
  BitSet<2> all;
  for (size_t i = 0; i < 128; ++i) {
    BitSet<2> one;
    one.Insert(i);
    EXPECT_FALSE(all.Intersects(one)) << i;
    EXPECT_NE(all.Hash(), one.Hash()) << i;
    all.Unite(one);
    EXPECT_TRUE(all.Intersects(one)) << i;
  }
  BitSet<2> rest = all;
  rest.Subtract(all);
  EXPECT_EQ(rest, BitSet<2>());
}

TEST(LayerTableTest, AddsWhatBelongsToAKey) {
  using Table = LayerTable<1, 1>;
  Table table;
  Budget budget(kPlenty);
  std::map<uint64_t, uint64_t> expected;
  std::mt19937_64 random(1);
  for (int i = 0; i < 50'000; ++i) {
    // Keys that are much alike.
    const uint64_t word = (random() % 10'000) << random() % 3 * 20;
    const uint64_t number = 1 + random() % 5;
    ASSERT_EQ(table.Add(Key(word), Key(word).Hash(), Number<1>(number), budget),
              Table::Result::kAdded);
    expected[word] += number;
  }
  EXPECT_EQ(Contents(table), expected);
  EXPECT_EQ(table.size(), expected.size());
}

// The key is compared as a whole: the hash alone decides nothing.
TEST(LayerTableTest, TellsKeysWithTheSameHashApart) {
  using Table = LayerTable<1, 1>;
  Table table;
  Budget budget(kPlenty);
  for (int round = 0; round < 2; ++round) {
    for (uint64_t i = 0; i < 6; ++i) {
      table.Add(Key(i), /*hash=*/5, Number<1>(i + 1), budget);
    }
  }
  EXPECT_EQ(Contents(table),
            (std::map<uint64_t, uint64_t>{
                {0, 2}, {1, 4}, {2, 6}, {3, 8}, {4, 10}, {5, 12}}));
}

TEST(LayerTableTest, LeavesASumThatIsTooLarge) {
  using Table = LayerTable<1, 1>;
  Table table;
  Budget budget(kPlenty);
  const auto add = [&](uint64_t number) {
    return table.Add(Key(3), Key(3).Hash(), Number<1>(number), budget);
  };
  EXPECT_EQ(add(~uint64_t{0} - 1), Table::Result::kAdded);
  EXPECT_EQ(add(2), Table::Result::kOverflow);
  EXPECT_EQ(add(1), Table::Result::kAdded);

  LayerTable<1, 2> wide;
  wide.TakeFrom(table);
  EXPECT_EQ(wide.Add(Key(3), Key(3).Hash(), Number<2>(2), budget),
            (LayerTable<1, 2>::Result::kAdded));
  EXPECT_EQ(Contents(wide), (std::map<uint64_t, uint64_t>{{3, 1}}));
  EXPECT_EQ(wide.size(), 1);
}

TEST(LayerTableTest, KeepsWithinItsBudget) {
  using Table = LayerTable<1, 2>;
  for (const size_t memory : {size_t{0}, size_t{100}, size_t{1000},
                              size_t{10'000}, size_t{100'000}}) {
    Table table;
    Budget budget(memory);
    uint64_t added = 0;
    while (table.Add(Key(added), Key(added).Hash(), Number<2>(added + 1),
                     budget) == Table::Result::kAdded) {
      ++added;
    }
    EXPECT_EQ(table.size(), added);
    EXPECT_LE(table.slot_count() * sizeof(Table::Slot), memory);
    // While it grows, the old slots are there, too.
    EXPECT_GE(Table::BytesFor(added) * 3.5, memory - memory % 256) << memory;
    // What is there can still be added to.
    if (added > 0) {
      EXPECT_EQ(table.Add(Key(0), Key(0).Hash(), Number<2>(1), budget),
                Table::Result::kAdded);
      EXPECT_EQ(Contents(table)[0], 2);
    }
    table.Free(budget);
    EXPECT_TRUE(budget.Take(memory));
    EXPECT_FALSE(budget.Take(1));
  }
}

// What numbers take is not known before they are there: one of them may take
// more than there is left.
TEST(LayerTableTest, PaysForLargeNumbers) {
  using Table = LayerTable<1, kAnyWords>;
  constexpr size_t kMemory = 20'000;
  const Count<kAnyWords> large = {Natural::PowerOfTwo(4000)};
  Table table;
  Budget budget(kMemory);
  uint64_t added = 0;
  while (table.Add(Key(added), Key(added).Hash(), large, budget) ==
         Table::Result::kAdded) {
    ++added;
  }
  EXPECT_GE(added, 20);
  EXPECT_LE(added * 500, kMemory);
  EXPECT_EQ(table.size(), added);
  EXPECT_GE(table.heap_bytes(), added * 500);
  // Nothing more goes in, not even to what is there.
  EXPECT_EQ(table.Add(Key(0), Key(0).Hash(), large, budget),
            Table::Result::kNoRoom);
  table.Free(budget);
  EXPECT_TRUE(budget.Take(kMemory));
  EXPECT_FALSE(budget.Take(1));
}

TEST(LayerTableTest, SlotsCanBeEmptied) {
  using Table = LayerTable<1, 1>;
  Table table;
  Budget budget(kPlenty);
  for (uint64_t i = 0; i < 100; ++i) {
    table.Add(Key(i), Key(i).Hash(), Number<1>(i + 1), budget);
  }
  for (size_t i = 0; i < table.slot_count(); ++i) {
    if (table.slot(i).number.is_zero()) continue;
    const Table::Slot slot = table.Extract(i);
    EXPECT_EQ(slot.number.words[0], slot.key.words[0] + 1);
    EXPECT_TRUE(table.slot(i).number.is_zero());
  }
  EXPECT_EQ(table.size(), 0);
}

}  // namespace
}  // namespace dlx::internal::layers::layer_table_test
