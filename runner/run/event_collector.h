// Turns the events of one or more device processes into the parts of one run record.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/record.h"
#include "runner/run/host_calls.h"
#include "vgpu/server/device_log.h"

namespace warpscope::runner {

class EventCollector {
 public:
  /// A new device process: its clock and its launch ids begin at 0 again and are shifted behind
  /// what came before.
  void begin_device();
  void add(const device::Event& event);
  /// All that another collector has, of one device process, as if it came now.
  void add_all(EventCollector other);

  /// The command that the device acknowledged last.
  std::uint64_t acknowledged() const { return acknowledged_; }
  /// The device's last event came.
  bool is_finished() const { return is_finished_; }
  /// Findings about calls of the program, which wait for this, join the others.
  void settle_host_calls(bool ended_well);
  /// Moves device, launches, transfers and findings into a record.
  void move_to(record::RunRecord& record);

 private:
  void add_launch(record::Launch launch, std::uint32_t site = 0);
  void add_transfer(record::Transfer transfer, std::uint32_t site = 0);
  void add_finding(record::Finding finding);

  std::optional<record::Device> device_;
  std::vector<record::Launch> launches_;
  std::vector<record::Transfer> transfers_;
  std::vector<record::Finding> findings_;
  HostCalls host_calls_;
  /// Findings that came, by id and, if they are errors, by case.
  std::map<std::pair<std::string, std::optional<std::uint32_t>>, std::size_t> kept_findings_;
  /// By position in launches_ and transfers_: from where the program asked for it.
  std::vector<std::uint32_t> launch_sites_, transfer_sites_;
  /// Transfers kept so far, by case; beyond a bound they are added to the last one of their kind.
  std::map<std::uint32_t, std::size_t> kept_transfers_;
  /// Launches kept so far, by case; beyond a bound their counters and times are added to the last
  /// one of their kernel.
  std::map<std::uint32_t, std::size_t> kept_launches_;
  std::size_t lines_ = 0;   ///< of all launches that are kept
  std::size_t phases_ = 0;  ///< kept so far; beyond a bound they are counted as left out
  /// By id in the present device process: where the launch is in launches_.
  std::map<std::uint32_t, std::uint32_t> launch_of_id_;
  double clock_start_s_ = 0, clock_end_s_ = 0;
  std::uint64_t acknowledged_ = 0;
  bool is_finished_ = false;
};

}  // namespace warpscope::runner
