#include "dlx/io/diagram_file.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/ask/diagram/nodes.h"
#include "dlx/base/fnv.h"
#include "dlx/id.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx::io {
namespace {

using internal::Fnv1a;
using internal::diagram::Edge;
using internal::diagram::kEnd;
using internal::diagram::kNoOption;
using internal::diagram::kNowhere;
using internal::diagram::Node;
using internal::diagram::NodeMaker;
using internal::diagram::Nodes;

// The versions, which are equally long. The second one knows edges that choose
// no option.
constexpr absl::string_view kMagic = "dlxdiag1";
constexpr absl::string_view kMagicOfDecisions = "dlxdiag2";
constexpr size_t kSealSize = 8;

class Writer {
 public:
  explicit Writer(absl::FunctionRef<bool(StringView)> sink) : sink_(sink) {}

  void Bytes(absl::string_view bytes) {
    buffer_.append(bytes.data(), bytes.size());
    if (buffer_.size() >= kBufferSize) Flush();
  }
  void Number(uint64_t number) {
    for (; number >= 128; number >>= 7) {
      buffer_.push_back(static_cast<char>(number | 128));
    }
    buffer_.push_back(static_cast<char>(number));
    if (buffer_.size() >= kBufferSize) Flush();
  }
  // The end. False if the sink has failed.
  bool Seal() {
    Flush();
    for (size_t i = 0; i < kSealSize; ++i) {
      buffer_.push_back(static_cast<char>(seal_.value() >> 8 * i));
    }
    return ok_ && sink_(buffer_);
  }

 private:
  static constexpr size_t kBufferSize = size_t{1} << 16;

  void Flush() {
    seal_.Add(buffer_);
    ok_ = ok_ && sink_(buffer_);
    buffer_.clear();
  }

  absl::FunctionRef<bool(StringView)> sink_;
  std::string buffer_;
  Fnv1a<uint64_t> seal_;
  bool ok_ = true;
};

// Goes through the bytes of a file. After an error there are only zeros.
class Reader {
 public:
  Reader(absl::string_view bytes, absl::string_view file_name)
      : bytes_(bytes), file_name_(file_name) {}

  uint64_t Number() {
    uint64_t number = 0;
    for (int shift = 0; status_.ok(); shift += 7) {
      if (place_ == bytes_.size()) return Fail("the file ends too early");
      const auto byte = static_cast<unsigned char>(bytes_[place_++]);
      if (shift == 63 && byte > 1) return Fail("a number is too large");
      number |= uint64_t{byte & 127u} << shift;
      if (byte < 128) return number;
    }
    return 0;
  }
  // A number that is less than the limit.
  uint64_t NumberBelow(uint64_t limit, absl::string_view what) {
    const uint64_t number = Number();
    if (status_.ok() && number >= limit) {
      return Fail(
          absl::StrCat(what, " ", number, ", but there are only ", limit));
    }
    return number;
  }
  absl::string_view Bytes(uint64_t size) {
    if (size > bytes_.size() - place_) {
      Fail("the file ends too early");
      return "";
    }
    place_ += size;
    return bytes_.substr(place_ - size, size);
  }

  // 0.
  uint64_t Fail(absl::string_view why) {
    if (status_.ok()) {
      status_ = absl::DataLossError(absl::StrCat(file_name_,
                                                 file_name_.empty() ? "" : ": ",
                                                 "byte ", place_, ": ", why));
    }
    return 0;
  }
  bool ok() const { return status_.ok(); }
  const absl::Status& status() const { return status_; }
  size_t left() const { return bytes_.size() - place_; }

 private:
  absl::string_view bytes_;
  absl::string_view file_name_;
  size_t place_ = 0;
  absl::Status status_;
};

std::vector<OptionId> ReadGivens(Reader& reader, const Problem& problem) {
  // Each takes a byte at least.
  const uint64_t count = reader.NumberBelow(reader.left() + 1, "givens:");
  std::vector<OptionId> givens;
  for (uint64_t i = 0; i < count && reader.ok(); ++i) {
    givens.emplace_back(static_cast<uint32_t>(
        reader.NumberBelow(problem.option_count(), "option")));
  }
  return givens;
}

// An option of an edge. In version 2 all are one more, and 0 is none.
OptionId ReadOption(Reader& reader, const Problem& problem,
                    bool has_decisions) {
  const uint64_t shift = has_decisions ? 1 : 0;
  const uint64_t number =
      reader.NumberBelow(problem.option_count() + shift, "option");
  return number < shift ? kNoOption
                        : OptionId(static_cast<uint32_t>(number - shift));
}

Nodes ReadNodes(Reader& reader, const Problem& problem, bool has_decisions) {
  NodeMaker maker;
  // Each takes three bytes at least.
  const uint64_t count = reader.NumberBelow(reader.left() + 1, "nodes:");
  std::vector<Edge> edges;
  // The longest way to the end. No cover has more options than there are
  // primary items, nor are there more decisions than options; and without a
  // limit counts could grow beyond all memory.
  std::vector<uint64_t> depths = {0};
  const uint64_t most =
      has_decisions ? problem.option_count() : problem.primary_count();
  for (uint64_t node = 1; node <= count && reader.ok(); ++node) {
    // A decision is to take an option or to leave it.
    const uint64_t edge_count = reader.NumberBelow(
        has_decisions ? 3 : problem.option_count() + 1, "edges:");
    edges.clear();
    depths.push_back(0);
    for (uint64_t i = 0; i < edge_count && reader.ok(); ++i) {
      const OptionId option = ReadOption(reader, problem, has_decisions);
      const uint64_t back = reader.NumberBelow(node + 1, "an edge that is");
      if (back == 0) reader.Fail("an edge leads to its own node");
      edges.push_back({option, static_cast<Node>(node - back)});
      depths[node] = std::max(depths[node], depths[node - back] + 1);
    }
    if (depths[node] > most) {
      reader.Fail(
          has_decisions
              ? "there are more decisions than options"
              : "a cover has more options than there are primary items");
    }
    if (reader.ok() && maker.Add(edges) != node) {
      reader.Fail("a node has no edges, or is there twice");
    }
  }
  return maker.Take();
}

}  // namespace

absl::Status WriteDiagram(const Diagram& diagram,
                          absl::FunctionRef<bool(StringView)> sink) {
  const absl::StatusOr<std::string> problem = WriteProblem(diagram.problem_);
  if (!problem.ok()) return problem.status();
  Writer writer(sink);
  const bool has_decisions = diagram.problem_.has_multiplicities();
  writer.Bytes(has_decisions ? kMagicOfDecisions : kMagic);
  writer.Number(problem->size());
  writer.Bytes(*problem);
  writer.Number(diagram.givens_.size());
  for (const OptionId given : diagram.givens_) writer.Number(given.value());
  const Nodes& nodes = diagram.nodes_;
  writer.Number(nodes.size() - 1);
  for (Node node = kEnd + 1; node < nodes.size(); ++node) {
    writer.Number(nodes.edges(node).size());
    for (const Edge& edge : nodes.edges(node)) {
      // kNoOption becomes 0.
      writer.Number(edge.option.value() + uint32_t{has_decisions});
      writer.Number(node - edge.to);
    }
  }
  writer.Number(diagram.root_ == kNowhere ? 0 : uint64_t{diagram.root_} + 1);
  return writer.Seal()
             ? absl::OkStatus()
             : absl::UnavailableError("the diagram cannot be written");
}

absl::StatusOr<Diagram> ReadDiagram(StringView bytes, StringView file_name,
                                    const Limits& limits, size_t memory_limit) {
  const LimitWatch watch(limits);
  const absl::string_view all = bytes;
  const absl::string_view name = file_name;
  const std::string prefix = name.empty() ? "" : absl::StrCat(name, ": ");
  const bool has_decisions = absl::StartsWith(all, kMagicOfDecisions);
  if (!has_decisions && !absl::StartsWith(all, kMagic)) {
    return absl::InvalidArgumentError(
        absl::StrCat(prefix, "this is not a diagram: it begins neither with ",
                     kMagic, " nor with ", kMagicOfDecisions));
  }
  if (all.size() < kMagic.size() + kSealSize) {
    return absl::DataLossError(absl::StrCat(prefix, "the file ends too early"));
  }
  const absl::string_view sealed = all.substr(0, all.size() - kSealSize);
  Fnv1a<uint64_t> digest;
  digest.Add(sealed);
  uint64_t seal = 0;
  for (size_t i = 0; i < kSealSize; ++i) {
    seal |= uint64_t{static_cast<unsigned char>(all[sealed.size() + i])}
            << 8 * i;
  }
  if (digest.value() != seal) {
    return absl::DataLossError(absl::StrCat(
        prefix, "the file is damaged: its check sum is another one"));
  }
  Reader reader(sealed, name);
  reader.Bytes(kMagic.size());
  const absl::string_view text = reader.Bytes(reader.Number());
  if (!reader.ok()) return reader.status();
  const absl::StatusOr<Problem> problem = ReadProblem(
      text, absl::StrCat(name, name.empty() ? "" : ", its problem"));
  if (!problem.ok()) return problem.status();
  const std::vector<OptionId> givens = ReadGivens(reader, *problem);
  Nodes nodes = ReadNodes(reader, *problem, has_decisions);
  const uint64_t root =
      reader.NumberBelow(nodes.size() + 1, "the root is node");
  if (reader.ok() && reader.left() > 0)
    reader.Fail("there is more than a diagram");
  if (!reader.ok()) return reader.status();
  return Diagram::Make(*problem, givens, std::move(nodes),
                       root == 0 ? kNowhere : static_cast<Node>(root - 1),
                       watch, memory_limit);
}

}  // namespace dlx::io
