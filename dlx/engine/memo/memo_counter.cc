#include "dlx/engine/memo/memo_counter.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/memo/memo_key.h"
#include "dlx/engine/memo/memo_table.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/natural.h"

namespace dlx::internal {
namespace memo {
namespace {

using dancing_links::CoverMoves;
using dancing_links::ItemChoice;
using dancing_links::Level;
using dancing_links::Links;

// Numbers that are too large for the table of subproblems, which keeps places
// of such numbers instead: 2^127 and so on.
class LargeNumbers {
 public:
  explicit LargeNumbers(size_t memory_limit) : memory_limit_(memory_limit) {}

  static bool IsPlace(absl::uint128 number) {
    return absl::Uint128High64(number) >> 63 != 0;
  }

  // Its place; nothing if there is no memory for it.
  std::optional<absl::uint128> Add(const Natural& number) {
    const size_t bytes = BytesOf(number);
    if (bytes > memory_limit_ - bytes_) return std::nullopt;
    bytes_ += bytes;
    if (free_.empty()) {
      free_.push_back(numbers_.size());
      numbers_.emplace_back();
    }
    const uint64_t i = free_.back();
    free_.pop_back();
    numbers_[i] = number;
    return absl::MakeUint128(kMark, i);
  }
  const Natural& At(absl::uint128 place) const {
    return numbers_[absl::Uint128Low64(place)];
  }
  void Remove(absl::uint128 place) {
    const uint64_t i = absl::Uint128Low64(place);
    bytes_ -= BytesOf(numbers_[i]);
    numbers_[i] = 0;
    free_.push_back(i);
  }

 private:
  static constexpr uint64_t kMark = uint64_t{1} << 63;
  // While the vectors grow, there are two of each.
  static size_t BytesOf(const Natural& number) {
    return number.heap_bytes() + 3 * (sizeof(Natural) + sizeof(uint64_t));
  }

  size_t memory_limit_;
  size_t bytes_ = 0;
  std::vector<Natural> numbers_;
  std::vector<uint64_t> free_;
};

// What part of the memory is for large numbers. They are those of few
// subproblems, the ones near the root.
constexpr size_t kPartOfLargeNumbers = 8;

// A walk through the same tree as that of dancing_links, but for the subtrees
// that it remembers.
template <bool kColors>
class MemoCounter final : public dancing_links::TreeWalk<CoverMoves<kColors>> {
  using Walk = dancing_links::TreeWalk<CoverMoves<kColors>>;

 public:
  using typename Engine::Branch;
  using typename Engine::Step;

  MemoCounter(const Problem& problem, CoverMoves<kColors> moves,
              size_t memory_limit)
      : Walk(std::move(moves)),
        key_(problem),
        table_(key_.words().size(),
               memory_limit - memory_limit / kPartOfLargeNumbers),
        large_numbers_(memory_limit / kPartOfLargeNumbers) {
    MemoCounter::Restart({});
  }

  // What was remembered stays true, whatever the givens.
  void Restart(absl::Span<const OptionId> givens) override {
    Walk::Restart(givens);
    key_.Write(this->moves().links());
    key_.ForgetChanges();
    frames_.assign(1, {.key = key_.mark()});
    reported_ = 0;
  }

  Step Count(uint64_t pause_at, Natural* count) override {
    const typename Walk::Stop stop = this->Run(pause_at, Rememberer{*this});
    // What the open levels have counted so far are different covers.
    Natural found = 0;
    for (const Frame& frame : frames_) found += frame.count;
    *count += found - reported_;
    reported_ = std::move(found);
    return stop == Walk::Stop::kExhausted ? Step::kExhausted : Step::kPaused;
  }

  // The table of engines says that it can only count, and not share its tree:
  // a level of which it has seen a part is nothing to remember.
  Step FindNext(uint64_t) override { std::abort(); }
  absl::Span<const OptionId> solution() const override { std::abort(); }
  void SetCostCeiling(int64_t) override { std::abort(); }
  std::unique_ptr<Branch> GiveAway() override { return nullptr; }
  void StartAt(const Branch&) override { std::abort(); }

 private:
  // What there is to know of a level; the first one stands for the root's
  // covers themselves.
  struct Frame {
    Natural count = 0;       // Covers found with the options tried so far.
    uint64_t nodes = 0;      // When the level was opened.
    MemoKey::Mark key = {};  // Of the level's node.
    bool is_forced = false;  // There is only one option.
    // Worth a place in the table. Of a chain of nodes with one option each only
    // the first is: whoever comes to another one comes to the first before.
    bool is_remembered = false;
  };

  struct Rememberer {
    MemoCounter& counter;
    static constexpr bool kCountsOnly = true;
    using Number = Natural;

    bool Prunes() const { return false; }
    const Natural* Entering(int32_t, int32_t branches) const {
      return counter.LookUpNode(branches);
    }
    void DeadEnd(int32_t) const {}
    bool takes_leaves() const { return true; }
    const Natural* Choosing(const Level& level) const {
      return counter.LookUpOption(level);
    }
    void TakenBack(const Level&) const {
      counter.key_.GoBackTo(counter.frames_.back().key);
    }
    void Closing(const Level&) const {}
    Natural Leaving() const { return counter.Remember(); }
    bool Found(const Natural& covers) const {
      counter.frames_.back().count += covers;
      return true;
    }
  };

  // The covers of the node that has the key, or null.
  const Natural* LookUp() {
    const absl::uint128* const number = table_.Find(key_.words(), key_.hash());
    if (number == nullptr) return nullptr;
    known_ = LargeNumbers::IsPlace(*number) ? large_numbers_.At(*number)
                                            : Natural(*number);
    return &known_;
  }

  const Natural* LookUpNode(int32_t branches) {
    const bool is_root = frames_.size() == 1;
    const bool is_forced = branches == 1;
    const bool is_remembered = !is_forced || !frames_.back().is_forced;
    if (is_remembered && (is_root || key_.has_secondary())) {
      if (!is_root) key_.Write(this->moves().links());
      if (const Natural* const covers = LookUp()) return covers;
    }
    frames_.push_back({.nodes = this->nodes(),
                       .key = key_.mark(),
                       .is_forced = is_forced,
                       .is_remembered = is_remembered});
    return nullptr;
  }

  // Where the key tells without a look at the lists, it is looked up before the
  // option is chosen: to take it out of all lists is most of the work.
  const Natural* LookUpOption(const Level& level) {
    if (key_.has_secondary()) return nullptr;
    const Links& links = this->moves().links();
    int32_t q = level.node;
    do {
      key_.RemovePrimary(links.node(q).item);
      q = links.Right(q);
    } while (q != level.node);
    const Natural* const covers = LookUp();
    if (covers != nullptr) key_.GoBackTo(frames_.back().key);
    return covers;
  }

  // The covers of the level that was closed.
  Natural Remember() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (frame.is_remembered) Store(frame.count, this->nodes() - frame.nodes);
    return std::move(frame.count);
  }

  void Store(const Natural& covers, uint64_t work) {
    absl::uint128 number = covers.ToUint128();
    if (!covers.is_small() || LargeNumbers::IsPlace(number)) {
      const std::optional<absl::uint128> place = large_numbers_.Add(covers);
      if (!place.has_value()) return;
      number = *place;
    }
    const std::optional<absl::uint128> forgotten =
        table_.Insert(key_.words(), key_.hash(), number, work);
    if (forgotten.has_value() && LargeNumbers::IsPlace(*forgotten)) {
      large_numbers_.Remove(*forgotten);
    }
  }

  MemoKey key_;
  MemoTable table_;
  std::vector<Frame> frames_;
  Natural reported_ = 0;  // Added to the caller's count so far.
  Natural known_;         // What was looked up last.
  LargeNumbers large_numbers_;
};

template <bool kColors>
std::unique_ptr<Engine> Make(const Problem& problem, Links links,
                             ItemChoice choice, size_t memory_limit) {
  return std::make_unique<MemoCounter<kColors>>(
      problem, CoverMoves<kColors>(problem, std::move(links), choice),
      memory_limit);
}

}  // namespace
}  // namespace memo

std::unique_ptr<Engine> MakeMemoCounter(const Problem& problem, Task,
                                        const SearchOptions& options) {
  const bool prefer_sharp = options.branching == Branching::kSharpPreference;
  const ItemOrder items = OrderItems(problem, prefer_sharp, options.seed);
  dancing_links::Links links(problem, items.items,
                             OrderOptions(problem, options.seed));
  const dancing_links::ItemChoice choice =
      dancing_links::MakeItemChoice(options.branching, items);
  return problem.has_colors() ? memo::Make<true>(problem, std::move(links),
                                                 choice, options.memory_limit)
                              : memo::Make<false>(problem, std::move(links),
                                                  choice, options.memory_limit);
}

}  // namespace dlx::internal
