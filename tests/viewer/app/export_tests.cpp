// What the window writes to disk.
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "tests/viewer/support/harness.h"

namespace warpscope::viewer::test {
namespace {

void do_by_words(ImGuiTestContext* context, const char* words) {
  context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_P);
  context->Yield(3);
  context->KeyChars(words);
  context->Yield(2);
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(4);
}

std::filesystem::path export_folder(Harness& harness) {
  return harness.session().attempt(Side::student).file().parent_path() / "warpscope-report";
}

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Width and height in the header of a PNG file; 0 where there is none.
std::pair<int, int> png_size(const std::string& png) {
  const auto number = [&png](std::size_t at) {
    int value = 0;
    for (std::size_t i = at; i < at + 4 && i < png.size(); ++i)
      value = value << 8 | static_cast<unsigned char>(png[i]);
    return value;
  };
  return {number(16), number(20)};
}

void writes_tables(Harness& harness, ImGuiTestContext* context) {
  const auto folder = export_folder(harness);
  std::filesystem::remove_all(folder);
  do_by_words(context, "csv");
  const std::string cases = read(folder / "cases.csv"), launches = read(folder / "launches.csv");
  IM_CHECK(cases.find("copy/stride-32") != std::string::npos);
  const auto rows = std::count(launches.begin(), launches.end(), '\n');
  const auto expected = harness.session().record(Side::student)->launches.size() +
                        harness.session().record(Side::reference)->launches.size();
  IM_CHECK_EQ(static_cast<std::size_t>(rows), expected + 1);
  IM_CHECK(std::filesystem::exists(folder / "stalls.csv"));
  IM_CHECK(std::filesystem::exists(folder / "transfers.csv"));
  do_by_words(context, "report records");
  IM_CHECK(std::filesystem::exists(folder / "report.html"));
  IM_CHECK(std::filesystem::exists(folder / "student.json"));
  IM_CHECK(harness.stage().shell().view().notice.find("warpscope-report") != std::string::npos);
}

/// The folder's place is taken by a file.
void says_why_it_cannot_write(Harness& harness, ImGuiTestContext* context) {
  const auto folder = export_folder(harness);
  std::filesystem::remove_all(folder);
  std::ofstream(folder) << "in the way";
  do_by_words(context, "csv");
  IM_CHECK(harness.stage().shell().view().notice.starts_with("Cannot export"));
  std::filesystem::remove(folder);
}

void writes_a_picture_of_the_pane(Harness& harness, ImGuiTestContext* context) {
  const auto folder = export_folder(harness);
  std::filesystem::remove_all(folder);
  context->ItemClick("//Sweeps/#TAB");
  context->Yield(2);
  do_by_words(context, "picture");
  const Image& whole = harness.picture(context, "before-export");  // a frame that is drawn
  context->Yield(2);
  const auto file = folder / "sweeps.png";
  IM_CHECK(std::filesystem::exists(file));
  const auto* pane = context->GetWindowByRef("//Sweeps");
  const auto size = png_size(read(file));
  IM_CHECK_EQ(size.first, static_cast<int>(pane->Size.x));
  IM_CHECK_EQ(size.second, static_cast<int>(pane->Size.y));
  // The same pixels as on the screen, without the palette on them.
  const auto cut = crop(whole, static_cast<int>(pane->Pos.x), static_cast<int>(pane->Pos.y),
                        size.first, size.second);
  const auto expected = folder / "expected.png";
  write_png(cut, expected);
  IM_CHECK(read(file) == read(expected));
}

}  // namespace

void add_export_tests(Harness& harness) {
  harness.add("export", "writes tables", writes_tables);
  harness.add("export", "says why it cannot write", says_why_it_cannot_write);
  harness.add("export", "writes a picture of the pane", writes_a_picture_of_the_pane);
}

}  // namespace warpscope::viewer::test
