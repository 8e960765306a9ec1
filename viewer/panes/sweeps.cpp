// The lab's curves: bandwidth and a counter over a sweep, large, and all sweeps in small.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "record/beside_curves.h"
#include "record/measured_curves.h"
#include "record/names.h"
#include "viewer/model/labels.h"
#include "viewer/model/missing.h"
#include "viewer/model/per_record.h"
#include "viewer/model/sweep_series.h"
#include "viewer/panes/curve_legend.h"
#include "viewer/panes/make_pane.h"
#include "viewer/plots/sweep_lines.h"
#include "viewer/plots/sweep_thumbnail.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

/// All curves of one record, by sweep and quantity.
using AllSeries = std::map<std::pair<std::string, SweepQuantity>, std::vector<SweepSeries>>;

namespace {

constexpr const char* kWholeCurve = "Whole curve";
// In pixels at scale 1.
constexpr float kLeastPlotHeight = 138, kGoodPlotHeight = 190, kLeastPlotWidth = 250;

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

/// Of the sweep with this id; the first where there is none.
std::size_t place_of(const std::vector<record::Sweep>& sweeps, const std::string& id) {
  const auto found = std::ranges::find(sweeps, id, &record::Sweep::id);
  return found == sweeps.end() ? 0 : static_cast<std::size_t>(found - sweeps.begin());
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
    for (const Side side : kSides) {
      const auto& all = series_.get(context.session.attempt(side), all_series);
      shown_[index(side)] = legend_.is_side_shown(side) ? &all : nullptr;
    }
    const auto& labelled = student != nullptr ? *student : *reference;
    const auto* lab = context.session.lab();
    lab_ = lab != nullptr ? lab->id : labelled.lab;
    const std::string kept_name = "sweep of " + lab_;
    const std::string before = context.session.kept_choices().get(kept_name);
    std::string chosen = before;
    follow_case(context, labelled, sweeps, chosen);
    legend_.draw(context);
    const bool fits = has_to_fit_;
    has_to_fit_ = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) &&
                  ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
    if (sweeps.size() > 1) handle_keys(sweeps, chosen);
    ImGui::BeginChild("plots");
    const Strip strip = sweeps.size() > 1 ? strip_of(context, sweeps) : Strip{};
    const auto& large = sweeps[place_of(sweeps, chosen)];
    draw_heading(context, sweeps, chosen);
    draw_sweep(context, large, labelled, strip.height(), fits);
    if (sweeps.size() > 1) draw_strip(context, sweeps, strip, chosen);
    if (chosen != before) {
      ImGui::SetScrollY(0);
      context.session.kept_choices().set(kept_name, chosen);
    }
    ImGui::EndChild();
  }

 private:
  /// The curves of other programs, and a line above the plots that says whose is which.
  void add_beside(const PaneContext& context, const record::Sweep& sweep, SweepQuantity quantity,
                  SweepPlot& plot) const {
    const auto* record = record_with_beside(context);
    if (record == nullptr || !legend_.are_others_shown()) return;
    plot.beside = beside_series(*record, sweep, quantity, legend_.is_measured_shown());
    const auto measured = record::measured_of_others(*record, sweep.id);
    const bool has_bandwidth = quantity == SweepQuantity::bandwidth && !measured.empty();
    if (has_bandwidth && record->device.dram_bytes_per_s > 0 &&
        measured.front()->dram_bytes_per_s > 0)
      plot.right_over_left = measured.front()->dram_bytes_per_s / record->device.dram_bytes_per_s;
  }

  /// Names in their colours, line after line.
  static void draw_names_beside(const SweepPlot& plot) {
    const std::size_t count = programs_beside(plot);
    bool is_first = true;
    for (const auto& series : plot.beside) {
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

  /// The measured curves of a side, and what its axis means.
  void add_measured(const PaneContext& context, const record::Sweep& sweep, SweepQuantity quantity,
                    Side side, SweepPlot& plot) const {
    const auto* record = context.session.record(side);
    if (record == nullptr || !legend_.is_measured_shown() || !legend_.is_side_shown(side)) return;
    for (const auto* curve : record::measured_beside(*record, sweep.id)) {
      auto points = measured_points(*curve, sweep, quantity);
      if (points.empty() || record->device.dram_bytes_per_s <= 0) continue;
      if (quantity == SweepQuantity::bandwidth && curve->dram_bytes_per_s > 0)
        plot.right_over_left = curve->dram_bytes_per_s / record->device.dram_bytes_per_s;
      plot.measured[index(side)].push_back({record::label_of(*curve), std::move(points)});
    }
  }

  /// The sweep that a case belongs to, once it has been chosen elsewhere.
  void follow_case(const PaneContext& context, const record::RunRecord& record,
                   const std::vector<record::Sweep>& sweeps, std::string& chosen) {
    const auto& name = context.session.selection().case_name;
    if (name == followed_) return;
    followed_ = name;
    if (!name) return;
    const auto found = std::ranges::find(record.cases, *name, &record::Case::name);
    if (found != record.cases.end() &&
        std::ranges::find(sweeps, found->sweep, &record::Sweep::id) != sweeps.end())
      chosen = found->sweep;
  }

  static void handle_keys(const std::vector<record::Sweep>& sweeps, std::string& chosen) {
    // As shortcuts, so that the arrows do not also move the keyboard's focus.
    const auto pressed = [](ImGuiKey key) { return ImGui::Shortcut(key, ImGuiInputFlags_Repeat); };
    const std::size_t place = place_of(sweeps, chosen);
    if (pressed(ImGuiKey_RightArrow) && place + 1 < sweeps.size()) chosen = sweeps[place + 1].id;
    if (pressed(ImGuiKey_LeftArrow) && place > 0) chosen = sweeps[place - 1].id;
  }

  /// The curves of both sides, without what else is said of them.
  SweepPlot series_of(const record::Sweep& sweep, SweepQuantity quantity) const {
    SweepPlot plot;
    for (const Side side : kSides) {
      if (shown_[index(side)] == nullptr) continue;
      const auto found = shown_[index(side)]->find({sweep.id, quantity});
      if (found != shown_[index(side)]->end()) plot.series[index(side)] = &found->second;
    }
    return plot;
  }

  SweepPlot make_plot(const PaneContext& context, const record::Sweep& sweep,
                      const record::RunRecord& labelled, SweepQuantity quantity) const {
    SweepPlot plot = series_of(sweep, quantity);
    plot.id = quantity == SweepQuantity::bandwidth ? "bandwidth" : "counter";
    plot.x_label = sweep.x_label;
    plot.y_label = y_label(sweep, quantity);
    plot.provenance = record::in_words(provenance(labelled, sweep, quantity));
    if (quantity == SweepQuantity::bandwidth && !sweep.model_lacks.empty()) {
      plot.provenance += ", without " + sweep.model_lacks;
      plot.is_model_doubtful = true;
    }
    plot.chosen_case = context.session.selection().case_name;
    for (const Side side : kSides) add_measured(context, sweep, quantity, side, plot);
    add_beside(context, sweep, quantity, plot);
    return plot;
  }

  /// Previous and next sweep, the button that goes back to all of the curves, and the title.
  void draw_heading(const PaneContext& context, const std::vector<record::Sweep>& sweeps,
                    std::string& chosen) {
    const std::size_t place = place_of(sweeps, chosen);
    const auto& sweep = sweeps[place];
    const float width = ImGui::CalcTextSize(kWholeCurve).x + 2 * ImGui::GetStyle().FramePadding.x;
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width;
    const auto title = [&](float end) {
      ImGui::PushFont(context.fonts.strong, 0);
      ImGui::AlignTextToFramePadding();
      ImGui::PushTextWrapPos(end);
      colored_text(context.theme.text, sweep.title);
      ImGui::PopTextWrapPos();
      ImGui::PopFont();
    };
    if (sweeps.size() == 1) {
      title(right - ImGui::GetStyle().ItemSpacing.x);
    } else {
      const auto turn = [&](const char* label, std::size_t to, bool is_possible) {
        ImGui::BeginDisabled(!is_possible);
        if (ImGui::Button(label)) chosen = sweeps[to].id;
        ImGui::EndDisabled();
        ImGui::SameLine();
      };
      turn("\u25C0##previous", place - 1, place > 0);
      turn("\u25B6##next", place + 1, place + 1 < sweeps.size());
      ImGui::AlignTextToFramePadding();
      colored_text(context.theme.muted,
                   std::to_string(place + 1) + " / " + std::to_string(sweeps.size()));
    }
    ImGui::SameLine();
    if (ImGui::GetCursorPosX() > right) ImGui::NewLine();
    ImGui::SetCursorPosX(right);
    draw_whole_button(sweep);
    if (sweeps.size() > 1) title(0);
  }

  void draw_whole_button(const record::Sweep& sweep) {
    Zoom& zoom = zoom_of(sweep);
    bool is_whole = zoom.x.is_untouched();
    for (const auto quantity : kSweepQuantities)
      is_whole = is_whole && zoom.y[quantity].is_untouched();
    ImGui::PushID(sweep.id.c_str());
    ImGui::BeginDisabled(is_whole);
    if (ImGui::Button(kWholeCurve)) zoom = {};
    ImGui::EndDisabled();
    ImGui::SetItemTooltip("Ctrl and the wheel zoom, dragging moves. This shows all points again.");
    ImGui::PopID();
  }

  /// Both plots of the chosen sweep, one above the other where there is room; `below` is for what
  /// comes after them, in pixels.
  void draw_sweep(const PaneContext& context, const record::Sweep& sweep,
                  const record::RunRecord& labelled, float below, bool fits) {
    ImGui::PushID(sweep.id.c_str());
    std::array<SweepPlot, std::size(kSweepQuantities)> plots;
    for (std::size_t i = 0; i < plots.size(); ++i)
      plots[i] = make_plot(context, sweep, labelled, kSweepQuantities[i]);
    draw_names_beside(plots.back());
    const ImVec2 space = ImGui::GetContentRegionAvail(), gap = ImGui::GetStyle().ItemSpacing;
    const float scale = context.view.scale, room = space.y - below;
    const bool is_stacked =
        space.x < 2 * kLeastPlotWidth * scale || room >= 2 * kGoodPlotHeight * scale + gap.y;
    const ImVec2 size{is_stacked ? space.x : (space.x - gap.x) / 2,
                      std::max(is_stacked ? (room - gap.y) / 2 : room, kLeastPlotHeight * scale)};
    ImGui::PushFont(nullptr, kSmallSize);
    float label = 0;
    for (const auto& plot : plots) label = std::max(label, label_height(plot, size.x));
    ImGui::PopFont();
    for (std::size_t i = 0; i < plots.size(); ++i) {
      plots[i].label_height = label;
      if (i != 0 && !is_stacked) ImGui::SameLine(size.x + gap.x);
      draw_plot(context, sweep, labelled, kSweepQuantities[i], plots[i], size, fits);
    }
    ImGui::PopID();
  }

  void draw_plot(const PaneContext& context, const record::Sweep& sweep,
                 const record::RunRecord& labelled, SweepQuantity quantity, const SweepPlot& plot,
                 ImVec2 size, bool fits) {
    if (!has_points(plot)) {
      const std::string why = has_hidden_points(context, sweep, quantity)
                                  ? "A click on the names above shows what is hidden."
                                  : why_no_points(labelled, sweep, plot.y_label);
      if (ImGui::BeginChild(plot.id, size)) empty_message(context.theme, why);
      ImGui::EndChild();
      return;
    }
    Zoom& zoom = zoom_of(sweep);
    const auto hit =
        draw_sweep_plot(plot, size, zoom.x, zoom.y[quantity], fits, context.theme, context.fonts);
    if (hit && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      context.session.selection().side = hit->side;
      choose_case(context.session.selection(), context.session.records(), hit->case_name);
    }
  }

  /// How the small plots are laid out, in pixels.
  struct Strip {
    std::size_t columns = 1, rows = 0;
    float width = 0, plot_height = 0, title_height = 0;

    /// With the gap above each row.
    float height() const {
      return static_cast<float>(rows) *
             (plot_height + title_height + 2 * ImGui::GetStyle().ItemSpacing.y);
    }
  };

  /// All have the same size, and room for the longest title.
  static Strip strip_of(const PaneContext& context, const std::vector<record::Sweep>& sweeps) {
    constexpr float kLeastWidth = 100, kMostWidth = 180, kHeight = 44;
    const float gap = ImGui::GetStyle().ItemSpacing.x, scale = context.view.scale;
    const float space = ImGui::GetContentRegionAvail().x;
    Strip strip;
    const auto most =
        static_cast<std::size_t>(std::max((space + gap) / (kLeastWidth * scale + gap), 1.0F));
    strip.rows = (sweeps.size() + most - 1) / most;
    strip.columns = (sweeps.size() + strip.rows - 1) / strip.rows;
    const auto columns = static_cast<float>(strip.columns);
    strip.width = std::min((space + gap) / columns - gap, kMostWidth * scale);
    strip.plot_height = kHeight * scale;
    ImGui::PushFont(nullptr, kSmallSize);
    for (const auto& sweep : sweeps) {
      strip.title_height =
          std::max(strip.title_height,
                   ImGui::CalcTextSize(sweep.title.c_str(), nullptr, false, strip.width).y);
    }
    ImGui::PopFont();
    return strip;
  }

  /// All sweeps in small; a click chooses the large one.
  void draw_strip(const PaneContext& context, const std::vector<record::Sweep>& sweeps,
                  const Strip& strip, std::string& chosen) const {
    const std::size_t large = place_of(sweeps, chosen);
    ImGui::PushFont(nullptr, kSmallSize);
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
      if (i % strip.columns != 0) ImGui::SameLine();
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float gap = ImGui::GetStyle().ItemSpacing.y;
      const ImVec2 size{strip.width, strip.plot_height + strip.title_height + gap};
      if (ImGui::InvisibleButton(("show " + sweeps[i].id).c_str(), size)) chosen = sweeps[i].id;
      const bool is_visible = ImGui::IsItemVisible();
      if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      ImGui::SetItemTooltip("Click to show it large. Left and Right go through all of them.");
      if (!is_visible) continue;
      auto plot = series_of(sweeps[i], SweepQuantity::counter);
      if (!has_points(plot)) plot = series_of(sweeps[i], SweepQuantity::bandwidth);
      draw_sweep_thumbnail(plot, at, {strip.width, strip.plot_height}, i == large, context.theme);
      ImGui::GetWindowDrawList()->AddText(nullptr, 0, {at.x, at.y + strip.plot_height + gap / 2},
                                          i == large ? context.theme.text : context.theme.muted,
                                          sweeps[i].title.c_str(), nullptr, strip.width);
    }
    ImGui::PopFont();
  }

  /// Whether a side that is switched off has something for the plot.
  bool has_hidden_points(const PaneContext& context, const record::Sweep& sweep,
                         SweepQuantity quantity) {
    return std::ranges::any_of(kSides, [&](Side side) {
      if (legend_.is_side_shown(side)) return false;
      SweepPlot plot;
      const AllSeries& all = series_.get(context.session.attempt(side), all_series);
      const auto found = all.find({sweep.id, quantity});
      if (found != all.end()) plot.series[index(side)] = &found->second;
      return has_points(plot);
    });
  }

  /// What is shown of a sweep.
  struct Zoom {
    AxisRange x;
    std::map<SweepQuantity, AxisRange> y;
  };

  Zoom& zoom_of(const record::Sweep& sweep) { return zooms_[{lab_, sweep.id}]; }

  PerRecord<AllSeries> series_;
  std::array<const AllSeries*, 2> shown_{};  ///< by Side, of this frame; null: switched off
  std::optional<std::string> followed_;      ///< the case that was chosen when last looked at
  std::string lab_;                          ///< id
  /// By lab and sweep: two labs may have sweeps of one id.
  std::map<std::pair<std::string, std::string>, Zoom> zooms_;
  CurveLegend legend_;
  bool has_to_fit_ = false;
};

template std::unique_ptr<Pane> make_pane<SweepsPane>();

}  // namespace warpscope::viewer
