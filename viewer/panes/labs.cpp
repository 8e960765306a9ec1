// The list of labs, by part of the course.
#include <imgui.h>

#include <string>

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
    for (const auto& lab : labs) {
      if (lab.part != part) {
        if (!part.empty()) ImGui::Spacing();
        part = lab.part;
        ImGui::PushFont(nullptr, kSmallSize);
        colored_text(context.theme.muted, part);
        ImGui::PopFont();
      }
      const bool is_open = context.session.lab() == &lab;
      const std::string difficulty = stars(lab.difficulty, context.fonts.text);
      const float star_width = ImGui::CalcTextSize(difficulty.c_str()).x;
      const float right = ImGui::GetContentRegionAvail().x;
      if (ImGui::Selectable((lab.title + "##" + lab.id).c_str(), is_open) && !is_open)
        to_open = lab.id;
      ImGui::SetItemTooltip("%s\nlabs/%s", lab.title.c_str(), lab.id.c_str());
      ImGui::SameLine();
      ImGui::SetCursorPosX(ImGui::GetStyle().WindowPadding.x + right - star_width);
      colored_text(context.theme.muted, difficulty);
    }
    if (to_open.empty()) return;
    context.session.open_lab(to_open);
    for (const Side side : kSides) context.session.run(side);
  }
};

template std::unique_ptr<Pane> make_pane<LabsPane>();

}  // namespace warpscope::viewer
