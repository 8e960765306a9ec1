#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "record/cut_off.h"
#include "record/export/chrome_trace.h"
#include "record/export/csv.h"
#include "tests/record/sample_record.h"

namespace warpscope::record {
namespace {

TEST(ChromeTrace, HasOneEventPerLaunchAndTransfer) {
  auto record = test::sample_record();
  record.transfers.push_back({Transfer::Kind::host_to_device, 0, 4096, 0, 0, false, 0, 3e-6});
  const auto trace = nlohmann::json::parse(to_chrome_trace(record));
  int events = 0;
  for (const auto& event : trace.at("traceEvents")) {
    if (event.at("ph") != "X") continue;
    ++events;
    EXPECT_EQ(event.at("args").at("case"), "scale/32");
  }
  EXPECT_EQ(events, 3);
  const auto& second = trace.at("traceEvents").at(2);
  EXPECT_EQ(second.at("name"), "scale(float*, float const*, int)");
  EXPECT_DOUBLE_EQ(second.at("ts").get<double>(), 2.0);
}

TEST(Csv, OneRowPerCaseWithUnitsAndProvenance) {
  auto record = test::sample_record();
  record.cases[1].message = "differs at 3, \"really\"";
  const std::vector<RunRecord> records{record};
  std::istringstream lines(cases_to_csv(records));
  std::string heading;
  std::string first;
  std::string second;
  std::getline(lines, heading);
  std::getline(lines, first);
  std::getline(lines, second);
  EXPECT_EQ(heading.rfind("label,device,times,case,task,verdict,message,sweep,sweep_x,", 0), 0u);
  EXPECT_EQ(first.rfind("student,virtual:mini,modelled,scale/32,scale,correct,,,0,2560,2e-06,", 0),
            0u)
      << first;
  EXPECT_NE(second.find("\"differs at 3, \"\"really\"\"\""), std::string::npos) << second;
}

TEST(Exports, SayWhatALaunchTakesAloneAndHowLongItWaited) {
  auto record = test::sample_record();
  auto& launch = record.launches.at(0);
  launch.start_s = 2;
  launch.duration_s = 8;
  launch.queued_s = 0.5;
  launch.clock.emplace().alone_s = 4;
  EXPECT_EQ(launch_time_text(launch), "8 s (4 s alone)");
  const std::vector<RunRecord> records{record};
  const auto csv = launches_to_csv(records);
  EXPECT_NE(csv.find(",start_s,duration_s,queued_s,alone_s,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",2,8,0.5,4,"), std::string::npos) << csv;
  const auto trace = nlohmann::json::parse(to_chrome_trace(record));
  const auto& events = trace.at("traceEvents");
  const auto first = std::ranges::find_if(
      events, [](const auto& event) { return event.at("ph") == "X" && event.at("dur") == 8e6; });
  ASSERT_NE(first, events.end());
  EXPECT_DOUBLE_EQ(first->at("args").at("alone_s").template get<double>(), 4);
  EXPECT_DOUBLE_EQ(first->at("args").at("queued_s").template get<double>(), 0.5);
}

TEST(Csv, AFieldIsNeverAFormula) {
  auto record = test::sample_record();
  record.program.label = "=1+1";
  const std::vector<RunRecord> records{record};
  EXPECT_NE(launches_to_csv(records).find("\r\n'=1+1,"), std::string::npos);
}

}  // namespace
}  // namespace warpscope::record
