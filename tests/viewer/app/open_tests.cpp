// Opening labs, sources and records from the window.
#include <imgui_internal.h>

#include <fstream>
#include <string>

#include "runner/lab/instructor_rules.h"
#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

bool is_dialog_shown() {
  const auto* dialog = ImGui::FindWindowByName("Open");
  return dialog != nullptr && dialog->WasActive;
}

void type(ImGuiTestContext* context, const std::string& text) {
  context->KeyChars(text.c_str());
  context->Yield(2);
}

/// Keyboard alone: a name with a mistake, then the right one with Tab, arrows and Enter.
void opens_a_program_by_its_path(Harness& harness, ImGuiTestContext* context) {
  const auto folder = harness.lab().folder() / "programs";
  std::filesystem::create_directories(folder);
  const auto file = folder / "saxpy.cu";
  std::ofstream(file) << "int main() { return 0; }\n";
  std::ofstream(folder / "transpose.cu") << "int main() { return 0; }\n";
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
  context->Yield(3);
  IM_CHECK(is_dialog_shown());
  type(context, (harness.lab().folder() / "nothing.cu").string());
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(3);
  IM_CHECK(is_dialog_shown());
  IM_CHECK(harness.session().problem().find("nothing.cu") != std::string::npos);
  IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "sample");
  harness.picture(context, "open-refused");
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
  type(context, (harness.lab().folder() / "prog").string());
  context->KeyPress(ImGuiKey_Tab);
  context->Yield(3);
  harness.picture(context, "open-completed");
  context->KeyPress(ImGuiKey_DownArrow);
  context->Yield(2);
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(4);
  IM_CHECK(!is_dialog_shown());
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  IM_CHECK_STR_EQ(harness.session().attempt(Side::student).file().c_str(), file.c_str());
  IM_CHECK(harness.session().record(Side::student) != nullptr);
  IM_CHECK(harness.session().problem().empty());
  context->Yield(4);
  IM_CHECK(context->GetWindowByRef("//Source")->DockTabIsVisible);
  IM_CHECK(context->ItemExists("//##tool bar/\u25B6  Run saxpy.cu"));
  harness.picture(context, "program");
}

void closes_without_opening(Harness& harness, ImGuiTestContext* context) {
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
  context->Yield(3);
  type(context, "absent");
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(3);
  IM_CHECK(!harness.session().problem().empty());
  context->ItemClick("//Open/Cancel");
  context->Yield(3);
  IM_CHECK(!is_dialog_shown());
  IM_CHECK(harness.session().problem().empty());
  IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "sample");
}

/// The lab is open, so the dialog has nothing to add to what the bar below says.
void opens_a_lab_whose_rules_cannot_be_read(Harness& harness, ImGuiTestContext* context) {
  const auto rules = harness.lab().folder() / "labs/bare" / runner::kRulesOfLab;
  std::ofstream(rules) << "lab = ";
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
  context->Yield(3);
  type(context, "bare");
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(4);
  std::filesystem::remove(rules);
  IM_CHECK(!is_dialog_shown());
  IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "bare");
  IM_CHECK(harness.session().problem().find(runner::kRulesOfLab) != std::string::npos);
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  IM_CHECK(harness.session().record(Side::student) != nullptr);
}

/// What GLFW tells of files that were dropped ends up here.
void opens_a_dropped_record(Harness& harness, ImGuiTestContext* context) {
  const auto file = harness.lab().folder() / "dropped.json";
  record::save(student_record(), file);
  harness.stage().shell().view().wanted_file = file.string();
  context->Yield(4);
  IM_CHECK(harness.session().record(Side::student) != nullptr);
  IM_CHECK(harness.session().attempt(Side::student).file().empty());
  harness.stage().shell().view().wanted_file = "bare";
  context->Yield(4);
  IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "bare");
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
}

}  // namespace

void add_open_tests(Harness& harness) {
  harness.add("open", "opens a program by its path", opens_a_program_by_its_path);
  harness.add("open", "closes without opening", closes_without_opening);
  harness.add("open", "opens a dropped record", opens_a_dropped_record);
  harness.add("open", "opens a lab whose rules cannot be read",
              opens_a_lab_whose_rules_cannot_be_read);
}

}  // namespace warpscope::viewer::test
