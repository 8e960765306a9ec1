// Which line of a kernel wrote each byte of an array last. Lines are those of `.loc`.
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/textures/texture.h"

namespace warpscope::exec::test {
namespace {

/// Begin and end in the array, bytes; line, 0: not known.
using Run = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;
using Lines = std::vector<Run>;

constexpr std::uint64_t kArrayBytes = 4096;

class LastWritesOfLaunch : public ::testing::Test {
 protected:
  // %rd1: the array, %rd2: the thread's word in it, %r1: its number in the grid.
  LastWrites launch(const std::string& body, std::uint32_t threads = 32, std::uint32_t blocks = 1) {
    Machine machine(module_with_kernel(
        ".param .u64 out, .param .u64 surf",
        ".loc 1 1 1\nld.param.u64 %rd1, [out]; ld.param.u64 %rd9, [surf]; mov.u32 %r3, %ctaid.x;\n"
        "mov.u32 %r4, %ntid.x; mov.u32 %r1, %tid.x; mad.lo.u32 %r1, %r3, %r4, %r1;\n"
        "mad.wide.u32 %rd2, %r1, 4, %rd1;\n" +
            body,
        ".file 1 \"k.cu\"\n.shared .align 16 .b8 tile[1024];\n"));
    machine.options.checks = true;
    machine.options.wants_footprint = true;
    machine.options.most_checked_accesses = most_accesses_;
    array_ = machine.allocate(kArrayBytes);
    TextureTable table;
    Image image;
    image.address = array_;
    image.format = {ElementFormat::Kind::unsigned_integer, surface_bytes_, 1};
    image.width = 64;
    image.height = 1;
    image.row_pitch = image.slice_pitch = 64U * surface_bytes_;
    image.dimensions = 1;
    machine.options.textures = &table;
    const std::uint64_t surface = table.add(image);
    const LaunchResult launched =
        machine.launch("k", {blocks, 1, 1}, {threads, 1, 1}, array_, surface);
    EXPECT_FALSE(launched.fault) << launched.fault->message;
    return launched.footprint.last_writes;
  }
  Lines lines(const std::string& body, std::uint32_t threads = 32, std::uint32_t blocks = 1) {
    const LastWrites writes = launch(body, threads, blocks);
    EXPECT_TRUE(writes.is_whole);
    Lines all;
    for (const auto& part : writes.parts) {
      EXPECT_EQ(part.address, array_);
      EXPECT_TRUE(part.is_whole);
      for (const auto& run : part.runs)
        all.emplace_back(run.begin - array_, run.end - array_,
                         run.line < writes.lines.size() ? writes.lines[run.line].line : 0);
    }
    return all;
  }

  std::uint64_t array_ = 0, most_accesses_ = 0;
  std::uint8_t surface_bytes_ = 4;
};

const std::string kStore = ".loc 1 5 1\nst.global.u32 [%rd2], %r1;\n";

TEST_F(LastWritesOfLaunch, AWholeArrayIsOneRun) {
  EXPECT_EQ(lines(kStore, 256, 4), (Lines{{0, 4096, 5}}));
  EXPECT_EQ(lines(kStore, 33), (Lines{{0, 132, 5}})) << "a warp of one lane";
  EXPECT_EQ(lines(".loc 1 5 1\nld.global.u32 %r2, [%rd2];\n"), Lines{}) << "it reads";
}

TEST_F(LastWritesOfLaunch, LanesThatAreMaskedOffHaveWrittenNothing) {
  EXPECT_EQ(lines("setp.lt.u32 %p1, %r1, 20;\n.loc 1 5 1\n@%p1 st.global.u32 [%rd2], %r1;\n"),
            (Lines{{0, 80, 5}}));
  EXPECT_EQ(lines("and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 0;\n"
                  ".loc 1 5 1\n@%p1 st.global.u32 [%rd2], %r1;\n",
                  4),
            (Lines{{0, 4, 5}, {8, 12, 5}}));
}

TEST_F(LastWritesOfLaunch, TheLastOfTwoLinesCounts) {
  EXPECT_EQ(lines(kStore + "setp.eq.u32 %p1, %r1, 17;\n"
                           ".loc 1 6 1\n@%p1 st.global.u32 [%rd2], %r1;\n"),
            (Lines{{0, 68, 5}, {68, 72, 6}, {72, 128, 5}}));
  EXPECT_EQ(
      lines("setp.eq.u32 %p1, %r1, 17;\n.loc 1 6 1\n@%p1 st.global.u32 [%rd2], %r1;\n" + kStore),
      (Lines{{0, 128, 5}}));
  EXPECT_EQ(lines("setp.lt.u32 %p1, %r1, 8;\n.loc 1 6 1\n@%p1 bra b;\n" + kStore +
                  "bra e;\nb:\n.loc 1 7 1\nst.global.u32 [%rd2], %r1;\ne:\n"),
            (Lines{{0, 32, 7}, {32, 128, 5}}))
      << "both sides of a branch";
}

TEST_F(LastWritesOfLaunch, StoresMayBeWideOrNarrow) {
  EXPECT_EQ(lines("mad.wide.u32 %rd2, %r1, 16, %rd1;\n"
                  ".loc 1 5 1\nst.global.v4.u32 [%rd2], {%r1, %r1, %r1, %r1};\n"
                  "setp.eq.u32 %p1, %r1, 3;\n.loc 1 6 1\n@%p1 st.global.u32 [%rd2+4], %r1;\n"),
            (Lines{{0, 52, 5}, {52, 56, 6}, {56, 512, 5}}));
  EXPECT_EQ(lines("cvt.u64.u32 %rd3, %r1; add.u64 %rd2, %rd1, %rd3; setp.eq.u32 %p1, %r1, 7;\n"
                  ".loc 1 5 1\nst.global.u8 [%rd2], %r1;\n.loc 1 6 1\n@%p1 st.global.u8 [%rd2], "
                  "%r1;\n"),
            (Lines{{0, 7, 5}, {7, 8, 6}, {8, 32, 5}}));
}

TEST_F(LastWritesOfLaunch, AtomicsWrite) {
  EXPECT_EQ(lines(".loc 1 5 1\natom.global.add.u32 %r2, [%rd1], 1;\n"
                  ".loc 1 6 1\nred.global.add.u32 [%rd1+8], 1;\n"),
            (Lines{{0, 4, 5}, {8, 12, 6}}));
  EXPECT_EQ(lines(kStore + ".loc 1 6 1\natom.global.cas.b32 %r2, [%rd1], 0, 1;\n"),
            (Lines{{0, 4, 0}, {4, 128, 5}}))
      << "nobody knows here whether it has swapped";
}

TEST_F(LastWritesOfLaunch, BulkCopiesWrite) {
  EXPECT_EQ(lines("mov.u32 %r5, tile; mov.u32 %r6, 64; setp.eq.u32 %p1, %r1, 0;\n"
                  "mad.lo.u32 %r7, %r1, 4, %r5; st.shared.u32 [%r7], %r1; bar.sync 0;\n"
                  "cvta.to.global.u64 %rd1, %rd1;\n.loc 1 5 1\n"
                  "@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1+128], [%r5], %r6;\n"
                  "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n"),
            (Lines{{128, 192, 5}}));
}

TEST_F(LastWritesOfLaunch, SurfacesWrite) {
  const std::string body =
      "shl.b32 %r2, %r1, 2;\n.loc 1 5 1\nsust.b.1d.b32.trap [%rd9, %r2], %r1;\n";
  EXPECT_EQ(lines(body), (Lines{{0, 128, 5}}));
  surface_bytes_ = 1;
  const std::string bytes =
      "cvt.u16.u32 %rs1, %r1;\n.loc 1 5 1\nsust.b.1d.b8.trap [%rd9, %r1], %rs1;\n";
  EXPECT_EQ(lines(bytes), (Lines{{0, 32, 5}}));
}

TEST_F(LastWritesOfLaunch, WithoutALineItIsNotKnown) {
  EXPECT_EQ(lines(".loc 1 0 0\nst.global.u32 [%rd2], %r1;\n"), (Lines{{0, 128, 0}}));
}

TEST_F(LastWritesOfLaunch, NothingIsSaidWhereNotAllWasLookedAt) {
  most_accesses_ = 2;
  EXPECT_FALSE(launch(kStore, 256, 4).is_whole);
  most_accesses_ = 1000;
  EXPECT_TRUE(launch(kStore, 256, 4).is_whole);
}

}  // namespace
}  // namespace warpscope::exec::test
