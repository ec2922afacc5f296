#ifndef DLX_PROOF_CHECK_RECORDS_H_
#define DLX_PROOF_CHECK_RECORDS_H_

// What a certificate may say of a state beside a branch, each in a file of its
// own, where it is told why it is right. The reader is behind the record's
// first number. If the rest is wrong, the reader refuses it; and what is found
// does not count if the allowance does not suffice.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/proof/check/allowance.h"
#include "dlx/proof/check/reader.h"
#include "dlx/proof/check/state.h"

namespace dlx::checker {

// The number of covers, layer by layer. Adds how many options were taken. If it
// is found, the state is as it was before.
std::optional<Natural> CountBySweep(State& state, Reader& reader,
                                    Allowance& allowance, uint64_t& nodes);

// The same by what a search has learnt. REQUIRES: there are no multiplicities.
std::optional<Natural> CountByClauses(State& state, Reader& reader,
                                      Allowance& allowance);

// Whether the state is the same as one that was kept in a slot, with this key,
// but for the names of options and items: then they have as many covers.
// REQUIRES: there are no multiplicities.
bool IsImage(size_t slot, absl::Span<const uint64_t> key, State& state,
             Reader& reader, Allowance& allowance);

// The open items by so many parts, which have nothing to do with each other:
// then the covers are as many as the product of theirs.
std::optional<std::vector<std::vector<ItemId>>> ReadParts(uint64_t parts,
                                                          State& state,
                                                          Reader& reader);

}  // namespace dlx::checker

#endif  // DLX_PROOF_CHECK_RECORDS_H_
