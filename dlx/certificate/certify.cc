#include "dlx/certificate/certify.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/certificate/certifying_race.h"
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
        M(problem, items.items, std::move(links), choice, M::Shortcuts::kLeft),
        items.items, nullptr, writer);
  }
  using M = CoverMoves<kColors>;
  return std::make_unique<CertifyingWalk<M>>(
      M(problem, std::move(links), choice), items.items,
      remembers ? std::make_unique<Memory>(problem, options.memory_limit)
                : nullptr,
      writer);
}

Runners ChooseRunners(const Problem& problem, EngineKind wanted) {
  if (problem.has_multiplicities()) return Runners::kSearch;
  if (wanted == EngineKind::kAuto) return Runners::kBoth;
  return wanted == EngineKind::kLayers ? Runners::kLayers : Runners::kSearch;
}

// Who searches if layers do not.
const EngineRow& ChooseSearch(const Problem& problem, EngineKind wanted) {
  const bool counts_only =
      wanted == EngineKind::kAuto || !FindRow(wanted).can.enumerates;
  return FindRow(counts_only && !problem.has_multiplicities()
                     ? EngineKind::kMemoCounter
                     : EngineKind::kDancingLinks);
}

EngineChoice Winner(const CertifyingRace& race, const EngineRow& search,
                    EngineKind wanted) {
  EngineChoice choice = {
      .kind = race.is_by_layers() ? EngineKind::kLayers : search.kind,
      .reason = "it writes the certificate"};
  if (wanted != EngineKind::kAuto && wanted != choice.kind) {
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
                                                 Products products) {
  using internal::CertificateWriter;
  using internal::certificate::CertifyingRace;
  namespace certificate = internal::certificate;

  if (!options.givens.empty() || options.limits.solutions != kUnlimited) {
    return absl::InvalidArgumentError(
        "a certificate is about all covers of a problem: it cannot be written "
        "with options chosen in advance, or with a limit on solutions");
  }
  const internal::EngineRow& search =
      certificate::ChooseSearch(problem, options.engine);
  const auto make_search = [&](const SearchOptions& its_options,
                               CertificateWriter& writer) {
    const bool remembers = search.kind == EngineKind::kMemoCounter;
    return problem.has_colors() ? certificate::MakeWalk<true>(
                                      problem, its_options, remembers, writer)
                                : certificate::MakeWalk<false>(
                                      problem, its_options, remembers, writer);
  };
  auto engine = std::make_unique<CertifyingRace>(
      problem, options, certificate::ChooseRunners(problem, options.engine),
      products, search, make_search, sink);
  CertifyingRace& race = *engine;
  internal::Driver driver =
      internal::Driver::WithEngine(Task::kCount, problem, options,
                                   {.row = &search,
                                    .branching = options.branching,
                                    .reason = "",
                                    .engine = std::move(engine)});
  CountResult result = {.count = driver.CountRemaining(),
                        .summary = driver.summary()};
  result.summary.engine = certificate::Winner(race, search, options.engine);
  if (result.summary.outcome == Outcome::kExhausted) race.Finish(result.count);
  if (!race.ok()) {
    return absl::UnavailableError("the certificate cannot be written");
  }
  return result;
}

}  // namespace dlx
