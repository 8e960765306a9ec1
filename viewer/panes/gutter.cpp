#include "viewer/panes/gutter.h"

#include <algorithm>
#include <cstddef>

#include "record/warp_states.h"
#include "viewer/model/counter_rows.h"
#include "viewer/model/numbers.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr float kColumnGlyphs = 5.2F;
/// Of kinds with few columns: their headings and numbers are longer.
constexpr float kWideGlyphs = 8.4F;
constexpr std::size_t kFewColumns = 2;
constexpr float kGap = 2;
constexpr float kLegendGap = 8;
constexpr std::size_t kMostStates = 3;

float column_glyphs(const HeatKind& kind) {
  return kind.columns.size() <= kFewColumns && kind.scale == HeatKind::Scale::of_busiest
             ? kWideGlyphs
             : kColumnGlyphs;
}

const char* legend_of(const HeatKind& kind) {
  return kind.scale == HeatKind::Scale::over_need ? "work over need" : "of the busiest line";
}

const char* meaning_of_legend(const HeatKind& kind) {
  return kind.scale == HeatKind::Scale::over_need
             ? "load, store: sectors or passes over the fewest that could do the same\n"
               "lanes: 32 over the active lanes"
             : "What the line has, as a share of the line that has most of it";
}

/// "4\u00d7" of work, "1/8" of a share.
std::string legend_label(const HeatKind& kind, std::size_t color, std::size_t colors) {
  if (kind.scale == HeatKind::Scale::over_need) return std::to_string(1 << color) + "\u00d7";
  const auto part = 1 << (colors - 1 - color);
  return part == 1 ? "1" : "1/" + std::to_string(part);
}

/// Of one colour of the legend; for the font in use.
float swatch_width() { return ImGui::CalcTextSize("1/32").x + 8; }

}  // namespace

float gutter_legend_width(const PaneContext& context, const HeatKind& kind) {
  ImGui::PushFont(nullptr, kSmallSize);
  const float width = ImGui::CalcTextSize(legend_of(kind)).x + kLegendGap +
                      static_cast<float>(context.theme.heat.size()) * swatch_width();
  ImGui::PopFont();
  return width;
}

void draw_gutter_legend(const PaneContext& context, const HeatKind& kind) {
  const Theme& theme = context.theme;
  ImGui::PushFont(nullptr, kSmallSize);
  ImGui::AlignTextToFramePadding();
  colored_text(theme.muted, legend_of(kind));
  ImGui::SetItemTooltip("%s", meaning_of_legend(kind));
  auto* list = ImGui::GetWindowDrawList();
  const float width = swatch_width();
  for (std::size_t i = 0; i < theme.heat.size(); ++i) {
    ImGui::SameLine(0, i == 0 ? kLegendGap : 0.0F);
    const std::string label = legend_label(kind, i, theme.heat.size());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    const float inset = (height - ImGui::GetFontSize() - 4) / 2;
    list->AddRectFilled({at.x, at.y + inset}, {at.x + width, at.y + height - inset}, theme.heat[i]);
    const float text_width = ImGui::CalcTextSize(label.c_str()).x;
    list->AddText({at.x + (width - text_width) / 2, at.y + (height - ImGui::GetFontSize()) / 2},
                  theme.text_on(theme.heat[i]), label.c_str());
    ImGui::Dummy({width, height});
  }
  ImGui::PopFont();
}

float gutter_width(const HeatKind& kind, float glyph_width) {
  return static_cast<float>(kind.columns.size()) * (column_glyphs(kind) * glyph_width + kGap);
}

void draw_gutter_headings(const PaneContext& context, const HeatKind& kind, ImVec2 left_top,
                          float glyph_width) {
  auto* list = ImGui::GetWindowDrawList();
  const float width = column_glyphs(kind) * glyph_width;
  const float size = kSmallSize * context.view.scale;
  for (const auto& column : kind.columns) {
    const float text_width =
        context.fonts.text->CalcTextSizeA(size, FLT_MAX, 0, column.heading.data()).x;
    list->AddText(context.fonts.text, size, {left_top.x + (width - text_width) / 2, left_top.y},
                  context.theme.muted, column.heading.data());
    if (ImGui::IsMouseHoveringRect(left_top, {left_top.x + width, left_top.y + size + 4}) &&
        ImGui::IsWindowHovered()) {
      ImGui::SetTooltip("%s", column.meaning.data());
    }
    left_top.x += width + kGap;
  }
}

void draw_gutter_cells(const PaneContext& context, const HeatKind& kind, const HeatLine* line,
                       ImVec2 at, float glyph_width, float height, bool is_earlier) {
  constexpr float kPale = 0.4F;
  if (line == nullptr) return;
  auto* list = ImGui::GetWindowDrawList();
  const float width = column_glyphs(kind) * glyph_width;
  for (const auto& cell : line->cells) {
    if (cell) {
      const ImU32 color = context.theme.heat_of(cell->excess);
      list->AddRectFilled({at.x, at.y + 0.5F}, {at.x + width, at.y + height - 0.5F},
                          is_earlier ? with_alpha(color, kPale) : color, 2);
      const std::string text = compact(cell->value);
      const float text_width = ImGui::CalcTextSize(text.c_str()).x;
      list->AddText({at.x + (width - text_width) / 2, at.y + (height - ImGui::GetFontSize()) / 2},
                    is_earlier ? context.theme.muted : context.theme.text_on(color), text.c_str());
    }
    at.x += width + kGap;
  }
}

void show_line_tooltip(const PaneContext& context, const HeatLine& line,
                       const std::string& heading) {
  // The names that other tools use are many and long: they are shown when asked for.
  const bool shows_all = ImGui::GetIO().KeyCtrl;
  const auto rows = shows_all ? all_rows(line.counts.counters) : main_rows(line.counts.counters);
  if (rows.empty() || !ImGui::BeginTooltip()) return;
  ImGui::PushFont(context.fonts.strong, kTextSize);
  ImGui::TextUnformatted(heading.c_str());
  ImGui::PopFont();
  ImGui::PushFont(context.fonts.text, kSmallSize);
  if (ImGui::BeginTable("metrics", shows_all ? 3 : 2, ImGuiTableFlags_SizingFixedFit)) {
    for (const auto& row : rows) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      colored_text(context.theme.muted, row.words);
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(row.value.c_str());
      if (!shows_all) continue;
      ImGui::TableNextColumn();
      colored_text(context.theme.muted, row.metric);
    }
    ImGui::EndTable();
  }
  const auto& cycles = line.counts.warp_cycles;
  const auto states = record::states_text(cycles, record::sum_of_states(cycles), kMostStates);
  if (!states.empty()) colored_text(context.theme.muted, "warps (modelled): " + states);
  if (!shows_all) {
    colored_text(context.theme.muted, "Hold Ctrl for all counters and their Nsight Compute names.");
  }
  ImGui::PopFont();
  ImGui::EndTooltip();
}

}  // namespace warpscope::viewer
