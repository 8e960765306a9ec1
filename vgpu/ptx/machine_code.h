// What ptxas has written into an image of machine code (an ELF file, "cubin").
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace warpscope::ptx {

/// Registers of a thread, by the mangled name of the kernel or function. From the attribute
/// EIATTR_REGCOUNT of the section .nv.info, as `cuobjdump -elf` shows it; there is no public
/// specification. Empty when the image is anything else than linked code for an NVIDIA GPU: the
/// bytes may be hostile, and what cannot be read there is not known.
std::map<std::string, std::uint32_t> registers_of(std::span<const std::byte> image);

}  // namespace warpscope::ptx
