#include "vgpu/timing/streams/virtual_clock.h"

#include <gtest/gtest.h>

namespace warpscope::timing {
namespace {

/// Round figures, so that expected times are easy to see.
Profile simple_profile() {
  Profile profile;
  profile.launch.host_enqueue_s = 0;
  profile.launch.dispatch_gap_s = 0;
  profile.launch.kernel_floor_s = 0;
  profile.memory.dram_bytes_per_s = 2000;
  profile.memory.dram_efficiency = 0.5;
  profile.copy.pinned_bytes_per_s = 100;
  profile.copy.pageable_bytes_per_s = 50;
  profile.copy.fixed_s = 1;
  profile.copy.peer_bytes_per_s = 200;
  return profile;
}

using Copy = VirtualClock::Copy;

TEST(VirtualClock, AStreamIsInOrder) {
  VirtualClock clock(simple_profile());
  const StreamId stream = clock.create_stream(true);
  const Interval copy = clock.copy(stream, Copy::to_device, 200, true);
  const Interval launch = clock.launch(stream, 5);
  EXPECT_DOUBLE_EQ(copy.start_s, 0);
  EXPECT_DOUBLE_EQ(copy.end_s, 3);
  EXPECT_DOUBLE_EQ(launch.start_s, 3);
  EXPECT_DOUBLE_EQ(launch.end_s, 8);
}

TEST(VirtualClock, CopiesOfOtherStreamsOverlapWithKernels) {
  VirtualClock clock(simple_profile());
  const StreamId a = clock.create_stream(true);
  const StreamId b = clock.create_stream(true);
  clock.launch(a, 10);
  EXPECT_DOUBLE_EQ(clock.copy(b, Copy::to_device, 100, true).start_s, 0);
  EXPECT_DOUBLE_EQ(clock.copy(b, Copy::to_host, 100, true).start_s, 2);
  EXPECT_DOUBLE_EQ(clock.launch(b, 1).start_s, 10) << "one kernel runs at a time";
}

TEST(VirtualClock, EachDirectionHasOneQueue) {
  VirtualClock clock(simple_profile());
  const StreamId a = clock.create_stream(true);
  const StreamId b = clock.create_stream(true);
  clock.copy(a, Copy::to_device, 100, true);
  EXPECT_DOUBLE_EQ(clock.copy(b, Copy::to_device, 100, true).start_s, 2);
  EXPECT_DOUBLE_EQ(clock.copy(clock.create_stream(true), Copy::to_host, 100, true).start_s, 0);
}

TEST(VirtualClock, DirectionsShareASingleCopyEngine) {
  for (const std::uint32_t engines : {1U, 2U, 3U}) {
    Profile profile = simple_profile();
    profile.copy_engines = engines;
    VirtualClock clock(profile);
    const StreamId a = clock.create_stream(true);
    const StreamId b = clock.create_stream(true);
    clock.copy(a, Copy::to_device, 100, true);  // until 2
    EXPECT_DOUBLE_EQ(clock.copy(b, Copy::to_host, 100, true).start_s, engines == 1 ? 2 : 0)
        << engines << " engines";
  }
}

TEST(VirtualClock, TheHostStagesLargePageableCopiesToTheDevice) {
  constexpr std::uint64_t kAtOnce = 64 << 10;
  VirtualClock clock(simple_profile());
  const StreamId stream = clock.create_stream(true);
  clock.copy(stream, Copy::to_device, kAtOnce, false);
  EXPECT_DOUBLE_EQ(clock.now_s(), 0);
  clock.copy(stream, Copy::to_device, kAtOnce + 1, true);
  EXPECT_DOUBLE_EQ(clock.now_s(), 0) << "page-locked";
  const Interval staged = clock.copy(stream, Copy::to_device, kAtOnce + 1, false);
  EXPECT_DOUBLE_EQ(clock.now_s(), staged.end_s);
}

TEST(VirtualClock, PageableCopiesAreSlower) {
  VirtualClock clock(simple_profile());
  const Interval pinned = clock.copy(kLegacyDefaultStream, Copy::to_host, 1000, true);
  const Interval pageable = clock.copy(kLegacyDefaultStream, Copy::to_host, 1000, false);
  EXPECT_DOUBLE_EQ(pinned.end_s - pinned.start_s, 11);
  EXPECT_DOUBLE_EQ(pageable.end_s - pageable.start_s, 21);
}

TEST(VirtualClock, CopiesOnTheDeviceReadAndWrite) {
  VirtualClock clock(simple_profile());
  const Interval copy = clock.copy(kLegacyDefaultStream, Copy::on_device, 1000, true);
  const Interval fill = clock.copy(kLegacyDefaultStream, Copy::fill, 1000, true);
  EXPECT_DOUBLE_EQ(copy.end_s - copy.start_s, 2);
  EXPECT_DOUBLE_EQ(fill.end_s - fill.start_s, 1);
}

TEST(VirtualClock, TheLegacyDefaultStreamWaitsForBlockingStreamsAndHoldsThemUp) {
  VirtualClock clock(simple_profile());
  const StreamId blocking = clock.create_stream(true);
  const StreamId free = clock.create_stream(false);
  clock.copy(blocking, Copy::to_device, 400, true);               // until 5
  const Interval launch = clock.launch(kLegacyDefaultStream, 2);  // 5 to 7
  EXPECT_DOUBLE_EQ(launch.start_s, 5);
  EXPECT_DOUBLE_EQ(clock.copy(free, Copy::to_host, 100, true).start_s, 0);
  EXPECT_DOUBLE_EQ(clock.copy(blocking, Copy::to_host, 100, true).start_s, 7);
}

TEST(VirtualClock, EventsOrderStreams) {
  VirtualClock clock(simple_profile());
  const StreamId producer = clock.create_stream(false);
  const StreamId consumer = clock.create_stream(false);
  clock.copy(producer, Copy::to_device, 300, true);  // until 4
  const double done_s = clock.record(producer);
  EXPECT_DOUBLE_EQ(done_s, 4);
  clock.wait_until(consumer, done_s);
  EXPECT_DOUBLE_EQ(clock.launch(consumer, 1).start_s, 4);
}

TEST(VirtualClock, TheHostWaits) {
  VirtualClock clock(simple_profile());
  const StreamId a = clock.create_stream(true);
  const StreamId b = clock.create_stream(true);
  clock.launch(a, 3);
  clock.copy(b, Copy::to_device, 900, true);  // until 10
  EXPECT_DOUBLE_EQ(clock.now_s(), 0);
  clock.synchronize(a);
  EXPECT_DOUBLE_EQ(clock.now_s(), 3);
  clock.synchronize_all();
  EXPECT_DOUBLE_EQ(clock.now_s(), 10);
  clock.synchronize_until(4);
  EXPECT_DOUBLE_EQ(clock.now_s(), 10) << "time does not run backwards";
  EXPECT_DOUBLE_EQ(clock.launch(a, 1).start_s, 10) << "work starts no earlier than it is asked for";
}

/// cudaStreamDestroy returns at once, and the device does what the stream was asked for.
TEST(VirtualClock, WaitsForTheDeviceAreForDestroyedStreamsToo) {
  VirtualClock clock(simple_profile());
  const StreamId stream = clock.create_stream(true);
  clock.launch(stream, 10);
  clock.destroy_stream(stream);
  EXPECT_DOUBLE_EQ(clock.copy(kLegacyDefaultStream, Copy::to_device, 100, true).start_s, 10);
  const StreamId other = clock.create_stream(false);
  clock.launch(other, 20);
  clock.destroy_stream(other);
  EXPECT_DOUBLE_EQ(clock.copy(kLegacyDefaultStream, Copy::to_host, 100, true).start_s, 12)
      << "it did not block";
  clock.synchronize_all();
  EXPECT_DOUBLE_EQ(clock.now_s(), 30);
}

TEST(VirtualClock, UnknownStreamsAreRefused) {
  VirtualClock clock(simple_profile());
  EXPECT_FALSE(clock.destroy_stream(kLegacyDefaultStream));
  EXPECT_FALSE(clock.destroy_stream(17));
  const StreamId stream = clock.create_stream(true);
  EXPECT_TRUE(clock.destroy_stream(stream));
  EXPECT_FALSE(clock.has_stream(stream));
  EXPECT_THROW(clock.launch(stream, 1), std::out_of_range);
}

TEST(VirtualClock, RecordsUseNumbersOfDestroyedStreamsAgain) {
  VirtualClock clock(simple_profile());
  EXPECT_EQ(clock.shown_number(kLegacyDefaultStream), 0U);
  const StreamId first = clock.create_stream(true);
  const StreamId second = clock.create_stream(true);
  EXPECT_EQ(clock.shown_number(first), 1U);
  EXPECT_EQ(clock.shown_number(second), 2U);
  EXPECT_TRUE(clock.destroy_stream(first));
  const StreamId third = clock.create_stream(true);
  EXPECT_NE(third, first) << "what orders work must know them apart";
  EXPECT_EQ(clock.shown_number(third), 1U);
  EXPECT_EQ(clock.shown_number(clock.create_stream(true)), 3U);
}

TEST(VirtualClock, DevicesWorkAtTheSameTime) {
  VirtualClock clock(simple_profile(), 2);
  const StreamId near = clock.create_stream(true, 0);
  const StreamId far = clock.create_stream(true, 1);
  EXPECT_DOUBLE_EQ(clock.launch(near, 5).end_s, 5);
  EXPECT_DOUBLE_EQ(clock.launch(far, 3).end_s, 3) << "the other device is free";
  EXPECT_DOUBLE_EQ(clock.launch(1, 1).start_s, 3) << "device 1's default stream waits for its own";
  EXPECT_DOUBLE_EQ(clock.launch(0, 1).start_s, 5);
  EXPECT_DOUBLE_EQ(clock.copy(far, Copy::between_devices, 200, true).end_s, 6)
      << "1 s to start and 1 s on the way, behind device 1's default stream";
  clock.synchronize_all(1);
  EXPECT_DOUBLE_EQ(clock.now_s(), 6);
  EXPECT_FALSE(clock.destroy_stream(1)) << "a default stream";
  clock.destroy_streams_of(1);
  EXPECT_FALSE(clock.has_stream(far));
  EXPECT_TRUE(clock.has_stream(near));
  EXPECT_TRUE(clock.has_stream(1));
}

// An H100 takes 7.7 us from an event to one of the same stream that waits for another stream's
// event behind it, both with nothing to do (bench/calibrate/probes_copies.cu).
TEST(VirtualClock, EventsPassOnTheTimeThatItTakesToHearOfOthers) {
  Profile profile = simple_profile();
  profile.launch.handover_s = 0.5;
  VirtualClock clock(profile);
  const StreamId one = clock.create_stream(false), other = clock.create_stream(false);
  clock.launch(one, 3);
  clock.wait_until(other, clock.record(one));
  const double passed_on = clock.record(other);
  EXPECT_DOUBLE_EQ(passed_on, 3.5);
  clock.wait_until(one, passed_on);
  EXPECT_DOUBLE_EQ(clock.record(one), 4);
  EXPECT_DOUBLE_EQ(clock.launch(one, 1).start_s, 4) << "it has heard";
}

TEST(VirtualClock, WhoWaitsForAStreamWaitsUntilItHasHeardOfEvents) {
  Profile profile = simple_profile();
  profile.launch.handover_s = 0.5;
  const auto waiting = [&](const auto& wait) {
    VirtualClock clock(profile);
    const StreamId one = clock.create_stream(false), other = clock.create_stream(true);
    clock.launch(one, 3);
    clock.wait_until(other, clock.record(one));
    return wait(clock, other);
  };
  EXPECT_DOUBLE_EQ(waiting([](VirtualClock& clock, StreamId stream) {
                     clock.synchronize(stream);
                     return clock.now_s();
                   }),
                   3.5);
  EXPECT_DOUBLE_EQ(waiting([](VirtualClock& clock, StreamId) {
                     clock.synchronize_all();
                     return clock.now_s();
                   }),
                   3.5);
  EXPECT_DOUBLE_EQ(waiting([](VirtualClock& clock, StreamId stream) {
                     clock.destroy_stream(stream);
                     clock.synchronize_all();
                     return clock.now_s();
                   }),
                   3.5);
  EXPECT_DOUBLE_EQ(waiting([](VirtualClock& clock, StreamId) {
                     return clock.launch(kLegacyDefaultStream, 1).start_s;
                   }),
                   3.5);
}

TEST(VirtualClock, SaysWhenALaunchWouldBegin) {
  VirtualClock clock(simple_profile(), 2);
  const StreamId near = clock.create_stream(true, 0);
  clock.launch(near, 5);
  const StreamId other = clock.create_stream(true, 0);
  const double start = clock.start_of_launch_s(other, 1);
  EXPECT_DOUBLE_EQ(clock.start_of_launch_s(other, 1), start) << "nothing is launched by it";
  EXPECT_DOUBLE_EQ(clock.launch(other, 1).start_s, start);
  EXPECT_GE(start, 5);
}

}  // namespace
}  // namespace warpscope::timing
