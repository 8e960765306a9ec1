// How the run ended, the points, and why points were lost.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "record/names.h"
#include "viewer/model/labels.h"
#include "viewer/model/missing.h"
#include "viewer/model/numbers.h"
#include "viewer/panes/make_pane.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class ScorePane final : public Pane {
 public:
  std::string_view id() const override { return "score"; }
  const char* title() const override { return "Score"; }
  Place place() const override { return Place::left_bottom; }

  void draw(PaneContext& context) override {
    for (const Side side : kSides) {
      if (has_total(context.session, side)) draw_total(context, side);
    }
    ImGui::Spacing();
    ImGui::Separator();
    ImGui::Spacing();
    const auto* record = context.session.record(Side::student);
    if (record == nullptr) {
      empty_message(context.theme, absence_of(context.session, Side::student));
      return;
    }
    draw_outcome(context, *record);
    if (!record->score) {
      if (record->outcome.kind == record::Outcome::Kind::completed)
        wrapped_text(context.theme.muted, why_no_score(*record));
      return;
    }
    for (const auto& check : record->score->checks) draw_check(context, check);
  }

 private:
  /// A record without points, and a side that cannot be run, have no total.
  static bool has_total(const Session& session, Side side) {
    const auto* record = session.record(side);
    return (record != nullptr && record->score) || !session.attempt(side).file().empty();
  }

  static void draw_total(const PaneContext& context, Side side) {
    const auto* record = context.session.record(side);
    const bool has_score = record != nullptr && record->score && record->score->max_points > 0;
    colored_text(context.theme.of(side), side_label(context.session, side));
    std::string text = "\u2013";
    float share = 0;
    if (has_score) {
      const auto& score = *record->score;
      text = compact(score.points) + " / " + compact(score.max_points);
      share = static_cast<float>(std::clamp(score.points / score.max_points, 0.0, 1.0));
    } else if (context.session.attempt(side).is_running()) {
      text = "running";
    }
    const float right = ImGui::GetWindowContentRegionMax().x;
    ImGui::SameLine();
    ImGui::PushFont(context.fonts.strong, 0);
    ImGui::SetCursorPosX(right - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopFont();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    auto* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + width, at.y + 5}, context.theme.raised, 2.5F);
    if (share > 0)
      list->AddRectFilled(at, {at.x + width * share, at.y + 5}, context.theme.of(side), 2.5F);
    ImGui::Dummy({width, 9});
  }

  static void draw_outcome(const PaneContext& context, const record::RunRecord& record) {
    using Kind = record::Outcome::Kind;
    if (record.outcome.kind == Kind::completed) return;
    ImGui::PushFont(context.fonts.strong, 0);
    colored_text(context.theme.error, std::string(record::in_words(record.outcome.kind)));
    ImGui::PopFont();
    wrapped_text(context.theme.text, record.outcome.message);
    ImGui::Spacing();
  }

  static void draw_reason(const Theme& theme, std::string_view reason, float indent) {
    ImGui::PushFont(nullptr, kSmallSize);
    const float room = ImGui::GetContentRegionAvail().x - indent;
    const bool is_indented = widest_word(reason) <= room;
    if (is_indented) ImGui::Indent(indent);
    wrapped_text(theme.muted, reason);
    if (is_indented) ImGui::Unindent(indent);
    ImGui::PopFont();
  }

  static void draw_check(const PaneContext& context, const record::Check& check) {
    const bool is_full = check.points >= check.max_points;
    const bool is_none = check.points <= 0;
    const auto& theme = context.theme;
    const std::string points = compact(check.points) + "/" + compact(check.max_points);
    const float left = ImGui::GetCursorPosX();
    const float mark_width = ImGui::GetFontSize() * 1.25F;
    const float points_width = ImGui::CalcTextSize("100/100").x;
    const float right = ImGui::GetWindowContentRegionMax().x;
    const float y = ImGui::GetCursorPosY();
    const ImU32 color = !record::is_judged(check) ? theme.muted
                        : is_full                 ? theme.good
                        : is_none                 ? theme.error
                                                  : theme.warning;
    colored_text(color, !record::is_judged(check) ? "\u2013"
                        : is_full                 ? "\u2713"
                        : is_none                 ? "\u2717"
                                                  : "\u2248");
    ImGui::SetCursorPos({right - ImGui::CalcTextSize(points.c_str()).x, y});
    colored_text(theme.muted, points);
    // A word that has no room beside the points stands below them: none is broken.
    const bool has_room = widest_word(check.title) <= right - points_width - left - mark_width;
    if (has_room) {
      ImGui::SetCursorPos({left + mark_width, y});
    } else {
      ImGui::SetCursorPosX(left + mark_width);
    }
    ImGui::PushTextWrapPos(has_room ? right - points_width : right);
    ImGui::TextUnformatted(check.title.c_str());
    ImGui::PopTextWrapPos();
    if (!check.reason.empty()) draw_reason(theme, check.reason, mark_width);
    ImGui::Dummy({0, 2});
  }
};

template std::unique_ptr<Pane> make_pane<ScorePane>();

}  // namespace warpscope::viewer
