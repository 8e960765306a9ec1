// Which bytes are written, against a bit for each byte kept in the simplest way.
#include "vgpu/memory/written_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "vgpu/memory/device_memory.h"

namespace warpscope::memory {
namespace {

constexpr std::uint64_t kBytes = 20000;

TEST(WrittenBytes, AreThoseOfAListOfBytes) {
  std::mt19937 random(1);
  WrittenBytes written(kBytes);
  std::vector<bool> wanted(kBytes);
  for (int step = 0; step < 400; ++step) {
    const std::uint64_t offset = random() % kBytes;
    const std::uint64_t most = std::min<std::uint64_t>(kBytes - offset, step % 7 == 0 ? 9000 : 200);
    const std::uint64_t bytes = random() % (most + 1);
    const auto begin = wanted.begin() + static_cast<std::ptrdiff_t>(offset);
    const auto end = begin + static_cast<std::ptrdiff_t>(bytes);
    if (step % 3 == 2) {
      written.clear(offset, bytes);
      std::fill(begin, end, false);
    } else if (step % 3 == 1) {
      const std::uint64_t to = random() % (kBytes - bytes + 1);
      const std::vector<bool> copied(begin, end);
      written.copy(to, written, offset, bytes);
      std::copy(copied.begin(), copied.end(), wanted.begin() + static_cast<std::ptrdiff_t>(to));
    } else {
      written.mark(offset, bytes);
      std::fill(begin, end, true);
    }
    const std::uint64_t at = random() % kBytes;
    const std::uint64_t count = 1 + random() % std::min<std::uint64_t>(kBytes - at, 100);
    const auto first = wanted.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = first + static_cast<std::ptrdiff_t>(count);
    EXPECT_EQ(written.has_all(at, count), std::find(first, last, false) == last) << step;
    EXPECT_EQ(written.has_any(at, count), std::find(first, last, true) != last) << step;
  }
}

TEST(WrittenBytes, AGapHasNothingWrittenAroundIt) {
  WrittenBytes written(100);
  written.mark(0, 40);
  written.mark(60, 4);
  EXPECT_FALSE(written.is_in_gap(44, 4, 16));
  EXPECT_TRUE(written.is_in_gap(44, 4, 4));
  EXPECT_TRUE(written.is_in_gap(96, 4, 16));
}

TEST(WrittenBytes, CopiesOnTheDeviceTakeAlongWhatNobodyHasWritten) {
  DeviceMemory memory(std::uint64_t{1} << 20);
  const std::uint64_t from = *memory.allocate(64), to = *memory.allocate(64);
  memory.track_writes(from);
  memory.track_writes(to);
  memory.mark_written(from, 32);
  memory.copy_written(to, memory, from, 64);
  EXPECT_TRUE(memory.find(to)->written->has_all(0, 32));
  EXPECT_FALSE(memory.find(to)->written->has_any(32, 32));
  // Of memory that nobody keeps count of, all is written.
  memory.copy_written(to, memory, *memory.allocate(64), 64);
  EXPECT_TRUE(memory.find(to)->written->has_all(0, 64));
}

}  // namespace
}  // namespace warpscope::memory
