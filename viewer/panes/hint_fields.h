// The hints of a task: those that are open, and a button for the next one.
#pragma once

#include <vector>

#include "presentation/markdown/document.h"
#include "viewer/model/lab_hints.h"
#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Fields of the open lab.
class HintFields {
 public:
  /// To be called in each frame. Reads and parses only what has changed: another lab is open, or
  /// the progress is another one.
  void load(const Session& session);
  const LabHints& hints() const { return hints_; }
  /// Draws the hints of `hints().tasks()[index]`.
  void draw(PaneContext& context, std::size_t index);
  /// A button that opens the hint that `warpscope hint` would open.
  void draw_next(const Theme& theme);

 private:
  LabHints hints_;
  std::vector<std::vector<markdown::Document>> texts_;  ///< by task
  unsigned lab_revision_ = ~0U, progress_revision_ = ~0U;
};

}  // namespace warpscope::viewer
