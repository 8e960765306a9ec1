// Makes the values that a judge.toml describes.
#pragma once

#include <cstdint>

#include "lab_protocol/value.h"
#include "runner/data_lab/data_lab.h"

namespace warpscope::runner {

/// The same values for the same seed on every machine. Throws std::runtime_error with a sentence
/// where `type` cannot hold them.
lab_protocol::Array generate(const Generator& generator, ElementType type, std::uint64_t count,
                             std::uint64_t seed);

}  // namespace warpscope::runner
