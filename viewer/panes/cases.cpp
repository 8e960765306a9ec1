// All cases that the judge set, student beside reference.
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "record/derived.h"
#include "record/names.h"
#include "viewer/model/labels.h"
#include "viewer/model/numbers.h"
#include "viewer/model/per_record.h"
#include "viewer/panes/make_pane.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

struct CaseRow {
  record::Case::Verdict verdict = record::Case::Verdict::not_run;
  std::string name, message;
  std::optional<double> kernel_s, bytes_per_s, sectors_per_request;
};
using CaseRows = std::vector<CaseRow>;

namespace {

CaseRows rows_of(const record::RunRecord& record) {
  CaseRows rows;
  for (std::uint32_t i = 0; i < record.cases.size(); ++i) {
    const auto& set = record.cases[i];
    CaseRow row{set.verdict, set.name, set.message, std::nullopt, std::nullopt, std::nullopt};
    const double kernel_s = record::case_kernel_s(record, i);
    if (kernel_s > 0) row.kernel_s = kernel_s;
    row.bytes_per_s = record::effective_bandwidth_bytes_per_s(record, i);
    row.sectors_per_request =
        record::metric_value(record::derived::kSectorsPerRequest, record::case_counters(record, i));
    rows.push_back(std::move(row));
  }
  return rows;
}

const CaseRow* find_row(const CaseRows& rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &CaseRow::name);
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

class CasesPane final : public Pane {
 public:
  std::string_view id() const override { return "cases"; }
  const char* title() const override { return "Cases"; }
  Place place() const override { return Place::bottom; }

  void draw(PaneContext& context) override {
    const auto& student = rows_.get(context.session.attempt(Side::student), rows_of);
    const auto& reference = rows_.get(context.session.attempt(Side::reference), rows_of);
    const auto& leading = student.empty() ? reference : student;
    if (leading.empty()) {
      const auto* record = context.session.record(Side::student);
      empty_message(context.theme, record == nullptr ? absence_of(context.session, Side::student)
                                                     : "This run has no cases.");
      return;
    }
    constexpr auto kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                            ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingStretchProp;
    if (!ImGui::BeginTable("cases", 9, kFlags)) return;
    ImGui::TableSetupScrollFreeze(1, 2);
    constexpr float kWeights[] = {2.6F, 1.5F, 1, 1, 1, 1.5F, 1, 1, 1};
    for (const float weight : kWeights) ImGui::TableSetupColumn("", 0, weight);
    draw_headings(context);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(leading.size()));
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const auto& name = leading[static_cast<std::size_t>(i)].name;
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(name.c_str());
        draw_cells(context, find_row(student, name));
        draw_cells(context, find_row(reference, name));
      }
    }
    ImGui::EndTable();
  }

 private:
  static void draw_headings(const PaneContext& context) {
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (const Side side : kSides) {
      ImGui::TableSetColumnIndex(side == Side::student ? 1 : 5);
      colored_text(context.theme.of(side), side_title(side));
    }
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    const auto* shown = context.session.record(Side::student);
    if (shown == nullptr) shown = context.session.record(Side::reference);
    const std::string times =
        shown == nullptr ? "" : std::string(record::in_words(shown->device.times));
    const std::string counts =
        shown == nullptr ? "" : std::string(record::in_words(shown->device.counters));
    ImGui::TableNextColumn();
    colored_text(context.theme.muted, "case");
    for (int side = 0; side < 2; ++side) {
      const auto heading = [&](const char* text, const std::string& tip) {
        ImGui::TableNextColumn();
        colored_text(context.theme.muted, text);
        if (!tip.empty()) ImGui::SetItemTooltip("%s", tip.c_str());
      };
      heading("answer", "");
      heading("time", "Device time of its launches, " + times);
      heading("GB/s", "Useful bytes over device time, " + times);
      heading("sect/req", "32-byte sectors per request, loads and stores, " + counts);
    }
  }

  static void draw_cells(const PaneContext& context, const CaseRow* row) {
    const auto number = [&](const std::optional<double>& value, auto&& to_text) {
      ImGui::TableNextColumn();
      if (value) ImGui::TextUnformatted(to_text(*value).c_str());
    };
    ImGui::TableNextColumn();
    if (row == nullptr) {
      for (int i = 0; i < 3; ++i) ImGui::TableNextColumn();
      return;
    }
    using Verdict = record::Case::Verdict;
    const bool is_correct = row->verdict == Verdict::correct;
    const ImU32 color = is_correct                         ? context.theme.good
                        : row->verdict == Verdict::not_run ? context.theme.muted
                                                           : context.theme.error;
    const std::string text = (is_correct                         ? "\u2713 "
                              : row->verdict == Verdict::not_run ? "\u2013 "
                                                                 : "\u2717 ") +
                             std::string(record::in_words(row->verdict));
    colored_text(color, text);
    if (!row->message.empty()) ImGui::SetItemTooltip("%s", row->message.c_str());
    number(row->kernel_s, time_text);
    number(row->bytes_per_s, [](double value) { return compact(value * 1e-9); });
    number(row->sectors_per_request, [](double value) { return fixed(value, 2); });
  }

  PerRecord<CaseRows> rows_;
};

template std::unique_ptr<Pane> make_pane<CasesPane>();

}  // namespace warpscope::viewer
