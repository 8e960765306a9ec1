// Kernels that ask for more than there is: of blocks, of memory for their state, of heap, of stack,
// of text. Each ends, soon and with little memory, and says why.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr Dim3 kLargestGrid{0x7FFF'FFFF, 65535, 65535};
constexpr std::uint64_t kSmallState = std::uint64_t{8} << 20;

std::string error_of(Machine& machine, Dim3 grid, Dim3 block, std::uint64_t out = 0) {
  try {
    machine.launch("k", grid, block, out);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST(LargestGrid, EndsByItsBudgetWithAnyNumberOfWorkers) {
  Machine machine(module_with_kernel("", ""));
  machine.options.instruction_budget = 200'000;
  for (const std::uint32_t workers : {1U, 2U, 7U}) {
    machine.options.worker_threads = workers;
    const LaunchResult launched = machine.launch("k", kLargestGrid, {});
    ASSERT_TRUE(launched.fault);
    EXPECT_EQ(launched.fault->kind, Fault::Kind::instruction_budget);
    EXPECT_GE(launched.counters[Counter::inst_executed], 200'000U);
  }
}

TEST(LargestGrid, EndsWhenItIsCanceled) {
  Machine machine(module_with_kernel("", ""));
  int questions = 0;
  machine.options.is_canceled = [&] { return ++questions > 3; };
  const LaunchResult launched = machine.launch("k", kLargestGrid, {1024, 1, 1});
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::canceled);
}

// A warp that nobody takes its turn from: the budget does, and not only after a turn of 65536.
TEST(InstructionBudget, EndsALoopSoon) {
  Machine machine(module_with_kernel("", "AGAIN: bra.uni AGAIN;"));
  machine.options.instruction_budget = 500;
  const LaunchResult launched = machine.launch("k", {}, {});
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::instruction_budget);
  EXPECT_LT(launched.counters[Counter::inst_executed], 2000U);
}

// 200000 bytes of 1024 threads are 200 MB.
TEST(LaunchState, OfLocalMemoryHasALimit) {
  Machine machine(module_with_kernel(".param .u64 out",
                                     ".local .align 4 .b8 big[200000]; mov.u32 %r1, 5;\n"
                                     "st.local.u32 [big], %r1; bar.sync 0;"));
  machine.options.most_state_bytes = kSmallState;
  EXPECT_NE(error_of(machine, {}, {1024, 1, 1}).find("need more than 8 MiB"), std::string::npos);
  const LaunchResult small = machine.launch("k", {5, 1, 1}, {20, 1, 1}, std::uint64_t{0});
  EXPECT_FALSE(small.fault) << "6.4 MB for a warp, used again";
}

// The blocks of a cooperative launch that wait for one another are all resident.
TEST(LaunchState, OfResidentBlocksHasALimit) {
  Machine machine(
      module_with_kernel(".param .u64 out",
                         ".local .align 4 .b8 some[1000]; ld.param.u64 %rd1, [out];\n"
                         "st.local.u64 [some], %rd1; atom.global.add.u32 %r1, [%rd1], 1;\n"
                         "WAIT: ld.volatile.global.u32 %r2, [%rd1];\n"
                         "setp.lt.u32 %p1, %r2, 320000; @%p1 bra WAIT;"));
  machine.options.most_state_bytes = kSmallState;
  machine.options.is_cooperative = true;
  const std::uint64_t enough = machine.upload<std::uint32_t>({320000});
  EXPECT_FALSE(machine.launch("k", {10000, 1, 1}, {32, 1, 1}, enough).fault);
  const std::uint64_t zero = machine.upload<std::uint32_t>({0});
  const std::uint64_t before = machine.memory().used_bytes();
  EXPECT_NE(error_of(machine, {10000, 1, 1}, {32, 1, 1}, zero), "");
  EXPECT_EQ(machine.memory().used_bytes(), before) << "the grid's barrier is given back";
}

// Blocks that take long are resident together, as far as there is room: here for 7 of 40. The first
// one goes on until the others begin, after 8 turns of 65536 instructions; from then on turns are
// short, and so may be the others.
TEST(LaunchState, OfBlocksThatTakeLongLetsOthersWait) {
  Machine machine(module_with_kernel(
      ".param .u64 out",
      ".local .align 4 .b8 some[4000]; ld.param.u64 %rd1, [out];\n"
      "st.local.u64 [some], %rd1; mov.u32 %r1, 0; ld.volatile.global.u32 %r3, [%rd1];\n"
      "mov.u32 %r4, %ctaid.x; setp.eq.u32 %p1, %r4, 0; selp.u32 %r4, 200000, 30000, %p1;\n"
      "MORE: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, %r4;\n"
      "@%p1 bra MORE; atom.global.add.u32 %r2, [%rd1], %r1;"));
  machine.options.most_state_bytes = std::uint64_t{1} << 20;
  const std::uint64_t sum = machine.upload<std::uint32_t>({0});
  const LaunchResult launched = machine.launch("k", {40, 1, 1}, {32, 1, 1}, sum);
  EXPECT_FALSE(launched.fault);
  EXPECT_EQ(machine.download<std::uint32_t>(sum, 1)[0], (200000U + 39U * 30000U) * 32U);
}

TEST(LaunchState, IsGivenBackWithTheLaunch) {
  Machine machine(module_with_kernel(".param .u64 out",
                                     ".local .align 4 .b8 some[4000];"
                                     "st.local.u32 [some], %r1;"));
  machine.options.most_state_bytes = kSmallState;
  for (int i = 0; i < 20; ++i)
    EXPECT_FALSE(machine.launch("k", {}, {1024, 1, 1}, std::uint64_t{0}).fault);
}

TEST(LaunchState, MoreLocalMemoryThanAThreadHasIsRefused) {
  Machine machine(module_with_kernel(".param .u64 out",
                                     ".local .align 4 .b8 big[524289]; st.local.u32 [big], %r1;"));
  EXPECT_NE(error_of(machine, {}, {}).find("512 KiB"), std::string::npos);
}

// 32 lanes of each are more than 4 GiB together, the sum of which does not fit in 32 bits.
TEST(LaunchState, HugeParametersOfFunctionsAreRefused) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += ".param .b8 p" + std::to_string(i) + "[16000000];\n";
  Machine machine(module_with_kernel(".param .u64 out", text + "st.param.u32 [p11], %r1;"));
  EXPECT_NE(error_of(machine, {}, {}).find("more registers and parameters"), std::string::npos);
}

TEST(LaunchState, MoreParametersThanCudaAllowsAreRefused) {
  for (const char* size : {"32765", "4294967296", "1000000000000"}) {
    const std::string parameters = ".param .b8 p[" + std::string(size) + "], .param .u64 q";
    EXPECT_THROW(
        {
          const Machine machine(module_with_kernel(parameters, ""));
          kernels(machine.program());
        },
        std::runtime_error)
        << size;
  }
}

// All warps descend together: each waits for the others before it calls itself.
TEST(EndlessRecursion, OfAllWarpsTakesBoundedMemory) {
  const std::string endless = R"(
.func endless() { .reg .b32 %r<500>; bar.sync 0; call.uni endless, (); bar.sync 0; ret; }
)";
  Machine machine(module_with_kernel("", "call.uni endless, ();", endless));
  machine.options.stack_bytes = std::uint64_t{512} << 10;
  machine.options.most_state_bytes = std::uint64_t{700} << 20;
  const LaunchResult launched = machine.launch("k", {}, {1024, 1, 1});
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::stack_overflow);
  EXPECT_NE(launched.fault->message.find("endless"), std::string::npos);
}

/// Counts in *out how often malloc(`bytes`) of all threads gives memory, of `rounds` each.
std::string allocating(const std::string& bytes, const std::string& rounds) {
  return module_with_kernel(
      ".param .u64 out",
      "ld.param.u64 %rd1, [out]; mov.u32 %r1, 0;\n"
      "MORE: { .param .b64 n; .param .b64 r; mov.u64 %rd2, " +
          bytes +
          "; st.param.b64 [n], %rd2;\n"
          "call.uni (r), malloc, (n); ld.param.b64 %rd3, [r]; }\n"
          "setp.ne.u64 %p1, %rd3, 0; @%p1 st.u8 [%rd3], 7; @%p1 red.global.add.u32 [%rd1], 1;\n"
          "add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, " +
          rounds + "; @%p2 bra MORE;",
      ".extern .func (.param .b64 r) malloc(.param .b64 n);");
}

TEST(DeviceHeap, GivesNothingWhenItIsUsedUp) {
  Machine machine(allocating("65536", "10"));
  const std::uint64_t out = machine.upload<std::uint32_t>({0});
  ASSERT_FALSE(machine.launch("k", {}, {32, 1, 1}, out).fault);
  const std::uint32_t given = machine.download<std::uint32_t>(out, 1)[0];
  EXPECT_LE(given, 128U) << "8 MiB in pieces of 64 KiB";
  EXPECT_GE(given, 120U);
  ASSERT_FALSE(machine.launch("k", {}, {32, 1, 1}, out).fault);
  EXPECT_EQ(machine.download<std::uint32_t>(out, 1)[0], given) << "the heap outlives a launch";
}

TEST(DeviceHeap, GivesNothingForImpossibleSizes) {
  for (const char* size : {"0", "-1", "0x8000000000000000", "0xfffffffffffffff1", "8388609"}) {
    Machine machine(allocating(size, "1"));
    const std::uint64_t out = machine.upload<std::uint32_t>({0});
    ASSERT_FALSE(machine.launch("k", {}, {32, 1, 1}, out).fault) << size;
    EXPECT_EQ(machine.download<std::uint32_t>(out, 1)[0], 0U) << size;
  }
}

/// What one thread's printf prints; the arguments are 8 bytes each.
LaunchResult print(const std::string& format, const std::vector<std::uint64_t>& arguments) {
  Machine machine(module_with_kernel(
      ".param .u64 format, .param .u64 arguments",
      "ld.param.u64 %rd1, [format]; ld.param.u64 %rd2, [arguments];\n"
      "{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %rd1; st.param.b64 [a], "
      "%rd2; call.uni (r), vprintf, (f, a); }",
      ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);"));
  std::vector<char> text(format.begin(), format.end());
  text.push_back(0);
  const std::uint64_t at = machine.upload(text);
  return machine.launch("k", {}, {}, at, machine.upload(arguments));
}

TEST(HostileFormats, OfHugeWidthAndPrecisionPrintAtMost4096Characters) {
  const std::uint64_t huge = 0x7FFF'FFFF;
  for (const char* format : {"%2000000000d", "%.2000000000d", "%99999999999999999999d", "%*d",
                             "%.*d", "%****d", "%4096*d", "%.*.*d", "%0*d"}) {
    const LaunchResult launched = print(format, {huge | huge << 32, huge | huge << 32, 5, 5, 5});
    ASSERT_FALSE(launched.fault) << format;
    EXPECT_LE(launched.output.size(), 4096U) << format;
  }
  EXPECT_LE(print("%.2000000000f", {0x3FF0'0000'0000'0000}).output.size(), 4098U) << "1.000…";
  EXPECT_EQ(print("%5d|%-4d|%05.3d|", {1 | std::uint64_t{2} << 32, 3}).output, "    1|2   |  003|");
}

TEST(HostileFormats, OfManyWideFieldsAreCutOff) {
  std::string format;
  for (int i = 0; i < 10000; ++i) format += "%4096c";
  const LaunchResult launched = print(format, std::vector<std::uint64_t>(5000, 0x4141));
  ASSERT_FALSE(launched.fault);
  EXPECT_LE(launched.output.size(), (std::size_t{1} << 20) + 4096);
}

TEST(HostileFormats, StringsAndArgumentsThatAreNotThereAreFaults) {
  for (const std::uint64_t address : {std::uint64_t{1}, std::uint64_t{0x7100'0000'0000},
                                      std::uint64_t{0x7200'FFFF'FFFF}, ~std::uint64_t{0}}) {
    const LaunchResult launched = print("%s", {address});
    ASSERT_TRUE(launched.fault) << address;
    EXPECT_EQ(launched.fault->kind, Fault::Kind::out_of_bounds);
  }
  EXPECT_TRUE(print("%d %d %d", {1}).fault) << "the third lies behind the arguments";
  EXPECT_EQ(print("%s", {0}).output, "(null)");
}

TEST(HostileFormats, ThatAreNoneArePrintedAsTheyAre) {
  EXPECT_EQ(print("100%", {1}).output, "100%");
  EXPECT_EQ(print("%n", {1}).output, "%n");
  EXPECT_EQ(print("%-+ #0", {1}).output, "%-+ #0");
}

}  // namespace
}  // namespace warpscope::exec::test
