// Declarations of variables and their initial values.
#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "ptx_text.h"

namespace warpscope::ptx::variables_test {
namespace {

using test::error_of;
using test::module_text;
using test::parse_module;
using Bytes = std::vector<std::uint8_t>;

template <class T>
T initial_at(const Variable& variable, std::size_t index) {
  T value{};
  EXPECT_LE((index + 1) * sizeof(T), variable.initial.size());
  std::memcpy(&value, variable.initial.data() + index * sizeof(T), sizeof(T));
  return value;
}

TEST(Variables, SpacesTypesAndSizes) {
  const Module module = parse_module(
      ".global .align 16 .b8 a[3][4];\n"
      ".const .f64 b;\n"
      ".visible .global .v4 .f32 c[2];\n"
      ".extern .shared .align 8 .b8 d[];\n"
      ".weak .global .attribute(.managed) .u32 e, f[2];\n"
      ".global .texref t;\n");
  ASSERT_EQ(module.variables.size(), 7U);
  const Variable& a = module.variables[0];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.space, Space::global);
  EXPECT_EQ(a.alignment, 16U);
  EXPECT_EQ(a.size_bytes, 12U);
  EXPECT_EQ(module.variables[1].space, Space::constant);
  EXPECT_EQ(module.variables[1].alignment, 8U);
  EXPECT_EQ(module.variables[1].size_bytes, 8U);
  EXPECT_EQ(module.variables[2].size_bytes, 32U);
  EXPECT_EQ(module.variables[2].alignment, 16U);
  EXPECT_TRUE(module.variables[3].is_extern);
  EXPECT_EQ(module.variables[3].space, Space::shared);
  EXPECT_EQ(module.variables[3].size_bytes, 0U);
  EXPECT_EQ(module.variables[4].name, "e");
  EXPECT_EQ(module.variables[5].size_bytes, 8U);
  EXPECT_EQ(module.variables[6].type, Type::texref);
}

TEST(Variables, ScalarsAndListsOfNumbers) {
  const Module module = parse_module(
      ".global .u32 a = 0x01020304;\n"
      ".global .s16 b[3] = {-1, 2};\n"
      ".global .f32 c[2] = {0f3F800000, 2.5};\n"
      ".global .f64 d = 0dBFF0000000000000;\n"
      ".global .u32 e[] = {1, 2, 3};\n"
      ".global .f32 f = 3;\n"
      ".global .u64 g = 1 << 40;\n");
  EXPECT_EQ(module.variables[0].initial, (Bytes{4, 3, 2, 1}));
  EXPECT_EQ(module.variables[1].initial, (Bytes{0xFF, 0xFF, 2, 0}));
  EXPECT_EQ(module.variables[1].size_bytes, 6U);
  EXPECT_EQ(initial_at<float>(module.variables[2], 0), 1.0F);
  EXPECT_EQ(initial_at<float>(module.variables[2], 1), 2.5F);
  EXPECT_EQ(initial_at<double>(module.variables[3], 0), -1.0);
  EXPECT_EQ(module.variables[4].size_bytes, 12U);
  EXPECT_EQ(initial_at<float>(module.variables[5], 0), 3.0F);
  EXPECT_EQ(initial_at<std::uint64_t>(module.variables[6], 0), std::uint64_t{1} << 40);
}

TEST(Variables, NestedBracesFillTheirSubArrays) {
  const Module module = parse_module(
      ".global .u8 a[2][3] = {{1, 2}, {4, 5, 6}};\n"
      ".global .u8 b[2][2][2] = {{{1}, {3, 4}}, {{5}}};\n"
      ".global .v2 .u8 c[2] = {{1, 2}, {3, 4}};\n"
      ".global .u8 d[][2] = {{1, 2}, {3}};\n"
      ".global .u8 e[2][2] = {1, {3, 4}};\n");
  EXPECT_EQ(module.variables[0].initial, (Bytes{1, 2, 0, 4, 5, 6}));
  EXPECT_EQ(module.variables[1].initial, (Bytes{1, 0, 3, 4, 5}));
  EXPECT_EQ(module.variables[2].initial, (Bytes{1, 2, 3, 4}));
  EXPECT_EQ(module.variables[3].size_bytes, 4U);
  EXPECT_EQ(module.variables[3].initial, (Bytes{1, 2, 3}));
  EXPECT_EQ(module.variables[4].initial, (Bytes{1, 0, 3, 4}));
}

TEST(Variables, AddressesBecomeRelocations) {
  const Module module = parse_module(
      ".func f() ;\n"
      ".global .u32 a[4];\n"
      ".global .u64 b[5] = {generic(a)+8, a+-4, f, 7, generic(b)};\n");
  const Variable& b = module.variables[1];
  ASSERT_EQ(b.relocations.size(), 4U);
  EXPECT_EQ(b.relocations[0].offset, 0U);
  EXPECT_EQ(b.relocations[0].symbol, "a");
  EXPECT_EQ(b.relocations[0].addend, 8);
  EXPECT_TRUE(b.relocations[0].generic);
  EXPECT_EQ(b.relocations[1].offset, 8U);
  EXPECT_EQ(b.relocations[1].addend, -4);
  EXPECT_FALSE(b.relocations[1].generic);
  EXPECT_EQ(b.relocations[2].symbol, "f");
  EXPECT_EQ(b.relocations[3].offset, 32U);
  EXPECT_EQ(initial_at<std::uint64_t>(b, 3), 7U);
  EXPECT_EQ(initial_at<std::uint64_t>(b, 0), 0U);
}

TEST(Variables, MaskedBytesBecomeOneRelocation) {
  const Module module = parse_module(
      ".global .u32 a;\n"
      ".global .align 1 .u8 b[10] = {97, 0XFF(generic(a)+12), 0xFF00(generic(a)+12), "
      "0xFF0000(generic(a)+12), 0xFF000000(generic(a)+12), 0xFF00000000(generic(a)+12), "
      "0xFF0000000000(generic(a)+12), 0xFF000000000000(generic(a)+12), "
      "0xFF00000000000000(generic(a)+12), 5};\n");
  const Variable& b = module.variables[1];
  ASSERT_EQ(b.relocations.size(), 1U);
  EXPECT_EQ(b.relocations[0].offset, 1U);
  EXPECT_EQ(b.relocations[0].addend, 12);
  EXPECT_TRUE(b.relocations[0].generic);
  EXPECT_EQ(b.initial.front(), 97U);
  EXPECT_EQ(b.initial.back(), 5U);
}

TEST(Variables, InitialValuesMayNameWhatFollowsOrIsLocal) {
  const Module module = parse_module(
      ".global .u64 a = b;\n.global .u64 b = a;\n"
      ".entry k() { .global .u32 x; { .global .u32 x; .global .u64 y = x+4; } }");
  EXPECT_EQ(module.variables[0].relocations.at(0).symbol, "b");
  EXPECT_EQ(module.variables[1].relocations.at(0).symbol, "a");
  const auto& variables = module.functions[0].variables;
  ASSERT_EQ(variables.size(), 3U);
  EXPECT_EQ(variables[2].relocations.at(0).symbol, variables[1].name);
  EXPECT_NE(variables[1].name, variables[0].name);
}

TEST(Variables, ADefinitionReplacesAnExternDeclaration) {
  const Module module = parse_module(
      ".extern .global .u32 a;\n.visible .global .u32 a = 5;\n.extern .global .u32 a;");
  ASSERT_EQ(module.variables.size(), 1U);
  EXPECT_FALSE(module.variables[0].is_extern);
  EXPECT_EQ(module.variables[0].initial.size(), 4U);
}

TEST(Variables, ErrorsNameLineAndCause) {
  EXPECT_EQ(error_of(module_text("\n.global .b8 a[1152921504606846976];")),
            "PTX line 5: An array size must be a whole number from 0 to 1099511627776.");
  EXPECT_EQ(error_of(module_text(".global .b8 a[1048576][1048576][1048576];")),
            "PTX line 4: A variable is larger than 1 TiB.");
  const auto fails = [](const char* text) { return !error_of(module_text(text)).empty(); };
  EXPECT_TRUE(fails(".global .b8 a[][1099511627776][1099511627776] = {{{1}}};"));
  EXPECT_TRUE(fails(".global .b8 a[2][0] = {{1}};"));
  EXPECT_TRUE(fails(".global .b8 a[2][1099511627775] = {{1}, {2}};"));
  EXPECT_TRUE(fails(".global .b8 a[2] = {1, 2, 3};"));
  EXPECT_TRUE(fails(".global .b8 a[2] = {{{1}}};"));
  EXPECT_TRUE(fails(".global .b8 a = {1, 2};"));
  EXPECT_TRUE(fails(".global .u16 a = 1.5;"));
  EXPECT_TRUE(fails(".global .align 3 .b8 a;"));
  EXPECT_TRUE(fails(".global .align 4294967296 .b8 a;"));
  EXPECT_TRUE(fails(".global a;"));
  EXPECT_TRUE(fails(".global .b32 a"));
  EXPECT_TRUE(fails(".global .b32 a; .global .b32 a;"));
  EXPECT_TRUE(fails(".global .u64 a = missing;"));
  EXPECT_TRUE(fails(".global .u64 a = generic(missing)+4;"));
  EXPECT_TRUE(fails(".global .u8 a; .global .u8 b = a;"));
  EXPECT_TRUE(fails(".global .u8 a; .global .u8 b[2] = {0xFF(a), 0xFF00(a)};"));
  EXPECT_TRUE(fails(".global .u8 a; .global .u8 b[2] = {0xFF00(a), 0xFF(a)};"));
  EXPECT_TRUE(fails(".global .u8 a; .global .u8 b[2] = {0xFF(a), 1};"));
}

}  // namespace
}  // namespace warpscope::ptx::variables_test
