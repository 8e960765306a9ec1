// The table of launches: sorted, filtered, with the columns that were chosen, copied and written.
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <string>

#include "base/files.h"
#include "record/metrics.h"
#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/sample_records.h"

namespace warpscope::viewer::test {
namespace {

void open_launches(ImGuiTestContext* context) {
  context->ItemClick("//Launches/#TAB");
  context->Yield(4);
}

using Rows = std::vector<std::string>;

/// The first cells of a table's rows.
Rows rows_of(const std::string& table) {
  std::istringstream in(table);
  Rows rows;
  for (std::string line; std::getline(in, line);) rows.push_back(line.substr(0, line.find(',')));
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

/// Of the table that was copied.
Rows copied_rows(ImGuiTestContext* context) {
  context->ItemClick("//Launches/Copy table");
  return rows_of(ImGui::GetClipboardText());
}

/// Opens the popup of columns. Names of items are then its own, until it is closed.
void open_columns(ImGuiTestContext* context) {
  context->ItemClick("//Launches/###columns");
  context->Yield(2);
  const auto& popups = ImGui::GetCurrentContext()->OpenPopupStack;
  IM_CHECK(!popups.empty() && popups.back().Window != nullptr);
  context->SetRef(popups.back().Window->ID);
}

void close_columns(ImGuiTestContext* context) {
  context->SetRef("");
  context->PopupCloseAll();
  context->Yield(4);
}

void click_heading(ImGuiTestContext* context, const char* heading) {
  context->ItemClick((std::string("//Launches/**/") + heading).c_str());
  context->Yield(3);
}

/// Whether the table that is copied has such a column.
bool has_column(ImGuiTestContext* context, const std::string& heading) {
  context->ItemClick("//Launches/Copy table");
  const std::string text = ImGui::GetClipboardText();
  return text.substr(0, text.find('\n')).find(heading) != std::string::npos;
}

void sorts_by_a_heading(Harness& harness, ImGuiTestContext* context) {
  harness.session().selection().side = Side::student;
  open_launches(context);
  IM_CHECK(copied_rows(context) == (Rows{"0", "1", "2", "3", "4", "5"}));
  click_heading(context, "time");
  IM_CHECK(copied_rows(context) == (Rows{"3", "4", "5", "2", "1", "0"}));
  harness.picture_of(context, "//Launches", "launches-sorted");
  click_heading(context, "time");
  IM_CHECK(copied_rows(context) == (Rows{"0", "1", "2", "3", "4", "5"}));
  click_heading(context, "time");  // the third click: as they ran
  click_heading(context, "case");
  IM_CHECK(copied_rows(context) == (Rows{"0", "4", "1", "5", "2", "3"}));
  click_heading(context, "case");
  click_heading(context, "case");
  IM_CHECK(copied_rows(context) == (Rows{"0", "1", "2", "3", "4", "5"}));
}

void keeps_the_order_with_other_columns(Harness&, ImGuiTestContext* context) {
  open_launches(context);
  click_heading(context, "time");
  open_columns(context);
  context->ItemClick("**/start");
  close_columns(context);
  IM_CHECK(has_column(context, "start"));
  IM_CHECK(copied_rows(context) == (Rows{"3", "4", "5", "2", "1", "0"}));
  open_columns(context);
  context->ItemClick("As at first");
  close_columns(context);
  click_heading(context, "time");
  click_heading(context, "time");
  IM_CHECK(copied_rows(context) == (Rows{"0", "1", "2", "3", "4", "5"}));
}

void filters_by_text(Harness&, ImGuiTestContext* context) {
  open_launches(context);
  context->ItemInputValue("//Launches/##filter", "STRIDE-1");
  context->Yield(3);
  IM_CHECK(copied_rows(context) == (Rows{"0", "4"}));
  context->ItemInputValue("//Launches/##filter", "");
  context->Yield(3);
  IM_CHECK_EQ(copied_rows(context).size(), 6U);
}

void offers_all_counters(Harness& harness, ImGuiTestContext* context) {
  open_launches(context);
  const std::string chosen(record::metric::kLoadBytes);
  IM_CHECK(!has_column(context, std::string(record::find_metric(chosen)->short_name)));
  open_columns(context);
  const auto choice = [&](const std::string& name) {
    // The name in Nsight Compute finds it, too.
    context->ItemInputValue("##find", name.c_str());
    context->Yield(2);
    return "**/" + std::string(record::find_metric(name)->short_name);
  };
  const auto record = student_record();
  for (const auto& [name, value] : record.launches[0].counters)
    IM_CHECK(context->ItemExists(choice(name).c_str()));
  const std::string box = choice(chosen);
  context->MouseMove(box.c_str());
  context->Yield(60);
  const auto* tip = ImGui::FindWindowByName("##Tooltip_00");
  IM_CHECK(tip != nullptr && tip->Active);  // the sentence
  harness.picture_with_cursor(context, "launches-columns");
  context->ItemClick(box.c_str());
  context->ItemInputValue("##find", "");
  close_columns(context);
  const std::string heading(record::find_metric(chosen)->short_name);
  IM_CHECK(has_column(context, heading));
  const KeptChoices later(harness.lab().services().exercises_folder);
  IM_CHECK(later.get("columns of launches").find(chosen) != std::string::npos);
  // It stays when another lab was open.
  harness.session().open_lab("asking");
  context->Yield(3);
  harness.session().open_lab("sample");
  harness.session().attempt(Side::student).show(student_record());
  open_launches(context);
  IM_CHECK(has_column(context, heading));
  open_columns(context);
  context->ItemClick("As at first");
  close_columns(context);
  IM_CHECK(!has_column(context, heading));
}

void copies_and_writes(Harness& harness, ImGuiTestContext* context) {
  harness.session().selection().side = Side::student;
  open_launches(context);
  context->ItemClick("//Launches/**/1");
  context->KeyDown(ImGuiMod_Ctrl);
  context->ItemClick("//Launches/**/4");
  context->KeyUp(ImGuiMod_Ctrl);
  context->Yield(2);
  context->ItemClick("//Launches/Copy rows");
  const std::string two = ImGui::GetClipboardText();
  IM_CHECK_EQ(std::ranges::count(two, '\n'), 3);
  IM_CHECK(two.find("\r\n1,") != std::string::npos);
  IM_CHECK(two.find("\r\n4,") != std::string::npos);
  IM_CHECK(two.find("time, s (modelled)") != std::string::npos);
  ImGui::SetClipboardText("");
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_C);
  IM_CHECK_STR_EQ(ImGui::GetClipboardText(), two.c_str());
  context->ItemClick("//Launches/Copy table");
  const std::string all = ImGui::GetClipboardText();
  IM_CHECK_EQ(std::ranges::count(all, '\n'), 7);
  context->ItemClick("//Launches/Save CSV");
  const auto file =
      harness.session().attempt(Side::student).file().parent_path() / "launches-student.csv";
  IM_CHECK(std::filesystem::exists(file));
  IM_CHECK_STR_EQ(read_file(file).c_str(), all.c_str());
  IM_CHECK(harness.stage().shell().view().notice.find(file.string()) != std::string::npos);
  choose_everything(harness.session().selection());
}

/// What was chosen elsewhere is chosen in the table, too.
void copies_what_is_chosen(Harness& harness, ImGuiTestContext* context) {
  auto& session = harness.session();
  session.selection().side = Side::student;
  open_launches(context);
  choose_launch(session.selection(), session.records(), Side::student, 3);
  context->Yield(2);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_C);
  IM_CHECK(rows_of(ImGui::GetClipboardText()) == Rows{"3"});
  ImGui::SetClipboardText("");
  context->ItemClick("//Launches/Copy rows");
  IM_CHECK(rows_of(ImGui::GetClipboardText()) == Rows{"3"});
  choose_everything(session.selection());
  context->Yield(2);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_C);
  IM_CHECK_EQ(rows_of(ImGui::GetClipboardText()).size(),
              session.record(Side::student)->launches.size());
}

/// The same launch on both sides, with a sign where they differ.
void shows_the_other_side(Harness& harness, ImGuiTestContext* context) {
  auto& session = harness.session();
  choose_launch(session.selection(), session.records(), Side::student, 0);
  context->ItemClick("//Timeline/#TAB");
  context->Yield(4);
  context->SetRef(context->WindowInfo("//Timeline/details").ID);
  IM_CHECK(context->ItemExists("Beside the other side"));
  context->ItemOpen("Beside the other side");
  context->Yield(3);
  context->ScrollToBottom(context->WindowInfo("//Timeline/details").ID);
  context->SetRef("");
  harness.picture_of(context, "//Timeline", "launch-beside");
  context->SetRef(context->WindowInfo("//Timeline/details").ID);
  context->ItemClose("Beside the other side");
  context->SetRef("");
  choose_everything(session.selection());
}

/// The fastest of some frames, in seconds.
double frame_time(ImGuiTestContext* context) {
  using Clock = std::chrono::steady_clock;
  double fastest = 1;
  for (int i = 0; i < 20; ++i) {
    const auto begin = Clock::now();
    context->Yield();
    fastest = std::min(fastest, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return fastest;
}

void shows_many_launches(Harness& harness, ImGuiTestContext* context) {
  harness.session().selection().side = Side::student;
  open_launches(context);
  const double few = frame_time(context);
  auto record = student_record();
  constexpr std::uint32_t kMany = 20'000;
  while (record.launches.size() < kMany) {
    auto launch = record.launches[record.launches.size() % 6];
    launch.id = static_cast<std::uint32_t>(record.launches.size());
    launch.case_index.reset();
    launch.lines.clear();
    record.launches.push_back(launch);
  }
  harness.session().attempt(Side::student).show(std::move(record));
  open_launches(context);
  click_heading(context, "time");
  const double many = frame_time(context);
  context->LogInfo("%.2f ms with 6 launches, %.2f ms with 20,000", few * 1e3, many * 1e3);
  harness.picture_of(context, "//Launches", "launches-many");
  IM_CHECK_LT(many, 1.0 / 60);
  IM_CHECK_LT(many, 3 * few);  // nothing is sorted in every frame
  click_heading(context, "time");
  click_heading(context, "time");
}

void fits_small_screens(Harness& harness, ImGuiTestContext* context) {
  constexpr Screen kScreens[] = {{"launches-1280", {1280, 720}},
                                 {"launches-1366", {1366, 768}},
                                 {"launches-1280-1.5", {1280, 720}, 1.5F}};
  for (const auto& screen : kScreens) {
    harness.resize(context, screen.size, screen.scale);
    open_launches(context);
    const ImRect inside = context->GetWindowByRef("//Launches")->InnerRect;
    ImVector<ImRect> places;
    for (const char* item : {"##filter", "###columns", "Copy rows", "Copy table", "Save CSV"}) {
      const ImRect place = context->ItemInfo((std::string("//Launches/") + item).c_str()).RectFull;
      IM_CHECK(inside.Contains(place));
      for (const auto& other : places) IM_CHECK(!other.Overlaps(place));
      places.push_back(place);
    }
    harness.picture(context, screen.name);
  }
}

}  // namespace

void add_launch_tests(Harness& harness) {
  harness.add("launches", "sorts by a heading", sorts_by_a_heading);
  harness.add("launches", "keeps the order with other columns", keeps_the_order_with_other_columns);
  harness.add("launches", "filters by text", filters_by_text);
  harness.add("launches", "offers all counters", offers_all_counters);
  harness.add("launches", "copies and writes", copies_and_writes);
  harness.add("launches", "copies what is chosen", copies_what_is_chosen);
  harness.add("launches", "shows the other side", shows_the_other_side);
  harness.add("launches", "shows many launches", shows_many_launches);
  harness.add("launches", "fits small screens", fits_small_screens);
}

}  // namespace warpscope::viewer::test
