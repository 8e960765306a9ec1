// In a shell that has evaluated `warpscope env`, PATH and CUDACXX lead to a script in the place of
// nvcc (runner/build/virtual_toolkit.h). What compiles a lab is the compiler itself.
#pragma once

#include <filesystem>
#include <string_view>

namespace warpscope::runner {

/// The first line of such a script, and how the second begins; the compiler's path follows.
inline constexpr std::string_view kCompilerScript = "#!/bin/sh";
inline constexpr std::string_view kMadeOfCompiler = "# Made by `warpscope env` of ";

/// The compiler that such a script stands for, and any other as it is.
std::filesystem::path real_compiler(const std::filesystem::path& nvcc);

}  // namespace warpscope::runner
