// Each pane shows what it should.
#include <imgui_internal.h>

#include <set>
#include <string_view>

#include "presentation/figures/palette.h"
#include "runner/exercise/lab_progress.h"
#include "runner/grading/grading.h"
#include "runner/run_lab.h"
#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/pixels.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

void opens_every_pane(Harness& harness, ImGuiTestContext* context) {
  const auto& theme = harness.stage().gui().theme();
  for (const auto& pane : harness.stage().shell().panes()) {
    if (!pane->is_shown(harness.session())) continue;
    const std::string window = std::string("//") + pane->title();
    context->ItemClick((window + "/#TAB").c_str());
    context->Yield(2);
    const Image image =
        harness.picture_of(context, window.c_str(), "pane-" + std::string(pane->id()));
    IM_CHECK_GT(image.width, 100);
    // Text is drawn with soft edges, so that even a pane with a few words has dozens of shades.
    IM_CHECK_GT(distinct_colors(image), 24U);
    IM_CHECK_GT(pixels_like(image, theme.panel), 1000U);
  }
  context->ItemClick("//Sweeps/#TAB");  // in front in the beginning, as the next tests want it
}

/// A class of three, as `warpscope grade` keeps it.
void keep_class(const std::filesystem::path& path) {
  const runner::GradingFolder folder(path);
  runner::GradingPlan plan;
  plan.lab = "sample";
  double points = 30;
  for (const char* name : {"ada", "bob", "carol"}) {
    plan.submissions.push_back({name, std::string(name) + ".cu", "", {}});
    runner::GradingResult result;
    auto& score = result.record.score.emplace();
    score.checks.push_back({"correct", "The answer is right", points, 100, ""});
    score.points = points;
    score.max_points = 100;
    result.record.findings.resize(1);
    result.record.findings.front().id = "missing-bounds-guard";
    result.record.findings.front().title = "Threads beyond the end of the data are not stopped";
    folder.save_result(plan.submissions.back(), result);
    points += 30;
  }
  folder.save_plan(plan);
}

void shows_how_a_class_did(Harness& harness, ImGuiTestContext* context) {
  const auto& theme = harness.stage().gui().theme();
  IM_CHECK(ImGui::FindWindowByName("Class") == nullptr);  // a student's viewer has no such tab
  harness.session().open_class(harness.lab().folder() / "no-class");
  IM_CHECK(harness.session().class_view() == nullptr);
  IM_CHECK(harness.session().problem().find("holds no results of a class") != std::string::npos);

  keep_class(harness.lab().folder() / "class");
  harness.session().open_class(harness.lab().folder() / "class");
  const auto* view = harness.session().class_view();
  IM_CHECK(view != nullptr);
  IM_CHECK_STR_EQ(view->heading.c_str(),
                  "sample: 3 of 3 submissions graded; mean 60.0 of 100 points");
  IM_CHECK_EQ(view->statistics.findings.at(0).submissions, 3U);
  context->Yield(4);
  context->ItemClick("//Class/#TAB");
  const Image with = harness.picture_of(context, "//Class", "class-of-three");
  // Three bars of one submission each.
  IM_CHECK_GT(pixels_like(with, theme.of(Side::student)), 1000U);
}

void names_panes_apart(Harness& harness, ImGuiTestContext*) {
  std::set<std::string_view> ids, titles;
  for (const auto& pane : harness.stage().shell().panes()) {
    IM_CHECK(ids.insert(pane->id()).second);
    IM_CHECK(titles.insert(pane->title()).second);
  }
}

void draws_both_sides_in_their_colors(Harness& harness, ImGuiTestContext* context) {
  const auto& theme = harness.stage().gui().theme();
  const Image sweeps = harness.picture_of(context, "//Sweeps", "colors-sweeps");
  context->ItemClick("//Timeline/#TAB");
  const Image timeline = harness.picture_of(context, "//Timeline", "colors-timeline");
  for (const Side side : kSides) {
    IM_CHECK_GT(pixels_like(sweeps, theme.of(side)), 300U);
    IM_CHECK_GT(pixels_like(timeline, theme.of(side)), 300U);
  }
  IM_CHECK_GT(pixels_like(timeline, theme.copy_out), 300U);
}

void heats_the_gutter(Harness& harness, ImGuiTestContext* context) {
  const auto& theme = harness.stage().gui().theme();
  harness.session().selection() = {};
  // Stride 32: eight times the sectors needed.
  choose_launch(harness.session().selection(), harness.session().records(), Side::student, 5);
  context->ItemClick("//Source/#TAB");
  const Image one = harness.picture_of(context, "//Source", "source-one-launch");
  IM_CHECK_GT(pixels_like(one, theme.heat_of(8)), 200U);
  context->ItemClick("//Source/all launches");
  IM_CHECK(!harness.session().selection().is_partial(Side::student));
  context->ItemClick("//Source/side/Reference");
  const Image reference = harness.picture_of(context, "//Source", "source-reference");
  // The best ratio's colour is the only one in the reference's gutter; the legend has each colour
  // once.
  IM_CHECK_GT(pixels_like(reference, theme.heat_of(1)), pixels_like(one, theme.heat_of(1)));
  context->ItemClick("//Source/Both");
  const Image both = harness.picture_of(context, "//Source", "source-both");
  IM_CHECK_GT(difference(both, reference), 0.005);
  context->ItemClick("//Source/side/Student");
}

void opens_hints_one_by_one(Harness& harness, ImGuiTestContext* context) {
  const auto folder = harness.session().attempt(Side::student).file().parent_path();
  runner::LabProgress progress;
  progress.lab = "sample";
  runner::save_progress(folder, progress);
  harness.session().open_lab("sample");
  context->ItemClick("//Hints/#TAB");
  context->Yield(2);
  const Image closed = harness.picture_of(context, "//Hints", "hints-closed");
  context->ItemClick("//Hints/**/Open the next hint");
  context->Yield(2);
  IM_CHECK_EQ(runner::load_progress(folder)->opened(1), 1U);
  context->ItemClick("//Hints/**/$$0/###open");
  context->Yield(2);
  IM_CHECK_EQ(runner::load_progress(folder)->opened(1), 2U);
  const Image open = harness.picture_of(context, "//Hints", "hints-open");
  IM_CHECK_GT(difference(closed, open), 0.001);
  IM_CHECK(!context->ItemExists("//Hints/**/$$0/###open"));
}

void runs_the_ladder(Harness& harness, ImGuiTestContext* context) {
  const int runs = harness.runner().runs;
  context->ItemClick("//Ladder/#TAB");
  context->Yield(2);
  context->ItemClick("//Ladder/\u25B6  Run the ladder");
  IM_CHECK(harness.wait(context, [&] { return harness.runner().runs == runs + 3; }));
  IM_CHECK(harness.wait(context,
                        [&] { return context->ItemExists("//Ladder/\u25B6  Run the ladder"); }));
  context->Yield(2);
  harness.picture_of(context, "//Ladder", "ladder");
  context->ItemClick("//Ladder/**/reference");
  context->Yield(2);
  IM_CHECK(context->ItemExists("//Ladder/**/Show the solution"));
  context->ItemClick("//Ladder/**/step-1");
  context->Yield(2);
  IM_CHECK(!context->ItemExists("//Ladder/**/Show the solution"));
}

void jumps_from_a_finding_to_its_line(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Slides/#TAB");
  harness.session().selection().side = Side::reference;
  const auto jumps = harness.session().selection().jumps;
  context->ItemClick("//Findings/$$0/$$0/finding", ImGuiMouseButton_Left);
  context->Yield(4);
  const auto& selection = harness.session().selection();
  IM_CHECK_EQ(selection.jumps, jumps + 1);
  IM_CHECK_EQ(selection.line->line, kLoadLine);
  IM_CHECK(selection.side == Side::student);
  const auto* source = context->GetWindowByRef("//Source");
  IM_CHECK(source->DockTabIsVisible);
  harness.picture(context, "finding-line");
}

void pages_the_deck(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Slides/#TAB");
  const Image first = harness.picture_of(context, "//Slides", "slides-1");
  context->ItemClick("//Slides/\u25B6##next");
  const Image second = harness.picture_of(context, "//Slides", "slides-2");
  IM_CHECK_GT(difference(first, second), 0.01);
  context->KeyPress(ImGuiKey_RightArrow);
  const Image third = harness.picture_of(context, "//Slides", "slides-3");
  IM_CHECK_GT(difference(second, third), 0.01);
  context->KeyPress(ImGuiKey_RightArrow);  // there is no fourth
  context->KeyPress(ImGuiKey_LeftArrow);
  IM_CHECK_LT(difference(second, harness.picture_of(context, "//Slides", "slides-back")), 0.001);
  context->ItemClick("//Slides/\u25C0##previous");
  context->KeyPress(ImGuiKey_N);
  IM_CHECK(harness.stage().shell().view().shows_notes);
  const Image notes = harness.picture_of(context, "//Slides", "slides-notes");
  IM_CHECK_GT(difference(first, notes), 0.01);
  context->KeyPress(ImGuiKey_N);
}

void plays_with_a_figure(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Slides/#TAB");
  context->KeyPress(ImGuiKey_RightArrow, 2);
  const Image before = harness.picture_of(context, "//Slides", "figure-stride-1");
  context->ItemInputValue("//Slides/**/stride", 32);
  const Image after = harness.picture_of(context, "//Slides", "figure-stride-32");
  IM_CHECK_GT(difference(before, after), 0.02);
  // Every lane's colour is still there, in a sector of its own.
  const bool is_dark = harness.stage().gui().theme().kind == ThemeKind::dark;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const auto rgb = figures::rgb(figures::lane_paint(lane), is_dark);
    const ImU32 color = IM_COL32((rgb >> 16) & 0xFF, (rgb >> 8) & 0xFF, rgb & 0xFF, 0xFF);
    IM_CHECK_GT(pixels_like(after, color), 10U);
  }
  context->KeyPress(ImGuiKey_LeftArrow, 2);
}

void follows_a_finding_to_its_slide(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Source/#TAB");
  context->ItemClick("//Slides/#TAB");
  const Image first = harness.picture_of(context, "//Slides", "lesson-before");
  context->ItemClick("//Findings/$$0/$$0/Slide: sample#sectors");
  context->Yield(4);
  const Image slide = harness.picture_of(context, "//Slides", "lesson-after");
  IM_CHECK_GT(difference(first, slide), 0.01);
}

void moves_in_the_timeline(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Timeline/#TAB");
  const auto& selection = harness.session().selection();
  context->KeyPress(ImGuiKey_Escape);
  const Image all = harness.picture_of(context, "//Timeline", "timeline-all");
  context->KeyPress(ImGuiKey_Period);
  IM_CHECK_EQ(selection.launch(Side::student).value_or(99), 0U);
  context->KeyPress(ImGuiKey_Period);
  IM_CHECK_EQ(selection.launch(Side::student).value_or(99), 1U);
  context->KeyPress(ImGuiKey_Comma);
  IM_CHECK_EQ(selection.launch(Side::student).value_or(99), 0U);
  context->KeyPress(ImGuiKey_F);
  context->Yield(2);
  const Image fitted = harness.picture_of(context, "//Timeline", "timeline-launch");
  IM_CHECK_GT(difference(all, fitted), 0.02);
  // The launch now takes the middle third of the lanes.
  const auto* lanes = context->WindowInfo("//Timeline/lanes").Window;
  IM_CHECK(lanes != nullptr);
  harness.session().selection().launches[0] = 3;
  context->Yield();
  const ImRect rect = context->WindowInfo("//Timeline/lanes").Window->Rect();
  const float row = 20;
  context->MouseMoveToPos(
      {rect.Min.x + 78 + (rect.GetWidth() - 82) * 0.5F, rect.Min.y + row * 2.5F});
  context->Yield(2);
  context->MouseClick(ImGuiMouseButton_Left);
  IM_CHECK_EQ(selection.launch(Side::student).value_or(99), 0U);
  context->MouseWheelY(4);
  context->Yield(2);
  const Image zoomed = harness.picture_of(context, "//Timeline", "timeline-zoomed");
  IM_CHECK_GT(difference(fitted, zoomed), 0.005);
  context->MouseMoveToPos({rect.Min.x + 200, rect.Min.y + 60});
  context->KeyPress(ImGuiKey_Escape);
  IM_CHECK(!selection.is_partial(Side::student));
  context->KeyPress(ImGuiKey_F);
  IM_CHECK_LT(difference(all, harness.picture_of(context, "//Timeline", "timeline-fit")), 0.02);
}

/// Moves the mouse over the area until a tool tip shows; false when there is none.
bool find_tip(ImGuiTestContext* context, const ImRect& area, ImVec2 step) {
  for (float y = area.Min.y; y < area.Max.y; y += step.y) {
    for (float x = area.Min.x; x < area.Max.x; x += step.x) {
      context->MouseMoveToPos({x, y});
      context->Yield();
      const auto* tip = ImGui::FindWindowByName("##Tooltip_00");
      if (tip != nullptr && tip->Active) return true;
    }
  }
  return false;
}

void shows_tool_tips(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Source/#TAB");
  const Image plain = harness.picture(context, "tooltip-none");
  const ImRect source = context->GetWindowByRef("//Source")->Rect();
  const ImRect code({source.Min.x + 60, source.Min.y + 90}, {source.Min.x + 62, source.Max.y});
  IM_CHECK(find_tip(context, code, {10, 6}));
  context->Yield(2);
  IM_CHECK_GT(difference(plain, harness.picture_with_cursor(context, "tooltip-line")), 0.02);
  const ImRect sweeps = context->GetWindowByRef("//Sweeps")->Rect();
  const ImRect plot({sweeps.Min.x + 45, sweeps.Min.y + 90},
                    {sweeps.GetCenter().x, sweeps.GetCenter().y});
  IM_CHECK(find_tip(context, plot, {6, 12}));
  context->Yield(2);
  IM_CHECK_GT(difference(plain, harness.picture_with_cursor(context, "tooltip-plot")), 0.005);
}

/// An instructor's labs may lack their references.
void draws_what_is_kept_of_a_reference(Harness& harness, ImGuiTestContext* context) {
  const auto lab = harness.lab().folder() / "labs/sample";
  const auto& theme = harness.stage().gui().theme();
  std::filesystem::rename(lab / "reference.cu", lab / "elsewhere");
  auto kept = reference_record();
  kept.sources.clear();
  record::save(kept, lab / runner::kKeptReference);
  harness.session().open_lab("sample");
  context->Yield(4);
  const Image hidden = harness.picture_of(context, "//Sweeps", "kept-hidden");
  harness.session().show_reference();
  context->Yield(4);
  const Image shown = harness.picture_of(context, "//Sweeps", "kept-shown");
  const bool has_record = harness.session().record(Side::reference) != nullptr;
  std::filesystem::remove(lab / runner::kKeptReference);
  std::filesystem::rename(lab / "elsewhere", lab / "reference.cu");
  IM_CHECK(has_record);
  IM_CHECK_LT(pixels_like(hidden, theme.of(Side::reference)), 100U);
  IM_CHECK_GT(pixels_like(shown, theme.of(Side::reference)), 300U);
}

}  // namespace

void add_pane_tests(Harness& harness) {
  harness.add("panes", "opens every pane", opens_every_pane);
  harness.add("panes", "shows how a class did", shows_how_a_class_did);
  harness.add("panes", "names panes apart", names_panes_apart);
  harness.add("panes", "draws both sides in their colours", draws_both_sides_in_their_colors);
  harness.add("panes", "draws what is kept of a reference", draws_what_is_kept_of_a_reference);
  harness.add("panes", "heats the gutter", heats_the_gutter);
  harness.add("panes", "jumps from a finding to its line", jumps_from_a_finding_to_its_line);
  harness.add("panes", "follows a finding to its slide", follows_a_finding_to_its_slide);
  harness.add("panes", "pages the deck", pages_the_deck);
  harness.add("panes", "opens hints one by one", opens_hints_one_by_one);
  harness.add("panes", "runs the ladder", runs_the_ladder);
  harness.add("panes", "plays with a figure", plays_with_a_figure);
  harness.add("panes", "moves in the timeline", moves_in_the_timeline);
  harness.add("panes", "shows tool tips", shows_tool_tips);
}

}  // namespace warpscope::viewer::test
