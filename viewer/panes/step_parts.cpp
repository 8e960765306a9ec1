#include "viewer/panes/step_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "runner/step/stood_text.h"
#include "viewer/model/labels.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr std::uint32_t kBanks = 32;
constexpr float kCell = 5;  // width of a lane's, in pixels at scale 1

/// Room for the cells of 32 lanes on a line; gives its corner.
ImVec2 lane_space(const PaneContext& context, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({runner::kLanesOfWarp * kCell * context.view.scale, height});
  return at;
}

void code_text(const PaneContext& context, ImU32 color, const std::string& text) {
  ImGui::PushFont(context.fonts.code, kCodeSize);
  colored_text(color, text);
  ImGui::PopFont();
}

constexpr ImGuiTableFlags kGrid = ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                  ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_RowBg |
                                  ImGuiTableFlags_SizingFixedFit;

/// The value where all lanes have the same that have the register.
std::optional<std::uint64_t> common_value(const device::StoodRegister& of) {
  std::optional<std::uint64_t> common;
  for (std::uint32_t lane = 0; lane < runner::kLanesOfWarp; ++lane) {
    if ((of.lanes >> lane & 1) == 0) continue;
    if (common && *common != of.values.at(lane)) return std::nullopt;
    common = of.values.at(lane);
  }
  return common;
}

std::string lane_values(const device::StoodRegister& of, const runner::RegisterName& name,
                        std::uint32_t lane) {
  return of.is_kept ? runner::value_text(of, name, of.values.at(lane)) : "–";
}

std::string word_text(std::uint32_t word, WordForm form) {
  switch (form) {
    case WordForm::whole:
      return std::to_string(static_cast<std::int32_t>(word));
    case WordForm::real:
      return fmt::format("{:.4g}", std::bit_cast<float>(word));
    case WordForm::hexadecimal:
      break;
  }
  return fmt::format("{:08x}", word);
}

}  // namespace

void draw_lane_cells(ImVec2 at, ImVec2 size, std::uint32_t strong, std::uint32_t pale, ImU32 color,
                     const Theme& theme) {
  auto* list = ImGui::GetWindowDrawList();
  const float width = size.x / runner::kLanesOfWarp;
  for (std::uint32_t lane = 0; lane < runner::kLanesOfWarp; ++lane) {
    // A wider gap behind each eighth lane, so that they can be counted.
    const float left = at.x + width * static_cast<float>(lane) + (lane % 8 == 0 ? 1.0F : 0.0F);
    const ImVec2 from{left, at.y + 2},
        to{at.x + width * static_cast<float>(lane + 1) - 1, at.y + size.y - 2};
    if ((strong >> lane & 1) != 0) {
      list->AddRectFilled(from, to, color);
    } else if ((pale >> lane & 1) != 0) {
      list->AddRectFilled(from, to, with_alpha(color, 0.35F));
      list->AddRect(from, to, color);
    } else {
      list->AddRect(from, to, theme.grid);
    }
  }
}

std::uint32_t draw_step_source(const PaneContext& context, const std::vector<StepLine>& lines,
                               std::uint32_t current, std::uint32_t shown, ImU32 color) {
  const auto& theme = context.theme;
  std::uint32_t clicked = 0;
  ImGui::PushFont(context.fonts.code, kCodeSize);
  const float height = ImGui::GetTextLineHeightWithSpacing();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float glyph = ImGui::CalcTextSize("0").x;
  const float cells = runner::kLanesOfWarp * kCell * context.view.scale;
  if (shown != 0) {
    const float target = height * static_cast<float>(shown - 1) - ImGui::GetWindowHeight() * 0.4F;
    ImGui::SetScrollY(std::max(0.0F, target));
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(lines.size()), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto& line = lines[static_cast<std::size_t>(i)];
      const auto number = static_cast<std::uint32_t>(i) + 1;
      const ImVec2 at = ImGui::GetCursorScreenPos();
      auto* list = ImGui::GetWindowDrawList();
      const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0F);
      ImGui::PushID(i);
      const bool is_pressed = ImGui::InvisibleButton("line", {width, height});
      const bool is_hovered = ImGui::IsItemHovered();
      ImGui::PopID();
      if (is_pressed) clicked = number;
      if (number == current)
        list->AddRectFilled(at, {at.x + width, at.y + height}, with_alpha(color, 0.25F));
      else if (is_hovered)
        list->AddRectFilled(at, {at.x + width, at.y + height}, theme.hovered);
      if (number == current) list->AddText(at, color, ">");
      list->AddText({at.x + glyph * 1.5F, at.y}, theme.muted, fmt::format("{:4}", number).c_str());
      const ImVec2 lanes{at.x + glyph * 6.5F, at.y};
      if ((line.running | line.waiting) != 0) {
        draw_lane_cells(lanes, {cells, height}, line.running, line.waiting, color, theme);
      } else if (line.active_lanes) {
        const auto share = static_cast<float>(*line.active_lanes) / runner::kLanesOfWarp;
        list->AddRectFilled({lanes.x, lanes.y + 4}, {lanes.x + cells * share, lanes.y + height - 4},
                            with_alpha(color, 0.3F));
      }
      if (line.active_lanes)
        list->AddText({lanes.x + cells + glyph * 0.5F, at.y}, theme.muted,
                      fmt::format("{:4.1f}", *line.active_lanes).c_str());
      list->AddText({lanes.x + cells + glyph * 5.5F, at.y}, theme.text, line.text.c_str());
      if (!is_hovered) continue;
      std::string tip = "Click: run to this line with the followed warp; Shift: with any warp";
      if (line.active_lanes)
        tip += fmt::format(
            "\nIn all of the launch: {:.1f} of 32 lanes active, {} instructions of "
            "this warp; exact count",
            *line.active_lanes, line.instructions);
      if ((line.running | line.waiting) != 0)
        tip += "\nThere now: lanes " + runner::lanes_text(line.running | line.waiting);
      ImGui::PopFont();
      ImGui::SetTooltip("%s", tip.c_str());
      ImGui::PushFont(context.fonts.code, kCodeSize);
    }
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  return clicked;
}

void draw_step_registers(const PaneContext& context, const device::Stood& stood,
                         const std::vector<runner::RegisterName>& names) {
  if (stood.registers.empty() || stood.warp >= stood.warps.size()) {
    empty_message(context.theme, "The warp has no registers now.");
    return;
  }
  // Those with a name of the source come first.
  std::vector<std::size_t> order(stood.registers.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_partition(order, [&](std::size_t i) { return !names[i].text.empty(); });
  // Lanes that go on next stand out.
  std::uint32_t running = 0;
  for (const auto& group : stood.warps[stood.warp].groups)
    if (group.state == device::StoodGroup::State::running) running = group.lanes;
  if (!ImGui::BeginTable("registers", 3 + static_cast<int>(runner::kLanesOfWarp), kGrid)) return;
  ImGui::TableSetupScrollFreeze(2, 1);
  ImGui::TableSetupColumn("Name");
  ImGui::TableSetupColumn("PTX");
  ImGui::TableSetupColumn("all lanes");
  for (std::uint32_t lane = 0; lane < runner::kLanesOfWarp; ++lane)
    ImGui::TableSetupColumn(std::to_string(lane).c_str());
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(order.size()));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const auto i = order[static_cast<std::size_t>(row)];
      const auto& of = stood.registers[i];
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      code_text(context, context.theme.text, names[i].text);
      ImGui::TableNextColumn();
      code_text(context, context.theme.muted, of.name);
      std::string set = "Type " + of.type;
      for (std::size_t k = 0; k < of.set_at.size(); ++k)
        set += (k == 0 ? "; set at line " : ", ") + std::to_string(of.set_at[k]);
      ImGui::SetItemTooltip("%s", set.c_str());
      ImGui::TableNextColumn();
      if (const auto common = common_value(of)) {
        const auto text = of.is_kept ? runner::value_text(of, names[i], *common) : "–";
        code_text(context, context.theme.text, text);
        continue;
      }
      for (std::uint32_t lane = 0; lane < runner::kLanesOfWarp; ++lane) {
        ImGui::TableNextColumn();
        if ((of.lanes >> lane & 1) == 0) continue;
        const bool is_next = running == 0 || (running >> lane & 1) != 0;
        code_text(context, is_next ? context.theme.text : context.theme.muted,
                  lane_values(of, names[i], lane));
      }
    }
  }
  ImGui::EndTable();
}

void draw_step_shared(const PaneContext& context, const device::Stood& stood, WordForm& form) {
  if (stood.shared.empty()) {
    empty_message(context.theme, stood.is_block_here ? "The block has no shared memory."
                                                     : "The block has not begun or has ended.");
    return;
  }
  constexpr std::pair<WordForm, const char*> kForms[] = {
      {WordForm::whole, "int"}, {WordForm::real, "float"}, {WordForm::hexadecimal, "hex"}};
  for (const auto& [each, label] : kForms) {
    if (ImGui::RadioButton(label, form == each)) form = each;
    ImGui::SameLine();
  }
  colored_text(context.theme.muted, fmt::format("{}{} words of block {}; a column is a bank",
                                                stood.is_shared_cut ? "the first " : "",
                                                stood.shared.size(), stood.block));
  if (!ImGui::BeginTable("words", 1 + static_cast<int>(kBanks), kGrid)) return;
  ImGui::TableSetupScrollFreeze(1, 1);
  ImGui::TableSetupColumn("word");
  for (std::uint32_t bank = 0; bank < kBanks; ++bank)
    ImGui::TableSetupColumn(std::to_string(bank).c_str());
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>((stood.shared.size() + kBanks - 1) / kBanks));
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      const auto first = static_cast<std::size_t>(row) * kBanks;
      code_text(context, context.theme.muted, std::to_string(first));
      for (auto word = first; word < std::min(first + kBanks, stood.shared.size()); ++word) {
        ImGui::TableNextColumn();
        code_text(context, context.theme.text, word_text(stood.shared[word], form));
      }
    }
  }
  ImGui::EndTable();
}

int draw_step_warps(const PaneContext& context, const device::Stood& stood, ImU32 color) {
  int clicked = -1;
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg |
                                     ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoPadOuterX;
  if (!ImGui::BeginTable("warps", 4, kFlags)) return clicked;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("Warp");
  ImGui::TableSetupColumn("Lanes");
  ImGui::TableSetupColumn("Line");
  ImGui::TableSetupColumn("State", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableHeadersRow();
  const float height = ImGui::GetTextLineHeight();
  for (std::uint32_t number = 0; number < stood.warps.size(); ++number) {
    const auto& warp = stood.warps[number];
    const auto rows = std::max<std::size_t>(1, warp.groups.size());
    for (std::size_t k = 0; k < rows; ++k) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::PushID(static_cast<int>(std::size_t{number} * 64 + k));
      const std::string label = k == 0 ? std::to_string(number) : "##more";
      if (ImGui::Selectable(label.c_str(), number == stood.warp,
                            ImGuiSelectableFlags_SpanAllColumns))
        clicked = static_cast<int>(number);
      ImGui::PopID();
      ImGui::TableNextColumn();
      const ImVec2 at = lane_space(context, height);
      const ImVec2 size{runner::kLanesOfWarp * kCell * context.view.scale, height};
      if (warp.groups.empty()) {
        draw_lane_cells(at, size, 0, 0, color, context.theme);
        ImGui::TableNextColumn();
        ImGui::TableNextColumn();
        colored_text(context.theme.muted, warp.state == device::StoodWarp::State::not_begun
                                              ? "has not begun"
                                              : "has ended");
        continue;
      }
      const auto& group = warp.groups[k];
      const bool goes_on = group.state <= device::StoodGroup::State::ready;
      draw_lane_cells(at, size, goes_on ? group.lanes : 0, goes_on ? 0 : group.lanes, color,
                      context.theme);
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(std::to_string(group.place.where.line).c_str());
      ImGui::TableNextColumn();
      colored_text(goes_on ? context.theme.text : context.theme.warning,
                   runner::state_text(stood, number, group));
    }
  }
  ImGui::EndTable();
  return clicked;
}

int draw_step_tree(const PaneContext& context, const std::vector<runner::LaneRow>& rows,
                   std::uint64_t now, ImU32 color) {
  constexpr float kIndent = 14;
  int clicked = -1;
  const float height = ImGui::GetTextLineHeight();
  const float cells = runner::kLanesOfWarp * kCell * context.view.scale;
  // The last one that begins before what is executed next.
  std::size_t current = rows.size();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!rows[i].is_loop && rows[i].first <= now) current = i;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto& row = rows[static_cast<std::size_t>(i)];
      ImGui::PushID(i);
      if (ImGui::Selectable("##row", static_cast<std::size_t>(i) == current,
                            ImGuiSelectableFlags_AllowOverlap))
        clicked = i;
      if (ImGui::IsItemHovered())
        ImGui::SetTooltip("Lanes %s\nClick: go to where this begins for the first time",
                          runner::lanes_text(row.lanes).c_str());
      ImGui::PopID();
      ImGui::SameLine(0, 0);
      ImGui::Dummy({kIndent * context.view.scale * static_cast<float>(row.depth) + 1, height});
      ImGui::SameLine(0, 0);
      if (row.is_loop) {
        colored_text(context.theme.muted, fmt::format("{} times:", row.times));
        continue;
      }
      const ImVec2 at = lane_space(context, height);
      draw_lane_cells(at, {cells, height}, row.lanes, 0, color, context.theme);
      ImGui::SameLine(0, 8);
      const auto lines = row.first_line == row.last_line
                             ? fmt::format("line {}", row.first_line)
                             : fmt::format("lines {}-{}", row.first_line, row.last_line);
      ImGui::TextUnformatted(lines.c_str());
      ImGui::SameLine(0, 8);
      colored_text(context.theme.muted, fmt::format("{} lanes, {} instructions",
                                                    std::popcount(row.lanes), row.instructions));
    }
  }
  return clicked;
}

}  // namespace warpscope::viewer
