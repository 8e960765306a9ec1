#include "viewer/app/shell.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "viewer/app/bars.h"
#include "viewer/app/help.h"
#include "viewer/app/layout.h"
#include "viewer/app/reference_dialog.h"
#include "viewer/app/shortcuts.h"
#include "viewer/app/unsaved_dialog.h"
#include "viewer/graphics/off_screen.h"

namespace warpscope::viewer {
namespace {

constexpr ImGuiWindowFlags kHostFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoBringToFrontOnFocus |
                                        ImGuiWindowFlags_NoNavFocus | ImGuiWindowFlags_NoDocking;

constexpr int kFramesToSettle = 6;

/// Title of the pane in front where another one's tab is; null without one.
const char* front_beside(const std::vector<std::unique_ptr<Pane>>& panes, std::size_t place) {
  const auto* window = ImGui::FindWindowByName(panes[place]->title());
  for (std::size_t k = 0; k < panes.size(); ++k) {
    const auto* other = ImGui::FindWindowByName(panes[k]->title());
    if (k != place && window != nullptr && other != nullptr && other->DockId == window->DockId &&
        other->DockTabIsVisible)
      return panes[k]->title();
  }
  return nullptr;
}

}  // namespace

Shell::Shell(Session& session, Gui& gui) : session_(session), gui_(gui), panes_(make_panes()) {
  view_.theme = gui.theme().kind;
  view_.scale = gui.scale();
}

void Shell::show_pane(std::string_view id) {
  const auto has_id = [&](const auto& pane) {
    return pane->id() == id && pane->is_shown(session_);
  };
  if (std::ranges::none_of(panes_, has_id)) {
    std::string message = "There is no pane \"" + std::string(id) + "\". The panes are:";
    for (const auto& pane : panes_) {
      if (pane->is_shown(session_)) message += " " + std::string(pane->id());
    }
    throw std::runtime_error(message + ".");
  }
  view_.wanted_pane = id;
}

void Shell::draw() {
  // One frame late: palette and menu, which have asked for it, are gone then.
  if (!view_.wanted_picture_folder.empty())
    picture_folder_ = std::exchange(view_.wanted_picture_folder, {});
  if (view_.theme != gui_.theme().kind) gui_.set_theme(view_.theme);
  if (view_.scale != gui_.scale()) {
    gui_.set_scale(view_.scale);
    view_.scale = gui_.scale();
  }
  handle_shortcuts(session_, view_);
  PaneContext context{session_, view_, gui_.theme(), gui_.fonts()};
  const float top = draw_tool_bar(context, panes_);
  const float bottom = draw_status_bar(context);
  draw_dock_space(top, bottom);
  draw_panes(context);
  palette_.draw(context, panes_);
  draw_reference_dialog(context);
  open_dialog_.draw(context);
  draw_unsaved_dialog(context);
  follow_failed_runs();
  open_wanted_file();
  focus_wanted_pane();
  remember_focus();
  if (view_.shows_help) draw_help(context);
}

void Shell::draw_dock_space(float top, float bottom) {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport->Pos.x, viewport->Pos.y + top});
  const ImVec2 size{viewport->Size.x, std::max(viewport->Size.y - top - bottom, 1.0F)};
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {6, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, gui_.theme().backdrop);
  ImGui::Begin("##dock host", nullptr, kHostFlags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  const ImGuiID dock_space = ImGui::GetID("dock space");
  arrange_panes(dock_space, ImGui::GetContentRegionAvail());
  // Docked panes are separated in the colour of borders; the backdrop shows the gaps well enough.
  ImGui::PushStyleColor(ImGuiCol_Border, gui_.theme().backdrop);
  ImGui::DockSpace(dock_space, {0, 0}, ImGuiDockNodeFlags_NoWindowMenuButton);
  ImGui::PopStyleColor();
  ImGui::End();
}

void Shell::arrange_panes(ImGuiID dock_space, ImVec2 size) {
  const auto shown =
      std::ranges::count_if(panes_, [&](const auto& pane) { return pane->is_shown(session_); });
  // A tab that comes or goes was not moved by the user.
  if (shown != shown_ && frames_to_settle_ == 0 && placement_of(panes_) == arranged_)
    frames_to_settle_ = kFramesToSettle;
  shown_ = shown;
  const bool is_same =
      size.x == arranged_size_.x && size.y == arranged_size_.y && view_.scale == arranged_scale_;
  const bool is_asked = std::exchange(view_.arranges_anew, false);
  if (is_same && !is_asked) {
    if (frames_to_settle_ > 0 && --frames_to_settle_ == 0) arranged_ = placement_of(panes_);
    return;
  }
  const bool is_first = arranged_scale_ == 0;
  const bool is_touched =
      !is_first && !is_asked && frames_to_settle_ == 0 && placement_of(panes_) != arranged_;
  arranged_size_ = size;
  arranged_scale_ = view_.scale;
  if (is_touched) return;
  if (frames_to_focus_ == 0) remember_tabs(is_first);
  arrange(dock_space, size, panes_);
  frames_to_focus_ = 2;
  frames_to_settle_ = kFramesToSettle;
}

void Shell::remember_tabs(bool is_first) {
  to_focus_.clear();
  const char* foremost = nullptr;
  const auto* focused = ImGui::GetCurrentContext()->NavWindow;
  for (auto pane = panes_.rbegin(); pane != panes_.rend(); ++pane) {
    const auto* window = ImGui::FindWindowByName((*pane)->title());
    if (is_first || (window != nullptr && window->DockTabIsVisible))
      to_focus_.push_back((*pane)->title());
    if (window != nullptr && focused != nullptr && focused->RootWindow == window)
      foremost = (*pane)->title();
  }
  if (foremost != nullptr) to_focus_.push_back(foremost);
}

void Shell::draw_panes(PaneContext& context) {
  settle_newcomers();
  const bool is_first = had_tab_.empty();
  had_tab_.resize(panes_.size(), false);
  for (std::size_t k = 0; k < panes_.size(); ++k) {
    Pane& pane = *panes_[k];
    const bool is_shown = pane.is_shown(session_), is_new = is_shown && !had_tab_[k] && !is_first;
    had_tab_[k] = is_shown;
    if (!is_shown) continue;
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoCollapse;
    if (is_new) flags |= ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin(pane.title(), nullptr, flags)) pane.draw(context);
    ImGui::End();
    if (is_new && frames_to_focus_ == 0) newcomers_.push_back({k, front_beside(panes_, k)});
  }
}

void Shell::settle_newcomers() {
  // Their tabs are there since this frame's dock space.
  for (const Newcomer& newcomer : std::exchange(newcomers_, {})) {
    const auto* window = ImGui::FindWindowByName(panes_[newcomer.pane]->title());
    if (window == nullptr || window->DockNode == nullptr) continue;
    ImGuiTabBar* bar = window->DockNode->TabBar;
    auto* tab = bar == nullptr ? nullptr : ImGui::TabBarFindTabByID(bar, window->TabId);
    if (tab == nullptr) continue;
    int wanted = 0;
    for (std::size_t k = 0; k < newcomer.pane; ++k) {
      const auto* before = ImGui::FindWindowByName(panes_[k]->title());
      auto* other = before == nullptr ? nullptr : ImGui::TabBarFindTabByID(bar, before->TabId);
      if (other != nullptr) wanted = std::max(wanted, ImGui::TabBarGetTabOrder(bar, other) + 1);
    }
    const int offset = wanted - ImGui::TabBarGetTabOrder(bar, tab);
    if (offset != 0) ImGui::TabBarQueueReorder(bar, tab, offset);
    const auto* focused = ImGui::GetCurrentContext()->NavWindow;
    const bool is_wanted = focused != nullptr && focused->RootWindow == window;
    const auto* front =
        newcomer.front == nullptr ? nullptr : ImGui::FindWindowByName(newcomer.front);
    if (front != nullptr && !is_wanted) bar->NextSelectedTabId = front->TabId;
  }
}

/// What the compiler said is what one wants to read when the student's file does not compile. The
/// keyboard stays where it is: perhaps somebody is writing.
void Shell::follow_failed_runs() {
  const Attempt& attempt = session_.attempt(Side::student);
  if (attempt.revision() == student_revision_) return;
  student_revision_ = attempt.revision();
  const bool has_failed =
      attempt.record() && attempt.record()->outcome.kind == record::Outcome::Kind::compile_error;
  const auto* output = ImGui::FindWindowByName("Output");
  if (!has_failed || output == nullptr || output->DockNode == nullptr) return;
  if (auto* bar = output->DockNode->TabBar) bar->NextSelectedTabId = output->TabId;
}

bool Shell::may_close() {
  if (view_.closes || !session_.edited().is_unsaved()) return true;
  view_.asks_to_close = true;
  return false;
}

void Shell::open_wanted_file() {
  if (session_.edited().is_unsaved()) return;  // which is asked about
  const auto what = std::exchange(view_.wanted_file, {});
  if (what.empty()) return;
  if (!session_.open(what)) {
    // The dialog shows it; of a file that was dropped it is said once.
    if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) return;
    view_.notice = session_.problem();
    session_.forget_problem();
    return;
  }
  session_.begin();
  view_.wanted_pane = session_.lab() != nullptr ? "lab" : "source";
}

void Shell::remember_focus() {
  const auto* focused = ImGui::GetCurrentContext()->NavWindow;
  for (const auto& pane : panes_) {
    const auto* window = ImGui::FindWindowByName(pane->title());
    if (window != nullptr && focused != nullptr && focused->RootWindow == window)
      focused_ = pane.get();
  }
}

void Shell::keep_wanted_picture() {
  const auto folder = std::exchange(picture_folder_, {});
  if (folder.empty()) return;
  const auto* window = focused_ == nullptr ? nullptr : ImGui::FindWindowByName(focused_->title());
  if (window == nullptr || !window->WasActive || window->Hidden) {
    view_.notice = "No pane has the keyboard: click into one, and export again.";
    return;
  }
  const auto& io = ImGui::GetIO();
  const ImVec2 pixels = io.DisplayFramebufferScale;
  const auto scaled = [](float length, float by) {
    return static_cast<int>(std::lround(length * by));
  };
  const Image drawn =
      read_drawn(scaled(io.DisplaySize.x, pixels.x), scaled(io.DisplaySize.y, pixels.y));
  try {
    write_png(crop(drawn, scaled(window->Pos.x, pixels.x), scaled(window->Pos.y, pixels.y),
                   scaled(window->Size.x, pixels.x), scaled(window->Size.y, pixels.y)),
              folder / (std::string(focused_->id()) + ".png"));
  } catch (const std::exception& error) {
    view_.notice = error.what();
  }
}

void Shell::focus_wanted_pane() {
  // A tab can only be chosen once its pane has been drawn; in the beginning the first pane of each
  // place is.
  if (frames_to_focus_ > 0 && --frames_to_focus_ == 0) {
    for (const char* title : to_focus_) ImGui::SetWindowFocus(title);
  } else if (frames_to_focus_ == 0 && !view_.wanted_pane.empty() &&
             !ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup)) {  // which focus would close
    for (const auto& pane : panes_) {
      if (pane->id() == view_.wanted_pane) ImGui::SetWindowFocus(pane->title());
    }
    view_.wanted_pane.clear();
  }
}

}  // namespace warpscope::viewer
