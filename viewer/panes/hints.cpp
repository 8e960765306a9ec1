// The lab's hints, opened one by one as `warpscope hint` does.
#include <imgui.h>

#include <string>

#include "viewer/model/missing.h"
#include "viewer/panes/hint_fields.h"
#include "viewer/panes/make_pane.h"
#include "viewer/panes/reading.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class HintsPane final : public Pane {
 public:
  std::string_view id() const override { return "hints"; }
  const char* title() const override { return "Hints"; }
  Place place() const override { return Place::center; }

  void draw(PaneContext& context) override {
    fields_.load(context.session);
    const auto& hints = fields_.hints();
    if (hints.tasks().empty()) {
      empty_message(context.theme, context.session.lab() == nullptr ? kNoLab
                                   : hints.problem().empty()
                                       ? "The handout of this lab has no hints."
                                       : hints.problem());
      return;
    }
    begin_reading("hints", 760);
    if (!hints.problem().empty()) wrapped_text(context.theme.error, hints.problem());
    wrapped_text(context.theme.muted,
                 "Each task has hints that say more and more. They open one by one; how many were "
                 "open is kept with every run.");
    ImGui::Spacing();
    // A run notes its score in the same file when it ends.
    ImGui::BeginDisabled(context.session.attempt(Side::student).is_running());
    fields_.draw_next(context.theme);
    ImGui::EndDisabled();
    for (std::size_t i = 0; i < hints.tasks().size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      draw_task(context, i);
      ImGui::PopID();
    }
    end_reading();
  }

 private:
  void draw_task(PaneContext& context, std::size_t index) {
    const auto& task = fields_.hints().tasks()[index];
    ImGui::Dummy({0, 6 * context.view.scale});
    ImGui::PushFont(context.fonts.strong, 0);
    wrapped_text(context.theme.text, runner::heading_of(task));
    ImGui::PopFont();
    colored_text(context.theme.muted, std::to_string(fields_.hints().opened(task)) + " of " +
                                          std::to_string(task.hints.size()) + " hints open");
    fields_.draw(context, index);
  }

  HintFields fields_;
};

template std::unique_ptr<Pane> make_pane<HintsPane>();

}  // namespace warpscope::viewer
