#include "dlx/run/race.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/run/choice.h"
#include "dlx/statistics.h"

namespace dlx::internal {
namespace {

// Times are in nanoseconds, as estimated from statistics.
constexpr double kMillisecond = 1e6;
constexpr double kFirstTurn = 0.5 * kMillisecond;
// The first options that are tried are often quite unlike the others, so short
// turns decide nothing: until then all have the same time.
constexpr double kShortTurn = 1 * kMillisecond;
// Turns grow twofold at first, then less, so that whoever comes to its end has
// not waited for much more than its own share.
constexpr double kSlowGrowthFrom = 4 * kMillisecond;
constexpr double kSlowGrowth = 1.2;
// The favourite is handed over, if that is wanted, after such a turn; or
// after such a one if nobody else may win.
constexpr double kHandOverTurn = 256 * kMillisecond;
constexpr double kClearTurn = 16 * kMillisecond;

// A search for a cover becomes a race if it has taken so long.
constexpr double kPatience = 1 * kMillisecond;
// Then those who learn have this share; so have others if they are near the end
// of everything.
constexpr double kShareOfLearners = 0.5;
constexpr double kNearTheEnd = 10;

// Whoever is to have more time than before has at most so many times what it
// had, and is judged again.
constexpr double kCatchUp = 2;

// A turn is run in steps, between which limits are looked at. How long these
// are must not depend on a clock, since some engines go on in another way after
// a pause.
constexpr double kLongestStep = 5 * kMillisecond;

// What all those who may be the best have together, for each unit of time of
// the favourite; and what those have who seem to be far behind.
constexpr double kShareOfRivals = 0.8;
constexpr double kShareOfOutsiders = 0.125;
// The same as long as the favourite has done less than that part of its work:
// forecasts are worth little then.
constexpr double kUncertainPart = 0.05;
constexpr double kShareOfUncertainRivals = 0.625;
constexpr double kShareOfUncertainOutsiders = 0.3;

// A rival that is not further behind is to have as much as the favourite. Of
// one that is k times as far behind, the share is 1 / k, and 1 / k^2 where
// covers tell how fast it is.
constexpr double kCloseBehind = 1.5;
// The head start of an engine is at most that part of what the favourite will
// take, when that is known.
constexpr double kShareOfHeadStart = 0.4;
// What the share of an engine is whose forecast says nothing. (As long as
// nobody has found a cover there may be none, which those who learn are the
// first to see: until then it is kShareOfLearners.)
constexpr double kShareOfUnforeseeable = 0.25;

// A forecast of the whole from such a part of it may be wrong by this factor.
struct Trust {
  double part;
  double doubt;
};
constexpr Trust kTrust[] = {{0.01, 10}, {0.05, 3}, {1, 1.3}};
// The pace at which covers are found says more, where there are many: everybody
// has to find all of them.
constexpr double kDoubtOfPace = 1.5;

// If the fraction that is done is too small for a double. (Then the tree is so
// vast that only an engine that does not visit covers has a chance.)
constexpr double kForever = 1e300;
// Whatever seems to take longer than that, about a day, is the same to us.
constexpr double kTooLong = 1e14;

// With so many covers, they tell how fast an engine is.
constexpr int kManyCovers = 1000;

// An engine, and a way to use it.
struct Setting {
  const EngineRow* row;
  Branching branching;
  // It takes part from turns of this length on.
  double joins_at = 0;
  bool is_weighted = false;  // See EngineRow::make_weighted.

  std::string name() const {
    return absl::StrCat(row->name, is_weighted ? " with weighted degrees"
                                   : branching == Branching::kInputOrder
                                       ? " in input order"
                                       : "");
  }

  // What makes the search fail changes where it goes next.
  bool learns() const { return !row->speed.is_foreseeable || is_weighted; }
};

// An engine in a race.
class Entrant {
 public:
  // Its engine is made when it is its turn: the race may be over before.
  Entrant(Setting setting, const Subject& subject, Task task,
          SearchOptions options, int threads)
      : setting_(setting),
        subject_(&subject),
        task_(task),
        options_(std::move(options)),
        threads_(threads) {
    options_.branching = setting.branching;
  }

  // It goes on with an engine that has been at work already.
  void GoOnWith(std::unique_ptr<Engine> engine) { engine_ = std::move(engine); }

  const EngineRow& row() const { return *setting_.row; }
  const Setting& setting() const { return setting_; }
  bool has_begun() const { return engine_ != nullptr; }
  // REQUIRES: has_begun().
  const Engine& engine() const { return *engine_; }
  const Natural& count() const { return count_; }

  enum class TurnEnd {
    kTimeIsUp,  // It has run for as long as it was to.
    kFinished,  // It has come to the end, or to a cover if one is wanted.
    kStopped,   // may_go_on() said so.
  };
  // Goes on until the engine has run for about so long, all turns together.
  TurnEnd RunUntil(double time, uint64_t node_limit,
                   absl::FunctionRef<bool()> may_go_on);

  // What it may remember, in bytes. It keeps what it has.
  void SetMemoryLimit(size_t bytes) {
    options_.memory_limit = bytes;
    if (engine_ != nullptr) engine_->SetMemoryLimit(bytes);
  }
  // What it holds of that.
  size_t MemoryHeld() const {
    if (engine_ == nullptr) return 0;
    return std::min(engine_->LeastMemoryLimit(), options_.memory_limit);
  }

  // How long the whole seems to take, by what happened in two turns.
  double total() const {
    if (is_judged_by_covers()) return total_by_covers_;
    return std::max(total_, total_by_covers_);
  }
  // How long it would take if the forecast were as wrong as it may be.
  double least_total() const;
  // It has as much time as the favourite.
  bool has_head_start() const {
    return setting_.joins_at == 0 && this_turn_.time < row().speed.head_start;
  }
  // It may be at its end the next moment.
  bool is_unforeseeable() const {
    return !row().speed.is_foreseeable && this_turn_.fraction == 0 &&
           !is_judged_by_covers();
  }

  RaceEntry Entry() const {
    RaceEntry entry = {.row = setting_.row, .name = setting_.name()};
    if (!has_begun()) return entry;
    entry.nodes = engine_->nodes();
    entry.time = time();
    entry.memory = MemoryHeld();
    return entry;
  }

  Preparation Win(std::string reason) {
    MakeEngineIfNeeded();
    return {.row = setting_.row,
            .branching = setting_.branching,
            .reason = std::move(reason),
            .engine = std::move(engine_),
            .counted = count_,
            .has_cover = has_cover_,
            .has_ended = has_ended_};
  }

  // How long it has run, also before the race.
  double time_so_far() const { return has_begun() ? time() : 0; }
  // When its last turn was over: what part of its work it had done.
  double part_done() const { return this_turn_.fraction; }
  double covers_found() const { return this_turn_.covers; }
  // So many that its pace at finding them tells something.
  bool has_found_many() const { return this_turn_.covers > kManyCovers; }

  // Estimates the whole once more, from how many covers there seem to be. Of
  // the two estimates, the longer one holds. Those whose work cannot be
  // foreseen have this one only. (It is rather long: they rule out ever larger
  // parts in which there are no covers.)
  void EstimateByCovers(double all_covers);

  // What share of the favourite's time it is to have.
  double share = 1;

 private:
  struct Mark {
    double time = 0;
    double fraction = 0;
    double covers = 0;
  };

  void MakeEngineIfNeeded() {
    if (engine_ != nullptr) return;
    engine_ =
        MakeEngine(row(), *subject_, task_, options_, setting_.is_weighted);
    if (threads_ > 1) engine_->UseThreads(threads_);
  }

  // How long it has run.
  double time() const {
    return TimeOf(*engine_, row(), subject_->problem(), task_);
  }

  // Estimates the whole from what happened in the last two turns.
  void Estimate();
  bool is_judged_by_covers() const {
    return !row().speed.is_foreseeable && total_by_covers_ > 0;
  }

  Setting setting_;
  const Subject* subject_;
  Task task_;
  SearchOptions options_;
  int threads_;
  std::unique_ptr<Engine> engine_;
  Natural count_ = 0;
  Mark two_turns_ago_;
  Mark last_turn_;
  Mark this_turn_;
  double total_ = kForever;
  double total_by_covers_ = 0;
  double least_total_by_covers_ = 0;
  bool has_cover_ = false;
  bool has_ended_ = false;
};

Entrant::TurnEnd Entrant::RunUntil(double time, uint64_t node_limit,
                                   absl::FunctionRef<bool()> may_go_on) {
  MakeEngineIfNeeded();
  if (this->time() >= time) return TurnEnd::kTimeIsUp;
  two_turns_ago_ = std::exchange(last_turn_, this_turn_);
  while (this->time() < time) {
    if (!may_go_on()) return TurnEnd::kStopped;
    const uint64_t nodes = engine_->nodes();
    if (nodes >= node_limit) return TurnEnd::kStopped;
    const double node_time = this->time() / static_cast<double>(nodes);
    // In a few steps, because nodes are not all alike.
    const double step_time = std::min((time - this->time()) / 4, kLongestStep);
    const uint64_t more = std::clamp<uint64_t>(
        static_cast<uint64_t>(step_time / node_time), 1, nodes);
    const uint64_t pause_at = std::min(nodes + more, node_limit);
    const Engine::Step step = task_ == Task::kCount
                                  ? engine_->Count(pause_at, &count_)
                                  : engine_->FindNext(pause_at);
    if (step == Engine::Step::kPaused) continue;
    has_cover_ = step == Engine::Step::kSolution;
    has_ended_ = step == Engine::Step::kExhausted;
    return TurnEnd::kFinished;
  }
  this_turn_ = {this->time(), engine_->ExpectedPart(), count_.ToDouble()};
  Estimate();
  return TurnEnd::kTimeIsUp;
}

void Entrant::Estimate() {
  if (row().speed.expects_work) {
    total_ = this_turn_.fraction > 0 ? this_turn_.time / this_turn_.fraction
                                     : kForever;
    return;
  }
  const double gain = this_turn_.fraction - two_turns_ago_.fraction;
  const double rest = gain > 0 ? (1 - this_turn_.fraction) / gain *
                                     (this_turn_.time - two_turns_ago_.time)
                               : kForever;
  total_ = this_turn_.time + rest / row().speed.growth;
}

void Entrant::EstimateByCovers(double all_covers) {
  total_by_covers_ = least_total_by_covers_ = 0;
  if (!has_found_many()) return;
  const double time = this_turn_.time;
  const double left = std::max(all_covers - this_turn_.covers, 0.0);
  const double gain = this_turn_.covers - two_turns_ago_.covers;
  const double rest =
      (gain > 0 ? left / gain * (time - two_turns_ago_.time) : kForever) /
      row().speed.growth;
  total_by_covers_ = time + rest;
  // It may go on as in the last turns, or as it did on the average.
  const double least_rest = std::min(rest, left / this_turn_.covers * time);
  least_total_by_covers_ =
      time + least_rest / (kDoubtOfPace * row().speed.doubt);
}

double Entrant::least_total() const {
  if (is_judged_by_covers()) return least_total_by_covers_;
  double doubt = 1;
  for (const Trust& trust : kTrust) {
    doubt = trust.doubt;
    if (this_turn_.fraction < trust.part) break;
  }
  // It may go on as in the last turns, or as it did on the average.
  const double total = std::min(
      total_, this_turn_.fraction > 0 ? this_turn_.time / this_turn_.fraction
                                      : kForever);
  const double rest = std::max(total - this_turn_.time, 0.0);
  return std::max(this_turn_.time + rest / (doubt * row().speed.doubt),
                  least_total_by_covers_);
}

class Race {
 public:
  Race(std::vector<Entrant> entrants, Task task, size_t memory_limit,
       RaceEnd end, const LimitWatch& watch, ProgressReporter& reporter)
      : entrants_(std::move(entrants)),
        task_(task),
        memory_limit_(memory_limit),
        end_(end),
        watch_(watch),
        reporter_(reporter) {
    ShareMemory();
  }

  Preparation Run();

 private:
  // How long everybody will take by the covers found, where these are many.
  void EstimateByCovers();
  // The one that seems best comes first.
  void Rank();
  // How much time everybody is to have.
  void ShareTime(double turn);
  void ScaleShares(double turn, double most);
  // Whoever may be at its end the next moment has its share whatever the others
  // have.
  static double ScaleFor(const Entrant& entrant, double scale) {
    return entrant.is_unforeseeable() ? 1 : scale;
  }
  // Until when somebody may run in this turn. Whoever is to catch up does not
  // do so at once, for its forecast may be wrong.
  static double TurnEndOf(const Entrant& entrant, double turn) {
    return std::min(turn * entrant.share,
                    std::max(kCatchUp * entrant.time_so_far(), kShortTurn));
  }
  // The favourite has not caught up yet.
  bool IsCatchingUp(double turn) const {
    const Entrant& favourite = entrants_[0];
    return turn >= favourite.setting().joins_at &&
           favourite.time_so_far() < turn * favourite.share;
  }
  // What is not in use yet goes to those who have the time to use it.
  void ShareMemory();
  // The one that has won, or seems best if there is no winner, is alone: all
  // memory is for it.
  Preparation EndWith(Entrant& entrant, std::string reason);
  // Whether it may still be the first to finish, if not all is a lie.
  bool MayWin(const Entrant& entrant) const;
  // The answer if limits are reached within a turn.
  Preparation Stop();
  bool MayHandOver(double turn) const;

  bool MayGoOn() {
    reporter_.MayReport([this] {
      const Engine& best = entrants_[0].engine();
      return Progress{.fraction_done = best.FractionDone(),
                      .nodes = best.nodes(),
                      .solutions = entrants_[0].count(),
                      .path = best.Path(),
                      .layers = best.Layers()};
    });
    return !watch_.MustStop();
  }

  std::vector<Entrant> entrants_;
  const Task task_;
  const size_t memory_limit_;  // Of all together.
  const RaceEnd end_;
  const LimitWatch& watch_;
  ProgressReporter& reporter_;
  std::string reason_;
};

Preparation Race::Run() {
  reason_ = std::string(entrants_[0].row().reason);
  for (double turn = kFirstTurn;;) {
    for (Entrant& entrant : entrants_) {
      if (turn < entrant.setting().joins_at) continue;
      switch (entrant.RunUntil(TurnEndOf(entrant, turn), watch_.limits().nodes,
                               [this] { return MayGoOn(); })) {
        case Entrant::TurnEnd::kTimeIsUp:
          break;
        case Entrant::TurnEnd::kFinished:
          return EndWith(entrant, "in a race it came to its end first");
        case Entrant::TurnEnd::kStopped:
          return Stop();
      }
    }
    EstimateByCovers();
    Rank();
    if (turn >= kShortTurn) ShareTime(turn);
    if (MayHandOver(turn)) return EndWith(entrants_[0], std::move(reason_));
    ShareMemory();
    if (!IsCatchingUp(turn)) turn *= turn < kSlowGrowthFrom ? 2 : kSlowGrowth;
  }
}

// How many covers there are is told by whoever has come furthest, of those
// whose work can be foreseen. If that is wrong, it is wrong for all of them in
// the same direction.
void Race::EstimateByCovers() {
  const auto tells = [](const Entrant& entrant) {
    return entrant.row().speed.is_foreseeable && entrant.has_found_many();
  };
  const auto furthest =
      absl::c_max_element(entrants_, [&](const Entrant& a, const Entrant& b) {
        return std::pair(tells(a), a.part_done()) <
               std::pair(tells(b), b.part_done());
      });
  if (!tells(*furthest) || furthest->part_done() == 0) return;
  const double all_covers = furthest->covers_found() / furthest->part_done();
  if (!std::isfinite(all_covers)) return;
  for (Entrant& entrant : entrants_) entrant.EstimateByCovers(all_covers);
}

void Race::Rank() {
  std::stable_sort(
      entrants_.begin(), entrants_.end(),
      [](const Entrant& a, const Entrant& b) { return a.total() < b.total(); });
  if (entrants_.size() == 1) return;
  const Entrant& first = entrants_[0];
  const Entrant& second = entrants_[1];
  if (first.total() > kTooLong) {
    reason_ = "the search tree is too large to visit all of it";
  } else if (second.total() > kTooLong) {
    reason_ = "in a race nobody else seemed to come to an end";
  } else {
    reason_ = absl::StrFormat("in a race it seemed %.3g times as fast as %s",
                              second.total() / first.total(),
                              second.setting().name());
  }
}

bool Race::MayWin(const Entrant& entrant) const {
  const double best = entrants_[0].total();
  if (entrant.is_unforeseeable()) {
    return absl::c_none_of(
        entrants_, [](const Entrant& e) { return e.count() > kManyCovers; });
  }
  return best > kTooLong || entrant.least_total() < best;
}

// What has been used is used: whoever had more when its forecast was better
// leaves less to those who are rivals now. So the rivals together never have
// more than `most` for each unit of the favourite's time, whatever becomes of
// the forecasts.
void Race::ScaleShares(double turn, double most) {
  const auto used_with = [&](double scale) {
    double used = 0;
    for (size_t i = 1; i < entrants_.size(); ++i) {
      const Entrant& entrant = entrants_[i];
      const double share = entrant.share * ScaleFor(entrant, scale);
      used += std::max(entrant.time_so_far(), share * turn) / turn;
    }
    return used;
  };
  double scale = 1;
  if (used_with(1) > most) {
    double too_much = 1;
    scale = 0;
    for (int i = 0; i < 20; ++i) {
      const double middle = (scale + too_much) / 2;
      (used_with(middle) > most ? too_much : scale) = middle;
    }
  }
  for (Entrant& entrant : entrants_) {
    entrant.share *= ScaleFor(entrant, scale);
  }
}

void Race::ShareTime(double turn) {
  if (task_ != Task::kCount && entrants_[0].total() > kNearTheEnd * turn) {
    // Anybody may find a cover the next moment.
    for (Entrant& entrant : entrants_) {
      entrant.share =
          entrant.setting().learns() ? kShareOfLearners : kShareOfOutsiders;
    }
    entrants_[0].share = 1;
    return;
  }
  const double best = entrants_[0].total();
  const bool has_cover = absl::c_any_of(
      entrants_, [](const Entrant& entrant) { return entrant.count() > 0; });
  for (Entrant& entrant : entrants_) {
    const double behind = entrant.total() / best;
    const double share = std::min(1.0, kCloseBehind / behind);
    entrant.share = entrant.has_found_many() ? share * share : share;
    if (entrant.is_unforeseeable()) {
      entrant.share = has_cover ? kShareOfUnforeseeable : kShareOfLearners;
    }
    if (best > kTooLong) entrant.share = 1;
    if (!MayWin(entrant)) entrant.share = 0;
  }
  const bool is_uncertain = entrants_[0].part_done() < kUncertainPart;
  ScaleShares(turn, is_uncertain ? kShareOfUncertainRivals : kShareOfRivals);
  const double of_outsiders =
      is_uncertain ? kShareOfUncertainOutsiders : kShareOfOutsiders;
  // Everybody has that, whatever the forecasts say.
  const double least = of_outsiders / static_cast<double>(entrants_.size());
  for (Entrant& entrant : entrants_) {
    entrant.share = std::max(entrant.share, least);
    if (entrant.has_head_start() &&
        (is_uncertain || entrant.time_so_far() < kShareOfHeadStart * best)) {
      entrant.share = 1;
    }
    // Whoever comes late has what everybody had to begin with.
    if (!entrant.has_begun()) entrant.share = std::min(1.0, kShortTurn / turn);
  }
  entrants_[0].share = 1;
}

void Race::ShareMemory() {
  // Layers are needed as a whole: with too little memory, all is done several
  // times. Those that look things up do with less.
  constexpr double kNeedOfLayers = 4;
  const auto claim = [](const Entrant& entrant) {
    const EngineRow& row = entrant.row();
    if (!row.can.remembers) return 0.0;
    return entrant.share * (row.speed.expects_work ? kNeedOfLayers : 1);
  };
  double claims = 0;
  size_t held = 0;
  for (const Entrant& entrant : entrants_) {
    claims += claim(entrant);
    held += entrant.MemoryHeld();
  }
  if (claims == 0) return;
  const double free = std::min(
      static_cast<double>(memory_limit_ - std::min(held, memory_limit_)),
      0x1p62);
  for (Entrant& entrant : entrants_) {
    if (!entrant.row().can.remembers) continue;
    entrant.SetMemoryLimit(
        entrant.MemoryHeld() +
        static_cast<size_t>(free * (claim(entrant) / claims)));
  }
}

Preparation Race::EndWith(Entrant& entrant, std::string reason) {
  std::vector<RaceEntry> entries;
  for (const Entrant& e : entrants_) entries.push_back(e.Entry());
  Preparation winner = entrant.Win(std::move(reason));
  winner.race = std::move(entries);
  entrants_.clear();
  winner.engine->SetMemoryLimit(memory_limit_);
  return winner;
}

bool Race::MayHandOver(double turn) const {
  if (entrants_.size() == 1) return true;
  switch (end_) {
    case RaceEnd::kFirstToFinish:
      return false;
    case RaceEnd::kShared:
      if (!entrants_[0].row().can.shares_tree) return false;
      break;
    case RaceEnd::kForecast:
      break;
  }
  if (turn >= std::min(kHandOverTurn,
                       absl::ToDoubleNanoseconds(watch_.limits().time) / 8)) {
    return true;
  }
  return turn >= kClearTurn &&
         std::none_of(entrants_.begin() + 1, entrants_.end(),
                      [this](const Entrant& e) { return MayWin(e); });
}

Preparation Race::Stop() {
  // Nobody will count the rest, so whoever has counted most has won.
  Entrant& most = *std::max_element(
      entrants_.begin(), entrants_.end(),
      [](const Entrant& a, const Entrant& b) { return a.count() < b.count(); });
  return EndWith(most, std::move(reason_));
}

// Whoever may be good at the task, the likeliest one first. Those who are good
// only now and then come later.
std::vector<Setting> SettingsFor(const Problem& problem, Task task,
                                 const SearchOptions& options) {
  std::vector<Setting> settings;
  const auto add = [&](const EngineRow& row, Branching branching,
                       double joins_at) {
    for (const Setting& setting : settings) {
      if (setting.row == &row && setting.branching == branching) return;
    }
    if (CheckRow(row, problem, task).ok()) {
      settings.push_back({&row, branching, joins_at});
    }
  };
  for (const EngineRow* row : LikelyEngines(problem, task)) {
    add(*row, options.branching, 0);
  }
  if (problem.use_count() > kManyUses) return settings;
  for (const EngineRow& row : EngineTable()) {
    if (row.may_join != nullptr && row.may_join(problem)) {
      add(row, options.branching, row.speed.joins_at);
    }
    if (row.speed.varies_with_order && options.item_order.empty()) {
      add(row, Branching::kInputOrder, kShortTurn);
    }
    if (row.make_weighted != nullptr && task == Task::kEnumerate &&
        !problem.has_multiplicities()) {
      settings.push_back({.row = &row,
                          .branching = Branching::kFewestOptions,
                          .is_weighted = true});
    }
  }
  return settings;
}

// The entrants of a race.
std::vector<Entrant> EntrantsFor(const Subject& subject, Task task,
                                 const SearchOptions& options, int threads) {
  std::vector<Entrant> entrants;
  for (const Setting& setting : SettingsFor(subject.problem(), task, options)) {
    entrants.emplace_back(setting, subject, task, options, threads);
  }
  return entrants;
}

}  // namespace

Preparation RaceToCount(const Subject& subject, const SearchOptions& options,
                        const LimitWatch& watch, ProgressReporter& reporter,
                        RaceEnd end, int threads) {
  return Race(EntrantsFor(subject, Task::kCount, options, threads),
              Task::kCount, options.memory_limit, end, watch, reporter)
      .Run();
}

bool IsRaceDue(const EngineRow& row, const Engine& engine,
               const Problem& problem) {
  return problem.use_count() <= kMaxRaceUses &&
         TimeOf(engine, row, problem, Task::kEnumerate) >= kPatience;
}

Preparation RaceForCover(const EngineRow& row, std::unique_ptr<Engine> engine,
                         const Subject& subject, const SearchOptions& options,
                         const LimitWatch& watch, ProgressReporter& reporter) {
  std::vector<Entrant> entrants =
      EntrantsFor(subject, Task::kEnumerate, options, /*threads=*/1);
  // The one that has begun is the first of the likely ones.
  for (Entrant& entrant : entrants) {
    if (&entrant.row() != &row) continue;
    entrant.GoOnWith(std::move(engine));
    break;
  }
  return Race(std::move(entrants), Task::kEnumerate, options.memory_limit,
              RaceEnd::kFirstToFinish, watch, reporter)
      .Run();
}

}  // namespace dlx::internal
