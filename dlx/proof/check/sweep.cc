#include "dlx/proof/check/sweep.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/proof/format.h"

namespace dlx::checker {

// Each open item, or each option that fits, once.
std::string Sweep::ReadOrder() {
  const bool of_options = state_.has_multiplicities();
  size_t size = 0;
  if (of_options) {
    for (uint32_t k = 0; k < problem_.option_count(); ++k) {
      size += state_.Fits(k);
    }
  } else {
    size = state_.OpenItems().size();
  }
  if (reader_.Number(RecordPart::kOther) != size) {
    return absl::StrCat("a sweep must tell the order of the ", size,
                        of_options ? " options that fit" : " open items");
  }
  std::vector<bool> is_there(of_options ? problem_.option_count()
                                        : problem_.item_count());
  for (size_t i = 0; i < size; ++i) {
    const uint64_t number = reader_.Number(RecordPart::kOrder);
    if (number >= is_there.size()) {
      return absl::StrCat("there is no ", of_options ? "option " : "item ",
                          number);
    }
    if (is_there[number] || !MayBeSwept(number)) {
      return absl::StrCat(NameOf(number), " cannot be swept here");
    }
    is_there[number] = true;
    order_.push_back(static_cast<uint32_t>(number));
  }
  return "";
}

bool Sweep::MayBeSwept(uint64_t number) const {
  const auto n = static_cast<uint32_t>(number);
  if (state_.has_multiplicities()) return state_.Fits(n);
  return problem_.is_primary(ItemId(n)) && state_.IsOpen(ItemId(n));
}

std::string Sweep::NameOf(uint64_t number) const {
  const auto n = static_cast<uint32_t>(number);
  return state_.has_multiplicities()
             ? absl::StrCat("option ", n)
             : absl::StrCat("item \"", problem_.item_name(ItemId(n)), "\"");
}

void Sweep::ListOptions() {
  std::vector<bool> is_done(problem_.item_count());
  for (const uint32_t item : order_) {
    std::vector<State::ListedOption>& options = options_.emplace_back();
    for (const auto& listed : state_.OptionsOf(ItemId(item))) {
      const auto uses = problem_.option(OptionId(listed.option));
      if (std::none_of(uses.begin(), uses.end(), [&](const ItemUse& use) {
            return is_done[use.item.value()];
          })) {
        options.push_back(listed);
      }
    }
    is_done[item] = true;
  }
}

// False if an item has fewer than it needs.
bool Sweep::CountOptionsLeft() {
  std::vector<uint32_t> options(problem_.item_count(), 0);
  left_.resize(order_.size());
  for (size_t place = order_.size(); place-- > 0;) {
    for (const ItemUse& use : problem_.option(OptionId(order_[place]))) {
      if (!problem_.is_primary(use.item)) continue;
      left_[place].push_back({use.item, options[use.item.value()]++});
    }
  }
  const std::vector<ItemId> open = state_.OpenItems();
  return std::all_of(open.begin(), open.end(), [&](ItemId item) {
    return state_.Missing(item).low <= options[item.value()];
  });
}

std::string Sweep::Reach(size_t place, const Natural& ways) {
  if (place == order_.size()) {
    covers_ += ways;
    return "";
  }
  Queue& queue = queues_[place];
  const int64_t i =
      queue.last + 1 + internal::UnZigZag(reader_.Number(RecordPart::kOther));
  if (i < 0 || i > static_cast<int64_t>(queue.ways.size())) {
    return absl::StrCat("state ", i, " of ", NameOf(order_[place]),
                        " has not been reached");
  }
  queue.last = i;
  const size_t at = static_cast<size_t>(i);
  if (at == queue.ways.size()) {
    queue.words.insert(queue.words.end(), state_.words().begin(),
                       state_.words().end());
    queue.ways.push_back(ways);
    allowance_.Take(BytesOf(ways));
  } else if (state_.IsLike(StateAt(queue, at))) {
    allowance_.GiveBack(queue.ways[at].heap_bytes());
    queue.ways[at] += ways;
    allowance_.Take(queue.ways[at].heap_bytes());
  } else {
    return absl::StrCat("this is not state ", i, " of ", NameOf(order_[place]));
  }
  return Pause();
}

std::string Sweep::Pause() {
  return allowance_.MayGoOn(state_.size() + state_.TakeWork())
             ? ""
             : std::string(allowance_.status().message());
}

std::string Sweep::Branch(size_t place, const Natural& ways) {
  const size_t mark = state_.mark();
  const std::vector<ListedOption>& options = options_[place];
  if (fitting_.size() < options.size()) fitting_.resize(options.size());
  const size_t fitting = state_.ListFitting(options, fitting_.data());
  for (size_t i = 0; i < fitting; ++i) {
    state_.Take(fitting_[i]);
    ++nodes_;
    // No item is open any more if none of those to come is.
    size_t next = place + 1;
    while (next < order_.size() && !state_.IsOpen(ItemId(order_[next]))) {
      ++next;
    }
    std::string wrong = Reach(next, ways);
    state_.GoBackTo(mark);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

// False if an item cannot be covered often enough any more.
bool Sweep::TakeOrLeave(size_t place, bool take) {
  const uint32_t option = order_[place];
  state_.Exclude(option);
  if (take) state_.Take(option);
  nodes_ += take;
  for (const auto& [item, options] : left_[place]) {
    if (!state_.Limit(item, options)) return false;
  }
  return true;
}

std::string Sweep::Decide(size_t place, const Natural& ways) {
  const size_t mark = state_.mark();
  for (const bool take : {true, false}) {
    bool goes_on = TakeOrLeave(place, take);
    size_t next = place + 1;
    for (; goes_on && next < order_.size(); ++next) {
      if (state_.Fits(order_[next])) break;
      goes_on = TakeOrLeave(next, false);
    }
    std::string wrong = goes_on ? Reach(next, ways) : "";
    state_.GoBackTo(mark);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

// The states that wait at that place.
std::string Sweep::Expand(size_t place) {
  const Queue queue = std::exchange(queues_[place], {});
  for (size_t i = 0; i < queue.ways.size(); ++i) {
    state_.GoTo(StateAt(queue, i));
    std::string wrong = state_.has_multiplicities()
                            ? Decide(place, queue.ways[i])
                            : Branch(place, queue.ways[i]);
    if (wrong.empty()) wrong = Pause();
    if (!wrong.empty()) return wrong;
    if (!reader_.ok()) return "the certificate ends in a sweep";
  }
  for (const Natural& ways : queue.ways) allowance_.GiveBack(BytesOf(ways));
  return "";
}

absl::StatusOr<Natural> Sweep::Run() {
  const std::vector<uint64_t> before(state_.words().begin(),
                                     state_.words().end());
  std::string wrong = ReadOrder();
  if (!wrong.empty()) return absl::FailedPreconditionError(wrong);
  if (!state_.has_multiplicities()) {
    ListOptions();
  } else if (!CountOptionsLeft()) {
    return 0;
  }
  if (order_.empty()) return 1;
  queues_.resize(order_.size());
  queues_.front() = {.words = before, .ways = {1}, .last = 0};
  allowance_.Take(BytesOf(1));
  for (size_t i = 0; wrong.empty() && i < order_.size(); ++i) {
    wrong = Expand(i);
  }
  state_.GoTo(before);
  if (!wrong.empty()) return absl::FailedPreconditionError(wrong);
  return std::move(covers_);
}

}  // namespace dlx::checker
