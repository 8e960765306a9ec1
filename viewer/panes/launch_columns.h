// Which columns the table of launches has, and the popup in which the user chooses them.
#pragma once

#include <string>
#include <vector>

#include "viewer/model/kept_choices.h"
#include "viewer/model/launch_table.h"
#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// What the field is, in which unit, where its numbers come from, and its name in Nsight Compute.
std::string sentence_of(const LaunchField& field);

/// The choice outlives records: a column that one of them lacks comes back with the next that has
/// it.
class LaunchColumns {
 public:
  /// Takes the choice that was kept, or keeps a new one.
  void keep(KeptChoices& kept);
  /// Those of `all` that are chosen, in the order of `all`.
  std::vector<LaunchField> shown(const std::vector<LaunchField>& all) const;
  /// Counts up with each change.
  int revision() const { return revision_; }
  /// Draws the popup if it is open.
  void draw_popup(const char* id, const std::vector<LaunchField>& all, const PaneContext& context);

 private:
  void draw_choice(const LaunchField& field);

  std::vector<std::string> chosen_ = usual_launch_fields();  ///< ids
  std::string filter_;
  int revision_ = 0;
  int kept_revision_ = -1;
};

}  // namespace warpscope::viewer
