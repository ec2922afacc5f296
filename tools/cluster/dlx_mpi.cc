// Works on a run with MPI:
//
//   dlx plan FILE RUN && mpirun -n 8 dlx_mpi RUN && dlx merge RUN
//
// Rank 0 hands out units, and does not search; the others search one unit at a
// time, each with one thread, and write the results into the folder, which all
// of them must see. When a rank has nothing to do because there is no unit
// left, rank 0 asks the one that has been busy for longest to split its unit.
//
//   rank 0                                 the others
//   kSearch: name, nodes, decisions  --->
//                                    <---  kDone, kSplit or kLeft
//   kShare                           --->
//                                    <---  kSplit, or whatever comes first
//   kEnd                             --->
//
// All that is known is in the folder: if a rank is lost, MPI ends the others,
// too, and the same line once more goes on with what was left. The ranks claim
// their units like other workers, so `dlx work RUN` may help.

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/farm/claims.h"
#include "dlx/farm/run_folder.h"
#include "dlx/farm/unit_worker.h"
#include "dlx/limits.h"
#include "dlx/natural.h"

ABSL_FLAG(absl::Duration, slice, dlx::units::UnitWorkerOptions().slice,
          "Split a unit that takes longer.");
ABSL_FLAG(absl::Duration, lease, absl::Minutes(2),
          "Take over a unit whose worker has shown no sign of life for so "
          "long.");
ABSL_FLAG(absl::Duration, share_after, absl::Seconds(2),
          "When a rank is idle, split a unit that has been searched for so "
          "long.");

namespace dlx::units {
namespace {

enum Tag {
  kSearch,
  kShare,
  kEnd,
  kDone,  // With a cover that was wanted: "found".
  kSplit,
  kLeft,   // It cannot be split, or is another worker's.
  kError,  // With a sentence.
};

constexpr absl::Duration kPoll = absl::Milliseconds(1);

// How long rank 0 waits before it looks into the folder for what others do.
constexpr absl::Duration kPatience = absl::Seconds(1);

struct Message {
  int rank = 0;
  int tag = 0;
  std::string text;
};

void Send(int rank, Tag tag, const std::string& text = "") {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, rank, tag,
           MPI_COMM_WORLD);
}

// The next message, if one has arrived.
std::optional<Message> Receive() {
  int has_arrived = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_arrived,
             &status);
  if (!has_arrived) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  Message message = {status.MPI_SOURCE, status.MPI_TAG,
                     std::string(static_cast<size_t>(size), '\0')};
  MPI_Recv(message.text.data(), size, MPI_CHAR, message.rank, message.tag,
           MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message;
}

Message WaitForMessage() {
  while (true) {
    if (std::optional<Message> message = Receive()) return *std::move(message);
    // MPI's own waiting takes all the time of a processor.
    absl::SleepFor(kPoll);
  }
}

// --- Those who search.

class Searcher {
 public:
  explicit Searcher(const RunFolder& run)
      : run_(run),
        worker_(run, {.slice = absl::GetFlag(FLAGS_slice),
                      .worth_splitting = absl::ZeroDuration()}),
        claims_(absl::StrCat(run.path(), "/claims"),
                absl::GetFlag(FLAGS_lease)) {}

  void Run() {
    while (true) {
      const Message message = WaitForMessage();
      if (message.tag == kEnd) return;
      // What was to be shared may be done by now.
      if (message.tag == kSearch) Search(message.text);
    }
  }

 private:
  void Search(const std::string& text) {
    const absl::StatusOr<NamedUnit> unit = ParseNamedUnit(text, run_.problem());
    if (!unit.ok()) return Complain(unit.status());
    const absl::StatusOr<bool> is_mine =
        claims_.TryClaim(run_.ClaimPath(*unit));
    if (!is_mine.ok()) return Complain(is_mine.status());
    if (!*is_mine) return Send(0, kLeft);
    Interrupter interrupter;
    absl::StatusOr<UnitEnd> end = UnitEnd::kLeft;
    Natural count;
    std::atomic<bool> has_ended = false;
    std::thread thread([&] {
      end =
          worker_.WorkOn(*unit, absl::InfiniteDuration(), &interrupter, &count);
      has_ended = true;
    });
    while (!has_ended) {
      if (const std::optional<Message> message = Receive()) {
        if (message->tag == kShare) interrupter.Request();
      }
      absl::SleepFor(kPoll);
    }
    thread.join();
    claims_.Release(run_.ClaimPath(*unit));
    if (!end.ok()) return Complain(end.status());
    const bool is_found = *end == UnitEnd::kDone && count != 0;
    Send(0,
         *end == UnitEnd::kDone    ? kDone
         : *end == UnitEnd::kSplit ? kSplit
                                   : kLeft,
         is_found ? "found" : "");
  }

  static void Complain(const absl::Status& status) {
    Send(0, kError, std::string(status.message()));
  }

  const RunFolder& run_;
  UnitWorker worker_;
  Claims claims_;
};

// --- The one who hands out.

class Master {
 public:
  Master(const RunFolder& run, int ranks) : run_(run) {
    for (int rank = 1; rank < ranks; ++rank) idle_.insert(rank);
  }

  absl::Status Run() {
    absl::Status status = Refresh();
    while (status.ok() && !(to_do_.empty() && busy_.empty() && is_finished_)) {
      HandOut();
      const std::optional<Message> message = Receive();
      if (message.has_value()) {
        status = Take(*message);
      } else if (to_do_.empty() && busy_.empty()) {
        // What is left is done by workers that are none of ours.
        absl::SleepFor(kPatience);
        status = Refresh();
      } else {
        absl::SleepFor(kPoll);
      }
    }
    // Who is still busy would be heard only after its search.
    if (!status.ok()) return status;
    for (const int rank : idle_) Send(rank, kEnd);
    return absl::OkStatus();
  }

 private:
  struct Work {
    NamedUnit unit;
    absl::Time begin;
    bool was_asked = false;
  };

  // Large units come last in the list, because they are taken from there.
  void Sort() {
    std::sort(to_do_.begin(), to_do_.end(),
              [](const NamedUnit& a, const NamedUnit& b) {
                return a.nodes < b.nodes;
              });
  }

  absl::Status Refresh() {
    absl::StatusOr<std::vector<NamedUnit>> units = run_.UnitsToDo();
    if (!units.ok()) return units.status();
    to_do_ = *std::move(units);
    is_finished_ = to_do_.empty();
    Sort();
    return absl::OkStatus();
  }

  void HandOut() {
    while (!idle_.empty() && !to_do_.empty()) {
      const int rank = *idle_.begin();
      idle_.erase(idle_.begin());
      Send(rank, kSearch, NamedUnitToString(to_do_.back()));
      busy_[rank] = {std::move(to_do_.back()), absl::Now()};
      to_do_.pop_back();
    }
    if (idle_.empty()) return;
    // One at a time: its parts will do for many.
    Work* longest = nullptr;
    int its_rank = 0;
    for (auto& [rank, work] : busy_) {
      if (work.was_asked) return;
      if (longest == nullptr || work.begin < longest->begin) {
        longest = &work;
        its_rank = rank;
      }
    }
    if (longest == nullptr || cannot_be_split_.contains(longest->unit.name) ||
        absl::Now() - longest->begin < absl::GetFlag(FLAGS_share_after)) {
      return;
    }
    longest->was_asked = true;
    Send(its_rank, kShare);
  }

  // What a rank says about its unit.
  absl::Status Take(const Message& message) {
    if (message.tag == kError) return absl::InternalError(message.text);
    const Work work = std::move(busy_[message.rank]);
    busy_.erase(message.rank);
    idle_.insert(message.rank);
    switch (message.tag) {
      case kDone:
        is_finished_ = to_do_.empty() && busy_.empty();
        if (run_.facts().task == RunTask::kFirst && message.text == "found") {
          to_do_.clear();
          is_finished_ = true;
        }
        // Units may have been another worker's: the folder has the last word.
        return is_finished_ ? Refresh() : absl::OkStatus();
      case kSplit: {
        absl::StatusOr<std::vector<NamedUnit>> parts = run_.PartsOf(work.unit);
        if (!parts.ok()) return parts.status();
        std::move(parts->begin(), parts->end(), std::back_inserter(to_do_));
        Sort();
        return absl::OkStatus();
      }
      default:
        // Another worker has it, or it cannot be split: then it is searched
        // once more, to its end. Refresh() finds it.
        if (work.was_asked) {
          cannot_be_split_.insert(work.unit.name);
          to_do_.push_back(work.unit);
        }
        is_finished_ = false;
        return absl::OkStatus();
    }
  }

  const RunFolder& run_;
  std::vector<NamedUnit> to_do_;  // The next one last.
  std::set<int> idle_;
  std::map<int, Work> busy_;  // By rank.
  std::set<std::string> cannot_be_split_;
  bool is_finished_ = false;
};

// The exit code.
int Run(const std::string& path) {
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const absl::StatusOr<RunFolder> run = RunFolder::Open(path);
  absl::Status status = run.status();
  if (status.ok() && ranks < 2) {
    status = absl::InvalidArgumentError(
        "rank 0 hands out the units, so there must be others: mpirun -n 2");
  }
  if (status.ok() && rank > 0) {
    Searcher(*run).Run();
    return 0;
  }
  if (status.ok()) status = Master(*run, ranks).Run();
  if (status.ok()) return 0;
  std::fprintf(stderr, "dlx_mpi: error: %s\n",
               std::string(status.message()).c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  return 1;
}

}  // namespace
}  // namespace dlx::units

int main(int argc, char** argv) {
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  absl::SetProgramUsageMessage(
      "Works on a run of dlx with MPI: mpirun -n 8 dlx_mpi RUN");
  const std::vector<char*> words = absl::ParseCommandLine(argc, argv);
  int code = 2;
  if (words.size() == 2) {
    code = dlx::units::Run(words[1]);
  } else {
    std::fprintf(stderr,
                 "dlx_mpi: error: which run? mpirun -n 8 dlx_mpi RUN\n");
  }
  MPI_Finalize();
  return code;
}
