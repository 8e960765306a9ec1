// The viewer without a window: frames are drawn on demand and can be kept as pictures.
#pragma once

#include <filesystem>
#include <string_view>

#include "viewer/app/gui.h"
#include "viewer/app/shell.h"
#include "viewer/graphics/off_screen.h"

namespace warpscope::viewer {

class Stage {
 public:
  /// An OpenGL context must be current. Sizes in pixels.
  Stage(Session& session, int width, int height, ThemeKind theme, float scale);

  Shell& shell() { return shell_; }
  Gui& gui() { return gui_; }

  /// One frame, 1/60 s after the last, after the session's update.
  void draw_frame();
  /// The same without drawing: what the user does takes effect, the picture stays.
  void pass_frame();
  /// Frames until layout and scrolling have settled.
  void settle();
  Image picture() const { return frame_buffer_.read(); }
  /// The part of the picture that a pane takes, which is brought to the front. Throws as
  /// Shell::show_pane does.
  Image picture_of(std::string_view pane);

 private:
  void make_frame();

  Session& session_;
  FrameBuffer frame_buffer_;
  Gui gui_;
  Shell shell_;
};

}  // namespace warpscope::viewer
