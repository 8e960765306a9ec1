// The pane of requests: banks pass by pass, sectors of lines, steps, the index that is edited.
#include <imgui_internal.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/viewer/support/access_records.h"
#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/pixels.h"

namespace warpscope::viewer::test {
namespace {

/// Of the colour of a side's cells; its text has it, too, in far fewer pixels.
std::size_t cells_of(Harness& harness, ImGuiTestContext* context, Side side, const char* name) {
  const auto& theme = harness.stage().gui().theme();
  const Image image = harness.picture_of(context, "//Access", name);
  return pixels_like(image, theme.of(side), 60);
}

void show(Harness& harness, ImGuiTestContext* context) {
  harness.session().attempt(Side::student).show(transpose_record(32));
  harness.session().attempt(Side::reference).show(transpose_record(33));
  context->ItemClick("//Access/#TAB");
  context->Yield(2);
}

void draws_both_sides_in_their_colours(Harness& harness, ImGuiTestContext* context) {
  show(harness, context);
  IM_CHECK_GT(cells_of(harness, context, Side::student, "access-banks"), 200U);
  IM_CHECK_GT(cells_of(harness, context, Side::reference, "access-banks-both"), 200U);
}

void follows_the_chosen_line(Harness& harness, ImGuiTestContext* context) {
  show(harness, context);
  const Image banks = harness.picture_of(context, "//Access", "access-line-banks");
  harness.session().selection().jump_to(Side::student, {"exercise.cu", kRowLine});
  context->Yield(2);
  IM_CHECK_GT(difference(banks, harness.picture_of(context, "//Access", "access-line-sectors")),
              0.01);
  harness.session().selection().jump_to(Side::student, {"exercise.cu", 1});
  context->Yield(2);
  harness.picture_of(context, "//Access", "access-line-without");
  harness.session().selection().line.reset();
}

void steps_through_requests(Harness& harness, ImGuiTestContext* context) {
  show(harness, context);
  const Image first = harness.picture_of(context, "//Access", "access-step-0");
  context->ItemClick("//Access/next");
  context->ItemClick("//Access/next");
  const Image third = harness.picture_of(context, "//Access", "access-step-2");
  IM_CHECK_GT(difference(first, third), 0.005);
  context->ItemClick("//Access/Worst");
  IM_CHECK_LT(difference(first, harness.picture_of(context, "//Access", "access-step-worst")),
              0.01);
  context->KeyPress(ImGuiKey_Period);
  context->KeyPress(ImGuiKey_Period);
  IM_CHECK_LT(difference(third, harness.picture_of(context, "//Access", "access-key-2")), 0.01);
  context->KeyPress(ImGuiKey_M);
  IM_CHECK_LT(difference(first, harness.picture_of(context, "//Access", "access-key-worst")), 0.01);
}

void redraws_an_edited_index(Harness& harness, ImGuiTestContext* context) {
  show(harness, context);
  context->ItemInputValue("//Access/##shape", "[32][33]");
  context->Yield(2);
  const Image padded = harness.picture_of(context, "//Access", "access-edited");
  context->ItemInputValue("//Access/##index", "[x] / 0");
  context->Yield(2);
  const Image wrong = harness.picture_of(context, "//Access", "access-edited-wrong");
  const auto& theme = harness.stage().gui().theme();
  IM_CHECK_GT(pixels_like(wrong, theme.error, 60), pixels_like(padded, theme.error, 60) + 20);
  context->ItemClick("//Access/Reset");
  IM_CHECK_GT(cells_of(harness, context, Side::reference, "access-reset"), 200U);
}

void keeps_a_long_index_whole(Harness& harness, ImGuiTestContext* context) {
  record::RunRecord record = transpose_record(32);
  std::string zeros;
  for (int k = 0; k < 40; ++k) zeros += " + 0 * x";
  std::string& text = record.sources.front().text;
  text.replace(text.find("tile[x]"), 7, "tile[x" + zeros + "]");
  harness.session().attempt(Side::student).show(record);
  harness.session().attempt(Side::reference).show(transpose_record(33));
  harness.session().selection().jump_to(Side::student, {"exercise.cu", kColumnLine});
  context->ItemClick("//Access/#TAB");
  context->Yield(2);
  const auto& theme = harness.stage().gui().theme();
  context->ItemInputValue("//Access/##shape", "[32][33]");
  context->Yield(2);
  const Image before = harness.picture_of(context, "//Access", "access-long");
  context->ItemClick("//Access/##index");
  context->KeyPress(ImGuiKey_End);
  context->KeyChars(" ");
  context->Yield(2);
  const Image edited = harness.picture_of(context, "//Access", "access-long-edited");
  // Cut anywhere, the brackets do not close: a sentence of error, and no cells of that index.
  IM_CHECK_LT(pixels_like(edited, theme.error, 60), pixels_like(before, theme.error, 60) + 20);
  IM_CHECK_GT(pixels_like(edited, theme.muted, 10) + 200, pixels_like(before, theme.muted, 10));
  harness.session().selection().line.reset();
}

void says_why_there_is_nothing(Harness& harness, ImGuiTestContext* context) {
  context->ItemClick("//Access/#TAB");
  IM_CHECK_GT(distinct_colors(harness.picture_of(context, "//Access", "access-none")), 24U);
}

void takes_a_line_of_the_source(Harness& harness, ImGuiTestContext* context) {
  show(harness, context);
  auto& session = harness.session();
  const std::string& text = session.record(Side::student)->sources.front().text;
  std::ofstream(session.attempt(Side::student).file()) << text;
  IM_CHECK(harness.wait(context, [&] { return session.edited().text() == text; }));
  context->ItemClick("//Source/#TAB");
  context->Yield(2);
  const ImGuiWindow* window = ImGui::FindWindowByName("Source");
  IM_CHECK(window != nullptr);
  context->MouseMoveToPos({window->Pos.x + window->Size.x * 0.6F, window->Pos.y + 110});
  context->MouseClick();
  context->Yield(2);
  IM_CHECK(harness.session().selection().line.has_value());
  IM_CHECK_STR_EQ(harness.session().selection().line->file.c_str(), "exercise.cu");
  std::filesystem::copy_file(harness.lab().folder() / "labs/sample/starter.cu",
                             session.attempt(Side::student).file(),
                             std::filesystem::copy_options::overwrite_existing);
}

}  // namespace

void add_access_tests(Harness& harness) {
  harness.add("access", "draws both sides in their colours", draws_both_sides_in_their_colours);
  harness.add("access", "follows the chosen line", follows_the_chosen_line);
  harness.add("access", "steps through requests", steps_through_requests);
  harness.add("access", "redraws an edited index", redraws_an_edited_index);
  harness.add("access", "keeps a long index whole", keeps_a_long_index_whole);
  harness.add("access", "says why there is nothing", says_why_there_is_nothing);
  harness.add("access", "takes a line of the source", takes_a_line_of_the_source);
}

}  // namespace warpscope::viewer::test
