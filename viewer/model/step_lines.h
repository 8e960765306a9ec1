// The source of a launch that stands still, line by line: which lanes of the followed warp are
// there now, and how many were in all of the launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "device/steps.h"

namespace warpscope::viewer {

struct StepLine {
  std::string text;
  std::uint32_t running = 0;  ///< lanes that execute it next, or as soon as it is their turn
  std::uint32_t waiting = 0;  ///< lanes that wait there, or are to meet there
  std::optional<double> active_lanes;  ///< of the history: on average, of an instruction
  std::uint64_t instructions = 0;      ///< of the history
  bool operator==(const StepLine&) const = default;
};

/// The line of the followed warp that goes on first, or else waits; line 0 where it has none.
record::SourceLine place_of_warp(const device::Stood& stood);

/// The lines of the file, whose text is given. `history` may be null.
std::vector<StepLine> step_lines(const device::Stood& stood, const device::Stood* history,
                                 const std::string& file, const std::string& text);

}  // namespace warpscope::viewer
