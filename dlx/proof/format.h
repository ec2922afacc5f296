#ifndef DLX_PROOF_FORMAT_H_
#define DLX_PROOF_FORMAT_H_

// The numbers of the certificate format, which docs/certificate.md describes:
// all that its writers and its checker have in common.
//
//     "dlxcert8"  digest of the problem  records ...  end, count  seal
//
// A record is a number whose lowest bits tell what it is; numbers have seven
// bits in each byte, the lowest first, and all bytes but the last have the
// eighth bit set:
//
//     item    << 1 | 0    branch on the item; its children follow
//     back    << 2 | 1    the same as the state in that slot
//     forward << 3 | 3    the state here, whose branch, option, product or
//                         sweep comes next, is to be kept in that slot
//     kind    << 3 | 7    0: the end, or at a state a shortage or clauses;
//                         1: a sweep; 2: an image of the state in a slot, or
//                         an option; larger: a product of kind - 1 parts
//
// Version 1 had no sweeps, version 2 no shortages, version 3 no clauses,
// version 6 no images (and its products had their parts as kind); all are still
// read.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/base/fnv.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal {

// The version is one digit behind that.
inline constexpr absl::string_view kCertificateMagic = "dlxcert";
// Those of a number of covers.
inline constexpr absl::string_view kVersions = "12368";
inline constexpr char kFirstWithSweeps = '2';
inline constexpr char kFirstWithShortages = '3';
inline constexpr char kFirstWithClauses = '6';
inline constexpr char kFirstWithImages = '8';
inline constexpr char kLastVersion = kVersions.back();
// Of the covers of least cost.
inline constexpr char kBestVersion = '4';
// Of classes of covers (dlx/proof/classes); the later one if the group has
// symmetric factors.
inline constexpr char kClassesVersion = '5';
inline constexpr char kFactorsVersion = '7';
inline constexpr absl::string_view kVersionsOfClasses = "57";
// The bytes before the first record.
inline constexpr size_t kCertificateHead = kCertificateMagic.size() + 1 + 8;

// The lowest bits of a record.
inline constexpr uint64_t kBranchMark = 0;
inline constexpr int kBranchBits = 1;
inline constexpr uint64_t kReferenceMark = 1;
inline constexpr int kReferenceBits = 2;
inline constexpr uint64_t kKeepMark = 3;
inline constexpr int kKeepBits = 3;
inline constexpr uint64_t kProductMark = 7;
inline constexpr int kProductBits = 3;
inline constexpr uint64_t kSweepRecord =
    uint64_t{1} << kProductBits | kProductMark;
inline constexpr uint64_t kImageRecord =
    uint64_t{2} << kProductBits | kProductMark;
// Where there are multiplicities, and so no images.
inline constexpr uint64_t kOptionRecord = kImageRecord;
// REQUIRES: there are at least two.
inline constexpr uint64_t ProductRecord(uint64_t parts) {
  return (parts + 1) << kProductBits | kProductMark;
}
// The end, too: that comes where there is no state.
inline constexpr uint64_t kShortageRecord = kProductMark;
// Where there are no multiplicities, and so no shortages. Its steps:
//
//     size   << 2 | 0    learn the clause of so many literals, which follow
//     count  << 2 | 1    forget so many clauses
//     shared << 2 | 2    there is one cover with these decisions,
//     shared << 2 | 3    and there is none: no decisions are the end
inline constexpr uint64_t kClausesRecord = kProductMark;
inline constexpr int kStepBits = 2;
inline constexpr uint64_t kLearnStep = 0;
inline constexpr uint64_t kForgetStep = 1;
inline constexpr uint64_t kCoverStep = 2;
inline constexpr uint64_t kNoCoverStep = 3;
inline constexpr uint64_t kEndRecord = kProductMark;
// Of least costs: by other weights, no cover below the state is cheap enough.
inline constexpr uint64_t kBoundRecord = 1;

// Whether its lowest bits, so many, are these.
inline constexpr bool IsMarked(uint64_t record, uint64_t mark, int bits) {
  return (record & ((uint64_t{1} << bits) - 1)) == mark;
}

// Slots are told by how far they are from the one that was filled last, and the
// states of a queue by how far they are from the one that was reached last,
// which may be in both directions: 0, -1, 1, -2, 2, ... are 0, 1, 2, 3, 4, ...
inline constexpr uint64_t ZigZag(int64_t number) {
  return (static_cast<uint64_t>(number) << 1) ^
         static_cast<uint64_t>(number >> 63);
}
inline constexpr int64_t UnZigZag(uint64_t code) {
  return static_cast<int64_t>(code >> 1) ^ -static_cast<int64_t>(code & 1);
}

// As certificates have them: seven bits in each byte, or all eight bytes.
inline void AppendNumber(uint64_t number, std::string& bytes) {
  for (; number >= 128; number >>= 7) {
    bytes.push_back(static_cast<char>(number | 128));
  }
  bytes.push_back(static_cast<char>(number));
}
void AppendWord(uint64_t word, std::string& bytes);
// How many they are, and each of them.
void AppendWords(absl::Span<const uint64_t> words, std::string& bytes);
// What a certificate begins with.
void AppendHead(char version, uint64_t digest, std::string& bytes);
// A cover: how many options it has, and for each of these, in ascending order,
// how many options lie between it and the one before.
void AppendCover(std::vector<OptionId> cover, std::string& bytes);

// Finds accidents, not forgeries. Nothing that is proved depends on it.
class Digest : public Fnv1a<uint64_t> {
 public:
  // Eight bytes, the lowest first.
  void AddNumber(uint64_t number);
};

// Hands bytes over, and at the end the seal of all of them, if there is to be
// one.
class SealedSink {
 public:
  // Takes the next bytes. False if that was not possible; then it is not called
  // again.
  using Sink = std::function<bool(absl::string_view bytes)>;

  explicit SealedSink(Sink sink, bool has_seal = true)
      : sink_(std::move(sink)), has_seal_(has_seal) {}

  // What comes next, and is still here.
  std::string bytes;

  // Both: false if the sink has failed.
  bool Send();
  // REQUIRES: there is to be a seal.
  bool Finish();
  bool ok() const { return ok_; }
  // How many bytes there are so far.
  uint64_t size() const { return sent_ + bytes.size(); }

 private:
  Sink sink_;
  const bool has_seal_;
  bool ok_ = true;
  uint64_t sent_ = 0;
  Digest seal_;
};

// Of all that matters to covers: items, multiplicities, options, colours; not
// of names and costs.
uint64_t DigestOf(const Problem& problem);
// The same, and of costs.
uint64_t DigestOfCosts(const Problem& problem);

// With items' weights, what is left of an option's cost counts as no more than
// that, so that sums of it fit into 64 bits.
inline int64_t MostReducedCost(const Problem& problem) {
  return (int64_t{1} << 62) /
         (static_cast<int64_t>(problem.primary_count()) + 1);
}

}  // namespace dlx::internal

#endif  // DLX_PROOF_FORMAT_H_
