// The pane Source beside writing: what stands beside the lines, and files that are only read.
#include <imgui_internal.h>

#include <fstream>
#include <string>

#include "base/files.h"
#include "record/metrics.h"
#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/pixels.h"
#include "tests/viewer/support/sample_records.h"
#include "viewer/model/heat_choice.h"

namespace warpscope::viewer::test {
namespace {

/// The sample's run, with shared memory, atomics and a clock at the load's line.
record::RunRecord busy_record() {
  auto record = student_record();
  for (auto& launch : record.launches) {
    record::ClockedLaunch clock;
    for (auto& line : launch.lines) {
      const bool is_load = line.where.line == kLoadLine;
      const std::uint64_t times = is_load ? 16 : 1;
      const std::initializer_list<std::pair<std::string_view, std::uint64_t>> added{
          {record::metric::kSharedLoadInstructions, 10},
          {record::metric::kSharedLoadWavefronts, 10 * times},
          {record::metric::kSharedLoadConflicts, 10 * (times - 1)},
          {record::metric::kAtomicRequests, 10},
          {record::metric::kAtomicSectors, 40 * times},
          {record::metric::kBarriers, times}};
      for (const auto& [name, value] : added) {
        line.counters[std::string(name)] += value;
        launch.counters[std::string(name)] += value;
      }
      clock.lines.push_back({line.where, {{"selected", 5}, {"long_scoreboard", 100 * times}}, {}});
    }
    launch.clock = std::move(clock);
  }
  return record;
}

void shows_what_is_chosen_beside_lines(Harness& harness, ImGuiTestContext* context) {
  auto& session = harness.session();
  session.attempt(Side::student).show(busy_record());
  context->ItemClick("//Source/#TAB");
  context->Yield(2);
  IM_CHECK_STR_EQ(chosen_heat(session).id.data(), "sectors");
  const auto& theme = harness.stage().gui().theme();
  Image before = harness.picture_of(context, "//Source", "heat-sectors");
  for (const auto& kind : heat_kinds().subspan(1)) {
    context->ItemClick("//Source/##heat");
    context->ItemClick(("//$FOCUSED/" + std::string(kind.title)).c_str());
    context->Yield(2);
    IM_CHECK_STR_EQ(chosen_heat(session).id.data(), kind.id.data());
    Image after = harness.picture_of(context, "//Source", "heat-" + std::string(kind.id));
    IM_CHECK_GT(difference(before, after), 0.001);
    // The load's line is the busiest, or takes 16 passes for one.
    if (kind.id == "passes") IM_CHECK_GT(pixels_like(after, theme.heat_of(16)), 200U);
    if (kind.scale == HeatKind::Scale::of_busiest)
      IM_CHECK_GT(pixels_like(after, theme.heat_of(kMostHeat)), 400U);
    before = std::move(after);
  }
  // Keyboard alone.
  harness.do_by_palette(context, "beside sectors");
  IM_CHECK_STR_EQ(chosen_heat(session).id.data(), "sectors");
}

void keeps_choices_in_view(Harness& harness, ImGuiTestContext* context) {
  harness.session().attempt(Side::student).show(busy_record());
  context->ItemClick("//Source/#TAB");
  constexpr Screen kScreens[] = {{"source-1366x768", {1366, 768}},
                                 {"source-1280x720", {1280, 720}},
                                 {"source-1280x720-1.5", {1280, 720}, 1.5F}};
  for (const auto& screen : kScreens) {
    choose_heat(harness.session(), "turns");
    harness.resize(context, screen.size, screen.scale);
    harness.picture(context, screen.name);
    const auto* source = context->GetWindowByRef("//Source");
    for (const char* item : {"//Source/side/Student", "//Source/Both", "//Source/##heat"})
      IM_CHECK_LE(context->ItemInfo(item).RectFull.Max.x, source->InnerRect.Max.x);
    context->ItemClick("//Source/Both");
    context->Yield(2);
    harness.picture(context, std::string(screen.name) + "-both");
    context->ItemClick("//Source/side/Student");
    choose_heat(harness.session(), "sectors");
  }
}

void reads_the_labs_headers(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Source/#TAB");
  harness.session().selection().line.reset();
  const Image exercise = harness.picture_of(context, "//Source", "tab-exercise");
  context->ItemClick("//Source/**/files/exercise.h");
  context->Yield(2);
  const Image header = harness.picture_of(context, "//Source", "tab-header");
  IM_CHECK_GT(difference(exercise, header), 0.005);
  context->KeyPress(ImGuiKey_F2);  // the file that can be edited comes to the front
  context->Yield(4);
  context->KeyChars("x");
  context->Yield(2);
  IM_CHECK(harness.session().edited().is_unsaved());
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  context->Yield(2);
  context->ItemClick("//Source/**/files/cpu.h");
  context->Yield(2);
  const Image cpu = harness.picture_of(context, "//Source", "tab-cpu");
  IM_CHECK_GT(difference(cpu, header), 0.001);
  // What is only read takes nothing.
  const auto text = harness.session().edited().text();
  const auto* window = context->GetWindowByRef("//Source");
  context->MouseMoveToPos(window->Rect().GetCenter());
  context->MouseClick();
  context->KeyChars("x");
  context->Yield(2);
  IM_CHECK_STR_EQ(harness.session().edited().text().c_str(), text.c_str());
  // A finding leads back to the exercise.
  context->ItemClick("//Findings/$$0/$$0/finding");
  context->Yield(4);
  harness.session().selection().line.reset();
  context->Yield(2);
  IM_CHECK_LT(difference(exercise, harness.picture_of(context, "//Source", "tab-back")), 0.005);
}

void shows_what_was_changed(Harness& harness, ImGuiTestContext* context) {
  const auto& theme = harness.stage().gui().theme();
  auto& edited = harness.session().edited();
  harness.do_by_palette(context, "changed since starter");
  const Image none = harness.picture_of(context, "//Source", "changes-none");
  const auto text = edited.text();
  context->KeyPress(ImGuiKey_F2);
  context->Yield(4);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
  context->KeyChars("// mine ");
  context->Yield(2);
  harness.do_by_palette(context, "changed since starter");
  const Image one = harness.picture_of(context, "//Source", "changes-one");
  IM_CHECK_GT(pixels_like(one, theme.good), pixels_like(none, theme.good) + 30);
  IM_CHECK_GT(pixels_like(one, theme.error), pixels_like(none, theme.error) + 30);
  // After a run nothing has changed since it.
  harness.do_by_palette(context, "changed since run");
  const Image before = harness.picture_of(context, "//Source", "changes-before-run");
  IM_CHECK_GT(pixels_like(before, theme.good), pixels_like(none, theme.good) + 30);
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  context->Yield(4);
  const Image after = harness.picture_of(context, "//Source", "changes-after-run");
  IM_CHECK_LT(pixels_like(after, theme.good), pixels_like(before, theme.good));
  std::ofstream(edited.file()) << text;
  IM_CHECK(harness.wait(context, [&] { return edited.text() == text; }));
}

/// Of the file that is read, when it has run again.
void stays_at_its_lines(Harness& harness, ImGuiTestContext* context) {
  auto record = reference_record();
  for (int k = 0; k < 300; ++k)
    record.sources.front().text += "// line " + std::to_string(k) + "\n";
  auto& attempt = harness.session().attempt(Side::reference);
  attempt.show(record);
  context->ItemClick("//Source/#TAB");
  context->ItemClick("//Source/side/Reference");
  context->Yield(2);
  const Image top = harness.picture_of(context, "//Source", "read-top");
  context->MouseMoveToPos(context->GetWindowByRef("//Source")->Rect().GetCenter());
  context->MouseWheelY(-20);
  context->Yield(2);
  const Image before = harness.picture_of(context, "//Source", "read-before-run");
  IM_CHECK_GT(difference(top, before), 0.01);
  attempt.show(record);
  context->Yield(4);
  IM_CHECK_LT(difference(before, harness.picture_of(context, "//Source", "read-after-run")), 0.002);
  // Another text begins with the whole of the line.
  const auto add_a_line = [&] {
    record.sources.front().text += "// one more\n";
    attempt.show(record);
    context->Yield(4);
    return harness.picture_of(context, "//Source", "read-more");
  };
  const Image more = add_a_line();
  IM_CHECK_GT(difference(top, more), 0.01);
  IM_CHECK_LT(difference(more, add_a_line()), 0.002);
  context->ItemClick("//Source/side/Student");
}

void says_why_a_file_cannot_be_edited(Harness& harness, ImGuiTestContext* context) {
  const auto file = harness.lab().folder() / "exercises/bare/exercise.cu";
  harness.session().open_lab("bare");
  context->ItemClick("//Source/#TAB");
  harness.session().open_lab("sample");
  const auto text = read_file(file);
  std::ofstream(file) << "// \xF0\x9F\x98\x80\n";
  harness.session().open_lab("bare");
  context->Yield(4);
  const Image picture = harness.picture_of(context, "//Source", "not-to-edit");
  std::ofstream(file) << text;
  IM_CHECK(!harness.session().edited().is_open());
  IM_CHECK_GT(pixels_like(picture, harness.stage().gui().theme().warning), 20U);
}

}  // namespace

void add_source_tests(Harness& harness) {
  harness.add("source", "shows what is chosen beside lines", shows_what_is_chosen_beside_lines);
  harness.add("source", "fits on small screens", keeps_choices_in_view);
  harness.add("source", "shows what was changed", shows_what_was_changed);
  harness.add("source", "stays at its lines", stays_at_its_lines);
  harness.add("source", "says why a file cannot be edited", says_why_a_file_cannot_be_edited);
  harness.add("source", "reads the lab's headers", reads_the_labs_headers);
}

}  // namespace warpscope::viewer::test
