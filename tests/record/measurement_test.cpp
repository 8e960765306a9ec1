#include "record/measurement.h"

#include <gtest/gtest.h>

namespace warpscope::record {
namespace {

RunRecord measured() {
  RunRecord record;
  record.device.state = GpuState{1.98e9, 1.965e9, 3.2e9, 40, 41, 165, {}, ""};
  for (const double longest_s : {1.01e-6, 1.02e-6, 1.5e-6}) {
    Launch launch;
    launch.id = static_cast<std::uint32_t>(record.launches.size());
    launch.repeated = RepeatedTimes{3 + launch.id, 1e-6, longest_s};
    record.launches.push_back(launch);
  }
  return record;
}

TEST(Measurement, SaysTheStateAndTheSpread) {
  const auto sentences = measurement_sentences(measured());
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_EQ(sentences[0],
            "SM clock 1980 MHz at the first case and 1965 MHz at the last, memory 3200 MHz; 40 and "
            "41 \u00B0C; 165 W at the end.");
  EXPECT_EQ(sentences[1],
            "Times are of the median of 3 to 5 runs. The longest lies 2.0 % above the shortest in "
            "the median launch, 50 % in launch 2.");
}

TEST(Measurement, SaysWhatAColdCacheCosts) {
  auto record = measured();
  for (auto& launch : record.launches) {
    launch.duration_s = 1e-6;
    launch.cold = ColdTimes{3, 2e-6 + 1e-6 * launch.id, 2e-6, 9e-6};
  }
  const auto sentences = measurement_sentences(record);
  ASSERT_EQ(sentences.size(), 3U);
  EXPECT_NE(sentences[2].find("(median of 3 runs) the median launch takes 3.00 times as long."),
            std::string::npos)
      << sentences[2];
}

TEST(Measurement, WarnsOfAClockThatMovedOrWasHeldDownAndOfSharing) {
  auto record = measured();
  record.device.state->last_sm_clock_hz = 1.2e9;
  record.device.state->held_down_by = {"heat", "power"};
  record.device.state->sharing = "MPS";
  const auto sentences = measurement_sentences(record);
  ASSERT_EQ(sentences.size(), 5U);
  EXPECT_NE(sentences[2].find("clock moved"), std::string::npos);
  EXPECT_NE(sentences[3].find("(heat, power)"), std::string::npos);
  EXPECT_NE(sentences[4].find("(MPS)"), std::string::npos);
}

TEST(Measurement, SaysWhyThereAreNoCurves) {
  auto record = measured();
  record.device.capabilities.emplace().why_no_curves = "No curves were measured: no memory.";
  EXPECT_EQ(measurement_sentences(record)[0], "No curves were measured: no memory.");
}

TEST(Measurement, AVirtualGpuHasNoState) {
  auto record = measured();
  record.device.state.reset();
  const auto sentences = measurement_sentences(record);
  ASSERT_EQ(sentences.size(), 1U);
  EXPECT_NE(sentences[0].find("estimate"), std::string::npos) << sentences[0];
  record.launches[0].timed_blocks = 1;
  EXPECT_TRUE(measurement_sentences(record).empty()) << "by the clock";
}

TEST(Measurement, WithoutRepeatsThereIsNoSpread) {
  auto record = measured();
  for (auto& launch : record.launches) launch.repeated.reset();
  EXPECT_EQ(measurement_sentences(record).size(), 1U);
}

}  // namespace
}  // namespace warpscope::record
