#include "dlx/model/automaton.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace dlx::internal {
namespace {

constexpr uint32_t kNoState = UINT32_MAX;

// Numbers what it is asked for, from 0 in the order of the questions.
template <typename Key>
class Numbering {
 public:
  uint32_t Of(const Key& key) {
    const auto [entry, is_new] = numbers_.try_emplace(key, size());
    if (is_new) keys_.push_back(key);
    return entry->second;
  }
  uint32_t size() const { return static_cast<uint32_t>(keys_.size()); }
  const Key& key(uint32_t number) const { return keys_[number]; }

 private:
  absl::flat_hash_map<Key, uint32_t> numbers_;
  std::vector<Key> keys_;
};

// What a state leads to: pairs of a value and a state of the next layer.
using Future = std::vector<std::pair<int, uint32_t>>;

}  // namespace

absl::StatusOr<LayeredAutomaton> LayeredAutomaton::Unroll(
    const Automaton& automaton, const Domains& domains, size_t most_arcs) {
  LayeredAutomaton layered;
  Numbering<Automaton::State> layer;
  layer.Of(automaton.start);
  size_t arc_count = 0;
  for (size_t position = 0; position < domains.size(); ++position) {
    Numbering<Automaton::State> next;
    std::vector<Arc>& arcs = layered.arcs_.emplace_back();
    for (uint32_t state = 0; state < layer.size(); ++state) {
      for (const int value : domains[position]) {
        const auto after = automaton.step(position, layer.key(state), value);
        if (!after.has_value()) continue;
        if (position + 1 == domains.size() && !automaton.accepts(*after))
          continue;
        if (++arc_count > most_arcs) {
          return absl::ResourceExhaustedError(
              absl::StrCat("has more than ", most_arcs, " steps"));
        }
        arcs.push_back({state, value, next.Of(*after)});
      }
    }
    layered.state_counts_.push_back(layer.size());
    layer = std::move(next);
  }
  layered.state_counts_.push_back(layer.size());
  layered.DropDeadAndMerge();
  return layered;
}

std::vector<int> LayeredAutomaton::ValuesAt(size_t position) const {
  std::vector<int> values;
  for (const Arc& arc : arcs_[position]) values.push_back(arc.value);
  absl::c_sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

void LayeredAutomaton::Restrict(const Domains& domains) {
  for (size_t position = 0; position < length(); ++position) {
    std::erase_if(arcs_[position], [&](const Arc& arc) {
      return !absl::c_binary_search(domains[position], arc.value);
    });
  }
  DropUnreachable();
  DropDeadAndMerge();
}

void LayeredAutomaton::DropUnreachable() {
  std::vector<bool> is_reached(1, true);
  for (size_t position = 0; position < length(); ++position) {
    std::vector<bool> is_reached_next(state_counts_[position + 1], false);
    std::erase_if(arcs_[position],
                  [&](const Arc& arc) { return !is_reached[arc.from]; });
    for (const Arc& arc : arcs_[position]) is_reached_next[arc.to] = true;
    is_reached = std::move(is_reached_next);
  }
}

// From the last layer to the first: states with the same future become one, and
// those without any go. All states of the last layer are the end.
void LayeredAutomaton::DropDeadAndMerge() {
  std::vector<uint32_t> merged(state_counts_.back(), 0);
  state_counts_.back() = 1;
  for (size_t position = length(); position-- > 0;) {
    std::vector<Arc>& arcs = arcs_[position];
    std::vector<Future> futures(state_counts_[position]);
    for (const Arc& arc : arcs) {
      if (merged[arc.to] == kNoState) continue;
      futures[arc.from].push_back({arc.value, merged[arc.to]});
    }
    arcs.clear();
    Numbering<Future> different;
    merged.assign(futures.size(), kNoState);
    for (size_t state = 0; state < futures.size(); ++state) {
      Future& future = futures[state];
      if (future.empty()) continue;
      absl::c_sort(future);
      const uint32_t known = different.size();
      merged[state] = different.Of(future);
      if (merged[state] < known) continue;
      for (const auto& [value, to] : future) arcs.push_back({known, value, to});
    }
    state_counts_[position] = different.size();
  }
}

}  // namespace dlx::internal
