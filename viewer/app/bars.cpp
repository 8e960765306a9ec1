#include "viewer/app/bars.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "record/names.h"
#include "viewer/app/actions.h"
#include "viewer/app/menu.h"
#include "viewer/model/labels.h"
#include "viewer/panes/edit_file.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr ImGuiWindowFlags kBarFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings |
                                       ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoNavFocus |
                                       ImGuiWindowFlags_NoBringToFrontOnFocus;

constexpr float kBarGap = 24, kLeastTitle = 60;
// Of a bar of progress; on a narrow window at most a share of it.
constexpr float kProgress = 270, kMostProgress = 0.27F;

/// Begins a bar over the whole width; ends with ImGui::End().
void begin_bar(const char* name, float y, float height, const Theme& theme) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport->Pos.x, viewport->Pos.y + y});
  ImGui::SetNextWindowSize({viewport->Size.x, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {12, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.backdrop);
  ImGui::Begin(name, nullptr, kBarFlags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

/// Centres what follows, of that height, in the bar.
void center_vertically(float bar_height, float item_height) {
  ImGui::SetCursorPosY((bar_height - item_height) / 2);
}

/// Relative to the current folder when the file lies below it.
std::string near_path(const std::filesystem::path& file) {
  std::error_code error;
  const auto relative = std::filesystem::proximate(file, error);
  const bool is_below = !error && !relative.empty() && *relative.begin() != "..";
  return is_below ? relative.string() : file.string();
}

/// A bar that fills from the left, with the stage on it.
void draw_progress(const PaneContext& context, Side side, float width) {
  const RunJob& job = *context.session.attempt(side).job();
  const auto progress = job.progress();
  const float height = ImGui::GetFrameHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(side));
  ImGui::InvisibleButton("progress", {width, height});
  ImGui::PopID();
  auto* list = ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + width, at.y + height};
  const auto share = static_cast<float>(std::clamp(progress.fraction, 0.0, 1.0));
  list->AddRectFilled(at, end, context.theme.raised, 4);
  list->PushClipRect(at, {at.x + width * share, end.y}, true);
  list->AddRectFilled(at, end, context.theme.side_fill[index(side)], 4);
  list->PopClipRect();
  const std::string text =
      std::string(side_title(side)) + ": " + (job.is_canceling() ? "stopping" : progress.stage);
  const float text_y = at.y + (height - ImGui::GetFontSize()) / 2;
  const std::string percent = std::to_string(static_cast<int>(share * 100)) + " %";
  const float percent_width = ImGui::CalcTextSize(percent.c_str()).x;
  list->PushClipRect(at, {end.x - percent_width - 14, end.y}, true);
  list->AddText({at.x + 10, text_y}, context.theme.text, text.c_str());
  list->PopClipRect();
  list->AddText({end.x - percent_width - 8, text_y}, context.theme.muted, percent.c_str());
  ImGui::SetItemTooltip("%s", text.c_str());
}

std::string keys_of_run(Side side) {
  return keys_of(side == Side::student ? run_student : run_reference);
}

void draw_run_controls(PaneContext& context, Side side) {
  Session& session = context.session;
  // Of a saved record there is nothing to run.
  if (session.attempt(side).file().empty()) return;
  const float scale = context.view.scale;
  if (session.attempt(side).is_running()) {
    draw_progress(context, side,
                  std::min(kProgress * scale, kMostProgress * ImGui::GetWindowWidth()));
    ImGui::SameLine(0, 4);
    const std::string label = "\u25A0 Cancel##" + std::string(side_name(side));
    if (ImGui::Button(label.c_str())) session.cancel(side);
    ImGui::SetItemTooltip("Stop this run (%s)", keys_of(cancel_runs).c_str());
    return;
  }
  const bool is_hidden = side == Side::reference && session.is_reference_hidden();
  const std::string program =
      session.lab() == nullptr ? "\u25B6  Run " + session.attempt(side).file().filename().string()
                               : "";
  const char* label = !program.empty()        ? program.c_str()
                      : side == Side::student ? "\u25B6  Run student"
                      : is_hidden             ? "Show reference"
                                              : "\u25B6  Run reference";
  ImGui::BeginDisabled(!session.can_run(side));
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.of(side));
  ImGui::PushStyleColor(ImGuiCol_Button, context.theme.side_fill[index(side)]);
  if (ImGui::Button(label)) {
    (side == Side::student ? run_student : run_reference)(session, context.view);
  }
  ImGui::PopStyleColor(2);
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled | ImGuiHoveredFlags_ForTooltip)) {
    const auto& file = session.attempt(side).file();
    const std::string hidden = !is_hidden ? ""
                               : session.reason_to_hide_reference().empty()
                                   ? "Hidden: it opens task by task, see the pane Lab.\n"
                                   : session.reason_to_hide_reference() + "\n";
    ImGui::SetTooltip("%sCompile and run (%s)\n%s", hidden.c_str(), keys_of_run(side).c_str(),
                      file.c_str());
  }
}

/// Run controls; where only records of other programs are open, what they are called.
void draw_sides(PaneContext& context) {
  const auto& session = context.session;
  const bool has_labels =
      session.lab() == nullptr && session.attempt(Side::student).file().empty() &&
      (session.record(Side::student) != nullptr || session.record(Side::reference) != nullptr);
  for (const Side side : kSides) {
    if (side != kSides.front()) ImGui::SameLine(0, has_labels ? 20 : 8);
    if (!has_labels) {
      draw_run_controls(context, side);
    } else {
      colored_text(context.theme.of(side),
                   session.record(side) == nullptr ? "" : side_label(session, side));
    }
  }
}

/// "exercise.cu has changed": the offer to run again.
void draw_offer(PaneContext& context) {
  for (const Side side : kSides) {
    Attempt& attempt = context.session.attempt(side);
    if (!attempt.has_changed_file() || attempt.is_running()) continue;
    ImGui::SameLine(0, 22);
    ImGui::AlignTextToFramePadding();
    colored_text(context.theme.warning, attempt.file().filename().string() + " has changed");
    ImGui::SameLine(0, 8);
    const std::string run = "Run (" + keys_of_run(side) + ")##changed";
    if (ImGui::Button(run.c_str())) context.session.run(side);
    ImGui::SameLine(0, 4);
    const std::string later = "Later##" + std::string(side_name(side));
    if (ImGui::Button(later.c_str())) attempt.dismiss_change();
  }
}

const char* label_of_theme(const PaneContext& context) {
  return context.view.theme == ThemeKind::dark ? "Light" : "Dark";
}

float width_of_right_end(const PaneContext& context) {
  const float labels = ImGui::CalcTextSize(label_of_theme(context)).x + ImGui::CalcTextSize("?").x;
  return labels + 4 * ImGui::GetStyle().FramePadding.x + 4 + 12;
}

/// The program's name and the lab's title; where there is no room for both, the title's beginning.
void draw_titles(const PaneContext& context, float room) {
  constexpr const char* kName = "Warpscope";
  constexpr float kGap = 12;
  const auto* lab = context.session.lab();
  ImGui::PushFont(context.fonts.strong, kTextSize);
  const float name_width = ImGui::CalcTextSize(kName).x + kGap;
  const float title_width = lab == nullptr ? 0 : ImGui::CalcTextSize(lab->title.c_str()).x + kGap;
  const bool has_name = name_width + title_width <= room;
  if (has_name) {
    ImGui::SameLine(0, kGap);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(kName);
  }
  ImGui::PopFont();
  const float left = has_name ? room - name_width : room;
  if (lab == nullptr || left < kLeastTitle * context.view.scale) return;
  ImGui::SameLine(0, kGap);
  ImGui::AlignTextToFramePadding();
  colored_text(context.theme.muted, fitted(lab->title, left - kGap));
}

void draw_right_end(PaneContext& context) {
  const char* theme_label = label_of_theme(context);
  const float width = width_of_right_end(context);
  ImGui::SameLine();
  ImGui::SetCursorPosX(std::max(ImGui::GetWindowWidth() - width, ImGui::GetCursorPosX()));
  if (ImGui::Button(theme_label)) change_theme(context.session, context.view);
  ImGui::SetItemTooltip("%s", keys_of(change_theme).c_str());
  ImGui::SameLine(0, 4);
  if (ImGui::Button("?")) change_help(context.session, context.view);
  ImGui::SetItemTooltip("All keys");
}

/// The student's file at the right end; a click opens it in an editor.
void draw_edit(PaneContext& context) {
  const auto& file = context.session.attempt(Side::student).file();
  if (!context.view.notice.empty()) {
    ImGui::SameLine(0, 24);
    colored_text(context.theme.link, context.view.notice);
  }
  if (file.empty()) return;
  const std::string text = "edit " + near_path(file);
  const float x = ImGui::GetWindowWidth() - ImGui::CalcTextSize(text.c_str()).x - 12;
  ImGui::SameLine();
  if (x <= ImGui::GetCursorPosX() + 20) return;
  ImGui::SetCursorPosX(x);
  if (ImGui::TextLink((text + "###edit").c_str())) edit_file(context.session, context.view);
  ImGui::SetItemTooltip("Open %s in your editor ($VISUAL, $EDITOR, or the desktop's)",
                        file.c_str());
}

}  // namespace

float draw_tool_bar(PaneContext& context, std::span<const std::unique_ptr<Pane>> panes) {
  const float height = ImGui::GetFrameHeight() + 20;
  begin_bar("##tool bar", 0, height, context.theme);
  center_vertically(height, ImGui::GetFrameHeight());
  draw_menu(context, panes);
  // Titles take what the controls leave, which are as wide as in the last frame.
  const ImGuiID id = ImGui::GetID("controls");
  auto& storage = *ImGui::GetStateStorage();
  const float menu_end = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x;
  draw_titles(context, ImGui::GetWindowWidth() - menu_end - storage.GetFloat(id) -
                           width_of_right_end(context) - 3 * kBarGap);
  ImGui::SameLine(0, kBarGap);
  const float begin = ImGui::GetCursorScreenPos().x;
  draw_sides(context);
  draw_offer(context);
  storage.SetFloat(id, std::max(ImGui::GetItemRectMax().x - begin, 0.0F));
  draw_right_end(context);
  ImGui::End();
  return height;
}

float draw_status_bar(PaneContext& context) {
  const float height = ImGui::GetFontSize() + 12;
  begin_bar("##status bar", ImGui::GetMainViewport()->Size.y - height, height, context.theme);
  ImGui::PushFont(nullptr, kSmallSize);
  center_vertically(height, ImGui::GetFontSize());
  const Session& session = context.session;
  const auto* shown = session.record(Side::student);
  if (shown == nullptr) shown = session.record(Side::reference);
  std::string problem = session.problem();
  if (problem.empty()) problem = session.edited().problem();
  for (const Side side : kSides) {
    if (problem.empty()) problem = session.attempt(side).problem();
  }
  if (!problem.empty()) {
    colored_text(context.theme.error, problem);
  } else if (shown != nullptr && !shown->device.id.empty()) {
    const auto& device = shown->device;
    const std::string text =
        device.id + "  \u00b7  counters: " + std::string(record::in_words(device.counters)) +
        "s  \u00b7  times: " + std::string(record::in_words(device.times));
    colored_text(context.theme.muted, text);
  } else {
    colored_text(context.theme.muted, session.is_running() ? "The first run is under way."
                                      : !session.attempt(Side::student).file().empty()
                                          ? "Nothing has run yet."
                                          : "Nothing is open.");
  }
  if (problem.empty()) draw_edit(context);
  ImGui::PopFont();
  ImGui::End();
  return height;
}

}  // namespace warpscope::viewer
