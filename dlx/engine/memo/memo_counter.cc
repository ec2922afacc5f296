#include "dlx/engine/memo/memo_counter.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "absl/numeric/bits.h"
#include "absl/numeric/int128.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/memo/memo_table.h"
#include "dlx/engine/order.h"

namespace dlx::internal {
namespace {

// How a key stores the items: one bit for each primary item, set if it is
// uncovered; for each secondary item a number, in as many bits as all colours
// need: 0 if no option that is left uses it, 1 if it has no colour, c + 1 if it
// has colour c.
class KeyLayout {
 public:
  explicit KeyLayout(const Problem& problem)
      : bits_(absl::bit_width(problem.has_colors() ? problem.color_count() + 1
                                                   : size_t{1})),
        words_((problem.primary_count() + 63) / 64 +
               (problem.secondary_count() * bits_ + 63) / 64 +
               // No number is split between two words.
               (64 % bits_ != 0 ? problem.secondary_count() * bits_ / 64 : 0)),
        has_secondary_(problem.secondary_count() > 0),
        has_colors_(problem.has_colors()),
        item_count_(static_cast<int32_t>(problem.item_count())) {}

  size_t words() const { return words_; }

  // Without secondary items, the key after a choice is the key before it less
  // the items of the option.
  bool has_secondary() const { return has_secondary_; }
  static void Remove(int32_t item, uint64_t* key) {
    key[(item - 1) / 64] &= ~(uint64_t{1} << (item - 1) % 64);
  }

  void Write(const Links& links, uint64_t* key) const {
    Packer packer(key, words_);
    int32_t item = 1;
    for (; item <= links.primary_count(); ++item) {
      packer.Add(!links.covered(item), 1);
    }
    packer.NextWord();
    for (; item <= item_count_; ++item) {
      packer.Add(StateOfSecondary(links, item), bits_);
    }
    packer.Finish();
  }

 private:
  class Packer {
   public:
    Packer(uint64_t* words, size_t count) : word_(words), end_(words + count) {}
    void Add(uint64_t value, int bits) {
      if (used_ + bits > 64) NextWord();
      pending_ |= value << used_;
      used_ += bits;
    }
    void NextWord() {
      if (used_ > 0) *word_++ = pending_;
      pending_ = 0;
      used_ = 0;
    }
    void Finish() {
      NextWord();
      while (word_ != end_) *word_++ = 0;
    }

   private:
    uint64_t* word_;
    uint64_t* end_;
    uint64_t pending_ = 0;
    int used_ = 0;
  };

  uint64_t StateOfSecondary(const Links& links, int32_t item) const {
    if (links.covered(item) || links.degree(item) == Links::kSecondary) {
      return 0;
    }
    if (!has_colors_ || links.color(item) == 0) return 1;
    return ColorMatters(links, item) ? 1 + links.color(item) : 0;
  }

  // An item that has a colour keeps its list as it was. Is there an option in
  // it that agrees, and can still be chosen?
  static bool ColorMatters(const Links& links, int32_t item) {
    for (int32_t p = links.node(item).down; p != item; p = links.node(p).down) {
      if (links.color(p) != Links::kAgreed) continue;
      const int32_t q = FindPrimary(links, links.OptionOf(p));
      if (!links.covered(links.node(q).item) && links.linked(q)) return true;
    }
    return false;
  }

  int bits_;
  size_t words_;
  bool has_secondary_;
  bool has_colors_;
  int32_t item_count_;
};

template <bool kColors>
class MemoCounter final : public Engine {
 public:
  MemoCounter(const Problem& problem, CoverMoves<kColors> moves,
              size_t memory_limit)
      : moves_(std::move(moves)),
        layout_(problem),
        table_(layout_.words(), memory_limit) {
    MemoCounter::Restart({});
  }

  // What was remembered stays true, whatever the givens.
  void Restart(absl::Span<const OptionId> givens) override {
    while (!stack_.empty()) {
      if (state_ != State::kTry) moves_.Undo(stack_.back().level);
      moves_.Close(stack_.back().level);
      stack_.pop_back();
      state_ = State::kReturn;
    }
    keys_.clear();
    moves_.Reset(givens);
    state_ = moves_.contradiction() ? State::kReturn : State::kEnter;
    result_ = 0;
    reported_ = 0;
    ResetStatistics();
  }

  Step Count(uint64_t pause_at, absl::uint128* count) override {
    const Step step = Run(pause_at);
    statistics_.updates = moves_.links().updates();
    // What each open level has counted so far are different covers.
    absl::uint128 found = result_;
    for (const Frame& frame : stack_) {
      if (frame.count > absl::Uint128Max() - found) return Step::kOverflow;
      found += frame.count;
    }
    *count += found - std::exchange(reported_, found);
    return step;
  }

  // Its row in the table says that it does not enumerate.
  Step FindNext(uint64_t) override { std::abort(); }
  absl::Span<const OptionId> solution() const override { std::abort(); }
  void SetCostCeiling(int64_t) override { std::abort(); }

  double FractionDone() const override {
    if (state_ == State::kReturn && stack_.empty()) return 1;
    double done = 0;
    double part = 1;
    for (const auto& [level, count] : stack_) {
      part /= level.branches;
      done += part * (level.tried > 0 ? level.tried - 1 : 0);
    }
    return done;
  }

 private:
  // kReturn: the top level's option is done; result_ is its number of covers.
  enum class State { kEnter, kTry, kReturn };

  struct Frame {
    Level level;
    absl::uint128 count = 0;  // Covers found with the options tried so far.
  };

  // Adds to the top frame's count; false if that would overflow.
  bool Add(absl::uint128 covers) {
    absl::uint128& count = stack_.back().count;
    if (covers > absl::Uint128Max() - count) return false;
    count += covers;
    return true;
  }

  Step Run(uint64_t pause_at) {
    for (;;) {
      switch (state_) {
        case State::kEnter: {
          state_ = State::kReturn;
          result_ = 1;
          if (moves_.complete()) break;
          const int32_t item = moves_.ChooseItem();
          result_ = moves_.CountLeaves(item);
          const int32_t branches = moves_.branches(item);
          if (result_ > 0 || branches <= 0) break;
          if (stack_.empty() || layout_.has_secondary()) {
            layout_.Write(moves_.links(), NewTopKey());
            if (const absl::uint128* covers = FindTopKey()) {
              result_ = *covers;
              break;
            }
          }
          stack_.push_back(
              {.level = {.item = item, .node = item, .branches = branches}});
          moves_.Open(stack_.back().level);
          state_ = State::kTry;
          break;
        }

        case State::kTry: {
          if (statistics_.nodes >= pause_at) return Step::kPaused;
          Level& level = stack_.back().level;
          if (!moves_.Advance(level)) {
            moves_.Close(level);
            result_ = stack_.back().count;
            stack_.pop_back();
            table_.Insert({TopKey(), layout_.words()}, result_);
            state_ = State::kReturn;
            break;
          }
          ++level.tried;
          CountNodes(stack_.size(), 1);
          if (moves_.Completes(level)) {
            if (!Add(1)) return Step::kOverflow;
          } else if (const absl::uint128* covers = FindUnchosen(level)) {
            if (!Add(*covers)) return Step::kOverflow;
          } else if (moves_.Choose(level)) {
            state_ = State::kEnter;
          }
          break;
        }

        case State::kReturn:
          if (stack_.empty()) return Step::kExhausted;
          moves_.Undo(stack_.back().level);
          state_ = State::kTry;
          if (!Add(std::exchange(result_, 0))) return Step::kOverflow;
          break;
      }
    }
  }

  // The key of the node that has stack_.size() levels above it.
  uint64_t* TopKey() { return &keys_[stack_.size() * layout_.words()]; }
  uint64_t* NewTopKey() {
    keys_.resize((stack_.size() + 1) * layout_.words());
    return TopKey();
  }
  const absl::uint128* FindTopKey() {
    return table_.Find({TopKey(), layout_.words()});
  }

  // Where the key tells without a look at the lists, it is looked up before the
  // option is chosen: to take it out of all lists is most of the work.
  const absl::uint128* FindUnchosen(const Level& level) {
    if (layout_.has_secondary()) return nullptr;
    uint64_t* const key = NewTopKey();
    std::copy_n(key - layout_.words(), layout_.words(), key);
    const Links& links = moves_.links();
    int32_t q = level.node;
    do {
      KeyLayout::Remove(links.node(q).item, key);
      q = links.Right(q);
    } while (q != level.node);
    return FindTopKey();
  }

  CoverMoves<kColors> moves_;
  KeyLayout layout_;
  MemoTable table_;

  State state_ = State::kEnter;
  std::vector<Frame> stack_;
  std::vector<uint64_t> keys_;
  absl::uint128 result_ = 0;
  absl::uint128 reported_ = 0;  // Added to the caller's count so far.
};

template <bool kColors>
std::unique_ptr<Engine> Make(const Problem& problem, Links links,
                             ItemChoice choice, size_t memory_limit) {
  return std::make_unique<MemoCounter<kColors>>(
      problem, CoverMoves<kColors>(problem, std::move(links), choice),
      memory_limit);
}

}  // namespace

std::unique_ptr<Engine> MakeMemoCounter(const Problem& problem, Task,
                                        const SearchOptions& options) {
  const bool prefer_sharp = options.branching == Branching::kSharpPreference;
  const ItemOrder items = OrderItems(problem, prefer_sharp, options.seed);
  Links links(problem, items.items, OrderOptions(problem, options.seed));
  const ItemChoice choice = MakeItemChoice(options.branching, items);
  return problem.has_colors() ? Make<true>(problem, std::move(links), choice,
                                           options.memory_limit)
                              : Make<false>(problem, std::move(links), choice,
                                            options.memory_limit);
}

}  // namespace dlx::internal
