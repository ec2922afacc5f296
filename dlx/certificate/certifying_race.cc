#include "dlx/certificate/certifying_race.h"

#include <algorithm>
#include <utility>

#include "dlx/engine/layers/layers.h"
#include "dlx/run/choice.h"

namespace dlx::internal::certificate {
namespace {

// What the search does before anybody thinks of layers: whoever is done then
// need not wait for an order of the items.
constexpr uint64_t kHeadStart = 4096;
constexpr uint64_t kTurn = 512;

// Nanoseconds, to find a child of layers and to write it, if the search takes
// what it is estimated to take. It takes about 2.4 times as long, since it
// writes, too; and so do they.
constexpr double kTimeOfChild = 150;

// How much time layers have for that of the search, if they are likely to have
// so many times the children of the search in the end. (The two cannot be told
// apart better than that: forecasts are wrong by factors.)
double ShareOfLayers(double times_the_children) {
  if (times_the_children < 1) return 4;
  return times_the_children < 16 ? 0.25 : 1. / 16;
}

SearchOptions WithMemory(SearchOptions options, size_t part, size_t parts) {
  options.memory_limit = options.memory_limit / parts * part;
  return options;
}

}  // namespace

CertifyingRace::CertifyingRace(const Problem& problem, SearchOptions options,
                               Runners runners, Products products,
                               const EngineRow& search,
                               const MakeSearch& make_search,
                               CertificateWriter::Sink sink)
    : problem_(problem),
      runners_(runners == Runners::kBoth && !SuitsLayers(problem)
                   ? Runners::kSearch
                   : runners),
      options_(std::move(options)),
      sink_(std::move(sink)),
      search_writer_(problem,
                     [this](absl::string_view bytes) { return Draft(bytes); }),
      search_row_(search),
      search_(make_search(WithMemory(options_, 1, 4), search_writer_)),
      products_(products) {
  if (runners_ == Runners::kSearch) LeaveToSearch();
  statistics_.nodes = search_->nodes();
}

bool CertifyingRace::Draft(absl::string_view bytes) {
  if (is_alone_) return Send(bytes);
  draft_.append(bytes.data(), bytes.size());
  return true;
}

void CertifyingRace::LeaveToSearch() {
  layers_ = nullptr;
  is_alone_ = true;
  search_->SetMemoryLimit(options_.memory_limit);
  Send(std::exchange(draft_, {}));
}

Engine::Step CertifyingRace::Count(uint64_t pause_at, Natural* count) {
  Step step = Step::kPaused;
  while (ok_ && step == Step::kPaused && nodes() < pause_at) {
    step = IsLayersTurn() ? TakeLayersTurn(count)
                          : TakeSearchTurn(pause_at, count);
    // Of both while it is open who will be the first.
    statistics_.nodes = search_->nodes();
    if (layers_ != nullptr) statistics_.nodes += layers_->children();
  }
  return ok_ ? step : Step::kExhausted;
}

bool CertifyingRace::IsLayersTurn() const {
  if (is_alone_) return false;
  if (runners_ == Runners::kLayers) return true;
  if (layers_ == nullptr) return search_->nodes() >= kHeadStart;
  const double expected_of_search = static_cast<double>(search_->nodes()) /
                                    std::max(search_->ExpectedPart(), 1e-9);
  return kTimeOfChild * static_cast<double>(layers_->children()) <=
         ShareOfLayers(layers_->ExpectedChildren() / expected_of_search) *
             TimeOf(*search_, search_row_, problem_, Task::kCount);
}

Engine::Step CertifyingRace::TakeLayersTurn(Natural* count) {
  if (layers_ == nullptr) {
    layers_ = LayeredCertificate::Make(
        problem_, WithMemory(options_, runners_ == Runners::kBoth ? 3 : 4, 4));
  } else {
    layers_->Work(kTurn);
  }
  if (layers_ == nullptr || layers_->is_out_of_memory()) {
    LeaveToSearch();
    return Step::kPaused;
  }
  if (!layers_->is_done()) return Step::kPaused;
  is_by_layers_ = true;
  layers_writer_.emplace(
      problem_, [this](absl::string_view bytes) { return Send(bytes); });
  *count = layers_->Write(products_, *layers_writer_);
  return Step::kExhausted;
}

Engine::Step CertifyingRace::TakeSearchTurn(uint64_t pause_at, Natural* count) {
  const uint64_t turn = is_alone_ ? pause_at - nodes() : kTurn;
  const Step step = search_->Count(search_->nodes() + turn, count);
  if (step == Step::kExhausted && !is_alone_) LeaveToSearch();
  return step;
}

void CertifyingRace::UpdateNodesByDepth() const {
  if (is_by_layers_) {
    statistics_ = layers_->statistics();
    return;
  }
  const uint64_t nodes = statistics_.nodes;
  statistics_ = search_->statistics();
  statistics_.nodes = nodes;
}

void CertifyingRace::Finish(const Natural& count) {
  (is_by_layers_ ? *layers_writer_ : search_writer_).Finish(count);
}

}  // namespace dlx::internal::certificate
