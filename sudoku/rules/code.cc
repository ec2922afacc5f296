#include "sudoku/rules/code.h"

#include <bit>
#include <cstddef>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace sudoku {
namespace {

constexpr absl::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr int kBitsOfLetter = 6;

absl::StatusOr<std::vector<int>> NumbersOf(absl::string_view letters) {
  std::vector<int> numbers;
  for (const char letter : letters) {
    const size_t number = kLetters.find(letter);
    if (number == kLetters.npos) {
      return absl::InvalidArgumentError(absl::StrCat(
          "has \"", absl::string_view(&letter, 1), "\" in its letters"));
    }
    numbers.push_back(static_cast<int>(number));
  }
  return numbers;
}

// Reads bits of bytes that letters stand for; the highest one first.
class BitReader {
 public:
  // Letters that do not fill a byte say nothing.
  explicit BitReader(std::vector<int> numbers)
      : numbers_(std::move(numbers)),
        end_(numbers_.size() * kBitsOfLetter / 8 * 8) {}

  size_t left() const { return end_ - position_; }
  // 0 behind the end, and `is_short` then.
  int Read(int bits) {
    int value = 0;
    for (int i = 0; i < bits; ++i) value = value << 1 | NextBit();
    return value;
  }
  bool is_short() const { return is_short_; }

 private:
  int NextBit() {
    if (position_ == end_) {
      is_short_ = true;
      return 0;
    }
    const int letter = numbers_[position_ / kBitsOfLetter];
    return letter >> (kBitsOfLetter - 1 - position_++ % kBitsOfLetter) & 1;
  }

  const std::vector<int> numbers_;
  const size_t end_;
  size_t position_ = 0;
  bool is_short_ = false;
};

class AutomatonDecoder {
 public:
  explicit AutomatonDecoder(std::vector<int> numbers)
      : bits_(std::move(numbers)) {}

  absl::StatusOr<CodedAutomaton> Decode() {
    const int form = bits_.Read(2);
    state_bits_ = bits_.Read(4) + 1;
    symbols_ = bits_.Read(4) + 1;
    result_.starts = bits_.Read(state_bits_);
    const int others_accept = bits_.Read(state_bits_);
    if (form > 1) return absl::InvalidArgumentError("has an unknown code");
    if (bits_.is_short() || result_.starts < 1 ||
        result_.starts > kMostStarts) {
      return absl::InvalidArgumentError("has a code that breaks off");
    }
    std::vector<bool> accepts(result_.starts);
    for (int i = result_.starts; i-- > 0;) accepts[i] = bits_.Read(1) != 0;
    accepts.resize(result_.starts + others_accept, true);
    if (form == 0) {
      ReadLists();
    } else {
      ReadMasks();
    }
    if (bits_.is_short()) {
      return absl::InvalidArgumentError("has a code that breaks off");
    }
    result_.accepts = std::move(accepts);
    Complete();
    return std::move(result_);
  }

 private:
  static constexpr int kMostStarts = 31;

  void ReadLists() {
    const int length_bits = bits_.Read(4);
    const int symbol_bits = std::bit_width(static_cast<unsigned>(symbols_ - 1));
    if (length_bits == 0) return;
    while (bits_.left() >= static_cast<size_t>(length_bits)) {
      auto& next = result_.next.emplace_back(symbols_);
      for (int i = bits_.Read(length_bits); i > 0; --i) {
        const int symbol = bits_.Read(symbol_bits);
        const int state = bits_.Read(state_bits_);
        if (symbol < symbols_) next[symbol].push_back(state);
      }
    }
  }

  void ReadMasks() {
    while (bits_.left() >= static_cast<size_t>(symbols_)) {
      auto& next = result_.next.emplace_back(symbols_);
      const int mask = bits_.Read(symbols_);
      for (int symbol = 0; symbol < symbols_; ++symbol) {
        if (mask >> symbol & 1) next[symbol].push_back(bits_.Read(state_bits_));
      }
    }
  }

  // All states that are spoken of are there.
  void Complete() {
    size_t states = std::max(result_.next.size(), result_.accepts.size());
    for (const auto& of_state : result_.next) {
      for (const auto& next : of_state) {
        for (const int state : next)
          states = std::max<size_t>(states, state + 1);
      }
    }
    result_.next.resize(states, std::vector<std::vector<int>>(symbols_));
    result_.accepts.resize(states, false);
  }

  BitReader bits_;
  int state_bits_ = 0;
  int symbols_ = 0;
  CodedAutomaton result_;
};

}  // namespace

absl::StatusOr<std::vector<bool>> DecodeSet(dlx::StringView letters) {
  const absl::StatusOr<std::vector<int>> numbers = NumbersOf(letters);
  if (!numbers.ok()) return numbers.status();
  std::vector<bool> set;
  for (const int number : *numbers) {
    for (int bit = 0; bit < kBitsOfLetter; ++bit) {
      set.push_back((number >> bit & 1) != 0);
    }
  }
  return set;
}

absl::StatusOr<PairTable> DecodePairs(dlx::StringView letters, int size) {
  const absl::StatusOr<std::vector<bool>> set = DecodeSet(letters);
  if (!set.ok()) return set.status();
  PairTable table(size + 1, std::vector<bool>(size + 1, false));
  const size_t pairs = size_t{1} * size * size;
  for (size_t i = 0; i < set->size(); ++i) {
    if (!(*set)[i]) continue;
    if (i >= pairs) {
      return absl::InvalidArgumentError(absl::StrCat(
          "has letters for more than the pairs of ", size, " digits"));
    }
    table[i / size + 1][i % size + 1] = true;
  }
  return table;
}

absl::StatusOr<std::string> DecodeBytes(dlx::StringView letters) {
  absl::StatusOr<std::vector<int>> numbers = NumbersOf(letters);
  if (!numbers.ok()) return numbers.status();
  BitReader bits(*std::move(numbers));
  std::string bytes;
  while (bits.left() > 0) bytes += static_cast<char>(bits.Read(8));
  return bytes;
}

absl::StatusOr<CodedAutomaton> DecodeAutomaton(dlx::StringView letters) {
  absl::StatusOr<std::vector<int>> numbers = NumbersOf(letters);
  if (!numbers.ok()) return numbers.status();
  return AutomatonDecoder(*std::move(numbers)).Decode();
}

std::string WithOtherDashes(dlx::StringView letters) {
  std::string exchanged(letters);
  for (char& letter : exchanged) {
    if (letter == '-') {
      letter = '_';
    } else if (letter == '_') {
      letter = '-';
    }
  }
  return exchanged;
}

}  // namespace sudoku
