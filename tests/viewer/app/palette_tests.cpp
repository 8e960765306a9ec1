// The table of actions: by the palette, the menu and their keys.
#include <imgui_internal.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "tests/viewer/support/harness.h"
#include "viewer/app/actions.h"
#include "viewer/app/shortcuts.h"

namespace warpscope::viewer::test {
namespace {

/// Null while it is closed; nothing else opens a popup here.
const ImGuiWindow* palette() {
  for (const auto& popup : ImGui::GetCurrentContext()->OpenPopupStack) {
    if (popup.Window != nullptr && popup.Window->WasActive) return popup.Window;
  }
  return nullptr;
}

void does_what_is_found(Harness& harness, ImGuiTestContext* context) {
  const int runs = harness.runner().runs;
  Harness::do_by_palette(context, "stud run");
  IM_CHECK(palette() == nullptr);
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  IM_CHECK_EQ(harness.runner().runs.load(), runs + 1);
  Harness::do_by_palette(context, "dark");
  IM_CHECK(harness.stage().gui().theme().kind == ThemeKind::light);
  Harness::do_by_palette(context, "dark");
  IM_CHECK(harness.stage().gui().theme().kind == ThemeKind::dark);
  Harness::do_by_palette(context, "panes cases");
  IM_CHECK(context->GetWindowByRef("//Cases")->DockTabIsVisible);
  IM_CHECK(ImGui::GetCurrentContext()->NavWindow->RootWindow == context->GetWindowByRef("//Cases"));
  Harness::do_by_palette(context, "larger");
  IM_CHECK_GT(harness.stage().gui().scale(), 1.05F);
  Harness::do_by_palette(context, "size text");
  IM_CHECK_EQ(harness.stage().gui().scale(), 1.0F);
  Harness::do_by_palette(context, "keys");
  IM_CHECK(harness.stage().shell().view().shows_help);
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(2);
  Harness::do_by_palette(context, "labs bare");
  IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "bare");
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
}

void chooses_with_arrows(Harness& harness, ImGuiTestContext* context) {
  // Handout and Hints begin so, in this order.
  Harness::do_by_palette(context, "panes so", 0);
  IM_CHECK(context->GetWindowByRef("//Source")->DockTabIsVisible);
  Harness::do_by_palette(context, "panes h", 1);
  IM_CHECK(context->GetWindowByRef("//Hints")->DockTabIsVisible);
  harness.picture(context, "palette-done");
}

void does_nothing_that_cannot_be_done(Harness& harness, ImGuiTestContext* context) {
  IM_CHECK(!harness.session().is_running());
  context->KeyPress(kPaletteKeys);
  context->Yield(3);
  context->KeyChars("cancel what");
  context->Yield(2);
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(3);
  IM_CHECK(palette() != nullptr);
  context->KeyPress(kPaletteKeys);
  context->Yield(3);
  IM_CHECK(palette() == nullptr);
  context->KeyPress(kPaletteKeys);
  context->Yield(3);
  context->KeyChars("zzz");
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(3);
  IM_CHECK(palette() != nullptr);
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(3);
  IM_CHECK(palette() == nullptr);
}

/// Where the tool bar's buttons end at the latest.
float screen_end(ImGuiTestContext* context) {
  const auto* bar = context->GetWindowByRef("//##tool bar");
  return bar->Pos.x + bar->Size.x - bar->WindowPadding.x;
}

void fits_small_windows(Harness& harness, ImGuiTestContext* context) {
  constexpr Screen kScreens[] = {{"palette-1280", {1280, 720}},
                                 {"palette-1366", {1366, 768}},
                                 {"palette-1280-1.5", {1280, 720}, 1.5F}};
  for (const auto& screen : kScreens) {
    harness.resize(context, screen.size, screen.scale);
    context->KeyPress(kPaletteKeys);
    context->Yield(4);
    harness.picture(context, screen.name);
    const auto* window = palette();
    IM_CHECK(window != nullptr);
    IM_CHECK_GE(window->Pos.x, 0.0F);
    IM_CHECK_LE(window->Pos.x + window->Size.x, screen.size.x);
    IM_CHECK_LE(window->Pos.y + window->Size.y, screen.size.y);
    IM_CHECK_EQ(window->ScrollMax.x, 0.0F);
    context->KeyPress(ImGuiKey_Escape);
    context->Yield(2);
    harness.stage().shell().view().shows_help = true;
    context->Yield(6);
    harness.picture(context, (std::string("help-") + screen.name).c_str());
    const auto* help = context->GetWindowByRef("//Keys##help");
    IM_CHECK_LE(help->Size.y, screen.size.y);
    IM_CHECK_LE(help->Size.x, screen.size.x);
    IM_CHECK_EQ(help->ScrollMax.y, 0.0F);
    std::map<bool, float> widest;  // of each column
    for (const auto& row : shortcut_help()) {
      auto& width = widest[row.group == "Everywhere"];
      width = std::max(width, ImGui::CalcTextSize(row.action.c_str()).x);
    }
    IM_CHECK_GT(help->Size.x, 0.99F * (widest[false] + widest[true]));
    harness.stage().shell().view().shows_help = false;
    context->Yield(2);
    IM_CHECK_LE(context->ItemInfo("//##tool bar/?").RectFull.Max.x, screen_end(context));
  }
}

/// The longest bars: with the offer to run a file that has changed, and while both sides run.
void leaves_room_in_the_bar(Harness& harness, ImGuiTestContext* context) {
  const auto& attempt = harness.session().attempt(Side::student);
  for (const float scale : {1.0F, 1.5F}) {
    std::ofstream(attempt.file(), std::ios::app) << "// edited\n";
    IM_CHECK(harness.wait(context, [&] { return attempt.has_changed_file(); }));
    harness.resize(context, {1280, 720}, scale);
    harness.picture(context, scale > 1 ? "bar-1280-1.5" : "bar-1280");
    IM_CHECK_LE(context->ItemInfo("//##tool bar/?").RectFull.Max.x, screen_end(context));
    harness.runner().is_slow = true;
    for (const Side side : kSides) harness.session().run(side);
    context->Yield(6);
    harness.picture(context, scale > 1 ? "running-1280-1.5" : "running-1280");
    IM_CHECK(harness.session().attempt(Side::reference).is_running());
    IM_CHECK_LE(context->ItemInfo("//##tool bar/?").RectFull.Max.x, screen_end(context));
    harness.runner().is_slow = false;
    IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  }
}

void works_by_the_menu(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//##tool bar/Menu");
  context->Yield(2);
  context->SetRef("//$FOCUSED");
  context->MenuAction(ImGuiTestAction_Hover, "View/Light or dark theme");
  context->Yield(2);
  harness.picture_with_cursor(context, "menu");
  context->MenuClick("View/Light or dark theme");
  context->Yield(3);
  IM_CHECK(harness.stage().gui().theme().kind == ThemeKind::light);
  Harness::do_by_palette(context, "dark");
}

void puts_panes_back(Harness&, ImGuiTestContext* context) {
  const auto* score = context->GetWindowByRef("//Score");
  const float width = score->Size.x;
  context->MouseMoveToPos({score->Pos.x + score->Size.x + 3, score->Pos.y + score->Size.y / 2});
  context->MouseDragWithDelta({90, 0});
  context->Yield(4);
  IM_CHECK_GT(score->Size.x, width + 40);
  Harness::do_by_palette(context, "panes back");
  context->Yield(10);
  IM_CHECK_LT(ImAbs(score->Size.x - width), 2.0F);
}

/// Two rows with one key, or a row that help and palette would not show, is a mistake.
void has_one_table(Harness& harness, ImGuiTestContext*) {
  std::set<ImGuiKeyChord> chords;
  std::set<std::string> help;
  for (const auto& row : shortcut_help()) help.insert(row.keys);
  for (const auto& action : actions()) {
    for (const auto chord : action.chords) {
      if (chord != 0) IM_CHECK(chords.insert(chord).second);
    }
    if (action.chords.front() != 0) IM_CHECK(help.contains(keys_of(action)));
  }
  std::set<std::string> titles;
  const auto listed = list_actions(harness.session(), harness.stage().shell().panes());
  IM_CHECK_GT(listed.size(), actions().size());
  for (const auto& action : listed) IM_CHECK(titles.insert(action.menu + action.title).second);
}

}  // namespace

void add_palette_tests(Harness& harness) {
  harness.add("palette", "does what is found", does_what_is_found);
  harness.add("palette", "chooses with arrows", chooses_with_arrows);
  harness.add("palette", "does nothing that cannot be done", does_nothing_that_cannot_be_done);
  harness.add("palette", "fits small windows", fits_small_windows);
  harness.add("palette", "leaves room in the bar", leaves_room_in_the_bar);
  harness.add("palette", "works by the menu", works_by_the_menu);
  harness.add("palette", "puts panes back", puts_panes_back);
  harness.add("palette", "has one table", has_one_table);
}

}  // namespace warpscope::viewer::test
