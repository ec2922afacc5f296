#include "dlx/proof/write/certifying_parts.h"

#include <algorithm>
#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/string_view.h"
#include "dlx/engine/dancing_links/multiplicity_moves.h"
#include "dlx/reduce/partial_cover.h"

namespace dlx::internal::certificate {

CertifyingParts::CertifyingParts(const Problem& whole, SplitProblem split,
                                 std::optional<size_t> empty,
                                 MakeRace make_race,
                                 CertificateWriter::Sink sink)
    : split_(std::move(split)),
      make_race_(std::move(make_race)),
      writer_(whole, std::move(sink)),
      most_primaries_(dancing_links::MostPrimaries(whole)) {
  statistics_.nodes = 1;
  PartialCover cover(whole);
  writer_.ForcedBranches(split_.chosen, cover);
  for (uint32_t i = 0; i < whole.item_count(); ++i) {
    const ItemId item(i);
    if (whole.is_primary(item) && cover.left(item) == 0 &&
        cover.covered(item) < whole.multiplicity(item).high) {
      writer_.Branch(item);
    }
  }
  if (empty.has_value()) {
    parts_.push_back(&split_.parts[*empty].rest);
    ListOthers(whole.has_multiplicities());
    return;
  }
  for (const Part& part : split_.parts) parts_.push_back(&part.rest);
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

Engine::Step CertifyingParts::Count(uint64_t pause_at, Natural* count) {
  *count = 0;
  while (ok() && nodes() < pause_at && part_ < parts_.size()) {
    if (race_ == nullptr) {
      CertificateWriter::Place place =
          CertificateWriter::Place().Of(*parts_[part_]);
      place.last_slot = writer_.last_slot();
      place.others = others_;
      place.ranks = ranks_;
      place.most_primaries = most_primaries_;
      race_ =
          make_race_(*parts_[part_], place, [this](absl::string_view bytes) {
            writer_.AddRecords(bytes);
            return writer_.ok();
          });
    }
    Natural of_part = 0;
    const uint64_t before = race_->nodes();
    const Step step = race_->Count(before + (pause_at - nodes()), &of_part);
    statistics_.nodes = done_.nodes + race_->nodes();
    if (step != Step::kExhausted) continue;
    writer_.set_last_slot(race_->EndPart());
    winner_ = race_->winner();
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
