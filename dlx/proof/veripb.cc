#include "dlx/proof/veripb.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/io/export/opb.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/format.h"

namespace dlx::io {
namespace {

// How many constraints VeriPB makes of a formula: two of each equation.
uint64_t CountConstraints(absl::string_view formula) {
  uint64_t count = 0;
  for (const absl::string_view line : absl::StrSplit(formula, '\n')) {
    if (line.empty() || line[0] == '*') continue;
    count += absl::StrContains(line, " = ") ? 2 : 1;
  }
  return count;
}

// Hears the numbers of a certificate, and writes the proof's lines.
class ProofTranslator {
 public:
  ProofTranslator(uint64_t constraints, const VeripbSink& sink)
      : sink_(sink), last_id_(constraints) {
    absl::StrAppend(&lines_, "pseudo-Boolean proof version 1.1\nf ",
                    constraints, "\n");
  }

  void Hear(RecordPart part, int64_t number) {
    is_by_clauses_ &= part == RecordPart::kOther;
    if (!is_by_clauses_) return;
    numbers_.push_back(static_cast<uint64_t>(number));
    if (!has_begun_) {
      is_by_clauses_ = has_begun_ = number == internal::kClausesRecord;
      numbers_.clear();
    } else if (numbers_.size() == SizeOfStep()) {
      WriteStep();
      numbers_.clear();
      if (lines_.size() > kBufferSize) Send();
    }
  }
  bool is_by_clauses() const { return is_by_clauses_; }
  // All of it is written.
  bool Finish() {
    absl::StrAppend(&lines_, "c ", last_id_, "\n");
    return Send();
  }

 private:
  static constexpr size_t kBufferSize = size_t{1} << 16;

  // Decisions that are no longer all taken, and the constraint that says so.
  struct Block {
    uint64_t id;
    std::vector<uint64_t> decisions;
  };

  uint64_t kind() const {
    return numbers_[0] & ((1 << internal::kStepBits) - 1);
  }
  uint64_t head() const { return numbers_[0] >> internal::kStepBits; }
  bool has_decisions() const {
    return kind() == internal::kCoverStep || kind() == internal::kNoCoverStep;
  }
  size_t SizeOfStep() const {
    if (!has_decisions()) return 1 + head();
    return numbers_.size() < 2 ? 2 : 2 + numbers_[1];
  }
  // The numbers that are told by what lies between them.
  std::vector<uint64_t> Ascending() const {
    std::vector<uint64_t> all;
    for (const uint64_t between : absl::MakeConstSpan(numbers_).subspan(1)) {
      all.push_back(between + (all.empty() ? 0 : all.back() + 1));
    }
    return all;
  }

  void WriteStep() {
    if (has_decisions()) {
      WriteDecisions();
    } else if (kind() == internal::kLearnStep) {
      WriteClause(Ascending());
      if (head() > 1) learnt_.push_back(last_id_);
    } else {
      std::vector<uint64_t> ids;
      for (const uint64_t place : Ascending()) {
        ids.push_back(std::exchange(learnt_[place], 0));
      }
      learnt_.erase(std::remove(learnt_.begin(), learnt_.end(), 0),
                    learnt_.end());
      Delete(ids);
    }
  }
  // Literals are twice an option's number, and 1 more if it is ruled out.
  void WriteClause(absl::Span<const uint64_t> literals) {
    absl::StrAppend(&lines_, "rup");
    for (const uint64_t literal : literals) {
      absl::StrAppend(&lines_, literal % 2 == 0 ? " 1 x" : " 1 ~x",
                      literal / 2 + 1);
    }
    absl::StrAppend(&lines_, " >= 1 ;\n");
    ++last_id_;
  }
  void WriteDecisions() {
    std::vector<uint64_t> decisions;
    if (!blocks_.empty()) decisions = blocks_.back().decisions;
    decisions.resize(head());
    decisions.insert(decisions.end(), numbers_.begin() + 2, numbers_.end());
    if (kind() == internal::kCoverStep) {
      absl::StrAppend(&lines_, "v");
      for (const uint64_t k : decisions) absl::StrAppend(&lines_, " x", k + 1);
      absl::StrAppend(&lines_, "\n");
      ++last_id_;
    } else {
      std::vector<uint64_t> literals;
      for (const uint64_t k : decisions) literals.push_back(2 * k + 1);
      WriteClause(literals);
    }
    // What begins with these decisions is blocked by them.
    std::vector<uint64_t> less;
    while (!decisions.empty() && !blocks_.empty() &&
           BeginsWith(blocks_.back().decisions, decisions)) {
      less.push_back(blocks_.back().id);
      blocks_.pop_back();
    }
    if (!less.empty()) Delete(less);
    blocks_.push_back({last_id_, std::move(decisions)});
  }
  static bool BeginsWith(absl::Span<const uint64_t> all,
                         absl::Span<const uint64_t> some) {
    return all.size() >= some.size() && all.first(some.size()) == some;
  }
  void Delete(absl::Span<const uint64_t> ids) {
    absl::StrAppend(&lines_, "del id");
    for (const uint64_t id : ids) absl::StrAppend(&lines_, " ", id);
    absl::StrAppend(&lines_, "\n");
  }
  bool Send() {
    is_sent_ = is_sent_ && sink_(std::exchange(lines_, {}));
    return is_sent_;
  }

  const VeripbSink& sink_;
  std::string lines_;
  bool is_sent_ = true;
  bool is_by_clauses_ = true;
  bool has_begun_ = false;
  std::vector<uint64_t> numbers_;  // Of the step, so far.
  uint64_t last_id_;
  std::vector<uint64_t> learnt_;  // Constraints of two literals or more.
  std::vector<Block> blocks_;
};

}  // namespace

absl::StatusOr<VeripbFacts> WriteVeripb(const Problem& problem,
                                        StringView certificate,
                                        const VeripbSink& sink,
                                        const CheckLimits& limits) {
  if (problem.has_costs()) {
    return absl::InvalidArgumentError(
        "a proof for VeriPB is about all covers, but the problem has costs");
  }
  absl::StatusOr<std::string> formula = WriteOpb(problem);
  if (!formula.ok()) return formula.status();
  ProofTranslator translator(CountConstraints(*formula), sink);
  const absl::StatusOr<CertificateFacts> facts =
      CheckCertificate(problem, SourceOf(certificate), limits,
                       [&translator](RecordPart part, int64_t number) {
                         translator.Hear(part, number);
                       });
  if (!facts.ok()) return facts.status();
  if (!translator.is_by_clauses()) {
    return absl::UnimplementedError(
        "a proof for VeriPB is made from clauses, but this certificate has "
        "other records; dlx count FILE --engine=nogoods --certificate=C writes "
        "one of clauses, if there are neither colours nor multiplicities");
  }
  if (!translator.Finish()) {
    return absl::UnavailableError("the proof could not be written");
  }
  return VeripbFacts{.formula = *std::move(formula),
                     .covers = static_cast<uint64_t>(facts->count.ToUint128())};
}

}  // namespace dlx::io
