// Which build of the device suits this processor.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace warpscope::device {

/// Widths of the vector instructions that the machine is built for, in bits.
enum class VectorWidth : std::uint16_t { avx2 = 256, avx512 = 512 };

/// False when this processor cannot run a device at all.
bool has_avx2();
bool has_avx512();

/// The program beside this one that is built for the width; nothing when there is none.
std::optional<std::filesystem::path> program_for(VectorWidth width);

}  // namespace warpscope::device
