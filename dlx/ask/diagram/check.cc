#include "dlx/ask/diagram/check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"

namespace dlx::internal::diagram {
namespace {

// An item that is covered at most once has a bit for each colour that some
// option gives it, and one for being used without a colour. What an option uses
// is one of them, and that excludes the bits from begin to end, but itself if
// it is a colour.
struct UsedBit {
  size_t bit;
  size_t begin, end;
  bool may_be_shared;
};

class WaysCheck {
 public:
  WaysCheck(const Problem& problem, const Nodes& nodes, Node root,
            absl::Span<const Natural> ways, absl::FunctionRef<bool()> must_stop)
      : problem_(problem),
        nodes_(nodes),
        root_(root),
        ways_(ways),
        must_stop_(must_stop) {}

  absl::Status Run() {
    if (root_ == kNowhere) return absl::OkStatus();
    Reach();
    CheckCounts();
    CheckNodes();
    NumberBits();
    if (some_node_leaves_ || !AllOptionsExcludeThemselves()) {
      for (size_t first = 0; first < problem_.option_count() && ok();
           first += 64) {
        CheckOptions(first);
      }
    }
    for (size_t first = 0; first < bits_.size() && ok(); first += 64) {
      CheckBits(first);
    }
    for (uint32_t i = 0; i < problem_.item_count() && ok(); ++i) {
      if (!IsOnce(ItemId(i))) CheckCovered(ItemId(i));
    }
    return status_;
  }

 private:
  bool ok() const { return status_.ok(); }
  template <typename... Words>
  void Fail(const Words&... words) {
    if (ok()) status_ = absl::FailedPreconditionError(absl::StrCat(words...));
  }

  // Calls `look` with each node on a way from the root, those behind it first,
  // as long as all is well.
  template <typename Look>
  void ForEachNode(Look look) {
    constexpr Node kNodesPerLook = 1 << 16;
    for (Node node = kEnd + 1; node <= root_ && ok(); ++node) {
      if (node % kNodesPerLook == 1 && must_stop_()) {
        status_ = absl::CancelledError("stopped before the end");
      }
      if (is_reached_[node]) look(node);
    }
  }

  void Reach() {
    is_reached_.resize(size_t{root_} + 1);
    is_reached_[root_] = true;
    for (Node node = root_; node > kEnd; --node) {
      if (!is_reached_[node]) continue;
      for (const Edge& edge : nodes_.edges(node)) {
        if (edge.to >= node) return Fail("node ", node, " has an edge back");
        is_reached_[edge.to] = true;
      }
    }
  }

  void CheckCounts() {
    if (ways_[kEnd] != 1) Fail("the end has another count than 1");
    ForEachNode([&](Node node) {
      Natural sum = 0;
      for (const Edge& edge : nodes_.edges(node)) sum += ways_[edge.to];
      if (sum != ways_[node]) {
        Fail("from node ", node, " there are ", sum.ToString(),
             " ways to the end, and not ", ways_[node].ToString());
      }
    });
  }

  // Of two ways that part at a node, each has another option with an item that
  // is covered once; or one of them has the node's option, and the other one,
  // which leaves it there, has it nowhere else (CheckOptions()).
  void CheckNodes() {
    std::vector<Node> last_with(problem_.option_count(), kEnd);
    std::vector<size_t> edges_with(problem_.item_count());
    ForEachNode([&](Node node) {
      const absl::Span<const Edge> edges = nodes_.edges(node);
      size_t leaving = 0;
      for (const Edge& edge : edges) {
        if (!edge.has_option()) {
          ++leaving;
        } else if (std::exchange(last_with[edge.option.value()], node) ==
                   node) {
          return Fail("node ", node, " has two edges with option ",
                      edge.option.value());
        }
      }
      some_node_leaves_ |= leaving > 0;
      if (leaving == 0 ? edges.size() > 1 && !HaveOneInCommon(edges, edges_with)
                       : leaving > 1 || edges.size() != 2) {
        Fail("ways that part at node ", node, " may have the same options");
      }
    });
  }

  // Whether the options of the edges have an item that is covered once.
  // `edges_with`, by item, is 0 before and after.
  bool HaveOneInCommon(absl::Span<const Edge> edges,
                       std::vector<size_t>& edges_with) const {
    bool have_one = false;
    for (const Edge& edge : edges) {
      for (const ItemUse& use : problem_.option(edge.option)) {
        have_one |= ++edges_with[use.item.value()] == edges.size() &&
                    problem_.multiplicity(use.item) == Multiplicity{1, 1};
      }
    }
    for (const Edge& edge : edges) {
      for (const ItemUse& use : problem_.option(edge.option)) {
        edges_with[use.item.value()] = 0;
      }
    }
    return have_one;
  }

  // Then CheckBits() finds an option that a way has twice.
  bool AllOptionsExcludeThemselves() const {
    size_t place = 0;
    return absl::c_all_of(ends_of_uses_, [&](size_t end) {
      bool excludes_itself = false;
      for (; place < end; ++place) {
        excludes_itself |= !uses_[place].may_be_shared;
      }
      return excludes_itself;
    });
  }

  // 64 options at once, from `first` on: no way has one of them twice, nor
  // again behind a node that leaves it.
  void CheckOptions(size_t first) {
    const auto bit_of = [first](const Edge& edge) {
      const size_t k = edge.option.value();  // Of none, larger than all others.
      return k >= first && k - first < 64 ? uint64_t{1} << (k - first) : 0;
    };
    std::vector<uint64_t> some(size_t{root_} + 1);  // On some way to the end.
    ForEachNode([&](Node node) {
      for (const Edge& edge : nodes_.edges(node)) some[node] |= bit_of(edge);
      const uint64_t of_node = some[node];
      for (const Edge& edge : nodes_.edges(node)) {
        const uint64_t not_again = edge.has_option() ? bit_of(edge) : of_node;
        if ((some[edge.to] & not_again) != 0) {
          return Fail("some way decides about the option of node ", node,
                      " again");
        }
        some[node] |= some[edge.to];
      }
    });
  }

  bool IsOnce(ItemId item) const {
    return !problem_.is_primary(item) ||
           problem_.multiplicity(item) == Multiplicity{1, 1};
  }

  void NumberBits() {
    for (uint32_t i = 0; i < problem_.item_count(); ++i) {
      if (IsOnce(ItemId(i))) bits_.emplace_back(i, kNoColor.value());
    }
    const auto for_each_use = [&](auto visit) {
      for (uint32_t k = 0; k < problem_.option_count(); ++k) {
        for (const ItemUse& use : problem_.option(OptionId(k))) {
          if (IsOnce(use.item)) visit(use.item.value(), use.color.value());
        }
        visit(kNoItem, 0);  // The end of the option.
      }
    };
    for_each_use([&](uint32_t item, uint32_t color) {
      if (item != kNoItem && color != 0) bits_.emplace_back(item, color);
    });
    std::sort(bits_.begin(), bits_.end());
    bits_.erase(std::unique(bits_.begin(), bits_.end()), bits_.end());
    const auto place_of = [&](uint32_t item, uint32_t color) {
      return static_cast<size_t>(
          std::lower_bound(bits_.begin(), bits_.end(), std::pair(item, color)) -
          bits_.begin());
    };
    for_each_use([&](uint32_t item, uint32_t color) {
      if (item == kNoItem) return ends_of_uses_.push_back(uses_.size());
      uses_.push_back({.bit = place_of(item, color),
                       .begin = place_of(item, 0),
                       .end = place_of(item + 1, 0),
                       .may_be_shared = color != 0});
    });
  }

  // The bits of a word that are the bits from begin to end of all of them.
  static uint64_t BitsOfWord(size_t first, size_t begin, size_t end) {
    begin = std::max(begin, first);
    end = std::min(end, first + 64);
    if (begin >= end) return 0;
    return ~uint64_t{0} >> (64 - (end - begin)) << (begin - first);
  }

  // 64 bits at once, from `first` on: no way has two options that exclude each
  // other, and all ways have all primary items.
  void CheckBits(size_t first) {
    struct Masks {
      uint64_t used = 0, excluded = 0;
    };
    std::vector<Masks> options(problem_.option_count());
    size_t place = 0;
    for (size_t k = 0; k < options.size(); ++k) {
      for (; place < ends_of_uses_[k]; ++place) {
        const UsedBit& use = uses_[place];
        const uint64_t own = BitsOfWord(first, use.bit, use.bit + 1);
        options[k].used |= own;
        options[k].excluded |= BitsOfWord(first, use.begin, use.end) &
                               (use.may_be_shared ? ~own : ~uint64_t{0});
      }
    }
    // That some way to the end uses, and that all do; by node.
    std::vector<uint64_t> some(size_t{root_} + 1), all(size_t{root_} + 1);
    ForEachNode([&](Node node) {
      all[node] = ~uint64_t{0};
      for (const Edge& edge : nodes_.edges(node)) {
        const Masks masks =
            edge.has_option() ? options[edge.option.value()] : Masks();
        if ((masks.excluded & some[edge.to]) != 0) {
          return Fail("some way through node ", node,
                      " has options that clash: ", edge.option.value(),
                      " and one behind it");
        }
        some[node] |= some[edge.to] | masks.used;
        all[node] &= all[edge.to] | masks.used;
      }
    });
    for (size_t bit = first; bit < std::min(bits_.size(), first + 64); ++bit) {
      const ItemId item(bits_[bit].first);
      if (problem_.is_primary(item) && (all[root_] >> (bit - first) & 1) == 0) {
        Fail("some way does not cover item ", problem_.item_name(item));
      }
    }
  }

  // An item with a multiplicity: how often ways to the end cover it.
  void CheckCovered(ItemId item) {
    std::vector<bool> has_item(problem_.option_count());
    for (uint32_t k = 0; k < has_item.size(); ++k) {
      for (const ItemUse& use : problem_.option(OptionId(k))) {
        if (use.item == item) has_item[k] = true;
      }
    }
    std::vector<uint32_t> least(size_t{root_} + 1), most(size_t{root_} + 1);
    ForEachNode([&](Node node) {
      least[node] = std::numeric_limits<uint32_t>::max();
      for (const Edge& edge : nodes_.edges(node)) {
        const uint32_t one =
            edge.has_option() && has_item[edge.option.value()] ? 1 : 0;
        least[node] = std::min(least[node], least[edge.to] + one);
        most[node] = std::max(most[node], most[edge.to] + one);
      }
    });
    const Multiplicity wanted = problem_.multiplicity(item);
    if (least[root_] < wanted.low || most[root_] > wanted.high) {
      Fail("ways cover item ", problem_.item_name(item), " ", least[root_],
           " to ", most[root_], " times");
    }
  }

  static constexpr uint32_t kNoItem = std::numeric_limits<uint32_t>::max();

  const Problem& problem_;
  const Nodes& nodes_;
  const Node root_;
  const absl::Span<const Natural> ways_;
  const absl::FunctionRef<bool()> must_stop_;
  absl::Status status_;
  std::vector<bool> is_reached_;
  bool some_node_leaves_ = false;
  // By bit, its item and colour, in ascending order.
  std::vector<std::pair<uint32_t, uint32_t>> bits_;
  std::vector<UsedBit> uses_;  // Of all options.
  std::vector<size_t> ends_of_uses_;
};

}  // namespace

absl::Status CheckWays(const Problem& problem, const Nodes& nodes, Node root,
                       absl::Span<const Natural> ways,
                       absl::FunctionRef<bool()> must_stop) {
  return WaysCheck(problem, nodes, root, ways, must_stop).Run();
}

}  // namespace dlx::internal::diagram
