#include "dlx/certificate/certify.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/certificate/certifying_race.h"
#include "dlx/certificate/certifying_sets.h"
#include "dlx/certificate/certifying_walk.h"
#include "dlx/certificate/writer.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/multiplicity_moves.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/order.h"
#include "dlx/engine/table.h"
#include "dlx/limits.h"
#include "dlx/run/driver.h"
#include "dlx/run/race.h"

namespace dlx {
namespace internal {
namespace certificate {
namespace {

using dancing_links::CoverMoves;
using dancing_links::ItemChoice;
using dancing_links::MultiplicityMoves;
using Runners = CertifyingRace::Runners;

template <bool kColors>
std::unique_ptr<Engine> MakeWalk(const Problem& problem,
                                 const SearchOptions& options, bool remembers,
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
          M::Optional::kDecided),
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
                                   CertificateWriter& writer) {
  if (row.kind == EngineKind::kBitSets) {
    return std::make_unique<CertifyingSets>(problem, options, writer);
  }
  const bool remembers = row.kind == EngineKind::kMemoCounter;
  return problem.has_colors()
             ? MakeWalk<true>(problem, options, remembers, writer)
             : MakeWalk<false>(problem, options, remembers, writer);
}

Runners ChooseRunners(const Problem& problem, const SearchOptions& options,
                      CertificateForm form) {
  using Layers = Runners::Layers;
  const auto only = [&options](const EngineRow& row) {
    return std::vector<DraftedSearch::Setting>{{&row, options.branching}};
  };
  const bool takes_layers = form == CertificateForm::kAny;
  const EngineRow& links = FindRow(EngineKind::kDancingLinks);
  // Who has multiplicities has no memory.
  const EngineRow& memory =
      problem.has_multiplicities() ? links : FindRow(EngineKind::kMemoCounter);
  const EngineRow& sets = FindRow(EngineKind::kBitSets);
  const bool takes_sets = CheckRow(sets, problem, Task::kCount).ok();
  switch (options.engine) {
    case EngineKind::kMemoCounter:
      return {only(memory), Layers::kNone};
    case EngineKind::kLayers:
      return {only(memory), takes_layers ? Layers::kOnly : Layers::kNone};
    case EngineKind::kBitSets:
      return {only(takes_sets ? sets : links), Layers::kNone};
    case EngineKind::kAuto: {
      std::vector<DraftedSearch::Setting> searches = only(memory);
      if (takes_sets && sets.suits(problem)) {
        searches.push_back({&sets, options.branching});
        // In some problems the items come in a better order than any rule has.
        if (options.branching != Branching::kInputOrder &&
            options.item_order.empty()) {
          searches.push_back(
              {&sets, Branching::kInputOrder, /*is_outsider=*/true});
        }
      }
      return {std::move(searches), takes_layers ? Layers::kToo : Layers::kNone};
    }
    default:
      return {only(links), Layers::kNone};
  }
}

EngineChoice Winner(EngineKind winner, EngineKind wanted) {
  EngineChoice choice = {.kind = winner, .reason = "it writes the certificate"};
  if (wanted != EngineKind::kAuto && wanted != winner) {
    absl::StrAppend(&choice.reason, ", which ", FindRow(wanted).name,
                    " does not");
  }
  return choice;
}

}  // namespace
}  // namespace certificate
}  // namespace internal

absl::StatusOr<CountResult> CountWithCertificate(const Problem& problem,
                                                 const CertificateSink& sink,
                                                 SearchOptions options,
                                                 CertificateForm form) {
  using internal::CertificateWriter;
  using internal::certificate::CertifyingRace;
  namespace certificate = internal::certificate;

  if (!options.givens.empty() || options.limits.solutions != kUnlimited) {
    return absl::InvalidArgumentError(
        "a certificate is about all covers of a problem: it cannot be written "
        "with options chosen in advance, or with a limit on solutions");
  }
  CertifyingRace::Runners runners =
      certificate::ChooseRunners(problem, options, form);
  const internal::EngineRow& first = *runners.searches.front().row;
  auto engine = std::make_unique<CertifyingRace>(
      problem, options, std::move(runners),
      [&problem](const internal::EngineRow& row,
                 const SearchOptions& its_options, CertificateWriter& writer) {
        return certificate::MakeSearch(problem, row, its_options, writer);
      },
      sink);
  CertifyingRace& race = *engine;
  internal::Driver driver =
      internal::Driver::WithEngine(Task::kCount, problem, options,
                                   {.row = &first,
                                    .branching = options.branching,
                                    .reason = "",
                                    .engine = std::move(engine)});
  CountResult result = {.count = driver.CountRemaining(),
                        .summary = driver.summary()};
  result.summary.engine = certificate::Winner(race.winner(), options.engine);
  if (result.summary.outcome == Outcome::kExhausted) race.Finish(result.count);
  if (!race.ok()) {
    return absl::UnavailableError("the certificate cannot be written");
  }
  return result;
}

}  // namespace dlx
