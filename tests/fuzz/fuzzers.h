// What libFuzzer, or the test of the kept corpus, feeds with bytes. Each function returns when the
// bytes are refused in order, as they should be, and throws or crashes when they are not.
#pragma once

#include <cstddef>
#include <span>

namespace warpscope::fuzz {

/// The bytes are PTX: parsed, linked, loaded, and every kernel of it lowered.
void ptx(std::span<const std::byte> bytes);
/// The bytes are PTX whose kernels also run, one block of each, with a budget of instructions.
void kernels(std::span<const std::byte> bytes);
/// The bytes are one fat binary, or several.
void fat_binary(std::span<const std::byte> bytes);
/// The bytes say what a client sends to a device: see the grammar in protocol.cpp.
void protocol(std::span<const std::byte> bytes);

}  // namespace warpscope::fuzz
