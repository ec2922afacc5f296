#ifndef SUDOKU_LAB_REPLAY_H_
#define SUDOKU_LAB_REPLAY_H_

// Plays back what a method has told of its search: forwards, backwards, or to
// any step at once. Step N is how things stand after the first N events.
//
// Example:
//
//   Recording recording = Record(*FindMethod("moler"), puzzle, {}, 1'000'000);
//   Replay replay(puzzle, std::move(recording.events));
//   replay.Seek(12);
//   replay.Description();          // "Step 12: try r1c5 = 3"
//   replay.state().digits;         // The grid as it is then.
//   replay.Seek(11);
//
// Going forwards applies events one by one. Nothing is ever applied backwards:
// there are checkpoints, and to go back is to go forward from the last one
// before. A checkpoint costs about as much memory as the events up to the next
// one, so a replay takes two or three times the memory of its events, however
// many they are.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "sudoku/grid.h"
#include "sudoku/lab/event.h"
#include "sudoku/puzzle.h"

namespace sudoku {

enum class CellRole : uint8_t {
  kEmpty,
  kClue,
  kTried,    // Holds a digit for the time being.
  kImplied,  // Holds a digit that follows from the others.
};

inline constexpr int kEventKinds = 8;

// How things stand at some step.
struct ReplayState {
  Grid digits;
  std::vector<CellRole> roles;
  // The digits that the method has ruled out, whatever the peers of a cell
  // hold.
  std::vector<DigitSet> ruled_out;

  // How many events of each kind there were, taken back or not; by
  // static_cast<size_t>(Event::Kind).
  std::array<uint32_t, kEventKinds> counts = {};

  // What a kUndo would take back, from the first kTry on.
  struct Change {
    Event event;
    uint8_t digit_before = 0;
    CellRole role_before = CellRole::kEmpty;
  };
  std::vector<Change> changes;
  // Where in `changes` the tries stand that have not been taken back.
  std::vector<uint32_t> tries;
  // The kTry that the last kUndo took back.
  Event last_undone;

  // The number of tries that have not been taken back.
  int depth() const { return static_cast<int>(tries.size()); }
  uint32_t count(Event::Kind kind) const {
    return counts[static_cast<size_t>(kind)];
  }
};

// One thread at a time may use a Replay.
class Replay {
 public:
  // REQUIRES: the events' cells and digits are ones of the puzzle. Beyond that
  // any sequence is accepted: a kUndo without a kTry does nothing, and what a
  // kSwap has mixed up no kUndo puts in order.
  Replay(const Puzzle& puzzle, std::vector<Event> events);

  const Puzzle& puzzle() const { return puzzle_; }
  absl::Span<const Event> events() const { return events_; }
  size_t step_count() const { return events_.size(); }

  // The current step; at first 0, where there are the clues and nothing else.
  size_t step() const { return step_; }
  // REQUIRES: step <= step_count(). (Checked by an assertion, where these are
  // on.)
  void Seek(size_t step);

  const ReplayState& state() const { return state_; }

  // The digits that are possible in each empty cell: those that the puzzle
  // allows, less those of its peers and those that have been ruled out. None
  // for cells that are filled.
  std::vector<DigitSet> Candidates() const;
  // The cells that hold the same digit as a peer, ascending; clues only if they
  // are at odds with clues.
  std::vector<int> ConflictingCells() const;
  // The cells that the last event is about: none, one or two.
  std::vector<int> ActiveCells() const;

  // What the last event was, and why, if that can be seen: "try r1c5 = 3",
  // "r6c9 = 5: the only place for 5 in box 6", "r2c1 = 2: nothing else is left
  // there", "r2c1 cannot be 7: r2c5 is 7"; at step 0, "the puzzle, 24 clues".
  std::string EventText() const;
  // The same with its number: "Step 12: try r1c5 = 3".
  std::string Description() const;

  // The number that the current step has in Moler's article, if the events are
  // those of his method (see moler.cc); a dead end counts, as long as it is
  // looked at.
  uint64_t ArticleStep() const;

 private:
  // Why the cell of the last event, a kPlace, has no other digit; empty if
  // neither the cell itself nor a house of it tells.
  std::string ReasonForDigit(const Event& event) const;
  // ": row 1 and column 9 hold every digit": the fewest houses of an empty cell
  // that leave it nothing; empty if its houses do not explain that.
  std::string ReasonForDeadEnd(int cell) const;
  void Apply(const Event& event);
  void Write(const Event& event, CellRole role);
  void Remember(const Event& event);
  void TakeBackLastTry();
  void Restart();

  const Puzzle puzzle_;
  const std::vector<Event> events_;
  const size_t checkpoint_distance_;

  size_t step_ = 0;
  ReplayState state_;
  // Checkpoint i is that of step i * checkpoint_distance_, as far as the replay
  // has been there.
  std::vector<ReplayState> checkpoints_;
};

}  // namespace sudoku

#endif  // SUDOKU_LAB_REPLAY_H_
