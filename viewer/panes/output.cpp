// What the compiler and the program printed.
#include <imgui.h>

#include <string>

#include "base/quantity.h"
#include "record/names.h"
#include "viewer/model/labels.h"
#include "viewer/panes/make_pane.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class OutputPane final : public Pane {
 public:
  std::string_view id() const override { return "output"; }
  const char* title() const override { return "Output"; }
  Place place() const override { return Place::bottom; }

  void draw(PaneContext& context) override {
    side_ = choose_side("side", side_, context.session, context.theme);
    const auto* record = context.session.record(side_);
    if (record == nullptr) {
      empty_message(context.theme, absence_of(context.session, side_));
      return;
    }
    ImGui::SameLine(0, 16);
    const auto& outcome = record->outcome;
    const bool is_completed = outcome.kind == record::Outcome::Kind::completed;
    ImGui::AlignTextToFramePadding();
    colored_text(is_completed ? context.theme.good : context.theme.error,
                 std::string(record::in_words(outcome.kind)));
    ImGui::SameLine(0, 16);
    const auto& times = record->host_timings;
    const bool was_compiled = times.compile_s > 0;
    colored_text(
        context.theme.muted,
        (was_compiled ? "compiled in " + time_text(times.compile_s) + ", ran in " : "ran in ") +
            time_text(times.run_s) + " on this computer");
    ImGui::BeginChild("text", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
    if (!outcome.message.empty()) wrapped_text(context.theme.text, outcome.message);
    if (was_compiled || !outcome.compiler_output.empty()) {
      section(context, "Compiler", outcome.compiler_output, "No warnings.");
    }
    section(context, "Program", outcome.program_output,
            outcome.is_output_kept ? "It printed nothing."
                                   : "What it printed went where it was started; "
                                     "the record does not keep it.");
    ImGui::EndChild();
  }

 private:
  static void section(const PaneContext& context, const char* heading, const std::string& text,
                      const char* when_empty) {
    ImGui::Spacing();
    ImGui::PushFont(context.fonts.strong, 0);
    ImGui::TextUnformatted(heading);
    ImGui::PopFont();
    if (text.empty()) {
      colored_text(context.theme.muted, when_empty);
      return;
    }
    ImGui::PushFont(context.fonts.code, kCodeSize);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopFont();
  }

  Side side_ = Side::student;
};

template std::unique_ptr<Pane> make_pane<OutputPane>();

}  // namespace warpscope::viewer
