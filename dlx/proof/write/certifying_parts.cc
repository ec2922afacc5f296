#include "dlx/proof/write/certifying_parts.h"

#include <algorithm>
#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/string_view.h"
#include "dlx/proof/format.h"
#include "dlx/reduce/partial_cover.h"

namespace dlx::internal::certificate {
namespace {

// A part with more bytes is no model.
constexpr size_t kMostOfModel = size_t{1} << 20;

// The items of the whole, if the records are branches on them.
std::optional<std::vector<ItemId>> BranchesAlone(absl::string_view records) {
  std::vector<ItemId> items;
  uint64_t number = 0;
  int shift = 0;
  for (const char c : records) {
    const auto byte = static_cast<unsigned char>(c);
    number |= uint64_t{byte & 127U} << shift;
    shift += 7;
    if (byte >= 128) continue;
    if (!IsMarked(number, kBranchMark, kBranchBits)) return std::nullopt;
    items.emplace_back(static_cast<uint32_t>(number >> kBranchBits));
    number = 0;
    shift = 0;
  }
  return items;
}

}  // namespace

CertifyingParts::CertifyingParts(const Problem& whole, SplitProblem split,
                                 std::optional<size_t> empty,
                                 uint64_t most_primaries, MakeRace make_race,
                                 CertificateWriter::Sink sink)
    : split_(std::move(split)),
      make_race_(std::move(make_race)),
      writer_(whole, std::move(sink)),
      most_primaries_(most_primaries) {
  statistics_.nodes = 1;
  PartialCover cover(whole);
  writer_.ForcedBranches(split_.chosen, cover);
  writer_.BranchesOnNothing(cover);
  if (empty.has_value()) {
    parts_.push_back(&split_.parts[*empty].rest);
    ListOthers(whole.has_multiplicities());
    return;
  }
  has_copies_.resize(split_.parts.size());
  for (const Part& part : split_.parts) {
    if (part.model != parts_.size()) has_copies_[part.model] = true;
    parts_.push_back(&part.rest);
  }
  if (parts_.size() > 1) WriteProduct(whole);
}

// Of the only part that is written about.
void CertifyingParts::ListOthers(bool has_multiplicities) {
  std::vector<OptionId> fitting;
  for (const Part& part : split_.parts) {
    absl::c_copy(part.rest.original(), std::back_inserter(fitting));
    if (&part.rest == parts_[0]) continue;
    if (has_multiplicities) {
      for (const OptionId option : part.rest.original()) {
        others_.push_back(option.value());
      }
    } else {
      for (const ItemId item : part.rest.OpenItems()) {
        others_.push_back(item.value());
      }
    }
  }
  const auto by_number = [](OptionId a, OptionId b) {
    return a.value() < b.value();
  };
  absl::c_sort(fitting, by_number);
  for (const OptionId option : parts_[0]->original()) {
    ranks_.push_back(static_cast<uint32_t>(
        absl::c_lower_bound(fitting, option, by_number) - fitting.begin()));
  }
}

void CertifyingParts::WriteProduct(const Problem& whole) {
  constexpr uint32_t kNoPart = ~uint32_t{0};
  std::vector<uint32_t> part_of_items(whole.item_count(), kNoPart);
  for (uint32_t part = 0; part < parts_.size(); ++part) {
    for (const ItemId item : parts_[part]->OpenItems()) {
      part_of_items[item.value()] = part;
    }
  }
  std::erase(part_of_items, kNoPart);
  writer_.Product(static_cast<uint32_t>(parts_.size()), part_of_items);
}

void CertifyingParts::BeginRace() {
  const Reduction& part = *parts_[part_];
  CertificateWriter::Place place = CertificateWriter::Place().Of(part);
  place.last_slot = writer_.last_slot();
  place.others = others_;
  place.ranks = ranks_;
  place.most_primaries = most_primaries_;
  records_.clear();
  race_ = make_race_(part, place, [this](absl::string_view bytes) {
    writer_.AddRecords(bytes);
    if (!has_copies_.empty() && has_copies_[part_] &&
        records_.size() <= kMostOfModel) {
      records_.append(bytes.data(), bytes.size());
    }
    return writer_.ok();
  });
}

void CertifyingParts::MayBecomeModel(const Natural& count) {
  if (records_.empty() || records_.size() > kMostOfModel) return;
  std::optional<std::vector<ItemId>> branches = BranchesAlone(records_);
  if (!branches.has_value()) return;
  const Reduction& part = *parts_[part_];
  absl::flat_hash_map<uint32_t, ItemId> numbers;
  for (uint32_t i = 0; i < part.problem().item_count(); ++i) {
    numbers[part.OriginalItem(ItemId(i)).value()] = ItemId(i);
  }
  for (ItemId& item : *branches) item = numbers.at(item.value());
  models_[part_] = {.branches = *std::move(branches),
                    .count = count,
                    .statistics = race_->statistics()};
}

void CertifyingParts::CopyModel(const Model& model) {
  std::vector<ItemId> branches;
  branches.reserve(model.branches.size());
  for (const ItemId item : model.branches) {
    branches.push_back(parts_[part_]->OriginalItem(item));
  }
  writer_.Branches(branches);
  product_ *= model.count;
  done_.Add(model.statistics);
  statistics_.nodes = done_.nodes;
  ++part_;
}

Engine::Step CertifyingParts::Count(uint64_t pause_at, Natural* count) {
  *count = 0;
  while (ok() && nodes() < pause_at && part_ < parts_.size()) {
    if (race_ == nullptr) {
      const auto model = models_.find(split_.parts[part_].model);
      if (model != models_.end()) {
        CopyModel(model->second);
        continue;
      }
      BeginRace();
    }
    Natural of_part = 0;
    const uint64_t before = race_->nodes();
    const Step step = race_->Count(before + (pause_at - nodes()), &of_part);
    statistics_.nodes = done_.nodes + race_->nodes();
    if (step != Step::kExhausted) continue;
    writer_.set_last_slot(race_->EndPart());
    winner_ = race_->winner();
    MayBecomeModel(of_part);
    product_ *= of_part;
    done_.Add(race_->statistics());
    race_ = nullptr;
    ++part_;
  }
  if (ok() && part_ < parts_.size()) return Step::kPaused;
  *count = product_;
  return Step::kExhausted;
}

double CertifyingParts::FractionDone() const {
  const double of_part = race_ == nullptr ? 0 : race_->FractionDone();
  return (static_cast<double>(part_) + of_part) /
         static_cast<double>(parts_.size());
}

void CertifyingParts::UpdateNodesByDepth() const {
  statistics_ = done_;
  if (race_ != nullptr) statistics_.Add(race_->statistics());
}

}  // namespace dlx::internal::certificate
