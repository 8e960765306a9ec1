// Prints docs/reference/instructions.md.
#include <cstdio>

#include "vgpu/exec/instructions/instruction_document.h"

int main() {
  std::fputs(warpscope::exec::instruction_document().c_str(), stdout);
  return 0;
}
