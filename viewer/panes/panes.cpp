#include "viewer/panes/panes.h"

namespace warpscope::viewer {

std::vector<std::unique_ptr<Pane>> make_panes() {
  std::vector<std::unique_ptr<Pane>> panes;
  panes.push_back(make_labs_pane());
  panes.push_back(make_score_pane());
  panes.push_back(make_source_pane());
  panes.push_back(make_slides_pane());
  panes.push_back(make_handout_pane());
  panes.push_back(make_sweeps_pane());
  panes.push_back(make_timeline_pane());
  panes.push_back(make_cases_pane());
  panes.push_back(make_output_pane());
  panes.push_back(make_findings_pane());
  return panes;
}

}  // namespace warpscope::viewer
