// Which covers stand for their classes.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/ask/symmetry.h"
#include "dlx/ask/symmetry/permutation_group.h"
#include "dlx/ask/symmetry/quotient.h"
#include "dlx/ask/symmetry_data.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx {

struct ClassRepresentatives::Data {
  internal::ProblemGraph graph;
  // Where each element of the group but the identity takes kinds of options:
  // the kinds are numbered by their first options.
  std::vector<internal::Permutation> elements = {};
};

ClassRepresentatives::ClassRepresentatives(std::shared_ptr<const Data> data)
    : data_(std::move(data)) {}

absl::StatusOr<ClassRepresentatives> ClassRepresentatives::Create(
    const SymmetryGroup& group, const Limits& limits, size_t memory_limit) {
  const internal::ProblemGraph& graph = group.data().graph;
  absl::Status status = internal::CheckEqualOptions(graph);
  if (!status.ok()) return status;
  const LimitWatch watch(limits);
  const size_t bytes = graph.option_vertices() * sizeof(uint32_t) + 50;
  if (group.order() > memory_limit / bytes) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "there are ", group.order().ToString(),
        " symmetries: to compare covers by them needs more memory than it is "
        "given"));
  }
  const absl::StatusOr<internal::PermutationGroup> permutations =
      internal::PermutationGroup::Generate(
          graph.graph().size(), group.data().automorphisms.generators, watch,
          memory_limit);
  if (!permutations.ok()) return permutations.status();
  auto data = std::make_shared<Data>(Data{.graph = graph});
  const auto order = static_cast<uint64_t>(group.order().ToUint128());
  for (uint64_t index = 1; index < order; ++index) {
    if (watch.MustStop()) return internal::StoppedError(watch);
    internal::Permutation element = permutations->Element(index);
    element.resize(graph.option_vertices());
    element.shrink_to_fit();
    data->elements.push_back(std::move(element));
  }
  return ClassRepresentatives(std::move(data));
}

uint64_t ClassRepresentatives::LengthIfFirst(
    absl::Span<const OptionId> cover) const {
  std::vector<uint32_t> kinds;
  for (const OptionId option : cover) {
    kinds.push_back(data_->graph.VertexOf(option));
    if (data_->graph.OptionsOf(kinds.back())[0] != option) return 0;
  }
  absl::c_sort(kinds);
  std::vector<uint32_t> image(kinds.size());
  uint64_t leave_it = 1;
  for (const internal::Permutation& element : data_->elements) {
    for (size_t i = 0; i < kinds.size(); ++i) image[i] = element[kinds[i]];
    absl::c_sort(image);
    if (image < kinds) return 0;
    if (image == kinds) ++leave_it;
  }
  return (data_->elements.size() + 1) / leave_it;
}

std::vector<OptionId> ClassRepresentatives::FirstLike(
    absl::Span<const OptionId> cover) const {
  std::vector<uint32_t> kinds;
  for (const OptionId option : cover) {
    kinds.push_back(data_->graph.VertexOf(option));
  }
  absl::c_sort(kinds);
  std::vector<uint32_t> least = kinds;
  std::vector<uint32_t> image(kinds.size());
  for (const internal::Permutation& element : data_->elements) {
    for (size_t i = 0; i < kinds.size(); ++i) image[i] = element[kinds[i]];
    absl::c_sort(image);
    if (image < least) least = image;
  }
  std::vector<OptionId> first;
  for (const uint32_t kind : least) {
    first.push_back(data_->graph.OptionsOf(kind)[0]);
  }
  return first;
}

}  // namespace dlx
