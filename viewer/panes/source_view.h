// One source file of one side, with its gutter; the student's own can be edited.
#pragma once

#include <TextEditor.h>

#include <optional>
#include <string>
#include <vector>

#include "viewer/model/compiler_notes.h"
#include "viewer/model/difference.h"
#include "viewer/model/line_map.h"
#include "viewer/model/source_heat.h"
#include "viewer/model/source_tabs.h"
#include "viewer/panes/pane.h"
#include "viewer/panes/text_editing.h"

namespace warpscope::viewer {

class SourceView {
 public:
  explicit SourceView(Side side);

  /// Brings a line of the run into view and marks it, when there is its file.
  void jump_to(const record::SourceLine& where) { wanted_ = where; }
  /// To be done in the file that is edited; what is found is in the one that is shown.
  void ask(EditWish wish) { wish_ = wish; }
  /// Draws in a space of that size; 0 takes what is left.
  void draw(PaneContext& context, ImVec2 size);

 private:
  /// What of the run is looked at.
  struct Choice {
    std::optional<std::string> case_name;
    std::optional<std::uint32_t> launch;
    bool operator==(const Choice&) const = default;
  };
  /// What the tabs are of.
  struct Origin {
    unsigned record = 0, lab = 0;
    bool is_edited = false;
    bool operator==(const Origin&) const = default;
  };
  const SourceTab& tab() const { return tabs_[tab_]; }
  bool is_edited() const { return tab().kind == SourceTab::Kind::edited; }
  TextEditor& field() { return is_edited() ? editing_.field() : reading_; }

  void follow_session(PaneContext& context);
  /// True when the text is to have the keyboard.
  bool act(EditWish wish);
  void follow_heat(PaneContext& context, bool is_new);
  void follow_text(const EditedFile& edited);
  /// The text to be read; what differs gets its lines, too.
  std::string text_to_read(const EditedFile& edited);
  void bring_to_front(std::size_t tab) { wanted_tab_ = tab_ = tab; }
  void follow_jump(const EditedFile& edited);
  /// The line of the run that is shown in a line, from 1.
  std::optional<LineMap::Line> line_of_run(std::uint32_t shown) const;
  void draw_header(PaneContext& context);
  void draw_tabs(PaneContext& context);
  void draw_line(PaneContext& context, TextEditor::Decorator& line);
  void draw_changed_line(const PaneContext& context, const TextEditor::Decorator& line) const;
  /// What is said of a line of the run.
  struct Remark {
    ImU32 color = 0;
    std::string title, text;
  };
  std::optional<Remark> remark_at(const PaneContext& context, std::uint32_t line) const;
  static void draw_remark(const PaneContext& context, const Remark& remark, bool is_earlier);

  Side side_;
  TextEditor reading_;
  TextEditing editing_;
  std::vector<SourceTab> tabs_;
  std::size_t tab_ = 0;
  std::optional<std::size_t> wanted_tab_;
  std::optional<Origin> origin_;
  std::string heated_path_;
  const HeatKind* kind_ = nullptr;  ///< that heat_ has; set before anything is drawn
  std::vector<CompilerNote> notes_;
  /// What reading_ shows.
  struct Read {
    std::string title;    ///< of the tab
    std::string edited;   ///< what it tells the changes of
    bool is_old = false;  ///< tabs_ are others since
  };
  Read read_;
  std::vector<DifferenceLine::Kind> changes_;  ///< by line of reading_
  std::vector<HeatLine> heat_;                 ///< by line of the run
  LineMap lines_;                              ///< of the run and of what is edited
  std::optional<record::SourceLine> wanted_;
  EditWish wish_ = EditWish::none;
  Choice choice_;  ///< that heat_ shows
  std::optional<ThemeKind> theme_;
  bool has_other_text_ = false;  ///< than lines_ is of
  float gutter_left_ = 0;        ///< in pixels of the screen, from the last frame
  bool has_keyboard_ = false;    ///< the text has, in the last frame
};

}  // namespace warpscope::viewer
