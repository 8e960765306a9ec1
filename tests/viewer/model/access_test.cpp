// Requests laid out on banks and sectors, and the lines that have them.
#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/viewer/support/access_records.h"
#include "tests/viewer/support/sample_records.h"
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

TEST(AccessPicture, CountsOnePassOrMany) {
  WarpRequest request = strided_request(shared, 128, 4);
  request.wavefronts = 7;
  EXPECT_EQ(make_access_picture(request).doubt,
            "The addresses give 32 passes, but the run counted 7: the record is of another version "
            "of Warpscope, or was changed.");
  request.addresses = {{0, 4, 32}};
  EXPECT_EQ(make_access_picture(request).doubt.substr(0, 29), "The addresses give 1 pass, bu");
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

TEST(AccessLines, TheWorstIsThatOfTheGreatestExcessOnBothSides) {
  const auto of_lanes = [](std::uint32_t lanes, std::int64_t step, std::uint32_t warp) {
    WarpRequest request = strided_request(global, step, 4);
    request.lanes = lanes == 32 ? ~0U : (1U << lanes) - 1;
    request.addresses = {{0, step, lanes}};
    request.warp = warp;
    count_request(request);
    return request;
  };
  // 16 sectors for 4, and 8 for 1.
  record::RunRecord record = transpose_record(32);
  record.launches[0].lines[0].requests = {of_lanes(32, 16, 0), of_lanes(8, 128, 1)};
  const auto lines = access_lines(record, {}, Side::student);
  ASSERT_EQ(lines[0].worst, 1U);
  record.launches[0].lines[0].requests = {of_lanes(32, 16, 1), of_lanes(8, 128, 0)};
  const auto others = access_lines(record, {}, Side::reference);
  const auto found = counterpart(lines[0], lines[0].worst, others);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->request, 1U);
  const auto of_warp = counterpart(lines[0], 0, others);
  ASSERT_TRUE(of_warp);
  EXPECT_EQ(of_warp->request, 1U) << "the one of warp 0";
}

TEST(AccessLines, AmongLinesOfAnArrayTheOtherSideShowsTheWorst) {
  record::RunRecord record = transpose_record(32);
  auto& other = record.launches[0].lines;
  const auto of_lanes = [](std::uint32_t lanes) {
    WarpRequest request = strided_request(global, 4, 4);
    request.lanes = lanes == 32 ? ~0U : (1U << lanes) - 1;
    request.addresses = {{0, 4, lanes}};
    count_request(request);
    return request;
  };
  // As good as each other, but one takes more.
  other[0].requests = {of_lanes(8)};
  other[1].requests = {of_lanes(32)};
  const auto others = access_lines(record, {}, Side::reference);
  AccessLine line = others[0];
  line.text = "another line";
  const auto found = counterpart(line, 0, others);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, *worst_line(others));
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

}  // namespace
}  // namespace warpscope::viewer
