// Guards, calls, pragmas and the statements around instructions.
#include <gtest/gtest.h>

#include "ptx_text.h"

namespace warpscope::ptx::instructions_test {
namespace {

using test::error_of;
using test::kernel_text;
using test::parse_instruction;
using test::parse_module;
using Kind = Operand::Kind;

TEST(Instructions, GuardsAndLines) {
  const Module module = parse_instruction("@%p1 bra L;\n@!%p2 ret;\n\nL: exit;");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.body.size(), 3U);
  ASSERT_TRUE(function.body[0].guard);
  EXPECT_EQ(function.body[0].guard->index, 1U);
  EXPECT_FALSE(function.body[0].guard->negated);
  EXPECT_TRUE(function.body[1].guard->negated);
  EXPECT_FALSE(function.body[2].guard);
  EXPECT_EQ(function.body[0].ptx_line, 6U);
  EXPECT_EQ(function.body[2].ptx_line, 9U);
}

TEST(Instructions, UnknownOpcodesAreKept) {
  const Module module = parse_instruction("brandnew.kind::f8f6f4.1x [%r1], {%r2, 3}, _;");
  const Instruction& instruction = module.functions[0].body[0];
  EXPECT_EQ(instruction.opcode, "brandnew");
  EXPECT_EQ(instruction.modifiers, (std::vector<std::string_view>{"kind::f8f6f4", "1x"}));
  EXPECT_EQ(instruction.operands.size(), 3U);
}

TEST(Instructions, CallsHaveReturnsCalleeAndArguments) {
  const Module module = parse_module(
      ".func (.param .b32 r) f(.param .b32 a, .param .b32 b);\n.func g();\n"
      ".entry k() {\n.reg .b64 %rd<2>;\n.param .b32 x; .param .b32 y; .param .b32 z;\n"
      "call.uni (z), \nf, \n(\nx, \ny\n);\n"
      "call g;\n"
      "prototype_3 : .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);\n"
      "call (z), %rd1, (x, y), prototype_3;\n"
      "call f, (x, y);\n"
      "}");
  const Function& kernel = module.functions.back();
  ASSERT_EQ(kernel.body.size(), 4U);
  const Instruction& direct = kernel.body[0];
  ASSERT_EQ(direct.operands.size(), 3U);
  EXPECT_EQ(direct.operands[0].elements.at(0).name, "z");
  EXPECT_EQ(direct.operands[1].kind, Kind::symbol);
  EXPECT_EQ(direct.operands[1].name, "f");
  EXPECT_EQ(direct.operands[2].elements.at(1).name, "y");
  const Instruction& plain = kernel.body[1];
  ASSERT_EQ(plain.operands.size(), 3U);
  EXPECT_TRUE(plain.operands[0].elements.empty());
  EXPECT_EQ(plain.operands[1].name, "g");
  EXPECT_TRUE(plain.operands[2].elements.empty());
  const Instruction& indirect = kernel.body[2];
  ASSERT_EQ(indirect.operands.size(), 4U);
  EXPECT_EQ(indirect.operands[1].kind, Kind::reg);
  EXPECT_EQ(indirect.operands[3].kind, Kind::label);
  EXPECT_EQ(indirect.operands[3].name, "prototype_3");
  EXPECT_FALSE(kernel.labels.contains("prototype_3"));
  EXPECT_TRUE(kernel.body[3].operands[0].elements.empty());
  EXPECT_EQ(kernel.body[3].operands[2].elements.size(), 2U);
}

TEST(Instructions, UsedBytesMaskBelongsToTheNextInstruction) {
  const Module module = parse_instruction(
      ".pragma \"used_bytes_mask 61455\";\nld.global.v4.f32 {%f0,%f1,%f2,%f3}, [%rd1];\n"
      ".pragma \"nounroll\";\nld.global.f32 %f0, [%rd1];\n"
      ".pragma \"nounroll\", \"used_bytes_mask 0xF\";\n.loc 1 2 3\nld.global.f32 %f0, [%rd1];");
  const auto& body = module.functions[0].body;
  ASSERT_EQ(body.size(), 3U);
  EXPECT_EQ(body[0].used_bytes_mask, 61455U);
  EXPECT_FALSE(body[1].used_bytes_mask);
  EXPECT_EQ(body[2].used_bytes_mask, 15U);
}

TEST(Instructions, EmptyStatementsAndScopesAreFine) {
  const Module module = parse_instruction(";; { } { { ret; }; }");
  EXPECT_EQ(module.functions[0].body.size(), 1U);
}

TEST(Instructions, ErrorsNameLineAndCause) {
  const auto error = [](std::string_view text) {
    return error_of(kernel_text(std::string(test::kRegisters) + std::string(text)));
  };
  EXPECT_EQ(error("@%r1 ret;"), "PTX line 6: A guard must be a predicate register.");
  EXPECT_EQ(error("add"), "PTX line 7: An operand expected, but found '}'.");
  EXPECT_EQ(error(".unknown 3;"), "PTX line 6: The directive '.unknown' is not known here.");
  EXPECT_EQ(error(".pragma \"used_bytes_mask x\";"),
            "PTX line 6: The pragma used_bytes_mask needs a 32-bit number.");
  for (const char* text : {"@ret;", "@%p1;", "@%p1 { ret; }", "ret", "call;", "call 3;",
                           "call (%r1);", "call k, %r1;", "call k, (%r1", "3;", ".pragma 3;",
                           "call k, (%r1), missing;", ".pragma \"used_bytes_mask 4294967296\";"}) {
    EXPECT_NE(error(text), "") << text;
  }
}

}  // namespace
}  // namespace warpscope::ptx::instructions_test
