// What ptxas has written into an image of machine code (an ELF file, "cubin").
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace warpscope::ptx {

/// What ptxas has given a thread.
struct MachineCode {
  std::uint32_t registers = 0;    ///< of 32 bits
  std::uint32_t frame_bytes = 0;  ///< of local memory: arrays, and registers that were spilled
};
using MachineCodes = std::map<std::string, MachineCode>;  ///< by mangled name

/// Of each kernel and function whose registers are known. From the attributes EIATTR_REGCOUNT and
/// EIATTR_FRAME_SIZE of the section .nv.info, as `cuobjdump -elf` shows them; there is no public
/// specification. Empty when the image is anything else than linked code for an NVIDIA GPU: the
/// bytes may be hostile, and what cannot be read there is not known.
MachineCodes machine_code_of(std::span<const std::byte> image);

}  // namespace warpscope::ptx
