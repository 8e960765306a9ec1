// A module with one kernel "k", and what ptxas makes of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vgpu/machine_code/ptxas.h"

namespace warpscope::machine_code::test {

inline std::string module_with(std::string_view body, const std::string& target = "sm_90") {
  return ".version 8.0\n.target " + target +
         "\n.address_size 64\n.visible .entry k(.param .u64 out) {\n"
         ".reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<8>; .reg .f32 %f<8>;\n"
         ".shared .align 4 .b8 tile[4096];\n" +
         std::string(body) + "\nret;\n}\n";
}

inline std::vector<std::byte> assembled(const std::string& text,
                                        const std::string& target = "sm_90") {
  return assemble(WARPSCOPE_PTXAS, text, target, std::chrono::seconds(60));
}

}  // namespace warpscope::machine_code::test
