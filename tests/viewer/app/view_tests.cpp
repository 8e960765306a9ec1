// Theme, size, help, and records from disk.
#include <imgui_internal.h>

#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/pixels.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

void changes_the_theme(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//##tool bar/Light");
  context->Yield(2);
  IM_CHECK(harness.stage().gui().theme().kind == ThemeKind::light);
  const Image& light = harness.picture(context, "light");
  const auto panel = pixels_like(light, harness.stage().gui().theme().panel);
  IM_CHECK_GT(panel, static_cast<std::size_t>(light.width * light.height / 4));
  for (const Side side : kSides)
    IM_CHECK_GT(pixels_like(light, harness.stage().gui().theme().of(side)), 500U);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_T);
  context->Yield(2);
  IM_CHECK(harness.stage().gui().theme().kind == ThemeKind::dark);
}

void changes_the_size(Harness& harness, ImGuiTestContext* context) {
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal);
  context->Yield(2);
  IM_CHECK_GT(harness.stage().gui().scale(), 1.15F);
  harness.picture(context, "larger");
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Minus);
  IM_CHECK_LT(harness.stage().gui().scale(), 1.15F);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_0);
  context->Yield(2);
  IM_CHECK_EQ(harness.stage().gui().scale(), 1.0F);
}

void lists_all_keys(Harness& harness, ImGuiTestContext* context) {
  context->KeyChars("?");
  context->Yield(3);
  IM_CHECK(harness.stage().shell().view().shows_help);
  harness.picture(context, "help");
  context->KeyPress(ImGuiKey_Escape);
  context->Yield();
  IM_CHECK(!harness.stage().shell().view().shows_help);
  context->ItemClick("//##tool bar/?");
  context->Yield(3);
  context->ItemClick("//Keys##help/Close");
  IM_CHECK(!harness.stage().shell().view().shows_help);
}

void opens_saved_records(Harness& harness, ImGuiTestContext* context) {
  const auto good = harness.lab().folder() / "good.json";
  const auto broken = harness.lab().folder() / "broken.json";
  auto record = compile_error_record();
  record::save(record, good);
  std::ofstream(broken) << "{ \"schema_version\": 1, \"launches\": [{";
  harness.session().open_records(good, broken);
  context->Yield(4);
  IM_CHECK(context->GetWindowByRef("//Output")
               ->DockTabIsVisible);  // the compiler's words come to the front
  const Image image = harness.picture_of(context, "//##status bar", "broken-record");
  IM_CHECK_GT(pixels_like(image, harness.stage().gui().theme().error, 60), 50U);
  // Every pane copes with a record that has a compile error and nothing else.
  for (const auto& pane : harness.stage().shell().panes()) {
    if (!pane->is_shown(harness.session())) continue;
    context->ItemClick((std::string("//") + pane->title() + "/#TAB").c_str());
    context->Yield(2);
  }
  IM_CHECK(!harness.session().can_run(Side::student));
}

/// A record of a newer or hostile writer: indices that lead nowhere, numbers that are none.
void survives_a_hostile_record(Harness& harness, ImGuiTestContext* context) {
  auto record = student_record();
  record.launches[0].case_index = 1'000'000;
  record.launches[1].start_s = 1e300;
  record.launches[2].duration_s = 1e-300;
  record.launches[3].lines[0].where.line = 0xFFFFFFFF;
  record.transfers[0].size_bytes = ~0ULL;
  record.findings[0].where->line = 0xFFFFFFFF;
  record.findings[0].launch = 77;
  record.score->checks[0].points = 1e9;
  record.sources.push_back({"empty.cu", ""});
  harness.session().attempt(Side::student).show(record);
  harness.session().selection().jump_to(Side::student, *record.findings[0].where);
  for (const auto& pane : harness.stage().shell().panes()) {
    if (!pane->is_shown(harness.session())) continue;
    context->ItemClick((std::string("//") + pane->title() + "/#TAB").c_str());
    context->Yield(2);
  }
  harness.picture(context, "hostile");
  record.sources.clear();
  record.cases.clear();
  harness.session().attempt(Side::student).show(record);
  harness.session().selection().launches[0] = 4;
  context->Yield(4);
  IM_CHECK(harness.session().record(Side::student) != nullptr);
}

}  // namespace

void add_view_tests(Harness& harness) {
  harness.add("view", "changes the theme", changes_the_theme);
  harness.add("view", "changes the size", changes_the_size);
  harness.add("view", "lists all keys", lists_all_keys);
  harness.add("view", "opens saved records", opens_saved_records);
  harness.add("view", "survives a hostile record", survives_a_hostile_record);
}

}  // namespace warpscope::viewer::test
