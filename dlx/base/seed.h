#ifndef DLX_BASE_SEED_H_
#define DLX_BASE_SEED_H_

// Where random numbers begin if no seed is asked for.
//
// One number of std::random_device has 32 bits: of 80,000 runs two would likely
// begin alike.

#include <cstdint>
#include <optional>
#include <random>

namespace dlx {

// 64 bits from the system.
[[nodiscard]] uint64_t DrawSeed();

// The generator of the seed; without one, that of 256 bits from the system.
[[nodiscard]] std::mt19937_64 GeneratorFor(std::optional<uint64_t> seed);

}  // namespace dlx

#endif  // DLX_BASE_SEED_H_
