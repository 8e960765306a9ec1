// Logic, shifts and bit fields, PTX ISA manual sections 9.7.1 and 9.7.8.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/vgpu/exec/support/instruction_case.h"

namespace warpscope::exec::test::bits_test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

template <typename T>
constexpr int kWidth = 8 * static_cast<int>(sizeof(T));

template <typename T>
bool bit(T value, int index) {
  return (static_cast<std::make_unsigned_t<T>>(value) >> index & 1) != 0;
}

template <typename T>
void add_logic(std::vector<InstructionCase>& cases, const std::string& type) {
  cases.push_back(instruction<T, T, T>("and." + type, [](T a, T b) { return T(a & b); }));
  cases.push_back(instruction<T, T, T>("or." + type, [](T a, T b) { return T(a | b); }));
  cases.push_back(instruction<T, T, T>("xor." + type, [](T a, T b) { return T(a ^ b); }));
  cases.push_back(instruction<T, T>("not." + type, [](T a) { return T(~a); }));
  cases.push_back(instruction<T, T>("cnot." + type, [](T a) { return T(a == 0 ? 1 : 0); }));
}

// Shifts by one place at a time, so that no count is too large for C++.
template <typename T>
void add_shifts(std::vector<InstructionCase>& cases, const std::string& width) {
  using S = std::make_signed_t<T>;
  const auto steps = [](U32 count) { return std::min(count, U32{100}); };
  cases.push_back(instruction<T, T, U32>("shl.b" + width, [steps](T a, U32 b) {
    for (U32 i = 0; i < steps(b); ++i) a = T(a << 1);
    return a;
  }));
  for (const char* kind : {"b", "u"}) {
    cases.push_back(instruction<T, T, U32>("shr." + (kind + width), [steps](T a, U32 b) {
      for (U32 i = 0; i < steps(b); ++i) a = T(a >> 1);
      return a;
    }));
  }
  cases.push_back(instruction<S, S, U32>("shr.s" + width, [steps](S a, U32 b) {
    for (U32 i = 0; i < steps(b); ++i) a = S(a >> 1);
    return a;
  }));
}

// Position or length of a field: 8 bits, or all of them for a 64-bit value, as an H200 does (see
// tests/golden/instructions).
template <typename T>
int field(U32 value) {
  return static_cast<int>(sizeof(T) == 4 ? value & 0xff : std::min(value, 1000u));
}

template <typename T>
T bfe(T a, U32 b, U32 c) {
  // The manual's pseudo-code, a bit at a time.
  const int position = field<T>(b), length = field<T>(c);
  const int msb = kWidth<T> - 1;
  const bool fill =
      std::is_signed_v<T> && length != 0 && bit(a, std::min(position + length - 1, msb));
  U64 d = 0;
  for (int i = 0; i <= msb; ++i) {
    if (i < length && position + i <= msb ? bit(a, position + i) : fill) d |= U64{1} << i;
  }
  return static_cast<T>(d);
}

template <typename T>
T bfi(T a, T b, U32 c, U32 d) {
  const int position = field<T>(c), length = field<T>(d);
  U64 f = b;
  for (int i = 0; i < length && position + i < kWidth<T>; ++i) {
    const U64 one = U64{1} << (position + i);
    f = bit(a, i) ? f | one : f & ~one;
  }
  return static_cast<T>(f);
}

template <typename T>
U32 bfind(T a) {
  const bool sign = std::is_signed_v<T> && bit(a, kWidth<T> - 1);
  for (int i = kWidth<T> - 1; i >= 0; --i) {
    if (bit(a, i) != sign) return static_cast<U32>(i);
  }
  return 0xffffffff;
}

template <typename T>
void add_fields(std::vector<InstructionCase>& cases, const std::string& type) {
  cases.push_back(instruction<T, T, U32, U32>("bfe." + type, bfe<T>));
  cases.push_back(instruction<U32, T>("bfind." + type, bfind<T>));
  cases.push_back(instruction<U32, T>("bfind.shiftamt." + type, [](T a) {
    const U32 found = bfind(a);
    return found == 0xffffffff ? found : U32(kWidth<T> - 1) - found;
  }));
}

template <typename T>
void add_counts(std::vector<InstructionCase>& cases, const std::string& type) {
  cases.push_back(instruction<U32, T>("popc." + type, [](T a) {
    U32 count = 0;
    for (int i = 0; i < kWidth<T>; ++i) count += bit(a, i);
    return count;
  }));
  cases.push_back(instruction<U32, T>("clz." + type, [](T a) {
    U32 count = 0;
    while (count < U32(kWidth<T>) && !bit(a, kWidth<T> - 1 - static_cast<int>(count))) ++count;
    return count;
  }));
  cases.push_back(instruction<T, T>("brev." + type, [](T a) {
    U64 d = 0;
    for (int i = 0; i < kWidth<T>; ++i) d |= U64{bit(a, i)} << (kWidth<T> - 1 - i);
    return static_cast<T>(d);
  }));
  cases.push_back(instruction<T, T, T, U32, U32>("bfi." + type, bfi<T>));
}

U32 shf(U32 a, U32 b, U32 count, bool left) {
  for (U32 i = 0; i < count; ++i) {
    const U64 both = U64{b} << 32 | a;
    const U64 moved = left ? both << 1 : both >> 1;
    a = static_cast<U32>(moved);
    b = static_cast<U32>(moved >> 32);
  }
  return left ? b : a;
}

void add_funnel_shifts(std::vector<InstructionCase>& cases) {
  for (const bool left : {true, false}) {
    const std::string opcode = left ? "shf.l" : "shf.r";
    cases.push_back(instruction<U32, U32, U32, U32>(
        opcode + ".wrap.b32", [left](U32 a, U32 b, U32 c) { return shf(a, b, c % 32, left); }));
    cases.push_back(instruction<U32, U32, U32, U32>(
        opcode + ".clamp.b32",
        [left](U32 a, U32 b, U32 c) { return shf(a, b, std::min(c, U32{32}), left); }));
  }
}

void add_lop3(std::vector<InstructionCase>& cases) {
  for (const U32 table :
       {0x00u, 0xffu, 0xc0u, 0xe8u, 0x96u, 0x1eu, 0xaau, 0x4du, 0x80u, 0xfeu, 0x6au}) {
    cases.push_back(instruction<U32, U32, U32, U32>(
        "lop3.b32 $d, $a, $b, $c, " + std::to_string(table), [table](U32 a, U32 b, U32 c) {
          U32 d = 0;
          for (int i = 0; i < 32; ++i) {
            const int index = (bit(a, i) ? 4 : 0) + (bit(b, i) ? 2 : 0) + (bit(c, i) ? 1 : 0);
            d |= U32{bit(table, index)} << i;
          }
          return d;
        }));
  }
}

U32 prmt(U32 a, U32 b, U32 c) {
  U32 d = 0;
  for (int k = 0; k < 4; ++k) {
    const U32 selector = c >> (4 * k) & 15;
    const U32 word = (selector & 4) != 0 ? b : a;
    U32 byte = word >> (8 * (selector & 3)) & 255;
    if ((selector & 8) != 0) byte = byte >= 128 ? 255 : 0;
    d |= byte << (8 * k);
  }
  return d;
}

void add_predicate_logic(std::vector<InstructionCase>& cases) {
  cases.push_back(instruction<bool, bool, bool>("and.pred", [](bool a, bool b) { return a && b; }));
  cases.push_back(instruction<bool, bool, bool>("or.pred", [](bool a, bool b) { return a || b; }));
  cases.push_back(instruction<bool, bool, bool>("xor.pred", [](bool a, bool b) { return a != b; }));
  cases.push_back(instruction<bool, bool>("not.pred", [](bool a) { return !a; }));
}

std::vector<InstructionCase> cases() {
  std::vector<InstructionCase> all;
  add_logic<std::uint16_t>(all, "b16");
  add_logic<U32>(all, "b32");
  add_logic<U64>(all, "b64");
  add_predicate_logic(all);
  add_shifts<std::uint16_t>(all, "16");
  add_shifts<U32>(all, "32");
  add_shifts<U64>(all, "64");
  add_funnel_shifts(all);
  add_fields<U32>(all, "u32");
  add_fields<std::int32_t>(all, "s32");
  add_fields<U64>(all, "u64");
  add_fields<std::int64_t>(all, "s64");
  add_counts<U32>(all, "b32");
  add_counts<U64>(all, "b64");
  add_lop3(all);
  all.push_back(instruction<U32, U32, U32, U32>("prmt.b32", prmt));
  return all;
}

class BitInstruction : public ::testing::TestWithParam<InstructionCase> {};

TEST_P(BitInstruction, AgreesWithTheManual) { check_instruction(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, BitInstruction, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return test_name(info.param.text); });

}  // namespace
}  // namespace warpscope::exec::test::bits_test
