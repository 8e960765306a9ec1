// The panes' makers; each pane is one file.
#pragma once

#include <memory>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

std::unique_ptr<Pane> make_labs_pane();
std::unique_ptr<Pane> make_score_pane();
std::unique_ptr<Pane> make_source_pane();
std::unique_ptr<Pane> make_slides_pane();
std::unique_ptr<Pane> make_handout_pane();
std::unique_ptr<Pane> make_sweeps_pane();
std::unique_ptr<Pane> make_timeline_pane();
std::unique_ptr<Pane> make_cases_pane();
std::unique_ptr<Pane> make_output_pane();
std::unique_ptr<Pane> make_findings_pane();

}  // namespace warpscope::viewer
