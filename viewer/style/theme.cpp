#include "viewer/style/theme.h"

#include <implot.h>

#include <algorithm>
#include <cmath>

namespace warpscope::viewer {
namespace {

constexpr ImU32 rgb(std::uint32_t hex) {
  return IM_COL32((hex >> 16) & 0xFF, (hex >> 8) & 0xFF, hex & 0xFF, 0xFF);
}

ImVec4 vec(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

Theme dark_theme() {
  Theme theme;
  theme.kind = ThemeKind::dark;
  theme.backdrop = rgb(0x121419);
  theme.panel = rgb(0x1A1D23);
  theme.raised = rgb(0x24282F);
  theme.hovered = rgb(0x2F353E);
  theme.border = rgb(0x30353E);
  theme.grid = rgb(0x2B3038);
  theme.text = rgb(0xDDE1E7);
  theme.muted = rgb(0x949CA8);
  theme.link = rgb(0x8DB9F5);
  theme.good = rgb(0x63B98A);
  theme.warning = rgb(0xE3C04F);
  theme.error = rgb(0xF0716B);
  theme.side = {rgb(0xF2994A), rgb(0x4FB0E8)};
  theme.side_fill = {rgb(0x4A321C), rgb(0x1A3A50)};
  theme.copy_in = rgb(0x7E8796);
  theme.copy_out = rgb(0xB1A0D8);
  theme.keyword = rgb(0xB9A3E3);
  theme.type = rgb(0x7FC8BE);
  theme.number = rgb(0xD8B98A);
  theme.string = rgb(0xA9C98C);
  theme.comment = rgb(0x79828F);
  theme.preprocessor = rgb(0xC79AB3);
  theme.heat = {rgb(0x2A3644), rgb(0x4A3A6B), rgb(0x82378A),
                rgb(0xC24472), rgb(0xEE7A4C), rgb(0xF9D46B)};
  return theme;
}

Theme light_theme() {
  Theme theme;
  theme.kind = ThemeKind::light;
  theme.backdrop = rgb(0xE6E8EB);
  theme.panel = rgb(0xFDFDFD);
  theme.raised = rgb(0xF0F2F4);
  theme.hovered = rgb(0xE1E5E9);
  theme.border = rgb(0xD0D5DB);
  theme.grid = rgb(0xE3E6EA);
  theme.text = rgb(0x1E2329);
  theme.muted = rgb(0x5F6873);
  theme.link = rgb(0x1B5FAA);
  theme.good = rgb(0x22774A);
  theme.warning = rgb(0x8A6A00);
  theme.error = rgb(0xB9302B);
  theme.side = {rgb(0xC4570A), rgb(0x0B6FAE)};
  theme.side_fill = {rgb(0xFBE3CF), rgb(0xD3E8F7)};
  theme.copy_in = rgb(0x87909C);
  theme.copy_out = rgb(0x8369B8);
  theme.keyword = rgb(0x6A3FB0);
  theme.type = rgb(0x0E7468);
  theme.number = rgb(0x8A5A12);
  theme.string = rgb(0x3E7321);
  theme.comment = rgb(0x76808C);
  theme.preprocessor = rgb(0x97386B);
  theme.heat = {rgb(0xEAF0F5), rgb(0xF6E0A8), rgb(0xF3AE72),
                rgb(0xDB6A6E), rgb(0xA5327E), rgb(0x4F1669)};
  return theme;
}

void apply_sizes(ImGuiStyle& style) {
  style.WindowPadding = {10, 8};
  style.FramePadding = {9, 4};
  style.CellPadding = {6, 3};
  style.ItemSpacing = {8, 5};
  style.ItemInnerSpacing = {6, 4};
  style.ScrollbarSize = 11;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.TabBorderSize = 0;
  style.TabBarBorderSize = 1;
  style.TabBarOverlineSize = 2;
  style.WindowRounding = 4;
  style.ChildRounding = 4;
  style.FrameRounding = 4;
  style.PopupRounding = 5;
  style.TabRounding = 3;
  style.ScrollbarRounding = 6;
  style.GrabRounding = 3;
  style.DockingSeparatorSize = 6;
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.HoverDelayNormal = 0.25F;
}

void apply_colors(const Theme& theme, ImGuiStyle& style) {
  auto* colors = style.Colors;
  const auto set = [colors](ImGuiCol which, ImU32 color) { colors[which] = vec(color); };
  set(ImGuiCol_Text, theme.text);
  set(ImGuiCol_TextDisabled, theme.muted);
  set(ImGuiCol_TextLink, theme.link);
  set(ImGuiCol_WindowBg, theme.panel);
  set(ImGuiCol_ChildBg, with_alpha(theme.panel, 0));
  set(ImGuiCol_PopupBg, theme.kind == ThemeKind::dark ? theme.raised : theme.panel);
  set(ImGuiCol_Border, theme.border);
  set(ImGuiCol_FrameBg, theme.raised);
  set(ImGuiCol_FrameBgHovered, theme.hovered);
  set(ImGuiCol_FrameBgActive, theme.hovered);
  set(ImGuiCol_TitleBg, theme.backdrop);
  set(ImGuiCol_TitleBgActive, theme.backdrop);
  set(ImGuiCol_TitleBgCollapsed, theme.backdrop);
  set(ImGuiCol_MenuBarBg, theme.backdrop);
  set(ImGuiCol_ScrollbarBg, with_alpha(theme.panel, 0));
  set(ImGuiCol_ScrollbarGrab, theme.border);
  set(ImGuiCol_ScrollbarGrabHovered, theme.muted);
  set(ImGuiCol_ScrollbarGrabActive, theme.muted);
  set(ImGuiCol_CheckMark, theme.text);
  set(ImGuiCol_SliderGrab, theme.muted);
  set(ImGuiCol_SliderGrabActive, theme.text);
  set(ImGuiCol_Button, theme.raised);
  set(ImGuiCol_ButtonHovered, theme.hovered);
  set(ImGuiCol_ButtonActive, theme.border);
  set(ImGuiCol_Header, theme.raised);
  set(ImGuiCol_HeaderHovered, theme.hovered);
  set(ImGuiCol_HeaderActive, theme.hovered);
  set(ImGuiCol_Separator, theme.border);
  set(ImGuiCol_SeparatorHovered, theme.muted);
  set(ImGuiCol_SeparatorActive, theme.muted);
  set(ImGuiCol_ResizeGrip, with_alpha(theme.border, 0));
  set(ImGuiCol_ResizeGripHovered, theme.border);
  set(ImGuiCol_ResizeGripActive, theme.muted);
  set(ImGuiCol_Tab, theme.backdrop);
  set(ImGuiCol_TabHovered, theme.hovered);
  set(ImGuiCol_TabSelected, theme.panel);
  set(ImGuiCol_TabSelectedOverline, theme.muted);
  set(ImGuiCol_TabDimmed, theme.backdrop);
  set(ImGuiCol_TabDimmedSelected, theme.panel);
  set(ImGuiCol_TabDimmedSelectedOverline, theme.border);
  set(ImGuiCol_DockingPreview, with_alpha(theme.muted, 0.5F));
  set(ImGuiCol_DockingEmptyBg, theme.backdrop);
  set(ImGuiCol_TableHeaderBg, theme.raised);
  set(ImGuiCol_TableBorderStrong, theme.border);
  set(ImGuiCol_TableBorderLight, theme.grid);
  set(ImGuiCol_TableRowBg, with_alpha(theme.panel, 0));
  set(ImGuiCol_TableRowBgAlt, with_alpha(theme.raised, 0.5F));
  set(ImGuiCol_TextSelectedBg, with_alpha(theme.link, 0.3F));
  set(ImGuiCol_NavCursor, theme.muted);
  set(ImGuiCol_ModalWindowDimBg, with_alpha(theme.backdrop, 0.6F));
  set(ImGuiCol_PlotHistogram, theme.muted);
}

void apply_plots(const Theme& theme) {
  auto& style = ImPlot::GetStyle();
  const auto set = [&style](ImPlotCol which, ImU32 color) { style.Colors[which] = vec(color); };
  set(ImPlotCol_FrameBg, with_alpha(theme.panel, 0));
  set(ImPlotCol_PlotBg, with_alpha(theme.panel, 0));
  set(ImPlotCol_PlotBorder, theme.border);
  set(ImPlotCol_LegendBg, with_alpha(theme.panel, 0.85F));
  set(ImPlotCol_LegendBorder, with_alpha(theme.border, 0));
  set(ImPlotCol_LegendText, theme.text);
  set(ImPlotCol_TitleText, theme.text);
  set(ImPlotCol_InlayText, theme.text);
  set(ImPlotCol_AxisText, theme.muted);
  set(ImPlotCol_AxisGrid, theme.grid);
  set(ImPlotCol_AxisTick, theme.grid);
  set(ImPlotCol_AxisBg, with_alpha(theme.panel, 0));
  set(ImPlotCol_AxisBgHovered, theme.raised);
  set(ImPlotCol_AxisBgActive, theme.hovered);
  set(ImPlotCol_Selection, theme.muted);
  set(ImPlotCol_Crosshairs, theme.muted);
  style.PlotPadding = {6, 6};
  style.LabelPadding = {4, 4};
  style.PlotBorderSize = 1;
  style.MajorGridSize = {1, 1};
  style.MinorGridSize = {1, 1};
  style.MinorAlpha = 0.35F;
  style.MousePosPadding = {8, 6};
}

double channel(ImU32 color, int shift) {
  const double value = ((color >> shift) & 0xFF) / 255.0;
  return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

ImU32 blend(ImU32 from, ImU32 to, float share) {
  const ImVec4 a = vec(from), b = vec(to);
  return ImGui::ColorConvertFloat4ToU32(
      {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share, 1.0F});
}

}  // namespace

ImU32 Theme::of(record::Finding::Severity severity) const {
  switch (severity) {
    case record::Finding::Severity::error:
      return error;
    case record::Finding::Severity::warning:
      return warning;
    case record::Finding::Severity::information:
      break;
  }
  return link;
}

ImU32 Theme::heat_of(double ratio) const {
  const double position =
      std::clamp(std::log2(std::max(ratio, 1.0)), 0.0, static_cast<double>(heat.size() - 1));
  const auto low = std::min(static_cast<std::size_t>(position), heat.size() - 2);
  return blend(heat[low], heat[low + 1], static_cast<float>(position - static_cast<double>(low)));
}

ImU32 Theme::text_on(ImU32 background) const {
  // Relative luminance of WCAG 2.1; 0.18 is where black and white contrast equally.
  const double luminance = 0.2126 * channel(background, IM_COL32_R_SHIFT) +
                           0.7152 * channel(background, IM_COL32_G_SHIFT) +
                           0.0722 * channel(background, IM_COL32_B_SHIFT);
  return luminance > 0.18 ? rgb(0x101216) : rgb(0xFFFFFF);
}

Theme make_theme(ThemeKind kind) { return kind == ThemeKind::dark ? dark_theme() : light_theme(); }

void apply(const Theme& theme) {
  auto& style = ImGui::GetStyle();
  const float font_size = style.FontSizeBase, scale = style.FontScaleMain;
  style = ImGuiStyle();
  style.FontSizeBase = font_size;
  style.FontScaleMain = scale;
  apply_sizes(style);
  style.ScaleAllSizes(scale);
  apply_colors(theme, style);
  apply_plots(theme);
}

ImU32 with_alpha(ImU32 color, float alpha) {
  return (color & ~IM_COL32_A_MASK) |
         (static_cast<ImU32>(alpha * 255.0F + 0.5F) << IM_COL32_A_SHIFT);
}

}  // namespace warpscope::viewer
