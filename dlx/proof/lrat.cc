#include "dlx/proof/lrat.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/io/export/cnf.h"
#include "dlx/io/export/zero_one_form.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/check/reader.h"
#include "dlx/proof/check/state.h"
#include "dlx/proof/format.h"
#include "dlx/proof/write/certify.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx::io {
namespace {

using ::dlx::internal::IsMarked;

using Clause = std::vector<Literal>;  // In ascending order.
using Hints = std::vector<uint64_t>;

Literal LiteralOf(uint32_t option) { return static_cast<Literal>(option) + 1; }

void AddTo(Clause& clause, const Clause& more) {
  Clause sum;
  sum.reserve(clause.size() + more.size());
  std::set_union(clause.begin(), clause.end(), more.begin(), more.end(),
                 std::back_inserter(sum));
  clause = std::move(sum);
}

template <typename T>
size_t BytesOf(const std::vector<T>& list) {
  return list.size() * sizeof(T);
}

// ------------------------------------------------------------- the formula

// The clauses of WriteCnf(), found again by what is in them.
class Clauses {
 public:
  Clauses(const Problem& problem, absl::string_view text) {
    for (const absl::string_view line : absl::StrSplit(text, '\n')) {
      if (line.empty() || line[0] == 'c' || line[0] == 'p') continue;
      ++size_;
      Clause clause;
      for (const absl::string_view word : absl::StrSplit(line, ' ')) {
        Literal literal = 0;
        if (absl::SimpleAtoi(word, &literal) && literal != 0) {
          clause.push_back(literal);
        }
      }
      std::sort(clause.begin(), clause.end());
      if (clause.size() == 2) {
        pair_ids_.emplace(std::pair(clause[0], clause[1]), size_);
      } else {
        ids_.emplace(std::move(clause), size_);
      }
    }
    std::vector<Clause> options(problem.item_count());
    for (uint32_t k = 0; k < problem.option_count(); ++k) {
      for (const ItemUse& use : problem.option(OptionId(k))) {
        options[use.item.value()].push_back(LiteralOf(k));
      }
    }
    for (uint32_t i = 0; i < problem.item_count(); ++i) {
      item_ids_.push_back(problem.is_primary(ItemId(i)) ? IdOf(options[i]) : 0);
    }
    for (const ColorVariable& color : MakeZeroOneForm(problem).colors) {
      colors_[{color.item.value(), color.color.value()}] =
          LiteralOf(color.variable);
    }
  }

  uint64_t size() const { return size_; }
  // One of the options of the item is taken.
  uint64_t Of(ItemId item) const { return item_ids_[item.value()]; }
  // The clause with these two literals.
  uint64_t Of(Literal a, Literal b) const {
    const auto it = pair_ids_.find(std::minmax(a, b));
    return it == pair_ids_.end() ? kNoId : it->second;
  }
  // What stands for the use of an item by an option: that of a colour, or the
  // option's own.
  Literal VariableOf(uint32_t option, const ItemUse& use) const {
    const auto it = colors_.find({use.item.value(), use.color.value()});
    return it == colors_.end() ? LiteralOf(option) : it->second;
  }

 private:
  // If there is no such clause, which would be a defect, there is none of this
  // number either, and no checker accepts the proof.
  static constexpr uint64_t kNoId = 0;

  uint64_t IdOf(const Clause& clause) const {
    if (clause.size() == 2) return Of(clause[0], clause[1]);
    const auto it = ids_.find(clause);
    return it == ids_.end() ? kNoId : it->second;
  }

  uint64_t size_ = 0;
  absl::flat_hash_map<std::pair<Literal, Literal>, uint64_t> pair_ids_;
  std::map<Clause, uint64_t> ids_;  // The others.
  std::vector<uint64_t> item_ids_;
  std::map<std::pair<uint32_t, uint32_t>, Literal> colors_;
};

// -------------------------------------------------------------- the proof

// Writes clauses that follow from those before.
class ProofWriter {
 public:
  ProofWriter(uint64_t last_id, const LratSink& sink)
      : last_id_(last_id), sink_(sink) {}

  uint64_t Add(const Clause& clause, const Hints& hints) {
    absl::StrAppend(&text_, ++last_id_, " ", absl::StrJoin(clause, " "),
                    clause.empty() ? "" : " ", "0 ", absl::StrJoin(hints, " "),
                    " 0\n");
    ++lemmas_;
    if (text_.size() >= size_t{1} << 16) Flush();
    return last_id_;
  }
  // They are needed no more.
  void Delete(const Hints& ids) {
    if (ids.empty()) return;
    absl::StrAppend(&text_, last_id_, " d ", absl::StrJoin(ids, " "), " 0\n");
  }
  bool Finish() {
    Flush();
    return ok_;
  }

  uint64_t lemmas() const { return lemmas_; }

 private:
  void Flush() {
    if (ok_ && !text_.empty()) ok_ = sink_(text_);
    text_.clear();
  }

  uint64_t last_id_;
  const LratSink& sink_;
  std::string text_;
  uint64_t lemmas_ = 0;
  bool ok_ = true;
};

// ----------------------------------------------------------------- lemmas

// What there is to say of a state without covers: if all the literals are
// false, the hints lead to a contradiction.
struct Lemma {
  Clause literals = {};
  Hints hints = {};
  Hints unneeded = {};  // Lemmas that are not needed after this one.
};

constexpr int64_t kNoCover = -1;
constexpr int64_t kCover = -2;

// A state below another one, by the option that was taken.
struct Child {
  uint32_t option;
  int64_t node;     // If it has covers, in which node; or it is one.
  uint64_t id = 0;  // If it has none: the clause that says so.
};

// A state with covers.
struct Node {
  ItemId item = {};
  std::vector<Child> children = {};
  Clause literals = {};  // What its children without covers add to its clause.
};

// What a state has come to.
struct Finding {
  int64_t node = kNoCover;
  Lemma lemma = {};  // If there is no cover.
};

class Converter {
 public:
  Converter(const Problem& problem, const Clauses& clauses,
            absl::string_view certificate, ProofWriter& proof,
            checker::Allowance& allowance)
      : problem_(problem),
        clauses_(clauses),
        state_(problem),
        records_(certificate.substr(internal::kCertificateHead)),
        proof_(proof),
        allowance_(allowance),
        color_of_(problem.item_count()),
        is_used_(problem.item_count()) {}

  // Goes along with the certificate, and proves of each state without covers
  // that it has none. Fails if there is anything but the tree of a search.
  absl::Status ReadCertificate();
  // Goes through all covers, and appends the clauses that rule them out.
  absl::Status RuleOutCovers(std::string& formula);

 private:
  // A state that the certificate is about to describe.
  struct Frame {
    ItemId item;
    checker::State::Choices choices;
    size_t mark;
    int64_t slot;
    uint32_t option = 0;  // That of the child we are in.
    Node node = {};
    Hints ids = {};  // Of the children without covers.
    bool has_cover = false;
  };
  // A state with covers on the second way.
  struct Step {
    const Node* node;
    size_t next = 0;
    Lemma lemma = {};
  };

  enum class Kind { kKnown, kBranch, kOther };
  Kind Enter(std::vector<Frame>& frames, Finding& finding);
  bool Descend(Frame& frame);
  Finding Leave(Frame frame);
  void Tell(Frame& frame, Finding finding);
  std::pair<uint64_t, Clause> Under(uint32_t option, const Lemma& lemma);
  bool PropagateClash(uint32_t option, uint32_t other,
                      std::vector<Literal>& known, Hints& hints) const;
  void TellCover(Step& step, std::string& formula);
  bool Advance(std::vector<Step>& steps, std::string& formula);

  const Problem& problem_;
  const Clauses& clauses_;
  checker::State state_;
  checker::Reader records_;  // Of a certificate that was checked before.
  ProofWriter& proof_;
  checker::Allowance& allowance_;
  std::vector<Finding> slots_;
  int64_t last_slot_ = -1;
  std::vector<Node> nodes_;
  Finding root_;
  // What the option of Under() does to each item.
  std::vector<ColorId> color_of_;
  std::vector<bool> is_used_;
  // On the second way: the options taken, and how many covers there were.
  std::vector<uint32_t> taken_;
  uint64_t covers_ = 0;
};

absl::Status Converter::ReadCertificate() {
  std::vector<Frame> frames;
  Finding finding;
  bool enters = true;  // At a new state; otherwise the finding is its.
  do {
    if (!allowance_.MayGoOnWith(state_)) {
      return allowance_.status();
    }
    if (enters) {
      switch (Enter(frames, finding)) {
        case Kind::kKnown:
          break;
        case Kind::kBranch:
          finding = {};
          enters = Descend(frames.back());
          if (enters) continue;
          finding = Leave(std::move(frames.back()));
          frames.pop_back();
          break;
        case Kind::kOther:
          return absl::UnimplementedError(
              "an LRAT proof is made from the tree of a search, but this "
              "certificate has products, sweeps, images or clauses; dlx "
              "count FILE --certificate=C --certificate-format=lrat writes one "
              "without them");
      }
      if (frames.empty()) break;
    }
    Tell(frames.back(), std::move(finding));
    enters = Descend(frames.back());
    if (enters) continue;
    finding = Leave(std::move(frames.back()));
    frames.pop_back();
  } while (!frames.empty());
  root_ = std::move(finding);
  if (root_.node == kNoCover) proof_.Add({}, root_.lemma.hints);
  return absl::OkStatus();
}

// Reads what the state is. If it is known at once, there is a finding;
// otherwise there is a frame for it.
Converter::Kind Converter::Enter(std::vector<Frame>& frames, Finding& finding) {
  if (state_.IsDone()) {
    finding = {.node = kCover};
    return Kind::kKnown;
  }
  uint64_t record = records_.Number();
  if (IsMarked(record, internal::kReferenceMark, internal::kReferenceBits)) {
    const int64_t back = internal::UnZigZag(record >> internal::kReferenceBits);
    finding = slots_[static_cast<size_t>(last_slot_ - back)];
    return Kind::kKnown;
  }
  int64_t slot = -1;
  if (IsMarked(record, internal::kKeepMark, internal::kKeepBits)) {
    slot = last_slot_ + 1 + internal::UnZigZag(record >> internal::kKeepBits);
    last_slot_ = slot;
    if (slot == static_cast<int64_t>(slots_.size())) slots_.emplace_back();
    record = records_.Number();
  }
  if (!IsMarked(record, internal::kBranchMark, internal::kBranchBits)) {
    return Kind::kOther;
  }
  const ItemId item(static_cast<uint32_t>(record >> internal::kBranchBits));
  frames.push_back({.item = item,
                    .choices = state_.ChoicesOf(item),
                    .mark = state_.mark(),
                    .slot = slot});
  return Kind::kBranch;
}

// Takes the next option of the frame that fits. False if there is none.
bool Converter::Descend(Frame& frame) {
  state_.GoBackTo(frame.mark);
  frame.option = state_.Next(frame.choices);
  if (frame.option == checker::State::kNoOption) return false;
  state_.Take(frame.option);
  return true;
}

// Adds what the child has come to.
void Converter::Tell(Frame& frame, Finding finding) {
  if (finding.node != kNoCover) {
    frame.has_cover = true;
    frame.node.children.push_back({frame.option, finding.node});
    return;
  }
  const auto [id, rest] = Under(frame.option, finding.lemma);
  proof_.Delete(finding.lemma.unneeded);
  AddTo(frame.node.literals, rest);
  frame.ids.push_back(id);
  frame.node.children.push_back({frame.option, kNoCover, id});
}

Finding Converter::Leave(Frame frame) {
  Finding finding;
  Clause clashing;
  for (const auto [place, bits] : state_.OptionsOf(frame.item)) {
    for (uint64_t left = bits; left != 0; left &= left - 1) {
      const uint32_t option = state_.OptionAt(place) + checker::LowestBit(left);
      if (!state_.Fits(option)) clashing.push_back(LiteralOf(option));
    }
  }
  AddTo(frame.node.literals, clashing);
  if (frame.has_cover) {
    frame.node.item = frame.item;
    finding.node = static_cast<int64_t>(nodes_.size());
    allowance_.Take(sizeof(Node) + BytesOf(frame.node.literals) +
                    BytesOf(frame.node.children));
    nodes_.push_back(std::move(frame.node));
  } else {
    finding.lemma.literals = std::move(frame.node.literals);
    finding.lemma.hints = frame.ids;
    finding.lemma.hints.push_back(clauses_.Of(frame.item));
    finding.lemma.unneeded = std::move(frame.ids);
  }
  if (frame.slot < 0) return finding;
  Finding& slot = slots_[static_cast<size_t>(frame.slot)];
  // What is in there now is forgotten.
  if (slot.node == kNoCover) proof_.Delete(slot.lemma.hints);
  if (finding.node == kNoCover) {
    const uint64_t id = proof_.Add(finding.lemma.literals, finding.lemma.hints);
    proof_.Delete(finding.lemma.unneeded);
    finding.lemma.hints = {id};
    finding.lemma.unneeded = {};
  }
  allowance_.GiveBack(BytesOf(slot.lemma.literals));
  slot = finding;
  allowance_.Take(BytesOf(slot.lemma.literals));
  return finding;
}

// Adds: not the option, or one of the lemma's literals that do not clash with
// it. Returns the clause's number, and these literals.
std::pair<uint64_t, Clause> Converter::Under(uint32_t option,
                                             const Lemma& lemma) {
  for (const ItemUse& use : problem_.option(OptionId(option))) {
    is_used_[use.item.value()] = true;
    color_of_[use.item.value()] = use.color;
  }
  const Literal taken = LiteralOf(option);
  Clause rest;
  Hints hints;
  std::vector<Literal> known;
  allowance_.Work(lemma.literals.size() + lemma.hints.size());
  for (const Literal literal : lemma.literals) {
    if (literal == -taken) continue;
    if (literal < 0 ||
        !PropagateClash(option, static_cast<uint32_t>(literal - 1), known,
                        hints)) {
      rest.push_back(literal);
    }
  }
  for (const ItemUse& use : problem_.option(OptionId(option))) {
    is_used_[use.item.value()] = false;
  }
  hints.insert(hints.end(), lemma.hints.begin(), lemma.hints.end());
  Clause clause = rest;
  AddTo(clause, {-taken});
  return {proof_.Add(clause, hints), std::move(rest)};
}

// If the two clash, appends the clauses that say why the other one is not
// taken, without those that make `known` what is known already.
bool Converter::PropagateClash(uint32_t option, uint32_t other,
                               std::vector<Literal>& known,
                               Hints& hints) const {
  for (const ItemUse& use : problem_.option(OptionId(other))) {
    if (!is_used_[use.item.value()]) continue;
    const ColorId color = color_of_[use.item.value()];
    if (color == use.color && color != kNoColor) continue;
    const Literal here = clauses_.VariableOf(option, {use.item, color});
    const Literal there = clauses_.VariableOf(other, use);
    const auto learn = [&](Literal literal, Literal from) {
      if (std::find(known.begin(), known.end(), literal) != known.end()) return;
      known.push_back(literal);
      hints.push_back(clauses_.Of(from, literal));
    };
    if (here != LiteralOf(option)) learn(here, -LiteralOf(option));
    if (there != LiteralOf(other)) {
      learn(-there, -here);
      hints.push_back(clauses_.Of(-LiteralOf(other), there));
    } else {
      hints.push_back(clauses_.Of(-here, -there));
    }
    return true;
  }
  return false;
}

// The cover that has been taken: its clause says of the state above what a
// lemma would.
void Converter::TellCover(Step& step, std::string& formula) {
  Clause clause;
  for (const uint32_t option : taken_) clause.push_back(-LiteralOf(option));
  std::sort(clause.begin(), clause.end());
  absl::StrAppend(&formula, absl::StrJoin(clause, " "),
                  clause.empty() ? "" : " ", "0\n");
  step.lemma.hints.push_back(clauses_.size() + ++covers_);
  const Literal last = -LiteralOf(taken_.back());
  clause.erase(std::find(clause.begin(), clause.end(), last));
  AddTo(step.lemma.literals, clause);
}

// Goes on to the next child of the last step that has covers. False if there is
// none.
bool Converter::Advance(std::vector<Step>& steps, std::string& formula) {
  Step& step = steps.back();
  while (step.next < step.node->children.size()) {
    const Child& child = step.node->children[step.next++];
    if (child.node == kNoCover) {
      step.lemma.hints.push_back(child.id);
      continue;
    }
    taken_.push_back(child.option);
    if (child.node == kCover) {
      TellCover(step, formula);
      taken_.pop_back();
      continue;
    }
    const Node& node = nodes_[static_cast<size_t>(child.node)];
    steps.push_back({.node = &node, .lemma = {.literals = node.literals}});
    return true;
  }
  return false;
}

absl::Status Converter::RuleOutCovers(std::string& formula) {
  if (root_.node == kNoCover) return absl::OkStatus();
  if (root_.node == kCover) {
    // Nothing is to be covered: taking nothing is ruled out by nothing at all.
    absl::StrAppend(&formula, "0\n");
    proof_.Add({}, {clauses_.size() + ++covers_});
    return absl::OkStatus();
  }
  const Node& node = nodes_[static_cast<size_t>(root_.node)];
  std::vector<Step> steps;
  steps.push_back({.node = &node, .lemma = {.literals = node.literals}});
  while (allowance_.MayGoOn(taken_.size())) {
    if (Advance(steps, formula)) continue;
    Lemma lemma = std::move(steps.back().lemma);
    lemma.hints.push_back(clauses_.Of(steps.back().node->item));
    steps.pop_back();
    if (steps.empty()) {
      proof_.Add({}, lemma.hints);
      return absl::OkStatus();
    }
    const auto [id, rest] = Under(taken_.back(), lemma);
    taken_.pop_back();
    proof_.Delete(lemma.unneeded);
    Lemma& above = steps.back().lemma;
    above.hints.push_back(id);
    above.unneeded.push_back(id);
    AddTo(above.literals, rest);
  }
  return allowance_.status();
}

// The formula with its first line made for `covers` more clauses.
std::string WithRoomFor(absl::string_view formula, uint64_t covers) {
  const size_t at =
      absl::StartsWith(formula, "p cnf ") ? 0 : formula.find("\np cnf ") + 1;
  const size_t end = formula.find('\n', at);
  const std::vector<absl::string_view> words =
      absl::StrSplit(formula.substr(at, end - at), ' ');
  uint64_t clauses = 0;
  if (words.size() != 4 || !absl::SimpleAtoi(words[3], &clauses)) return "";
  return absl::StrCat(
      formula.substr(0, at),
      covers == 0 ? ""
                  : absl::StrCat("c The last clauses, as many as there are "
                                 "covers (",
                                 covers, "), rule out one each.\n"),
      "p cnf ", words[2], " ", clauses + covers, formula.substr(end));
}

}  // namespace

absl::Status CheckLratProblem(const Problem& problem) {
  if (problem.has_multiplicities()) {
    return absl::InvalidArgumentError(
        "there are no LRAT proofs for problems with multiplicities, but "
        "certificates for dlx verify");
  }
  if (problem.has_costs()) {
    return absl::InvalidArgumentError(
        "there are no LRAT proofs for problems with costs, which CNF cannot "
        "express, but certificates for dlx verify");
  }
  return absl::OkStatus();
}

absl::StatusOr<LratFacts> WriteLrat(const Problem& problem,
                                    StringView certificate,
                                    const LratSink& sink,
                                    const CheckLimits& limits) {
  if (absl::Status status = CheckLratProblem(problem); !status.ok()) {
    return status;
  }
  const absl::StatusOr<CertificateFacts> facts =
      CheckCertificate(problem, SourceOf(certificate), limits);
  if (!facts.ok()) return facts.status();
  if (facts->count > kMostLratCovers) {
    return absl::InvalidArgumentError(absl::StrCat(
        "an LRAT proof lists every cover, and there are ",
        facts->count.ToString(), " of them, more than ", kMostLratCovers));
  }
  absl::StatusOr<std::string> formula =
      WriteCnf(problem, {.at_most_one = AtMostOne::kPairwise});
  if (!formula.ok()) return formula.status();
  const Clauses clauses(problem, *formula);
  LratFacts result;
  result.covers = static_cast<uint64_t>(facts->count.ToUint128());
  result.formula = WithRoomFor(*formula, result.covers);
  ProofWriter proof(clauses.size() + result.covers, sink);
  checker::Allowance allowance(limits);
  Converter converter(problem, clauses, certificate, proof, allowance);
  absl::Status status = converter.ReadCertificate();
  if (status.ok()) status = converter.RuleOutCovers(result.formula);
  if (!status.ok()) return status;
  if (!proof.Finish()) {
    return absl::UnavailableError("the proof could not be written");
  }
  result.lemmas = proof.lemmas();
  return result;
}

absl::StatusOr<CountResult> CountWithLrat(const Problem& problem,
                                          const LratSink& sink,
                                          LratFacts* facts,
                                          SearchOptions options) {
  if (absl::Status status = CheckLratProblem(problem); !status.ok()) {
    return status;
  }
  std::string certificate;
  const LimitWatch watch(options.limits);
  const CheckLimits limits = {.memory = options.memory_limit,
                              .must_stop = [&] { return watch.MustStop(); }};
  absl::StatusOr<CountResult> result = CountWithCertificate(
      problem,
      [&certificate](StringView bytes) {
        certificate.append(bytes.data(), bytes.size());
        return true;
      },
      std::move(options), CertificateForm::kTree);
  if (!result.ok() || result->summary.outcome != Outcome::kExhausted) {
    return result;
  }
  absl::StatusOr<LratFacts> written =
      WriteLrat(problem, certificate, sink, limits);
  if (absl::IsCancelled(written.status())) {
    result->summary.outcome = watch.Check(0);
    return result;
  }
  if (!written.ok()) return written.status();
  *facts = *std::move(written);
  return result;
}

}  // namespace dlx::io
