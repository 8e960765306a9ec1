// Programs whose blocks race with each other end as on one worker, however many workers there are:
// memory, counters, lines, output and faults.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/exec/textures/texture.h"

#ifdef WARPSCOPE_THREAD_SANITIZER
// The races are the tested programs' own: two workers touch the same bytes of device memory.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:warpscope::exec::memory_access::load_\n"
         "race:warpscope::exec::memory_access::store_\n"
         "race:warpscope::exec::memory_access::copy_bytes\n"
         "race:warpscope::exec::AsyncCopies::perform\n"
         "race:warpscope::exec::AsyncCopies::wait_\n"  // perform, inlined by clang
         "race:warpscope::exec::texture::\n"
         "race:warpscope::exec::sample\n"
         "race:warpscope::exec::fetch\n"
         "race:warpscope::exec::atomics::update\n";
}
#endif

namespace warpscope::exec::test {
namespace {

// The thread sanitizer takes fifty times as long.
#ifdef WARPSCOPE_THREAD_SANITIZER
constexpr bool kIsSlow = true;
#else
constexpr bool kIsSlow = false;
#endif

constexpr std::uint32_t kWords = 1024;

// %rd1: data, %rd2: out; %r1: block, %r2: thread, %r3: number of the thread in the grid.
std::string with_prologue(std::string_view body) {
  return module_with_kernel(".param .u64 data, .param .u64 out", R"(
ld.param.u64 %rd1, [data]; ld.param.u64 %rd2, [out];
mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mov.u32 %r4, %ntid.x; mad.lo.u32 %r3, %r1, %r4, %r2;
)" + std::string(body));
}

// Arithmetic that takes a while, so that blocks of several workers overlap; leaves 0 in %r40. Under
// sanitizers fewer instructions take as long.
#ifdef WARPSCOPE_SANITIZED
#define WARPSCOPE_DELAY "60"
#else
#define WARPSCOPE_DELAY "600"
#endif
constexpr std::string_view kDelay = "mov.u32 %r40, " WARPSCOPE_DELAY R"(;
DELAY: sub.u32 %r40, %r40, 1; setp.ne.u32 %p15, %r40, 0; @%p15 bra DELAY;
)";

struct Case {
  std::string ptx;
  Dim3 grid{256, 1, 1}, block{64, 1, 1};
  std::uint64_t instruction_budget = 50'000'000;
  std::uint64_t most_undo_bytes = LaunchOptions{}.most_undo_bytes;
  std::uint32_t out_words = 256 * 64;
  bool has_images = false;
};

struct Outcome {
  std::vector<std::uint32_t> data, out;
  LaunchResult result;
};

TextureTable images_of(std::uint64_t data, std::array<std::uint64_t, 2>& handles) {
  TextureTable table;
  Image image;
  image.address = data;
  image.format = {ElementFormat::Kind::unsigned_integer, 4, 1};
  image.width = 64;
  image.height = kWords / 64;
  image.row_pitch = image.slice_pitch = 256;
  image.dimensions = 2;
  handles[1] = table.add(image);
  Texture texture;
  texture.image = image;
  texture.image.dimensions = 1;
  texture.image.width = kWords;
  texture.image.height = 1;
  texture.image.is_linear_memory = true;
  handles[0] = table.add(texture);
  return table;
}

Outcome run_on(Machine& machine, const Case& test, std::uint32_t workers) {
  machine.options.worker_threads = workers;
  machine.options.instruction_budget = test.instruction_budget;
  machine.options.most_undo_bytes = test.most_undo_bytes;
  std::vector<std::uint32_t> initial(kWords);
  for (std::uint32_t i = 0; i < kWords; ++i) initial[i] = i * 2654435761u;
  const std::uint64_t data = machine.upload(initial);
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(test.out_words, 0));
  std::array<std::uint64_t, 2> handles{};
  const TextureTable table = images_of(data, handles);
  machine.options.textures = &table;
  Outcome outcome;
  outcome.result = test.has_images ? machine.launch("k", test.grid, test.block, data, out,
                                                    handles[0], handles[1])
                                   : machine.launch("k", test.grid, test.block, data, out);
  outcome.data = machine.download<std::uint32_t>(data, kWords);
  outcome.out = machine.download<std::uint32_t>(out, test.out_words);
  return outcome;
}

// Addresses differ from launch to launch, so that a fault's address is not compared.
void expect_same(const Outcome& many, const Outcome& one) {
  EXPECT_EQ(many.data, one.data);
  EXPECT_EQ(many.out, one.out);
  EXPECT_EQ(many.result.counters.values, one.result.counters.values);
  EXPECT_EQ(many.result.distinct_read_sectors, one.result.distinct_read_sectors);
  EXPECT_EQ(many.result.distinct_read_granules, one.result.distinct_read_granules);
  EXPECT_EQ(many.result.distinct_written_sectors, one.result.distinct_written_sectors);
  EXPECT_EQ(many.result.output, one.result.output);
  ASSERT_EQ(many.result.lines.size(), one.result.lines.size());
  for (std::size_t i = 0; i < one.result.lines.size(); ++i) {
    EXPECT_EQ(many.result.lines[i].where, one.result.lines[i].where);
    EXPECT_EQ(many.result.lines[i].values.values, one.result.lines[i].values.values);
  }
  ASSERT_EQ(many.result.fault.has_value(), one.result.fault.has_value());
  if (!one.result.fault) return;
  EXPECT_EQ(many.result.fault->kind, one.result.fault->kind);
  EXPECT_EQ(many.result.fault->instruction, one.result.fault->instruction);
  EXPECT_EQ(many.result.fault->where, one.result.fault->where);
  EXPECT_EQ(many.result.fault->block_index, one.result.fault->block_index);
  EXPECT_EQ(many.result.fault->warp, one.result.fault->warp);
  EXPECT_EQ(many.result.fault->lane_mask, one.result.fault->lane_mask);
}

/// Several launches of one program for each number of workers: later ones know how earlier ones
/// went. Gives what one worker did.
Outcome expect_independent_of_workers(const Case& test, int repetitions = 4) {
  Machine alone(test.ptx);
  Outcome one = run_on(alone, test, 1);
  for (const std::uint32_t workers : {2u, 3u, 4u, 7u}) {
    if (kIsSlow && workers > 3) continue;
    Machine machine(test.ptx);
    for (int k = 0; k < (kIsSlow ? 1 : repetitions); ++k) {
      SCOPED_TRACE(std::to_string(workers) + " workers, launch " + std::to_string(k));
      expect_same(run_on(machine, test, workers), one);
      if (::testing::Test::HasFailure()) return one;
    }
  }
  return one;
}

/// True when a launch on several workers was not taken back.
bool runs_on_several_workers(const Case& test) {
  Machine machine(test.ptx);
  run_on(machine, test, 3);
  return machine.program().kernel("k").sharing.has_succeeded;
}

TEST(Races, LostUpdatesAreThoseOfOneWorker) {
  const Case test{with_prologue(R"(
and.b32 %r5, %r3, 15; mad.wide.u32 %rd3, %r5, 4, %rd1; ld.global.u32 %r6, [%rd3];
)" + std::string(kDelay) + "add.u32 %r6, %r6, 1; st.global.u32 [%rd3], %r6;")};
  const Outcome one = expect_independent_of_workers(test);
  EXPECT_EQ(one.data[3], 3 * 2654435761u + 256 * 2) << "two warps of each block, four lanes each";
}

TEST(Races, TheLastBlockToWriteIsTheLastInOrder) {
  const Outcome one = expect_independent_of_workers({with_prologue(
      "mad.wide.u32 %rd3, %r2, 4, %rd1;" + std::string(kDelay) + "st.global.u32 [%rd3], %r1;")});
  EXPECT_EQ(one.data[5], 255u);
}

TEST(Races, ABlockReadsWhatThoseBeforeItWrote) {
  const Outcome one = expect_independent_of_workers({with_prologue(R"(
mad.wide.u32 %rd3, %r1, 4, %rd1; ld.global.u32 %r6, [%rd3];
)" + std::string(kDelay) + "add.u32 %r6, %r6, 1; st.global.u32 [%rd3+4], %r6;")});
  EXPECT_EQ(one.data[256], 256u) << "a chain through all blocks, from 0";
}

TEST(Races, ABlockThatSpinsOnWhatAnEarlierOneWritesGoesOn) {
  const Outcome one = expect_independent_of_workers({with_prologue(std::string(kDelay) + R"(
mad.wide.u32 %rd3, %r1, 4, %rd1; add.u32 %r7, %r1, 1; st.global.u32 [%rd3], %r7;
setp.eq.u32 %p1, %r1, 0; @%p1 bra END;
AGAIN: ld.global.u32 %r6, [%rd3+-4]; setp.ne.u32 %p2, %r6, %r1; @%p2 bra AGAIN;
END: mad.wide.u32 %rd4, %r3, 4, %rd2; st.global.u32 [%rd4], %r7;
)")});
  EXPECT_FALSE(one.result.fault);
}

// Block 100 waits for 1, which block 99 writes; later blocks write 2, after which it would wait for
// ever.
TEST(Races, ABlockThatSeesTheFutureDoesNotHang) {
  Case test{with_prologue(R"(
setp.eq.u32 %p1, %r1, 100; @%p1 bra AGAIN;
setp.eq.u32 %p1, %r1, 99; @%p1 bra SET; setp.lt.u32 %p1, %r1, 101; @%p1 bra END;
mov.u32 %r7, 2; st.global.u32 [%rd1], %r7; bra END;
SET: mov.u32 %r40, 400000;
SLOW: sub.u32 %r40, %r40, 1; setp.ne.u32 %p15, %r40, 0; @%p15 bra SLOW;
mov.u32 %r7, 1; st.global.u32 [%rd1], %r7; bra END;
AGAIN: ld.global.u32 %r6, [%rd1]; setp.ne.u32 %p2, %r6, 1; @%p2 bra AGAIN;
END: mad.wide.u32 %rd4, %r3, 4, %rd2; st.global.u32 [%rd4], %r1;
)")};
  test.block = {32, 1, 1};
  test.instruction_budget = 0;
  const Outcome one = expect_independent_of_workers(test, 2);
  EXPECT_FALSE(one.result.fault);
  EXPECT_EQ(one.data[0], 2u);
}

TEST(Races, ABlockThatWaitsForALaterOneUsesUpItsBudget) {
  Case test{with_prologue(R"(
setp.eq.u32 %p1, %r1, 20; @%p1 bra AGAIN; setp.ne.u32 %p1, %r1, 90; @%p1 bra END;
mov.u32 %r7, 1; st.global.u32 [%rd1], %r7; bra END;
AGAIN: ld.global.u32 %r6, [%rd1]; setp.ne.u32 %p2, %r6, 1; @%p2 bra AGAIN;
END: mad.wide.u32 %rd4, %r3, 4, %rd2; st.global.u32 [%rd4], %r1;
)")};
  test.instruction_budget = 200'000;
  const Outcome one = expect_independent_of_workers(test, 2);
  ASSERT_TRUE(one.result.fault);
  EXPECT_EQ(one.result.fault->kind, Fault::Kind::instruction_budget);
  EXPECT_EQ(one.result.fault->block_index, (Dim3{20, 0, 0}));
}

// Rows of 33 bytes: every sector at a row's end is shared by two blocks, no byte is.
TEST(Seams, BlocksThatShareSectorsButNoBytesRunTogether) {
  const std::string body = R"(
mad.lo.u32 %r5, %r1, 33, %r2; cvt.u64.u32 %rd3, %r5; add.u64 %rd3, %rd3, %rd2;
ld.global.u8 %r6, [%rd3]; add.u32 %r6, %r6, %r1; st.global.u8 [%rd3], %r6;
setp.ne.u32 %p1, %r2, 0; @%p1 bra END; st.global.u8 [%rd3+32], %r1;
END:
)";
  Case small{with_prologue(std::string(kDelay) + body)};
  small.block = {32, 1, 1};
  small.grid = {400, 1, 1};
  const Outcome one = expect_independent_of_workers(small);
  EXPECT_EQ(one.out[0], 0u);
  EXPECT_TRUE(runs_on_several_workers(small));
  Case large = small;  // its footprints become exact when sectors are seen to be shared
  large.out_words = 1 << 16;
  expect_independent_of_workers(large);
  EXPECT_TRUE(runs_on_several_workers(large));
}

TEST(Faults, AreThoseOfTheFirstBlockInOrder) {
  Case test{with_prologue(std::string(kDelay) + R"(
mad.wide.u32 %rd3, %r3, 4, %rd2; st.global.u32 [%rd3], %r1;
setp.lt.u32 %p1, %r1, 77; @%p1 bra END; setp.lt.u32 %p1, %r2, 40; @%p1 bra END;
and.b32 %r5, %r1, 1; setp.eq.u32 %p1, %r5, 0; @%p1 bra ODD;
st.global.u32 [%rd3+1], %r1; bra END;
ODD: trap;
END:
)")};
  const Outcome one = expect_independent_of_workers(test);
  ASSERT_TRUE(one.result.fault);
  EXPECT_EQ(one.result.fault->block_index, (Dim3{77, 0, 0}));
  EXPECT_EQ(one.out[77 * 64], 77u);
  EXPECT_EQ(one.out[78 * 64], 0u) << "no later block has run";
}

// Only with a race: in order each block finds what the one before it left, and no other value.
TEST(Faults, OfABlockThatSawTheFutureAreNotReported) {
  const Outcome one = expect_independent_of_workers({with_prologue(R"(
setp.ne.u32 %p3, %r2, 0; @%p3 bra END;
ld.global.u32 %r6, [%rd1]; setp.ne.u32 %p1, %r6, %r1;
)" + std::string(kDelay) + R"(
@%p1 trap;
add.u32 %r6, %r6, 1; st.global.u32 [%rd1], %r6;
END:
)")});
  EXPECT_FALSE(one.result.fault);
  EXPECT_EQ(one.data[0], 256u);
}

TEST(Reductions, OfOneKindRunTogether) {
  const Case test{with_prologue(std::string(kDelay) + R"(
and.b32 %r5, %r3, 15; mad.wide.u32 %rd3, %r5, 4, %rd1; red.global.add.u32 [%rd3], %r3;
add.u64 %rd3, %rd3, 1024; red.global.max.s32 [%rd3], %r3;
)")};
  expect_independent_of_workers(test);
  EXPECT_TRUE(runs_on_several_workers(test));
}

TEST(Reductions, OfTwoKindsDoNotCommute) {
  const Case test{with_prologue(std::string(kDelay) + R"(
and.b32 %r5, %r1, 1; setp.eq.u32 %p1, %r5, 0; mov.u32 %r6, 100000; mad.lo.u32 %r6, %r1, 10000, %r6;
@%p1 red.global.add.u32 [%rd1], 3000000; @!%p1 red.global.min.u32 [%rd1], %r6;
)")};
  expect_independent_of_workers(test);
}

TEST(Reductions, AreSeenByPlainAccesses) {
  expect_independent_of_workers({with_prologue(std::string(kDelay) + R"(
ld.global.u32 %r6, [%rd1]; red.global.add.u32 [%rd1], 1;
mad.wide.u32 %rd4, %r3, 4, %rd2; st.global.u32 [%rd4], %r6;
)")});
  expect_independent_of_workers({with_prologue(std::string(kDelay) + R"(
setp.eq.u32 %p1, %r1, 70; @%p1 st.global.u32 [%rd1], %r1; @!%p1 red.global.add.u32 [%rd1], 1;
)")});
  expect_independent_of_workers({with_prologue(std::string(kDelay) + R"(
atom.global.add.u32 %r6, [%rd1], 1; mad.wide.u32 %rd4, %r3, 4, %rd2; st.global.u32 [%rd4], %r6;
)")});
}

// What several workers may save is less than one of them writes, or less than all of them do.
TEST(Undo, ThatIsTooSmallChangesNothing) {
  for (const std::uint64_t most : {0u, 1u << 18, 1u << 20, 1u << 21}) {
    Case test{with_prologue(R"(
mov.u32 %r5, %r3;
AGAIN: mad.wide.u32 %rd3, %r5, 4, %rd2; ld.global.u32 %r6, [%rd3]; add.u32 %r6, %r6, %r1; st.global.u32 [%rd3], %r6;
add.u32 %r5, %r5, 16384; setp.lt.u32 %p1, %r5, 1048576; @%p1 bra AGAIN;
)")};
    test.out_words = 1 << 20;
    test.most_undo_bytes = most;
    expect_independent_of_workers(test, 2);
  }
}

TEST(Races, ThroughLocalMemoryAndItsStackAreNone) {
  const Case test{with_prologue(std::string(kDelay) + R"(
.local .align 4 .b8 kept[256];
and.b32 %r5, %r3, 63; mov.u32 %r6, kept; mad.lo.u32 %r6, %r5, 4, %r6; st.local.u32 [%r6], %r3;
and.b32 %r7, %r2, 31; mov.u32 %r8, kept; mad.lo.u32 %r8, %r7, 4, %r8; ld.local.u32 %r9, [%r8];
mad.wide.u32 %rd4, %r3, 4, %rd2; st.global.u32 [%rd4], %r9;
)")};
  expect_independent_of_workers(test);
  EXPECT_TRUE(runs_on_several_workers(test));
}

TEST(Races, ThroughAsynchronousCopiesAreSeen) {
  expect_independent_of_workers({with_prologue(R"(
.shared .align 16 .b8 tile[1024];
mov.u32 %r5, tile; mad.lo.u32 %r6, %r2, 16, %r5; mad.wide.u32 %rd3, %r2, 16, %rd1;
cp.async.ca.shared.global [%r6], [%rd3], 16; cp.async.wait_all; bar.sync 0;
)" + std::string(kDelay) + R"(
ld.shared.u32 %r7, [%r6+4]; add.u32 %r7, %r7, %r1; st.shared.u32 [%r6+4], %r7; bar.sync 0;
setp.ne.u32 %p1, %r2, 0; @%p1 bra END;
fence.proxy.async.shared::cta;
mov.u32 %r8, 1024; cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r5], %r8;
cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
END:
)")});
}

TEST(Races, ThroughTexturesAndSurfacesAreSeen) {
  const auto with_images = [](std::string_view body) {
    Case test{module_with_kernel(
        ".param .u64 data, .param .u64 out, .param .u64 tex, .param .u64 surf", R"(
ld.param.u64 %rd1, [data]; ld.param.u64 %rd2, [out]; ld.param.u64 %rd8, [tex]; ld.param.u64 %rd9, [surf];
mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mov.u32 %r4, %ntid.x; mad.lo.u32 %r3, %r1, %r4, %r2;
mad.wide.u32 %rd4, %r3, 4, %rd2; and.b32 %r10, %r1, 15; shl.b32 %r11, %r2, 2;
)" + std::string(body))};
    test.has_images = true;
    return test;
  };
  // A texture of what the blocks before wrote.
  expect_independent_of_workers(with_images(
      "tex.1d.v4.u32.s32 {%r5, %r6, %r7, %r8}, [%rd8, {%r1}];" + std::string(kDelay) +
      "mad.wide.u32 %rd3, %r1, 4, %rd1; add.u32 %r5, %r5, 1; st.global.u32 [%rd3+4], %r5;"
      "st.global.u32 [%rd4], %r5;"));
  // A surface that all blocks add to.
  expect_independent_of_workers(
      with_images("suld.b.2d.b32.trap {%r5}, [%rd9, {%r11, %r10}];" + std::string(kDelay) +
                  "add.u32 %r5, %r5, %r1; sust.b.2d.b32.trap [%rd9, {%r11, %r10}], {%r5};"));
  // Plain loads of what a surface instruction writes.
  expect_independent_of_workers(
      with_images("ld.global.u32 %r5, [%rd1];" + std::string(kDelay) +
                  "sust.b.2d.b32.trap [%rd9, {%r11, %r10}], {%r3}; st.global.u32 [%rd4], %r5;"));
  const Case apart = with_images(
      std::string(kDelay) +
      "tex.1d.v4.u32.s32 {%r5, %r6, %r7, %r8}, [%rd8, {%r2}]; st.global.u32 [%rd4], %r5;");
  expect_independent_of_workers(apart);
  EXPECT_TRUE(runs_on_several_workers(apart));
}

TEST(Cancelling, EndsALaunchOfSeveralWorkers) {
  Machine machine(with_prologue("AGAIN: add.u32 %r5, %r5, 1; bra AGAIN;"));
  machine.options.worker_threads = 3;
  std::atomic<int> questions = 0;
  machine.options.is_canceled = [&] { return ++questions > 20; };
  const LaunchResult result =
      machine.launch("k", {256, 1, 1}, {64, 1, 1}, std::uint64_t{0}, std::uint64_t{0});
  ASSERT_TRUE(result.fault);
  EXPECT_EQ(result.fault->kind, Fault::Kind::canceled);
}

// A kernel of random loads, stores and updates at addresses that depend on what was loaded.
class RacyKernel {
 public:
  explicit RacyKernel(std::uint32_t seed) : random_(seed) {}

  Case make() {
    const bool is_mild = below(3) == 0;  // mostly in memory of the block's own
    std::string body = "mov.u32 %r10, %r3; mov.u32 %r11, 7;\n";
    body += "mov.u32 %r30, " + std::to_string(1 + below(4)) + ";\nLOOP:\n";
    const std::uint32_t count = 2 + below(6);
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool is_own = is_mild ? below(8) != 0 : below(3) == 0;
      body += address(is_own) + access();
    }
    body += "sub.u32 %r30, %r30, 1; setp.ne.u32 %p1, %r30, 0; @%p1 bra LOOP;\n";
    body +=
        "mad.wide.u32 %rd4, %r3, 4, %rd2; xor.b32 %r10, %r10, %r11; st.global.u32 [%rd4], %r10;";
    Case test{with_prologue(body)};
    test.block = {32 * (1 + below(3)) - below(2) * 5, 1, 1};
    test.grid = {64 + below(150), 1 + below(2), 1};
    test.out_words = 1 << 15;
    return test;
  }

 private:
  std::uint32_t below(std::uint32_t limit) {
    return std::uniform_int_distribution<std::uint32_t>(0, limit - 1)(random_);
  }
  // %rd3: an element of 16 bytes, of the block's own 16 or of any.
  std::string address(bool is_own) {
    if (is_own)
      return "and.b32 %r5, %r2, 7; shl.b32 %r6, %r1, 4; xor.b32 %r5, %r5, %r6; mad.wide.u32 %rd3, "
             "%r5, 16, %rd2;\n";
    return "mul.lo.u32 %r5, %r10, 2654435761; shr.u32 %r5, %r5, 24; mad.wide.u32 %rd3, %r5, 16, "
           "%rd1;\n";
  }
  std::string access() {
    const std::string guard = below(4) == 0 ? "setp.gt.u32 %p2, %r10, 9999; @%p2 " : "";
    const std::string at = "[%rd3+" + std::to_string(below(4) * 4) + "]";
    switch (below(9)) {
      case 0:
        return guard + "ld.global.u32 %r10, " + at + ";\n";
      case 1:
        return guard + "st.global.u32 " + at + ", %r10;\n";
      case 2:
        return "ld.global.v2.u32 {%r10, %r11}, [%rd3+8];\n";
      case 3:
        return "st.global.v4.u32 [%rd3], {%r10, %r11, %r3, %r5};\n";
      case 4:
        return guard + "st.global.u8 [%rd3+" + std::to_string(below(16)) + "], %r11;\n";
      case 5:
        return guard + "ld.global.u8 %r11, [%rd3+" + std::to_string(below(16)) + "];\n";
      case 6:
        return guard + "red.global.add.u32 " + at + ", %r11;\n";
      case 7:
        return guard + "red.global.max.u32 " + at + ", %r10;\n";
      default:
        return "mad.lo.u32 %r10, %r10, 1664525, %r11;\n";
    }
  }

  std::mt19937 random_;
};

// In parts, so that shards can share them.
class RandomRaces : public testing::TestWithParam<std::uint32_t> {};
constexpr std::uint32_t kSeedsOfOnePart = kIsSlow ? 1 : 12;

TEST_P(RandomRaces, EndAsOnOneWorker) {
  for (std::uint32_t i = 0; i < kSeedsOfOnePart; ++i) {
    const std::uint32_t seed = GetParam() * kSeedsOfOnePart + i;
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_independent_of_workers(RacyKernel(seed).make(), 2);
    if (HasFailure()) return;
  }
}

#ifdef WARPSCOPE_ADDRESS_SANITIZER
constexpr std::uint32_t kSeeds =
    4;  // slow there; the thread sanitizer's build, made for this, has all of them
#else
constexpr std::uint32_t kSeeds = 12;
#endif
INSTANTIATE_TEST_SUITE_P(Seeds, RandomRaces, testing::Range(0U, kSeeds));

}  // namespace
}  // namespace warpscope::exec::test
