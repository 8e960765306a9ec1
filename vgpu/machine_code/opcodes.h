// Opcodes of machine code and the units that execute them.
#pragma once

#include <cstdint>
#include <string_view>

#include "vgpu/machine_code/instruction.h"

namespace warpscope::machine_code {

/// A row of the table. The twelve bits hold the form of the operands as well (registers, a
/// constant, constant memory, uniform registers), so an instruction may have several.
struct Opcode {
  std::uint16_t bits = 0;
  std::string_view name;  ///< as NVIDIA's "CUDA Binary Utilities" lists it
  Class unit = Class::unknown;
};

/// Of compute capability 7.5 to 9.0; where the table has other forms only, one of them. nullptr:
/// not in the table.
const Opcode* find_opcode(std::uint16_t bits);

}  // namespace warpscope::machine_code
