// What one device has timed the others read.
#include "vgpu/timing/clock/shared_times.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string_view>

namespace warpscope::timing {
namespace {

/// A file as several devices have it.
class FileOfTimes {
 public:
  FileOfTimes() : file_(::memfd_create("times", MFD_CLOEXEC)) {
    EXPECT_EQ(::fcntl(file_.get(), F_SETFL, O_APPEND), 0);
  }
  SharedTimes of_a_device() const { return SharedTimes(UniqueFd(::dup(file_.get()))); }
  void append(std::string_view bytes) const {
    EXPECT_EQ(::write(file_.get(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  void cut(off_t bytes) const {
    EXPECT_EQ(::ftruncate(file_.get(), ::lseek(file_.get(), 0, SEEK_END) - bytes), 0);
  }

 private:
  UniqueFd file_;
};

TimedLaunch timed_launch() {
  TimedLaunch timed;
  timed.duration_s = 0.1;
  timed.blocks = 3;
  timed.sms = 2;
  timed.tail_cycles = 7;
  timed.fetched_bytes = 4096;
  timed.stalls.cycles[2] = 11;
  timed.stalls.sm_cycles = 13;
  LineStalls& line = timed.stalls.lines.emplace_back();
  line.where = {"exercise.cu", 41};
  line.cycles[1] = 5;
  line.causes.push_back({{"exercise.cu", 37}, 4, 2});
  timed.use.push_back({"dram", 0.25});
  return timed;
}

TEST(SharedTimes, OthersReadAllOfATime) {
  const FileOfTimes file;
  SharedTimes one = file.of_a_device(), other = file.of_a_device();
  EXPECT_EQ(other.find({1, 2}), nullptr);
  one.add({1, 2}, timed_launch());
  one.add({3, 4}, std::nullopt);
  const auto* found = other.find({1, 2});
  ASSERT_NE(found, nullptr);
  ASSERT_TRUE(found->has_value());
  const TimedLaunch wanted = timed_launch();
  const TimedLaunch& timed = **found;
  EXPECT_EQ(timed.duration_s, wanted.duration_s);
  EXPECT_EQ(timed.blocks, 3U);
  EXPECT_EQ(timed.sms, 2U);
  EXPECT_EQ(timed.tail_cycles, 7U);
  EXPECT_EQ(timed.fetched_bytes, 4096U);
  EXPECT_EQ(timed.stalls.cycles, wanted.stalls.cycles);
  EXPECT_EQ(timed.stalls.sm_cycles, 13U);
  ASSERT_EQ(timed.stalls.lines.size(), 1U);
  EXPECT_EQ(timed.stalls.lines[0].where, wanted.stalls.lines[0].where);
  EXPECT_EQ(timed.stalls.lines[0].cycles, wanted.stalls.lines[0].cycles);
  ASSERT_EQ(timed.stalls.lines[0].causes.size(), 1U);
  EXPECT_EQ(timed.stalls.lines[0].causes[0].where, wanted.stalls.lines[0].causes[0].where);
  EXPECT_EQ(timed.stalls.lines[0].causes[0].cycles, 4U);
  EXPECT_EQ(timed.stalls.lines[0].causes[0].times, 2U);
  ASSERT_EQ(timed.use.size(), 1U);
  EXPECT_EQ(timed.use[0].part, "dram");
  EXPECT_EQ(timed.use[0].share, 0.25);
  const auto* none = other.find({3, 4});
  ASSERT_NE(none, nullptr);
  EXPECT_FALSE(none->has_value());
  EXPECT_EQ(other.find({2, 1}), nullptr);
}

TEST(SharedTimes, ARecordIsReadWhenAllOfItIsThere) {
  const FileOfTimes file;
  SharedTimes one = file.of_a_device(), other = file.of_a_device();
  one.add({1, 2}, timed_launch());
  file.cut(1);
  EXPECT_EQ(other.find({1, 2}), nullptr);
  file.append(std::string_view("\0", 1));  // the last byte of `fetched_bytes`
  EXPECT_NE(other.find({1, 2}), nullptr);
}

TEST(SharedTimes, WhatIsNoRecordEndsTheReading) {
  const FileOfTimes file;
  SharedTimes one = file.of_a_device(), other = file.of_a_device();
  one.add({1, 2}, timed_launch());
  file.append("sixteen bytes of something else.");
  one.add({3, 4}, timed_launch());
  EXPECT_NE(other.find({1, 2}), nullptr);
  EXPECT_EQ(other.find({3, 4}), nullptr);
}

}  // namespace
}  // namespace warpscope::timing
