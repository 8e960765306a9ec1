// The lab's curves: bandwidth and a counter over each sweep.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "record/beside_curves.h"
#include "record/measured_curves.h"
#include "record/names.h"
#include "viewer/model/labels.h"
#include "viewer/model/missing.h"
#include "viewer/model/per_record.h"
#include "viewer/model/sweep_series.h"
#include "viewer/panes/make_pane.h"
#include "viewer/plots/sweep_plot.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

/// All curves of one record, by sweep and quantity.
using AllSeries = std::map<std::pair<std::string, SweepQuantity>, std::vector<SweepSeries>>;

namespace {

constexpr float kLeastPlotHeight = 155;

AllSeries all_series(const record::RunRecord& record) {
  AllSeries all;
  for (const auto& sweep : record.sweeps) {
    for (const auto quantity : kSweepQuantities) {
      all[{sweep.id, quantity}] = sweep_series(record, sweep.id, quantity);
    }
  }
  return all;
}

std::string y_label(const record::Sweep& sweep, SweepQuantity quantity) {
  return quantity == SweepQuantity::bandwidth ? "useful bandwidth, GB/s" : counter_label(sweep);
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
                                                      : why_no_sweeps(*student));
      return;
    }
    std::array<const AllSeries*, 2> series{};
    const bool fits = has_to_fit_;
    for (const Side side : kSides) {
      const Attempt& attempt = context.session.attempt(side);
      series[index(side)] = &series_.get(attempt, all_series);
    }
    for (const Side side : kSides) {
      if (is_hidden_[index(side)]) series[index(side)] = nullptr;
    }
    draw_legend(context);
    has_to_fit_ = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) &&
                  ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
    const auto& labelled = student != nullptr ? *student : *reference;
    ImGui::BeginChild("plots");
    const float rows = static_cast<float>(sweeps.size());
    const float spacing = ImGui::GetStyle().ItemSpacing.y;
    const bool has_names = is_beside_shown_ && with_beside(context) != nullptr;
    const float heading = (has_names ? 2 : 1) * ImGui::GetTextLineHeightWithSpacing();
    const float height =
        std::max((ImGui::GetContentRegionAvail().y + spacing) / rows - heading - 2 * spacing,
                 kLeastPlotHeight * context.view.scale);
    for (const auto& sweep : sweeps) draw_sweep(context, sweep, labelled, series, height, fits);
    ImGui::EndChild();
  }

 private:
  void draw_legend(const PaneContext& context) {
    for (const Side side : kSides) {
      if (context.session.record(side) == nullptr) continue;
      draw_legend_entry(context, side);
      ImGui::SameLine(0, 18);
    }
    ImGui::NewLine();
    draw_measured_entry(context);
    draw_beside_entry(context);
    for (const Side side : kSides) draw_failures(context, side);
  }

  /// The same for the curves of a real GPU, on both sides.
  void draw_measured_entry(const PaneContext& context) {
    const auto* curve = any_measured(context);
    if (curve == nullptr) return;
    const std::string title = "+ " + curve->source + " (right axis)";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 size = ImGui::CalcTextSize(title.c_str(), nullptr, false, width);
    if (ImGui::InvisibleButton("measured", size)) is_measured_hidden_ = !is_measured_hidden_;
    ImGui::SetItemTooltip(
        "What a real GPU did with the starter and the reference. Of bandwidths, equal heights "
        "are equal shares of what each device's memory can do; of times, equal times. %s",
        is_measured_hidden_ ? "Click to show it again." : "Click to hide it.");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const ImU32 color =
        is_measured_hidden_ ? with_alpha(context.theme.muted, 0.5F) : context.theme.text;
    ImGui::GetWindowDrawList()->AddText(nullptr, 0, at, color, title.c_str(), nullptr, width);
  }

  /// The record whose curves of other programs are drawn; both have the same ones.
  static const record::RunRecord* with_beside(const PaneContext& context) {
    for (const Side side : kSides) {
      const auto* record = context.session.record(side);
      if (record != nullptr && !record->beside_curves.empty()) return record;
    }
    return nullptr;
  }

  /// Other programs of the lab may give an answer away, so they are drawn when asked for.
  void draw_beside_entry(const PaneContext& context) {
    const auto* record = with_beside(context);
    if (record == nullptr) return;
    const char* title =
        is_beside_shown_ ? "- other programs of the lab" : "+ other programs of the lab";
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("beside", ImGui::CalcTextSize(title)))
      is_beside_shown_ = !is_beside_shown_;
    ImGui::SetItemTooltip(
        "Steps of the ladder, a library, mistakes: how the lab's other programs do in these "
        "sweeps, as they were kept when the lab was made. Measured ones have plus signs. Predict "
        "first. Click to %s.",
        is_beside_shown_ ? "hide them again" : "show them");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::GetWindowDrawList()->AddText(
        at, is_beside_shown_ ? context.theme.text : with_alpha(context.theme.muted, 0.8F), title);
  }

  /// The curves of other programs, and a line above the plots that says whose is which.
  void add_beside(const PaneContext& context, const record::Sweep& sweep, SweepQuantity quantity,
                  SweepPlot& plot) const {
    const auto* record = with_beside(context);
    if (record == nullptr || !is_beside_shown_) return;
    plot.beside = beside_series(*record, sweep, quantity, !is_measured_hidden_);
    const auto measured = record::measured_of_others(*record, sweep.id);
    const bool has_bandwidth = quantity == SweepQuantity::bandwidth && !measured.empty();
    if (has_bandwidth && record->device.dram_bytes_per_s > 0)
      plot.right_over_left = measured.front()->dram_bytes_per_s / record->device.dram_bytes_per_s;
  }

  /// Names in their colours, line after line.
  static void draw_names_beside(const std::vector<BesideSeries>& all) {
    std::size_t count = 0;
    for (const auto& series : all) count = std::max(count, series.program + 1);
    bool is_first = true;
    for (const auto& series : all) {
      if (series.is_measured) continue;
      constexpr float kSpace = 12;
      if (!is_first) {
        ImGui::SameLine(0, kSpace);
        if (ImGui::GetContentRegionAvail().x < ImGui::CalcTextSize(series.label.c_str()).x)
          ImGui::NewLine();
      }
      is_first = false;
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color_beside(series.program, count)), "%s",
                         series.label.c_str());
    }
  }

  static const record::MeasuredCurve* any_measured(const PaneContext& context) {
    for (const Side side : kSides) {
      const auto* record = context.session.record(side);
      if (record != nullptr && !record->measured_curves.empty()) {
        return &record->measured_curves.front();
      }
    }
    return nullptr;
  }

  /// The measured curves of a side, and what its axis means.
  void add_measured(const PaneContext& context, const record::Sweep& sweep, SweepQuantity quantity,
                    Side side, SweepPlot& plot) const {
    const auto* record = context.session.record(side);
    if (record == nullptr || is_measured_hidden_ || is_hidden_[index(side)]) return;
    for (const auto* curve : record::measured_beside(*record, sweep.id)) {
      auto points = measured_points(*curve, sweep, quantity);
      if (points.empty() || record->device.dram_bytes_per_s <= 0) continue;
      if (quantity == SweepQuantity::bandwidth)
        plot.right_over_left = curve->dram_bytes_per_s / record->device.dram_bytes_per_s;
      plot.measured[index(side)].push_back({record::label_of(*curve), std::move(points)});
    }
  }

  /// A click hides the side's curves or shows them again.
  void draw_legend_entry(const PaneContext& context, Side side) {
    constexpr float kLine = 26, kSpace = 6;
    bool& is_hidden = is_hidden_[index(side)];
    const std::string title(side_title(side));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    const float width = kLine + kSpace + ImGui::CalcTextSize(title.c_str()).x;
    if (ImGui::InvisibleButton(side_name(side).data(), {width, height})) is_hidden = !is_hidden;
    ImGui::SetItemTooltip(
        "%s", is_hidden ? "Click to show these curves again." : "Click to hide these curves.");
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    auto* list = ImGui::GetWindowDrawList();
    const float middle = at.y + height / 2;
    const ImU32 color = is_hidden ? with_alpha(context.theme.muted, 0.5F) : context.theme.of(side);
    list->AddLine({at.x, middle}, {at.x + kLine, middle}, color, 2);
    list->AddCircleFilled({at.x + kLine / 2, middle}, 4.5F, color);
    if (side == Side::reference)
      list->AddCircleFilled({at.x + kLine / 2, middle}, 3, context.theme.panel);
    list->AddText({at.x + kLine + kSpace, at.y}, color, title.c_str());
  }

  /// What the marks at the bottom of the plots stand for.
  void draw_failures(const PaneContext& context, Side side) {
    const auto* record = context.session.record(side);
    if (record == nullptr || is_hidden_[index(side)]) return;
    const std::string failures = failures_in_words(*record);
    if (failures.empty()) return;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight();
    draw_failure_mark(*ImGui::GetWindowDrawList(), {at.x + 13, at.y + height / 2},
                      context.theme.of(side), context.view.scale);
    ImGui::Dummy({26, height});
    ImGui::SameLine(0, 6);
    wrapped_text(context.theme.of(side), "no value: " + failures);
  }

  void draw_sweep(const PaneContext& context, const record::Sweep& sweep,
                  const record::RunRecord& labelled, const std::array<const AllSeries*, 2>& series,
                  float height, bool fits) {
    ImGui::PushID(sweep.id.c_str());
    ImGui::PushFont(context.fonts.strong, 0);
    wrapped_text(context.theme.text, sweep.title);
    ImGui::PopFont();
    std::array<SweepPlot, std::size(kSweepQuantities)> plots;
    float label = 0;
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    for (std::size_t i = 0; i < plots.size(); ++i) {
      const auto quantity = kSweepQuantities[i];
      SweepPlot& plot = plots[i];
      plot.id = quantity == SweepQuantity::bandwidth ? "bandwidth" : "counter";
      plot.x_label = sweep.x_label;
      plot.y_label = y_label(sweep, quantity);
      plot.provenance = record::in_words(provenance(labelled, sweep, quantity));
      if (quantity == SweepQuantity::bandwidth && !sweep.model_lacks.empty()) {
        plot.provenance += ", without " + sweep.model_lacks;
        plot.is_model_doubtful = true;
      }
      plot.chosen_case = context.session.selection().case_name;
      for (const Side side : kSides) {
        add_measured(context, sweep, quantity, side, plot);
        if (series[index(side)] == nullptr) continue;
        const auto found = series[index(side)]->find({sweep.id, quantity});
        if (found != series[index(side)]->end()) plot.series[index(side)] = &found->second;
      }
      add_beside(context, sweep, quantity, plot);
      ImGui::PushFont(nullptr, kSmallSize);
      label = std::max(label, label_height(plot, width));
      ImGui::PopFont();
    }
    draw_names_beside(plots.back().beside);
    for (std::size_t i = 0; i < plots.size(); ++i) {
      plots[i].label_height = label;
      if (i != 0) ImGui::SameLine(width + ImGui::GetStyle().ItemSpacing.x);
      if (!has_points(plots[i])) {
        const std::string why = has_hidden_points(context, sweep, kSweepQuantities[i])
                                    ? "A click on the names above shows what is hidden."
                                    : why_no_points(labelled, sweep, plots[i].y_label);
        if (ImGui::BeginChild(plots[i].id, {width, height})) empty_message(context.theme, why);
        ImGui::EndChild();
        continue;
      }
      const auto hit = draw_sweep_plot(plots[i], {width, height}, x_ranges_[sweep.id],
                                       y_ranges_[{sweep.id, kSweepQuantities[i]}], fits,
                                       context.theme, context.fonts);
      if (hit && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        context.session.selection().side = hit->side;
        choose_case(context.session.selection(), context.session.records(), hit->case_name);
      }
    }
    ImGui::PopID();
  }

  /// Whether a side that is switched off has something for the plot.
  bool has_hidden_points(const PaneContext& context, const record::Sweep& sweep,
                         SweepQuantity quantity) {
    return std::ranges::any_of(kSides, [&](Side side) {
      if (!is_hidden_[index(side)]) return false;
      SweepPlot plot;
      const AllSeries& all = series_.get(context.session.attempt(side), all_series);
      const auto found = all.find({sweep.id, quantity});
      if (found != all.end()) plot.series[index(side)] = &found->second;
      return has_points(plot);
    });
  }

  PerRecord<AllSeries> series_;
  std::map<std::string, AxisRange> x_ranges_;  ///< by sweep
  std::map<std::pair<std::string, SweepQuantity>, AxisRange> y_ranges_;
  std::array<bool, 2> is_hidden_{};  ///< by Side
  bool is_measured_hidden_ = false;
  bool is_beside_shown_ = false;
  bool has_to_fit_ = false;
};

template std::unique_ptr<Pane> make_pane<SweepsPane>();

}  // namespace warpscope::viewer
