// The names above the curves; a click on one hides its curves or shows them.
#pragma once

#include <array>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// The record whose curves of other programs are drawn, or null; both sides have the same ones.
const record::RunRecord* record_with_beside(const PaneContext& context);

class CurveLegend {
 public:
  /// Lines of names, and what the marks of failed cases stand for.
  void draw(const PaneContext& context);

  bool is_side_shown(Side side) const { return !is_hidden_[index(side)]; }
  bool is_measured_shown() const { return !is_measured_hidden_; }
  bool are_others_shown() const { return is_beside_shown_; }

 private:
  void draw_side(const PaneContext& context, Side side);
  void draw_measured_entry(const PaneContext& context);
  void draw_beside_entry(const PaneContext& context);
  void draw_failures(const PaneContext& context, Side side) const;

  std::array<bool, 2> is_hidden_{};  ///< by Side
  bool is_measured_hidden_ = false;
  bool is_beside_shown_ = false;
};

}  // namespace warpscope::viewer
