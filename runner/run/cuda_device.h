// A real GPU as a device. The program runs on NVIDIA's own runtime and driver, which loads our
// library (cupti/) into it; that library is the other end of the connection.
//
// What it tells comes out of the program's own process, and so is no evidence against somebody who
// means to deceive: docs/reference/real_gpu.md.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/line_splitter.h"
#include "device/commands.h"
#include "device/link.h"
#include "runner/run/nvml.h"
#include "runner/run/open_device.h"
#include "runner/run/repeated_runs.h"

namespace warpscope::runner {

class CudaDevice final : public device::Link {
 public:
  /// `index`: of the machine's GPUs, by their places on the bus. Throws NoGpu and
  /// std::runtime_error, with a sentence.
  CudaDevice(const Installation& installation, std::uint32_t index, const DeviceSettings& settings);

  const std::optional<record::Capabilities>& capabilities() const override {
    return device_.capabilities;
  }
  const device::ProgramSide& program_side() const override { return program_side_; }
  UniqueFd take_program_end() override { return std::move(program_end_); }
  int fd() const override { return watched_.get(); }
  pid_t pid() const override { return -1; }
  bool is_closed() const override { return is_closed_; }
  std::vector<device::Event> on_ready() override;
  void begin_case(std::uint64_t command_id, const device::CaseStart& start) override;
  bool end_run(std::uint64_t command_id) override;
  bool wants_another_run() const override { return !is_case_over_; }
  bool stop_launch(std::uint64_t) override { return false; }
  void notice() override {}
  std::vector<std::vector<std::byte>> returned_arrays(bool) const override { return {}; }
  std::string trouble() override { return reason_; }

 private:
  void send(const device::Command& command);
  void take_line(const std::string& line);
  void take(device::Event event);
  void answer_for_library(std::uint64_t command_id);
  void tell(device::Event event);
  void end_case();  ///< its launches and copies are told
  void look();      ///< at what the GPU is at
  void close(std::string reason);
  void read_all();

  std::uint32_t index_;
  Nvml nvml_;
  record::Device device_;
  device::ProgramSide program_side_;
  UniqueFd control_, program_end_, wake_, watched_;
  std::deque<device::Event> events_;
  LineSplitter lines_;
  std::string reason_;
  bool is_loaded_ = false;  ///< the library is in the program
  bool is_closed_ = false, is_finished_ = false;
  // Of labs:
  std::optional<std::uint32_t> case_index_;
  CaseRun run_;
  RepeatedRuns runs_;
  bool is_case_over_ = true;
  device::Measuring measuring_ = device::Measuring::all;
  std::uint64_t end_command_ = 0;
};

}  // namespace warpscope::runner
