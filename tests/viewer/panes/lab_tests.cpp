// The way through a lab: predict, run, read, reveal, explain.
#include <imgui_internal.h>

#include <filesystem>
#include <fstream>

#include "runner/exercise/lab_progress.h"
#include "runner/lab/instructor_rules.h"
#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/pixels.h"

namespace warpscope::viewer::test {
namespace {

/// The lab "asking" as somebody opens it for the first time.
void open_asking(Harness& harness, ImGuiTestContext* context) {
  std::filesystem::remove_all(harness.lab().folder() / "exercises/asking");
  harness.runner().is_solved = false;
  context->ItemClick("//Labs/Asking##asking");
  context->Yield(6);
}

std::filesystem::path folder_of(Harness& harness) {
  return harness.session().attempt(Side::student).file().parent_path();
}

void change_file(Harness& harness, const char* text) {
  std::ofstream(harness.session().attempt(Side::student).file(), std::ios::app) << text;
}

bool wait_for_runs(Harness& harness, ImGuiTestContext* context) {
  const bool is_done = Harness::wait(context, [&] { return !harness.session().is_running(); });
  context->Yield(4);
  return is_done;
}

bool is_in_view(ImGuiTestContext* context, const char* item) {
  const auto info = context->ItemInfo(item);
  const auto* window = context->WindowInfo("//Lab/lab").Window;
  return info.ID != 0 && window != nullptr && info.RectFull.Min.y >= window->InnerRect.Min.y - 1 &&
         info.RectFull.Max.y <= window->InnerRect.Max.y + 1;
}

void opens_on_the_question(Harness& harness, ImGuiTestContext* context) {
  const int runs = harness.runner().runs;
  open_asking(harness, context);
  IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "asking");
  IM_CHECK(context->GetWindowByRef("//Lab")->DockTabIsVisible);
  IM_CHECK_EQ(harness.runner().runs.load(), runs);
  IM_CHECK(context->ItemExists("//Lab/**/###next step"));
  harness.picture(context, "lab-opened");
}

/// Predicts, runs and reads without the mouse: F4 leads on.
void predicts_by_keyboard(Harness& harness, ImGuiTestContext* context) {
  open_asking(harness, context);
  context->KeyPress(ImGuiKey_F4);
  context->Yield(4);
  context->KeyCharsAppend("4 8 16 32 64 128");
  context->Yield(2);
  IM_CHECK_EQ(harness.session().sheet().answered_drafts(), 1U);
  context->KeyPress(ImGuiKey_F4);  // what task 2 asks about the starter
  context->Yield(4);
  context->KeyCharsAppend("16");
  context->Yield(2);
  IM_CHECK_EQ(harness.session().sheet().answered_drafts(), 2U);
  harness.picture(context, "lab-predicted");
  IM_CHECK(harness.session().sheet().locked("sectors") == nullptr);
  context->KeyPress(ImGuiKey_F4);
  IM_CHECK(wait_for_runs(harness, context));
  const auto* locked = harness.session().sheet().locked("sectors");
  IM_CHECK(locked != nullptr);
  IM_CHECK_EQ(*locked->miss, 96.0);
  // Task 1 has full points, but first one reads what came out.
  IM_CHECK(!context->ItemExists("//Lab/**/##values"));
  const auto& theme = harness.stage().gui().theme();
  const Image image = harness.picture_of(context, "//Lab", "lab-missed");
  IM_CHECK_GT(pixels_like(image, theme.of(Side::student)), 100U);
  IM_CHECK_EQ(runner::load_progress(folder_of(harness))->prediction("sectors")->miss.value(), 96.0);
  context->KeyPress(ImGuiKey_F4);  // goes to task 2
  context->Yield(2);
  harness.runner().has_editor = true;
  harness.runner().opened.clear();
  context->KeyPress(ImGuiKey_F4);
  context->Yield(2);
  IM_CHECK(harness.runner().opened == harness.session().attempt(Side::student).file());
  harness.runner().has_editor = false;
}

void draws_a_curve_with_the_mouse(Harness& harness, ImGuiTestContext* context) {
  open_asking(harness, context);
  context->ItemClick("//Lab/**/###task 0");
  const auto item = context->ItemInfo("//Lab/**/##axes");
  IM_CHECK(item.ID != 0);
  const ImRect box = item.RectFull;
  const auto at = [&](float x, float y) {
    return ImVec2(box.Min.x + x * box.GetWidth(), box.Min.y + y * box.GetHeight());
  };
  context->MouseMoveToPos(at(0.12F, 0.7F));
  context->MouseDown();
  context->MouseMoveToPos(at(0.5F, 0.4F));
  context->MouseMoveToPos(at(0.99F, 0.1F));
  context->MouseUp();
  context->Yield(2);
  auto& sheet = harness.session().sheet();
  const auto* question = sheet.tasks().front().questions.front();
  const auto answer = sheet.draft("sectors").answer(*question);
  IM_CHECK(answer.has_value());
  IM_CHECK_EQ(answer->values.size(), 6U);
  for (std::size_t i = 1; i < 6; ++i) IM_CHECK_GE(answer->values[i], answer->values[i - 1]);
  IM_CHECK_LE(answer->values.back(), 32.0);
  harness.picture_of(context, "//Lab", "lab-drawn");
  context->ItemClick("//Lab/**/higher axis");
  context->ItemClick("//Lab/**/clear");
  IM_CHECK(sheet.draft("sectors").is_empty(*question));
}

/// Values far outside of the axes end there.
void draws_a_curve_of_huge_values(Harness& harness, ImGuiTestContext* context) {
  open_asking(harness, context);
  context->ItemClick("//Lab/**/###task 0");
  for (const char* typed : {"4 -1000000000", "4 -1e30 1e30 8 -1e300 1e300", "1e308 -1e308"}) {
    context->ItemInputValue("//Lab/**/##values", typed);
    context->Yield(2);
    IM_CHECK_STR_EQ(harness.session().sheet().draft("sectors").typed.c_str(), typed);
    IM_CHECK(is_in_view(context, "//Lab/**/##axes"));
  }
  context->ItemClick("//Lab/**/clear");
}

/// An instructor's rules keep the program from being run that has the answer.
void says_why_nothing_is_counted(Harness& harness, ImGuiTestContext* context) {
  const auto rules = harness.lab().folder() / "labs/asking" / runner::kRulesOfLab;
  std::ofstream(rules) << "lab = \"asking\"\nreference = \"never\"\n";
  open_asking(harness, context);
  std::filesystem::remove(rules);
  harness.session().sheet().draft("neighbours").typed = "8";
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(wait_for_runs(harness, context));
  IM_CHECK(!harness.session().sheet().locked("neighbours")->miss.has_value());
  context->ItemClick("//Lab/**/###task 1");
  context->Yield(2);
  IM_CHECK(!harness.session().reason_not_to_count("step-1").empty());
  harness.picture(context, "lab-not-counted");
}

/// A field takes whole characters only.
void cuts_explanations_at_a_character(Harness& harness, ImGuiTestContext* context) {
  open_asking(harness, context);
  context->ScrollToBottom(context->WindowInfo("//Lab/lab").ID);
  context->Yield(2);
  const std::string fits(runner::kMostOfExplanation - 1, 'a');
  ImGui::SetClipboardText((fits + "\u00e4").c_str());
  context->ItemClick("//Lab/**/$$1/##text");
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_V);
  context->Yield(2);
  harness.session().sheet().keep_explanations();
  const auto& kept = harness.session().sheet().progress().explanations;
  IM_CHECK_EQ(kept.count(2), 1U);
  IM_CHECK(kept.at(2) == fits);
}

void predicts_numbers_and_choices(Harness& harness, ImGuiTestContext* context) {
  open_asking(harness, context);
  context->ItemClick("//Lab/**/###task 1");
  context->Yield(2);
  context->ItemInputValue("//Lab/**/##number", "eight");
  harness.picture_of(context, "//Lab", "lab-no-number");
  IM_CHECK_EQ(harness.session().sheet().answered_drafts(), 0U);
  context->ItemInputValue("//Lab/**/##number", "8");
  context->ItemClick("//Lab/**/no");
  IM_CHECK_EQ(harness.session().sheet().answered_drafts(), 2U);
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(wait_for_runs(harness, context));
  IM_CHECK(harness.session().sheet().locked("faster")->is_within);
  IM_CHECK_EQ(*harness.session().sheet().locked("neighbours")->miss, 4.0);
  context->ItemClick("//Lab/**/###task 1");
  harness.picture(context, "lab-numbers");
}

void reveals_by_task(Harness& harness, ImGuiTestContext* context) {
  open_asking(harness, context);
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(wait_for_runs(harness, context));
  change_file(harness, "// misspelt\n");
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(wait_for_runs(harness, context));
  IM_CHECK(harness.session().is_reference_hidden());
  std::ofstream(harness.session().attempt(Side::student).file())
      << "__global__ void copy(int n) {}\n";
  harness.session().sheet().draft("neighbours").typed = "8";
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(wait_for_runs(harness, context));
  IM_CHECK(harness.session().reveal().is_shown("copy"));
  IM_CHECK(!harness.session().reveal().is_shown("store"));
  context->ItemClick("//Lab/#TAB");
  harness.picture(context, "lab-revealed");
  // What is left opens by choice, which is asked once more.
  context->ItemClick("//Lab/**/###task 2");
  context->ItemClick("//Lab/**/Show the reference\u2026");
  context->Yield(2);
  harness.picture_with_cursor(context, "lab-show-reference");
  context->ItemClick("//Show the reference?/Not yet");
  context->Yield(2);
  IM_CHECK(!harness.session().reveal().is_all_shown());
  context->ItemClick("//Lab/**/Show the reference\u2026");
  context->Yield(2);
  context->ItemClick("//Show the reference?/Show it");
  IM_CHECK(wait_for_runs(harness, context));
  IM_CHECK(harness.session().reveal().is_all_shown());
}

/// A right version opens nothing before a prediction: the pane says so and leads to one.
void offers_the_missing_prediction(Harness& harness, ImGuiTestContext* context) {
  open_asking(harness, context);
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(wait_for_runs(harness, context));
  context->ItemClick("//Lab/**/###task 1");
  context->Yield(2);
  IM_CHECK(!context->ItemExists("//Lab/**/###predict"));  // the starter is no answer
  harness.runner().is_solved = true;
  std::ofstream(harness.session().attempt(Side::student).file())
      << "__global__ void copy(int n) {}\n";
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(wait_for_runs(harness, context));
  IM_CHECK(harness.session().is_reference_hidden());
  context->ItemClick("//Lab/**/###task 1");
  context->Yield(2);
  IM_CHECK(context->ItemExists("//Lab/**/###predict"));
  context->ScrollToItemY("//Lab/**/###predict");
  harness.picture(context, "lab-prediction-missing");
  context->ItemClick("//Lab/**/###predict");
  context->Yield(4);
  context->KeyCharsAppend("8");
  context->Yield(2);
  IM_CHECK_STR_EQ(harness.session().sheet().draft("neighbours").typed.c_str(), "8");
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(wait_for_runs(harness, context));
  IM_CHECK(harness.session().reveal().is_shown("copy"));
  IM_CHECK(!context->ItemExists("//Lab/**/###predict"));
}

void asks_before_a_key_reveals(Harness& harness, ImGuiTestContext* context) {
  open_asking(harness, context);
  context->KeyPress(ImGuiKey_F6);
  context->Yield(2);
  IM_CHECK(context->ItemExists("//Show the reference?/Show it"));
  IM_CHECK(harness.session().is_reference_hidden());
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(2);
  IM_CHECK(harness.session().is_reference_hidden());
  IM_CHECK(!context->ItemExists("//Show the reference?/Show it"));
  // "Not yet" comes first.
  context->KeyPress(ImGuiKey_F6);
  context->Yield(4);
  context->KeyPress(ImGuiKey_Space);
  context->Yield(4);
  IM_CHECK(harness.session().is_reference_hidden());
  context->KeyPress(ImGuiKey_F6);
  context->Yield(4);
  context->KeyPress(ImGuiKey_LeftArrow);
  context->KeyPress(ImGuiKey_Space);
  IM_CHECK(wait_for_runs(harness, context));
  IM_CHECK(harness.session().reveal().is_all_shown());
}

void keeps_explanations(Harness& harness, ImGuiTestContext* context) {
  open_asking(harness, context);
  const auto scroll = [&](bool is_down) {
    const auto id = context->WindowInfo("//Lab/lab").ID;
    is_down ? context->ScrollToBottom(id) : context->ScrollToTop(id);
    context->Yield(2);
  };
  scroll(true);
  context->ItemClick("//Lab/**/$$1/##text");
  context->KeyCharsAppend("At 32,\nwhere each lane has a sector.");
  context->Yield(2);
  harness.picture(context, "lab-explained");
  scroll(false);
  context->ItemClick("//Lab/**/###task 2");  // leaves the field
  context->Yield(2);
  const auto kept = runner::load_progress(folder_of(harness));
  IM_CHECK_EQ(kept->explanations.count(2), 1U);
  IM_CHECK_STR_EQ(kept->explanations.at(2).c_str(), "At 32,\nwhere each lane has a sector.");
  context->ItemClick("//Labs/Bare##bare");
  IM_CHECK(wait_for_runs(harness, context));
  context->ItemClick("//Labs/Asking##asking");
  context->Yield(6);
  IM_CHECK_EQ(harness.session().sheet().progress().explanations.size(), 1U);
}

/// On small screens: axes, a refusal and what came out come into view; the next step stays.
void shows_what_it_leads_to(Harness& harness, ImGuiTestContext* context, ImVec2 size) {
  open_asking(harness, context);
  harness.resize(context, size);
  context->KeyPress(ImGuiKey_F4);
  context->Yield(8);
  harness.picture(context, size.y < 768 ? "lab-led-1280x720" : "lab-led-1366x768");
  IM_CHECK(is_in_view(context, "//Lab/**/##axes"));
  IM_CHECK(is_in_view(context, "//Lab/**/##values"));
  context->KeyCharsAppend("4 8");
  const auto before = context->ItemInfo("//Lab/**/##axes").RectFull.Min.y -
                      context->ItemInfo("//Lab/**/##values").RectFull.Max.y;
  context->KeyPress(ImGuiKey_F4);
  context->Yield(8);
  const auto after = context->ItemInfo("//Lab/**/##axes").RectFull.Min.y -
                     context->ItemInfo("//Lab/**/##values").RectFull.Max.y;
  IM_CHECK_GT(after, before + 8);  // the refusal stands between them
  IM_CHECK(is_in_view(context, "//Lab/**/##values"));
  IM_CHECK(is_in_view(context, "//Lab/**/##axes"));
  harness.picture(context, size.y < 768 ? "lab-refused-1280x720" : "lab-refused-1366x768");
  context->KeyCharsAppend(" 16 32 64 128");
  context->Yield(6);
  context->ScrollToBottom(context->WindowInfo("//Lab/lab").ID);
  const auto step = context->ItemInfo("//Lab/**/###next step");
  const auto* pane = context->GetWindowByRef("//Lab");
  IM_CHECK(step.ID != 0);
  IM_CHECK(pane->InnerRect.Contains(step.RectFull));
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(wait_for_runs(harness, context));
  context->Yield(8);
  IM_CHECK(is_in_view(context, "//Lab/**/curve"));
  harness.picture(context, size.y < 768 ? "lab-came-out-1280x720" : "lab-came-out-1366x768");
  context->ScrollToTop(context->WindowInfo("//Lab/lab").ID);
  context->ItemClick("//Lab/**/###task 2");
  context->Yield(4);
  IM_CHECK(!context->ItemExists("//Lab/**/##number"));  // the run has answered it
  harness.picture(context, "lab-told");
}

/// Nothing of the pane is wider than its column.
void fits_its_column(Harness& harness, ImGuiTestContext* context) {
  constexpr Screen kScreens[] = {{"lab-1366x768", {1366, 768}},
                                 {"lab-1280x720", {1280, 720}},
                                 {"lab-scale-1.5", {1600, 1000}, 1.5F}};
  open_asking(harness, context);
  for (const auto& screen : kScreens) {
    harness.resize(context, screen.size, screen.scale);
    harness.picture(context, screen.name);
    const auto* pane = context->GetWindowByRef("//Lab");
    for (const auto* window : ImGui::GetCurrentContext()->Windows) {
      if (!window->WasActive || window->RootWindow != pane->RootWindow) continue;
      IM_CHECK_LE(window->ContentSize.x, window->WorkRect.GetWidth() + 1);
    }
  }
}

}  // namespace

void add_lab_tests(Harness& harness) {
  harness.add("lab", "opens on the question", opens_on_the_question);
  harness.add("lab", "predicts by keyboard", predicts_by_keyboard);
  harness.add("lab", "draws a curve with the mouse", draws_a_curve_with_the_mouse);
  harness.add("lab", "draws a curve of huge values", draws_a_curve_of_huge_values);
  harness.add("lab", "says why nothing is counted", says_why_nothing_is_counted);
  harness.add("lab", "cuts explanations at a character", cuts_explanations_at_a_character);
  harness.add("lab", "predicts numbers and choices", predicts_numbers_and_choices);
  harness.add("lab", "reveals by task", reveals_by_task);
  harness.add("lab", "offers the missing prediction", offers_the_missing_prediction);
  harness.add("lab", "asks before a key reveals", asks_before_a_key_reveals);
  harness.add("lab", "keeps explanations", keeps_explanations);
  harness.add("lab", "shows what it leads to at 1366x768",
              [](Harness& at, ImGuiTestContext* context) {
                shows_what_it_leads_to(at, context, {1366, 768});
              });
  harness.add("lab", "shows what it leads to at 1280x720",
              [](Harness& at, ImGuiTestContext* context) {
                shows_what_it_leads_to(at, context, {1280, 720});
              });
  harness.add("lab", "fits its column", fits_its_column);
}

}  // namespace warpscope::viewer::test
