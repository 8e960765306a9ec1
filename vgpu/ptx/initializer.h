// The `= ...` behind a variable, PTX ISA manual section 5.4.4.
#pragma once

#include <cstdint>
#include <span>

#include "vgpu/ptx/parse_context.h"

namespace warpscope::ptx {

/// Reads the initialiser behind '=' into `variable.initial` and `variable.relocations`.
/// `dimensions` are those of the array (empty for a scalar; the first may be 0 when the text leaves
/// it open), of elements of `element_bytes` bytes. Returns the number of bytes that the initialiser
/// covers.
std::uint64_t parse_initializer(ParseContext& context, Variable& variable,
                                std::span<const std::uint64_t> dimensions,
                                std::uint32_t element_bytes);

}  // namespace warpscope::ptx
