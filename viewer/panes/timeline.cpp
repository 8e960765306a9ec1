// Launches and copies of both sides on one time axis.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>

#include "record/names.h"
#include "viewer/model/labels.h"
#include "viewer/model/numbers.h"
#include "viewer/model/per_record.h"
#include "viewer/panes/launch_details.h"
#include "viewer/panes/make_pane.h"
#include "viewer/plots/timeline_plot.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class TimelinePane final : public Pane {
 public:
  std::string_view id() const override { return "timeline"; }
  const char* title() const override { return "Timeline"; }
  Place place() const override { return Place::bottom; }

  void draw(PaneContext& context) override {
    TimelinePlot plot;
    bool has_any = false;
    for (const Side side : kSides) {
      const Attempt& attempt = context.session.attempt(side);
      plot.timelines[index(side)] = &timelines_.get(attempt, make_timeline);
      plot.records[index(side)] = context.session.record(side);
      has_any |= !plot.timelines[index(side)]->lanes.empty();
    }
    if (!has_any) {
      empty_message(context.theme, context.session.record(Side::student) == nullptr
                                       ? absence_of(context.session, Side::student)
                                       : "This run launched nothing and copied nothing.");
      return;
    }
    // New results do not move what the user has zoomed into; until then everything is shown.
    if (window_ == last_fit_) fit_all(plot);
    auto& selection = context.session.selection();
    const bool has_details = selection.launch && context.session.record(selection.side) != nullptr;
    const float details_width = has_details ? 260 * context.view.scale : 0;
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) handle_keys(context, plot);
    ImGui::BeginChild("lanes", {has_details ? -details_width : 0, 0}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoScrollWithMouse);
    draw_timeline_plot(plot, window_, selection, context.theme, context.fonts);
    ImGui::EndChild();
    if (!has_details) return;
    ImGui::SameLine();
    ImGui::BeginChild("details");
    draw_launch_details(context);
    ImGui::EndChild();
  }

 private:
  void fit_all(const TimelinePlot& plot) {
    double start_s = 0, end_s = 0;
    for (const auto* timeline : plot.timelines) end_s = std::max(end_s, timeline->end_s);
    for (const auto* timeline : plot.timelines) start_s = std::min(start_s, timeline->start_s);
    window_.fit(start_s, end_s);
    last_fit_ = window_;
  }

  const record::Launch* selected_launch(const PaneContext& context) const {
    const auto& selection = context.session.selection();
    const auto* record = context.session.record(selection.side);
    if (record == nullptr || !selection.launch || *selection.launch >= record->launches.size())
      return nullptr;
    return &record->launches[*selection.launch];
  }

  void fit(const PaneContext& context, const TimelinePlot& plot) {
    const auto* launch = selected_launch(context);
    if (launch == nullptr || fitted_launch_ == context.session.selection().launch) {
      fit_all(plot);
      fitted_launch_.reset();
      return;
    }
    const double margin_s = launch->duration_s;
    window_.fit(launch->start_s - margin_s, launch->start_s + launch->duration_s + margin_s);
    fitted_launch_ = context.session.selection().launch;
  }

  void handle_keys(PaneContext& context, const TimelinePlot& plot) {
    if (ImGui::GetIO().WantTextInput || ImGui::GetIO().KeyCtrl) return;
    const float step = ImGui::GetIO().DeltaTime;
    const double middle_s = (window_.start_s + window_.end_s) / 2;
    if (ImGui::IsKeyDown(ImGuiKey_W)) window_.zoom(1.0 - 2.0 * step, middle_s);
    if (ImGui::IsKeyDown(ImGuiKey_S)) window_.zoom(1.0 + 2.0 * step, middle_s);
    if (ImGui::IsKeyDown(ImGuiKey_A)) window_.pan(-window_.span_s() * step);
    if (ImGui::IsKeyDown(ImGuiKey_D)) window_.pan(window_.span_s() * step);
    if (ImGui::IsKeyPressed(ImGuiKey_F, false)) fit(context, plot);
    if (ImGui::IsKeyPressed(ImGuiKey_Period)) step_launch(context, 1);
    if (ImGui::IsKeyPressed(ImGuiKey_Comma)) step_launch(context, -1);
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) context.session.selection().launch.reset();
  }

  void step_launch(PaneContext& context, int by) {
    auto& selection = context.session.selection();
    const auto* record = context.session.record(selection.side);
    if (record == nullptr || record->launches.empty()) return;
    const auto last = static_cast<std::int64_t>(record->launches.size()) - 1;
    const auto next = std::clamp<std::int64_t>(
        selection.launch ? std::int64_t{*selection.launch} + by : 0, 0, last);
    selection.launch = static_cast<std::uint32_t>(next);
    const auto& launch = record->launches[*selection.launch];
    selection.case_index = launch.case_index;
    if (launch.start_s < window_.start_s || launch.start_s + launch.duration_s > window_.end_s) {
      window_.pan(launch.start_s + launch.duration_s / 2 - (window_.start_s + window_.end_s) / 2);
    }
  }

  PerRecord<Timeline> timelines_;
  TimeWindow window_;
  TimeWindow last_fit_;  ///< the last one that showed everything
  std::optional<std::uint32_t> fitted_launch_;
};

template std::unique_ptr<Pane> make_pane<TimelinePane>();

}  // namespace warpscope::viewer
