#include "record/phases.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "record/export/chrome_trace.h"
#include "record/json_value.h"
#include "tests/record/sample_record.h"

namespace warpscope::record {
namespace {

/// The first launch starts 4 us into the run; two warps of it mark three phases on a clock of 2
/// GHz.
RunRecord marked_record() {
  auto record = test::sample_record();
  record.device.clock_hz = 2e9;
  record.launches[0].start_s = 4e-6;
  record.launches[0].phases = {{0, 1, 5, "load", 1100, 0, 200},
                               {0, 1, 5, "sum", 1100, 200, 1000},
                               {7, 0, 3, "load", 1000, 100, 100}};
  record.launches[0].phases_left_out = 9;
  return record;
}

std::string error_of(const nlohmann::json& document) {
  try {
    from_json(document.dump());
  } catch (const RecordError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Phases, ComeBackFromARecord) {
  const auto record = marked_record();
  const auto again = from_json(to_json(record));
  ASSERT_EQ(again.launches[0].phases.size(), 3U);
  const Phase& phase = again.launches[0].phases[1];
  EXPECT_EQ(phase.block, 0U);
  EXPECT_EQ(phase.warp, 1U);
  EXPECT_EQ(phase.sm, 5U);
  EXPECT_EQ(phase.name, "sum");
  EXPECT_EQ(phase.warp_start_ns, 1100U);
  EXPECT_EQ(phase.begin_cycles, 200U);
  EXPECT_EQ(phase.end_cycles, 1000U);
  EXPECT_EQ(again.launches[0].phases_left_out, 9U);
  EXPECT_EQ(to_json(again), to_json(record));
}

TEST(Phases, ARecordWithoutThemOpens) {
  auto document = to_json_value(marked_record());
  for (auto& launch : document["launches"]) {
    launch.erase("phases");
    launch.erase("phases_left_out");
  }
  const auto record = from_json(document.dump());
  EXPECT_TRUE(record.launches[0].phases.empty());
  EXPECT_EQ(record.launches[0].phases_left_out, 0U);
  EXPECT_EQ(phases_in_words(record), "");
}

TEST(Phases, HostileOnesAreAnErrorThatNamesThePlace) {
  const auto changed = [](const char* pointer, const nlohmann::json& value) {
    auto document = to_json_value(marked_record());
    document[nlohmann::json::json_pointer(pointer)] = value;
    return error_of(document);
  };
  const char* const first = "/launches/0/phases/0/";
  for (const char* field : {"block", "warp", "sm", "warp_start_ns", "begin_cycles", "end_cycles"}) {
    const std::string place = std::string("launches[0].phases[0].") + field;
    for (const nlohmann::json& value :
         {nlohmann::json(-1), nlohmann::json("1"), nlohmann::json(0.5), nlohmann::json::array()}) {
      const auto error = changed((std::string(first) + field).c_str(), value);
      EXPECT_NE(error.find(place), std::string::npos) << error;
    }
  }
  EXPECT_NE(changed("/launches/0/phases/0/name", 3).find("phases[0].name"), std::string::npos);
  EXPECT_NE(changed("/launches/0/phases/0/warp", 4294967296).find("at most"), std::string::npos);
  EXPECT_NE(changed("/launches/0/phases", {{"a", 1}}).find("must be an array"), std::string::npos);
  EXPECT_NE(changed("/launches/0/phases/0", 7).find("phases[0] must be an"), std::string::npos);
  EXPECT_NE(changed("/launches/0/phases/1/end_cycles", 199).find("phases[1] ends before"),
            std::string::npos);
  auto document = to_json_value(marked_record());
  document["launches"][0]["phases"][2].erase("name");
  EXPECT_NE(error_of(document).find("phases[2] lacks the field \"name\""), std::string::npos);
}

TEST(Phases, LieInTimeAndInLanes) {
  const auto record = marked_record();
  const auto times = phase_times(record.launches[0], record.device.clock_hz);
  ASSERT_EQ(times.size(), 3U);
  // The first warp starts 100 ns after the second; a cycle is 0.5 ns.
  EXPECT_NEAR(times[0].begin_s, 100e-9, 1e-18);
  EXPECT_NEAR(times[0].end_s, 200e-9, 1e-18);
  EXPECT_NEAR(times[1].end_s, 600e-9, 1e-18);
  EXPECT_NEAR(times[2].begin_s, 50e-9, 1e-18);
  EXPECT_EQ(times[2].begin_s, times[2].end_s);
  EXPECT_EQ(phase_lanes(record.launches[0]), (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_EQ(phase_names(record), (std::vector<std::string>{"load", "sum"}));
  EXPECT_EQ(phases_in_words(record), "3 phase marks in 1 launch (times modelled), 9 left out");
  EXPECT_TRUE(phase_times(record.launches[0], 0).empty()) << "a clock that is not known";
  EXPECT_TRUE(phase_times(record.launches[1], 2e9).empty());
}

TEST(Phases, LanesNeedNoOrder) {
  Launch launch;
  launch.phases = {{9, 0, 0, "c", 0, 0, 1},
                   {2, 1, 0, "b", 0, 0, 1},
                   {2, 0, 0, "a", 0, 0, 1},
                   {9, 0, 0, "c", 0, 1, 2}};
  EXPECT_EQ(phase_lanes(launch), (std::vector<std::uint32_t>{2, 1, 0, 2}));
}

TEST(Phases, AreThreadsOfTheChromeTrace) {
  const auto trace = nlohmann::json::parse(to_chrome_trace(marked_record()));
  std::vector<nlohmann::json> phases;
  std::map<std::string, int> names;
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") == "M") ++names[event.at("args").at("name")];
    if (event.value("cat", "") == "phase") phases.push_back(event);
  }
  EXPECT_EQ(names["phases of launch 0, scale(float*, float const*, int) (modelled)"], 1);
  EXPECT_EQ(names["block 0 warp 1"], 1);
  EXPECT_EQ(names["block 7 warp 0"], 1);
  ASSERT_EQ(phases.size(), 3U);
  EXPECT_EQ(phases[1].at("name"), "sum");
  EXPECT_EQ(phases[1].at("pid"), 2);
  EXPECT_EQ(phases[1].at("tid"), 0);
  EXPECT_NEAR(phases[1].at("ts").get<double>(), 4.2, 1e-9);
  EXPECT_NEAR(phases[1].at("dur").get<double>(), 0.4, 1e-9);
  EXPECT_EQ(phases[1].at("args").at("cycles"), 800);
  EXPECT_EQ(phases[2].at("tid"), 1);
}

TEST(Phases, TheLargestNumbersAreDrawnOrLeftOut) {
  auto record = marked_record();
  constexpr auto most = ~std::uint64_t{0};
  record.launches[0].phases[0] = {most, 0xFFFFFFFF, 0xFFFFFFFF, "load", most, most, most};
  EXPECT_EQ(to_json(from_json(to_json(record))), to_json(record));
  EXPECT_NO_THROW(to_chrome_trace(record));
  record.device.clock_hz = 1e-300;
  EXPECT_TRUE(phase_times(record.launches[0], record.device.clock_hz).empty())
      << "times beyond a double";
}

}  // namespace
}  // namespace warpscope::record
