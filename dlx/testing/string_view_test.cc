// A program with std::string_view can use the library: public functions take
// it, and what they return turns into it. (That includes Abseils whose
// string_view is another class, such as Debian's.)

#include "dlx/base/string_view.h"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/diagram.h"
#include "dlx/engines.h"
#include "dlx/io/diagram_file.h"
#include "dlx/io/export/format.h"
#include "dlx/io/export/solution.h"
#include "dlx/io/option_list.h"
#include "dlx/io/problem_reader.h"
#include "dlx/limits.h"
#include "dlx/make/board.h"
#include "dlx/make/chess.h"
#include "dlx/make/latin_squares.h"
#include "dlx/make/picture.h"
#include "dlx/make/pieces.h"
#include "dlx/make/registry.h"
#include "dlx/make/word_squares.h"
#include "dlx/problem.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/lrat.h"
#include "dlx/proof/write/certify.h"
#include "dlx/solvers/external_solver.h"
#include "dlx/solvers/process.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::IsOk;
using ::testing::SizeIs;

template <typename View>
class AnyStringViewTest : public ::testing::Test {};

using Views = ::testing::Types<std::string_view, absl::string_view, StringView,
                               std::string>;
TYPED_TEST_SUITE(AnyStringViewTest, Views);

TYPED_TEST(AnyStringViewTest, GoesIntoAStringView) {
  const TypeParam text = "exhausted";
  const StringView view = text;
  EXPECT_EQ(view, "exhausted");
  EXPECT_EQ(StringView(text), OutcomeName(Outcome::kExhausted));
}

TYPED_TEST(AnyStringViewTest, ComesOutOfAStringView) {
  const TypeParam text(OutcomeName(Outcome::kExhausted));
  EXPECT_EQ(text, "exhausted");
}

static_assert(std::is_convertible_v<StringView, std::string_view>);
static_assert(std::is_convertible_v<StringView, absl::string_view>);
static_assert(std::is_convertible_v<std::string_view, StringView>);
static_assert(std::is_convertible_v<absl::string_view, StringView>);
static_assert(std::is_convertible_v<std::string, StringView>);
static_assert(std::is_convertible_v<const char*, StringView>);

TEST(StringViewTest, NamesTurnIntoStdStringViews) {
  const std::string_view outcome = OutcomeName(Outcome::kTimeLimit);
  EXPECT_EQ(outcome, "time limit");
  EXPECT_EQ(absl::StrCat("stopped: ", OutcomeName(Outcome::kTimeLimit)),
            "stopped: time limit");
  for (const EngineInfo& engine : AllEngines()) {
    const std::string_view name = engine.name;
    const std::string_view summary = engine.summary;
    EXPECT_FALSE(summary.empty());
    EXPECT_EQ(FindEngine(name), engine.kind);
    EXPECT_EQ(std::string_view(EngineName(engine.kind)), name);
  }
}

TEST(StringViewTest, ProblemsTakeStdStringViews) {
  const std::string_view name = "a";
  const std::string_view color = "red";
  ProblemBuilder builder;
  const ItemId a = builder.AddPrimary(name);
  const ItemId b = builder.AddSecondary(std::string_view("b"));
  builder.AddOption({a, {b, builder.AddColor(color)}});
  EXPECT_EQ(builder.FindItem(name), a);
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->FindItem(name), a);
  EXPECT_TRUE(problem->FindColor(color).has_value());
  const std::string_view item_name = problem->item_name(b);
  EXPECT_EQ(item_name, "b");
}

TEST(StringViewTest, FormatsTakeStdStringViews) {
  const std::string_view text = "a b\na\nb\na b\n";
  const std::string_view file_name = "file.dlx";
  const absl::StatusOr<Problem> problem = io::ReadProblem(text, file_name);
  ASSERT_THAT(problem, IsOk());
  const std::string_view list = "a\nb\n";
  EXPECT_THAT(io::ReadOptionList(list, *problem, file_name), IsOk());
  const std::string_view answer = "s UNSATISFIABLE\n";
  EXPECT_THAT(io::ReadSolution(io::ExportFormat::kCnf, answer, *problem),
              IsOk());
  const std::string_view format = "cnf";
  ASSERT_TRUE(io::FindExportFormat(format).has_value());
  const std::string_view same = io::InfoOf(io::ExportFormat::kCnf).name;
  EXPECT_EQ(same, format);
}

TEST(StringViewTest, GeneratorsTakeStdStringViews) {
  const std::string_view name = "queens";
  const make::Generator* const queens = make::FindGenerator(name);
  ASSERT_NE(queens, nullptr);
  const std::string_view n = "8";
  const std::vector<StringView> words = {n};
  const absl::StatusOr<Problem> problem = make::Make(
      *queens, words, [](std::string_view path) -> absl::StatusOr<std::string> {
        return std::string(path);
      });
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->option_count(), 64);
  const std::string_view program = "dlx make";
  EXPECT_FALSE(make::HelpText(*queens, program).empty());

  EXPECT_THAT(make::ParsePlaneSize(std::string_view("3x4")), IsOk());
  EXPECT_THAT(make::RectangularBoard(std::string_view("3x4")), IsOk());
  EXPECT_THAT(make::ChessPieceFromName(std::string_view("queen")), IsOk());
  EXPECT_THAT(make::ParsePartialSquare(std::string_view("1.\n.1\n")), IsOk());
  EXPECT_THAT(make::ParseBoard(std::string_view("##\n##\n")), IsOk());
  EXPECT_THAT(make::NamedPieces(std::string_view("domino")), IsOk());
  EXPECT_THAT(make::ParseWordList(std::string_view("ab\nba\n")), SizeIs(2));
}

// What writes a lot hands it over in pieces.
TEST(StringViewTest, SinksTakeStdStringViews) {
  const absl::StatusOr<Problem> problem = io::ReadProblem("a b\na\nb\na b\n");
  ASSERT_THAT(problem, IsOk());
  std::string text;
  const auto append = [&](std::string_view bytes) {
    text.append(bytes);
    return true;
  };
  ASSERT_THAT(
      CountWithCertificate(*problem, append, {}, CertificateForm::kTree),
      IsOk());
  const std::string certificate = std::exchange(text, "");
  size_t begin = 0;
  const auto facts = CheckCertificate(*problem, [&](char* buffer, size_t size) {
    const size_t bytes = certificate.copy(buffer, size, begin);
    begin += bytes;
    return bytes;
  });
  ASSERT_THAT(facts, IsOk());
  EXPECT_EQ(facts->count, 2);
  EXPECT_THAT(io::WriteLrat(*problem, std::string_view(certificate), append),
              IsOk());
  EXPECT_FALSE(std::exchange(text, "").empty());

  const absl::StatusOr<Diagram> diagram = Diagram::Build(*problem);
  ASSERT_THAT(diagram, IsOk());
  ASSERT_THAT(io::WriteDiagram(*diagram, append), IsOk());
  EXPECT_THAT(io::ReadDiagram(std::string_view(text), "file"), IsOk());
}

TEST(StringViewTest, SolversTakeStdStringViews) {
  const std::string_view no_program = "no-program-of-that-name";
  EXPECT_EQ(solvers::FindProgram(no_program), std::nullopt);
  for (const solvers::ExternalSolver& solver : solvers::AllExternalSolvers()) {
    const std::string_view name = solver.name;
    EXPECT_EQ(solvers::FindExternalSolver(name), &solver);
  }
}

}  // namespace
}  // namespace dlx
