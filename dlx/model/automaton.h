#ifndef DLX_MODEL_AUTOMATON_H_
#define DLX_MODEL_AUTOMATON_H_

// An automaton that reads the values of variables one after the other, and the
// same automaton in layers.
//
// The automaton is deterministic: a state and a value have one next state, or
// none. So an assignment has one path, and what is made of paths counts
// assignments. "The values rise", over two variables with the values 1..3:
//
//   layer 0        layer 1         layer 2
//             1    read 1   2, 3
//   start ------->       --------> end          paths: 1 2, 1 3, 2 3
//         \   2    read 2   3    /
//          ------>       -------
//
// Layers have only states through which a path leads, and no two states of a
// layer that the same values lead to the end: it is the smallest automaton of
// that kind.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace dlx {

struct Automaton {
  using State = int64_t;

  State start = 0;
  // The state after `value` of the variable at `position`, which counts from 0.
  // Nothing if no path goes on so.
  std::function<std::optional<State>(size_t position, State state, int value)>
      step;
  // Whether a path may end in that state.
  std::function<bool(State)> accepts = [](State) { return true; };
};

namespace internal {

// For each variable its values, ascending.
using Domains = std::vector<std::vector<int>>;

class LayeredAutomaton {
 public:
  // A step at a position, between states of its layer and of the next.
  struct Arc {
    uint32_t from;
    int value;
    uint32_t to;
  };

  // `domains` has the values at each position. Fails if there are more than
  // `most_arcs` steps on the way.
  static absl::StatusOr<LayeredAutomaton> Unroll(const Automaton& automaton,
                                                 const Domains& domains,
                                                 size_t most_arcs);

  size_t length() const { return arcs_.size(); }
  absl::Span<const Arc> arcs(size_t position) const { return arcs_[position]; }
  // Of the layer before that position.
  uint32_t state_count(size_t position) const {
    return state_counts_[position];
  }
  // The values of the steps at a position, ascending.
  std::vector<int> ValuesAt(size_t position) const;

  // Drops the steps with other values than these.
  void Restrict(const Domains& domains);

 private:
  void DropUnreachable();
  void DropDeadAndMerge();

  std::vector<std::vector<Arc>> arcs_;
  std::vector<uint32_t> state_counts_;
};

}  // namespace internal
}  // namespace dlx

#endif  // DLX_MODEL_AUTOMATON_H_
