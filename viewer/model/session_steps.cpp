// What the session does to step through a launch.
#include <algorithm>
#include <utility>

#include "runner/step/finding_place.h"
#include "viewer/model/line_map.h"
#include "viewer/model/session.h"

namespace warpscope::viewer {

bool Session::can_step(Side side) const {
  const bool has_means = lab() != nullptr || services_.run_program;
  // Its source is shown whole, so no task of it may be hidden.
  const bool is_hidden = side == Side::reference && (lab() == nullptr || !reveal_.hidden().empty());
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
  auto of = finding;
  if (side == Side::student && of.where && edited_.is_open()) {
    // The file may have changed since that run.
    const auto source =
        std::ranges::find(record->sources, of.where->file, &record::SourceFile::path);
    if (source != record->sources.end() && &*source == &record->sources.front()) {
      const LineMap lines(source->text, edited_.text());
      of.where->line = lines.now_or_behind(of.where->line).value_or(of.where->line);
    }
  }
  step(side, runner::target_of(*record, of),
       [of](const device::Stood& begun) { return runner::way_to(of, begun.grid); });
}

}  // namespace warpscope::viewer
