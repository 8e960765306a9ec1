// Runs NVIDIA's assembler.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::machine_code {

/// The cubin that `ptxas` makes of a PTX text with the line table that the text asks for, for an
/// architecture such as "sm_90". Empty when it cannot be started, refuses the text or has not
/// finished in time; what it says is not kept. The files that it reads and writes are in a folder
/// of their own among the temporary files, which is removed.
std::vector<std::byte> assemble(const std::filesystem::path& ptxas, const std::string& text,
                                const std::string& architecture, std::chrono::milliseconds longest);

}  // namespace warpscope::machine_code
