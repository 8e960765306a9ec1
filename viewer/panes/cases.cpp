// All cases that the judge set, student beside reference.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

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

const CaseRow* find_row(const CaseTable& table, std::string_view name) {
  const auto found = std::ranges::find(table.rows, name, &CaseRow::name);
  return found == table.rows.end() ? nullptr : &*found;
}

}  // namespace

class CasesPane final : public Pane {
 public:
  std::string_view id() const override { return "cases"; }
  const char* title() const override { return "Cases"; }
  Place place() const override { return Place::bottom; }

  void draw(PaneContext& context) override {
    for (const Side side : kSides) {
      tables_[index(side)] = &made_.get(context.session.attempt(side), case_table);
    }
    const auto& leading = tables_[tables_[0]->rows.empty() ? 1 : 0]->rows;
    choose_columns();
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
    if (ImGui::BeginTable("cases", 4 + static_cast<int>(columns_.size()), kFlags)) {
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
  void draw_headings(const PaneContext& context) const {
    const auto* shown = context.session.record(Side::student);
    if (shown == nullptr) shown = context.session.record(Side::reference);
    begin_heading_row(context.theme);
    for (const char* heading : {"case", "", "answer"}) {
      ImGui::TableNextColumn();
      colored_text(context.theme.muted, heading);
    }
    const auto draw = [&](std::string_view heading, std::string_view meaning, bool is_of_times) {
      ImGui::TableNextColumn();
      colored_text(context.theme.muted, std::string(heading));
      const auto source = is_of_times ? shown->device.times : shown->device.counters;
      ImGui::SetItemTooltip("%s, %s", std::string(meaning).c_str(),
                            std::string(record::in_words(source)).c_str());
    };
    for (const auto column : columns_) {
      const auto& it = runner::all_case_columns()[column];
      draw(it.heading, it.meaning, it.is_of_times());
    }
    draw("copies", "Share of the time that copies take, of copies and launches", true);
  }

  /// Columns that one of the two sides has.
  void choose_columns() {
    columns_.clear();
    for (std::size_t i = 0; i < runner::all_case_columns().size(); ++i) {
      if (std::ranges::any_of(tables_, [&](const CaseTable* table) {
            return i < table->is_shown.size() && table->is_shown[i];
          }))
        columns_.push_back(i);
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
    for (const Side side : kSides) rows[index(side)] = find_row(*tables_[index(side)], name);
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
    for (const auto column : columns_)
      value([column](const CaseRow& row) { return row.cells[column]; });
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

  PerRecord<CaseTable> made_;
  std::array<const CaseTable*, 2> tables_{};  ///< by Side, of this frame
  std::vector<std::size_t> columns_;          ///< of runner::all_case_columns(), of this frame
};

template std::unique_ptr<Pane> make_pane<CasesPane>();

}  // namespace warpscope::viewer
