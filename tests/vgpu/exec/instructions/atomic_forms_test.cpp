// atom and red of half formats, vectors and 16 and 128 bits, PTX ISA manual section 9.7.13.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::atomic_forms_test {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

// The value of a format with `exponent_bits` and `mantissa_bits`, by its definition.
double value_of(U16 bits, int exponent_bits, int mantissa_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1);
  const int mantissa = bits & ((1 << mantissa_bits) - 1);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == (1 << exponent_bits) - 1) {
    return mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  }
  const double fraction = std::ldexp(mantissa, -mantissa_bits) + (exponent != 0 ? 1 : 0);
  return sign * std::ldexp(fraction, std::max(exponent, 1) - bias);
}

struct Format {
  std::string name;
  int exponent_bits, mantissa_bits;
};
const Format kFormats[] = {{"f16", 5, 10}, {"bf16", 8, 7}};

// The nearest value of the format, ties to the even mantissa, by search over all bit patterns of
// its sign; sums are exact in double.
U16 nearest(double value, const Format& format) {
  if (std::isnan(value)) return 0x7fff;
  const U16 sign = std::signbit(value) ? 0x8000 : 0;
  U32 low = 0, high = ((1u << format.exponent_bits) - 1) << format.mantissa_bits;  // high: infinity
  const double magnitude = std::fabs(value);
  const auto at = [&](U32 bits) {
    // Rounding to infinity is as if the format went on beyond its largest value.
    const U32 infinity = ((1u << format.exponent_bits) - 1) << format.mantissa_bits;
    if (bits == infinity) return std::ldexp(1.0, 1 << (format.exponent_bits - 1));
    return value_of(static_cast<U16>(bits), format.exponent_bits, format.mantissa_bits);
  };
  if (magnitude >= at(high)) return static_cast<U16>(sign | high);
  while (high - low > 1) {
    const U32 middle = (low + high) / 2;
    (at(middle) <= magnitude ? low : high) = middle;
  }
  const double below = magnitude - at(low), above = at(high) - magnitude;
  const U32 bits = below < above || (below == above && low % 2 == 0) ? low : high;
  return static_cast<U16>(sign | bits);
}

class HalfAtomics : public ::testing::TestWithParam<Format> {};

TEST_P(HalfAtomics, AddRoundsToNearestEven) {
  const Format& format = GetParam();
  const U16 one = nearest(1, format);
  const auto infinity =
      static_cast<U16>(((1u << format.exponent_bits) - 1) << format.mantissa_bits);
  std::vector<U16> edges = {0,
                            0x8000,
                            1,
                            0x8001,
                            one,
                            static_cast<U16>(one + 1),
                            2,
                            3,
                            infinity,
                            static_cast<U16>(infinity | 0x8000),
                            0x7fff,
                            static_cast<U16>(infinity - 1),
                            static_cast<U16>(0x8000 | (infinity - 1)),
                            static_cast<U16>(1u << format.mantissa_bits),
                            static_cast<U16>((1u << format.mantissa_bits) - 1)};
  for (U32 k = 0; edges.size() < 60; ++k) edges.push_back(static_cast<U16>(k * 40503u + 977u));
  std::vector<U16> cells, operands;
  for (const U16 a : edges) {
    for (const U16 b : edges) {
      cells.push_back(a);
      operands.push_back(b);
    }
  }
  const auto count = static_cast<U32>(cells.size());
  const std::string add = "add.noftz." + format.name;
  Machine machine(module_with_kernel(
      ".param .u64 cells, .param .u64 b, .param .u64 old",
      R"(mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r1, %r2, 64, %r1;
ld.param.u64 %rd1, [cells]; mad.wide.u32 %rd1, %r1, 2, %rd1; ld.param.u64 %rd2, [b]; mad.wide.u32 %rd2, %r1, 2, %rd2;
ld.param.u64 %rd3, [old]; mad.wide.u32 %rd3, %r1, 2, %rd3; ld.global.b16 %rs1, [%rd2];
)"
      "atom.global." +
          add + " %rs2, [%rd1], %rs1; st.global.b16 [%rd3], %rs2;\n"));
  while (cells.size() % 64 != 0) {
    cells.push_back(0);
    operands.push_back(0);
  }
  const U64 at = machine.upload(cells), old = machine.allocate(cells.size() * 2);
  const auto launched = machine.launch("k", {static_cast<U32>(cells.size() / 64), 1, 1}, {64, 1, 1},
                                       at, machine.upload(operands), old);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto sums = machine.download<U16>(at, cells.size());
  EXPECT_EQ(machine.download<U16>(old, cells.size()), cells);
  for (U32 i = 0; i < count; ++i) {
    const double exact = value_of(cells[i], format.exponent_bits, format.mantissa_bits) +
                         value_of(operands[i], format.exponent_bits, format.mantissa_bits);
    ASSERT_EQ(sums[i], nearest(exact, format))
        << format.name << " " << std::hex << cells[i] << " + " << operands[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, HalfAtomics, ::testing::ValuesIn(kFormats),
                         [](const auto& info) { return info.param.name; });

LaunchResult run(const std::string& body, std::vector<U32>& cells, U32 threads = 32) {
  Machine machine(module_with_kernel(".param .u64 cells",
                                     "ld.param.u64 %rd1, [cells]; mov.u32 %r1, %tid.x;\n" + body));
  const U64 at = machine.upload(cells);
  LaunchResult launched = machine.launch("k", {}, {threads, 1, 1}, at);
  cells = machine.download<U32>(at, cells.size());
  return launched;
}

U32 bits(float value) { return std::bit_cast<U32>(value); }

TEST(VectorAtomics, UpdateEachElementAndGiveTheOldOnes) {
  std::vector<U32> cells = {bits(1), bits(2), bits(3), bits(4), 0, 0, 0, 0};
  const auto launched = run(R"(
setp.eq.u32 %p1, %r1, 3; @!%p1 bra END;
mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f41200000;
atom.global.v4.f32.add {%f3, %f4, _, %f5}, [%rd1], {%f1, %f2, %f1, %f2};
st.global.v4.f32 [%rd1+16], {%f3, %f4, %f1, %f5};
END:
)",
                            cells);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(cells, (std::vector<U32>{bits(2), bits(12), bits(4), bits(14), bits(1), bits(2),
                                     bits(1), bits(4)}));
  EXPECT_EQ(launched.counters[Counter::global_atomic_instructions], 1u);
}

// Halves: 1 = 0x3c00, 2 = 0x4000, -1 = 0xbc00; min and max of each half by itself, NaN loses.
TEST(VectorAtomics, OfPackedHalvesTakeEachHalfByItself) {
  std::vector<U32> cells = {0x3c00bc00, 0x7fff4000};
  const auto launched = run(R"(
setp.ne.u32 %p1, %r1, 0; @%p1 ret;
mov.b32 %r2, 0xbc003c00; mov.b32 %r3, 0x40003c00;
red.global.v2.f16x2.max.noftz [%rd1], {%r2, %r3};
)",
                            cells);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(cells, (std::vector<U32>{0x3c003c00, 0x40004000}));
}

TEST(VectorAtomics, OfEightHalvesAreOneAccess) {
  std::vector<U32> cells(4, 0x3f803f80);  // bfloat16 ones
  const auto launched = run(R"(
setp.gt.u32 %p1, %r1, 2; @%p1 ret;
mov.b16 %rs1, 0x3f80; mov.b16 %rs2, 0x4000;
red.global.v8.bf16.add.noftz [%rd1], {%rs1, %rs2, %rs1, %rs1, %rs1, %rs1, %rs1, %rs2};
)",
                            cells);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  // 1 + 3 * 1 = 4 = 0x4080, 1 + 3 * 2 = 7 = 0x40e0.
  EXPECT_EQ(cells, (std::vector<U32>{0x40e04080, 0x40804080, 0x40804080, 0x40e04080}));
  EXPECT_EQ(launched.counters[Counter::global_atomic_instructions], 1u);
}

TEST(VectorAtomics, MustBeAlignedAsAWhole) {
  std::vector<U32> cells(8, 0);
  const auto launched =
      run("mov.f32 %f1, 0f3F800000; red.global.v4.f32.add [%rd1+8], {%f1, %f1, %f1, %f1};", cells);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::misaligned_address);
}

// The manual: add.f32 in global memory flushes subnormals, in shared memory it does not.
TEST(FloatAtomics, FlushSubnormalsOnlyInGlobalMemory) {
  std::vector<U32> cells = {0x00000001, 0x80000005, 0x00800000, 0, 0};
  const auto launched = run(R"(
.shared .align 4 .b8 s[8];
setp.ne.u32 %p1, %r1, 0; @%p1 ret;
mov.b32 %f1, 0; mov.b32 %f2, 0x80000000; mov.b32 %f3, 0x80000001; mov.b32 %f4, 0x00000003;
red.global.add.f32 [%rd1], %f1; red.global.add.f32 [%rd1+4], %f2; red.global.add.f32 [%rd1+8], %f3;
st.shared.f32 [s], %f4; red.shared.add.f32 [s], %f4; ld.shared.u32 %r2, [s]; st.global.u32 [%rd1+12], %r2;
mov.u64 %rd2, s; cvta.shared.u64 %rd2, %rd2; red.add.f32 [%rd2], %f4; ld.shared.u32 %r2, [s]; st.global.u32 [%rd1+16], %r2;
)",
                            cells);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(cells, (std::vector<U32>{0, 0x80000000, 0x00800000, 6, 9}));
}

TEST(WideAtomics, Of16And128Bits) {
  std::vector<U32> cells = {0xaaaa0005, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0};
  const auto launched = run(R"(
.reg .b128 %q<4>;
setp.ne.u32 %p1, %r1, 0; @%p1 ret;
mov.b16 %rs1, 5; mov.b16 %rs2, 0x77; atom.global.cas.b16 %rs3, [%rd1], %rs1, %rs2; atom.global.cas.b16 %rs3, [%rd1], %rs1, %rs1;
cvt.u32.u16 %r2, %rs3; st.global.u32 [%rd1+4], %r2;
mov.b64 %rd2, 0x200000001; mov.b64 %rd3, 0x400000003; mov.b64 %rd4, 0x900000008;
mov.b128 %q1, {%rd2, %rd3}; mov.b128 %q2, {%rd4, %rd2};
atom.global.cas.b128 %q3, [%rd1+16], %q1, %q2; st.global.b128 [%rd1+32], %q3;
atom.global.exch.b128 %q3, [%rd1+16], %q1; mov.b128 {_, %rd5}, %q3; st.global.u32 [%rd1+8], %rd5;
)",
                            cells);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(cells, (std::vector<U32>{0xaaaa0077, 0x77, 1, 0, 1, 2, 3, 4, 1, 2, 3, 4, 0}));
}

// As __nv_atomic_load_n of an __int128 emits them: the address is generic.
TEST(WideAtomics, LoadAndStoreThroughGenericAddresses) {
  std::vector<U32> cells = {1, 2, 3, 4, 0, 0, 0, 0};
  const auto launched = run(R"(
.reg .b128 %q<3>; .shared .align 16 .b8 s[16];
setp.ne.u32 %p1, %r1, 0; @%p1 ret;
ld.relaxed.gpu.b128 %q1, [%rd1]; mov.u64 %rd2, s; cvta.shared.u64 %rd2, %rd2;
st.release.cta.b128 [%rd2], %q1; ld.acquire.cta.b128 %q2, [%rd2]; st.relaxed.sys.b128 [%rd1+16], %q2;
)",
                            cells);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(cells, (std::vector<U32>{1, 2, 3, 4, 1, 2, 3, 4}));
}

TEST(AtomicForms, TakeACachePolicy) {
  std::vector<U32> cells = {0};
  const auto launched = run(R"(
createpolicy.fractional.L2::evict_last.b64 %rd2, 1.0;
atom.global.add.L2::cache_hint.u32 %r2, [%rd1], 1, %rd2; red.relaxed.gpu.global.add.L2::cache_hint.u32 [%rd1], 2, %rd2;
)",
                            cells);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(cells[0], 96u);
}

}  // namespace
}  // namespace warpscope::exec::test::atomic_forms_test
