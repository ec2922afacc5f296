#include "dlx/proof/check/checker.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/proof/check/reader.h"
#include "dlx/proof/check/records.h"
#include "dlx/proof/check/state.h"
#include "dlx/proof/format.h"

namespace dlx {
namespace checker {
namespace {

using ::dlx::internal::IsMarked;
using ::dlx::internal::UnZigZag;

// Goes through the tree as the certificate says. A step is one of these:
//
//     kEnter      At a new state. Read its record, those of only children, and
//                 what is no tree as a whole. -> kKnown or kNextChild
//     kNextChild  Go on to the next child of the innermost node -> kEnter, or
//                 if there are no more, leave it -> kKnown
//     kKnown      count_ is that of the state; tell the node above.
//                 -> kNextChild, or if there is none, that was it
class Checker {
 public:
  // What it is given must outlive this.
  Checker(State& state, Reader& reader, const CheckLimits& limits)
      : state_(state), reader_(reader), allowance_(limits) {}

  // A whole certificate.
  absl::StatusOr<CertificateFacts> Run() {
    const absl::StatusOr<char> version =
        reader_.Head(internal::kVersions, "a number of covers",
                     internal::DigestOf(state_.problem()));
    if (!version.ok()) return version.status();
    version_ = *version;
    return Walk() && ReadCount() ? Facts(reader_.End()) : WhyNot();
  }
  // The records of the state at hand, and nothing else.
  absl::StatusOr<CertificateFacts> RunRecords() {
    return Walk() ? Facts(reader_.Nothing()) : WhyNot();
  }

 private:
  enum class Step { kEnter, kNextChild, kKnown, kWrong };

  // The items of each part of a product, and the state. For its children all
  // items are closed, and a part opens its own, so that it takes no look at
  // those of others.
  struct Parts {
    std::vector<std::vector<ItemId>> items;
    std::vector<uint64_t> before;
    size_t bytes;
  };
  // A state that is being counted: a branch or a product.
  struct Node {
    Node() {}  // Not all bytes are set to 0 first.

    Natural count;           // Of the children up to now: their sum or product.
    size_t mark = 0;         // To go back to the state.
    size_t child_mark = 0;   // To what its children have in common.
    int64_t slot = -1;       // Where the state is to be kept, or -1.
    size_t count_bytes = 0;  // Taken of the allowance for the count.
    uint32_t next = 0;       // The option or part that comes next.

    // Of a branch: its item, and the options behind the next one. From `end` on
    // they cannot come first.
    ItemId item = {};
    uint32_t end = State::kNoOption;
    State::Choices choices = {};
    bool can_be_none = false;  // There is a child for no option.
    bool excludes = false;     // Options that were tried go out.

    std::unique_ptr<Parts> parts = nullptr;  // Of a product.
  };
  // A state that is kept, and the number of its covers. Without a key, nothing.
  struct Slot {
    std::vector<uint64_t> key;
    Natural count;
  };

  // ------------------------------------------------------------ the records

  // Goes along branches on items of which one option fits: there are as many
  // covers as the only child has.
  Step Enter() {
    while (allowance_.MayGoOnWith(state_)) {
      if (state_.IsDone()) return Known(1);
      const uint64_t record = reader_.Record();
      if (!IsBranch(record)) return Other(record);
      if (!CanBranch(record)) return WrongBranch(record);
      const ItemId item = ItemOf(record);
      const uint32_t option =
          state_.IsOnce(item) ? state_.OnlyChoice(item) : State::kSeveral;
      if (option == State::kSeveral) return Branch(item, -1);
      if (option == State::kNoOption) return Known(0);
      state_.TakeForGood(option);
      ++facts_.nodes;
    }
    return Step::kWrong;
  }

  static bool IsBranch(uint64_t record) {
    return IsMarked(record, internal::kBranchMark, internal::kBranchBits);
  }

  static ItemId ItemOf(uint64_t record) {
    return ItemId(static_cast<uint32_t>(record >> internal::kBranchBits));
  }
  bool CanBranch(uint64_t record) {
    const uint64_t number = record >> internal::kBranchBits;
    if (!reader_.ok() || !state_.HasOpen(number)) return false;
    reader_.Tell(RecordPart::kBranch, static_cast<int64_t>(number));
    return true;
  }

  // The slot where the next state is to be kept, -1 if there is none.
  int64_t Keep(int64_t forward) {
    const int64_t slot = last_slot_ + 1 + forward;
    const auto size = static_cast<int64_t>(slots_.size());
    if (slot < 0 || slot > size) {
      Wrong("there is no slot ", slot, " to keep a state");
      return -1;
    }
    if (slot == size) {
      allowance_.Take(sizeof(Slot) + state_.key().size() * sizeof(uint64_t));
      if (!allowance_.MayGoOn()) return -1;
      slots_.emplace_back();
    }
    last_slot_ = slot;
    reader_.Tell(RecordPart::kKeep, slot);
    return slot;
  }

  // What a record means depends on the version, and on whether there are
  // multiplicities. Products had other numbers before there were images.
  ABSL_ATTRIBUTE_NOINLINE Step Other(uint64_t record) {
    int64_t slot = -1;
    if (IsMarked(record, internal::kKeepMark, internal::kKeepBits)) {
      slot = Keep(UnZigZag(record >> internal::kKeepBits));
      if (slot < 0) return Step::kWrong;
      record = reader_.Record();
      if (IsBranch(record)) {
        return CanBranch(record) ? Branch(ItemOf(record), slot)
                                 : WrongBranch(record);
      }
    }
    if (!reader_.ok()) return Wrong("");
    const auto since = [this](char version) { return version_ >= version; };
    const bool is_once = !state_.has_multiplicities();
    const bool has_images = since(internal::kFirstWithImages);
    if (slot < 0) {
      if (IsMarked(record, internal::kReferenceMark,
                   internal::kReferenceBits)) {
        return Refer(record >> internal::kReferenceBits);
      }
      if (record == internal::kImageRecord && is_once && has_images) {
        return Image();
      }
      if (record == internal::kClausesRecord && is_once &&
          since(internal::kFirstWithClauses)) {
        Tell(record);
        return KnownIf(CountByClauses(state_, reader_, allowance_));
      }
      if (record == internal::kShortageRecord && !is_once &&
          since(internal::kFirstWithShortages)) {
        return Shortage();
      }
    }
    if (record == internal::kSweepRecord && since(internal::kFirstWithSweeps)) {
      Tell(record);
      const Step step =
          KnownIf(CountBySweep(state_, reader_, allowance_, facts_.nodes));
      if (step == Step::kKnown && slot >= 0) Put(slot);
      return step;
    }
    if (record == internal::kOptionRecord && !is_once && has_images) {
      return BranchOnOption(slot);
    }
    const uint64_t kind = record >> internal::kProductBits;
    if (IsMarked(record, internal::kProductMark, internal::kProductBits) &&
        kind > (has_images ? 2 : 0)) {
      return Product(has_images ? kind - 1 : kind, slot);
    }
    return Wrong(record == internal::kEndRecord
                     ? "the end comes too early"
                     : "a state that is to be kept needs a record of its "
                       "children");
  }

  ABSL_ATTRIBUTE_NOINLINE Step Branch(ItemId item, int64_t slot) {
    State::Choices choices = state_.ChoicesOf(item);
    const bool is_once = state_.IsOnce(item);
    if (is_once && slot < 0 && state_.IsLast(item)) {
      // Each child is a cover.
      int count = 0;
      while (state_.HasNext(choices)) {
        count += std::popcount(std::exchange(choices.bits, 0));
      }
      facts_.nodes += static_cast<uint64_t>(count);
      return Known(count);
    }
    const auto [low, high] = state_.Missing(item);
    Node& node = nodes_.emplace_back();
    node.mark = state_.mark();
    if (!is_once) state_.Save();
    node.child_mark = state_.mark();
    node.slot = slot;
    node.next = state_.Next(choices);
    node.item = item;
    if (low > 1) node.end = EndOfFirst(item, low);
    node.choices = choices;
    node.can_be_none = low == 0;
    node.excludes = high > 1;
    allowance_.Take(sizeof(Node));
    return Step::kNextChild;
  }

  // A child in which the option is taken, and one in which it is out, and no
  // item is closed. (Few certificates have it: let others be inline.)
  ABSL_ATTRIBUTE_COLD Step BranchOnOption(int64_t slot) {
    Tell(internal::kOptionRecord);
    const uint64_t number = reader_.Number();
    if (number >= state_.problem().option_count()) {
      return Wrong("there is no option ", number);
    }
    reader_.Tell(RecordPart::kOption, static_cast<int64_t>(number));
    const auto option = static_cast<uint32_t>(number);
    if (!state_.Fits(option)) {
      return Wrong("option ", number, " does not fit here");
    }
    Node& node = nodes_.emplace_back();
    node.mark = state_.mark();
    state_.Save();
    node.child_mark = state_.mark();
    node.slot = slot;
    node.next = option;
    node.item = state_.NoItem();
    node.can_be_none = true;
    node.excludes = true;
    allowance_.Take(sizeof(Node));
    return Step::kNextChild;
  }

  ABSL_ATTRIBUTE_NOINLINE Step WrongBranch(uint64_t record) {
    const uint64_t number = record >> internal::kBranchBits;
    const Problem& problem = state_.problem();
    if (number >= problem.item_count()) return NoItem(number);
    const ItemId item(static_cast<uint32_t>(number));
    const bool is_primary = problem.is_primary(item);
    return Wrong("a branch on the ", is_primary ? "" : "secondary ", "item \"",
                 problem.item_name(item), "\"",
                 is_primary ? ", which is covered already" : "");
  }

  // The first of the options of the item that cannot come first, if so many
  // must be taken.
  uint32_t EndOfFirst(ItemId item, uint32_t count) {
    std::vector<uint32_t> fitting;
    State::Choices choices = state_.ChoicesOf(item);
    while (state_.HasNext(choices)) fitting.push_back(state_.Next(choices));
    return fitting.size() < count ? 0 : fitting[fitting.size() - count + 1];
  }

  // The slot that lies so far back, if something was kept there.
  std::optional<size_t> Filled(uint64_t back) {
    const int64_t slot = last_slot_ - UnZigZag(back);
    const auto place = static_cast<size_t>(slot);
    if (slot >= 0 && place < slots_.size() && !slots_[place].key.empty()) {
      return place;
    }
    Wrong("nothing was kept in slot ", slot);
    return std::nullopt;
  }

  Step Refer(uint64_t back) {
    const std::optional<size_t> slot = Filled(back);
    if (!slot.has_value()) return Step::kWrong;
    reader_.Tell(RecordPart::kReference, static_cast<int64_t>(*slot));
    if (!state_.IsLike(slots_[*slot].key)) {
      return Wrong("this is not the state in slot ", *slot);
    }
    return Known(slots_[*slot].count);
  }

  Step Image() {
    const std::optional<size_t> slot = Filled(reader_.Number());
    if (!slot.has_value()) return Step::kWrong;
    reader_.Tell(RecordPart::kImage, static_cast<int64_t>(*slot));
    return IsImage(*slot, slots_[*slot].key, state_, reader_, allowance_)
               ? Known(slots_[*slot].count)
               : Step::kWrong;
  }

  Step Shortage() {
    Tell(internal::kShortageRecord);
    const uint64_t number = reader_.Number();
    if (number >= state_.problem().item_count()) return NoItem(number);
    reader_.Tell(RecordPart::kItem, static_cast<int64_t>(number));
    const ItemId item(static_cast<uint32_t>(number));
    if (!state_.IsInAllThatFit(item)) {
      return Wrong("a shortage by the item \"",
                   state_.problem().item_name(item),
                   "\", which some options that fit do not have");
    }
    if (!state_.IsOutOfReach(item)) {
      return Wrong("a shortage where no more is missing than may be covered");
    }
    return Known(0);
  }

  Step Product(uint64_t parts, int64_t slot) {
    Tell(internal::ProductRecord(parts));
    auto items = ReadParts(parts, state_, reader_);
    if (!items.has_value()) return Step::kWrong;
    Parts product = {*std::move(items),
                     {state_.words().begin(), state_.words().end()},
                     state_.size() * sizeof(uint64_t)};
    const size_t mark = state_.mark();
    state_.Save();
    for (const std::vector<ItemId>& part : product.items) {
      for (const ItemId item : part) state_.Close(item);
      product.bytes += sizeof(part) + part.size() * sizeof(ItemId);
    }
    const size_t bytes = product.bytes;
    Node& node = nodes_.emplace_back();
    node.count = 1;
    node.mark = mark;
    node.child_mark = state_.mark();
    node.slot = slot;
    node.parts = std::make_unique<Parts>(std::move(product));
    allowance_.Take(sizeof(Node) + bytes);
    return Step::kNextChild;
  }

  // ----------------------------------------------------------- the children

  Step NextChild() {
    Node& node = nodes_.back();
    state_.GoBackTo(node.child_mark);
    return node.parts != nullptr ? NextPart(node) : NextOption(node);
  }

  Step NextOption(Node& node) {
    while (node.next < node.end) {
      const uint32_t option =
          std::exchange(node.next, state_.Next(node.choices));
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
    state_.Close(node.item);
    return Step::kEnter;
  }

  Step NextPart(Node& node) {
    const Parts& parts = *node.parts;
    if (node.next == parts.items.size()) {
      allowance_.GiveBack(parts.bytes);
      return Leave();
    }
    state_.Save();
    for (const ItemId item : parts.items[node.next++]) {
      state_.Reopen(item, parts.before);
    }
    return Step::kEnter;
  }

  void Take(uint32_t option) {
    state_.Take(option);
    ++facts_.nodes;
  }

  // One with count_.
  void AddChild(Node& node) {
    if (node.parts != nullptr) {
      node.count *= count_;
    } else {
      node.count += count_;
    }
    const size_t bytes = node.count.heap_bytes();
    allowance_.GiveBack(std::exchange(node.count_bytes, bytes));
    allowance_.Take(bytes);
  }

  // Out of the innermost node, whose children are counted.
  Step Leave() {
    Node& node = nodes_.back();
    state_.GoBackTo(node.mark);
    count_ = std::move(node.count);
    if (node.slot >= 0) Put(node.slot);
    allowance_.GiveBack(sizeof(Node) + node.count_bytes);
    nodes_.pop_back();
    return Step::kKnown;
  }

  // Keeps the state and its count.
  void Put(int64_t slot) {
    auto& [key, count] = slots_[static_cast<size_t>(slot)];
    allowance_.GiveBack(count.heap_bytes());
    key.assign(state_.key().begin(), state_.key().end());
    count = count_;
    allowance_.Take(count.heap_bytes());
    ++facts_.kept;
  }

  // Goes through the whole tree. False if something is wrong; otherwise its
  // count is count_.
  bool Walk() {
    for (Step step = Step::kEnter;;) {
      switch (step) {
        case Step::kEnter:
          step = Enter();
          break;
        case Step::kNextChild:
          step = NextChild();
          break;
        case Step::kKnown:
          if (nodes_.empty()) return allowance_.MayGoOn();
          AddChild(nodes_.back());
          step = Step::kNextChild;
          break;
        case Step::kWrong:
          return false;
      }
    }
  }

  // ---------------------------------------------------------- what is known

  // Of a state that is known at once.
  Step Known(Natural count) {
    count_ = std::move(count);
    return Step::kKnown;
  }
  Step KnownIf(std::optional<Natural> count) {
    return count.has_value() ? Known(*std::move(count)) : Step::kWrong;
  }
  Step NoItem(uint64_t number) { return Wrong("there is no item ", number); }
  template <typename... Pieces>
  Step Wrong(const Pieces&... what) {
    reader_.Refuse(what...);
    return Step::kWrong;
  }
  void Tell(uint64_t record) {
    reader_.Tell(RecordPart::kOther, static_cast<int64_t>(record));
  }

  bool ReadCount() {
    if (reader_.Record() != internal::kEndRecord) {
      return reader_.Refuse("all is counted, but this is not the end");
    }
    const std::vector<uint64_t> told = reader_.Words();
    return (reader_.ok() && Natural::FromWords(told) == count_) ||
           reader_.Refuse("there are ", count_.ToString(),
                          " covers, and not as many as it says");
  }

  // What is known, if the certificate ends as it should.
  absl::StatusOr<CertificateFacts> Facts(absl::Status end) {
    if (!end.ok()) return end;
    facts_.bytes = reader_.position() - 1;
    facts_.most_kept = slots_.size();
    facts_.count = std::move(count_);
    return facts_;
  }
  absl::Status WhyNot() const {
    const absl::Status status = allowance_.status();
    return status.ok() ? reader_.refusal() : status;
  }

  State& state_;
  Reader& reader_;
  Allowance allowance_;
  char version_ = internal::kLastVersion;
  std::vector<Slot> slots_;
  int64_t last_slot_ = -1;
  std::vector<Node> nodes_;  // The innermost one comes last.
  Natural count_;
  CertificateFacts facts_;
};

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
  return checker::Checker(state, reader, limits).Run();
}

RecordChecker::RecordChecker(const Problem& problem)
    : state_(std::make_shared<checker::State>(problem)),
      start_(state_->words().begin(), state_->words().end()) {}

absl::StatusOr<CertificateFacts> RecordChecker::Check(
    absl::Span<const OptionId> givens, StringView records,
    const CheckLimits& limits) {
  state_->GoBackTo(0);
  state_->GoTo(start_);  // Records that are wrong may end anywhere.
  if (checker::TakeAll(givens, *state_)) {
    checker::Reader reader{absl::string_view(records)};
    return checker::Checker(*state_, reader, limits).RunRecords();
  }
  if (records.empty()) return CertificateFacts{};
  return absl::FailedPreconditionError(
      "options that are given clash, and yet there are records");
}

}  // namespace dlx
