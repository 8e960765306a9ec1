// Every launch of one side: columns that the user chooses, sorted, filtered, copied. A click
// chooses a launch everywhere.
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/files.h"
#include "viewer/model/labels.h"
#include "viewer/model/launch_table.h"
#include "viewer/model/missing.h"
#include "viewer/model/per_record.h"
#include "viewer/panes/launch_columns.h"
#include "viewer/panes/make_pane.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class LaunchesPane final : public Pane {
 public:
  std::string_view id() const override { return "launches"; }
  const char* title() const override { return "Launches"; }
  Place place() const override { return Place::bottom; }

  void draw(PaneContext& context) override {
    auto& selection = context.session.selection();
    const bool has_sides = context.session.record(other(selection.side)) != nullptr;
    if (has_sides)
      selection.side = choose_side("side", selection.side, context.session, context.theme);
    const auto* record = context.session.record(selection.side);
    if (record == nullptr || record->launches.empty()) {
      empty_message(context.theme, record == nullptr ? absence_of(context.session, selection.side)
                                                     : why_no_launches(*record));
      return;
    }
    columns_.keep(context.session.kept_choices());
    const auto& attempt = context.session.attempt(selection.side);
    const auto& all = fields_.get(attempt, launch_fields);
    update_rows(attempt, *record);
    if (has_sides) ImGui::SameLine(0, 12);
    const auto shown = columns_.shown(all);
    draw_bar(context, *record, all, shown);
    if (ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_C))
      copy(context, *record, shown,
           has_choice(selection) ? chosen_rows(selection, *record) : rows_);
    ImGui::PushFont(nullptr, kSmallSize);
    draw_table(context, *record, shown);
    ImGui::PopFont();
  }

 private:
  /// Made anew only when the record or what decides the order has changed.
  void update_rows(const Attempt& attempt, const record::RunRecord& record) {
    if (attempt.revision() != revision_ || attempt.side() != side_) {
      marked_.clear();
    } else if (order_ == made_order_) {
      return;
    }
    rows_ = launch_rows(record, order_);
    made_order_ = order_;
    revision_ = attempt.revision();
    side_ = attempt.side();
  }

  void draw_bar(PaneContext& context, const record::RunRecord& record,
                const std::vector<LaunchField>& all, const std::vector<LaunchField>& shown) {
    const float scale = context.view.scale;
    edit_line("##filter", order_.filter, 150 * scale, "kernel or case");
    ImGui::SetItemTooltip("Shows the launches whose kernel or case has these words in its name.");
    const auto button = [](const char* label, const char* tip) {
      go_on_if_room(ImGui::CalcTextSize(label, nullptr, true).x +
                    2 * ImGui::GetStyle().FramePadding.x);
      const bool is_clicked = ImGui::Button(label);
      ImGui::SetItemTooltip("%s", tip);
      return is_clicked;
    };
    if (button("Columns\u2026###columns", "Chooses the columns from all that the launches have."))
      ImGui::OpenPopup("columns");
    columns_.draw_popup("columns", all, context);
    const auto& selection = context.session.selection();
    ImGui::BeginDisabled(!has_choice(selection));
    if (button("Copy rows", "The chosen rows as CSV. Ctrl or Shift and a click mark several."))
      copy(context, record, shown, chosen_rows(selection, record));
    ImGui::EndDisabled();
    if (button("Copy table", "All rows that are shown, as CSV."))
      copy(context, record, shown, rows_);
    const auto& file = context.session.attempt(side_).file();
    ImGui::BeginDisabled(file.empty());
    if (button(
            "Save CSV",
            file.empty()
                ? "A saved run has no source file to write beside. Menu, File writes all launches."
                : "Writes all rows that are shown beside the source file."))
      save(context, record, shown, file.parent_path());
    ImGui::EndDisabled();
    const std::string count =
        rows_.size() == record.launches.size()
            ? std::to_string(rows_.size()) + (rows_.size() == 1 ? " launch" : " launches")
            : std::to_string(rows_.size()) + " of " + std::to_string(record.launches.size());
    // A line of its own would take one from the table.
    const float end = ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x;
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    if (end + ImGui::CalcTextSize(count.c_str()).x > right) return;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    colored_text(context.theme.muted, count);
  }

  /// Whether not all rows are alike.
  bool has_choice(const Selection& selection) const {
    return !marked_.empty() || selection.is_partial(side_);
  }

  /// Marked here, or what is looked at in all panes.
  bool is_chosen(const Selection& selection, const record::RunRecord& record,
                 std::uint32_t i) const {
    return marked_.contains(i) ||
           (selection.is_partial(side_) && selection.covers(side_, record, record.launches[i]));
  }

  /// Chosen and shown, in the table's order.
  std::vector<std::uint32_t> chosen_rows(const Selection& selection,
                                         const record::RunRecord& record) const {
    std::vector<std::uint32_t> rows;
    std::ranges::copy_if(rows_, std::back_inserter(rows),
                         [&](std::uint32_t i) { return is_chosen(selection, record, i); });
    return rows;
  }

  static void copy(PaneContext& context, const record::RunRecord& record,
                   const std::vector<LaunchField>& shown, const std::vector<std::uint32_t>& rows) {
    ImGui::SetClipboardText(launches_csv(record, shown, rows).c_str());
    context.view.notice =
        "Copied " + std::to_string(rows.size()) + (rows.size() == 1 ? " launch." : " launches.");
  }

  void save(PaneContext& context, const record::RunRecord& record,
            const std::vector<LaunchField>& shown, const std::filesystem::path& folder) const {
    const auto path = folder / ("launches-" + std::string(side_name(side_)) + ".csv");
    try {
      replace_file(path, launches_csv(record, shown, rows_));
      context.view.notice = "Wrote " + path.string() + ".";
    } catch (const std::exception& error) {
      context.view.notice = error.what();
    }
  }

  void draw_table(PaneContext& context, const record::RunRecord& record,
                  const std::vector<LaunchField>& shown) {
    constexpr auto kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                            ImGuiTableFlags_ScrollX | ImGuiTableFlags_BordersInnerV |
                            ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_Sortable |
                            ImGuiTableFlags_SortTristate | ImGuiTableFlags_NoSavedSettings;
    // Other columns make another table, so that no column gets the width of one before it.
    const int columns = number_of(shown);
    ImGui::PushID(columns);
    if (ImGui::BeginTable("launches", static_cast<int>(shown.size()) + 1, kFlags)) {
      ImGui::TableSetupScrollFreeze(2, 1);
      set_up_columns(shown, columns);
      draw_headings(shown);
      read_sorting(shown);
      ImGuiListClipper clipper;
      clipper.Begin(static_cast<int>(rows_.size()));
      while (clipper.Step()) {
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
          draw_launch(context, record, shown, static_cast<std::size_t>(row));
      }
      ImGui::EndTable();
    }
    ImGui::PopID();
  }

  /// Of the columns that are chosen and that the record has: a number that others do not have.
  int number_of(const std::vector<LaunchField>& shown) const {
    std::string all = std::to_string(columns_.revision());
    for (const auto& field : shown) all += "\t" + field.id;
    return static_cast<int>(std::hash<std::string>()(all));
  }

  void set_up_columns(const std::vector<LaunchField>& shown, int columns) {
    const bool is_new = columns != set_up_columns_;
    set_up_columns_ = columns;
    const auto set_up = [&](const char* heading, std::string_view id, bool is_text, ImGuiID user) {
      ImGuiTableColumnFlags flags = is_text ? ImGuiTableColumnFlags_PreferSortAscending
                                            : ImGuiTableColumnFlags_PreferSortDescending;
      // A new table begins as the one before it was sorted.
      if (is_new && order_.sorted_by == id)
        flags = ImGuiTableColumnFlags_DefaultSort |
                (order_.is_descending ? ImGuiTableColumnFlags_PreferSortDescending
                                      : ImGuiTableColumnFlags_PreferSortAscending);
      ImGui::TableSetupColumn(heading, flags, 0, user);
    };
    set_up("##number", "launch", true, 0);
    ImGuiID number = 1;
    for (const auto& field : shown)
      set_up(field.heading.c_str(), field.id, field.is_text, number++);
  }

  static void draw_headings(const std::vector<LaunchField>& shown) {
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    ImGui::TableNextColumn();
    ImGui::TableHeader("##number");
    ImGui::SetItemTooltip("The number of the launch in its run. A click sorts by it.");
    for (const auto& field : shown) {
      ImGui::TableNextColumn();
      ImGui::TableHeader(field.heading.c_str());
      ImGui::SetItemTooltip("%s", sentence_of(field).c_str());
    }
  }

  void read_sorting(const std::vector<LaunchField>& shown) {
    auto* specs = ImGui::TableGetSortSpecs();
    if (specs == nullptr || !specs->SpecsDirty) return;
    specs->SpecsDirty = false;
    order_.sorted_by.clear();
    order_.is_descending = false;
    if (specs->SpecsCount == 0) return;
    const auto& first = specs->Specs[0];
    order_.is_descending = first.SortDirection == ImGuiSortDirection_Descending;
    order_.sorted_by = first.ColumnUserID == 0 ? "launch" : shown[first.ColumnUserID - 1].id;
  }

  void draw_launch(PaneContext& context, const record::RunRecord& record,
                   const std::vector<LaunchField>& shown, std::size_t row) {
    const std::uint32_t i = rows_[row];
    const auto& launch = record.launches[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (ImGui::Selectable(std::to_string(i).c_str(),
                          is_chosen(context.session.selection(), record, i),
                          ImGuiSelectableFlags_SpanAllColumns))
      click(context, row);
    for (const auto& field : shown) {
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(launch_text(record, launch, field.id).c_str());
    }
  }

  /// A click chooses a launch; with Ctrl it marks another row or takes a mark away, with Shift all
  /// rows from the last one that was clicked.
  void click(PaneContext& context, std::size_t row) {
    const auto& io = ImGui::GetIO();
    const std::uint32_t i = rows_[row];
    if (io.KeyShift) {
      const auto from = std::ranges::find(rows_, last_clicked_);
      const auto begin = from == rows_.end() ? row : static_cast<std::size_t>(from - rows_.begin());
      marked_.clear();
      for (std::size_t k = std::min(begin, row); k <= std::max(begin, row); ++k)
        marked_.insert(rows_[k]);
      return;
    }
    last_clicked_ = i;
    if (io.KeyCtrl) {
      if (!marked_.insert(i).second) marked_.erase(i);
      return;
    }
    marked_ = {i};
    auto& selection = context.session.selection();
    choose_launch(selection, context.session.records(), selection.side, i);
    ++selection.focuses;
  }

  PerRecord<std::vector<LaunchField>> fields_;
  LaunchColumns columns_;
  LaunchOrder order_, made_order_;
  std::vector<std::uint32_t> rows_;  ///< as they are shown
  unsigned revision_ = ~0U;          ///< of the record that they are of
  Side side_ = Side::student;
  int set_up_columns_ = -1;         ///< of the columns of the last frame
  std::set<std::uint32_t> marked_;  ///< to be copied
  std::uint32_t last_clicked_ = 0;
};

template std::unique_ptr<Pane> make_pane<LaunchesPane>();

}  // namespace warpscope::viewer
