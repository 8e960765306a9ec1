// What a pane is: a title and a function that draws it. app/panes.cpp lists all panes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "viewer/model/session.h"
#include "viewer/style/fonts.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer {

/// What is asked of the text that is edited in the pane Source.
enum class EditWish : std::uint8_t { none, type, undo, redo, find, since_starter, since_run };

/// How the user looks at the session; kept from frame to frame and shared by all panes.
struct View {
  ThemeKind theme = ThemeKind::dark;
  float scale = 1;
  bool shows_help = false;
  bool asks_for_reference = false;  ///< somebody wants to see what the lab hides: to be confirmed
  bool shows_notes = false;
  bool does_next_step = false;   ///< the pane Lab takes its next step in this frame
  bool changes_palette = false;  ///< it is to be opened, or closed
  std::filesystem::path
      wanted_picture_folder;   ///< where a picture of the pane with the keyboard goes
  bool arranges_anew = false;  ///< all panes go back to where they start out
  bool asks_to_open = false;   ///< the dialog "Open" is to be shown
  bool asks_to_close = false;  ///< the window is to be closed, and something is unsaved
  bool closes = false;         ///< the window is to be closed; nothing is unsaved any more
  EditWish wanted_edit = EditWish::none;  ///< once the pane Source is in front
  std::string wanted_file;                ///< lab, source or record to open: see Session::open
  std::string wanted_pane;                ///< id of a pane to bring to the front
  std::string notice;                     ///< a sentence in the bar below, until the next one
  std::string wanted_slide;               ///< anchor of a slide to turn to
};

struct PaneContext {
  Session& session;
  View& view;
  const Theme& theme;
  const Fonts& fonts;
};

/// Where a pane starts out.
enum class Place : std::uint8_t { left_top, left_bottom, center, right, bottom, bottom_right };

class Pane {
 public:
  virtual ~Pane() = default;
  virtual std::string_view id() const = 0;  ///< for --pane, e.g. "timeline"
  virtual const char* title() const = 0;    ///< on the tab; unique
  virtual Place place() const = 0;
  /// False for a pane that has nothing to say of this session: then there is no tab either.
  virtual bool is_shown(const Session& session) const {
    (void)session;
    return true;
  }
  /// Draws into the current ImGui window.
  virtual void draw(PaneContext& context) = 0;
};

}  // namespace warpscope::viewer
