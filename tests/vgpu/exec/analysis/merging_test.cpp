// Which loads and stores become one, against what ptxas 13.0 makes of the same PTX for sm_90 (read
// off its machine code), and which loads are left out.
#include "vgpu/exec/analysis/merging.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/analysis/liveness.h"

namespace warpscope::exec::test {
namespace {

// %r4: 16 bytes for each thread in `tile`, which lies at 0. %rd4, %rd5: 16 and 4 bytes for each
// thread in global memory. %r7: as %r4 in local memory.
constexpr std::string_view kHead = R"(
.shared .align 16 .b8 tile[4096];
.shared .align 8 .b8 eight[8];
.shared .align 4 .b8 odd[1024];
.local .align 16 .b8 own[512];
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];
mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 4; mov.u32 %r3, tile; add.s32 %r4, %r3, %r2;
mul.wide.u32 %rd3, %r1, 16; add.s64 %rd4, %rd1, %rd3; mul.wide.u32 %rd6, %r1, 4; add.s64 %rd5, %rd2, %rd6;
mov.u32 %r5, own; and.b32 %r6, %r2, 255; add.s32 %r7, %r5, %r6;
BEGIN:
)";

// The requests of the loads and stores behind BEGIN, as "offset:size", '-' for none and '.' for one
// that stands as written; what each loads into %r20 and up is stored at the end.
std::string requests(const std::string& body, std::uint32_t results) {
  std::string text = std::string(kHead) + body + "\nEND:\n";
  for (std::uint32_t k = 0; k < results; ++k)
    text += "st.global.u32 [%rd5+" + std::to_string(1024 * k) + "], %r" + std::to_string(20 + k) +
            ";\n";
  const ptx::Module module =
      ptx::parse(module_with_kernel(".param .u64 in, .param .u64 out", text));
  const ptx::Function& function = module.functions.at(0);
  const PlaceOf place_of = [](std::string_view name) -> std::optional<std::uint64_t> {
    if (name == "tile" || name == "own") return 0;
    if (name == "eight") return 4096;
    return name == "odd" ? std::optional<std::uint64_t>(4104) : std::nullopt;
  };
  const auto merged =
      merged_accesses(function, control_flow(function), read_registers(function), place_of);
  std::string result;
  for (std::uint32_t i = function.labels.at("BEGIN"); i < function.labels.at("END"); ++i) {
    const std::string_view opcode = function.body[i].opcode;
    if (opcode != "ld" && opcode != "st") continue;
    if (!result.empty()) result += ' ';
    if (!merged[i]) {
      result += '.';
    } else if (merged[i]->count == 0) {
      result += '-';
    } else {
      result += std::to_string(merged[i]->pieces[0].offset_bytes) + ':' +
                std::to_string(merged[i]->pieces[0].size_bytes);
    }
  }
  return result;
}

// Loads of 4 bytes at these distances from a register.
std::string loads(const std::vector<int>& distances, const std::string& base = "%r4",
                  const std::string& opcode = "ld.shared.u32") {
  std::string text;
  for (std::size_t k = 0; k < distances.size(); ++k)
    text += opcode + " %r" + std::to_string(20 + k) + ", [" + base + "+" +
            std::to_string(distances[k]) + "];\n";
  return text;
}

TEST(Merging, TakesTheWordsOfAlignedSixteenBytesTogether) {
  EXPECT_EQ(requests(loads({0, 4, 8, 12}), 4), "0:16 - - -");
  EXPECT_EQ(requests(loads({0, 4, 8}), 3), "0:16 - -");
  EXPECT_EQ(requests(loads({4, 8, 12}), 3), "-4:16 - -");
  EXPECT_EQ(requests(loads({0, 4, 12}), 3), "0:16 - -");
  EXPECT_EQ(requests(loads({12, 8, 4, 0}), 4), "-12:16 - - -");
  EXPECT_EQ(requests(loads({8, 12}), 2), "0:8 -");
  EXPECT_EQ(requests(loads({4, 8}), 2), ". .");
  EXPECT_EQ(requests(loads({0, 8}), 2), ". .");
  EXPECT_EQ(requests(loads({4, 8, 12, 16}), 4), "-4:16 - - .");
  EXPECT_EQ(requests(loads({0, 4, 8, 12, 16, 20, 24, 28}), 8), "0:16 - - - 0:16 - - -");
}

TEST(Merging, NeedsToKnowTheAlignment) {
  const std::string step24 = "mul.lo.s32 %r30, %r1, 24; add.s32 %r31, %r3, %r30;\n";
  EXPECT_EQ(requests(step24 + loads({0, 4, 8, 12}, "%r31"), 4), "0:8 - 0:8 -");
  const std::string unknown = "cvt.u32.u64 %r31, %rd1;\n";
  EXPECT_EQ(requests(unknown + loads({0, 4}, "%r31"), 2), ". .");
  const std::string masked = "cvt.u32.u64 %r30, %rd1; and.b32 %r31, %r30, -16;\n";
  EXPECT_EQ(requests(masked + loads({0, 4, 8, 12}, "%r31"), 4), "0:16 - - -");
  // A variable's place counts, not what it is declared with.
  const std::string odd = "mov.u32 %r30, odd; add.s32 %r31, %r30, %r2;\n";
  EXPECT_EQ(requests(odd + loads({0, 4, 8, 12}, "%r31"), 4), "0:8 - 0:8 -");
  // Another access to the same register shows it.
  EXPECT_EQ(requests(unknown + loads({0, 4}, "%r31") +
                         "ld.shared.u64 %rd10, [%r31+16]; st.global.u64 [%rd5+64], %rd10;",
                     2),
            "0:8 - . .");
  EXPECT_EQ(requests("ld.global.u64 %rd10, [%rd4]; st.local.u64 [%r7], %rd10;" +
                         loads({8, 12}, "%rd4", "ld.global.u32"),
                     2),
            ". . 0:8 -");
  EXPECT_EQ(requests(loads({0, 4, 8, 12}, "%rd4", "ld.global.u32"), 4), ". . . .");
}

TEST(Merging, FollowsARegisterThroughALoop) {
  const std::string begin = "mov.u32 %r31, %r4; mov.u32 %r32, 0; AGAIN:\n";
  const std::string end = "add.s32 %r32, %r32, 1; setp.lt.u32 %p1, %r32, %r1; @%p1 bra AGAIN;";
  EXPECT_EQ(requests(begin + loads({0, 4}, "%r31") + "add.s32 %r31, %r31, 16;" + end, 2), "0:8 -");
  EXPECT_EQ(requests(begin + loads({0, 4}, "%r31") + "add.s32 %r31, %r31, 4;" + end, 2), ". .");
  // Between these the register changes.
  EXPECT_EQ(requests(begin +
                         "ld.shared.u32 %r20, [%r31]; add.s32 %r31, %r31, 16;"
                         "ld.shared.u32 %r21, [%r31+4];" +
                         end,
                     2),
            ". .");
}

TEST(Merging, EndsWhereOthersMayWrite) {
  const auto with = [](const std::string& between) {
    return requests("ld.shared.u32 %r20, [%r4];" + between + "ld.shared.u32 %r21, [%r4+4];", 2);
  };
  EXPECT_EQ(with("bar.sync 0;"), ". .");
  EXPECT_EQ(with("bar.warp.sync -1;"), ". .");
  EXPECT_EQ(with("membar.cta;"), ". .");
  EXPECT_EQ(with("atom.shared.add.u32 %r22, [%r3], 1;"), ". .");
  EXPECT_EQ(with("cp.async.ca.shared.global [%r4+64], [%rd5], 4;"), ". .");
  EXPECT_EQ(with("st.shared.u32 [%r4+64], %r1;"), ". . .");
  EXPECT_EQ(with("st.u32 [%rd5], %r1;"), ". . .");
  EXPECT_EQ(with("st.global.u32 [%rd5], %r20;"), "0:8 . -");
  EXPECT_EQ(with("atom.global.add.u32 %r22, [%rd5], 1;"), "0:8 -");
  EXPECT_EQ(with("shfl.sync.bfly.b32 %r20, %r20, 1, 31, -1;"), "0:8 -");
  EXPECT_EQ(with("ld.volatile.shared.u32 %r22, [%r4+64];"), "0:8 . -");
}

TEST(Merging, KeepsKindsApart) {
  EXPECT_EQ(requests("ld.shared.u64 %rd10, [%r4]; st.global.u64 [%rd5], %rd10;"
                     "ld.shared.u32 %r20, [%r4+8];",
                     1),
            ". . .");
  EXPECT_EQ(requests("ld.shared.f64 %fd1, [%r4]; ld.shared.f64 %fd2, [%r4+8];"
                     "st.global.f64 [%rd5], %fd1; st.global.f64 [%rd5+512], %fd2;",
                     0),
            "0:16 - . .");
  EXPECT_EQ(
      requests("ld.shared.v2.u32 {%r20, %r21}, [%r4]; ld.shared.v2.u32 {%r22, %r23}, [%r4+8];", 4),
      "0:16 -");
  EXPECT_EQ(requests("ld.shared.v2.u32 {%r22, %r23}, [%r4];" + loads({8, 12}), 4), "0:16 - -");
  EXPECT_EQ(requests("ld.shared.v4.u8 {%rs1, %rs2, %rs3, %rs4}, [%r4];"
                     "st.global.u16 [%rd5], %rs1; ld.shared.u32 %r20, [%r4+4];",
                     1),
            "0:8 . -");
  EXPECT_EQ(requests("ld.shared.v2.u32 {%r20, %r21}, [%r4+8]; ld.shared.u64 %rd10, [%r4];"
                     "st.global.u64 [%rd5], %rd10;",
                     2),
            ". . .");
  EXPECT_EQ(requests("ld.shared.u16 %r20, [%r4]; ld.shared.u16 %r21, [%r4+2];", 2), ". .");
  EXPECT_EQ(requests("setp.lt.u32 %p1, %r1, 9; @%p1 ld.shared.u32 %r20, [%r4];"
                     "@%p1 ld.shared.u32 %r21, [%r4+4];",
                     2),
            ". .");
  EXPECT_EQ(
      requests("ld.volatile.shared.u32 %r20, [%r4]; ld.volatile.shared.u32 %r21, [%r4+4];", 2),
      ". .");
  EXPECT_EQ(
      requests("add.s32 %r30, %r4, 4; ld.shared.u32 %r20, [%r4]; ld.shared.u32 %r21, [%r30];", 2),
      "0:8 -");
  // One that nobody reads is not there, and one that is loaded twice is loaded once.
  EXPECT_EQ(requests(loads({0, 4, 8}), 2), "0:8 - .");
  EXPECT_EQ(requests(loads({0, 4, 0}), 3), "0:8 - -");
  EXPECT_EQ(requests(loads({4, 4}), 2), ". -");
}

TEST(Merging, TakesStoresInARowTogether) {
  const auto store = [](const std::string& place, int value) {
    return "st.shared.u32 [" + place + "], %r" + std::to_string(value) + ";\n";
  };
  const std::string two = store("%r4", 1) + store("%r4+4", 2);
  EXPECT_EQ(requests(two, 0), "0:8 -");
  EXPECT_EQ(requests(two + store("%r4+8", 3), 0), "0:8 - .");
  EXPECT_EQ(requests(two + store("%r4+8", 3) + store("%r4+12", 4), 0), "0:16 - - -");
  EXPECT_EQ(requests(store("%r4", 1) + "st.global.u32 [%rd5], %r1;" + store("%r4+4", 2), 0),
            "0:8 . -");
  EXPECT_EQ(requests(store("%r4", 1) + "ld.shared.u32 %r20, [%r4+64];" + store("%r4+4", 2), 1),
            ". . .");
  EXPECT_EQ(requests(store("%r4", 1) + store("%r4+64", 1) + store("%r4+4", 2), 0), ". . .");
  EXPECT_EQ(requests(store("%r4", 1) + two, 0), ". 0:8 -");
}

TEST(Merging, LeavesOutLoadsOfWhatWasStored) {
  const std::string store = "st.shared.u32 [%r4], %r1;", load = "ld.shared.u32 %r20, [%r4];";
  EXPECT_EQ(requests(store + load, 1), ". -");
  EXPECT_EQ(requests(store + "ld.shared.u32 %r21, [%r4+64]; st.global.u32 [%rd5], %r21;" + load, 2),
            ". . . -");
  EXPECT_EQ(requests("st.shared.v2.u32 [%r4], {%r1, %r2}; ld.shared.u32 %r20, [%r4+4];", 1), ". -");
  EXPECT_EQ(requests("st.global.u32 [%rd4], %r1; ld.global.u32 %r20, [%rd4];", 1), ". -");
  EXPECT_EQ(requests("st.global.u32 [%rd4], %r1; ld.global.nc.u32 %r20, [%rd4];", 1), ". .");
  EXPECT_EQ(requests(store + "st.shared.u32 [%r4+64], %r2;" + load, 1), ". . .");
  EXPECT_EQ(requests(store + "bar.warp.sync -1;" + load, 1), ". .");
  EXPECT_EQ(requests("setp.lt.u32 %p1, %r1, 9; @%p1 " + store + load, 1), ". .");
  EXPECT_EQ(requests("st.volatile.shared.u32 [%r4], %r1;" + load, 1), ". .");
}

TEST(Merging, HasNoFormForThreeWordsOfLocalMemory) {
  EXPECT_EQ(requests(loads({0, 4, 8}, "%r7", "ld.local.u32"), 3), "0:8 - .");
  EXPECT_EQ(requests(loads({0, 4, 8, 12}, "%r7", "ld.local.u32"), 4), "0:16 - - -");
}

// Four words of a row of 16 bytes: one wide load, as ptxas has it; and the values are right.
TEST(Merging, DecidesWhatIsCounted) {
  const std::string body =
      std::string(kHead) + "st.shared.v4.u32 [%r4], {%r1, %r2, %r3, %r4}; bar.sync 0;\n" +
      loads({0, 4, 8, 12}) +
      "END: add.u32 %r20, %r20, %r21; add.u32 %r20, %r20, %r22; add.u32 %r20, %r20, %r23;"
      "st.global.u32 [%rd5], %r20;";
  Machine machine(module_with_kernel(".param .u64 in, .param .u64 out", body));
  const std::uint64_t out = machine.allocate(128);
  const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, out, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(launched.counters[Counter::shared_load_instructions], 1u);
  EXPECT_EQ(launched.counters[Counter::shared_load_wavefronts], 4u);
  const auto sums = machine.download<std::uint32_t>(out, 32);
  for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(sums[lane], lane + 2 * 16 * lane);
}

// nvcc -G has ptxas leave everything as it is.
TEST(Merging, IsNotDoneForADebugger) {
  std::string text =
      module_with_kernel(".param .u64 in", "mov.u64 %rd1, 64; ld.global.u32 %r1, [%rd1];");
  text.replace(text.find("sm_90"), 5, "sm_90, debug");
  Machine machine(text);
  EXPECT_TRUE(machine.launch("k", {}, {32, 1, 1}, std::uint64_t{0}).fault);
}

// What nobody reads is not loaded, so that it cannot fail either; a volatile load is.
TEST(UnreadLoads, AreLeftOut) {
  const auto launch = [](const std::string& load) {
    Machine machine(module_with_kernel(".param .u64 in", "mov.u64 %rd1, 64;" + load));
    return machine.launch("k", {}, {32, 1, 1}, std::uint64_t{0});
  };
  for (const char* load :
       {"ld.global.u32 %r1, [%rd1];", "ld.global.nc.u32 %r1, [%rd1];",
        "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];", "ld.relaxed.gpu.global.u32 %r1, [%rd1];",
        "ld.global.u32 %r1, [%rd1]; add.u32 %r2, %r1, 1; mul.lo.u32 %r3, %r2, %r2;",
        "ld.global.u32 %r1, [%rd1]; shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;",
        "ld.global.u64 %rd2, [%rd1]; ld.global.u32 %r1, [%rd2];"})
    EXPECT_FALSE(launch(load).fault) << load;
  for (const char* load :
       {"ld.volatile.global.u32 %r1, [%rd1];", "ld.acquire.gpu.global.u32 %r1, [%rd1];",
        "ld.global.u32 %r1, [%rd1]; st.shared.u32 [0], %r1;",
        "ld.global.f32 %f1, [%rd1]; div.rn.f32 %f2, %f1, %f1;",
        "ld.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @%p1 bra END; bar.sync 0; END:"})
    EXPECT_TRUE(launch(load).fault) << load;
}

}  // namespace
}  // namespace warpscope::exec::test
