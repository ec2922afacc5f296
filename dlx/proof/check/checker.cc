#include "dlx/proof/check/checker.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/proof/check/clauses.h"
#include "dlx/proof/check/image.h"
#include "dlx/proof/check/reader.h"
#include "dlx/proof/check/state.h"
#include "dlx/proof/check/sweep.h"
#include "dlx/proof/format.h"

namespace dlx {
namespace checker {
namespace {

using ::dlx::internal::IsMarked;

// The states that were kept, each in its slot, with the number of their covers.
class Slots {
 public:
  explicit Slots(size_t key_size) : key_size_(key_size) {}

  size_t size() const { return counts_.size(); }
  absl::Span<const uint64_t> key(size_t slot) const {
    return {keys_.data() + slot * key_size_, key_size_};
  }
  // Nothing while there is nothing in the slot.
  const std::optional<Natural>& count(size_t slot) const {
    return counts_[slot];
  }
  size_t bytes_of_slot() const {
    return key_size_ * sizeof(keys_[0]) + sizeof(counts_[0]);
  }

  void Add() {
    counts_.emplace_back();
    keys_.resize(keys_.size() + key_size_);
  }
  void Put(size_t slot, absl::Span<const uint64_t> key, const Natural& count) {
    std::copy(key.begin(), key.end(),
              keys_.begin() + static_cast<ptrdiff_t>(slot * key_size_));
    counts_[slot] = count;
  }

 private:
  size_t key_size_;
  std::vector<uint64_t> keys_;
  std::vector<std::optional<Natural>> counts_;
};

// Goes through the tree as the certificate says. A step is one of these:
//
//     kEnter      At a new state. Read its record, and a sweep as a whole.
//                 -> kKnown, or kNextChild
//     kNextChild  Go on to the next child of the innermost node -> kEnter, or
//                 if there are no more, leave it -> kKnown
//     kKnown      count_ is that of the state; tell the node above.
//                 -> kNextChild, or if there is none, that was it
class Checker {
 public:
  // What it is given must outlive this.
  Checker(const Problem& problem, State& state, Reader& reader,
          const CheckLimits& limits)
      : problem_(problem),
        reader_(reader),
        allowance_(limits),
        state_(state),
        slots_(state_.key().size()) {}

  // A whole certificate.
  absl::StatusOr<CertificateFacts> Run();
  // The records of the state at hand, and nothing else.
  absl::StatusOr<CertificateFacts> RunRecords();

 private:
  enum class Step { kEnter, kNextChild, kKnown, kWrong };

  // A state that is being counted: a branch or a product.
  struct Node {
    Natural count;      // Of the children up to now: their sum or product.
    size_t mark;        // To go back to the state.
    size_t child_mark;  // To what its children have in common.
    int64_t slot;       // Where the state is to be kept, or -1.
    bool is_product = false;

    // Of a branch: its item, the option that comes next, and those behind it.
    // From `end` on they cannot come first.
    ItemId item = {};
    uint32_t option = 0;
    uint32_t end = State::kNoOption;
    State::Choices choices = {};
    bool can_be_none = false;  // There is a child for no option.
    bool excludes = false;     // Options that were tried go out.
  };

  // The parts of a product. All open items are closed; a part opens its own, so
  // that it takes no look at those of others.
  struct Parts {
    size_t next = 0;               // The part that comes next.
    std::vector<ItemId> items;     // Of one part after the other.
    std::vector<size_t> ends;      // By part: where its items end.
    std::vector<uint64_t> before;  // The state.

    size_t bytes() const {
      return sizeof(Parts) + items.size() * sizeof(items[0]) +
             ends.size() * sizeof(ends[0]) + before.size() * sizeof(before[0]);
    }
  };

  Step Enter();
  // The slot where the next state is to be kept, -1 if there is none.
  int64_t Keep(int64_t forward);
  Step Branch(uint64_t item, int64_t slot);
  Step WrongBranch(uint64_t item);
  // Any other record of a state, which is then put into the slot.
  Step Other(uint64_t record, int64_t slot);
  uint32_t EndOfFirst(ItemId item, uint32_t count);
  Step Refer(uint64_t back);
  Step Image();
  Step Product(uint64_t parts, int64_t slot);
  Step Sweep(int64_t slot);
  Step Shortage();
  Step CountByClauses();
  Step NextChild();
  Step NextOption(Node& node);
  Step NextPart();
  void Take(uint32_t option) {
    state_.Take(option);
    ++facts_.nodes;
  }
  // Out of the innermost node, whose children are counted.
  Step Leave();
  Step TellAbove();
  // The slot that lies so far back, if something was kept there.
  std::optional<size_t> Filled(uint64_t back);
  // Keeps the state and its count.
  void Put(int64_t slot);
  // Goes through the whole tree. False if something is wrong; otherwise its
  // count is count_.
  bool Walk();
  bool ReadCount();
  // What is known, if the certificate ends as it should.
  absl::StatusOr<CertificateFacts> Facts(absl::Status end);
  absl::Status WhyNot() const {
    const absl::Status status = allowance_.status();
    return status.ok() ? reader_.refusal() : status;
  }

  Step NoItem(uint64_t number) {
    return Wrong(absl::StrCat("there is no item ", number));
  }
  Step Wrong(absl::string_view what) {
    reader_.Refuse(what);
    return Step::kWrong;
  }
  // Of a state that is known at once.
  Step Known(Natural count) {
    count_ = std::move(count);
    return Step::kKnown;
  }
  // A number that is neither an item nor a slot.
  uint64_t Number() { return reader_.Number(RecordPart::kOther); }

  const Problem& problem_;
  Reader& reader_;
  Allowance allowance_;
  char version_ = internal::kLastVersion;
  State& state_;
  Slots slots_;
  int64_t last_slot_ = -1;
  std::vector<Node> nodes_;      // The innermost one comes last.
  std::vector<Parts> products_;  // Of those that are products.
  Natural count_;
  CertificateFacts facts_;
};

Checker::Step Checker::Enter() {
  if (state_.IsDone()) return Known(1);
  uint64_t record = reader_.Record();
  int64_t slot = -1;
  if (IsMarked(record, internal::kKeepMark, internal::kKeepBits)) {
    slot = Keep(internal::UnZigZag(record >> internal::kKeepBits));
    if (slot < 0) return Step::kWrong;
    record = reader_.Record();
  }
  if (!reader_.ok()) return Wrong("");
  return IsMarked(record, internal::kBranchMark, internal::kBranchBits)
             ? Branch(record >> internal::kBranchBits, slot)
             : Other(record, slot);
}

int64_t Checker::Keep(int64_t forward) {
  const int64_t slot = last_slot_ + 1 + forward;
  const auto size = static_cast<int64_t>(slots_.size());
  if (slot < 0 || slot > size) {
    Wrong(absl::StrCat("there is no slot ", slot, " to keep a state"));
    return -1;
  }
  if (slot == size) {
    allowance_.Take(slots_.bytes_of_slot());
    if (!allowance_.MayGoOn()) return -1;
    slots_.Add();
  }
  last_slot_ = slot;
  reader_.Tell(RecordPart::kKeep, slot);
  return slot;
}

Checker::Step Checker::Other(uint64_t record, int64_t slot) {
  const bool is_kept = slot >= 0;
  if (IsMarked(record, internal::kReferenceMark, internal::kReferenceBits) &&
      !is_kept) {
    return Refer(record >> internal::kReferenceBits);
  }
  const bool has_multiplicities = state_.has_multiplicities();
  const bool has_images = version_ >= internal::kFirstWithImages;
  if (record == internal::kImageRecord && has_images && !is_kept &&
      !has_multiplicities) {
    return Image();
  }
  const uint64_t kind = record >> internal::kProductBits;
  if (IsMarked(record, internal::kProductMark, internal::kProductBits) &&
      kind > (has_images ? 2 : 1)) {
    return Product(kind - (has_images ? 1 : 0), slot);
  }
  reader_.Tell(RecordPart::kOther, static_cast<int64_t>(record));
  if (record == internal::kSweepRecord) {
    return version_ >= internal::kFirstWithSweeps ? Sweep(slot)
                                                  : Product(1, slot);
  }
  if (record == internal::kShortageRecord && !is_kept && has_multiplicities &&
      version_ >= internal::kFirstWithShortages) {
    return Shortage();
  }
  if (record == internal::kClausesRecord && !is_kept && !has_multiplicities &&
      version_ >= internal::kFirstWithClauses) {
    return CountByClauses();
  }
  return Wrong(record == internal::kEndRecord
                   ? "the end comes too early"
                   : "a state that is to be kept needs a record of its "
                     "children");
}

Checker::Step Checker::WrongBranch(uint64_t number) {
  if (number >= problem_.item_count()) return NoItem(number);
  const ItemId item(static_cast<uint32_t>(number));
  const bool is_primary = problem_.is_primary(item);
  return Wrong(absl::StrCat("a branch on the ", is_primary ? "" : "secondary ",
                            "item \"", problem_.item_name(item), "\"",
                            is_primary ? ", which is covered already" : ""));
}

Checker::Step Checker::Branch(uint64_t number, int64_t slot) {
  const ItemId item(static_cast<uint32_t>(number));
  if (number >= problem_.item_count() || !state_.IsOpen(item)) {
    return WrongBranch(number);
  }
  reader_.Tell(RecordPart::kBranch, static_cast<int64_t>(number));
  const auto [low, high] = state_.Missing(item);
  State::Choices choices = state_.ChoicesOf(item);
  const uint32_t option = state_.Next(choices);
  if (low == 1 && high == 1 && slot < 0) {
    // There are as many covers as an only child has.
    if (option == State::kNoOption) return Known(0);
    if (!state_.HasNext(choices)) {
      Take(option);
      return Step::kEnter;
    }
  }
  nodes_.push_back({.count = 0,
                    .mark = state_.mark(),
                    .child_mark = state_.mark(),
                    .slot = slot,
                    .item = item,
                    .option = option,
                    .end = low > 1 ? EndOfFirst(item, low) : State::kNoOption,
                    .choices = choices,
                    .can_be_none = low == 0,
                    .excludes = high > 1});
  allowance_.Take(sizeof(Node));
  return Step::kNextChild;
}

// The first of the options of the item that cannot come first, if so many must
// be taken.
uint32_t Checker::EndOfFirst(ItemId item, uint32_t count) {
  std::vector<uint32_t> fitting;
  State::Choices choices = state_.ChoicesOf(item);
  while (state_.HasNext(choices)) fitting.push_back(state_.Next(choices));
  return fitting.size() < count ? 0 : fitting[fitting.size() - count + 1];
}

std::optional<size_t> Checker::Filled(uint64_t back) {
  const int64_t slot = last_slot_ - internal::UnZigZag(back);
  const auto place = static_cast<size_t>(slot);
  if (slot >= 0 && place < slots_.size() && slots_.count(place).has_value()) {
    return place;
  }
  Wrong(absl::StrCat("nothing was kept in slot ", slot));
  return std::nullopt;
}

Checker::Step Checker::Refer(uint64_t back) {
  const std::optional<size_t> slot = Filled(back);
  if (!slot.has_value()) return Step::kWrong;
  reader_.Tell(RecordPart::kReference, static_cast<int64_t>(*slot));
  if (!state_.IsLike(slots_.key(*slot))) {
    return Wrong(absl::StrCat("this is not the state in slot ", *slot));
  }
  return Known(*slots_.count(*slot));
}

Checker::Step Checker::Image() {
  const std::optional<size_t> slot = Filled(reader_.Number());
  if (!slot.has_value()) return Step::kWrong;
  reader_.Tell(RecordPart::kImage, static_cast<int64_t>(*slot));
  const absl::Span<const uint64_t> key = slots_.key(*slot);
  const std::vector<uint32_t> kept = state_.FittingIn(key);
  std::vector<uint32_t> images;
  for (int64_t image = -1; images.size() < kept.size();) {
    image += 1 + internal::UnZigZag(reader_.Number());
    if (!reader_.ok()) return Wrong("");
    if (image < 0 || image >= static_cast<int64_t>(problem_.option_count())) {
      return Wrong(absl::StrCat("there is no option ", image));
    }
    reader_.Tell(RecordPart::kImageOption, image);
    images.push_back(static_cast<uint32_t>(image));
  }
  const std::vector<uint32_t> here = state_.Fitting();
  const std::string why =
      WhyNotImage(problem_, {kept, state_.CountOpenIn(key)}, images,
                  {here, state_.CountOpenIn(state_.key())}, allowance_);
  if (!why.empty()) {
    return Wrong(absl::StrCat("this is no image of the state in slot ", *slot,
                              ": ", why));
  }
  return Known(*slots_.count(*slot));
}

Checker::Step Checker::Product(uint64_t parts, int64_t slot) {
  reader_.Tell(RecordPart::kOther,
               static_cast<int64_t>(internal::ProductRecord(parts)));
  const std::vector<ItemId> open = state_.OpenItems();
  if (Number() != open.size()) {
    return Wrong(absl::StrCat("a product must tell the part of each of the ",
                              open.size(), " open items"));
  }
  std::vector<uint32_t> part_of;
  for (size_t i = 0; i < open.size(); ++i) {
    const uint64_t part = Number();
    if (part >= parts) return Wrong(absl::StrCat("there is no part ", part));
    part_of.push_back(static_cast<uint32_t>(part));
  }
  if (!reader_.ok()) return Wrong("");
  if (parts > open.size()) {
    return Wrong("a product of more parts than there are open items");
  }
  const std::string connection = state_.Connection(part_of);
  if (!connection.empty()) {
    return Wrong(absl::StrCat("parts of a product have to do with each other: ",
                              connection));
  }
  Parts product;
  product.before.assign(state_.words().begin(), state_.words().end());
  product.ends.resize(parts);
  for (const uint32_t part : part_of) ++product.ends[part];
  size_t end = 0;
  for (size_t& one : product.ends) end += std::exchange(one, end);
  product.items.resize(open.size());
  for (size_t i = 0; i < open.size(); ++i) {
    product.items[product.ends[part_of[i]]++] = open[i];
  }
  const size_t mark = state_.mark();
  state_.Close(open);
  nodes_.push_back({.count = 1,
                    .mark = mark,
                    .child_mark = state_.mark(),
                    .slot = slot,
                    .is_product = true});
  allowance_.Take(sizeof(Node) + product.bytes());
  products_.push_back(std::move(product));
  return Step::kNextChild;
}

Checker::Step Checker::Sweep(int64_t slot) {
  checker::Sweep sweep(problem_, state_, reader_, allowance_);
  std::optional<Natural> count = sweep.Run();
  if (!count.has_value()) return Step::kWrong;
  facts_.nodes += sweep.nodes();
  count_ = *std::move(count);
  if (slot >= 0) Put(slot);
  return Step::kKnown;
}

Checker::Step Checker::Shortage() {
  const uint64_t number = reader_.Number(RecordPart::kOrder);
  if (number >= problem_.item_count()) return NoItem(number);
  const ItemId item(static_cast<uint32_t>(number));
  if (!state_.IsInAllThatFit(item)) {
    return Wrong(absl::StrCat("a shortage by the item \"",
                              problem_.item_name(item),
                              "\", which some options that fit do not have"));
  }
  if (!state_.IsOutOfReach(item)) {
    return Wrong("a shortage where no more is missing than may be covered");
  }
  return Known(0);
}

Checker::Step Checker::CountByClauses() {
  const std::optional<uint64_t> count =
      Clauses(problem_, state_, reader_, allowance_).Run();
  return count.has_value() ? Known(*count) : Step::kWrong;
}

Checker::Step Checker::NextChild() {
  Node& node = nodes_.back();
  state_.GoBackTo(node.child_mark);
  return node.is_product ? NextPart() : NextOption(node);
}

Checker::Step Checker::NextOption(Node& node) {
  while (node.option < node.end) {
    const uint32_t option =
        std::exchange(node.option, state_.Next(node.choices));
    if (node.excludes) {
      state_.Exclude(option);
      node.child_mark = state_.mark();
    }
    Take(option);
    if (!state_.IsDone()) return Step::kEnter;
    ++node.count;
    state_.GoBackTo(node.child_mark);
  }
  if (!std::exchange(node.can_be_none, false)) return Leave();
  state_.Close({&node.item, 1});
  return Step::kEnter;
}

Checker::Step Checker::NextPart() {
  Parts& parts = products_.back();
  if (parts.next == parts.ends.size()) {
    allowance_.GiveBack(parts.bytes());
    products_.pop_back();
    return Leave();
  }
  const size_t begin = parts.next == 0 ? 0 : parts.ends[parts.next - 1];
  const size_t end = parts.ends[parts.next++];
  state_.Reopen(absl::MakeConstSpan(parts.items).subspan(begin, end - begin),
                parts.before);
  return Step::kEnter;
}

Checker::Step Checker::Leave() {
  Node& node = nodes_.back();
  state_.GoBackTo(node.mark);
  count_ = std::move(node.count);
  if (node.slot >= 0) Put(node.slot);
  nodes_.pop_back();
  allowance_.GiveBack(sizeof(Node));
  return Step::kKnown;
}

void Checker::Put(int64_t slot) {
  const auto place = static_cast<size_t>(slot);
  if (slots_.count(place).has_value()) {
    allowance_.GiveBack(slots_.count(place)->heap_bytes());
  }
  slots_.Put(place, state_.key(), count_);
  allowance_.Take(count_.heap_bytes());
  ++facts_.kept;
}

Checker::Step Checker::TellAbove() {
  Node& node = nodes_.back();
  if (node.is_product) {
    node.count *= count_;
  } else {
    node.count += count_;
  }
  return Step::kNextChild;
}

bool Checker::Walk() {
  for (Step step = Step::kEnter;;) {
    switch (step) {
      case Step::kEnter:
        step = allowance_.MayGoOn(state_.size() + state_.TakeWork())
                   ? Enter()
                   : Step::kWrong;
        break;
      case Step::kNextChild:
        step = NextChild();
        break;
      case Step::kKnown:
        if (nodes_.empty()) return allowance_.MayGoOn();
        step = TellAbove();
        break;
      case Step::kWrong:
        return false;
    }
  }
}

bool Checker::ReadCount() {
  if (reader_.Record() != internal::kEndRecord) {
    return reader_.Refuse("all is counted, but this is not the end");
  }
  const std::vector<uint64_t> told = reader_.Words();
  return (reader_.ok() && Natural::FromWords(told) == count_) ||
         reader_.Refuse(absl::StrCat("there are ", count_.ToString(),
                                     " covers, and not as many as it says"));
}

absl::StatusOr<CertificateFacts> Checker::Run() {
  const absl::StatusOr<char> version = reader_.Head(
      internal::kVersions, "a number of covers", internal::DigestOf(problem_));
  if (!version.ok()) return version.status();
  version_ = *version;
  return Walk() && ReadCount() ? Facts(reader_.End()) : WhyNot();
}

absl::StatusOr<CertificateFacts> Checker::RunRecords() {
  return Walk() ? Facts(reader_.Nothing()) : WhyNot();
}

absl::StatusOr<CertificateFacts> Checker::Facts(absl::Status end) {
  if (!end.ok()) return end;
  facts_.bytes = reader_.position() - 1;
  facts_.most_kept = slots_.size();
  facts_.count = std::move(count_);
  return facts_;
}

// Takes the givens. False if one of them does not fit.
bool TakeAll(absl::Span<const OptionId> givens, State& state) {
  for (const OptionId given : givens) {
    if (!state.Fits(given.value())) return false;
    state.Take(given.value());
  }
  return true;
}

}  // namespace
}  // namespace checker

absl::StatusOr<CertificateFacts> CheckCertificate(
    const Problem& problem, const CertificateSource& source,
    const CheckLimits& limits, const RecordListener& listener) {
  checker::State state(problem);
  checker::Reader reader(source, &listener);
  return checker::Checker(problem, state, reader, limits).Run();
}

RecordChecker::RecordChecker(const Problem& problem)
    : problem_(problem),
      state_(std::make_unique<checker::State>(problem)),
      start_(state_->words().begin(), state_->words().end()) {}
RecordChecker::RecordChecker(RecordChecker&&) noexcept = default;
RecordChecker& RecordChecker::operator=(RecordChecker&&) noexcept = default;
RecordChecker::~RecordChecker() = default;

absl::StatusOr<CertificateFacts> RecordChecker::Check(
    absl::Span<const OptionId> givens, StringView records,
    const CheckLimits& limits) {
  state_->GoBackTo(0);
  state_->GoTo(start_);  // Records that are wrong may end anywhere.
  if (checker::TakeAll(givens, *state_)) {
    checker::Reader reader{absl::string_view(records)};
    return checker::Checker(problem_, *state_, reader, limits).RunRecords();
  }
  if (records.empty()) return CertificateFacts{};
  return absl::FailedPreconditionError(
      "options that are given clash, and yet there are records");
}

}  // namespace dlx
