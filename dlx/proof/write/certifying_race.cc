#include "dlx/proof/write/certifying_race.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/time/time.h"
#include "dlx/engine/layers/layers.h"

namespace dlx::internal::certificate {
namespace {

// Of eight parts of the memory, searches have three, all drafts have one, and
// layers have what is left; where these are alone, all.
constexpr size_t kParts = 8;
constexpr size_t kPartsOfSearches = 3;
constexpr size_t kPartsOfLayers = 4;
SearchOptions WithMemory(SearchOptions options, size_t parts, size_t sharers) {
  options.memory_limit = options.memory_limit / kParts * parts / sharers;
  return options;
}

bool IsLayers(const Setting& setting) {
  return setting.row->kind == EngineKind::kLayers;
}

}  // namespace

// Layers in a race; made when it is their turn.
class CertifyingRace::LayersRunner final : public Runner {
 public:
  LayersRunner(const Problem& problem, const Setting& setting,
               SearchOptions options, const CertificateWriter::Place& place,
               RaceClock clock)
      : problem_(problem),
        setting_(setting),
        options_(std::move(options)),
        place_(place),
        clock_(clock) {
    options_.branching = setting.branching;
  }

  // It is at its end, too, if it can go no further.
  bool Step(RaceTime time) override {
    const RaceTime start = Now();
    if (layers_ == nullptr) {
      layers_ = LayeredCertificate::Make(problem_, options_, place_);
      has_failed_ = layers_ == nullptr;
      time_ += making_ = Now() - start;
      return has_failed_;
    }
    const uint64_t before = layers_->states();
    layers_->Work(pace_.NodesFor(time, kFirstStates));
    has_failed_ = layers_->is_out_of_memory();
    time_ += Now() - start;
    pace_.NoteStep(layers_->states() - before, Now() - start);
    const double children = static_cast<double>(layers_->children());
    pace_.NotePart(time_ - making_,
                   children / std::max(layers_->ExpectedChildren(), children),
                   0);
    return has_failed_ || layers_->is_done();
  }
  Standing standing() const override {
    return {.time = time_,
            .left = pace_.Left(*setting_.row),
            .doubt = pace_.Doubt(*setting_.row),
            .prior = setting_.prior,
            .family = setting_.row};
  }
  RaceTime LeastStep() const override {
    return LeastStepOf(setting_, problem_, has_begun());
  }

  bool has_failed() const { return has_failed_; }
  bool has_begun() const { return layers_ != nullptr; }
  uint64_t children() const { return has_begun() ? layers_->children() : 0; }
  // REQUIRES: has_begun().
  LayeredCertificate& layers() const { return *layers_; }

 private:
  static constexpr uint64_t kFirstStates = 128;

  RaceTime Now() const { return absl::ToDoubleNanoseconds((*clock_)()); }

  const Problem& problem_;
  const Setting setting_;
  SearchOptions options_;
  const CertificateWriter::Place place_;
  const RaceClock clock_;
  std::unique_ptr<LayeredCertificate> layers_;
  bool has_failed_ = false;
  RaceTime time_ = 0;
  RaceTime making_ = 0;
  Pace pace_;
};

CertifyingRace::CertifyingRace(const Problem& problem,
                               const SearchOptions& options, Runners runners,
                               DraftedSearch::MakeEngine make_engine,
                               CertificateWriter::Sink sink, RaceClock clock)
    : problem_(problem),
      options_(options),
      runners_(std::move(runners)),
      make_engine_(std::move(make_engine)),
      clock_(clock),
      sink_(std::move(sink)) {
  Add(runners_.settings[0]);
  BeginTurns();
  statistics_.nodes = 1;
}

CertifyingRace::~CertifyingRace() = default;

void CertifyingRace::Add(const Setting& setting) {
  const bool is_alone = !has_others_ && IsLayers(setting);
  const auto all = static_cast<size_t>(
      absl::c_count_if(runners_.settings, [&setting](const Setting& other) {
        return IsLayers(other) == IsLayers(setting);
      }));
  if (!IsLayers(setting)) {
    searches_.push_back(std::make_unique<DraftedSearch>(
        problem_, setting, WithMemory(options_, kPartsOfSearches, all),
        runners_.place, make_engine_, all_covers_, clock_));
  } else {
    layers_.push_back(std::make_unique<LayersRunner>(
        problem_, setting,
        is_alone ? options_ : WithMemory(options_, kPartsOfLayers, all),
        runners_.place, clock_));
  }
}

void CertifyingRace::AddOthers() {
  has_others_ = true;
  for (size_t i = 1; i < runners_.settings.size(); ++i) {
    Add(runners_.settings[i]);
  }
  BeginTurns();
}

void CertifyingRace::BeginTurns() {
  std::vector<Runner*> runners;
  for (const auto& search : searches_) runners.push_back(search.get());
  for (const auto& layers : layers_) runners.push_back(layers.get());
  turns_.emplace(std::move(runners), Policy(), options_.memory_limit);
}

void CertifyingRace::LeaveTo(DraftedSearch& search) {
  NoteNodes();
  nodes_of_dropped_ = nodes() - search.nodes();
  layers_.clear();
  turns_.reset();
  is_alone_ = true;
  std::erase_if(searches_, [&search](const std::unique_ptr<DraftedSearch>& s) {
    return s.get() != &search;
  });
  ahead_ = 0;
  search.Publish([this](absl::string_view bytes) { return Send(bytes); },
                 options_.memory_limit);
}

bool CertifyingRace::AreDraftsTooLong() const {
  size_t size = 0;
  for (const auto& search : searches_) size += search->draft_size();
  return size > options_.memory_limit / kParts;
}

Engine::Step CertifyingRace::Count(uint64_t pause_at, Natural* count) {
  Step step = Step::kPaused;
  while (ok_ && step == Step::kPaused && nodes() < pause_at) {
    step = TakeTurn(pause_at, count);
    NoteNodes();
  }
  return ok_ ? step : Step::kExhausted;
}

// Of all, those too that are not there any more, so that there are more and
// more.
void CertifyingRace::NoteNodes() {
  uint64_t nodes = nodes_of_dropped_;
  for (const auto& layers : layers_) nodes += layers->children();
  for (const auto& search : searches_) nodes += search->nodes();
  statistics_.nodes = std::max<uint64_t>(nodes, 1);
}

Engine::Step CertifyingRace::TakeTurn(uint64_t pause_at, Natural* count) {
  const uint64_t more = pause_at - nodes();
  if (is_alone_) {
    const Step step = ahead().Count(ahead().nodes() + more);
    *count = ahead().count();
    return step;
  }
  const bool begins_with_layers = searches_.empty();
  if (!has_others_ && !begins_with_layers &&
      ahead().standing().time >= kAlone) {
    AddOthers();
  }
  for (const auto& search : searches_) search->SetMostNodes(more);
  Runner* const at_end = turns_->Step();
  for (size_t i = 0; i < searches_.size(); ++i) {
    if (searches_[i].get() == &turns_->favourite()) ahead_ = i;
  }
  const auto layers = absl::c_find_if(
      layers_, [at_end](const auto& each) { return each.get() == at_end; });
  if (layers != layers_.end()) {
    if (!(*layers)->has_failed()) {
      layers_at_end_ = layers->get();
      layers_at_end_->layers().Publish(
          [this](absl::string_view bytes) { return Send(bytes); });
      *count = layers_at_end_->layers().count();
      return Step::kExhausted;
    }
    nodes_of_dropped_ += (*layers)->children();
    layers_.erase(layers);
    begins_with_layers ? AddOthers() : BeginTurns();
    return Step::kPaused;
  }
  if (at_end != nullptr) {
    LeaveTo(static_cast<DraftedSearch&>(*at_end));
    *count = ahead().count();
    return Step::kExhausted;
  }
  if (searches_.empty()) return Step::kPaused;
  *count = ahead().count();
  if (ahead().has_begun() && AreDraftsTooLong()) LeaveTo(ahead());
  return Step::kPaused;
}

EngineKind CertifyingRace::winner() const {
  return layers_at_end_ != nullptr || searches_.empty() ? EngineKind::kLayers
                                                        : ahead().row().kind;
}

double CertifyingRace::FractionDone() const {
  if (searches_.empty()) {
    return layers_[0]->has_begun() ? layers_[0]->layers().part_done() : 0;
  }
  return ahead().has_begun() ? ahead().engine().FractionDone() : 0;
}

std::vector<PathStep> CertifyingRace::Path() const {
  return !searches_.empty() && ahead().has_begun() ? ahead().engine().Path()
                                                   : std::vector<PathStep>();
}

void CertifyingRace::UpdateNodesByDepth() const {
  if (layers_at_end_ != nullptr) {
    statistics_ = layers_at_end_->layers().statistics();
    return;
  }
  if (searches_.empty() || !ahead().has_begun()) return;
  const uint64_t nodes = statistics_.nodes;
  statistics_ = ahead().engine().statistics();
  statistics_.nodes = nodes;
}

CertificateWriter& CertifyingRace::writer() {
  return layers_at_end_ != nullptr ? layers_at_end_->layers().writer()
                                   : ahead().writer();
}

void CertifyingRace::Finish(const Natural& count) { writer().Finish(count); }

int64_t CertifyingRace::EndPart() {
  writer().EndPart();
  return writer().last_slot();
}

}  // namespace dlx::internal::certificate
