#include "device/events.h"

#include <gtest/gtest.h>

namespace warpscope::device {
namespace {

TEST(DeviceLog, ALaunchComesBackFromItsLine) {
  record::Launch launch;
  launch.id = 4;
  launch.case_index = 2;
  launch.kernel = "scale(float*)";
  launch.grid = {3, 1, 1};
  launch.duration_s = 1e-6;
  launch.counters["smsp__inst_executed.sum"] = 12;
  record::LineCounters line_counters;
  line_counters.where = {"exercise.cu", 7};
  line_counters.counters["smsp__inst_executed.sum"] = 12;
  launch.lines = {line_counters};
  const std::string line = to_json_line(LaunchEnded{launch});
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto back = std::get<LaunchEnded>(event_from_json(line)).launch;
  EXPECT_EQ(back.id, launch.id);
  EXPECT_EQ(back.case_index, launch.case_index);
  EXPECT_EQ(back.kernel, launch.kernel);
  EXPECT_EQ(back.grid, launch.grid);
  EXPECT_DOUBLE_EQ(back.duration_s, launch.duration_s);
  EXPECT_EQ(back.counters, launch.counters);
  ASSERT_EQ(back.lines.size(), 1U);
  EXPECT_EQ(back.lines[0].where, launch.lines[0].where);
}

TEST(DeviceLog, EveryOtherEventComesBack) {
  record::Device device;
  device.id = "virtual:mini";
  EXPECT_EQ(std::get<Started>(event_from_json(to_json_line(Started{device}))).device.id, device.id);
  record::Transfer transfer;
  transfer.kind = record::Transfer::Kind::device_to_host;
  transfer.size_bytes = 99;
  EXPECT_EQ(std::get<TransferEnded>(event_from_json(to_json_line(TransferEnded{transfer})))
                .transfer.size_bytes,
            99U);
  record::Finding finding;
  finding.id = "out-of-bounds";
  finding.where = record::SourceLine{"a.cu", 3};
  const auto back = std::get<Diagnosed>(event_from_json(to_json_line(Diagnosed{finding}))).finding;
  EXPECT_EQ(back.id, finding.id);
  EXPECT_EQ(back.where, finding.where);
  EXPECT_TRUE(std::get<Finished>(event_from_json(to_json_line(Finished{true}))).is_orderly);
  EXPECT_EQ(std::get<Acknowledged>(event_from_json(to_json_line(Acknowledged{77}))).command_id,
            77U);
}

TEST(DeviceLog, RangesAndMarksComeBack) {
  const auto range =
      std::get<RangeTold>(
          event_from_json(to_json_line(RangeTold{{7, 3, "forward", "net", false, 2}})))
          .range;
  EXPECT_EQ(range.number, 7U);
  EXPECT_EQ(range.parent, 3U);
  EXPECT_EQ(range.name + "/" + range.domain, "forward/net");
  EXPECT_FALSE(range.is_pushed);
  EXPECT_EQ(range.thread, 2U);
  const auto told =
      std::get<MarksTold>(event_from_json(to_json_line(MarksTold{{{"here", "net", 4}}, 9, 0.25})));
  ASSERT_EQ(told.marks.size(), 1U);
  EXPECT_EQ(told.marks[0].name + "/" + told.marks[0].domain, "here/net");
  EXPECT_EQ(told.marks[0].thread, 4U);
  EXPECT_EQ(told.left_out, 9U);
  EXPECT_EQ(told.time_s, 0.25);
  LaunchEnded launch;
  launch.ranges = {7, 9};
  EXPECT_EQ(std::get<LaunchEnded>(event_from_json(to_json_line(launch))).ranges, launch.ranges);
  TransferEnded copy;
  copy.ranges = {3};
  EXPECT_EQ(std::get<TransferEnded>(event_from_json(to_json_line(copy))).ranges, copy.ranges);
}

TEST(DeviceLog, ProgressComesBack) {
  const auto back = std::get<LaunchProgressed>(
      event_from_json(to_json_line(LaunchProgressed{3, "k(int)", 100, 25, 1'000, 1.5})));
  EXPECT_EQ(back.launch, 3U);
  EXPECT_EQ(back.kernel, "k(int)");
  EXPECT_EQ(back.blocks, 100U);
  EXPECT_EQ(back.finished_blocks, 25U);
  EXPECT_EQ(back.instructions, 1'000U);
  EXPECT_EQ(back.running_s, 1.5);
}

TEST(DeviceLog, CountersOfARealGpuComeBack) {
  const CountersTold told{{"smsp__inst_executed.sum", "gpu__time_duration.sum"}, "Not all."};
  const auto back = std::get<CountersTold>(event_from_json(to_json_line(told)));
  EXPECT_EQ(back.names, told.names);
  EXPECT_EQ(back.reason, told.reason);
}

TEST(DeviceLog, TimingComesBack) {
  for (const bool is_over : {false, true})
    EXPECT_EQ(std::get<LaunchTiming>(event_from_json(to_json_line(LaunchTiming{is_over}))).is_over,
              is_over);
}

TEST(DeviceLog, WhoWroteWhatACopyBringsComesBack) {
  TransferEnded copy;
  copy.flow.operation = 3;
  copy.flow.last_writers = {{{2, "a.cu", 7, 60}, {0, "", 0, 4}}, {{0, 60}, {1, 4}}, true, false};
  const auto back = std::get<TransferEnded>(event_from_json(to_json_line(copy))).flow.last_writers;
  ASSERT_EQ(back.writers.size(), 2U);
  EXPECT_EQ(back.writers[0].operation, 2U);
  EXPECT_EQ(back.writers[0].file, "a.cu");
  EXPECT_EQ(back.writers[0].line, 7U);
  EXPECT_EQ(back.writers[0].bytes, 60U);
  ASSERT_EQ(back.runs.size(), 2U);
  EXPECT_EQ(back.runs[1].writer, 1U);
  EXPECT_EQ(back.runs[1].bytes, 4U);
  EXPECT_TRUE(back.has_more_runs);
  EXPECT_FALSE(back.is_unknown);
  copy.flow.last_writers = {{}, {}, false, true};
  EXPECT_TRUE(
      std::get<TransferEnded>(event_from_json(to_json_line(copy))).flow.last_writers.is_unknown);
  copy.flow.last_writers = {{{2, "a.cu", 7, 60}}, {{1, 60}}, false, false};
  EXPECT_THROW(event_from_json(to_json_line(copy)), record::RecordError) << "there is no writer 1";
}

TEST(DeviceLog, WhatTheClientToldComesBack) {
  record::Finding finding;
  finding.id = "double-free";
  const auto told =
      std::get<Diagnosed>(event_from_json(to_json_line(Diagnosed{finding, HostCall{7, 3, true}})));
  ASSERT_TRUE(told.call);
  EXPECT_EQ(told.call->mistake, 7U);
  EXPECT_EQ(told.call->site, 3U);
  EXPECT_TRUE(told.call->is_crash);
  EXPECT_FALSE(std::get<Diagnosed>(event_from_json(to_json_line(Diagnosed{finding}))).call);

  const HostSite site{3, "cudaFree", {{"/a/b", 0x1234}, {"/lib/c.so", 1}}};
  const auto back = std::get<SiteTold>(event_from_json(to_json_line(SiteTold{site}))).site;
  EXPECT_EQ(back.number, 3U);
  EXPECT_EQ(back.function, "cudaFree");
  ASSERT_EQ(back.frames.size(), 2U);
  EXPECT_EQ(back.frames[0].module, "/a/b");
  EXPECT_EQ(back.frames[0].offset, 0x1234U);

  const auto reaction =
      std::get<Reacted>(event_from_json(to_json_line(Reacted{{7, false, true, true, 9}}))).reaction;
  EXPECT_EQ(reaction.number, 7U);
  EXPECT_FALSE(reaction.is_seen);
  EXPECT_TRUE(reaction.is_seen_late);
  EXPECT_TRUE(reaction.went_on);
  EXPECT_EQ(reaction.check_site, 9U);
}

TEST(DeviceLog, TextThatIsNoEventIsRefused) {
  for (const char* line :
       {"", "{", "[]", "3", "{}", R"({"event":"exploded"})", R"({"event":3})",
        R"({"event":"launch_ended"})", R"({"event":"launch_ended","launch":{"id":-1}})",
        R"({"event":"finished","is_orderly":"yes"})"}) {
    EXPECT_THROW(event_from_json(line), record::RecordError) << line;
  }
}

TEST(DeviceLog, BytesThatAreNotUtf8DoNotBreakALine) {
  record::Finding finding;
  finding.cause = std::string("\xff\xfe\n", 3);
  const std::string line = to_json_line(Diagnosed{finding});
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_NO_THROW(event_from_json(line));
}

}  // namespace
}  // namespace warpscope::device
