// Which launches are given the count of an equal one: a kernel of one load, launched by hand.
#include "vgpu/timing/counted_launches.h"

#include <gtest/gtest.h>

#include "tests/vgpu/timing/clock/load_kernel.h"

namespace warpscope::timing {
namespace {

using test::Launch;
using test::LoadKernel;

std::uint64_t warps(CountedLaunches& counted, const LoadKernel& kernel, const Launch& launch) {
  exec::LaunchTrace trace;
  test::trace_launch(launch, kernel, test::touched_by(launch), trace);
  const auto issued = counted.count(kernel.code, trace);
  return issued ? issued->warps : 0;
}

TEST(CountedLaunches, AreToldApartByKernelAndByWhatTheyDid) {
  const LoadKernel two;
  LoadKernel three;  // the same PTX, and an instruction more
  three.function.code.insert(three.function.code.begin(), three.function.code.front());
  three.function.blocks.front().end = 3;
  three.code.lines.resize(3);
  Launch longer;
  longer.blocks = 5;
  CountedLaunches counted;
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(warps(counted, two, {}), 4U * 2);
    EXPECT_EQ(warps(counted, three, {}), 4U * 3);
    EXPECT_EQ(warps(counted, two, longer), 5U * 2);
  }
}

TEST(CountedLaunches, HaveNoCountWithoutAWholeTrace) {
  const LoadKernel kernel;
  exec::LaunchTrace trace({.most_bytes = 1});
  const Launch launch;
  test::trace_launch(launch, kernel, test::touched_by(launch), trace);
  CountedLaunches counted;
  EXPECT_FALSE(counted.count(kernel.code, trace));
}

}  // namespace
}  // namespace warpscope::timing
