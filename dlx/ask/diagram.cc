#include "dlx/ask/diagram.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <memory>
#include <queue>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/diagram/builder.h"
#include "dlx/ask/diagram/check.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/table.h"
#include "dlx/reduce/reducer.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx {

namespace diagram = internal::diagram;

using diagram::Edge;
using diagram::Node;

namespace {

absl::Status CheckOptions(const Problem& problem,
                          const SearchOptions& options) {
  switch (options.engine) {
    case EngineKind::kAuto:
    case EngineKind::kLayers:
    case EngineKind::kMemoCounter:
      break;
    default:
      return absl::InvalidArgumentError(absl::StrCat(
          "a diagram is made of the states of layers or memo_counter, and ",
          internal::FindRow(options.engine).name, " has none to keep"));
  }
  for (const absl::Status& status :
       {internal::CheckRow(internal::FindRow(options.engine == EngineKind::kAuto
                                                 ? EngineKind::kLayers
                                                 : options.engine),
                           problem, Task::kCount),
        internal::CheckGivens(problem, options.givens),
        internal::CheckItemOrder(problem, options.item_order)}) {
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// Those ways to make the diagram that are worth while.
std::vector<std::unique_ptr<diagram::Builder>> MakeBuilders(
    const Problem& problem, const SearchOptions& options) {
  std::vector<std::unique_ptr<diagram::Builder>> builders;
  const EngineKind wanted = options.engine;
  if (wanted == EngineKind::kLayers || problem.has_multiplicities() ||
      (wanted == EngineKind::kAuto && internal::SuitsLayers(problem))) {
    builders.push_back(diagram::BuildByLayers(problem, options));
    if (builders.back() == nullptr) builders.pop_back();
  }
  if (wanted != EngineKind::kLayers && !problem.has_multiplicities()) {
    builders.push_back(diagram::BuildBySearch(problem, options));
  }
  return builders;
}

// Why there was no end of something.
absl::Status OutOfTime(const LimitWatch& watch, absl::string_view what) {
  return watch.Check(0) == Outcome::kInterrupted
             ? absl::CancelledError(absl::StrCat("interrupted while ", what))
             : absl::DeadlineExceededError(
                   absl::StrCat("there was too little time for ", what));
}

// Lets them take turns until one is done: what it has made. (No matter how
// wrong a guess would be that one of them suits the problem, this takes about
// twice the time of the better one.) Each has its share of the memory, and
// those that fail leave theirs to the others.
absl::StatusOr<diagram::Parts> Run(
    std::vector<std::unique_ptr<diagram::Builder>> builders,
    size_t memory_limit, const LimitWatch& watch) {
  constexpr uint64_t kStatesInTurn = 512;
  const auto share_memory = [&] {
    for (const auto& builder : builders) {
      builder->SetMemory(memory_limit / builders.size());
    }
  };
  share_memory();
  absl::Status failure = absl::UnimplementedError(
      "layers makes no diagram of this problem: its frontier is too wide (more "
      "than 512 bits, or 256 with multiplicities)");
  while (!builders.empty()) {
    for (size_t i = 0; i < builders.size(); ++i) {
      const absl::StatusOr<bool> is_done = builders[i]->Work(kStatesInTurn);
      if (is_done.ok() && *is_done) return builders[i]->Take();
      if (is_done.ok()) continue;
      failure = is_done.status();
      builders.erase(builders.begin() + static_cast<ptrdiff_t>(i--));
      share_memory();
    }
    if (watch.MustStop()) return OutOfTime(watch, "making the diagram");
  }
  return failure;
}

absl::StatusOr<diagram::Parts> MakeParts(const Problem& problem,
                                         const SearchOptions& options,
                                         const LimitWatch& watch) {
  return Run(MakeBuilders(problem, options), options.memory_limit, watch);
}

// The diagrams of independent parts, one behind the other: where one of them
// ends, the next one begins. So their sizes add up, while their numbers of
// covers are multiplied. They are made from the last to the first.
absl::StatusOr<diagram::Parts> MakeChain(
    absl::Span<const internal::Part> independent, const SearchOptions& of_whole,
    const LimitWatch& watch) {
  diagram::NodeMaker maker;
  Node root = diagram::kEnd;
  std::vector<Node> place;
  std::vector<Edge> edges;
  for (size_t i = independent.size(); i-- > 0;) {
    if (watch.MustStop()) return OutOfTime(watch, "making the diagram");
    const internal::Reduction& rest = independent[i].rest;
    SearchOptions options = rest.OptionsFrom(of_whole);
    options.memory_limit -= std::min(options.memory_limit, maker.bytes());
    const absl::StatusOr<diagram::Parts> parts =
        MakeParts(rest.problem(), options, watch);
    if (!parts.ok()) return parts.status();
    if (parts->root == diagram::kNowhere) return diagram::Parts();
    place = {root};
    for (Node node = 1; node < parts->nodes.size(); ++node) {
      const absl::Span<const Edge> old_edges = parts->nodes.edges(node);
      edges.assign(old_edges.begin(), old_edges.end());
      for (Edge& edge : edges) {
        if (edge.has_option()) edge.option = *rest.Original(edge.option);
        edge.to = place[edge.to];
      }
      place.push_back(maker.Add(edges));
    }
    root = place[parts->root];
  }
  return diagram::Parts{.nodes = maker.Take(), .root = root};
}

}  // namespace

absl::StatusOr<Diagram> Diagram::Build(const Problem& problem,
                                       const SearchOptions& options) {
  if (absl::Status status = CheckOptions(problem, options); !status.ok()) {
    return status;
  }
  const LimitWatch watch(options.limits);
  internal::Reducer reducer(problem);
  reducer.TakeAll(options.givens);
  reducer.TakeForced();
  std::vector<internal::Part> independent;
  if (reducer.is_possible()) independent = reducer.Parts();
  const bool is_chain = !independent.empty();
  absl::StatusOr<diagram::Parts> parts =
      is_chain ? MakeChain(independent, options, watch)
               : MakeParts(problem, options, watch);
  if (!parts.ok()) return parts.status();
  return Make(problem, is_chain ? reducer.cover().chosen() : options.givens,
              std::move(parts->nodes), parts->root, watch,
              options.memory_limit);
}

// What numbers of covers take. They may have a bit for each node, and more than
// all nodes take is then what all numbers take.
class Diagram::Budget {
 public:
  Budget(const LimitWatch& watch, size_t memory_limit)
      : watch_(watch), memory_limit_(memory_limit) {}

  // sum += number. False if that was too much, or a limit was reached.
  bool Add(const Natural& number, Natural& sum) {
    memory_ -= sum.heap_bytes();
    sum += number;
    memory_ += sum.heap_bytes();
    is_full_ = is_full_ || memory_ > memory_limit_;
    return !is_full_ && HasTimeFor(WordsOf(number));
  }
  bool AddProduct(const Natural& a, const Natural& b, Natural& sum) {
    return Add(a * b, sum) && HasTimeFor(WordsOf(a) * WordsOf(b));
  }
  // The number, which is not needed where it is any more.
  Natural Take(Natural& number) {
    memory_ -= number.heap_bytes();
    return std::exchange(number, Natural());
  }

  // What was not enough, if that is so.
  absl::Status status() const {
    if (is_full_) {
      return absl::ResourceExhaustedError(
          absl::StrCat("the numbers of covers are so long that they take more "
                       "than ",
                       memory_limit_, " bytes together"));
    }
    return must_stop_ ? OutOfTime(watch_, "counting the diagram's covers")
                      : absl::OkStatus();
  }

 private:
  static uint64_t WordsOf(const Natural& number) {
    return 1 + number.heap_bytes() / sizeof(uint64_t);
  }
  bool HasTimeFor(uint64_t words) {
    constexpr uint64_t kWordsPerLook = 1 << 20;
    words_ += words;
    if (words_ >= kWordsPerLook) {
      words_ = 0;
      must_stop_ = must_stop_ || watch_.MustStop();
    }
    return !must_stop_;
  }

  const LimitWatch& watch_;
  const size_t memory_limit_;
  size_t memory_ = 0;
  bool is_full_ = false;  // It was, at some time.
  uint64_t words_ = 0;    // Since the last look at the watch.
  bool must_stop_ = false;
};

absl::StatusOr<Diagram> Diagram::Make(const Problem& problem,
                                      absl::Span<const OptionId> givens,
                                      diagram::Nodes nodes, Node root,
                                      const LimitWatch& watch,
                                      size_t memory_limit) {
  Diagram made(problem, givens, std::move(nodes), root);
  Budget budget(watch, memory_limit);
  if (absl::Status status = made.CountWays(budget); !status.ok()) return status;
  return made;
}

Diagram::Diagram(const Problem& problem, absl::Span<const OptionId> givens,
                 diagram::Nodes nodes, Node root)
    : problem_(problem),
      givens_(givens.begin(), givens.end()),
      nodes_(std::move(nodes)),
      root_(root),
      ways_(nodes_.size()) {}

absl::Status Diagram::CountWays(Budget& budget) {
  ways_[diagram::kEnd] = 1;
  for (Node node = 1; node < nodes_.size(); ++node) {
    for (const Edge& edge : nodes_.edges(node)) {
      if (!budget.Add(ways_[edge.to], ways_[node])) return budget.status();
    }
  }
  if (root_ != diagram::kNowhere) count_ = ways_[root_];
  return absl::OkStatus();
}

// No way has an option twice: so those that have all of the options are those
// that have the most of them, if that is all.
Natural Diagram::Count(absl::Span<const OptionId> options) const {
  std::vector<bool> is_wanted(problem_.option_count());
  size_t wanted = 0;
  for (const OptionId option : options) {
    assert(option.value() < problem_.option_count());
    if (is_wanted[option.value()]) return 0;
    is_wanted[option.value()] = true;
    wanted += !absl::c_linear_search(givens_, option);
  }
  if (root_ == diagram::kNowhere) return 0;
  struct Ways {
    size_t most = 0;     // Of the wanted options, on any way to the end.
    Natural number = 0;  // Of the ways that have so many.
  };
  std::vector<Ways> ways(nodes_.size());
  ways[diagram::kEnd].number = 1;
  for (Node node = 1; node <= root_; ++node) {
    Ways& here = ways[node];
    for (const Edge& edge : nodes_.edges(node)) {
      const size_t most =
          ways[edge.to].most +
          (edge.has_option() && is_wanted[edge.option.value()] ? 1 : 0);
      if (most < here.most) continue;
      if (most > here.most) here = {.most = most};
      here.number += ways[edge.to].number;
    }
  }
  return ways[root_].most == wanted ? ways[root_].number : 0;
}

void Diagram::VisitEdges(
    Budget& budget,
    absl::FunctionRef<bool(OptionId, const Natural&)> visit) const {
  if (root_ == diagram::kNowhere) return;
  // Of nodes that are still to come.
  std::vector<Natural> ways_from_root(nodes_.size());
  ways_from_root[root_] = 1;
  for (Node node = root_; node > diagram::kEnd; --node) {
    const Natural ways = budget.Take(ways_from_root[node]);
    if (ways == 0) continue;
    Natural through;
    for (const Edge& edge : nodes_.edges(node)) {
      if (edge.has_option()) {
        const bool goes_on = budget.AddProduct(ways, ways_[edge.to], through) &&
                             visit(edge.option, through);
        budget.Take(through);
        if (!goes_on) return;
      }
      if (!budget.Add(ways, ways_from_root[edge.to])) return;
    }
  }
}

std::vector<Natural> Diagram::CountByOption() const {
  return *CountByOption({}, std::numeric_limits<size_t>::max());
}

absl::StatusOr<std::vector<Natural>> Diagram::CountByOption(
    const Limits& limits, size_t memory_limit) const {
  const LimitWatch watch(limits);
  Budget budget(watch, memory_limit);
  std::vector<Natural> counts(problem_.option_count());
  VisitEdges(budget, [&](OptionId option, const Natural& covers) {
    return budget.Add(covers, counts[option.value()]);
  });
  if (absl::Status status = budget.status(); !status.ok()) return status;
  for (const OptionId given : givens_) counts[given.value()] = count();
  return counts;
}

absl::Status Diagram::Check(const Limits& limits) const {
  assert(givens_.empty());
  const LimitWatch watch(limits);
  return diagram::CheckWays(problem_, nodes_, root_, ways_,
                            [&watch] { return watch.MustStop(); });
}

std::vector<OptionId> Diagram::Cover(Natural k) const {
  assert(k < count());
  std::vector<OptionId> cover = givens_;
  Node node = root_;
  while (node != diagram::kEnd) {
    for (const Edge& edge : nodes_.edges(node)) {
      if (k < ways_[edge.to]) {
        if (edge.has_option()) cover.push_back(edge.option);
        node = edge.to;
        break;
      }
      k -= ways_[edge.to];
    }
  }
  return cover;
}

std::vector<CostedCover> Diagram::Cheapest(size_t k) const {
  return Best(k, /*sign=*/1);
}
std::vector<CostedCover> Diagram::Costliest(size_t k) const {
  return Best(k, /*sign=*/-1);
}

// Goes on with the beginning of a cover that can become the cheapest one: what
// the rest costs at least is known exactly, so no beginning is taken up that is
// not part of an answer. Of several such beginnings the latest comes first, so
// that they do not all grow at the same time.
std::vector<CostedCover> Diagram::Best(size_t k, int sign) const {
  if (root_ == diagram::kNowhere || k == 0) return {};
  const auto cost_of = [&](OptionId option) {
    return option == diagram::kNoOption ? 0 : sign * problem_.cost(option);
  };
  std::vector<int64_t> least(nodes_.size());  // From the node to the end.
  for (Node node = 1; node < nodes_.size(); ++node) {
    least[node] = std::numeric_limits<int64_t>::max();
    for (const Edge& edge : nodes_.edges(node)) {
      least[node] =
          std::min(least[node], cost_of(edge.option) + least[edge.to]);
    }
  }
  struct Beginning {
    int64_t cost;  // Of the option and those before it.
    size_t before;
    OptionId option;
    Node node;
  };
  std::vector<Beginning> beginnings;
  // The least cost of a cover with a beginning, and the beginning's number.
  std::priority_queue<std::pair<int64_t, size_t>> open;
  const auto add = [&](const Beginning& beginning) {
    open.emplace(-(beginning.cost + least[beginning.node]), beginnings.size());
    beginnings.push_back(beginning);
  };
  int64_t cost_of_givens = 0;
  for (const OptionId given : givens_) cost_of_givens += cost_of(given);
  add({.cost = cost_of_givens, .before = 0, .option = {}, .node = root_});
  std::vector<CostedCover> best;
  while (!open.empty() && best.size() < k) {
    const size_t number = open.top().second;
    open.pop();
    const Beginning now = beginnings[number];
    if (now.node != diagram::kEnd) {
      const absl::Span<const Edge> edges = nodes_.edges(now.node);
      for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
        add({.cost = now.cost + cost_of(edge->option),
             .before = number,
             .option = edge->option,
             .node = edge->to});
      }
      continue;
    }
    CostedCover& cover = best.emplace_back();
    cover.cost = sign * now.cost;
    for (size_t i = number; i != 0; i = beginnings[i].before) {
      if (beginnings[i].option != diagram::kNoOption) {
        cover.options.push_back(beginnings[i].option);
      }
    }
    cover.options.insert(cover.options.end(), givens_.rbegin(), givens_.rend());
    absl::c_reverse(cover.options);
  }
  return best;
}

CostSum Diagram::SumOfCosts() const {
  Natural plus = 0;
  Natural minus = 0;
  const auto add = [&](OptionId option, const Natural& covers) {
    const int64_t cost = problem_.cost(option);
    if (cost >= 0) {
      plus += covers * cost;
    } else {
      minus += covers * (0 - static_cast<uint64_t>(cost));
    }
    return true;
  };
  for (const OptionId given : givens_) add(given, count());
  const LimitWatch unlimited{Limits()};
  Budget budget(unlimited, std::numeric_limits<size_t>::max());
  VisitEdges(budget, add);
  if (minus > plus) return {.magnitude = minus - plus, .is_negative = true};
  return {.magnitude = plus - minus};
}

DiagramWalker::DiagramWalker(const Diagram& diagram, Natural k)
    : diagram_(&diagram), cover_(diagram.givens_) {
  if (k >= diagram.count()) {
    state_ = State::kDone;
    return;
  }
  Diagram::Node node = diagram.root_;
  while (node != diagram::kEnd) {
    const absl::Span<const Diagram::Edge> edges = diagram.nodes_.edges(node);
    size_t i = 0;
    while (k >= diagram.ways_[edges[i].to]) k -= diagram.ways_[edges[i++].to];
    Take({node, i});
    node = edges[i].to;
  }
}

bool DiagramWalker::Next() {
  switch (std::exchange(state_, State::kAt)) {
    case State::kBefore:
      return true;
    case State::kDone:
      state_ = State::kDone;
      return false;
    case State::kAt:
      break;
  }
  while (!steps_.empty()) {
    Step step = steps_.back();
    steps_.pop_back();
    if (EdgeOf(step).has_option()) cover_.pop_back();
    if (++step.edge == diagram_->nodes_.edges(step.node).size()) continue;
    Take(step);
    GoDown(EdgeOf(step).to);
    return true;
  }
  state_ = State::kDone;
  return false;
}

void DiagramWalker::GoDown(Diagram::Node node) {
  while (node != diagram::kEnd) {
    Take({node, 0});
    node = diagram_->nodes_.edges(node)[0].to;
  }
}

void DiagramWalker::Take(Step step) {
  steps_.push_back(step);
  if (EdgeOf(step).has_option()) cover_.push_back(EdgeOf(step).option);
}

}  // namespace dlx
