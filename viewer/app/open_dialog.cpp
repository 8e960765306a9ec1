#include "viewer/app/open_dialog.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/short_words.h"
#include "viewer/model/open_target.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr const char* kOpenTitle = "Open";
constexpr std::size_t kMostOfOpenPath = 4096;
constexpr float kOpenWidth = 640, kOpenRows = 9;

/// What all of them begin with.
std::string common_beginning(const std::vector<std::string>& texts) {
  std::string common = texts.front();
  for (const auto& text : texts) {
    const auto differing = std::ranges::mismatch(common, text);
    common.erase(differing.in1, common.end());
  }
  // Characters begin alike whose bytes differ behind the first: none of them is cut.
  return first_bytes(texts.front(), common.size());
}

/// What the keys of the field ask for, besides its text.
struct Keys {
  std::string completion;  ///< what Tab puts there; empty: nothing
  bool* moves_to_end;      ///< the cursor, of a text that we have set
  int steps = 0;           ///< down the list
};

int on_key(ImGuiInputTextCallbackData* data) {
  auto& keys = *static_cast<Keys*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion && !keys.completion.empty()) {
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, keys.completion.c_str());
  }
  if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory)
    keys.steps += data->EventKey == ImGuiKey_DownArrow ? 1 : -1;
  if (data->EventFlag == ImGuiInputTextFlags_CallbackAlways &&
      std::exchange(*keys.moves_to_end, false))
    data->SelectionStart = data->SelectionEnd = data->CursorPos = data->BufTextLen;
  return 0;
}

}  // namespace

void OpenDialog::appear(const Session& session) {
  text_.clear();
  problem_.clear();
  is_waiting_ = false;
  wants_focus_ = true;
  look(session);
  ImGui::OpenPopup(kOpenTitle);
}

void OpenDialog::look(const Session& session) {
  candidates_ = completions(session.labs(), text_);
  chosen_ = -1;
}

void OpenDialog::take(PaneContext& context, std::string what) {
  text_ = std::move(what);
  wants_focus_ = moves_to_end_ = true;
  problem_.clear();
  if (text_.ends_with('/')) {
    look(context.session);
    return;
  }
  context.view.wanted_file = text_;
  is_waiting_ = !text_.empty();
  asked_at_ = context.session.lab_revision();
}

void OpenDialog::draw_field(PaneContext& context) {
  if (std::exchange(wants_focus_, false)) ImGui::SetKeyboardFocusHere();
  std::array<char, kMostOfOpenPath> buffer{};
  text_.copy(buffer.data(), buffer.size() - 1);
  Keys keys{{}, &moves_to_end_};
  const auto* chosen = chosen_ >= 0 ? &candidates_[static_cast<std::size_t>(chosen_)] : nullptr;
  if (chosen != nullptr) {
    keys.completion = *chosen;
  } else if (!candidates_.empty()) {
    keys.completion = common_beginning(candidates_);
  }
  constexpr auto kFlags = ImGuiInputTextFlags_EnterReturnsTrue |
                          ImGuiInputTextFlags_CallbackCompletion |
                          ImGuiInputTextFlags_CallbackHistory | ImGuiInputTextFlags_CallbackAlways;
  ImGui::SetNextItemWidth(-1);
  const bool is_entered = ImGui::InputTextWithHint("##path", "lab, file or record", buffer.data(),
                                                   buffer.size(), kFlags, on_key, &keys);
  const std::string typed = buffer.data();
  const bool has_changed = typed != text_;
  if (is_entered) {
    take(context, chosen != nullptr && !has_changed ? *chosen : typed);
    return;
  }
  if (has_changed) {
    text_ = typed;
    problem_.clear();
    look(context.session);
  }
  const int last = static_cast<int>(candidates_.size()) - 1;
  if (keys.steps != 0 && last >= 0) {
    chosen_ = std::clamp(chosen_ + keys.steps, -1, last);
    scrolls_ = true;
  }
}

void OpenDialog::draw_candidates(PaneContext& context) {
  const float height = kOpenRows * ImGui::GetTextLineHeightWithSpacing();
  std::string taken;
  ImGui::PushStyleColor(ImGuiCol_Header, context.theme.hovered);
  if (ImGui::BeginChild("candidates", {0, height}, ImGuiChildFlags_Borders)) {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(candidates_.size()));
    if (chosen_ >= 0) clipper.IncludeItemByIndex(chosen_);
    while (clipper.Step()) {
      for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
        const auto& candidate = candidates_[static_cast<std::size_t>(k)];
        if (ImGui::Selectable(candidate.c_str(), k == chosen_,
                              ImGuiSelectableFlags_NoAutoClosePopups))
          taken = candidate;
        if (k == chosen_ && std::exchange(scrolls_, false)) ImGui::SetScrollHereY();
      }
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleColor();
  if (!taken.empty()) take(context, std::move(taken));
}

void OpenDialog::draw(PaneContext& context) {
  if (std::exchange(context.view.asks_to_open, false)) appear(context.session);
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport->GetCenter(), ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize({std::min(kOpenWidth * context.view.scale, viewport->Size.x * 0.9F), 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {18, 16});
  constexpr auto kFlags = ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize;
  if (ImGui::BeginPopupModal(kOpenTitle, nullptr, kFlags)) {
    const bool is_opened = is_waiting_ && context.session.lab_revision() != asked_at_;
    if (std::exchange(is_waiting_, false) && !is_opened) problem_ = context.session.problem();
    wrapped_text(context.theme.muted,
                 "A lab, a CUDA source (.cu), or a saved run record (.json). Tab completes a name, "
                 "arrows choose one.");
    ImGui::Spacing();
    draw_field(context);
    draw_candidates(context);
    if (!problem_.empty()) wrapped_text(context.theme.error, problem_);
    ImGui::PushStyleColor(ImGuiCol_Button, context.theme.hovered);
    if (ImGui::Button("Open##it")) take(context, text_);
    ImGui::SameLine(0, 8);
    const bool is_left = ImGui::Button("Cancel") || ImGui::IsKeyPressed(ImGuiKey_Escape, false);
    ImGui::PopStyleColor();
    if (is_left) context.session.forget_problem();
    if (is_opened || is_left) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace warpscope::viewer
