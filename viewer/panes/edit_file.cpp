#include "viewer/panes/edit_file.h"

#include <imgui.h>

namespace warpscope::viewer {

void edit_file(Session& session, View& view) {
  if (!session.edited().save()) return;  // which says why
  const auto editor = session.open_in_editor(Side::student);
  if (!editor) ImGui::SetClipboardText(session.attempt(Side::student).file().c_str());
  view.notice = editor ? "Opened with " + *editor + "."
                       : "No editor was found: set VISUAL. The path is on the clipboard.";
}

}  // namespace warpscope::viewer
