// Draws one request of a warp: lanes on the sectors and lines of global memory, or words on the
// banks of shared memory, one row for each line or pass.
#pragma once

#include <imgui.h>

#include <cstdint>

#include "viewer/model/access_picture.h"
#include "viewer/style/fonts.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer {

struct AccessPlot {
  const AccessPicture* picture = nullptr;
  ImU32 color = 0;             ///< of the side
  std::uint32_t outlined = 0;  ///< lanes whose cells are outlined, as they are hovered elsewhere
};

/// The height in which its rows are as high as they may be.
float access_plot_height(const AccessPicture& picture);

/// Draws in a space of that size, rows below each other, and shows on hover which lanes a cell has.
/// Returns these lanes; 0: no cell is hovered.
std::uint32_t draw_access_plot(const char* id, const AccessPlot& plot, ImVec2 size,
                               const Theme& theme, const Fonts& fonts);

}  // namespace warpscope::viewer
