#ifndef DLX_DIAGRAM_H_
#define DLX_DIAGRAM_H_

// All covers of a problem in a graph that is much smaller than the list of
// them: count once, and then ask without a search how many covers have a
// certain option, which is the millionth, which are the cheapest, or for one at
// random.
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
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/diagram/nodes.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/string_view.h"

namespace dlx {

class Diagram;

namespace io {  // See dlx/io/diagram_file.h.

absl::Status WriteDiagram(const Diagram& diagram,
                          absl::FunctionRef<bool(absl::string_view)> sink);
absl::StatusOr<Diagram> ReadDiagram(StringView bytes, StringView file_name);

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
  // Of the covers that contain the options' givens. There are two ways to make
  // it: by engine layers' states, or by memo_counter's. With EngineKind::kAuto
  // both take turns, each with half the memory, until one of them is done, or
  // goes on alone, with all of it, because the other cannot be done. Of
  // the other options, item_order, branching, seed, memory_limit, and
  // limits.time and limits.interrupter have a say.
  //
  // With multiplicities there is the first way only, for a frontier of up to
  // 256 bits.
  //
  // An error if the problem does not suit the engine, if another one is asked
  // for, if the diagram needs more memory than it may, or if it is interrupted
  // or out of time. That there is too little memory is often known before it is
  // full (dlx/diagram/size_bound.h).
  static absl::StatusOr<Diagram> Build(const Problem& problem,
                                       const SearchOptions& options = {});

  const Problem& problem() const { return problem_; }
  absl::Span<const OptionId> givens() const { return givens_; }

  // The number of covers.
  const Natural& count() const {
    assert(!ways_.empty());  // Otherwise the diagram has been moved from.
    return count_;
  }
  // Of those that contain all of the options. If these contradict each other,
  // or one appears twice, there are none.
  [[nodiscard]] Natural Count(absl::Span<const OptionId> options) const;
  // For each option of the problem, how many covers it is in.
  [[nodiscard]] std::vector<Natural> CountByOption() const;

  // The cover number k, in an order that depends on nothing but the problem and
  // the options that the diagram was built with: the givens, and then the
  // others. If the problem falls into parts, the last one's covers change
  // first. (With multiplicities, it is decided about one option after another,
  // in a fixed order, and the covers that have the first one come first, then
  // those that do not; among each of these, those that have the second one; and
  // so on.) REQUIRES: k < count().
  [[nodiscard]] std::vector<OptionId> Cover(Natural k) const;

  // A cover at random, each with the same probability. REQUIRES: there is one;
  // `random` yields 64-bit words (such as absl::BitGen or std::mt19937_64).
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

  // The k covers of least cost, or of greatest cost, or all if there are fewer:
  // the best one first.
  [[nodiscard]] std::vector<CostedCover> Cheapest(size_t k) const;
  [[nodiscard]] std::vector<CostedCover> Costliest(size_t k) const;
  // The sum of the costs of all covers.
  [[nodiscard]] CostSum SumOfCosts() const;

  // The graph: nodes with the end, and edges.
  size_t node_count() const { return nodes_.size(); }
  size_t edge_count() const { return nodes_.edge_count(); }

 private:
  friend class DiagramWalker;
  friend absl::Status io::WriteDiagram(
      const Diagram&, absl::FunctionRef<bool(absl::string_view)>);
  friend absl::StatusOr<Diagram> io::ReadDiagram(StringView, StringView);

  using Node = internal::diagram::Node;
  using Edge = internal::diagram::Edge;

  Diagram(const Problem& problem, absl::Span<const OptionId> givens,
          internal::diagram::Nodes nodes, Node root);

  // By node, the number of ways to the end.
  std::vector<Natural> CountWays() const;
  std::vector<CostedCover> Best(size_t k, int sign) const;

  Problem problem_;
  std::vector<OptionId> givens_;
  internal::diagram::Nodes nodes_;
  Node root_;                  // kNowhere if there is no cover.
  std::vector<Natural> ways_;  // By node, to the end.
  Natural count_;
};

// All covers, one after the other: as Cover(k), Cover(k + 1), ..., but most of
// the way from one to the next is known.
//
//   for (dlx::DiagramWalker walker(diagram); walker.Next();) {
//     Use(walker.cover());
//   }
class DiagramWalker {
 public:
  // The diagram must outlive the walker, and stay where it is. The first cover
  // is number k; if there is none of that number, there are none to walk to.
  explicit DiagramWalker(const Diagram& diagram, Natural k = 0);

  // Goes to the next cover. False if there are no more.
  bool Next();
  // REQUIRES: the last call of Next() has said true.
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

#endif  // DLX_DIAGRAM_H_
