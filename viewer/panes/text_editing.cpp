#include "viewer/panes/text_editing.h"

#include <cstddef>
#include <limits>
#include <string_view>

#include "viewer/model/line_map.h"
#include "viewer/style/code_style.h"

namespace warpscope::viewer {
namespace {

constexpr std::size_t kTabWidth = 2;  // columns, as in the course's files
constexpr auto kEndOfLine = std::numeric_limits<std::size_t>::max();

}  // namespace

TextEditing::TextEditing() {
  field_.SetLanguage(&cuda_language());
  field_.SetShowWhitespacesEnabled(false);
  field_.SetShowPanScrollIndicatorEnabled(false);
  field_.SetCompletePairedGlyphs(false);
  field_.SetShowMatchingBrackets(false);
  field_.SetTabSize(kTabWidth);
  field_.SetTransactionCallback(
      [this](const std::vector<TextEditor::Change>&) { is_typed_ = true; });
}

bool TextEditing::take(const EditedFile& file) {
  if (file.revision() == revision_) return false;
  revision_ = file.revision();
  // In a file without tabs the key gives blanks; tabs that are there are kept.
  field_.SetInsertSpacesOnTabs(file.text().find('\t') == std::string::npos);
  if (file.file() == file_) {
    replace(file.text());
  } else {
    file_ = file.file();
    field_.SetText(file.text());
  }
  is_typed_ = false;
  // What it cannot show as it is it must not give back.
  field_.SetReadOnlyEnabled(field_.GetText() != file.text());
  return true;
}

void TextEditing::replace(const std::string& text) {
  const std::string shown = field_.GetText();
  const auto from = split_lines(shown), to = split_lines(text);
  const auto changes = changed_lines(from, to);
  if (changes.empty()) return;
  const auto cursor = field_.GetMainCursorPosition();
  const auto first_row = field_.GetFirstVisibleRow();
  const auto& first = changes.front();
  const auto& last = changes.back();
  std::string lines;
  for (std::size_t k = first.new_begin; k < last.new_end; ++k) {
    lines += to[k];
    lines += '\n';
  }
  TextEditor::DocPos begin(first.old_begin, 0), end(last.old_end, 0);
  if (last.old_end == from.size()) {  // there is no line behind it to begin at
    end = {from.size() - 1, kEndOfLine};
    if (first.old_begin > 0) {
      begin = {first.old_begin - 1, kEndOfLine};
      lines.insert(0, 1, '\n');
    }
    if (!lines.empty()) lines.pop_back();
  }
  field_.ReplaceSectionText(begin, end, lines);
  field_.SetCursor(cursor);
  field_.ScrollToLine(std::min(first_row, field_.GetLineCount() - 1), TextEditor::Scroll::alignTop);
}

bool TextEditing::give(EditedFile& file) {
  if (!is_typed_) return false;
  is_typed_ = false;
  file.edit(field_.GetText());
  return true;
}

}  // namespace warpscope::viewer
