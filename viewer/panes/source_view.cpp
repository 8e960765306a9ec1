#include "viewer/panes/source_view.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "viewer/model/heat_choice.h"
#include "viewer/model/labels.h"
#include "viewer/panes/edit_notes.h"
#include "viewer/panes/gutter.h"
#include "viewer/style/code_style.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

SourceView::SourceView(Side side) : side_(side) {
  reading_.SetReadOnlyEnabled(true);
  reading_.SetLanguage(&cuda_language());
  reading_.SetShowWhitespacesEnabled(false);
  reading_.SetShowMatchingBrackets(false);
  reading_.SetCaretsVisible(false);
  reading_.SetShowPanScrollIndicatorEnabled(false);
}

bool SourceView::act(EditWish wish) {
  switch (wish) {
    case EditWish::none:
      return false;
    case EditWish::since_starter:
    case EditWish::since_run: {
      const char* title = wish == EditWish::since_run ? kSinceRun : kSinceStarter;
      const auto found = std::ranges::find(tabs_, title, &SourceTab::title);
      if (found != tabs_.end()) bring_to_front(static_cast<std::size_t>(found - tabs_.begin()));
      return false;
    }
    case EditWish::find:
      field().OpenFindReplaceWindow();
      return false;
    case EditWish::type:
    case EditWish::undo:
    case EditWish::redo:
      break;
  }
  if (tabs_.front().kind != SourceTab::Kind::edited) return false;
  if (!is_edited()) bring_to_front(0);
  if (wish == EditWish::undo) field().Undo();
  if (wish == EditWish::redo) field().Redo();
  return true;
}

void SourceView::follow_session(PaneContext& context) {
  auto& session = context.session;
  auto& edited = session.edited();
  const bool can_edit = side_ == Side::student && edited.is_open();
  const Origin origin{session.attempt(side_).revision(), session.lab_revision(), can_edit};
  const bool is_new = origin_ != origin;
  if (is_new) {
    const bool is_same_lab = origin_ && origin_->lab == origin.lab;
    origin_ = origin;
    const std::string title = tabs_.empty() || !is_same_lab ? "" : tab().title;
    tabs_ = source_tabs(session, side_);
    const auto* record = session.record(side_);
    notes_ = record == nullptr ? std::vector<CompilerNote>() : compiler_notes(*record);
    const auto same = std::ranges::find(tabs_, title, &SourceTab::title);
    tab_ = same == tabs_.end() ? 0 : static_cast<std::size_t>(same - tabs_.begin());
    wanted_tab_ = tab_;
    read_.is_old = true;
    if (!is_same_lab) read_.title.clear();
  }
  has_other_text_ |= can_edit && editing_.take(edited);
  if (can_edit && (is_new || std::exchange(has_other_text_, false)))
    lines_ = LineMap(tabs_.front().text, edited.text());
  const auto wish = std::exchange(wish_, EditWish::none);
  if (tabs_.empty()) return;
  const bool wants_keyboard = act(wish);
  follow_jump(edited);  // perhaps to another file than the one to write in
  follow_text(edited);
  if (wants_keyboard) field().SetFocus();
  follow_heat(context, is_new);
}

std::string SourceView::text_to_read(const EditedFile& edited) {
  changes_.clear();
  if (tab().kind != SourceTab::Kind::changes) return tab().text;
  std::string text;
  for (const auto& line : difference(tab().text, edited.text())) {
    constexpr std::string_view kMarks[] = {"  ", "- ", "+ ", "..."};
    changes_.push_back(line.kind);
    if (changes_.size() > 1) text += '\n';
    text += kMarks[static_cast<std::size_t>(line.kind)];
    text += line.text;
  }
  return changes_.empty() ? "// Nothing has been changed." : text;
}

void SourceView::follow_text(const EditedFile& edited) {
  if (is_edited()) return;
  const std::string_view told =
      tab().kind == SourceTab::Kind::changes ? std::string_view(edited.text()) : "";
  const bool is_same_tab = read_.title == tab().title;
  if (is_same_tab && !read_.is_old && read_.edited == told) return;
  read_ = {tab().title, std::string(told)};
  const auto text = text_to_read(edited);
  if (is_same_tab && reading_.GetText() == text) return;
  const auto first_row = is_same_tab ? reading_.GetFirstVisibleRow() : 0;
  reading_.SetText(text);
  // A new run shows the same place.
  reading_.ScrollToLine(std::min(first_row, reading_.GetLineCount() - 1),
                        TextEditor::Scroll::alignTop);
}

void SourceView::follow_heat(PaneContext& context, bool is_new) {
  Session& session = context.session;
  const auto* kind = &chosen_heat(session);
  const auto* record = session.record(side_);
  const auto& selection = session.selection();
  const Choice choice{selection.case_name, selection.launch(side_)};
  if (!is_new && choice == choice_ && heated_path_ == tab().path && kind == kind_) return;
  choice_ = choice;
  kind_ = kind;
  heated_path_ = tab().path;
  heat_.clear();
  if (record == nullptr || heated_path_.empty()) return;
  heat_ = source_heat(*record, heated_path_, *kind, [&](const record::Launch& launch) {
    return selection.covers(side_, *record, launch);
  });
}

void SourceView::follow_jump(const EditedFile& edited) {
  const auto wanted = std::exchange(wanted_, std::nullopt);
  if (!wanted) return;
  const auto found = std::ranges::find(tabs_, wanted->file, &SourceTab::path);
  if (found == tabs_.end()) return;
  bring_to_front(static_cast<std::size_t>(found - tabs_.begin()));
  follow_text(edited);
  const auto line =
      is_edited() ? lines_.now_or_behind(wanted->line).value_or(wanted->line) : wanted->line;
  const auto shown = std::min<std::size_t>(std::max(line, 1U) - 1, field().GetLineCount() - 1);
  if (is_edited()) field().SetCursor({shown, 0});
  field().ScrollToLine(shown, TextEditor::Scroll::alignMiddle);
}

std::optional<LineMap::Line> SourceView::line_of_run(std::uint32_t shown) const {
  return is_edited() ? lines_.then(shown) : LineMap::Line{shown, true};
}

std::optional<SourceView::Remark> SourceView::remark_at(const PaneContext& context,
                                                        std::uint32_t line) const {
  const auto* record = context.session.record(side_);
  if (record == nullptr) return std::nullopt;
  const auto is_here = [&](const record::SourceLine& where) {
    return where.line == line && where.file == tab().path;
  };
  for (const auto& finding : record->findings) {
    if (finding.where && is_here(*finding.where))
      return Remark{context.theme.of(finding.severity), finding.title, finding.cause};
  }
  for (const auto& note : notes_) {
    if (is_here(note.where))
      return Remark{note.is_error ? context.theme.error : context.theme.warning,
                    note.is_error ? "Error of the compiler" : "Warning of the compiler", note.text};
  }
  return std::nullopt;
}

void SourceView::draw_changed_line(const PaneContext& context,
                                   const TextEditor::Decorator& line) const {
  const auto kind = line.line < changes_.size() ? changes_[line.line] : DifferenceLine::Kind::same;
  const auto& theme = context.theme;
  const ImU32 color = kind == DifferenceLine::Kind::added     ? theme.good
                      : kind == DifferenceLine::Kind::removed ? theme.error
                                                              : 0;
  if (color == 0) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImRect window = ImGui::GetCurrentWindow()->InnerRect;
  auto* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({window.Min.x, at.y}, {window.Max.x, at.y + line.height},
                      with_alpha(color, 0.12F));
  list->AddRectFilled({window.Min.x, at.y}, {window.Min.x + 3, at.y + line.height}, color);
}

void SourceView::draw_line(PaneContext& context, TextEditor::Decorator& decorator) {
  has_keyboard_ = ImGui::IsWindowFocused();
  const auto& theme = context.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  gutter_left_ = at.x;
  if (tab().kind == SourceTab::Kind::changes) {
    draw_changed_line(context, decorator);
    return;
  }
  const auto shown = static_cast<std::uint32_t>(decorator.line) + 1;
  const auto line = line_of_run(shown);
  const bool is_earlier = line && !line->is_same;
  const ImRect window = ImGui::GetCurrentWindow()->InnerRect;
  const ImRect row({window.Min.x, at.y}, {window.Max.x, at.y + decorator.height});
  const bool is_hovered = ImGui::IsWindowHovered() && row.Contains(ImGui::GetMousePos());
  auto* list = ImGui::GetWindowDrawList();
  if (is_hovered) list->AddRectFilled(row.Min, row.Max, with_alpha(theme.text, 0.05F));
  if (!line) return;
  const HeatLine* heat = line->number <= heat_.size() ? &heat_[line->number - 1] : nullptr;
  const auto remark = remark_at(context, line->number);
  auto& selection = context.session.selection();
  const record::SourceLine place{tab().path, line->number};
  if (selection.side == side_ && selection.line == place)
    list->AddRectFilled(row.Min, row.Max, with_alpha(theme.text, 0.10F));
  if (remark) {
    list->AddRectFilled(row.Min, row.Max, with_alpha(remark->color, is_earlier ? 0.04F : 0.10F));
    list->AddRectFilled(row.Min, {row.Min.x + 3, row.Max.y},
                        with_alpha(remark->color, is_earlier ? 0.45F : 1.0F));
  }
  draw_gutter_cells(context, *kind_, heat, at, decorator.glyphSize.x, decorator.height, is_earlier);
  if (!is_hovered) return;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !place.file.empty()) {
    selection.side = side_;
    selection.line = place;
  }
  // Who writes wants to see the text around it.
  const bool is_in_text = ImGui::GetMousePos().x > at.x + decorator.width;
  if (has_keyboard_ && is_edited() && is_in_text) return;
  if (remark) draw_remark(context, *remark, is_earlier);
  std::string heading = "Line " + std::to_string(shown);
  if (is_earlier) heading += ", before it was edited";
  if (heat != nullptr) show_line_tooltip(context, *heat, heading);
}

void SourceView::draw_remark(const PaneContext& context, const Remark& remark, bool is_earlier) {
  if (!ImGui::BeginTooltip()) return;
  colored_text(remark.color, remark.title);
  ImGui::PushTextWrapPos(460 * context.view.scale);
  ImGui::TextUnformatted(remark.text.c_str());
  ImGui::PopTextWrapPos();
  if (is_earlier) colored_text(context.theme.muted, "Of the last run, before the line was edited.");
  ImGui::EndTooltip();
}

void SourceView::draw_tabs(PaneContext& context) {
  const auto& edited = context.session.edited();
  ImGui::PushFont(nullptr, kSmallSize);
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.of(side_));
  constexpr int kColors = 5;
  for (const auto color : {ImGuiCol_TabSelected, ImGuiCol_TabDimmedSelected})
    ImGui::PushStyleColor(color, context.theme.raised);
  for (const auto color : {ImGuiCol_Tab, ImGuiCol_TabDimmed})
    ImGui::PushStyleColor(color, context.theme.panel);
  constexpr auto kFlags = ImGuiTabBarFlags_NoTooltip | ImGuiTabBarFlags_FittingPolicyScroll;
  if (ImGui::BeginTabBar("files", kFlags)) {
    const auto wanted = std::exchange(wanted_tab_, std::nullopt);
    for (std::size_t k = 0; k < tabs_.size(); ++k) {
      const bool is_own = tabs_[k].kind == SourceTab::Kind::edited;
      ImGuiTabItemFlags flags = wanted == k ? ImGuiTabItemFlags_SetSelected : 0;
      if (is_own && edited.is_unsaved()) flags |= ImGuiTabItemFlags_UnsavedDocument;
      const bool is_chosen = ImGui::BeginTabItem(tabs_[k].title.c_str(), nullptr, flags);
      if (is_chosen) ImGui::EndTabItem();
      if (is_chosen && !wanted) tab_ = k;
      if (is_own)
        ImGui::SetItemTooltip(edited.is_unsaved() ? "Edited, and not saved" : "Can be edited");
    }
    ImGui::EndTabBar();
  }
  ImGui::PopStyleColor(kColors);
  ImGui::PopFont();
}

void SourceView::draw_header(PaneContext& context) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (gutter_left_ > 0) {
    const float glyph =
        context.fonts.code->CalcTextSizeA(kCodeSize * context.view.scale, FLT_MAX, 0, "#").x;
    if (tab().kind != SourceTab::Kind::changes)
      draw_gutter_headings(context, *kind_, {gutter_left_, at.y + 4}, glyph);
    ImGui::SetCursorScreenPos({gutter_left_ + gutter_width(*kind_, glyph) + glyph, at.y});
  }
  draw_tabs(context);
}

void SourceView::draw(PaneContext& context, ImVec2 size) {
  ImGui::BeginChild(side_name(side_).data(), size);
  follow_session(context);
  if (side_ == Side::student) draw_edit_notes(context);
  if (tabs_.empty()) {
    empty_message(context.theme, source_absence_of(context.session, side_));
    ImGui::EndChild();
    return;
  }
  if (theme_ != context.theme.kind) {
    theme_ = context.theme.kind;
    reading_.SetPalette(code_palette(context.theme));
    editing_.field().SetPalette(code_palette(context.theme));
  }
  draw_header(context);
  ImGui::PushFont(context.fonts.code, kCodeSize);
  const float glyph = ImGui::CalcTextSize("#").x;
  auto& shown = field();
  // Dear ImGui leaves the text with Esc before the text sees the key.
  if (std::exchange(has_keyboard_, false) && ImGui::IsKeyPressed(ImGuiKey_Escape, false))
    shown.CloseFindReplaceWindow();
  shown.SetLineDecorator(
      gutter_width(*kind_, glyph),
      [this, &context](TextEditor::Decorator& line) { draw_line(context, line); });
  shown.SetShowLineNumbersEnabled(tab().kind != SourceTab::Kind::changes);
  shown.Render(is_edited() ? "edited" : "code");
  shown.ClearLineDecorator();
  ImGui::PopFont();
  if (is_edited()) has_other_text_ |= editing_.give(context.session.edited());
  ImGui::EndChild();
}

}  // namespace warpscope::viewer
