#include "viewer/model/heat_kind.h"

#include <gtest/gtest.h>

#include "record/metrics.h"
#include "runner/lab/heat_names.h"
#include "tests/viewer/support/sample_lab.h"
#include "tests/viewer/support/sample_records.h"
#include "viewer/model/heat_choice.h"
#include "viewer/model/source_heat.h"

namespace warpscope::viewer::test {
namespace {

namespace metric = record::metric;

/// One launch of lines 1 and 2 with these counters.
record::RunRecord record_of(record::Counters first, record::Counters second) {
  record::RunRecord record;
  auto& launch = record.launches.emplace_back();
  for (const auto* each : {&first, &second}) {
    for (const auto& [name, value] : *each) launch.counters[name] += value;
  }
  launch.lines.push_back({{"a.cu", 1}, std::move(first)});
  launch.lines.push_back({{"a.cu", 2}, std::move(second)});
  return record;
}

std::vector<HeatLine> heat_of(const record::RunRecord& record, const char* kind) {
  return source_heat(record, "a.cu", heat_kind(kind));
}

TEST(HeatKind, HasARowForEachNameThatALabMayGive) {
  ASSERT_EQ(heat_kinds().size(), runner::kHeatNames.size());
  for (std::size_t k = 0; k < heat_kinds().size(); ++k) {
    EXPECT_EQ(heat_kinds()[k].id, runner::kHeatNames[k]);
    EXPECT_FALSE(heat_kinds()[k].columns.empty());
  }
  EXPECT_EQ(&heat_kind("nonsense"), &heat_kinds().front());
}

TEST(HeatKind, CountsPassesOverThoseNeeded) {
  const auto record = record_of({{std::string(metric::kSharedLoadInstructions), 10},
                                 {std::string(metric::kSharedLoadWavefronts), 320},
                                 {std::string(metric::kSharedLoadConflicts), 310}},
                                {{std::string(metric::kSharedStoreInstructions), 10},
                                 {std::string(metric::kSharedStoreWavefronts), 20}});
  const auto heat = heat_of(record, "passes");
  EXPECT_DOUBLE_EQ(heat[0].cells[0]->value, 32);
  EXPECT_DOUBLE_EQ(heat[0].cells[0]->excess, 32);
  EXPECT_FALSE(heat[0].cells[1] || heat[0].cells[2]);
  EXPECT_DOUBLE_EQ(heat[1].cells[1]->value, 2);  // wide stores need two
  EXPECT_DOUBLE_EQ(heat[1].cells[1]->excess, 1);
  EXPECT_TRUE(has_heat(record, heat_kind("passes")));
  EXPECT_FALSE(has_heat(record, heat_kind("turns")));
  EXPECT_FALSE(has_heat(record, heat_kind("time")));
}

TEST(HeatKind, SharesOutTurnsBarriersAndInstructions) {
  const auto record = record_of({{std::string(metric::kAtomicRequests), 3},
                                 {std::string(metric::kAtomicSectors), 96},
                                 {std::string(metric::kBarriers), 5},
                                 {std::string(metric::kInstructions), 100},
                                 {std::string(metric::kThreadInstructions), 3200}},
                                {{std::string(metric::kReductionRequests), 3},
                                 {std::string(metric::kReductionSectors), 12},
                                 {std::string(metric::kInstructions), 50},
                                 {std::string(metric::kThreadInstructions), 50}});
  const auto turns = heat_of(record, "turns");
  EXPECT_DOUBLE_EQ(turns[0].cells[1]->value, 96);
  EXPECT_DOUBLE_EQ(turns[0].cells[1]->excess, kMostHeat);
  EXPECT_DOUBLE_EQ(turns[1].cells[1]->excess, kMostHeat / 8);
  EXPECT_DOUBLE_EQ(turns[1].cells[0]->excess, kMostHeat);  // as many requests
  const auto barriers = heat_of(record, "barriers");
  EXPECT_DOUBLE_EQ(barriers[0].cells[0]->value, 5);
  EXPECT_FALSE(barriers[1].cells[0]);
  const auto instructions = heat_of(record, "instructions");
  EXPECT_DOUBLE_EQ(instructions[1].cells[0]->excess, kMostHeat / 2);
  EXPECT_DOUBLE_EQ(instructions[1].cells[1]->excess, kMostHeat / 64);
  const auto lanes = heat_of(record, "lanes");
  EXPECT_DOUBLE_EQ(lanes[0].cells[0]->excess, 1);
  EXPECT_DOUBLE_EQ(lanes[1].cells[0]->excess, 32);
}

TEST(HeatKind, TakesTimeAndStallsFromTheClock) {
  auto record = record_of({}, {});
  auto& clock = record.launches[0].clock.emplace();
  clock.lines.push_back({{"a.cu", 1}, {{"selected", 10}, {"long_scoreboard", 70}}, {}});
  clock.lines.push_back({{"a.cu", 2}, {{"selected", 20}}, {}});
  const auto time = heat_of(record, "time");
  EXPECT_DOUBLE_EQ(time[0].cells[0]->value, 80);
  EXPECT_DOUBLE_EQ(time[1].cells[0]->excess, kMostHeat / 4);
  const auto stalls = heat_of(record, "stalls");
  EXPECT_DOUBLE_EQ(stalls[0].cells[0]->value, 70);
  EXPECT_FALSE(stalls[1].cells[0]);
  EXPECT_TRUE(has_heat(record, heat_kind("stalls")));
  const auto none =
      source_heat(record, "a.cu", heat_kind("time"), [](const record::Launch&) { return false; });
  EXPECT_TRUE(none.empty());
}

TEST(HeatChoice, IsTheLabsUntilTheUserChooses) {
  const SampleLab lab;
  {
    Session session(lab.services());
    session.open_lab("sample");
    EXPECT_EQ(chosen_heat(session).id, "sectors");
    session.open_lab("asking");
    EXPECT_EQ(chosen_heat(session).id, "passes");
    choose_heat(session, "lanes");
    EXPECT_EQ(chosen_heat(session).id, "lanes");
    session.open_lab("sample");
    EXPECT_EQ(chosen_heat(session).id, "sectors");
  }
  Session later(lab.services());
  later.open_lab("asking");
  EXPECT_EQ(chosen_heat(later).id, "lanes");
}

}  // namespace
}  // namespace warpscope::viewer::test
