// The runtime's calls in kernels, also in ways that no compiler makes them: what the machine hands
// on to be launched, and the error codes. Rules for whole programs: tests/vgpu/cudart/rules_test.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "tests/vgpu/exec/support/machine.h"

namespace warpscope::exec::test::device_runtime_test {
namespace {

// Thread t of block b launches `function` with the grid (t + 1, 1, 1), blocks of 2 threads, 32 more
// bytes of shared memory and the parameters t and 2^40 + b; then it writes to out[4 * thread]: the
// buffer's address if it is 0, what the launch gives, and the last error twice.
std::string launcher(const std::string& function, const std::string& stream = "0",
                     const std::string& buffer = "%rd3") {
  return R"(.version 9.0
.target sm_90
.address_size 64
.extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2
  (.param .b64 a, .param .align 4 .b8 b[12], .param .align 4 .b8 c[12], .param .b32 d);
.extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2 (.param .b64 a, .param .b64 b);
.extern .func (.param .b32 r) __cudaCDP2GetLastError ();
.visible .entry child(.param .u32 n, .param .u64 m) { ret; }
.visible .entry parent(.param .u64 out)
{
  .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;
  mad.lo.u32 %r4, %r2, %r3, %r1;
  mad.wide.u32 %rd1, %r4, 16, %rd1;
  mov.u64 %rd2, )" +
         function + R"(;
  add.u32 %r5, %r1, 1;
  { .param .b64 a; .param .align 4 .b8 b[12]; .param .align 4 .b8 c[12]; .param .b32 d; .param .b64 r;
  st.param.b64 [a], %rd2;
  st.param.b32 [b], %r5; st.param.b32 [b+4], 1; st.param.b32 [b+8], 1;
  st.param.b32 [c], 2; st.param.b32 [c+4], 1; st.param.b32 [c+8], 1;
  st.param.b32 [d], 32;
  call (r), __cudaCDP2GetParameterBufferV2, (a, b, c, d);
  ld.param.b64 %rd3, [r]; }
  setp.eq.u64 %p, %rd3, 0;
  selp.b32 %r6, 1, 0, %p;
  st.global.b32 [%rd1], %r6;
  @%p bra LAUNCH;
  st.b32 [%rd3], %r1;
  cvt.u64.u32 %rd4, %r2; add.u64 %rd4, %rd4, 0x10000000000;
  st.b64 [%rd3+8], %rd4;
LAUNCH:
  { .param .b64 a; .param .b64 b; .param .b32 r;
  st.param.b64 [a], )" +
         buffer + R"(; mov.u64 %rd5, )" + stream + R"(; st.param.b64 [b], %rd5;
  call (r), __cudaCDP2LaunchDeviceV2, (a, b);
  ld.param.b32 %r6, [r]; }
  st.global.b32 [%rd1+4], %r6;
  { .param .b32 r; call (r), __cudaCDP2GetLastError, (); ld.param.b32 %r6, [r]; }
  st.global.b32 [%rd1+8], %r6;
  { .param .b32 r; call (r), __cudaCDP2GetLastError, (); ld.param.b32 %r6, [r]; }
  st.global.b32 [%rd1+12], %r6;
  ret;
})";
}

struct Outcome {
  LaunchResult result;
  std::vector<std::uint32_t> values;
};

Outcome run(const std::string& ptx, std::int32_t refusal = 0, bool is_allowed = true,
            bool is_submitted = true) {
  Machine machine(ptx);
  if (is_allowed) machine.options.check_child = [=](const ChildLaunch&) { return refusal; };
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(16, 99));
  LaunchResult result = machine.launch("parent", {2, 1, 1}, {2, 1, 1}, out);
  EXPECT_FALSE(result.fault) << result.fault->message;
  // Buffers that were submitted are given back: the heap is as large as before.
  const bool is_whole =
      machine.memory().allocate_on_heap(machine.memory().heap_capacity_bytes()).has_value();
  EXPECT_EQ(is_whole, is_submitted);
  return {std::move(result), machine.download<std::uint32_t>(out, 16)};
}

using Values = std::vector<std::uint32_t>;
Values four_times(const Values& each) {
  Values all;
  for (int i = 0; i < 4; ++i) all.insert(all.end(), each.begin(), each.end());
  return all;
}

TEST(DeviceRuntime, GivesWhatWasLaunchedInOrder) {
  const Outcome outcome = run(launcher("child"));
  EXPECT_EQ(outcome.values, four_times({0, 0, 0, 0}));
  ASSERT_EQ(outcome.result.children.size(), 4U);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const ChildLaunch& child = outcome.result.children[i];
    EXPECT_EQ(child.kernel, "child");
    EXPECT_EQ(child.grid, (Dim3{i % 2 + 1, 1, 1}));
    EXPECT_EQ(child.block, (Dim3{2, 1, 1}));
    EXPECT_EQ(child.dynamic_shared_bytes, 32U);
    EXPECT_FALSE(child.is_tail);
    ASSERT_EQ(child.parameters.size(), 16U);
    std::uint32_t first = 99;
    std::uint64_t second = 99;
    std::memcpy(&first, child.parameters.data(), sizeof first);
    std::memcpy(&second, child.parameters.data() + 8, sizeof second);
    EXPECT_EQ(first, i % 2);
    EXPECT_EQ(second, (std::uint64_t{1} << 40) + i / 2);
  }
}

TEST(DeviceRuntime, KnowsTheStreamsThatNeedNotBeCreated) {
  for (const char* stream : {"1", "2", "3", "4"}) {
    const Outcome outcome = run(launcher("child", stream));
    ASSERT_EQ(outcome.result.children.size(), 4U) << stream;
    EXPECT_EQ(outcome.result.children[0].is_tail, stream == std::string("3"));
  }
}

TEST(DeviceRuntime, RefusesAStreamThatWasNotCreated) {
  const Outcome outcome = run(launcher("child", "77"));
  EXPECT_TRUE(outcome.result.children.empty());
  EXPECT_EQ(outcome.values, four_times({0, 400, 400, 0}));
}

TEST(DeviceRuntime, RefusesWhatIsNoKernel) {
  for (const char* function : {"0", "16", "0x700000000008", "0x7000000fffff0", "%rd1"}) {
    const Outcome outcome = run(launcher(function));
    EXPECT_EQ(outcome.values, four_times({1, 1, 1, 0})) << function;
    EXPECT_TRUE(outcome.result.children.empty());
  }
}

TEST(DeviceRuntime, RefusesAnotherAddressThanTheBuffers) {
  const Outcome outcome = run(launcher("child", "0", "%rd1"), 0, true, false);
  EXPECT_TRUE(outcome.result.children.empty());
  EXPECT_EQ(outcome.values, four_times({0, 1, 1, 0}));
}

TEST(DeviceRuntime, HandsOnWhyALaunchIsRefused) {
  // The launch with a null pointer is an error of its own, behind that.
  EXPECT_EQ(run(launcher("child"), 9).values, four_times({1, 1, 1, 0}));
  EXPECT_EQ(run(launcher("child"), 0, false).values, four_times({1, 1, 1, 0}));
}

}  // namespace
}  // namespace warpscope::exec::test::device_runtime_test
