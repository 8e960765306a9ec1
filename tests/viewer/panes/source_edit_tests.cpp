// Writing in the pane Source: typing, saving, running, what other programs do meanwhile.
#include <imgui_internal.h>

#include <fstream>
#include <string>

#include "base/files.h"
#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/pixels.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

constexpr const char* kDialog = "//Save your file?";

EditedFile& edited(Harness& harness) { return harness.session().edited(); }

std::filesystem::path file_of(Harness& harness) {
  return harness.session().attempt(Side::student).file();
}

/// The starter's text, in the file and here.
void begin(Harness& harness, ImGuiTestContext* context) {
  const auto starter = read_file(harness.lab().folder() / "labs/sample/starter.cu");
  edited(harness).drop();
  std::ofstream(file_of(harness)) << starter;
  IM_CHECK(harness.wait(context, [&] { return edited(harness).text() == starter; }));
  harness.session().run(Side::student);
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
}

/// Keyboard alone: into the text, to its begin.
void go_to_text(ImGuiTestContext* context) {
  context->KeyPress(ImGuiKey_F2);
  context->Yield(4);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Home);
  context->Yield(2);
}

void type(ImGuiTestContext* context, const char* text) {
  context->KeyChars(text);
  context->Yield(2);
}

bool begins_with(Harness& harness, const std::string& text) {
  return edited(harness).text().starts_with(text);
}

void types_and_undoes(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  context->ItemClick("//Labs/#TAB");
  const auto before = edited(harness).text();
  const auto theme = harness.stage().shell().view().theme;
  go_to_text(context);
  type(context, "// w s a d f n m . , ?");
  IM_CHECK(begins_with(harness, "// w s a d f n m . , ?"));
  IM_CHECK(!harness.stage().shell().view().shows_help);
  IM_CHECK(harness.stage().shell().view().theme == theme);
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(2);
  IM_CHECK_STR_EQ(edited(harness).text().c_str(), ("// w s a d f n m . , ?\n" + before).c_str());
  IM_CHECK(edited(harness).is_unsaved());
  IM_CHECK_STR_EQ(read_file(file_of(harness)).c_str(), before.c_str());
  harness.picture(context, "edit-typed");
  while (edited(harness).is_unsaved() && !context->IsError()) {
    const auto text = edited(harness).text();
    context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    context->Yield(2);
    IM_CHECK(edited(harness).text() != text);
  }
  IM_CHECK_STR_EQ(edited(harness).text().c_str(), before.c_str());
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Y);
  context->Yield(2);
  IM_CHECK(edited(harness).is_unsaved());
  harness.do_by_palette(context, "undo file");
  context->Yield(4);
  IM_CHECK(!edited(harness).is_unsaved());
  type(context, "x");  // the keyboard is in the text again
  IM_CHECK(edited(harness).is_unsaved());
}

void saves_and_runs(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  go_to_text(context);
  type(context, "// mine ");
  const int runs = harness.runner().runs;
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
  context->Yield(2);
  IM_CHECK(!edited(harness).is_unsaved());
  IM_CHECK(read_file(file_of(harness)).starts_with("// mine "));
  IM_CHECK_EQ(harness.runner().runs.load(), runs);
  type(context, "and more ");
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(harness.wait(context, [&] { return harness.runner().runs > runs; }));
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  IM_CHECK(read_file(file_of(harness)).starts_with("// mine and more "));
  const auto& run = harness.session().record(Side::student)->sources.front().text;
  IM_CHECK(run.starts_with("// mine and more "));
  type(context, "still ");  // a run leaves the keyboard where it was
  IM_CHECK(begins_with(harness, "// mine and more still "));
}

void numbers_go_with_their_lines(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  const auto& theme = harness.stage().gui().theme();
  context->ItemClick("//Source/#TAB");
  context->Yield(2);
  const Image before = harness.picture_of(context, "//Source", "edit-numbers-before");
  go_to_text(context);
  for (int k = 0; k < 3; ++k) context->KeyPress(ImGuiKey_Enter);
  context->Yield(2);
  const Image after = harness.picture_of(context, "//Source", "edit-numbers-after");
  // The load's cell and the finding's bar are as large as before, three lines below.
  const ImU32 hot = theme.heat_of(20.7 / 4);
  IM_CHECK_GT(pixels_like(before, hot), 200U);
  IM_CHECK_LT(std::abs(static_cast<int>(pixels_like(after, hot)) -
                       static_cast<int>(pixels_like(before, hot))),
              40);
  harness.session().selection().jump_to(Side::student, {"exercise.cu", kLoadLine});
  context->Yield(4);
  harness.picture_of(context, "//Source", "edit-jump");
  type(context, "!");  // a jump takes the cursor along
  const auto& text = edited(harness).text();
  IM_CHECK(text.find("\n!    out[i]") != std::string::npos);
  const Image edited_line = harness.picture_of(context, "//Source", "edit-numbers-edited");
  IM_CHECK_LT(pixels_like(edited_line, hot), pixels_like(after, hot) / 2);
}

void asks_which_of_two_texts_stays(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  const auto starter = edited(harness).text();
  for (const bool keeps_own : {true, false}) {
    go_to_text(context);
    type(context, "// mine ");
    std::ofstream(file_of(harness)) << "// theirs\n" << starter;
    IM_CHECK(harness.wait(context, [&] { return edited(harness).is_changed_by_others(); }));
    IM_CHECK(begins_with(harness, "// mine "));
    context->Yield(2);
    harness.picture(context, "edit-two-texts");
    const int runs = harness.runner().runs;
    context->KeyPress(ImGuiKey_F5);
    context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
    context->Yield(2);
    IM_CHECK_EQ(harness.runner().runs.load(), runs);
    IM_CHECK(read_file(file_of(harness)).starts_with("// theirs"));
    context->ItemClick(keeps_own ? "//Source/**/Mine" : "//Source/**/The file's");
    context->Yield(2);
    IM_CHECK(!edited(harness).is_changed_by_others());
    if (keeps_own) {
      IM_CHECK(begins_with(harness, "// mine "));
      context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_S);
      context->Yield(2);
      IM_CHECK(read_file(file_of(harness)).starts_with("// mine "));
    } else {
      IM_CHECK(begins_with(harness, "// theirs\n"));
      go_to_text(context);
      context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
      context->Yield(2);
      IM_CHECK(begins_with(harness, "// mine "));
    }
    begin(harness, context);
  }
}

void takes_over_what_an_editor_wrote(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  const auto starter = edited(harness).text();
  go_to_text(context);
  for (int k = 0; k < 3; ++k) context->KeyPress(ImGuiKey_DownArrow);
  context->Yield();
  std::ofstream(file_of(harness)) << starter << "// of an editor\n";
  IM_CHECK(harness.wait(context, [&] { return edited(harness).text() != starter; }));
  context->Yield(2);
  type(context, "x");  // the cursor is where it was
  const auto fourth = starter.find("__global__");
  IM_CHECK_STR_EQ(edited(harness).text().substr(fourth, 3).c_str(), "x__");
  IM_CHECK(edited(harness).text().ends_with("// of an editor\n"));
}

/// Also where there is no line behind what has changed.
void takes_over_the_last_line(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  for (const char* text : {"a\nb", "a", "a\nb\nc", "b\nc", "", "z\n", "\nz"}) {
    std::ofstream(file_of(harness)) << text;
    IM_CHECK(harness.wait(context, [&] { return edited(harness).text() == text; }));
    go_to_text(context);
    type(context, "x");
    IM_CHECK_STR_EQ(edited(harness).text().c_str(), (std::string("x") + text).c_str());
    context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    context->Yield(2);
    IM_CHECK(!edited(harness).is_unsaved());
  }
  begin(harness, context);
}

void finds(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  go_to_text(context);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_F);
  context->Yield(4);
  type(context, "stride]");
  harness.picture(context, "edit-find");
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(4);
  type(context, "1");  // what was found is chosen
  IM_CHECK(edited(harness).text().find("in[i * 1;") != std::string::npos);
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(2);
}

void asks_before_another_lab(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  const auto open_bare = [&] {
    go_to_text(context);
    type(context, "// mine ");
    context->ItemClick("//Labs/Bare##bare");
    context->Yield(4);
    IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "sample");
  };
  open_bare();
  harness.picture(context, "edit-unsaved");
  for (const auto key : {ImGuiKey_RightArrow, ImGuiKey_RightArrow, ImGuiKey_Enter}) {
    context->KeyPress(key);
    context->Yield(2);
  }
  IM_CHECK(ImGui::FindWindowByName("Save your file?")->WasActive == false);
  IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "sample");
  IM_CHECK(edited(harness).is_unsaved());
  context->ItemClick("//Labs/Bare##bare");
  context->Yield(4);
  harness.picture(context, "edit-unsaved-again");
  context->KeyPress(ImGuiKey_Enter);  // Save is what the keyboard is on
  context->Yield(4);
  IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "bare");
  const auto sample = harness.lab().folder() / "exercises/sample/exercise.cu";
  IM_CHECK(read_file(sample).starts_with("// mine "));
  harness.session().open_lab("sample");
  context->Yield(4);
  open_bare();
  context->ItemClick((std::string(kDialog) + "/Do not save").c_str());
  context->Yield(4);
  IM_CHECK_STR_EQ(harness.session().lab()->id.c_str(), "bare");
  IM_CHECK(!read_file(sample).starts_with("// mine // mine"));
}

void asks_before_it_closes(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  auto& shell = harness.stage().shell();
  IM_CHECK(shell.may_close());
  go_to_text(context);
  type(context, "// mine ");
  IM_CHECK(!shell.may_close());
  context->Yield(4);
  context->ItemClick((std::string(kDialog) + "/Stay here").c_str());
  context->Yield(4);
  IM_CHECK(!shell.view().closes);
  IM_CHECK(!shell.may_close());
  context->Yield(4);
  // Nobody may have seen that the file is another one by now.
  std::ofstream(file_of(harness)) << "// theirs\n";
  context->ItemClick((std::string(kDialog) + "/Save").c_str());
  context->Yield(4);
  IM_CHECK(!shell.view().closes);
  harness.picture(context, "edit-unsaved-two-texts");
  IM_CHECK(edited(harness).is_unsaved());
  context->ItemClick((std::string(kDialog) + "/Do not save").c_str());
  context->Yield(4);
  IM_CHECK(shell.view().closes);
  IM_CHECK(!edited(harness).is_unsaved());
  IM_CHECK_STR_EQ(read_file(file_of(harness)).c_str(), "// theirs\n");
  shell.view().closes = false;
  std::ofstream(file_of(harness)) << read_file(harness.lab().folder() / "labs/sample/starter.cu");
}

/// The keyboard stays in the text, whose lines have the errors; F8 goes from one to the next.
void marks_what_does_not_compile(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  const auto& theme = harness.stage().gui().theme();
  context->ItemClick("//Timeline/#TAB");
  go_to_text(context);
  type(context, "misspelt ");
  const Image before = harness.picture_of(context, "//Source", "edit-compiles");
  context->KeyPress(ImGuiKey_F5);
  IM_CHECK(harness.wait(context, [&] { return !harness.session().is_running(); }));
  context->Yield(4);
  IM_CHECK(context->GetWindowByRef("//Output")->DockTabIsVisible);
  IM_CHECK(context->ItemExists("//Findings/$$0/$$0/finding"));
  type(context, "x ");
  IM_CHECK(begins_with(harness, "misspelt x "));
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  harness.session().attempt(Side::student).show(compile_error_record());
  const auto& selection = harness.session().selection();
  for (const std::uint32_t line : {1U, 2U, 1U}) {
    context->KeyPress(ImGuiKey_F8);
    context->Yield(4);
    IM_CHECK_EQ(selection.line->line, line);
  }
  edited(harness).drop();
  std::ofstream(file_of(harness)) << compile_error_record().sources.front().text;
  IM_CHECK(harness.wait(context, [&] { return begins_with(harness, "__global__"); }));
  context->Yield(4);
  const Image after = harness.picture_of(context, "//Source", "edit-does-not-compile");
  IM_CHECK_GT(pixels_like(after, theme.error), pixels_like(before, theme.error) + 60);
  begin(harness, context);
}

/// Nothing has come from another program meanwhile.
void edits_the_file_of_the_lab_that_is_open(Harness& harness, ImGuiTestContext* context) {
  go_to_text(context);
  harness.session().open_lab("bare");
  go_to_text(context);
  const auto text = read_file(file_of(harness));
  type(context, "x");
  IM_CHECK_STR_EQ(edited(harness).text().c_str(), ("x" + text).c_str());
}

/// Another file than the one that is edited.
void goes_to_an_error_in_a_header(Harness& harness, ImGuiTestContext* context) {
  auto record = compile_error_record();
  record.sources.push_back({"mine.h", "int wrong\n"});
  record.findings.front().where = record::SourceLine{"mine.h", 1};
  harness.session().attempt(Side::student).show(record);
  go_to_text(context);
  const Image before = harness.picture_of(context, "//Source", "edit-before-header");
  const auto text = edited(harness).text();
  context->KeyPress(ImGuiKey_F8);
  context->Yield(4);
  type(context, "x");
  IM_CHECK_STR_EQ(edited(harness).text().c_str(), text.c_str());
  const Image header = harness.picture_of(context, "//Source", "edit-header");
  IM_CHECK_GT(difference(before, header), 0.002);
  context->KeyPress(ImGuiKey_F8);  // the compiler's second error is in the student's file
  context->Yield(4);
  type(context, "x");
  IM_CHECK(edited(harness).text() != text);
}

void leaves_others_as_they_are(Harness& harness, ImGuiTestContext* context) {
  begin(harness, context);
  context->ItemClick("//Source/#TAB");
  context->ItemClick("//Source/side/Reference");
  context->Yield(2);
  const auto* window = context->GetWindowByRef("//Source");
  context->MouseMoveToPos(window->Rect().GetCenter());
  context->MouseClick();
  const auto own = edited(harness).text();
  const Image before = harness.picture_of(context, "//Source", "edit-reference-before");
  context->KeyChars("abc");
  context->KeyPress(ImGuiKey_Delete);
  context->Yield(2);
  IM_CHECK_LT(difference(before, harness.picture_of(context, "//Source", "edit-reference")), 0.002);
  IM_CHECK_STR_EQ(edited(harness).text().c_str(), own.c_str());
  context->ItemClick("//Source/side/Student");
}

}  // namespace

void add_source_edit_tests(Harness& harness) {
  harness.add("edit", "types and undoes", types_and_undoes);
  harness.add("edit", "saves and runs", saves_and_runs);
  harness.add("edit", "numbers go with their lines", numbers_go_with_their_lines);
  harness.add("edit", "asks which of two texts stays", asks_which_of_two_texts_stays);
  harness.add("edit", "takes over what an editor wrote", takes_over_what_an_editor_wrote);
  harness.add("edit", "takes over the last line", takes_over_the_last_line);
  harness.add("edit", "finds", finds);
  harness.add("edit", "asks before another lab", asks_before_another_lab);
  harness.add("edit", "asks before it closes", asks_before_it_closes);
  harness.add("edit", "marks what does not compile", marks_what_does_not_compile);
  harness.add("edit", "edits the file of the lab that is open",
              edits_the_file_of_the_lab_that_is_open);
  harness.add("edit", "goes to an error in a header", goes_to_an_error_in_a_header);
  harness.add("edit", "leaves others as they are", leaves_others_as_they_are);
}

}  // namespace warpscope::viewer::test
