#include "dlx/engine/layers/tallies.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace dlx::internal::layers {
namespace {

constexpr uint32_t kWordBits = 64;

// Hands out bits.
class Allocator {
 public:
  // So many in a row, in one word.
  std::vector<uint32_t> TakeRun(uint32_t bits) {
    const uint64_t run = (uint64_t{1} << bits) - 1;
    while (first_free_ < taken_.size() && ~taken_[first_free_] == 0) {
      ++first_free_;
    }
    for (uint32_t w = first_free_;; ++w) {
      if (w == taken_.size()) taken_.push_back(0);
      for (uint32_t first = 0; first + bits <= kWordBits; ++first) {
        if ((taken_[w] & run << first) != 0) continue;
        taken_[w] |= run << first;
        std::vector<uint32_t> result(bits);
        std::iota(result.begin(), result.end(), w * kWordBits + first);
        return result;
      }
    }
  }
  // So many, wherever they are.
  std::vector<uint32_t> Take(size_t bits) {
    std::vector<uint32_t> result;
    for (size_t i = 0; i < bits; ++i) result.push_back(TakeRun(1)[0]);
    return result;
  }
  void Return(absl::Span<const uint32_t> bits) {
    for (const uint32_t bit : bits) {
      taken_[bit / kWordBits] &= ~(uint64_t{1} << bit % kWordBits);
      first_free_ = std::min(first_free_, bit / kWordBits);
    }
  }
  size_t words() const { return taken_.size(); }

 private:
  std::vector<uint64_t> taken_;
  uint32_t first_free_ = 0;  // All words before it are full.
};

}  // namespace

// Follows the items through the order.
class Tallies::Clerk {
 public:
  // Items are given the bits that they have had in `places`, if there is such a
  // thing.
  Clerk(const Problem& problem, absl::Span<const OptionId> givens,
        const Places* places);

  bool is_hopeless() const { return is_hopeless_; }
  // Whether the givens do not rule it out, nor contain it.
  bool IsOpen(OptionId option) const;
  // What there is to know of the open options, before the first decision.
  void Announce(OptionId option);
  void EndAnnouncements();

  Decision Decide(OptionId option);

  size_t words() const { return allocator_.words(); }
  // The bits that each item has had.
  Places TakePlaces();
  // log2 of the number of states.
  double frontier() const { return std::max(frontier_, 0.0); }

 private:
  enum class Kind {
    kNone,       // There is nothing to remember.
    kBits,       // A bit for each colour, of which at most one is set.
    kReached,    // A bit: it is covered, and may be covered again.
    kCount,      // A number, which has a limit.
    kCountUpTo,  // A number beyond which it does not count.
  };

  struct Account {
    // How often it must and may be covered, besides the givens.
    uint32_t low = 0;
    uint32_t high = 0;
    // Givens cover a secondary item, without a colour or with one.
    bool is_given = false;
    ColorId given_color = kNoColor;
    // The options that are not decided yet.
    uint32_t options = 0;
    std::vector<uint32_t> colors = {};  // Ascending; just 0 if there are none.

    Kind kind = Kind::kNone;
    uint32_t most = 0;  // What the number may be.
    // From the first of its decisions to the last one.
    bool is_open = false;
    // One for each colour, or just one, or a number.
    std::vector<uint32_t> bits = {};

    bool Allows(const ItemUse& use) const {
      return high > 0 &&
             (!is_given || (use.color != kNoColor && use.color == given_color));
    }
    bool is_number() const {
      return kind == Kind::kCount || kind == Kind::kCountUpTo;
    }
    // REQUIRES: is_number().
    Tally tally(uint32_t number) const {
      return {bits[0], static_cast<uint32_t>(bits.size()), number};
    }
    // How many states it has.
    double states() const {
      return 1.0 + (is_number() ? most : static_cast<double>(bits.size()));
    }
  };

  static Kind KindOf(const Account& account, bool is_primary);
  void Open(ItemId item);
  void Close(const Account& account, Decision& decision);
  // What it is for the item that the option is taken, or left.
  static void Take(const ItemUse& use, const Account& account, bool is_first,
                   Decision& decision);
  static void Leave(const Account& account, Decision& decision);

  Account& account(ItemId item) { return accounts_[item.value()]; }

  const Problem& problem_;
  std::vector<Account> accounts_;  // By item.
  std::vector<bool> is_given_;     // By option.
  const Places* const places_;
  Allocator allocator_;
  double frontier_ = 0;
  bool is_hopeless_ = false;
};

Tallies::Clerk::Clerk(const Problem& problem, absl::Span<const OptionId> givens,
                      const Places* places)
    : problem_(problem),
      accounts_(problem.item_count()),
      is_given_(problem.option_count()),
      places_(places) {
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const Multiplicity multiplicity = problem.multiplicity(ItemId(i));
    accounts_[i].low = multiplicity.low;
    accounts_[i].high = multiplicity.high;
  }
  for (const OptionId given : givens) {
    is_hopeless_ |= is_given_[given.value()];  // No cover has it twice.
    is_given_[given.value()] = true;
    for (const ItemUse& use : problem.option(given)) {
      Account& account = this->account(use.item);
      is_hopeless_ |= !account.Allows(use);
      if (problem.is_primary(use.item)) {
        account.high -= std::min(account.high, 1u);
        account.low -= std::min(account.low, 1u);
      } else {
        account.is_given = true;
        account.given_color = use.color;
      }
    }
  }
}

bool Tallies::Clerk::IsOpen(OptionId option) const {
  const absl::Span<const ItemUse> uses = problem_.option(option);
  return !is_given_[option.value()] &&
         std::all_of(uses.begin(), uses.end(), [this](const ItemUse& use) {
           return accounts_[use.item.value()].Allows(use);
         });
}

void Tallies::Clerk::Announce(OptionId option) {
  for (const ItemUse& use : problem_.option(option)) {
    ++account(use.item).options;
    if (!problem_.is_primary(use.item)) {
      account(use.item).colors.push_back(use.color.value());
    }
  }
}

void Tallies::Clerk::EndAnnouncements() {
  for (uint32_t i = 0; i < problem_.item_count(); ++i) {
    Account& account = accounts_[i];
    const bool is_primary = problem_.is_primary(ItemId(i));
    is_hopeless_ |= is_primary && account.options < account.low;
    std::sort(account.colors.begin(), account.colors.end());
    account.colors.erase(
        std::unique(account.colors.begin(), account.colors.end()),
        account.colors.end());
    if (is_primary) account.colors = {kNoColor.value()};
    account.kind = KindOf(account, is_primary);
    account.most = account.kind == Kind::kCount ? account.high : account.low;
  }
}

Tallies::Clerk::Kind Tallies::Clerk::KindOf(const Account& account,
                                            bool is_primary) {
  // What has one decision is nothing to remember, nor what givens cover with
  // the colour of all its options that are left.
  if (account.options < 2 || account.is_given) return Kind::kNone;
  if (!is_primary) return Kind::kBits;
  if (account.high < account.options) {
    return account.high == 1 ? Kind::kBits : Kind::kCount;
  }
  switch (account.low) {
    case 0:
      return Kind::kNone;
    case 1:
      return Kind::kReached;
    default:
      return Kind::kCountUpTo;
  }
}

void Tallies::Clerk::Open(ItemId item) {
  Account& account = this->account(item);
  account.is_open = true;
  const size_t bits = account.is_number() ? std::bit_width(account.most) + 1
                                          : account.colors.size();
  if (places_ != nullptr) {
    const std::vector<uint32_t>& place = (*places_)[item.value()];
    account.bits.assign(place.begin(), place.begin() + bits);
  } else {
    account.bits =
        account.is_number() ? allocator_.TakeRun(bits) : allocator_.Take(bits);
  }
  frontier_ += std::log2(account.states());
}

void Tallies::Clerk::Close(const Account& account, Decision& decision) {
  frontier_ -= std::log2(account.states());
  decision.leaving.insert(decision.leaving.end(), account.bits.begin(),
                          account.bits.end());
  if (places_ == nullptr) allocator_.Return(account.bits);
}

Tallies::Places Tallies::Clerk::TakePlaces() {
  Places places;
  for (Account& account : accounts_) places.push_back(std::move(account.bits));
  return places;
}

void Tallies::Clerk::Take(const ItemUse& use, const Account& account,
                          bool is_first, Decision& decision) {
  const bool is_last = account.options == 0;
  switch (account.kind) {
    case Kind::kNone:
      break;
    case Kind::kBits: {
      const auto color = std::lower_bound(
          account.colors.begin(), account.colors.end(), use.color.value());
      const uint32_t own = account.bits[color - account.colors.begin()];
      for (const uint32_t bit : account.bits) {
        if (!is_first && (bit != own || use.color == kNoColor)) {
          decision.obstacles.push_back(bit);
        }
      }
      if (!is_last) decision.effects.push_back(own);
      break;
    }
    case Kind::kReached:
      if (!is_last) decision.effects.push_back(account.bits[0]);
      break;
    case Kind::kCount:
      if (!is_first) decision.limits.push_back(account.tally(account.most));
      if (!is_last) decision.counted.push_back(account.tally(account.most));
      break;
    case Kind::kCountUpTo:
      if (!is_last)
        decision.counted_up_to.push_back(account.tally(account.most));
      break;
  }
}

void Tallies::Clerk::Leave(const Account& account, Decision& decision) {
  // So often it must have been covered.
  const uint32_t least = account.low - std::min(account.low, account.options);
  if (least == 0) return;
  if (!account.is_open) {
    decision.must_be_taken = true;
    return;
  }
  switch (account.kind) {
    case Kind::kNone:
      break;
    case Kind::kBits:
    case Kind::kReached:
      decision.needed.push_back(account.bits[0]);
      break;
    case Kind::kCount:
    case Kind::kCountUpTo:
      decision.least.push_back(account.tally(least));
      break;
  }
}

Decision Tallies::Clerk::Decide(OptionId option) {
  Decision decision;
  decision.option = option;
  const absl::Span<const ItemUse> uses = problem_.option(option);
  for (const ItemUse& use : uses) {
    Account& account = this->account(use.item);
    --account.options;
    Leave(account, decision);
    if (!account.is_open) continue;
    Take(use, account, /*is_first=*/false, decision);
    if (account.options == 0) Close(account, decision);
  }
  // These may have the bits of those that leave here.
  for (const ItemUse& use : uses) {
    Account& account = this->account(use.item);
    if (account.is_open || account.kind == Kind::kNone) continue;
    Open(use.item);
    Take(use, account, /*is_first=*/true, decision);
  }
  return decision;
}

Tallies::Tallies(const Problem& problem, absl::Span<const OptionId> order)
    : Tallies(problem, order, {}, nullptr) {}

Tallies::Tallies(const Problem& problem, absl::Span<const OptionId> order,
                 absl::Span<const OptionId> givens, const Tallies& whole)
    : Tallies(problem, order, givens, &whole.places_) {
  words_ = whole.words_;
}

Tallies::Tallies(const Problem& problem, absl::Span<const OptionId> order,
                 absl::Span<const OptionId> givens, const Places* places) {
  Clerk clerk(problem, givens, places);
  // With givens that cannot be, items may need more room than they have.
  is_hopeless_ = clerk.is_hopeless();
  if (is_hopeless_) return;
  std::vector<OptionId> open;
  for (const OptionId option : order) {
    if (clerk.IsOpen(option)) open.push_back(option);
  }
  for (const OptionId option : open) clerk.Announce(option);
  clerk.EndAnnouncements();
  is_hopeless_ = clerk.is_hopeless();
  for (const OptionId option : open) {
    decisions_.push_back(clerk.Decide(option));
    frontier_.push_back(clerk.frontier());
  }
  words_ = clerk.words();
  places_ = clerk.TakePlaces();
}

double Tallies::Log2States() const {
  double sum = 0;
  for (const double bits : frontier_) sum += std::exp2(std::min(bits, 900.0));
  return std::log2(std::max(sum, 1.0));
}

size_t Tallies::WidestFrontier() const {
  double most = 0;
  for (const double bits : frontier_) most = std::max(most, bits);
  return static_cast<size_t>(std::ceil(most));
}

}  // namespace dlx::internal::layers
