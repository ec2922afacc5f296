#ifndef DLX_PROOF_CHECK_READER_H_
#define DLX_PROOF_CHECK_READER_H_

// Takes a certificate apart into bytes and numbers, and says where it is wrong.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/base/string_view.h"
#include "dlx/proof/format.h"

namespace dlx {

// Puts at most `size` bytes of a certificate into the buffer, and says how
// many; 0 at the end.
using CertificateSource = std::function<size_t(char* buffer, size_t size)>;
// Of bytes that are there, and must outlive it. To be read once.
CertificateSource SourceOf(StringView bytes);

// A number that is read, and what it is: the item of a branch; the slot of a
// keep record, of a reference or of an image, and an option of this; an item of
// a shortage or of a sweep's order; an option of such an order, or that is
// taken or out; or any other number, which stands there as it is in the last
// version.
enum class RecordPart {
  kBranch,
  kKeep,
  kReference,
  kImage,
  kImageOption,
  kItem,
  kOption,
  kOther
};
// Hears the records while they are checked.
using RecordListener = std::function<void(RecordPart part, int64_t number)>;

namespace checker {

// The bytes of a certificate, one after the other. Behind the end there are
// zeros, and ok() is false.
class Reader {
 public:
  // The source and the listener must outlive it.
  explicit Reader(const CertificateSource& source,
                  const RecordListener* listener = nullptr)
      : source_(&source),
        listener_(listener != nullptr && *listener ? listener : nullptr) {}
  // Of bytes that are there, and must outlive it.
  explicit Reader(absl::string_view bytes) { Use(bytes); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  uint8_t Byte() {
    if (next_ == end_) Fill();
    const auto byte = static_cast<uint8_t>(*next_++);
    digest_.AddByte(byte);
    return byte;
  }
  uint64_t Number() {
    uint64_t number = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      const uint8_t byte = Byte();
      number |= uint64_t{byte & 127u} << shift;
      if (byte < 128) return number;
    }
    ok_ = false;
    return 0;
  }
  uint64_t Word() {
    uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word |= uint64_t{Byte()} << 8 * i;
    return word;
  }
  // The first number of something: what is wrong from now on is so there.
  uint64_t Record() {
    record_at_ = position();
    return Number();
  }
  // The same, heard by the listener as it is: of a number that is no item, no
  // option and no slot. These are told when they are known to be there.
  uint64_t OtherNumber() {
    const uint64_t number = Number();
    Tell(RecordPart::kOther, static_cast<int64_t>(number));
    return number;
  }
  uint64_t OtherRecord() {
    record_at_ = position();
    return OtherNumber();
  }
  void Tell(RecordPart part, int64_t number) const {
    if (listener_ != nullptr) (*listener_)(part, number);
  }
  // So many numbers below `end` in ascending order, which the listener hears:
  // each is told by how many lie between it and the one before. Fewer of them
  // if one is not below, or cannot be read.
  std::vector<uint32_t> Ascending(uint64_t size, uint64_t end);
  // So many words as the number before them says.
  std::vector<uint64_t> Words();
  // Whether these bytes come next.
  bool Matches(absl::string_view bytes) {
    for (const char byte : bytes) {
      if (Byte() != static_cast<uint8_t>(byte)) return false;
    }
    return true;
  }
  // Whether the seal of all bytes so far comes next.
  bool MatchesSeal() {
    const uint64_t seal = digest_.value();
    return Word() == seal && ok();
  }
  // Whether there is nothing more.
  bool IsAtEnd() {
    Byte();
    return ended_;
  }

  // The beginning of a certificate about `what`, in one of these versions, each
  // of which is a character. Returns the version.
  absl::StatusOr<char> Head(absl::string_view versions, absl::string_view what,
                            uint64_t digest_of_problem);
  // OK if the seal comes next, and nothing behind it.
  absl::Status End();
  // OK if nothing comes next.
  absl::Status Nothing();
  // What is wrong with the last record, or that what was read is damaged.
  absl::Status Wrong(absl::string_view what) const;
  // Notes that, if nothing was wrong before. Returns false.
  template <typename... Pieces>
  bool Refuse(const Pieces&... what) {
    if (refusal_.ok()) refusal_ = Wrong(absl::StrCat(what...));
    return false;
  }
  // The first thing that is wrong.
  const absl::Status& refusal() const { return refusal_; }

  bool ok() const { return ok_; }
  bool ended() const { return ended_; }
  uint64_t position() const {
    return before_ + static_cast<uint64_t>(next_ - begin_);
  }

 private:
  void Use(absl::string_view bytes) {
    begin_ = next_ = bytes.data();
    end_ = begin_ + bytes.size();
  }
  void Fill();

  const CertificateSource* source_ = nullptr;
  const RecordListener* listener_ = nullptr;
  std::string piece_;  // Of the source.
  // What of it, or of other bytes, is there, the next one of them, which is the
  // first that is not in the digest; and how many there were before these.
  const char* begin_ = nullptr;
  const char* next_ = nullptr;
  const char* end_ = nullptr;
  uint64_t before_ = 0;
  uint64_t record_at_ = 0;
  internal::Digest digest_;
  bool ended_ = false;
  bool ok_ = true;  // It has not ended, and no number was too long.
  absl::Status refusal_;
};

}  // namespace checker
}  // namespace dlx

#endif  // DLX_PROOF_CHECK_READER_H_
