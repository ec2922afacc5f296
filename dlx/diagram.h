#ifndef DLX_DIAGRAM_H_
#define DLX_DIAGRAM_H_

// All covers of a problem in a graph that is much smaller than the list of
// them: count once, and then ask without a search how many covers have a
// certain option, which is the millionth, or for one at random.
//
// Example:
//
//   absl::StatusOr<dlx::Diagram> diagram = dlx::Diagram::Build(problem);
//   if (!diagram.ok()) return diagram.status();
//   std::cout << diagram->count() << " covers\n";
//   absl::BitGen random;
//   const std::vector<dlx::OptionId> cover = diagram->Sample(random);
//
// A node of the diagram is a state of engine layers: all primary items before a
// position in a fixed order are covered, and of the others in the frontier it
// is known what is covered. Its edges are the options of the item at that
// position that fit, and lead to later states. So each way from the root to the
// end is a cover, and each cover is one way. (The engine forgets its states as
// it goes; here they are kept.)
//
//   items a b c d, options ab ac bd cd c     root --ab--> {cd} --cd--> end
//                                                 --ac--> {bd} --bd--> end
//
// With each node goes the number of ways from there to the end. A cover at
// random goes from the root along each edge with a probability in proportion to
// that number, so all covers are equally likely.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx {

// Immutable: any number of threads may use a Diagram at the same time.
class Diagram {
 public:
  // Of the covers that contain the options' givens. Of the other options,
  // item_order, branching (kInputOrder), memory_limit, and limits.time and
  // limits.interrupter have a say. An error if a state cannot tell all that
  // matters (items with multiplicities, or a frontier of more than 512 bits),
  // if the diagram needs more memory than it may, or if it is interrupted or
  // out of time.
  static absl::StatusOr<Diagram> Build(const Problem& problem,
                                       const SearchOptions& options = {});

  // The number of covers.
  const Natural& count() const { return completions_[kRoot]; }
  // Of those that contain all of the options. If these contradict each other,
  // or one appears twice, there are none. REQUIRES: they are of the problem.
  Natural Count(absl::Span<const OptionId> givens) const;
  // For each option of the problem, how many covers it is in.
  std::vector<Natural> CountByOption() const;

  // The cover number k, in an order that depends on nothing but the problem
  // and the order of its items: the givens, and then the others. REQUIRES:
  // k < count().
  std::vector<OptionId> Cover(Natural k) const;

  // A cover at random, each with the same probability. REQUIRES: there is one;
  // `random` yields 64-bit words (such as absl::BitGen or std::mt19937_64).
  template <typename BitGen>
  std::vector<OptionId> Sample(BitGen& random) const {
    static_assert(BitGen::min() == 0 &&
                  BitGen::max() == std::numeric_limits<uint64_t>::max());
    const size_t bits = count().bit_width();
    std::vector<uint64_t> words((bits + 63) / 64);
    for (;;) {
      for (uint64_t& word : words) word = random();
      if (bits % 64 != 0) words.back() >>= 64 - bits % 64;
      Natural k = Natural::FromWords(words);
      if (k < count()) return Cover(std::move(k));
    }
  }

  size_t node_count() const { return completions_.size(); }
  size_t edge_count() const { return edges_.size(); }

 private:
  template <size_t kKeyWords>
  friend class DiagramBuilder;

  using Node = uint32_t;
  static constexpr Node kEnd = 0;
  static constexpr Node kRoot = 1;

  struct Edge {
    OptionId option;
    Node to;
  };

  Diagram() = default;

  absl::Span<const Edge> edges(Node node) const {
    return absl::MakeConstSpan(edges_).subspan(
        edges_of_[node].begin, edges_of_[node].end - edges_of_[node].begin);
  }
  // Sets the numbers of ways to the end, by those edges that may be used.
  template <typename MayUse>
  void CountCompletions(MayUse may_use,
                        std::vector<Natural>& completions) const;

  struct Range {
    size_t begin = 0;
    size_t end = 0;
  };

  std::vector<OptionId> givens_;
  // Where each option can be chosen; kNowhere if the givens rule it out.
  static constexpr uint32_t kNowhere = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> position_of_option_;
  std::vector<uint32_t> position_;  // By node; the end's is the last one.
  std::vector<Node> by_position_;   // All nodes but the end, in that order.
  std::vector<Range> edges_of_;     // By node.
  std::vector<Edge> edges_;
  std::vector<Natural> completions_;  // By node.
};

}  // namespace dlx

#endif  // DLX_DIAGRAM_H_
