// The parts of the pane Step: source, lanes, registers, shared memory, warps.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "device/steps.h"
#include "runner/step/lane_tree.h"
#include "runner/step/register_names.h"
#include "viewer/model/step_lines.h"
#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// 32 cells side by side in a space of that size: filled where a lane is in `strong`, pale where it
/// is in `pale`, and with an edge only elsewhere.
void draw_lane_cells(ImVec2 at, ImVec2 size, std::uint32_t strong, std::uint32_t pale, ImU32 color,
                     const Theme& theme);

/// The source with the lanes of the followed warp beside its lines. Gives the number of the line
/// that was clicked, or 0. Scrolls to `shown`, where that is not 0.
std::uint32_t draw_step_source(const PaneContext& context, const std::vector<StepLine>& lines,
                               std::uint32_t current, std::uint32_t shown, ImU32 color);

/// Registers by lanes.
void draw_step_registers(const PaneContext& context, const device::Stood& stood,
                         const std::vector<runner::RegisterName>& names);

/// How words of shared memory are read.
enum class WordForm : std::uint8_t { whole, real, hexadecimal };
/// Shared memory as a grid, with a column for each bank.
void draw_step_shared(const PaneContext& context, const device::Stood& stood, WordForm& form);

/// Warps of the block, their lanes, and what they wait for. Gives the one that was clicked, or -1.
int draw_step_warps(const PaneContext& context, const device::Stood& stood, ImU32 color);

/// Where lanes parted and met. Gives the row that was clicked, or -1.
int draw_step_tree(const PaneContext& context, const std::vector<runner::LaneRow>& rows,
                   std::uint64_t now, ImU32 color);

}  // namespace warpscope::viewer
