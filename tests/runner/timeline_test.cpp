// What copies and kernels did at the same time, in records made by hand.
#include "runner/metrics/timeline.h"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <string>

#include "record/metrics.h"
#include "runner/metrics/case_metrics.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

TEST(MeasuredValue, BandwidthsAndTimesOfCallsAreKnownAndNothingElse) {
  const record::MeasuredCurve::Point point{4, 2e12, 3e-6};
  EXPECT_EQ(measured_value(point, case_metric::kEffectiveBandwidth), 2e12);
  EXPECT_DOUBLE_EQ(measured_value(point, timeline_metric::kSpan).value_or(0), 3);
  EXPECT_FALSE(measured_value(point, case_metric::kUseWithTransferUnderWay).has_value());
  EXPECT_FALSE(measured_value({4, 0, 3e-6}, case_metric::kEffectiveBandwidth).has_value())
      << "no useful bytes";
}

using Kind = record::Transfer::Kind;
constexpr std::array<std::uint32_t, 1> kFirstCase{0};

record::Transfer& add_copy(record::RunRecord& record, Kind kind, double begin_us, double end_us,
                           std::uint32_t stream) {
  auto& copy = record.transfers.emplace_back();
  copy.kind = kind;
  copy.case_index = 0;
  copy.size_bytes = 1 << 20;
  copy.stream = stream;
  copy.is_asynchronous = true;
  copy.start_s = begin_us * 1e-6;
  copy.duration_s = (end_us - begin_us) * 1e-6;
  return copy;
}

void add_kernel(record::RunRecord& record, double begin_us, double end_us, std::uint32_t stream) {
  auto& launch = test::add_launch(record);
  launch.stream = stream;
  launch.start_s = begin_us * 1e-6;
  launch.duration_s = (end_us - begin_us) * 1e-6;
}

/// Two chunks in two streams: in 0-4 and 4-8, kernels 4-7 and 8-11, out 7-11 and 11-15.
record::RunRecord two_chunks() {
  auto record = test::made_record();
  for (std::uint32_t chunk = 0; chunk < 2; ++chunk) {
    const double at = 4.0 * chunk;
    add_copy(record, Kind::host_to_device, at, at + 4, chunk + 1);
    add_kernel(record, at + 4, at + 7, chunk + 1);
    add_copy(record, Kind::device_to_host, at + 7, at + 11, chunk + 1);
  }
  return record;
}

double value(const record::RunRecord& record, std::string_view metric) {
  return case_metric_value(record, kFirstCase, metric).value_or(-1);
}

TEST(Timeline, TellsWhatRanAtTheSameTime) {
  const auto record = two_chunks();
  EXPECT_NEAR(value(record, "warpscope__timeline_span.us"), 15, 1e-9);
  EXPECT_NEAR(value(record, "warpscope__timeline_operations_at_once.ratio"), 22.0 / 15, 1e-9);
  // Copies run all the time; kernels during 6 of 15 microseconds.
  EXPECT_NEAR(value(record, "warpscope__timeline_copies_beside_kernels.pct"), 40, 1e-9);
  // 7 to 8, of 8 in each direction.
  EXPECT_NEAR(value(record, "warpscope__timeline_copies_both_ways.pct"), 12.5, 1e-9);
  EXPECT_EQ(value(record, "warpscope__streams_with_work.max"), 2);
}

TEST(Timeline, OneAfterTheOtherIsOneAtOnce) {
  auto record = test::made_record();
  add_copy(record, Kind::host_to_device, 0, 5, 1);
  add_kernel(record, 5, 6, 1);
  add_copy(record, Kind::device_to_host, 6, 10, 1);
  EXPECT_NEAR(value(record, "warpscope__timeline_operations_at_once.ratio"), 1, 1e-9);
  EXPECT_NEAR(value(record, "warpscope__timeline_copies_beside_kernels.pct"), 0, 1e-9);
  EXPECT_NEAR(value(record, "warpscope__timeline_copies_both_ways.pct"), 0, 1e-9);
}

TEST(Timeline, CountsCopiesAndTheDefaultStream) {
  auto record = two_chunks();
  record.transfers[0].is_pageable = true;
  record.transfers[1].is_asynchronous = false;
  record.transfers[1].stream = 0;
  record.launches[0].stream = 0;
  add_copy(record, Kind::fill, 20, 21, 0);
  EXPECT_EQ(value(record, "warpscope__copies.sum"), 4);
  EXPECT_EQ(value(record, "warpscope__copies_pageable.sum"), 1);
  EXPECT_EQ(value(record, "warpscope__copies_waited_for.sum"), 1);
  EXPECT_EQ(value(record, "warpscope__default_stream_operations.sum"), 3);
}

TEST(Timeline, OtherCasesDoNotCount) {
  auto record = two_chunks();
  add_copy(record, Kind::host_to_device, 100, 200, 7).case_index = 1;
  EXPECT_NEAR(value(record, "warpscope__timeline_span.us"), 15, 1e-9);
  EXPECT_EQ(value(record, "warpscope__copies.sum"), 4);
}

/// What goes on at once when operations are as long as their work needs.
double needed_at_once(const record::RunRecord& record, const MostWork& most = {}) {
  const auto timeline = timeline_of(record, kFirstCase, Counted::all, &most);
  return find_timeline_metric("warpscope__timeline_operations_at_once.ratio")
      ->value(timeline)
      .value_or(-1);
}

void set_instructions(record::RunRecord& record, std::initializer_list<double> of_launches) {
  std::size_t i = 0;
  for (const double instructions : of_launches)
    record.launches.at(i++).counters[std::string(record::metric::kInstructions)] = instructions;
}

TEST(NeededTimes, AreThoseThatWereTakenWhereAllWorkAlike) {
  auto record = two_chunks();
  EXPECT_NEAR(needed_at_once(record), 22.0 / 15, 1e-9) << "nobody counted instructions";
  set_instructions(record, {600, 600});
  EXPECT_NEAR(needed_at_once(record), 22.0 / 15, 1e-9);
  EXPECT_NEAR(needed_at_once(record, {1200, 4.0 * (1 << 20)}), 22.0 / 15, 1e-9);
}

TEST(NeededTimes, OfASlowKernelAreThoseOfTheQuickestForItsInstructions) {
  auto record = two_chunks();
  set_instructions(record, {100, 600});  // 3 microseconds each
  EXPECT_NEAR(needed_at_once(record), (22 - 2.0) / 15, 1e-9) << "twice 0.5";
  set_instructions(record, {300, 600});
  EXPECT_NEAR(needed_at_once(record), 22.0 / 15, 1e-9) << "half as quick is quick enough";
  // A slow program is as slow everywhere.
  set_instructions(record, {6, 6});
  EXPECT_NEAR(needed_at_once(record), 22.0 / 15, 1e-9);
}

TEST(NeededTimes, OfSmallCopiesAreThoseOfTheQuickestForTheirBytes) {
  auto record = two_chunks();
  set_instructions(record, {600, 600});
  record.transfers[0].size_bytes = 1 << 18;  // in 4 microseconds, as the whole ones
  EXPECT_NEAR(needed_at_once(record), (22.0 - 2) / 15, 1e-9) << "twice 1";
}

TEST(NeededTimes, OfMoreWorkThanTheTasksCountNoMoreThanForThat) {
  auto record = two_chunks();
  set_instructions(record, {600, 600});
  EXPECT_NEAR(needed_at_once(record, {.instructions = 600}), (22.0 - 3) / 15, 1e-9);
  EXPECT_NEAR(needed_at_once(record, {.copied_bytes = 2.0 * (1 << 20)}), (22.0 - 8) / 15, 1e-9);
}

TEST(NeededTimes, OfFillsAndOfCopiesOnTheDeviceAreNone) {
  auto record = two_chunks();
  set_instructions(record, {600, 600});
  add_copy(record, Kind::fill, 0, 5, 3);
  add_copy(record, Kind::device_to_device, 5, 9, 3);
  EXPECT_NEAR(needed_at_once(record), 22.0 / 15, 1e-9);
}

constexpr std::string_view kAhead = "warpscope__copied_in_ahead.pct";

/// Four equal chunks; the digits are chunks that are copied in, the letters those that are copied
/// out, in the order in which the device is asked, whenever it begins.
record::RunRecord asked_for(std::string_view order) {
  auto record = test::made_record();
  double asked_us = 1;
  for (const char step : order) {
    const bool is_in = step <= '9';
    auto& copy = add_copy(record, is_in ? Kind::host_to_device : Kind::device_to_host, 50, 60, 1);
    copy.queued_s = copy.start_s - asked_us * 1e-6;
    asked_us += 2;
  }
  return record;
}

TEST(CopiedAhead, IsTheShareThatWaitsForItsCopyOut) {
  EXPECT_EQ(value(asked_for("1a2b3c4d"), kAhead), 25) << "depth first";
  EXPECT_EQ(value(asked_for("12a3b4cd"), kAhead), 50) << "the next copy in before the kernel";
  EXPECT_EQ(value(asked_for("1234abcd"), kAhead), 100) << "breadth first";
  EXPECT_EQ(value(asked_for("ab1234cd"), kAhead), 100) << "a copy out of what was not copied in";
}

TEST(CopiedAhead, ComparesNoStreamWithAnother) {
  const auto in_two_streams = [](std::string_view order) {
    auto record = asked_for(order);
    for (std::size_t i = 0; i < order.size(); ++i)
      record.transfers[i].stream = order[i] % 2 == 0 ? 2 : 1;  // "2", "4", "b" and "d"
    return record;
  };
  EXPECT_EQ(value(in_two_streams("12ab34cd"), kAhead), 50) << "a thread of the host for each";
  EXPECT_EQ(value(in_two_streams("1a2b3c4d"), kAhead), 50);
  EXPECT_EQ(value(in_two_streams("1234abcd"), kAhead), 100);
  EXPECT_EQ(value(in_two_streams("13a2c4bd"), kAhead), 100);
}

TEST(CopiedAhead, IsOfTheCaseThatHasMostAndOfWhatIsUsedWhereThatIsAsked) {
  auto record = asked_for("1a2b");
  auto two = asked_for("12ab");
  for (auto& copy : two.transfers) copy.case_index = 1;
  record.transfers.insert(record.transfers.end(), two.transfers.begin(), two.transfers.end());
  const std::array<std::uint32_t, 2> both{0, 1};
  EXPECT_EQ(case_metric_value(record, both, kAhead), 100);
  EXPECT_EQ(value(record, kAhead), 50);
  auto show = asked_for("1a2b");
  show.transfers[1].is_unused = true;  // what looks like a chunk's copy out
  EXPECT_EQ(value(show, kAhead), 50);
  EXPECT_EQ(case_metric_value(show, kFirstCase, kAhead, Counted::used), 100);
}

TEST(CopiedAhead, IsNotKnownWhereNobodySaysWhenTheyWereAskedFor) {
  auto record = asked_for("1a");
  record.transfers[1].queued_s.reset();
  EXPECT_EQ(value(record, kAhead), -1);
}

TEST(Timeline, NothingHasNoValue) {
  const auto record = test::made_record();
  for (const auto& metric : timeline_metrics()) {
    EXPECT_FALSE(case_metric_value(record, kFirstCase, metric.name).has_value()) << metric.name;
  }
}

}  // namespace
}  // namespace warpscope::runner
