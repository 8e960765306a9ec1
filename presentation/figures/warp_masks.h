// Which lanes of a warp run together, where all come together again behind a branch or a loop: what
// the virtual GPU does, by a rule. A test runs the same code on it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope::figures {

/// One value per lane.
using LaneValues = std::array<std::uint32_t, 32>;

/// Masks of the lanes that run each of some lines of code. A line that the warp runs in several
/// parts has one mask for each; one that nobody runs has none.
using Masks = std::vector<std::vector<std::uint32_t>>;

/// A warp goes through `if (value == arms[0]) … else if (value == arms[1]) … else … ` and a line
/// behind. Masks of the line before, of each arm, and of the line behind.
Masks masks_of_arms(const LaneValues& values, const std::vector<std::uint32_t>& arms);

/// A warp goes through a loop of `trips` iterations. Masks of the line before, of each iteration of
/// `most`, which no lane exceeds, and of the line behind.
Masks masks_of_loop(const LaneValues& trips, std::uint32_t most);

}  // namespace warpscope::figures
