// PTX kernels from a few lines of body.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::exec::test {

/// What every module begins with.
inline constexpr std::string_view kModuleHead = ".version 9.0\n.target sm_90\n.address_size 64\n";

/// Registers that the bodies in the tests use; one line.
inline constexpr std::string_view kRegisters =
    ".reg .pred %p<16>; .reg .b16 %rs<16>; .reg .b32 %r<48>; .reg .b64 %rd<48>; "
    ".reg .f32 %f<16>; .reg .f64 %fd<16>;\n";

/// A kernel; `parameters` is the text between the parentheses.
inline std::string kernel(std::string_view name, std::string_view parameters,
                          std::string_view body) {
  std::string text = ".visible .entry ";
  text += name;
  text += '(';
  text += parameters;
  text += ") {\n";
  text += kRegisters;
  text += body;
  text += "\nret;\n}\n";
  return text;
}

/// A module with one kernel `k`. `declarations` (module variables) come before it.
inline std::string module_with_kernel(std::string_view parameters, std::string_view body,
                                      std::string_view declarations = "") {
  std::string text(kModuleHead);
  text += declarations;
  text += '\n';
  return text + kernel("k", parameters, body);
}

/// %rd1 = address of element %tid.x (of `element_bytes`) of the array that the parameter
/// `parameter` points to; uses %r1 for %tid.x.
inline std::string element_address(std::string_view parameter, std::string_view address_register,
                                   int element_bytes) {
  std::string text = "ld.param.u64 ";
  text += address_register;
  text += ", [";
  text += parameter;
  text += "]; mov.u32 %r1, %tid.x; mad.wide.u32 ";
  text += address_register;
  text += ", %r1, ";
  text += std::to_string(element_bytes);
  text += ", ";
  text += address_register;
  text += ";\n";
  return text;
}

}  // namespace warpscope::exec::test
