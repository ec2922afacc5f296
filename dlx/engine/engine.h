#ifndef DLX_ENGINE_ENGINE_H_
#define DLX_ENGINE_ENGINE_H_

// The interface between an engine and what drives it (dlx/schedule). Engines
// know nothing of clocks, limits or interruption: they run until a certain node
// and pause there. So the only virtual calls are one for each solution and one
// for each pause.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/statistics.h"

namespace dlx::internal {

class Engine {
 public:
  enum class Step {
    kSolution,   // solution() is the next cover.
    kExhausted,  // There are no more covers.
    kPaused,     // pause_at was reached; call again to go on.
  };

  virtual ~Engine() = default;

  // Starts over, looking for the covers that contain the givens. Zeroes the
  // statistics. REQUIRES: the ids are options of the problem.
  virtual void Restart(absl::Span<const OptionId> givens) = 0;

  // Goes on to the next solution, or until nodes() is pause_at or a little
  // more.
  virtual Step FindNext(uint64_t pause_at) = 0;

  // Goes on like FindNext with this engine and another one of the same kind for
  // the same problem, at the same time if it can, until one of them has come to
  // a step.
  struct Turn {
    const Engine* engine;
    Step step;
  };
  virtual Turn FindNextOfTwo(Engine& other, uint64_t pause_at,
                             uint64_t other_pause_at) {
    static_cast<void>(other);
    static_cast<void>(other_pause_at);
    return {this, FindNext(pause_at)};
  }

  // Another engine for the same problem, at its start, that shares with this
  // one what does not change. Null if there would be nothing to share.
  virtual std::unique_ptr<Engine> Twin() const { return nullptr; }

  // Goes on like FindNext, but only adds the number of solutions to *count.
  // Never returns kSolution. Here, it finds them one by one.
  virtual Step Count(uint64_t pause_at, Natural* count) {
    for (;;) {
      const Step step = FindNext(pause_at);
      if (step != Step::kSolution) return step;
      ++*count;
    }
  }

  // The options of the solution found last.
  virtual absl::Span<const OptionId> solution() const = 0;

  // Moves them into `to`, without a copy if it can. Then solution() is
  // undefined until the next one.
  virtual void TakeSolution(std::vector<OptionId>& to) {
    const absl::Span<const OptionId> options = solution();
    to.assign(options.begin(), options.end());
  }

  // From now on, finds no covers that cost as much as `cost` or more. May be
  // called for an engine that was made for Task::kBest.
  virtual void SetCostCeiling(int64_t cost) = 0;

  // See Progress::fraction_done. What was given away is not done before the
  // end.
  virtual double FractionDone() const = 0;

  // The same for forecasts: the best estimate as of now, whatever was said
  // before. May go up and down.
  virtual double ExpectedPart() const { return FractionDone(); }

  // See Progress::path.
  virtual std::vector<PathStep> Path() const { return {}; }

  // See Progress::layers.
  virtual std::optional<LayerProgress> Layers() const { return std::nullopt; }

  // From now on, Count() may run this many threads at a time, the calling one
  // included. Engines without a use for them ignore it. REQUIRES: it has done
  // nothing since it was made or restarted.
  virtual void UseThreads(int) {}

  // From now on it may use `bytes` bytes to remember things, more or less than
  // SearchOptions::memory_limit. Engines that remember nothing ignore it.
  // REQUIRES: it has paused, and `bytes` is at least LeastMemoryLimit().
  virtual void SetMemoryLimit(size_t bytes) { static_cast<void>(bytes); }
  // The smallest limit that has room for what it remembers by now.
  virtual size_t LeastMemoryLimit() const { return 0; }
  // Whether it does the same work many times because the limit was too small,
  // and would do so with a larger one from now on, too.
  virtual bool LacksMemory() const { return false; }

  // No cover that is still to be found costs less; kNothingToFind if there is
  // none. May be called for an engine that was made for Task::kBest.
  virtual int64_t LowerBound() const { return kNoLowerBound; }
  static constexpr int64_t kNoLowerBound = std::numeric_limits<int64_t>::min();
  static constexpr int64_t kNothingToFind = std::numeric_limits<int64_t>::max();

  // A part of the tree that an engine has left to others.
  class Branch {
   public:
    virtual ~Branch() = default;
    // How much it was of the tree that the giver started with, by the measure
    // of FractionDone().
    double part = 0;
    // No cover in it costs less.
    int64_t lower_bound = kNoLowerBound;
  };

  // Leaves a part of what is still to be searched, the nearer to the root the
  // better, to another engine. All covers in it come after those that remain
  // here. Null if there is nothing to spare, or the engine cannot share.
  // REQUIRES: it has paused.
  virtual std::unique_ptr<Branch> GiveAway() { return nullptr; }

  // Starts over where another engine has left off: one that was made of the
  // same problem and options, and last restarted with the same givens.
  // Statistics start from nothing, for the root belongs to the other engine; so
  // the sum of both is that of one engine that did all.
  virtual void StartAt(const Branch&) { std::abort(); }

  // The work done so far. nodes() alone is quicker.
  const Statistics& statistics() const {
    UpdateNodesByDepth();
    return statistics_;
  }
  uint64_t nodes() const { return statistics_.nodes; }

 protected:
  // Engines that count by depth elsewhere bring statistics_.nodes_by_depth up
  // to date here, when it is read: a search that is over in a microsecond has
  // no time for more.
  virtual void UpdateNodesByDepth() const {}

  // The root is the only node so far.
  void ResetStatistics() {
    statistics_.nodes = 1;
    statistics_.updates = 0;
    statistics_.nodes_by_depth.assign(1, 1);
  }

  // Counts nodes that were reached by `depth` choices.
  void CountNodes(size_t depth, uint64_t count) {
    statistics_.nodes += count;
    std::vector<uint64_t>& by_depth = statistics_.nodes_by_depth;
    if (depth >= by_depth.size()) by_depth.resize(depth + 1);
    by_depth[depth] += count;
  }

  mutable Statistics statistics_;
};

}  // namespace dlx::internal

#endif  // DLX_ENGINE_ENGINE_H_
