#include "dlx/testing/corpus.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "dlx/io/problem_reader.h"

namespace dlx::testing {
namespace {

constexpr absl::string_view kFolder = "testdata/dlx/";

[[noreturn]] void End(absl::string_view reason) {
  std::cerr << reason << "\n";
  std::abort();
}

std::string ReadFile(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) End(absl::StrCat("cannot open ", path));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::vector<CorpusEntry> ReadCorpus() {
  std::vector<CorpusEntry> entries;
  const std::string text = ReadFile(absl::StrCat(kFolder, "EXPECTED.tsv"));
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    if (line.front() == '#') continue;
    const std::vector<std::string> fields = absl::StrSplit(line, '\t');
    CorpusEntry entry;
    if (fields.size() < 3 || !absl::SimpleAtoi(fields[1], &entry.covers)) {
      End(absl::StrCat("EXPECTED.tsv: what is this? ", line));
    }
    entry.problem = fields[0];
    entry.effort = fields[2];
    entries.push_back(std::move(entry));
  }
  return entries;
}

Problem ReadCorpusProblem(absl::string_view name) {
  const std::string path = absl::StrCat(kFolder, name, ".dlx");
  absl::StatusOr<Problem> problem = io::ReadProblem(ReadFile(path), path);
  if (!problem.ok()) End(problem.status().message());
  return *std::move(problem);
}

}  // namespace dlx::testing
