// What a click does, on both sides.
#include <imgui_internal.h>

#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/pixels.h"
#include "tests/viewer/support/sample_records.h"
#include "viewer/plots/sweep_plot.h"

namespace warpscope::viewer::test {
namespace {

void chooses_a_case_everywhere(Harness& harness, ImGuiTestContext* context) {
  auto& selection = harness.session().selection();
  context->ItemClick("//Source/#TAB");
  context->ItemClick("//Timeline/#TAB");
  context->KeyPress(ImGuiKey_F);
  const Image sweeps = harness.picture_of(context, "//Sweeps", "case-sweeps-before");
  const Image timeline = harness.picture_of(context, "//Timeline", "case-timeline-before");
  context->ItemClick("//Source/Both");
  const Image source = harness.picture_of(context, "//Source", "case-source-before");
  context->ItemClick("//Cases/#TAB");
  context->ItemClick("//Cases/**/##3");
  IM_CHECK(selection.case_name == "copy/stride-8");
  for (const Side side : kSides) IM_CHECK_EQ(selection.launch(side).value_or(99), 3U);
  harness.picture(context, "case-cases");
  context->ItemClick("//Timeline/#TAB");
  IM_CHECK_GT(difference(timeline, harness.picture_of(context, "//Timeline", "case-timeline")),
              0.02);
  IM_CHECK_GT(difference(sweeps, harness.picture_of(context, "//Sweeps", "case-sweeps")), 0.001);
  IM_CHECK_GT(difference(source, harness.picture_of(context, "//Source", "case-source")), 0.001);
  context->ItemClick("//Source/all launches");
  IM_CHECK(!selection.is_partial(Side::student) && !selection.is_partial(Side::reference));
  IM_CHECK_LT(difference(timeline, harness.picture_of(context, "//Timeline", "case-timeline-all")),
              0.001);
  context->ItemClick("//Source/side/Student");
}

void chooses_a_launch_in_its_table(Harness& harness, ImGuiTestContext* context) {
  auto& selection = harness.session().selection();
  context->ItemClick("//Launches/#TAB");
  context->ItemClick("//Launches/**/2");
  IM_CHECK_EQ(selection.launch(Side::student).value_or(99), 2U);
  IM_CHECK_EQ(selection.launch(Side::reference).value_or(99), 2U);
  IM_CHECK(selection.case_name == "copy/stride-4");
  harness.picture(context, "launches");
  choose_everything(selection);
}

void hides_a_side_of_the_curves(Harness& harness, ImGuiTestContext* context) {
  const auto& theme = harness.stage().gui().theme();
  const auto both = harness.picture_of(context, "//Sweeps", "legend-both");
  context->ItemClick("//Sweeps/reference");
  const auto one = harness.picture_of(context, "//Sweeps", "legend-one");
  IM_CHECK_LT(pixels_like(one, theme.of(Side::reference)),
              pixels_like(both, theme.of(Side::reference)) / 8);
  IM_CHECK_GT(pixels_like(one, theme.of(Side::student)), 300U);
  context->ItemClick("//Sweeps/reference");
  IM_CHECK_LT(difference(both, harness.picture_of(context, "//Sweeps", "legend-again")), 0.001);
}

/// What a real GPU did has an axis of its own, and one click hides it on both sides.
void hides_the_measured_curves(Harness& harness, ImGuiTestContext* context) {
  const Image without = harness.picture_of(context, "//Sweeps", "measured-none");
  for (const Side side : kSides) {
    auto record = side == Side::student ? student_record() : reference_record();
    record.device.dram_bytes_per_s = 3e11;
    for (const char* program : {"starter", "reference"}) {
      // Beyond the modelled curves on the scaled axis: a share of 90 % of the memory's bandwidth.
      record.measured_curves.push_back({"stride",
                                        program,
                                        "copy",
                                        "measured, H200, 2026-01-31",
                                        16,
                                        4.8e12,
                                        {{1, 4.3e12, 1e-5}, {32, 3e12, 1e-5}}});
    }
    harness.session().attempt(side).show(std::move(record));
  }
  const Image with = harness.picture_of(context, "//Sweeps", "measured");
  IM_CHECK_GT(difference(without, with), 0.002);
  context->ItemClick("//Sweeps/measured");
  const Image hidden = harness.picture_of(context, "//Sweeps", "measured-hidden");
  IM_CHECK_GT(difference(with, hidden), 0.002);
  context->ItemClick("//Sweeps/measured");
  IM_CHECK_LT(difference(with, harness.picture_of(context, "//Sweeps", "measured-again")), 0.001);
}

/// Curves of other programs may give an answer away: they come with a click, and go with another.
void shows_other_programs_of_the_lab(Harness& harness, ImGuiTestContext* context) {
  auto record = student_record();
  record.beside_curves = {{"stride", "step-2", "copy", {{1, 2e11, 3.0}, {32, 1e11, 20.0}}},
                          {"stride", "ways/library", "copy", {{1, 1e11, 9.0}, {32, 2e10, 15.0}}}};
  harness.session().attempt(Side::student).show(std::move(record));
  const Image before = harness.picture_of(context, "//Sweeps", "beside-offered");
  context->ItemClick("//Sweeps/beside");
  const Image with = harness.picture_of(context, "//Sweeps", "beside");
  for (std::size_t program = 0; program < 2; ++program) {
    const auto color = color_beside(program, 2);
    IM_CHECK_EQ(pixels_like(before, color), 0U);
    IM_CHECK_GT(pixels_like(with, color, 40), 100U);
  }
  context->ItemClick("//Sweeps/beside");
  IM_CHECK_LT(difference(before, harness.picture_of(context, "//Sweeps", "beside-again")), 0.001);
}

/// Records whose first cases of the sweep are wrong and whose others belong to no sweep.
void show_failures(Session& session, std::size_t count) {
  for (const Side side : kSides) {
    auto record = side == Side::student ? student_record() : reference_record();
    for (std::size_t i = 0; i < record.cases.size(); ++i) {
      record.cases[i].verdict = record::Case::Verdict::wrong;
      if (i >= count) record.cases[i].sweep.clear();
    }
    session.attempt(side).show(std::move(record));
  }
}

void marks_failed_cases(Harness& harness, ImGuiTestContext* context) {
  const auto& theme = harness.stage().gui().theme();
  show_failures(harness.session(), 2);
  const Image few = harness.picture_of(context, "//Sweeps", "sweeps-two-failed");
  show_failures(harness.session(), 6);
  const Image many = harness.picture_of(context, "//Sweeps", "sweeps-failed");
  // The legend is the same but for a digit: four more crosses in each of two plots remain.
  for (const Side side : kSides) {
    IM_CHECK_GT(pixels_like(many, theme.of(side), 40), pixels_like(few, theme.of(side), 40) + 100);
  }
}

void opens_the_file_in_an_editor(Harness& harness, ImGuiTestContext* context) {
  const auto& opened = harness.runner().opened;
  const auto file = harness.session().attempt(Side::student).file();
  const std::string link = "//##status bar/###edit";
  harness.runner().has_editor = true;
  context->ItemClick(link.c_str());
  IM_CHECK_EQ(opened, file);
  IM_CHECK_STR_EQ(harness.stage().shell().view().notice.c_str(), "Opened with an editor.");
  harness.runner().has_editor = false;
  ImGui::SetClipboardText("");
  context->ItemClick(link.c_str());
  IM_CHECK_STR_EQ(ImGui::GetClipboardText(), file.c_str());
  harness.picture(context, "no-editor");
  IM_CHECK(harness.stage().shell().view().notice.find("VISUAL") != std::string::npos);
}

/// 400 copies in one pixel each: a click on what they are drawn as takes them apart.
void takes_merged_bars_apart(Harness& harness, ImGuiTestContext* context) {
  auto record = student_record();
  record.transfers.clear();
  for (int i = 0; i < 400; ++i) {
    record::Transfer copy;
    copy.size_bytes = 4;
    copy.start_s = 1e-3 + i * 10e-9;
    copy.duration_s = 2e-9;
    record.transfers.push_back(copy);
  }
  harness.session().attempt(Side::student).show(std::move(record));
  context->ItemClick("//Timeline/#TAB");
  context->KeyPress(ImGuiKey_Escape);
  const Image before = harness.picture_of(context, "//Timeline", "merged-before");
  const ImRect lanes = context->WindowInfo("//Timeline/lanes").Window->Rect();
  bool has_found = false;
  for (float y = lanes.Min.y + 30; y < lanes.Max.y && !has_found; y += 6) {
    for (float x = lanes.GetCenter().x; x < lanes.Max.x && !has_found; x += 2) {
      context->MouseMoveToPos({x, y});
      context->Yield();
      const auto* tip = ImGui::FindWindowByName("##Tooltip_00");
      has_found = tip != nullptr && tip->Active;
    }
  }
  IM_CHECK(has_found);
  context->Yield(2);
  harness.picture_with_cursor(context, "merged-tip");
  context->MouseClick(ImGuiMouseButton_Left);
  context->Yield(2);
  IM_CHECK_GT(difference(before, harness.picture_of(context, "//Timeline", "merged-apart")), 0.05);
  context->KeyPress(ImGuiKey_Escape);
}

}  // namespace

void add_click_tests(Harness& harness) {
  harness.add("clicks", "chooses a case everywhere", chooses_a_case_everywhere);
  harness.add("clicks", "chooses a launch in its table", chooses_a_launch_in_its_table);
  harness.add("clicks", "hides a side of the curves", hides_a_side_of_the_curves);
  harness.add("clicks", "hides the measured curves", hides_the_measured_curves);
  harness.add("clicks", "shows other programs of the lab", shows_other_programs_of_the_lab);
  harness.add("clicks", "marks failed cases", marks_failed_cases);
  harness.add("clicks", "opens the file in an editor", opens_the_file_in_an_editor);
  harness.add("clicks", "takes merged bars apart", takes_merged_bars_apart);
}

}  // namespace warpscope::viewer::test
