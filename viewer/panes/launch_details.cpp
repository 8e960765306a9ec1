#include "viewer/panes/launch_details.h"

#include <imgui.h>

#include <string>

#include "base/quantity.h"
#include "record/cut_off.h"
#include "record/derived.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "record/names.h"
#include "record/ranges.h"
#include "record/sample.h"
#include "viewer/model/counter_rows.h"
#include "viewer/model/labels.h"
#include "viewer/model/launch_twin.h"
#include "viewer/model/timeline.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

std::string text_of(const record::Dim3& size) {
  return std::to_string(size.x) + " \u00d7 " + std::to_string(size.y) + " \u00d7 " +
         std::to_string(size.z);
}

void row(const Theme& theme, const char* what, const std::string& value,
         const std::string& tip = {}) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  colored_text(theme.muted, what);
  if (!tip.empty()) ImGui::SetItemTooltip("%s", tip.c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(value.c_str());
  if (!tip.empty()) ImGui::SetItemTooltip("%s", tip.c_str());
}

/// The counter's name in Nsight Compute and what it counts.
std::string tip_of(const std::string& metric) {
  std::string_view description;
  if (const auto* ratio = record::find_derived_metric(metric)) description = ratio->description;
  if (const auto* counter = record::find_metric(metric)) description = counter->description;
  return std::string(description) + "\n" + metric;
}

/// Both sides; a sign and a colour where they differ.
void draw_beside(PaneContext& context, const record::RunRecord& record,
                 const record::Launch& launch, const record::RunRecord& other_record,
                 const record::Launch& twin) {
  const auto& theme = context.theme;
  const auto side = context.session.selection().side;
  if (!ImGui::BeginTable("beside", 3, ImGuiTableFlags_SizingFixedFit)) return;
  ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("here", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("there", ImGuiTableColumnFlags_WidthFixed);
  const auto line = [&](const std::string& what, const std::string& value,
                        const std::string& beside, bool is_equal, const std::string& tip) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    wrapped_text(theme.muted, is_equal ? what : what + " \u2260");
    if (!tip.empty()) ImGui::SetItemTooltip("%s", tip.c_str());
    ImGui::TableNextColumn();
    colored_text(is_equal ? theme.text : theme.of(side), value.c_str());
    ImGui::TableNextColumn();
    colored_text(is_equal ? theme.text : theme.of(other(side)), beside.c_str());
  };
  line("", side_label(context.session, side), side_label(context.session, other(side)), false, {});
  line("device", record.device.id, other_record.device.id,
       record.device.id == other_record.device.id, {});
  line("kernel", record::short_kernel_name(launch.kernel), record::short_kernel_name(twin.kernel),
       launch.kernel_mangled == twin.kernel_mangled, {});
  line("time", record::launch_time_text(launch), record::launch_time_text(twin), true,
       std::string(record::in_words(record.device.times)) + " and " +
           std::string(record::in_words(other_record.device.times)));
  for (const auto& one : twin_rows(record.device, launch, other_record.device, twin))
    line(one.words, one.value, one.other, one.is_equal, tip_of(one.metric));
  ImGui::EndTable();
}

}  // namespace

void draw_launch_details(PaneContext& context) {
  const auto& selection = context.session.selection();
  const auto* record = context.session.record(selection.side);
  const auto* chosen = selection.launch_in(selection.side, record);
  if (chosen == nullptr) return;
  const auto& theme = context.theme;
  const auto& launch = *chosen;
  ImGui::PushFont(context.fonts.strong, 0);
  wrapped_text(theme.of(selection.side), record::short_kernel_name(launch.kernel));
  ImGui::PopFont();
  ImGui::SetItemTooltip("%s", launch.kernel.c_str());
  ImGui::PushFont(nullptr, kSmallSize);
  if (ImGui::BeginTable("launch", 2, ImGuiTableFlags_SizingFixedFit)) {
    if (const auto* name = case_name_of(*record, launch.case_index)) row(theme, "case", *name);
    const std::string times = "time, " + std::string(record::in_words(record->device.times));
    row(theme, times.c_str(), record::launch_time_text(launch));
    if (launch.cold) row(theme, "with a cold L2 cache", time_text(launch.cold->median_s));
    row(theme, "grid", text_of(launch.grid));
    if (const auto sample = record::sample_text(launch); !sample.empty())
      row(theme, "blocks run", sample);
    row(theme, "block", text_of(launch.block));
    if (const auto ranges = record::ranges_text(*record, launch.ranges); !ranges.empty())
      row(theme, "range", ranges);
    if (launch.dram_bytes > 0) row(theme, "DRAM", bytes_text(launch.dram_bytes));
    const auto shared = launch.static_shared_bytes + launch.dynamic_shared_bytes;
    if (shared > 0) row(theme, "shared", bytes_text(shared));
    if (!launch.phases.empty() || launch.phases_left_out > 0) {
      row(theme, "phases", std::to_string(launch.phases.size()),
          std::to_string(launch.phases_left_out) + " marks left out");
    }
    for (const auto& main : main_rows(launch.counters)) {
      row(theme, main.words.c_str(), main.value, tip_of(main.metric));
      if (main.metric != record::metric::kLoadRequests) continue;
      if (const auto text = load_requests_per_warp(launch); !text.empty()) row(theme, "", text);
    }
    ImGui::EndTable();
  }
  for (const auto& sentence : {record::cut_off_text(launch), record::sum_text(launch)}) {
    if (!sentence.empty()) wrapped_text(theme.muted, sentence);
  }
  if (ImGui::TreeNode("All counters")) {
    if (ImGui::BeginTable("all counters", 2, ImGuiTableFlags_SizingFixedFit)) {
      for (const auto& one : all_rows(launch.counters)) {
        row(theme, one.words.c_str(), one.value, tip_of(one.metric));
      }
      ImGui::EndTable();
    }
    ImGui::TreePop();
  }
  const auto* other_record = context.session.record(other(selection.side));
  const auto* twin = other_record == nullptr ? nullptr : twin_of(*record, launch, *other_record);
  if (twin != nullptr && ImGui::TreeNode("Beside the other side")) {
    draw_beside(context, *record, launch, *other_record, *twin);
    ImGui::TreePop();
  }
  ImGui::PopFont();
}

}  // namespace warpscope::viewer
