#include "sudoku/lab/replay.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "sudoku/candidates.h"
#include "sudoku/conflict.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

// A state has about ten bytes for each cell, and changes to be taken back; an
// event has six.
size_t CheckpointDistance(const Puzzle& puzzle) {
  return 4 * static_cast<size_t>(puzzle.geometry.cell_count());
}

ReplayState StartOf(const Puzzle& puzzle) {
  ReplayState state;
  state.digits = puzzle.clues;
  state.roles.assign(puzzle.geometry.cell_count(), CellRole::kEmpty);
  for (int cell = 0; cell < puzzle.geometry.cell_count(); ++cell) {
    if (puzzle.clues[cell] != 0) state.roles[cell] = CellRole::kClue;
  }
  state.ruled_out.assign(puzzle.geometry.cell_count(), DigitSet{0});
  return state;
}

}  // namespace

Replay::Replay(const Puzzle& puzzle, std::vector<Event> events)
    : puzzle_(puzzle),
      events_(std::move(events)),
      checkpoint_distance_(CheckpointDistance(puzzle)),
      state_(StartOf(puzzle)),
      checkpoints_({state_}) {}

void Replay::Seek(size_t step) {
  assert(step <= step_count());
  const size_t nearest =
      std::min(step / checkpoint_distance_, checkpoints_.size() - 1);
  if (step < step_ || nearest * checkpoint_distance_ > step_) {
    state_ = checkpoints_[nearest];
    step_ = nearest * checkpoint_distance_;
  }
  while (step_ < step) {
    Apply(events_[step_++]);
    if (step_ == checkpoints_.size() * checkpoint_distance_) {
      checkpoints_.push_back(state_);
    }
  }
}

void Replay::Apply(const Event& event) {
  ++state_.counts[static_cast<size_t>(event.kind)];
  switch (event.kind) {
    case Event::Kind::kTry:
      state_.tries.push_back(static_cast<uint32_t>(state_.changes.size()));
      Write(event, CellRole::kTried);
      break;
    case Event::Kind::kPlace:
      Write(event, CellRole::kImplied);
      break;
    case Event::Kind::kRuleOut:
      if ((state_.ruled_out[event.cell] & DigitBit(event.digit)) == 0) {
        Remember(event);
        state_.ruled_out[event.cell] |= DigitBit(event.digit);
      }
      break;
    case Event::Kind::kUndo:
      TakeBackLastTry();
      break;
    case Event::Kind::kDeadEnd:
    case Event::Kind::kSolution:
      break;
    case Event::Kind::kSwap:
      std::swap(state_.digits[event.cell], state_.digits[event.other_cell]);
      std::swap(state_.roles[event.cell], state_.roles[event.other_cell]);
      state_.changes.clear();
      state_.tries.clear();
      break;
    case Event::Kind::kRestart:
      Restart();
      break;
  }
}

void Replay::Write(const Event& event, CellRole role) {
  Remember(event);
  state_.digits[event.cell] = event.digit;
  state_.roles[event.cell] = role;
}

void Replay::Remember(const Event& event) {
  // What happens before any try stays.
  if (state_.tries.empty()) return;
  state_.changes.push_back({.event = event,
                            .digit_before = state_.digits[event.cell],
                            .role_before = state_.roles[event.cell]});
}

void Replay::TakeBackLastTry() {
  state_.last_undone = Event();
  if (state_.tries.empty()) return;
  const size_t begin = state_.tries.back();
  state_.last_undone = state_.changes[begin].event;
  while (state_.changes.size() > begin) {
    const ReplayState::Change& change = state_.changes.back();
    if (change.event.kind == Event::Kind::kRuleOut) {
      state_.ruled_out[change.event.cell] &= ~DigitBit(change.event.digit);
    } else {
      state_.digits[change.event.cell] = change.digit_before;
      state_.roles[change.event.cell] = change.role_before;
    }
    state_.changes.pop_back();
  }
  state_.tries.pop_back();
}

void Replay::Restart() {
  ReplayState start = checkpoints_.front();
  start.counts = state_.counts;
  state_ = std::move(start);
}

std::vector<DigitSet> Replay::Candidates() const {
  Puzzle now = puzzle_;
  now.clues = state_.digits;
  std::vector<DigitSet> candidates = sudoku::Candidates(now);
  for (int cell = 0; cell < puzzle_.geometry.cell_count(); ++cell) {
    if (state_.digits[cell] != 0) {
      candidates[cell] = 0;
    } else {
      candidates[cell] &= ~state_.ruled_out[cell];
    }
  }
  return candidates;
}

std::vector<int> Replay::ConflictingCells() const {
  std::vector<int> cells;
  for (const Conflict& conflict :
       FindConflicts(puzzle_.geometry, state_.digits)) {
    const auto is_clue = [&](int cell) {
      return state_.roles[cell] == CellRole::kClue;
    };
    const bool are_all_clues =
        std::all_of(conflict.cells.begin(), conflict.cells.end(), is_clue);
    for (const int cell : conflict.cells) {
      if (are_all_clues || !is_clue(cell)) cells.push_back(cell);
    }
  }
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

std::vector<int> Replay::ActiveCells() const {
  if (step_ == 0) return {};
  const Event& event = events_[step_ - 1];
  std::vector<int> cells;
  const int cell =
      event.kind == Event::Kind::kUndo ? state_.last_undone.cell : event.cell;
  if (cell >= 0) cells.push_back(cell);
  if (event.other_cell >= 0) cells.push_back(event.other_cell);
  return cells;
}

std::string Replay::Description() const {
  return absl::StrCat("Step ", step_, ": ", EventText());
}

uint64_t Replay::ArticleStep() const {
  const bool is_dead_end =
      step_ > 0 && events_[step_ - 1].kind == Event::Kind::kDeadEnd;
  return state_.count(Event::Kind::kPlace) +
         uint64_t{2} * state_.count(Event::Kind::kTry) +
         state_.count(Event::Kind::kUndo) / 2 + (is_dead_end ? 1 : 0);
}

std::string Replay::ReasonForDigit(const Event& event) const {
  // As it was before the digit was written.
  Puzzle before = puzzle_;
  before.clues = state_.digits;
  before.clues[event.cell] = 0;
  std::vector<DigitSet> candidates = sudoku::Candidates(before);
  for (size_t cell = 0; cell < candidates.size(); ++cell) {
    candidates[cell] &= ~state_.ruled_out[cell];
  }
  const DigitSet digit = DigitBit(event.digit);
  if (candidates[event.cell] == digit) return "nothing else is left there";
  const Geometry& geometry = puzzle_.geometry;
  for (const int index : geometry.HousesOf(event.cell)) {
    const House& house = geometry.houses()[index];
    const bool needs_every_digit =
        static_cast<int>(house.cells.size()) == geometry.size();
    const bool is_only_place =
        std::none_of(house.cells.begin(), house.cells.end(), [&](int cell) {
          return cell != event.cell && before.clues[cell] == 0 &&
                 (candidates[cell] & digit) != 0;
        });
    if (needs_every_digit && is_only_place) {
      return absl::StrCat(
          "the only place for ",
          std::string(1, puzzle_.geometry.DigitChar(event.digit)), " in ",
          house.LongName());
    }
  }
  return "";
}

std::string Replay::ReasonForDeadEnd(int cell) const {
  const Geometry& geometry = puzzle_.geometry;
  const absl::Span<const int> houses = geometry.HousesOf(cell);
  constexpr size_t kMostHouses = 10;  // There are three, and few more.
  if (houses.size() > kMostHouses) return "";
  const auto digits_in = [&](unsigned chosen) {
    DigitSet digits = 0;
    for (size_t i = 0; i < houses.size(); ++i) {
      if ((chosen >> i & 1) == 0) continue;
      for (const int other : geometry.houses()[houses[i]].cells) {
        const int digit = state_.digits[other];
        if (digit != 0) digits |= DigitBit(digit);
      }
    }
    return digits;
  };
  unsigned fewest = 0;
  for (unsigned chosen = 1; chosen < 1u << houses.size(); ++chosen) {
    if (fewest != 0 && std::popcount(chosen) >= std::popcount(fewest)) continue;
    if (digits_in(chosen) == AllDigits(geometry.size())) fewest = chosen;
  }
  std::vector<std::string> names;
  for (size_t i = 0; i < houses.size(); ++i) {
    if (fewest >> i & 1) {
      names.push_back(geometry.houses()[houses[i]].LongName());
    }
  }
  if (names.empty()) return "";
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? absl::StrCat(": ", last, " holds every digit")
                       : absl::StrCat(": ", absl::StrJoin(names, ", "), " and ",
                                      last, " hold every digit");
}

std::string Replay::EventText() const {
  if (step_ == 0) {
    const int clues = puzzle_.clues.filled_count();
    return absl::StrCat("the puzzle, ", clues, clues == 1 ? " clue" : " clues");
  }
  const auto text = [&](const Event& event) {
    return absl::StrCat(
        puzzle_.geometry.CellName(event.cell), " = ",
        std::string(1, puzzle_.geometry.DigitChar(event.digit)));
  };
  const Event& event = events_[step_ - 1];
  switch (event.kind) {
    case Event::Kind::kTry:
      return absl::StrCat("try ", text(event));
    case Event::Kind::kPlace: {
      const std::string reason = ReasonForDigit(event);
      return reason.empty() ? absl::StrCat(text(event), " follows")
                            : absl::StrCat(text(event), ": ", reason);
    }
    case Event::Kind::kRuleOut: {
      const std::string digit(1, puzzle_.geometry.DigitChar(event.digit));
      const std::string sentence = absl::StrCat(
          puzzle_.geometry.CellName(event.cell), " cannot be ", digit);
      for (const int peer : puzzle_.geometry.PeersOf(event.cell)) {
        if (state_.digits[peer] != event.digit) continue;
        return absl::StrCat(sentence, ": ", puzzle_.geometry.CellName(peer),
                            " is ", digit);
      }
      return sentence;
    }
    case Event::Kind::kUndo:
      return state_.last_undone.cell < 0
                 ? "nothing to take back"
                 : absl::StrCat("take back ", text(state_.last_undone));
    case Event::Kind::kDeadEnd:
      if (event.cell < 0) return "dead end: some digit has no place left";
      return absl::StrCat(
          "dead end: ", puzzle_.geometry.CellName(event.cell),
          state_.digits[event.cell] == 0
              ? absl::StrCat(" has no candidate", ReasonForDeadEnd(event.cell))
              : " cannot keep its digit");
    case Event::Kind::kSolution:
      return "solution";
    case Event::Kind::kSwap:
      return absl::StrCat("swap ", puzzle_.geometry.CellName(event.cell),
                          " and ", puzzle_.geometry.CellName(event.other_cell));
    case Event::Kind::kRestart:
      return "restart from the clues";
  }
  return "";
}

}  // namespace sudoku
