#include "sudoku/proof/write.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/natural.h"
#include "dlx/proof/write/certify.h"
#include "dlx/search.h"

namespace sudoku {
namespace {

using Kind = ArchiveEntry::Kind;

// A search that takes longer is no longer that of a puzzle for people: then the
// writers that know more take part.
constexpr uint64_t kMostNodes = 100'000;
// How much an archive collects before it is written.
constexpr size_t kBufferSize = size_t{1} << 16;

// Solutions as covers of a problem with an option for each digit in each cell.
std::vector<dlx::OptionId> CoverOf(const Encoding& encoding, const Grid& grid) {
  std::vector<dlx::OptionId> cover;
  encoding.AppendGivens(grid, cover);
  return cover;
}

ArchiveEntry TwoCovers(uint64_t question, std::vector<dlx::OptionId> one,
                       std::vector<dlx::OptionId> other) {
  ArchiveEntry entry = {.kind = Kind::kCovers, .bytes = ""};
  dlx::internal::AppendWord(question, entry.bytes);
  dlx::internal::AppendCover(std::move(one), entry.bytes);
  dlx::internal::AppendCover(std::move(other), entry.bytes);
  return entry;
}

// The entry, if it proves what the solver says.
absl::StatusOr<ArchiveEntry> IfItAgrees(ArchiveEntry entry,
                                        const dlx::Natural& proved,
                                        const Answer& answer) {
  const auto found = static_cast<uint64_t>(answer.solutions_found);
  if (proved == found) return entry;
  return absl::InternalError(
      absl::StrCat("this should never happen: there are ", found,
                   " solutions, but the certificate has ", proved.ToString()));
}

// Of all covers of a problem.
absl::StatusOr<ArchiveEntry> WriteCertificate(const dlx::Problem& problem,
                                              const Answer& answer,
                                              const dlx::Limits& limits) {
  ArchiveEntry entry = {.kind = Kind::kCertificate, .bytes = ""};
  const absl::StatusOr<dlx::CountResult> count = dlx::CountWithCertificate(
      problem,
      [&](absl::string_view bytes) {
        entry.bytes.append(bytes.data(), bytes.size());
        return true;
      },
      {.limits = limits});
  if (!count.ok()) return count.status();
  if (count->summary.outcome != dlx::Outcome::kExhausted) return ArchiveEntry();
  return IfItAgrees(std::move(entry), count->count, answer);
}

absl::StatusOr<ArchiveEntry> FindTwoCovers(const dlx::Problem& problem,
                                           const dlx::Limits& limits) {
  absl::StatusOr<dlx::Search> search =
      dlx::Search::Create(problem, {.limits = limits});
  if (!search.ok()) return search.status();
  std::vector<std::vector<dlx::OptionId>> covers;
  while (covers.size() < 2 && search->Next()) {
    const absl::Span<const dlx::OptionId> options = search->solution().options;
    covers.emplace_back(options.begin(), options.end());
  }
  if (covers.size() < 2) return ArchiveEntry();
  return TwoCovers(DigestOfQuestion(dlx::internal::DigestOf(problem), {}),
                   std::move(covers[0]), std::move(covers[1]));
}

}  // namespace

const ProofWriter::Board& ProofWriter::BoardOf(const Geometry& geometry) {
  if (const Board* const board = boards_.Find(geometry)) return *board;
  Encoding encoding = Encoding::ForGeometry(geometry);
  const dlx::Problem problem = encoding.problem();
  return *boards_.Add(geometry, {.encoding = std::move(encoding),
                                 .digest = dlx::internal::DigestOf(problem),
                                 .writer = dlx::RecordWriter::Make(problem)});
}

absl::StatusOr<ArchiveEntry> ProofWriter::Write(const Puzzle& puzzle,
                                                const Answer& answer,
                                                const dlx::Limits& limits) {
  if (answer.verdict == Verdict::kUndecided) return ArchiveEntry();
  if (const std::optional<Puzzle> in_houses = InHouses(puzzle)) {
    return Write(*in_houses, answer, limits);
  }
  return IsByClues(puzzle) ? WriteByClues(puzzle, answer, limits)
                           : WriteOwn(puzzle, answer, limits);
}

absl::StatusOr<ArchiveEntry> ProofWriter::WriteByClues(
    const Puzzle& puzzle, const Answer& answer, const dlx::Limits& limits) {
  const Board& board = BoardOf(puzzle.geometry);
  std::vector<dlx::OptionId> givens;
  board.encoding.AppendGivens(puzzle.clues, givens);
  const uint64_t question = DigestOfQuestion(board.digest, givens);
  if (answer.verdict == Verdict::kMultiple) {
    return TwoCovers(question, CoverOf(board.encoding, answer.solution),
                     CoverOf(board.encoding, answer.second_solution));
  }
  if (board.writer != nullptr) {
    dlx::Limits few = limits;
    few.nodes = std::min(few.nodes, kMostNodes);
    const dlx::RecordWriter::Result proof = board.writer->Write(givens, few);
    if (proof.outcome == dlx::Outcome::kExhausted) {
      ArchiveEntry entry = {.kind = Kind::kRecords, .bytes = ""};
      dlx::internal::AppendWord(question, entry.bytes);
      entry.bytes += proof.records;
      return IfItAgrees(std::move(entry), proof.count, answer);
    }
  }
  return WriteCertificate(Encoding::ForPuzzle(puzzle).problem(), answer,
                          limits);
}

absl::StatusOr<ArchiveEntry> ProofWriter::WriteOwn(const Puzzle& puzzle,
                                                   const Answer& answer,
                                                   const dlx::Limits& limits) {
  const absl::StatusOr<Encoding> encoding = Encoding::ForRules(puzzle);
  if (!encoding.ok()) return encoding.status();
  return answer.verdict == Verdict::kMultiple
             ? FindTwoCovers(encoding->problem(), limits)
             : WriteCertificate(encoding->problem(), answer, limits);
}

ArchiveWriter::ArchiveWriter(Sink sink) : out_(std::move(sink)) {
  absl::StrAppend(&out_.bytes, kArchiveMagic);
}

bool ArchiveWriter::Add(const ArchiveEntry& entry) {
  ++entries_;
  dlx::internal::AppendNumber(uint64_t{entry.bytes.size()} << kEntryKindBits |
                                  static_cast<uint64_t>(entry.kind),
                              out_.bytes);
  out_.bytes += entry.bytes;
  return out_.bytes.size() < kBufferSize ? out_.ok() : out_.Send();
}

bool ArchiveWriter::Finish() {
  dlx::internal::AppendNumber(kArchiveEnd, out_.bytes);
  dlx::internal::AppendNumber(entries_, out_.bytes);
  return out_.Finish();
}

}  // namespace sudoku
