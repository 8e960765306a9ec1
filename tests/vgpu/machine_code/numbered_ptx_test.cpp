#include "vgpu/machine_code/numbered_ptx.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/vgpu/machine_code/kernels.h"
#include "vgpu/ptx/elf_image.h"

namespace warpscope::machine_code::test {
namespace {

constexpr std::string_view kBody = R"(
ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x;
.loc 1 7 3
setp.gt.u32 %p1, %r1, 7; @%p1 bra END;
mul.wide.u32 %rd2, %r1, 4;
add.u64 %rd1, %rd1, %rd2;
st.global.u32 [%rd1], %r1;
END:)";

std::string numbered(const std::string& text) {
  const ptx::Module module = ptx::parse(text);
  return numbered_text(module, InstructionNumbers(module)).value_or("");
}

TEST(NumberedPtx, GivesEachInstructionItsNumberBeforeItsGuard) {
  const std::string text = numbered(module_with(kBody));
  EXPECT_NE(text.find(".loc 1 1 1\nld.param"), std::string::npos) << text;
  EXPECT_NE(text.find(".loc 1 2 1\nmov.u32"), std::string::npos);
  EXPECT_NE(text.find(".loc 1 4 1\n@%p1 bra"), std::string::npos);
  EXPECT_NE(text.find(".loc 1 8 1\nret"), std::string::npos);
  EXPECT_NE(text.find(".file 1 "), std::string::npos);
}

TEST(NumberedPtx, SaysNothingElseOfTheSource) {
  const std::string text = numbered(module_with(kBody));
  EXPECT_EQ(text.find(".loc 1 7 3"), std::string::npos);
  EXPECT_EQ(numbered(module_with(kBody) + "\t.file 1 \"a.cu\"\n").find("a.cu"), std::string::npos);
}

TEST(NumberedPtx, HasNothingOfAModuleForADebugger) {
  std::string text = module_with(kBody);
  text.replace(text.find("sm_90"), 5, "sm_90, debug");
  EXPECT_EQ(numbered(text), "");
}

// A module has a function where it was announced; the text may have its body behind the kernels.
TEST(NumberedPtx, TakesFunctionsThatAreAnnouncedBeforeKernels) {
  std::string text = module_with(kBody);
  text.insert(text.find(".visible .entry"), ".func twice(.param .b32 x);\n");
  text += ".func twice(.param .b32 x)\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, %tid.y;\nret;\n}\n";
  const std::string with_numbers = numbered(text);
  EXPECT_NE(with_numbers.find(" 1\nld.param"), std::string::npos) << with_numbers;
  EXPECT_NE(with_numbers.find(" 1\nmov.u32 %r1, %tid.y"), std::string::npos);
  EXPECT_FALSE(assembled(with_numbers).empty());
}

TEST(NumberedPtx, CountsInstructions) {
  const ptx::Module module = ptx::parse(module_with(kBody));
  const InstructionNumbers numbers(module);
  EXPECT_EQ(numbers.count(), 8U);
  EXPECT_EQ(numbers.number(module.functions.front(), 6), 7U);
}

TEST(NumberedPtx, BecomesTheSameCode) {
  const std::string plain = module_with(kBody);
  const std::vector<std::byte> before = assembled(plain), after = assembled(numbered(plain));
  const ptx::ElfImage first(before), second(after);
  ASSERT_NE(first.find(".text.k"), nullptr);
  ASSERT_NE(second.find(".text.k"), nullptr);
  EXPECT_TRUE(std::ranges::equal(first.find(".text.k")->content, second.find(".text.k")->content));
}

TEST(Ptxas, GivesNothingWhenItRefusesOrIsNotThere) {
  EXPECT_TRUE(assembled("no PTX").empty());
  EXPECT_TRUE(
      assemble("/nowhere/ptxas", module_with(kBody), "sm_90", std::chrono::seconds(5)).empty());
  EXPECT_TRUE(assemble("/bin/true", module_with(kBody), "sm_90", std::chrono::seconds(5)).empty());
}

TEST(Ptxas, IsEndedWhenItTakesTooLong) {
  std::string work, body(kBody);  // ptxas takes about a second
  for (int i = 0; i < 20'000; ++i) work += "mad.lo.u32 %r1, %r1, %r1, " + std::to_string(i) + ";\n";
  body.insert(body.find("st.global"), work);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(
      assemble(WARPSCOPE_PTXAS, module_with(body), "sm_90", std::chrono::milliseconds(0)).empty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace warpscope::machine_code::test
