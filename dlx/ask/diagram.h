#ifndef DLX_ASK_DIAGRAM_H_
#define DLX_ASK_DIAGRAM_H_

// Keeps all covers of a problem in a graph that is much smaller than their
// list. Build it once; then it tells without a search how many covers have a
// certain option, which one is the millionth, which are the cheapest, and draws
// covers at random.
//
// Example:
//
//   absl::StatusOr<dlx::Diagram> diagram = dlx::Diagram::Build(problem);
//   if (!diagram.ok()) return diagram.status();
//   std::cout << diagram->count() << " covers\n";
//   absl::BitGen random;
//   const std::vector<dlx::OptionId> cover = diagram->Sample(random);
//
// A node of the diagram is what is left of the problem after some choices. Its
// edges are the options of one item of what is left, and lead to what is left
// after them. So each way from the root to the end is a cover, and each cover
// is one way. What leads nowhere is not in the diagram.
//
//   items a b c d, options ab ac bd cd c     root --ab--> {cd} --cd--> end
//                                                 --ac--> {bd} --bd--> end
//
// Where no option has items of two parts of the problem, the diagram of one
// part begins where that of another ends: it is as large as both, and has the
// product of their numbers of covers.
//
// With multiplicities, a node is a decision about an option, and has an edge
// that takes it, one that leaves it, or both.
//
// With each node goes the number of ways from there to the end. A cover at
// random goes from the root along each edge with a probability in proportion to
// that number, so all covers are equally likely.
//
// dlx/io/diagram_file.h keeps a diagram in a file.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/ask/diagram/nodes.h"
#include "dlx/base/string_view.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx {

class Diagram;
class LimitWatch;

namespace io {  // See dlx/io/diagram_file.h.

absl::Status WriteDiagram(const Diagram& diagram,
                          absl::FunctionRef<bool(StringView)> sink);
absl::StatusOr<Diagram> ReadDiagram(StringView bytes, StringView file_name,
                                    const Limits& limits, size_t memory_limit);

}  // namespace io

// Natural numbers and negative ones: the sum of the costs of many covers.
struct CostSum {
  Natural magnitude = 0;
  bool is_negative = false;

  friend bool operator==(const CostSum&, const CostSum&) = default;
};

// Immutable: any number of threads may use a Diagram at the same time.
//
// REQUIRES, of all functions: options are of the problem, and the diagram has
// not been moved from. (Checked by assertions, where these are on.)
class Diagram {
 public:
  // Builds the diagram of the covers that contain the options' givens, from the
  // states of engine layers or those of memo_counter. With EngineKind::kAuto
  // both take turns, each with half the memory, until one of them is done; if
  // one fails, the other goes on alone with all of it. Of the other options,
  // item_order, branching, seed, memory_limit, limits.time and
  // limits.interrupter matter.
  //
  // With multiplicities only layers can build it, for frontiers of up to 256
  // bits.
  //
  // Fails if the engine refuses the problem, if another engine is asked for, if
  // the diagram needs more memory than the limit, or if it is interrupted or
  // out of time. A lack of memory often shows before the memory is full
  // (dlx/ask/diagram/size_bound.h).
  static absl::StatusOr<Diagram> Build(const Problem& problem,
                                       const SearchOptions& options = {});

  const Problem& problem() const { return problem_; }
  absl::Span<const OptionId> givens() const { return givens_; }

  // The number of covers.
  const Natural& count() const {
    assert(!ways_.empty());  // Otherwise the diagram has been moved from.
    return count_;
  }
  // Counts the covers that contain all of the options. If these contradict each
  // other, or one appears twice, there are none.
  [[nodiscard]] Natural Count(absl::Span<const OptionId> options) const;
  // Tells for each option of the problem how many covers it is in.
  [[nodiscard]] std::vector<Natural> CountByOption() const;
  // The same within limits: of time, of the memory that the numbers take (each
  // may be as long as the diagram), and by interruption. An error if that is
  // not enough.
  [[nodiscard]] absl::StatusOr<std::vector<Natural>> CountByOption(
      const Limits& limits, size_t memory_limit) const;

  // Returns cover number k, the givens first. The order of covers depends on
  // nothing but the problem and the options that the diagram was built with. If
  // the problem falls into parts, the last one's covers change first. (With
  // multiplicities, the diagram decides about one option after another in a
  // fixed order: covers with the first option come first, then those without
  // it; among each of these, those with the second one; and so on.) REQUIRES: k
  // < count().
  [[nodiscard]] std::vector<OptionId> Cover(Natural k) const;

  // Returns a cover at random, each with the same probability. REQUIRES: there
  // is one; `random` yields 64-bit words (such as absl::BitGen or
  // std::mt19937_64).
  template <typename BitGen>
  [[nodiscard]] std::vector<OptionId> Sample(BitGen& random) const {
    static_assert(BitGen::min() == 0 &&
                  BitGen::max() == std::numeric_limits<uint64_t>::max());
    assert(count() > 0);
    const size_t bits = count().bit_width();
    std::vector<uint64_t> words((bits + 63) / 64);
    for (;;) {
      for (uint64_t& word : words) word = random();
      if (bits % 64 != 0) words.back() >>= 64 - bits % 64;
      Natural k = Natural::FromWords(words);
      if (k < count()) return Cover(std::move(k));
    }
  }

  // Returns the k covers of least cost, or of greatest cost, the best one
  // first; all covers if there are fewer.
  [[nodiscard]] std::vector<CostedCover> Cheapest(size_t k) const;
  [[nodiscard]] std::vector<CostedCover> Costliest(size_t k) const;
  // The sum of the costs of all covers.
  [[nodiscard]] CostSum SumOfCosts() const;

  // OK if all of its covers are covers of problem(), none of them is there
  // twice, and its numbers of ways to the end are right, by a check that shares
  // nothing with Build() (dlx/ask/diagram/check.h). So it has all covers if
  // there are count() of them, and samples are uniform. Fails with
  // kFailedPrecondition, and says why, or with kCancelled at a limit. REQUIRES:
  // there are no givens.
  absl::Status Check(const Limits& limits) const;

  // The graph: nodes with the end, and edges.
  size_t node_count() const { return nodes_.size(); }
  size_t edge_count() const { return nodes_.edge_count(); }

 private:
  friend class DiagramWalker;
  friend absl::Status io::WriteDiagram(const Diagram&,
                                       absl::FunctionRef<bool(StringView)>);
  friend absl::StatusOr<Diagram> io::ReadDiagram(StringView, StringView,
                                                 const Limits&, size_t);

  using Node = internal::diagram::Node;
  using Edge = internal::diagram::Edge;

  // For the numbers of what is counted.
  class Budget;

  Diagram(const Problem& problem, absl::Span<const OptionId> givens,
          internal::diagram::Nodes nodes, Node root);
  // An error if its numbers of covers take more than that.
  static absl::StatusOr<Diagram> Make(const Problem& problem,
                                      absl::Span<const OptionId> givens,
                                      internal::diagram::Nodes nodes, Node root,
                                      const LimitWatch& watch,
                                      size_t memory_limit);

  absl::Status CountWays(Budget& budget);
  // Calls `visit` with each edge that chooses an option, and the number of
  // covers that it is a part of, until that returns false or the budget is
  // used up.
  void VisitEdges(
      Budget& budget,
      absl::FunctionRef<bool(OptionId, const Natural&)> visit) const;
  std::vector<CostedCover> Best(size_t k, int sign) const;

  Problem problem_;
  std::vector<OptionId> givens_;
  internal::diagram::Nodes nodes_;
  Node root_;                  // kNowhere if there is no cover.
  std::vector<Natural> ways_;  // By node, to the end.
  Natural count_;
};

// Walks through all covers, in the order of Cover(k), Cover(k + 1), ..., and
// faster: neighbours share most of their way.
//
//   for (dlx::DiagramWalker walker(diagram); walker.Next();) {
//     Use(walker.cover());
//   }
class DiagramWalker {
 public:
  // Starts before cover number k; if there is no such cover, Next() is false.
  // The diagram must outlive the walker, and stay where it is.
  explicit DiagramWalker(const Diagram& diagram, Natural k = 0);

  // Goes to the next cover. Returns false if there are no more.
  bool Next();
  // REQUIRES: the last call of Next() returned true.
  absl::Span<const OptionId> cover() const {
    assert(state_ == State::kAt);
    return cover_;
  }

 private:
  struct Step {
    Diagram::Node node;
    size_t edge;  // Which of its edges is taken.
  };

  // On to the end, by the first edge of each node.
  void GoDown(Diagram::Node node);
  const Diagram::Edge& EdgeOf(Step step) const {
    return diagram_->nodes_.edges(step.node)[step.edge];
  }
  void Take(Step step);

  const Diagram* diagram_;
  std::vector<Step> steps_;
  std::vector<OptionId> cover_;
  enum class State { kBefore, kAt, kDone } state_ = State::kBefore;
};

}  // namespace dlx

#endif  // DLX_ASK_DIAGRAM_H_
