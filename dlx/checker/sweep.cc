#include "dlx/checker/sweep.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/certificate/format.h"

namespace dlx::checker {

// Each open item, once.
std::string Sweep::ReadOrder() {
  const size_t open = state_.OpenItems().size();
  if (Number() != open) {
    return absl::StrCat("a sweep must tell the order of the ", open,
                        " open items");
  }
  std::vector<bool> is_there(problem_.item_count());
  for (size_t i = 0; i < open; ++i) {
    const uint64_t number = Number();
    if (number >= problem_.item_count()) {
      return absl::StrCat("there is no item ", number);
    }
    const ItemId item(static_cast<uint32_t>(number));
    if (!problem_.is_primary(item) || !state_.IsOpen(item) ||
        is_there[number]) {
      return absl::StrCat("the item \"", problem_.item_name(item),
                          "\" cannot be swept here");
    }
    is_there[number] = true;
    order_.push_back(item);
  }
  return "";
}

// The state was reached, and it waits for an item from that place on.
std::string Sweep::Reach(size_t place, const Natural& ways) {
  while (place < order_.size() && !state_.IsOpen(order_[place])) ++place;
  // No item is open.
  if (place == order_.size()) {
    covers_ += ways;
    return "";
  }
  Queue& queue = queues_[place];
  const int64_t i = queue.last + 1 + internal::UnZigZag(Number());
  if (i < 0 || i > static_cast<int64_t>(queue.ways.size())) {
    return absl::StrCat("state ", i, " of item \"",
                        problem_.item_name(order_[place]),
                        "\" has not been reached");
  }
  queue.last = i;
  const size_t at = static_cast<size_t>(i);
  if (at == queue.ways.size()) {
    queue.words.insert(queue.words.end(), state_.words().begin(),
                       state_.words().end());
    queue.ways.push_back(ways);
  } else if (state_.IsLike(StateAt(queue, at))) {
    queue.ways[at] += ways;
  } else {
    return absl::StrCat("this is not state ", i, " of item \"",
                        problem_.item_name(order_[place]), "\"");
  }
  return "";
}

// The states that wait for the item at that place.
std::string Sweep::Expand(size_t place) {
  const Queue queue = std::exchange(queues_[place], {});
  const size_t mark = state_.mark();
  for (size_t i = 0; i < queue.ways.size(); ++i) {
    state_.GoTo(StateAt(queue, i));
    for (const State::ListedOption& listed : state_.OptionsOf(order_[place])) {
      if (!state_.Fits(listed)) continue;
      state_.Take(listed.option);
      ++nodes_;
      std::string wrong = Reach(place + 1, queue.ways[i]);
      state_.GoBackTo(mark);
      if (!wrong.empty()) return wrong;
    }
    if (!reader_.ok()) return "the certificate ends in a sweep";
  }
  return "";
}

absl::StatusOr<Natural> Sweep::Run() {
  record_at_ = reader_.position();
  if (state_.has_multiplicities()) {
    return absl::FailedPreconditionError(
        "a sweep of a problem with multiplicities");
  }
  const std::vector<uint64_t> before(state_.words().begin(),
                                     state_.words().end());
  std::string wrong = ReadOrder();
  if (wrong.empty()) {
    queues_.resize(order_.size());
    queues_.front() = {.words = before, .ways = {1}, .last = 0};
    for (size_t i = 0; wrong.empty() && i < order_.size(); ++i) {
      wrong = Expand(i);
    }
    state_.GoTo(before);
  }
  if (!wrong.empty()) return absl::FailedPreconditionError(wrong);
  return std::move(covers_);
}

}  // namespace dlx::checker
