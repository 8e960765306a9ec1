#include "viewer/panes/launch_details.h"

#include <imgui.h>

#include <string>

#include "base/quantity.h"
#include "record/derived.h"
#include "record/names.h"
#include "viewer/model/numbers.h"
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

}  // namespace

void draw_launch_details(PaneContext& context) {
  const auto& selection = context.session.selection();
  const auto* record = context.session.record(selection.side);
  if (record == nullptr || !selection.launch || *selection.launch >= record->launches.size())
    return;
  const auto& theme = context.theme;
  const auto& launch = record->launches[*selection.launch];
  ImGui::PushFont(context.fonts.strong, 0);
  wrapped_text(theme.of(selection.side), short_kernel_name(launch.kernel));
  ImGui::PopFont();
  ImGui::SetItemTooltip("%s", launch.kernel.c_str());
  ImGui::PushFont(nullptr, kSmallSize);
  if (ImGui::BeginTable("launch", 2, ImGuiTableFlags_SizingFixedFit)) {
    if (launch.case_index && *launch.case_index < record->cases.size()) {
      row(theme, "case", record->cases[*launch.case_index].name);
    }
    const std::string times = "time, " + std::string(record::in_words(record->device.times));
    row(theme, times.c_str(), time_text(launch.duration_s));
    row(theme, "grid", text_of(launch.grid));
    row(theme, "block", text_of(launch.block));
    if (launch.dram_bytes > 0) row(theme, "DRAM", bytes_text(launch.dram_bytes));
    const auto shared = launch.static_shared_bytes + launch.dynamic_shared_bytes;
    if (shared > 0) row(theme, "shared", bytes_text(shared));
    if (!launch.phases.empty() || launch.phases_left_out > 0) {
      row(theme, "phases", std::to_string(launch.phases.size()),
          std::to_string(launch.phases_left_out) + " marks left out");
    }
    for (const auto& metric : record::derived_metrics()) {
      if (const auto value = record::evaluate(metric, launch.counters)) {
        row(theme, std::string(metric.short_name).c_str(), fixed(*value, 2),
            std::string(metric.name) + "\n" + std::string(metric.description));
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopFont();
}

}  // namespace warpscope::viewer
