// Video instructions, PTX ISA manual section 9.7.18: the manual's pseudo-code, a part at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tests/vgpu/exec/support/instruction_case.h"
#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::video_test {
namespace {

using U32 = std::uint32_t;
using I64 = std::int64_t;
__extension__ using Wide = __int128;
using Step = std::function<I64(I64, I64)>;

const std::vector<std::pair<std::string, Step>>& arithmetic() {
  static const std::vector<std::pair<std::string, Step>> kSteps{
      {"vadd", [](I64 a, I64 b) { return a + b; }},
      {"vsub", [](I64 a, I64 b) { return a - b; }},
      {"vabsdiff", [](I64 a, I64 b) { return std::abs(a - b); }},
      {"vmin", [](I64 a, I64 b) { return std::min(a, b); }},
      {"vmax", [](I64 a, I64 b) { return std::max(a, b); }}};
  return kSteps;
}

/// Parts of a word by their names: width and position.
struct Place {
  std::string name;
  int bits, position;
};
const Place kWord{"", 32, 0}, kByte1{".b1", 8, 8}, kByte3{".b3", 8, 24}, kLow{".h0", 16, 0},
    kHigh{".h1", 16, 16};

I64 part(U32 word, const Place& place, bool is_signed) {
  I64 value = 0;
  for (int i = 0; i < place.bits; ++i) value |= I64{word >> (place.position + i) & 1} << i;
  const bool is_negative = is_signed && (value >> (place.bits - 1) & 1) != 0;
  return is_negative ? value - (I64{1} << place.bits) : value;
}

I64 saturated(I64 value, int bits, bool is_signed) {
  const I64 least = is_signed ? -(I64{1} << (bits - 1)) : 0;
  const I64 most = is_signed ? (I64{1} << (bits - 1)) - 1 : (I64{1} << bits) - 1;
  return value < least ? least : value > most ? most : value;
}

U32 merged(I64 value, U32 c, const Place& place) {
  U32 result = c;
  for (int i = 0; i < place.bits; ++i) {
    const U32 bit = U32{1} << (place.position + i);
    result = (value >> i & 1) != 0 ? result | bit : result & ~bit;
  }
  return result;
}

U32 second(const std::string& operation, I64 value, U32 c, bool is_signed) {
  const auto word = static_cast<U32>(value);
  if (operation == ".add") return word + c;
  const bool is_less =
      is_signed ? static_cast<std::int32_t>(word) < static_cast<std::int32_t>(c) : word < c;
  if (operation == ".min") return is_less ? word : c;
  return operation == ".max" ? (is_less ? c : word) : word;
}

/// All combinations of signs, with and without saturation; the parts and the second operation
/// change from one to the next.
std::vector<InstructionCase> scalar_cases() {
  std::vector<InstructionCase> cases;
  const std::vector<Place> places{kWord, kByte1, kHigh, kByte3, kLow};
  const std::vector<std::string> seconds{"", ".add", ".min", ".max"};
  std::size_t turn = 0;
  for (const auto& [name, step] : arithmetic()) {
    for (int signs = 0; signs < 16; ++signs, ++turn) {
      const bool d = (signs & 1) != 0, a = (signs & 2) != 0, b = (signs & 4) != 0,
                 sat = (signs & 8) != 0;
      const Place &from_a = places[turn % 5], &from_b = places[turn / 5 % 5];
      const Place& to = places[turn * 3 % 5];
      const std::string more = to.bits == 32 ? seconds[turn % 4] : "";
      const auto type = [](bool is_signed) { return is_signed ? ".s32" : ".u32"; };
      const bool has_c = to.bits != 32 || !more.empty();
      const std::string text = name + type(d) + type(a) + type(b) + (sat ? ".sat" : "") + more +
                               " $d" + to.name + ", $a" + from_a.name + ", $b" + from_b.name +
                               (has_c ? ", $c" : "");
      cases.push_back(instruction<U32, U32, U32, U32>(
          text, [step = step, d, a, b, sat, to, from_a, from_b, more](U32 x, U32 y, U32 z) {
            I64 value = step(part(x, from_a, a), part(y, from_b, b));
            if (sat) value = saturated(value, to.bits, d);
            return to.bits == 32 ? second(more, value, z, d) : merged(value, z, to);
          }));
    }
  }
  return cases;
}

std::vector<InstructionCase> shift_cases() {
  std::vector<InstructionCase> cases;
  for (const bool is_left : {true, false}) {
    for (int form = 0; form < 16; ++form) {
      const bool d = (form & 1) != 0, a = (form & 2) != 0, sat = (form & 4) != 0,
                 wrap = (form & 8) != 0;
      const Place from = form % 3 == 0 ? kWord : form % 3 == 1 ? kHigh : kByte3;
      const std::string text = std::string(is_left ? "vshl" : "vshr") + (d ? ".s32" : ".u32") +
                               (a ? ".s32" : ".u32") + ".u32" + (sat ? ".sat" : "") +
                               (wrap ? ".wrap" : ".clamp") + " $d, $a" + from.name + ", $b";
      cases.push_back(instruction<U32, U32, U32>(text, [=](U32 x, U32 y) {
        const U32 count = wrap ? y % 32 : std::min(y, 32u);
        Wide value = part(x, from, a);
        // A place at a time; a right shift rounds down.
        for (U32 i = 0; i < count; ++i) {
          if (is_left) {
            value *= 2;
          } else {
            value = (value < 0 ? value - 1 : value) / 2;
          }
        }
        const Wide most = d ? 0x7fffffff : Wide{0xffffffff}, least = d ? -most - 1 : 0;
        if (sat) value = value > most ? most : value < least ? least : value;
        return static_cast<U32>(value);
      }));
    }
  }
  return cases;
}

InstructionCase multiply_add(const std::string& modifiers, bool a_signed, bool b_signed,
                             const std::string& operands, int product_sign, int c_sign, int scale) {
  const bool plus_one = modifiers.find(".po") != std::string::npos;
  const bool sat = modifiers.find(".sat") != std::string::npos;
  const std::string type =
      std::string(".s32") + (a_signed ? ".s32" : ".u32") + (b_signed ? ".s32" : ".u32");
  return instruction<U32, U32, U32, U32>(
      "vmad" + type + modifiers + " " + operands, [=](U32 a, U32 b, U32 c) {
        const bool is_signed = a_signed || b_signed || product_sign < 0 || c_sign < 0;
        Wide sum = Wide{part(a, kWord, a_signed)} * part(b, kLow, b_signed) * product_sign;
        sum += Wide{part(c, kWord, is_signed)} * c_sign + (plus_one ? 1 : 0);
        for (int i = 0; i < scale; ++i) sum = sum < 0 ? (sum - 1) / 2 : sum / 2;
        const Wide most = is_signed ? 0x7fffffff : Wide{0xffffffff};
        const Wide least = is_signed ? -most - 1 : 0;
        if (sat) sum = sum > most ? most : sum < least ? least : sum;
        return static_cast<U32>(sum);
      });
}

std::vector<InstructionCase> multiply_add_cases() {
  std::vector<InstructionCase> cases;
  for (const bool a : {false, true}) {
    for (const bool b : {false, true}) {
      cases.push_back(multiply_add(".sat", a, b, "$d, $a, $b.h0, $c", 1, 1, 0));
      cases.push_back(multiply_add(".shr7", a, b, "$d, -$a, $b.h0, $c", -1, 1, 7));
      cases.push_back(multiply_add(".sat.shr15", a, b, "$d, $a, $b.h0, -$c", 1, -1, 15));
      cases.push_back(multiply_add(".po.sat.shr7", a, b, "$d, $a, $b.h0, $c", 1, 1, 7));
    }
  }
  return cases;
}

std::vector<InstructionCase> comparison_cases() {
  return {
      instruction<U32, U32, U32>(
          "vset.s32.u32.lt $d, $a.b3, $b.h0",
          [](U32 a, U32 b) { return U32{part(a, kByte3, true) < part(b, kLow, false)}; }),
      instruction<U32, U32, U32, U32>("vset.u32.u32.ge.add $d, $a, $b, $c",
                                      [](U32 a, U32 b, U32 c) { return c + (a >= b ? 1 : 0); }),
      instruction<U32, U32, U32, U32>(
          "vset.s32.s32.ne $d.b1, $a, $b, $c",
          [](U32 a, U32 b, U32 c) { return merged(a != b ? 1 : 0, c, kByte1); }),
      // A true comparison is 1, which a minimum with an unsigned word compares as unsigned.
      instruction<U32, U32, U32, U32>(
          "vset.s32.s32.eq.min $d, $a, $b, $c",
          [](U32 a, U32 b, U32 c) { return std::min(a == b ? 1u : 0u, c); }),
  };
}

/// Elements chosen from eight bytes or four halves: the last digit of a choice is for the lowest.
InstructionCase simd(const std::string& opcode, const Step& step, int bits, bool d, bool a, bool b,
                     const std::string& more, const std::string& mask, const std::string& a_choice,
                     const std::string& b_choice) {
  const auto type = [](bool is_signed) { return is_signed ? ".s32" : ".u32"; };
  const std::string letter = bits == 8 ? ".b" : ".h";
  const std::string text = opcode + (bits == 8 ? "4" : "2") + type(d) + type(a) + type(b) + more +
                           " $d" + letter + mask + ", $a" + letter + a_choice + ", $b" + letter +
                           b_choice + ", $c";
  return instruction<U32, U32, U32, U32>(text, [=](U32 x, U32 y, U32 z) {
    const int count = 32 / bits;
    const auto chosen = [&](const std::string& choice, int i, bool is_signed) {
      const int digit = choice[static_cast<std::size_t>(count - 1 - i)] - '0';
      return part(digit < count ? x : y, {"", bits, digit % count * bits}, is_signed);
    };
    U32 result = z;
    for (int i = 0; i < count; ++i) {
      if (mask.find(static_cast<char>('0' + i)) == std::string::npos) continue;
      I64 value = step(chosen(a_choice, i, a), chosen(b_choice, i, b));
      if (more == ".sat") value = saturated(value, bits, d);
      if (more == ".add") {
        result += static_cast<U32>(value);
      } else {
        result = merged(value, result, {"", bits, i * bits});
      }
    }
    return result;
  });
}

std::vector<InstructionCase> simd_cases() {
  std::vector<InstructionCase> cases;
  int turn = 0;
  for (const auto& [name, step] : arithmetic()) {
    const std::string more = turn % 3 == 0 ? ".sat" : turn % 3 == 1 ? "" : ".add";
    const bool d = turn % 2 == 0, a = turn % 2 != 0;
    cases.push_back(simd(name, step, 8, d, a, true, more, "3210", "7531", "0246"));
    cases.push_back(simd(name, step, 8, true, a, false, more, "20", "6543", "1111"));
    cases.push_back(simd(name, step, 16, d, true, a, more, "1", "32", "10"));
    cases.push_back(simd(name, step, 16, d, a, false, more, "10", "03", "21"));
    ++turn;
  }
  return cases;
}

class Video : public testing::TestWithParam<InstructionCase> {};
TEST_P(Video, IsAsTheManualSays) { check_instruction(GetParam()); }

std::string name_of(const testing::TestParamInfo<InstructionCase>& parameter) {
  return test_name(parameter.param.text) + "_" + std::to_string(parameter.index);
}
INSTANTIATE_TEST_SUITE_P(Scalar, Video, testing::ValuesIn(scalar_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Shift, Video, testing::ValuesIn(shift_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(MultiplyAdd, Video, testing::ValuesIn(multiply_add_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Comparison, Video, testing::ValuesIn(comparison_cases()), name_of);
INSTANTIATE_TEST_SUITE_P(Simd, Video, testing::ValuesIn(simd_cases()), name_of);

// A part of a register means something to these instructions only.
TEST(VideoParts, AreRefusedElsewhere) {
  for (const char* text :
       {"add.u32 %r1, %r2.b0, %r3;", "add.u32 %r1.h1, %r2, %r3;",
        "vadd.u32.u32.u32 %r1, %r2.b4, %r3;",
        "vadd4.u32.u32.u32 %r1, %r2.b10, "
        "%r3, %r4;",
        "vadd2.u32.u32.u32 %r1, %r2.b10, %r3, %r4;", "vadd.u32.u32.u32 %r1, -%r2, %r3;"}) {
    Machine machine(module_with_kernel("", text));
    const LaunchResult launched = machine.launch("k", {1, 1, 1}, {32, 1, 1});
    ASSERT_TRUE(launched.fault) << text;
    EXPECT_EQ(launched.fault->kind, Fault::Kind::unsupported_instruction) << text;
  }
}

}  // namespace
}  // namespace warpscope::exec::test::video_test
