#include "dlx/farm/merge_certificates.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/farm/partition.h"
#include "dlx/farm/unit.h"
#include "dlx/farm/verify_unit.h"
#include "dlx/id.h"
#include "dlx/proof/check/checker.h"
#include "dlx/reduce/partial_cover.h"
#include "dlx/reduce/reducer.h"

namespace dlx::units {
namespace {

class Merger final : public PartitionVisitor {
 public:
  Merger(const RunFolder& run, absl::Span<const NamedUnit> units,
         internal::CertificateWriter::Sink sink, const CheckLimits& limits)
      : run_(run),
        units_(units),
        limits_(limits),
        writer_(run.problem(), std::move(sink)) {}

  void OnItem(ItemId item) override { writer_.Branch(item); }
  void OnOption(OptionId option) override { writer_.BranchOnOption(option); }
  void OnDeadEnd(ItemId item) override { writer_.Branch(item); }
  absl::Status OnUnit(size_t unit,
                      const internal::PartialCover& cover) override;

  const Natural& count() const { return count_; }
  absl::Status Finish() {
    writer_.Finish(count_);
    return WriterStatus();
  }

 private:
  absl::Status WriterStatus() const {
    return writer_.ok()
               ? absl::OkStatus()
               : absl::UnavailableError("the certificate cannot be written");
  }
  void Copy(const internal::Reduction& rest, RecordPart part, int64_t number);

  const RunFolder& run_;
  const absl::Span<const NamedUnit> units_;
  const CheckLimits& limits_;
  internal::CertificateWriter writer_;
  Natural count_ = 0;
};

absl::Status Merger::OnUnit(size_t unit, const internal::PartialCover& cover) {
  writer_.BranchesOnNothing(cover);
  const internal::Reduction rest = run_.RestOf(units_[unit]);
  // Where nothing is left, the unit's problem has an item of its own.
  RecordListener listener;
  if (!rest.original().empty()) {
    listener = [this, &rest](RecordPart part, int64_t number) {
      Copy(rest, part, number);
    };
  }
  const absl::StatusOr<CertificateFacts> facts =
      CheckUnit(run_, units_[unit], rest.problem(), limits_, listener);
  if (!facts.ok()) return facts.status();
  count_ += facts->count;
  return WriterStatus();
}

// The slots of other units are free.
void Merger::Copy(const internal::Reduction& rest, RecordPart part,
                  int64_t number) {
  const auto item = [&] {
    return rest.OriginalItem(ItemId(static_cast<uint32_t>(number)));
  };
  const auto option = [&] {
    return *rest.Original(OptionId(static_cast<uint32_t>(number)));
  };
  switch (part) {
    case RecordPart::kBranch:
      return writer_.Branch(item());
    case RecordPart::kKeep:
      return writer_.Keep(number);
    case RecordPart::kReference:
      return writer_.Refer(number);
    case RecordPart::kImage:
      return writer_.Image(number);
    case RecordPart::kImageOption:
      return writer_.ImageOption(option());
    case RecordPart::kItem:
      return writer_.Copy(item().value());
    case RecordPart::kOption:
      return writer_.Copy(option().value());
    case RecordPart::kOther:
      return writer_.Copy(static_cast<uint64_t>(number));
  }
}

}  // namespace

absl::Status MergeCertificates(const RunFolder& run,
                               absl::Span<const NamedUnit> units,
                               const Natural& count,
                               internal::CertificateWriter::Sink sink,
                               const CheckLimits& limits) {
  const auto is_branch = [](const Decision& decision) {
    return decision.kind == Decision::Kind::kCover;
  };
  if (!run.problem().has_multiplicities() &&
      !absl::c_all_of(units, [&](const NamedUnit& unit) {
        return absl::c_all_of(unit.unit, is_branch);
      })) {
    return absl::UnimplementedError(
        "certificates of units cannot be merged where these part by an option "
        "that is taken or not, and the problem has no multiplicities; --verify "
        "checks each of them");
  }
  std::vector<Unit> decisions;
  for (const NamedUnit& unit : units) decisions.push_back(unit.unit);
  Merger merger(run, units, std::move(sink), limits);
  absl::Status status = CheckPartition(run.problem(), decisions, &merger);
  if (!status.ok()) return status;
  if (merger.count() != count) {
    return absl::DataLossError(absl::StrCat(
        "the certificates of the units prove that there are ",
        merger.count().ToString(), " covers, and not ", count.ToString()));
  }
  return merger.Finish();
}

}  // namespace dlx::units
