// The first arrangement on small and large screens.
#include <imgui_internal.h>

#include <string>
#include <string_view>

#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/ring_records.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

/// Records with every lane that a lab has: launches, copies to and fro, fills.
void show_fills(Session& session) {
  for (const Side side : kSides) {
    auto record = side == Side::student ? student_record() : reference_record();
    auto fill = record.transfers[0];
    fill.kind = record::Transfer::Kind::fill;
    record.transfers.push_back(fill);
    session.attempt(side).show(std::move(record));
  }
}

/// No tab is narrower than its title, and none is scrolled out of its bar.
void check_tabs(Harness& harness) {
  for (const auto& pane : harness.stage().shell().panes()) {
    if (!pane->is_shown(harness.session())) continue;
    const auto* window = ImGui::FindWindowByName(pane->title());
    IM_CHECK(window != nullptr && window->DockNode != nullptr);
    auto* bar = window->DockNode->TabBar;
    IM_CHECK(bar != nullptr);
    const auto* tab = ImGui::TabBarFindTabByID(bar, window->TabId);
    IM_CHECK(tab != nullptr);
    IM_CHECK_GE(tab->Width, tab->ContentWidth);
    IM_CHECK_LE(tab->Offset + tab->Width, bar->BarRect.GetWidth() + 1);
  }
}

void fits_on_small_screens(Harness& harness, ImGuiTestContext* context) {
  constexpr Screen kScreens[] = {{"1366x768", {1366, 768}},
                                 {"1280x720", {1280, 720}},
                                 {"1920x1080", {1920, 1080}},
                                 {"1920x1080 at 1.5", {1920, 1080}, 1.5F},
                                 {"1600x1000", {1600, 1000}}};
  show_fills(harness.session());
  context->ItemClick("//Timeline/#TAB");
  for (const auto& screen : kScreens) {
    context->LogInfo("%s", screen.name);
    harness.resize(context, screen.size, screen.scale);
    check_tabs(harness);
    const auto* timeline = context->GetWindowByRef("//Timeline");
    IM_CHECK(timeline->DockTabIsVisible);
    const auto* lanes = context->WindowInfo("//Timeline/lanes").Window;
    IM_CHECK(lanes != nullptr);
    IM_CHECK_EQ(lanes->ScrollMax.y, 0.0F);
  }
}

/// Lines that the pane Score has for a check with this title and no reason.
float lines_of_check(Harness& harness, ImGuiTestContext* context, const char* title) {
  const auto height = [&](const record::Score& score) {
    auto record = student_record();
    record.score = score;
    harness.session().attempt(Side::student).show(std::move(record));
    context->Yield(4);
    return context->GetWindowByRef("//Score")->ContentSize.y;
  };
  record::Score score;
  score.max_points = 100;
  const float before = height(score);
  score.checks.push_back({"check", title, 0, 100, ""});
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  const auto& gui = harness.stage().gui();
  // The text, and what keeps checks apart.
  return (height(score) - before - 2 * gap - 2) / (kTextSize * gui.scale());
}

/// Names of tasks are long words.
void breaks_no_word_of_a_check(Harness& harness, ImGuiTestContext* context) {
  constexpr const char* kLongest = "histogram_aggregated transpose_swizzled multiprocessor,";
  constexpr Screen kScreens[] = {{"score-1280", {1280, 720}},
                                 {"score-1600-1.5", {1600, 1000}, 1.5F},
                                 {"score-1280-1.5", {1280, 720}, 1.5F}};
  for (const auto& screen : kScreens) {
    harness.resize(context, screen.size, screen.scale);
    const float one = lines_of_check(harness, context, "is right");
    const float long_ones = lines_of_check(harness, context, kLongest);
    harness.picture(context, screen.name);
    IM_CHECK_GT(long_ones, 2.5F * one);
    IM_CHECK_LT(long_ones, 4.8F * one);  // the points, and a line for each
  }
}

void keeps_what_the_user_moved(Harness& harness, ImGuiTestContext* context) {
  const auto* score = context->GetWindowByRef("//Score");
  const float width = score->Size.x;
  const auto drag_edge = [&](float by) {
    context->MouseMoveToPos({score->Pos.x + score->Size.x + 3, score->Pos.y + score->Size.y / 2});
    context->MouseDragWithDelta({by, 0});
    context->Yield(4);
  };
  drag_edge(90);
  IM_CHECK_GT(score->Size.x, width + 40);
  harness.resize(context, {1500, 1000});
  IM_CHECK_GT(score->Size.x, width + 40);
  harness.resize(context, {1600, 1000});
  drag_edge(width - score->Size.x);
}

/// The pane Transfers comes with a run that has some.
void a_tab_that_comes_hides_none(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Timeline/#TAB");
  context->Yield(2);
  harness.session().attempt(Side::student).show(with_rings({2}));
  context->Yield(10);
  const auto* timeline = context->GetWindowByRef("//Timeline");
  const auto* transfers = ImGui::FindWindowByName("Transfers");
  IM_CHECK(transfers != nullptr && transfers->DockNode != nullptr);
  IM_CHECK(timeline->DockTabIsVisible);
  IM_CHECK(!transfers->DockTabIsVisible);
  auto* bar = timeline->DockNode->TabBar;
  const auto order = [&](const ImGuiWindow* of) {
    return ImGui::TabBarGetTabOrder(bar, ImGui::TabBarFindTabByID(bar, of->TabId));
  };
  IM_CHECK_EQ(order(transfers), order(timeline) + 1);
  // A tab that is asked for comes to the front all the same.
  context->ItemClick("//Transfers/#TAB");
  context->Yield(4);
  IM_CHECK(transfers->DockTabIsVisible);
  context->ItemClick("//Timeline/#TAB");
}

/// Whether a plot's place is taken by a child window with a sentence.
bool has_sentence(const char* plot) {
  const std::string name = std::string("/") + plot + "_";
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (window->WasActive && std::string_view(window->Name).starts_with("Sweeps/") &&
        std::string_view(window->Name).find(name) != std::string_view::npos)
      return true;
  }
  return false;
}

void says_why_a_plot_is_empty(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Sweeps/#TAB");
  context->Yield(3);
  IM_CHECK(!has_sentence("bandwidth"));
  for (const Side side : kSides) {
    auto record = compile_error_record();
    record.sweeps = student_record().sweeps;
    harness.session().attempt(side).show(std::move(record));
  }
  context->Yield(4);
  context->ItemClick("//Sweeps/#TAB");
  context->Yield(3);
  IM_CHECK(has_sentence("bandwidth"));
  IM_CHECK(has_sentence("counter"));
  harness.picture_of(context, "//Sweeps", "sweeps-empty");
}

}  // namespace

void add_layout_tests(Harness& harness) {
  harness.add("layout", "fits on small screens", fits_on_small_screens);
  harness.add("layout", "breaks no word of a check", breaks_no_word_of_a_check);
  harness.add("layout", "a tab that comes hides none", a_tab_that_comes_hides_none);
  harness.add("layout", "says why a plot is empty", says_why_a_plot_is_empty);
  harness.add("layout", "keeps what the user moved", keeps_what_the_user_moved);
}

}  // namespace warpscope::viewer::test
