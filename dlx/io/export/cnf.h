#ifndef DLX_IO_EXPORT_CNF_H_
#define DLX_IO_EXPORT_CNF_H_

#include <string>

#include "absl/status/statusor.h"
#include "dlx/io/export/cardinality.h"
#include "dlx/problem.h"

namespace dlx::io {

struct CnfOptions {
  AtMostOne at_most_one = AtMostOne::kShorter;
};

// The problem in the DIMACS form of conjunctive normal form. Variable k + 1 is
// option k; comments say so, and what the other variables mean, which count
// (cardinality.h) and stand for colours (zero_one_form.h).
//
// Fails if there are costs, which CNF cannot express, or if the text would be
// unreasonably long.
absl::StatusOr<std::string> WriteCnf(const Problem& problem,
                                     const CnfOptions& options = {});

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_CNF_H_
