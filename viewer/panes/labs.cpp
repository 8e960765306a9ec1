// The list of labs, by part of the course.
#include <imgui.h>

#include <string>
#include <utility>

#include "runner/exercise/lab_progress.h"
#include "viewer/model/numbers.h"
#include "viewer/panes/make_pane.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr int kMostStars = 5;

/// The difficulty as stars, for a font that has them or not.
std::string stars(int difficulty, ImFont* font) {
  constexpr ImWchar kStar = 0x2605;
  const char* star = font->IsGlyphInFont(kStar) ? "\u2605" : "*";
  std::string text;
  for (int i = 0; i < difficulty && i < kMostStars; ++i) text += star;
  return text;
}

/// What the list has no room for.
std::string about(const runner::LabInfo& lab) {
  std::string text = lab.title + "\nlabs/" + lab.id;
  if (!lab.teaches.empty()) text += "\nTeaches " + lab.teaches;
  if (lab.minutes > 0) text += "\nTakes about " + std::to_string(lab.minutes) + " minutes";
  for (const auto& id : lab.needs) text += (&id == &lab.needs.front() ? "\nNeeds " : ", ") + id;
  return text;
}

}  // namespace

class LabsPane final : public Pane {
 public:
  std::string_view id() const override { return "labs"; }
  const char* title() const override { return "Labs"; }
  Place place() const override { return Place::left_top; }

  void draw(PaneContext& context) override {
    const auto& labs = context.session.labs();
    if (labs.empty()) {
      empty_message(context.theme,
                    "No labs are installed here; saved records can be opened with --open.");
      return;
    }
    std::string_view part;
    std::string to_open;
    for (std::size_t i = 0; i < labs.size(); ++i) {
      const auto& lab = labs[i];
      if (lab.part != part) {
        if (!part.empty()) ImGui::Spacing();
        part = lab.part;
        ImGui::PushFont(nullptr, kSmallSize);
        colored_text(context.theme.muted, part);
        ImGui::PopFont();
      }
      const bool is_open = context.session.lab() == &lab;
      if (is_open && std::exchange(revision_, context.session.lab_revision()) !=
                         context.session.lab_revision())
        ImGui::SetScrollHereY();
      const std::string difficulty = stars(lab.difficulty, context.fonts.text);
      const float star_width = ImGui::CalcTextSize(difficulty.c_str()).x;
      const float right = ImGui::GetContentRegionAvail().x;
      const auto title = fitted(lab.title, right - star_width - ImGui::GetStyle().ItemSpacing.x);
      if (ImGui::Selectable((title + "##" + lab.id).c_str(), is_open) && !is_open) to_open = lab.id;
      ImGui::SetItemTooltip("%s", about(lab).c_str());
      ImGui::SameLine();
      ImGui::SetCursorPosX(ImGui::GetStyle().WindowPadding.x + right - star_width);
      colored_text(context.theme.muted, difficulty);
      draw_progress(context, i);
    }
    if (!to_open.empty()) context.view.wanted_file = to_open;
  }

 private:
  /// Nothing for a lab that is not begun: most are not, and the list stays short.
  static void draw_progress(const PaneContext& context, std::size_t lab) {
    const auto& progress = context.session.progress(lab);
    if (progress == runner::kNotBegun) return;
    ImGui::PushFont(nullptr, kSmallSize);
    ImGui::Indent();
    colored_text(context.theme.muted, progress);
    draw_tasks(context, lab);
    ImGui::Unindent();
    ImGui::PopFont();
  }

  /// A square for each task, filled as far as its points go.
  static void draw_tasks(const PaneContext& context, std::size_t lab) {
    const auto& tasks = context.session.progress_by_task(lab);
    if (tasks.empty()) return;
    const float size = ImGui::GetFontSize() * 0.7F, space = size * 0.4F;
    const float width = static_cast<float>(tasks.size()) * (size + space);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({width, size + 2});
    std::string text;
    auto* list = ImGui::GetWindowDrawList();
    const ImU32 color = context.theme.of(Side::student);
    float x = at.x;
    for (const auto& [number, points] : tasks) {
      const auto share =
          static_cast<float>(points.max_points > 0 ? points.points / points.max_points : 0);
      const bool has_run = points.state != TaskPoints::State::not_run;
      if (has_run)
        list->AddRectFilled({x, at.y + size * (1 - share)}, {x + size, at.y + size}, color);
      list->AddRect({x, at.y}, {x + size, at.y + size}, has_run ? color : context.theme.muted);
      text += (text.empty() ? "Task " : "\nTask ") + std::to_string(number) + ": " +
              (has_run ? compact(points.points) + " of " : "") + compact(points.max_points) +
              " points";
      x += size + space;
    }
    ImGui::SetItemTooltip("%s", text.c_str());
  }

  unsigned revision_ = ~0U;  ///< of the session's lab, that was scrolled to
};

template std::unique_ptr<Pane> make_pane<LabsPane>();

}  // namespace warpscope::viewer
