// What the window writes to disk.
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "base/files.h"
#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/png_size.h"

namespace warpscope::viewer::test {
namespace {

std::filesystem::path export_folder(Harness& harness) {
  return harness.session().attempt(Side::student).file().parent_path() / "warpscope-report";
}

void writes_tables(Harness& harness, ImGuiTestContext* context) {
  const auto folder = export_folder(harness);
  std::filesystem::remove_all(folder);
  Harness::do_by_palette(context, "csv");
  IM_CHECK(std::filesystem::exists(folder / "cases.csv"));
  IM_CHECK(std::filesystem::exists(folder / "launches.csv"));
  const std::string cases = read_file(folder / "cases.csv"),
                    launches = read_file(folder / "launches.csv");
  IM_CHECK(cases.find("copy/stride-32") != std::string::npos);
  const auto rows = std::count(launches.begin(), launches.end(), '\n');
  const auto expected = harness.session().record(Side::student)->launches.size() +
                        harness.session().record(Side::reference)->launches.size();
  IM_CHECK_EQ(static_cast<std::size_t>(rows), expected + 1);
  IM_CHECK(std::filesystem::exists(folder / "stalls.csv"));
  IM_CHECK(std::filesystem::exists(folder / "transfers.csv"));
  Harness::do_by_palette(context, "report records");
  IM_CHECK(std::filesystem::exists(folder / "report.html"));
  IM_CHECK(std::filesystem::exists(folder / "student.json"));
  IM_CHECK(harness.stage().shell().view().notice.find("warpscope-report") != std::string::npos);
}

/// The folder's place is taken by a file.
void says_why_it_cannot_write(Harness& harness, ImGuiTestContext* context) {
  const auto folder = export_folder(harness);
  std::filesystem::remove_all(folder);
  std::ofstream(folder) << "in the way";
  Harness::do_by_palette(context, "csv");
  IM_CHECK(harness.stage().shell().view().notice.starts_with("Cannot export"));
  std::filesystem::remove(folder);
}

void writes_a_picture_of_the_pane(Harness& harness, ImGuiTestContext* context) {
  const auto folder = export_folder(harness);
  std::filesystem::remove_all(folder);
  context->ItemClick("//Sweeps/#TAB");
  context->Yield(2);
  Harness::do_by_palette(context, "picture");
  const Image& whole = harness.picture(context, "before-export");  // a frame that is drawn
  context->Yield(2);
  const auto file = folder / "sweeps.png";
  IM_CHECK(std::filesystem::exists(file));
  const auto* pane = context->GetWindowByRef("//Sweeps");
  const auto size = png_size(read_file(file));
  IM_CHECK_EQ(size.first, static_cast<int>(pane->Size.x));
  IM_CHECK_EQ(size.second, static_cast<int>(pane->Size.y));
  // The same pixels as on the screen, without the palette on them.
  const auto cut = crop(whole, static_cast<int>(pane->Pos.x), static_cast<int>(pane->Pos.y),
                        size.first, size.second);
  const auto expected = folder / "expected.png";
  write_png(cut, expected);
  IM_CHECK(read_file(file) == read_file(expected));
}

}  // namespace

void add_export_tests(Harness& harness) {
  harness.add("export", "writes tables", writes_tables);
  harness.add("export", "says why it cannot write", says_why_it_cannot_write);
  harness.add("export", "writes a picture of the pane", writes_a_picture_of_the_pane);
}

}  // namespace warpscope::viewer::test
