#include "viewer/panes/source_view.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

#include "viewer/model/labels.h"
#include "viewer/panes/gutter.h"
#include "viewer/style/code_style.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

SourceView::SourceView(Side side) : side_(side) {
  editor_.SetReadOnlyEnabled(true);
  editor_.SetLanguage(&cuda_language());
  editor_.SetShowWhitespacesEnabled(false);
  editor_.SetShowMatchingBrackets(false);
  editor_.SetCaretsVisible(false);
  editor_.SetShowPanScrollIndicatorEnabled(false);
}

void SourceView::load_text(const record::RunRecord& record) {
  if (!file_) return;
  const std::string& text = record.sources[*file_].text;
  if (editor_.GetText() == text) return;
  const auto first_row = editor_.GetFirstVisibleRow();
  editor_.SetText(text);
  // A new run of an edited file shows the same place.
  editor_.ScrollToLine(std::min(first_row, editor_.GetLineCount() - 1),
                       TextEditor::Scroll::alignTop);
}

void SourceView::follow_record(const PaneContext& context, const record::RunRecord& record) {
  const Session& session = context.session;
  const auto& selection = session.selection();
  const Choice choice{selection.case_name, selection.launch(side_)};
  const unsigned revision = session.attempt(side_).revision();
  const bool is_new = revision != revision_;
  if (is_new) {
    revision_ = revision;
    const auto same = std::ranges::find(record.sources, path_, &record::SourceFile::path);
    file_ = same != record.sources.end()
                ? std::optional(static_cast<std::size_t>(same - record.sources.begin()))
                : main_source(record);
    load_text(record);
  }
  follow_jump(record);
  const std::string path = file_ ? record.sources[*file_].path : std::string();
  if (is_new || choice != choice_ || path != path_) {
    choice_ = choice;
    path_ = path;
    heat_ = source_heat(record, path_, [&](const record::Launch& launch) {
      return selection.covers(side_, record, launch);
    });
  }
}

void SourceView::follow_jump(const record::RunRecord& record) {
  if (!wanted_) return;
  const auto found = std::ranges::find(record.sources, wanted_->file, &record::SourceFile::path);
  if (found != record.sources.end()) {
    file_ = static_cast<std::size_t>(found - record.sources.begin());
    load_text(record);
    const auto line = static_cast<std::size_t>(std::max(wanted_->line, 1U)) - 1;
    editor_.ScrollToLine(std::min(line, editor_.GetLineCount() - 1),
                         TextEditor::Scroll::alignMiddle);
  }
  wanted_.reset();
}

const record::Finding* SourceView::finding_at(const record::RunRecord& record,
                                              std::uint32_t line) const {
  const auto found = std::ranges::find_if(record.findings, [&](const record::Finding& finding) {
    return finding.where && finding.where->line == line && finding.where->file == path_;
  });
  return found == record.findings.end() ? nullptr : &*found;
}

void SourceView::draw_line(const PaneContext& context, const record::RunRecord& record,
                           TextEditor::Decorator& decorator) {
  const auto& theme = context.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  gutter_left_ = at.x;
  const auto number = static_cast<std::uint32_t>(decorator.line) + 1;
  const HeatLine* heat = decorator.line < heat_.size() ? &heat_[decorator.line] : nullptr;
  const ImRect window = ImGui::GetCurrentWindow()->InnerRect;
  const ImRect row({window.Min.x, at.y}, {window.Max.x, at.y + decorator.height});
  auto* list = ImGui::GetWindowDrawList();
  const auto* finding = finding_at(record, number);
  const auto& selection = context.session.selection();
  const bool is_selected = selection.side == side_ && selection.line &&
                           selection.line->line == number && selection.line->file == path_;
  if (is_selected) list->AddRectFilled(row.Min, row.Max, with_alpha(theme.text, 0.10F));
  if (finding != nullptr) {
    list->AddRectFilled(row.Min, row.Max, with_alpha(theme.of(finding->severity), 0.10F));
    list->AddRectFilled(row.Min, {row.Min.x + 3, row.Max.y}, theme.of(finding->severity));
  }
  draw_gutter_cells(context, heat, at, decorator.glyphSize.x, decorator.height);
  if (!ImGui::IsWindowHovered() || !row.Contains(ImGui::GetMousePos())) return;
  list->AddRectFilled(row.Min, row.Max, with_alpha(theme.text, 0.05F));
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    context.session.selection().side = side_;
    context.session.selection().line = record::SourceLine{path_, number};
  }
  if (finding != nullptr && ImGui::BeginTooltip()) {
    colored_text(theme.of(finding->severity), finding->title);
    ImGui::PushTextWrapPos(460 * context.view.scale);
    ImGui::TextUnformatted(finding->cause.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  if (heat != nullptr) show_line_tooltip(context, *heat, "Line " + std::to_string(number));
}

void SourceView::draw_header(const PaneContext& context, const record::RunRecord& record) {
  const auto titles = source_titles(record);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = kSmallSize * context.view.scale + 6;
  if (gutter_left_ > 0) {
    const float glyph =
        context.fonts.code->CalcTextSizeA(kCodeSize * context.view.scale, FLT_MAX, 0, "#").x;
    draw_gutter_headings(context, {gutter_left_, at.y + 2}, glyph);
    const float code_left = gutter_left_ + gutter_width(glyph) + glyph;
    ImGui::GetWindowDrawList()->AddText(context.fonts.text, kSmallSize * context.view.scale,
                                        {code_left, at.y + 2}, context.theme.of(side_),
                                        titles[*file_].c_str());
  }
  ImGui::Dummy({0, height});
}

void SourceView::draw(PaneContext& context, ImVec2 size) {
  const auto& record = context.session.attempt(side_).record();
  ImGui::BeginChild(side_name(side_).data(), size);
  if (record == nullptr || record->sources.empty()) {
    revision_ = ~0U;
    empty_message(context.theme, source_absence_of(context.session, side_));
    ImGui::EndChild();
    return;
  }
  follow_record(context, *record);
  if (theme_ != context.theme.kind) {
    theme_ = context.theme.kind;
    editor_.SetPalette(code_palette(context.theme));
  }
  draw_header(context, *record);
  ImGui::PushFont(context.fonts.code, kCodeSize);
  const float glyph = ImGui::CalcTextSize("#").x;
  editor_.SetLineDecorator(gutter_width(glyph),
                           [this, &context, &record](TextEditor::Decorator& line) {
                             draw_line(context, *record, line);
                           });
  editor_.Render("code");
  editor_.ClearLineDecorator();
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace warpscope::viewer
