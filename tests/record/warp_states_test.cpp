#include "record/warp_states.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "record/export/csv.h"
#include "record/json_value.h"

namespace warpscope::record {
namespace {

ClockedLaunch clocked() {
  ClockedLaunch clock;
  clock.sm_cycles = 100;
  clock.warp_cycles = {{"barrier", 50}, {"long_scoreboard", 100}, {"selected", 50}};
  clock.use = {{"dram", 0.25}};
  clock.lines = {{{"k.cu", 3}, {{"barrier", 50}, {"selected", 20}}, {}},
                 {{"k.cu", 4}, {{"long_scoreboard", 100}}, {{{"k.cu", 2}, 100, 4}}},
                 {{"k.cu", 5}, {{"selected", 30}}, {}}};
  return clock;
}

TEST(WarpStates, AreWordsWithShares) {
  const auto clock = clocked();
  EXPECT_EQ(sum_of_states(clock.warp_cycles), 200U);
  EXPECT_EQ(states_text(clock.warp_cycles, 200, 5), "long_scoreboard 50 %, barrier 25 %");
  EXPECT_EQ(states_text(clock.warp_cycles, 0, 5), "");
  EXPECT_DOUBLE_EQ(warps_on_sm(clock), 2);
  EXPECT_EQ(warps_on_sm({}), 0);
  EXPECT_EQ(use_text(clock, 2), "dram 25 %");
}

TEST(WarpStates, OfLinesThatLoseSomethingTheWorstFirst) {
  const auto clock = clocked();
  const auto lines = slowest_lines(clock, 5);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0]->where.line, 4U);
  EXPECT_EQ(wait_text(*lines[0]), "waits 25 cycles for line 2");
  EXPECT_EQ(wait_text(*lines[1]), "");
}

TEST(WarpStates, EachHasAMeaning) {
  for (const auto& state : warp_states()) EXPECT_EQ(meaning_of_state(state.name), state.meaning);
  EXPECT_EQ(meaning_of_state("no such state"), "");
}

TEST(WarpStates, AreInTheRecordWhereTheyWereTold) {
  Launch launch;
  EXPECT_FALSE(to_json_value(launch).contains("clock"));
  launch.clock = clocked();
  const auto json = to_json_value(launch);
  const auto read = launch_from_json(JsonView(json));
  ASSERT_TRUE(read.clock);
  EXPECT_EQ(to_json_value(read), json);
  EXPECT_EQ(read.clock->lines[1].waits_for[0].times, 4U);
}

TEST(WarpStates, HaveARowPerLineInATable) {
  RunRecord record;
  record.program.label = "student";
  record.launches.resize(2);
  record.launches[1].id = 1;
  record.launches[1].kernel = "k()";
  record.launches[1].clock = clocked();
  const auto table = stalls_to_csv({&record, 1});
  EXPECT_NE(
      table.find("\r\nstudent,1,k(),k.cu,4,0,100,0,0,0,0,0,0,0,0,0,0,0,0,0,0,k.cu,2,100,4\r\n"),
      std::string::npos)
      << table;
  EXPECT_EQ(std::ranges::count(table, '\n'), 4);
}

TEST(WarpStates, HaveColumnsInTheTableOfLaunches) {
  RunRecord record;
  record.device.multiprocessor.emplace().max_threads = 64 * 32;
  record.launches.resize(2);
  auto& clock = record.launches[1].clock.emplace(clocked());
  clock.use = {{"dram", 0.25}, {"l2", 0.5}, {"issue", 0.125}, {"fma", 0.75}};
  const auto table = launches_to_csv({&record, 1});
  EXPECT_NE(table.find(",modelled_issue_slots_percent,modelled_memory_throughput_percent,"
                       "modelled_compute_throughput_percent,modelled_achieved_occupancy_percent,"
                       "modelled_largest_stall,modelled_bytes_in_flight_of_sm,"
                       "modelled_most_bytes_in_flight_of_sm,ranges\r\n"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find(",12.5,50,75,3.125,long_scoreboard,,,\r\n"), std::string::npos) << table;
  EXPECT_NE(table.find(",,,,,,,,\r\n"), std::string::npos) << table;
  EXPECT_EQ(largest_stall({{"selected", 5}}), "");
}

}  // namespace
}  // namespace warpscope::record
