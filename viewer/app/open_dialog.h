// File, Open: a field for a lab, a source or a record, with what it may go on to.
#pragma once

#include <string>
#include <vector>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

class OpenDialog {
 public:
  /// Shows it when View::asks_to_open says so, until something has been opened.
  void draw(PaneContext& context);

 private:
  void appear(const Session& session);
  void look(const Session& session);
  void draw_field(PaneContext& context);
  void draw_candidates(PaneContext& context);
  /// Goes into a folder, or asks the shell to open what is named.
  void take(PaneContext& context, std::string what);

  std::string text_;
  std::vector<std::string> candidates_;
  int chosen_ = -1;  ///< of them; -1: the text itself
  bool scrolls_ = false, wants_focus_ = false, moves_to_end_ = false;
  bool is_waiting_ = false;  ///< the shell has been asked
  unsigned asked_at_ = 0;    ///< the session's lab_revision() then
  std::string problem_;
};

}  // namespace warpscope::viewer
