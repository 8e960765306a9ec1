// Launches of a program that belongs to no lab, as a terminal, a table and a page show them.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "record/timeline_slice.h"
#include "runner/report/html/launches.h"
#include "runner/report/html/page.h"
#include "runner/report/launch_table.h"
#include "runner/report/table.h"
#include "runner/report/text.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

record::RunRecord exec_record() {
  record::RunRecord record;
  record.program.label = "histogram";
  record.device.name = "virtual GPU";
  auto& launch = test::add_launch(record);
  launch.case_index.reset();
  launch.kernel = "void count<256>(unsigned int*, int)";
  launch.grid = {1 << 20, 1, 1};
  launch.block = {32, 32, 1};
  return record;
}

std::string line_of(const std::string& text, std::string_view part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(part) != std::string::npos) return line;
  }
  return {};
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    widest = std::max(widest, display_width(line));
  }
  return widest;
}

TEST(LaunchTable, ALaunchThatWasNotCountedHasNoZeros) {
  auto record = exec_record();
  record.launches.push_back(record.launches.front());
  record.launches[0].counters = {{std::string(kLoadRequests), 77}};
  record.launches[0].kernel = "counted";
  record.launches[1].counters.clear();
  record.launches[1].id = 1;
  record.launches[1].kernel = "uncounted";
  const auto some = launch_table(record, 40, "all");
  EXPECT_NE(line_of(some, " counted").find(" 77 "), std::string::npos) << some;
  EXPECT_EQ(line_of(some, "uncounted").find(" 0 "), std::string::npos) << some;
  const auto page = html::launches(record);
  EXPECT_EQ(page.find(">0</td>", page.find(">uncounted<")), std::string::npos) << page;
  record.launches[0].counters.clear();
  const auto none = launch_table(record, 40, "all");
  EXPECT_EQ(none.find("sectors"), std::string::npos) << none;
}

TEST(LaunchTable, ConflictsOfSharedAtomicsAreConflicts) {
  auto record = exec_record();
  record.launches[0].counters = {{std::string(kSharedStoreWavefronts), 1'000},
                                 {std::string(kSharedAtomicWavefronts), 262'144},
                                 {std::string(kSharedAtomicConflicts), 253'952},
                                 {std::string(kSharedConflicts), 253'952}};
  const auto row = line_of(launch_table(record, 40, "all"), "count<");
  EXPECT_NE(row.find("253,952"), std::string::npos) << row;
  EXPECT_NE(row.find("263,144"), std::string::npos) << row;
}

TEST(LaunchTable, AnEstimateIsToldFromTheClock) {
  auto record = exec_record();
  const auto says = [&] {
    return launch_table(record, 40, "all").find("Times are an estimate") != std::string::npos;
  };
  record.device.times = record::Provenance::modelled;
  EXPECT_TRUE(says());
  record.device.times = record::Provenance::measured;
  EXPECT_FALSE(says());
  record.device.times = record::Provenance::modelled;
  record.launches[0].timed_blocks = 4;
  EXPECT_FALSE(says());
}

TEST(LaunchTable, ALaunchThatWasCutOffSaysSo) {
  auto record = exec_record();
  EXPECT_EQ(launch_table(record, 40, "all").find("not finished"), std::string::npos);
  EXPECT_EQ(html::launches(record).find("not finished"), std::string::npos);
  record.launches[0].is_stopped = true;
  record.launches[0].finished_blocks = 225;
  record.launches[0].counters = {{std::string(kInstructions), 1'806'000}};
  constexpr std::string_view kSentence =
      "was not finished: at least 225 of its 1,048,576 blocks and 1,806,000 warp instructions were "
      "executed.";
  const auto text = launch_table(record, 40, "all");
  EXPECT_NE(line_of(text, "1048576").find("\u2265"), std::string::npos) << text;
  EXPECT_NE(text.find(kSentence), std::string::npos) << text;
  EXPECT_NE(html::launches(record).find(kSentence), std::string::npos);
}

TEST(LaunchTable, ASampleOfBlocksSaysSo) {
  auto record = exec_record();
  EXPECT_EQ(launch_table(record, 40, "all").find("sample"), std::string::npos);
  EXPECT_EQ(html::launches(record).find("sample"), std::string::npos);
  record.launches[0].sampled_blocks = 1'000;
  const auto text = launch_table(record, 40, "all");
  EXPECT_NE(text.find("blocks run"), std::string::npos) << text;
  EXPECT_NE(line_of(text, "1048576").find("1,000 (sample)"), std::string::npos) << text;
  EXPECT_NE(text.find("Launches marked (sample) ran only so many"), std::string::npos) << text;
  EXPECT_NE(text.find("Not judged, because it needs whole grids"), std::string::npos) << text;
  const auto page = html::launches(record);
  EXPECT_NE(page.find("a sample of 1,000 of 1,048,576 blocks"), std::string::npos) << page;
  EXPECT_NE(page.find("Launches marked (sample) ran only so many"), std::string::npos) << page;
}

TEST(LaunchTable, ALaunchThatStandsForSeveralSaysSo) {
  auto record = exec_record();
  EXPECT_EQ(launch_table(record, 40, "all").find("sum of"), std::string::npos);
  record.launches[0].count = 19'001;
  const auto text = launch_table(record, 40, "all");
  EXPECT_NE(line_of(text, "1048576").find("(sum of 19,001)"), std::string::npos) << text;
  EXPECT_NE(text.find("Launch 0 stands for 19,001 launches of "), std::string::npos) << text;
  EXPECT_NE(html::launches(record).find("Launch 0 stands for 19,001"), std::string::npos);
}

TEST(LaunchTable, ShowsInstructionsOfMachineCodeAndWhereTheyAreNotExact) {
  auto record = exec_record();
  const auto without = launch_table(record, 40, "all");
  EXPECT_EQ(without.find("machine code"), std::string::npos) << without;
  record.launches[0].counters[std::string(kMachineInstructions)] = 46'336;
  record.launches[0].machine_instructions = record::Certainty::exact;
  const auto exact = launch_table(record, 40, "all");
  EXPECT_NE(line_of(exact, "count<").find("46,336"), std::string::npos) << exact;
  EXPECT_EQ(exact.find("Instructions of machine code"), std::string::npos) << exact;
  record.launches[0].machine_instructions = record::Certainty::at_least;
  const auto at_least = launch_table(record, 40, "all");
  EXPECT_NE(at_least.find("Instructions of machine code are at least so many in: launch 0."),
            std::string::npos)
      << at_least;
}

TEST(LaunchTable, GlobalAtomicsHaveColumnsWhereThereAreAny) {
  auto record = exec_record();
  EXPECT_EQ(launch_table(record, 40, "all").find("atomic"), std::string::npos);
  record.launches[0].counters = {{std::string(kAtomicRequests), 10},
                                 {std::string(kReductionRequests), 31'240},
                                 {std::string(kAtomicSectors), 320},
                                 {std::string(kReductionSectors), 999'680}};
  const auto text = launch_table(record, 40, "all");
  EXPECT_NE(text.find("atomics"), std::string::npos) << text;
  const auto row = line_of(text, "count<");
  EXPECT_NE(row.find("31,250"), std::string::npos) << row;
  EXPECT_NE(row.find("1,000,000"), std::string::npos) << row;
}

TEST(LaunchTable, SaysWhatWarpsWaitForWhereTheClockTimedThem) {
  auto record = exec_record();
  EXPECT_EQ(launch_table(record, 40, "all").find("by the clock"), std::string::npos);
  EXPECT_EQ(html_report({&record, 1}, false).find("by the clock"), std::string::npos);
  auto& clock = record.launches[0].clock.emplace();
  clock.sm_cycles = 500;
  clock.warp_cycles = {{"selected", 200}, {"long_scoreboard", 790}, {"wait", 10}};
  clock.use = {{"dram", 0.31}, {"issue", 0.1}, {"l2", 0.2}};
  clock.lines = {{{"a.cu", 40}, {{"selected", 100}}, {}},
                 {{"a.cu", 41},
                  {{"selected", 100}, {"long_scoreboard", 790}},
                  {{{"a.cu", 37}, 760, 2}, {{"a.cu", 36}, 30, 3}}}};
  const auto text = launch_table(record, 40, "all");
  EXPECT_NE(line_of(text, "long_scoreboard 79 %, wait 1 %").find("dram 31 %, l2 20 %"),
            std::string::npos)
      << text;
  EXPECT_NE(line_of(text, "waits 380 cycles for line 37").find("41"), std::string::npos) << text;
  EXPECT_LE(widest_line(text), 160U);
  const auto page = html_report({&record, 1}, false);
  EXPECT_NE(page.find("waits 380 cycles for line 37"), std::string::npos);
  EXPECT_EQ(page.find("line 40"), std::string::npos);  // it loses nothing
  EXPECT_EQ(page.find("bytes in flight"), std::string::npos);
  record.device.clock_hz = 1e9;
  clock.sms = 2;
  record::ClockTimeline timeline;
  timeline.interval_cycles = 1000;
  timeline.bytes_in_flight = {0, 8192, 2048};
  const auto keep = [&] {
    record::Timelines timelines;
    timelines.add(record.launches[0].id, record::to_slice(timeline));
    record.timelines = std::make_shared<const record::Timelines>(std::move(timelines));
  };
  keep();
  const auto with_plot = html_report({&record, 1}, false);
  EXPECT_NE(with_plot.find("bytes in flight for an SM"), std::string::npos);
  EXPECT_NE(with_plot.find("1, 4 KiB"), std::string::npos);
  // Nothing of transfers where there are none.
  EXPECT_EQ(with_plot.find("Transfers to shared memory"), std::string::npos);
  EXPECT_EQ(launch_table(record, 40, "all").find("Transfers to shared memory"), std::string::npos);
  using Kind = record::ClockTimeline::Transfer::Kind;
  timeline.transfers = {{Kind::bulk_copies, 0, 0, 256, 255, 2, 8192, 640, 500, 1300, 1310, 1900},
                        {Kind::bulk_copies, 0, 1, 256, 255, 2, 8192, 640, 600, 1400, 1900, 2400}};
  keep();
  const auto with_ring = launch_table(record, 40, "all");
  EXPECT_NE(with_ring.find("Transfers to shared memory by the clock"), std::string::npos);
  EXPECT_NE(with_ring.find("  stage  0 ......."), std::string::npos) << with_ring;
  EXPECT_NE(with_ring.find("::##"), std::string::npos) << with_ring;
  EXPECT_LE(widest_line(with_ring), 160U);
  const auto with_drawing = html_report({&record, 1}, false);
  EXPECT_NE(with_drawing.find("8 KiB by warp 8, asked for and on the way: 800 cycles"),
            std::string::npos);
  EXPECT_NE(with_drawing.find("in use by warps 0 to 7: 590 cycles"), std::string::npos);
}

TEST(LaunchTable, FitsATerminalWithEverythingInIt) {
  auto record = exec_record();
  for (const auto name :
       {kLoadRequests, kLoadSectors, kStoreRequests, kStoreSectors, kReductionRequests,
        kReductionSectors, kSharedLoadWavefronts, kSharedConflicts, kDivergentBranches,
        kInstructions, kThreadInstructions}) {
    record.launches[0].counters[std::string(name)] = 1'234'567;
  }
  record.launches[0].kernel =
      "void library::detail::reduce_by_key<library::policy<600, 128, 4>, library::iterator<float*, "
      "library::identity>, float, library::plus<float>>(float*)";
  const auto text = launch_table(record, 40, "all");
  EXPECT_LE(widest_line(text), 160U) << text;
}

TEST(LaunchTable, TemplateArgumentsTellInstancesApart) {
  auto record = exec_record();
  record.launches.push_back(record.launches[0]);
  record.launches[1].id = 1;
  record.launches[1].kernel = "void count<512>(unsigned int*, int)";
  const auto text = launch_table(record, 40, "all");
  EXPECT_NE(text.find("count<256>"), std::string::npos) << text;
  EXPECT_NE(text.find("count<512>"), std::string::npos) << text;
}

TEST(LaunchReports, ARecordWithoutCasesShowsItsLaunches) {
  const auto record = exec_record();
  EXPECT_NE(text_report(record, {}).find("count<256>"), std::string::npos);
  EXPECT_EQ(text_report(record, {}).find("seed"), std::string::npos) << "no judge, no seed";
  const std::vector<record::RunRecord> records{record};
  const auto page = html_report(records);
  EXPECT_NE(page.find("count&lt;256&gt;"), std::string::npos) << page;
  EXPECT_NE(page.find("<h2>Launches"), std::string::npos);
}

TEST(LaunchReports, EachOfSeveralRecordsHasItsOwn) {
  auto second = exec_record();
  second.program.label = "sort";
  second.launches[0].kernel = "sort_blocks(int*)";
  const std::vector<record::RunRecord> records{exec_record(), second};
  const auto page = html_report(records);
  EXPECT_NE(page.find("count&lt;256&gt;"), std::string::npos);
  EXPECT_NE(page.find("sort_blocks"), std::string::npos);
}

TEST(LaunchReports, ACaseKeepsThemAway) {
  auto record = test::made_record();
  test::add_launch(record);
  EXPECT_EQ(text_report(record, {}).find("Launches on"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::runner
