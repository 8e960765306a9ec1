// Counters of whole launches whose addresses are known: what each access adds.
#include <gtest/gtest.h>

#include <set>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

struct Width {
  const char* load;
  const char* store;
  std::uint32_t bytes;
};

// Loads `in[tid * stride + offset]` elements and stores them to out[tid].
std::string copy_kernel(const Width& width) {
  return module_with_kernel(
      ".param .u64 in, .param .u64 out, .param .u32 stride, .param .u32 offset",
      R"(
mov.u32 %r1, %tid.x; ld.param.u32 %r2, [stride]; ld.param.u32 %r3, [offset];
mad.lo.u32 %r2, %r1, %r2, %r3;
ld.param.u64 %rd1, [in]; mad.wide.u32 %rd1, %r2, )" +
          std::to_string(width.bytes) +
          ", %rd1;\nld.param.u64 %rd2, [out]; mad.wide.u32 %rd2, %r1, " +
          std::to_string(width.bytes) + ", %rd2;\n" + width.load + " [%rd1];\n" + width.store +
          "\n");
}

constexpr Width kWidths[] = {
    {"ld.global.u8 %rs1,", "st.global.u8 [%rd2], %rs1;", 1},
    {"ld.global.u16 %rs1,", "st.global.u16 [%rd2], %rs1;", 2},
    {"ld.global.u32 %r9,", "st.global.u32 [%rd2], %r9;", 4},
    {"ld.global.u64 %rd9,", "st.global.u64 [%rd2], %rd9;", 8},
    {"ld.global.v2.f32 {%f1, %f2},", "st.global.v2.f32 [%rd2], {%f1, %f2};", 8},
    {"ld.global.v4.f32 {%f1, %f2, %f3, %f4},", "st.global.v4.f32 [%rd2], {%f1, %f2, %f3, %f4};",
     16},
};

TEST(GlobalAccess, CountsRequestsSectorsAndBytesForEveryWidth) {
  for (const Width& width : kWidths) {
    SCOPED_TRACE(width.load);
    Machine machine(copy_kernel(width));
    const std::uint64_t in = machine.allocate(std::uint64_t{64} * 40 * 16),
                        out = machine.allocate(4096);
    for (const std::uint32_t threads : {32u, 64u, 5u, 45u}) {
      for (const std::uint32_t stride : {0u, 1u, 2u, 3u, 8u, 33u}) {
        for (const std::uint32_t offset : {0u, 1u, 7u}) {
          std::set<std::uint64_t> read, written, warp_sectors;
          std::uint64_t sectors = 0, store_sectors = 0, ideal = 0;
          for (std::uint32_t first = 0; first < threads; first += 32) {
            warp_sectors.clear();
            std::set<std::uint64_t> stored;
            const std::uint32_t end = std::min(first + 32, threads);
            for (std::uint32_t thread = first; thread < end; ++thread) {
              warp_sectors.insert((in + std::uint64_t{thread * stride + offset} * width.bytes) /
                                  32);
              stored.insert((out + std::uint64_t{thread} * width.bytes) / 32);
            }
            sectors += warp_sectors.size();
            store_sectors += stored.size();
            ideal += (std::uint64_t{end - first} * width.bytes + 31) / 32;
            read.insert(warp_sectors.begin(), warp_sectors.end());
            written.insert(stored.begin(), stored.end());
          }
          const LaunchResult launched =
              machine.launch("k", {}, {threads, 1, 1}, in, out, stride, offset);
          ASSERT_FALSE(launched.fault) << launched.fault->message;
          const CounterValues& counted = launched.counters;
          const std::uint64_t warps = (threads + 31) / 32;
          ASSERT_EQ(counted[Counter::global_load_instructions], warps);
          ASSERT_EQ(counted[Counter::global_load_requests], warps);
          ASSERT_EQ(counted[Counter::global_store_requests], warps);
          ASSERT_EQ(counted[Counter::global_load_sectors], sectors)
              << threads << " threads, stride " << stride << ", offset " << offset;
          ASSERT_EQ(counted[Counter::global_store_sectors], store_sectors);
          ASSERT_EQ(counted[Counter::global_load_sectors_ideal], ideal);
          ASSERT_EQ(counted[Counter::global_load_bytes], std::uint64_t{threads} * width.bytes);
          ASSERT_EQ(launched.distinct_read_sectors, read.size());
          ASSERT_EQ(launched.distinct_written_sectors, written.size());
        }
      }
    }
  }
}

TEST(SharedAccess, CountsWavefrontsAndConflictsPerDirection) {
  Machine machine(module_with_kernel(".param .u32 stride", R"(
.shared .align 16 .b8 s[16384];
mov.u32 %r1, %tid.x; ld.param.u32 %r2, [stride]; mul.lo.u32 %r2, %r1, %r2;
mov.u32 %r3, s; mad.lo.u32 %r4, %r2, 4, %r3; mad.lo.u32 %r5, %r1, 4, %r3;
st.shared.u32 [%r5], %r1;
ld.volatile.shared.u32 %r6, [%r4];
atom.shared.add.u32 %r7, [%r4], 1;
)"));
  for (const auto& [stride, wavefronts] :
       {std::pair{0u, 1u}, {1u, 1u}, {2u, 2u}, {8u, 8u}, {32u, 32u}, {33u, 1u}}) {
    const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, stride);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    EXPECT_EQ(launched.counters[Counter::shared_store_wavefronts], 1u);
    EXPECT_EQ(launched.counters[Counter::shared_store_bank_conflicts], 0u);
    EXPECT_EQ(launched.counters[Counter::shared_load_wavefronts], wavefronts)
        << "stride " << stride;
    EXPECT_EQ(launched.counters[Counter::shared_load_bank_conflicts], wavefronts - 1);
    EXPECT_EQ(launched.counters[Counter::shared_bank_conflicts], 2 * (wavefronts - 1));
    EXPECT_EQ(launched.counters[Counter::shared_load_instructions], 1u);
    EXPECT_EQ(launched.counters[Counter::shared_store_instructions], 1u);
    EXPECT_EQ(launched.counters[Counter::shared_atomic_instructions], 1u);
    EXPECT_EQ(launched.counters[Counter::global_load_instructions], 0u);
  }
}

// A generic access is counted where its lanes' addresses lie, but is no instruction of shared or
// local memory.
TEST(GenericAccess, IsCountedInTheSpaceOfEachLane) {
  Machine machine(module_with_kernel(".param .u64 out", R"(
.shared .align 4 .b8 s[128]; .local .align 4 .b8 l[4];
mov.u32 %r1, %tid.x; mul.wide.u32 %rd1, %r1, 4;
ld.param.u64 %rd2, [out]; add.u64 %rd2, %rd2, %rd1;
mov.u64 %rd3, s; cvta.shared.u64 %rd3, %rd3; add.u64 %rd3, %rd3, %rd1;
mov.u64 %rd4, l; cvta.local.u64 %rd4, %rd4;
setp.lt.u32 %p1, %r1, 8; setp.lt.u32 %p2, %r1, 24;
selp.u64 %rd5, %rd3, %rd4, %p2; selp.u64 %rd5, %rd2, %rd5, %p1;
st.u32 [%rd5], %r1;
)"));
  const std::uint64_t out = machine.allocate(128);
  const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(launched.counters[Counter::global_store_instructions], 1u);
  EXPECT_EQ(launched.counters[Counter::global_store_sectors], 1u);
  EXPECT_EQ(launched.counters[Counter::global_store_bytes], 32u);
  EXPECT_EQ(launched.counters[Counter::shared_store_instructions], 0u);
  EXPECT_EQ(launched.counters[Counter::shared_store_wavefronts], 1u);
  EXPECT_EQ(launched.counters[Counter::local_store_instructions], 0u);
  EXPECT_EQ(launched.counters[Counter::local_store_sectors], 1u);
}

// Lanes 2n and 2n + 1 load the same 16 bytes: two phases from shared memory's own addresses, four
// from generic ones.
TEST(GenericAccess, IsNotServedInPairs) {
  for (const bool is_generic : {false, true}) {
    Machine machine(module_with_kernel(".param .u64 out", R"(
.shared .align 16 .b8 s[256];
mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 1; mul.wide.u32 %rd1, %r2, 16;
mov.u64 %rd3, s; )" + std::string(is_generic ? "cvta.shared.u64 %rd3, %rd3; " : "") +
                                                              R"(add.u64 %rd3, %rd3, %rd1;
ld)" + (is_generic ? "" : ".shared") + R"(.v4.u32 {%r3, %r4, %r5, %r6}, [%rd3];
add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r5; add.u32 %r3, %r3, %r6;
ld.param.u64 %rd2, [out]; st.global.u32 [%rd2], %r3;
)"));
    const std::uint64_t out = machine.allocate(128);
    const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    EXPECT_EQ(launched.counters[Counter::shared_load_wavefronts], is_generic ? 4u : 2u);
  }
}

// An atomic with generic addresses asks for the old value and passes shared memory's pipe.
TEST(GenericAtomic, IsNoReduction) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 4) + R"(
red.add.u32 [%rd1], 1;
)"));
  const std::uint64_t out = machine.allocate(128);
  const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(launched.counters[Counter::global_atomic_requests], 1u);
  EXPECT_EQ(launched.counters[Counter::global_reduction_requests], 0u);
  EXPECT_EQ(launched.counters[Counter::shared_atomic_wavefronts], 1u);
  EXPECT_EQ(launched.counters[Counter::atomic_bytes], 128u);
}

// Lanes that share a word wait for each other: requests and sectors do not tell how many there are.
TEST(Atomic, CountsTheBytesOfItsLanes) {
  for (const char* atomic : {"red.global.add.u32 [%rd1], 1;", "atom.global.add.u32 %r9, [%rd1], 1;",
                             "red.shared.add.u32 [word], 1;"}) {
    Machine machine(module_with_kernel(".param .u64 out", std::string(R"(
.shared .align 4 .b8 word[4];
mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 20;
ld.param.u64 %rd1, [out];
@%p1 )") + atomic));
    const std::uint64_t out = machine.allocate(128);
    const LaunchResult launched = machine.launch("k", {}, {64, 1, 1}, out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    EXPECT_EQ(launched.counters[Counter::atomic_bytes], 80u) << atomic;
  }
}

struct Loaded {
  const char* code;  ///< %rd1: an address in `in` and %rd2 the same in `out`, by the lane
  std::uint64_t bytes_to_use;
};

// What only goes on to other memory is carried, through however many registers.
TEST(GlobalLoad, TellsWhatIsUsedFromWhatIsCarried) {
  constexpr std::uint64_t kBytes = 32 * 4;
  for (const auto& [code, bytes_to_use] : std::initializer_list<Loaded>{
           {"ld.global.u32 %r2, [%rd1]; st.shared.u32 [%r9], %r2;", 0},
           {"ld.global.u32 %r2, [%rd1]; mov.u32 %r3, %r2; st.shared.u32 [%r9], %r3;", 0},
           {"ld.global.u32 %r2, [%rd1]; selp.b32 %r3, %r2, %r1, %p1; st.shared.u32 [%r9], %r3;", 0},
           {"ld.global.u32 %r2, [%rd1]; st.global.u32 [%rd2], %r2;", 0},
           {"cp.async.ca.shared.global [%r9], [%rd1], 4; cp.async.wait_all;", 0},
           {"ld.global.u32 %r2, [%rd1]; add.u32 %r3, %r2, 1; st.global.u32 [%rd2], %r3;", kBytes},
           {"ld.global.u32 %r2, [%rd1]; mov.u32 %r4, %r2; st.shared.u32 [%r9], %r2; "
            "add.u32 %r3, %r4, 1; st.global.u32 [%rd2], %r3;",
            kBytes},
           {"ld.global.u32 %r2, [%rd1]; st.shared.u32 [%r2], %r1;", kBytes},
           {"ld.global.u32 %r2, [%rd1]; setp.eq.u32 %p2, %r2, 7; @%p2 st.shared.u32 [%r9], %r1;",
            kBytes},
           {"ld.global.u32 %r2, [%rd1]; st.local.u32 [mine], %r2;", kBytes},
           {"ld.volatile.global.u32 %r2, [%rd1]; st.shared.u32 [%r9], %r2;", kBytes},
           {"atom.global.add.u32 %r2, [%rd1], 1; st.global.u32 [%rd2], %r2;", kBytes}}) {
    Machine machine(module_with_kernel(
        ".param .u64 in, .param .u64 out",
        ".shared .align 4 .b8 s[128];\n.local .align 4 .b8 mine[4];\n" +
            element_address("in", "%rd1", 4) + element_address("out", "%rd2", 4) + R"(
mov.u32 %r8, s; shl.b32 %r9, %r1, 2; add.u32 %r9, %r9, %r8; setp.lt.u32 %p1, %r1, 16;
)" + code));
    const std::uint64_t in = machine.allocate(kBytes), out = machine.allocate(kBytes);
    const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, in, out);
    ASSERT_FALSE(launched.fault) << code << ": " << launched.fault->message;
    EXPECT_EQ(launched.counters[Counter::used_load_bytes], bytes_to_use) << code;
  }
}

// A guard that no lane passes makes no access.
TEST(GuardedAccess, CountsOnlyLanesThatPass) {
  Machine machine(
      module_with_kernel(".param .u64 in, .param .u32 limit", element_address("in", "%rd1", 4) + R"(
ld.param.u32 %r2, [limit]; setp.lt.u32 %p1, %r1, %r2;
@%p1 ld.volatile.global.u32 %r3, [%rd1];
)"));
  const std::uint64_t in = machine.allocate(256);
  for (const auto& [limit, sectors] : {std::pair{0u, 0u}, {1u, 1u}, {9u, 2u}, {32u, 4u}}) {
    const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, in, limit);
    ASSERT_FALSE(launched.fault);
    EXPECT_EQ(launched.counters[Counter::global_load_sectors], sectors);
    EXPECT_EQ(launched.counters[Counter::global_load_bytes], 4u * limit);
    EXPECT_EQ(launched.counters[Counter::global_load_requests], limit == 0 ? 0u : 1u);
  }
}

}  // namespace
}  // namespace warpscope::exec::test
