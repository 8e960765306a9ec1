// The pane with the lab's curves: one large, all in small.
#include <imgui_internal.h>

#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include "tests/viewer/support/harness.h"
#include "tests/viewer/support/pixels.h"
#include "tests/viewer/support/sample_records.h"
#include "viewer/plots/sweep_plot.h"

namespace warpscope::viewer::test {
namespace {

/// The sample's sweep, and as many others with the same cases.
record::RunRecord with_sweeps(record::RunRecord record, std::size_t count) {
  const auto cases = record.cases;
  for (std::size_t i = 1; i < count; ++i) {
    auto sweep = record.sweeps.front();
    sweep.id = "other-" + std::to_string(i);
    sweep.title = "copy_of_many: " + std::to_string(100 * i) + " x 260 doubles (8 bytes)";
    record.sweeps.push_back(sweep);
    const auto launches = record.launches.size() / i;
    for (std::size_t k = 0; k < launches; ++k) {
      auto launch = record.launches[k];
      auto set = cases[launch.case_index.value()];
      set.name = sweep.id + "/" + set.name;
      set.sweep = sweep.id;
      launch.id = static_cast<std::uint32_t>(record.launches.size());
      launch.case_index = static_cast<std::uint32_t>(record.cases.size());
      record.cases.push_back(set);
      record.launches.push_back(launch);
    }
  }
  return record;
}

void show_sweeps(Harness& harness, ImGuiTestContext* context, std::size_t count) {
  harness.session().attempt(Side::student).show(with_sweeps(student_record(), count));
  harness.session().attempt(Side::reference).show(with_sweeps(reference_record(), count));
  context->ItemClick("//Sweeps/#TAB");
  context->Yield(3);
}

bool is_large(ImGuiTestContext* context, const std::string& sweep) {
  return context->ItemExists(("//Sweeps/**/" + sweep + "/Whole curve").c_str());
}

bool is_in_strip(ImGuiTestContext* context, const std::string& sweep) {
  return context->ItemExists(("//Sweeps/**/show " + sweep).c_str());
}

void one_is_large(Harness& harness, ImGuiTestContext* context) {
  show_sweeps(harness, context, 4);
  IM_CHECK(is_large(context, "stride"));
  IM_CHECK(!is_large(context, "other-1"));
  for (const char* sweep : {"stride", "other-1", "other-2", "other-3"})
    IM_CHECK(is_in_strip(context, sweep));
  context->ItemClick("//Sweeps/**/show other-2");
  context->Yield(2);
  IM_CHECK(is_large(context, "other-2"));
  IM_CHECK(!is_large(context, "stride"));
  harness.picture_of(context, "//Sweeps", "curves-chosen");
  context->KeyPress(ImGuiKey_RightArrow);
  context->Yield(2);
  IM_CHECK(is_large(context, "other-3"));
  context->KeyPress(ImGuiKey_RightArrow);  // it is the last
  context->ItemClick("//Sweeps/**/\u25C0##previous");
  context->Yield(2);
  IM_CHECK(is_large(context, "other-2"));
}

void the_choice_is_kept_by_lab(Harness& harness, ImGuiTestContext* context) {
  show_sweeps(harness, context, 3);
  context->ItemClick("//Sweeps/**/show other-1");
  context->Yield(2);
  const KeptChoices later(harness.lab().services().exercises_folder);
  IM_CHECK_STR_EQ(later.get("sweep of sample").c_str(), "other-1");
  harness.session().open_lab("asking");
  context->Yield(3);
  harness.session().open_lab("sample");
  show_sweeps(harness, context, 3);
  IM_CHECK(is_large(context, "other-1"));
  context->ItemClick("//Sweeps/**/show stride");
}

void a_chosen_case_is_shown(Harness& harness, ImGuiTestContext* context) {
  show_sweeps(harness, context, 3);
  auto& session = harness.session();
  choose_case(session.selection(), session.records(), "other-1/copy/stride-4");
  context->Yield(3);
  IM_CHECK(is_large(context, "other-1"));
  choose_everything(session.selection());
  context->ItemClick("//Sweeps/**/show stride");
}

void one_sweep_has_no_strip(Harness& harness, ImGuiTestContext* context) {
  show_sweeps(harness, context, 1);
  IM_CHECK(is_large(context, "stride"));
  IM_CHECK(!is_in_strip(context, "stride"));
}

const ImGuiWindow* plots(ImGuiTestContext* context) {
  return context->WindowInfo("//Sweeps/plots").Window;
}

/// In the middle of the large plot.
ImVec2 place_in_plot(ImGuiTestContext* context) {
  const ImGuiWindow* window = plots(context);
  return {window->Pos.x + window->Size.x * 0.4F, window->Pos.y + 110};
}

void the_wheel_scrolls_and_zooms_with_ctrl(Harness& harness, ImGuiTestContext* context) {
  harness.resize(context, {1280, 720});
  show_sweeps(harness, context, 8);
  const Image whole = harness.picture_of(context, "//Sweeps", "curves-whole");
  IM_CHECK_GT(plots(context)->ScrollMax.y, 0.0F);
  context->MouseMoveToPos(place_in_plot(context));
  context->MouseWheelY(-2);
  context->Yield(4);
  IM_CHECK_GT(plots(context)->Scroll.y, 0.0F);
  context->MouseWheelY(20);
  context->Yield(8);
  IM_CHECK_EQ(plots(context)->Scroll.y, 0.0F);
  IM_CHECK_LT(difference(whole, harness.picture_of(context, "//Sweeps", "curves-scrolled-back")),
              0.002);
  context->MouseMoveToPos(place_in_plot(context));
  context->KeyDown(ImGuiMod_Ctrl);
  context->MouseWheelY(4);
  context->Yield(2);
  context->KeyUp(ImGuiMod_Ctrl);
  IM_CHECK_EQ(plots(context)->Scroll.y, 0.0F);
  const Image zoomed = harness.picture_of(context, "//Sweeps", "curves-zoomed");
  IM_CHECK_GT(difference(whole, zoomed), 0.01);
  context->ItemClick("//Sweeps/**/stride/Whole curve");
  IM_CHECK_LT(difference(whole, harness.picture_of(context, "//Sweeps", "curves-whole-again")),
              0.002);
}

/// Two labs have a sweep of this name.
void zoom_is_kept_by_lab(Harness& harness, ImGuiTestContext* context) {
  const auto is_zoomed = [&] {
    const auto button = context->ItemInfo("//Sweeps/**/stride/Whole curve");
    return button.ID != 0 && (button.ItemFlags & ImGuiItemFlags_Disabled) == 0;
  };
  show_sweeps(harness, context, 3);
  IM_CHECK(!is_zoomed());
  context->MouseMoveToPos(place_in_plot(context));
  context->KeyDown(ImGuiMod_Ctrl);
  context->MouseWheelY(4);
  context->Yield(2);
  context->KeyUp(ImGuiMod_Ctrl);
  IM_CHECK(is_zoomed());
  harness.session().open_lab("bare");
  show_sweeps(harness, context, 3);
  IM_CHECK(is_large(context, "stride"));
  IM_CHECK(!is_zoomed());
  harness.session().open_lab("sample");
  show_sweeps(harness, context, 3);
  IM_CHECK(is_zoomed());
  context->ItemClick("//Sweeps/**/stride/Whole curve");
}

/// Where the small plots are, by name. What is scrolled out of sight has no place, so it is
/// scrolled.
std::map<std::string, ImRect> small_plots(ImGuiTestContext* context, std::size_t count) {
  std::map<std::string, ImRect> found;
  constexpr float kStep = 60;
  for (float scroll = 0;; scroll += kStep) {
    context->ScrollToY(plots(context)->ID, scroll);
    context->Yield(2);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string sweep = i == 0 ? "stride" : "other-" + std::to_string(i);
      const auto item =
          context->ItemInfo(("//Sweeps/**/show " + sweep).c_str(), ImGuiTestOpFlags_NoError);
      if (item.ID == 0) continue;
      ImRect place = item.RectFull;
      place.Translate({0, plots(context)->Scroll.y});
      found.emplace(sweep, place);
    }
    if (scroll >= plots(context)->ScrollMax.y) break;
  }
  context->ScrollToY(plots(context)->ID, 0);
  context->Yield(2);
  return found;
}

/// All is inside the pane's width, and no small plot lies on another.
void fits_its_pane(Harness& harness, ImGuiTestContext* context) {
  constexpr Screen kScreens[] = {{"curves-1280", {1280, 720}},
                                 {"curves-1366", {1366, 768}},
                                 {"curves-1920-1.5", {1920, 1080}, 1.5F},
                                 {"curves-1280-1.5", {1280, 720}, 1.5F}};
  constexpr std::size_t kSweeps = 8;
  show_sweeps(harness, context, kSweeps);
  for (const auto& screen : kScreens) {
    harness.resize(context, screen.size, screen.scale);
    IM_CHECK_EQ(plots(context)->ScrollMax.x, 0.0F);
    const ImRect inside = plots(context)->InnerRect;
    const auto small = small_plots(context, kSweeps);
    IM_CHECK_EQ(small.size(), kSweeps);
    for (auto one = small.begin(); one != small.end(); ++one) {
      IM_CHECK_GE(one->second.Min.x, inside.Min.x);
      IM_CHECK_LE(one->second.Max.x, inside.Max.x);
      for (auto other = small.begin(); other != one; ++other)
        IM_CHECK(!other->second.Overlaps(one->second));
    }
    const auto button = context->ItemInfo("//Sweeps/**/stride/Whole curve");
    IM_CHECK_LE(button.RectFull.Max.x, inside.Max.x);
    ImRect turning = context->ItemInfo("//Sweeps/**/\u25B6##next").RectFull;
    // The text "1 / 8" comes behind it.
    turning.Max.x += 2 * kTextSize * screen.scale;
    IM_CHECK(!turning.Overlaps(button.RectFull));
    harness.picture(context, screen.name);
  }
}

/// Other programs are neither orange nor blue.
void sides_keep_their_colors(Harness&, ImGuiTestContext*) {
  for (const std::size_t count : {1U, 2U, 5U, 12U}) {
    for (std::size_t program = 0; program < count; ++program) {
      const ImVec4 color = ImGui::ColorConvertU32ToFloat4(color_beside(program, count));
      float hue = 0, saturation = 0, value = 0;
      ImGui::ColorConvertRGBtoHSV(color.x, color.y, color.z, hue, saturation, value);
      constexpr float kOrange = 0.085F, kBlue = 0.58F, kApart = 0.08F;
      IM_CHECK_GT(std::abs(hue - kOrange), kApart);
      IM_CHECK_GT(std::abs(hue - kBlue), kApart);
    }
  }
}

}  // namespace

void add_curve_tests(Harness& harness) {
  harness.add("curves", "one is large", one_is_large);
  harness.add("curves", "the choice is kept by lab", the_choice_is_kept_by_lab);
  harness.add("curves", "a chosen case is shown", a_chosen_case_is_shown);
  harness.add("curves", "one sweep has no strip", one_sweep_has_no_strip);
  harness.add("curves", "zoom is kept by lab", zoom_is_kept_by_lab);
  harness.add("curves", "the wheel scrolls, and zooms with Ctrl",
              the_wheel_scrolls_and_zooms_with_ctrl);
  harness.add("curves", "fits its pane", fits_its_pane);
  harness.add("curves", "sides keep their colours", sides_keep_their_colors);
}

}  // namespace warpscope::viewer::test
