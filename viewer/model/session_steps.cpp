// What the session does to step through a launch.
#include <utility>

#include "runner/step/finding_place.h"
#include "viewer/model/session.h"

namespace warpscope::viewer {

bool Session::can_step(Side side) const {
  const bool has_means = lab() != nullptr || services_.run_program;
  const bool is_hidden = side == Side::reference && (is_reference_hidden() || lab() == nullptr);
  return has_means && !is_hidden && !attempt(side).file().empty();
}

void Session::step(Side side, runner::StepTarget target, StepJob::First first) {
  if (!can_step(side)) return;
  if (side == Side::student && !edited_.save()) return;
  step_job_.reset();
  stepped_side_ = side;
  runner::RunRequest request;
  request.lab = lab_id_;
  request.file = attempt(side).file();
  request.label = side_name(side);
  request.workers = 1;
  request.uses_clock = false;
  if (lab() != nullptr && side == Side::student) request.own.root = request.file.parent_path();
  step_job_ = std::make_unique<StepJob>(
      lab() != nullptr ? services_.run_lab : services_.run_program, std::move(request),
      std::move(target), std::move(first), services_.wake);
}

void Session::step_to(Side side, const record::Finding& finding) {
  const auto* record = this->record(side);
  if (record == nullptr) return;
  step(side, runner::target_of(*record, finding), [finding](const device::Stood& begun) {
    return runner::way_to(finding, begun.grid);
  });
}

}  // namespace warpscope::viewer
