// Every launch of one side with its requests and sectors. A click chooses it everywhere.
#include <imgui.h>

#include <array>
#include <string>

#include "base/quantity.h"
#include "record/derived.h"
#include "record/kernel_name.h"
#include "record/names.h"
#include "viewer/model/case_table.h"
#include "viewer/model/labels.h"
#include "viewer/model/missing.h"
#include "viewer/model/numbers.h"
#include "viewer/panes/make_pane.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

struct LaunchColumn {
  const char* heading;
  const char* meaning;
};

constexpr std::array kLaunchColumns{
    LaunchColumn{"", "Number of the launch in its run"},
    LaunchColumn{"kernel", ""},
    LaunchColumn{"case", "The call of the judge that it belongs to"},
    LaunchColumn{"time", "On the device"},
    LaunchColumn{"blocks", "Blocks of the grid"},
    LaunchColumn{"threads", "Threads of a block"},
    LaunchColumn{"load requests",
                 "Requests of loads from global memory, one for each warp and instruction"},
    LaunchColumn{"load sectors", "Sectors of 32 bytes that these requests touched"},
    LaunchColumn{"sectors/load", "Sectors per load request"},
    LaunchColumn{"store requests", "Requests of stores to global memory"},
    LaunchColumn{"store sectors", "Sectors of 32 bytes that these requests touched"},
    LaunchColumn{"sectors/store", "Sectors per store request"},
    LaunchColumn{"lanes", "Lanes that took part in an instruction, of 32, on average"},
};

constexpr std::size_t kCaseColumn = 2;  ///< left out where a run has no cases

std::string volume_text(const record::Dim3& size) {
  return count_text(std::uint64_t{size.x} * size.y * size.z);
}

void draw_traffic(const Traffic& traffic) {
  for (const auto value : {traffic.requests, traffic.sectors}) {
    ImGui::TableNextColumn();
    if (traffic.requests > 0) ImGui::TextUnformatted(count_text(value).c_str());
  }
  ImGui::TableNextColumn();
  if (const auto ratio = traffic.sectors_per_request()) {
    ImGui::TextUnformatted(fixed(*ratio, 2).c_str());
  }
}

}  // namespace

class LaunchesPane final : public Pane {
 public:
  std::string_view id() const override { return "launches"; }
  const char* title() const override { return "Launches"; }
  Place place() const override { return Place::bottom; }

  void draw(PaneContext& context) override {
    auto& selection = context.session.selection();
    if (context.session.record(other(selection.side)) != nullptr) {
      selection.side = choose_side("side", selection.side, context.session, context.theme);
    }
    const auto* record = context.session.record(selection.side);
    if (record == nullptr || record->launches.empty()) {
      empty_message(context.theme, record == nullptr ? absence_of(context.session, selection.side)
                                                     : why_no_launches(*record));
      return;
    }
    constexpr auto kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                            ImGuiTableFlags_ScrollX | ImGuiTableFlags_BordersInnerV |
                            ImGuiTableFlags_SizingFixedFit;
    ImGui::PushFont(nullptr, kSmallSize);
    has_cases_ = !record->cases.empty();
    if (ImGui::BeginTable("launches",
                          static_cast<int>(kLaunchColumns.size()) - (has_cases_ ? 0 : 1), kFlags)) {
      ImGui::TableSetupScrollFreeze(2, 1);
      draw_headings(context, *record);
      ImGuiListClipper clipper;
      clipper.Begin(static_cast<int>(record->launches.size()));
      while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
          draw_launch(context, *record, static_cast<std::uint32_t>(i));
        }
      }
      ImGui::EndTable();
    }
    ImGui::PopFont();
  }

 private:
  void draw_headings(const PaneContext& context, const record::RunRecord& record) const {
    begin_heading_row(context.theme);
    for (const auto& column : kLaunchColumns) {
      if (&column == &kLaunchColumns[kCaseColumn] && !has_cases_) continue;
      ImGui::TableNextColumn();
      const bool is_time = std::string_view(column.heading) == "time";
      const std::string text =
          is_time ? "time, " + std::string(record::in_words(record.device.times)) : column.heading;
      colored_text(context.theme.muted, text);
      if (*column.meaning != '\0') ImGui::SetItemTooltip("%s", column.meaning);
    }
  }

  void draw_launch(PaneContext& context, const record::RunRecord& record, std::uint32_t i) const {
    auto& selection = context.session.selection();
    const auto& launch = record.launches[i];
    const auto cell = [](const std::string& text) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(text.c_str());
    };
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const bool is_chosen =
        selection.is_partial(selection.side) && selection.covers(selection.side, record, launch);
    if (ImGui::Selectable(std::to_string(i).c_str(), is_chosen,
                          ImGuiSelectableFlags_SpanAllColumns)) {
      choose_launch(selection, context.session.records(), selection.side, i);
      ++selection.focuses;
    }
    cell(record::short_kernel_name(launch.kernel));
    const auto* name = case_name_of(record, launch.case_index);
    if (has_cases_) cell(name == nullptr ? "" : *name);
    cell(time_text(launch.duration_s));
    cell(volume_text(launch.grid));
    cell(volume_text(launch.block));
    draw_traffic(loads_of(launch.counters));
    draw_traffic(stores_of(launch.counters));
    const auto lanes = record::metric_value(record::derived::kLanesPerInstruction, launch.counters);
    cell(lanes ? compact(*lanes) : "");
  }

  bool has_cases_ = false;  ///< of the record in this frame
};

template std::unique_ptr<Pane> make_pane<LaunchesPane>();

}  // namespace warpscope::viewer
