#include "dlx/farm/partition.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
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

class Checker {
 public:
  Checker(const Problem& problem, absl::Span<const Unit> units)
      : units_(units), cover_(problem) {}

  absl::Status Check();

 private:
  // A place that units lead to. Its children are not yet checked.
  struct Place {
    Group group;
    size_t depth;             // How many decisions lead there.
    PartialCover::Mark mark;  // Before the last of them.
  };

  const Decision& decision(size_t unit, size_t depth) const {
    return units_[unit][depth];
  }
  // The place's answers, each with the units that give it; or what is wrong.
  absl::StatusOr<std::vector<Group>> Part(const Place& place) const;
  absl::StatusOr<std::vector<Group>> PartByOption(const Place& place) const;
  absl::StatusOr<std::vector<Group>> PartByItem(const Place& place) const;
  absl::Status CheckAnswersThatAreMissing(const Place& place,
                                          const std::vector<Group>& parts);
  // True if no cover agrees with that decision and those before.
  bool IsImpossible(const Decision& decision);
  absl::Status Missing(const Place& place, const Decision& answer) const;

  const absl::Span<const Unit> units_;
  PartialCover cover_;
};

absl::Status Checker::Check() {
  if (units_.empty()) return absl::DataLossError("there are no units");
  if (cover_.is_dead()) return absl::OkStatus();  // There are no covers at all.
  Group all(units_.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  std::vector<Place> places = {{all, 0, cover_.mark()}};
  while (!places.empty()) {
    const Place place = std::move(places.back());
    places.pop_back();
    cover_.UndoTo(place.mark);
    const size_t first = place.group.front();
    if (place.depth > 0 &&
        !Decide({decision(first, place.depth - 1)}, cover_)) {
      // There are no covers here, so that nothing can be missing or there
      // twice.
      continue;
    }
    const absl::StatusOr<std::vector<Group>> parts = Part(place);
    if (!parts.ok()) return parts.status();
    if (parts->empty()) continue;  // A unit ends here.
    absl::Status status = CheckAnswersThatAreMissing(place, *parts);
    if (!status.ok()) return status;
    for (const Group& part : *parts) {
      places.push_back({part, place.depth + 1, cover_.mark()});
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Group>> Checker::Part(const Place& place) const {
  for (const size_t unit : place.group) {
    if (units_[unit].size() > place.depth) continue;
    if (place.group.size() == 1) return std::vector<Group>();
    const size_t other =
        place.group.front() == unit ? place.group.back() : place.group.front();
    return absl::DataLossError(absl::StrCat(
        "all covers of unit ", other, " are covers of unit ", unit, ", too"));
  }
  return decision(place.group.front(), place.depth).kind == Kind::kCover
             ? PartByItem(place)
             : PartByOption(place);
}

absl::StatusOr<std::vector<Group>> Checker::PartByOption(
    const Place& place) const {
  const Decision& first = decision(place.group.front(), place.depth);
  Group taken;
  Group excluded;
  for (const size_t unit : place.group) {
    const Decision& its = decision(unit, place.depth);
    if (its.kind == Kind::kCover || its.option != first.option) {
      return absl::DataLossError(
          absl::StrCat("units ", place.group.front(), " and ", unit,
                       " decide about different things after ", place.depth,
                       " decisions that are the same"));
    }
    (its.takes_option() ? taken : excluded).push_back(unit);
  }
  std::vector<Group> parts;
  if (!taken.empty()) parts.push_back(std::move(taken));
  if (!excluded.empty()) parts.push_back(std::move(excluded));
  return parts;
}

absl::StatusOr<std::vector<Group>> Checker::PartByItem(
    const Place& place) const {
  const Decision& first = decision(place.group.front(), place.depth);
  std::map<uint32_t, Group> by_option;
  for (const size_t unit : place.group) {
    const Decision& its = decision(unit, place.depth);
    if (its.kind != Kind::kCover || its.item != first.item) {
      return absl::DataLossError(
          absl::StrCat("units ", place.group.front(), " and ", unit,
                       " decide about different things after ", place.depth,
                       " decisions that are the same"));
    }
    by_option[its.option.value()].push_back(unit);
  }
  std::vector<Group> parts;
  for (auto& [option, group] : by_option) parts.push_back(std::move(group));
  return parts;
}

absl::Status Checker::CheckAnswersThatAreMissing(
    const Place& place, const std::vector<Group>& parts) {
  const Decision& first = decision(place.group.front(), place.depth);
  if (first.kind != Kind::kCover) {
    if (parts.size() == 2) return absl::OkStatus();
    const Decision other = first.takes_option()
                               ? Decision::Exclude(first.option)
                               : Decision::Take(first.option);
    return IsImpossible(other) ? absl::OkStatus() : Missing(place, other);
  }
  absl::flat_hash_set<OptionId> given;
  for (const Group& part : parts) {
    given.insert(decision(part.front(), place.depth).option);
  }
  for (const OptionId option : cover_.options_of(first.item)) {
    const Decision answer = Decision::Cover(first.item, option);
    if (given.contains(option) || IsImpossible(answer)) continue;
    return Missing(place, answer);
  }
  return absl::OkStatus();
}

bool Checker::IsImpossible(const Decision& decision) {
  const PartialCover::Mark mark = cover_.mark();
  const bool is_possible = Decide({decision}, cover_);
  cover_.UndoTo(mark);
  return !is_possible;
}

absl::Status Checker::Missing(const Place& place,
                              const Decision& answer) const {
  Unit missing(units_[place.group.front()].begin(),
               units_[place.group.front()].begin() +
                   static_cast<std::ptrdiff_t>(place.depth));
  missing.push_back(answer);
  return absl::DataLossError(absl::StrCat(
      "no unit has the covers that agree with ", UnitToString(missing)));
}

}  // namespace

absl::Status CheckPartition(const Problem& problem,
                            absl::Span<const Unit> units) {
  return Checker(problem, units).Check();
}

}  // namespace dlx::units
