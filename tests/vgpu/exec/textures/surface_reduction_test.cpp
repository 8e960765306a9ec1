// sured: what lanes and blocks do to the same elements of a surface, PTX ISA manual section 9.7.10.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/textures/texture.h"

namespace warpscope::exec::test::surface_reduction_test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;
constexpr U32 kWidth = 16, kHeight = 4;

// 64 words as a surface of 16 by 4, each its own number times 100; thread %r1 of block %r2, %r3 of
// the grid.
struct Outcome {
  std::vector<U32> words;
  LaunchResult result;
};

Outcome run(std::string_view body, U32 workers = 1) {
  Machine machine(module_with_kernel(".param .u64 surf", R"(
ld.param.u64 %rd9, [surf]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r4, %ntid.x;
mad.lo.u32 %r3, %r2, %r4, %r1;
)" + std::string(body)));
  std::vector<U32> initial(kWidth * kHeight);
  for (U32 i = 0; i < initial.size(); ++i) initial[i] = i * 100;
  const U64 data = machine.upload(initial);
  TextureTable table;
  Image image;
  image.address = data;
  image.format = {ElementFormat::Kind::unsigned_integer, 4, 1};
  image.width = kWidth;
  image.height = kHeight;
  image.row_pitch = image.slice_pitch = kWidth * 4;
  image.dimensions = 2;
  const U64 surface = table.add(image);
  machine.options.textures = &table;
  machine.options.worker_threads = workers;
  Outcome outcome;
  outcome.result = machine.launch("k", {40, 1, 1}, {64, 1, 1}, surface);
  outcome.words = machine.download<U32>(data, initial.size());
  return outcome;
}

// All threads at the byte column 4 * (thread mod 16) of row (thread / 16).
constexpr std::string_view kPlace =
    "and.b32 %r10, %r1, 15; shl.b32 %r10, %r10, 2; shr.u32 %r11, %r1, 4;";

std::string at_place(std::string_view instruction) {
  return std::string(kPlace) + std::string(instruction) + " [%rd9, {%r10, %r11}], %r3;";
}

TEST(SurfaceReduction, IsThatOfAllThreads) {
  for (const U32 workers : {1u, 3u}) {
    const Outcome sum = run(at_place("sured.b.add.2d.u32.trap"), workers);
    const Outcome largest = run(at_place("sured.b.max.2d.s32.trap"), workers);
    const Outcome smallest = run(at_place("sured.b.min.2d.u32.trap"), workers);
    const Outcome any = run(at_place("sured.b.or.2d.b32.trap"), workers);
    const Outcome all = run(at_place("sured.b.and.2d.b32.trap"), workers);
    ASSERT_FALSE(sum.result.fault) << sum.result.fault->message;
    for (U32 i = 0; i < kWidth * kHeight; ++i) {
      U32 added = i * 100, most = i * 100, least = i * 100, either = i * 100, both = i * 100;
      for (U32 block = 0; block < 40; ++block) {
        const U32 operand = block * 64 + i;
        added += operand;
        most = std::max(most, operand);
        least = std::min(least, operand);
        either |= operand;
        both &= operand;
      }
      EXPECT_EQ(sum.words[i], added);
      EXPECT_EQ(largest.words[i], most);
      EXPECT_EQ(smallest.words[i], least);
      EXPECT_EQ(any.words[i], either);
      EXPECT_EQ(all.words[i], both);
    }
  }
}

TEST(SurfaceReduction, CountsTheTurnsOfAnAtomic) {
  const auto counters = run(at_place("sured.b.add.2d.u32.trap")).result.counters;
  EXPECT_EQ(counters[Counter::image_requests], 80u);
  EXPECT_EQ(counters[Counter::other_reduction_requests], 80u) << "of 2 warps of 40 blocks";
  EXPECT_EQ(counters[Counter::other_reduction_sectors], 80u * 4) << "a line";
  const auto of_one =
      run("mov.u32 %r10, 8; mov.u32 %r11, 1; sured.b.add.2d.u32.trap [%rd9, {%r10, %r11}], %r3;")
          .result.counters;
  EXPECT_EQ(of_one[Counter::image_sectors], 80u);
  EXPECT_EQ(of_one[Counter::other_reduction_sectors], 80u * 32) << "one lane after the other";
}

TEST(SurfaceReduction, ComparesWithAndWithoutASign) {
  const std::string negative = std::string(kPlace) + "mov.s32 %r3, -1; setp.ne.u32 %p1, %r1, 5; ";
  const auto with = [&](std::string_view instruction) {
    return run(negative + "@!%p1 " + std::string(instruction) + " [%rd9, {%r10, %r11}], %r3;")
        .words;
  };
  EXPECT_EQ(with("sured.b.max.2d.s32.trap")[5], 500u);
  EXPECT_EQ(with("sured.b.max.2d.u32.trap")[5], ~0u);
  EXPECT_EQ(with("sured.b.min.2d.s32.trap")[5], ~0u);
  EXPECT_EQ(with("sured.b.min.2d.s32.trap")[6], 600u) << "lanes that are not active do nothing";
}

TEST(SurfaceReduction, Of64BitsTakesTwoWords) {
  const Outcome wide = run(R"(
mov.u64 %rd3, 0x100000002; setp.ne.u32 %p1, %r3, 7; mov.u32 %r10, 8; mov.u32 %r11, 1;
@!%p1 sured.b.add.2d.u64.trap [%rd9, {%r10, %r11}], %rd3;
)");
  EXPECT_EQ(wide.words[18], 1802u);
  EXPECT_EQ(wide.words[19], 1901u);
}

TEST(SurfaceReduction, OutsideFollowsTheClampMode) {
  const auto beyond = [](std::string_view instruction) {
    return run("setp.ne.u32 %p1, %r3, 7; mov.u32 %r10, 64; mov.u32 %r11, 0; @!%p1 " +
               std::string(instruction) + " [%rd9, {%r10, %r11}], %r3;");
  };
  const Outcome trapped = beyond("sured.b.add.2d.u32.trap");
  ASSERT_TRUE(trapped.result.fault);
  EXPECT_EQ(trapped.result.fault->kind, Fault::Kind::out_of_bounds);
  const Outcome clamped = beyond("sured.b.add.2d.u32.clamp");
  EXPECT_FALSE(clamped.result.fault);
  EXPECT_EQ(clamped.words[15], 1507u);
  const Outcome dropped = beyond("sured.b.add.2d.u32.zero");
  EXPECT_FALSE(dropped.result.fault);
  EXPECT_EQ(dropped.words[15], 1500u);
}

TEST(SurfaceReduction, RefusesWhatTheManualDoesNotHave) {
  for (const std::string_view form :
       {"sured.p.add.2d.u32.trap", "sured.b.add.2d.b32.trap", "sured.b.and.2d.u32.trap",
        "sured.b.xor.2d.b32.trap", "sured.b.add.a1d.u32.trap", "sured.b.add.2d.v2.u32.trap"}) {
    const Outcome outcome = run(at_place(form));
    ASSERT_TRUE(outcome.result.fault) << form;
    EXPECT_EQ(outcome.result.fault->kind, Fault::Kind::unsupported_instruction) << form;
  }
}

}  // namespace
}  // namespace warpscope::exec::test::surface_reduction_test
