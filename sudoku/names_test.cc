#include "sudoku/names.h"

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gtest/gtest.h"

namespace sudoku {
namespace {

TEST(DigitTest, EveryDigitIsReadBackAsWritten) {
  for (int digit = 1; digit <= kMaxSize; ++digit) {
    EXPECT_EQ(CharToDigit(DigitToChar(digit), kMaxSize), digit);
    EXPECT_EQ(CharToDigit(DigitToChar(digit), digit), digit);
    EXPECT_EQ(CharToDigit(DigitToChar(digit), digit - 1), std::nullopt);
  }
}

TEST(DigitTest, NoDigitIsADot) { EXPECT_EQ(DigitToChar(0), '.'); }

TEST(DigitTest, TheFirstOneMayBeZero) {
  for (int digit = 1; digit <= kMaxSize; ++digit) {
    EXPECT_EQ(CharToDigit(DigitToChar(digit, 0), kMaxSize, 0), digit);
    EXPECT_EQ(CharToDigit(DigitToChar(digit, 0), digit - 1, 0), std::nullopt);
    EXPECT_EQ(DigitToChar(digit, 0), digit == 1 ? '0' : DigitToChar(digit - 1));
  }
  EXPECT_EQ(DigitToChar(0, 0), '.');
  EXPECT_EQ(DigitRange(9, 0), "0 to 8");
  EXPECT_EQ(DigitRange(11, 0), "0 to 9 and A");
  EXPECT_EQ(DigitRange(16, 0), "0 to 9 and A to F");
}

TEST(DigitTest, Characters) {
  const struct {
    char c;
    int size;
    std::optional<int> digit;
  } kCases[] = {
      {'1', 4, 1},
      {'4', 4, 4},
      {'5', 4, std::nullopt},
      {'A', 16, 10},
      {'g', 16, 16},
      {'H', 16, std::nullopt},
      {'P', 25, 25},
      {'p', 25, 25},
      {'Z', 36, 35},
      {'@', 36, 36},
      {'@', 35, std::nullopt},
      {'0', 36, std::nullopt},
      {'.', 36, std::nullopt},
      {'\xff', 36, std::nullopt},
      {'\0', 36, std::nullopt},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(CharToDigit(test.c, test.size), test.digit)
        << "'" << test.c << "' in size " << test.size;
  }
}

TEST(CellTest, EveryNameIsReadBackAsWritten) {
  for (int size : {4, 9, 36}) {
    for (int cell = 0; cell < size * size; ++cell) {
      absl::StatusOr<int> parsed = ParseCell(CellName(cell, size), size);
      ASSERT_TRUE(parsed.ok()) << parsed.status();
      EXPECT_EQ(*parsed, cell);
    }
  }
}

TEST(CellTest, NorvigNamesEveryCell) {
  for (int cell = 0; cell < 81; ++cell) {
    const std::string name = {static_cast<char>('A' + cell / 9),
                              static_cast<char>('1' + cell % 9)};
    absl::StatusOr<int> parsed = ParseCell(name, 9);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(*parsed, cell) << name;
  }
}

TEST(CellTest, GoodNames) {
  const struct {
    const char* name;
    int size;
    int cell;
  } kCases[] = {
      {"r1c1", 9, 0},          {"R9C9", 9, 80},
      {"r10c12", 12, 119},     {"a1", 9, 0},
      {"I9", 9, 80},           {"J10", 10, 99},
      {"R1", 25, 17 * 25},     {"C4", 9, 21},
      {"AA1", 36, 26 * 36},    {"AJ36", 36, 1295},
      {"R2C3", 25, 27},        {"(2,1)", 9, 9},
      {"( 10, 12 )", 12, 119},
  };
  for (const auto& test : kCases) {
    absl::StatusOr<int> parsed = ParseCell(test.name, test.size);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(*parsed, test.cell) << test.name;
  }
}

TEST(CellTest, BadNames) {
  for (const char* name :
       {"",      "r",    "r1",      "rc",  "r1c",   "rc1",
        "1",     "11",   "A",       "A1x", "r1c1 ", "r1d1",
        "(1,2",  "(1)",  "(1,2,3)", "(,)", "(0,1)", "()",
        "(a,b)", "r0c1", "r1c0",    "A0",  "ABC1",  "r1c99999999999999",
        "-1"}) {
    EXPECT_EQ(ParseCell(name, 9).status().ok(), false) << name;
  }
  EXPECT_EQ(
      ParseCell("", 9).status().message(),
      "\"\" is not the name of a cell; cells are called r1c1, A1 or (1,1)");
}

TEST(CellTest, CellsOutsideTheGrid) {
  for (const char* name : {"r10c1", "r1c10", "J1", "A10", "AA1"}) {
    EXPECT_EQ(ParseCell(name, 9).status().code(), absl::StatusCode::kOutOfRange)
        << name;
  }
  EXPECT_EQ(ParseCell("r10c1", 9).status().message(),
            "there is no cell r10c1 in a grid of 9 rows and 9 columns");
}

TEST(CellNameTest, LettersOnRequest) {
  const auto name = [](int cell, int size) {
    return CellName(cell, size, NameStyle::kLetter);
  };
  EXPECT_EQ(name(0, 9), "A1");
  EXPECT_EQ(name(80, 9), "I9");
  EXPECT_EQ(name(36 * 26 + 4, 36), "AA5");
  EXPECT_EQ(name(36 * 36 - 1, 36), "AJ36");
  for (int cell = 0; cell < 36 * 36; ++cell) {
    EXPECT_EQ(*ParseCell(name(cell, 36), 36), cell);
  }
}

#ifndef NDEBUG
TEST(NamesDeathTest, WhatHasNoName) {
  EXPECT_DEATH(static_cast<void>(DigitToChar(37)), "kMaxSize");
  EXPECT_DEATH(static_cast<void>(CellName(81, 9)), "cell < size");
}
#endif  // NDEBUG

}  // namespace
}  // namespace sudoku
