// Rules on what keeps streams from overlapping.
#include <gtest/gtest.h>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using test::find;
using Kind = record::Transfer::Kind;

/// A copy in, a kernel and a copy out of 64 KiB in each of four streams, 1 to 4.
record::RunRecord four_streams() {
  auto record = test::made_record();
  for (std::uint32_t stream = 1; stream <= 4; ++stream) {
    test::add_launch(record).stream = stream;
    for (const auto kind : {Kind::host_to_device, Kind::device_to_host}) {
      auto& copy = record.transfers.emplace_back();
      copy.kind = kind;
      copy.case_index = 0;
      copy.size_bytes = 64 << 10;
      copy.stream = stream;
      copy.is_asynchronous = true;
    }
  }
  return record;
}

TEST(SerialisedStreams, GoodWorkIsLeftAlone) {
  auto record = four_streams();
  apply_rules(record);
  EXPECT_TRUE(record.findings.empty()) << record.findings.front().id;
}

TEST(SerialisedStreams, PageableCopiesAreNamed) {
  auto record = four_streams();
  for (auto& copy : record.transfers) copy.is_pageable = true;
  apply_rules(record);
  const auto* finding = find(record, "pageable-copies-serialise");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->case_index, 0U);
  EXPECT_NE(finding->cause.find("8 of the 8 asynchronous copies of scale/1024"), std::string::npos)
      << finding->cause;
}

TEST(SerialisedStreams, PageableCopiesHaveALineWhenOnlyOneMakesThem) {
  auto record = four_streams();
  for (auto& copy : record.transfers) copy.is_pageable = true;
  record.sources.push_back({"exercise.cu", "\ncudaMemcpyAsync(d, h, n, kind, s);\n"});
  auto twice = record;
  twice.sources[0].text += "cudaMemcpyAsync(h, d, n, kind, s);\n";
  apply_rules(record);
  apply_rules(twice);
  const auto* finding = find(record, "pageable-copies-serialise");
  ASSERT_NE(finding, nullptr);
  ASSERT_TRUE(finding->where.has_value());
  EXPECT_EQ(finding->where->line, 2U);
  EXPECT_FALSE(find(twice, "pageable-copies-serialise")->where.has_value());
}

TEST(SerialisedStreams, TwoPageableCopiesAreNot) {
  auto record = four_streams();
  record.transfers[0].is_pageable = record.transfers[1].is_pageable = true;
  apply_rules(record);
  EXPECT_EQ(find(record, "pageable-copies-serialise"), nullptr);
}

TEST(SerialisedStreams, SmallCopiesAreNot) {
  auto record = four_streams();
  for (auto& copy : record.transfers) {
    copy.is_pageable = true;
    copy.size_bytes = (16 << 10) - 1;
  }
  apply_rules(record);
  EXPECT_EQ(find(record, "pageable-copies-serialise"), nullptr);
}

TEST(SerialisedStreams, CopiesThatTheHostWaitsForAreNamed) {
  auto record = four_streams();
  for (auto& copy : record.transfers) {
    copy.is_asynchronous = false;
    copy.is_pageable = true;
    copy.stream = 0;
  }
  apply_rules(record);
  ASSERT_NE(find(record, "waiting-copies-serialise"), nullptr);
  EXPECT_EQ(find(record, "pageable-copies-serialise"), nullptr) << "the other explains it";
  EXPECT_EQ(find(record, "default-stream-serialises"), nullptr) << "the other explains it";
}

/// Lines 62 for copies in, 68 for kernels and 74 for copies out, as the client has told them.
void ask_from_lines(record::RunRecord& record) {
  const auto at = [](std::uint32_t line) {
    record::HostOrder order;
    order.where = record::SourceLine{"exercise.cu", line};
    return order;
  };
  for (auto& copy : record.transfers) copy.asked = at(copy.kind == Kind::host_to_device ? 62 : 74);
  for (auto& launch : record.launches) launch.asked = at(68);
}

TEST(SerialisedStreams, WaitingCopiesOfSeveralLinesHaveTheFirstAndNameTheOthers) {
  auto record = four_streams();
  ask_from_lines(record);
  for (auto& copy : record.transfers) copy.is_asynchronous = false;
  auto of_one_line = record;
  for (auto& copy : of_one_line.transfers) copy.is_asynchronous = copy.kind != Kind::host_to_device;
  apply_rules(record);
  apply_rules(of_one_line);
  const auto* finding = find(record, "waiting-copies-serialise");
  ASSERT_NE(finding, nullptr);
  ASSERT_TRUE(finding->where);
  EXPECT_EQ(finding->where->line, 62U);
  EXPECT_NE(finding->cause.find("Lines 62 and 74 ask for them."), std::string::npos)
      << finding->cause;
  finding = find(of_one_line, "waiting-copies-serialise");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->where->line, 62U);
  EXPECT_EQ(finding->cause.find("Lines"), std::string::npos) << finding->cause;
}

TEST(SerialisedStreams, WhatIsInTheDefaultStreamHasItsLines) {
  auto record = four_streams();
  ask_from_lines(record);
  record.transfers[0].stream = record.transfers[1].stream = record.launches[0].stream = 0;
  auto of_kernel = record;
  of_kernel.transfers[0].stream = of_kernel.transfers[1].stream = 1;
  apply_rules(record);
  apply_rules(of_kernel);
  const auto* finding = find(record, "default-stream-serialises");
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(finding->cause.find("Lines 62, 68 and 74 ask for them."), std::string::npos)
      << finding->cause;
  finding = find(of_kernel, "default-stream-serialises");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->where->line, 68U);
}

TEST(SerialisedStreams, OneStreamBesideTheDefaultStreamAsksForNoOverlap) {
  auto record = four_streams();
  for (auto& copy : record.transfers) {
    copy.is_pageable = true;
    copy.stream = 1;
  }
  for (auto& launch : record.launches) launch.stream = 0;
  apply_rules(record);
  EXPECT_TRUE(record.findings.empty()) << record.findings.front().id;
}

TEST(SerialisedStreams, TheDefaultStreamAmongOthersIsNamed) {
  auto record = four_streams();
  record.launches[0].stream = 0;
  apply_rules(record);
  const auto* finding = find(record, "default-stream-serialises");
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(finding->cause.find("1 of the 12 "), std::string::npos) << finding->cause;
}

TEST(SerialisedStreams, PhasesOfAProgramWithoutCasesMayUseIt) {
  auto record = four_streams();
  record.cases.clear();
  record.launches[0].stream = 0;
  for (auto& launch : record.launches) launch.case_index.reset();
  for (auto& copy : record.transfers) copy.case_index.reset();
  apply_rules(record);
  EXPECT_EQ(find(record, "default-stream-serialises"), nullptr);
}

/// The operations of four_streams() one after the other; the host asks for each piece `idle_us`
/// after the piece before it has ended.
record::RunRecord one_after_the_other(double idle_us) {
  auto record = four_streams();
  double now_us = 0;
  for (std::size_t piece = 0; piece < 4; ++piece) {
    const auto place = [&](auto& operation, double gap_us) {
      operation.start_s = (now_us + gap_us) * 1e-6;
      operation.duration_s = 10e-6;
      now_us += gap_us + 10;
    };
    place(record.transfers[2 * piece], piece == 0 ? 0 : idle_us);
    place(record.launches[piece], 1);
    place(record.transfers[2 * piece + 1], 0);
  }
  return record;
}

TEST(HostWaits, WithoutALineThatWaitsTheWorkBehindTheWaitIsNamed) {
  auto record = one_after_the_other(20);
  ask_from_lines(record);
  apply_rules(record);
  const auto* finding = find(record, "host-waits-serialise");
  ASSERT_NE(finding, nullptr);
  ASSERT_TRUE(finding->where);
  EXPECT_EQ(finding->where->line, 62U);
  EXPECT_NE(finding->cause.find("line 62, behind the wait"), std::string::npos) << finding->cause;
}

TEST(HostWaits, PiecesThatAreAskedForLateAreNamed) {
  auto record = one_after_the_other(2);
  record.sources.push_back({"exercise.cu", "\n\ncudaDeviceSynchronize();\n"});
  apply_rules(record);
  const auto* finding = find(record, "host-waits-serialise");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->where->line, 3U);
  EXPECT_NE(finding->cause.find("12 launches and copies overlap: 3 times"), std::string::npos)
      << finding->cause;
}

// One copy engine, or events that chain the pieces: each begins when what it waits for has ended.
TEST(HostWaits, AQueueIsNoWait) {
  auto record = one_after_the_other(0);
  apply_rules(record);
  EXPECT_EQ(find(record, "host-waits-serialise"), nullptr);
}

TEST(HostWaits, NorIsAnythingSaidWhereSomeOverlap) {
  auto record = one_after_the_other(2);
  record.launches[3].start_s -= 5e-6;
  apply_rules(record);
  EXPECT_EQ(find(record, "host-waits-serialise"), nullptr);
}

/// All operations in the order in which they are asked for; the host has waited `waits_of` times.
template <typename Waits>
void ask_in_order(record::RunRecord& record, Waits waits_of) {
  std::uint32_t order = 0;
  const auto ask = [&](auto& operation, std::uint32_t piece) {
    record::HostOrder asked;
    asked.order = ++order;
    asked.waits = waits_of(piece);
    operation.asked = asked;
  };
  for (std::uint32_t piece = 0; piece < 4; ++piece) {
    ask(record.transfers[2 * piece], piece);
    ask(record.launches[piece], piece);
    ask(record.transfers[2 * piece + 1], piece);
  }
}

TEST(HostWaits, AWaitBehindEachPieceIsOne) {
  auto record = one_after_the_other(2);
  ask_in_order(record, [](std::uint32_t piece) { return piece; });
  apply_rules(record);
  EXPECT_NE(find(record, "host-waits-serialise"), nullptr);
}

// Short work is over before the host has asked for the next.
TEST(HostWaits, AHostThatNeverWaitsIsNotAccused) {
  auto record = one_after_the_other(2);
  ask_in_order(record, [](std::uint32_t) { return 0U; });
  apply_rules(record);
  EXPECT_EQ(find(record, "host-waits-serialise"), nullptr);
}

TEST(HostWaits, NorOneThatWaitsForTwoStreamsAtATime) {
  auto record = one_after_the_other(2);
  ask_in_order(record, [](std::uint32_t piece) { return piece == 1 ? 0U : piece; });
  apply_rules(record);
  EXPECT_EQ(find(record, "host-waits-serialise"), nullptr);
}

TEST(HostWaits, OtherReasonsHaveNamesOfTheirOwn) {
  for (const bool is_pageable : {false, true}) {
    auto record = one_after_the_other(2);
    if (is_pageable) {
      for (auto& copy : record.transfers) copy.is_pageable = true;
    } else {
      for (auto& copy : record.transfers) copy.is_asynchronous = false;
    }
    apply_rules(record);
    EXPECT_EQ(find(record, "host-waits-serialise"), nullptr);
  }
}

}  // namespace
}  // namespace warpscope::runner
