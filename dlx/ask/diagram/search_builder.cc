#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/ask/diagram/builder.h"
#include "dlx/ask/diagram/nodes.h"
#include "dlx/ask/diagram/size_bound.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/memo/chain.h"
#include "dlx/engine/memo/memo_key.h"
#include "dlx/engine/memo/memo_table.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::diagram {
namespace {

using dancing_links::CoverMoves;
using dancing_links::ItemChoice;
using dancing_links::Level;
using dancing_links::Links;
using memo::MemoKey;
using memo::MemoTable;

// A walk through the tree of dancing_links that makes a node of each level that
// it closes, and remembers it by the key of memo_counter.
template <bool kColors>
class DiagramWalk final
    : public CountsOnly<dancing_links::TreeWalk<CoverMoves<kColors>>> {
  using Walk = CountsOnly<dancing_links::TreeWalk<CoverMoves<kColors>>>;

 public:
  DiagramWalk(const Problem& problem, CoverMoves<kColors> moves,
              const SearchOptions& options)
      : Walk(std::move(moves)),
        key_(problem),
        known_(key_.words().size(), options.memory_limit / 4) {
    Walk::Restart(options.givens);
    key_.Write(this->moves().links());
    key_.ForgetChanges();
    frames_.push_back({.key = key_.mark()});
  }

  void SetMemory(size_t bytes) { known_.SetMemoryLimit(bytes); }

  // True when it has gone through all of the tree.
  bool GoOn(uint64_t nodes) {
    return this->Run(this->nodes() + nodes, NodeKeeper{*this}) ==
           Walk::Stop::kExhausted;
  }

  const NodeMaker& maker() const { return maker_; }
  Parts Take() { return {.nodes = maker_.Take(), .root = root_}; }

  // The walk is not used as an engine.
  Engine::Step Count(uint64_t, Natural*) override { std::abort(); }

 private:
  // To the walk, the "number of covers" of a node is where it is in the
  // diagram: 0 if it has none, 1 for the end.
  using Place = uint64_t;
  static Place PlaceOf(Node node) { return node == kNowhere ? 0 : node + 1; }
  static Node NodeAt(Place place) {
    return place == 0 ? kNowhere : static_cast<Node>(place - 1);
  }

  // A level; the first frame stands for the root itself.
  struct Frame {
    size_t first_edge = 0;  // Its edges are from there on.
    uint64_t nodes = 0;     // When the level was opened.
    MemoKey::Mark key = {};
    memo::LevelOfChain chain = {};
  };

  struct NodeKeeper {
    DiagramWalk& walk;
    // An option that completes a cover is an edge.
    static constexpr bool kCountsOnly = false;
    using Number = Place;

    bool Prunes() const { return false; }
    const Place* Entering(int32_t, int32_t branches) const {
      return walk.EnterNode(branches);
    }
    void DeadEnd(int32_t) const {}
    bool takes_leaves() const { return true; }
    const Place* Choosing(const Level& level) const {
      return walk.LookUpOption(level);
    }
    void TakenBack(const Level&) const {
      walk.key_.GoBackTo(walk.frames_.back().key);
    }
    void Closing(const Level&) const {}
    Place Leaving() const { return walk.LeaveNode(); }
    bool Found(const Place& place) const {
      walk.AddEdge(NodeAt(place));
      return true;
    }
  };

  const Place* LookUp() {
    const absl::uint128* const place = known_.Find(key_.words(), key_.hash());
    if (place == nullptr) return nullptr;
    found_ = absl::Uint128Low64(*place);
    return &found_;
  }

  const Place* EnterNode(int32_t branches) {
    const memo::LevelOfChain chain = frames_.back().chain.Below(branches);
    if (chain.is_remembered && key_.has_secondary() && frames_.size() > 1) {
      key_.Write(this->moves().links());
      if (const Place* const place = LookUp()) return place;
    }
    frames_.push_back({.first_edge = edges_.size(),
                       .nodes = this->nodes(),
                       .key = key_.mark(),
                       .chain = chain});
    return nullptr;
  }

  // Without secondary items, the key is known before the option is chosen.
  const Place* LookUpOption(const Level& level) {
    if (key_.has_secondary()) return nullptr;
    key_.RemoveOption(this->moves().links(), level.node);
    const Place* const place = LookUp();
    if (place != nullptr) key_.GoBackTo(frames_.back().key);
    return place;
  }

  // The top level's option leads to the node.
  void AddEdge(Node node) {
    if (this->levels().empty()) {
      root_ = node;
    } else if (node != kNowhere) {
      edges_.push_back(
          {this->moves().links().OptionOf(this->levels().back().node), node});
    }
  }

  Place LeaveNode() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    const Place place = PlaceOf(
        maker_.Add(absl::MakeConstSpan(edges_).subspan(frame.first_edge)));
    edges_.resize(frame.first_edge);
    if (frame.chain.is_remembered) {
      known_.Insert(key_.words(), key_.hash(), place,
                    this->nodes() - frame.nodes);
    }
    return place;
  }

  MemoKey key_;
  MemoTable known_;  // The places of nodes.
  Place found_ = 0;  // What was looked up last.
  std::vector<Frame> frames_;
  std::vector<Edge> edges_;  // Of all frames.
  NodeMaker maker_;
  Node root_ = kNowhere;
};

// Goes down the same tree at random, for a bound of the number of nodes.
template <bool kColors>
class RandomDescents {
 public:
  RandomDescents(CoverMoves<kColors> moves, const ItemChoice& choice,
                 absl::Span<const OptionId> givens)
      : moves_(std::move(moves)), choice_(choice) {
    for (int32_t i = 0; i <= moves_.links().primary_count(); ++i) {
      hashes_.push_back(random_());
    }
    moves_.Reset(givens);
  }

  // Visits the states of a descent, if it ends in a cover: what leads nowhere
  // is not in the diagram.
  void Descend(SizeBound& bound) {
    if (!moves_.contradiction() && FindsCover()) {
      for (const auto& [covered, hash] : states_) bound.Visit(covered, hash);
    }
    bound.EndWay(levels_.size() + 1);
    for (; !levels_.empty(); levels_.pop_back()) {
      moves_.Undo(levels_.back());
      moves_.Close(levels_.back());
    }
    states_.clear();
    covered_ = 0;
    hash_ = 0;
  }

 private:
  bool FindsCover() {
    while (!moves_.complete()) {
      const int32_t item = ChooseItemByDegree(moves_.links(), choice_);
      const int32_t branches = moves_.branches(item);
      if (branches <= 0) return false;
      // Where something is forced, the diagram may have another state, because
      // it matters in which order it came there; where there is a choice, it
      // has this one. Two states are different nodes, whatever secondary items
      // say, if different primary items are left.
      if (branches > 1) states_.emplace_back(covered_, hash_);
      Level level = {.item = item, .node = item};
      moves_.Open(level);
      const int32_t skipped =
          static_cast<int32_t>(random_() % static_cast<uint32_t>(branches));
      for (int32_t i = 0; i < skipped; ++i) moves_.Advance(level);
      if (!ChooseNext(level, branches)) {
        moves_.Close(level);
        return false;
      }
      levels_.push_back(level);
    }
    return true;
  }

  // The first of the options behind the level's that can be chosen; after the
  // last one comes the first.
  bool ChooseNext(Level& level, int32_t branches) {
    for (int32_t i = 0; i < branches; ++i) {
      if (!moves_.Advance(level)) moves_.Advance(level);
      if (!moves_.Choose(level)) continue;
      int32_t q = level.node;
      do {
        const int32_t item = moves_.links().node(q).item;
        if (item <= moves_.links().primary_count()) {
          ++covered_;
          hash_ ^= hashes_[item];
        }
        q = moves_.links().Right(q);
      } while (q != level.node);
      return true;
    }
    return false;
  }

  CoverMoves<kColors> moves_;
  const ItemChoice choice_;
  std::mt19937_64 random_;
  std::vector<uint64_t> hashes_;  // Of the items.
  // The primary items that are covered, besides those of the givens: their
  // number, and a hash of them all.
  size_t covered_ = 0;
  uint64_t hash_ = 0;
  std::vector<Level> levels_;
  // Of the way down: covered_ and hash_ of those that may be nodes.
  std::vector<std::pair<size_t, uint64_t>> states_;
};

// What the nodes may take; the rest is for what the walk remembers.
constexpr size_t ForNodes(size_t memory) { return memory / 4 * 3; }

template <bool kColors>
class SearchBuilder final : public Builder {
 public:
  SearchBuilder(const Problem& problem, const Links& links,
                const ItemChoice& choice, const SearchOptions& options)
      : memory_limit_(options.memory_limit),
        memory_(options.memory_limit),
        bound_(static_cast<double>(
            ForNodes(memory_limit_) /
            (NodeMaker::kNodeBytes + NodeMaker::kEdgeBytes))),
        descents_(CoverMoves<kColors>(problem, links, choice), choice,
                  options.givens),
        walk_(problem, CoverMoves<kColors>(problem, links, choice), options) {}

  void SetMemory(size_t bytes) override {
    memory_ = bytes;
    walk_.SetMemory(bytes - ForNodes(bytes));
  }

  absl::StatusOr<bool> Work(uint64_t states) override {
    if (walk_.GoOn(states)) return true;
    if (walk_.maker().bytes() > ForNodes(memory_) || walk_.maker().is_full()) {
      return IsFull(walk_.maker().nodes().size(),
                    absl::StrCat(static_cast<int>(100 * walk_.FractionDone()),
                                 "% of the search"));
    }
    while (bound_.wants_more(walk_.nodes())) descents_.Descend(bound_);
    if (bound_.exceeds_room()) return WillNotFit(bound_, memory_limit_);
    return false;
  }

  Parts Take() override { return walk_.Take(); }

 private:
  const size_t memory_limit_;
  size_t memory_;  // May be used of it.
  SizeBound bound_;
  RandomDescents<kColors> descents_;
  DiagramWalk<kColors> walk_;
};

}  // namespace

std::unique_ptr<Builder> BuildBySearch(const Problem& problem,
                                       const SearchOptions& options) {
  const bool prefer_sharp = options.branching == Branching::kSharpPreference;
  const ItemOrder items = OrderItems(problem, prefer_sharp, options.seed);
  const Links links(problem, items.items, OrderOptions(problem, std::nullopt));
  const ItemChoice choice =
      dancing_links::MakeItemChoice(options.branching, items);
  if (problem.has_colors()) {
    return std::make_unique<SearchBuilder<true>>(problem, links, choice,
                                                 options);
  }
  return std::make_unique<SearchBuilder<false>>(problem, links, choice,
                                                options);
}

}  // namespace dlx::internal::diagram
