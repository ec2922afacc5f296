#include "dlx/ask/symmetry/quotient.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace dlx::internal {
namespace {

// Whether a cover can have an option together with one that is equal.
bool CanBeTwice(const Problem& problem, OptionId option) {
  return absl::c_all_of(problem.option(option), [&](const ItemUse& use) {
    return problem.is_primary(use.item)
               ? problem.multiplicity(use.item).high > 1
               : use.color != kNoColor;
  });
}

class QuotientMaker {
 public:
  QuotientMaker(const ProblemGraph& graph, const Permutation& symmetry)
      : graph_(graph), problem_(graph.problem()), symmetry_(symmetry) {}

  absl::StatusOr<Quotient> Make() {
    AddItems();
    std::vector<OptionId> givens;
    bool has_no_cover = false;
    std::vector<bool> done(graph_.option_vertices());
    for (uint32_t v = 0; v < graph_.option_vertices(); ++v) {
      if (done[v]) continue;
      std::vector<uint32_t> orbit;
      for (uint32_t w = v; !done[w]; w = symmetry_[w]) {
        done[w] = true;
        orbit.push_back(w);
      }
      // Of equal options, a cover has one at most.
      if (graph_.IsGiven(v) && graph_.OptionsOf(v).size() > 1) {
        has_no_cover = true;
      }
      if (!Collect(orbit)) {
        has_no_cover = has_no_cover || graph_.IsGiven(v);
        continue;
      }
      const OptionId option = AddOption();
      if (graph_.IsGiven(v)) givens.push_back(option);
    }
    absl::StatusOr<Problem> made = std::move(builder_).Build();
    if (!made.ok()) return made.status();
    return Quotient{*std::move(made), std::move(givens), has_no_cover};
  }

 private:
  // One item of each orbit keeps its name. Items of one kind are in the same
  // options: one is enough, and items in no option stay what they are.
  void AddItems() {
    Orbits orbits(symmetry_.size());
    orbits.Add(symmetry_);
    item_.resize(problem_.item_count());
    for (uint32_t i = 0; i < problem_.item_count(); ++i) {
      const ItemId item(i);
      const std::optional<uint32_t> vertex = graph_.VertexOf(item);
      if (vertex.has_value() && (orbits.Find(*vertex) != *vertex ||
                                 graph_.ItemsOf(*vertex)[0] != item)) {
        continue;
      }
      item_[i] = problem_.is_primary(item)
                     ? builder_.AddPrimary(problem_.item_name(item),
                                           problem_.multiplicity(item))
                     : builder_.AddSecondary(problem_.item_name(item));
    }
  }

  // Collects what the options of an orbit use together. False if they clash.
  bool Collect(const std::vector<uint32_t>& orbit) {
    once_.clear();
    again_.clear();
    uses_.clear();
    for (const uint32_t vertex : orbit) {
      for (const ItemUse& use : problem_.option(graph_.OptionsOf(vertex)[0])) {
        if (item_[use.item.value()].has_value()) uses_.push_back(use);
      }
    }
    absl::c_sort(uses_, [](const ItemUse& a, const ItemUse& b) {
      return std::pair(a.item, a.color) < std::pair(b.item, b.color);
    });
    for (size_t i = 0, end = 0; i < uses_.size(); i = end) {
      while (end < uses_.size() && uses_[end].item == uses_[i].item) ++end;
      if (!CollectItem(absl::MakeConstSpan(uses_).subspan(i, end - i))) {
        return false;
      }
    }
    return true;
  }

  // The uses of one item.
  bool CollectItem(absl::Span<const ItemUse> uses) {
    const ItemId old = uses[0].item;
    const ItemId item = *item_[old.value()];
    const ColorId color = uses[0].color;
    if (problem_.is_primary(old)) {
      if (uses.size() > problem_.multiplicity(old).high) return false;
      again_.insert(again_.end(), uses.size() - 1, item);
    } else if (uses.size() > 1 &&
               (color == kNoColor || uses.back().color != color)) {
      return false;
    }
    once_.push_back(
        color == kNoColor
            ? ItemUse(item)
            : ItemUse(item, builder_.AddColor(problem_.color_name(color))));
    return true;
  }

  OptionId AddOption() {
    if (again_.empty()) return builder_.AddOption(once_);
    const ItemId says = builder_.AddSecondary(NewName("s"));
    const ItemUse taken(says, builder_.AddColor("taken"));
    const ItemUse left(says, builder_.AddColor("left"));
    const ItemId chosen = builder_.AddPrimary(NewName("chosen"));
    once_.push_back(chosen);
    once_.push_back(taken);
    const OptionId option = builder_.AddOption(once_);
    builder_.AddOption({chosen, left});
    for (const ItemId item : again_) {
      const ItemId again = builder_.AddPrimary(NewName("again"));
      builder_.AddOption({again, taken, item});
      builder_.AddOption({again, left});
    }
    return option;
  }

  // A name that no item has: of the problem or of the quotient.
  std::string NewName(absl::string_view kind) {
    std::string name;
    do {
      name = absl::StrCat(kind, "_", ++names_);
    } while (problem_.FindItem(name).has_value());
    return name;
  }

  const ProblemGraph& graph_;
  const Problem& problem_;
  const Permutation& symmetry_;
  ProblemBuilder builder_;
  // The item of the quotient, for those that are kept.
  std::vector<std::optional<ItemId>> item_;
  size_t names_ = 0;
  // Of the orbit at hand: all uses of these items; what it uses, and what it
  // uses more than once, as often as it does so besides the first time.
  std::vector<ItemUse> uses_;
  std::vector<ItemUse> once_;
  std::vector<ItemId> again_;
};

}  // namespace

absl::Status CheckEqualOptions(const ProblemGraph& graph) {
  for (uint32_t v = 0; v < graph.option_vertices(); ++v) {
    const std::vector<OptionId>& options = graph.OptionsOf(v);
    if (options.size() > 1 && CanBeTwice(graph.problem(), options[0])) {
      return absl::UnimplementedError(absl::StrCat(
          "options ", options[0].value(), " and ", options[1].value(), " (",
          graph.problem().OptionToString(options[0]),
          ") are equal and can be in one cover together: covers of such "
          "problems cannot be counted up to symmetry"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<Quotient> MakeQuotient(const ProblemGraph& graph,
                                      const Permutation& symmetry) {
  return QuotientMaker(graph, symmetry).Make();
}

}  // namespace dlx::internal
