#include "sudoku/rules/recognizer.h"

#include <map>
#include <memory>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"

namespace sudoku {
namespace {

using NextState = std::optional<int64_t>;

std::vector<int> Copy(absl::Span<const int> cells) {
  return {cells.begin(), cells.end()};
}

int64_t BitOf(int digit) { return int64_t{1} << digit; }

bool AcceptAll(int64_t) { return true; }

// The state is the set of digits so far.
NextState StepIfNew(size_t, int64_t state, int digit) {
  if ((state & BitOf(digit)) != 0) return std::nullopt;
  return state | BitOf(digit);
}

// What reads several lists of recognizers, see AnyOf().
class ListReader {
 public:
  explicit ListReader(std::vector<std::vector<Recognizer>> lists) {
    for (std::vector<Recognizer>& list : lists) {
      std::erase_if(list,
                    [](const Recognizer& one) { return one.cells.empty(); });
      if (list.empty()) is_always_right_ = true;
      for (Recognizer& recognizer : list) {
        for (size_t i = 0; i < recognizer.cells.size(); ++i) {
          places_.push_back({readers_.size(), i, &recognizer == &list.back()});
          cells_.push_back(recognizer.cells[i]);
        }
        readers_.push_back(std::move(recognizer));
      }
    }
  }

  const std::vector<int>& cells() const { return cells_; }
  int64_t start() {
    return is_always_right_ || places_.empty() ? kRight
                                               : Number(readers_.front().start);
  }

  int64_t Step(size_t position, int64_t state, int digit) {
    if (state == kRight) return kRight;
    const Place& place = places_[position];
    const Recognizer& reader = readers_[place.reader];
    if (state != kWrong) {
      const NextState next = reader.step(place.position, StateOf(state), digit);
      state = next.has_value() ? Number(*next) : kWrong;
    }
    if (place.position + 1 < reader.cells.size()) return state;
    const bool is_right = state != kWrong && reader.accepts(StateOf(state));
    if (is_right && place.is_of_last) return kRight;
    // A list that has been wrong goes on to be read, and the next list begins
    // anew.
    const bool begins = place.is_of_last || is_right;
    if (position + 1 == places_.size() || !begins) return kWrong;
    return Number(readers_[place.reader + 1].start);
  }

  static bool Accepts(int64_t state) { return state == kRight; }

 private:
  static constexpr int64_t kRight = 0;  // One of the lists is.
  static constexpr int64_t kWrong = 1;  // The list that is being read is.
  static constexpr int64_t kFirst = 2;  // A state of the current recognizer.

  struct Place {
    size_t reader;
    size_t position;
    bool is_of_last;  // Recognizer of its list.
  };

  int64_t Number(int64_t state) {
    const auto [entry, is_new] =
        numbers_.try_emplace(state, kFirst + std::ssize(states_));
    if (is_new) states_.push_back(state);
    return entry->second;
  }
  int64_t StateOf(int64_t number) const { return states_[number - kFirst]; }

  bool is_always_right_ = false;
  std::vector<Recognizer> readers_;
  std::vector<Place> places_;
  std::vector<int> cells_;
  std::map<int64_t, int64_t> numbers_;
  std::vector<int64_t> states_;
};

}  // namespace

Recognizer DifferentRecognizer(absl::Span<const int> cells) {
  return {.cells = Copy(cells), .step = StepIfNew, .accepts = AcceptAll};
}

Recognizer SetRecognizer(absl::Span<const int> cells,
                         absl::Span<const std::vector<int>> sets) {
  std::set<int64_t> right;
  for (const std::vector<int>& set : sets) {
    int64_t bits = 0;
    for (const int digit : set) bits |= BitOf(digit);
    right.insert(bits);
  }
  return {.cells = Copy(cells),
          .step = StepIfNew,
          .accepts = [right](int64_t state) { return right.contains(state); }};
}

Recognizer SumRecognizer(absl::Span<const int> cells, int64_t total,
                         absl::Span<const int> factors) {
  return {.cells = Copy(cells),
          .start = total,
          .step = [own = Copy(factors)](size_t position, int64_t state,
                                        int digit) -> NextState {
            return state - int64_t{own.empty() ? 1 : own[position]} * digit;
          },
          .accepts = [](int64_t state) { return state == 0; }};
}

Recognizer CountRecognizer(absl::Span<const int> cells, std::vector<int> digits,
                           size_t low, size_t high) {
  return {.cells = Copy(cells),
          .step = [digits](size_t, int64_t state, int digit) -> NextState {
            return state + (absl::c_linear_search(digits, digit) ? 1 : 0);
          },
          .accepts =
              [=](int64_t state) {
                return static_cast<int64_t>(low) <= state &&
                       state <= static_cast<int64_t>(high);
              }};
}

Recognizer EqualRecognizer(int one, int other) {
  return {.cells = {one, other},
          .step = [](size_t position, int64_t state, int digit) -> NextState {
            if (position == 0 || state == digit) return digit;
            return std::nullopt;
          },
          .accepts = AcceptAll};
}

// The state is whether the first cell has one of its digits.
Recognizer ForbiddenRecognizer(int one, std::vector<int> digits, int other,
                               std::vector<int> other_digits) {
  return {.cells = {one, other},
          .step = [=](size_t position, int64_t state, int digit) -> NextState {
            if (position == 0) {
              return absl::c_linear_search(digits, digit) ? 1 : 0;
            }
            if (state == 1 && absl::c_linear_search(other_digits, digit)) {
              return std::nullopt;
            }
            return 0;
          },
          .accepts = AcceptAll};
}

Recognizer AnyOf(std::vector<std::vector<Recognizer>> lists) {
  const auto reader = std::make_shared<ListReader>(std::move(lists));
  return {
      .cells = reader->cells(),
      .start = reader->start(),
      .step = [reader](size_t position, int64_t state, int digit) -> NextState {
        return reader->Step(position, state, digit);
      },
      .accepts = ListReader::Accepts};
}

}  // namespace sudoku
