// The list of instructions itself.
#include "vgpu/exec/instructions/instruction_table.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/support/moved_path.h"
#include "vgpu/exec/instructions/instruction_document.h"

namespace warpscope::exec::test::instruction_table_test {
namespace {

TEST(InstructionTable, HasEachOpcodeOnceAndInOrder) {
  const auto table = instruction_table();
  for (std::size_t i = 1; i < table.size(); ++i)
    EXPECT_LT(table[i - 1].opcode, table[i].opcode) << "row " << i;
}

TEST(InstructionTable, FindsWhatItHasAndNothingElse) {
  for (const InstructionRow& row : instruction_table())
    EXPECT_EQ(find_instruction(row.opcode), &row) << row.opcode;
  for (const char* opcode : {"", "a", "addc2", "zzz"})
    EXPECT_EQ(find_instruction(opcode), nullptr) << opcode;
}

TEST(InstructionDocument, IsWhatTheTableSays) {
  const auto path = moved_path(WARPSCOPE_SOURCE_DIR "/docs/reference/instructions.md");
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), instruction_document())
      << "Renew it: bin/warpscope-instructions > docs/reference/instructions.md";
}

}  // namespace
}  // namespace warpscope::exec::test::instruction_table_test
