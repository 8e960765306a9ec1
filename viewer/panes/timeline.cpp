// Launches and copies of both sides on one time axis.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>

#include "record/names.h"
#include "viewer/model/case_table.h"
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
    plot.records = context.session.records();
    for (const Side side : kSides) {
      const Attempt& attempt = context.session.attempt(side);
      plot.timelines[index(side)] = &timelines_.get(attempt, make_timeline);
      plot.times[index(side)] = times_.get(attempt, device_time);
      plot.titles[index(side)] = side_label(context.session, side);
      has_any |= !plot.timelines[index(side)]->lanes.empty();
    }
    if (!has_any) {
      empty_message(context.theme, context.session.record(Side::student) == nullptr
                                       ? absence_of(context.session, Side::student)
                                       : "This run launched no kernel and copied nothing to or "
                                         "from the device, so there is nothing to draw.");
      return;
    }
    // New results do not move what the user has zoomed into; until then everything is shown.
    if (window_ == last_fit_) fit_all(plot);
    auto& selection = context.session.selection();
    if (focuses_ != selection.focuses) {
      focuses_ = selection.focuses;
      fit_chosen(selection, plot);
    }
    const bool has_details =
        selection.launch_in(selection.side, context.session.record(selection.side)) != nullptr;
    const float details_width = has_details ? 290 * context.view.scale : 0;
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) handle_keys(context, plot);
    ImGui::BeginChild("lanes", {has_details ? -details_width : 0, 0}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoScrollWithMouse);
    const auto hit = draw_timeline_plot(plot, window_, selection, context.theme, context.fonts);
    if (hit) choose_launch(selection, plot.records, hit->side, hit->launch);
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

  /// Shows what is chosen on both sides, or everything.
  void fit_chosen(const Selection& selection, const TimelinePlot& plot) {
    std::optional<TimeWindow> span;
    for (const Side side : kSides) {
      const auto* record = plot.records[index(side)];
      if (record == nullptr || !selection.is_partial(side)) continue;
      for (const auto& lane : plot.timelines[index(side)]->lanes) {
        for (const auto& bar : lane.bars) {
          if (!is_chosen(selection, side, *record, bar)) continue;
          if (!span) span = TimeWindow{bar.start_s, bar.end_s};
          span->start_s = std::min(span->start_s, bar.start_s);
          span->end_s = std::max(span->end_s, bar.end_s);
        }
      }
    }
    if (span) {
      window_.fit(span->start_s, span->end_s);
    } else {
      fit_all(plot);
    }
  }

  /// A chosen case is shown with its copies, a launch without a case alone.
  static bool is_chosen(const Selection& selection, Side side, const record::RunRecord& record,
                        const TimelineBar& bar) {
    if (selection.case_name) {
      const auto* name = case_name_of(record, bar.case_index);
      return name != nullptr && *name == *selection.case_name;
    }
    return bar.kind == TimelineBar::Kind::launch &&
           selection.covers(side, record, record.launches[bar.index]);
  }

  void fit(const PaneContext& context, const TimelinePlot& plot) {
    const auto& selection = context.session.selection();
    const auto* launch =
        selection.launch_in(selection.side, context.session.record(selection.side));
    if (launch == nullptr || fitted_launch_ == launch->id) {
      fit_all(plot);
      fitted_launch_.reset();
      return;
    }
    const double margin_s = launch->duration_s;
    window_.fit(launch->start_s - margin_s, launch->start_s + launch->duration_s + margin_s);
    fitted_launch_ = launch->id;
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
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) choose_everything(context.session.selection());
  }

  void step_launch(PaneContext& context, int by) {
    auto& selection = context.session.selection();
    const auto* record = context.session.record(selection.side);
    if (record == nullptr || record->launches.empty()) return;
    const auto last = static_cast<std::int64_t>(record->launches.size()) - 1;
    const auto chosen = selection.launch(selection.side);
    const auto next = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(chosen ? std::int64_t{*chosen} + by : 0, 0, last));
    choose_launch(selection, context.session.records(), selection.side, next);
    const auto& launch = record->launches[next];
    if (launch.start_s < window_.start_s || launch.start_s + launch.duration_s > window_.end_s) {
      window_.pan(launch.start_s + launch.duration_s / 2 - (window_.start_s + window_.end_s) / 2);
    }
  }

  PerRecord<Timeline> timelines_;
  PerRecord<DeviceTime> times_;
  TimeWindow window_;
  TimeWindow last_fit_;  ///< the last one that showed everything
  std::optional<std::uint32_t> fitted_launch_;
  unsigned focuses_ = 0;  ///< of the selection, that have been followed
};

template std::unique_ptr<Pane> make_pane<TimelinePane>();

}  // namespace warpscope::viewer
