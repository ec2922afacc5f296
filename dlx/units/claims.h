#ifndef DLX_UNITS_CLAIMS_H_
#define DLX_UNITS_CLAIMS_H_

// Who works on what, so that workers keep out of each other's way.
//
// A claim is a file that its owner touches again and again. If it has not been
// touched for the time of a lease, its owner is thought to be gone, and whoever
// wants the unit takes it over. Should the owner only have been slow, a unit is
// done twice, which does no harm.
//
// Clocks of machines differ, so the age of a claim is measured by the clock of
// the file system: against a file that was touched just now.

#include <condition_variable>
#include <mutex>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/threads.h"

namespace dlx::units {

// The claims of a process. Any thread may use them at any time.
class Claims {
 public:
  // Claims in this folder.
  Claims(std::string folder, absl::Duration lease);
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;
  // Those that are left are taken back.
  ~Claims();

  // False if somebody else has a claim that is alive. An error if the folder
  // cannot be written to.
  absl::StatusOr<bool> TryClaim(const std::string& path);
  void Release(const std::string& path);

 private:
  void KeepAlive();
  // True if the claim was last touched longer ago than a lease.
  absl::StatusOr<bool> IsStale(const std::string& path);

  const std::string clock_path_;
  const absl::Duration lease_;

  std::mutex mutex_;
  std::condition_variable ending_;
  bool is_ending_ = false;
  std::set<std::string> claims_;
  Threads keeper_;
};

}  // namespace dlx::units

#endif  // DLX_UNITS_CLAIMS_H_
