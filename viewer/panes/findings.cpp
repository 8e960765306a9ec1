// The diagnoses. A click goes to the line.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "viewer/model/labels.h"
#include "viewer/panes/make_pane.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class FindingsPane final : public Pane {
 public:
  std::string_view id() const override { return "findings"; }
  const char* title() const override { return "Findings"; }
  Place place() const override { return Place::bottom_right; }

  void draw(PaneContext& context) override {
    const auto* student = context.session.record(Side::student);
    const auto* reference = context.session.record(Side::reference);
    const bool has_any = (student != nullptr && !student->findings.empty()) ||
                         (reference != nullptr && !reference->findings.empty());
    if (!has_any) {
      empty_message(context.theme, student == nullptr
                                       ? absence_of(context.session, Side::student)
                                       : "Nothing to remark on the program of " +
                                             side_label(context.session, Side::student) + ".");
      return;
    }
    for (const Side side : kSides) draw_side(context, side);
  }

 private:
  void draw_side(PaneContext& context, Side side) {
    const auto* record = context.session.record(side);
    if (record == nullptr || record->findings.empty()) return;
    if (side == Side::reference) {
      ImGui::Spacing();
      colored_text(context.theme.of(side), "In " + side_label(context.session, side));
    }
    ImGui::PushID(static_cast<int>(side));
    for (std::size_t i = 0; i < record->findings.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      draw_finding(context, side, record->findings[i]);
      ImGui::PopID();
    }
    ImGui::PopID();
  }

  /// A card; the background is drawn behind it once its height is known.
  static void draw_finding(PaneContext& context, Side side, const record::Finding& finding) {
    const auto& theme = context.theme;
    auto* list = ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    constexpr float kPadding = 9;
    list->ChannelsSplit(2);
    list->ChannelsSetCurrent(1);
    ImGui::SetCursorScreenPos({at.x + kPadding + 4, at.y + kPadding * 0.75F});
    ImGui::BeginGroup();
    const float right = ImGui::GetWindowContentRegionMax().x - kPadding;
    draw_heading(context, finding, right);
    ImGui::PushTextWrapPos(right);
    colored_text(theme.text, finding.cause);
    if (!finding.hint.empty()) colored_text(theme.muted, "Try: " + finding.hint);
    ImGui::PushFont(nullptr, kSmallSize);
    if (!finding.lanes.empty()) colored_text(theme.muted, finding.lanes);
    bool follows_link = draw_lesson(context, finding);
    if (finding.where && finding.launch && context.session.can_step(side)) {
      if (!finding.lesson.empty()) ImGui::SameLine(0, 16);
      follows_link |= draw_way_there(context, side, finding);
    }
    ImGui::PopFont();
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    const float bottom = ImGui::GetItemRectMax().y + kPadding * 0.75F;
    list->ChannelsSetCurrent(0);
    const ImVec2 end{at.x + width, bottom};
    ImGui::SetCursorScreenPos(at);
    ImGui::SetNextItemAllowOverlap();
    const bool is_pressed = ImGui::InvisibleButton("finding", {width, bottom - at.y});
    const bool is_hovered = ImGui::IsItemHovered();
    list->AddRectFilled(at, end, is_hovered ? theme.hovered : theme.raised, 5);
    list->AddRectFilled(at, {at.x + 4, bottom}, theme.of(finding.severity), 5,
                        ImDrawFlags_RoundCornersLeft);
    const auto* record = context.session.record(side);
    if (record != nullptr && context.session.selection().marks(side, *record, finding)) {
      list->AddRect(at, end, theme.text, 5, 1.5F);
    }
    list->ChannelsMerge();
    if (is_hovered && finding.where) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (is_pressed && !follows_link && finding.where) {
      context.session.selection().jump_to(side, *finding.where);
      context.view.wanted_pane = "source";
    }
  }

  /// The link that steps to where it happens; true when it was clicked.
  static bool draw_way_there(PaneContext& context, Side side, const record::Finding& finding) {
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.link);
    const bool is_pressed = ImGui::TextLink("Step there");
    ImGui::PopStyleColor();
    ImGui::SetItemTooltip("Runs it again up to this launch and this line, in the pane Step");
    if (!is_pressed) return false;
    context.session.step_to(side, finding);
    context.view.wanted_pane = "step";
    return true;
  }

  static void draw_heading(const PaneContext& context, const record::Finding& finding,
                           float right) {
    colored_text(context.theme.of(finding.severity), severity_mark(finding.severity));
    ImGui::SameLine(0, 7);
    const std::string place = finding.where ? short_place(*finding.where) : std::string();
    const float place_width = ImGui::CalcTextSize(place.c_str()).x;
    const float x = ImGui::GetCursorPosX(), y = ImGui::GetCursorPosY();
    ImGui::SetCursorPos({std::max(right - place_width, x), y});
    colored_text(context.theme.link, place);
    ImGui::SetCursorPos({x, y});
    ImGui::PushFont(context.fonts.strong, 0);
    ImGui::PushTextWrapPos(std::max(right - place_width - 10, x + 80));
    ImGui::TextUnformatted(finding.title.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
  }

  /// The link to the slide that explains it; true when it was clicked.
  static bool draw_lesson(PaneContext& context, const record::Finding& finding) {
    if (finding.lesson.empty()) return false;
    const auto hash = finding.lesson.find('#');
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.link);
    const bool is_pressed = ImGui::TextLink(("Slide: " + finding.lesson).c_str());
    ImGui::PopStyleColor();
    if (!is_pressed) return false;
    context.view.wanted_pane = "slides";
    context.view.wanted_slide = hash == std::string::npos ? "" : finding.lesson.substr(hash + 1);
    return true;
  }
};

template std::unique_ptr<Pane> make_pane<FindingsPane>();

}  // namespace warpscope::viewer
