// Small PTX texts for the tests.
#pragma once

#include <string>
#include <string_view>

#include "vgpu/ptx/module.h"

namespace warpscope::ptx::test {

/// A module with these module-level declarations. The first line of `declarations` is line 4.
inline std::string module_text(std::string_view declarations) {
  std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n";
  text += declarations;
  text += '\n';
  return text;
}

inline Module parse_module(std::string_view declarations) {
  return parse(module_text(declarations));
}

/// The text of a module with one kernel `k(.param .u64 p)`. The first line of `body` is line 5.
inline std::string kernel_text(std::string_view body) {
  std::string text = ".visible .entry k(.param .u64 p) {\n";
  text += body;
  text += "\n}";
  return module_text(text);
}

inline Module parse_kernel(std::string_view body) { return parse(kernel_text(body)); }

/// Registers that most instructions in the tests use; one line.
inline constexpr std::string_view kRegisters =
    ".reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .f32 %f<8>; .reg .f64 %fd<2>;\n";

/// A module whose kernel consists of this instruction, behind kRegisters.
inline Module parse_instruction(std::string_view instruction) {
  return parse_kernel(std::string(kRegisters) + std::string(instruction));
}

/// The error that parsing `text` ends with; empty when there is none.
inline std::string error_of(const std::string& text) {
  try {
    parse(text);
  } catch (const ParseError& error) {
    return error.what();
  }
  return {};
}

}  // namespace warpscope::ptx::test
