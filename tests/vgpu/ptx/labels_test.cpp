#include "vgpu/ptx/labels.h"

#include <gtest/gtest.h>

#include "ptx_text.h"

namespace warpscope::ptx::labels_test {
namespace {

using test::error_of;
using test::kernel_text;
using test::parse_instruction;
using test::parse_kernel;

/// Where a branch goes, as an index into the body.
std::uint32_t target_of(const Function& function, std::size_t branch) {
  const Operand& target = function.body.at(branch).operands.at(0);
  EXPECT_EQ(target.kind, Operand::Kind::label);
  return function.labels.at(target.name);
}

TEST(Labels, ForwardBackwardAndAtTheEnd) {
  const Module module =
      parse_instruction("A:\nB: bra C;\nbra.uni A;\nC: @%p1 bra $End;\nbra B;\n$End:");
  const Function& function = module.functions[0];
  EXPECT_EQ(target_of(function, 0), 2U);
  EXPECT_EQ(target_of(function, 1), 0U);
  EXPECT_EQ(target_of(function, 2), 4U);
  EXPECT_EQ(target_of(function, 3), 0U);
  EXPECT_EQ(function.body.size(), 4U);
}

TEST(Labels, EachScopeHasItsOwn) {
  const Module module = parse_kernel(
      "{ L: bra L; bra OUT; }\n{ bra L; ret; L: bra OUT; }\nOUT: bra L;\nret;\nL: ret;");
  const Function& function = module.functions[0];
  EXPECT_EQ(target_of(function, 0), 0U);
  EXPECT_EQ(target_of(function, 1), 5U);
  EXPECT_EQ(target_of(function, 2), 4U);
  EXPECT_EQ(target_of(function, 4), 5U);
  EXPECT_EQ(target_of(function, 5), 7U);
}

TEST(Labels, AnInnerLabelHidesTheOuterOne) {
  const Module module = parse_kernel("L: ret;\n{ { bra L; } L: ret; }\nbra L;");
  const Function& function = module.functions[0];
  EXPECT_EQ(target_of(function, 1), 2U);
  EXPECT_EQ(target_of(function, 3), 0U);
}

TEST(Labels, BranchTables) {
  const Module module = parse_instruction(
      "brx.idx %r1, table;\ntable: .branchtargets A, B,\n A;\nA: ret;\nB: ret;\n"
      "{ table: .branchtargets B; A: brx.idx.uni %r2, table; }");
  const Function& function = module.functions[0];
  EXPECT_EQ(function.branch_targets.size(), 2U);
  EXPECT_EQ(function.branch_targets.at("table"), (std::vector<std::string_view>{"A", "B", "A"}));
  EXPECT_EQ(function.body[0].operands[1].name, "table");
  const auto& inner = function.branch_targets.at(function.body[3].operands[1].name);
  EXPECT_EQ(inner, (std::vector<std::string_view>{"B"}));
  EXPECT_FALSE(function.labels.contains("table"));
}

TEST(Labels, ErrorsNameLineAndCause) {
  EXPECT_EQ(error_of(kernel_text("ret;\nbra NOWHERE;")),
            "PTX line 6: The label 'NOWHERE' is not defined.");
  EXPECT_EQ(error_of(kernel_text("{ A: ret; }\nbra A;")),
            "PTX line 6: The label 'A' is not defined.");
  EXPECT_EQ(error_of(kernel_text("A: ret;\nA: ret;")),
            "PTX line 6: The label 'A' is defined twice in the same scope.");
  EXPECT_EQ(error_of(kernel_text("T: .branchtargets A;\nA: bra T;")),
            "PTX line 6: The label 'T' does not name what this instruction needs.");
  for (const char* body :
       {"bra 3;", "bra;", "T: .branchtargets ;", "T: .branchtargets A", "T: .branchtargets A; ret;",
        "A: .branchtargets A;", "brx.idx 1, 2;", "P: .callprototype _ ("}) {
    EXPECT_NE(error_of(kernel_text(body)), "") << body;
  }
}

}  // namespace
}  // namespace warpscope::ptx::labels_test
