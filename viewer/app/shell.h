// Everything in the window: tool bar, panes, status bar, help.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/app/gui.h"
#include "viewer/app/panes.h"
#include "viewer/panes/pane.h"

namespace warpscope::viewer {

class Shell {
 public:
  Shell(Session& session, Gui& gui);

  /// Draws one frame's contents, between Gui::begin_frame and Gui::end_frame.
  void draw();

  View& view() { return view_; }
  const std::vector<std::unique_ptr<Pane>>& panes() const { return panes_; }
  /// Brings a pane to the front in the next frame. Throws std::runtime_error that lists the panes
  /// when there is no such one.
  void show_pane(std::string_view id);

 private:
  void draw_dock_space(float top, float bottom);
  void draw_panes(PaneContext& context);
  void focus_wanted_pane();
  void follow_failed_runs();

  Session& session_;
  Gui& gui_;
  View view_;
  std::vector<std::unique_ptr<Pane>> panes_;
  unsigned student_revision_ = 0;
  bool is_arranged_ = false;
  int frames_to_first_focus_ = 2;
};

}  // namespace warpscope::viewer
