// The lab's curves: bandwidth and a counter over each sweep.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "record/derived.h"
#include "record/names.h"
#include "viewer/model/labels.h"
#include "viewer/model/per_record.h"
#include "viewer/model/sweep_series.h"
#include "viewer/panes/make_pane.h"
#include "viewer/plots/sweep_plot.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

/// All curves of one record, by sweep and quantity.
using AllSeries = std::map<std::pair<std::string, SweepQuantity>, std::vector<SweepSeries>>;

namespace {

constexpr float kLeastPlotHeight = 170;

AllSeries all_series(const record::RunRecord& record) {
  AllSeries all;
  for (const auto& sweep : record.sweeps) {
    for (const auto quantity : kSweepQuantities) {
      all[{sweep.id, quantity}] = sweep_series(record, sweep.id, quantity);
    }
  }
  return all;
}

std::string y_label(const record::RunRecord& record, const record::Sweep& sweep,
                    SweepQuantity quantity) {
  const std::string what =
      quantity == SweepQuantity::bandwidth
          ? "useful bandwidth, GB/s"
          : std::string(record::metric_short_name(record::sweep_metric(sweep)));
  return what + " (" + std::string(record::in_words(provenance(record, quantity))) + ")";
}

}  // namespace

class SweepsPane final : public Pane {
 public:
  std::string_view id() const override { return "sweeps"; }
  const char* title() const override { return "Sweeps"; }
  Place place() const override { return Place::right; }

  void draw(PaneContext& context) override {
    const auto* student = context.session.record(Side::student);
    const auto* reference = context.session.record(Side::reference);
    const auto sweeps = sweeps_of(student, reference);
    if (sweeps.empty()) {
      empty_message(context.theme, student == nullptr ? absence_of(context.session, Side::student)
                                                      : "This run has no sweeps.");
      return;
    }
    std::array<const AllSeries*, 2> series{};
    const bool fits = has_to_fit_;
    for (const Side side : kSides) {
      const Attempt& attempt = context.session.attempt(side);
      series[index(side)] = &series_.get(attempt, all_series);
    }
    draw_legend(context);
    has_to_fit_ = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) &&
                  ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
    const auto& labelled = student != nullptr ? *student : *reference;
    ImGui::BeginChild("plots");
    const float rows = static_cast<float>(sweeps.size());
    const float spacing = ImGui::GetStyle().ItemSpacing.y;
    const float heading = ImGui::GetTextLineHeightWithSpacing();
    const float height =
        std::max((ImGui::GetContentRegionAvail().y + spacing) / rows - heading - 2 * spacing,
                 kLeastPlotHeight * context.view.scale);
    for (const auto& sweep : sweeps) draw_sweep(context, sweep, labelled, series, height, fits);
    ImGui::EndChild();
  }

 private:
  static void draw_legend(const PaneContext& context) {
    auto* list = ImGui::GetWindowDrawList();
    for (const Side side : kSides) {
      if (context.session.record(side) == nullptr) continue;
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float middle = at.y + ImGui::GetTextLineHeight() / 2;
      const ImU32 color = context.theme.of(side);
      list->AddLine({at.x, middle}, {at.x + 26, middle}, color, 2);
      list->AddCircleFilled({at.x + 13, middle}, 4.5F, color);
      if (side == Side::reference)
        list->AddCircleFilled({at.x + 13, middle}, 3, context.theme.panel);
      ImGui::Dummy({26, 0});
      ImGui::SameLine(0, 6);
      colored_text(color, side_title(side));
      ImGui::SameLine(0, 18);
    }
    ImGui::NewLine();
  }

  void draw_sweep(const PaneContext& context, const record::Sweep& sweep,
                  const record::RunRecord& labelled, const std::array<const AllSeries*, 2>& series,
                  float height, bool fits) {
    ImGui::PushID(sweep.id.c_str());
    ImGui::PushFont(context.fonts.strong, 0);
    ImGui::TextUnformatted(sweep.title.c_str());
    ImGui::PopFont();
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    for (const auto quantity : kSweepQuantities) {
      SweepPlot plot;
      plot.id = quantity == SweepQuantity::bandwidth ? "bandwidth" : "counter";
      plot.x_label = sweep.x_label;
      plot.y_label = y_label(labelled, sweep, quantity);
      for (const Side side : kSides) {
        const auto found = series[index(side)]->find({sweep.id, quantity});
        if (found != series[index(side)]->end()) plot.series[index(side)] = &found->second;
      }
      if (quantity != kSweepQuantities[0]) {
        ImGui::SameLine(width + ImGui::GetStyle().ItemSpacing.x);
      }
      const auto hit =
          draw_sweep_plot(plot, {width, height}, x_ranges_[sweep.id],
                          y_ranges_[{sweep.id, quantity}], fits, context.theme, context.fonts);
      if (hit && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) select(context.session, *hit);
    }
    ImGui::PopID();
  }

  /// A click on a point selects the case's first launch, so that source and timeline show it.
  static void select(Session& session, const SweepHit& hit) {
    const auto* record = session.record(hit.side);
    if (record == nullptr) return;
    for (const auto& launch : record->launches) {
      if (!launch.case_index || *launch.case_index >= record->cases.size()) continue;
      if (record->cases[*launch.case_index].name != hit.case_name) continue;
      auto& selection = session.selection();
      selection.side = hit.side;
      selection.launch = launch.id;
      selection.case_index = launch.case_index;
      return;
    }
  }

  PerRecord<AllSeries> series_;
  std::map<std::string, AxisRange> x_ranges_;  ///< by sweep
  std::map<std::pair<std::string, SweepQuantity>, AxisRange> y_ranges_;
  bool has_to_fit_ = false;
};

template std::unique_ptr<Pane> make_pane<SweepsPane>();

}  // namespace warpscope::viewer
