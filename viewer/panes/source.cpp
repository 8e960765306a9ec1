// The source, with counters of the last run beside each line. The student's is edited here.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "record/kernel_name.h"
#include "viewer/model/heat_choice.h"
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
    // What is typed goes where the keyboard is, so all waits until this pane has it.
    if (context.view.wanted_pane.empty()) {
      follow_jump(selection);
      follow_wish(context);
    }
    draw_choices(context);
    draw_choice(context);
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

  void follow_wish(PaneContext& context) {
    const auto wish = std::exchange(context.view.wanted_edit, EditWish::none);
    if (wish == EditWish::none) return;
    auto& selection = context.session.selection();
    if (wish != EditWish::find && !shows_both_) selection.side = Side::student;
    views_[index(shows_both_ ? Side::student : selection.side)].ask(wish);
  }

  void draw_choices(PaneContext& context) {
    auto& selection = context.session.selection();
    const auto chosen = shows_both_ ? std::nullopt : std::optional(selection.side);
    if (const auto clicked = side_buttons("side", chosen, context.session, context.theme)) {
      shows_both_ = false;
      selection.side = *clicked;
    }
    ImGui::SameLine(0, 2);
    const auto& theme = context.theme;
    ImGui::PushStyleColor(ImGuiCol_Button,
                          shows_both_ ? theme.hovered : with_alpha(theme.raised, 0.5F));
    ImGui::PushStyleColor(ImGuiCol_Text, shows_both_ ? theme.text : theme.muted);
    if (ImGui::Button("Both")) shows_both_ = true;
    ImGui::PopStyleColor(2);
    ImGui::SameLine(0, 12);
    draw_heat_choice(context);
    const auto& kind = chosen_heat(context.session);
    const float left = ImGui::GetWindowContentRegionMax().x - gutter_legend_width(context, kind);
    ImGui::SameLine();
    if (left < ImGui::GetCursorPosX()) {  // no room: the list has a tip
      ImGui::NewLine();
      return;
    }
    ImGui::SetCursorPosX(left);
    draw_gutter_legend(context, kind);
  }

  static bool has_any(const Session& session, const HeatKind& kind) {
    return std::ranges::any_of(kSides, [&](Side side) {
      return session.record(side) != nullptr && has_heat(*session.record(side), kind);
    });
  }

  /// What stands beside the lines.
  static void draw_heat_choice(PaneContext& context) {
    const auto& chosen = chosen_heat(context.session);
    ImGui::SetNextItemWidth(ImGui::CalcTextSize("passes over the banks").x +
                            2 * ImGui::GetFrameHeight());
    if (ImGui::BeginCombo("##heat", chosen.title.data())) {
      for (const auto& kind : heat_kinds()) {
        const bool is_there = has_any(context.session, kind);
        ImGui::PushStyleColor(ImGuiCol_Text, is_there ? context.theme.text : context.theme.muted);
        if (ImGui::Selectable(kind.title.data(), &kind == &chosen))
          choose_heat(context.session, kind.id);
        ImGui::PopStyleColor();
        if (&kind == &chosen) ImGui::SetItemDefaultFocus();
        if (!is_there) ImGui::SetItemTooltip("This run has none.");
      }
      ImGui::EndCombo();
    }
    ImGui::SetItemTooltip("What stands beside the lines");
  }

  /// Says that the gutter shows one launch or one case only.
  static void draw_choice(PaneContext& context) {
    auto& selection = context.session.selection();
    const auto* record = context.session.record(selection.side);
    if (record == nullptr || !selection.is_partial(selection.side)) return;
    std::string text = "Counters of ";
    if (const auto* launch = selection.launch_in(selection.side, record)) {
      text +=
          "launch " + std::to_string(launch->id) + ", " + record::short_kernel_name(launch->kernel);
      if (selection.case_name) text += ", in ";
    }
    if (selection.case_name) text += *selection.case_name;
    ImGui::AlignTextToFramePadding();
    colored_text(context.theme.of(selection.side), text);
    ImGui::SameLine(0, 10);
    if (ImGui::SmallButton("all launches")) choose_everything(selection);
  }

  std::array<SourceView, 2> views_{SourceView(Side::student), SourceView(Side::reference)};
  unsigned seen_jumps_ = 0;
  bool shows_both_ = false;
};

template std::unique_ptr<Pane> make_pane<SourcePane>();

}  // namespace warpscope::viewer
