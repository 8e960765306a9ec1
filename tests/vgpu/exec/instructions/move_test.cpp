// mov in all forms, cvta and isspacep, PTX ISA manual section 9.7.9.
#include <gtest/gtest.h>

#include "tests/vgpu/exec/support/instruction_case.h"
#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::move_test {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

template <typename T>
void add_moves(std::vector<InstructionCase>& cases, std::initializer_list<const char*> types) {
  for (const char* type : types)
    cases.push_back(instruction<T, T>(std::string("mov.") + type, [](T a) { return a; }));
}

std::vector<InstructionCase> cases() {
  std::vector<InstructionCase> all;
  add_moves<U16>(all, {"b16", "u16", "s16"});
  add_moves<U32>(all, {"b32", "u32", "s32"});
  add_moves<U64>(all, {"b64", "u64", "s64"});
  add_moves<float>(all, {"f32", "b32"});
  add_moves<double>(all, {"f64", "b64"});
  add_moves<bool>(all, {"pred"});
  all.push_back(instruction<U32, float>("mov.b32", [](float a) { return std::bit_cast<U32>(a); }));
  all.push_back(instruction<U32, U16, U16>("mov.b32 $d, {$a, $b}",
                                           [](U16 a, U16 b) { return U32{b} << 16 | a; }));
  all.push_back(instruction<U64, U32, U32>("mov.b64 $d, {$a, $b}",
                                           [](U32 a, U32 b) { return U64{b} << 32 | a; }));
  all.push_back(instruction<U64, U16, U16, U16>(
      "mov.b64 $d, {$a, $b, $c, $a}",
      [](U16 a, U16 b, U16 c) { return U64{a} << 48 | U64{c} << 32 | U64{b} << 16 | a; }));
  all.push_back(
      instruction<U16, U32>("mov.b32 {$d, %rs9}, $a", [](U32 a) { return static_cast<U16>(a); }));
  all.push_back(instruction<U16, U32>("mov.b32 {_, $d}, $a",
                                      [](U32 a) { return static_cast<U16>(a >> 16); }));
  all.push_back(
      instruction<U32, U64>("mov.b64 {$d, _}, $a", [](U64 a) { return static_cast<U32>(a); }));
  all.push_back(instruction<U32, U64>("mov.b64 {%r9, $d}, $a",
                                      [](U64 a) { return static_cast<U32>(a >> 32); }));
  all.push_back(instruction<U16, U64>("mov.b64 {%rs1, %rs2, $d, _}, $a",
                                      [](U64 a) { return static_cast<U16>(a >> 32); }));
  return all;
}

class Move : public ::testing::TestWithParam<InstructionCase> {};

TEST_P(Move, MovesBits) { check_instruction(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, Move, ::testing::ValuesIn(cases()), [](const auto& info) {
  return test_name(info.param.text) + "_" + std::to_string(info.index);
});

// Four bytes in a word and four words in 128 bits, by the lanes with an odd number only.
TEST(MoveOfFour, PacksAndUnpacksBytesAndWords) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 16) + R"(
.reg .b8 %b<4>; .reg .b128 %q<2>;
add.u32 %r2, %r1, 0x01020304; shl.b32 %r3, %r1, 24;
mov.u32 %r8, 7; mov.u32 %r9, 7;
and.b32 %r4, %r1, 1; setp.eq.u32 %p1, %r4, 0; @%p1 bra STORE;
mov.b32 {%b0, %b1, _, %b3}, %r2; mov.b32 %r8, {%b3, %b0, %b1, %b0};
mov.b128 %q1, {%r8, %r3, %r1, %r2}; mov.b128 {_, %r9, %r5, %r6}, %q1;
mov.b128 {%rd2, %rd3}, %q1; cvt.u32.u64 %r7, %rd3; sub.u32 %r7, %r7, %r5; add.u32 %r9, %r9, %r6;
add.u32 %r9, %r9, %r7;
STORE: st.global.v2.u32 [%rd1], {%r8, %r9};
)"));
  const auto out = machine.allocate(32 * 16);
  const auto launched = machine.launch("k", {1, 1, 1}, {32, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto words = machine.download<U32>(out, 32 * 4);
  for (U32 lane = 0; lane < 32; ++lane) {
    const U32 low = (0x04 + lane) & 0xff;
    const bool is_odd = lane % 2 != 0;
    EXPECT_EQ(words[lane * 4], is_odd ? low << 24 | 0x03 << 16 | low << 8 | 0x01 : 7u) << lane;
    EXPECT_EQ(words[lane * 4 + 1], is_odd ? (lane << 24) + 0x01020304 + lane : 7u) << lane;
  }
}

// A write to a register that holds a known value elsewhere must not be lost, and must not change
// what the other registers see.
TEST(MoveOfKnownValue, LaterWritesAreSeen) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 16) + R"(
mov.u32 %r2, 7;
mov.u32 %r3, %r2;
mov.u32 %r4, %tid.x;
add.u32 %r4, %r4, 100;
@%p0 mov.u32 %r5, 9;
setp.gt.u32 %p1, %r1, 3;
mov.u32 %r6, 1;
@%p1 mov.u32 %r6, 2;
mov.u32 %r7, %tid.x;
st.global.v4.u32 [%rd1], {%r3, %r4, %r6, %r7};
)"));
  const U64 out = machine.allocate(64 * 16);
  ASSERT_FALSE(machine.launch("k", {}, {64, 1, 1}, out).fault);
  const auto values = machine.download<U32>(out, 64 * 4);
  for (U32 thread = 0; thread < 64; ++thread) {
    EXPECT_EQ(values[4 * thread], 7u);
    EXPECT_EQ(values[4 * thread + 1], thread + 100);
    EXPECT_EQ(values[4 * thread + 2], thread > 3 ? 2u : 1u);
    EXPECT_EQ(values[4 * thread + 3], thread);
  }
}

TEST(SpecialRegisters, NameThreadBlockAndLane) {
  const char* names[] = {"tid.x",       "tid.y",       "tid.z",       "ntid.x",     "ntid.y",
                         "ntid.z",      "ctaid.x",     "ctaid.y",     "ctaid.z",    "nctaid.x",
                         "nctaid.y",    "nctaid.z",    "laneid",      "warpid",     "lanemask_eq",
                         "lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge"};
  constexpr U32 kNames = 19;
  const Dim3 grid{2, 3, 2}, block{5, 4, 3};
  std::string body = R"(
mov.u32 %r1, %ctaid.z; mov.u32 %r2, %nctaid.y; mov.u32 %r3, %ctaid.y; mad.lo.u32 %r1, %r1, %r2, %r3;
mov.u32 %r2, %nctaid.x; mov.u32 %r3, %ctaid.x; mad.lo.u32 %r1, %r1, %r2, %r3;
mov.u32 %r4, %tid.z; mov.u32 %r5, %ntid.y; mov.u32 %r6, %tid.y; mad.lo.u32 %r4, %r4, %r5, %r6;
mov.u32 %r5, %ntid.x; mov.u32 %r6, %tid.x; mad.lo.u32 %r4, %r4, %r5, %r6;
mad.lo.u32 %r1, %r1, 60, %r4; ld.param.u64 %rd1, [out]; mad.wide.u32 %rd1, %r1, 76, %rd1;
)";
  for (U32 i = 0; i < kNames; ++i) {
    const std::string reg = "%r" + std::to_string(10 + i);
    body += "mov.u32 " + reg + ", %" + names[i] + "; st.global.u32 [%rd1+" + std::to_string(4 * i) +
            "], " + reg + ";\n";
  }
  Machine machine(module_with_kernel(".param .u64 out", body));
  const U64 out = machine.allocate(12 * 60 * kNames * 4);
  const LaunchResult launched = machine.launch("k", grid, block, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto values = machine.download<U32>(out, std::size_t{12} * 60 * kNames);
  std::size_t at = 0;
  for (U32 b = 0; b < 12; ++b) {
    for (U32 t = 0; t < 60; ++t) {
      const U32 lane = t % 32, eq = 1u << lane, lt = eq - 1;
      const U32 expected[kNames] = {t % 5,     t / 5 % 4, t / 20,  5,          4,  3,    b % 2,
                                    b / 2 % 3, b / 6,     2,       3,          2,  lane, t / 32,
                                    eq,        lt,        lt | eq, ~(lt | eq), ~lt};
      for (U32 i = 0; i < kNames; ++i, ++at)
        ASSERT_EQ(values[at], expected[i]) << names[i] << " of thread " << t << " in block " << b;
    }
  }
}

TEST(GenericAddress, ComesFromAndGoesBackToItsSpace) {
  Machine machine(module_with_kernel(".param .u64 out", R"(
.shared .align 4 .b8 s[64]; .local .align 4 .b8 l[64];
ld.param.u64 %rd1, [out];
mov.u64 %rd2, s; add.u64 %rd2, %rd2, 8; cvta.shared.u64 %rd3, %rd2; cvta.to.shared.u64 %rd4, %rd3;
mov.u64 %rd5, l; add.u64 %rd5, %rd5, 4; cvta.local.u64 %rd6, %rd5; cvta.to.local.u64 %rd7, %rd6;
sub.u64 %rd8, %rd4, %rd2; sub.u64 %rd9, %rd7, %rd5;
st.global.v2.u64 [%rd1], {%rd8, %rd9};
cvta.to.global.u64 %rd10, %rd1; cvta.global.u64 %rd11, %rd10;
isspacep.shared %p1, %rd3; selp.u32 %r1, 1, 0, %p1; isspacep.shared %p1, %rd6; selp.u32 %r2, 1, 0, %p1;
isspacep.shared %p1, %rd11; selp.u32 %r3, 1, 0, %p1;
st.global.v4.u32 [%rd1+16], {%r1, %r2, %r3, %r3};
isspacep.local %p1, %rd3; selp.u32 %r1, 1, 0, %p1; isspacep.local %p1, %rd6; selp.u32 %r2, 1, 0, %p1;
isspacep.local %p1, %rd11; selp.u32 %r3, 1, 0, %p1;
st.global.v4.u32 [%rd1+32], {%r1, %r2, %r3, %r3};
isspacep.global %p1, %rd3; selp.u32 %r1, 1, 0, %p1; isspacep.global %p1, %rd6; selp.u32 %r2, 1, 0, %p1;
isspacep.global %p1, %rd11; selp.u32 %r3, 1, 0, %p1;
st.global.v4.u32 [%rd11+48], {%r1, %r2, %r3, %r3};
)"));
  const U64 out = machine.allocate(64);
  const LaunchResult launched = machine.launch("k", {}, {}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto distances = machine.download<U64>(out, 2);
  EXPECT_EQ(distances, (std::vector<U64>{0, 0}));
  const auto is_in = machine.download<U32>(out + 16, 12);
  EXPECT_EQ(is_in, (std::vector<U32>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1}));
}

}  // namespace
}  // namespace warpscope::exec::test::move_test
