#ifndef DLX_SCHEDULE_PARTS_ENGINE_H_
#define DLX_SCHEDULE_PARTS_ENGINE_H_

// What the engines of parts have in common: engines for the parts, which are
// made when it is their turn and dropped when they are done; turns; and sums.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/schedule/parts.h"
#include "dlx/schedule/race.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx::internal::parts {

// What an engine of parts and its twins share.
struct Plan {
  SplitProblem split;
  Task task;
  SearchOptions options;
  bool is_reckoned;
};

// A part of the tree of an engine of a part, and what engine that is: another
// runner may have chosen another one.
struct BranchOfPart {
  std::unique_ptr<Engine::Branch> tree;
  const EngineRow* row;
  Branching branching;
  bool by_symmetry;
};

// A part at work.
class PartRunner {
 public:
  // `weight` is what part of the whole work it seems to be.
  PartRunner(const Plan& plan, const Part& part, double weight)
      : plan_(&plan), part_(&part), weight_(weight) {}

  const Part& part() const { return *part_; }
  const Reduction& rest() const { return part_->rest; }
  double weight() const { return weight_; }

  // The engine, which is made if there is none, for so much memory and so many
  // threads.
  Engine& engine(size_t memory, int threads);
  // Null if there is none, or it has not begun.
  Engine* engine() { return is_stale_ ? nullptr : engine_.get(); }
  const Engine* engine() const { return is_stale_ ? nullptr : engine_.get(); }
  // There is no need of the engine any more.
  void Drop();
  // The engine, if there is one, starts over.
  void Rerun();

  uint64_t nodes() const {
    return dropped_.nodes + (engine() == nullptr ? 0 : engine()->nodes());
  }
  void AddStatistics(Statistics& sum) const;
  void ForgetStatistics() { dropped_ = Statistics(); }
  // Nothing has been done. The engine starts over when it is its turn.
  void StartAfresh() {
    is_closed = false;
    is_stale_ = engine_ != nullptr;
    ForgetStatistics();
  }
  // How long it has run, in nanoseconds, as estimated from what it did.
  RaceTime time() const;

  // The engine is a race.
  bool is_race() const { return race_ != nullptr; }
  // A search for the first cover: lets other engines try, too, if it has found
  // none for a while.
  void MayRace();
  // A race is clear, and its favourite can share its tree.
  bool MayShareTree() const {
    return race_->IsClear() && race_->MayShareTree();
  }
  // If it is a race, goes on with the engine that is ahead, and returns what
  // that has counted.
  Natural EndRace();
  // Leaves a part of its tree to a runner of the same part in another thread.
  // Null if its engine has nothing to spare.
  std::unique_ptr<BranchOfPart> GiveAway();
  // Starts there, with an engine of the kind that gave it away.
  void StartAt(const BranchOfPart& branch, size_t memory);
  double fraction_done() const {
    if (is_closed) return 1;
    return engine() == nullptr ? 0 : engine()->FractionDone();
  }

  // It takes no more turns.
  bool is_closed = false;

 private:
  void GoOnWith(std::unique_ptr<RaceEngine> race);
  void SetOptions(size_t memory);

  const Plan* plan_;
  const Part* part_;
  double weight_;
  std::unique_ptr<Engine> engine_ = nullptr;
  const EngineRow* row_ = nullptr;  // Its row, if it is not a race,
  bool by_symmetry_ = false;        // and see MakeEngine().
  RaceEngine* race_ = nullptr;      // The same engine, if it is one.
  SearchOptions options_ = {};      // That it was made with.
  bool is_stale_ = false;           // It stands where it stood before.
  Statistics dropped_ = {};         // What earlier engines did.
};

class PartsEngine : public Engine {
 public:
  void UseThreads(int threads) override { threads_ = threads; }
  void SetMemoryLimit(size_t bytes) override;
  size_t LeastMemoryLimit() const override;
  std::vector<PathStep> Path() const override;

 protected:
  // A runner for each part, or for each model only; the smallest one first.
  PartsEngine(std::shared_ptr<const Plan> plan, bool only_models);

  const Plan& plan() const { return *plan_; }
  const std::shared_ptr<const Plan>& shared_plan() const { return plan_; }
  std::vector<PartRunner>& runners() { return runners_; }
  const std::vector<PartRunner>& runners() const { return runners_; }

  // The next runner whose turn it is, of those that are not closed; nothing if
  // all are. `pause_at`, a node of this engine, becomes the one of the runner's
  // at which its turn ends, or before.
  PartRunner* NextTurn(uint64_t& pause_at);
  // All have their turns as from the start.
  void BeginTurns();
  int threads() const { return threads_; }

  // Lets the runner's engine do something until that node of this engine, and
  // adds up the nodes. `run` is called with the engine and the node of its own.
  template <typename Do>
  Step Run(PartRunner& runner, uint64_t pause_at, Do run) {
    const uint64_t before = runner.nodes();
    Engine& engine = EngineOf(runner);
    const uint64_t left = pause_at - std::min(pause_at, nodes());
    const uint64_t at = engine.nodes();
    const Step step =
        run(engine, left > kUnlimited - at ? kUnlimited : at + left);
    statistics_.nodes += runner.nodes() - before;
    return step;
  }
  Engine& EngineOf(PartRunner& runner);
  // Its engine starts over.
  void Rerun(PartRunner& runner);
  // The winner goes on alone. What others did is no longer told.
  Natural EndRace(PartRunner& runner);
  // Drops its engine, and its memory is for the others.
  void Close(PartRunner& runner);

  // Nothing has been done: all runners are open, and their engines, as far as
  // there are any, at their start.
  void StartAfresh();
  // The same, but all runners are closed, and have no engine but for this one.
  // Its engine starts at the branch.
  void StartRunnerAt(PartRunner& runner, const BranchOfPart& branch);
  // How much of their work the runners have done, all together.
  double WeightedFraction() const;

  void UpdateNodesByDepth() const override;

 private:
  size_t MemoryOfEach() const;
  void ShareMemory();

  const std::shared_ptr<const Plan> plan_;
  std::vector<PartRunner> runners_;
  size_t memory_limit_;
  int threads_ = 1;
  std::vector<PartRunner*> open_;
  size_t next_ = 0;            // Whose turn it is, of those that are open.
  RaceTime turn_ends_at_ = 0;  // Of each runner's time.
  size_t shared_among_ = 0;    // Between how many runners memory was divided.
};

std::unique_ptr<Engine> MakeCounter(std::shared_ptr<const Plan> plan);
std::unique_ptr<Engine> MakeLister(std::shared_ptr<const Plan> plan);
// See FindPartWithoutCover().
std::optional<size_t> FindEmptyPart(std::shared_ptr<const Plan> plan,
                                    absl::FunctionRef<bool()> may_go_on);
std::unique_ptr<Engine> MakeOptimizer(std::shared_ptr<const Plan> plan);

}  // namespace dlx::internal::parts

#endif  // DLX_SCHEDULE_PARTS_ENGINE_H_
