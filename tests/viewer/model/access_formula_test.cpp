// Formulas for a request: what an index gives, what the source says, and what is refused.
#include "viewer/model/access_formula.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>

#include "tests/viewer/support/access_records.h"
#include "viewer/model/access_lines.h"
#include "viewer/model/access_picture.h"

namespace warpscope::viewer {
namespace {

using record::WarpRequest;
using test::strided_request;
using test::transpose_record;
using enum WarpRequest::Space;

std::string problem_of(const AccessFormula& formula) {
  try {
    request_of(formula, strided_request(shared, 4, 4));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST(AccessFormula, ThePitchDecides) {
  const WarpRequest like = strided_request(shared, 4, 4);
  EXPECT_EQ(request_of({"[32][32]", "[x][y]", 4, 32}, like).wavefronts, 32U);
  EXPECT_EQ(request_of({"[32][33]", "[x][y]", 4, 32}, like).wavefronts, 1U);
  EXPECT_EQ(request_of({"", "lane * 2", 4, 32}, like).wavefronts, 2U);
  EXPECT_EQ(request_of({"[32][32]", "[y][x ^ y]", 4, 8}, like).wavefronts, 4U);
  EXPECT_EQ(request_of({"", "(lane << 1 | 1) % 64 - lane / 32", 8, 32}, like).lanes, ~0U);
  EXPECT_EQ(request_of({"", "threadIdx.x & 15", 4, 32}, like).wavefronts, 1U);
  const WarpRequest far = strided_request(global, 4, 4);
  EXPECT_EQ(request_of({"", "lane * 1000", 4, 32}, far).sectors, 32U);
}

TEST(AccessFormula, WhatCannotBeReadIsASentence) {
  for (const char* index : {"",
                            "lane /",
                            "lane / 0",
                            "lane % (x - x)",
                            "(lane",
                            "lane << 90",
                            "lane * 99999999999999",
                            "9223372036854775807 + 1",
                            "lane - 5",
                            "banana",
                            "[x",
                            "[x]]",
                            "[x][y][x]",
                            "lane lane",
                            "1.5",
                            "lane; 3",
                            "lane * 1000000",
                            "-lane - 1",
                            "[0 - 1]",
                            "%n%n",
                            "\xff\xfe"})
    EXPECT_NE(problem_of({"[32][33]", index, 4, 32}), "") << index;
  EXPECT_NE(problem_of({"[0][0]", "[x][y]", 4, 32}), "");
  EXPECT_NE(problem_of({"[32", "[x][y]", 4, 32}), "");
  EXPECT_NE(problem_of({std::string(5000, '['), "[x][y]", 4, 32}), "");
  EXPECT_NE(problem_of({"", std::string(5000, '('), 4, 32}), "");
  EXPECT_NE(problem_of({"", std::string(5000, '-') + "1", 4, 32}), "");
  EXPECT_EQ(problem_of({"[32][33]", "[x][y]", 4, 0}), "");
}

TEST(AccessFormula, NoAtomicIsOfOneByte) {
  for (const auto space : {global, shared}) {
    WarpRequest like = strided_request(space, 4, 4);
    like.kind = WarpRequest::Kind::atomic;
    like.atomic = WarpRequest::Atomic::native;
    try {
      request_of({"", "511 - lane", 1, 32}, like);
      ADD_FAILURE() << "no error";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "An atomic has elements of at least 2 bytes.");
    }
    EXPECT_NO_THROW(request_of({"", "511 - lane", 2, 32}, like));
  }
}

TEST(AccessFormula, AnAtomicKeepsItsMergedLanes) {
  WarpRequest like = strided_request(global, 0, 4);
  like.kind = WarpRequest::Kind::atomic;
  like.lanes = 1;
  like.addresses = {{0, 0, 1}};
  count_request(like);
  const WarpRequest same = request_of({"", "0 * lane", 4, 32}, like);
  EXPECT_EQ(same.lanes, 1U);
  EXPECT_EQ(same.sectors, like.sectors);
  // An index counts for the lanes that take part.
  EXPECT_NO_THROW(request_of({"", "0 - lane", 4, 32}, like));
}

/// Seconds that it takes to find a formula at the last line of the source.
double seconds_for(const std::string& source, std::uint32_t line) {
  WarpRequest request = strided_request(shared, 128, 4);
  request.array = "tile";
  request.addresses = {{0, 128, 16}, {4, 256, 16}};
  const auto begin = std::chrono::steady_clock::now();
  formula_of(request, {source, line});
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

TEST(AccessFormula, ALargeOrHostileSourceDoesNotHangTheWindow) {
  constexpr double kMostSeconds = 5;  // what hangs takes minutes
  const auto repeated = [](const std::string& text, std::size_t bytes) {
    std::string all;
    while (all.size() < bytes) all += text;
    return all;
  };
  constexpr std::size_t kBytes = std::size_t{1} << 19;
  const std::string many_lines = repeated("int a = threadIdx.x + lane;\n", kBytes);
  const auto lines = static_cast<std::uint32_t>(many_lines.size() / 28);
  EXPECT_LT(seconds_for(many_lines + "s += tile[a][a];\n", lines + 1), kMostSeconds);
  EXPECT_LT(seconds_for(repeated("tile[a][a] ", kBytes), 1), kMostSeconds);
  EXPECT_LT(seconds_for(repeated("tile[", kBytes), 1), kMostSeconds);
  EXPECT_LT(seconds_for("__shared__ " + repeated("tile[", kBytes), 1), kMostSeconds);
  EXPECT_LT(seconds_for(repeated("int a = ", kBytes) + "\ntile[a][a];", 2), kMostSeconds);
  EXPECT_LT(seconds_for("int a = " + repeated("lane + ", kBytes) + "0;\ntile[a];", 2),
            kMostSeconds);
}

TEST(AccessFormula, NamesThatDefineEachOtherEnd) {
  const std::string circle = "int a = b + b + b + b;\nint b = a + a + a + a;\nuse(a);\n";
  EXPECT_THROW(request_of({"", "a", 4, 32}, strided_request(shared, 4, 4), {circle, 3}),
               std::runtime_error);
}

TEST(AccessFormula, IsReadFromTheLineOfTheSource) {
  const record::RunRecord record = transpose_record(33);
  const auto lines = access_lines(record, {}, Side::student);
  const FormulaSource source{record.sources[0].text, test::kColumnLine};
  const AccessFormula formula = formula_of(lines[1].requests[0], source);
  EXPECT_EQ(formula.shape, "[32][33]");
  EXPECT_EQ(formula.index, "[x][threadIdx.y]");
  EXPECT_EQ(request_of(formula, lines[1].requests[0], source).wavefronts, 1U);
  AccessFormula wider = formula;
  wider.shape = "[32][32]";
  EXPECT_EQ(request_of(wider, lines[1].requests[0], source).wavefronts, 32U);
}

TEST(AccessFormula, HasTheNamesThatThePaneWritesAndTells) {
  const std::string source =
      "const int x = threadIdx.x;\nfor (int j = 0; j < 4; ++j)\n  s += tile[threadIdx.x][j];\n";
  WarpRequest request = strided_request(shared, 128, 4);
  request.array = "tile";
  const FormulaSource at{source, 3};
  EXPECT_EQ(request_of({"[32][32]", "[threadIdx.x][j]", 4, 32}, request, at).wavefronts, 32U);
  EXPECT_EQ(request_of({"[32][33]", "[threadIdx.x][j + 1]", 4, 32}, request, at).wavefronts, 1U);
  std::string names(kFormulaNames);
  for (char& c : names) c = c == ',' ? '+' : c;
  EXPECT_EQ(request_of({"", "0 * (" + names + ")", 4, 32}, request).wavefronts, 1U);
  EXPECT_NE(problem_of({"", "k", 4, 32}).find(kFormulaNames), std::string::npos);
}

TEST(AccessFormula, IsMadeOfTheAddressesWhereTheSourceSaysNothing) {
  WarpRequest request = strided_request(shared, 132, 4);
  EXPECT_EQ(formula_of(request, {}).index, "lane * 33");
  request.addresses = {{8, 4, 32}};
  EXPECT_EQ(formula_of(request, {}).index, "lane + 2");
  request.addresses = {{0, 4, 8}, {128, 4, 8}, {256, 4, 8}, {384, 4, 8}};
  const AccessFormula rows = formula_of(request, {});
  EXPECT_EQ(rows.index, "x + y * 32");
  EXPECT_EQ(rows.block_width, 8U);
  request.addresses = {{0, 4, 9}, {400, 20, 23}};
  EXPECT_EQ(formula_of(request, {}).index, "");
}

}  // namespace
}  // namespace warpscope::viewer
