// How a class did: the distribution of the points, the most frequent findings, the checks' means.
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <string>
#include <vector>

#include "viewer/model/class_view.h"
#include "viewer/model/numbers.h"
#include "viewer/panes/make_pane.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class ClassPane final : public Pane {
 public:
  std::string_view id() const override { return "class"; }
  const char* title() const override { return "Class"; }
  Place place() const override { return Place::bottom; }

  /// Only an instructor has a class: with --class.
  bool is_shown(const Session& session) const override { return session.class_view() != nullptr; }

  void draw(PaneContext& context) override {
    const auto* view = context.session.class_view();
    if (view == nullptr) return;
    ImGui::PushFont(context.fonts.strong, 0);
    wrapped_text(context.theme.text, view->heading);
    ImGui::PopFont();
    const float width = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
    draw_points(context, *view, width);
    ImGui::SameLine();
    ImGui::BeginChild("tables", {0, 0});
    draw_findings(context, view->statistics);
    ImGui::Spacing();
    draw_checks(context, view->statistics);
    ImGui::EndChild();
  }

 private:
  static void draw_points(const PaneContext& context, const ClassView& view, float width) {
    const auto& bins = view.statistics.bins;
    std::vector<double> middles, counts;
    for (const auto& bin : bins) {
      middles.push_back((bin.from + bin.to) / 2);
      counts.push_back(static_cast<double>(bin.submissions));
    }
    if (!ImPlot::BeginPlot("##points", {width, -1},
                           ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText | ImPlotFlags_NoMenus |
                               ImPlotFlags_NoInputs)) {
      return;
    }
    constexpr double kRoom = 1.15;
    const double tallest = counts.empty() ? 1 : std::max(1.0, *std::ranges::max_element(counts));
    ImPlot::SetupAxes("points", "submissions", ImPlotAxisFlags_NoHighlight,
                      ImPlotAxisFlags_NoHighlight);
    ImPlot::SetupAxesLimits(0, std::max(view.most_points, 1.0), 0, kRoom * tallest,
                            ImPlotCond_Always);
    ImPlotSpec spec;
    spec.FillColor = ImGui::ColorConvertU32ToFloat4(context.theme.of(Side::student));
    constexpr double kShareOfBin = 0.9;
    const double width_of_bin = bins.empty() ? 1 : bins.front().to - bins.front().from;
    ImPlot::PlotBars("points", middles.data(), counts.data(), static_cast<int>(middles.size()),
                     kShareOfBin * width_of_bin, spec);
    for (std::size_t i = 0; i < bins.size(); ++i) {
      if (bins[i].submissions == 0) continue;
      constexpr float kAbove = -9;
      ImPlot::PlotText(std::to_string(bins[i].submissions).c_str(), middles[i], counts[i],
                       {0, kAbove * context.view.scale});
    }
    ImPlot::EndPlot();
  }

  static bool begin_table(const PaneContext& context, const char* id, const char* first,
                          const char* second) {
    constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp;
    if (!ImGui::BeginTable(id, 2, kFlags)) return false;
    constexpr float kNumberWidth = 130;
    ImGui::TableSetupColumn(first, ImGuiTableColumnFlags_WidthFixed,
                            kNumberWidth * context.view.scale);
    ImGui::TableSetupColumn(second);
    begin_heading_row(context.theme);
    for (const char* heading : {first, second}) {
      ImGui::TableNextColumn();
      colored_text(context.theme.muted, heading);
    }
    return true;
  }

  static void draw_findings(const PaneContext& context, const runner::ClassStatistics& statistics) {
    if (!begin_table(context, "findings", "submissions", "finding")) return;
    for (const auto& finding : statistics.findings) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(share_text(finding.submissions, statistics.graded).c_str());
      ImGui::TableNextColumn();
      wrapped_text(context.theme.text, finding.title + " [" + finding.id + "]");
    }
    ImGui::EndTable();
    if (statistics.findings.empty()) colored_text(context.theme.muted, "None.");
  }

  static void draw_checks(const PaneContext& context, const runner::ClassStatistics& statistics) {
    if (!begin_table(context, "checks", "mean points", "check")) return;
    for (const auto& check : statistics.checks) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(
          (compact(check.mean_points) + " of " + compact(check.max_points)).c_str());
      ImGui::TableNextColumn();
      wrapped_text(context.theme.text, check.title);
    }
    ImGui::EndTable();
  }
};

template std::unique_ptr<Pane> make_pane<ClassPane>();

}  // namespace warpscope::viewer
