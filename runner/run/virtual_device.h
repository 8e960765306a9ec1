// The virtual GPU: a process of its own, to which a control socket leads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/line_splitter.h"
#include "device/commands.h"
#include "device/link.h"
#include "runner/process/child_process.h"
#include "runner/run/open_device.h"

namespace warpscope::runner {

/// Ends the process when it goes out of scope.
class VirtualDevice final : public device::Link {
 public:
  /// `profile`: a name. Throws std::runtime_error when the device does not start.
  VirtualDevice(const Installation& installation, const std::string& profile,
                const DeviceSettings& settings);

  const std::optional<record::Capabilities>& capabilities() const override { return capabilities_; }
  const device::ProgramSide& program_side() const override { return program_side_; }
  UniqueFd take_program_end() override { return std::move(program_end_); }
  int fd() const override { return control_.get(); }
  pid_t pid() const override { return process_ ? process_->pid() : -1; }
  bool is_closed() const override { return is_closed_; }
  std::vector<device::Event> on_ready() override;
  void begin_case(std::uint64_t command_id, const device::CaseStart& start) override;
  bool stop_launch(std::uint64_t command_id) override;
  void step(const device::StepCommand& command) override { send(command); }
  void notice() override { send(device::Noticed{}); }
  std::vector<std::vector<std::byte>> returned_arrays(bool with_shared) const override;
  std::string trouble() override;

 private:
  void send(const device::Command& command);
  std::vector<device::BeginCase::Exchanged> put_exchanged(const device::CaseStart& start);

  UniqueFd control_, program_end_, errors_, inputs_, returned_;
  std::optional<ChildProcess> process_;
  std::optional<record::Capabilities> capabilities_;
  device::ProgramSide program_side_;
  LineSplitter lines_;
  std::string reason_;
  bool is_closed_ = false;
};

}  // namespace warpscope::runner
