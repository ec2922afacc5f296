#ifndef TOOLS_SUDOKU_CERTIFICATE_H_
#define TOOLS_SUDOKU_CERTIFICATE_H_

// --certificate=FOLDER of check: for every puzzle with one solution or none,
// why there are no more, for 'dlx verify' to check. (Two solutions need no
// proof.)

#include <cstdint>

#include "absl/status/status.h"
#include "sudoku/puzzle.h"

namespace sudoku::tool {

// --certificate was given.
bool WantsCertificates();

// Makes the folder, if it is not there. An error if that cannot be.
absl::Status PrepareCertificates();

// Writes NUMBER.dlx, the exact cover problem of the puzzle, and
// NUMBER.certificate. Cancelled if it was interrupted; Internal if the number
// of solutions is another one, which should never happen.
absl::Status WriteCertificate(const Puzzle& puzzle, uint64_t number,
                              uint64_t solutions);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_CERTIFICATE_H_
