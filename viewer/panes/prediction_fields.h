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
  void forget() { tops_.clear(); }

 private:
  void draw_open(PaneContext& context, const runner::PredictionQuestion& question);
  void draw_open_curve(PaneContext& context, const runner::PredictionQuestion& question);

  std::map<std::string, double> tops_;  ///< of the axes, by question
};

}  // namespace warpscope::viewer
