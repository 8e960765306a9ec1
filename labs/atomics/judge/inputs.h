// What the cases of this lab are made of.
#pragma once

#include <cstdint>
#include <vector>

#include "labs/judge/inputs.h"

namespace warpscope::labs::atomics {

using Words = std::vector<std::uint32_t>;
using Floats = std::vector<float>;
using Chances = Inputs<Chance>;

/// Numbers are multiples of 1 / kUnitsPerFloat: fractions() of Inputs.
inline constexpr double kUnitsPerFloat = 8192;

}  // namespace warpscope::labs::atomics
