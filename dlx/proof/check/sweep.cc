// Counts the covers of a state layer by layer.
//
// With each state goes in how many ways it was reached. Whatever was done so
// far, this is always the number of covers:
//
//   the ways in which all items were covered
//     + the sum, over all states that are waiting, of their ways times the
//       number of their covers.
//
// At first, only the state itself is waiting, in one way. A state is taken off,
// and for each option of an item of it that fits, what is left waits instead,
// in as many ways. Two states that are alike wait as one. In the end no state
// is waiting.
//
// The items are branched on in an order that the certificate gives, and each
// state waits for the first of them that it has open. Of each one that is
// reached the certificate says where it is in its queue: at the end, since it
// is new; or where one is that is like it, which is then looked at.
//
// With multiplicities, it is options that are in order, and each state waits
// for the first of them that fits. There are two ways to go on: to take it, and
// to leave it; afterwards, as those before it, it is out of the question. So it
// is known how many options an item has still to come. It cannot be covered
// more often than that; and if it must be, this is no way to go on.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/proof/check/records.h"
#include "dlx/proof/format.h"

namespace dlx::checker {
namespace {

class Sweep {
 public:
  Sweep(State& state, Reader& reader, Allowance& allowance, uint64_t& nodes)
      : state_(state), reader_(reader), allowance_(allowance), nodes_(nodes) {}

  std::optional<Natural> Run() {
    if (!ReadOrder()) return std::nullopt;
    if (state_.has_multiplicities() && !CountOptionsLeft()) return 0;
    if (order_.empty()) return 1;
    if (state_.has_short_keys()) ListPieces();
    queues_.resize(order_.size());
    const std::vector<uint64_t> start(state_.key().begin(), state_.key().end());
    Push(start, 1, queues_.front());
    for (size_t place = 0; place < order_.size(); ++place) {
      if (!Expand(place)) return std::nullopt;
    }
    if (!state_.has_short_keys()) state_.GoTo(start);
    return std::move(covers_);
  }

 private:
  // Some states, one after the other.
  struct Chunk {
    std::vector<uint64_t> keys;
    std::vector<Natural> ways;
  };
  // The states that wait for an item, or for an option, in the order in which
  // they were reached, so many in each chunk. As one piece they would be copied
  // while they become more, to pages that are new.
  static constexpr size_t kInChunk = 256;
  struct Queue {
    std::vector<Chunk> chunks;
    size_t size = 0;
    int64_t last = -1;  // Which one was named last.
  };
  // An item of an option, and how many options it has after this one.
  struct Left {
    ItemId item;
    uint32_t options;
  };
  absl::Span<const ItemUse> UsesOf(uint32_t option) const {
    return state_.problem().option(OptionId(option));
  }
  std::string NameOf(uint32_t number) const {
    return state_.has_multiplicities()
               ? absl::StrCat("option ", number)
               : absl::StrCat("item \"",
                              state_.problem().item_name(ItemId(number)), "\"");
  }
  size_t BytesOf(const Natural& ways) const {
    return state_.key().size() * sizeof(uint64_t) + sizeof(Natural) +
           ways.heap_bytes();
  }
  absl::Span<const uint64_t> KeyAt(const Queue& queue, size_t i) const {
    const size_t size = state_.key().size();
    return absl::MakeConstSpan(queue.chunks[i / kInChunk].keys)
        .subspan(i % kInChunk * size, size);
  }
  static Natural& WaysAt(Queue& queue, size_t i) {
    return queue.chunks[i / kInChunk].ways[i % kInChunk];
  }
  // As the last state.
  void Push(absl::Span<const uint64_t> key, const Natural& ways, Queue& queue) {
    if (queue.size++ % kInChunk == 0) queue.chunks.emplace_back();
    Chunk& chunk = queue.chunks.back();
    chunk.keys.insert(chunk.keys.end(), key.begin(), key.end());
    chunk.ways.push_back(ways);
    allowance_.Take(BytesOf(ways));
  }
  bool MayGoOn() { return allowance_.MayGoOnWith(state_); }

  // These return false if they cannot go on: the reader has refused something,
  // or there is no allowance for more.

  // Each open item, or each option that fits, once.
  bool ReadOrder() {
    const Problem& problem = state_.problem();
    const bool of_options = state_.has_multiplicities();
    const size_t size =
        of_options ? state_.Fitting().size() : state_.OpenItems().size();
    if (reader_.OtherRecord() != size) {
      return reader_.Refuse("a sweep must tell the order of the ", size,
                            of_options ? " options that fit" : " open items");
    }
    std::vector<bool> is_there(of_options ? problem.option_count()
                                          : problem.item_count());
    for (size_t i = 0; i < size; ++i) {
      const uint64_t number = reader_.Record();
      if (number >= is_there.size()) {
        return reader_.Refuse("there is no ", of_options ? "option " : "item ",
                              number);
      }
      reader_.Tell(of_options ? RecordPart::kOption : RecordPart::kItem,
                   static_cast<int64_t>(number));
      const auto n = static_cast<uint32_t>(number);
      if (is_there[n] ||
          !(of_options ? state_.Fits(n) : state_.IsOpen(ItemId(n)))) {
        return reader_.Refuse(NameOf(n), " cannot be swept here");
      }
      is_there[n] = true;
      order_.push_back(n);
    }
    return true;
  }

  // The states that wait at that place. Each goes on to its children.
  bool Expand(size_t place) {
    Queue queue = std::exchange(queues_[place], {});
    for (size_t i = 0; i < queue.size; ++i) {
      const absl::Span<const uint64_t> key = KeyAt(queue, i);
      const Natural& ways = WaysAt(queue, i);
      if (!state_.has_short_keys()) state_.GoTo(key);
      const bool goes_on = state_.has_multiplicities() ? Decide(place, ways)
                           : state_.has_short_keys()
                               ? BranchByKey(place, key, ways)
                               : Branch(place, ways);
      if (!goes_on || !MayGoOn()) return false;
      if (!reader_.ok()) return reader_.Refuse("");
    }
    for (size_t i = 0; i < queue.size; ++i) {
      allowance_.GiveBack(BytesOf(WaysAt(queue, i)));
    }
    return true;
  }

  // A state was reached, and waits at that place, or is a cover.
  bool Reach(size_t place, absl::Span<const uint64_t> key,
             const Natural& ways) {
    if (place == order_.size()) {
      covers_ += ways;
      return true;
    }
    Queue& queue = queues_[place];
    const int64_t i =
        queue.last + 1 + internal::UnZigZag(reader_.OtherRecord());
    if (i < 0 || i > static_cast<int64_t>(queue.size)) {
      return reader_.Refuse("state ", i, " of ", NameOf(order_[place]),
                            " has not been reached");
    }
    queue.last = i;
    const size_t at = static_cast<size_t>(i);
    if (at == queue.size) {
      Push(key, ways, queue);
      return MayGoOn();
    }
    const absl::Span<const uint64_t> other = KeyAt(queue, at);
    if (key != other && (state_.has_short_keys() || !state_.IsLike(other))) {
      return reader_.Refuse("this is not state ", i, " of ",
                            NameOf(order_[place]));
    }
    Natural& sum = WaysAt(queue, at);
    allowance_.GiveBack(sum.heap_bytes());
    sum += ways;
    allowance_.Take(sum.heap_bytes());
    return MayGoOn();
  }

  // ------------------------------------------------------- an order of items

  // The place of the next item that is open; that behind the last if none is.
  size_t NextOpen(size_t place, absl::Span<const uint64_t> key) const {
    while (++place < order_.size()) {
      if (state_.IsOpenIn(key, ItemId(order_[place]))) break;
    }
    return place;
  }

  bool Branch(size_t place, const Natural& ways) {
    const size_t mark = state_.mark();
    State::Choices choices = state_.ChoicesOf(ItemId(order_[place]));
    bool goes_on = true;
    while (goes_on && state_.HasNext(choices)) {
      state_.Take(state_.Next(choices));
      ++nodes_;
      goes_on = Reach(NextOpen(place, state_.key()), state_.key(), ways);
      state_.GoBackTo(mark);
    }
    return goes_on;
  }

  // The same where open items say which options fit: without a look at others,
  // and without branches, of which no processor can foresee where they go.
  // First the options that fit, then their children.
  bool BranchByKey(size_t place, absl::Span<const uint64_t> key,
                   const Natural& ways) {
    size_t count = 0;
    for (const BitList& piece : pieces_[place]) {
      uint64_t lacks = 0;
      for (const auto [at, bits] : piece) lacks |= bits & ~key[at];
      fitting_[count] = &piece;
      count += lacks == 0;
    }
    for (size_t i = 0; i < count; ++i) {
      std::copy(key.begin(), key.end(), child_.begin());
      for (const auto [at, bits] : *fitting_[i]) child_[at] &= ~bits;
      ++nodes_;
      if (!Reach(NextOpen(place, child_), child_, ways)) return false;
    }
    return true;
  }

  void ListPieces() {
    child_.resize(state_.key().size());
    fitting_.resize(state_.problem().option_count());
    pieces_.resize(order_.size());
    std::vector<size_t> places(state_.problem().item_count());
    for (size_t i = 0; i < order_.size(); ++i) places[order_[i]] = i;
    for (const uint32_t option : state_.Fitting()) {
      size_t first = order_.size();
      BitList piece;
      for (const ItemUse& use : UsesOf(option)) {
        first = std::min(first, places[use.item.value()]);
        Append(state_.OpenBit(use.item), piece);
      }
      pieces_[first].push_back(std::move(piece));
    }
  }

  // ----------------------------------------------------- an order of options

  // False if an item has fewer than it needs.
  bool CountOptionsLeft() {
    std::vector<uint32_t> options(state_.problem().item_count(), 0);
    left_.resize(order_.size());
    for (size_t place = order_.size(); place-- > 0;) {
      for (const ItemUse& use : UsesOf(order_[place])) {
        if (!state_.problem().is_primary(use.item)) continue;
        left_[place].push_back({use.item, options[use.item.value()]++});
      }
    }
    return absl::c_all_of(state_.OpenItems(), [&](ItemId item) {
      return state_.Missing(item).low <= options[item.value()];
    });
  }

  // False if an item cannot be covered often enough any more.
  bool TakeOrLeave(size_t place, bool take) {
    const uint32_t option = order_[place];
    if (take) {
      state_.Take(option);
      ++nodes_;
    } else {
      state_.Exclude(option);
    }
    return absl::c_all_of(left_[place], [this](const Left& left) {
      return state_.Limit(left.item, left.options);
    });
  }

  bool Decide(size_t place, const Natural& ways) {
    const size_t mark = state_.mark();
    bool goes_on = true;
    for (const bool take : {true, false}) {
      if (!take) state_.Save();
      bool may_have_covers = TakeOrLeave(place, take);
      size_t next = place + 1;
      for (; may_have_covers && next < order_.size(); ++next) {
        if (state_.Fits(order_[next])) break;
        may_have_covers = TakeOrLeave(next, false);
      }
      if (may_have_covers) goes_on = goes_on && Reach(next, state_.key(), ways);
      state_.GoBackTo(mark);
    }
    return goes_on;
  }

  State& state_;
  Reader& reader_;
  Allowance& allowance_;
  uint64_t& nodes_;
  std::vector<uint32_t> order_;  // Items, or options.
  std::vector<Queue> queues_;    // By place in the order.
  Natural covers_ = 0;
  // By place, if there are short keys: the options of the item that have none
  // of those that come before it, all of which are done when it is branched on.
  // Each is told by the open items that it needs, and closes.
  std::vector<std::vector<BitList>> pieces_;
  std::vector<uint64_t> child_;  // In BranchByKey() only.
  std::vector<const BitList*> fitting_;
  std::vector<std::vector<Left>> left_;  // By place, if these are options.
};

}  // namespace

std::optional<Natural> CountBySweep(State& state, Reader& reader,
                                    Allowance& allowance, uint64_t& nodes) {
  return Sweep(state, reader, allowance, nodes).Run();
}

}  // namespace dlx::checker
