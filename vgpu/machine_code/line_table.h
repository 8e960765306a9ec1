// The line table of a cubin: which line of its source each machine instruction comes from.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "vgpu/ptx/elf_image.h"

namespace warpscope::machine_code {

/// Holds from its address, an offset in the section of code, to that of the next row.
struct LineRow {
  std::uint64_t address = 0;
  std::uint32_t line = 0;
};

/// By section of code, in the order of addresses. DWARF 2 to 4, section 6.2, as ptxas writes it
/// into .debug_line; empty when there is none, and where it breaks off, what stands before.
std::map<std::string_view, std::vector<LineRow>> line_tables(const ptx::ElfImage& image);

}  // namespace warpscope::machine_code
