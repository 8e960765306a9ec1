// The virtual GPU's process as the runner sees it: events in, commands out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "device/commands.h"
#include "device/events.h"
#include "labs/judge/judge.h"
#include "runner/installation/installation.h"
#include "runner/process/child_process.h"

namespace warpscope::runner {

/// TOML file of a profile. Throws std::runtime_error that lists the profiles there are.
std::filesystem::path find_profile(const Installation& installation, const std::string& name);

struct DeviceSettings {
  std::string profile;
  std::uint64_t instruction_budget = 0;  ///< per launch, warp instructions; 0 is no limit
  /// Threads that run a launch's blocks. Results and counters are the same for any number.
  std::uint32_t worker_threads = 1;
  std::uint32_t device_count = 1;  ///< virtual GPUs, 1 to 8
  bool models_l1 = false;          ///< counts hits in L1; then one thread runs a launch's blocks
  bool checks = false;             ///< looks for races and unwritten memory; one thread as well
  std::uint64_t most_checked_threads = 0;   ///< launches with more are not checked; 0: no limit
  std::uint64_t most_checked_accesses = 0;  ///< of warps, in each case; 0: no limit
  std::uint64_t schedule = 0;               ///< another order of blocks and warps; 0: the usual one
  std::optional<std::uint32_t> copy_engines{};  ///< instead of the profile's, 1 to 8
  bool compares_orders = false;                 ///< with checks: other orders of blocks, too
  bool watches_host = false;      ///< takes what the program's runtime tells of its mistakes
  bool follows_data = false;      ///< tells of each operation where its data comes from
  bool exchanges_inputs = false;  ///< its cases may have stand-ins
  /// What its process may take for itself, allocations of the program included; 0 is no limit.
  std::uint64_t memory_bytes = 0;
};

/// Starts a device, and ends it when it goes out of scope.
class DeviceLink {
 public:
  /// Throws std::runtime_error when the device does not start.
  DeviceLink(const Installation& installation, const DeviceSettings& settings);

  /// The program's end of the connection, to be passed on once.
  UniqueFd take_program_end() { return std::move(program_end_); }

  int fd() const { return control_.get(); }
  /// Its process's number.
  pid_t pid() const { return process_ ? process_->pid() : -1; }
  /// Its connection to us is closed.
  bool is_closed() const { return is_closed_; }
  /// Tells which case the coming launches belong to; the answer is an Acknowledged with this id.
  /// `is_checked`: its launches, where DeviceSettings::checks.
  /// Nothing comes where the device has ended meanwhile; what it said before is still to be read.
  /// `set`: the case; where DeviceSettings::exchanges_inputs, the device gets its inputs that have
  /// stand-ins. Throws std::system_error when there is no room for them.
  void begin_case(std::uint64_t command_id, std::uint32_t case_index, bool is_checked,
                  const judge::Case& set);
  /// What the program had of the device in the last case, where it has stand-ins: copies, in their
  /// order, and memory that both see. Once the device has ended.
  std::vector<std::vector<std::byte>> returned_arrays() const;
  /// Reads what came. A line that is no event closes the connection.
  std::vector<device::Event> on_ready();
  /// Why the connection was closed, in words, with what the device printed.
  std::string trouble();

 private:
  std::vector<device::BeginCase::Exchanged> put_exchanged(const judge::Case& set);

  UniqueFd control_, program_end_, errors_, inputs_, returned_;
  std::optional<ChildProcess> process_;
  std::string unread_;
  std::string reason_;
  bool is_closed_ = false;
};

}  // namespace warpscope::runner
