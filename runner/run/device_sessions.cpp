#include "runner/run/device_sessions.h"

#include <poll.h>

#include <algorithm>
#include <stdexcept>

namespace warpscope::runner {
namespace {

/// Each is a process with threads and memory.
constexpr std::size_t kMostAtOnce = 32;

}  // namespace

DeviceSessions::DeviceSessions(const Installation& installation, DeviceSettings settings,
                               OnLaunchProgress on_progress, StepLink* steps)
    : installation_(installation),
      settings_(std::move(settings)),
      listener_(std::make_unique<device::DeviceListener>()),
      on_progress_(std::move(on_progress)),
      steps_(steps) {
  sessions_.push_back(std::make_unique<Session>(installation_, settings_));
}

std::string DeviceSessions::variable() const {
  return std::string(device::kSocketVariable) + "=" + listener_->path();
}

void DeviceSessions::admit_all() {
  for (auto program = listener_->accept(); program.is_open(); program = listener_->accept()) {
    if (in_use() >= kMostAtOnce) {
      device::DeviceListener::refuse(program,
                                     std::to_string(kMostAtOnce) +
                                         " programs of this `warpscope exec` use theirs already; "
                                         "start fewer at a time.");
      continue;
    }
    try {
      if (is_first_taken_) {
        sessions_.push_back(std::make_unique<Session>(installation_, settings_));
      }
      is_first_taken_ = true;
      device::DeviceListener::admit(program, sessions_.back()->device->take_program_end());
    } catch (const std::exception& error) {
      device::DeviceListener::refuse(program, error.what());
    }
  }
}

void DeviceSessions::poll_once(int other_fd, int time_ms) {
  std::vector<pollfd> watched{{other_fd, POLLIN, 0},
                              {listener_ ? listener_->fd() : -1, POLLIN, 0},
                              {standing_ != nullptr ? steps_->fd() : -1, POLLIN, 0}};
  const auto first = watched.size();
  for (const auto& session : sessions_) {
    watched.push_back({session->is_over() ? -1 : session->device->fd(), POLLIN, 0});
  }
  ::poll(watched.data(), watched.size(), time_ms);
  if (standing_ != nullptr)
    for (const auto& command : steps_->take()) standing_->step(command);
  for (std::size_t i = first; i < watched.size(); ++i) {
    if (watched[i].revents == 0) continue;
    auto& session = *sessions_[i - first];
    for (const auto& event : session.device->on_ready()) {
      session.events.add(event);
      if (const auto* stood = std::get_if<device::Stood>(&event)) note(*stood, *session.device);
      session.progress.pass_on(event, on_progress_, *session.device);
    }
    if (session.is_over()) session.progress.end(on_progress_);
  }
  if (listener_) admit_all();
}

void DeviceSessions::note(const device::Stood& stood, device::Link& device) {
  if (steps_ == nullptr) return;
  // Others that come to theirs meanwhile run on.
  if (standing_ == nullptr) standing_ = &device;
  if (standing_ != &device) {
    device::StepCommand leave;
    leave.action = device::StepCommand::Action::leave;
    device.step(leave);
  } else {
    steps_->tell(stood);
  }
}

void DeviceSessions::stop_launches() {
  constexpr std::uint64_t kCommand = 1;  // nobody waits for the answer
  for (const auto& session : sessions_) {
    if (!session->is_over()) session->device->stop_launch(kCommand);
  }
}

void DeviceSessions::stop_listening() {
  listener_.reset();
  // Then its device ends, too.
  if (!is_first_taken_) sessions_.front()->device->take_program_end();
}

bool DeviceSessions::is_finished() const {
  return std::ranges::all_of(sessions_, [](const auto& session) { return session->is_over(); });
}

std::size_t DeviceSessions::in_use() const {
  if (!is_first_taken_) return 0;
  return static_cast<std::size_t>(
      std::ranges::count_if(sessions_, [](const auto& session) { return !session->is_over(); }));
}

std::string DeviceSessions::trouble() {
  for (const auto& session : sessions_) {
    if (session->device->is_closed() && !session->events.is_finished()) {
      return session->device->trouble();
    }
  }
  return {};
}

void DeviceSessions::move_to(record::RunRecord& record, bool ended_well) {
  for (const auto& session : sessions_) {
    session->events.settle_host_calls({[&](auto) { return ended_well; }});
  }
  EventCollector all;
  for (const auto& session : sessions_) all.add_all(std::move(session->events));
  all.move_to(record);
}

}  // namespace warpscope::runner
