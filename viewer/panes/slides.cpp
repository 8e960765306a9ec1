// The lab's deck, a slide at a time.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "presentation/markdown/deck.h"
#include "viewer/model/missing.h"
#include "viewer/model/text_file.h"
#include "viewer/panes/make_pane.h"
#include "viewer/panes/reading.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class SlidesPane final : public Pane {
 public:
  std::string_view id() const override { return "slides"; }
  const char* title() const override { return "Slides"; }
  Place place() const override { return Place::center; }

  void draw(PaneContext& context) override {
    load(context.session);
    if (deck_.slides.empty()) {
      empty_message(context.theme, problem_);
      return;
    }
    turn_to_wanted(context.view);
    handle_keys(context.view);
    draw_bar(context);
    const auto& slide = deck_.slides[page_];
    const bool has_notes = context.view.shows_notes && !slide.notes.blocks.empty();
    const float notes_height = has_notes ? ImGui::GetContentRegionAvail().y * 0.28F : 0;
    ImGui::BeginChild("slide", {0, -notes_height});
    // Slides are read from a distance too: the text grows with the pane.
    const float size =
        std::clamp(ImGui::GetContentRegionAvail().x / (620 * context.view.scale), 1.0F, 1.7F);
    begin_reading(std::to_string(page_).c_str(), 700 * size);
    auto style = reading_style(context, size);
    style.figures = &figures_;
    markdown::draw(slide.body, style);
    end_reading();
    ImGui::EndChild();
    if (has_notes) draw_notes(context, slide);
  }

 private:
  void load(const Session& session) {
    if (revision_ == session.lab_revision()) return;
    revision_ = session.lab_revision();
    deck_ = {};
    page_ = 0;
    if (session.lab() == nullptr) {
      problem_ = kNoLab;
      return;
    }
    const auto file = read_text_file(session.lab()->deck);
    deck_ = markdown::parse_deck(file.text);
    figures_.set_kept_folder(session.lab()->deck.parent_path() / "kept");
    problem_ = file.problem.empty() ? "The deck " + session.lab()->deck.string() + " has no slides."
                                    : file.problem;
  }

  void turn_to_wanted(View& view) {
    if (view.wanted_slide.empty()) return;
    const auto found = markdown::find_slide(deck_, view.wanted_slide);
    if (found != std::string_view::npos) page_ = found;
    view.wanted_slide.clear();
  }

  void turn(int by) {
    const auto last = static_cast<int>(deck_.slides.size()) - 1;
    page_ = static_cast<std::size_t>(std::clamp(static_cast<int>(page_) + by, 0, last));
  }

  void handle_keys(View& view) {
    // As shortcuts, so that the arrows do not also move the keyboard's focus from button to button.
    const auto pressed = [](ImGuiKey key) { return ImGui::Shortcut(key, ImGuiInputFlags_Repeat); };
    if (pressed(ImGuiKey_RightArrow) || pressed(ImGuiKey_PageDown)) turn(1);
    if (pressed(ImGuiKey_LeftArrow) || pressed(ImGuiKey_PageUp)) turn(-1);
    if (ImGui::Shortcut(ImGuiKey_N)) view.shows_notes = !view.shows_notes;
  }

  void draw_bar(PaneContext& context) {
    ImGui::BeginDisabled(page_ == 0);
    if (ImGui::Button("\u25C0##previous")) turn(-1);
    ImGui::EndDisabled();
    ImGui::SameLine(0, 4);
    ImGui::BeginDisabled(page_ + 1 == deck_.slides.size());
    if (ImGui::Button("\u25B6##next")) turn(1);
    ImGui::EndDisabled();
    ImGui::SameLine(0, 10);
    ImGui::AlignTextToFramePadding();
    colored_text(context.theme.muted,
                 std::to_string(page_ + 1) + " / " + std::to_string(deck_.slides.size()));
    ImGui::SameLine(0, 14);
    ImGui::SetNextItemWidth(
        std::max(ImGui::GetContentRegionAvail().x - 90 * context.view.scale, 60.0F));
    if (ImGui::BeginCombo("##contents", deck_.slides[page_].title.c_str(),
                          ImGuiComboFlags_HeightLarge)) {
      for (std::size_t i = 0; i < deck_.slides.size(); ++i) {
        const std::string label = std::to_string(i + 1) + "  " + deck_.slides[i].title;
        if (ImGui::Selectable(label.c_str(), i == page_)) page_ = i;
      }
      ImGui::EndCombo();
    }
    ImGui::SameLine(0, 8);
    ImGui::PushStyleColor(ImGuiCol_Button,
                          context.view.shows_notes ? context.theme.hovered : context.theme.raised);
    if (ImGui::Button("Notes")) context.view.shows_notes = !context.view.shows_notes;
    ImGui::PopStyleColor();
    ImGui::SetItemTooltip("Speaker notes (N)");
    ImGui::Separator();
  }

  static void draw_notes(PaneContext& context, const markdown::Slide& slide) {
    ImGui::PushStyleColor(ImGuiCol_ChildBg, context.theme.raised);
    ImGui::BeginChild("notes", {0, 0}, ImGuiChildFlags_AlwaysUseWindowPadding);
    colored_text(context.theme.muted, "Speaker notes");
    markdown::draw(slide.notes, reading_style(context, 1.0F));
    ImGui::EndChild();
    ImGui::PopStyleColor();
  }

  unsigned revision_ = ~0U;
  markdown::Deck deck_;
  markdown::FigureViews figures_;
  std::string problem_;
  std::size_t page_ = 0;
};

template std::unique_ptr<Pane> make_pane<SlidesPane>();

}  // namespace warpscope::viewer
