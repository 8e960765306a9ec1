// The lab's ladder: every step from the starter to the reference, run and compared.
#include <imgui.h>

#include <memory>
#include <optional>
#include <string>

#include "record/names.h"
#include "viewer/markdown/draw.h"
#include "viewer/model/ladder_job.h"
#include "viewer/model/missing.h"
#include "viewer/model/numbers.h"
#include "viewer/panes/make_pane.h"
#include "viewer/panes/reading.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class LadderPane final : public Pane {
 public:
  std::string_view id() const override { return "ladder"; }
  const char* title() const override { return "Ladder"; }
  Place place() const override { return Place::bottom; }

  void draw(PaneContext& context) override {
    load(context.session);
    if (!context.session.reveal().is_all_shown()) {
      const auto reason = context.session.reason_to_hide_reference();
      empty_message(context.theme,
                    reason.empty() ? "The steps of the ladder tell how the tasks are done. They "
                                     "open when all tasks are open in the pane Lab."
                                   : reason);
      return;
    }
    if (plan_.rungs.empty()) {
      empty_message(context.theme, problem_);
      return;
    }
    draw_controls(context);
    const float code_width = shown_ ? ImGui::GetContentRegionAvail().x * 0.45F : 0;
    ImGui::BeginChild("rows", {shown_ ? -code_width : 0, 0});
    draw_table(context);
    ImGui::EndChild();
    if (!shown_) return;
    ImGui::SameLine();
    ImGui::BeginChild("code", {0, 0}, ImGuiChildFlags_AlwaysUseWindowPadding);
    draw_code(context);
    ImGui::EndChild();
  }

 private:
  void load(const Session& session) {
    if (revision_ == session.lab_revision()) return;
    revision_ = session.lab_revision();
    job_.reset();
    plan_ = {};
    shown_.reset();
    code_of_ = nullptr;
    is_reference_asked_for_ = false;
    problem_ = kNoLab;
    if (session.lab() == nullptr) return;
    try {
      plan_ = ladder_plan(*session.lab());
    } catch (const std::exception& error) {
      problem_ = error.what();
    }
  }

  void draw_controls(PaneContext& context) {
    const bool is_running = job_ != nullptr && !job_->is_finished();
    if (is_running) {
      if (ImGui::Button("\u25A0 Cancel")) job_->cancel();
    } else if (ImGui::Button("\u25B6  Run the ladder")) {
      job_ = std::make_unique<LadderJob>(context.session.run_lab(), plan_, context.session.wake());
    }
    ImGui::SameLine(0, 12);
    ImGui::AlignTextToFramePadding();
    if (is_running) {
      colored_text(context.theme.muted, job_->stage());
    } else if (job_ != nullptr && !job_->problem().empty()) {
      colored_text(context.theme.error, job_->problem());
    } else {
      colored_text(
          context.theme.muted,
          "It tells how the tasks are done: try them first. A click on a step shows its code.");
    }
  }

  /// "lanes per instruction" under the heading of its group.
  static std::string heading_of(const runner::LadderColumn& column) {
    return column.group.empty() ? column.heading : column.group + "\n" + column.heading;
  }

  void draw_table(const PaneContext& context) {
    constexpr int kFirstValue = 3;
    const int columns = kFirstValue + static_cast<int>(plan_.columns.size());
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit |
                                       ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                       ImGuiTableFlags_BordersInnerV;
    if (!ImGui::BeginTable("ladder", columns, kFlags)) return;
    ImGui::TableSetupScrollFreeze(1, 1);
    constexpr float kValueWidth = 104, kChangeWidth = 250;
    const auto set_up = [&](const std::string& heading, float width) {
      ImGui::TableSetupColumn(heading.c_str(), ImGuiTableColumnFlags_WidthFixed,
                              width * context.view.scale);
    };
    ImGui::TableSetupColumn("rung");
    ImGui::TableSetupColumn("points");
    set_up("what changed", kChangeWidth);
    for (const auto& column : plan_.columns) set_up(heading_of(column), kValueWidth);
    begin_heading_row(context.theme);
    for (int i = 0; i < columns; ++i) {
      ImGui::TableSetColumnIndex(i);
      const std::string heading = ImGui::TableGetColumnName(i);
      if (i < kFirstValue) {
        colored_text(context.theme.muted, heading);
      } else {
        wrapped_text(context.theme.muted, heading);
      }
    }
    const auto rows = job_ != nullptr ? job_->rows() : std::vector<runner::LadderRow>();
    for (std::size_t i = 0; i < plan_.rungs.size(); ++i)
      draw_row(context, i, i < rows.size() ? &rows[i] : nullptr);
    ImGui::EndTable();
  }

  void draw_row(const PaneContext& context, std::size_t index, const runner::LadderRow* row) {
    const auto& rung = plan_.rungs[index];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Selectable(rung.name.c_str(), shown_ == index,
                          ImGuiSelectableFlags_SpanAllColumns)) {
      shown_ = shown_ == index ? std::nullopt : std::optional(index);
    }
    ImGui::TableNextColumn();
    if (row != nullptr) ImGui::TextUnformatted(compact(row->points).c_str());
    ImGui::TableNextColumn();
    // What a step changes tells how a task is done: it is shown with the step's numbers.
    if (row == nullptr) return;
    std::string change = row->change;
    if (row->outcome != record::Outcome::Kind::completed)
      change += " (" + std::string(record::in_words(row->outcome)) + ")";
    wrapped_text(context.theme.text, change);
    for (const auto& value : row->values) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(value ? compact(*value).c_str() : "\u2013");
    }
  }

  void draw_code(PaneContext& context) {
    const auto& rung = plan_.rungs[*shown_];
    const bool is_reference = *shown_ + 1 == plan_.rungs.size();
    if (is_reference && !is_reference_asked_for_) {
      wrapped_text(context.theme.muted,
                   "This is the solution of the whole lab. Its points and counts are in the table "
                   "without its code.");
      if (ImGui::Button("Show the solution")) is_reference_asked_for_ = true;
      return;
    }
    if (!rung.diff.empty()) ImGui::Checkbox("Only what it changes", &has_changes_only_);
    const auto& code = has_changes_only_ && !rung.diff.empty() ? rung.diff : rung.text;
    if (code_of_ != &code) {
      code_of_ = &code;
      markdown::Block block;
      block.kind = markdown::Block::Kind::code;
      block.language = &code == &rung.diff ? "diff" : "cuda";
      block.code = code;
      code_.blocks = {block};
    }
    markdown::draw(code_, reading_style(context, 0.9F));
  }

  LadderPlan plan_;
  std::unique_ptr<LadderJob> job_;
  std::string problem_;
  std::optional<std::size_t> shown_;  ///< the rung whose code is shown
  bool is_reference_asked_for_ = false;
  bool has_changes_only_ = false;
  const std::string* code_of_ = nullptr;  ///< in plan_
  markdown::Document code_;
  unsigned revision_ = ~0U;
};

template std::unique_ptr<Pane> make_pane<LadderPane>();

}  // namespace warpscope::viewer
