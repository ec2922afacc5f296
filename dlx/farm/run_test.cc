// A run from its plan to its end, and all that may happen to its files.

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/engines.h"
#include "dlx/farm/cover_file.h"
#include "dlx/farm/files.h"
#include "dlx/farm/merge.h"
#include "dlx/farm/run_folder.h"
#include "dlx/farm/run_status.h"
#include "dlx/farm/split.h"
#include "dlx/farm/unit.h"
#include "dlx/farm/unit_worker.h"
#include "dlx/farm/verify_unit.h"
#include "dlx/farm/work.h"
#include "dlx/id.h"
#include "dlx/make/chess.h"
#include "dlx/make/packing.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/write/certify.h"
#include "dlx/reduce/reducer.h"
#include "dlx/search.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::units {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::Dice;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A path in the test's own folder where nothing is.
std::string NewPath(const std::string& name) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::filesystem::remove_all(path);
  return path;
}

RunFolder NewRun(const std::string& name, const Problem& problem,
                 RunFacts facts = {}, size_t units = 30) {
  absl::StatusOr<RunFolder> run = RunFolder::Create(
      NewPath(name), problem, facts, SplitUnit(problem, {}, {.units = units}));
  EXPECT_THAT(run, IsOk());
  return *std::move(run);
}

Problem Queens(int size) { return *make::MakeQueens({.size = size}); }

void ExpectFinished(const RunFolder& run, const WorkOptions& options = {}) {
  const absl::StatusOr<WorkReport> report = WorkOnRun(run, options);
  ASSERT_THAT(report, IsOk());
  EXPECT_TRUE(report->is_finished);
}

std::vector<NamedUnit> UnitsOf(const RunFolder& run) {
  absl::StatusOr<std::vector<NamedUnit>> units = run.Units();
  EXPECT_THAT(units, IsOk());
  return *std::move(units);
}

std::vector<Cover> CoversOfRun(const RunFolder& run) {
  std::vector<Cover> covers;
  EXPECT_THAT(ForEachCoverOfRun(run,
                                [&](absl::Span<const OptionId> cover) {
                                  covers.emplace_back(cover.begin(),
                                                      cover.end());
                                  return true;
                                }),
              IsOk());
  return covers;
}

TEST(RunTest, CountsWhatThereIs) {
  const RunFolder run = NewRun("count", Queens(8));
  ExpectFinished(run);
  const absl::StatusOr<MergedRun> merged = MergeRun(run);
  ASSERT_THAT(merged, IsOk());
  EXPECT_EQ(merged->count, 92);
  EXPECT_GE(merged->units, 30);
  EXPECT_GT(merged->nodes, 92);
}

TEST(RunTest, OneCoverIsAllThatWasWanted) {
  const RunFolder run =
      NewRun("one_is_all", Queens(8), {.task = RunTask::kFirst});
  // Two units that have covers, though one would do.
  for (const NamedUnit& unit : UnitsOf(run)) {
    if (unit.name != "0" && unit.name != "15") continue;
    ASSERT_THAT(WorkOnRun(run, {.threads = 1, .unit = unit.name}), IsOk());
  }
  ExpectFinished(run);
  const absl::StatusOr<RunStatus> status = StatusOfRun(run);
  ASSERT_THAT(status, IsOk());
  EXPECT_LT(status->done, status->units);
  EXPECT_EQ(status->fraction_done, 1);
  EXPECT_EQ(status->seconds_left, 0);
  EXPECT_EQ(status->count, 1);
  const absl::StatusOr<MergedRun> merged = MergeRun(run);
  ASSERT_THAT(merged, IsOk());
  EXPECT_EQ(merged->count, 1);
  EXPECT_THAT(merged->covers, SizeIs(1));
}

TEST(RunTest, AUnitThatIsNotThereIsNamed) {
  const RunFolder run = NewRun("no_such_unit", Queens(6));
  EXPECT_THAT(WorkOnRun(run, {.unit = "17.3"}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("there is no unit \"17.3\"")));
  EXPECT_THAT(WorkOnRun(run, {.unit = "1"}), IsOk());
  EXPECT_THAT(WorkOnRun(run, {.unit = "1"}), IsOk());  // It is done.
}

TEST(RunTest, WhoSeemsBestIsAdvice) {
  const std::string path = NewPath("advice");
  const Problem queens = Queens(8);
  const Rehearsal rehearsal = {
      .engine = EngineKind::kMemoCounter, .nodes = 0.5, .seconds = 1e-9};
  ASSERT_THAT(RunFolder::Create(path, queens, {.rehearsal = rehearsal},
                                SplitUnit(queens, {}, {.units = 30})),
              IsOk());
  const absl::StatusOr<RunFolder> run = RunFolder::Open(path);
  ASSERT_THAT(run, IsOk());
  ASSERT_TRUE(run->facts().rehearsal.has_value());
  EXPECT_EQ(run->facts().rehearsal->engine, rehearsal.engine);
  EXPECT_EQ(run->facts().rehearsal->nodes, rehearsal.nodes);
  EXPECT_EQ(run->facts().rehearsal->seconds, rehearsal.seconds);
  ExpectFinished(*run);
  const absl::StatusOr<MergedRun> merged = MergeRun(*run);
  ASSERT_THAT(merged, IsOk());
  EXPECT_EQ(merged->count, 92);
}

TEST(RunTest, AnEngineThatCannotDoTheUnitsIsReplaced) {
  const Problem problem = *make::MakeDomination({.size = 5, .pieces = 3});
  const Natural count = CountSolutions(problem)->count;
  EXPECT_GT(count, 0);
  const RunFolder run =
      NewRun("replaced", problem,
             {.rehearsal = Rehearsal{
                  .engine = EngineKind::kBitPlanes, .nodes = 1, .seconds = 1}});
  ExpectFinished(run);
  const absl::StatusOr<MergedRun> merged = MergeRun(run);
  ASSERT_THAT(merged, IsOk());
  EXPECT_EQ(merged->count, count);
}

TEST(RunTest, DoesEveryTaskForRandomProblems) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const Dice dice(seed);
    const Problem problem =
        testing::RandomProblem(testing::RandomShape(dice), dice);
    SCOPED_TRACE(testing::ToNotation(problem));
    const std::vector<Cover> covers = AllCovers(problem);
    const size_t units = 1 + dice(12);
    const WorkOptions work = {.threads = 1 + static_cast<int>(dice(2))};

    const RunFolder count = NewRun("task_count", problem, {}, units);
    ExpectFinished(count, work);
    EXPECT_EQ(MergeRun(count)->count, covers.size());

    const RunFolder solve =
        NewRun("task_solve", problem, {.task = RunTask::kSolve}, units);
    ExpectFinished(solve, work);
    EXPECT_EQ(MergeRun(solve, {.recheck = 1})->count, covers.size());
    EXPECT_EQ(CoversOfRun(solve), covers);

    const RunFolder first =
        NewRun("task_first", problem, {.task = RunTask::kFirst}, units);
    ExpectFinished(first, work);
    EXPECT_EQ(MergeRun(first)->covers.empty(), covers.empty());

    const RunFolder best = NewRun("task_best", problem,
                                  {.task = RunTask::kBest, .best = 3}, units);
    ExpectFinished(best, work);
    std::vector<int64_t> costs;
    for (const Cover& cover : covers) costs.push_back(problem.TotalCost(cover));
    std::sort(costs.begin(), costs.end());
    costs.resize(std::min<size_t>(costs.size(), 3));
    std::vector<int64_t> found;
    const MergedRun merged = *MergeRun(best);
    for (const CostedCover& cover : merged.covers) {
      found.push_back(cover.cost);
    }
    EXPECT_EQ(found, costs);
  }
}

TEST(RunTest, SplitsWhatTakesTooLong) {
  const RunFolder run = NewRun("split", Queens(8), {}, 1);
  const absl::StatusOr<WorkReport> report =
      WorkOnRun(run, {.threads = 2,
                      .slice = absl::Nanoseconds(1),
                      .parts = 8,
                      .engine = EngineKind::kDancingLinks});
  ASSERT_THAT(report, IsOk());
  EXPECT_TRUE(report->is_finished);
  EXPECT_THAT(report->units_split, Gt(0));
  EXPECT_THAT(CheckRun(run), IsOk());
  EXPECT_EQ(MergeRun(run, {.recheck = 0.2})->count, 92);
}

TEST(RunTest, AUnitThatIsStoppedInItsMiddleIsSplit) {
  const RunFolder run = NewRun("stopped", Queens(9), {}, 1);
  const NamedUnit unit = UnitsOf(run).front();
  Interrupter interrupter;
  interrupter.Request();
  Natural count;
  // After so short a time, it is not worth it.
  const UnitWorkerOptions patient = {.worth_splitting = absl::Hours(1)};
  EXPECT_EQ(*UnitWorker(run, patient)
                 .WorkOn(unit, absl::Hours(1), &interrupter, &count),
            UnitEnd::kLeft);
  EXPECT_THAT(UnitsOf(run), SizeIs(1));
  const UnitWorkerOptions hasty = {.worth_splitting = absl::ZeroDuration()};
  EXPECT_EQ(*UnitWorker(run, hasty)
                 .WorkOn(unit, absl::Hours(1), &interrupter, &count),
            UnitEnd::kSplit);
  EXPECT_THAT(UnitsOf(run), SizeIs(Gt(1)));
  ExpectFinished(run);
  EXPECT_EQ(MergeRun(run)->count, 352);
}

TEST(RunTest, AUnitThatWillTakeTooLongIsNotBegun) {
  std::vector<SizedUnit> sized = SplitUnit(Queens(8), {}, {.units = 30});
  // So much more than it is that it is split as finely as can be.
  sized.back().nodes = 1e15;
  const absl::StatusOr<RunFolder> run =
      RunFolder::Create(NewPath("too_long"), Queens(8), {}, sized);
  ASSERT_THAT(run, IsOk());
  const std::vector<NamedUnit> units = UnitsOf(*run);
  UnitWorker worker(*run, {.parts = 2});
  Natural count;
  for (size_t i = 0; i + 1 < units.size(); ++i) {
    EXPECT_EQ(*worker.WorkOn(units[i], absl::Hours(1), nullptr, &count),
              UnitEnd::kDone);
  }
  EXPECT_EQ(*worker.WorkOn(units.back(), absl::Hours(1), nullptr, &count),
            UnitEnd::kSplit);
  EXPECT_THAT(UnitsOf(*run), SizeIs(Gt(units.size() + 5)));
  ExpectFinished(*run);
  EXPECT_EQ(MergeRun(*run)->count, 92);
}

// A tree of 352^6 leaves and more: as a whole, it has no end.
TEST(RunTest, UnitsInPartsAreProducts) {
  const testing::Union all = testing::ShuffledUnion(
      std::vector<Problem>(6, Queens(9)), testing::Dice(1));
  const RunFolder run = NewRun("parts", all.problem, {}, 20);
  ExpectFinished(run, {.threads = 1});
  Natural product = 1;
  for (int i = 0; i < 6; ++i) product *= 352;
  EXPECT_EQ(MergeRun(run)->count, product);
  EXPECT_THAT(UnitsOf(run), SizeIs(::testing::Le(30)));  // None was split.
}

// However an engine searches: that is how much work can be lost.
TEST(RunTest, NoEngineSearchesForLongerThanASlice) {
  // More than any engine can count.
  const Problem problem = Queens(22);
  int engines = 0;
  for (const EngineInfo& engine : AllEngines()) {
    if (!CheckEngine(engine.kind, problem, Task::kCount).ok()) continue;
    ++engines;
    const RunFolder run = NewRun("slice", problem, {}, 1);
    UnitWorker worker(run, {.slice = absl::Milliseconds(20),
                            .parts = 2,
                            .engine = engine.kind,
                            .memory_limit = size_t{64} << 20});
    Natural count;
    const absl::StatusOr<UnitEnd> end = worker.WorkOn(
        UnitsOf(run).front(), absl::InfiniteDuration(), nullptr, &count);
    ASSERT_THAT(end, IsOk());
    EXPECT_EQ(*end, UnitEnd::kSplit) << engine.name;
    EXPECT_THAT(CheckRun(run), IsOk());
  }
  EXPECT_GE(engines, 5);
}

TEST(RunTest, ManyWorkersAtOnce) {
  const RunFolder run = NewRun("many", Queens(9), {}, 60);
  std::vector<std::thread> workers;
  std::atomic<size_t> done = 0;
  for (int i = 0; i < 3; ++i) {
    workers.emplace_back([&run, &done] {
      const absl::StatusOr<RunFolder> opened = RunFolder::Open(run.path());
      ASSERT_THAT(opened, IsOk());
      const absl::StatusOr<WorkReport> report =
          WorkOnRun(*opened, {.threads = 2});
      ASSERT_THAT(report, IsOk());
      EXPECT_TRUE(report->is_finished);
      done += report->units_done;
    });
  }
  for (std::thread& worker : workers) worker.join();
  const absl::StatusOr<MergedRun> merged = MergeRun(run);
  ASSERT_THAT(merged, IsOk());
  EXPECT_EQ(merged->count, 352);
  EXPECT_GE(done, merged->units);
}

TEST(RunTest, ShardsTogetherAreTheWhole) {
  const RunFolder run = NewRun("shards", Queens(8));
  for (size_t shard = 0; shard < 3; ++shard) {
    EXPECT_THAT(MergeRun(run), StatusIs(absl::StatusCode::kFailedPrecondition,
                                        HasSubstr("has no result yet")));
    ExpectFinished(run, {.shard = shard, .shards = 3});
  }
  EXPECT_EQ(MergeRun(run)->count, 92);
}

TEST(RunTest, OneUnitCanBeDoneAlone) {
  const RunFolder run = NewRun("one", Queens(8));
  ExpectFinished(run, {.unit = "7"});
  const absl::StatusOr<RunStatus> status = StatusOfRun(run);
  ASSERT_THAT(status, IsOk());
  EXPECT_EQ(status->done, 1);
  EXPECT_THAT(status->fraction_done, AllOf(Gt(0), ::testing::Lt(1)));
}

TEST(RunTest, StopsWhenToldTo) {
  const RunFolder run = NewRun("stop", Queens(8));
  Interrupter interrupter;
  interrupter.Request();
  absl::StatusOr<WorkReport> report =
      WorkOnRun(run, {.interrupter = &interrupter});
  ASSERT_THAT(report, IsOk());
  EXPECT_FALSE(report->is_finished);
  EXPECT_EQ(report->units_done, 0);
  report = WorkOnRun(run, {.time = absl::ZeroDuration()});
  ASSERT_THAT(report, IsOk());
  EXPECT_FALSE(report->is_finished);
  // And goes on as if nothing had been.
  ExpectFinished(run);
  EXPECT_EQ(MergeRun(run)->count, 92);
}

TEST(RunTest, TakesOverFromTheDead) {
  const RunFolder run = NewRun("dead", Queens(6), {}, 5);
  for (const NamedUnit& unit : UnitsOf(run)) {
    ASSERT_THAT(CreateFile(run.ClaimPath(unit), "somebody\n"), IsOk());
  }
  const RunStatus status = *StatusOfRun(run);
  EXPECT_THAT(status.claimed, SizeIs(UnitsOf(run).size()));
  EXPECT_EQ(status.claimed.front().name, "0");
  EXPECT_EQ(status.claimed.front().worker, "somebody");
  ExpectFinished(run, {.lease = absl::Milliseconds(100)});
  EXPECT_EQ(MergeRun(run)->count, 4);
}

TEST(RunTest, AResultCountsMoreThanTheSplit) {
  const RunFolder run = NewRun("both", Queens(8), {}, 5);
  const NamedUnit unit = UnitsOf(run).front();
  ExpectFinished(run);
  ASSERT_THAT(
      run.WriteSplit(unit, SplitUnit(run.problem(), unit.unit, {.units = 4})),
      IsOk());
  EXPECT_EQ(MergeRun(run)->count, 92);
}

TEST(RunTest, TheFirstSplitCounts) {
  const RunFolder run = NewRun("splits", Queens(8), {}, 5);
  const NamedUnit unit = UnitsOf(run).front();
  for (const size_t parts : {4, 12}) {
    ASSERT_THAT(run.WriteSplit(unit, SplitUnit(run.problem(), unit.unit,
                                               {.units = parts})),
                IsOk());
  }
  EXPECT_THAT(CheckRun(run), IsOk());
  EXPECT_THAT(UnitsOf(run), SizeIs(::testing::Lt(5 + 12 + 8)));
}

TEST(RunTest, CountsBeyond128Bits) {
  // Two ways to cover each of 130 items.
  std::string text = "i0";
  for (int i = 1; i < 130; ++i) absl::StrAppend(&text, " i", i);
  text += "\n";
  for (int i = 0; i < 130; ++i) absl::StrAppend(&text, "i", i, "\ni", i, "\n");
  const RunFolder run = NewRun("large", ProblemFromNotation(text), {}, 16);
  ExpectFinished(run, {.engine = EngineKind::kMemoCounter});
  EXPECT_EQ(MergeRun(run)->count, Natural::PowerOfTwo(130));
}

// --- What may happen to files.

void Replace(const std::string& path, const std::string& from,
             const std::string& to) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  ASSERT_THAT(text, IsOk());
  ASSERT_THAT(*text, HasSubstr(from));
  const std::string changed = absl::StrReplaceAll(*text, {{from, to}});
  ASSERT_NE(*text, changed);
  ASSERT_THAT(WriteFileAtomically(path, changed), IsOk());
}

TEST(RunTest, AChangedFileIsNoticed) {
  const struct {
    const char* file;
    const char* from;
    const char* to;
    const char* complaint;
  } cases[] = {
      {"results/3.json", "\"count\":\"", "\"count\":\"1", "another one"},
      {"results/3.json", "}", "", "not a whole JSON object"},
      {"results/3.json", "\"nodes\":\"", "\"nodes\":\"1", "another one"},
      {"units.txt", "end", "end ", "not the units of this run"},
      {"units.txt", "0:", "1:", "not the units of this run"},
      {"problem.dlx", "r0 c0", "r0 c1", "not the problem of this run"},
      {"run.json", "count", "first", "another one"},
      {"run.json", "{", "", "not a whole JSON object"},
  };
  for (const auto& [file, from, to, complaint] : cases) {
    const RunFolder run = NewRun("changed", Queens(5), {}, 10);
    ExpectFinished(run);
    const std::string path = absl::StrCat(run.path(), "/", file);
    Replace(path, from, to);
    const absl::StatusOr<RunFolder> opened = RunFolder::Open(run.path());
    const absl::Status status =
        opened.ok() ? MergeRun(*opened).status() : opened.status();
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kDataLoss,
                                 AllOf(HasSubstr(path), HasSubstr(complaint))))
        << file << " " << from;
  }
}

TEST(RunTest, AFileThatIsCutOffAnywhereIsNoticed) {
  const RunFolder run = NewRun("cut", Queens(5), {}, 10);
  ExpectFinished(run);
  for (const char* file : {"results/3.json", "units.txt", "problem.dlx"}) {
    const std::string path = absl::StrCat(run.path(), "/", file);
    const std::string whole = *ReadFile(path);
    // The last line end of JSON has no meaning.
    const size_t meaning = whole.size() - (whole[0] == '{' ? 1 : 0);
    for (size_t size = 0; size < meaning; size += 1 + size / 40) {
      ASSERT_THAT(WriteFileAtomically(path, whole.substr(0, size)), IsOk());
      const absl::StatusOr<RunFolder> opened = RunFolder::Open(run.path());
      EXPECT_FALSE(opened.ok() && MergeRun(*opened).ok()) << file << size;
    }
    ASSERT_THAT(WriteFileAtomically(path, whole), IsOk());
  }
  EXPECT_EQ(MergeRun(run)->count, 10);
}

TEST(RunTest, AResultThatIsGoneIsNamed) {
  const RunFolder run = NewRun("gone", Queens(6), {}, 10);
  ExpectFinished(run);
  std::filesystem::remove(run.path() + "/results/3.json");
  std::filesystem::remove(run.path() + "/results/5.json");
  EXPECT_THAT(MergeRun(run),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("unit 3 has no result yet"),
                             HasSubstr("unit 5 has no result yet"))));
  ExpectFinished(run);
  EXPECT_EQ(MergeRun(run)->count, 4);
}

TEST(RunTest, AResultOfAnotherRunIsNoticed) {
  const RunFolder run = NewRun("ours", Queens(6), {}, 10);
  const RunFolder other = NewRun("theirs", Queens(7), {}, 10);
  const RunFolder finer = NewRun("finer", Queens(6), {}, 40);
  const RunFolder first =
      NewRun("other_task", Queens(6), {.task = RunTask::kFirst}, 10);
  for (const RunFolder* one : {&run, &other, &finer}) ExpectFinished(*one);
  ExpectFinished(first, {.unit = "3"});
  const std::string file = "/results/3.json";
  for (const auto& [from, complaint] :
       std::vector<std::pair<std::string, const char*>>{
           {other.path() + file, "of another problem"},
           {finer.path() + file, "of another unit"},
           {run.path() + "/results/4.json", "of another unit"},
           {first.path() + file, "of another unit"}}) {
    std::filesystem::copy_file(
        from, run.path() + file,
        std::filesystem::copy_options::overwrite_existing);
    EXPECT_THAT(MergeRun(run),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr(complaint)));
    EXPECT_THAT(StatusOfRun(run)->damaged, ElementsAre(HasSubstr(complaint)));
  }
}

TEST(RunTest, VersionsAreNotMixed) {
  const RunFolder run = NewRun("versions", Queens(6), {}, 10);
  EXPECT_THAT(RunFolder::Open(run.path(), "9.9.9"),
              StatusIs(absl::StatusCode::kUnimplemented,
                       AllOf(HasSubstr("planned by version " DLX_VERSION),
                             HasSubstr("this is version 9.9.9"))));
  ExpectFinished(run);
  // A result that another version made of this unit is put in.
  const absl::StatusOr<RunFolder> other =
      RunFolder::Create(NewPath("other_version"), Queens(6), {},
                        SplitUnit(Queens(6), {}, {.units = 10}), "9.9.9");
  ASSERT_THAT(other, IsOk());
  ExpectFinished(*other);
  EXPECT_EQ(MergeRun(*other)->count, 4);
  std::filesystem::copy_file(other->path() + "/results/3.json",
                             run.path() + "/results/3.json",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(
      MergeRun(run),
      StatusIs(absl::StatusCode::kDataLoss,
               AllOf(HasSubstr("3.json"), HasSubstr("made by version 9.9.9"))));
}

TEST(RunTest, CoversThatAreChangedAreNoticed) {
  const RunFolder run =
      NewRun("covers", Queens(6), {.task = RunTask::kSolve}, 4);
  ExpectFinished(run);
  std::string path;
  for (const NamedUnit& unit : UnitsOf(run)) {
    if (!ReadFile(run.CoversPath(unit))->empty()) path = run.CoversPath(unit);
  }
  ASSERT_THAT(path, EndsWith(".covers.zst"));
  const std::string whole = *ReadFile(path);
  ASSERT_THAT(WriteFileAtomically(path, whole.substr(0, whole.size() / 2)),
              IsOk());
  EXPECT_THAT(MergeRun(run),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr(path)));
  ASSERT_THAT(WriteFileAtomically(path, whole), IsOk());
  EXPECT_THAT(MergeRun(run), IsOk());
  // It was unpacked, to look at it.
  const std::string unpacked = path.substr(0, path.size() - 4);
  ASSERT_THAT(WriteFileAtomically(unpacked, *ReadCovers(path)), IsOk());
  EXPECT_EQ(MergeRun(run)->count, 4);
  std::filesystem::remove(path);
  EXPECT_EQ(MergeRun(run)->count, 4);
  EXPECT_THAT(CoversOfRun(run), SizeIs(4));
  ASSERT_THAT(WriteFileAtomically(unpacked, *ReadFile(unpacked) + "1\n"),
              IsOk());
  EXPECT_THAT(MergeRun(run),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr(unpacked)));
}

TEST(RunTest, ACoverThatWasFoundTwiceIsNoticed) {
  const Problem problem = Queens(6);
  // Not a partition, which the merge would say, too.
  const absl::StatusOr<RunFolder> run = RunFolder::Create(
      NewPath("twice"), problem, {.task = RunTask::kSolve}, {{{}, 1}, {{}, 1}});
  ASSERT_THAT(run, IsOk());
  ExpectFinished(*run);
  EXPECT_THAT(
      ForEachCoverOfRun(*run, [](absl::Span<const OptionId>) { return true; }),
      StatusIs(absl::StatusCode::kDataLoss, HasSubstr("found twice")));
}

// --- Certificates.

TEST(CertifiedRunTest, EveryUnitIsVerified) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const Dice dice(seed);
    const Problem problem =
        testing::RandomProblem(testing::RandomShape(dice), dice);
    SCOPED_TRACE(testing::ToNotation(problem));
    for (const RunTask task : {RunTask::kCount, RunTask::kSolve}) {
      const RunFolder run =
          NewRun("certified", problem, {.task = task, .has_certificates = true},
                 1 + dice(12));
      ExpectFinished(run);
      const absl::StatusOr<MergedRun> merged =
          MergeRun(run, {.recheck = 1, .verify = true});
      ASSERT_THAT(merged, IsOk());
      EXPECT_EQ(merged->count, AllCovers(problem).size());
      EXPECT_EQ(merged->verified, merged->units);
    }
  }
}

// The number of covers that one certificate of the whole run proves.
absl::StatusOr<Natural> CountByOneCertificate(const RunFolder& run) {
  std::string certificate;
  const absl::StatusOr<MergedRun> merged =
      MergeRun(run, {.certificate = [&](absl::string_view bytes) {
                 certificate.append(bytes.data(), bytes.size());
                 return true;
               }});
  if (!merged.ok()) return merged.status();
  const absl::StatusOr<CertificateFacts> facts =
      CheckCertificate(run.problem(), SourceOf(certificate));
  if (!facts.ok()) return facts.status();
  return facts->count;
}

TEST(CertifiedRunTest, CertificatesOfUnitsBecomeOneOfTheWhole) {
  size_t with_multiplicities = 0;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    const Dice dice(seed);
    const Problem problem =
        testing::RandomProblem(testing::RandomShape(dice), dice);
    SCOPED_TRACE(testing::ToNotation(problem));
    const RunFolder run =
        NewRun("merged", problem, {.has_certificates = true}, 1 + dice(12));
    ExpectFinished(run);
    const absl::StatusOr<Natural> count = CountByOneCertificate(run);
    ASSERT_THAT(count, IsOk());
    EXPECT_EQ(*count, AllCovers(problem).size());
    with_multiplicities += problem.has_multiplicities();
  }
  EXPECT_GT(with_multiplicities, 20u);
}

TEST(CertifiedRunTest, OneCertificateOfManyUnits) {
  const Problem dominoes = *make::MakeDominoes({.rows = 6, .columns = 6});
  for (const auto& [problem, covers] :
       {std::pair(Queens(8), 92), std::pair(dominoes, 6728)}) {
    const RunFolder run =
        NewRun("merged_many", problem, {.has_certificates = true}, 30);
    ExpectFinished(run);
    EXPECT_THAT(UnitsOf(run), SizeIs(Gt(20)));
    EXPECT_EQ(*CountByOneCertificate(run), covers);
  }
}

// A result that is one more than it was, and then what another unit has.
void ExpectNoneOfWrongOnes(const RunFolder& run, size_t covers) {
  const std::vector<NamedUnit> units = UnitsOf(run);
  UnitResult result = *run.ReadResult(units[2]);
  result.count += 1;
  ASSERT_THAT(run.WriteResult(units[2], result, {}), IsOk());
  EXPECT_THAT(
      CountByOneCertificate(run),
      StatusIs(absl::StatusCode::kDataLoss,
               HasSubstr(absl::StrCat("there are ", covers, " covers, and not ",
                                      covers + 1))));
  std::filesystem::copy_file(run.CertificatePath(units[4]),
                             run.CertificatePath(units[3]),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(
      CountByOneCertificate(run),
      StatusIs(absl::StatusCode::kDataLoss, HasSubstr("proves nothing: ")));
}

// Units part by options that are taken or not.
Problem WithMultiplicities() {
  return *make::MakeDomination({.size = 5, .pieces = 4});
}

TEST(CertifiedRunTest, OneCertificateOfUnitsThatPartByOptions) {
  const RunFolder run = NewRun("merged_options", WithMultiplicities(),
                               {.has_certificates = true}, 20);
  ExpectFinished(run);
  const std::vector<NamedUnit> units = UnitsOf(run);
  EXPECT_THAT(units, SizeIs(Gt(10)));
  const auto decides = [&units](Decision::Kind kind) {
    return absl::c_any_of(units, [kind](const NamedUnit& unit) {
      return absl::c_any_of(unit.unit, [kind](const Decision& decision) {
        return decision.kind == kind;
      });
    });
  };
  EXPECT_TRUE(decides(Decision::Kind::kTake));
  EXPECT_TRUE(decides(Decision::Kind::kExclude));
  const size_t covers = AllCovers(run.problem()).size();
  EXPECT_EQ(*CountByOneCertificate(run), covers);
  EXPECT_THAT(MergeRun(run, {.verify = true}), IsOk());
  ExpectNoneOfWrongOnes(run, covers);
}

// Of units that were not made by SplitUnit().
RunFolder RunOf(const std::string& name, const Problem& problem,
                const std::vector<const char*>& texts) {
  std::vector<SizedUnit> units;
  for (const char* text : texts) {
    units.push_back({*ParseUnit(text, problem), 1});
  }
  return *RunFolder::Create(NewPath(name), problem, {.has_certificates = true},
                            units);
}

// Decisions by hand: in any order, with those that are made twice, and with
// what cannot be left out.
TEST(CertifiedRunTest, OneCertificateOfAnyUnits) {
  const Problem problem =
      ProblemFromNotation("2|a 0:2|b c 0:1|d\na b\na d\na c\nc d\nb\nb c\n");
  const struct {
    std::vector<const char*> units;
    const char* complaint;
  } cases[] = {
      {{""}, ""},
      {{"+0", "-0"}, ""},
      {{"-4 +2", "-4 -2", "+4 +1", "+4 -1"}, ""},
      {{"2:2 +0", "2:2 -0", "2:3", "2:5 +0"}, ""},
      {{"+0 +0 2:2", "+0 +0 2:3", "+0 +0 2:5", "-0"}, ""},
      {{"-0 +1 +2", "+0 -0", "+0 +0 +5", "+0 +0 -5"}, ""},
      {{"+0"}, "no unit has the covers that agree with -0"},
      {{"2:3", "2:5 +0"}, "no unit has the covers that agree with 2:2"},
  };
  for (const auto& [texts, complaint] : cases) {
    SCOPED_TRACE(texts.back());
    const RunFolder run = RunOf("merged_by_hand", problem, texts);
    ExpectFinished(run);
    const absl::StatusOr<Natural> count = CountByOneCertificate(run);
    if (*complaint == '\0') {
      ASSERT_THAT(count, IsOk());
      EXPECT_EQ(*count, AllCovers(problem).size());
    } else {
      EXPECT_THAT(count,
                  StatusIs(absl::StatusCode::kDataLoss, HasSubstr(complaint)));
    }
  }
  // Without multiplicities there is no record for that.
  const RunFolder run = RunOf("merged_once", Queens(4), {"+0", "-0"});
  ExpectFinished(run);
  EXPECT_THAT(MergeRun(run, {.verify = true}), IsOk());
  EXPECT_THAT(CountByOneCertificate(run),
              StatusIs(absl::StatusCode::kUnimplemented,
                       HasSubstr("cannot be merged")));
}

// What a unit leaves may have no multiplicities, or only smaller options.
TEST(CertifiedRunTest, RecordsOfUnitsAreThoseOfTheWhole) {
  std::string giant = "3|n";
  std::string options = "n";
  for (char item = 'a'; item <= 'i'; ++item) {
    absl::StrAppend(&giant, " 1:3|", std::string(1, item));
    absl::StrAppend(&options, " ", std::string(1, item));
  }
  absl::StrAppend(&giant, "\n", options, "\n");
  for (int i = 0; i < 9; ++i) {
    absl::StrAppend(&giant, "n ", std::string(1, static_cast<char>('a' + i)),
                    " ", std::string(1, static_cast<char>('a' + (i + 1) % 9)),
                    "\n");
  }
  const struct {
    std::string problem;
    std::vector<const char*> units;
  } cases[] = {
      {"2|a b c d\na\na b\nc\nb c\nc d\nb d\nd\na d\na c\n",
       {"+0", "-0 +1", "-0 -1"}},
      {giant, {"-0", "+0 +1", "+0 -1"}},
  };
  for (const auto& [text, units] : cases) {
    const Problem problem = ProblemFromNotation(text);
    for (const EngineKind engine :
         {EngineKind::kDancingLinks, EngineKind::kLayers, EngineKind::kNogoods,
          EngineKind::kMemoCounter}) {
      SCOPED_TRACE(EngineName(engine));
      const RunFolder run = RunOf("merged_records", problem, units);
      ExpectFinished(run, {.engine = engine});
      const absl::StatusOr<Natural> count = CountByOneCertificate(run);
      ASSERT_THAT(count, IsOk()) << text;
      EXPECT_EQ(*count, AllCovers(problem).size());
      EXPECT_THAT(MergeRun(run, {.verify = true}), IsOk());
    }
  }
}

// A search that looks for symmetries has waited long for this clock.
absl::Duration SlowClock() {
  static absl::Duration now;
  return now += absl::Seconds(1);
}

TEST(CertifiedRunTest, ImagesOfUnitsBecomeImagesOfTheWhole) {
  const Problem dominoes = *make::MakeDominoes({.rows = 6, .columns = 6});
  const RunFolder run =
      NewRun("merged_images", dominoes, {.has_certificates = true}, 3);
  ExpectFinished(run);
  for (const NamedUnit& unit : UnitsOf(run)) {
    std::ofstream file(run.CertificatePath(unit), std::ios::binary);
    const internal::Reduction rest = RestrictToUnit(dominoes, unit.unit);
    ASSERT_THAT(internal::CountWithCertificate(
                    rest.problem(),
                    [&file](absl::string_view bytes) {
                      return static_cast<bool>(file << bytes);
                    },
                    {.engine = EngineKind::kBitSets}, CertificateForm::kAny,
                    &SlowClock),
                IsOk());
  }
  std::string certificate;
  ASSERT_THAT(MergeRun(run, {.certificate =
                                 [&](absl::string_view bytes) {
                                   certificate.append(bytes.data(),
                                                      bytes.size());
                                   return true;
                                 }}),
              IsOk());
  int images = 0;
  const absl::StatusOr<CertificateFacts> facts = CheckCertificate(
      dominoes, SourceOf(certificate), {}, [&images](RecordPart part, int64_t) {
        images += part == RecordPart::kImage;
      });
  ASSERT_THAT(facts, IsOk());
  EXPECT_EQ(facts->count, 6728);
  EXPECT_GT(images, 0);
}

TEST(CertifiedRunTest, OneCertificateThatCannotBeWrittenIsAnError) {
  const RunFolder run =
      NewRun("merged_nowhere", Queens(6), {.has_certificates = true}, 10);
  ExpectFinished(run);
  EXPECT_THAT(
      MergeRun(run, {.certificate = [](absl::string_view) { return false; }}),
      StatusIs(absl::StatusCode::kUnavailable, HasSubstr("written")));
  Interrupter interrupter;
  interrupter.Request();
  EXPECT_THAT(
      MergeRun(run, {.certificate = [](absl::string_view) { return true; },
                     .interrupter = &interrupter}),
      StatusIs(absl::StatusCode::kCancelled, HasSubstr("stopped")));
}

// Certificates of units may ask for more than there is.
TEST(CertifiedRunTest, LimitsHoldWithinAUnit) {
  const RunFolder run =
      NewRun("merged_limits", Queens(8), {.has_certificates = true}, 10);
  ExpectFinished(run);
  const NamedUnit unit = UnitsOf(run)[0];
  const Problem rest = RestrictToUnit(run.problem(), unit.unit).problem();
  EXPECT_THAT(CheckUnit(run, unit, rest, {.must_stop = [] { return true; }}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("stopped")));
  const std::string too_little = "--memory gives it more";
  EXPECT_THAT(
      CheckUnit(run, unit, rest, {.memory = 0}),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr(too_little)));
  EXPECT_THAT(
      MergeRun(run, {.verify = true, .memory = 0}),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr(too_little)));
  EXPECT_THAT(
      WorkOnRun(run, {.redo_damaged = true, .memory_limit = 0}),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr(too_little)));
}

TEST(CertifiedRunTest, AMergeEndsInTime) {
  const RunFolder run =
      NewRun("merged_in_time", Queens(6), {.has_certificates = true}, 10);
  ExpectFinished(run);
  for (MergeOptions options :
       {MergeOptions{}, {.recheck = 1}, {.verify = true}}) {
    EXPECT_THAT(MergeRun(run, options), IsOk());
    options.time = absl::ZeroDuration();
    EXPECT_THAT(MergeRun(run, options),
                StatusIs(absl::StatusCode::kCancelled, HasSubstr("stopped")));
  }
  const absl::StatusOr<WorkReport> report =
      WorkOnRun(run, {.redo_damaged = true, .time = absl::ZeroDuration()});
  ASSERT_THAT(report, IsOk());
  EXPECT_FALSE(report->is_finished);
}

TEST(CertifiedRunTest, OneCertificateIsNotMadeOfWrongOnes) {
  const RunFolder run =
      NewRun("merged_damage", Queens(6), {.has_certificates = true}, 10);
  ExpectFinished(run);
  EXPECT_EQ(*CountByOneCertificate(run), 4);
  ExpectNoneOfWrongOnes(run, 4);
}

TEST(CertifiedRunTest, UnitsThatAreSplitAre) {
  const RunFolder run =
      NewRun("certified_split", Queens(8), {.has_certificates = true}, 1);
  ExpectFinished(run,
                 {.threads = 2, .slice = absl::Nanoseconds(1), .parts = 8});
  EXPECT_THAT(UnitsOf(run), SizeIs(Gt(8)));
  EXPECT_EQ(MergeRun(run, {.verify = true})->count, 92);
  // Searches that were given up have left nothing.
  const auto names = NamesIn(run.path() + "/results");
  ASSERT_THAT(names, IsOk());
  for (const std::string& name : *names) {
    if (absl::EndsWith(name, ".certificate")) {
      const std::string result = absl::StrReplaceAll(
          run.path() + "/results/" + name, {{".certificate", ".json"}});
      EXPECT_TRUE(std::filesystem::exists(result)) << name;
    }
  }
}

TEST(CertifiedRunTest, DamageIsNoticed) {
  const RunFolder run =
      NewRun("certified_damage", Queens(6), {.has_certificates = true}, 10);
  ExpectFinished(run);
  const std::vector<NamedUnit> units = UnitsOf(run);
  const std::string path = run.CertificatePath(units[3]);
  const std::string whole = *ReadFile(path);
  const auto expect_refused = [&run](const std::string& complaint) {
    EXPECT_THAT(MergeRun(run, {.verify = true}),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr(complaint)));
    // Nothing has looked yet.
    EXPECT_EQ(MergeRun(run)->count, 4);
  };
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 4);
    ASSERT_THAT(WriteFileAtomically(path, changed), IsOk());
    expect_refused(absl::StrCat("\"", path, "\" proves nothing: "));
  }
  for (size_t size = 0; size < whole.size(); ++size) {
    ASSERT_THAT(WriteFileAtomically(path, whole.substr(0, size)), IsOk());
    expect_refused(absl::StrCat("\"", path, "\" proves nothing: "));
  }
  // That of another unit.
  ASSERT_THAT(
      WriteFileAtomically(path, *ReadFile(run.CertificatePath(units[4]))),
      IsOk());
  expect_refused("proves nothing");
  std::filesystem::remove(path);
  expect_refused(absl::StrCat("cannot read \"", path, "\""));
  ASSERT_THAT(WriteFileAtomically(path, whole), IsOk());
  EXPECT_EQ(MergeRun(run, {.verify = true})->count, 4);
}

TEST(CertifiedRunTest, WhatIsDamagedIsDoneAgain) {
  const RunFolder run =
      NewRun("certified_redo", Queens(6), {.has_certificates = true}, 10);
  ExpectFinished(run);
  const std::vector<NamedUnit> units = UnitsOf(run);
  EXPECT_EQ(DamagedUnits(run, true, {})->size(), 0u);
  std::filesystem::resize_file(run.CertificatePath(units[1]), 9);
  std::filesystem::remove(run.CertificatePath(units[2]));
  std::filesystem::resize_file(
      absl::StrCat(run.path(), "/results/", units[4].name, ".json"), 0);
  EXPECT_EQ(DamagedUnits(run, true, {})->size(), 3u);
  EXPECT_EQ(DamagedUnits(run, false, {})->size(), 1u);
  ASSERT_THAT(WorkOnRun(run, {.unit = units[1].name, .redo_damaged = true}),
              IsOk());
  EXPECT_EQ(DamagedUnits(run, true, {})->size(), 2u);
  const absl::StatusOr<WorkReport> report =
      WorkOnRun(run, {.redo_damaged = true});
  ASSERT_THAT(report, IsOk());
  EXPECT_EQ(report->units_done, 2u);
  EXPECT_THAT(MergeRun(run, {.verify = true}), IsOk());
}

TEST(CertifiedRunTest, AWrongResultIsFound) {
  const RunFolder run =
      NewRun("certified_wrong", Queens(6), {.has_certificates = true}, 10);
  ExpectFinished(run);
  const NamedUnit unit = UnitsOf(run).front();
  UnitResult result = *run.ReadResult(unit);
  result.count += 1;
  ASSERT_THAT(run.WriteResult(unit, result, {}), IsOk());
  EXPECT_THAT(
      MergeRun(run, {.verify = true}),
      StatusIs(absl::StatusCode::kDataLoss,
               AllOf(HasSubstr("unit 0 has "), HasSubstr(" proves, and not"))));
}

TEST(CertifiedRunTest, ThereIsNotACertificateOfEverything) {
  for (const RunTask task : {RunTask::kFirst, RunTask::kBest}) {
    EXPECT_THAT(
        RunFolder::Create(NewPath("certified_task"), Queens(4),
                          {.task = task, .has_certificates = true}, {{}}),
        StatusIs(absl::StatusCode::kInvalidArgument,
                 HasSubstr("a certificate says how many")));
  }
  const RunFolder run = NewRun("without", Queens(4), {}, 2);
  ExpectFinished(run);
  EXPECT_THAT(MergeRun(run, {.verify = true}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("not planned with certificates")));
}

TEST(RunTest, AWrongResultIsFoundByRechecking) {
  const RunFolder run = NewRun("wrong", Queens(6), {}, 10);
  ExpectFinished(run);
  const NamedUnit unit = UnitsOf(run).front();
  UnitResult result = *run.ReadResult(unit);
  result.count += 1;
  ASSERT_THAT(run.WriteResult(unit, result, {}), IsOk());
  EXPECT_EQ(MergeRun(run)->count, 5);
  EXPECT_THAT(MergeRun(run, {.recheck = 1}),
              StatusIs(absl::StatusCode::kDataLoss,
                       HasSubstr("unit 0 has another result")));
}

TEST(RunTest, UnitsThatAreNotTheWholeAreNotMerged) {
  const Problem problem = Queens(6);
  std::vector<SizedUnit> units = SplitUnit(problem, {}, {.units = 10});
  units.pop_back();
  const absl::StatusOr<RunFolder> run =
      RunFolder::Create(NewPath("part"), problem, {}, units);
  ASSERT_THAT(run, IsOk());
  ExpectFinished(*run);
  EXPECT_THAT(MergeRun(*run), StatusIs(absl::StatusCode::kDataLoss,
                                       HasSubstr("no unit has the covers")));
}

TEST(RunTest, WhatIsThereIsNotReplaced) {
  const RunFolder run = NewRun("there", Queens(4), {}, 2);
  EXPECT_THAT(RunFolder::Create(run.path(), Queens(4), {}, {{}}),
              StatusIs(absl::StatusCode::kAlreadyExists,
                       HasSubstr("there is something called")));
  EXPECT_THAT(RunFolder::Create("/not/there/run", Queens(4), {}, {{}}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/not/there")));
  EXPECT_THAT(RunFolder::Open(::testing::TempDir()),
              StatusIs(absl::StatusCode::kNotFound,
                       HasSubstr("is not the folder of a run")));
}

TEST(RunTest, StatusTellsHowFarItIs) {
  const RunFolder run = NewRun("status", Queens(8), {}, 20);
  absl::StatusOr<RunStatus> status = StatusOfRun(run);
  ASSERT_THAT(status, IsOk());
  EXPECT_EQ(status->done, 0);
  EXPECT_EQ(status->fraction_done, 0);
  ExpectFinished(run, {.shards = 2});
  status = StatusOfRun(run);
  EXPECT_GE(status->done, 10);
  EXPECT_GT(status->fraction_done, 0);
  EXPECT_LE(status->seconds_left_low, status->seconds_left);
  EXPECT_LE(status->seconds_left, status->seconds_left_high);
  ExpectFinished(run);
  status = StatusOfRun(run);
  EXPECT_EQ(status->done, status->units);
  EXPECT_EQ(status->fraction_done, 1);
  EXPECT_EQ(status->count, 92);
  EXPECT_EQ(status->seconds_left, 0);
  EXPECT_THAT(status->claimed, IsEmpty());
  EXPECT_THAT(status->damaged, IsEmpty());
}

}  // namespace
}  // namespace dlx::units
