// Integer arithmetic, PTX ISA manual section 9.7.1.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/vgpu/exec/support/instruction_case.h"

namespace warpscope::exec::test::integer_test {
namespace {

__extension__ using Wide = __int128;

// The low bits of an exact result: what wrap-around arithmetic means.
template <typename T>
T low(Wide value) {
  return static_cast<T>(static_cast<unsigned __int128>(value));
}
// Unsigned, because two 64-bit factors make more than __int128 holds.
template <typename T>
T low_product(Wide a, Wide b) {
  return static_cast<T>(static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b));
}
template <typename T>
T high(Wide a, Wide b) {
  if constexpr (sizeof(T) == 8 && !std::numeric_limits<T>::is_signed) {
    const auto product = static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b);
    return static_cast<T>(product >> 64);
  } else {
    return static_cast<T>((a * b) >> (8 * sizeof(T)));
  }
}
template <typename T>
std::int32_t clamp(T value) {
  using Limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::int32_t>(std::clamp<T>(value, Limits::min(), Limits::max()));
}

template <typename T>
void add_type(std::vector<InstructionCase>& cases, const std::string& type) {
  const auto binary = [&](const std::string& opcode, auto f) {
    cases.push_back(instruction<T, T, T>(opcode + "." + type, f));
  };
  const auto ternary = [&](const std::string& opcode, auto f) {
    cases.push_back(instruction<T, T, T, T>(opcode + "." + type, f));
  };
  binary("add", [](T a, T b) { return low<T>(Wide{a} + b); });
  binary("sub", [](T a, T b) { return low<T>(Wide{a} - b); });
  binary("mul.lo", [](T a, T b) { return low_product<T>(a, b); });
  binary("mul.hi", [](T a, T b) { return high<T>(a, b); });
  ternary("mad.lo", [](T a, T b, T c) { return low<T>(Wide{low_product<T>(a, b)} + c); });
  ternary("mad.hi", [](T a, T b, T c) { return low<T>(Wide{high<T>(a, b)} + c); });
  ternary("sad",
          [](T a, T b, T c) { return low<T>(Wide{c} + (a < b ? Wide{b} - a : Wide{a} - b)); });
  // The manual leaves division by zero open; the hardware gives all ones, and the dividend as rest.
  binary("div", [](T a, T b) { return b == 0 ? low<T>(-1) : low<T>(Wide{a} / b); });
  binary("rem", [](T a, T b) { return b == 0 ? low<T>(-1) : low<T>(Wide{a} % b); });
  binary("min", [](T a, T b) { return std::min(a, b); });
  binary("max", [](T a, T b) { return std::max(a, b); });
  if constexpr (std::numeric_limits<T>::is_signed) {
    cases.push_back(
        instruction<T, T>("abs." + type, [](T a) { return low<T>(a < 0 ? -Wide{a} : a); }));
    cases.push_back(instruction<T, T>("neg." + type, [](T a) { return low<T>(-Wide{a}); }));
  }
}

template <typename T, typename D>
void add_widening(std::vector<InstructionCase>& cases, const std::string& type) {
  cases.push_back(
      instruction<D, T, T>("mul.wide." + type, [](T a, T b) { return low<D>(Wide{a} * b); }));
  cases.push_back(instruction<D, T, T, D>("mad.wide." + type,
                                          [](T a, T b, D c) { return low<D>(Wide{a} * b + c); }));
}

std::vector<InstructionCase> cases() {
  std::vector<InstructionCase> all;
  add_type<std::uint16_t>(all, "u16");
  add_type<std::int16_t>(all, "s16");
  add_type<std::uint32_t>(all, "u32");
  add_type<std::int32_t>(all, "s32");
  add_type<std::uint64_t>(all, "u64");
  add_type<std::int64_t>(all, "s64");
  add_widening<std::uint16_t, std::uint32_t>(all, "u16");
  add_widening<std::int16_t, std::int32_t>(all, "s16");
  add_widening<std::uint32_t, std::uint64_t>(all, "u32");
  add_widening<std::int32_t, std::int64_t>(all, "s32");
  using S32 = std::int32_t;
  all.push_back(instruction<S32, S32, S32>(
      "add.sat.s32", [](S32 a, S32 b) { return clamp(std::int64_t{a} + b); }));
  all.push_back(instruction<S32, S32, S32>(
      "sub.sat.s32", [](S32 a, S32 b) { return clamp(std::int64_t{a} - b); }));
  return all;
}

class IntegerInstruction : public ::testing::TestWithParam<InstructionCase> {};

TEST_P(IntegerInstruction, AgreesWithTheManual) { check_instruction(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, IntegerInstruction, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return test_name(info.param.text); });

}  // namespace
}  // namespace warpscope::exec::test::integer_test
