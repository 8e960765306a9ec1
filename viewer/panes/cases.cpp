// All cases that the judge set, student beside reference.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "record/names.h"
#include "viewer/model/case_table.h"
#include "viewer/model/labels.h"
#include "viewer/model/missing.h"
#include "viewer/model/numbers.h"
#include "viewer/model/per_record.h"
#include "viewer/panes/make_pane.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

namespace {

using CaseRows = std::vector<CaseRow>;

const CaseRow* find_row(const CaseRows& rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &CaseRow::name);
  return found == rows.end() ? nullptr : &*found;
}

struct CaseColumn {
  const char* heading;
  const char* meaning;
  bool is_time;  ///< modelled where times are; otherwise a count
};

/// Behind the case, the side and the answer.
constexpr std::array kCaseColumns{
    CaseColumn{"time", "Device time of its launches", true},
    CaseColumn{"GB/s", "Useful bytes over that time", true},
    CaseColumn{"load req.", "Requests of loads from global memory, one per warp and instruction",
               false},
    CaseColumn{"sectors", "32-byte sectors that these requests touched", false},
    CaseColumn{"per req.", "Sectors per load request", false},
    CaseColumn{"store req.", "Requests of stores to global memory", false},
    CaseColumn{"sectors", "32-byte sectors that these requests touched", false},
    CaseColumn{"per req.", "Sectors per store request", false},
    CaseColumn{"copies", "Share of the time that copies take, of copies and launches", true},
};

}  // namespace

class CasesPane final : public Pane {
 public:
  std::string_view id() const override { return "cases"; }
  const char* title() const override { return "Cases"; }
  Place place() const override { return Place::bottom; }

  void draw(PaneContext& context) override {
    for (const Side side : kSides) {
      rows_[index(side)] = &table_.get(context.session.attempt(side), case_rows);
    }
    const auto& leading = *rows_[rows_[0]->empty() ? 1 : 0];
    if (leading.empty()) {
      const auto* record = context.session.record(Side::student);
      empty_message(context.theme, record == nullptr ? absence_of(context.session, Side::student)
                                                     : why_no_cases(*record));
      return;
    }
    constexpr auto kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                            ImGuiTableFlags_ScrollX | ImGuiTableFlags_BordersInnerV |
                            ImGuiTableFlags_SizingFixedFit;
    ImGui::PushFont(nullptr, kSmallSize);
    if (ImGui::BeginTable("cases", 3 + static_cast<int>(kCaseColumns.size()), kFlags)) {
      ImGui::TableSetupScrollFreeze(1, 1);
      draw_headings(context);
      ImGuiListClipper clipper;
      clipper.Begin(static_cast<int>(leading.size()));
      while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
          draw_case(context, i, leading[static_cast<std::size_t>(i)].name);
        }
      }
      ImGui::EndTable();
    }
    ImGui::PopFont();
  }

 private:
  static void draw_headings(const PaneContext& context) {
    const auto* shown = context.session.record(Side::student);
    if (shown == nullptr) shown = context.session.record(Side::reference);
    begin_heading_row(context.theme);
    for (const char* heading : {"case", "", "answer"}) {
      ImGui::TableNextColumn();
      colored_text(context.theme.muted, heading);
    }
    for (const auto& column : kCaseColumns) {
      ImGui::TableNextColumn();
      colored_text(context.theme.muted, column.heading);
      const auto source = column.is_time ? shown->device.times : shown->device.counters;
      ImGui::SetItemTooltip("%s, %s", column.meaning,
                            std::string(record::in_words(source)).c_str());
    }
  }

  /// A line for each side, one above the other, so that numbers can be compared.
  void draw_case(PaneContext& context, int number, const std::string& name) const {
    auto& selection = context.session.selection();
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const float spacing = ImGui::GetStyle().CellPadding.y * 2;
    const float height = 2 * ImGui::GetTextLineHeight() + spacing;
    if (ImGui::Selectable(("##" + std::to_string(number)).c_str(), selection.case_name == name,
                          ImGuiSelectableFlags_SpanAllColumns, {0, height - spacing})) {
      choose_case(selection, context.session.records(), name);
    }
    ImGui::SameLine(0, 0);
    ImGui::TextUnformatted(name.c_str());
    std::array<const CaseRow*, 2> rows{};
    for (const Side side : kSides) rows[index(side)] = find_row(*rows_[index(side)], name);
    const auto cell = [&](auto&& draw_one) {
      ImGui::TableNextColumn();
      for (const Side side : kSides) {
        const auto* row = rows[index(side)];
        if (context.session.record(side) == nullptr) continue;
        if (row == nullptr) {
          ImGui::TextUnformatted("");
        } else {
          draw_one(side, *row);
        }
      }
    };
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
    cell(
        [&](Side side, const CaseRow&) { colored_text(context.theme.of(side), side_title(side)); });
    cell([&](Side, const CaseRow& row) { draw_answer(context, row); });
    const auto value = [&](auto&& to_text) {
      cell([&](Side, const CaseRow& row) { ImGui::TextUnformatted(to_text(row).c_str()); });
    };
    const auto ratio = [](const Traffic& traffic) {
      return traffic.requests == 0 ? std::string() : fixed(*traffic.sectors_per_request(), 2);
    };
    const auto count = [](std::uint64_t value) {
      return value == 0 ? std::string() : count_text(value);
    };
    value([](const CaseRow& row) {
      return row.time.kernels_s > 0 ? time_text(row.time.kernels_s) : std::string();
    });
    value([](const CaseRow& row) {
      return row.bytes_per_s ? compact(*row.bytes_per_s * 1e-9) : std::string();
    });
    value([&](const CaseRow& row) { return count(row.loads.requests); });
    value([&](const CaseRow& row) { return count(row.loads.sectors); });
    value([&](const CaseRow& row) { return ratio(row.loads); });
    value([&](const CaseRow& row) { return count(row.stores.requests); });
    value([&](const CaseRow& row) { return count(row.stores.sectors); });
    value([&](const CaseRow& row) { return ratio(row.stores); });
    value([](const CaseRow& row) {
      const auto share = row.time.copy_share();
      return share ? fixed(*share * 100, 1) + " %" : std::string();
    });
    ImGui::PopStyleVar();
  }

  static void draw_answer(const PaneContext& context, const CaseRow& row) {
    using Verdict = record::Case::Verdict;
    const bool is_correct = row.verdict == Verdict::correct;
    const ImU32 color = is_correct                        ? context.theme.good
                        : row.verdict == Verdict::not_run ? context.theme.muted
                                                          : context.theme.error;
    const std::string text = (is_correct                        ? "\u2713 "
                              : row.verdict == Verdict::not_run ? "\u2013 "
                                                                : "\u2717 ") +
                             std::string(record::in_words(row.verdict));
    colored_text(color, text);
    if (!row.message.empty()) ImGui::SetItemTooltip("%s", row.message.c_str());
  }

  PerRecord<CaseRows> table_;
  std::array<const CaseRows*, 2> rows_{};  ///< by Side, of this frame
};

template std::unique_ptr<Pane> make_pane<CasesPane>();

}  // namespace warpscope::viewer
