// Directives at module level, and functions as a whole.
#include "vgpu/ptx/module.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ptx_text.h"

namespace warpscope::ptx::module_test {
namespace {

using test::error_of;
using test::module_text;
using test::parse_module;

TEST(Module, HeadAndFiles) {
  const Module module = parse(
      "//\n// comment\n//\n.version 9.5\n.target sm_90a, debug\n.address_size 64\n"
      ".file 2 \"/a/b.cu\"\n.file 1 \"c d.cu\", 1700000000, 123\n.pragma \"nounroll\";\n");
  EXPECT_EQ(module.version_major, 9U);
  EXPECT_EQ(module.version_minor, 5U);
  EXPECT_EQ(module.target, "sm_90a");
  EXPECT_EQ(module.address_size, 64U);
  ASSERT_EQ(module.files.size(), 3U);
  EXPECT_TRUE(module.files[0].empty());
  EXPECT_EQ(module.files[1], "c d.cu");
  EXPECT_EQ(module.files[2], "/a/b.cu");
}

TEST(Module, ViewsStayValidWhenTheModuleMoves) {
  std::vector<Module> modules;
  modules.push_back(parse_module(".global .b32 first_variable;"));
  modules.push_back(parse_module(".global .b32 second_variable;"));
  modules.reserve(100);
  EXPECT_EQ(modules[0].variables[0].name, "first_variable");
  const std::string_view text = *modules[0].text;
  EXPECT_GE(modules[0].variables[0].name.data(), text.data());
  EXPECT_LT(modules[0].variables[0].name.data(), text.data() + text.size());
}

TEST(Module, TrailingZerosAreNoPartOfTheText) {
  std::string text = module_text("");
  text.append(7, '\0');
  EXPECT_EQ(parse(text).target, "sm_90");
}

TEST(Module, SkipsDebugSections) {
  const Module module = parse_module(
      ".section .debug_str\n{\n$L__info_string0:\n.b8 95,90,52,0\n{ nested }\n}\n"
      ".section .debug_loc { .b64 $L__tmp5\n.b64 $L__tmp6-4 }\n.global .b32 after;");
  ASSERT_EQ(module.variables.size(), 1U);
  EXPECT_EQ(module.variables[0].name, "after");
  EXPECT_NE(error_of(module_text(".section .debug_str { .b8 1")), "");
}

TEST(Functions, ParametersReturnsAndDirectives) {
  const Module module = parse_module(
      ".extern .func  (.param .b32 func_retval0) vprintf\n"
      "(\n.param .b64 vprintf_param_0,\n.param .b64 vprintf_param_1\n)\n;\n"
      ".extern .func __assertfail(.param .b64 a) .noreturn;\n"
      ".visible .entry k(\n.param .u64 .ptr .global .align 4 k_param_0,\n"
      ".param .align 8 .b8 k_param_1[32]\n)\n"
      ".maxntid 256, 1, 1\n.minnctapersm 2\n.explicitcluster\n.reqnctapercluster 2, 1, 1\n"
      "{\nret;\n}\n");
  ASSERT_EQ(module.functions.size(), 3U);
  const Function& printing = module.functions[0];
  EXPECT_EQ(printing.name, "vprintf");
  EXPECT_TRUE(printing.is_declaration);
  EXPECT_FALSE(printing.is_entry);
  ASSERT_EQ(printing.returns.size(), 1U);
  EXPECT_EQ(printing.returns[0].name, "func_retval0");
  EXPECT_EQ(printing.parameters.size(), 2U);
  EXPECT_TRUE(module.functions[1].directives.contains("noreturn"));
  const Function& kernel = module.functions[2];
  EXPECT_TRUE(kernel.is_entry);
  EXPECT_FALSE(kernel.is_declaration);
  ASSERT_EQ(kernel.parameters.size(), 2U);
  EXPECT_EQ(kernel.parameters[0].space, Space::param);
  EXPECT_EQ(kernel.parameters[0].size_bytes, 8U);
  EXPECT_EQ(kernel.parameters[1].size_bytes, 32U);
  EXPECT_EQ(kernel.parameters[1].alignment, 8U);
  EXPECT_EQ(kernel.directives.at("maxntid"), (std::vector<std::uint32_t>{256, 1, 1}));
  EXPECT_EQ(kernel.directives.at("minnctapersm"), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(kernel.directives.at("reqnctapercluster"), (std::vector<std::uint32_t>{2, 1, 1}));
  EXPECT_TRUE(kernel.directives.at("explicitcluster").empty());
  ASSERT_EQ(kernel.body.size(), 1U);
  EXPECT_EQ(kernel.body[0].opcode, "ret");
}

TEST(Functions, ADefinitionReplacesItsDeclaration) {
  const Module module = parse_module(
      ".func f(.param .b32 a);\n.func g() { call f, (1); ret; }\n"
      ".func f(.param .b32 a) { ret; }\n.func f(.param .b32 a);");
  ASSERT_EQ(module.functions.size(), 2U);
  EXPECT_EQ(module.functions[0].name, "f");
  EXPECT_FALSE(module.functions[0].is_declaration);
  EXPECT_NE(error_of(module_text(".func f() { } .func f() { }")), "");
  EXPECT_NE(error_of(module_text(".global .b32 f; .func f() { }")), "");
}

TEST(Functions, RegisterParametersAreRegisters) {
  const Module module =
      parse_module(".func (.reg .b32 result) twice(.reg .b32 x) { add.s32 result, x, x; ret; }");
  const Function& function = module.functions[0];
  ASSERT_EQ(function.registers.size(), 2U);
  EXPECT_EQ(function.returns[0].space, Space::reg);
  EXPECT_EQ(function.body[0].operands[0].index, 0U);
  EXPECT_EQ(function.body[0].operands[1].index, 1U);
}

TEST(Functions, AnAliasIsACopyOfItsTarget) {
  const Module module = parse_module(
      ".func target(.param .b32 a) { .reg .b32 %r<2>; ld.param.b32 %r1, [a]; ret; }\n"
      ".func other(.param .b32 a);\n.alias other, target;");
  const auto other = std::ranges::find(module.functions, "other", &Function::name);
  ASSERT_NE(other, module.functions.end());
  EXPECT_FALSE(other->is_declaration);
  EXPECT_EQ(other->body.size(), 2U);
  EXPECT_NE(error_of(module_text(".func a(); .alias a, b;")), "");
}

TEST(Module, ErrorsNameLineAndCause) {
  EXPECT_EQ(error_of(""), "PTX line 1: This is not PTX: the text must begin with .version.");
  EXPECT_EQ(error_of("int main() {}"),
            "PTX line 1: This is not PTX: the text must begin with .version.");
  EXPECT_EQ(error_of(".version x"), "PTX line 1: A version such as 8.0 must follow .version.");
  EXPECT_EQ(error_of(".version 8.0\n"), "PTX line 2: The directive .target is missing.");
  EXPECT_EQ(error_of(module_text(".wrong")), "PTX line 5: The directive '.wrong' is not known.");
  EXPECT_EQ(error_of(module_text("add.s32")), "PTX line 4: A directive expected, but found 'add'.");
  for (const char* text :
       {".version 8", ".file 70000 \"a\"", ".file 1 a", ".entry", ".entry k", ".entry k(",
        ".entry k(.param .b32 a", ".entry k(.b32 a) { }", ".entry k(.param .b32 a = 1) { }",
        ".entry k() {", ".entry k() { } }", ".entry k(.param .b32 a, .param .b32 a) { }",
        ".alias a", ".visible a", ".extern", ".section", ".section a b", ".address_size 65"}) {
    EXPECT_NE(error_of(module_text(text)), "") << text;
  }
}

}  // namespace
}  // namespace warpscope::ptx::module_test
