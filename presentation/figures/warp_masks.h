// Which lanes of a warp run together: asked of the virtual GPU itself.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope::figures {

/// One value per lane.
using LaneValues = std::array<std::uint32_t, 32>;

/// Masks of the lanes that ran each of some lines of code. A line that the warp runs in several
/// parts has one mask for each; one that nobody runs has none.
using Masks = std::vector<std::vector<std::uint32_t>>;

/// Runs one warp through `if (value == arms[0]) … else if (value == arms[1]) … else … ` and a line
/// behind. Masks of the line before, of each arm, and of the line behind. At most 32 arms.
Masks masks_of_arms(const LaneValues& values, const std::vector<std::uint32_t>& arms);

/// Runs one warp through a loop of `trips` iterations. Masks of the line before, of each iteration
/// of `most`, and of the line behind.
Masks masks_of_loop(const LaneValues& trips, std::uint32_t most);

}  // namespace warpscope::figures
