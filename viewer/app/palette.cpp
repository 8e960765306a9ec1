#include "viewer/app/palette.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "viewer/model/word_search.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr const char* kPaletteName = "palette";
constexpr float kPaletteWidth = 600, kPaletteTop = 0.1F, kPaletteHeight = 0.62F, kPaletteIndent = 8;
constexpr std::size_t kMostTyped = 200;

int on_arrow(ImGuiInputTextCallbackData* data) {
  *static_cast<int*>(data->UserData) += data->EventKey == ImGuiKey_DownArrow ? 1 : -1;
  return 0;
}

}  // namespace

void Palette::look() {
  found_ = found_by_words(titles_, typed_);
  chosen_ = 0;
  scrolls_ = true;
}

void Palette::draw_field(float width) {
  if (ImGui::IsWindowAppearing() || std::exchange(wants_focus_, false))
    ImGui::SetKeyboardFocusHere();
  std::array<char, kMostTyped> buffer{};
  typed_.copy(buffer.data(), buffer.size() - 1);
  int steps = 0;
  ImGui::SetNextItemWidth(width);
  is_entered_ = ImGui::InputTextWithHint(
      "##words", "words of an action, a pane or a lab", buffer.data(), buffer.size(),
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory, on_arrow, &steps);
  if (typed_ != buffer.data()) {
    typed_ = buffer.data();
    look();
  }
  const int count = static_cast<int>(found_.size());
  if (steps != 0 && count > 0) {
    chosen_ = (chosen_ + steps % count + count) % count;
    scrolls_ = true;
  }
}

int Palette::draw_rows(const PaneContext& context) {
  int clicked = -1;
  const float room = ImGui::GetContentRegionAvail().x;
  for (int k = 0; k < static_cast<int>(found_.size()); ++k) {
    const auto& action = actions_[found_[static_cast<std::size_t>(k)]];
    const auto& title = titles_[found_[static_cast<std::size_t>(k)]];
    ImGui::PushID(k);
    const ImVec2 at = ImGui::GetCursorPos();
    ImGui::BeginDisabled(!action.can_act);
    ImGui::PushStyleColor(ImGuiCol_Header, context.theme.hovered);
    if (ImGui::Selectable("##row", k == chosen_, ImGuiSelectableFlags_NoAutoClosePopups))
      clicked = k;
    ImGui::PopStyleColor();
    if (k == chosen_) {
      const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
      ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + 3, high.y}, context.theme.link);
    }
    const float keys_width = ImGui::CalcTextSize(action.keys.c_str()).x;
    ImGui::SetCursorPos({at.x + kPaletteIndent, at.y});
    ImGui::TextUnformatted(fitted(title, room - keys_width - kPaletteIndent - 16).c_str());
    ImGui::EndDisabled();
    if (!action.keys.empty()) {
      ImGui::SameLine();
      ImGui::SetCursorPosX(at.x + room - keys_width);
      colored_text(context.theme.muted, action.keys);
    }
    if (k == chosen_ && std::exchange(scrolls_, false)) ImGui::SetScrollHereY();
    ImGui::PopID();
  }
  if (found_.empty()) colored_text(context.theme.muted, "No action has these words.");
  return clicked;
}

void Palette::draw(PaneContext& context, std::span<const std::unique_ptr<Pane>> panes) {
  const bool is_asked = std::exchange(context.view.changes_palette, false);
  const bool closes = is_asked && ImGui::IsPopupOpen(kPaletteName);
  if (is_asked && !closes) {
    actions_ = list_actions(context.session, panes);
    titles_.clear();
    for (const auto& action : actions_) titles_.push_back(action.menu + ": " + action.title);
    typed_.clear();
    look();
    ImGui::OpenPopup(kPaletteName);
  }
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  const float width = std::min(kPaletteWidth * context.view.scale, viewport->Size.x * 0.9F);
  ImGui::SetNextWindowPos(
      {viewport->GetCenter().x, viewport->Pos.y + kPaletteTop * viewport->Size.y}, ImGuiCond_Always,
      {0.5F, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12, 12});
  if (ImGui::BeginPopup(kPaletteName, ImGuiWindowFlags_NoMove)) {
    draw_field(width);
    const float row = ImGui::GetTextLineHeightWithSpacing();
    const float rows = std::min(static_cast<float>(std::max<std::size_t>(found_.size(), 1)),
                                std::floor(kPaletteHeight * viewport->Size.y / row));
    int taken = -1;
    if (ImGui::BeginChild("rows", {width, rows * row})) taken = draw_rows(context);
    ImGui::EndChild();
    if (is_entered_ && !found_.empty()) taken = chosen_;
    if (is_entered_) wants_focus_ = true;  // Enter takes the keyboard from the field
    if (closes || ImGui::IsKeyPressed(ImGuiKey_Escape, false)) ImGui::CloseCurrentPopup();
    if (taken >= 0) {
      const auto& action = actions_[found_[static_cast<std::size_t>(taken)]];
      if (action.can_act) {
        ImGui::CloseCurrentPopup();  // first: it gives the keyboard back to the pane before
        action.act(context.session, context.view);
      }
    }
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace warpscope::viewer
