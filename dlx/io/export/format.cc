#include "dlx/io/export/format.h"

#include <cassert>
#include <cstddef>

namespace dlx::io {
namespace {

constexpr ExportFormatInfo kFormats[] = {
    {ExportFormat::kCnf, "cnf", "SAT solvers", "cnf"},
    {ExportFormat::kOpb, "opb", "pseudo-Boolean solvers", "opb"},
    {ExportFormat::kLp, "lp", "integer programming", "lp"},
    {ExportFormat::kMps, "mps", "integer programming", "mps"},
    {ExportFormat::kAsp, "asp", "answer set programming", "asp"},
    {ExportFormat::kMiniZinc, "minizinc", "constraint programming", "mzn"},
    {ExportFormat::kJson, "json", "programs of one's own", "json"},
    {ExportFormat::kDlx, "dlx", "Knuth's programs", "dlx"},
    {ExportFormat::kEc, "ec", "solvers of exact covers", "ec"},
};

}  // namespace

absl::Span<const ExportFormatInfo> AllExportFormats() { return kFormats; }

const ExportFormatInfo& InfoOf(ExportFormat format) {
  assert(static_cast<size_t>(format) < std::size(kFormats));
  return kFormats[static_cast<size_t>(format)];
}

std::optional<ExportFormat> FindExportFormat(StringView name) {
  for (const ExportFormatInfo& info : kFormats) {
    if (info.name == name) return info.format;
  }
  return std::nullopt;
}

}  // namespace dlx::io
