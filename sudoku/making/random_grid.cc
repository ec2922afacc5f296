// The exact source for 9x9, in the order in which it works.
//
// *Columns of a band.* A band is three rows of boxes' height. In each of its
// boxes the nine digits stand in three columns of three: three sets, a
// partition of the digits. Names of digits do not matter until the end, so the
// partition of the first box can be taken to be {012, 345, 678}; there are 280
// unordered partitions for the second box and as many for the third. Let f be
// the number of ways to write the sets of the three boxes into their columns so
// that each row of the band has all digits. It is a table of 280 x 280, which
// is filled by going through all bands once: rows are sets as well, and the
// rows of the second box are a split (see below) of those of the first.
//
// *Splits.* If three sets make up the nine digits, the ways to choose three
// others that do so, and of which none meets the set at its own place, are 56:
// each digit goes to one of the two places that are not its own, and as many
// must go in one direction round as at each other place. What the top band has
// in the columns of a box thus leaves 56 choices to the middle band, and the
// bottom band gets the rest. What a row of the first box has leaves 56 choices
// for the rows of the second.
//
// So the number of grids is a sum over the columns of the top band and three
// splits, of the product of three values of f.

#include "sudoku/making/random_grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/search.h"
#include "sudoku/encoding.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

// A step that would have to choose among more grids is not done; geometries
// that have no more of them have them all in a list.
constexpr uint64_t kMostChoices = 300;

// Of digits 0..8.
using Set = uint16_t;
constexpr Set kAllNine = 0x1ff;
// Three sets that make up the nine digits, and three of these: what the columns
// of a band have, or the rows of its boxes.
using Triple = std::array<Set, 3>;
using BandSets = std::array<Triple, 3>;

constexpr int kSplits = 56;
constexpr int kPartitions = 280;
constexpr Triple kFirstPartition = {0007, 0070, 0700};

// A split gives each digit of {012, 345, 678} a direction: bit d is set if it
// goes to the next place, rather than to the one before its own.
std::array<Set, kSplits> MakeSplits() {
  std::array<Set, kSplits> splits = {};
  int count = 0;
  for (Set bits = 0; bits <= kAllNine; ++bits) {
    const int first = std::popcount<unsigned>(bits & kFirstPartition[0]);
    if (std::popcount<unsigned>(bits & kFirstPartition[1]) == first &&
        std::popcount<unsigned>(bits & kFirstPartition[2]) == first) {
      splits[count++] = bits;
    }
  }
  assert(count == kSplits);
  return splits;
}

// The digits of the three sets in order; maps digits of {012, 345, 678} to
// those of other sets, and back.
std::array<uint8_t, 9> DigitsInOrder(const Triple& sets) {
  std::array<uint8_t, 9> digits = {};
  int i = 0;
  for (Set set : sets) {
    for (; set != 0; set &= set - 1) {
      digits[i++] = static_cast<uint8_t>(std::countr_zero(set));
    }
  }
  return digits;
}

Triple Split(const Triple& sets, Set directions) {
  const std::array<uint8_t, 9> digits = DigitsInOrder(sets);
  Triple result = {};
  for (int i = 0; i < 9; ++i) {
    const int step = (directions >> i & 1) != 0 ? 1 : 2;
    result[(i / 3 + step) % 3] |= static_cast<Set>(1 << digits[i]);
  }
  return result;
}

Triple Rest(const Triple& a, const Triple& b) {
  Triple rest;
  for (int i = 0; i < 3; ++i) rest[i] = kAllNine & ~a[i] & ~b[i];
  return rest;
}

// True if a row of a box with these rows meets each of its columns in a digit.
bool Cross(const Triple& rows, const Triple& columns) {
  for (const Set row : rows) {
    for (const Set column : columns) {
      const unsigned both = row & column;
      // (Without popcount, which is a call where processors may lack it.)
      if (both == 0 || (both & (both - 1)) != 0) return false;
    }
  }
  return true;
}

// The table of f.
class BandTable {
 public:
  BandTable() : splits_(MakeSplits()), ways_(kPartitions * kPartitions) {
    ListPartitions();
    ListSplits();
    FillWays();
    most_ways_ = *std::max_element(ways_.begin(), ways_.end());
    sums_.resize(ways_.size());
    uint32_t sum = 0;
    for (size_t i = 0; i < ways_.size(); ++i) {
      sums_[i] = sum += ways_[i];
      sums_of_second_[i / kPartitions] = sum;
    }
  }

  const std::array<Set, kSplits>& splits() const { return splits_; }
  const Triple& partition(int index) const { return partitions_[index]; }
  uint32_t most_ways() const { return most_ways_; }

  // Split(partition, splits()[split]).
  const Triple& split(int partition, int split) const {
    return split_[partition * kSplits + split];
  }

  // f, for any columns of a band.
  uint32_t Ways(const BandSets& columns) const {
    return Ways(IndexOf(Renamed(columns[0], columns[1])),
                IndexOf(Renamed(columns[0], columns[2])));
  }
  // The same if the columns of the first box are split(0, first).
  uint32_t WaysOfSplit(int first, const Triple& second,
                       const Triple& third) const {
    const Set* const names = &names_[first * (kAllNine + 1)];
    const auto index = [&](const Triple& sets) {
      return IndexOf({names[sets[0]], names[sets[1]], names[sets[2]]});
    };
    return Ways(index(second), index(third));
  }
  uint32_t Ways(int second, int third) const {
    return ways_[second * kPartitions + third];
  }

  // All rows that the boxes of a band can have if the columns of the first are
  // kFirstPartition, up to the order of the rows.
  const std::vector<BandSets>& rows() const { return rows_; }

  // The sets with other names for the digits: those that make the columns
  // `first` kFirstPartition.
  static Triple Renamed(const Triple& first, const Triple& sets) {
    const std::array<uint8_t, 9> digits = DigitsInOrder(first);
    Triple names = {};
    for (int i = 0; i < 3; ++i) {
      for (int name = 0; name < 9; ++name) {
        names[i] |= static_cast<Set>((sets[i] >> digits[name] & 1) << name);
      }
    }
    return names;
  }

  // A pair of partitions for the second and the third box, with a probability
  // in proportion to f.
  std::pair<int, int> DrawPartitions(Random& random) const {
    const uint32_t at = static_cast<uint32_t>(random.Below(sums_.back()));
    // In two steps, which touch little memory.
    const auto second =
        std::upper_bound(sums_of_second_.begin(), sums_of_second_.end(), at) -
        sums_of_second_.begin();
    const auto begin = sums_.begin() + second * kPartitions;
    const auto third = std::upper_bound(begin, begin + kPartitions, at) - begin;
    return {static_cast<int>(second), static_cast<int>(third)};
  }

 private:
  void ListPartitions() {
    constexpr int kFirstSets = 28;
    second_set_.resize(kFirstSets * (kAllNine + 1));
    for (Set a = 1; a <= kAllNine; a += 2) {  // With digit 0.
      if (std::popcount(a) != 3) continue;
      first_set_[a] = static_cast<int>(partitions_.size());
      const Set rest = kAllNine & ~a;
      const Set lowest = rest & -rest;
      for (Set b = 1; b <= kAllNine; ++b) {
        if (std::popcount(b) != 3 || (b & a) != 0 || (b & lowest) == 0)
          continue;
        second_set_[first_set_[a] / 10 * (kAllNine + 1) + b] =
            static_cast<uint16_t>(partitions_.size());
        partitions_.push_back({a, b, static_cast<Set>(rest & ~b)});
      }
    }
    assert(partitions_.size() == kPartitions);
  }

  int IndexOf(const Triple& sets) const {
    Set a = sets[0];
    for (const Set set : sets) {
      if ((set & 1) != 0) a = set;
    }
    const Set rest = kAllNine & ~a;
    const Set lowest = rest & -rest;
    Set b = 0;
    for (const Set set : sets) {
      if ((set & lowest) != 0) b = set;
    }
    return second_set_[first_set_[a] / 10 * (kAllNine + 1) + b];
  }

  void ListSplits() {
    split_.reserve(kPartitions * kSplits);
    for (const Triple& partition : partitions_) {
      for (const Set directions : splits_) {
        split_.push_back(Split(partition, directions));
      }
    }
    names_.reserve(kSplits * (kAllNine + 1));
    for (int i = 0; i < kSplits; ++i) {
      for (int set = 0; set <= kAllNine; ++set) {
        names_.push_back(Renamed(split(0, i), {static_cast<Set>(set)})[0]);
      }
    }
  }

  // Goes through all rows of a first box whose columns are kFirstPartition, up
  // to the order of the rows, and counts each band for all columns that its
  // second and third box may have.
  void FillWays() {
    constexpr int kOrdersOfRows = 6;
    std::vector<int> second;
    std::vector<int> third;
    const auto list_crossing = [&](const Triple& rows, std::vector<int>& list) {
      list.clear();
      for (int i = 0; i < kPartitions; ++i) {
        if (Cross(rows, partitions_[i])) list.push_back(i);
      }
    };
    for (int p = 0; p < 6; ++p) {
      for (int q = 0; q < 6; ++q) {
        const Triple rows = RowsOfFirstBox(p, q);
        for (const Set directions : splits_) {
          const Triple second_rows = Split(rows, directions);
          rows_.push_back({rows, second_rows, Rest(rows, second_rows)});
          list_crossing(rows_.back()[1], second);
          list_crossing(rows_.back()[2], third);
          for (const int i : second) {
            for (const int j : third) {
              ways_[i * kPartitions + j] += kOrdersOfRows;
            }
          }
        }
      }
    }
  }

  // The first column is 0, 1, 2 from above, the others are in any order.
  static Triple RowsOfFirstBox(int second_order, int third_order) {
    static constexpr uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                              {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    Triple rows;
    for (int i = 0; i < 3; ++i) {
      rows[i] = static_cast<Set>(1 << i | 010 << kOrders[second_order][i] |
                                 0100 << kOrders[third_order][i]);
    }
    return rows;
  }

  std::array<Set, kSplits> splits_;
  std::vector<Triple> partitions_;
  // The first of the ten partitions with that set, in which digit 0 is; and for
  // each of the 28 such sets, the partition with that other set, in which the
  // lowest of the other digits is.
  std::array<int, kAllNine + 1> first_set_ = {};
  std::vector<uint16_t> second_set_;
  std::vector<Triple> split_;  // For each partition and split.
  // For each split of the first partition, the new name of each set.
  std::vector<Set> names_;
  std::vector<BandSets> rows_;
  // f of each pair of partitions, and its sums: over the pairs up to each, and
  // over those up to the last with each partition of the second box. (Small
  // numbers: the table is read at random, and is to stay in the cache.)
  std::vector<uint16_t> ways_;
  std::vector<uint32_t> sums_;
  std::array<uint32_t, kPartitions> sums_of_second_ = {};
  uint32_t most_ways_ = 0;
};

// The number of ways to complete a top band with these partitions.
uint64_t CountCompletions(const BandTable& table, int second, int third) {
  uint64_t completions = 0;
  for (int i = 0; i < kSplits; ++i) {
    for (int j = 0; j < kSplits; ++j) {
      for (int k = 0; k < kSplits; ++k) {
        const BandSets middle = {table.split(0, i), table.split(second, j),
                                 table.split(third, k)};
        const BandSets bottom = {Rest(kFirstPartition, middle[0]),
                                 Rest(table.partition(second), middle[1]),
                                 Rest(table.partition(third), middle[2])};
        completions += uint64_t{table.WaysOfSplit(i, middle[1], middle[2])} *
                       table.Ways(bottom);
      }
    }
  }
  return completions;
}

// Pairs of partitions, as indices into the table, that have the same weights
// because some renaming of the digits takes one to the other.
std::vector<std::vector<int>> ClassesOfPartitions(const BandTable& table) {
  // Renamings that keep {012, 345, 678} are made of these.
  static constexpr uint8_t kRenamings[][9] = {{1, 0, 2, 3, 4, 5, 6, 7, 8},
                                              {0, 2, 1, 3, 4, 5, 6, 7, 8},
                                              {3, 4, 5, 0, 1, 2, 6, 7, 8},
                                              {0, 1, 2, 6, 7, 8, 3, 4, 5}};
  const auto renamed = [&](int partition, const uint8_t* names) {
    Triple sets = {};
    for (int i = 0; i < 3; ++i) {
      for (Set set = table.partition(partition)[i]; set != 0; set &= set - 1) {
        sets[i] |= static_cast<Set>(1 << names[std::countr_zero(set)]);
      }
    }
    for (int i = 0; i < kPartitions; ++i) {
      Triple other = table.partition(i);
      std::sort(sets.begin(), sets.end());
      std::sort(other.begin(), other.end());
      if (sets == other) return i;
    }
    return -1;
  };
  std::vector<std::array<int, kPartitions>> images;
  for (const uint8_t* names : kRenamings) {
    images.emplace_back();
    for (int i = 0; i < kPartitions; ++i) images.back()[i] = renamed(i, names);
  }
  std::vector<std::vector<int>> classes;
  std::vector<bool> is_known(kPartitions * kPartitions, false);
  for (int start = 0; start < kPartitions * kPartitions; ++start) {
    if (is_known[start]) continue;
    is_known[start] = true;
    std::vector<int> members = {start};
    const auto add = [&](int second, int third) {
      const int pair = second * kPartitions + third;
      if (is_known[pair]) return;
      is_known[pair] = true;
      members.push_back(pair);
    };
    for (size_t i = 0; i < members.size(); ++i) {
      const int second = members[i] / kPartitions;
      const int third = members[i] % kPartitions;
      add(third, second);  // The boxes exchanged.
      for (const std::array<int, kPartitions>& image : images) {
        add(image[second], image[third]);
      }
    }
    classes.push_back(std::move(members));
  }
  return classes;
}

// Draws 9x9 grids.
class StandardGrids {
 public:
  Grid Draw(Random& random) const {
    BandSets bands[3];
    DrawColumns(random, bands);
    std::array<uint8_t, 9> names;
    std::iota(names.begin(), names.end(), 1);
    random.Shuffle(absl::MakeSpan(names));
    Grid grid(9);
    for (int band = 0; band < 3; ++band) {
      WriteBand(bands[band], band, names, random, grid);
    }
    return grid;
  }

 private:
  // Which digits stand in which columns of the three bands. In which order the
  // columns of a box come makes no difference to the weights.
  void DrawColumns(Random& random, BandSets (&bands)[3]) const {
    BandSets& top = bands[0];
    BandSets& middle = bands[1];
    BandSets& bottom = bands[2];
    while (true) {
      const auto [second, third] = table_.DrawPartitions(random);
      const int first_split = static_cast<int>(random.Below(kSplits));
      top = {kFirstPartition, table_.partition(second),
             table_.partition(third)};
      middle = {table_.split(0, first_split),
                table_.split(second, static_cast<int>(random.Below(kSplits))),
                table_.split(third, static_cast<int>(random.Below(kSplits)))};
      // The product of two probabilities: mostly the first one refuses.
      if (!Accept(table_.WaysOfSplit(first_split, middle[1], middle[2]),
                  random)) {
        continue;
      }
      for (int box = 0; box < 3; ++box) {
        bottom[box] = Rest(top[box], middle[box]);
      }
      if (Accept(table_.Ways(bottom), random)) break;
    }
    for (const int box : {1, 2}) ShuffleColumns(random, box, bands);
  }

  bool Accept(uint32_t ways, Random& random) const {
    return random.Below(table_.most_ways()) < ways;
  }

  // The same order in all bands.
  static void ShuffleColumns(Random& random, int box, BandSets (&bands)[3]) {
    std::array<int, 3> order = {0, 1, 2};
    random.Shuffle(absl::MakeSpan(order));
    for (BandSets& band : bands) {
      const Triple sets = band[box];
      for (int i = 0; i < 3; ++i) band[box][i] = sets[order[i]];
    }
  }

  // Writes the digits of a band into their columns, in any of the ways that
  // there are: rows are drawn until they fit.
  void WriteBand(const BandSets& columns, int band,
                 const std::array<uint8_t, 9>& names, Random& random,
                 Grid& grid) const {
    const std::array<uint8_t, 9> digits = DigitsInOrder(columns[0]);
    BandSets renamed;
    for (int box = 0; box < 3; ++box) {
      renamed[box] = BandTable::Renamed(columns[0], columns[box]);
    }
    const BandSets* rows = nullptr;
    do {
      rows = &table_.rows()[random.Below(table_.rows().size())];
    } while (!Cross((*rows)[1], renamed[1]) || !Cross((*rows)[2], renamed[2]));
    std::array<int, 3> order = {0, 1, 2};
    random.Shuffle(absl::MakeSpan(order));
    for (int box = 0; box < 3; ++box) {
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
          const unsigned digit = (*rows)[box][row] & renamed[box][column];
          grid[(band * 3 + order[row]) * 9 + box * 3 + column] =
              names[digits[std::countr_zero(digit)]];
        }
      }
    }
  }

  BandTable table_;
};

// Draws grids of any geometry, by clearing and filling in.
class Steps {
 public:
  static absl::StatusOr<Steps> Create(const Encoding& encoding,
                                      const dlx::Interrupter* interrupter) {
    absl::StatusOr<dlx::Search> search = dlx::Search::Create(
        encoding.problem(), {.limits = {.solutions = kMostChoices + 1,
                                        .interrupter = interrupter}});
    if (!search.ok()) return search.status();
    return Steps(encoding, *std::move(search), interrupter);
  }

  // The grids that complete the clues; nothing if they are too many.
  absl::StatusOr<std::optional<std::vector<Grid>>> Completions(
      const Grid& clues) {
    givens_.clear();
    encoding_.AppendGivens(clues, givens_);
    const absl::Status status = search_.Restart(givens_);
    if (!status.ok()) return status;
    std::vector<Grid> grids;
    while (search_.Next()) {
      grids.emplace_back(clues.size());
      encoding_.Decode(search_.solution().options, grids.back());
    }
    if (search_.outcome() == dlx::Outcome::kExhausted) return {grids};
    if (search_.outcome() == dlx::Outcome::kSolutionLimit) {
      return {std::nullopt};
    }
    return absl::CancelledError("interrupted");
  }

  absl::StatusOr<Grid> Draw(Random& random, int steps) {
    absl::StatusOr<Grid> start = FindSome(random);
    if (!start.ok()) return start.status();
    Grid grid = *std::move(start);
    for (int i = 0; i < steps; ++i) {
      absl::StatusOr<std::optional<std::vector<Grid>>> choices =
          Completions(PartlyCleared(grid, random));
      if (!choices.ok()) return choices.status();
      // All grids that could be chosen have the same choices, or too many.
      if (!choices->has_value()) continue;
      std::vector<Grid>& grids = **choices;
      grid = std::move(grids[random.Below(grids.size())]);
    }
    return grid;
  }

  // A search in a random order can have bad luck: then another one begins.
  absl::StatusOr<Grid> FindSome(Random& random) const {
    for (uint64_t nodes = 10'000;; nodes *= 2) {
      const absl::StatusOr<dlx::FirstResult> first = dlx::FindFirst(
          encoding_.problem(),
          {.limits = {.nodes = nodes, .interrupter = interrupter_},
           .seed = random.Next()});
      if (!first.ok()) return first.status();
      if (first->options.has_value()) {
        Grid grid(encoding_.geometry().size());
        encoding_.Decode(*first->options, grid);
        return grid;
      }
      switch (first->summary.outcome) {
        case dlx::Outcome::kExhausted:
          return absl::InvalidArgumentError(
              "there is no grid with these houses");
        case dlx::Outcome::kNodeLimit:
          break;
        default:
          return absl::CancelledError("interrupted");
      }
    }
  }

 private:
  Steps(const Encoding& encoding, dlx::Search search,
        const dlx::Interrupter* interrupter)
      : encoding_(encoding),
        search_(std::move(search)),
        interrupter_(interrupter) {}

  // Without three or four digits, or without the cells of two to four houses.
  Grid PartlyCleared(const Grid& grid, Random& random) const {
    const Geometry& geometry = encoding_.geometry();
    Grid clues = grid;
    if (random.Below(2) == 0) {
      std::vector<uint8_t> digits(grid.size());
      std::iota(digits.begin(), digits.end(), 1);
      random.Shuffle(absl::MakeSpan(digits));
      const int cleared =
          std::min<int>(3 + static_cast<int>(random.Below(2)), grid.size());
      for (uint8_t& digit : clues) {
        if (std::find(digits.begin(), digits.begin() + cleared, digit) !=
            digits.begin() + cleared) {
          digit = 0;
        }
      }
      return clues;
    }
    for (uint64_t count = 2 + random.Below(3); count > 0; --count) {
      const size_t house = random.Below(geometry.houses().size());
      for (const int cell : geometry.houses()[house].cells) clues[cell] = 0;
    }
    return clues;
  }

  Encoding encoding_;
  dlx::Search search_;
  const dlx::Interrupter* interrupter_;
  std::vector<dlx::OptionId> givens_;
};

}  // namespace

class RandomGrids::Source {
 public:
  explicit Source(Steps steps) : steps(std::move(steps)) {}

  Steps steps;
  std::optional<StandardGrids> standard;
  std::vector<Grid> all;  // If they are few.
};

RandomGrids::RandomGrids(std::unique_ptr<Source> source)
    : source_(std::move(source)) {}
RandomGrids::RandomGrids(RandomGrids&&) noexcept = default;
RandomGrids& RandomGrids::operator=(RandomGrids&&) noexcept = default;
RandomGrids::~RandomGrids() = default;

absl::StatusOr<RandomGrids> RandomGrids::Create(
    const Geometry& geometry, const dlx::Interrupter* interrupter) {
  absl::StatusOr<Steps> steps =
      Steps::Create(Encoding::ForGeometry(geometry), interrupter);
  if (!steps.ok()) return steps.status();
  auto source = std::make_unique<Source>(*std::move(steps));
  if (geometry == Geometry::Standard()) {
    source->standard.emplace();
  } else if (geometry.size() <= 6) {
    absl::StatusOr<std::optional<std::vector<Grid>>> all =
        source->steps.Completions(Grid(geometry.size()));
    if (!all.ok()) return all.status();
    if (all->has_value()) source->all = **std::move(all);
  }
  if (!source->standard.has_value()) {
    Random random(0);
    const absl::StatusOr<Grid> grid = source->steps.FindSome(random);
    if (!grid.ok()) return grid.status();
  }
  return RandomGrids(std::move(source));
}

bool RandomGrids::is_exact() const {
  assert(source_ != nullptr);  // Otherwise it has been moved from.
  return source_->standard.has_value() || !source_->all.empty();
}

absl::StatusOr<Grid> RandomGrids::Draw(Random& random) {
  assert(source_ != nullptr);
  if (source_->standard.has_value()) return source_->standard->Draw(random);
  const std::vector<Grid>& all = source_->all;
  if (!all.empty()) return all[random.Below(all.size())];
  return DrawBySteps(random);
}

absl::StatusOr<Grid> RandomGrids::DrawBySteps(Random& random, int steps) {
  assert(source_ != nullptr);
  return source_->steps.Draw(random, steps);
}

absl::uint128 CountStandardGrids() {
  const BandTable table;
  constexpr int kOrders = 36;  // Of the second and the third box's columns.
  constexpr int kFirstColumns = 1680;
  absl::uint128 sum = 0;
  for (const std::vector<int>& pairs : ClassesOfPartitions(table)) {
    const int second = pairs[0] / kPartitions;
    const int third = pairs[0] % kPartitions;
    const absl::uint128 completions = CountCompletions(table, second, third);
    sum += completions * table.Ways(second, third) * pairs.size();
  }
  return sum * kOrders * kFirstColumns;
}

}  // namespace sudoku
