#include "sudoku/rules/regex.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace sudoku {
namespace {

// A part of an expression, by the characters of it that a word may begin and
// end with.
struct RegexPart {
  bool may_be_empty = true;
  std::vector<int> first = {};
  std::vector<int> last = {};
};

// Each character is a state: that it has been read. State 0 is the beginning.
// (Glushkov: The abstract theory of automata, 1961.)
class RegexReader {
 public:
  RegexReader(std::string text, int size, int least_digit)
      : text_(std::move(text)),
        end_(text_.size()),
        size_(size),
        least_digit_(least_digit) {
    AddState({});
  }

  absl::StatusOr<CodedAutomaton> Read() {
    const RegexPart whole = ReadAlternatives();
    if (next_ < end_) Fail();
    if (has_failed_) {
      return absl::InvalidArgumentError(
          absl::StrCat("is too long or wrong at character ", next_ + 1,
                       " of its expression"));
    }
    Follow({0}, whole.first);
    CodedAutomaton automaton;
    automaton.starts = 1;
    automaton.accepts.assign(states_.size(), false);
    automaton.accepts[0] = whole.may_be_empty;
    for (const int state : whole.last) automaton.accepts[state] = true;
    for (const State& state : states_) {
      auto& next = automaton.next.emplace_back(size_);
      for (const int follower : state.followers) {
        for (int symbol = 0; symbol < size_; ++symbol) {
          if (states_[follower].reads[symbol]) next[symbol].push_back(follower);
        }
      }
    }
    return automaton;
  }

 private:
  // Groups may be empty, and repetitions add no states, but all take time.
  static constexpr size_t kMostParts = 500;
  static constexpr int kMany = -1;  // As often as one likes.

  using Digits = std::vector<bool>;  // By symbols: 0 is the least digit.
  struct State {
    Digits reads;
    std::vector<int> followers;
  };

  char Peek() const { return next_ < end_ ? text_[next_] : '\0'; }
  bool Take(char c) {
    if (next_ == end_ || text_[next_] != c) return false;
    ++next_;
    return true;
  }
  // Nothing more is read then.
  void Fail() {
    if (std::exchange(has_failed_, true)) return;
    end_ = next_;
  }

  int AddState(Digits reads) {
    states_.push_back({std::move(reads), {}});
    return static_cast<int>(states_.size()) - 1;
  }
  void Follow(const std::vector<int>& last, const std::vector<int>& first) {
    for (const int state : last) {
      std::vector<int>& followers = states_[state].followers;
      absl::c_copy(first, std::back_inserter(followers));
      absl::c_sort(followers);
      followers.erase(std::unique(followers.begin(), followers.end()),
                      followers.end());
    }
  }

  static void Append(std::vector<int>& to, const std::vector<int>& states) {
    absl::c_copy(states, std::back_inserter(to));
  }
  RegexPart Behind(RegexPart part, const RegexPart& other) {
    Follow(part.last, other.first);
    if (part.may_be_empty) Append(part.first, other.first);
    if (!other.may_be_empty) part.last.clear();
    Append(part.last, other.last);
    part.may_be_empty &= other.may_be_empty;
    return part;
  }

  RegexPart ReadAlternatives() {
    RegexPart part = ReadSequence();
    while (Take('|')) {
      const RegexPart other = ReadSequence();
      Append(part.first, other.first);
      Append(part.last, other.last);
      part.may_be_empty |= other.may_be_empty;
    }
    return part;
  }

  RegexPart ReadSequence() {
    RegexPart part;
    while (next_ < end_ && Peek() != '|' && Peek() != ')') {
      part = Behind(std::move(part), ReadRepeated());
    }
    return part;
  }

  RegexPart ReadRepeated() {
    const size_t begin = next_;
    RegexPart part = ReadOne();
    for (;;) {
      const size_t end = next_;
      if (Take('*')) {
        part = Repeated(std::move(part), begin, end, 0, kMany);
      } else if (Take('+')) {
        part = Repeated(std::move(part), begin, end, 1, kMany);
      } else if (Take('?')) {
        part = Repeated(std::move(part), begin, end, 0, 1);
      } else if (Take('{')) {
        const int least = ReadNumber();
        const int most = !Take(',')      ? least
                         : Peek() == '}' ? kMany
                                         : ReadNumber();
        if (!Take('}') || (most != kMany && most < least)) Fail();
        if (has_failed_) return {};
        part = Repeated(std::move(part), begin, end, least, most);
      } else {
        return part;
      }
    }
  }

  // What stands there so often. It is `part` once; each time more, it is read
  // again, as characters of its own.
  RegexPart Repeated(RegexPart part, size_t begin, size_t end, int least,
                     int most) {
    if (++parts_ > kMostParts) Fail();
    const size_t next = next_;
    const size_t text_end = end_;
    RegexPart all;
    for (int i = 1; i <= std::max({least, most, 1}) && !has_failed_; ++i) {
      if (i > 1) {
        next_ = begin;
        end_ = end;
        part = ReadRepeated();
        end_ = has_failed_ ? next_ : text_end;
      }
      if (most == kMany && i >= least) Follow(part.last, part.first);
      if (i > least) part.may_be_empty = true;
      if (most != 0) all = Behind(std::move(all), part);
    }
    if (!has_failed_) next_ = next;
    return all;
  }

  int ReadNumber() {
    const size_t begin = next_;
    while (absl::ascii_isdigit(static_cast<unsigned char>(Peek()))) ++next_;
    int number = 0;
    if (!absl::SimpleAtoi(text_.substr(begin, next_ - begin), &number) ||
        number > static_cast<int>(kMostParts)) {
      Fail();
    }
    return number;
  }

  RegexPart ReadOne() {
    if (++parts_ > kMostParts) Fail();
    if (Take('(')) {
      RegexPart part = ReadAlternatives();
      if (!Take(')')) Fail();
      return part;
    }
    Digits reads(size_, false);
    if (Take('.')) {
      reads.flip();
    } else if (Take('[')) {
      ReadClass(reads);
    } else {
      const int digit = ReadDigit();
      AddDigits(reads, digit, digit);
    }
    const int state = AddState(std::move(reads));
    return {.may_be_empty = false, .first = {state}, .last = {state}};
  }

  // "12]", "1-3]" or "^5]".
  void ReadClass(Digits& reads) {
    const bool is_negated = Take('^');
    if (Peek() == ']') Fail();
    while (!has_failed_ && !Take(']')) {
      const int first = ReadDigit();
      const int last = Take('-') ? ReadDigit() : first;
      if (last < first) Fail();
      AddDigits(reads, first, last);
    }
    if (is_negated) reads.flip();
  }

  // From one to the other.
  void AddDigits(Digits& reads, int first, int last) const {
    for (int digit = first; digit <= last; ++digit) {
      const int symbol = digit - least_digit_;
      if (symbol >= 0 && symbol < size_) reads[symbol] = true;
    }
  }

  int ReadDigit() {
    const char c = absl::ascii_tolower(static_cast<unsigned char>(Peek()));
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c))) {
      Fail();
      return 0;
    }
    ++next_;
    return absl::ascii_isdigit(static_cast<unsigned char>(c)) ? c - '0'
                                                              : c - 'a' + 10;
  }

  const std::string text_;
  size_t next_ = 0;
  size_t end_;
  const int size_;
  const int least_digit_;
  bool has_failed_ = false;
  // How many characters, classes, groups and repetitions were read.
  size_t parts_ = 0;
  std::vector<State> states_;
};

// "a%28b" is "a(b".
std::string WithoutPercents(absl::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    int code = 0;
    if (text[i] == '%' && absl::SimpleHexAtoi(text.substr(i + 1, 2), &code)) {
      plain += static_cast<char>(code);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

}  // namespace

absl::StatusOr<CodedAutomaton> AutomatonOfRegex(dlx::StringView text, int size,
                                                int least_digit) {
  const absl::string_view letters = text;  // '=' may fill them up at the end.
  const absl::StatusOr<std::string> bytes =
      DecodeBytes(letters.substr(0, letters.find_last_not_of('=') + 1));
  std::string plain = bytes.ok() ? *bytes : WithoutPercents(text);
  std::erase_if(plain, [](unsigned char c) { return absl::ascii_isspace(c); });
  return RegexReader(std::move(plain), size, least_digit).Read();
}

}  // namespace sudoku
