#include "dlx/proof/write/certify.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
#include "dlx/proof/write/certifying_race.h"
#include "dlx/proof/write/certifying_sets.h"
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
using Runners = CertifyingRace::Runners;

// It says nothing of how far it is.
constexpr double kPriorOfNogoods = 0.5;

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
  if (row.kind == EngineKind::kNogoods) {
    return std::make_unique<CertifyingNogoods>(problem, options, writer);
  }
  const bool remembers = row.kind == EngineKind::kMemoCounter;
  return problem.has_colors()
             ? MakeWalk<true>(problem, options, remembers, place, writer)
             : MakeWalk<false>(problem, options, remembers, place, writer);
}

Runners ChooseRunners(const Problem& problem, const SearchOptions& options,
                      CertificateForm form) {
  using Layers = Runners::Layers;
  const auto only = [&options](const EngineRow& row) {
    return std::vector<Setting>{{.row = &row, .branching = options.branching}};
  };
  const bool takes_all = form != CertificateForm::kTree;
  const EngineRow& links = FindRow(EngineKind::kDancingLinks);
  // With multiplicities there is no memory.
  const EngineRow& memory =
      problem.has_multiplicities() ? links : FindRow(EngineKind::kMemoCounter);
  const EngineRow& sets = FindRow(EngineKind::kBitSets);
  const bool takes_sets = CheckRow(sets, problem, Task::kCount).ok();
  const EngineRow& nogoods = FindRow(EngineKind::kNogoods);
  const bool takes_nogoods =
      takes_all && CheckRow(nogoods, problem, Task::kCount).ok();
  switch (options.engine) {
    case EngineKind::kMemoCounter:
      return {only(memory), Layers::kNone};
    case EngineKind::kLayers:
      return {only(memory), takes_all ? Layers::kOnly : Layers::kNone};
    case EngineKind::kBitSets:
      return {only(takes_sets ? sets : links), Layers::kNone};
    case EngineKind::kNogoods:
      return {only(takes_nogoods ? nogoods : links), Layers::kNone};
    case EngineKind::kAuto: {
      std::vector<Setting> searches = only(memory);
      if (takes_sets && sets.suits(problem)) {
        searches.push_back(
            {.row = &sets, .branching = options.branching, .prior = 0.5});
        // In some problems the items come in a better order than any rule has.
        if (options.branching != Branching::kInputOrder &&
            options.item_order.empty()) {
          searches.push_back({.row = &sets,
                              .branching = Branching::kInputOrder,
                              .prior = 0.125});
        }
      }
      if (takes_nogoods) {
        searches.push_back({.row = &nogoods,
                            .branching = options.branching,
                            .prior = kPriorOfNogoods});
      }
      return {std::move(searches), takes_all ? Layers::kToo : Layers::kNone};
    }
    default:
      return {only(links), Layers::kNone};
  }
}

// Of a problem, or of an independent part of one, which must outlive the race.
std::unique_ptr<CertifyingRace> MakeRace(const Problem& problem,
                                         const SearchOptions& options,
                                         CertificateForm form,
                                         const CertificateWriter::Place& place,
                                         CertificateWriter::Sink sink,
                                         RaceClock clock) {
  Runners runners = ChooseRunners(problem, options, form);
  runners.place = place;
  // Who asks for an engine wants to see what that does.
  const bool looks = (options.engine == EngineKind::kAuto ||
                      clock != RaceClock(&ThreadCpuTime)) &&
                     form != CertificateForm::kTree &&
                     !problem.has_multiplicities() && place.others.empty();
  return std::make_unique<CertifyingRace>(
      problem, options, runners,
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

// Null if the problem does not fall into parts, or if that is of no use.
std::unique_ptr<CertifyingParts> MakeParts(const Problem& problem,
                                           const SearchOptions& options,
                                           CertificateForm form,
                                           CertificateWriter::Sink sink,
                                           RaceClock clock) {
  if (form == CertificateForm::kTree) return nullptr;
  std::optional<SplitProblem> split =
      Reduce(problem, options, Task::kEnumerate, OptionalItems::kPrimary).split;
  if (!split.has_value()) return nullptr;
  const LimitWatch watch(options.limits);
  const std::optional<size_t> empty = FindPartWithoutCover(
      *split, options, [&watch] { return !watch.MustStop(); });
  return std::make_unique<CertifyingParts>(
      problem, *std::move(split), empty,
      [options, clock, of_whole = problem.has_multiplicities()](
          const Reduction& part, const CertificateWriter::Place& place,
          CertificateWriter::Sink part_sink) {
        // Sweeps and images are not the same in problems with multiplicities.
        const bool is_alike = part.problem().has_multiplicities() == of_whole;
        return MakeRace(
            part.problem(), part.OptionsFrom(options),
            is_alike ? CertificateForm::kAny : CertificateForm::kTree, place,
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

absl::StatusOr<CountResult> CountWithCertificate(const Problem& problem,
                                                 const CertificateSink& sink,
                                                 SearchOptions options,
                                                 CertificateForm form,
                                                 RaceClock clock) {
  if (!options.givens.empty() || options.limits.solutions != kUnlimited) {
    return absl::InvalidArgumentError(
        "a certificate is about all covers of a problem: it cannot be written "
        "with options chosen in advance, or with a limit on solutions");
  }
  if (auto parts =
          certificate::MakeParts(problem, options, form, sink, clock)) {
    return certificate::CountWith(std::move(parts), problem, options);
  }
  return certificate::CountWith(
      certificate::MakeRace(problem, options, form, /*place=*/{}, sink, clock),
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
