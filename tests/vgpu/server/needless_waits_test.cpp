#include "vgpu/server/needless_waits.h"

#include <gtest/gtest.h>

#include "arch/profile.h"

namespace warpscope::device {
namespace {

using Spans = std::vector<NeedlessWaits::Span>;

arch::Profile profile_of_test() {
  arch::Profile profile;
  profile.memory.dram_bytes_per_s = 1e12;
  profile.memory.dram_efficiency = 1;
  profile.copy.pinned_bytes_per_s = 1e10;
  profile.copy.fixed_s = 1e-6;
  return profile;
}

// Two streams of the program, with one event.
class NeedlessWaitsTest : public ::testing::Test {
 protected:
  NeedlessWaitsTest()
      : clock_(profile_of_test()),
        one_(clock_.create_stream(false)),
        two_(clock_.create_stream(false)) {}

  HostOperation next(timing::StreamId stream) {
    HostOperation operation;
    operation.stream = stream;
    operation.sequence = ++sequence_;
    operation.host_site = static_cast<std::uint32_t>(sequence_);
    before_[stream][stream] = sequence_;
    for (const auto& [of, last] : before_[stream]) operation.before.push_back({of, last});
    return operation;
  }
  void copy(timing::StreamId stream, std::uint64_t address, std::uint64_t host, bool to_host) {
    HostOperation operation = next(stream);
    operation.host_begin = host;
    operation.host_end = host + kBytes;
    operation.writes_host = to_host;
    waits_.begin(operation, clock_);
    clock_.copy(
        stream,
        to_host ? timing::VirtualClock::Copy::to_host : timing::VirtualClock::Copy::to_device,
        kBytes, true);
    waits_.use({{address, address + kBytes, !to_host, false}});
  }
  // Of the first stream's work so far.
  void wait() {
    waits_.begin(next(one_), clock_);
    const double done_s = clock_.record(one_);
    waits_.record(1);
    before_[two_][one_] = sequence_;
    waits_.begin(next(two_), clock_);
    site_ = static_cast<std::uint32_t>(sequence_);
    clock_.wait_until(two_, done_s);
    waits_.wait(1);
  }
  std::size_t found() {
    clock_.synchronize_all();
    const auto all = waits_.take(clock_);
    for (const auto& each : all) {
      EXPECT_EQ(each.finding.id, "issue-order-serialises");
      EXPECT_EQ(each.call->site, site_);
    }
    return all.size();
  }

  static constexpr std::uint64_t kBytes = 1 << 20, kArray = 1 << 24, kOther = 1 << 25,
                                 kHost = 1 << 26, kOtherHost = 1 << 27;
  timing::VirtualClock clock_;
  timing::StreamId one_, two_;
  NeedlessWaits waits_;
  std::uint64_t sequence_ = 0;
  std::map<timing::StreamId, std::map<timing::StreamId, std::uint64_t>> before_;
  std::uint32_t site_ = 0;
};

TEST_F(NeedlessWaitsTest, WorkWithOtherMemoryNeedNotWait) {
  copy(one_, kArray, kHost, true);
  wait();
  copy(two_, kOther, kOtherHost, false);
  EXPECT_EQ(found(), 1u);
}

TEST_F(NeedlessWaitsTest, WhatUsesTheSameOfTheDeviceOrOfTheHostMust) {
  copy(one_, kArray, kHost, true);
  wait();
  copy(two_, kArray, kOtherHost, false);
  EXPECT_EQ(found(), 0u);
  copy(one_, kArray, kHost, true);
  wait();
  copy(two_, kOther, kHost + kBytes - 1, false);
  EXPECT_EQ(found(), 0u);
}

TEST_F(NeedlessWaitsTest, OneUseOfALineIsEnough) {
  copy(one_, kArray, kHost, true);
  wait();
  copy(two_, kOther, kOtherHost, false);
  copy(two_, kArray, kOtherHost, false);
  EXPECT_EQ(found(), 0u);
}

TEST_F(NeedlessWaitsTest, WhatTheHostOrAnUnknownOperationWaitsForIsNeeded) {
  copy(one_, kArray, kHost, true);
  wait();
  copy(two_, kOther, kOtherHost, false);
  waits_.host_waits_for_stream(two_);
  EXPECT_EQ(found(), 0u);
  copy(one_, kArray, kHost, true);
  wait();
  copy(two_, kOther, kOtherHost, false);
  waits_.begin(next(two_), clock_);  // a function of the host, say
  EXPECT_EQ(found(), 0u);
}

TEST_F(NeedlessWaitsTest, AWaitThatCostsNothingIsNotNamed) {
  copy(one_, kArray, kHost, true);
  clock_.synchronize_all();
  wait();
  copy(two_, kOther, kOtherHost, false);
  EXPECT_EQ(found(), 0u);
}

}  // namespace
}  // namespace warpscope::device
