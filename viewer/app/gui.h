// Dear ImGui and ImPlot with our fonts and theme, drawing through OpenGL 3.
#pragma once

#include <imgui.h>

#include "viewer/style/fonts.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer {

/// One Dear ImGui context. An OpenGL 3 context must be current while it lives.
class Gui {
 public:
  Gui(ThemeKind theme, float scale);
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  const Theme& theme() const { return theme_; }
  const Fonts& fonts() const { return fonts_; }
  void set_theme(ThemeKind kind);
  /// Size of text and controls relative to the normal one; clamped to 0.5…3.
  void set_scale(float scale);
  float scale() const { return scale_; }

  /// Between the two calls the panes are drawn. For off-screen use `size` and a time step of 1/60 s
  /// are fixed beforehand in ImGui::GetIO().
  static void begin_frame();
  /// Draws into the framebuffer that is bound.
  void end_frame();
  /// Ends the frame without drawing it, when only its effects are wanted.
  static void drop_frame();

 private:
  Theme theme_;
  Fonts fonts_;
  float scale_ = 1;
};

}  // namespace warpscope::viewer
