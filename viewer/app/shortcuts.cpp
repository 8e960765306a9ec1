#include "viewer/app/shortcuts.h"

#include <imgui.h>

#include <algorithm>
#include <array>

namespace warpscope::viewer {
namespace {

constexpr auto kHelp = std::to_array<ShortcutHelp>({
    {"Everywhere", "Ctrl+O", "open a lab, a file or a record"},
    {"Everywhere", "F4", "the next step of the pane Lab"},
    {"Everywhere", "F5", "run the student's file, and lock what is predicted"},
    {"Everywhere", "F6", "run the reference"},
    {"Everywhere", "Shift+F5", "cancel what runs"},
    {"Everywhere", "Ctrl +  Ctrl -  Ctrl 0", "larger, smaller, normal size"},
    {"Everywhere", "Ctrl+T", "light or dark"},
    {"Everywhere", "Ctrl+Tab", "go through the panes"},
    {"Everywhere", "?", "this help"},
    {"Timeline", "wheel", "zoom about the cursor"},
    {"Timeline", "W S  A D", "zoom in and out, move left and right"},
    {"Timeline", "drag", "move"},
    {"Timeline", "F", "fit the selected launch, again: everything"},
    {"Timeline", ". ,", "next, previous launch"},
    {"Timeline", "Esc", "select nothing"},
    {"Access", ". ,", "next, previous request"},
    {"Access", "M", "the request with most sectors or passes"},
    {"Slides", "Right, Left", "next, previous slide (also PgDn, PgUp)"},
    {"Slides", "N", "speaker notes"},
    {"Plots", "wheel, drag", "zoom, move; double click: fit"},
    {"Source", "Ctrl+F", "find"},
});

constexpr float kScaleStep = 0.1F;

}  // namespace

std::span<const ShortcutHelp> shortcut_help() { return kHelp; }

void handle_shortcuts(Session& session, View& view) {
  constexpr auto kGlobal = ImGuiInputFlags_RouteGlobal;
  if (ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_O, kGlobal)) view.asks_to_open = true;
  if (ImGui::Shortcut(ImGuiKey_F4, kGlobal)) {
    view.does_next_step = true;
    view.wanted_pane = "lab";
  }
  if (ImGui::Shortcut(ImGuiKey_F5, kGlobal)) session.run(Side::student);
  if (ImGui::Shortcut(ImGuiKey_F6, kGlobal)) {
    if (session.is_reference_hidden()) {
      view.asks_for_reference = true;
    } else {
      session.run(Side::reference);
    }
  }
  if (ImGui::Shortcut(ImGuiMod_Shift | ImGuiKey_F5, kGlobal)) session.cancel_all();
  const auto pressed = [](ImGuiKey key) { return ImGui::Shortcut(ImGuiMod_Ctrl | key, kGlobal); };
  const bool larger = pressed(ImGuiKey_Equal) || pressed(ImGuiKey_KeypadAdd) ||
                      ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Equal, kGlobal);
  const bool smaller = pressed(ImGuiKey_Minus) || pressed(ImGuiKey_KeypadSubtract);
  if (larger) view.scale += kScaleStep;
  if (smaller) view.scale -= kScaleStep;
  if (pressed(ImGuiKey_0) || pressed(ImGuiKey_Keypad0)) view.scale = 1;
  if (pressed(ImGuiKey_T))
    view.theme = view.theme == ThemeKind::dark ? ThemeKind::light : ThemeKind::dark;
  const bool asks_for_help =
      !ImGui::GetIO().WantTextInput &&
      std::ranges::count(ImGui::GetIO().InputQueueCharacters, ImWchar{'?'}) > 0;
  if (asks_for_help || ImGui::Shortcut(ImGuiKey_F1, kGlobal)) {
    view.shows_help = !view.shows_help;
  } else if (view.shows_help && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    view.shows_help = false;
  }
}

}  // namespace warpscope::viewer
