#ifndef DLX_IO_DIAGRAM_FILE_H_
#define DLX_IO_DIAGRAM_FILE_H_

// Writes diagrams to files and reads them, so that a count that took an hour
// answers questions for years. A file needs nothing else: it has the problem in
// it, too.
//
//     "dlxdiag1" or "dlxdiag2"  length of the problem, the problem in Knuth's
//     format number of givens, the givens number of nodes, the nodes  root seal
//
// Numbers have seven bits in each byte, the lowest first, and all bytes but the
// last have the eighth bit set. The end is node 0, and the others follow, each
// after those to which its edges lead: the number of edges, and for each the
// option and how many nodes back its end is. In version 2, which is for
// problems with multiplicities, the number of an option is one more, and 0 says
// that the edge leaves its node's option. `root` is 0 if there is no cover, and
// otherwise one more than the number of the root. The seal is FNV-1a of all
// bytes before it, in eight bytes, the lowest first: it finds damage, but does
// not prove that the file is right.

#include <cstddef>
#include <limits>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/ask/diagram.h"
#include "dlx/base/string_view.h"
#include "dlx/limits.h"

namespace dlx::io {

// Gives the bytes of the file to the sink, some ten thousand at a time. An
// error if Knuth's format cannot express the problem's names, or if the sink
// says false: then it is not called again.
absl::Status WriteDiagram(const Diagram& diagram,
                          absl::FunctionRef<bool(StringView bytes)> sink);

// The diagram that was written. Items have other ids if secondary ones stood
// before primary ones; options have the same. An error if it is something else,
// or damaged, with the file's name, unless that is empty, and the byte. Its
// numbers of covers, which are not in the file, are counted within limits: of
// time, of the memory that they take, and by interruption.
absl::StatusOr<Diagram> ReadDiagram(
    StringView bytes, StringView file_name = "", const Limits& limits = {},
    size_t memory_limit = std::numeric_limits<size_t>::max());

}  // namespace dlx::io

#endif  // DLX_IO_DIAGRAM_FILE_H_
