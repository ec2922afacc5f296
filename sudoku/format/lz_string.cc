#include "sudoku/format/lz_string.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "sudoku/format/utf8.h"

namespace sudoku {

namespace {

constexpr absl::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr int kBitsOfCharacter = 6;
constexpr size_t kMostCharacters = size_t{1} << 20;

// The first codes have a meaning of their own.
constexpr uint32_t kNewByte = 0;  // A character below 256 follows,
constexpr uint32_t kNewWord = 1;  // any other one.
constexpr uint32_t kEnd = 2;
constexpr uint32_t kFirstPhrase = 3;

// How many bits a code has. Each phrase that is added to the dictionary, and
// each character that is sent for the first time, uses up one of those that the
// present width has room for.
class CodeWidth {
 public:
  CodeWidth(int bits, uint32_t room) : bits_(bits), room_(room) {}

  int bits() const { return bits_; }
  void UseOne() {
    if (--room_ > 0) return;
    room_ = uint32_t{1} << bits_;
    ++bits_;
  }

 private:
  int bits_;
  uint32_t room_;
};

class BitReader {
 public:
  explicit BitReader(absl::string_view base64) : rest_(base64) {}

  // The next bits, the lowest first; nothing if the text ends, or holds what is
  // no base64.
  std::optional<uint32_t> Read(int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; ++i) {
      if (left_ == 0) {
        if (rest_.empty()) return std::nullopt;
        const size_t digit = kBase64.find(rest_.front());
        if (digit == absl::string_view::npos) return std::nullopt;
        rest_.remove_prefix(1);
        bits_ = static_cast<uint32_t>(digit);
        left_ = kBitsOfCharacter;
      }
      --left_;
      value |= ((bits_ >> left_) & 1) << i;
    }
    return value;
  }

 private:
  absl::string_view rest_;
  uint32_t bits_ = 0;
  int left_ = 0;  // Bits of bits_ that are still to be read.
};

class BitWriter {
 public:
  void Write(uint32_t value, int count) {
    for (int i = 0; i < count; ++i) WriteBit((value >> i) & 1);
  }

  // There is at least one bit behind the last one.
  std::string Finish() {
    do {
      WriteBit(0);
    } while (used_ > 0);
    while (text_.size() % 4 != 0) text_.push_back('=');
    return std::move(text_);
  }

 private:
  void WriteBit(uint32_t bit) {
    bits_ = bits_ << 1 | bit;
    if (++used_ < kBitsOfCharacter) return;
    text_.push_back(kBase64[bits_]);
    bits_ = 0;
    used_ = 0;
  }

  std::string text_;
  uint32_t bits_ = 0;
  int used_ = 0;
};

// A phrase is a piece of the text that has been read so far: each one is the
// phrase before together with the character behind it.
struct Phrase {
  size_t begin;
  size_t length;
};

// The text in UTF-16.
std::optional<std::u16string> Decompress(absl::string_view base64) {
  BitReader bits(base64);
  CodeWidth width(2, 1);
  std::u16string text;
  std::vector<Phrase> phrases;  // Those of the codes from kFirstPhrase on.
  Phrase last = {0, 0};
  while (text.size() <= kMostCharacters) {
    const std::optional<uint32_t> code = bits.Read(width.bits());
    if (!code.has_value()) return std::nullopt;
    if (*code == kEnd) return text;
    Phrase phrase = {text.size(), 1};
    if (*code < kEnd) {
      const auto character = bits.Read(*code == kNewByte ? 8 : 16);
      if (!character.has_value()) return std::nullopt;
      text.push_back(static_cast<char16_t>(*character));
      phrases.push_back(phrase);
      width.UseOne();
    } else if (const size_t index = *code - kFirstPhrase;
               index < phrases.size()) {
      phrase.length = phrases[index].length;
      text.append(std::u16string(text, phrases[index].begin, phrase.length));
    } else if (index == phrases.size() && last.length > 0) {
      // The phrase that is about to be added: it ends as it begins.
      phrase.length = last.length + 1;
      text.append(std::u16string(text, last.begin, last.length));
      text.push_back(text[last.begin]);
    } else {
      return std::nullopt;
    }
    if (last.length > 0) {
      phrases.push_back({last.begin, last.length + 1});
      width.UseOne();
    }
    last = phrase;
  }
  return std::nullopt;
}

class Compressor {
 public:
  std::string Compress(const std::u16string& text) {
    std::optional<uint32_t> phrase;
    for (const char16_t c : text) {
      const uint32_t character = CodeOf(c);
      if (!phrase.has_value()) {
        phrase = character;
        continue;
      }
      const auto [longer, is_new] = phrases_.emplace(std::pair(*phrase, c), 0);
      if (!is_new) {
        phrase = longer->second;
        continue;
      }
      Send(*phrase);
      longer->second = next_code_++;
      phrase = character;
    }
    if (phrase.has_value()) Send(*phrase);
    bits_.Write(kEnd, width_.bits());
    return bits_.Finish();
  }

 private:
  uint32_t CodeOf(char16_t c) {
    const auto [character, is_new] = characters_.emplace(c, next_code_);
    if (is_new) unsent_[next_code_++] = c;
    return character->second;
  }

  void Send(uint32_t code) {
    const auto character = unsent_.find(code);
    if (character != unsent_.end()) {
      const bool is_byte = character->second < 256;
      bits_.Write(is_byte ? kNewByte : kNewWord, width_.bits());
      bits_.Write(character->second, is_byte ? 8 : 16);
      width_.UseOne();
      unsent_.erase(character);
    } else {
      bits_.Write(code, width_.bits());
    }
    width_.UseOne();
  }

  BitWriter bits_;
  CodeWidth width_ = CodeWidth(2, 2);
  std::map<char16_t, uint32_t> characters_;  // Their codes,
  std::map<uint32_t, char16_t> unsent_;      // and those not sent so far.
  // Of a phrase and the character behind it.
  std::map<std::pair<uint32_t, char16_t>, uint32_t> phrases_;
  uint32_t next_code_ = kFirstPhrase;
};

}  // namespace

absl::StatusOr<std::string> LzDecompressFromBase64(absl::string_view base64) {
  const std::optional<std::u16string> text = Decompress(base64);
  if (!text.has_value()) {
    return absl::InvalidArgumentError("this is no text that lz-string made");
  }
  return Utf8FromUtf16(*text);
}

std::string LzCompressToBase64(absl::string_view text) {
  return Compressor().Compress(Utf16FromUtf8(text));
}

}  // namespace sudoku
