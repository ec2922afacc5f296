// What the formats look like. (That they say what is meant is tested in
// cnf_test.cc, and on solvers in dlx/solvers.)

#include "dlx/io/export/export.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/any_reader.h"
#include "dlx/io/problem_difference.h"
#include "dlx/io/problem_reader.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Everything that a problem can have.
constexpr char kProblem[] = R"(p q 0:2|r | x y
p q x y:A |7
p r x:A y
p x:B
q x:A
r y:B |-3
)";

constexpr char kOpb[] = R"(* #variable= 6 #constraint= 8
* x1 is option 0: p q x y:A
* x2 is option 1: p r x:A y
* x3 is option 2: p x:B
* x4 is option 3: q x:A
* x5 is option 4: r y:B
* x6 is item x in colour A
min: +7 x1 -3 x5 ;
+1 x1 +1 x2 +1 x3 = 1 ;
+1 x1 +1 x4 = 1 ;
+1 x2 +1 x5 >= 0 ;
-1 x1 -1 x6 -1 x3 >= -1 ;
-1 x2 -1 x1 -1 x5 >= -1 ;
+1 x6 -1 x2 >= 0 ;
+1 x6 -1 x4 >= 0 ;
+1 x2 +1 x4 -1 x6 >= 0 ;
)";

constexpr char kLp[] = R"(\ o0 is option 0: p q x y:A
\ o1 is option 1: p r x:A y
\ o2 is option 2: p x:B
\ o3 is option 3: q x:A
\ o4 is option 4: r y:B
\ c0 is item x in colour A
Minimize
 cost: + 7 o0 + 0 o1 + 0 o2 + 0 o3 - 3 o4
Subject To
 i0_p: o0 + o1 + o2 = 1
 i1_q: o0 + o3 = 1
 i2_r: o1 + o4 >= 0
 i3_x: o0 + c0 + o2 <= 1
 i4_y: o1 + o0 + o4 <= 1
 f0: c0 - o1 >= 0
 f1: c0 - o3 >= 0
 a0: o1 + o3 - c0 >= 0
Binary
  o0 o1 o2 o3 o4 c0
End
)";

constexpr char kMps[] = R"(* o0 is option 0: p q x y:A
* o1 is option 1: p r x:A y
* o2 is option 2: p x:B
* o3 is option 3: q x:A
* o4 is option 4: r y:B
* c0 is item x in colour A
* i0 is item 0: p
* i1 is item 1: q
* i2 is item 2: r
* i3 is item 3: x
* i4 is item 4: y
NAME          dlx
ROWS
 N  cost
 E  i0
 E  i1
 G  i2
 L  i3
 L  i4
 G  f0
 G  f1
 G  a0
COLUMNS
    o0        cost                 7
    o0        i0                   1
    o0        i1                   1
    o0        i3                   1
    o0        i4                   1
    o1        i0                   1
    o1        i2                   1
    o1        i4                   1
    o1        f0                  -1
    o1        a0                   1
    o2        i0                   1
    o2        i3                   1
    o3        i1                   1
    o3        f1                  -1
    o3        a0                   1
    o4        cost                -3
    o4        i2                   1
    o4        i4                   1
    c0        i3                   1
    c0        f0                   1
    c0        f1                   1
    c0        a0                  -1
RHS
    RHS       i0                   1
    RHS       i1                   1
    RHS       i3                   1
    RHS       i4                   1
RANGES
BOUNDS
 BV BOUND     o0
 BV BOUND     o1
 BV BOUND     o2
 BV BOUND     o3
 BV BOUND     o4
 BV BOUND     c0
ENDATA
)";

constexpr char kAsp[] = R"(primary("p",1,1).
primary("q",1,1).
primary("r",0,2).
secondary("x").
secondary("y").
option(0). use(0,"p"). use(0,"q"). use(0,"x"). use(0,"y","A"). cost(0,7).
option(1). use(1,"p"). use(1,"r"). use(1,"x","A"). use(1,"y").
option(2). use(2,"p"). use(2,"x","B").
option(3). use(3,"q"). use(3,"x","A").
option(4). use(4,"r"). use(4,"y","B"). cost(4,-3).

% Choose some of the options,
{ chosen(K) } :- option(K).
% so that every primary item is in as many of them as it should be,
:- primary(I,Low,High), not Low { chosen(K) : use(K,I) } High.
% and a secondary item has at most one colour, or one option without a colour.
colored(I,C) :- chosen(K), use(K,I,C).
:- secondary(I), 2 { chosen(K) : use(K,I); colored(I,C) : color(I,C) }.
color(I,C) :- use(_,I,C).
% Let it cost little.
#minimize { C,K : chosen(K), cost(K,C) }.
#defined option/1. #defined secondary/1. #defined use/2.
#defined use/3. #show chosen/1.
)";

constexpr char kMiniZinc[] = R"(% chosen[0] is option 0: p q x y:A
% chosen[1] is option 1: p r x:A y
% chosen[2] is option 2: p x:B
% chosen[3] is option 3: q x:A
% chosen[4] is option 4: r y:B
% colored[0] is item x in colour A
array[0..4] of var bool: chosen;
array[0..0] of var bool: colored;
% item p
constraint sum([bool2int(chosen[0]), bool2int(chosen[1]), bool2int(chosen[2])]) = 1;
% item q
constraint sum([bool2int(chosen[0]), bool2int(chosen[3])]) = 1;
% item r
% item x
constraint sum([bool2int(chosen[0]), bool2int(colored[0]), bool2int(chosen[2])]) <= 1;
% item y
constraint sum([bool2int(chosen[1]), bool2int(chosen[0]), bool2int(chosen[4])]) <= 1;
% item x in colour A
constraint colored[0] = (chosen[1] \/ chosen[3]);
solve :: bool_search(chosen, first_fail, indomain_max)
  minimize 7*chosen[0] -3*chosen[4];
output ["options: \([k | k in 0..4 where fix(chosen[k])])\n"];
)";

constexpr char kJson[] = R"({
  "primary": [
    {"name": "p"},
    {"name": "q"},
    {"name": "r", "low": 0, "high": 2}],
  "secondary": [
    {"name": "x"},
    {"name": "y"}],
  "options": [
    {"items": ["p", "q", "x", "y"], "colors": {"y": "A"}, "cost": 7},
    {"items": ["p", "r", "x", "y"], "colors": {"x": "A"}},
    {"items": ["p", "x"], "colors": {"x": "B"}},
    {"items": ["q", "x"], "colors": {"x": "A"}},
    {"items": ["r", "y"], "colors": {"y": "B"}, "cost": -3}]
}
)";

// Of another problem, without costs.
constexpr char kCnf[] = R"(c 1 is option 0: q x:A
c 2 is option 1: p q x:A
c 3 is option 2: q x:B
c 4 is option 3: p x:B
c 5 is option 4: q
c 6 is item x in colour A
c 7 is item x in colour B
c 8 to 11 count
p cnf 11 25
-4 -2 0
2 4 0
2 1 8 0
-8 -2 0
-8 -1 0
1 9 0
2 9 0
-9 -1 -2 0
3 -8 0
-8 10 0
3 -9 10 0
-10 8 -3 0
-10 9 0
-9 11 0
3 11 0
-11 9 -3 0
5 -10 0
11 -5 0
-7 -6 0
-1 6 0
-2 6 0
-6 1 2 0
-3 7 0
-4 7 0
-7 3 4 0
)";

TEST(ExportTest, WhatItLooksLike) {
  const struct {
    ExportFormat format;
    const char* text;
  } kCases[] = {
      {ExportFormat::kOpb, kOpb},           {ExportFormat::kLp, kLp},
      {ExportFormat::kMps, kMps},           {ExportFormat::kAsp, kAsp},
      {ExportFormat::kMiniZinc, kMiniZinc}, {ExportFormat::kJson, kJson},
      {ExportFormat::kDlx, kProblem},
  };
  const Problem problem = ProblemFromNotation(kProblem);
  for (const auto& test : kCases) {
    const absl::StatusOr<std::string> text = Export(problem, test.format);
    ASSERT_THAT(text, IsOk());
    EXPECT_EQ(*text, test.text);
  }
}

TEST(ExportTest, WhatEcLooksLike) {
  const absl::StatusOr<std::string> text =
      Export(ProblemFromNotation("a 2 | A B\na 2 A\n2 B\n"), ExportFormat::kEc);
  ASSERT_THAT(text, IsOk());
  EXPECT_EQ(*text, "c 1 is a\np ec 2\ns 1 2\ns 2\n");
  EXPECT_EQ(DifferenceBetween(*ReadAnyProblem(*text),
                              ProblemFromNotation("1 2\n1 2\n2\n")),
            "");
}

TEST(ExportTest, WhatCnfLooksLike) {
  const absl::StatusOr<std::string> text = Export(
      ProblemFromNotation("p 2:3|q | x\nq x:A\np q x:A\nq x:B\np x:B\nq\n"),
      ExportFormat::kCnf, {.cnf = {.at_most_one = AtMostOne::kSequential}});
  ASSERT_THAT(text, IsOk());
  EXPECT_EQ(*text, kCnf);
}

TEST(ExportTest, CommentsCannotBeEnded) {
  ProblemBuilder builder;
  const ItemId a = builder.AddPrimary("a\nb\xff");
  const ItemId long_name = builder.AddPrimary(std::string(200, 'n'));
  builder.AddOption({a, long_name});
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  const absl::StatusOr<std::string> text = Export(*problem, ExportFormat::kCnf);
  ASSERT_THAT(text, IsOk());
  EXPECT_THAT(*text, StartsWith("c 1 is option 0: a\\nb\\xff\nc    nnnnnnnn"));
  for (const absl::string_view line : absl::StrSplit(*text, '\n')) {
    EXPECT_LE(line.size(), 81);
  }
}

TEST(ExportTest, WhatAFormatCannotExpress) {
  ProblemBuilder builder;
  const ItemId nul = builder.AddPrimary(absl::string_view("a\0", 2));
  const ItemId latin1 = builder.AddPrimary("\xe4");
  builder.AddOption({nul, latin1});
  const absl::StatusOr<Problem> names = std::move(builder).Build();
  ASSERT_THAT(names, IsOk());
  const Problem costs = ProblemFromNotation("a\na |3000000000\n");
  const struct {
    ExportFormat format;
    Problem problem;
    std::string error;
  } kCases[] = {
      {ExportFormat::kCnf, costs, "CNF cannot express costs"},
      {ExportFormat::kAsp, costs,
       "ASP cannot express that option 0 costs 3000000000"},
      {ExportFormat::kAsp, *names, "ASP cannot write the name \"a\\x00\""},
      {ExportFormat::kJson, *names, "JSON cannot write the name \"\\xe4\""},
      {ExportFormat::kDlx, *names, "cannot write the item name"},
      {ExportFormat::kEc, costs, "EC cannot express costs"},
      {ExportFormat::kEc, ProblemFromNotation("2|a\na\na\n"),
       "EC cannot express multiplicities"},
      {ExportFormat::kEc, ProblemFromNotation("a b | x\na x\nb x\n"),
       "EC cannot express that item \"x\" is secondary"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(
        Export(test.problem, test.format),
        StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(test.error)));
  }
}

// `options` options that share an item, a colour, and a multiplicity.
Problem LargeProblem(int options) {
  std::string text = absl::StrCat("one 2|two each");
  for (int i = 0; i < options / 10; ++i) absl::StrAppend(&text, " i", i);
  absl::StrAppend(&text, " | x\n");
  for (int i = 0; i < options; ++i) {
    absl::StrAppend(&text, i % 3 == 0 ? "one" : "two", " each i", i / 10,
                    " x:", i % 7, "\n");
  }
  return *ReadProblem(text);
}

TEST(ExportTest, LengthIsLinear) {
  constexpr int kOptions = 20'000;
  const Problem small = LargeProblem(kOptions);
  const Problem large = LargeProblem(2 * kOptions);
  for (const ExportFormatInfo& info : AllExportFormats()) {
    if (info.format == ExportFormat::kEc) continue;  // It cannot express that.
    const absl::StatusOr<std::string> half = Export(small, info.format);
    const absl::StatusOr<std::string> whole = Export(large, info.format);
    ASSERT_THAT(half, IsOk());
    ASSERT_THAT(whole, IsOk());
    EXPECT_LT(whole->size(), half->size() * 5 / 2) << info.name;
    EXPECT_LT(whole->size(), size_t{1000} * 2 * kOptions) << info.name;
  }
}

TEST(ExportFormatTest, NamesAreFound) {
  for (const ExportFormatInfo& info : AllExportFormats()) {
    EXPECT_EQ(FindExportFormat(info.name), info.format);
    EXPECT_EQ(InfoOf(info.format).name, info.name);
  }
  EXPECT_EQ(FindExportFormat("CNF"), std::nullopt);
}

}  // namespace
}  // namespace dlx::io
