// One source file of one side, with its gutter.
#pragma once

#include <TextEditor.h>

#include <optional>
#include <string>
#include <vector>

#include "viewer/model/source_heat.h"
#include "viewer/panes/pane.h"

namespace warpscope::viewer {

class SourceView {
 public:
  explicit SourceView(Side side);

  /// Brings a line into view and marks it, when the record has its file.
  void jump_to(const record::SourceLine& where) { wanted_ = where; }
  /// Draws in a space of that size; 0 takes what is left.
  void draw(PaneContext& context, ImVec2 size);

 private:
  /// What of the run is looked at.
  struct Choice {
    std::optional<std::string> case_name;
    std::optional<std::uint32_t> launch;
    bool operator==(const Choice&) const = default;
  };
  void follow_record(const PaneContext& context, const record::RunRecord& record);
  void follow_jump(const record::RunRecord& record);
  void load_text(const record::RunRecord& record);
  void draw_header(const PaneContext& context, const record::RunRecord& record);
  void draw_line(const PaneContext& context, const record::RunRecord& record,
                 TextEditor::Decorator& line);
  const record::Finding* finding_at(const record::RunRecord& record, std::uint32_t line) const;

  Side side_;
  TextEditor editor_;
  std::optional<std::size_t> file_;  ///< position in the record's sources
  std::string path_;                 ///< of that file: it is kept across records
  std::vector<HeatLine> heat_;
  std::optional<record::SourceLine> wanted_;
  unsigned revision_ = ~0U;
  Choice choice_;  ///< that heat_ shows
  std::optional<ThemeKind> theme_;
  float gutter_left_ = 0;  ///< in pixels of the screen, from the last frame
};

}  // namespace warpscope::viewer
