// The fields for what a task asks to predict, and what came of it.
#pragma once

#include <map>
#include <string>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Fields of the open lab. Those that are locked show what came out.
class PredictionFields {
 public:
  /// Draws all of a task's. `wanted`: the question whose field gets the keyboard; emptied then.
  void draw(PaneContext& context, const SheetTask& task, std::string& wanted);
  /// Another lab has been opened.
  void forget() { *this = {}; }
  /// Scrolls to a question.
  void show(const std::string& question);

 private:
  void draw_open(PaneContext& context, const runner::PredictionQuestion& question);
  void draw_open_curve(PaneContext& context, const runner::PredictionQuestion& question);

  void draw_problem(PaneContext& context, const runner::PredictionQuestion& question,
                    bool is_being_typed) const;
  void scroll_to(const std::string& question);

  std::map<std::string, double> tops_;  ///< of the axes, by question
  std::string shown_;                   ///< question that is scrolled to
  int frames_ = 0;                      ///< in which it still is: sizes settle
  std::string refused_;                 ///< answer that could not be locked
};

}  // namespace warpscope::viewer
