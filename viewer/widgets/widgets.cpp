#include "viewer/widgets/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <string>

#include "base/short_words.h"
#include "viewer/model/labels.h"

namespace warpscope::viewer {
namespace {

/// What an input field writes into, and how far.
struct Edited {
  std::string* text;
  std::size_t most;
};

int on_input(ImGuiInputTextCallbackData* data) {
  auto& edited = *static_cast<Edited*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackEdit) {
    int fit = std::min(data->BufTextLen, static_cast<int>(edited.most));
    while (fit > 0 && continues_character(data->Buf[fit])) --fit;
    if (data->BufTextLen > fit) data->DeleteChars(fit, data->BufTextLen - fit);
  } else {
    edited.text->resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = edited.text->data();
  }
  return 0;
}

constexpr std::size_t kMostOfLine = 1000;
constexpr ImGuiInputTextFlags kInputFlags =
    ImGuiInputTextFlags_CallbackResize | ImGuiInputTextFlags_CallbackEdit;

}  // namespace

std::string fitted(std::string text, float width) {
  constexpr const char* kEllipsis = "\u2026";
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  while (!text.empty() && ImGui::CalcTextSize((text + kEllipsis).c_str()).x > width) {
    while (text.size() > 1 && continues_character(text.back())) text.pop_back();
    text.pop_back();
  }
  return text + kEllipsis;
}

float widest_word(std::string_view text) {
  constexpr std::string_view kBetween = " \t\n";
  float widest = 0;
  while (!text.empty()) {
    const auto word = text.substr(0, std::min(text.find_first_of(kBetween), text.size()));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    widest = std::max(widest, ImGui::CalcTextSize(word.data(), word.data() + word.size()).x);
  }
  return widest;
}

bool edit_line(const char* id, std::string& text, float width, const char* empty_text) {
  Edited edited{&text, kMostOfLine};
  ImGui::SetNextItemWidth(width);
  return ImGui::InputTextWithHint(id, empty_text, text.data(), text.capacity() + 1, kInputFlags,
                                  on_input, &edited);
}

bool edit_text(const char* id, std::string& text, ImVec2 size, std::size_t most) {
  Edited edited{&text, most};
  return ImGui::InputTextMultiline(id, text.data(), text.capacity() + 1, size,
                                   kInputFlags | ImGuiInputTextFlags_WordWrap, on_input, &edited);
}

void colored_text(ImU32 color, std::string_view text) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
}

void wrapped_text(ImU32 color, std::string_view text) {
  ImGui::PushTextWrapPos(0.0F);
  colored_text(color, text);
  ImGui::PopTextWrapPos();
}

std::optional<Side> side_buttons(const char* id, std::optional<Side> chosen, const Session& session,
                                 const Theme& theme) {
  std::optional<Side> clicked;
  ImGui::PushID(id);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, 3);
  for (const Side side : kSides) {
    if (side != kSides.front()) ImGui::SameLine(0, 2);
    const bool is_chosen = side == chosen;
    ImGui::PushStyleColor(
        ImGuiCol_Button, is_chosen ? theme.side_fill[index(side)] : with_alpha(theme.raised, 0.5F));
    ImGui::PushStyleColor(ImGuiCol_Text, is_chosen ? theme.of(side) : theme.muted);
    const std::string label = side_label(session, side) + "###" + std::string(side_title(side));
    if (ImGui::Button(label.c_str())) clicked = side;
    ImGui::PopStyleColor(2);
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
  return clicked;
}

Side choose_side(const char* id, Side chosen, const Session& session, const Theme& theme) {
  return side_buttons(id, chosen, session, theme).value_or(chosen);
}

void go_on_if_room(float width) {
  constexpr float kGap = 6;
  ImGui::SameLine(0, kGap);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

void begin_heading_row(const Theme& theme) {
  // Rows of Dear ImGui's own headers do not count.
  ImGui::TableNextRow();
  ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, theme.raised);
  ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, theme.raised);
}

void empty_message(const Theme& theme, std::string_view text) {
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float width = std::min(space.x * 0.85F, 460.0F * ImGui::GetStyle().FontScaleMain);
  const ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, width);
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::SetCursorPos({at.x + std::max((space.x - size.x) / 2, 0.0F),
                       at.y + std::max((space.y - size.y) / 2, 0.0F)});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  colored_text(theme.muted, text);
  ImGui::PopTextWrapPos();
}

}  // namespace warpscope::viewer
