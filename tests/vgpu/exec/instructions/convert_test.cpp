// cvt, PTX ISA manual section 9.7.9.21.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/vgpu/exec/support/instruction_case.h"

namespace warpscope::exec::test::convert_test {
namespace {

__extension__ using Wide = __int128;

template <typename T>
std::string type_name() {
  if (std::is_same_v<T, float>) return "f32";
  if (std::is_same_v<T, double>) return "f64";
  return (std::is_signed_v<T> ? "s" : "u") + std::to_string(8 * sizeof(T));
}

// An 8-bit value lives in a 16-bit register, zero- or sign-extended.
template <typename T>
using Register =
    std::conditional_t<sizeof(T) != 1, T,
                       std::conditional_t<std::is_signed_v<T>, std::int16_t, std::uint16_t>>;

template <typename D>
D clamp(Wide value) {
  return static_cast<D>(
      std::clamp<Wide>(value, std::numeric_limits<D>::min(), std::numeric_limits<D>::max()));
}

template <typename D, typename S>
void add_integers(std::vector<InstructionCase>& cases) {
  const std::string types = type_name<D>() + "." + type_name<S>();
  using From = Register<S>;
  using To = Register<D>;
  cases.push_back(instruction<To, From>(
      "cvt." + types, [](From a) { return static_cast<To>(static_cast<D>(static_cast<S>(a))); }));
  cases.push_back(instruction<To, From>(
      "cvt.sat." + types, [](From a) { return static_cast<To>(clamp<D>(static_cast<S>(a))); }));
}

template <typename D>
void add_integers_to(std::vector<InstructionCase>& cases) {
  add_integers<D, std::uint8_t>(cases);
  add_integers<D, std::int8_t>(cases);
  add_integers<D, std::uint16_t>(cases);
  add_integers<D, std::int16_t>(cases);
  add_integers<D, std::uint32_t>(cases);
  add_integers<D, std::int32_t>(cases);
  add_integers<D, std::uint64_t>(cases);
  add_integers<D, std::int64_t>(cases);
}

struct Rounding {
  const char* name;
  long double (*round)(long double);
};
constexpr Rounding kRoundings[] = {
    {"rni", [](long double a) { return a - std::remainder(a, 1.0L); }},  // ties to even
    {"rzi", [](long double a) { return a < 0 ? std::ceil(a) : std::floor(a); }},
    {"rmi", [](long double a) { return std::floor(a); }},
    {"rpi", [](long double a) { return std::ceil(a); }},
};

// Out of range goes to the nearest value in range; NaN to zero, as the manual says, or, where 64
// bits take part, to the top bit, as an H200 does (tests/golden/instructions).
template <typename D, typename S>
void add_float_to_integer(std::vector<InstructionCase>& cases) {
  using To = Register<D>;
  for (const Rounding& rounding : kRoundings) {
    for (const char* saturation : {"", ".sat"}) {
      const std::string text = std::string("cvt.") + rounding.name + saturation + "." +
                               type_name<D>() + "." + type_name<S>();
      cases.push_back(instruction<To, S>(text, [rounding](S a) -> To {
        if (std::isnan(a)) {
          const bool is_wide = sizeof(S) == 8 || sizeof(D) == 8;
          return is_wide ? static_cast<To>(static_cast<D>(std::uint64_t{1} << (8 * sizeof(D) - 1)))
                         : To{0};
        }
        if (std::fabs(a) > S{1e30})
          return a > 0 ? std::numeric_limits<D>::max() : std::numeric_limits<D>::min();
        return static_cast<To>(clamp<D>(static_cast<Wide>(rounding.round(a))));
      }));
    }
  }
}

template <typename D, typename S>
void add_integer_to_float(std::vector<InstructionCase>& cases) {
  using From = Register<S>;
  const std::string types = type_name<D>() + "." + type_name<S>();
  cases.push_back(instruction<D, From>("cvt.rn." + types, [](From a) {
    // From a wider exact format, so that there is one rounding.
    return static_cast<D>(static_cast<long double>(static_cast<S>(a)));
  }));
}

template <typename T>
void add_with_float(std::vector<InstructionCase>& cases) {
  add_float_to_integer<T, float>(cases);
  add_float_to_integer<T, double>(cases);
  add_integer_to_float<float, T>(cases);
  add_integer_to_float<double, T>(cases);
}

template <typename T>
void add_integral_rounding(std::vector<InstructionCase>& cases) {
  for (const Rounding& rounding : kRoundings) {
    const std::string text =
        std::string("cvt.") + rounding.name + "." + type_name<T>() + "." + type_name<T>();
    cases.push_back(instruction<T, T>(text, [rounding](T a) {
      if (!std::isfinite(a)) return a;
      return std::copysign(static_cast<T>(rounding.round(a)), a);
    }));
  }
}

// A 32-bit register for a narrower value: nvcc writes such conversions.
void add_wider_registers(std::vector<InstructionCase>& cases) {
  using U32 = std::uint32_t;
  using S32 = std::int32_t;
  using U64 = std::uint64_t;
  cases.push_back(instruction<U32, U32>("cvt.u8.u32", [](U32 a) { return a & 0xff; }));
  cases.push_back(
      instruction<S32, U32>("cvt.s8.u32", [](U32 a) { return S32{static_cast<std::int8_t>(a)}; }));
  cases.push_back(
      instruction<S32, U32>("cvt.s32.s8", [](U32 a) { return S32{static_cast<std::int8_t>(a)}; }));
  cases.push_back(instruction<S32, U32>("cvt.s32.s16",
                                        [](U32 a) { return S32{static_cast<std::int16_t>(a)}; }));
  cases.push_back(
      instruction<U32, U64>("cvt.u16.u64", [](U64 a) { return static_cast<U32>(a & 0xffff); }));
  cases.push_back(instruction<U64, U64>("cvt.u64.u8", [](U64 a) { return a & 0xff; }));
}

using U32 = std::uint32_t;
using S32 = std::int32_t;

// A value limited to `bits` bits, and its low bits.
U32 packed_element(S32 value, int bits, bool is_signed) {
  const auto limit = std::int64_t{1} << (is_signed ? bits - 1 : bits);
  const std::int64_t limited =
      std::min<std::int64_t>(limit - 1, std::max<std::int64_t>(is_signed ? -limit : 0, value));
  return static_cast<U32>(limited & ((std::int64_t{1} << bits) - 1));
}

void add_packs(std::vector<InstructionCase>& cases) {
  for (const bool is_signed : {false, true}) {
    const std::string sign = is_signed ? "s" : "u";
    cases.push_back(
        instruction<U32, S32, S32>("cvt.pack.sat." + sign + "16.s32", [is_signed](S32 a, S32 b) {
          return packed_element(a, 16, is_signed) << 16 | packed_element(b, 16, is_signed);
        }));
    for (const int bits : {2, 4, 8}) {
      cases.push_back(instruction<U32, S32, S32, U32>(
          "cvt.pack.sat." + sign + std::to_string(bits) + ".s32.b32",
          [bits, is_signed](S32 a, S32 b, U32 c) {
            return c << (2 * bits) | packed_element(a, bits, is_signed) << bits |
                   packed_element(b, bits, is_signed);
          }));
    }
  }
}

std::vector<InstructionCase> cases() {
  std::vector<InstructionCase> all;
  add_packs(all);
  add_integers_to<std::uint8_t>(all);
  add_integers_to<std::int8_t>(all);
  add_integers_to<std::uint16_t>(all);
  add_integers_to<std::int16_t>(all);
  add_integers_to<std::uint32_t>(all);
  add_integers_to<std::int32_t>(all);
  add_integers_to<std::uint64_t>(all);
  add_integers_to<std::int64_t>(all);
  add_with_float<std::uint8_t>(all);
  add_with_float<std::int8_t>(all);
  add_with_float<std::uint16_t>(all);
  add_with_float<std::int16_t>(all);
  add_with_float<std::uint32_t>(all);
  add_with_float<std::int32_t>(all);
  add_with_float<std::uint64_t>(all);
  add_with_float<std::int64_t>(all);
  add_integral_rounding<float>(all);
  add_integral_rounding<double>(all);
  add_wider_registers(all);
  all.push_back(instruction<double, float>("cvt.f64.f32", [](float a) { return double{a}; }));
  all.push_back(
      instruction<float, double>("cvt.rn.f32.f64", [](double a) { return static_cast<float>(a); }));
  all.push_back(instruction<float, float>("cvt.sat.f32.f32", [](float a) {
    return std::isnan(a) || a <= 0 ? 0.0F : std::min(a, 1.0F);
  }));
  all.push_back(instruction<float, double>("cvt.rn.sat.f32.f64", [](double a) {
    return std::isnan(a) || a <= 0 ? 0.0F : std::min(static_cast<float>(a), 1.0F);
  }));
  return all;
}

class Convert : public ::testing::TestWithParam<InstructionCase> {};

TEST_P(Convert, AgreesWithTheManual) { check_instruction(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, Convert, ::testing::ValuesIn(cases()), [](const auto& info) {
  return test_name(info.param.text) + "_" +
         std::to_string(static_cast<int>(info.param.destination)) +
         std::to_string(static_cast<int>(info.param.sources[0]));
});

}  // namespace
}  // namespace warpscope::exec::test::convert_test
