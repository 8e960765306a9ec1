// Colours and spacing. Student and reference keep one hue each, everywhere.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "record/record.h"
#include "viewer/model/side.h"

namespace warpscope::viewer {

enum class ThemeKind : std::uint8_t { dark, light };

struct Theme {
  ThemeKind kind = ThemeKind::dark;
  ImU32 backdrop = 0;  ///< behind the panes
  ImU32 panel = 0;     ///< of a pane
  ImU32 raised = 0;    ///< headers, cards, code
  ImU32 hovered = 0;
  ImU32 border = 0;
  ImU32 grid = 0;  ///< of plots
  ImU32 text = 0;
  ImU32 muted = 0;  ///< secondary text, still legible
  ImU32 link = 0;
  ImU32 good = 0, warning = 0, error = 0;
  std::array<ImU32, 2> side{};       ///< by Side: lines, labels
  std::array<ImU32, 2> side_fill{};  ///< by Side: behind text
  ImU32 copy_in = 0, copy_out = 0;   ///< host to device, device to host
  ImU32 keyword = 0, type = 0, number = 0, string = 0, comment = 0, preprocessor = 0;
  std::array<ImU32, 6> heat{};  ///< 1×, 2×, 4×, … 32× the work needed

  ImU32 of(Side which) const { return side[index(which)]; }
  ImU32 of(record::Finding::Severity severity) const;
  /// Colour of a ratio of work done to work needed, at least 1; logarithmic.
  ImU32 heat_of(double ratio) const;
  /// Black or white, whichever reads better on `background`.
  ImU32 text_on(ImU32 background) const;
};

Theme make_theme(ThemeKind kind);
/// Sets the styles of Dear ImGui and ImPlot.
void apply(const Theme& theme);

/// The colour with another opacity, 0…1.
ImU32 with_alpha(ImU32 color, float alpha);

}  // namespace warpscope::viewer
