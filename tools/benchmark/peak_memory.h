#ifndef TOOLS_BENCHMARK_PEAK_MEMORY_H_
#define TOOLS_BENCHMARK_PEAK_MEMORY_H_

// How much memory a part of the program needs.

#include <cstddef>
#include <optional>

namespace contest {

// From its making on. What was freed before is given back to the system first,
// so that it does not hide what is taken anew.
class PeakMemory {
 public:
  PeakMemory();

  // By how many bytes what the process holds has grown at most; nothing if the
  // system does not tell (others than Linux).
  std::optional<size_t> Growth() const;

 private:
  std::optional<size_t> before_;
};

}  // namespace contest

#endif  // TOOLS_BENCHMARK_PEAK_MEMORY_H_
