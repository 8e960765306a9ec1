// The palette: every action, found by parts of its words, done by Enter.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "viewer/app/actions.h"

namespace warpscope::viewer {

class Palette {
 public:
  /// Opens or closes it when View::changes_palette says so, and shows it.
  void draw(PaneContext& context, std::span<const std::unique_ptr<Pane>> panes);

 private:
  void draw_field(float width);
  /// The place of an action that was clicked, or -1.
  int draw_rows(const PaneContext& context);
  void look();

  std::vector<ListedAction> actions_;
  std::vector<std::string> titles_;  ///< with their menus, as they are searched
  std::vector<std::size_t> found_;   ///< of actions_
  std::string typed_;
  int chosen_ = 0;  ///< of found_
  bool is_entered_ = false, scrolls_ = false, wants_focus_ = false;
};

}  // namespace warpscope::viewer
