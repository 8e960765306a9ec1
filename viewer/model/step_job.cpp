#include "viewer/model/step_job.h"

#include <exception>
#include <utility>

namespace warpscope::viewer {

using Action = device::StepCommand::Action;

StepJob::StepJob(const RunLab& run_lab, runner::RunRequest request, runner::StepTarget target,
                 First first, const std::function<void()>& wake)
    : first_(std::move(first)), link_(std::move(target), wake) {
  request.steps = &link_;
  thread_ =
      std::jthread([this, run_lab, request = std::move(request)](const std::stop_token& cancel) {
        std::string text;
        try {
          const auto record = run_lab(
              request, [](const runner::Progress&) {}, cancel);
          text = record.outcome.message;
          if (record.outcome.kind == record::Outcome::Kind::compile_error)
            text += " What the compiler says is in the pane Output after a run.";
        } catch (const std::exception& error) {
          text = error.what();
        }
        link_.end(std::move(text));
      });
}

StepJob::~StepJob() {
  thread_.request_stop();
  thread_.join();
}

bool StepJob::update() {
  bool is_new = std::exchange(knows_end_, link_.has_ended()) != link_.has_ended();
  const auto now = link_.stood();
  if (now == stood_) return is_new;
  const bool has_begun = stood_ == nullptr;
  stood_ = now;
  block_ = stood_->block;
  warp_ = stood_->warp;
  if (!has_begun) return true;
  if (first_)
    go(first_(*stood_));
  else
    go(Action::look);  // with registers and shared memory
  return true;
}

std::shared_ptr<const device::Stood> StepJob::history() const {
  auto history = link_.history();
  if (history != nullptr && (history->block != block_ || history->warp != warp_)) return nullptr;
  return history;
}

std::string StepJob::state_text() const {
  if (link_.has_ended()) {
    const auto text = link_.end_text();
    if (stood_ != nullptr) return text.empty() ? "The run has ended." : text;
    return "The run ended and did not come to such a launch. " + text;
  }
  if (stood_ == nullptr) return "The program is made and run until the launch begins …";
  return stood_->message;
}

void StepJob::follow(std::uint64_t block, std::uint32_t warp) {
  if (is_busy() || has_ended()) return;
  block_ = block;
  warp_ = warp;
  go(Action::look);
}

void StepJob::go(Action action) {
  device::StepCommand command;
  command.action = action;
  command.block = block_;
  command.warp = warp_;
  go(std::move(command));
}

void StepJob::go(device::StepCommand command) {
  if (stood_ == nullptr || stood_->is_left || is_busy() || has_ended()) return;
  command.shows_registers = command.shows_shared = true;
  link_.send(std::move(command));
}

void StepJob::run_to(const record::SourceLine& where, bool is_any_warp) {
  device::StepCommand command;
  command.action = Action::to_line;
  command.block = block_;
  command.warp = warp_;
  command.is_any_warp = is_any_warp;
  command.file = where.file;
  command.line = where.line;
  go(std::move(command));
}

void StepJob::interrupt() {
  if (!is_busy()) return;
  device::StepCommand command;
  command.action = Action::interrupt;
  link_.send(std::move(command));
}

void StepJob::leave() { go(Action::leave); }

}  // namespace warpscope::viewer
