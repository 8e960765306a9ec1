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
#include "record/names.h"
#include "record/phases.h"

namespace warpscope::viewer {
namespace {

constexpr float kLeastBarWidth = 1.5F;
/// Of phases by name, as in the report; distinct also without colour vision.
constexpr std::array<ImU32, 8> kPhaseColors{
    IM_COL32(0, 114, 178, 255),   IM_COL32(230, 159, 0, 255),  IM_COL32(0, 158, 115, 255),
    IM_COL32(204, 121, 167, 255), IM_COL32(86, 180, 233, 255), IM_COL32(213, 94, 0, 255),
    IM_COL32(181, 169, 0, 255),   IM_COL32(127, 127, 127, 255)};

class TimelineCanvas {
 public:
  TimelineCanvas(const TimelinePlot& plot, TimeWindow& window, Selection& selection,
                 const Theme& theme, const Fonts& fonts)
      : plot_(plot), window_(window), selection_(selection), theme_(theme), fonts_(fonts) {}

  void draw() {
    const float scale = ImGui::GetStyle().FontScaleMain;
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
    const double step =
        tick_step_s(window_.span_s(), std::max(static_cast<int>((right_ - left_) / 90), 1));
    double tick = std::ceil(window_.start_s / step) * step;
    // Ticks are counted, because adding a tiny step to a large time may not change it.
    for (int i = 0; i < 100 && tick <= window_.end_s; ++i, tick += step) {
      const float x = x_of(tick);
      list_->AddLine({x, origin_.y + row_height_ - 3}, {x, bottom}, theme_.grid);
      const std::string label = std::abs(tick) < step / 2 ? "0" : time_text(tick);
      const float width = text_width(label);
      if (x - width / 2 >= left_ - 20 && x + width / 2 <= right_ + 4) {
        text({x - width / 2, origin_.y + 1}, theme_.muted, label);
      }
    }
    for (const auto* record : plot_.records) {
      if (record == nullptr) continue;
      text({origin_.x, origin_.y + 1}, theme_.muted,
           std::string(record::in_words(record->device.times)));
      break;
    }
  }

  float draw_side(Side side, float y) {
    const auto& timeline = *plot_.timelines[index(side)];
    if (timeline.lanes.empty()) return y;
    list_->AddText(fonts_.strong, small_, {origin_.x, y + 3}, theme_.of(side),
                   side_title(side).data());
    list_->AddLine({left_, y + row_height_ * 0.55F}, {right_, y + row_height_ * 0.55F},
                   theme_.border);
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
    // Neighbouring bars that fall into one pixel are drawn once, so that a long run stays quick to
    // draw.
    float drawn_until = left_ - 1;
    std::uint32_t drawn_row = 0;
    for (const auto& bar : lane.bars) {
      const float x0 = x_of(bar.start_s);
      const float x1 = std::max(x_of(bar.end_s), x0 + kLeastBarWidth);
      if (x1 < left_ || x0 > right_) continue;
      const bool is_selected = is_selected_bar(side, bar);
      if (!is_selected && bar.row == drawn_row && x1 <= drawn_until) continue;
      drawn_until = x1;
      drawn_row = bar.row;
      draw_bar(side, bar, {x0, y + static_cast<float>(bar.row) * row_height_}, x1, is_selected);
    }
  }

  bool is_selected_bar(Side side, const TimelineBar& bar) const {
    return bar.kind == TimelineBar::Kind::launch && selection_.side == side &&
           selection_.launch == bar.index;
  }

  ImU32 color_of(Side side, const TimelineBar& bar) const {
    switch (bar.kind) {
      case TimelineBar::Kind::launch:
        return theme_.of(side);
      case TimelineBar::Kind::phase:
        return kPhaseColors.at(bar.name % kPhaseColors.size());
      case TimelineBar::Kind::copy_out:
        return theme_.copy_out;
      default:
        return theme_.copy_in;
    }
  }

  void draw_bar(Side side, const TimelineBar& bar, ImVec2 at, float end_x, bool is_selected) {
    const ImVec2 end{end_x, at.y + row_height_ - 2};
    const ImU32 color = color_of(side, bar);
    list_->AddRectFilled(at, end, color, end_x - at.x > 6 ? 2.0F : 0.0F);
    const float visible_left = std::max(at.x, left_) + 4;
    const float visible_right = std::min(end_x, right_) - 4;
    if (visible_right - visible_left > small_ * 2 &&
        text_width(bar.label) <= visible_right - visible_left) {
      text({visible_left, at.y + (row_height_ - 2 - small_) / 2}, theme_.text_on(color), bar.label);
    }
    if (is_selected)
      list_->AddRect({at.x - 1, at.y - 1}, {end.x + 1, end.y + 1}, theme_.text, 2.0F, 2.0F);
    const ImRect reach({at.x - 1, at.y}, {end.x + 1, end.y});
    const ImVec2 mouse = ImGui::GetMousePos();
    if (!is_hovered_ || mouse.x < left_ || !reach.Contains(mouse)) return;
    list_->AddRect(at, end, with_alpha(theme_.text, 0.7F), 2);
    show_tooltip(side, bar);
    const auto& io = ImGui::GetIO();
    const bool is_click = ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                          io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < 9;
    const bool is_of_a_launch =
        bar.kind == TimelineBar::Kind::launch || bar.kind == TimelineBar::Kind::phase;
    if (is_click && is_of_a_launch) {
      selection_.side = side;
      selection_.launch = bar.index;
      selection_.case_index = bar.case_index;
    }
  }

  void show_tooltip(Side side, const TimelineBar& bar) const {
    const auto* record = plot_.records[index(side)];
    if (record == nullptr || !ImGui::BeginTooltip()) return;
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme_.of(side)), "%s",
                       side_title(side).data());
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
    ImGui::TextDisabled("%s", short_kernel_name(launch.kernel).c_str());
  }

  void draw_cursor(float bottom) const {
    const float x = ImGui::GetMousePos().x;
    if (!is_hovered_ || x < left_ || x > right_) return;
    list_->AddLine({x, origin_.y + row_height_ - 3}, {x, bottom}, with_alpha(theme_.text, 0.25F));
  }

  const TimelinePlot& plot_;
  TimeWindow& window_;
  Selection& selection_;
  const Theme& theme_;
  const Fonts& fonts_;
  ImDrawList* list_ = nullptr;
  ImVec2 origin_;
  float left_ = 0, right_ = 0, label_width_ = 0, row_height_ = 0, small_ = 0;
  bool is_hovered_ = false, is_active_ = false;
};

}  // namespace

void draw_timeline_plot(const TimelinePlot& plot, TimeWindow& window, Selection& selection,
                        const Theme& theme, const Fonts& fonts) {
  TimelineCanvas(plot, window, selection, theme, fonts).draw();
}

double tick_step_s(double span_s, int most) {
  const double raw = span_s / std::max(most, 1);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (power * factor >= raw) return power * factor;
  }
  return power * 10;
}

}  // namespace warpscope::viewer
