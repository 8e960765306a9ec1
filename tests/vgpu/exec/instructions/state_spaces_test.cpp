// Parameters at addresses that are not constant, local memory and what is said of lanes outside it.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::state_spaces_test {
namespace {

using U32 = std::uint32_t;

constexpr std::string_view kParameters = ".param .u64 out, .param .align 16 .b8 table[64]";

// out[i] by `body`, which leaves it in %r9; the table holds 1000, 1001 …
LaunchResult run(const std::string& body, std::vector<U32>& out) {
  Machine machine(module_with_kernel(
      kParameters, element_address("out", "%rd1", 4) + body + "\nst.global.u32 [%rd1], %r9;\n"));
  std::array<std::uint64_t, 8> table{};
  for (U32 i = 0; i < 8; ++i) table[i] = std::uint64_t{1001 + 2 * i} << 32 | (1000 + 2 * i);
  const auto at = machine.upload(std::vector<U32>(32, 0));
  // The table begins at byte 16 of the parameters.
  LaunchResult launched =
      machine.launch("k", {}, {32, 1, 1}, at, std::uint64_t{0}, table[0], table[1], table[2],
                     table[3], table[4], table[5], table[6], table[7]);
  out = machine.download<U32>(at, 32);
  return launched;
}

TEST(Parameters, AreReadAtAddressesInRegisters) {
  for (const char* load :
       {"ld.param.u32 %r9, [%rd2];", "cvta.param.u64 %rd3, %rd2; ld.u32 %r9, [%rd3];",
        "cvta.param.u64 %rd3, %rd2; cvta.to.param.u64 %rd4, %rd3; ld.param.u32 %r9, [%rd4];",
        "cvta.param.u64 %rd3, %rd2; isspacep.param %p1, %rd3; isspacep.global %p2, %rd3; "
        "ld.u32 %r9, [%rd3]; @!%p1 mov.u32 %r9, 0; @%p2 mov.u32 %r9, 0;"}) {
    std::vector<U32> out;
    std::string body =
        "and.b32 %r2, %r1, 15; mov.b64 %rd2, table; mad.wide.u32 %rd2, %r2, 4, %rd2;\n";
    body.append(load);
    const auto launched = run(body, out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    for (U32 i = 0; i < 32; ++i) EXPECT_EQ(out[i], 1000 + (i & 15)) << load;
  }
}

TEST(Parameters, CanNeitherBeWrittenNorLeft) {
  std::vector<U32> out;
  auto launched = run("mov.b64 %rd2, table; cvta.param.u64 %rd2, %rd2; st.u32 [%rd2], %r1;", out);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::out_of_bounds);
  launched =
      run("mov.b64 %rd2, table; mad.wide.u32 %rd2, %r1, 4, %rd2; ld.param.u32 %r9, [%rd2];", out);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->lane_mask, 0xffff0000u);  // 64 bytes are for 16 lanes
  EXPECT_EQ(launched.fault->space, ptx::Space::param);
}

TEST(LocalMemory, NamesAllLanesThatLeaveIt) {
  std::vector<U32> out;
  auto launched =
      run(".local .align 4 .b8 l[64]; mov.u64 %rd2, l; mad.wide.u32 %rd2, %r1, 4, %rd2; "
          "ld.volatile.local.u32 %r9, [%rd2];",
          out);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->lane_mask, 0xffff0000u);
  launched =
      run(".local .align 4 .b8 l[64]; mov.u64 %rd2, l; and.b32 %r2, %r1, 1; mad.wide.u32 %rd2, "
          "%r2, 2, %rd2; st.local.u32 [%rd2], %r1;",
          out);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::misaligned_address);
  EXPECT_EQ(launched.fault->lane_mask, 0xaaaaaaaau);
}

// Word w of lane l lies in sector 4 w + l / 8.
TEST(LocalMemory, CountsSectorsOfInterleavedWords) {
  struct Case {
    const char* offset;  // %r2 from the lane in %r1
    U32 words;
    U32 (*reference)(U32 lane);
  };
  for (const Case& c : {Case{"mov.u32 %r2, 8;", 1, [](U32) { return 2u; }},
                        Case{"mov.u32 %r2, 16;", 4, [](U32) { return 4u; }},
                        Case{"mul.lo.u32 %r2, %r1, 4;", 1, [](U32 lane) { return lane; }},
                        Case{"and.b32 %r2, %r1, 3; mul.lo.u32 %r2, %r2, 8;", 2,
                             [](U32 lane) { return (lane & 3) * 2; }}}) {
    std::set<U32> sectors;
    for (U32 lane = 0; lane < 32; ++lane) {
      for (U32 k = 0; k < c.words; ++k) sectors.insert((c.reference(lane) + k) * 4 + lane / 8);
    }
    std::string body = ".local .align 16 .b8 l[128]; ";
    body.append(c.offset);
    body.append(" mov.u64 %rd2, l; cvt.u64.u32 %rd3, %r2; add.u64 %rd2, %rd2, %rd3; ");
    body.append(c.words == 1 ? "st.local.u32 [%rd2], %r1; ld.volatile.local.u32 %r9, [%rd2];"
                : c.words == 2
                    ? "st.local.u64 [%rd2], %rd3; ld.volatile.local.u64 %rd4, [%rd2];"
                    : "st.local.v4.u32 [%rd2], {1, 2, 3, 4}; ld.volatile.local.v4.u32 {%r5, %r6, "
                      "%r7, %r8}, [%rd2];");
    std::vector<U32> out;
    const auto launched = run(body, out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    EXPECT_EQ(launched.counters[Counter::local_load_sectors], sectors.size()) << c.offset;
    EXPECT_EQ(launched.counters[Counter::local_store_sectors], sectors.size()) << c.offset;
  }
}

}  // namespace
}  // namespace warpscope::exec::test::state_spaces_test
