// Registers and variables of a function, with nested scopes.
#include <gtest/gtest.h>

#include "ptx_text.h"

namespace warpscope::ptx::function_scope_test {
namespace {

using test::error_of;
using test::kernel_text;
using test::parse_kernel;

TEST(Registers, AreNumberedInTheOrderOfTheirDeclaration) {
  const Module module = parse_kernel(
      ".reg .pred %p<2>;\n.reg .b64 %SP, %SPL;\n.reg .f32 %f<3>;\nadd.f32 %f2, %f1, %f0;\n"
      "mov.b64 %SPL, %SP;");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.registers.size(), 7U);
  EXPECT_EQ(function.registers[1].full_name(), "%p1");
  EXPECT_EQ(function.registers[1].type, Type::pred);
  EXPECT_EQ(function.registers[3].full_name(), "%SPL");
  EXPECT_FALSE(function.registers[3].is_numbered);
  EXPECT_EQ(function.registers[6].full_name(), "%f2");
  EXPECT_EQ(function.registers[6].number, 2U);
  EXPECT_EQ(function.body[0].operands[0].index, 6U);
  EXPECT_EQ(function.body[0].operands[2].index, 4U);
  EXPECT_EQ(function.body[1].operands[0].index, 3U);
}

TEST(Registers, AFamilyMayEndInADigit) {
  const Module module = parse_kernel(".reg .b32 a1<3>;\n.reg .b32 a<2>;\nadd.u32 a12, a1, a10;");
  const Instruction& add = module.functions[0].body[0];
  EXPECT_EQ(add.operands[0].index, 2U);
  EXPECT_EQ(add.operands[1].index, 4U);
  EXPECT_EQ(add.operands[2].index, 0U);
}

TEST(Registers, VectorsHaveComponents) {
  const Module module = parse_kernel(
      ".reg .v4 .f32 v;\n.reg .v2 .b32 w<2>;\nadd.f32 v.x, v.w, v.g;\nmov.b32 w1.y, w0.x;\n"
      "ld.global.v4.f32 v, [p];");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.registers.size(), 8U);
  EXPECT_EQ(function.registers[3].full_name(), "v.w");
  EXPECT_EQ(function.body[0].operands[0].index, 0U);
  EXPECT_EQ(function.body[0].operands[1].index, 3U);
  EXPECT_EQ(function.body[0].operands[2].index, 1U);
  EXPECT_EQ(function.body[1].operands[0].index, 7U);
  ASSERT_EQ(function.body[2].operands[0].kind, Operand::Kind::vector);
  EXPECT_EQ(function.body[2].operands[0].elements.size(), 4U);
  EXPECT_NE(error_of(kernel_text(".reg .v2 .b32 w; mov.b32 w.z, w.x;")), "");
}

TEST(Scopes, AnInnerRegisterHidesTheOuterOne) {
  const Module module = parse_kernel(
      ".reg .b32 a, %r<2>;\nmov.b32 a, 1;\n{ .reg .b64 a; .reg .b64 %r<2>; mov.b64 a, %r1; }\n"
      "mov.b32 a, %r1;");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.body.size(), 3U);
  EXPECT_EQ(function.body[0].operands[0].index, 0U);
  EXPECT_EQ(function.registers[function.body[1].operands[0].index].type, Type::b64);
  EXPECT_EQ(function.registers[function.body[1].operands[1].index].type, Type::b64);
  EXPECT_EQ(function.body[2].operands[0].index, 0U);
  EXPECT_EQ(function.body[2].operands[1].index, 2U);
}

TEST(Scopes, AnInnerSingleRegisterHidesAFamilyAndBack) {
  const Module module = parse_kernel(
      ".reg .b32 %r<2>;\n{ .reg .b64 %r1; mov.b64 %r1, 0; { .reg .b16 %r<2>; mov.b16 %r1, 0; } }");
  const Function& function = module.functions[0];
  EXPECT_EQ(function.registers[function.body[0].operands[0].index].type, Type::b64);
  EXPECT_EQ(function.registers[function.body[1].operands[0].index].type, Type::b16);
}

TEST(Scopes, ClosedScopesShareTheirRegisters) {
  const Module module = parse_kernel(
      "{ .reg .pred p; setp.eq.s32 p, 1, 2; }\n{ .reg .pred p; setp.eq.s32 p, 3, 4; }\n"
      "{ .reg .b32 p; mov.b32 p, 1; { .reg .b32 p; mov.b32 p, 2; } }");
  const Function& function = module.functions[0];
  EXPECT_EQ(function.body[0].operands[0].index, function.body[1].operands[0].index);
  EXPECT_NE(function.body[1].operands[0].index, function.body[2].operands[0].index);
  EXPECT_NE(function.body[2].operands[0].index, function.body[3].operands[0].index);
}

TEST(Scopes, VariablesOfCallsGetTheirOwnNames) {
  const Module module = parse_kernel(
      "{ .param .b64 param0; st.param.b64 [param0+0], 1; }\n"
      "{ .param .b64 param0; st.param.b64 [param0+0], 2; }\n"
      "{ .param .align 4 .b8 param0[16]; st.param.b32 [param0+12], 3; }\n");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.variables.size(), 2U);
  const auto target = [&](std::size_t i) { return function.body[i].operands[0].elements[0].name; };
  EXPECT_EQ(target(0), "param0");
  EXPECT_EQ(target(1), "param0");
  EXPECT_EQ(target(2), function.variables[1].name);
  EXPECT_NE(target(2), "param0");
  EXPECT_EQ(function.variables[1].size_bytes, 16U);
  EXPECT_EQ(function.variables[0].space, Space::param);
}

TEST(Scopes, LocalVariablesAreNeverShared) {
  const Module module = parse_kernel(
      ".local .align 4 .b8 depot[8];\n.shared .b32 s;\n"
      "{ .local .b32 x; st.local.b32 [x], 1; }\n{ .local .b32 x; st.local.b32 [x], 2; }");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.variables.size(), 4U);
  EXPECT_EQ(function.variables[0].space, Space::local);
  EXPECT_EQ(function.variables[1].space, Space::shared);
  EXPECT_NE(function.body[0].operands[0].elements[0].name,
            function.body[1].operands[0].elements[0].name);
}

TEST(Scopes, AModuleVariableIsHiddenByName) {
  const Module module = test::parse_module(
      ".global .b32 x;\n.entry k() { .reg .b64 %rd<2>; mov.u64 %rd0, x; "
      "{ .shared .b32 x; mov.u64 %rd1, x; } }");
  const Function& function = module.functions[0];
  EXPECT_EQ(function.body[0].operands[1].name, "x");
  EXPECT_EQ(function.body[1].operands[1].name, function.variables[0].name);
  EXPECT_NE(function.variables[0].name, "x");
}

TEST(Scopes, ErrorsNameLineAndCause) {
  EXPECT_EQ(error_of(kernel_text("add.s32 %r1, %r2, %r3;")),
            "PTX line 5: The register '%r1' is not declared.");
  EXPECT_EQ(error_of(kernel_text(".reg .b32 %r<2>;\nmov.b32 %r1, %r2;")),
            "PTX line 6: The register '%r2' is not declared.");
  EXPECT_EQ(error_of(kernel_text("{ .reg .b32 a; }\nmov.b32 a, 1;")),
            "PTX line 6: The name 'a' is not declared.");
  EXPECT_EQ(error_of(kernel_text(".reg .b32 %r<4000000000>;")),
            "PTX line 5: The function declares too many registers.");
  EXPECT_EQ(error_of(kernel_text(".reg .b32 a, a;")),
            "PTX line 5: The name 'a' is declared twice in the same scope.");
  for (const char* body :
       {".reg .b32 %r<2>; .reg .b64 %r<3>;", ".reg a;", ".reg .b32 %r<;", ".reg .b32 %r<1.5>;",
        ".reg .b32 %r<-1>;", ".local .b32 a; .local .b32 a;", ".reg .b32 %r<2>; mov.b32 %r01, 1;",
        ".reg .v4 .b32 %v<99999999999>;", ".visible", ".loc"}) {
    EXPECT_NE(error_of(kernel_text(body)), "") << body;
  }
}

}  // namespace
}  // namespace warpscope::ptx::function_scope_test
