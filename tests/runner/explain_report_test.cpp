// What `warpscope explain` says, of records whose numbers are known.
#include <gtest/gtest.h>

#include <string>

#include "record/metrics.h"
#include "runner/report/explain.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

record::RunRecord timed() {
  auto record = test::made_record();
  record.device.sm_count = 100;
  record.device.clock_hz = 1e9;
  auto& launch = test::add_launch(record);
  launch.grid = {100, 1, 1};
  launch.block = {256, 1, 1};
  launch.duration_s = 10e-6;
  launch.timed_blocks = 100;
  auto& clock = launch.clock.emplace();
  clock.sms = 100;
  clock.sm_cycles = 700'000;
  clock.tail_cycles = 200'000;
  clock.warp_cycles = {{"selected", 200}, {"long_scoreboard", 790}, {"wait", 10}};
  clock.use = {{"dram", 0.31}, {"issue", 0.1}, {"l2", 0.2}};
  clock.lines = {
      {{"a.cu", 2}, {{"selected", 100}, {"long_scoreboard", 790}}, {{{"a.cu", 1}, 760, 2}}}};
  return record;
}

std::string text_of(const record::RunRecord& record) {
  return explained(record, record.launches.front());
}

void expect_says(const record::RunRecord& record, std::string_view part) {
  EXPECT_NE(text_of(record).find(part), std::string::npos) << part << "\n" << text_of(record);
}

TEST(ExplainText, SaysHowToGetTheClock) {
  auto record = timed();
  record.launches[0].clock.reset();
  expect_says(record, "The clock has not timed it");
  expect_says(record, "warpscope exec --explain PROGRAM");
  expect_says(record, "warpscope run LAB --explain");
}

TEST(ExplainText, NamesTheErrorOfALaunchThatFailed) {
  auto record = timed();
  auto& launch = record.launches[0];
  launch.clock.reset();
  auto& finding = record.findings.emplace_back();
  finding.id = "out-of-bounds";
  finding.severity = record::Finding::Severity::error;
  finding.title = "A kernel accesses memory outside its arrays";
  finding.where = record::SourceLine{"a.cu", 2};
  finding.launch = launch.id + 1;
  expect_says(record, "warpscope exec --explain PROGRAM");  // it is another launch's
  finding.launch = launch.id;
  expect_says(record, "Mend this first: a.cu:2: A kernel accesses memory outside its arrays");
}

TEST(ExplainText, NamesTheLineThatWaitsAndTheOneItWaitsFor) {
  auto record = timed();
  expect_says(record, "the busiest is the memory behind L2 (DRAM), at 31 % of peak.");
  expect_says(record, "79 % of their cycles are long_scoreboard (a result from L1 or behind it).");
  expect_says(record,
              "89 % of all cycles are at line 2, which waits 380 cycles for line 1 each time.");
  record.sources = {{"a.cu", "const float x = from[i];\n  to[i] = \x1b[31m2 * x;\n"}};
  expect_says(record, "at line 2 (`to[i] = ");
  EXPECT_EQ(text_of(record).find('\x1b'), std::string::npos);
  record.launches[0].clock->lines[0].where.line = 4'000'000'000U;
  expect_says(record, "at line 4000000000,");
}

TEST(ExplainText, NamesThePartThatBounds) {
  auto record = timed();
  record.launches[0].clock->use["l2"] = 0.6;
  expect_says(record, "It is bound by L2, at 60 % of peak.");
  expect_says(record, "The part that is busiest after that is the memory behind L2 (DRAM)");
}

TEST(ExplainText, SharesTheTimeOut) {
  auto record = timed();
  expect_says(
      record,
      "an SM has blocks in 70 % of the time, only other SMs have some in 20 %, and 10 % is");
  expect_says(record, "If all SMs ended at the same time, it would take 8 µs at least.");
  record.launches[0].clock->tail_cycles = 0;
  EXPECT_EQ(text_of(record).find("If all SMs"), std::string::npos);
  record.launches[0].clock->sm_cycles = 300'000;
  expect_says(record,
              "In most of its time SMs have no blocks: an SM has blocks in 30 % of the time");
}

TEST(ExplainText, SaysWhatMendingBrings) {
  auto record = timed();
  expect_says(record, "What mending would bring was not asked for");
  auto& clock = *record.launches[0].clock;
  clock.what_if = {{"fewest_sectors", 4e-6, {{"wait", 10}}, {{"issue", 0.9}}},
                   {"no_launch_cost", 3e-6, {}, {}},
                   {"no_barrier_waits", 9.97e-6, {}, {}}};
  expect_says(record,
              "Most is lost by one cost: with no more sectors a request than its data need it "
              "would take 4 µs, 60 % less. Then it would be bound by the schedulers' issue slots, "
              "at 90 % of peak.");
  expect_says(record, "Less than 1 %: if no warp waited at a barrier.");
  expect_says(record, "It is so short that launching it counts");
  clock.what_if = {{"fewest_sectors", 9.7e-6, {}, {}}};
  expect_says(record, "No cost within the kernel, left out alone, saves as much as 5 %.");
}

TEST(ExplainText, SaysWhatAccessesWaste) {
  using namespace record::metric;
  auto record = timed();
  record.launches[0].counters = {
      {std::string(kLoadRequests), 100},         {std::string(kLoadSectors), 3200},
      {std::string(kLoadSectorsIdeal), 400},     {std::string(kLoadBytes), 12800},
      {std::string(kSharedLoadWavefronts), 640}, {std::string(kSharedLoadConflicts), 620}};
  expect_says(record,
              "Loads ask for 12.5 KiB and move 100 KiB (32 sectors a request, 4 would do). Of 640 "
              "wavefronts in shared memory 620 are bank conflicts.");
}

TEST(ExplainText, HoldsWhatAnSmHasAgainstWhatFits) {
  auto record = timed();
  record.launches[0].clock->warp_cycles = {{"selected", 11'200'000}};
  expect_says(
      record,
      "while it has blocks an SM holds 16.0 of 64 warps on average, 25 %; at most 100 % would "
      "fit (threads keep the next block out). Its 100 blocks are fewer than the 800 that "
      "fit.");
  record.launches[0].clock->what_if = {{"full_occupancy", 9.9e-6, {}, {}}};
  expect_says(record,
              "That hardly matters: if registers and shared memory kept no block out it "
              "would take 9.9 µs, 1 % less.");
}

TEST(ExplainText, OfARecordThatTellsLittleSaysLittle) {
  auto record = timed();
  record.device.clock_hz = 0;
  record.launches[0].clock = record::ClockedLaunch();
  const auto text = text_of(record);
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_EQ(text.find("inf"), std::string::npos) << text;
}

}  // namespace
}  // namespace warpscope::runner
