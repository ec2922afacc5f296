// A worker by itself, and with another one.

#include "dlx/schedule/crew/worker.h"

#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/schedule/best_covers.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/cover_batch.h"
#include "dlx/schedule/crew/work_list.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::EndlessProblem;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::QueensProblem;
using ::testing::AllOf;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Lt;
using ::testing::Not;

// A list, and what makes workers for it.
class WorkerTest : public ::testing::Test {
 protected:
  void SetUpJob(Problem problem, Task task, bool only_counts) {
    problem_ = std::make_unique<Problem>(std::move(problem));
    job_ =
        std::make_unique<Job>(Job{.problem = *problem_,
                                  .task = task,
                                  .options = options_,
                                  .engine = &FindRow(EngineKind::kDancingLinks),
                                  .only_counts = only_counts});
    watch_ = std::make_unique<LimitWatch>(options_.limits);
    list_ = std::make_unique<WorkList>(*watch_);
  }
  std::unique_ptr<Engine> NewEngine() const {
    return MakeEngine(*job_->engine, *problem_, job_->task, options_);
  }
  Worker NewWorker() { return Worker(*job_, *watch_, *list_); }
  void DoAll(Worker& worker) {
    while (worker.DoSlice()) {
      ASSERT_EQ(list_->CheckInvariants(), "");
    }
  }
  uint64_t NodesOfOneSearch() const {
    return CountSolutions(*problem_, {.engine = EngineKind::kDancingLinks})
        ->summary.statistics.nodes;
  }

  SearchOptions options_;
  std::unique_ptr<Problem> problem_;
  std::unique_ptr<Job> job_;
  std::unique_ptr<LimitWatch> watch_;
  std::unique_ptr<WorkList> list_;
};

TEST_F(WorkerTest, AloneDoesAllTheWork) {
  SetUpJob(QueensProblem(8), Task::kCount, /*only_counts=*/true);
  Worker worker = NewWorker();
  worker.BeginWith(NewEngine(), 0);
  DoAll(worker);
  EXPECT_EQ(list_->progress().solutions, 92);
  EXPECT_EQ(list_->progress().fraction_done, 1);
  EXPECT_EQ(worker.statistics().nodes, NodesOfOneSearch());
  EXPECT_EQ(list_->progress().nodes, NodesOfOneSearch());
}

TEST_F(WorkerTest, GoesOnWhereAnEngineStands) {
  SetUpJob(QueensProblem(8), Task::kCount, /*only_counts=*/true);
  std::unique_ptr<Engine> engine = NewEngine();
  Natural counted = 0;
  ASSERT_EQ(engine->Count(/*pause_at=*/300, &counted), Engine::Step::kPaused);
  ASSERT_GT(counted, 0);
  Worker worker = NewWorker();
  worker.BeginWith(std::move(engine), counted);
  DoAll(worker);
  EXPECT_EQ(list_->progress().solutions, 92);
  EXPECT_EQ(worker.statistics().nodes, NodesOfOneSearch());
}

TEST_F(WorkerTest, DeliversEveryCover) {
  SetUpJob(QueensProblem(6), Task::kEnumerate, /*only_counts=*/false);
  Worker worker = NewWorker();
  worker.BeginWith(NewEngine(), 0);
  DoAll(worker);
  CoverBatch covers;
  size_t count = 0;
  while (list_->Wait(absl::ZeroDuration(), covers) ==
         WorkList::Event::kCovers) {
    count += covers.size();
    for (size_t i = 0; i < covers.size(); ++i) EXPECT_EQ(covers[i].size(), 6);
  }
  EXPECT_EQ(count, 4);
}

TEST_F(WorkerTest, KeepsTheBest) {
  SetUpJob(ProblemFromNotation("a b\na |5\na |2\nb |4\nb |1\na b |7\n"),
           Task::kBest, /*only_counts=*/false);
  BestCovers best(2);
  job_->best = &best;
  Worker worker = NewWorker();
  worker.BeginWith(NewEngine(), 0);
  DoAll(worker);
  const std::vector<CostedCover> covers = best.covers();
  ASSERT_EQ(covers.size(), 2);
  EXPECT_EQ(covers[0].cost, 3);
  EXPECT_EQ(covers[1].cost, 6);
}

TEST_F(WorkerTest, LeavesPartsToAnotherOne) {
  SetUpJob(QueensProblem(8), Task::kCount, /*only_counts=*/true);
  job_->nodes_to_part = 50;
  Worker first = NewWorker();
  Worker second = NewWorker();
  first.BeginWith(NewEngine(), 0);
  ASSERT_TRUE(first.DoSlice());
  std::thread thread([&] {
    second.EquipLike(first);
    while (second.DoSlice()) {
    }
  });
  while (first.DoSlice()) {
  }
  thread.join();
  EXPECT_EQ(list_->CheckInvariants(), "");
  EXPECT_EQ(list_->progress().solutions, 92);
  Statistics sum = first.statistics();
  sum.Add(second.statistics());
  EXPECT_EQ(sum.nodes, NodesOfOneSearch());
}

TEST_F(WorkerTest, StopsAtTheLimit) {
  options_.limits.nodes = 100;
  SetUpJob(EndlessProblem(), Task::kCount, /*only_counts=*/true);
  Worker worker = NewWorker();
  worker.BeginWith(NewEngine(), 0);
  DoAll(worker);
  EXPECT_EQ(list_->outcome(), Outcome::kNodeLimit);
  // Leaves are counted together.
  EXPECT_THAT(worker.statistics().nodes, AllOf(Ge(100), Lt(150)));
}

TEST_F(WorkerTest, TellsWhereItStandsIfAnybodyWantsToKnow) {
  for (const bool is_wanted : {false, true}) {
    if (is_wanted) options_.on_progress = [](const Progress&) {};
    SetUpJob(EndlessProblem(), Task::kCount, /*only_counts=*/true);
    Worker worker = NewWorker();
    worker.BeginWith(NewEngine(), 0);
    ASSERT_TRUE(worker.DoSlice());
    ASSERT_TRUE(worker.DoSlice());
    if (is_wanted) {
      EXPECT_THAT(list_->progress().path, Not(IsEmpty()));
    } else {
      EXPECT_THAT(list_->progress().path, IsEmpty());
    }
    worker.Abandon();
  }
}

// Each slice takes two milliseconds at the least, whatever it does.
TEST_F(WorkerTest, DoesNotPauseAllTheTimeIfPausesTakeLong) {
  SetUpJob(QueensProblem(10), Task::kCount, /*only_counts=*/true);
  job_->engine = &FindRow(EngineKind::kMemoCounter);
  static absl::Duration now;
  now = absl::ZeroDuration();
  const LimitWatch watch(options_.limits,
                         [] { return now += absl::Milliseconds(2); });
  WorkList list(watch);
  Worker worker(*job_, watch, list);
  worker.BeginWith(NewEngine(), 0);
  int slices = 0;
  while (worker.DoSlice()) ++slices;
  EXPECT_EQ(list.progress().solutions, 724);
  EXPECT_LT(slices, 30);
}

TEST_F(WorkerTest, NobodyWaitsForOneThatGivesUp) {
  SetUpJob(EndlessProblem(), Task::kCount, /*only_counts=*/true);
  Worker worker = NewWorker();
  worker.BeginWith(NewEngine(), 0);
  ASSERT_TRUE(worker.DoSlice());
  list_->Stop(Outcome::kInterrupted);
  worker.Abandon();
  EXPECT_EQ(list_->CheckInvariants(), "");
  CoverBatch covers;
  EXPECT_EQ(list_->Wait(absl::InfiniteDuration(), covers),
            WorkList::Event::kEnd);
  worker.Abandon();  // There is nothing any more.
  EXPECT_FALSE(worker.DoSlice());
}

}  // namespace
}  // namespace dlx::internal
