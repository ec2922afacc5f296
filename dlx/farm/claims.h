#ifndef DLX_FARM_CLAIMS_H_
#define DLX_FARM_CLAIMS_H_

// Keeps workers out of each other's way: tells which worker is at which unit.
//
// A process has a file of its own, which it touches again and again, and each
// of its claims is another name of that file (a hard link). So a claim costs no
// more than a name, and one touch is for all of them. If a claim has not been
// touched for the time of a lease, or was one of a process of this machine that
// has ended, its owner is gone, and another worker may take the unit over.
// Should the owner only have been slow, a unit is done twice, which does no
// harm.
//
// Clocks of machines differ, so the age of a claim is measured by the clock of
// the file system: against one's own file, touched just now.

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/base/threads.h"

namespace dlx::units {

// The claims of a process. Any thread may use them at any time.
class Claims {
 public:
  // Makes claims in this folder.
  Claims(std::string folder, absl::Duration lease);
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;
  // Takes back the claims that are left.
  ~Claims();

  // Returns false if another worker has a claim that is alive. Fails if the
  // folder cannot be written to.
  absl::StatusOr<bool> TryClaim(const std::string& path);
  void Release(const std::string& path);

 private:
  void KeepAlive();
  // Makes the process's own file, under a name that was never used.
  absl::Status MakeOwnFile();
  // Another name for it, which is made if there is none. AlreadyExists if there
  // is something of that name.
  absl::Status LinkOwnFile(const std::string& path);
  // True if the claim was last touched longer ago than a lease, or is gone, or
  // if its owner was a process of this machine that has ended.
  bool IsStale(const std::string& path) const;

  const std::string folder_;
  const absl::Duration lease_;

  std::mutex mutex_;
  std::condition_variable ending_;
  bool is_ending_ = false;
  std::string own_file_;  // Empty if there is none yet.
  std::set<std::string> claims_;
  Threads keeper_;
};

}  // namespace dlx::units

#endif  // DLX_FARM_CLAIMS_H_
