#include "dlx/proof/check/sweep.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "dlx/proof/format.h"

namespace dlx::checker {

// Each open item, or each option that fits, once.
bool Sweep::ReadOrder() {
  const bool of_options = state_.has_multiplicities();
  const size_t size =
      of_options ? state_.Fitting().size() : state_.CountOpenIn(state_.key());
  if (reader_.Record(RecordPart::kOther) != size) {
    return reader_.Refuse(
        absl::StrCat("a sweep must tell the order of the ", size,
                     of_options ? " options that fit" : " open items"));
  }
  std::vector<bool> is_there(of_options ? problem_.option_count()
                                        : problem_.item_count());
  for (size_t i = 0; i < size; ++i) {
    const uint64_t number = reader_.Record(RecordPart::kOrder);
    if (number >= is_there.size()) {
      return reader_.Refuse(absl::StrCat(
          "there is no ", of_options ? "option " : "item ", number));
    }
    if (is_there[number] || !MayBeSwept(number)) {
      return reader_.Refuse(
          absl::StrCat(NameOf(number), " cannot be swept here"));
    }
    is_there[number] = true;
    order_.push_back(static_cast<uint32_t>(number));
  }
  return true;
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
  return absl::c_all_of(open, [&](ItemId item) {
    return state_.Missing(item).low <= options[item.value()];
  });
}

void Sweep::ListPieces() {
  child_.resize(state_.key().size());
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

size_t Sweep::NextOpen(size_t place, absl::Span<const uint64_t> key) const {
  while (++place < order_.size()) {
    const auto [at, bit] = state_.OpenBit(ItemId(order_[place]));
    if ((key[at] & bit) != 0) break;
  }
  return place;
}

bool Sweep::Reach(size_t place, absl::Span<const uint64_t> key,
                  const Natural& ways) {
  if (place == order_.size()) {
    covers_ += ways;
    return true;
  }
  Queue& queue = queues_[place];
  const int64_t i =
      queue.last + 1 + internal::UnZigZag(reader_.Record(RecordPart::kOther));
  if (i < 0 || i > static_cast<int64_t>(queue.ways.size())) {
    return reader_.Refuse(absl::StrCat(
        "state ", i, " of ", NameOf(order_[place]), " has not been reached"));
  }
  queue.last = i;
  const size_t at = static_cast<size_t>(i);
  if (at == queue.ways.size()) {
    queue.keys.insert(queue.keys.end(), key.begin(), key.end());
    queue.ways.push_back(ways);
    allowance_.Take(BytesOf(ways));
    return MayGoOn();
  }
  const absl::Span<const uint64_t> other = KeyAt(queue, at);
  if (key != other && (state_.has_short_keys() || !state_.IsLike(other))) {
    return reader_.Refuse(
        absl::StrCat("this is not state ", i, " of ", NameOf(order_[place])));
  }
  allowance_.GiveBack(queue.ways[at].heap_bytes());
  queue.ways[at] += ways;
  allowance_.Take(queue.ways[at].heap_bytes());
  return MayGoOn();
}

bool Sweep::Branch(size_t place, const Natural& ways) {
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

// Without branches, of which no processor can foresee where they go: first the
// options that fit, then their children.
bool Sweep::BranchByKey(size_t place, absl::Span<const uint64_t> key,
                        const Natural& ways) {
  const auto& [items, starts] = pieces_[place];
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
    std::copy(key.begin(), key.end(), child_.begin());
    for (uint32_t j = starts[fitting_[i]]; j < starts[fitting_[i] + 1]; ++j) {
      child_[items[j].place] &= ~items[j].bits;
    }
    ++nodes_;
    if (!Reach(NextOpen(place, child_), child_, ways)) return false;
  }
  return true;
}

bool Sweep::TakeOrLeave(size_t place, bool take) {
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

bool Sweep::Decide(size_t place, const Natural& ways) {
  const size_t mark = state_.mark();
  bool goes_on = true;
  for (const bool take : {true, false}) {
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

bool Sweep::Expand(size_t place) {
  const Queue queue = std::exchange(queues_[place], {});
  for (size_t i = 0; i < queue.ways.size(); ++i) {
    const absl::Span<const uint64_t> key = KeyAt(queue, i);
    const Natural& ways = queue.ways[i];
    if (!state_.has_short_keys()) state_.GoTo(key);
    const bool goes_on = state_.has_multiplicities() ? Decide(place, ways)
                         : state_.has_short_keys()
                             ? BranchByKey(place, key, ways)
                             : Branch(place, ways);
    if (!goes_on || !MayGoOn()) return false;
    if (!reader_.ok()) return reader_.Refuse("");
  }
  for (const Natural& ways : queue.ways) allowance_.GiveBack(BytesOf(ways));
  return true;
}

std::optional<Natural> Sweep::Run() {
  if (!ReadOrder()) return std::nullopt;
  if (state_.has_multiplicities() && !CountOptionsLeft()) return 0;
  if (order_.empty()) return 1;
  if (state_.has_short_keys()) ListPieces();
  queues_.resize(order_.size());
  const std::vector<uint64_t> start(state_.key().begin(), state_.key().end());
  queues_.front() = {.keys = start, .ways = {1}, .last = 0};
  allowance_.Take(BytesOf(1));
  for (size_t place = 0; place < order_.size(); ++place) {
    if (!Expand(place)) return std::nullopt;
  }
  if (!state_.has_short_keys()) state_.GoTo(start);
  return std::move(covers_);
}

}  // namespace dlx::checker
