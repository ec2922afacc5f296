#include "sudoku/proof/check.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/verify.h"

namespace sudoku {
namespace {

using Kind = ArchiveEntry::Kind;
using dlx::checker::Reader;

absl::Status OfAnotherPuzzle() {
  return absl::FailedPreconditionError(
      "the certificate is that of another puzzle");
}

// A cover that has the givens.
absl::StatusOr<std::vector<dlx::OptionId>> ReadCover(
    Reader& reader, const dlx::Problem& problem,
    absl::Span<const dlx::OptionId> givens) {
  const uint64_t size = reader.Number();
  const std::vector<uint32_t> options =
      reader.Ascending(size, problem.option_count());
  if (!reader.ok() || options.size() < size) {
    return absl::DataLossError("the certificate is damaged");
  }
  const std::vector<dlx::OptionId> cover(options.begin(), options.end());
  if (absl::Status status = dlx::VerifyCover(problem, cover); !status.ok()) {
    return absl::FailedPreconditionError(
        absl::StrCat("what is to be a solution is none: ", status.message()));
  }
  for (const dlx::OptionId given : givens) {
    if (!std::binary_search(cover.begin(), cover.end(), given)) {
      return absl::FailedPreconditionError(
          "what is to be a solution does not have all clues");
    }
  }
  return cover;
}

absl::StatusOr<ProvedSolutions> CheckCovers(
    Reader& reader, const dlx::Problem& problem,
    absl::Span<const dlx::OptionId> givens) {
  const auto one = ReadCover(reader, problem, givens);
  if (!one.ok()) return one.status();
  const auto other = ReadCover(reader, problem, givens);
  if (!other.ok()) return other.status();
  reader.Byte();
  if (!reader.ended()) {
    return absl::DataLossError("there is something behind the two solutions");
  }
  if (*one == *other) {
    return absl::FailedPreconditionError(
        "what are to be two solutions are the same one twice");
  }
  return ProvedSolutions{.count = 2, .is_exact = false};
}

absl::StatusOr<ProvedSolutions> CountOf(
    const absl::StatusOr<dlx::CertificateFacts>& facts) {
  if (!facts.ok()) return facts.status();
  return ProvedSolutions{.count = facts->count};
}

absl::StatusOr<ProvedSolutions> CheckOwnCertificate(
    const Puzzle& puzzle, absl::string_view bytes,
    const dlx::CheckLimits& limits) {
  const absl::StatusOr<Encoding> encoding = Encoding::ForRules(puzzle);
  if (!encoding.ok()) return encoding.status();
  return CountOf(
      dlx::CheckCertificate(encoding->problem(), dlx::SourceOf(bytes), limits));
}

}  // namespace

ProofChecker::Board& ProofChecker::BoardOf(const Geometry& geometry) {
  if (Board* const board = boards_.Find(geometry)) return *board;
  Encoding encoding = Encoding::ForGeometry(geometry);
  const dlx::Problem problem = encoding.problem();
  return *boards_.Add(geometry, {.encoding = std::move(encoding),
                                 .digest = dlx::internal::DigestOf(problem),
                                 .checker = dlx::RecordChecker(problem)});
}

absl::StatusOr<ProofChecker::Question> ProofChecker::QuestionOf(
    const Puzzle& puzzle) {
  if (IsByClues(puzzle)) {
    const Board& board = BoardOf(puzzle.geometry);
    std::vector<dlx::OptionId> givens;
    board.encoding.AppendGivens(puzzle.clues, givens);
    const uint64_t digest = DigestOfQuestion(board.digest, givens);
    return Question{board.encoding.problem(), std::move(givens), digest};
  }
  const absl::StatusOr<Encoding> encoding = Encoding::ForRules(puzzle);
  if (!encoding.ok()) return encoding.status();
  const dlx::Problem& problem = encoding->problem();
  return Question{
      problem, {}, DigestOfQuestion(dlx::internal::DigestOf(problem), {})};
}

// (Certificates of before there were houses for rules are about these.)
absl::StatusOr<ProvedSolutions> ProofChecker::Check(
    const Puzzle& puzzle, const ArchiveEntry& entry,
    const dlx::CheckLimits& limits) {
  const std::optional<Puzzle> in_houses = InHouses(puzzle);
  if (!in_houses.has_value()) return CheckAsItIs(puzzle, entry, limits);
  Proved proved = CheckAsItIs(*in_houses, entry, limits);
  if (proved.ok()) return proved;
  Proved before = CheckAsItIs(puzzle, entry, limits);
  return before.ok() ? std::move(before) : std::move(proved);
}

absl::StatusOr<ProvedSolutions> ProofChecker::CheckAsItIs(
    const Puzzle& puzzle, const ArchiveEntry& entry,
    const dlx::CheckLimits& limits) {
  if (entry.kind == Kind::kNothing) {
    return absl::FailedPreconditionError("there is no certificate");
  }
  if (entry.kind == Kind::kCertificate) {
    return CheckOwnCertificate(puzzle, entry.bytes, limits);
  }
  if (entry.kind == Kind::kRecords && !IsByClues(puzzle)) {
    return OfAnotherPuzzle();
  }
  const absl::StatusOr<Question> question = QuestionOf(puzzle);
  if (!question.ok()) return question.status();
  Reader reader(entry.bytes);
  if (reader.Word() != question->digest || !reader.ok()) {
    return OfAnotherPuzzle();
  }
  if (entry.kind == Kind::kCovers) {
    return CheckCovers(reader, question->problem, question->givens);
  }
  return CountOf(BoardOf(puzzle.geometry)
                     .checker.Check(question->givens,
                                    absl::string_view(entry.bytes).substr(8),
                                    limits));
}

ArchiveReader::ArchiveReader(dlx::CertificateSource source)
    : source_(std::move(source)), reader_(source_) {
  if (reader_.Matches(kArchiveMagic)) return;
  Fail(absl::DataLossError(
           "this is no archive of certificates, or one of a later version"))
      .IgnoreError();
}

absl::Status ArchiveReader::Fail(absl::Status status) {
  if (status_.ok()) status_ = std::move(status);
  return status_;
}

absl::Status ArchiveReader::Damaged() {
  return Fail(absl::DataLossError(
      reader_.ended() ? "the archive ends before its end"
                      : absl::StrCat("byte ", reader_.position(),
                                     " of the archive: damaged")));
}

ArchiveReader::Entry ArchiveReader::Next(size_t most) {
  if (!status_.ok()) return status_;
  if (is_at_end_) return std::nullopt;
  const uint64_t number = reader_.Number();
  if (!reader_.ok()) return Damaged();
  if (number == kArchiveEnd) return ReadEnd();
  const uint64_t size = number >> kEntryKindBits;
  ArchiveEntry entry = {
      .kind = static_cast<Kind>(number & ((1 << kEntryKindBits) - 1)),
      .bytes = ""};
  if (entry.kind == Kind::kNothing && size > 0) return Damaged();
  if (size > most) {
    return Fail(absl::ResourceExhaustedError(
        absl::StrCat("byte ", reader_.position(),
                     " of the archive: a certificate of ", size, " bytes")));
  }
  while (entry.bytes.size() < size && reader_.ok()) {
    entry.bytes.push_back(static_cast<char>(reader_.Byte()));
  }
  if (!reader_.ok()) return Damaged();
  ++entries_;
  return entry;
}

ArchiveReader::Entry ArchiveReader::ReadEnd() {
  if (reader_.Number() != entries_ || !reader_.ok()) return Damaged();
  if (!reader_.MatchesSeal() || !reader_.IsAtEnd()) {
    return Fail(absl::DataLossError(
        "the archive is damaged somewhere: its seal is another one"));
  }
  is_at_end_ = true;
  return std::nullopt;
}

}  // namespace sudoku
