// Launches whose blocks are known not to meet: which ones are found, and that none is found
// wrongly.
#include "vgpu/exec/scheduling/blocks_apart.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <random>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::test::blocks_apart_test {
namespace {

constexpr std::uint32_t kBlocks = 6, kThreads = 64, kElements = 4096;

// %rd1: y, %rd2: x, %r1: n, %r2: number of the thread in the grid, %r3: number of threads.
std::string with_prologue(std::string_view body) {
  return module_with_kernel(".param .u64 y, .param .u64 x, .param .u32 n", R"(
ld.param.u64 %rd1, [y]; ld.param.u64 %rd2, [x]; ld.param.u32 %r1, [n];
mov.u32 %r4, %ntid.x; mov.u32 %r5, %ctaid.x; mov.u32 %r6, %tid.x;
mad.lo.s32 %r2, %r5, %r4, %r6; mov.u32 %r7, %nctaid.x; mul.lo.s32 %r3, %r7, %r4;
)" + std::string(body));
}

struct Launch {
  std::uint32_t n = kElements;
  Dim3 grid{kBlocks, 1, 1}, block{kThreads, 1, 1};
  std::int64_t y_offset = 0, x_offset = 0;  ///< bytes from the arrays' beginnings
  bool is_x_in_y = false;
};

class BlocksApart : public testing::Test {
 protected:
  static bool are_apart(std::string_view body, const Launch& launch = {}) {
    Machine machine(with_prologue(body));
    const std::uint64_t y = machine.allocate(kElements * 4), x = machine.allocate(kElements * 4);
    const std::vector<std::byte> parameters =
        pack(y + static_cast<std::uint64_t>(launch.y_offset),
             (launch.is_x_in_y ? y : x) + static_cast<std::uint64_t>(launch.x_offset), launch.n);
    const LaunchConfiguration configuration{launch.grid, launch.block, 0, parameters};
    const LaunchContext context{machine.program(), machine.program().kernel("k"), configuration,
                                machine.options, machine.memory()};
    return are_blocks_apart(context, 2);
  }
};

// y[i] = x[i] + y[i], as nvcc has it.
constexpr std::string_view kAdd = R"(
mul.wide.s32 %rd3, %r2, 4; add.s64 %rd4, %rd2, %rd3; ld.global.f32 %f1, [%rd4];
add.s64 %rd5, %rd1, %rd3; ld.global.f32 %f2, [%rd5]; add.f32 %f3, %f1, %f2;
st.global.f32 [%rd5], %f3;
)";
constexpr std::string_view kGuard = "setp.ge.s32 %p1, %r2, %r1; @%p1 bra END;\n";
constexpr std::string_view kEnd = "\nEND: ret;\n";

std::string guarded(std::string_view body) {
  return std::string(kGuard) + std::string(body) + std::string(kEnd);
}
// Each thread takes every n-th element.
std::string in_loop(std::string_view body) {
  return std::string(kGuard) + "LOOP:\n" + std::string(body) +
         "add.s32 %r2, %r2, %r3; setp.lt.s32 %p2, %r2, %r1; @%p2 bra LOOP;" + std::string(kEnd);
}

TEST_F(BlocksApart, AnElementForEachThread) {
  EXPECT_TRUE(are_apart(guarded(kAdd)));
  EXPECT_TRUE(are_apart(kAdd));  // 384 threads, 4096 elements
  EXPECT_TRUE(are_apart(std::string("setp.lt.u32 %p1, %r2, %r1; @%p1 bra GO; ret; GO:") +
                        std::string(kAdd)));
  EXPECT_TRUE(are_apart(in_loop(kAdd)));
}

TEST_F(BlocksApart, AComparisonWithTheIndexOnTheRight) {
  constexpr Dim3 kTooMany{kElements / kThreads + 1, 1, 1};
  const auto unless = [](std::string_view comparison, std::string_view predicate) {
    return std::string(comparison) + " %p1, %r1, %r2; @" + std::string(predicate) + " bra END;" +
           std::string(kAdd) + std::string(kEnd);
  };
  for (const auto& [text, beyond] :
       {std::pair(unless("setp.gt.s32", "!%p1"), 0u), std::pair(unless("setp.le.s32", "%p1"), 0u),
        std::pair(unless("setp.ge.s32", "!%p1"), 1u),
        std::pair(unless("setp.lt.s32", "%p1"), 1u)}) {
    EXPECT_TRUE(are_apart(text, {.n = kElements - beyond, .grid = kTooMany})) << text;
    EXPECT_FALSE(are_apart(text, {.n = kElements - beyond + 1, .grid = kTooMany})) << text;
  }
  EXPECT_FALSE(are_apart(unless("setp.gt.s32", "%p1"), {.grid = kTooMany}));
  EXPECT_FALSE(are_apart(unless("setp.eq.s32", "%p1"), {.grid = kTooMany}));
}

TEST_F(BlocksApart, AnIndexOf64Bits) {
  constexpr std::string_view kWide = R"(
cvt.u64.u32 %rd3, %r2; cvt.u64.u32 %rd7, %r1; cvt.u64.u32 %rd8, %r3;
shl.b64 %rd4, %rd3, 2; add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r2;
)";
  EXPECT_TRUE(are_apart(kWide));
}

TEST_F(BlocksApart, APredicateInPlaceOfABranch) {
  EXPECT_TRUE(are_apart(R"(
setp.lt.s32 %p1, %r2, %r1; mul.wide.s32 %rd3, %r2, 4; add.s64 %rd4, %rd1, %rd3;
@%p1 st.global.u32 [%rd4], %r2;)"));
}

TEST_F(BlocksApart, PartsOfAnElement) {
  constexpr std::string_view kPair = R"(
mad.wide.s32 %rd4, %r2, 8, %rd1; st.global.u32 [%rd4], %r2; st.global.u32 [%rd4+4], %r2;
ld.global.v2.u32 {%r10, %r11}, [%rd4];)";
  EXPECT_TRUE(are_apart(kPair));
  EXPECT_FALSE(are_apart(R"(
mad.wide.s32 %rd4, %r2, 8, %rd1; st.global.u32 [%rd4], %r2; st.global.u32 [%rd4+8], %r2;)"));
  EXPECT_FALSE(are_apart("mad.wide.s32 %rd4, %r2, 4, %rd1; st.global.v2.u32 [%rd4], {%r2, %r2};"));
}

TEST_F(BlocksApart, NotWhenAnAccessCanFault) {
  EXPECT_FALSE(are_apart(in_loop(kAdd), {.n = kElements + 1}));
  EXPECT_TRUE(are_apart(in_loop(kAdd), {.n = kElements - 1, .y_offset = 4}));
  EXPECT_FALSE(are_apart(in_loop(kAdd), {.n = kElements, .y_offset = 4}));
  EXPECT_FALSE(are_apart(in_loop(kAdd), {.n = 100, .y_offset = 2}));
  EXPECT_FALSE(are_apart(kAdd, {.grid = {kElements / kThreads + 1, 1, 1}}));
  EXPECT_TRUE(are_apart(guarded(kAdd), {.grid = {kElements / kThreads + 1, 1, 1}}));
  EXPECT_FALSE(are_apart(in_loop(kAdd), {.n = 100, .y_offset = -4}));
  // Nobody comes to the access; the sum could overflow.
  EXPECT_TRUE(are_apart(in_loop(kAdd), {.n = 0x8000'0001, .y_offset = -4}));
  EXPECT_FALSE(are_apart(in_loop(kAdd), {.n = 0x7fff'ffff}));
}

TEST_F(BlocksApart, NotWhenAnotherThreadsElementIsUsed) {
  constexpr std::string_view kNeighbour = R"(
mul.wide.s32 %rd3, %r2, 4; add.s64 %rd5, %rd1, %rd3; ld.global.f32 %f2, [%rd5+4];
st.global.f32 [%rd5], %f2;)";
  EXPECT_FALSE(are_apart(guarded(kNeighbour), {.n = 100}));
  EXPECT_FALSE(are_apart(guarded(kAdd), {.n = 100, .x_offset = 4, .is_x_in_y = true}));
  EXPECT_TRUE(are_apart(guarded(kAdd), {.n = 100, .is_x_in_y = true}));
  EXPECT_TRUE(are_apart(guarded(kAdd), {.n = 100, .x_offset = 400, .is_x_in_y = true}));
  EXPECT_FALSE(are_apart(guarded(kAdd), {.n = 100, .x_offset = 396, .is_x_in_y = true}));
  EXPECT_FALSE(are_apart("st.global.u32 [%rd1], %r2;"));
  EXPECT_TRUE(are_apart("ld.global.u32 %r10, [%rd1];"));
  // All blocks of a column have the same index.
  EXPECT_FALSE(are_apart(guarded(kAdd), {.grid = {kBlocks, 2, 1}}));
  EXPECT_FALSE(are_apart("red.global.add.u32 [%rd1], %r2;"));
}

TEST_F(BlocksApart, NotWhenTheIndexIsNotKnown) {
  // The sum may overflow: nothing says that the index is below n when the step is added.
  EXPECT_FALSE(are_apart(R"(mov.u32 %r9, 0;
LOOP: add.s32 %r2, %r2, %r3; setp.ge.s32 %p1, %r2, %r1; @%p1 bra NEXT;)" +
                         std::string(kAdd) + R"(
NEXT: add.s32 %r9, %r9, 1; setp.lt.s32 %p2, %r9, 9; @%p2 bra LOOP;)"));
  // It is known, but so large that the sum overflows all the same, to below n.
  const auto until = [](std::string_view end) {
    return "LOOP: setp.ge.s32 %p1, %r2, %r1; @%p1 bra NEXT;" + std::string(kAdd) +
           "NEXT: setp.ge.s32 %p2, %r2, " + std::string(end) + "; @%p2 bra END;" +
           "add.s32 %r2, %r2, %r3; bra LOOP;" + std::string(kEnd);
  };
  EXPECT_FALSE(are_apart(until("2147483647"), {.n = 100}));
  EXPECT_TRUE(are_apart(until("1000000"), {.n = 100}));
  // The comparison is of an older value, or of another register's, or the branch goes elsewhere.
  EXPECT_FALSE(are_apart("setp.ge.s32 %p1, %r2, %r1; add.s32 %r2, %r2, %r3; @%p1 bra END;" +
                         std::string(kAdd) + std::string(kEnd)));
  EXPECT_FALSE(are_apart("setp.ge.s32 %p1, %r6, %r1; @%p1 bra END; LOOP:" + std::string(kAdd) +
                         "add.s32 %r2, %r2, %r3; setp.lt.s32 %p2, %r6, %r1; @%p2 bra LOOP;" +
                         std::string(kEnd)));
  EXPECT_FALSE(are_apart(std::string(kGuard) + "LOOP:" + std::string(kAdd) +
                         "add.s32 %r2, %r2, %r3; setp.ge.s32 %p2, %r2, %r1; @%p2 bra LOOP;" +
                         std::string(kEnd)));
  // A register that may not have been set.
  EXPECT_FALSE(are_apart(R"(setp.lt.s32 %p3, %r6, 3; @%p3 mov.u32 %r20, %r2;
mad.wide.s32 %rd4, %r20, 4, %rd1; st.global.u32 [%rd4], %r2;)"));
  EXPECT_FALSE(are_apart("add.s32 %r2, %r2, %r6;" + std::string(kAdd)));
}

TEST_F(BlocksApart, NotWhenWhatWasLoadedDecides) {
  EXPECT_FALSE(are_apart(R"(mad.wide.s32 %rd4, %r2, 4, %rd1; ld.global.u32 %r10, [%rd4];
setp.eq.u32 %p1, %r10, 0; @%p1 st.global.u32 [%rd4], %r2;)"));
  EXPECT_TRUE(are_apart(R"(mad.wide.s32 %rd4, %r2, 4, %rd1; ld.global.u32 %r10, [%rd4];
setp.eq.u32 %p1, %r10, 0; selp.u32 %r11, %r2, %r10, %p1; st.global.u32 [%rd4], %r11;)"));
  EXPECT_FALSE(are_apart(R"(mad.wide.s32 %rd4, %r2, 4, %rd1; ld.global.u32 %r10, [%rd4];
.shared .align 4 .b8 bins[1024]; and.b32 %r11, %r10, 255; mov.u32 %r12, bins;
mad.lo.u32 %r12, %r11, 4, %r12; st.shared.u32 [%r12], %r10;)"));
  EXPECT_FALSE(are_apart(R"(mad.wide.s32 %rd4, %r2, 4, %rd1; ld.global.u32 %r10, [%rd4];
mad.wide.u32 %rd5, %r10, 4, %rd1; st.global.u32 [%rd5], %r10;)"));
}

TEST_F(BlocksApart, NotInMemoryThatTheHostSees) {
  Machine machine(with_prologue(kAdd));
  alignas(256) static std::array<std::byte, 1 << 14> host{};
  const auto place = reinterpret_cast<std::uint64_t>(host.data());
  ASSERT_TRUE(machine.memory().adopt(place, host.size(), host.data()));
  const std::uint64_t device = machine.allocate(kElements * 4);
  for (const bool is_store_to_host : {false, true}) {
    const std::vector<std::byte> parameters = pack(
        is_store_to_host ? place : device, is_store_to_host ? device : place, std::uint32_t{100});
    const LaunchConfiguration configuration{{kBlocks, 1, 1}, {kThreads, 1, 1}, 0, parameters};
    const LaunchContext context{machine.program(), machine.program().kernel("k"), configuration,
                                machine.options, machine.memory()};
    EXPECT_EQ(are_blocks_apart(context, 2), !is_store_to_host);
  }
}

// Kernels of one access or two, with random strides, sizes, offsets and bounds, against their
// accesses followed one by one.
struct RandomAccess {
  bool is_store = false, is_of_x = false;
  std::uint32_t bytes = 4, stride = 4, offset = 0;
};
struct RandomKernel {
  std::vector<RandomAccess> accesses;
  bool has_guard = false, has_loop = false, is_inclusive = false, is_unsigned = false;
  Launch launch;
};

RandomKernel random_kernel(std::mt19937& random) {
  const auto one_of = [&](std::initializer_list<std::uint32_t> values) {
    return values.begin()[random() % values.size()];
  };
  RandomKernel kernel;
  kernel.has_loop = random() % 2 == 0;
  kernel.has_guard = kernel.has_loop || random() % 2 == 0;
  kernel.is_inclusive = random() % 4 == 0;
  kernel.is_unsigned = random() % 4 == 0;
  for (std::uint32_t i = random() % 2 + 1; i > 0; --i) {
    RandomAccess access;
    access.is_store = random() % 2 == 0;
    access.is_of_x = random() % 2 == 0;
    access.bytes = one_of({1, 2, 4, 8});
    access.stride = one_of({2, 4, 4, 8, 8, 16});
    access.offset = one_of({0, 0, 0, 1, 2, 4, 4, 8, 16});
    kernel.accesses.push_back(access);
  }
  kernel.launch.grid.x = random() % 4 + 1;
  kernel.launch.block.x = random() % 70 + 1;
  kernel.launch.n = one_of(
      {0, 1, 63, 100, 256, 511, 512, 1023, 1024, 1025, 2048, 4096, 4097, 0x7fff'ffff, 0xffff'fff0});
  kernel.launch.is_x_in_y = random() % 3 == 0;
  kernel.launch.x_offset = one_of({0, 0, 4, 8, 1024, 4096});
  return kernel;
}

std::string text_of(const RandomKernel& kernel) {
  std::string body;
  for (const RandomAccess& access : kernel.accesses) {
    const std::string bits = std::to_string(access.bytes * 8);
    const std::string value = access.bytes == 8 ? "%rd9" : "%r9";
    const std::string place = "[%rd5+" + std::to_string(access.offset) + "]";
    body += "mul.wide.s32 %rd3, %r2, " + std::to_string(access.stride) + "; add.s64 %rd5, " +
            (access.is_of_x ? "%rd2" : "%rd1") + ", %rd3; mov.u32 %r9, 5; mov.u64 %rd9, 5;" +
            (access.is_store ? "st.global.u" + bits + " " + place + ", " + value + ";\n"
                             : "ld.global.u" + bits + " " + value + ", " + place + ";\n");
  }
  const std::string type = kernel.is_unsigned ? ".u32" : ".s32";
  const std::string under =
      (kernel.is_inclusive ? "setp.le" : "setp.lt") + type + " %p1, %r2, %r1;";
  if (!kernel.has_guard) return body;
  std::string text = under + " @!%p1 bra END;\nLOOP:\n" + body;
  if (kernel.has_loop) text += "add.s32 %r2, %r2, %r3; " + under + " @%p1 bra LOOP;";
  return text + std::string(kEnd);
}

// True when no access leaves its array or is misaligned and no block's store meets another block's
// access; nothing when a thread takes too many steps to follow.
std::optional<bool> follow(const RandomKernel& kernel) {
  constexpr std::int64_t kArrayBytes = kElements * 4, kBetween = 1 << 20;
  std::map<std::int64_t, std::pair<std::uint32_t, bool>> owners;  // by byte: block, was written
  bool is_good = true;
  const Launch& launch = kernel.launch;
  const auto is_under = [&](std::int32_t i) {
    if (kernel.is_unsigned) {
      const auto value = static_cast<std::uint32_t>(i);
      return kernel.is_inclusive ? value <= launch.n : value < launch.n;
    }
    const auto n = static_cast<std::int32_t>(launch.n);
    return kernel.is_inclusive ? i <= n : i < n;
  };
  const auto touch = [&](std::uint32_t block, std::int64_t i) {
    for (const RandomAccess& access : kernel.accesses) {
      const bool is_other = access.is_of_x && !launch.is_x_in_y;
      const std::int64_t begin =
          i * access.stride + access.offset + (access.is_of_x ? launch.x_offset : 0);
      if (begin < 0 || begin + access.bytes > kArrayBytes || begin % access.bytes != 0)
        is_good = false;
      for (std::int64_t at = begin; at < begin + access.bytes; ++at) {
        const auto [found, is_new] =
            owners.try_emplace(at + (is_other ? kBetween : 0), std::pair(block, access.is_store));
        if (is_new) continue;
        auto& [owner, is_written] = found->second;
        if (owner != block && (is_written || access.is_store)) is_good = false;
        is_written = is_written || access.is_store;
        if (owner != block) owner = 0xffff;  // several: a store of any block meets another's
      }
    }
  };
  const std::uint32_t threads = launch.grid.x * launch.block.x;
  for (std::uint32_t thread = 0; thread < threads && is_good; ++thread) {
    auto i = static_cast<std::int32_t>(thread);
    if (kernel.has_guard && !is_under(i)) continue;
    for (std::uint32_t steps = 0;; ++steps) {
      if (steps > 100'000) return std::nullopt;
      touch(thread / launch.block.x, i);
      i = static_cast<std::int32_t>(static_cast<std::uint32_t>(i) + threads);
      if (!kernel.has_loop || !is_under(i) || !is_good) break;
    }
  }
  return is_good;
}

// One thread looks at them: the thread sanitizer's build needs no more than a sample.
#ifdef WARPSCOPE_THREAD_SANITIZER
constexpr int kRandomKernels = 300;
#else
constexpr int kRandomKernels = 3000;
#endif

TEST_F(BlocksApart, NeverWrongOfRandomKernels) {
  std::mt19937 random(20261121);
  std::uint32_t found = 0, missed = 0;
  for (int round = 0; round < kRandomKernels; ++round) {
    const RandomKernel kernel = random_kernel(random);
    const bool is_found = are_apart(text_of(kernel), kernel.launch);
    const std::optional<bool> are_really_apart = follow(kernel);
    if (is_found) {
      ASSERT_TRUE(are_really_apart.value_or(false)) << text_of(kernel);
    }
    found += is_found ? 1 : 0;
    missed += !is_found && are_really_apart == true ? 1 : 0;
  }
  EXPECT_GT(found, kRandomKernels / 10u);
  EXPECT_LT(missed, found);
}

}  // namespace
}  // namespace warpscope::exec::test::blocks_apart_test
