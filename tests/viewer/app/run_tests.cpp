// Running, cancelling and noticing edits.
#include <fstream>

#include "tests/viewer/support/harness.h"

namespace warpscope::viewer::test {
namespace {

constexpr const char* kRunStudent = "//##tool bar/\u25B6  Run student";
constexpr const char* kRunReference = "//##tool bar/\u25B6  Run reference";
constexpr const char* kCancelStudent = "//##tool bar/\u25A0 Cancel##student";
constexpr const char* kRunChanged = "//##tool bar/Run (F5)##changed";

void runs_on_a_click(Harness& harness, ImGuiTestContext* context) {
  const int runs = harness.runner().runs;
  const unsigned revision = harness.session().attempt(Side::student).revision();
  context->ItemClick(kRunStudent);
  IM_CHECK(harness.wait(
      context, [&] { return harness.session().attempt(Side::student).revision() > revision; }));
  context->ItemClick(kRunReference);
  IM_CHECK(harness.wait(context, [&] { return harness.runner().runs == runs + 2; }));
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
}

void shows_progress_and_cancels(Harness& harness, ImGuiTestContext* context) {
  harness.runner().is_slow = true;
  const auto before = harness.session().attempt(Side::student).record();
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(harness.wait(context, [&] {
    const auto* job = harness.session().attempt(Side::student).job();
    return job != nullptr && job->progress().fraction > 0.5;
  }));
  harness.picture(context, "running");
  IM_CHECK(context->ItemExists("//##tool bar/$$0/progress"));
  context->ItemClick(kCancelStudent);
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  IM_CHECK(harness.session().attempt(Side::student).was_canceled());
  IM_CHECK(harness.session().attempt(Side::student).record() == before);
  context->KeyPress(ImGuiKey_F6);
  IM_CHECK(harness.wait(context, [&] { return harness.session().is_running(); }));
  context->KeyPress(ImGuiMod_Shift | ImGuiKey_F5);
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  IM_CHECK(harness.session().attempt(Side::reference).was_canceled());
}

void offers_a_run_after_an_edit(Harness& harness, ImGuiTestContext* context) {
  Attempt& attempt = harness.session().attempt(Side::student);
  IM_CHECK(!context->ItemExists(kRunChanged));
  std::ofstream(attempt.file(), std::ios::app) << "// edited\n";
  IM_CHECK(harness.wait(context, [&] { return attempt.has_changed_file(); }));
  context->Yield(2);
  harness.picture(context, "changed-on-disk");
  const int runs = harness.runner().runs;
  context->ItemClick(kRunChanged);
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  IM_CHECK_EQ(harness.runner().runs.load(), runs + 1);
  context->Yield(2);
  IM_CHECK(!context->ItemExists(kRunChanged));
}

void shows_what_went_wrong(Harness& harness, ImGuiTestContext* context) {
  harness.runner().fails = true;
  context->ItemClick(kRunStudent);
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  IM_CHECK(harness.session().record(Side::student)->outcome.kind ==
           record::Outcome::Kind::tool_error);
  context->ItemClick("//Output/#TAB");
  context->ItemClick("//Source/#TAB");
  harness.picture(context, "tool-error");
}

void opens_another_lab(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Labs/Bare##bare");
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "bare");
  // It has neither deck nor handout: the panes say so.
  context->ItemClick("//Handout/#TAB");
  harness.picture(context, "no-handout");
  context->ItemClick("//Slides/#TAB");
  harness.picture(context, "no-deck");
  context->ItemClick("//Labs/Sample##sample");
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
}

}  // namespace

void add_run_tests(Harness& harness) {
  harness.add("run", "runs on a click", runs_on_a_click);
  harness.add("run", "shows progress and cancels", shows_progress_and_cancels);
  harness.add("run", "offers a run after an edit", offers_a_run_after_an_edit);
  harness.add("run", "shows what went wrong", shows_what_went_wrong);
  harness.add("run", "opens another lab", opens_another_lab);
}

}  // namespace warpscope::viewer::test
