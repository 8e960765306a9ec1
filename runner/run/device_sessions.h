// The virtual GPUs of one `warpscope exec`: each process that calls CUDA gets one of its own.
#pragma once

#include <memory>
#include <vector>

#include "runner/run/event_collector.h"
#include "runner/run/launch_progress.h"
#include "runner/run/open_device.h"
#include "runner/run/step_link.h"
#include "vgpu/protocol/device_listener.h"

namespace warpscope::runner {

class DeviceSessions {
 public:
  /// Starts the first device, so that what keeps a device from starting shows before the program
  /// runs. Throws std::runtime_error. `installation` must outlive this.
  /// `steps`: the launch that it names is stepped through, of the first program that has it.
  /// `on_progress` is told of launches that run for long, where the settings ask for that.
  DeviceSessions(const Installation& installation, DeviceSettings settings,
                 OnLaunchProgress on_progress = {}, StepLink* steps = nullptr);

  /// "NAME=value": the variable by which programs find their device.
  std::string variable() const;
  /// What a program's process needs besides.
  const device::ProgramSide& program_side() const {
    return sessions_.front()->device->program_side();
  }
  /// Waits until something happens, `other_fd` is readable or the time is over; takes events and
  /// admits programs.
  void poll_once(int other_fd, int time_ms);
  /// The launches that run end, and their records say so.
  void stop_launches();
  /// No more programs come.
  void stop_listening();
  /// Every device that a program got has told its last.
  bool is_finished() const;
  /// Programs that still use their device.
  std::size_t in_use() const;
  /// Why a device stopped that should not have; empty when none did.
  std::string trouble();
  /// Puts launches, transfers and findings of all devices into the record: of one program after
  /// the other, in the order in which they came. `ended_well`: the program did.
  void move_to(record::RunRecord& record, bool ended_well);

 private:
  struct Session {
    Session(const Installation& installation, const DeviceSettings& settings)
        : device(open_device(installation, settings)) {}
    bool is_over() const { return events.is_finished() || device->is_closed(); }
    std::unique_ptr<device::Link> device;
    EventCollector events;
    ToldProgress progress;
  };
  void admit_all();
  void note(const device::Stood& stood, device::Link& device);

  const Installation& installation_;
  DeviceSettings settings_;
  std::unique_ptr<device::DeviceListener> listener_;
  OnLaunchProgress on_progress_;
  StepLink* steps_;
  device::Link* standing_ = nullptr;  ///< the device whose launch stands still
  std::vector<std::unique_ptr<Session>> sessions_;
  bool is_first_taken_ = false;
};

}  // namespace warpscope::runner
