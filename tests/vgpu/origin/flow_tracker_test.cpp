#include "vgpu/origin/flow_tracker.h"

#include <gtest/gtest.h>

#include <map>

namespace warpscope::origin {
namespace {

class FlowTrackerTest : public testing::Test {
 protected:
  const memory::Allocation& make(std::uint64_t bytes) {
    return *memory_.find(*memory_.allocate(bytes));
  }
  device::OperationFlow copy_in(const memory::Allocation& to, std::uint64_t offset,
                                std::uint64_t bytes) {
    flow_.begin();
    flow_.write(to, to.address + offset, bytes);
    return flow_.end();
  }
  device::OperationFlow copy_out(const memory::Allocation& from, std::uint64_t offset,
                                 std::uint64_t bytes) {
    flow_.begin();
    flow_.read(from, from.address + offset, bytes);
    return flow_.end();
  }
  static std::map<std::uint32_t, std::uint64_t> sources(const device::OperationFlow& flow) {
    std::map<std::uint32_t, std::uint64_t> sources;
    for (const auto& source : flow.sources) sources[source.operation] = source.sectors;
    return sources;
  }
  using Sources = std::map<std::uint32_t, std::uint64_t>;

  memory::DeviceMemory memory_{std::uint64_t{64} << 20};
  FlowTracker flow_;
};

TEST_F(FlowTrackerTest, AReaderHasTheLastWritersOfWhatItReads) {
  const auto& data = make(1024);
  EXPECT_EQ(copy_in(data, 0, 1024).operation, 1U);
  copy_in(data, 512, 256);
  EXPECT_EQ(sources(copy_out(data, 0, 1024)), (Sources{{1, 24}, {2, 8}}));
  EXPECT_EQ(sources(copy_out(data, 0, 32)), (Sources{{1, 1}}));
  EXPECT_EQ(sources(copy_out(make(64), 0, 64)), Sources{}) << "nobody has written it";
}

TEST_F(FlowTrackerTest, WhoWritesAPartOfASectorDependsOnItsRest) {
  const auto& data = make(128);
  copy_in(data, 0, 128);
  EXPECT_EQ(sources(copy_in(data, 40, 4)), (Sources{{1, 2}}));
  EXPECT_EQ(sources(copy_in(data, 64, 32)), Sources{});
  EXPECT_EQ(sources(copy_out(data, 0, 128)), (Sources{{1, 2}, {2, 1}, {3, 1}}));
}

TEST_F(FlowTrackerTest, ALaunchHasWhatItReadAndUpdated) {
  const auto& in = make(4096);
  const auto& out = make(4096);
  copy_in(in, 0, 4096);
  copy_in(out, 0, 4096);
  const auto launch = [&](std::uint64_t stored_bytes, bool has_atomics) {
    exec::TouchedMemory touched;
    touched.parts[in.id] = {in.address, {0xFF, 0}, {}, false};
    touched.parts[out.id] = {out.address, {}, {0xF0, 0}, has_atomics};
    flow_.begin();
    flow_.launch(memory_, touched, stored_bytes);
    return flow_.end();
  };
  EXPECT_EQ(sources(launch(64, false)), (Sources{{1, 8}, {2, 4}})) << "half of the sectors";
  EXPECT_EQ(sources(launch(128, false)), (Sources{{1, 8}})) << "all of them";
  EXPECT_EQ(sources(launch(128, true)), (Sources{{1, 8}, {4, 4}}));
  EXPECT_EQ(sources(copy_out(out, 0, 4096)), (Sources{{2, 124}, {5, 4}}));
}

TEST_F(FlowTrackerTest, ConstantsThatCopiesHaveFilledAreReadByEveryLaunch) {
  const auto& constant = *memory_.find(*memory_.allocate(256, true));
  copy_in(constant, 0, 256);
  flow_.begin();
  flow_.launch(memory_, {}, 0);
  EXPECT_EQ(sources(flow_.end()), (Sources{{1, 1}}));
}

TEST_F(FlowTrackerTest, MemoryOfTheHostHasAWriterThatNobodySees) {
  alignas(4096) static std::byte pages[4096];
  constexpr std::uint64_t kAddress = 0x5000'0000'0000;
  ASSERT_TRUE(memory_.adopt(kAddress, sizeof pages, pages));
  const auto& shared = *memory_.find(kAddress);
  copy_in(shared, 0, 64);
  EXPECT_EQ(sources(copy_out(shared, 0, 128)), (Sources{{0, 4}, {1, 2}}));
  flow_.forget(kAddress);
  EXPECT_EQ(sources(copy_out(shared, 0, 128)), (Sources{{0, 4}}));
}

TEST_F(FlowTrackerTest, TooManySourcesAreNotTold) {
  constexpr std::uint64_t kSectors = 65'537;
  const auto& data = make(kSectors * 32);
  for (std::uint64_t i = 0; i < kSectors; ++i) copy_in(data, i * 32, 32);
  const auto all = copy_out(data, 0, kSectors * 32);
  EXPECT_TRUE(all.has_unknown_sources);
  EXPECT_TRUE(all.sources.empty());
  EXPECT_FALSE(copy_out(data, 0, 64).has_unknown_sources);
}

}  // namespace
}  // namespace warpscope::origin
