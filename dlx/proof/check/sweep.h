#ifndef DLX_PROOF_CHECK_SWEEP_H_
#define DLX_PROOF_CHECK_SWEEP_H_

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

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/check/allowance.h"
#include "dlx/proof/check/reader.h"
#include "dlx/proof/check/state.h"

namespace dlx::checker {

class Sweep {
 public:
  // Of the covers of the state, which is as it was before when it is over. The
  // reader is behind the record that says that this is a sweep.
  Sweep(const Problem& problem, State& state, Reader& reader,
        Allowance& allowance)
      : problem_(problem),
        state_(state),
        reader_(reader),
        allowance_(allowance) {}

  // How many there are; nothing if the reader has refused something, or the
  // allowance does not suffice.
  std::optional<Natural> Run();

  // How many options were taken.
  uint64_t nodes() const { return nodes_; }

 private:
  // The states that wait for an item, or for an option, in the order in which
  // they were reached.
  struct Queue {
    std::vector<uint64_t> keys;  // Of one state after the other.
    std::vector<Natural> ways;
    int64_t last = -1;  // Which one was named last.
  };
  // An item of an option, and how many options it has after this one.
  struct Left {
    ItemId item;
    uint32_t options;
  };

  // Options, each told by the open items that it needs, and closes.
  struct Pieces {
    std::vector<Bits> items;             // Of one option after the other.
    std::vector<uint32_t> starts = {0};  // By option, and their end.
  };

  // These return false if they cannot go on: the reader has refused something,
  // or there is no allowance for more.
  bool ReadOrder();
  // The states that wait at that place. Each goes on to its children.
  bool Expand(size_t place);
  bool Branch(size_t place, const Natural& ways);
  bool BranchByKey(size_t place, absl::Span<const uint64_t> key,
                   const Natural& ways);
  bool Decide(size_t place, const Natural& ways);
  // A state was reached, and waits at that place, or is a cover.
  bool Reach(size_t place, absl::Span<const uint64_t> key, const Natural& ways);
  bool MayGoOn() {
    return allowance_.MayGoOn(state_.size() + state_.TakeWork());
  }

  bool MayBeSwept(uint64_t number) const;
  std::string NameOf(uint64_t number) const;
  void ListPieces();
  // False if an item has fewer than it needs.
  bool CountOptionsLeft();
  // False if an item cannot be covered often enough any more.
  bool TakeOrLeave(size_t place, bool take);
  // The place of the next item that is open; that behind the last if none is.
  size_t NextOpen(size_t place, absl::Span<const uint64_t> key) const;

  size_t BytesOf(const Natural& ways) const {
    return state_.key().size() * sizeof(uint64_t) + sizeof(Natural) +
           ways.heap_bytes();
  }
  absl::Span<const uint64_t> KeyAt(const Queue& queue, size_t i) const {
    const size_t size = state_.key().size();
    return {queue.keys.data() + i * size, size};
  }
  const Problem& problem_;
  State& state_;
  Reader& reader_;
  Allowance& allowance_;
  std::vector<uint32_t> order_;  // Items, or options.
  // By place, if there are short keys: the options of the item that have none
  // of those that come before it, all of which are done when it is branched on.
  std::vector<Pieces> pieces_;
  // In BranchByKey() only.
  std::vector<uint64_t> child_;
  std::vector<uint32_t> fitting_;
  std::vector<std::vector<Left>> left_;  // By place, if these are options.
  std::vector<Queue> queues_;            // By place in the order.
  Natural covers_ = 0;
  uint64_t nodes_ = 0;
};

}  // namespace dlx::checker

#endif  // DLX_PROOF_CHECK_SWEEP_H_
