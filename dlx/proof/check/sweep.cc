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
  const size_t size =
      of_options ? state_.Fitting().size() : state_.CountOpenIn(state_.key());
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
  return state_.IsOpen(ItemId(n));
}

std::string Sweep::NameOf(uint64_t number) const {
  const auto n = static_cast<uint32_t>(number);
  return state_.has_multiplicities()
             ? absl::StrCat("option ", n)
             : absl::StrCat("item \"", problem_.item_name(ItemId(n)), "\"");
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

void Sweep::ListPieces() {
  pieces_.resize(order_.size());
  std::vector<size_t> places(problem_.item_count());
  for (size_t i = 0; i < order_.size(); ++i) places[order_[i]] = i;
  for (const uint32_t option : state_.Fitting()) {
    const absl::Span<const ItemUse> uses = problem_.option(OptionId(option));
    size_t first = order_.size();
    for (const ItemUse& use : uses) {
      first = std::min(first, places[use.item.value()]);
    }
    auto& [items, starts] = pieces_[first];
    const auto begin = static_cast<ptrdiff_t>(items.size());
    for (const ItemUse& use : uses) {
      const Bits bit = state_.OpenBit(use.item);
      const auto at =
          std::find_if(items.begin() + begin, items.end(),
                       [&](Bits bits) { return bits.place == bit.place; });
      if (at == items.end()) {
        items.push_back(bit);
      } else {
        at->bits |= bit.bits;
      }
    }
    starts.push_back(static_cast<uint32_t>(items.size()));
    fitting_.resize(std::max(fitting_.size(), starts.size()));
  }
}

std::string Sweep::Reach(size_t place, absl::Span<const uint64_t> key,
                         const Natural& ways) {
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
    queue.keys.insert(queue.keys.end(), key.begin(), key.end());
    queue.ways.push_back(ways);
    allowance_.Take(BytesOf(ways));
  } else if (key == KeyAt(queue, at)) {
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
  State::Choices choices = state_.ChoicesOf(ItemId(order_[place]));
  for (uint32_t option; (option = state_.Next(choices)) != State::kNoOption;) {
    state_.Take(option);
    ++nodes_;
    // No item is open any more if none of those to come is.
    size_t next = place + 1;
    while (next < order_.size() && !state_.IsOpen(ItemId(order_[next]))) {
      ++next;
    }
    std::string wrong = Reach(next, state_.key(), ways);
    state_.GoBackTo(mark);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

std::string Sweep::BranchByKey(size_t place, absl::Span<const uint64_t> key,
                               const Natural& ways) {
  const auto& [items, starts] = pieces_[place];
  // Without branches, of which no processor can foresee where they go.
  size_t count = 0;
  const Bits* item = items.data();
  for (uint32_t k = 0; k + 1 < starts.size(); ++k) {
    uint64_t lacks = 0;
    for (const Bits* end = items.data() + starts[k + 1]; item < end; ++item) {
      lacks |= item->bits & ~key[item->place];
    }
    fitting_[count] = k;
    count += lacks == 0;
  }
  for (size_t i = 0; i < count; ++i) {
    const absl::Span<const Bits> closed =
        absl::MakeConstSpan(items.data() + starts[fitting_[i]],
                            items.data() + starts[fitting_[i] + 1]);
    std::copy(key.begin(), key.end(), child_.begin());
    for (const auto [at, bits] : closed) child_[at] &= ~bits;
    ++nodes_;
    size_t next = place + 1;
    for (; next < order_.size(); ++next) {
      const auto [at, bit] = state_.OpenBit(ItemId(order_[next]));
      if ((child_[at] & bit) != 0) break;
    }
    std::string wrong = Reach(next, child_, ways);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

// False if an item cannot be covered often enough any more.
bool Sweep::TakeOrLeave(size_t place, bool take) {
  const uint32_t option = order_[place];
  if (take) {
    state_.Take(option);
    ++nodes_;
  } else {
    state_.Exclude(option);
  }
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
    std::string wrong = goes_on ? Reach(next, state_.key(), ways) : "";
    state_.GoBackTo(mark);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

// The states that wait at that place.
std::string Sweep::Expand(size_t place) {
  const Queue queue = std::exchange(queues_[place], {});
  for (size_t i = 0; i < queue.ways.size(); ++i) {
    const absl::Span<const uint64_t> key = KeyAt(queue, i);
    std::string wrong;
    if (state_.has_short_keys()) {
      wrong = BranchByKey(place, key, queue.ways[i]);
    } else {
      state_.GoTo(key);
      wrong = state_.has_multiplicities() ? Decide(place, queue.ways[i])
                                          : Branch(place, queue.ways[i]);
    }
    if (wrong.empty()) wrong = Pause();
    if (!wrong.empty()) return wrong;
    if (!reader_.ok()) return "the certificate ends in a sweep";
  }
  for (const Natural& ways : queue.ways) allowance_.GiveBack(BytesOf(ways));
  return "";
}

absl::StatusOr<Natural> Sweep::Run() {
  std::string wrong = ReadOrder();
  if (!wrong.empty()) return absl::FailedPreconditionError(wrong);
  if (state_.has_multiplicities() && !CountOptionsLeft()) return 0;
  if (order_.empty()) return 1;
  queues_.resize(order_.size());
  const std::vector<uint64_t> start(state_.key().begin(), state_.key().end());
  queues_.front() = {.keys = start, .ways = {1}, .last = 0};
  if (state_.has_short_keys()) {
    child_.resize(start.size());
    ListPieces();
  }
  allowance_.Take(BytesOf(1));
  for (size_t i = 0; wrong.empty() && i < order_.size(); ++i) {
    wrong = Expand(i);
  }
  if (!state_.has_short_keys()) state_.GoTo(start);
  if (!wrong.empty()) return absl::FailedPreconditionError(wrong);
  return std::move(covers_);
}

}  // namespace dlx::checker
