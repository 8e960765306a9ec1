// The lab's hints, opened one by one as `warpscope hint` does.
#include <imgui.h>

#include <string>

#include "viewer/markdown/draw.h"
#include "viewer/model/lab_hints.h"
#include "viewer/model/missing.h"
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
    load(context.session);
    if (hints_.tasks().empty()) {
      empty_message(context.theme, context.session.lab() == nullptr ? kNoLab
                                   : hints_.problem().empty()
                                       ? "The handout of this lab has no hints."
                                       : hints_.problem());
      return;
    }
    begin_reading("hints", 760);
    if (!hints_.problem().empty()) wrapped_text(context.theme.error, hints_.problem());
    wrapped_text(context.theme.muted,
                 "Each task has hints that say more and more. They open one by one; how many were "
                 "open is kept with every run.");
    ImGui::Spacing();
    // A run notes its score in the same file when it ends.
    ImGui::BeginDisabled(context.session.attempt(Side::student).is_running());
    draw_next(context);
    for (std::size_t i = 0; i < hints_.tasks().size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      draw_task(context, i);
      ImGui::PopID();
    }
    ImGui::EndDisabled();
    end_reading();
  }

 private:
  /// Texts of one task's hints.
  using Texts = std::vector<markdown::Document>;

  void load(const Session& session) {
    const auto revision = session.attempt(Side::student).revision();
    if (lab_revision_ == session.lab_revision() && student_revision_ == revision) {
      const double now_s = ImGui::GetTime();
      if (now_s < refreshed_s_ || now_s - refreshed_s_ > kSecondsBetweenLooks) {
        refreshed_s_ = now_s;
        hints_.refresh();
      }
      return;
    }
    lab_revision_ = session.lab_revision();
    student_revision_ = revision;
    texts_.clear();
    hints_ = {};
    const auto& file = session.attempt(Side::student).file();
    if (session.lab() == nullptr || file.empty()) return;
    hints_ = LabHints(*session.lab(), file.parent_path());
    for (const auto& task : hints_.tasks()) {
      auto& texts = texts_.emplace_back();
      for (const auto& hint : task.hints) texts.push_back(markdown::parse(hint.text));
    }
  }

  void draw_next(const PaneContext& context) {
    const auto* next = hints_.next();
    if (next == nullptr) {
      colored_text(context.theme.muted, "All hints are open.");
      return;
    }
    if (ImGui::Button("Open the next hint")) hints_.open(*next);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    colored_text(context.theme.muted,
                 "task " + std::to_string(next->task) +
                     (hints_.has_lost_points() ? ", where the last run lost points" : ""));
  }

  void draw_task(PaneContext& context, std::size_t index) {
    const auto& task = hints_.tasks()[index];
    const auto opened = hints_.opened(task);
    ImGui::Dummy({0, 6 * context.view.scale});
    ImGui::PushFont(context.fonts.strong, 0);
    wrapped_text(context.theme.text, runner::heading_of(task));
    ImGui::PopFont();
    colored_text(context.theme.muted, std::to_string(opened) + " of " +
                                          std::to_string(task.hints.size()) + " hints open");
    for (std::size_t i = 0; i < opened; ++i) {
      ImGui::PushID(static_cast<int>(i));
      wrapped_text(context.theme.link, std::to_string(i + 1) + ". " + task.hints[i].summary);
      ImGui::Indent();
      markdown::draw(texts_[index][i], reading_style(context, 1.0F));
      ImGui::Unindent();
      ImGui::Spacing();
      ImGui::PopID();
    }
    if (opened == task.hints.size()) return;
    const auto label = "Hint " + std::to_string(opened + 1) + ": " + task.hints[opened].summary;
    if (ImGui::Button((label + "###open").c_str())) hints_.open(task);
  }

  static constexpr double kSecondsBetweenLooks = 1;

  LabHints hints_;
  std::vector<Texts> texts_;  ///< by task
  unsigned lab_revision_ = ~0U, student_revision_ = ~0U;
  double refreshed_s_ = 0;
};

template std::unique_ptr<Pane> make_pane<HintsPane>();

}  // namespace warpscope::viewer
