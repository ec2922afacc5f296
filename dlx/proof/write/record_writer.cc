#include "dlx/proof/write/record_writer.h"

#include <utility>

#include "absl/strings/string_view.h"
#include "dlx/engine/table.h"
#include "dlx/proof/write/certifying_sets.h"
#include "dlx/proof/write/writer.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx {
namespace {

// Between two looks at the clock: some milliseconds.
constexpr uint64_t kNodesPerLook = 1 << 12;

}  // namespace

struct RecordWriter::Work {
  explicit Work(const Problem& the_problem)
      : problem(the_problem),
        writer(problem,
               [this](absl::string_view bytes) {
                 records.append(bytes.data(), bytes.size());
                 return true;
               },
               {.is_whole = false}),
        search(problem, {}, writer) {}

  const Problem problem;
  std::string records;
  internal::CertificateWriter writer;
  internal::certificate::CertifyingSets search;
};

RecordWriter::RecordWriter(std::unique_ptr<Work> work)
    : work_(std::move(work)) {}
RecordWriter::~RecordWriter() = default;

std::unique_ptr<RecordWriter> RecordWriter::Make(const Problem& problem) {
  const internal::EngineRow& row = internal::FindRow(EngineKind::kBitSets);
  if (!internal::CheckRow(row, problem, Task::kCount).ok()) {
    return nullptr;
  }
  return std::unique_ptr<RecordWriter>(
      new RecordWriter(std::make_unique<Work>(problem)));
}

RecordWriter::Result RecordWriter::Write(absl::Span<const OptionId> givens,
                                         const Limits& limits) {
  const LimitWatch watch(limits);
  internal::Engine& search = work_->search;
  Result result;
  search.Restart(givens);
  while ((result.outcome = watch.Check(search.nodes())) == Outcome::kRunning) {
    const internal::Engine::Step step =
        search.Count(search.nodes() + kNodesPerLook, &result.count);
    if (step != internal::Engine::Step::kExhausted) continue;
    result.outcome = Outcome::kExhausted;
    break;
  }
  work_->writer.EndPart();
  result.records = std::exchange(work_->records, {});
  return result;
}

}  // namespace dlx
