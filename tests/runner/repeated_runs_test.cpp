#include "runner/run/repeated_runs.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

CaseRun run_of(double duration_s, std::uint64_t sectors = 0, const char* kernel = "a") {
  CaseRun run;
  device::LaunchEnded ended;
  ended.launch.kernel_mangled = kernel;
  ended.launch.duration_s = duration_s;
  if (sectors != 0) ended.launch.counters["sectors"] = sectors;
  run.launches.push_back(std::move(ended));
  return run;
}

TEST(RepeatedRuns, ARunWithoutOperationsIsNotRepeated) {
  RepeatedRuns runs;
  EXPECT_TRUE(runs.wants_another());
  runs.add({});
  EXPECT_FALSE(runs.wants_another());
}

TEST(RepeatedRuns, GoesOnUntilTheTimesAgree) {
  RepeatedRuns runs;
  runs.add(run_of(9e-3, 5));  // counts, and warms up: its time is nobody's
  for (const double time_s : {1.0, 1.3, 1.1}) {
    EXPECT_TRUE(runs.wants_another()) << time_s;
    runs.add(run_of(time_s * 1e-3));
  }
  RepeatedRuns steady;
  steady.add(run_of(5e-3, 5));
  for (const double time_s : {1.0, 1.001, 1.002}) steady.add(run_of(time_s * 1e-3));
  EXPECT_TRUE(steady.is_next_cold());
  RepeatedRuns restless;
  restless.add(run_of(5e-3, 5));
  int turn = 0;
  for (int i = 0; i < 3; ++i) restless.add(run_of((1 + i) * 1e-3));
  EXPECT_FALSE(restless.is_next_cold());
  while (!restless.is_next_cold()) restless.add(run_of(1e-3 * (1 + turn++ % 9)));
  EXPECT_LE(restless.take().launches.at(0).launch.repeated->runs, RepeatedRuns::kMostTimed);
}

TEST(RepeatedRuns, ColdRunsComeLastAndStandBesideTheWarmOnes) {
  RepeatedRuns runs;
  EXPECT_FALSE(runs.is_next_cold());
  runs.add(run_of(5e-3, 5));
  for (int i = 0; i < 3; ++i) runs.add(run_of(1e-3));
  for (const double time_s : {4e-3, 2e-3, 3e-3}) {
    EXPECT_TRUE(runs.wants_another());
    EXPECT_TRUE(runs.is_next_cold());
    runs.add(run_of(time_s));
  }
  EXPECT_FALSE(runs.wants_another());
  const auto launch = runs.take().launches.at(0).launch;
  EXPECT_EQ(launch.duration_s, 1e-3);
  EXPECT_EQ(launch.repeated->runs, 3U);
  EXPECT_EQ(launch.counters.at("sectors"), 5U);
  ASSERT_TRUE(launch.cold);
  EXPECT_EQ(launch.cold->runs, 3U);
  EXPECT_EQ(launch.cold->median_s, 3e-3);
  EXPECT_EQ(launch.cold->shortest_s, 2e-3);
  EXPECT_EQ(launch.cold->longest_s, 4e-3);
}

TEST(RepeatedRuns, AllTimedOnesMayBeCold) {
  RepeatedRuns runs;
  runs.expect_cold(true);
  EXPECT_FALSE(runs.is_next_cold()) << "the first warms up";
  runs.add(run_of(5e-3));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(runs.wants_another());
    EXPECT_TRUE(runs.is_next_cold());
    runs.add(run_of(1e-3));
  }
  EXPECT_FALSE(runs.wants_another());
  const auto launch = runs.take().launches.at(0).launch;
  EXPECT_EQ(launch.repeated->runs, 3U);
  EXPECT_FALSE(launch.cold);
}

TEST(RepeatedRuns, ColdRunsThatDidOtherThingsAreLeftOut) {
  RepeatedRuns runs;
  for (int i = 0; i < 4; ++i) runs.add(run_of(1e-3));
  runs.add(run_of(1e-3, 0, "b"));
  EXPECT_FALSE(runs.take().launches.at(0).launch.cold);
}

TEST(RepeatedRuns, LongRunsAreTimedOnce) {
  RepeatedRuns runs;
  runs.add(run_of(3, 5));
  EXPECT_TRUE(runs.wants_another());
  runs.add(run_of(3));
  EXPECT_FALSE(runs.wants_another());
}

TEST(RepeatedRuns, TheMedianHasTheCountersOfTheFirst) {
  RepeatedRuns runs;
  runs.add(run_of(9e-3, 5));
  for (const double time_s : {3e-3, 1e-3, 2e-3}) runs.add(run_of(time_s));
  const auto launch = runs.take().launches.at(0).launch;
  EXPECT_EQ(launch.duration_s, 2e-3);
  EXPECT_EQ(launch.counters.at("sectors"), 5U);
  EXPECT_EQ(launch.repeated->runs, 3U);
  EXPECT_EQ(launch.repeated->shortest_s, 1e-3);
  EXPECT_EQ(launch.repeated->longest_s, 3e-3);
  EXPECT_TRUE(runs.is_empty());
}

TEST(RepeatedRuns, CountersOfOtherKernelsAreLeftOut) {
  RepeatedRuns runs;
  runs.add(run_of(9e-3, 5, "b"));
  for (const double time_s : {3e-3, 1e-3, 2e-3}) runs.add(run_of(time_s));
  EXPECT_TRUE(runs.take().launches.at(0).launch.counters.empty());
  runs.add(run_of(9e-3, 5));
  runs.add(run_of(1e-3));
  runs.add(run_of(2e-3, 0, "b"));
  EXPECT_FALSE(runs.take().launches.at(0).launch.repeated) << "the runs did not do the same";
}

}  // namespace
}  // namespace warpscope::runner
