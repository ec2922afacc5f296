#ifndef DLX_FARM_RUN_FOLDER_H_
#define DLX_FARM_RUN_FOLDER_H_

// A run: a search in units, as a folder that says everything.
//
//   RUN/run.json          what is searched for, the digest of the problem, the
//                         version of the program, and which engine seems best
//   RUN/problem.dlx       the problem, in Knuth's format
//   RUN/units.txt         the units: in each line a name, about how many nodes
//                         it has, and its decisions (see unit.h)
//   RUN/splits/17.txt     the units that replace unit 17: 17.0, 17.1, ...
//   RUN/results/17.json   what came out of unit 17
//   RUN/results/17.covers.zst
//                         and its covers, if all are wanted (see cover_file.h)
//   RUN/results/17.certificate
//                         and why there are so many, if the run is to have
//                         certificates (see docs/certificate.md)
//   RUN/claims/17         a worker is at unit 17: which, it says
//
// Any number of workers, on any number of machines, use the folder at the same
// time. Only three things ever happen to a file: it comes into being as a
// whole, a claim is taken back, and a result that is damaged is set aside, as
// RUN/results/17.json.damaged, by a worker that is asked to. To work on a unit
// twice is a waste and no harm: both results are right, and one of them stays.
// If there are both a result of a unit and units that replace it, the result
// counts and the others do not.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/base/version.h"
#include "dlx/farm/split.h"
#include "dlx/farm/unit.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/reduce/reducer.h"
#include "dlx/search_options.h"

namespace dlx::units {

// What a run asks about the covers.
enum class RunTask {
  kCount,  // How many there are.
  kSolve,  // All of them.
  kFirst,  // One.
  kBest,   // Those of least cost.
};

// "count", "solve", "first", "best".
const char* TaskName(RunTask task);
std::optional<RunTask> TaskByName(absl::string_view name);

// What an engine did in the rehearsal (see rehearsal.h).
struct Rehearsal {
  EngineKind engine = EngineKind::kAuto;
  // The nodes that were expected, and the processor time that it took.
  double nodes = 0;
  double seconds = 0;
};

struct RunFacts {
  RunTask task = RunTask::kCount;
  // How many of the best are wanted.
  size_t best = 1;
  // Each unit leaves a certificate of its number of covers. Of kCount and
  // kSolve.
  bool has_certificates = false;
  // Which engine is to do the units, as far as that is known. It is advice: a
  // worker may do them with any engine.
  std::optional<Rehearsal> rehearsal = std::nullopt;
};

// A unit of a run.
struct NamedUnit {
  std::string name;  // "17", or "17.3" if it is a part of unit 17.
  Unit unit;
  double nodes = 1;  // About.
  bool is_done = false;
};

// "17.3 5000 +4 -12": the name, the nodes and the decisions. That is how units
// are told in files and messages.
std::string NamedUnitToString(const NamedUnit& unit);
// The reverse. Fails if it is anything else, or about another problem.
absl::StatusOr<NamedUnit> ParseNamedUnit(absl::string_view text,
                                         const Problem& problem);

struct UnitResult {
  Natural count = 0;
  // Of kFirst and kBest: those that are wanted.
  std::vector<CostedCover> covers = {};
  // How it came about.
  uint64_t nodes = 0;
  double seconds = 0;
  std::string engine = "";
  std::string worker = "";
};

// A worker is at a unit, or ended without a word.
struct ClaimedUnit {
  std::string name;
  std::string worker;  // Empty if that cannot be read.
};

class RunFolder {
 public:
  // Makes the folder. AlreadyExists if there is something of that name;
  // InvalidArgument if there are no certificates of what is wanted.
  static absl::StatusOr<RunFolder> Create(
      const std::string& path, const Problem& problem, const RunFacts& facts,
      absl::Span<const SizedUnit> units,
      absl::string_view version = DLX_VERSION);

  // Fails if the folder is not a run, or if its files do not belong together.
  // Unimplemented if another version has planned it: versions may have
  // different mistakes, so that their results are not mixed.
  static absl::StatusOr<RunFolder> Open(
      const std::string& path, absl::string_view version = DLX_VERSION);

  const std::string& path() const { return path_; }
  const Problem& problem() const { return problem_; }
  const RunFacts& facts() const { return facts_; }

  // What the unit leaves of the problem: what is searched, and what its
  // certificate is about. A certificate of the whole tells what is decided
  // about each primary item; so if there are to be some, these stay primary.
  internal::Reduction RestOf(const NamedUnit& unit) const;

  // Whether it is a run of just this problem.
  bool IsAbout(const Problem& problem) const;

  // The units as they are now, in order, those that were replaced not among
  // them. Fails if a file is damaged.
  absl::StatusOr<std::vector<NamedUnit>> Units() const;

  // The units that are still to be done: none if one cover is wanted and there
  // is one.
  absl::StatusOr<std::vector<NamedUnit>> UnitsToDo() const;

  // The units that replace a unit. Fails if it was not split.
  absl::StatusOr<std::vector<NamedUnit>> PartsOf(const NamedUnit& unit) const;

  // Whether a unit is still to be done: there is no result, and it was not
  // replaced.
  bool IsOpen(const NamedUnit& unit) const;

  // Replaces a unit by others, which are named after it. No effect if that has
  // been done already.
  absl::Status WriteSplit(const NamedUnit& unit,
                          absl::Span<const SizedUnit> parts) const;

  // Writes the result, and with kSolve also `covers`, in lexicographic order. A
  // certificate must be there already.
  absl::Status WriteResult(const NamedUnit& unit, const UnitResult& result,
                           std::vector<std::vector<OptionId>> covers) const;
  // Fails if it is not there, is damaged, is not about this unit of this run,
  // or was made by another version. All covers in it were verified.
  absl::StatusOr<UnitResult> ReadResult(const NamedUnit& unit) const;
  // Gives the file another name, so that the unit is still to be done.
  absl::Status SetResultAside(const NamedUnit& unit) const;
  // Where its covers are, if all are wanted.
  std::string CoversPath(const NamedUnit& unit) const;
  std::string CertificatePath(const NamedUnit& unit) const;

  std::string ClaimPath(const NamedUnit& unit) const;
  // The claims, in no order.
  absl::StatusOr<std::vector<ClaimedUnit>> ClaimedUnits() const;

 private:
  RunFolder(std::string path, Problem problem, RunFacts facts,
            std::string digest, absl::string_view version)
      : path_(std::move(path)),
        problem_(std::move(problem)),
        facts_(facts),
        digest_(std::move(digest)),
        version_(version) {}

  std::string Path(absl::string_view folder, absl::string_view name,
                   absl::string_view ending) const;
  absl::StatusOr<std::vector<NamedUnit>> ReadUnits(
      const std::string& path, absl::string_view parent) const;

  std::string path_;
  Problem problem_;
  RunFacts facts_;
  std::string digest_;   // Of the problem's file.
  std::string version_;  // Of the program.
};

}  // namespace dlx::units

#endif  // DLX_FARM_RUN_FOLDER_H_
