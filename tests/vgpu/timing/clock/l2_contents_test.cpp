#include "vgpu/timing/clock/l2_contents.h"

#include <gtest/gtest.h>

#include <chrono>

namespace warpscope::timing {
namespace {

constexpr std::uint64_t kKilobyte = 1024;

TEST(L2Contents, HoldsWhatWasUsedUntilSoMuchElseWas) {
  L2Contents contents(4 * kKilobyte);
  contents.use(0, kKilobyte);
  EXPECT_TRUE(contents.holds(100, 0));
  EXPECT_FALSE(contents.holds(kKilobyte, 0));
  EXPECT_TRUE(contents.holds(100, 4 * kKilobyte));
  EXPECT_FALSE(contents.holds(100, 4 * kKilobyte + 1));
  contents.use(8 * kKilobyte, 3 * kKilobyte);
  EXPECT_TRUE(contents.holds(100, kKilobyte));
  EXPECT_FALSE(contents.holds(100, kKilobyte + 1));
  contents.use(100, 1);
  EXPECT_TRUE(contents.holds(100, 4 * kKilobyte));
}

TEST(L2Contents, HoldsTheEndOfWhatIsTooLong) {
  L2Contents contents(4 * kKilobyte);
  contents.use(64 * kKilobyte, 16 * kKilobyte);
  EXPECT_FALSE(contents.holds(75 * kKilobyte, 0));
  EXPECT_TRUE(contents.holds(76 * kKilobyte, 0));
  EXPECT_TRUE(contents.holds(80 * kKilobyte - 1, 0));
}

// cudaMemcpy2D with rows of 4 bytes: each is a use of its own. When every use looked for old parts,
// this took minutes.
TEST(L2Contents, ManySmallUsesFarApartTakeNotLong) {
  constexpr std::uint64_t kUses = 300'000, kBytes = 2 << 20;
  L2Contents contents(kBytes);
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < kUses; ++i) contents.use(i * kKilobyte, 4);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  EXPECT_TRUE(contents.holds(0, 0));
  EXPECT_TRUE(contents.holds((kUses - 1) * kKilobyte, 0));
  for (std::uint64_t i = 0; i < 4 * kBytes / kKilobyte; ++i) contents.use(i * kKilobyte, kKilobyte);
  EXPECT_FALSE(contents.holds(0, 0));
}

TEST(L2Contents, TakesWhatALaunchTouched) {
  L2Contents contents(std::uint64_t{1} << 20);
  exec::TouchedMemory touched;
  auto& part = touched.parts[7];
  part.address =
      (std::uint64_t{1} << 20) + 32;        // sectors are counted from the multiple of 64 before it
  part.read = {0, 1};                       // sector 64: 2048 bytes on
  part.written = {std::uint64_t{1} << 32};  // sector 32: 1024 bytes on
  contents.use(touched);
  const std::uint64_t begin = std::uint64_t{1} << 20;
  EXPECT_FALSE(contents.holds(begin, 0));
  EXPECT_TRUE(contents.holds(begin + kKilobyte, 0));
  EXPECT_TRUE(contents.holds(begin + 2 * kKilobyte, 0));
  EXPECT_FALSE(contents.holds(begin + 3 * kKilobyte, 0));
  contents.clear();
  EXPECT_FALSE(contents.holds(begin + kKilobyte, 0));
}

}  // namespace
}  // namespace warpscope::timing
