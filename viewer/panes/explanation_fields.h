// The fields for what the handout asks to explain at the end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/markdown/draw.h"
#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Fields of the open lab. What is written is kept when its field is left, two seconds after it was
/// begun, before another lab is opened, and when the window is closed.
class ExplanationFields {
 public:
  /// Takes the questions, and what has been written to them.
  void load(const LabSheet& sheet);
  /// Draws all of them; nothing where there are none, or no file of a student's.
  void draw(PaneContext& context);
  /// The field of this question, from 1, gets the keyboard.
  void want(std::uint32_t number) { wanted_ = number; }

 private:
  struct Field {
    markdown::Document question;
    std::string text;
    bool is_kept = true;
    double changed_s = 0;  ///< when the first change was made that is not kept
  };
  void draw_field(PaneContext& context, std::uint32_t number, Field& field);

  std::vector<Field> fields_;
  std::uint32_t wanted_ = 0;
};

}  // namespace warpscope::viewer
