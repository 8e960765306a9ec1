#include "viewer/plots/timeline_plot.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <optional>
#include <string>

#include "base/quantity.h"
#include "record/kernel_name.h"
#include "record/names.h"
#include "record/phases.h"
#include "record/ranges.h"
#include "viewer/model/bar_groups.h"
#include "viewer/model/case_table.h"
#include "viewer/model/numbers.h"
#include "viewer/model/time_axis.h"

namespace warpscope::viewer {
namespace {

constexpr float kLeastBarWidth = 1.5F;
/// Pixels at scale 1: bars narrower than the first join when less than the second is between them.
constexpr float kNarrow = 3, kGap = 1.5F;
/// Between the labels of the axis, in pixels at scale 1.
constexpr float kTickDistance = 90;
constexpr std::array<ImU32, 8> kPhaseColors{
    IM_COL32(0, 114, 178, 255),   IM_COL32(230, 159, 0, 255),  IM_COL32(0, 158, 115, 255),
    IM_COL32(204, 121, 167, 255), IM_COL32(86, 180, 233, 255), IM_COL32(213, 94, 0, 255),
    IM_COL32(181, 169, 0, 255),   IM_COL32(127, 127, 127, 255)};

class TimelineCanvas {
 public:
  TimelineCanvas(const TimelinePlot& plot, TimeWindow& window, const Selection& selection,
                 const Theme& theme, const Fonts& fonts)
      : plot_(plot), window_(window), selection_(selection), theme_(theme), fonts_(fonts) {}

  /// The launch or phase that was clicked, or nothing.
  const std::optional<TimelineHit>& hit() const { return hit_; }

  void draw() {
    const float scale = ImGui::GetStyle().FontScaleMain;
    scale_ = scale;
    small_ = kSmallSize * scale;
    label_width_ = 78 * scale;
    origin_ = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    left_ = origin_.x + label_width_;
    right_ = std::max(origin_.x + width - 4, left_ + 10);
    list_ = ImGui::GetWindowDrawList();
    // Rows shrink a little before the lanes have to scroll.
    const float available = ImGui::GetContentRegionAvail().y;
    row_height_ = std::floor(std::clamp(available / content_rows(), small_ + 3, small_ + 8));
    const float height = std::max(content_rows() * row_height_, available);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("canvas", {width, height});
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    is_hovered_ = ImGui::IsItemHovered();
    is_active_ = ImGui::IsItemActive();
    handle_mouse();
    draw_axis(origin_.y + height);
    float y = origin_.y + row_height_;
    for (const Side side : kSides) y = draw_side(side, y);
    draw_cursor(origin_.y + height);
  }

 private:
  float content_rows() const {
    float rows = 1;
    for (const auto* timeline : plot_.timelines) {
      if (timeline->lanes.empty()) continue;
      rows += 1.1F;
      for (const auto& lane : timeline->lanes) rows += static_cast<float>(lane.rows) + 0.15F;
    }
    return rows;
  }

  float x_of(double time_s) const {
    return left_ +
           static_cast<float>((time_s - window_.start_s) / window_.span_s()) * (right_ - left_);
  }
  double time_at(float x) const {
    return window_.start_s + static_cast<double>((x - left_) / (right_ - left_)) * window_.span_s();
  }

  void handle_mouse() {
    const auto& io = ImGui::GetIO();
    if (is_hovered_ && io.MouseWheel != 0) {
      const double speed = io.KeyShift ? 1.6 : io.KeyCtrl ? 1.05 : 1.25;
      window_.zoom(std::pow(speed, -io.MouseWheel), time_at(std::max(io.MousePos.x, left_)));
    }
    if (is_active_ && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3)) {
      window_.pan(-static_cast<double>(io.MouseDelta.x / (right_ - left_)) * window_.span_s());
    }
  }

  void text(ImVec2 at, ImU32 color, const std::string& what) const {
    list_->AddText(fonts_.text, small_, at, color, what.c_str());
  }
  float text_width(const std::string& what) const {
    return fonts_.text->CalcTextSizeA(small_, FLT_MAX, 0, what.c_str()).x;
  }

  void draw_axis(float bottom) const {
    const auto axis =
        time_axis(window_, static_cast<int>((right_ - left_) / (kTickDistance * scale_)));
    for (const auto& tick : axis.ticks) {
      const float x = x_of(tick.time_s);
      list_->AddLine({x, origin_.y + row_height_ - 3}, {x, bottom}, theme_.grid);
      const float width = text_width(tick.label);
      if (x - width / 2 >= left_ - 20 && x + width / 2 <= right_ + 4) {
        text({x - width / 2, origin_.y + 1}, theme_.muted, tick.label);
      }
    }
    // Beside the signs of the ticks this is what they add to.
    if (!axis.origin.empty()) text({origin_.x, origin_.y + 1}, theme_.text, axis.origin);
  }

  std::string summary(Side side) const {
    if (!plot_.notes[index(side)].empty()) return plot_.notes[index(side)];
    const auto* record = plot_.records[index(side)];
    const auto& time = plot_.times[index(side)];
    const auto share = time.copy_share();
    if (record == nullptr || !share) return {};
    return "kernels " + time_text(time.kernels_s) + ", copies " + time_text(time.copies_s) + " (" +
           fixed(*share * 100, 0) + " %), " + std::string(record::in_words(record->device.times));
  }

  /// "kernels 1.2 ms, copies 45 ms (97 %), modelled", behind the side's name.
  void draw_summary(Side side, float y, float name_width) {
    const std::string what = summary(side);
    if (what.empty()) return;
    const ImVec2 at{std::max(origin_.x + name_width + 10, left_), y + 3};
    list_->AddRectFilled({at.x - 4, y + 1}, {at.x + text_width(what) + 4, y + row_height_},
                         theme_.panel);
    text(at, theme_.muted, what);
  }

  float draw_side(Side side, float y) {
    const auto& timeline = *plot_.timelines[index(side)];
    if (timeline.lanes.empty()) return y;
    list_->AddText(fonts_.strong, small_, {origin_.x, y + 3}, theme_.of(side),
                   plot_.titles[index(side)].c_str());
    list_->AddLine({left_, y + row_height_ * 0.55F}, {right_, y + row_height_ * 0.55F},
                   theme_.border);
    const float name_width =
        fonts_.strong->CalcTextSizeA(small_, FLT_MAX, 0, plot_.titles[index(side)].c_str()).x;
    draw_summary(side, y, name_width);
    y += row_height_;
    for (const auto& lane : timeline.lanes) {
      text({origin_.x + 8, y + 3}, theme_.muted, lane.title);
      list_->PushClipRect({left_, y}, {right_, y + static_cast<float>(lane.rows) * row_height_},
                          true);
      draw_lane(side, lane, y);
      list_->PopClipRect();
      y += (static_cast<float>(lane.rows) + 0.15F) * row_height_;
    }
    return y + row_height_ * 0.1F;
  }

  void draw_lane(Side side, const TimelineLane& lane, float y) {
    const double pixel_s = window_.span_s() / static_cast<double>(right_ - left_);
    const auto groups = group_bars(lane, window_, static_cast<double>(kNarrow * scale_) * pixel_s,
                                   static_cast<double>(kGap * scale_) * pixel_s);
    for (const auto& group : groups) {
      const float x0 = x_of(group.start_s);
      const float x1 = std::max(x_of(group.end_s), x0 + kLeastBarWidth);
      const ImVec2 at{x0, y + static_cast<float>(group.row) * row_height_};
      const auto& first = lane.bars[group.bars.front()];
      if (group.bars.size() == 1) {
        draw_bar(side, first, at, x1);
      } else {
        draw_merged(side, lane, group, at, x1);
      }
    }
  }

  /// Part of a launch, a copy or a phase that is looked at alone.
  bool is_selected_bar(Side side, const TimelineBar& bar) const {
    if (!selection_.is_partial(side)) return false;
    const auto* record = plot_.records[index(side)];
    if (record == nullptr || bar.kind == TimelineBar::Kind::phase ||
        bar.kind == TimelineBar::Kind::range || bar.kind == TimelineBar::Kind::part)
      return false;
    if (bar.kind == TimelineBar::Kind::launch)
      return selection_.covers(side, *record, record->launches[bar.index]);
    const auto* name = case_name_of(*record, bar.case_index);
    return selection_.case_name && name != nullptr && *name == *selection_.case_name;
  }

  bool is_under_cursor(ImVec2 at, ImVec2 end) const {
    const ImVec2 mouse = ImGui::GetMousePos();
    return is_hovered_ && mouse.x >= left_ &&
           ImRect({at.x - 1, at.y}, {end.x + 1, end.y}).Contains(mouse);
  }

  static bool is_clicked() {
    return ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
           ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < 9;
  }

  /// Stripes say that the bar is not one thing; its number of bars is written where it fits.
  void draw_merged(Side side, const TimelineLane& lane, const BarGroup& group, ImVec2 at,
                   float end_x) {
    const ImVec2 end{std::max(end_x, at.x + kNarrow), at.y + row_height_ - 2};
    const ImU32 color = color_of(side, lane.bars[group.bars.front()]);
    list_->AddRectFilled(at, end, with_alpha(color, 0.55F));
    list_->PushClipRect({std::max(at.x, left_), at.y}, {std::min(end.x, right_), end.y}, true);
    const float height = end.y - at.y;
    const float stripe = std::max(4 * scale_, 2.0F);
    const float first = std::max(at.x, left_ - height) - std::fmod(std::max(at.x, 0.0F), stripe);
    for (float x = first - height; x < std::min(end.x, right_); x += stripe) {
      list_->AddLine({x, end.y}, {x + height, at.y}, color, 1.5F);
    }
    list_->PopClipRect();
    const std::string label = "\u00d7" + count_text(group.bars.size());
    const float left = std::max(at.x, left_), right = std::min(end.x, right_);
    const float width = text_width(label);
    if (right - left > width + 8) {
      const ImVec2 place{(left + right - width) / 2, at.y + (row_height_ - 2 - small_) / 2};
      list_->AddRectFilled({place.x - 3, at.y}, {place.x + width + 3, end.y}, color);
      text(place, theme_.text_on(color), label);
    }
    for (const auto position : group.bars) {
      const auto& bar = lane.bars[position];
      if (!is_selected_bar(side, bar)) continue;
      const float x = x_of(bar.start_s);
      outline({x, at.y}, {std::max(x_of(bar.end_s), x + kLeastBarWidth), end.y});
    }
    if (!is_under_cursor(at, end)) return;
    list_->AddRect(at, end, with_alpha(theme_.text, 0.7F));
    show_merged_tooltip(side, lane, group);
    if (is_clicked()) window_.fit(group.start_s, group.end_s);
  }

  void show_merged_tooltip(Side side, const TimelineLane& lane, const BarGroup& group) const {
    const auto* record = plot_.records[index(side)];
    if (record == nullptr || !ImGui::BeginTooltip()) return;
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme_.of(side)), "%s",
                       plot_.titles[index(side)].c_str());
    for (const auto& line : describe(*record, lane, group)) ImGui::TextUnformatted(line.c_str());
    ImGui::TextDisabled("Click or turn the wheel to zoom in.");
    ImGui::EndTooltip();
  }

  void outline(ImVec2 at, ImVec2 end) {
    list_->AddRect({at.x - 1, at.y - 1}, {end.x + 1, end.y + 1}, theme_.text, 2.0F, 2.0F);
  }

  ImU32 color_of(Side side, const TimelineBar& bar) const {
    switch (bar.kind) {
      case TimelineBar::Kind::launch:
        return theme_.of(side);
      case TimelineBar::Kind::phase:
      case TimelineBar::Kind::range:
      case TimelineBar::Kind::part:
        return phase_color(bar.name);
      case TimelineBar::Kind::copy_out:
        return theme_.copy_out;
      default:
        return theme_.copy_in;
    }
  }

  void draw_bar(Side side, const TimelineBar& bar, ImVec2 at, float end_x) {
    const ImVec2 end{end_x, at.y + row_height_ - 2};
    const ImU32 color = color_of(side, bar);
    list_->AddRectFilled(at, end, color, end_x - at.x > 6 ? 2.0F : 0.0F);
    const float visible_left = std::max(at.x, left_) + 4;
    const float visible_right = std::min(end_x, right_) - 4;
    if (visible_right - visible_left > small_ * 2 &&
        text_width(bar.label) <= visible_right - visible_left) {
      text({visible_left, at.y + (row_height_ - 2 - small_) / 2}, theme_.text_on(color), bar.label);
    }
    if (is_selected_bar(side, bar)) outline(at, end);
    if (!is_under_cursor(at, end)) return;
    list_->AddRect(at, end, with_alpha(theme_.text, 0.7F), 2);
    show_tooltip(side, bar);
    const bool is_of_a_launch =
        bar.kind == TimelineBar::Kind::launch || bar.kind == TimelineBar::Kind::phase;
    if (is_clicked() && is_of_a_launch) hit_ = TimelineHit{side, bar.index};
  }

  void show_tooltip(Side side, const TimelineBar& bar) const {
    const auto* record = plot_.records[index(side)];
    if (record == nullptr || !ImGui::BeginTooltip()) return;
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme_.of(side)), "%s",
                       plot_.titles[index(side)].c_str());
    ImGui::SameLine();
    ImGui::TextUnformatted(bar.label.c_str());
    const std::string times(record::in_words(record->device.times));
    if (bar.kind == TimelineBar::Kind::phase) {
      describe_phase(record->launches[bar.index], bar, record->device.clock_hz, times);
    } else {
      ImGui::Text("%s from %s on, %s", time_text(bar.end_s - bar.start_s).c_str(),
                  time_text(bar.start_s).c_str(), times.c_str());
    }
    if (bar.kind == TimelineBar::Kind::launch) {
      const auto& launch = record->launches[bar.index];
      ImGui::Text("grid %u x %u x %u, block %u x %u x %u", launch.grid.x, launch.grid.y,
                  launch.grid.z, launch.block.x, launch.block.y, launch.block.z);
    } else if (bar.kind == TimelineBar::Kind::range) {
      const auto& range = record->ranges[bar.index];
      ImGui::Text("%s", record::range_path(*record, bar.index).c_str());
      ImGui::Text("asked for in it: %s launches, %s copies", count_text(range.launches).c_str(),
                  count_text(range.transfers).c_str());
    } else if (bar.kind == TimelineBar::Kind::part) {
      ImGui::TextUnformatted(bar.detail.c_str());
    } else if (bar.kind != TimelineBar::Kind::phase) {
      const auto& transfer = record->transfers[bar.index];
      const std::string_view kind = record::name(transfer.kind);
      ImGui::Text("%.*s, %s", static_cast<int>(kind.size()), kind.data(),
                  bytes_text(transfer.size_bytes).c_str());
    }
    if (bar.case_index && *bar.case_index < record->cases.size()) {
      ImGui::TextDisabled("%s", record->cases[*bar.case_index].name.c_str());
    }
    ImGui::EndTooltip();
  }

  /// The bar may be drawn shorter; the numbers are as they were marked.
  static void describe_phase(const record::Launch& launch, const TimelineBar& bar, double clock_hz,
                             const std::string& times) {
    const auto& phase = launch.phases[bar.phase];
    const std::uint64_t cycles = phase.end_cycles - phase.begin_cycles;
    ImGui::Text("%s, %llu cycles, %s", time_text(static_cast<double>(cycles) / clock_hz).c_str(),
                static_cast<unsigned long long>(cycles), times.c_str());
    ImGui::Text("%s on SM %u", record::lane_name(phase).c_str(), phase.sm);
    ImGui::TextDisabled("%s", record::short_kernel_name(launch.kernel).c_str());
  }

  void draw_cursor(float bottom) const {
    const float x = ImGui::GetMousePos().x;
    if (!is_hovered_ || x < left_ || x > right_) return;
    list_->AddLine({x, origin_.y + row_height_ - 3}, {x, bottom}, with_alpha(theme_.text, 0.25F));
  }

  const TimelinePlot& plot_;
  TimeWindow& window_;
  const Selection& selection_;
  const Theme& theme_;
  const Fonts& fonts_;
  ImDrawList* list_ = nullptr;
  ImVec2 origin_;
  float left_ = 0, right_ = 0, label_width_ = 0, row_height_ = 0, small_ = 0;
  float scale_ = 1;
  bool is_hovered_ = false, is_active_ = false;
  std::optional<TimelineHit> hit_;
};

}  // namespace

ImU32 phase_color(std::uint32_t name) { return kPhaseColors.at(name % kPhaseColors.size()); }

std::optional<TimelineHit> draw_timeline_plot(const TimelinePlot& plot, TimeWindow& window,
                                              const Selection& selection, const Theme& theme,
                                              const Fonts& fonts) {
  TimelineCanvas canvas(plot, window, selection, theme, fonts);
  canvas.draw();
  return canvas.hit();
}

}  // namespace warpscope::viewer
