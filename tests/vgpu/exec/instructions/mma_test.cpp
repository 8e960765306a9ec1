// mma.sync.m16n8k8 and .m16n8k16 against sums over the places that the PTX ISA manual's section
// 9.7.14.5 gives for each element of a fragment.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/narrow_float.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::mma_test {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
constexpr U32 kLanes = 32;
constexpr std::size_t kRegisters = 12;  // of each lane: a, b, c

struct Form {
  std::string name;  // of the instruction
  U32 depth;
  bool is_bfloat, is_wide;  // accumulators of 32 bits
};
void PrintTo(const Form& form, std::ostream* out) { *out << form.name; }

using Matrix = std::vector<double>;  // by rows
struct Problem {
  Matrix a = Matrix(256), b = Matrix(128), c = Matrix(128);
};

// Row and column of element i of lane l, "groupID" and "threadID_in_group" of the manual.
struct Place {
  U32 row, column;
};
Place place_a(U32 lane, U32 i) {
  const U32 group = lane >> 2, thread = lane % 4;
  const bool is_upper = i % 4 < 2;
  return {is_upper ? group : group + 8, thread * 2 + (i & 1) + (i < 4 ? 0 : 8)};
}
Place place_b(U32 lane, U32 i) { return {lane % 4 * 2 + (i & 1) + (i < 2 ? 0 : 8), lane >> 2}; }
Place place_c(U32 lane, U32 i) {
  return {i < 2 ? lane >> 2 : (lane >> 2) + 8, lane % 4 * 2 + (i & 1)};
}

class Mma : public ::testing::TestWithParam<Form> {
 protected:
  U16 encode(double value) const {
    const auto single = static_cast<float>(value);
    return GetParam().is_bfloat ? bfloat_bits(single) : half_bits(single);
  }
  U32 pair(double low, double high) const { return encode(low) | U32{encode(high)} << 16; }

  std::vector<U32> registers_of(const Problem& problem) const {
    const U32 depth = GetParam().depth;
    std::vector<U32> all(kLanes * kRegisters);
    for (U32 lane = 0; lane < kLanes; ++lane) {
      U32* own = &all[lane * kRegisters];
      const auto a = [&](U32 i) {
        const Place p = place_a(lane, i);
        return problem.a[p.row * depth + p.column];
      };
      const auto b = [&](U32 i) {
        const Place p = place_b(lane, i);
        return problem.b[p.row * 8 + p.column];
      };
      const auto c = [&](U32 i) {
        const Place p = place_c(lane, i);
        return problem.c[p.row * 8 + p.column];
      };
      for (U32 r = 0; r < depth / 4; ++r) own[r] = pair(a(2 * r), a(2 * r + 1));
      for (U32 r = 0; r < depth / 8; ++r) own[4 + r] = pair(b(2 * r), b(2 * r + 1));
      for (U32 r = 0; r < (GetParam().is_wide ? 4u : 2u); ++r) {
        own[6 + r] = GetParam().is_wide ? std::bit_cast<U32>(static_cast<float>(c(r)))
                                        : pair(c(2 * r), c(2 * r + 1));
      }
    }
    return all;
  }

  Matrix run(const Problem& problem) const {
    const bool is_deep = GetParam().depth == 16, is_wide = GetParam().is_wide;
    std::string body =
        "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x; "
        "mad.wide.u32 %rd1, %r1, 48, %rd1; mad.wide.u32 %rd2, %r1, 16, %rd2;\n";
    for (U32 r = 0; r < kRegisters; ++r) {
      body +=
          "ld.global.u32 %r" + std::to_string(10 + r) + ", [%rd1+" + std::to_string(4 * r) + "];\n";
    }
    body += GetParam().name;
    body += is_wide ? " {%r30,%r31,%r32,%r33}, " : " {%r30,%r31}, ";
    body += is_deep ? "{%r10,%r11,%r12,%r13}, {%r14,%r15}, " : "{%r10,%r11}, {%r14}, ";
    body += is_wide ? "{%r16,%r17,%r18,%r19};\n" : "{%r16,%r17};\n";
    body += "st.global.v4.u32 [%rd2], {%r30,%r31,%r32,%r33};";
    Machine machine(module_with_kernel(".param .u64 in, .param .u64 out", body));
    const auto in = machine.upload(registers_of(problem));
    const auto out = machine.upload(std::vector<U32>(std::size_t{kLanes} * 4));
    const LaunchResult launched = machine.launch("k", {}, {kLanes, 1, 1}, in, out);
    EXPECT_FALSE(launched.fault) << launched.fault->message;
    const auto words = machine.download<U32>(out, std::size_t{kLanes} * 4);
    Matrix result(128);
    for (U32 lane = 0; lane < kLanes; ++lane) {
      for (U32 i = 0; i < 4; ++i) {
        const Place p = place_c(lane, i);
        const double value =
            is_wide ? std::bit_cast<float>(words[lane * 4 + i])
                    : half_value(static_cast<U16>(words[lane * 4 + i / 2] >> (16 * (i & 1))));
        result[p.row * 8 + p.column] = value;
      }
    }
    return result;
  }

  // Compares with the sums; `slack` is the error allowed for a sum of the magnitude given.
  void check(const Problem& problem, const std::function<double(double)>& slack) const {
    const U32 depth = GetParam().depth;
    const Matrix result = run(problem);
    for (U32 row = 0; row < 16; ++row) {
      for (U32 column = 0; column < 8; ++column) {
        double sum = problem.c[row * 8 + column], magnitude = std::fabs(sum);
        for (U32 k = 0; k < depth; ++k) {
          const double product = problem.a[row * depth + k] * problem.b[k * 8 + column];
          sum += product;
          magnitude += std::fabs(product);
        }
        ASSERT_NEAR(result[row * 8 + column], sum, slack(magnitude)) << row << ", " << column;
      }
    }
  }
};

TEST_P(Mma, IsExactForSmallIntegers) {
  std::mt19937 random(7);
  Problem problem;
  for (Matrix* matrix : {&problem.a, &problem.b, &problem.c}) {
    for (double& value : *matrix) value = static_cast<int>(random() % 17) - 8;
  }
  check(problem, [](double) { return 0.0; });
}

TEST_P(Mma, IsWithinTheRoundingOfItsSums) {
  std::mt19937 random(8);
  const double unit = GetParam().is_bfloat ? 1.0 / 64 : 1.0 / 512;  // exact in the format up to 2
  Problem problem;
  for (Matrix* matrix : {&problem.a, &problem.b, &problem.c}) {
    for (double& value : *matrix)
      value = (static_cast<int>(random() % 255) - 127) * unit * (random() % 2 == 0 ? 1 : 0.0625);
  }
  const double last = GetParam().is_wide ? 0 : 0x1p-11;
  check(problem, [&](double magnitude) { return magnitude * (18 * 0x1p-24 + last); });
}

TEST_P(Mma, KeepsInfinitiesAndNans) {
  Problem problem;
  const double infinity = std::numeric_limits<double>::infinity();
  problem.a[2 * GetParam().depth + 3] = infinity;  // row 2
  problem.b[3 * 8 + 1] = -2;                       // column 1; the others have infinity times zero
  const Matrix result = run(problem);
  EXPECT_EQ(result[2 * 8 + 1], -infinity);
  EXPECT_TRUE(std::isnan(result[2 * 8 + 0]));
  EXPECT_EQ(result[3 * 8 + 1], 0);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, Mma,
    ::testing::Values(Form{"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 16, false, true},
                      Form{"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", 16, false, false},
                      Form{"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 16, true, true},
                      Form{"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", 8, false, true},
                      Form{"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", 8, false, false},
                      Form{"mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", 8, true, true}));

LaunchResult run_alone(const std::string& body, U32 threads) {
  Machine machine(module_with_kernel("", "mov.u32 %r1, %tid.x;\n" + body));
  return machine.launch("k", {}, {threads, 1, 1});
}

constexpr const char* kSmall =
    "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r2,%r3}, {%r4,%r5}, {%r6}, {%r7,%r8};";

TEST(MmaLanes, MeetAfterTheyParted) {
  // Half of the lanes come later; the predicate makes all of them come.
  const auto launched =
      run_alone(std::string("setp.lt.u32 %p1, %r1, 16; @%p1 bra LATE; bra NOW;\n"
                            "LATE: add.u32 %r9, %r1, 1; setp.ge.u32 %p2, %r1, 0;\n"
                            "NOW: setp.ge.u32 %p2, %r1, 0; @%p2 ") +
                    kSmall,
                64);
  EXPECT_FALSE(launched.fault) << launched.fault->message;
}

TEST(MmaLanes, MustBeAllOfTheWarp) {
  for (const char* body : {"", "setp.eq.u32 %p1, %r1, 3; @%p1 exit;"}) {
    const auto launched = run_alone(std::string(body) + kSmall, *body == 0 ? 40 : 32);
    ASSERT_TRUE(launched.fault);
    EXPECT_EQ(launched.fault->kind, Fault::Kind::invalid_sync_mask);
    EXPECT_NE(launched.fault->message.find(*body == 0 ? "lanes 8-31" : "lanes 3"),
              std::string::npos)
        << launched.fault->message;
  }
}

TEST(MmaForms, ThatAreMissingAreNamed) {
  const auto launched = run_alone(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f0,%f1,%f2,%f3}, {%r4,%r5,%r6,%r7}, "
      "{%r8,%r9}, {%f4,%f5,%f6,%f7};",
      32);
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::unsupported_instruction);
}

}  // namespace
}  // namespace warpscope::exec::test::mma_test
