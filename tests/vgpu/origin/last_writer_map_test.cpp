#include "vgpu/origin/last_writer_map.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace warpscope::origin {
namespace {

using exec::LastWrites;

class LastWriterMapTest : public testing::Test {
 protected:
  const memory::Allocation& make(std::uint64_t bytes) {
    return *memory_.find(*memory_.allocate(bytes));
  }
  void copy_in(const memory::Allocation& to, std::uint64_t offset, std::uint64_t bytes) {
    writers_.write(to, to.address + offset, bytes, ++operation_);
  }
  /// `sectors`: that it has written, a bit each. `runs`: by the offset in the allocation.
  void launch(const memory::Allocation& to, std::uint64_t sectors,
              std::vector<LastWrites::Run> runs, bool is_whole = true) {
    exec::TouchedMemory touched;
    touched.parts[to.id] = {to.address, {}, {sectors, 0}, false};
    LastWrites writes;
    writes.is_whole = is_whole;
    writes.lines = {{"k.cu", 5}, {"k.cu", 6}};
    for (auto& run : runs) {
      run.begin += to.address;
      run.end += to.address;
    }
    if (!runs.empty()) writes.parts.push_back({to.address, std::move(runs), true});
    writers_.launch(memory_, touched, writes, ++operation_);
  }
  device::LastWriters read(const memory::Allocation& from, std::uint64_t offset,
                           std::uint64_t bytes) {
    device::LastWriters told;
    writers_.read(from, from.address + offset, bytes, told);
    return told;
  }
  /// "2:5 16" for 16 bytes that line 5 of operation 2 wrote.
  static std::string text(const device::LastWriters& told) {
    if (told.is_unknown) return "unknown";
    std::string all;
    std::vector<std::uint64_t> of_writers(told.writers.size());
    for (const auto& run : told.runs) {
      const auto& writer = told.writers.at(run.writer);
      all += (all.empty() ? "" : ", ") + std::to_string(writer.operation);
      if (writer.line != 0) all += ":" + std::to_string(writer.line);
      all += " " + std::to_string(run.bytes);
      of_writers[run.writer] += run.bytes;
    }
    for (std::size_t i = 0; i < of_writers.size() && !told.has_more_runs; ++i)
      EXPECT_EQ(told.writers[i].bytes, of_writers[i]) << all;
    return all;
  }

  memory::DeviceMemory memory_{std::uint64_t{64} << 20};
  LastWriterMap writers_;
  std::uint32_t operation_ = 0;
};

TEST_F(LastWriterMapTest, EachByteHasTheOperationThatWroteItLast) {
  const auto& data = make(1024);
  EXPECT_EQ(text(read(data, 0, 1024)), "0 1024") << "nobody";
  copy_in(data, 0, 1024);
  copy_in(data, 10, 3);
  EXPECT_EQ(text(read(data, 0, 1024)), "1 10, 2 3, 1 1011");
  EXPECT_EQ(text(read(data, 11, 4)), "2 2, 1 2");
  copy_in(data, 12, 8);
  EXPECT_EQ(text(read(data, 0, 32)), "1 10, 2 2, 3 8, 1 12");
  copy_in(data, 0, 1024);
  EXPECT_EQ(text(read(data, 0, 1024)), "4 1024");
}

TEST_F(LastWriterMapTest, WhatOneOperationWritesInPiecesIsOneRun) {
  const auto& data = make(256);
  for (const std::uint64_t offset : {64, 0, 32}) writers_.write(data, data.address + offset, 32, 7);
  EXPECT_EQ(text(read(data, 0, 128)), "7 96, 0 32");
  writers_.write(data, data.address + 90, 20, 7);
  EXPECT_EQ(text(read(data, 0, 128)), "7 110, 0 18");
}

TEST_F(LastWriterMapTest, OfAWatchedLaunchTheLineOfEachByteIsKnown) {
  const auto& data = make(256);
  copy_in(data, 0, 256);
  launch(data, 0xFF, {{0, 68, 0}, {68, 72, 1}, {100, 104, LastWrites::Run::kUnknown}});
  EXPECT_EQ(text(read(data, 0, 256)), "2:5 68, 2:6 4, 1 28, 2 4, 1 152");
  EXPECT_EQ(read(data, 0, 4).writers.at(0).file, "k.cu");
  launch(data, 1, {{4, 8, 0}});
  EXPECT_EQ(text(read(data, 0, 72)), "2:5 4, 3:5 4, 2:5 60, 2:6 4");
}

TEST_F(LastWriterMapTest, OfAnotherLaunchOnlyItsSectorsAreKnown) {
  const auto& data = make(100);
  copy_in(data, 0, 100);
  launch(data, 0b1010, {}, false);
  EXPECT_EQ(text(read(data, 0, 100)), "1 32, 2 32, 1 32, 2 4") << "no more than the array has";
  launch(data, 1, {});
  EXPECT_EQ(text(read(data, 0, 100)), "unknown") << "the checks have not seen who wrote there";
  copy_in(data, 0, 99);
  EXPECT_EQ(text(read(data, 0, 100)), "unknown");
  copy_in(data, 0, 100);
  EXPECT_EQ(text(read(data, 0, 100)), "5 100");
}

TEST_F(LastWriterMapTest, WhatIsFreedIsForgotten) {
  const auto& data = make(64);
  copy_in(data, 0, 64);
  writers_.forget(data.address);
  EXPECT_EQ(text(read(data, 0, 64)), "0 64");
}

TEST_F(LastWriterMapTest, MemoryOfTheHostHasWritersThatNobodySees) {
  alignas(4096) static std::byte pages[4096];
  constexpr std::uint64_t kAddress = 0x5000'0000'0000;
  ASSERT_TRUE(memory_.adopt(kAddress, sizeof pages, pages));
  const auto& shared = *memory_.find(kAddress);
  copy_in(shared, 0, 64);
  EXPECT_EQ(text(read(shared, 0, 64)), "unknown");
}

TEST_F(LastWriterMapTest, RunsOfACopyInSeveralRowsFollowEachOther) {
  const auto& data = make(256);
  copy_in(data, 0, 256);
  copy_in(data, 128, 128);
  device::LastWriters told;
  for (const std::uint64_t row : {0, 64, 128}) writers_.read(data, data.address + row, 16, told);
  EXPECT_EQ(text(told), "1 32, 2 16");
}

TEST_F(LastWriterMapTest, TooManyWritersAreNotTold) {
  const auto& data = make(4096);
  for (std::uint64_t i = 0; i < 300; ++i) copy_in(data, 4 * i, 4);
  EXPECT_EQ(text(read(data, 0, 4096)), "unknown");
  EXPECT_EQ(text(read(data, 0, 8)), "1 4, 2 4");
}

TEST_F(LastWriterMapTest, TooManyRunsAreCountedOnly) {
  const auto& data = make(16384);
  copy_in(data, 0, 16384);
  for (std::uint64_t i = 0; i < 2048; ++i) writers_.write(data, data.address + 8 * i, 4, 2);
  const auto told = read(data, 0, 16384);
  EXPECT_TRUE(told.has_more_runs);
  EXPECT_EQ(told.runs.size(), 1024U);
  ASSERT_EQ(told.writers.size(), 2U);
  EXPECT_EQ(told.writers[0].bytes, 8192U);
  EXPECT_EQ(told.writers[1].bytes, 8192U);
}

TEST_F(LastWriterMapTest, MemoryWithTooManyRunsIsLostUntilItIsAllWritten) {
  const auto& data = make(std::uint64_t{1} << 20);
  for (std::uint64_t i = 0; i < 20'000; ++i) writers_.write(data, data.address + 8 * i, 4, 1);
  EXPECT_EQ(text(read(data, 0, 8)), "unknown");
  copy_in(data, 0, std::uint64_t{1} << 20);
  EXPECT_EQ(text(read(data, 0, 8)), "1 8");
}

}  // namespace
}  // namespace warpscope::origin
