#include "viewer/panes/gutter.h"

#include <algorithm>
#include <array>
#include <optional>

#include "viewer/model/counter_rows.h"
#include "viewer/model/numbers.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

struct Column {
  const char* heading;
  const char* meaning;
  std::optional<HeatCell> HeatLine::*cell;
};

constexpr std::array kColumns{
    Column{"load", "32-byte sectors per request of global loads", &HeatLine::load},
    Column{"store", "32-byte sectors per request of global stores", &HeatLine::store},
    Column{"lanes", "active lanes per instruction, of 32", &HeatLine::lanes},
};
constexpr float kColumnGlyphs = 5.2F;
constexpr float kGap = 2;
constexpr const char* kLegend = "work over need";
constexpr float kLegendGap = 8;

/// Of one colour of the legend; for the font in use.
float swatch_width() { return ImGui::CalcTextSize("32\u00d7").x + 10; }

}  // namespace

float gutter_legend_width(const PaneContext& context) {
  ImGui::PushFont(nullptr, kSmallSize);
  const float width = ImGui::CalcTextSize(kLegend).x + kLegendGap +
                      static_cast<float>(context.theme.heat.size()) * swatch_width();
  ImGui::PopFont();
  return width;
}

void draw_gutter_legend(const PaneContext& context) {
  const Theme& theme = context.theme;
  ImGui::PushFont(nullptr, kSmallSize);
  ImGui::AlignTextToFramePadding();
  colored_text(theme.muted, kLegend);
  ImGui::SetItemTooltip(
      "load, store: sectors moved over the fewest that could hold the same data\n"
      "lanes: 32 over the active lanes");
  auto* list = ImGui::GetWindowDrawList();
  const float width = swatch_width();
  for (std::size_t i = 0; i < theme.heat.size(); ++i) {
    ImGui::SameLine(0, i == 0 ? kLegendGap : 0.0F);
    const std::string label = std::to_string(1 << i) + "\u00d7";
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

float gutter_width(float glyph_width) {
  return static_cast<float>(kColumns.size()) * (kColumnGlyphs * glyph_width + kGap);
}

void draw_gutter_headings(const PaneContext& context, ImVec2 left_top, float glyph_width) {
  auto* list = ImGui::GetWindowDrawList();
  const float width = kColumnGlyphs * glyph_width;
  const float size = kSmallSize * context.view.scale;
  for (const auto& column : kColumns) {
    const float text_width = context.fonts.text->CalcTextSizeA(size, FLT_MAX, 0, column.heading).x;
    list->AddText(context.fonts.text, size, {left_top.x + (width - text_width) / 2, left_top.y},
                  context.theme.muted, column.heading);
    if (ImGui::IsMouseHoveringRect(left_top, {left_top.x + width, left_top.y + size + 4}) &&
        ImGui::IsWindowHovered()) {
      ImGui::SetTooltip("%s", column.meaning);
    }
    left_top.x += width + kGap;
  }
}

void draw_gutter_cells(const PaneContext& context, const HeatLine* line, ImVec2 at,
                       float glyph_width, float height, bool is_earlier) {
  constexpr float kPale = 0.4F;
  if (line == nullptr) return;
  auto* list = ImGui::GetWindowDrawList();
  const float width = kColumnGlyphs * glyph_width;
  for (const auto& column : kColumns) {
    if (const auto& cell = line->*column.cell) {
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
  const auto rows = shows_all ? all_rows(line.counters) : main_rows(line.counters);
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
  if (!shows_all) {
    colored_text(context.theme.muted, "Hold Ctrl for all counters and their Nsight Compute names.");
  }
  ImGui::PopFont();
  ImGui::EndTooltip();
}

}  // namespace warpscope::viewer
