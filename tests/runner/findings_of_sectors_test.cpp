// Findings on the sectors of global memory that a line's requests touch.
#include <gtest/gtest.h>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

/// Of a launch as made_record.h makes it: one per warp.
constexpr std::uint64_t kRequests = 8192;

using test::add_launch;
using test::add_line;
using test::find;
using test::loads;
using test::made_record;
using test::stores;

TEST(Sectors, CoalescedIsNoFinding) {
  auto record = made_record();
  auto& launch = add_launch(record);
  add_line(launch, 5, loads(kRequests, 32768, 32768));
  add_line(launch, 6, stores(kRequests, 32768, 32768));
  apply_rules(record);
  EXPECT_TRUE(record.findings.empty()) << record.findings[0].id;
}

TEST(Sectors, UncoalescedLoadAndStore) {
  auto record = made_record();
  auto& launch = add_launch(record);
  add_line(launch, 5, loads(kRequests, kRequests * 32, 32768));
  add_line(launch, 6, stores(kRequests, 65536, 32768));
  apply_rules(record);
  ASSERT_NE(find(record, "uncoalesced-load"), nullptr);
  EXPECT_EQ(find(record, "uncoalesced-load")->where->line, 5u);
  EXPECT_NE(find(record, "uncoalesced-load")->cause.find("32.0 sectors"), std::string::npos);
  ASSERT_NE(find(record, "uncoalesced-store"), nullptr);
  EXPECT_EQ(find(record, "uncoalesced-store")->where->line, 6u);
}

TEST(Sectors, AFewRequestsAreNotEnough) {
  auto record = made_record();
  add_line(add_launch(record), 5, loads(31, 992, 124));
  apply_rules(record);
  EXPECT_TRUE(record.findings.empty());
}

TEST(Sectors, OneMoreSectorPerRequestIsAMisalignedBase) {
  auto record = made_record();
  add_line(add_launch(record), 5, loads(kRequests, kRequests * 5, kRequests * 4));
  apply_rules(record);
  ASSERT_NE(find(record, "misaligned-base"), nullptr);
  EXPECT_EQ(find(record, "uncoalesced-load"), nullptr);
}

/// Of four rows one begins with a sector: no other place of the array would change that.
TEST(Sectors, WhereSomeWarpsAreAlignedTheRowsAreMisaligned) {
  using namespace record::metric;
  const auto id_of = [](std::string text, double sectors, double lanes) {
    auto record = made_record();
    auto& source = record.sources.emplace_back();
    source.path = "exercise.cu";
    source.text = std::move(text);
    auto& line = add_line(add_launch(record), 1, loads(kRequests, kRequests * sectors, kRequests));
    line.counters[std::string(kInstructions)] = kRequests;
    line.counters[std::string(kThreadInstructions)] = kRequests * lanes;
    apply_rules(record);
    return record.findings.empty() ? std::string() : std::string(record.findings[0].id);
  };
  const std::string row = "value = image[row * width + column];";
  EXPECT_EQ(id_of(row, 1.75, 32), "misaligned-row");
  EXPECT_EQ(id_of(row, 2, 32), "misaligned-base") << "every warp has an extra sector";
  EXPECT_EQ(id_of("value = image[first + i];", 1.75, 32), "misaligned-base") << "no rows";
  // A quarter of the warps lacks one lane, and its extra sector for that.
  EXPECT_EQ(id_of(row, 1.75, 31.75), "misaligned-base");
}

/// Each lane stores the parameters of its launch in memory of its own, which the runtime gives.
TEST(Sectors, ParametersOfALaunchByAKernelAreNoStoresOfTheProgram) {
  const auto findings_of = [](std::string text, std::uint64_t sectors, std::uint64_t ideal) {
    auto record = made_record();
    auto& source = record.sources.emplace_back();
    source.path = "exercise.cu";
    source.text = std::move(text);
    add_line(add_launch(record), 1, stores(kRequests, kRequests * sectors, kRequests * ideal));
    apply_rules(record);
    return record.findings.size();
  };
  EXPECT_EQ(findings_of("  part<<<1, 32>>>(data, begin, end);", 32, 5), 0U);
  EXPECT_EQ(findings_of("  if (lane < 8) leaf <<<grid, block, 0, stream>>> (data);", 5, 4), 0U);
  EXPECT_EQ(findings_of("  data[32 * i] = end << 3;", 32, 5), 1U);
  EXPECT_EQ(findings_of("  data[i + 1] = end;", 5, 4), 1U);
}

/// Of 25 lanes with 8 bytes each that lie anywhere between idle ones: 6.25 sectors would do, and
/// seven are touched, wherever the warp begins.
TEST(Sectors, GapsOfIdleLanesAreNoMisalignedBase) {
  using namespace record::metric;
  const auto add_lanes = [](record::LineCounters& line, double lanes) {
    line.counters[std::string(kInstructions)] = kRequests;
    line.counters[std::string(kThreadInstructions)] = kRequests * lanes;
  };
  auto record = made_record();
  auto& launch = add_launch(record);
  add_line(launch, 5, stores(kRequests, kRequests * 7, kRequests * 6.25));
  add_lanes(launch.lines.back(), 25);
  add_line(launch, 4, {});
  add_lanes(launch.lines.back(), 32);
  apply_rules(record);
  EXPECT_EQ(find(record, "misaligned-base"), nullptr);
  // Where no line has more lanes, blocks have 25 threads, which lie side by side.
  record.launches.back().lines.pop_back();
  apply_rules(record);
  EXPECT_NE(find(record, "misaligned-base"), nullptr);
}

TEST(Sectors, SameNumberOfLoadsPerThreadWithoutALoopIsAnArrayOfStructures) {
  auto record = made_record();
  auto& launch = add_launch(record);
  add_line(launch, 5, loads(kRequests * 4, kRequests * 4 * 32, kRequests * 4 * 4));
  launch.counters[std::string(record::metric::kBranches)] = kRequests;
  apply_rules(record);
  ASSERT_NE(find(record, "array-of-structs-stride"), nullptr);
  EXPECT_EQ(find(record, "uncoalesced-load"), nullptr);
}

/// One of two arrays is read far apart: no records.
TEST(Sectors, LoadsOfTwoArraysAreNoFields) {
  const auto id_of = [](std::string text, std::uint64_t loads_of_thread) {
    auto record = made_record();
    auto& source = record.sources.emplace_back();
    source.path = "exercise.cu";
    source.text = std::move(text);
    auto& launch = add_launch(record);
    const auto requests = kRequests * loads_of_thread;
    add_line(launch, 1, loads(requests, requests * 18, requests * 4));
    launch.counters[std::string(record::metric::kBranches)] = kRequests;
    apply_rules(record);
    return record.findings.empty() ? std::string() : std::string(record.findings[0].id);
  };
  EXPECT_EQ(id_of("  y[i] = a * x[place] + y[i];", 2), "uncoalesced-load");
  EXPECT_EQ(id_of("  sum[i] = left[i] + right[order[i]];", 3), "uncoalesced-load");
  EXPECT_EQ(id_of("  d = lines[i].x - others[i].x;", 2), "array-of-structs-stride");
  EXPECT_EQ(id_of("  d = distance(points[i], others[i]);", 6), "array-of-structs-stride");
  EXPECT_EQ(id_of("  s = v[3 * i] + v[3 * i + 1];", 2), "array-of-structs-stride");
}

TEST(Sectors, ALoopIsNoArrayOfStructures) {
  auto record = made_record();
  auto& launch = add_launch(record);
  add_line(launch, 5, loads(kRequests * 4, kRequests * 4 * 32, kRequests * 4 * 4));
  launch.counters[std::string(record::metric::kBranches)] = kRequests * 5;
  apply_rules(record);
  EXPECT_EQ(find(record, "array-of-structs-stride"), nullptr);
  EXPECT_NE(find(record, "uncoalesced-load"), nullptr);
}

TEST(Sectors, LoadsOfALoopAreNoArrayOfStructuresWhereMostWarpsReturnAtOnce) {
  auto record = made_record();
  auto& launch = add_launch(record);
  auto& line = add_line(launch, 5, loads(kRequests * 2, kRequests * 2 * 32, kRequests * 2 * 4));
  launch.counters[std::string(record::metric::kBranches)] = kRequests;
  apply_rules(record);
  ASSERT_NE(find(record, "array-of-structs-stride"), nullptr);
  record.findings.clear();
  line.counters[std::string(record::metric::kLoadsInLoops)] = kRequests * 2;
  apply_rules(record);
  EXPECT_EQ(find(record, "array-of-structs-stride"), nullptr);
  EXPECT_NE(find(record, "uncoalesced-load"), nullptr);
}

TEST(Sectors, ANumberOfLoadsThatFollowsTheDataIsNoArrayOfStructures) {
  auto record = made_record();
  add_line(add_launch(record), 5, loads(kRequests * 4, kRequests * 4 * 32, kRequests * 4 * 4));
  add_line(add_launch(record), 5, loads(kRequests * 8, kRequests * 8 * 32, kRequests * 8 * 4));
  apply_rules(record);
  EXPECT_EQ(find(record, "array-of-structs-stride"), nullptr);
}

TEST(ScalarLoads, WideLoadsAreNotBlamed) {
  using namespace record::metric;
  auto record = made_record();
  auto scalar = loads(kRequests, 32768, 32768);
  scalar[std::string(kLoadBytes)] = kRequests * 128;
  add_line(add_launch(record), 5, scalar);
  auto wide = loads(kRequests, kRequests * 16, kRequests * 16);
  wide[std::string(kLoadBytes)] = kRequests * 512;
  add_line(add_launch(record), 6, wide);
  apply_rules(record);
  ASSERT_EQ(record.findings.size(), 1u);
  EXPECT_EQ(record.findings[0].id, "scalar-loads-where-vector-possible");
  EXPECT_EQ(record.findings[0].where->line, 5u);
  EXPECT_EQ(record.findings[0].severity, record::Finding::Severity::information);
}

}  // namespace
}  // namespace warpscope::runner
