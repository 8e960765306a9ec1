#include "vgpu/exec/instructions/instruction_document.h"

#include "vgpu/exec/instructions/instruction_table.h"

namespace warpscope::exec {

std::string instruction_document() {
  const auto table = instruction_table();
  std::string text =
      "# PTX instructions\n\n"
      "What the virtual GPU executes: " +
      std::to_string(table.size()) +
      " opcodes, with the types and modifiers that each has. The list is made from the table that\n"
      "the decoder uses (`warpscope-instructions > docs/reference/instructions.md`); a test "
      "compares it. An\n"
      "opcode or form that is not here is refused by name when a launch reaches it.\n\n"
      "Everything that IEEE 754 defines is exact to the bit, and integers are. `tests/golden/"
      "instructions`\n"
      "compares the results of single forms with those of an H200: also where the manual leaves "
      "them\n"
      "open, such as a division by zero (all ones) and NaNs. Functions that say `.approx` or "
      "`.full` stay\n"
      "within the manual's error bounds, but have not the hardware's bits. Matrix products are "
      "added\n"
      "in the order of the depth, each sum rounded to binary32; the manual leaves the hardware's "
      "order\n"
      "and precision open. Scalar video instructions (`vadd`, `vmad`, ...) give what the manual "
      "says. On an\n"
      "H200, for which ptxas 13.0 makes other instructions of them, 655 of 872 forms give the "
      "same; "
      "the\n"
      "others are forms with .sat, with .min or .max of the result and c, and `vmad` with .sat or "
      "a "
      "shift.\n";
  for (int section = 0; section <= static_cast<int>(Section::miscellaneous); ++section) {
    std::string rows;
    for (const InstructionRow& row : table) {
      if (static_cast<int>(row.section) != section) continue;
      rows += "| `" + std::string(row.opcode) + "` | " + std::string(row.summary) + " | " +
              std::string(row.forms) + " |\n";
    }
    if (rows.empty()) continue;
    text += "\n## " + std::string(title(static_cast<Section>(section))) +
            "\n\n| opcode | what it gives | forms |\n|---|---|---|\n" + rows;
  }
  return text;
}

}  // namespace warpscope::exec
