#include "dlx/proof/write/certify.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/base/cpu_time.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/multiplicity_moves.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/order.h"
#include "dlx/engine/table.h"
#include "dlx/limits.h"
#include "dlx/proof/write/certifying_nogoods.h"
#include "dlx/proof/write/certifying_orbits.h"
#include "dlx/proof/write/certifying_parts.h"
#include "dlx/proof/write/certifying_planes.h"
#include "dlx/proof/write/certifying_race.h"
#include "dlx/proof/write/certifying_sets.h"
#include "dlx/proof/write/certifying_sparse_sets.h"
#include "dlx/proof/write/certifying_walk.h"
#include "dlx/proof/write/writer.h"
#include "dlx/schedule/driver.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/parts.h"
#include "dlx/schedule/race.h"

namespace dlx {
namespace internal {
namespace certificate {
namespace {

using dancing_links::CoverMoves;
using dancing_links::ItemChoice;
using dancing_links::MultiplicityMoves;

template <bool kColors>
std::unique_ptr<Engine> MakeWalk(const Problem& problem,
                                 const SearchOptions& options, bool remembers,
                                 const CertificateWriter::Place& place,
                                 CertificateWriter& writer) {
  const bool prefer_sharp = options.branching == Branching::kSharpPreference;
  const ItemOrder items = OrderItems(problem, prefer_sharp, options.seed);
  // The order of children in a certificate is that of the options.
  Links links(problem, items.items, OrderOptions(problem, std::nullopt));
  const ItemChoice choice =
      dancing_links::MakeItemChoice(options.branching, items);
  if (problem.has_multiplicities()) {
    using M = MultiplicityMoves<kColors>;
    return std::make_unique<CertifyingWalk<M>>(
        M(problem, items.items, std::move(links), choice,
          typename M::Reasons{.may_be_counter = place.others.empty(),
                              .most_primaries = place.most_primaries}),
        items.items, nullptr, writer);
  }
  using M = CoverMoves<kColors>;
  return std::make_unique<CertifyingWalk<M>>(
      M(problem, std::move(links), choice), items.items,
      remembers ? std::make_unique<Memory>(problem, options.memory_limit)
                : nullptr,
      writer);
}

std::unique_ptr<Engine> MakeSearch(const Problem& problem, const EngineRow& row,
                                   const SearchOptions& options,
                                   const CertificateWriter::Place& place,
                                   CertificateWriter& writer) {
  if (row.kind == EngineKind::kBitSets) {
    return std::make_unique<CertifyingSets>(problem, options, writer);
  }
  if (row.kind == EngineKind::kBitPlanes) {
    return std::make_unique<CertifyingPlanes>(problem, options, writer);
  }
  if (row.kind == EngineKind::kSparseSets) {
    return std::make_unique<CertifyingSparseSets>(problem, options, writer);
  }
  if (row.kind == EngineKind::kNogoods) {
    return std::make_unique<CertifyingNogoods>(problem, options, writer);
  }
  const bool remembers = row.kind == EngineKind::kMemoCounter;
  return problem.has_colors()
             ? MakeWalk<true>(problem, options, remembers, place, writer)
             : MakeWalk<false>(problem, options, remembers, place, writer);
}

// The engine that writes what that one finds; null if there is none.
const EngineRow* WriterOf(const EngineRow& row, const Problem& problem,
                          CertificateForm form) {
  switch (row.kind) {
    case EngineKind::kMemoCounter:
      // With multiplicities there is no memory.
      return problem.has_multiplicities() ? &FindRow(EngineKind::kDancingLinks)
                                          : &row;
    case EngineKind::kBitPlanes:
    case EngineKind::kBitSets:
    case EngineKind::kDancingLinks:
    case EngineKind::kSparseSets:
      return &row;
    case EngineKind::kNogoods:
    case EngineKind::kLayers:
      return form == CertificateForm::kTree ? nullptr : &row;
    default:
      return nullptr;
  }
}

// Those of a count that write, with the same shares.
std::vector<Setting> ChooseSettings(const Problem& problem,
                                    const SearchOptions& options,
                                    CertificateForm form) {
  const auto with = [&options](const EngineRow& row) {
    return Setting{.row = &row, .branching = options.branching};
  };
  const EngineRow& links = FindRow(EngineKind::kDancingLinks);
  if (options.engine != EngineKind::kAuto) {
    const EngineRow& wanted = FindRow(options.engine);
    const EngineRow* writer = CheckRow(wanted, problem, Task::kCount).ok()
                                  ? WriterOf(wanted, problem, form)
                                  : nullptr;
    if (writer == nullptr) writer = &links;
    std::vector<Setting> settings = {with(*writer)};
    if (writer->kind == EngineKind::kLayers) {
      settings.push_back(
          with(*WriterOf(FindRow(EngineKind::kMemoCounter), problem, form)));
    }
    return settings;
  }
  std::vector<Setting> settings;
  for (const Setting& setting : SettingsFor(problem, Task::kCount, options)) {
    const EngineRow* writer = WriterOf(*setting.row, problem, form);
    if (writer == nullptr && settings.empty()) {
      // Another search of the same tree.
      const EngineRow& sets = FindRow(EngineKind::kBitSets);
      writer = CheckRow(sets, problem, Task::kCount).ok() ? &sets : &links;
    }
    const auto is_there = [&](const Setting& other) {
      return other.row == writer && other.branching == setting.branching;
    };
    if (writer == nullptr || absl::c_any_of(settings, is_there)) continue;
    settings.push_back({.row = writer,
                        .branching = setting.branching,
                        .prior = setting.prior});
  }
  // What is remembered makes certificates of small problems smaller.
  const auto memory = absl::c_find_if(settings, [](const Setting& setting) {
    return setting.row->kind == EngineKind::kMemoCounter;
  });
  if (memory != settings.end()) {
    std::rotate(settings.begin(), memory, memory + 1);
  }
  return settings;
}

// Of a problem, or of an independent part of one, which must outlive the race.
std::unique_ptr<CertifyingRace> MakeRace(const Problem& problem,
                                         const SearchOptions& options,
                                         CertificateForm form,
                                         const CertificateWriter::Place& place,
                                         CertificateWriter::Sink sink,
                                         RaceClock clock) {
  // An engine that is asked for is to show what it does.
  const bool looks = (options.engine == EngineKind::kAuto ||
                      clock != RaceClock(&ThreadCpuTime)) &&
                     form != CertificateForm::kTree &&
                     !problem.has_multiplicities() && place.others.empty();
  return std::make_unique<CertifyingRace>(
      problem, options,
      CertifyingRace::Runners{
          .settings = ChooseSettings(problem, options, form), .place = place},
      [&problem, place, looks, clock](
          const EngineRow& row, const SearchOptions& its_options,
          CertificateWriter& writer) -> std::unique_ptr<Engine> {
        if (!looks || row.kind == EngineKind::kNogoods) {
          return MakeSearch(problem, row, its_options, place, writer);
        }
        return std::make_unique<CertifyingOrbits>(
            problem, its_options,
            [&row](const Problem& rest, const SearchOptions& options_of_rest,
                   CertificateWriter& records) {
              return MakeSearch(rest, row, options_of_rest, {}, records);
            },
            place, writer, clock);
      },
      std::move(sink), clock);
}

// What records depend on that may be of a larger problem, of which this one is
// left: which of them there are; and of shortages, how many primary items the
// largest option has.
struct Whole {
  bool has_multiplicities;
  uint64_t most_primaries;
};

// Sweeps, images and clauses are not the same in problems with multiplicities.
CertificateForm FormIn(const Whole& whole, const Problem& problem,
                       CertificateForm form) {
  return problem.has_multiplicities() == whole.has_multiplicities
             ? form
             : CertificateForm::kTree;
}

// Of what is left behind options that are forced, if it falls into parts, or if
// these decide half of the problem. Null if that is of no use.
std::unique_ptr<CertifyingParts> MakeParts(
    const Problem& problem, const SearchOptions& options, CertificateForm form,
    const Whole& whole, CertificateWriter::Sink sink, RaceClock clock) {
  if (form == CertificateForm::kTree) return nullptr;
  Reduced reduced =
      Reduce(problem, options, Task::kCount, OptionalItems::kPrimary);
  std::optional<SplitProblem> split = std::move(reduced.split);
  std::optional<size_t> empty;
  if (split.has_value()) {
    const LimitWatch watch(options.limits);
    empty = FindPartWithoutCover(*split, options,
                                 [&watch] { return !watch.MustStop(); });
  } else {
    const Reduction* const rest = reduced.subject.remainder().get();
    if (options.engine != EngineKind::kAuto || rest == nullptr ||
        rest->is_impossible() || rest->original().empty()) {
      return nullptr;
    }
    split =
        SplitProblem{.chosen = {rest->chosen().begin(), rest->chosen().end()},
                     .cost = rest->cost(),
                     .parts = {Part{.rest = *rest, .model = 0}}};
  }
  return std::make_unique<CertifyingParts>(
      problem, *std::move(split), empty, whole.most_primaries,
      [options, form, whole, clock](const Reduction& part,
                                    const CertificateWriter::Place& place,
                                    CertificateWriter::Sink part_sink) {
        return MakeRace(part.problem(), part.OptionsFrom(options),
                        FormIn(whole, part.problem(), form), place,
                        std::move(part_sink), clock);
      },
      std::move(sink));
}

EngineChoice Winner(EngineKind winner, EngineKind wanted) {
  EngineChoice choice = {.kind = winner, .reason = "it writes the certificate"};
  if (wanted != EngineKind::kAuto && wanted != winner) {
    absl::StrAppend(&choice.reason, ", which ", FindRow(wanted).name,
                    " does not");
  }
  return choice;
}

// Lets a race, or several for parts, come to its end.
template <typename Certifying>
absl::StatusOr<CountResult> CountWith(std::unique_ptr<Certifying> engine,
                                      const Problem& problem,
                                      const SearchOptions& options) {
  Certifying& certifying = *engine;
  Driver driver = Driver::WithEngine(
      Task::kCount, problem, options,
      {.row = &FindRow(EngineKind::kDancingLinks),  // It does not matter which.
       .branching = options.branching,
       .reason = "",
       .engine = std::move(engine)});
  CountResult result = {.count = driver.CountRemaining(),
                        .summary = driver.summary()};
  result.summary.engine = Winner(certifying.winner(), options.engine);
  if (result.summary.outcome == Outcome::kExhausted) {
    certifying.Finish(result.count);
  }
  if (!certifying.ok()) {
    return absl::UnavailableError("the certificate cannot be written");
  }
  return result;
}

}  // namespace
}  // namespace certificate

absl::StatusOr<CountResult> CountWithCertificate(
    const Problem& problem, const CertificateSink& sink, SearchOptions options,
    CertificateForm form, RaceClock clock, const Problem* whole) {
  if (!options.givens.empty() || options.limits.solutions != kUnlimited) {
    return absl::InvalidArgumentError(
        "a certificate is about all covers of a problem: it cannot be written "
        "with options chosen in advance, or with a limit on solutions");
  }
  if (whole == nullptr) whole = &problem;
  const bool has_shortages = whole->has_multiplicities();
  const certificate::Whole facts = {
      .has_multiplicities = has_shortages,
      .most_primaries =
          has_shortages ? dancing_links::MostPrimaries(*whole) : 0};
  if (auto parts =
          certificate::MakeParts(problem, options, form, facts, sink, clock)) {
    return certificate::CountWith(std::move(parts), problem, options);
  }
  return certificate::CountWith(
      certificate::MakeRace(
          problem, options, certificate::FormIn(facts, problem, form),
          {.most_primaries = facts.most_primaries}, sink, clock),
      problem, options);
}

}  // namespace internal

absl::StatusOr<CountResult> CountWithCertificate(const Problem& problem,
                                                 const CertificateSink& sink,
                                                 SearchOptions options,
                                                 CertificateForm form) {
  return internal::CountWithCertificate(problem, sink, std::move(options), form,
                                        &ThreadCpuTime);
}

}  // namespace dlx
