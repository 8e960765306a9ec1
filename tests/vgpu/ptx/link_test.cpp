// Linking of modules. What is expected follows PTX ISA manual section 11.6 and what nvlink does.
#include "vgpu/ptx/link.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ptx_text.h"

namespace warpscope::ptx {
namespace {

using test::parse_module;

Module link_texts(std::initializer_list<std::string_view> texts) {
  std::vector<Module> modules;
  for (const std::string_view text : texts) modules.push_back(parse_module(text));
  return link(std::move(modules));
}

template <typename Symbol>
const Symbol& named(const std::vector<Symbol>& symbols, std::string_view name) {
  const auto is_it = [&](const Symbol& symbol) { return symbol.name == name; };
  EXPECT_EQ(std::count_if(symbols.begin(), symbols.end(), is_it), 1) << name;
  return *std::find_if(symbols.begin(), symbols.end(), is_it);
}

std::string error_of(std::initializer_list<std::string_view> texts) {
  try {
    link_texts(texts);
  } catch (const LinkError& error) {
    return error.what();
  }
  return {};
}

TEST(Link, OneModuleStaysAsItIs) {
  const Module module = link_texts({".visible .global .b32 a = 5; .file 1 \"a.cu\""});
  EXPECT_EQ(module.variables.size(), 1U);
  EXPECT_EQ(module.files.size(), 2U);
}

TEST(Link, AnExternFindsItsDefinitionInEitherOrder) {
  const std::string_view definition = ".visible .global .align 4 .b32 a[2] = {7, 8};";
  const std::string_view use = ".extern .global .align 4 .b32 a[2];";
  for (const Module& module : {link_texts({definition, use}), link_texts({use, definition})}) {
    ASSERT_EQ(module.variables.size(), 1U);
    EXPECT_FALSE(module.variables[0].is_extern);
    EXPECT_EQ(module.variables[0].initial.size(), 8U);
  }
}

TEST(Link, AFunctionIsDefinedElsewhere) {
  const Module module =
      link_texts({".extern .func (.param .b32 r) f(.param .b32 x);\n"
                  ".extern .func (.param .b32 r) vprintf(.param .b64 x, .param .b64 y);",
                  ".visible .func (.param .b32 r) f(.param .b32 x) { ret; }"});
  EXPECT_FALSE(named(module.functions, "f").is_declaration);
  EXPECT_EQ(named(module.functions, "f").body.size(), 1U);
  EXPECT_TRUE(named(module.functions, "vprintf").is_declaration);
}

TEST(Link, WeakGivesWayToVisible) {
  const std::string_view weak = ".weak .func f() { ret; }\n.weak .global .b32 a = 1;";
  const std::string_view other = ".weak .func f() { exit; ret; }\n.weak .global .b32 a = 2;";
  const std::string_view strong =
      ".visible .func f() { trap; exit; ret; }\n.visible .global .b32 a = 3;";
  const Module first = link_texts({weak, other});
  EXPECT_EQ(named(first.functions, "f").body.size(), 1U);
  EXPECT_EQ(named(first.variables, "a").initial.at(0), 1U);
  for (const Module& module : {link_texts({weak, other, strong}), link_texts({strong, weak})}) {
    EXPECT_EQ(named(module.functions, "f").body.size(), 3U);
    EXPECT_EQ(named(module.variables, "a").initial.at(0), 3U);
  }
}

TEST(Link, TheLargestCommonCounts) {
  const Module module =
      link_texts({".common .global .align 4 .b8 a[4];", ".common .global .align 16 .b8 a[64];",
                  ".common .global .align 8 .b8 a[8];"});
  EXPECT_EQ(named(module.variables, "a").size_bytes, 64U);
  EXPECT_EQ(named(module.variables, "a").alignment, 16U);
}

TEST(Link, TwoDefinitionsAreRefused) {
  EXPECT_NE(error_of({".visible .global .b32 a;", ".visible .global .b32 a;"}).find("a in two"),
            std::string::npos);
  EXPECT_NE(error_of({".visible .func f() { ret; }", ".visible .func f() { ret; }"}), "");
  EXPECT_NE(error_of({".visible .func f() { ret; }", ".visible .global .b32 f;"}), "");
  EXPECT_NE(error_of({".visible .global .b32 a;", ".extern .const .b32 a;"}), "");
}

// nvcc calls the strings of every file $str.
TEST(Link, NamesOfOneModuleOnlyAreKeptApart) {
  const std::string_view text =
      ".file 1 \"x.cu\"\n"
      ".global .align 1 .b8 $str[2] = {65, 0};\n"
      ".global .align 8 .u64 table[1] = {generic($str)};\n"
      ".func own() { ret; }\n";
  const auto with_kernel = [&](std::string_view kernel) {
    return std::string(text) + ".visible .entry " + std::string(kernel) +
           "() { .reg .b64 %rd<2>; .loc 1 3 0\n mov.u64 %rd1, $str; call own, (); ret; }";
  };
  const Module module = link_texts({with_kernel("k"), with_kernel("l")});
  EXPECT_EQ(module.variables.size(), 4U);
  EXPECT_EQ(module.functions.size(), 4U);
  for (const std::string_view kernel : {"k", "l"}) {
    const std::string number = kernel == "k" ? "#1" : "#2";
    const Function& function = named(module.functions, kernel);
    EXPECT_EQ(function.body[0].operands[1].name, "$str" + number);
    EXPECT_EQ(named(module.variables, "table" + number).relocations.at(0).symbol, "$str" + number);
    EXPECT_FALSE(named(module.functions, "own" + number).is_declaration);
    const auto& operands = function.body[1].operands;
    EXPECT_TRUE(std::any_of(operands.begin(), operands.end(), [&](const Operand& operand) {
      return operand.name == "own" + number;
    }));
    EXPECT_EQ(module.files.at(function.body[0].location.file), "x.cu");
  }
  EXPECT_NE(named(module.functions, "k").body[0].location.file,
            named(module.functions, "l").body[0].location.file);
}

TEST(Link, AFunctionsOwnNameHidesThatOfTheModule) {
  const std::string_view first =
      ".global .b32 a;\n"
      ".visible .entry k() { .shared .b32 a; .reg .b32 %r<2>; st.shared.b32 [a], %r1; ret; }";
  const Module module = link_texts({first, ".global .b32 a;"});
  const Function& function = named(module.functions, "k");
  ASSERT_EQ(function.variables.size(), 1U);
  EXPECT_EQ(function.body[0].operands[0].elements.at(0).name, function.variables[0].name);
}

TEST(Link, TheNewestVersionCounts) {
  std::vector<Module> modules;
  modules.push_back(parse(".version 8.0\n.target sm_80\n.address_size 64\n"));
  modules.push_back(parse(".version 8.10\n.target sm_90\n.address_size 64\n"));
  const Module module = link(std::move(modules));
  EXPECT_EQ(module.version_major, 8U);
  EXPECT_EQ(module.version_minor, 10U);
}

}  // namespace
}  // namespace warpscope::ptx
