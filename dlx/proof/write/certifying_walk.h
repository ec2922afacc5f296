#ifndef DLX_PROOF_WRITE_CERTIFYING_WALK_H_
#define DLX_PROOF_WRITE_CERTIFYING_WALK_H_

// A search that writes down where it goes: the one of dancing_links, with the
// memory of memo_counter if that is wanted.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/memo/chain.h"
#include "dlx/engine/memo/memo_key.h"
#include "dlx/engine/memo/memo_table.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/slots.h"
#include "dlx/proof/write/writer.h"

namespace dlx::internal::certificate {

using dancing_links::Level;
using dancing_links::Links;
using dancing_links::Moves;

// The states that the certificate keeps, by the keys of memo_counter: in which
// slot each one is, and how many covers it has.
class Memory {
 public:
  Memory(const Problem& problem, size_t memory_limit)
      : key_(problem),
        slot_of_(key_.words().size(), LimitOfTable(memory_limit)) {}

  void SetMemoryLimit(size_t bytes) {
    slot_of_.SetMemoryLimit(LimitOfTable(bytes));
  }

  memo::MemoKey& key() { return key_; }

  // The slot of the state that the key stands for, or -1.
  int64_t Find() {
    if (!pays_) return -1;
    const absl::uint128* const slot = slot_of_.Find(key_.words(), key_.hash());
    ++looked_up_;
    found_ += slot != nullptr;
    pays_ = looked_up_ != kTrial || found_ > kTrial / 64;
    return slot == nullptr ? -1 : static_cast<int64_t>(*slot);
  }
  const Natural& count(int64_t slot) const { return slots_.count(slot); }

  // A slot for a state that is to be remembered, or -1 if that does not pay.
  int64_t TakeSlot() { return pays_ ? slots_.Take() : -1; }
  // Remembers the state that the key stands for.
  void Remember(int64_t slot, const Natural& count, uint64_t work) {
    slots_.SetCount(slot, count);
    const std::optional<absl::uint128> forgotten = slot_of_.Insert(
        key_.words(), key_.hash(), static_cast<uint64_t>(slot), work);
    if (forgotten) slots_.Free(static_cast<int64_t>(*forgotten));
  }

 private:
  // If of so many states less than 1 in 64 was there, it is given up: states
  // that are never referred to make the certificate long and fill the checker's
  // memory.
  static constexpr uint64_t kTrial = uint64_t{1} << 17;

  // The rest is for the counts.
  static size_t LimitOfTable(size_t memory_limit) {
    return memory_limit / 4 * 3;
  }

  memo::MemoKey key_;
  memo::MemoTable slot_of_;  // By key.
  Slots slots_;
  bool pays_ = true;
  uint64_t looked_up_ = 0;
  uint64_t found_ = 0;
};

// A walk through the tree of dancing_links that writes down where it goes.
template <Moves M>
class CertifyingWalk final : public CountsOnly<dancing_links::TreeWalk<M>> {
  using Walk = CountsOnly<dancing_links::TreeWalk<M>>;

 public:
  using typename Engine::Step;

  // memory may be null. `items` are those of the links, from 1 on.
  CertifyingWalk(M moves, absl::Span<const ItemId> items,
                 std::unique_ptr<Memory> memory, CertificateWriter& writer)
      : Walk(std::move(moves)),
        items_(items.begin(), items.end()),
        memory_(std::move(memory)),
        writer_(writer) {
    Walk::Restart({});
    frames_.emplace_back();
    if (memory_ == nullptr) return;
    memory_->key().Write(this->moves().links());
    memory_->key().ForgetChanges();
    frames_.back().key = memory_->key().mark();
  }

  // Sets *count to what has been counted so far. There is nothing more to do if
  // nothing more can be written.
  Step Count(uint64_t pause_at, Natural* count) override {
    if (!writer_.ok()) return Step::kExhausted;
    const typename Walk::Stop stop = this->Run(pause_at, Recorder{*this});
    *count = 0;
    for (const Frame& frame : frames_) *count += frame.count;
    return stop == Walk::Stop::kExhausted ? Step::kExhausted : Step::kPaused;
  }

  void SetMemoryLimit(size_t bytes) override {
    if (memory_ != nullptr) memory_->SetMemoryLimit(bytes);
  }

 private:
  static constexpr uint64_t kFirstNodes = 16;

  // A level; the first frame stands for the root's covers themselves.
  struct Frame {
    Natural count = 0;   // Covers found with the options tried so far.
    uint64_t nodes = 0;  // When the level was opened.
    memo::MemoKey::Mark key = {};
    memo::LevelOfChain chain = {};
    int64_t slot = -1;  // Where it is remembered, if it is.
  };

  struct Recorder {
    CertifyingWalk& walk;
    // A cover takes no record, but the option that would make one must be there
    // for the checker to count.
    static constexpr bool kCountsOnly = false;
    using Number = Natural;

    bool Prunes() const { return false; }
    const Natural* Entering(int32_t item, int32_t branches) const {
      return walk.EnterNode(item, branches);
    }
    void DeadEnd(int32_t item) const { walk.WriteDeadEnd(item); }
    bool takes_leaves() const { return true; }
    const Natural* Choosing(const Level& level) const {
      return walk.LookUpOption(level);
    }
    void TakenBack(const Level&) const {
      if (walk.memory_ != nullptr) {
        walk.memory_->key().GoBackTo(walk.frames_.back().key);
      }
    }
    void Closing(const Level& level) const { walk.WriteUntried(level); }
    Natural Leaving() const { return walk.LeaveNode(); }
    bool Found(const Natural& covers) const {
      walk.frames_.back().count += covers;
      return true;
    }
  };

  ItemId item_of(int32_t item) const {
    return items_[static_cast<size_t>(item - 1)];
  }
  void WriteBranch(int32_t item) { writer_.Branch(item_of(item)); }

  // A branch that has no children, or why there is no need of one.
  void WriteDeadEnd(int32_t item) {
    if constexpr (requires { this->moves().is_out_of_reach(); }) {
      if (this->moves().is_out_of_reach()) {
        writer_.Shortage(item_of(item));
        return;
      }
    }
    WriteBranch(item);
  }

  // The count of the state that the memory's key stands for, if it is there;
  // and then a reference to it.
  const Natural* LookUp() {
    const int64_t slot = memory_->Find();
    if (slot < 0) return nullptr;
    writer_.Refer(slot);
    return &memory_->count(slot);
  }

  const Natural* EnterNode(int32_t item, int32_t branches) {
    Frame frame = {.nodes = this->nodes()};
    if (memory_ != nullptr) {
      memo::MemoKey& key = memory_->key();
      frame.chain = frames_.back().chain.Below(branches);
      if (frame.chain.is_remembered) {
        if (key.has_secondary() && frames_.size() > 1) {
          key.Write(this->moves().links());
          if (const Natural* covers = LookUp()) return covers;
        }
        // What comes again early is remembered then: most trees of parts are
        // so small that nothing does.
        if (this->nodes() > kFirstNodes) frame.slot = memory_->TakeSlot();
        if (frame.slot >= 0) writer_.Keep(frame.slot);
      }
      frame.key = key.mark();
    }
    frames_.push_back(frame);
    WriteBranch(item);
    return nullptr;
  }

  // Without secondary items, the key is known before the option is chosen.
  const Natural* LookUpOption(const Level& level) {
    if (memory_ == nullptr || memory_->key().has_secondary()) return nullptr;
    memory_->key().RemoveOption(this->moves().links(), level.node);
    const Natural* const covers = LookUp();
    if (covers != nullptr) memory_->key().GoBackTo(frames_.back().key);
    return covers;
  }

  // With multiplicities, the walk does not try options once some item lacks
  // options that have been tried before. To the checker they are children like
  // others, and that item is why they have no covers.
  void WriteUntried(const Level& level) {
    if (level.node == level.item) return;
    const Links& links = this->moves().links();
    int32_t lacking = level.node;
    while (this->moves().branches(links.node(lacking).item) > 0) {
      lacking = links.Right(lacking);
    }
    for (int32_t i = this->moves().branches(level.item); i > 0; --i) {
      WriteBranch(links.node(lacking).item);
    }
  }

  Natural LeaveNode() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    if (frame.slot >= 0) {
      memory_->Remember(frame.slot, frame.count, this->nodes() - frame.nodes);
    }
    return frame.count;
  }

  std::vector<ItemId> items_;
  std::unique_ptr<Memory> memory_;
  CertificateWriter& writer_;
  std::vector<Frame> frames_;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_CERTIFYING_WALK_H_
