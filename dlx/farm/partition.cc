#include "dlx/farm/partition.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/reduce/partial_cover.h"

namespace dlx::units {
namespace {

using internal::PartialCover;
using Kind = Decision::Kind;

// The units that lead to one place of the tree, by their indices.
using Group = std::vector<size_t>;

// What may be decided at a place, and the units that decide it so.
struct Answer {
  Decision decision;
  Group group;
};

class Checker {
 public:
  Checker(const Problem& problem, absl::Span<const Unit> units,
          PartitionVisitor* visitor)
      : units_(units), visitor_(visitor), cover_(problem) {}

  absl::Status Check();

 private:
  // A place that units lead to, or should. Its children are not yet checked.
  struct Place {
    Group group;
    size_t depth;                // How many decisions lead there.
    PartialCover::Mark mark;     // Before the last of them,
    Unit last = {};              // which this is,
    size_t same_way_before = 0;  // and a unit that has the others.
  };

  const Decision& decision(size_t unit, size_t depth) const {
    return units_[unit][depth];
  }
  // Goes there. False if there is no cover: then nothing can be missing or
  // there twice.
  bool GoTo(const Place& place);
  // All answers at the place; none if a unit ends here. Or what is wrong.
  absl::StatusOr<std::vector<Answer>> Part(const Place& place) const;
  absl::StatusOr<std::vector<Answer>> PartByOption(const Place& place) const;
  absl::StatusOr<std::vector<Answer>> PartByItem(const Place& place) const;
  // Tells the visitor about them, and puts them where they come next.
  absl::Status GoOn(const Place& place, std::vector<Answer> answers);
  absl::Status DifferentThings(const Place& place, size_t unit) const;
  absl::Status Missing(const Place& place) const;

  const absl::Span<const Unit> units_;
  PartitionVisitor* const visitor_;
  PartialCover cover_;
  std::vector<Place> places_;  // Still to be checked, the next one last.
};

absl::Status Checker::Check() {
  if (units_.empty()) return absl::DataLossError("there are no units");
  Group all(units_.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  places_.push_back({.group = all, .depth = 0, .mark = cover_.mark()});
  while (!places_.empty()) {
    const Place place = std::move(places_.back());
    places_.pop_back();
    cover_.UndoTo(place.mark);
    if (!GoTo(place)) continue;
    if (place.group.empty()) return Missing(place);
    absl::StatusOr<std::vector<Answer>> answers = Part(place);
    if (!answers.ok()) return answers.status();
    absl::Status status = GoOn(place, *std::move(answers));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

bool Checker::GoTo(const Place& place) {
  if (Decide(place.last, cover_) && !cover_.is_dead()) return true;
  if (visitor_ != nullptr && cover_.is_dead()) {
    visitor_->OnDeadEnd(cover_.dead_item());
  }
  return false;
}

absl::Status Checker::GoOn(const Place& place, std::vector<Answer> answers) {
  const size_t unit = place.group.front();
  if (visitor_ != nullptr) {
    if (answers.empty()) return visitor_->OnUnit(unit, cover_);
    const Decision& first = answers.front().decision;
    if (first.kind != Kind::kCover) {
      if (cover_.is_left(first.option)) visitor_->OnOption(first.option);
    } else if (cover_.missing(first.item) > 0) {
      visitor_->OnItem(first.item);
    }
  }
  for (size_t i = answers.size(); i-- > 0;) {
    places_.push_back({.group = std::move(answers[i].group),
                       .depth = place.depth + 1,
                       .mark = cover_.mark(),
                       .last = {answers[i].decision},
                       .same_way_before = unit});
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Answer>> Checker::Part(const Place& place) const {
  for (const size_t unit : place.group) {
    if (units_[unit].size() > place.depth) continue;
    if (place.group.size() == 1) return std::vector<Answer>();
    const size_t other =
        place.group.front() == unit ? place.group.back() : place.group.front();
    return absl::DataLossError(absl::StrCat(
        "all covers of unit ", other, " are covers of unit ", unit, ", too"));
  }
  return decision(place.group.front(), place.depth).kind == Kind::kCover
             ? PartByItem(place)
             : PartByOption(place);
}

absl::Status Checker::DifferentThings(const Place& place, size_t unit) const {
  return absl::DataLossError(
      absl::StrCat("units ", place.group.front(), " and ", unit,
                   " decide about different things after ", place.depth,
                   " decisions that are the same"));
}

absl::StatusOr<std::vector<Answer>> Checker::PartByOption(
    const Place& place) const {
  const OptionId option = decision(place.group.front(), place.depth).option;
  std::vector<Answer> answers = {{Decision::Take(option), {}},
                                 {Decision::Exclude(option), {}}};
  for (const size_t unit : place.group) {
    const Decision& its = decision(unit, place.depth);
    if (its.kind == Kind::kCover || its.option != option) {
      return DifferentThings(place, unit);
    }
    answers[its.takes_option() ? 0 : 1].group.push_back(unit);
  }
  return answers;
}

absl::StatusOr<std::vector<Answer>> Checker::PartByItem(
    const Place& place) const {
  const ItemId item = decision(place.group.front(), place.depth).item;
  std::map<uint32_t, Group> by_option;
  for (const OptionId option : cover_.options_of(item)) {
    by_option[option.value()];
  }
  for (const size_t unit : place.group) {
    const Decision& its = decision(unit, place.depth);
    if (its.kind != Kind::kCover || its.item != item) {
      return DifferentThings(place, unit);
    }
    by_option[its.option.value()].push_back(unit);
  }
  std::vector<Answer> answers;
  for (auto& [option, group] : by_option) {
    answers.push_back(
        {Decision::Cover(item, OptionId(option)), std::move(group)});
  }
  return answers;
}

absl::Status Checker::Missing(const Place& place) const {
  const Unit& unit = units_[place.same_way_before];
  Unit missing(unit.begin(),
               unit.begin() + static_cast<std::ptrdiff_t>(place.depth - 1));
  missing.push_back(place.last.front());
  return absl::DataLossError(absl::StrCat(
      "no unit has the covers that agree with ", UnitToString(missing)));
}

}  // namespace

absl::Status CheckPartition(const Problem& problem,
                            absl::Span<const Unit> units,
                            PartitionVisitor* visitor) {
  return Checker(problem, units, visitor).Check();
}

}  // namespace dlx::units
