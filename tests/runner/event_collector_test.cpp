#include "runner/run/event_collector.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope::runner {
namespace {

device::LaunchEnded launch(std::uint32_t id, std::uint32_t case_index) {
  device::LaunchEnded event;
  event.launch.id = id;
  event.launch.case_index = case_index;
  event.launch.kernel_mangled = "_Z5scalev";
  event.launch.start_s = id * 1e-6;
  event.launch.duration_s = 1e-6;
  event.launch.counters["sectors"] = 4;
  return event;
}

device::Diagnosed diagnosis(std::uint32_t launch_id) {
  device::Diagnosed event;
  event.finding.id = "out-of-bounds";
  event.finding.launch = launch_id;
  return event;
}

TEST(EventCollector, ANewDeviceContinuesClockAndNumbers) {
  EventCollector events;
  events.begin_device();
  events.add(launch(0, 0));
  events.add(launch(1, 0));
  events.add(device::Finished{});
  EXPECT_TRUE(events.is_finished());
  events.begin_device();
  EXPECT_FALSE(events.is_finished());
  events.add(launch(0, 1));
  events.add(diagnosis(0));
  record::RunRecord record;
  events.move_to(record);
  ASSERT_EQ(record.launches.size(), 3u);
  EXPECT_EQ(record.launches[2].id, 2u);
  EXPECT_DOUBLE_EQ(record.launches[2].start_s, 2e-6);
  EXPECT_EQ(record.findings.at(0).launch, 2u);
}

TEST(EventCollector, LaunchesWithoutEndAreSummedUp) {
  constexpr std::uint32_t kMany = 5'000;
  EventCollector events;
  events.begin_device();
  for (std::uint32_t id = 0; id < kMany; ++id) events.add(launch(id, 0));
  events.add(diagnosis(kMany - 1));
  record::RunRecord record;
  events.move_to(record);
  EXPECT_LE(record.launches.size(), 1'000u);
  std::uint64_t sectors = 0, count = 0;
  for (const auto& kept : record.launches) {
    sectors += kept.counters.at("sectors");
    count += kept.count;
  }
  EXPECT_EQ(sectors, kMany * 4u);
  EXPECT_EQ(count, kMany);
  EXPECT_EQ(record.launches.back().count, kMany - record.launches.size() + 1);
  EXPECT_LT(record.findings.at(0).launch.value(), record.launches.size());
}

/// How sure the sum is of so many launches, of which one is less sure than the others.
std::optional<record::Certainty> certainty_of_sum(std::optional<record::Certainty> of_one) {
  constexpr std::uint32_t kMany = 5'000;
  EventCollector events;
  events.begin_device();
  for (std::uint32_t id = 0; id < kMany; ++id) {
    auto ended = launch(id, 0);
    ended.launch.machine_instructions = id == kMany - 2 ? of_one : record::Certainty::exact;
    events.add(ended);
  }
  record::RunRecord record;
  events.move_to(record);
  const auto sum = std::ranges::max(record.launches, {},
                                    [](const auto& kept) { return kept.counters.at("sectors"); });
  EXPECT_GT(sum.counters.at("sectors"), 4U);
  return sum.machine_instructions;
}

TEST(EventCollector, ASumIsAsSureAsTheLeastSureOfItsLaunches) {
  EXPECT_EQ(certainty_of_sum(record::Certainty::exact), record::Certainty::exact);
  EXPECT_EQ(certainty_of_sum(record::Certainty::about), record::Certainty::about);
  EXPECT_EQ(certainty_of_sum(std::nullopt), std::nullopt);
}

TEST(EventCollector, LinesWithoutEndAreSummedUp) {
  constexpr std::uint32_t kLaunches = 700, kLines = 1'000;
  EventCollector events;
  events.begin_device();
  for (std::uint32_t id = 0; id < kLaunches; ++id) {
    auto event = launch(id, 0);
    for (std::uint32_t line = 0; line < kLines; ++line)
      event.launch.lines.push_back({{"exercise.cu", line}, {{"sectors", 1}}});
    events.add(event);
  }
  record::RunRecord record;
  events.move_to(record);
  std::size_t kept = 0;
  std::uint64_t sectors = 0;
  for (const auto& item : record.launches) {
    kept += item.lines.size();
    for (const auto& line : item.lines) sectors += line.counters.at("sectors");
  }
  EXPECT_LE(kept, 500'000U);
  EXPECT_EQ(sectors, std::uint64_t{kLaunches} * kLines);
}

TEST(EventCollector, CopiesWithoutEndAreSummedUp) {
  constexpr std::size_t kMany = 20'000;
  EventCollector events;
  events.begin_device();
  for (std::size_t i = 0; i < kMany; ++i) {
    events.add(device::TransferEnded{
        {record::Transfer::Kind::host_to_device, 0, 4, 0, 0, false, double(i) * 1e-6, 1e-6}});
  }
  record::RunRecord record;
  events.move_to(record);
  EXPECT_LE(record.transfers.size(), 10'000u);
  std::uint64_t bytes = 0;
  std::uint64_t count = 0;
  for (const auto& kept : record.transfers) {
    bytes += kept.size_bytes;
    count += kept.count;
  }
  EXPECT_EQ(bytes, kMany * 4);
  EXPECT_EQ(count, kMany);
}

TEST(EventCollector, AFindingOfAnUnknownLaunchNamesNone) {
  EventCollector events;
  events.begin_device();
  events.add(diagnosis(7));
  record::RunRecord record;
  events.move_to(record);
  EXPECT_FALSE(record.findings.at(0).launch.has_value());
}

TEST(EventCollector, ManyHarmlessFindingsHideNoError) {
  constexpr std::uint32_t kMany = 20'000;
  EventCollector events;
  events.begin_device();
  device::Diagnosed harmless;
  harmless.finding.id = "uncoalesced-load";
  harmless.finding.severity = record::Finding::Severity::warning;
  for (std::uint32_t i = 0; i < kMany; ++i) events.add(harmless);
  for (std::uint32_t i = 0; i < kMany; ++i) {
    harmless.finding.id = "made-up-" + std::to_string(i);
    events.add(harmless);
  }
  device::Diagnosed error;
  error.finding.id = "out-of-bounds";
  for (std::uint32_t i = 0; i < kMany; ++i) {
    error.finding.case_index = i < kMany / 2 ? 0 : 1;
    events.add(error);
  }
  record::RunRecord record;
  events.move_to(record);
  EXPECT_LE(record.findings.size(), 2'000U);
  for (const std::uint32_t of_case : {0U, 1U}) {
    EXPECT_TRUE(std::ranges::any_of(record.findings, [&](const record::Finding& finding) {
      return finding.id == "out-of-bounds" && finding.case_index == of_case;
    }));
  }
}

TEST(EventCollector, PhasesBeyondABoundAreCounted) {
  EventCollector events;
  for (std::uint32_t id = 0; id < 18; ++id) {
    auto event = launch(id, 0);
    event.launch.phases.resize(4096);
    event.launch.phases_left_out = 5;
    events.add(event);
  }
  record::RunRecord record;
  events.move_to(record);
  ASSERT_EQ(record.launches.size(), 18U);
  EXPECT_EQ(record.launches[15].phases.size(), 4096U);
  EXPECT_EQ(record.launches[15].phases_left_out, 5U);
  EXPECT_EQ(record.launches[17].phases.size(), 0U);
  EXPECT_EQ(record.launches[17].phases_left_out, 4101U);
}

TEST(EventCollector, ALaterSessionDoesNotTakeBackWhatWasCounted) {
  record::Device device;
  device.id = "cuda:0";
  record::Capabilities capabilities;
  capabilities.left_out_counters = {"ours"};
  capabilities.why_not_counted = "Kernels of graphs have times and no counters.";
  device.capabilities = capabilities;
  EventCollector events;
  events.begin_device();
  events.add(device::Started{device});
  events.begin_device();
  device.capabilities->left_out_counters = {"ours", "sectors"};  // no launch has been counted yet
  device.capabilities->why_not_counted.clear();
  events.add(device::Started{device});
  record::RunRecord record;
  events.move_to(record);
  EXPECT_EQ(record.device.capabilities->left_out_counters, std::vector<std::string>{"ours"});
  EXPECT_EQ(record.device.capabilities->why_not_counted, capabilities.why_not_counted);
}

}  // namespace
}  // namespace warpscope::runner
