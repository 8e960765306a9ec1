// The source as it was run, with counters beside each line.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>

#include "viewer/model/timeline.h"
#include "viewer/panes/gutter.h"
#include "viewer/panes/make_pane.h"
#include "viewer/panes/source_view.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class SourcePane final : public Pane {
 public:
  std::string_view id() const override { return "source"; }
  const char* title() const override { return "Source"; }
  Place place() const override { return Place::center; }

  void draw(PaneContext& context) override {
    auto& selection = context.session.selection();
    follow_jump(selection);
    draw_choices(context);
    draw_launch(context);
    if (shows_both_) {
      const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
      views_[0].draw(context, {width, 0});
      ImGui::SameLine();
      views_[1].draw(context, {width, 0});
    } else {
      views_[index(selection.side)].draw(context, {0, 0});
    }
  }

 private:
  void follow_jump(const Selection& selection) {
    if (selection.jumps == seen_jumps_) return;
    seen_jumps_ = selection.jumps;
    if (selection.line) views_[index(selection.side)].jump_to(*selection.line);
  }

  void draw_choices(PaneContext& context) {
    auto& selection = context.session.selection();
    const auto chosen = shows_both_ ? std::nullopt : std::optional(selection.side);
    if (const auto clicked = side_buttons("side", chosen, context.theme)) {
      shows_both_ = false;
      if (*clicked != selection.side) {
        selection.launch.reset();
        selection.case_index.reset();
        selection.side = *clicked;
      }
    }
    ImGui::SameLine(0, 2);
    const auto& theme = context.theme;
    ImGui::PushStyleColor(ImGuiCol_Button,
                          shows_both_ ? theme.hovered : with_alpha(theme.raised, 0.5F));
    ImGui::PushStyleColor(ImGuiCol_Text, shows_both_ ? theme.text : theme.muted);
    if (ImGui::Button("Both")) shows_both_ = true;
    ImGui::PopStyleColor(2);
    const float legend_width = gutter_legend_width(context);
    ImGui::SameLine();
    ImGui::SetCursorPosX(
        std::max(ImGui::GetWindowContentRegionMax().x - legend_width, ImGui::GetCursorPosX() + 8));
    draw_gutter_legend(context);
  }

  /// Says that the gutter shows one launch only.
  static void draw_launch(PaneContext& context) {
    auto& selection = context.session.selection();
    const auto* record = context.session.record(selection.side);
    if (record == nullptr || !selection.launch || *selection.launch >= record->launches.size())
      return;
    const auto& launch = record->launches[*selection.launch];
    std::string text =
        "Counters of launch " + std::to_string(launch.id) + ", " + short_kernel_name(launch.kernel);
    if (launch.case_index && *launch.case_index < record->cases.size()) {
      text += ", in " + record->cases[*launch.case_index].name;
    }
    ImGui::AlignTextToFramePadding();
    colored_text(context.theme.of(selection.side), text);
    ImGui::SameLine(0, 10);
    if (ImGui::SmallButton("all launches")) {
      selection.launch.reset();
      selection.case_index.reset();
    }
  }

  std::array<SourceView, 2> views_{SourceView(Side::student), SourceView(Side::reference)};
  unsigned seen_jumps_ = 0;
  bool shows_both_ = false;
};

template std::unique_ptr<Pane> make_pane<SourcePane>();

}  // namespace warpscope::viewer
