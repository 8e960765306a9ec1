// Requests laid out on banks and sectors, the lines that have them, and formulas for them.
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "tests/viewer/support/access_records.h"
#include "tests/viewer/support/sample_records.h"
#include "viewer/model/access_formula.h"
#include "viewer/model/access_lines.h"
#include "viewer/model/access_picture.h"

namespace warpscope::viewer {
namespace {

using record::WarpRequest;
using test::strided_request;
using test::transpose_record;
using enum WarpRequest::Space;

TEST(AccessPicture, AColumnOf32WordsTakes32Passes) {
  const AccessPicture picture = make_access_picture(strided_request(shared, 128, 4));
  ASSERT_EQ(picture.passes.size(), 32U);
  EXPECT_EQ(picture.request.wavefronts, 32U);
  EXPECT_EQ(picture.request.conflicts, 31U);
  std::uint32_t lanes = 0;
  for (const PicturePass& pass : picture.passes) {
    for (std::size_t bank = 0; bank < 32; ++bank) EXPECT_EQ(pass.banks[bank].lanes != 0, bank == 0);
    EXPECT_EQ(std::popcount(pass.banks[0].lanes), 1);
    lanes |= pass.banks[0].lanes;
  }
  EXPECT_EQ(lanes, ~0U);
  EXPECT_EQ(picture.headline, "32 lanes \u00d7 4 bytes: 32 passes, 31 by bank conflicts");
  EXPECT_EQ(picture.doubt, "");
}

TEST(AccessPicture, APitchOf33HasNoConflict) {
  const AccessPicture picture = make_access_picture(strided_request(shared, 132, 4));
  ASSERT_EQ(picture.passes.size(), 1U);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(picture.passes[0].banks[lane * 33 % 32].lanes, 1U << lane);
  EXPECT_EQ(picture.headline, "32 lanes \u00d7 4 bytes: 1 pass, no bank conflict");
}

TEST(AccessPicture, AWordForAllLanesIsOnePass) {
  const AccessPicture picture = make_access_picture(strided_request(shared, 0, 4));
  ASSERT_EQ(picture.passes.size(), 1U);
  EXPECT_EQ(picture.passes[0].banks[0].lanes, ~0U);
}

TEST(AccessPicture, DrawsAsManyPassesAndSectorsAsAreCounted) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 400; ++round) {
    WarpRequest request = strided_request(round % 2 == 0 ? shared : global, 4, 4);
    request.bytes = 1U << random() % 5;
    request.lanes = static_cast<std::uint32_t>(random()) | 1U;
    request.array_offset = request.space == global ? 16 * (random() % 8) : 0;
    record::LaneAddresses addresses{};
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      addresses.at(lane) = static_cast<std::int64_t>(random() % 500 * request.bytes);
    request.addresses = record::runs_of(addresses, request.lanes);
    count_request(request);
    const AccessPicture picture = make_access_picture(request);
    EXPECT_EQ(picture.doubt, "");
    EXPECT_EQ(picture.lines.size(), request.lines);
  }
}

TEST(AccessPicture, SaysWhereItIsNotWhatWasCounted) {
  WarpRequest request = strided_request(shared, 128, 4);
  request.wavefronts = 7;
  EXPECT_NE(make_access_picture(request).doubt, "");
  WarpRequest load = strided_request(global, 128, 4);
  load.sectors = 3;
  EXPECT_NE(make_access_picture(load).doubt, "");
  load.kind = WarpRequest::Kind::atomic;
  load.sectors = 40;
  EXPECT_NE(make_access_picture(load).doubt, "");
}

TEST(AccessPicture, LanesOfAnAtomicOnOneWordAreServedOneAfterAnother) {
  WarpRequest request = strided_request(global, 0, 4);
  request.kind = WarpRequest::Kind::atomic;
  count_request(request);
  EXPECT_EQ(request.sectors, 32U);
  const AccessPicture picture = make_access_picture(request);
  EXPECT_EQ(picture.doubt, "");
  EXPECT_EQ(picture.note,
            "32 sectors are counted: lanes that want the same word are served one after another.");
}

TEST(AccessPicture, AStrideOf32WordsTouches32SectorsOf32Lines) {
  const AccessPicture picture = make_access_picture(strided_request(global, 128, 4));
  EXPECT_EQ(picture.lines.size(), 32U);
  EXPECT_EQ(picture.lines[1].first_byte, 128);
  EXPECT_EQ(picture.lines[1].sectors[0].lanes, 2U);
  EXPECT_EQ(picture.lines[1].sectors[0].used_bytes, 0xfU);
  EXPECT_EQ(picture.lines[1].sectors[1].lanes, 0U);
  EXPECT_EQ(picture.ideal, 4U);
}

TEST(AccessPicture, AnArrayMayBeginInsideALine) {
  WarpRequest request = strided_request(global, 4, 4);
  request.array_offset = 64;
  count_request(request);
  const AccessPicture picture = make_access_picture(request);
  ASSERT_EQ(picture.lines.size(), 2U);
  EXPECT_EQ(picture.lines[0].first_byte, -64);
  EXPECT_EQ(picture.doubt, "");
}

TEST(AccessPicture, TellsOfALane) {
  WarpRequest request = strided_request(shared, 132, 4);
  request.array = "tile";
  const AccessPicture picture = make_access_picture(request);
  EXPECT_EQ(lane_text(picture, 5), "lane 5: bytes 660 to 663 of tile, element 165, bank 5");
}

TEST(AccessLines, AreThoseOfTheSelectionWithTheirWorst) {
  const record::RunRecord record = transpose_record(32);
  Selection selection;
  const auto lines = access_lines(record, selection, Side::student);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1].where.line, test::kColumnLine);
  EXPECT_EQ(lines[1].text, "tile[x][threadIdx.y];");
  EXPECT_EQ(lines[1].worst, 0U);
  EXPECT_EQ(worst_line(lines), 1U);
  selection.launches[0] = 1;
  EXPECT_TRUE(access_lines(record, selection, Side::student).empty());
  EXPECT_TRUE(access_lines(test::student_record(), {}, Side::student).empty());
  EXPECT_NE(why_no_requests(test::student_record()).find("--requests"), std::string::npos);
}

TEST(AccessLines, TheOtherSideHasTheSameTextOrTheSameArray) {
  const auto slow = access_lines(transpose_record(32), {}, Side::student);
  const auto quick = access_lines(transpose_record(33), {}, Side::reference);
  const auto found = counterpart(slow[1], 0, quick);
  ASSERT_TRUE(found);
  EXPECT_EQ(quick[found->line].where.line, test::kColumnLine);
  EXPECT_EQ(quick[found->line].requests[found->request].wavefronts, 1U);
  const auto of_warp = counterpart(slow[1], 2, quick);
  ASSERT_TRUE(of_warp);
  EXPECT_EQ(quick[of_warp->line].requests[of_warp->request].warp, 6U);
  AccessLine other_text = slow[1];
  other_text.text = "tile[threadIdx.x][threadIdx.y]";
  ASSERT_TRUE(counterpart(other_text, 0, quick));
  other_text.requests[0].kind = WarpRequest::Kind::atomic;
  EXPECT_FALSE(counterpart(other_text, 0, quick));
}

/// A record in which line 6 has one request in each of some cases: of that many lanes, so far
/// apart.
record::RunRecord record_of_cases(
    const std::vector<std::tuple<std::string, std::uint32_t, std::int64_t>>& cases) {
  record::RunRecord record = transpose_record(32);
  const record::Launch launch = record.launches.front();
  record.cases.clear();
  record.launches.clear();
  for (const auto& [name, lanes, step] : cases) {
    WarpRequest request = strided_request(global, step, 4);
    request.array = "in";
    request.lanes = lanes == 32 ? ~0U : (1U << lanes) - 1;
    request.addresses = {{0, step, lanes}};
    count_request(request);
    const auto id = static_cast<std::uint32_t>(record.cases.size());
    record.cases.emplace_back().name = name;
    auto& each = record.launches.emplace_back(launch);
    each.id = id;
    each.case_index = id;
    each.lines = {launch.lines.front()};
    each.lines[0].requests = {request};
  }
  return record;
}

TEST(AccessLines, AmongEquallyGoodRequestsTheOneThatTakesMostIsTheWorst) {
  const auto record = record_of_cases({{"small", 5, 4}, {"large", 32, 4}});
  const auto lines = access_lines(record, {}, Side::student);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].launch, 1U);
  EXPECT_EQ(lines[0].requests[lines[0].worst].sectors, 4U);
}

TEST(AccessLines, BothSidesAreOfTheSameCaseWhereBothHaveIt) {
  const auto slow = record_of_cases({{"small", 5, 4}, {"large", 32, 128}});
  const auto quick = record_of_cases({{"other", 16, 12}, {"small", 5, 8}, {"large", 32, 4}});
  const auto lines = access_lines(slow, {}, Side::student);
  const auto same = beside(lines[0], 0, slow, quick, {}, Side::reference);
  ASSERT_TRUE(same);
  EXPECT_EQ(launch_place(slow, lines[0].launch), "large, launch 1");
  EXPECT_EQ(launch_place(quick, same->line.launch), "large, launch 2");
  EXPECT_EQ(same->line.requests[same->request].sectors, 4U);
  // The other way round it is the student's side that follows.
  const auto back = beside(same->line, 0, quick, slow, {}, Side::student);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->line.launch, 1U);
}

TEST(AccessLines, WithoutThatCaseTheOtherSideShowsItsOwnWorst) {
  const auto slow = record_of_cases({{"large", 32, 128}});
  const auto quick = record_of_cases({{"small", 5, 4}, {"other", 16, 12}});
  const auto lines = access_lines(slow, {}, Side::student);
  const auto own = beside(lines[0], 0, slow, quick, {}, Side::reference);
  ASSERT_TRUE(own);
  EXPECT_EQ(launch_place(quick, own->line.launch), "other, launch 1");
  Selection chosen;
  chosen.case_name = "small";
  const auto small = beside(lines[0], 0, slow, quick, chosen, Side::reference);
  ASSERT_TRUE(small);
  EXPECT_EQ(small->line.launch, 0U);
}

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
