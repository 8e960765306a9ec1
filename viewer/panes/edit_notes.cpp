#include "viewer/panes/edit_notes.h"

#include <imgui.h>

#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

void draw_edit_notes(PaneContext& context) {
  auto& edited = context.session.edited();
  const auto& theme = context.theme;
  if (!edited.reason_not_to_edit().empty())
    wrapped_text(theme.warning, edited.reason_not_to_edit());
  if (edited.is_missing())
    wrapped_text(theme.warning, "The file is no longer there. Saving writes it anew.");
  if (!edited.is_changed_by_others()) {
    if (!edited.problem().empty()) wrapped_text(theme.error, edited.problem());
    return;
  }
  wrapped_text(theme.warning,
               "Another program has changed the file while it was edited here. Which text is to "
               "stay?");
  if (ImGui::Button("Mine")) edited.keep_own();
  ImGui::SetItemTooltip("Go on with the text below; the next save replaces that of the file.");
  ImGui::SameLine(0, 6);
  if (ImGui::Button("The file's")) edited.take_other();
  ImGui::SetItemTooltip("Go on with the text of the file. Ctrl+Z brings yours back.");
}

}  // namespace warpscope::viewer
