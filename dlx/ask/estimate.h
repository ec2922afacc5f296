#ifndef DLX_ASK_ESTIMATE_H_
#define DLX_ASK_ESTIMATE_H_

// How many covers are there, and how large is the search tree? An estimate, in
// seconds, where a search would take years.
//
// Example:
//
//   absl::StatusOr<dlx::Estimate> estimate = dlx::EstimateSearch(
//       problem, {.limits = {.time = absl::Seconds(10)}});
//   if (!estimate.ok()) return estimate.status();
//   std::cout << estimate->covers.value << " covers, with 95% certainty "
//             << estimate->covers.low << " to " << estimate->covers.high;
//
// The idea is Knuth's ("Estimating the efficiency of backtrack programs",
// Mathematics of Computation 29, 1975). A *probe* goes down the tree, from the
// root to a leaf, and takes one child of each node at random. If it has passed
// nodes with b1, b2, ..., bk children, then b1 * b2 * ... * bk is an estimate
// of the number of nodes at depth k, and of the number of covers if it ends in
// one (of 0 covers, if not). Both are right on average, in whatever way
// children are chosen, if one divides by the probability of each choice rather
// than multiplies by the number of children; how many probes are needed depends
// on how much they differ from each other.
//
// Four things make them differ less, or come faster:
//
//   * Each node branches on an item with the fewest options left, as the
//     engines do. It is this that makes the estimates good: forced moves are no
//     choices, and on the blank 9x9 Sudoku one probe is wrong by a factor of
//     two to three, so that 10,000 are by two percent.
//   * Children are tried before one is chosen, the dead ones dropped, and the
//     others taken with a probability that grows with the number of options
//     they leave (Knuth's "importance sampling"; here a child that leaves k
//     options more is c^k times as likely). This is slower, and much better for
//     some problems, such as dominoes.
//   * Below a depth where subtrees are small, they are walked through and not
//     probed.
//   * If the whole tree is small, all of it is: then the answer is exact.
//
// Which of these pay is tried out on the problem itself, by some hundreds of
// probes each, which are then forgotten.
//
// If a few probes tell of nearly all covers, most of such probes are still to
// come. That shows in the largest of those that there were (Hill's estimate of
// the tail), and then the interval has no upper end: what is known is that an
// estimate which is right on average is seldom much too large.
//
// What an estimate cannot see: if nearly all covers are in a part of the tree
// where hardly a probe gets to, probes agree with each other and are all wrong.
// The interval is one of statistics, not a proof.

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"

namespace dlx {

struct Estimate {
  // A number, and an interval in which it lies with a probability of 95%. (A
  // long double, for covers of a blank 25x25 Sudoku are too many for a double.)
  struct Number {
    long double value = 0;
    long double low = 0;
    long double high = 0;
  };

  // If no probe has found a cover, value is 0 and high is infinite; high is
  // infinite, too, if probes differ too much, or are too few.
  Number covers;
  // Nodes of a tree that branches on an item with the fewest options left: the
  // root, and one for each option that is tried. (Each engine has a tree of its
  // own; that of dancing_links is the nearest to this one.)
  Number nodes;
  // nodes_by_depth[d] is about how many of them are d choices from the root.
  std::vector<long double> nodes_by_depth;

  // True if the whole tree was counted: then the values are exact.
  bool exact = false;
  // How many probes were made, and how many of them found covers.
  uint64_t probes = 0;
  uint64_t successful_probes = 0;
  // kExhausted if the estimate is as good as was asked for.
  Outcome outcome = Outcome::kRunning;
};

struct EstimateOptions {
  // Options that are chosen in advance: only covers that contain them count.
  std::vector<OptionId> givens = {};

  // The estimate ends when the number of covers is known this well (half the
  // interval, as a part of the value), after `probes` probes, or at a limit on
  // time or nodes, or when it is interrupted. (A limit on solutions means
  // nothing here.)
  double relative_error = 0.01;
  uint64_t probes = 1'000'000;
  Limits limits = {};

  // The same seed and number of probes give the same estimate.
  uint64_t seed = 1;

  // If set, called now and then with the estimate so far.
  std::function<void(const Estimate&)> on_progress = nullptr;
  absl::Duration progress_interval = absl::Milliseconds(200);
};

// Fails if a given is not an option of the problem. Givens that contradict each
// other are no error: there are no covers then. Any number of threads may
// estimate searches of one problem.
[[nodiscard]] absl::StatusOr<Estimate> EstimateSearch(
    const Problem& problem, EstimateOptions options = {});

}  // namespace dlx

#endif  // DLX_ASK_ESTIMATE_H_
