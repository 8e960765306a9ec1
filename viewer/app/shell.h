// Everything in the window: tool bar, panes, status bar, help.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/app/gui.h"
#include "viewer/app/layout.h"
#include "viewer/app/open_dialog.h"
#include "viewer/app/palette.h"
#include "viewer/app/panes.h"
#include "viewer/panes/pane.h"

namespace warpscope::viewer {

class Shell {
 public:
  Shell(Session& session, Gui& gui);

  /// Draws one frame's contents, between Gui::begin_frame and Gui::end_frame.
  void draw();

  /// Writes the picture of a pane that was asked for; after Gui::end_frame, while what it has drawn
  /// into is bound.
  void keep_wanted_picture();

  /// Somebody wants to close the window: whether it can be closed now. Where something is unsaved,
  /// a dialog asks about it, and View::closes tells when it is settled.
  bool may_close();

  View& view() { return view_; }
  const std::vector<std::unique_ptr<Pane>>& panes() const { return panes_; }
  /// Brings a pane to the front in the next frame. Throws std::runtime_error that lists the panes
  /// when there is no such one.
  void show_pane(std::string_view id);

 private:
  void draw_dock_space(float top, float bottom);
  /// Arranges the panes in the beginning, and again when the window's size or the scale changes
  /// before the user has moved any: the shares that suit depend on both.
  void arrange_panes(ImGuiID dock_space, ImVec2 size);
  /// Which tabs are in front, all first ones in the beginning, to bring them back.
  void remember_tabs(bool is_first);
  void draw_panes(PaneContext& context);
  /// Tabs that came by themselves keep the order of the panes and do not hide what is in front.
  void settle_newcomers();
  void open_wanted_file();
  void focus_wanted_pane();
  void remember_focus();
  void follow_failed_runs();

  /// A pane that has a tab since the last frame, and the window it must not hide.
  struct Newcomer {
    std::size_t pane = 0;
    const char* front = nullptr;  ///< its title; null: nothing was there
  };

  Session& session_;
  Gui& gui_;
  View view_;
  OpenDialog open_dialog_;
  Palette palette_;
  std::vector<std::unique_ptr<Pane>> panes_;
  unsigned student_revision_ = 0;
  ImVec2 arranged_size_;  ///< of the dock space; 0 before the first time
  float arranged_scale_ = 0;
  Placement arranged_;         ///< once the arrangement has settled
  std::ptrdiff_t shown_ = 0;   ///< panes that had a tab in the last frame
  std::vector<bool> had_tab_;  ///< by pane, in the last frame; empty before the first
  std::vector<Newcomer> newcomers_;
  int frames_to_settle_ = 0;
  int frames_to_focus_ = 0;
  const Pane* focused_ = nullptr;         ///< that had the keyboard last; null: none had
  std::filesystem::path picture_folder_;  ///< where this frame's picture goes; empty: nowhere
  std::vector<const char*> to_focus_;     ///< titles of the panes in front, the foremost last
};

}  // namespace warpscope::viewer
