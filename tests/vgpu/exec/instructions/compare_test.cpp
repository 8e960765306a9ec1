// Comparison and selection, PTX ISA manual section 9.7.6.
#include <gtest/gtest.h>

#include <cmath>
#include <compare>
#include <string_view>

#include "tests/vgpu/exec/support/instruction_case.h"

namespace warpscope::exec::test::compare_test {
namespace {

// What the letters of a comparison mean: which orders satisfy it, and whether a NaN does.
struct Comparison {
  std::string_view name;
  bool less, equal, greater, unordered;
};
constexpr Comparison kInteger[] = {
    {"eq", false, true, false, false}, {"ne", true, false, true, false},
    {"lt", true, false, false, false}, {"le", true, true, false, false},
    {"gt", false, false, true, false}, {"ge", false, true, true, false}};
constexpr Comparison kUnsigned[] = {{"lo", true, false, false, false},
                                    {"ls", true, true, false, false},
                                    {"hi", false, false, true, false},
                                    {"hs", false, true, true, false}};
constexpr Comparison kFloat[] = {
    {"equ", false, true, false, true}, {"neu", true, false, true, true},
    {"ltu", true, false, false, true}, {"leu", true, true, false, true},
    {"gtu", false, false, true, true}, {"geu", false, true, true, true},
    {"num", true, true, true, false},  {"nan", false, false, false, true}};

template <typename T>
bool holds(const Comparison& comparison, T a, T b) {
  const std::partial_ordering order = a <=> b;
  if (order == std::partial_ordering::unordered) return comparison.unordered;
  if (std::is_lt(order)) return comparison.less;
  return std::is_gt(order) ? comparison.greater : comparison.equal;
}

template <typename T>
void add_comparison(std::vector<InstructionCase>& cases, const Comparison& comparison,
                    const std::string& type) {
  const auto is_true = [comparison](T a, T b) { return holds(comparison, a, b); };
  const std::string opcode = "setp." + std::string(comparison.name);
  const std::string set = "set." + std::string(comparison.name);
  cases.push_back(instruction<bool, T, T>(opcode + "." + type, is_true));
  cases.push_back(instruction<std::uint32_t, T, T>(
      set + ".u32." + type, [is_true](T a, T b) { return is_true(a, b) ? 0xffffffffu : 0u; }));
  cases.push_back(instruction<float, T, T>(
      set + ".f32." + type, [is_true](T a, T b) { return is_true(a, b) ? 1.0F : 0.0F; }));
}

// Both destinations, and a predicate combined with the result.
template <typename T>
void add_combined(std::vector<InstructionCase>& cases, const Comparison& comparison,
                  const std::string& type) {
  const auto is_true = [comparison](T a, T b) { return holds(comparison, a, b); };
  const std::string opcode = "setp." + std::string(comparison.name);
  cases.push_back(instruction<bool, T, T>(opcode + "." + type + " $d|%p9, $a, $b", is_true));
  cases.push_back(instruction<bool, T, T>(opcode + "." + type + " %p9|$d, $a, $b",
                                          [is_true](T a, T b) { return !is_true(a, b); }));
  const auto combine = [](std::string_view name, bool x, bool y) {
    return name == "and" ? x && y : name == "or" ? x || y : x != y;
  };
  for (const std::string_view name : {"and", "or", "xor"}) {
    const std::string with = opcode + "." + std::string(name) + "." + type;
    cases.push_back(instruction<bool, T, T, bool>(
        with, [=](T a, T b, bool c) { return combine(name, is_true(a, b), c); }));
    cases.push_back(instruction<bool, T, T, bool>(
        with + " %p9|$d, $a, $b, $c",
        [=](T a, T b, bool c) { return combine(name, !is_true(a, b), c); }));
    cases.push_back(instruction<bool, T, T, bool>(with + " $d, $a, $b, !$c", [=](T a, T b, bool c) {
      return combine(name, is_true(a, b), !c);
    }));
  }
}

template <typename T>
void add_type(std::vector<InstructionCase>& cases, const std::string& type) {
  for (const Comparison& comparison : kInteger) add_comparison<T>(cases, comparison, type);
  if constexpr (std::is_floating_point_v<T>) {
    for (const Comparison& comparison : kFloat) add_comparison<T>(cases, comparison, type);
  } else if constexpr (std::is_unsigned_v<T>) {
    for (const Comparison& comparison : kUnsigned) add_comparison<T>(cases, comparison, type);
  }
}

template <typename T>
void add_selection(std::vector<InstructionCase>& cases, const std::string& type) {
  const std::string selp = "selp." + type;
  cases.push_back(instruction<T, T, T, bool>(selp, [](T a, T b, bool c) { return c ? a : b; }));
  // -0 counts as not negative, a NaN as negative.
  cases.push_back(instruction<T, T, T, std::int32_t>(
      "slct." + type + ".s32", [](T a, T b, std::int32_t c) { return c >= 0 ? a : b; }));
  cases.push_back(instruction<T, T, T, float>(
      "slct." + type + ".f32", [](T a, T b, float c) { return c > 0 || c == 0 ? a : b; }));
}

std::vector<InstructionCase> cases() {
  std::vector<InstructionCase> all;
  add_type<std::uint16_t>(all, "u16");
  add_type<std::int16_t>(all, "s16");
  add_type<std::uint32_t>(all, "u32");
  add_type<std::int32_t>(all, "s32");
  add_type<std::uint64_t>(all, "u64");
  add_type<std::int64_t>(all, "s64");
  add_type<float>(all, "f32");
  add_type<double>(all, "f64");
  for (const std::size_t i : {0, 1}) {
    add_comparison<std::uint16_t>(all, kInteger[i], "b16");
    add_comparison<std::uint32_t>(all, kInteger[i], "b32");
    add_comparison<std::uint64_t>(all, kInteger[i], "b64");
  }
  add_combined<std::int32_t>(all, kInteger[2], "s32");
  add_combined<float>(all, kInteger[2], "f32");
  add_combined<double>(all, kFloat[1], "f64");
  // Selections move bits: integers, so that a NaN must come through unchanged.
  for (const char* type : {"b16", "u16", "s16"}) add_selection<std::uint16_t>(all, type);
  for (const char* type : {"b32", "u32", "s32"}) add_selection<std::uint32_t>(all, type);
  for (const char* type : {"b64", "u64", "s64"}) add_selection<std::uint64_t>(all, type);
  add_selection<float>(all, "f32");
  add_selection<double>(all, "f64");
  return all;
}

class Compare : public ::testing::TestWithParam<InstructionCase> {};

TEST_P(Compare, AgreesWithTheManual) { check_instruction(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Table, Compare, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return test_name(info.param.text); });

}  // namespace
}  // namespace warpscope::exec::test::compare_test
