// An archive of certificates proves what puzzles have, and nothing else: not if
// it is cut off, damaged, in another order, or that of other puzzles.

#include "sudoku/proof/archive.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/proof/write/certify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/encoding.h"
#include "sudoku/format/reader.h"
#include "sudoku/proof/check.h"
#include "sudoku/proof/write.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = ArchiveEntry::Kind;

Puzzle Read(absl::string_view line) {
  ReaderOptions options;
  options.takes_rules = true;
  PuzzleReader reader(options);
  reader.Feed(absl::StrCat(line, "\n"));
  reader.Finish();
  Puzzle puzzle(Geometry::Standard());
  EXPECT_EQ(reader.Next(&puzzle), PuzzleReader::Result::kPuzzle) << line;
  return puzzle;
}

// Of every kind.
std::vector<Puzzle> ReadPuzzles() {
  std::vector<Puzzle> puzzles;
  for (const char* line : {
           "1..4..1..2..3..2",
           "8..........36......7..9.2...5...7.......457.....1...3...1....68..85"
           "...1..9....4..",
           "0000000104000000000200000000000504070080003000010900003004002000501"
           "00"
           "000000806000",
           ".Shape~4x4.~R3C3_4~R3C2_1~R3C4_2~R2C3_1.Cage~4~R1C1~R1C2."
           "Thermo~R1C1~R2C1~R3C1",
           "11..............",
           "1...............",
           ".Shape~4x4.WhiteDot~R1C1~R1C2.Cage~4~R1C1~R1C2",
           ".Shape~4x4.Thermo~R1C1~R1C2~R1C3",
       }) {
    puzzles.push_back(Read(line));
  }
  // By candidates.
  Puzzle marked = Read("2..4..2..1..3..1");
  marked.candidates = std::vector<DigitSet>(16, AllDigits(4));
  for (int cell = 0; cell < 16; ++cell) {
    if (marked.clues[cell] != 0) marked.SetClue(cell, marked.clues[cell]);
  }
  puzzles.push_back(marked);
  return puzzles;
}

const std::vector<Puzzle>& Puzzles() {
  static const auto* const puzzles = new std::vector<Puzzle>(ReadPuzzles());
  return *puzzles;
}

ArchiveEntry EntryOf(const Puzzle& puzzle, ProofWriter& writer) {
  absl::StatusOr<Solver> solver = Solver::ForRules(puzzle);
  EXPECT_TRUE(solver.ok()) << solver.status();
  const absl::StatusOr<ArchiveEntry> entry =
      writer.Write(puzzle, solver->Solve(puzzle), {});
  EXPECT_TRUE(entry.ok()) << entry.status();
  return entry.value_or(ArchiveEntry());
}

std::vector<ArchiveEntry> Entries() {
  ProofWriter writer;
  std::vector<ArchiveEntry> entries;
  for (const Puzzle& puzzle : Puzzles()) {
    entries.push_back(EntryOf(puzzle, writer));
  }
  return entries;
}

std::string ArchiveOf(const std::vector<ArchiveEntry>& entries) {
  std::string bytes;
  ArchiveWriter archive([&bytes](absl::string_view piece) {
    bytes.append(piece.data(), piece.size());
    return true;
  });
  for (const ArchiveEntry& entry : entries) archive.Add(entry);
  archive.Finish();
  return bytes;
}

std::string Verdict(const Puzzle& puzzle, const ArchiveEntry& entry,
                    ProofChecker& checker) {
  const auto proved = checker.Check(puzzle, entry, {});
  if (!proved.ok()) return absl::StrCat("! ", proved.status().message());
  return absl::StrCat(proved->is_exact ? "" : ">= ", proved->count.ToString());
}

// What an archive proves about each of the puzzles, or why not; and last, what
// is wrong with it as a whole.
std::vector<std::string> Verdicts(absl::string_view bytes, size_t most = 1000) {
  ArchiveReader reader([&bytes](char* buffer, size_t size) {
    size = std::min({size, bytes.size(), size_t{5}});
    std::copy_n(bytes.begin(), size, buffer);
    bytes.remove_prefix(size);
    return size;
  });
  static auto* const checker = new ProofChecker();
  std::vector<std::string> verdicts;
  for (const Puzzle& puzzle : Puzzles()) {
    const auto entry = reader.Next(most);
    verdicts.push_back(
        entry.ok() ? Verdict(puzzle, entry->value_or(ArchiveEntry()), *checker)
                   : absl::StrCat("! ", entry.status().message()));
  }
  const auto end = reader.Next(most);
  verdicts.push_back(!end.ok()          ? std::string(end.status().message())
                     : end->has_value() ? "more"
                                        : "");
  return verdicts;
}

const std::vector<std::string>& Right() {
  static const auto* const right = new std::vector<std::string>(
      {"1", "1", "1", "1", "0", ">= 2", "0", ">= 2", "1", ""});
  return *right;
}

TEST(ArchiveTest, ProvesWhatPuzzlesHave) {
  EXPECT_EQ(Verdicts(ArchiveOf(Entries()), 100'000), Right());
  std::vector<Kind> kinds;
  for (const ArchiveEntry& entry : Entries()) kinds.push_back(entry.kind);
  EXPECT_THAT(kinds, ElementsAre(Kind::kRecords, Kind::kRecords, Kind::kRecords,
                                 Kind::kCertificate, Kind::kRecords,
                                 Kind::kCovers, Kind::kCertificate,
                                 Kind::kCovers, Kind::kCertificate));
}

struct InHousesCase {
  const char* line;
  Kind kind;
  const char* verdict;
};

// Rules that ask only that digits differ are houses. What was written before
// they were, about the puzzle as it is, is still proved.
constexpr InHousesCase kInHouses[] = {
    {".~R1C2_9~R1C7_4~R1C8_7~R3C1_6~R3C3_1~R4C1_5~R5C8_9~R6C5_8~R7C8_3~R9C2_7"
     "~R9C3_3~R9C8_8.AntiKnight",
     Kind::kRecords, "1"},
    {".Shape~4x4.~R1C1_1~R2C3_1.AntiKnight", Kind::kRecords, "0"},
    {".Shape~4x4.~R1C1_1_2.AntiKing", Kind::kCertificate, "0"},
    {".Shape~4x4.~R1C1_1~R2C3_3_4.DisjointSets", Kind::kCovers, ">= 2"},
    // Small houses before one that has every digit.
    {".Shape~4x4.~R1C1_1.AllDifferent~R1C2~R2C1~R3C3.Diagonal~1",
     Kind::kRecords, "0"},
    {".Shape~4x4.~R2C1_1~R1C1_4~R4C3_2.AllDifferent~R4C1~R2C1~R3C2."
     "AllDifferent~R1C1~R4C1~R2C2~R2C1",
     Kind::kRecords, "1"},
    // These ask for more.
    {".Shape~4x4.~R1C1_1_2.AntiKing.Thermo~R1C1~R2C1", Kind::kCertificate, "0"},
};

TEST(ArchiveTest, RulesThatAreHouses) {
  ProofWriter writer;
  ProofChecker checker;
  for (const InHousesCase& test : kInHouses) {
    SCOPED_TRACE(test.line);
    const Puzzle puzzle = Read(test.line);
    const ArchiveEntry entry = EntryOf(puzzle, writer);
    EXPECT_EQ(entry.kind, test.kind);
    EXPECT_EQ(Verdict(puzzle, entry, checker), test.verdict);
    if (test.kind == Kind::kCovers) continue;
    ArchiveEntry before = {.kind = Kind::kCertificate, .bytes = ""};
    const dlx::Problem problem = Encoding::ForRules(puzzle)->problem();
    ASSERT_TRUE(dlx::CountWithCertificate(problem, [&](dlx::StringView bytes) {
                  before.bytes.append(bytes.data(), bytes.size());
                  return true;
                }).ok());
    EXPECT_EQ(Verdict(puzzle, before, checker), test.verdict);
    before.bytes[before.bytes.size() / 2] ^= 1;
    EXPECT_THAT(Verdict(puzzle, before, checker), HasSubstr("! "));
  }
}

TEST(ArchiveTest, AnEntryIsShort) {
  // A common one: the digest, and a byte or two for each cell.
  EXPECT_LT(Entries()[2].bytes.size(), 8 + 2 * 81);
}

// Whatever becomes of its bytes, it proves nothing that is false, and what is
// wrong shows.
TEST(ArchiveTest, DamageShows) {
  std::vector<ArchiveEntry> entries = Entries();
  entries.erase(entries.begin() + 1);  // A long one.
  entries.insert(entries.begin() + 1, ArchiveEntry());
  const std::string whole = ArchiveOf(entries);
  std::vector<std::string> right = Verdicts(whole);
  EXPECT_EQ(right[1], "! there is no certificate");
  const auto expect_damage = [&](const std::string& bytes) {
    const std::vector<std::string> verdicts = Verdicts(bytes);
    EXPECT_NE(verdicts.back(), "");
    for (size_t i = 0; i + 1 < verdicts.size(); ++i) {
      if (verdicts[i][0] == '!') continue;
      EXPECT_EQ(verdicts[i], right[i]);
    }
  };
  for (size_t at = 0; at < whole.size(); ++at) {
    SCOPED_TRACE(at);
    expect_damage(whole.substr(0, at));
    for (const char change : {1, 2, 8, 127, -128}) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ change);
      expect_damage(bytes);
    }
  }
  expect_damage(whole + "x");
  expect_damage(whole + whole);
}

// The same inside an entry, where no seal tells.
TEST(ArchiveTest, ADamagedEntryProvesNothingElse) {
  const std::vector<Puzzle>& puzzles = Puzzles();
  const std::vector<ArchiveEntry> entries = Entries();
  ProofChecker checker;
  for (size_t i = 0; i < puzzles.size(); ++i) {
    SCOPED_TRACE(i);
    // (Of a long one, what is near its end.)
    const size_t size = entries[i].bytes.size();
    for (size_t at = size > 400 ? size - 400 : 0; at < size; ++at) {
      ArchiveEntry shorter = entries[i];
      shorter.bytes.resize(at);
      EXPECT_THAT(Verdict(puzzles[i], shorter, checker), HasSubstr("! "));
      for (const int change : {1, 2, 4, 64, 128}) {
        ArchiveEntry other = entries[i];
        other.bytes[at] = static_cast<char>(other.bytes[at] ^ change);
        const std::string verdict = Verdict(puzzles[i], other, checker);
        if (verdict[0] == '!') continue;
        EXPECT_EQ(verdict, Right()[i]);
      }
    }
    ArchiveEntry longer = entries[i];
    longer.bytes.push_back(0);
    EXPECT_THAT(Verdict(puzzles[i], longer, checker), HasSubstr("! "));
    for (const Kind kind :
         {Kind::kRecords, Kind::kCertificate, Kind::kCovers}) {
      if (kind == entries[i].kind) continue;
      EXPECT_THAT(Verdict(puzzles[i], {kind, entries[i].bytes}, checker),
                  HasSubstr("! "));
    }
  }
}

TEST(ArchiveTest, EntriesAreOfTheirPuzzles) {
  const std::vector<Puzzle>& puzzles = Puzzles();
  const std::vector<ArchiveEntry> entries = Entries();
  ProofChecker checker;
  for (size_t i = 0; i < puzzles.size(); ++i) {
    for (size_t j = 0; j < entries.size(); ++j) {
      if (i == j) continue;
      SCOPED_TRACE(absl::StrCat(i, " with ", j));
      EXPECT_THAT(Verdict(puzzles[i], entries[j], checker),
                  HasSubstr("certificate"));
    }
  }
  std::vector<ArchiveEntry> swapped = entries;
  std::swap(swapped[0], swapped[4]);
  const std::vector<std::string> verdicts =
      Verdicts(ArchiveOf(swapped), 100'000);
  EXPECT_EQ(verdicts[0], "! the certificate is that of another puzzle");
  EXPECT_EQ(verdicts[1], "1");
  EXPECT_EQ(verdicts[4], "! the certificate is that of another puzzle");
  EXPECT_EQ(verdicts.back(), "");
}

TEST(ArchiveTest, ThereIsOneForEachPuzzle) {
  std::vector<ArchiveEntry> entries = Entries();
  entries.push_back(entries[0]);
  EXPECT_EQ(Verdicts(ArchiveOf(entries), 100'000).back(), "more");
  entries.resize(3);
  const std::vector<std::string> verdicts =
      Verdicts(ArchiveOf(entries), 100'000);
  EXPECT_EQ(verdicts[2], "1");
  EXPECT_EQ(verdicts[3], "! there is no certificate");
  EXPECT_EQ(verdicts.back(), "");
}

TEST(ArchiveTest, TakesNoMoreMemoryThanItMay) {
  const std::vector<std::string> verdicts = Verdicts(ArchiveOf(Entries()), 500);
  EXPECT_EQ(verdicts[0], "1");
  EXPECT_THAT(verdicts[1], HasSubstr("of the archive: a certificate of"));
  EXPECT_THAT(verdicts.back(), HasSubstr("a certificate of"));
  // A length that nothing stands behind is not believed.
  std::string claim(kArchiveMagic);
  dlx::internal::AppendNumber(uint64_t{1} << 60 | 1, claim);
  EXPECT_EQ(Verdicts(claim, SIZE_MAX).back(),
            "the archive ends before its end");
}

TEST(ArchiveTest, TwoSolutionsDiffer) {
  const Puzzle puzzle = Read("1...............");
  ProofWriter writer;
  absl::StatusOr<Solver> solver = Solver::ForRules(puzzle);
  Answer answer = solver->Solve(puzzle);
  answer.second_solution = answer.solution;
  ProofChecker checker;
  EXPECT_EQ(Verdict(puzzle, *writer.Write(puzzle, answer, {}), checker),
            "! what are to be two solutions are the same one twice");
  answer.solution = answer.second_solution = Grid(4);
  EXPECT_THAT(Verdict(puzzle, *writer.Write(puzzle, answer, {}), checker),
              HasSubstr("what is to be a solution is none"));
}

TEST(ArchiveTest, ASolverThatIsWrongIsCaught) {
  const Puzzle puzzle = Read("1..4..1..2..3..2");
  Answer answer;
  answer.verdict = sudoku::Verdict::kNone;
  EXPECT_EQ(ProofWriter().Write(puzzle, answer, {}).status().code(),
            absl::StatusCode::kInternal);
}

TEST(ArchiveTest, ProofsHaveLimits) {
  const Puzzle& puzzle = Puzzles()[1];
  absl::StatusOr<Solver> solver = Solver::ForRules(puzzle);
  const Answer answer = solver->Solve(puzzle);
  dlx::Interrupter interrupter;
  interrupter.Request();
  EXPECT_EQ(
      ProofWriter()
          .Write(puzzle, answer, {.nodes = 1, .interrupter = &interrupter})
          ->kind,
      Kind::kNothing);
  ProofChecker checker;
  ProofWriter writer;
  EXPECT_TRUE(absl::IsCancelled(checker
                                    .Check(puzzle, EntryOf(puzzle, writer),
                                           {.must_stop = [] { return true; }})
                                    .status()));
}

}  // namespace
}  // namespace sudoku
