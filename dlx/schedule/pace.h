#ifndef DLX_SCHEDULE_PACE_H_
#define DLX_SCHEDULE_PACE_H_

// How fast a runner goes, and what that says about the time it takes in all.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "dlx/engine/table.h"
#include "dlx/schedule/turns.h"

namespace dlx::internal {

// How many covers there are, as far as the runners of a count can tell: so many
// if each part of the work has as many as that part. 0 if that is not known.
struct AllCovers {
  double covers = 0;
  double part = 0;
};

// See Standing.
struct Outlook {
  std::optional<RaceTime> left = std::nullopt;
  double doubt = 10;
};

class Pace {
 public:
  // Notes that the last step took so long, for so many nodes.
  void NoteStep(uint64_t nodes, RaceTime time) {
    step_nodes_ = nodes;
    step_time_ = time;
  }
  // How many nodes to visit in about that time: `first` as long as nothing is
  // known. Not many more than in the last step, because nodes are not all
  // alike.
  uint64_t NodesFor(RaceTime time, uint64_t first) const {
    if (step_nodes_ == 0 || step_time_ <= 0) return first;
    const double nodes = time / step_time_ * static_cast<double>(step_nodes_);
    return std::clamp<uint64_t>(static_cast<uint64_t>(std::min(nodes, 0x1p40)),
                                1, std::max(first, 4 * step_nodes_));
  }

  // Notes that after so much time that part of the work is done, and so many
  // covers have been found.
  void NotePart(RaceTime time, double part, double covers) {
    now_ = {time, part, covers};
    if (time > kFromMarkToMark * marks_[0].time) {
      marks_[1] = std::exchange(marks_[0], now_);
    }
  }

  // How much longer the whole takes, by the part that is done; nothing if none
  // is. That may be wrong by the factor Doubt().
  std::optional<RaceTime> Left(const EngineRow& row) const {
    if (now_.part <= 0 || now_.time <= 0) return std::nullopt;
    const double rest = 1 - now_.part;
    const RaceTime by_all = rest / now_.part * now_.time;
    const Mark& before = marks_[1];
    if (before.part <= 0) {
      return row.speed.expects_work ? by_all * DoubtAt(now_.part) : by_all;
    }
    if (!row.can.remembers) {
      if (now_.part <= before.part) return by_all;
      const RaceTime of_late =
          rest / (now_.part - before.part) * (now_.time - before.time);
      return std::sqrt(by_all * of_late);
    }
    // What remembers becomes faster: the part grows with a power of the time.
    const double power =
        std::log(now_.part / before.part) / std::log(now_.time / before.time);
    const auto by_power = [&](double most) {
      const double exponent = -1 / std::clamp(power, 0.4, most);
      return now_.time * (std::pow(now_.part, exponent) - 1);
    };
    if (!row.speed.expects_work) return by_power(20);
    // What expects so much work is likely to expect more later on.
    return std::max(by_power(1), Extreme<std::greater<>>() - now_.time) *
           std::max(DoubtAt(now_.part), Spread());
  }
  double Doubt(const EngineRow& row) const {
    const double doubt = DoubtAt(now_.part) * row.speed.doubt;
    const bool has_spread = row.speed.expects_work && marks_[1].part > 0;
    return std::min(has_spread ? std::max(doubt, Spread()) : doubt, 10.0);
  }
  static double DoubtAt(double part) {
    return std::min(1.1 + 0.2 / std::sqrt(part), 10.0);
  }

  // By the part that is done, which tells about all covers, too; or, of an
  // engine that says nothing of that, by the covers that it has found.
  Outlook Foresee(const EngineRow& row, AllCovers& all) const {
    if (row.speed.is_foreseeable || now_.part > 0) {
      // (Some engines know of no cover before their end.)
      if (now_.covers > 0 && now_.part > all.part) {
        all = {.covers = now_.covers / now_.part, .part = now_.part};
      }
      return {.left = Left(row), .doubt = Doubt(row)};
    }
    if (now_.covers < kManyCovers || all.covers == 0 ||
        !std::isfinite(all.covers)) {
      return {};
    }
    return {.left = LeftByCovers(all.covers), .doubt = 2 * DoubtAt(all.part)};
  }

  // The same, by how many covers there are in all. REQUIRES: some were found.
  RaceTime LeftByCovers(double all) const {
    return std::max(all - now_.covers, 0.0) /
           std::max(now_.covers - marks_[1].covers, 1.0) *
           (now_.time - marks_[1].time);
  }

  RaceTime time() const { return now_.time; }
  // Forgets the work, but not how fast it went.
  void StartAfresh() { now_ = marks_[0] = marks_[1] = {}; }

 private:
  // With so many covers, their pace tells how fast an engine is.
  static constexpr double kManyCovers = 1000;

  struct Mark {
    RaceTime time = 0;
    double part = 0;
    double covers = 0;
  };

  // Of the times that the whole seemed to take now and before.
  template <typename Compare>
  RaceTime Extreme() const {
    RaceTime extreme = now_.time / now_.part;
    for (const Mark& mark : marks_) {
      const RaceTime total = mark.time / mark.part;
      if (Compare()(total, extreme)) extreme = total;
    }
    return extreme;
  }

  double Spread() const {
    return Extreme<std::greater<>>() / Extreme<std::less<>>();
  }

  uint64_t step_nodes_ = 0;
  RaceTime step_time_ = 0;
  Mark now_;
  // Two moments before; from one to the next, the time has grown by a half.
  static constexpr double kFromMarkToMark = 1.5;
  Mark marks_[2];
};

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_PACE_H_
